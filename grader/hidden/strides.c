/* strides.c - the hidden tests of lab 01.
 *
 * Per task: the worked examples of the book, every small shape or layout against the oracle, the edges of the contract
 * (rank 0 and 8, sizes of 0, the largest numbers, each way to refuse), and the traps of the book.  A test asks one kind of
 * thing and varies one fault at a time; where two statuses are both right, either is accepted.
 *
 * The layouts of the sweeps:
 *   shapes   every shape of rank 0 to 4 with sizes 0 to 3: 341.
 *   nested   every such shape of rank 0 to 3 with every sequence of its axes, every choice of signs, dense and padded: 6418
 *            layouts; and every shape of rank 4 with every sequence, where the number also picks signs and padding: 6144.
 *   loose    layouts that may not nest: [1..4, 1..4] with strides -4 to 4 and [2..3, 2..3, 2..3] with strides 0 to 4: 2296.
 */
#include "strides.h"

#include <limits.h>
#include <string.h>

#include "expect.h"
#include "oracle.h"
#include "sgemm.h"

#define L(...) ((const int64_t[]){__VA_ARGS__})
#define AXES(...) ((const int[]){__VA_ARGS__})
#define TWO_TO(n) ((int64_t)1 << (n))

/* ---- Outputs ----
 *
 * Every output starts as a value that no answer has, so that "untouched" can be told from "written".
 */
#define UNSET INT64_C(-7777)
static const int64_t unset[TL_MAX_NDIM] = {UNSET, UNSET, UNSET, UNSET, UNSET, UNSET, UNSET, UNSET};

/* n unset numbers at the very end of an array, where a write past them is caught; an array of none is NULL. */
static int64_t *blank(int n)
{
    static int64_t cells[TL_MAX_NDIM];
    memcpy(cells, unset, sizeof cells);
    return n > 0 ? cells + TL_MAX_NDIM - n : NULL;
}

/* The same for floats. */
enum { FLOATS = 128 };
#define UNSET_FLOAT (-7777.0f)
static float unset_floats[FLOATS];

static float *blank_floats(float cells[FLOATS], int64_t n)
{
    for (int i = 0; i < FLOATS; i++)
        cells[i] = unset_floats[i] = UNSET_FLOAT;
    return cells + FLOATS - n;
}

static tl_layout unset_layout(void)
{
    tl_layout layout = {.ndim = -77, .offset = UNSET};
    memcpy(layout.shape, unset, sizeof unset);
    memcpy(layout.strides, unset, sizeof unset);
    return layout;
}

/* The fields of a layout that carry meaning. */
#define EXPECT_LAYOUT(got, want, ...)                                              \
    do {                                                                           \
        EXPECT_INT((got).ndim, (want).ndim, __VA_ARGS__);                          \
        EXPECT_LIST((want).ndim, (got).shape, (want).shape, __VA_ARGS__);          \
        EXPECT_LIST((want).ndim, (got).strides, (want).strides, __VA_ARGS__);      \
        EXPECT_INT((got).offset, (want).offset, __VA_ARGS__);                      \
    } while (0)

#define EXPECT_UNSET_LAYOUT(got, ...)                                              \
    do {                                                                           \
        tl_layout expect_unset = unset_layout();                                   \
        EXPECT_INT((got).ndim, -77, __VA_ARGS__);                                  \
        EXPECT_LIST(TL_MAX_NDIM, (got).shape, expect_unset.shape, __VA_ARGS__);    \
        EXPECT_LIST(TL_MAX_NDIM, (got).strides, expect_unset.strides, __VA_ARGS__); \
        EXPECT_INT((got).offset, UNSET, __VA_ARGS__);                              \
    } while (0)

/* Either of two statuses is right. */
#define EXPECT_EITHER(status, one, other, ...)                                     \
    do {                                                                           \
        tl_status expect_either = (status);                                        \
        EXPECT_STATUS(expect_either, expect_either == (other) ? (other) : (one), __VA_ARGS__); \
    } while (0)

/* ---- Layouts ---- */

static tl_layout layout_of(int ndim, const int64_t shape[], const int64_t strides[], int64_t offset)
{
    tl_layout layout = {.ndim = ndim, .offset = offset};
    for (int axis = 0; axis < ndim; axis++) {
        layout.shape[axis] = shape[axis];
        layout.strides[axis] = strides[axis];
    }
    return layout;
}

/* Take the lowest digit, in the given base, off a number. */
static int64_t take(int64_t *number, int64_t base)
{
    int64_t digit = *number % base;
    *number /= base;
    return digit;
}

static const int64_t shapes_of_rank[] = {1, 4, 16, 64, 256}; /* sizes 0 to 3 */
enum { SHAPES = 1 + 4 + 16 + 64 + 256 };

/* The rank that a number falls in, when rank r has counts[r] numbers; the number becomes one within its rank. */
static int take_rank(int64_t *number, const int64_t counts[])
{
    int rank = 0;
    for (; *number >= counts[rank]; rank++)
        *number -= counts[rank];
    return rank;
}

static void take_shape(int64_t *number, int ndim, int64_t shape[])
{
    for (int axis = 0; axis < ndim; axis++)
        shape[axis] = take(number, 4);
}

/* Sequence number 0 to ndim! - 1 of the axes. */
static void take_sequence(int64_t *number, int ndim, int sequence[])
{
    int left[TL_MAX_NDIM];
    for (int axis = 0; axis < ndim; axis++)
        left[axis] = axis;
    for (int n = ndim; n > 0; n--) {
        int64_t choice = take(number, n);
        *sequence++ = left[choice];
        left[choice] = left[n - 1];
    }
}

/* The shape of a number below SHAPES; gives back its rank. */
static int shape_number(int64_t number, int64_t shape[])
{
    int ndim = take_rank(&number, shapes_of_rank);
    take_shape(&number, ndim, shape);
    return ndim;
}

static const int64_t nested_of_rank[] = {2, 4 * 2 * 2, 16 * 2 * 4 * 2, 64 * 6 * 8 * 2, 256 * 24};
enum { NESTED_3 = 2 + 16 + 256 + 6144, NESTED = NESTED_3 + 6144 }; /* up to rank 3, and 4 */

/* The nested layout of a number below NESTED.  Its axes lie around each other in some sequence.  Up to rank 3 odd numbers are
 * padded: such a layout leaves a gap behind every run, and its lowest offset is 5, not 0. */
static tl_layout nested_number(int64_t number)
{
    int sequence[TL_MAX_NDIM];
    int64_t mixed = number * 11 + number / 256; /* for rank 4, where signs and padding have no digit of their own */
    tl_layout layout = {.ndim = take_rank(&number, nested_of_rank)};
    int64_t pad = layout.ndim < 4 ? take(&number, 2) : take(&mixed, 2);
    int64_t signs = layout.ndim < 4 ? take(&number, TWO_TO(layout.ndim)) : take(&mixed, 16);
    take_shape(&number, layout.ndim, layout.shape);
    take_sequence(&number, layout.ndim, sequence);

    int64_t stride = 1 + pad;
    layout.offset = 5 * pad;
    for (int i = 0; i < layout.ndim; i++) {
        int axis = sequence[i];
        int64_t size = layout.shape[axis];
        bool reversed = signs >> axis & 1;
        layout.strides[axis] = reversed ? -stride : stride;
        if (reversed && size > 1)
            layout.offset += (size - 1) * stride;
        stride *= (size > 0 ? size : 1) + pad;
    }
    return layout;
}

static const int64_t loose_of_rank[] = {0, 0, 16 * 81, 8 * 125};
enum { LOOSE = 16 * 81 + 8 * 125 };

static tl_layout loose_number(int64_t number)
{
    tl_layout layout = {.ndim = take_rank(&number, loose_of_rank), .offset = number % 3 * 12 - 12};
    for (int axis = 0; axis < layout.ndim; axis++) {
        layout.shape[axis] = layout.ndim == 2 ? 1 + take(&number, 4) : 2 + take(&number, 2);
        layout.strides[axis] = layout.ndim == 2 ? take(&number, 9) - 4 : take(&number, 5);
    }
    return layout;
}

/* Some layouts that must be refused wherever a layout is asked for. */
static tl_layout bad_rank(int ndim)
{
    tl_layout layout = {.ndim = ndim};
    for (int axis = 0; axis < TL_MAX_NDIM; axis++)
        layout.shape[axis] = layout.strides[axis] = 1;
    return layout;
}

static tl_layout negative_size(void)
{
    return layout_of(2, L(2, -1), L(1, 1), 0);
}

/* ---- 1.1  Counting elements ---- */

static void expect_numel(int ndim, const int64_t shape[], int64_t want)
{
    int64_t numel = UNSET;
    EXPECT_OK(tl_numel(ndim, shape, &numel), "tl_numel(%s)", list(ndim, shape));
    EXPECT_INT(numel, want, "tl_numel(%s)", list(ndim, shape));
}

static void expect_no_numel(int ndim, const int64_t shape[], tl_status want)
{
    int64_t numel = UNSET;
    EXPECT_STATUS(tl_numel(ndim, shape, &numel), want, "tl_numel, rank %d", ndim);
    EXPECT_INT(numel, UNSET, "tl_numel, rank %d: the result on failure", ndim);
}

START_TEST(numel_examples)
{
    expect_numel(2, L(3, 4), 12);
    expect_numel(3, L(2, 3, 4), 24);
    expect_numel(3, L(4, 2, 5), 40);
    expect_numel(1, L(7), 7);
    expect_numel(0, NULL, 1);
    expect_numel(8, L(2, 2, 2, 2, 2, 2, 2, 3), 384); /* 2^7 * 3 */
}
END_TEST

static void numel_case(int64_t number)
{
    static oracle all;
    tl_layout grid = {0};
    int64_t numel = UNSET;
    grid.ndim = shape_number(number, grid.shape);
    oracle_walk(&all, &grid);
    EXPECT_OK(tl_numel(grid.ndim, grid.shape, &numel), "tl_numel(%s)", list(grid.ndim, grid.shape));
    EXPECT_INT(numel, all.count, "tl_numel(%s)", list(grid.ndim, grid.shape));
}
START_TEST(numel_small)
{
    sweep(SHAPES, numel_case);
}
END_TEST

START_TEST(numel_zero)
{
    expect_numel(3, L(INT64_MAX, 2, 0), 0);
    expect_numel(3, L(0, INT64_MAX, 2), 0);
    expect_numel(3, L(INT64_MAX, 0, INT64_MAX), 0);
    expect_numel(4, L(INT64_MAX, INT64_MAX, INT64_MAX, 0), 0);
    expect_numel(2, L(0, 2147483647), 0);
}
END_TEST

START_TEST(numel_largest)
{
    expect_numel(1, L(INT64_MAX), INT64_MAX);
    expect_numel(3, L(1, INT64_MAX, 1), INT64_MAX);
    expect_numel(2, L(TWO_TO(31), TWO_TO(31)), TWO_TO(62));
    expect_numel(2, L(3037000499, 3037000499), 9223372030926249001); /* the largest square below 2^63 */
}
END_TEST

START_TEST(numel_overflow)
{
    expect_no_numel(2, L(TWO_TO(62), 2), TL_ERR_OVERFLOW);                /* 2^63, one too many */
    expect_no_numel(4, L(INT64_MAX, 2, 1, 1), TL_ERR_OVERFLOW);           /* wraps to -2 */
    expect_no_numel(4, L(2, 2, 1, TWO_TO(61)), TL_ERR_OVERFLOW);
    expect_no_numel(2, L(3037000500, 3037000500), TL_ERR_OVERFLOW);
    expect_no_numel(2, L(TWO_TO(32), TWO_TO(32)), TL_ERR_OVERFLOW);       /* wraps to 0 */
    expect_no_numel(8, L(256, 256, 256, 256, 256, 256, 256, 256), TL_ERR_OVERFLOW);
    expect_no_numel(2, L(TWO_TO(33) + 1, TWO_TO(31)), TL_ERR_OVERFLOW);   /* wraps to 2^31 */
}
END_TEST

START_TEST(numel_refusals)
{
    const int64_t ones[9] = {1, 1, 1, 1, 1, 1, 1, 1, 1};
    int64_t numel = UNSET;
    expect_no_numel(9, ones, TL_ERR_RANK);
    expect_no_numel(-1, ones, TL_ERR_RANK);
    expect_no_numel(INT_MIN, ones, TL_ERR_RANK);
    expect_no_numel(1, L(-1), TL_ERR_SHAPE);
    expect_no_numel(2, L(-2, -3), TL_ERR_SHAPE);
    expect_no_numel(2, L(0, -1), TL_ERR_SHAPE);
    expect_no_numel(2, L(3, INT64_MIN), TL_ERR_SHAPE);
    expect_no_numel(1, NULL, TL_ERR_NULL);
    EXPECT_STATUS(tl_numel(1, L(3), NULL), TL_ERR_NULL, "tl_numel([3]) with numel NULL");
    EXPECT_INT(numel, UNSET, "tl_numel([3]) with numel NULL");
}
END_TEST

/* ---- 1.2, 1.3  Row-major and column-major strides ---- */

typedef tl_status strides_function(int ndim, const int64_t shape[], int64_t strides[]);

static void expect_strides(strides_function *f, int ndim, const int64_t shape[], const int64_t want[])
{
    int64_t *strides = blank(ndim);
    EXPECT_OK(f(ndim, shape, strides), "strides of %s", list(ndim, shape));
    EXPECT_LIST(ndim, strides, want, "strides of %s", list(ndim, shape));
}

static void expect_no_strides(strides_function *f, int ndim, const int64_t shape[], tl_status want)
{
    int64_t *strides = blank(TL_MAX_NDIM);
    EXPECT_STATUS(f(ndim, shape, strides), want, "strides, rank %d", ndim);
    EXPECT_LIST(TL_MAX_NDIM, strides, unset, "strides, rank %d: the result on failure", ndim);
}

static const int first_axis_first[] = {0, 1, 2, 3};
static const int last_axis_first[][4] = {{0}, {0}, {1, 0}, {2, 1, 0}, {3, 2, 1, 0}}; /* by rank */

static void row_case(int64_t number)
{
    int64_t shape[4], want[4];
    int ndim = shape_number(number, shape);
    oracle_strides(ndim, shape, last_axis_first[ndim], want);
    expect_strides(tl_row_major_strides, ndim, shape, want);
}
static void col_case(int64_t number)
{
    int64_t shape[4], want[4];
    int ndim = shape_number(number, shape);
    oracle_strides(ndim, shape, first_axis_first, want);
    expect_strides(tl_col_major_strides, ndim, shape, want);
}
START_TEST(row_small)
{
    sweep(SHAPES, row_case);
}
END_TEST
START_TEST(col_small)
{
    sweep(SHAPES, col_case);
}
END_TEST

START_TEST(row_examples)
{
    expect_strides(tl_row_major_strides, 2, L(3, 4), L(4, 1));
    expect_strides(tl_row_major_strides, 3, L(2, 3, 4), L(12, 4, 1));
    expect_strides(tl_row_major_strides, 2, L(5, 2), L(2, 1));
    expect_strides(tl_row_major_strides, 2, L(5, 6), L(6, 1));
    expect_strides(tl_row_major_strides, 3, L(4, 2, 5), L(10, 5, 1));
    expect_strides(tl_row_major_strides, 1, L(9), L(1));
    expect_strides(tl_row_major_strides, 0, NULL, NULL);
    expect_strides(tl_row_major_strides, 8, L(9, 2, 2, 2, 2, 2, 2, 3), L(192, 96, 48, 24, 12, 6, 3, 1));
}
END_TEST
START_TEST(col_examples)
{
    expect_strides(tl_col_major_strides, 2, L(3, 4), L(1, 3));
    expect_strides(tl_col_major_strides, 3, L(2, 3, 4), L(1, 2, 6));
    expect_strides(tl_col_major_strides, 2, L(5, 2), L(1, 5));
    expect_strides(tl_col_major_strides, 2, L(5, 7), L(1, 5));
    expect_strides(tl_col_major_strides, 3, L(4, 2, 5), L(1, 4, 8));
    expect_strides(tl_col_major_strides, 1, L(9), L(1));
    expect_strides(tl_col_major_strides, 0, NULL, NULL);
    expect_strides(tl_col_major_strides, 8, L(3, 2, 2, 2, 2, 2, 2, 9), L(1, 3, 6, 12, 24, 48, 96, 192));
}
END_TEST

START_TEST(row_zero)
{
    expect_strides(tl_row_major_strides, 3, L(2, 0, 3), L(3, 3, 1));
    expect_strides(tl_row_major_strides, 4, L(2, 3, 0, 0), L(3, 1, 1, 1));
    expect_strides(tl_row_major_strides, 1, L(0), L(1));
}
END_TEST
START_TEST(col_zero)
{
    expect_strides(tl_col_major_strides, 3, L(2, 0, 3), L(1, 2, 2));
    expect_strides(tl_col_major_strides, 4, L(0, 0, 3, 2), L(1, 1, 1, 3));
    expect_strides(tl_col_major_strides, 1, L(0), L(1));
}
END_TEST

/* The size of the outermost axis is in no stride, so it may be as large as it likes. */
START_TEST(row_largest)
{
    expect_strides(tl_row_major_strides, 2, L(1, INT64_MAX), L(INT64_MAX, 1));
    expect_strides(tl_row_major_strides, 2, L(INT64_MAX, 1), L(1, 1));
    expect_strides(tl_row_major_strides, 3, L(INT64_MAX, 2, 0), L(2, 1, 1));
    expect_strides(tl_row_major_strides, 3, L(TWO_TO(62), 0, 4), L(4, 4, 1));
    expect_strides(tl_row_major_strides, 2, L(0, INT64_MAX), L(INT64_MAX, 1));
}
END_TEST
START_TEST(col_largest)
{
    expect_strides(tl_col_major_strides, 2, L(INT64_MAX, 1), L(1, INT64_MAX));
    expect_strides(tl_col_major_strides, 2, L(1, INT64_MAX), L(1, 1));
    expect_strides(tl_col_major_strides, 3, L(0, 2, INT64_MAX), L(1, 1, 2));
    expect_strides(tl_col_major_strides, 3, L(4, 0, TWO_TO(62)), L(1, 4, 4));
    expect_strides(tl_col_major_strides, 2, L(INT64_MAX, 0), L(1, INT64_MAX));
}
END_TEST

static void strides_overflow(strides_function *f)
{
    expect_no_strides(f, 2, L(TWO_TO(62), 2), TL_ERR_OVERFLOW); /* the elements: 2^63 */
    expect_no_strides(f, 2, L(2, TWO_TO(62)), TL_ERR_OVERFLOW);
    expect_no_strides(f, 3, L(2, INT64_MAX, 2), TL_ERR_OVERFLOW);
    expect_no_strides(f, 3, L(TWO_TO(32), TWO_TO(32), TWO_TO(32)), TL_ERR_OVERFLOW);
    expect_no_strides(f, 4, L(0, TWO_TO(62), 2, 0), TL_ERR_OVERFLOW); /* no elements, but an outer stride of 2^63 */
    expect_no_strides(f, 4, L(0, TWO_TO(32), TWO_TO(32), 0), TL_ERR_OVERFLOW);
}
static void strides_refusals(strides_function *f)
{
    const int64_t ones[9] = {1, 1, 1, 1, 1, 1, 1, 1, 1};
    expect_no_strides(f, 9, ones, TL_ERR_RANK);
    expect_no_strides(f, -1, ones, TL_ERR_RANK);
    expect_no_strides(f, 2, L(2, -1), TL_ERR_SHAPE);
    expect_no_strides(f, 2, L(-2, 2), TL_ERR_SHAPE);
    expect_no_strides(f, 2, NULL, TL_ERR_NULL);
    EXPECT_STATUS(f(2, L(2, 3), NULL), TL_ERR_NULL, "strides of [2, 3], strides NULL");
}
START_TEST(row_overflow)
{
    strides_overflow(tl_row_major_strides);
}
END_TEST
START_TEST(col_overflow)
{
    strides_overflow(tl_col_major_strides);
}
END_TEST
START_TEST(row_refusals)
{
    strides_refusals(tl_row_major_strides);
}
END_TEST
START_TEST(col_refusals)
{
    strides_refusals(tl_col_major_strides);
}
END_TEST

/* ---- 1.4  A layout that fits its storage ---- */

static void expect_dense(int ndim, const int64_t shape[], tl_order order, const int64_t strides[])
{
    tl_layout layout = unset_layout(), want = layout_of(ndim, shape, strides, 0);
    const char *way = order == TL_ROW_MAJOR ? "row" : "col";
    EXPECT_OK(tl_layout_dense(ndim, shape, order, &layout), "tl_layout_dense(%s, %s)", list(ndim, shape), way);
    EXPECT_LAYOUT(layout, want, "tl_layout_dense(%s, %s)", list(ndim, shape), way);
}

static void expect_no_dense(int ndim, const int64_t shape[], tl_order order, tl_status want)
{
    tl_layout layout = unset_layout();
    EXPECT_STATUS(tl_layout_dense(ndim, shape, order, &layout), want, "tl_layout_dense, rank %d, order %d", ndim, (int)order);
    EXPECT_UNSET_LAYOUT(layout, "tl_layout_dense, rank %d, order %d: the result on failure", ndim, (int)order);
}

START_TEST(dense_examples)
{
    expect_dense(2, L(3, 4), TL_ROW_MAJOR, L(4, 1));
    expect_dense(2, L(3, 4), TL_COL_MAJOR, L(1, 3));
    expect_dense(3, L(4, 2, 5), TL_ROW_MAJOR, L(10, 5, 1));
    expect_dense(3, L(4, 2, 5), TL_COL_MAJOR, L(1, 4, 8));
    expect_dense(3, L(2, 0, 3), TL_ROW_MAJOR, L(3, 3, 1));
    expect_dense(3, L(2, 0, 3), TL_COL_MAJOR, L(1, 2, 2));
    expect_dense(0, NULL, TL_ROW_MAJOR, NULL);
    expect_dense(0, NULL, TL_COL_MAJOR, NULL);
    expect_dense(8, L(2, 1, 1, 1, 1, 1, 1, 3), TL_ROW_MAJOR, L(3, 3, 3, 3, 3, 3, 3, 1));
}
END_TEST

static void dense_case(int64_t number)
{
    int64_t shape[4], want[4];
    int ndim = shape_number(number, shape);
    oracle_strides(ndim, shape, last_axis_first[ndim], want);
    expect_dense(ndim, shape, TL_ROW_MAJOR, want);
    oracle_strides(ndim, shape, first_axis_first, want);
    expect_dense(ndim, shape, TL_COL_MAJOR, want);
}
START_TEST(dense_small)
{
    sweep(SHAPES, dense_case);
}
END_TEST

START_TEST(dense_order)
{
    expect_no_dense(2, L(3, 4), (tl_order)2, TL_ERR_ORDER);
    expect_no_dense(2, L(3, 4), (tl_order)77, TL_ERR_ORDER);
    expect_no_dense(2, L(3, 4), (tl_order)-1, TL_ERR_ORDER);
}
END_TEST

START_TEST(dense_refusals)
{
    const int64_t ones[9] = {1, 1, 1, 1, 1, 1, 1, 1, 1};
    expect_no_dense(9, ones, TL_ROW_MAJOR, TL_ERR_RANK);
    expect_no_dense(-1, ones, TL_COL_MAJOR, TL_ERR_RANK);
    expect_no_dense(2, L(2, -3), TL_ROW_MAJOR, TL_ERR_SHAPE);
    expect_no_dense(2, L(TWO_TO(62), 2), TL_ROW_MAJOR, TL_ERR_OVERFLOW);
    expect_no_dense(2, L(2, TWO_TO(62)), TL_COL_MAJOR, TL_ERR_OVERFLOW);
    expect_no_dense(1, NULL, TL_ROW_MAJOR, TL_ERR_NULL);
    EXPECT_STATUS(tl_layout_dense(1, L(3), TL_ROW_MAJOR, NULL), TL_ERR_NULL, "tl_layout_dense([3], row), layout NULL");
}
END_TEST

static void expect_strided(int ndim, const int64_t shape[], const int64_t strides[], int64_t offset, int64_t storage)
{
    tl_layout layout = unset_layout(), want = layout_of(ndim, shape, strides, offset);
    EXPECT_OK(tl_layout_strided(ndim, shape, strides, offset, storage, &layout), "tl_layout_strided(%s, storage %" PRId64 ")",
              layout_text(&want), storage);
    EXPECT_LAYOUT(layout, want, "tl_layout_strided(%s, storage %" PRId64 ")", layout_text(&want), storage);
}

static void expect_no_strided(int ndim, const int64_t shape[], const int64_t strides[], int64_t offset, int64_t storage,
                              tl_status one, tl_status other)
{
    tl_layout layout = unset_layout();
    EXPECT_EITHER(tl_layout_strided(ndim, shape, strides, offset, storage, &layout), one, other,
                  "tl_layout_strided, rank %d, offset %" PRId64 ", storage %" PRId64, ndim, offset, storage);
    EXPECT_UNSET_LAYOUT(layout, "tl_layout_strided, rank %d, offset %" PRId64 ", storage %" PRId64 ": the result on failure",
                        ndim, offset, storage);
}
#define EXPECT_OUTSIDE(ndim, shape, strides, offset, storage) \
    expect_no_strided(ndim, shape, strides, offset, storage, TL_ERR_BOUNDS, TL_ERR_BOUNDS)

START_TEST(strided_padded)
{
    /* the last index [2,3] lies at 2 * 10 + 3 = 23 */
    expect_strided(2, L(3, 4), L(10, 1), 0, 24);
    EXPECT_OUTSIDE(2, L(3, 4), L(10, 1), 0, 23);
    EXPECT_OUTSIDE(2, L(3, 4), L(10, 1), 0, 12);
    EXPECT_OUTSIDE(2, L(3, 4), L(10, 1), 1, 24);
    expect_strided(2, L(3, 4), L(10, 1), 6, 30);
    /* a longer column stride: [1,2] at 1 + 6 = 7 */
    expect_strided(2, L(2, 3), L(1, 3), 0, 8);
    EXPECT_OUTSIDE(2, L(2, 3), L(1, 3), 0, 7);
}
END_TEST

START_TEST(strided_negative)
{
    expect_strided(1, L(5), L(-1), 4, 5);
    EXPECT_OUTSIDE(1, L(5), L(-1), 3, 5);  /* the last index at -1 */
    EXPECT_OUTSIDE(1, L(5), L(-1), 5, 5);  /* the first at 5 */
    expect_strided(2, L(2, 3), L(-1, 2), 1, 6);
    EXPECT_OUTSIDE(2, L(2, 3), L(-1, 2), 0, 6); /* reaches -1 to 4 */
    EXPECT_OUTSIDE(2, L(2, 3), L(-1, 2), 1, 5);
    expect_strided(2, L(2, 3), L(1, -2), 4, 6);
    EXPECT_OUTSIDE(1, L(1), L(1), -1, 6);
}
END_TEST

START_TEST(strided_zero_stride)
{
    expect_strided(1, L(4), L(0), 2, 3);
    EXPECT_OUTSIDE(1, L(4), L(0), 3, 3);
    expect_strided(2, L(1000000, 3), L(0, 1), 0, 3);
    expect_strided(2, L(2, 3), L(2, 1), 0, 5); /* [0,2] and [1,0] share element 2 */
    expect_strided(0, NULL, NULL, 7, 8);
    EXPECT_OUTSIDE(0, NULL, NULL, 8, 8);
    EXPECT_OUTSIDE(0, NULL, NULL, 0, 0);
    EXPECT_OUTSIDE(1, L(3), L(1), 0, -1);
}
END_TEST

START_TEST(strided_empty)
{
    expect_strided(2, L(0, 3), L(3, 1), 0, 0);
    expect_strided(2, L(3, 0), L(100, 100), 0, 5);
    expect_strided(2, L(3, 0), L(-100, -100), 5, 5);
    expect_strided(2, L(0, 3), L(INT64_MAX, INT64_MAX), 2, 5);
    expect_strided(3, L(INT64_MAX, 3, 0), L(INT64_MAX, INT64_MIN, 1), 2, 5);
    EXPECT_OUTSIDE(2, L(0, 3), L(3, 1), 6, 5);
    EXPECT_OUTSIDE(2, L(0, 3), L(3, 1), -1, 5);
    EXPECT_OUTSIDE(2, L(0, 3), L(3, 1), 1, 0);
}
END_TEST

/* A size of 1 never steps. */
START_TEST(strided_size_one)
{
    expect_strided(2, L(1, 3), L(99, 1), 0, 3);
    expect_strided(2, L(3, 1), L(1, INT64_MAX), 0, 3);
    expect_strided(2, L(3, 1), L(1, INT64_MIN), 0, 3);
    expect_strided(8, L(1, 1, 1, 1, 1, 1, 1, 2), L(-5, -5, -5, -5, -5, -5, -5, -5), 5, 6);
}
END_TEST

START_TEST(strided_largest)
{
    expect_strided(1, L(INT64_MAX), L(1), 0, INT64_MAX);
    expect_strided(2, L(2, 2), L(TWO_TO(62), 1), 0, INT64_MAX);
    EXPECT_OUTSIDE(1, L(INT64_MAX), L(1), 0, INT64_MAX - 1);
    /* what does not fit in int64_t is outside the storage as well: either is right */
    expect_no_strided(2, L(2, 2), L(INT64_MAX, INT64_MAX), 0, INT64_MAX, TL_ERR_OVERFLOW, TL_ERR_BOUNDS); /* wraps to -2 */
    expect_no_strided(1, L(5), L(TWO_TO(62)), 0, INT64_MAX, TL_ERR_OVERFLOW, TL_ERR_BOUNDS);              /* wraps to 0 */
    expect_no_strided(1, L(5), L(-TWO_TO(62)), 0, INT64_MAX, TL_ERR_OVERFLOW, TL_ERR_BOUNDS);
    expect_no_strided(2, L(TWO_TO(32), TWO_TO(32)), L(0, 0), 0, 1, TL_ERR_OVERFLOW, TL_ERR_OVERFLOW);
}
END_TEST

START_TEST(strided_refusals)
{
    const int64_t ones[9] = {1, 1, 1, 1, 1, 1, 1, 1, 1};
    expect_no_strided(9, ones, ones, 0, 100, TL_ERR_RANK, TL_ERR_RANK);
    expect_no_strided(-1, ones, ones, 0, 100, TL_ERR_RANK, TL_ERR_RANK);
    expect_no_strided(2, L(2, -1), L(1, 1), 50, 100, TL_ERR_SHAPE, TL_ERR_SHAPE);
    expect_no_strided(2, NULL, ones, 0, 100, TL_ERR_NULL, TL_ERR_NULL);
    expect_no_strided(2, ones, NULL, 0, 100, TL_ERR_NULL, TL_ERR_NULL);
    EXPECT_STATUS(tl_layout_strided(1, ones, ones, 0, 100, NULL), TL_ERR_NULL, "tl_layout_strided, layout NULL");
}
END_TEST

/* The padded layouts, in storage that just holds them; in one element less; and moved down so that they start at -1. */
static void strided_case(int64_t number)
{
    static oracle all;
    tl_layout layout = nested_number(2 * number + 1);
    oracle_walk(&all, &layout);
    int64_t storage = all.count > 0 ? all.highest + 1 : layout.offset;
    expect_strided(layout.ndim, layout.shape, layout.strides, layout.offset, storage);
    EXPECT_OUTSIDE(layout.ndim, layout.shape, layout.strides, layout.offset, storage - 1);
    EXPECT_OUTSIDE(layout.ndim, layout.shape, layout.strides, layout.offset - all.lowest - 1, 1000);
}
START_TEST(strided_small)
{
    sweep(NESTED_3 / 2, strided_case);
}
END_TEST

/* ---- 1.5  How far a layout reaches ---- */

static void expect_range(tl_layout layout, int64_t lowest, int64_t highest)
{
    int64_t low = UNSET, high = UNSET;
    EXPECT_OK(tl_offset_range(&layout, &low, &high), "tl_offset_range(%s)", layout_text(&layout));
    EXPECT_INT(low, lowest, "tl_offset_range(%s): lowest", layout_text(&layout));
    EXPECT_INT(high, highest, "tl_offset_range(%s): highest", layout_text(&layout));
}

static void expect_no_range(tl_layout layout, tl_status want)
{
    int64_t low = UNSET, high = UNSET;
    EXPECT_STATUS(tl_offset_range(&layout, &low, &high), want, "tl_offset_range, rank %d", layout.ndim);
    EXPECT_INT(low, UNSET, "tl_offset_range, rank %d: lowest on failure", layout.ndim);
    EXPECT_INT(high, UNSET, "tl_offset_range, rank %d: highest on failure", layout.ndim);
}

START_TEST(range_examples)
{
    expect_range(layout_of(3, L(2, 3, 4), L(12, 4, 1), 0), 0, 23);
    expect_range(layout_of(3, L(2, 3, 4), L(1, 2, 6), 0), 0, 23);
    expect_range(layout_of(2, L(3, 4), L(10, 1), 0), 0, 23);
    expect_range(layout_of(2, L(2, 3), L(1, 3), 0), 0, 7); /* 1 + 6; not 2 * 1 or 3 * 3 */
    expect_range(layout_of(1, L(5), L(-1), 4), 0, 4);
    expect_range(layout_of(2, L(2, 3), L(-1, 2), 0), -1, 4);
    expect_range(layout_of(2, L(3, 4), L(-4, -1), 11), 0, 11);
    expect_range(layout_of(2, L(3, 4), L(0, 1), 2), 2, 5);
    expect_range(layout_of(0, NULL, NULL, 7), 7, 7);
    expect_range(layout_of(2, L(1, 3), L(50, -2), 4), 0, 4);
    expect_range(layout_of(2, L(3, 1), L(1, INT64_MIN), 0), 0, 2);
    expect_range(layout_of(8, L(2, 2, 2, 2, 2, 2, 2, 2), L(128, -64, 32, -16, 8, -4, 2, -1), 0), -85, 170);
}
END_TEST

START_TEST(range_empty)
{
    expect_range(layout_of(1, L(0), L(1), 0), 0, -1);
    expect_range(layout_of(2, L(0, 3), L(3, 1), 5), 5, 4);
    expect_range(layout_of(2, L(3, 0), L(-7, 9), 5), 5, 4);
    expect_range(layout_of(2, L(9, 0), L(INT64_MAX, INT64_MAX), 5), 5, 4);
    expect_range(layout_of(2, L(INT64_MAX, 0), L(INT64_MIN, 1), -5), -5, -6);
    expect_no_range(layout_of(1, L(0), L(1), INT64_MIN), TL_ERR_OVERFLOW); /* one less than the lowest number */
}
END_TEST

START_TEST(range_largest)
{
    expect_range(layout_of(1, L(INT64_MAX), L(1), 0), 0, INT64_MAX - 1);
    expect_range(layout_of(1, L(2), L(INT64_MAX), 0), 0, INT64_MAX);
    expect_range(layout_of(1, L(2), L(INT64_MIN), 0), INT64_MIN, 0);
    expect_range(layout_of(1, L(2), L(INT64_MIN), INT64_MAX), -1, INT64_MAX);
    expect_range(layout_of(2, L(2, 2), L(INT64_MAX, INT64_MIN), 0), INT64_MIN, INT64_MAX);
    expect_range(layout_of(2, L(3, 2), L(TWO_TO(61), -TWO_TO(62)), 0), -TWO_TO(62), TWO_TO(62));
    expect_range(layout_of(2, L(TWO_TO(32), TWO_TO(32)), L(0, 0), 5), 5, 5); /* 2^64 indices of one element */
    expect_range(layout_of(3, L(INT64_MAX, 2, 4), L(0, 0, 1), 0), 0, 3);
    expect_no_range(layout_of(1, L(2), L(1), INT64_MAX), TL_ERR_OVERFLOW);
    expect_no_range(layout_of(1, L(2), L(-1), INT64_MIN), TL_ERR_OVERFLOW);
    expect_no_range(layout_of(1, L(3), L(INT64_MAX), 0), TL_ERR_OVERFLOW);
    expect_no_range(layout_of(1, L(5), L(TWO_TO(62)), 0), TL_ERR_OVERFLOW);
    expect_no_range(layout_of(1, L(5), L(-TWO_TO(62)), 0), TL_ERR_OVERFLOW);
    expect_no_range(layout_of(2, L(2, 2), L(INT64_MAX, INT64_MAX), 0), TL_ERR_OVERFLOW);
}
END_TEST

START_TEST(range_refusals)
{
    tl_layout good = layout_of(1, L(3), L(1), 0);
    int64_t low = UNSET, high = UNSET;
    expect_no_range(bad_rank(9), TL_ERR_RANK);
    expect_no_range(bad_rank(-1), TL_ERR_RANK);
    expect_no_range(negative_size(), TL_ERR_SHAPE);
    EXPECT_STATUS(tl_offset_range(NULL, &low, &high), TL_ERR_NULL, "tl_offset_range, layout NULL");
    EXPECT_STATUS(tl_offset_range(&good, NULL, &high), TL_ERR_NULL, "tl_offset_range, lowest NULL");
    EXPECT_STATUS(tl_offset_range(&good, &low, NULL), TL_ERR_NULL, "tl_offset_range, highest NULL");
    EXPECT_INT(low, UNSET, "tl_offset_range with a NULL: lowest");
    EXPECT_INT(high, UNSET, "tl_offset_range with a NULL: highest");
}
END_TEST

static void range_of(tl_layout layout)
{
    static oracle all;
    oracle_walk(&all, &layout);
    expect_range(layout, all.count > 0 ? all.lowest : layout.offset, all.count > 0 ? all.highest : layout.offset - 1);
}
static void range_nested_case(int64_t number)
{
    range_of(nested_number(number));
}
static void range_loose_case(int64_t number)
{
    range_of(loose_number(number));
}
START_TEST(range_nested)
{
    sweep(NESTED, range_nested_case);
}
END_TEST
START_TEST(range_loose)
{
    sweep(LOOSE, range_loose_case);
}
END_TEST

static void expect_bytes(tl_layout layout, tl_dtype dtype, int64_t want)
{
    int64_t bytes = UNSET;
    EXPECT_OK(tl_storage_bytes(&layout, dtype, &bytes), "tl_storage_bytes(%s, %s)", layout_text(&layout),
              tl_dtype_describe(dtype).name);
    EXPECT_INT(bytes, want, "tl_storage_bytes(%s, %s)", layout_text(&layout), tl_dtype_describe(dtype).name);
}

static void expect_no_bytes(tl_layout layout, tl_dtype dtype, tl_status want)
{
    int64_t bytes = UNSET;
    EXPECT_STATUS(tl_storage_bytes(&layout, dtype, &bytes), want,
                  "tl_storage_bytes, rank %d, dtype %d", layout.ndim, (int)dtype);
    EXPECT_INT(bytes, UNSET, "tl_storage_bytes, rank %d, dtype %d: the result on failure", layout.ndim, (int)dtype);
}

START_TEST(bytes_examples)
{
    tl_layout padded = layout_of(2, L(3, 4), L(10, 1), 0); /* 24 elements */
    expect_bytes(layout_of(3, L(2, 3, 4), L(12, 4, 1), 0), TL_F32, 96);
    expect_bytes(padded, TL_BOOL, 24);
    expect_bytes(padded, TL_U8, 24);
    expect_bytes(padded, TL_I32, 96);
    expect_bytes(padded, TL_I64, 192);
    expect_bytes(padded, TL_F32, 96);
    expect_bytes(padded, TL_F64, 192);
    expect_bytes(layout_of(1, L(5), L(-1), 4), TL_I32, 20);
    expect_bytes(layout_of(1, L(5), L(-1), 9), TL_I32, 40); /* elements 5 to 9: the storage starts at 0 all the same */
    expect_bytes(layout_of(0, NULL, NULL, 3), TL_F64, 32);
    expect_bytes(layout_of(2, L(2, 3), L(1, 3), 0), TL_U8, 8);
}
END_TEST

START_TEST(bytes_empty)
{
    expect_bytes(layout_of(2, L(0, 15), L(16, 1), 0), TL_F32, 0);
    expect_bytes(layout_of(2, L(15, 0), L(16, 1), 0), TL_F32, 0);
    expect_bytes(layout_of(2, L(3, 0), L(100, 1), 5), TL_F64, 0);
    expect_bytes(layout_of(2, L(3, 0), L(-100, 1), -5), TL_F64, 0); /* no index lies below element 0 */
}
END_TEST

START_TEST(bytes_largest)
{
    expect_bytes(layout_of(0, NULL, NULL, INT64_MAX - 1), TL_BOOL, INT64_MAX);
    expect_bytes(layout_of(0, NULL, NULL, TWO_TO(61) - 2), TL_F32, 4 * (TWO_TO(61) - 1));
    expect_bytes(layout_of(2, L(TWO_TO(32), TWO_TO(32)), L(0, 0), 5), TL_F64, 48);
    expect_no_bytes(layout_of(0, NULL, NULL, INT64_MAX), TL_BOOL, TL_ERR_OVERFLOW);
    expect_no_bytes(layout_of(0, NULL, NULL, TWO_TO(61) - 1), TL_F32, TL_ERR_OVERFLOW); /* 2^63 */
    expect_no_bytes(layout_of(1, L(2), L(TWO_TO(61)), 0), TL_F64, TL_ERR_OVERFLOW);     /* 2^64 + 8 wraps to 8 */
    expect_no_bytes(layout_of(1, L(5), L(TWO_TO(62)), 0), TL_U8, TL_ERR_OVERFLOW);
}
END_TEST

START_TEST(bytes_refusals)
{
    tl_layout good = layout_of(1, L(3), L(1), 0);
    int64_t bytes = UNSET;
    expect_no_bytes(layout_of(2, L(2, 3), L(-1, 2), 0), TL_F32, TL_ERR_BOUNDS);
    expect_no_bytes(layout_of(1, L(5), L(-1), 3), TL_F32, TL_ERR_BOUNDS);
    expect_no_bytes(good, TL_DTYPE_COUNT, TL_ERR_DTYPE);
    expect_no_bytes(good, (tl_dtype)-1, TL_ERR_DTYPE);
    expect_no_bytes(bad_rank(9), TL_F32, TL_ERR_RANK);
    expect_no_bytes(bad_rank(-1), TL_F32, TL_ERR_RANK);
    expect_no_bytes(negative_size(), TL_F32, TL_ERR_SHAPE);
    EXPECT_STATUS(tl_storage_bytes(NULL, TL_F32, &bytes), TL_ERR_NULL, "tl_storage_bytes, layout NULL");
    EXPECT_STATUS(tl_storage_bytes(&good, TL_F32, NULL), TL_ERR_NULL, "tl_storage_bytes, bytes NULL");
    EXPECT_INT(bytes, UNSET, "tl_storage_bytes with a NULL");
}
END_TEST

static void bytes_case(int64_t number)
{
    static oracle all;
    tl_layout layout = nested_number(number);
    oracle_walk(&all, &layout);
    tl_dtype dtype = (tl_dtype)(number % TL_DTYPE_COUNT);
    expect_bytes(layout, dtype, all.count > 0 ? (all.highest + 1) * tl_dtype_describe(dtype).itemsize : 0);
}
START_TEST(bytes_small)
{
    sweep(NESTED_3, bytes_case);
}
END_TEST

/* ---- 1.6  From an index to an offset ---- */

static void expect_offset(const tl_layout *layout, const int64_t index[], int64_t want)
{
    int64_t offset = UNSET;
    EXPECT_OK(tl_index_to_offset(layout, layout->ndim, index, &offset), "tl_index_to_offset(%s; %s)", layout_text(layout),
              list(layout->ndim, index));
    EXPECT_INT(offset, want, "tl_index_to_offset(%s; %s)", layout_text(layout), list(layout->ndim, index));
}

static void expect_no_offset(const tl_layout *layout, int ndim, const int64_t index[], tl_status want)
{
    int64_t offset = UNSET;
    EXPECT_STATUS(tl_index_to_offset(layout, ndim, index, &offset), want, "tl_index_to_offset, %d numbers", ndim);
    EXPECT_INT(offset, UNSET, "tl_index_to_offset, %d numbers: the result on failure", ndim);
}

START_TEST(offset_examples)
{
    tl_layout row = layout_of(3, L(2, 3, 4), L(12, 4, 1), 0), col = layout_of(3, L(2, 3, 4), L(1, 2, 6), 0);
    tl_layout matrix = layout_of(2, L(3, 4), L(4, 1), 0), turned = layout_of(2, L(3, 4), L(1, 3), 0);
    expect_offset(&row, L(1, 1, 2), 18);
    expect_offset(&col, L(1, 1, 2), 15);
    expect_offset(&row, L(0, 0, 1), 1);
    expect_offset(&col, L(0, 0, 1), 6);
    expect_offset(&row, L(1, 0, 0), 12);
    expect_offset(&col, L(1, 0, 0), 1);
    expect_offset(&row, L(1, 2, 3), 23);
    expect_offset(&col, L(1, 2, 3), 23);
    expect_offset(&matrix, L(0, 0), 0);
    expect_offset(&matrix, L(1, 2), 6);
    expect_offset(&matrix, L(2, 3), 11);
    expect_offset(&turned, L(1, 2), 7);
}
END_TEST

START_TEST(offset_other)
{
    tl_layout padded = layout_of(2, L(3, 4), L(10, 1), 0), backwards = layout_of(1, L(5), L(-1), 4);
    tl_layout below = layout_of(1, L(2), L(-5), 0), still = layout_of(2, L(3, 4), L(0, 0), 9);
    tl_layout point = layout_of(0, NULL, NULL, 7);
    tl_layout wide = layout_of(8, L(2, 2, 2, 2, 2, 2, 2, 2), L(1, 2, 4, 8, 16, 32, 64, 128), 3);
    expect_offset(&padded, L(2, 3), 23);
    expect_offset(&backwards, L(0), 4);
    expect_offset(&backwards, L(4), 0);
    expect_offset(&below, L(1), -5);
    expect_offset(&still, L(2, 3), 9);
    expect_offset(&point, NULL, 7);
    expect_offset(&wide, L(1, 1, 1, 1, 1, 1, 1, 1), 258);
}
END_TEST

/* Every index of the padded layouts: there no two sequences or signs give the same offsets. */
static void offset_case(int64_t number)
{
    static oracle all;
    tl_layout layout = nested_number(2 * number + 1);
    oracle_walk(&all, &layout);
    for (int64_t n = 0; n < all.count; n++)
        expect_offset(&layout, all.index[n], all.offset[n]);
}
START_TEST(offset_small)
{
    sweep(NESTED_3 / 2, offset_case);
}
END_TEST

START_TEST(offset_rank)
{
    tl_layout point = layout_of(0, NULL, NULL, 0), matrix = layout_of(2, L(3, 4), L(4, 1), 0);
    expect_no_offset(&matrix, 1, L(1), TL_ERR_RANK);
    expect_no_offset(&matrix, 3, L(1, 1, 0), TL_ERR_RANK);
    expect_no_offset(&matrix, 0, NULL, TL_ERR_RANK);
    expect_no_offset(&matrix, -1, L(0, 0), TL_ERR_RANK);
    expect_no_offset(&point, 1, L(0), TL_ERR_RANK);
}
END_TEST

START_TEST(offset_index)
{
    tl_layout matrix = layout_of(2, L(3, 4), L(4, 1), 0), empty = layout_of(2, L(2, 0), L(1, 1), 0);
    tl_layout still = layout_of(1, L(3), L(0), 0), one = layout_of(1, L(1), L(1), 0);
    expect_no_offset(&matrix, 2, L(3, 0), TL_ERR_INDEX);
    expect_no_offset(&matrix, 2, L(0, 4), TL_ERR_INDEX); /* lies at 4, where [1,0] lies: still outside */
    expect_no_offset(&matrix, 2, L(-1, 0), TL_ERR_INDEX);
    expect_no_offset(&matrix, 2, L(1, -1), TL_ERR_INDEX);
    expect_no_offset(&matrix, 2, L(INT64_MAX, 0), TL_ERR_INDEX);
    expect_no_offset(&matrix, 2, L(0, INT64_MIN), TL_ERR_INDEX);
    expect_no_offset(&empty, 2, L(0, 0), TL_ERR_INDEX);
    expect_no_offset(&still, 1, L(3), TL_ERR_INDEX);
    expect_no_offset(&still, 1, L(-1), TL_ERR_INDEX);
    expect_no_offset(&one, 1, L(1), TL_ERR_INDEX);
}
END_TEST

START_TEST(offset_largest)
{
    tl_layout far = layout_of(1, L(2), L(INT64_MAX), 0), apart = layout_of(2, L(2, 2), L(INT64_MAX, -INT64_MAX), 0);
    tl_layout down = layout_of(1, L(2), L(INT64_MIN), 0), one = layout_of(1, L(1), L(INT64_MIN), INT64_MAX);
    tl_layout twice = layout_of(2, L(2, 2), L(INT64_MAX, INT64_MAX), 0), edge = layout_of(1, L(2), L(1), INT64_MAX);
    tl_layout still = layout_of(2, L(TWO_TO(32), TWO_TO(32)), L(0, 0), 5);
    tl_layout wraps = layout_of(1, L(5), L(TWO_TO(62)), 0), steps = layout_of(1, L(TWO_TO(40)), L(TWO_TO(24)), 0);
    expect_offset(&still, L(TWO_TO(31), TWO_TO(32) - 1), 5);
    expect_offset(&far, L(1), INT64_MAX);
    expect_offset(&apart, L(1, 1), 0);
    expect_offset(&down, L(1), INT64_MIN);
    expect_offset(&one, L(0), INT64_MAX);
    expect_offset(&twice, L(1, 0), INT64_MAX);
    expect_no_offset(&twice, 2, L(1, 1), TL_ERR_OVERFLOW);
    expect_offset(&edge, L(0), INT64_MAX);
    expect_no_offset(&edge, 1, L(1), TL_ERR_OVERFLOW);
    expect_no_offset(&wraps, 1, L(4), TL_ERR_OVERFLOW);
    expect_offset(&steps, L(TWO_TO(38)), TWO_TO(62));
    expect_no_offset(&steps, 1, L(TWO_TO(39)), TL_ERR_OVERFLOW);
}
END_TEST

START_TEST(offset_refusals)
{
    tl_layout nine = bad_rank(9), minus = bad_rank(-1), negative = negative_size(), good = layout_of(1, L(3), L(1), 0);
    expect_no_offset(&nine, 9, L(0, 0, 0, 0, 0, 0, 0, 0, 0), TL_ERR_RANK);
    expect_no_offset(&minus, -1, L(0), TL_ERR_RANK);
    expect_no_offset(NULL, 1, L(0), TL_ERR_NULL);
    expect_no_offset(&good, 1, NULL, TL_ERR_NULL);
    EXPECT_STATUS(tl_index_to_offset(&good, 1, L(0), NULL), TL_ERR_NULL, "tl_index_to_offset, offset NULL");
    /* an index cannot be within a negative size either */
    int64_t offset = UNSET;
    EXPECT_EITHER(tl_index_to_offset(&negative, 2, L(0, 0), &offset), TL_ERR_SHAPE, TL_ERR_INDEX,
                  "tl_index_to_offset of a layout with a negative size");
    EXPECT_INT(offset, UNSET, "tl_index_to_offset of a layout with a negative size: the result on failure");
}
END_TEST

/* ---- 1.7  From an offset to an index ---- */

static void expect_overlap(const tl_layout *layout, bool want)
{
    bool overlap = !want;
    EXPECT_OK(tl_has_overlap(layout, &overlap), "tl_has_overlap(%s)", layout_text(layout));
    EXPECT_BOOL(overlap, want, "tl_has_overlap(%s)", layout_text(layout));
}

static void expect_index(const tl_layout *layout, int64_t offset, const int64_t want[])
{
    int64_t *index = blank(layout->ndim);
    EXPECT_OK(tl_offset_to_index(layout, offset, index), "tl_offset_to_index(layout with %s; looking for offset %" PRId64 ")", layout_text(layout), offset);
    EXPECT_LIST(layout->ndim, index, want, "tl_offset_to_index(layout with %s; looking for offset %" PRId64 ")", layout_text(layout), offset);
}

static void expect_no_index(const tl_layout *layout, int64_t offset, tl_status want)
{
    int64_t *index = blank(TL_MAX_NDIM);
    EXPECT_STATUS(tl_offset_to_index(layout, offset, index), want, "tl_offset_to_index(offset %" PRId64 ")", offset);
    EXPECT_LIST(TL_MAX_NDIM, index, unset, "tl_offset_to_index(offset %" PRId64 "): the result on failure", offset);
}

/* What all must be at one offset: an index, or none. */
static void expect_there(const tl_layout *layout, const oracle *all, int64_t offset)
{
    int64_t place = oracle_find(all, offset);
    if (place >= 0)
        expect_index(layout, offset, all->index[place]);
    else
        expect_no_index(layout, offset, TL_ERR_OFFSET);
}

START_TEST(index_row)
{
    tl_layout matrix = layout_of(2, L(3, 4), L(4, 1), 0), wide = layout_of(2, L(5, 6), L(6, 1), 0);
    tl_layout box = layout_of(3, L(2, 3, 4), L(12, 4, 1), 0);
    expect_index(&matrix, 0, L(0, 0));
    expect_index(&matrix, 6, L(1, 2));
    expect_index(&matrix, 11, L(2, 3));
    expect_index(&wide, 17, L(2, 5));
    expect_index(&box, 18, L(1, 1, 2));
    expect_index(&box, 23, L(1, 2, 3));
}
END_TEST

/* The trap "greedy-index": dividing by each stride from the first axis on is right for falling strides only. */
START_TEST(index_col)
{
    tl_layout matrix = layout_of(2, L(3, 4), L(1, 3), 0), tall = layout_of(2, L(5, 6), L(1, 5), 0);
    tl_layout box = layout_of(3, L(2, 3, 4), L(1, 2, 6), 0), mixed = layout_of(3, L(2, 3, 4), L(4, 8, 1), 0);
    expect_index(&matrix, 7, L(1, 2));
    expect_index(&tall, 17, L(2, 3));
    expect_index(&box, 15, L(1, 1, 2));
    expect_index(&box, 23, L(1, 2, 3));
    expect_index(&mixed, 14, L(1, 1, 2)); /* 4 + 8 + 2 */
}
END_TEST

START_TEST(index_gaps)
{
    tl_layout padded = layout_of(2, L(3, 4), L(10, 1), 2), step = layout_of(1, L(5), L(2), 0);
    expect_index(&padded, 2, L(0, 0));
    expect_index(&padded, 25, L(2, 3)); /* 2 + 20 + 3 */
    expect_no_index(&padded, 6, TL_ERR_OFFSET); /* behind [0,3] */
    expect_no_index(&padded, 11, TL_ERR_OFFSET);
    expect_no_index(&padded, 26, TL_ERR_OFFSET);
    expect_no_index(&padded, 32, TL_ERR_OFFSET); /* a fourth row */
    expect_no_index(&padded, 1, TL_ERR_OFFSET);
    expect_no_index(&padded, -1, TL_ERR_OFFSET);
    expect_index(&step, 8, L(4));
    expect_no_index(&step, 7, TL_ERR_OFFSET);
    expect_no_index(&step, 10, TL_ERR_OFFSET);
    expect_no_index(&step, INT64_MAX, TL_ERR_OFFSET);
    expect_no_index(&step, INT64_MIN, TL_ERR_OFFSET);
}
END_TEST

START_TEST(index_reversed)
{
    tl_layout backwards = layout_of(1, L(5), L(-1), 4), flipped = layout_of(2, L(3, 4), L(4, -1), 3);
    tl_layout below = layout_of(2, L(2, 3), L(-1, 2), 0); /* reaches -1 to 4 */
    expect_index(&backwards, 0, L(4));
    expect_index(&backwards, 4, L(0));
    expect_no_index(&backwards, 5, TL_ERR_OFFSET);
    expect_index(&flipped, 6, L(1, 1)); /* 3 + 4 - 1 */
    expect_index(&flipped, 0, L(0, 3));
    expect_index(&below, -1, L(1, 0));
    expect_index(&below, 4, L(0, 2));
    expect_no_index(&below, -2, TL_ERR_OFFSET);
    expect_no_index(&below, 5, TL_ERR_OFFSET);
}
END_TEST

START_TEST(index_size_one)
{
    tl_layout column = layout_of(2, L(3, 1), L(1, 7), 0), still = layout_of(3, L(1, 2, 1), L(0, 1, 0), 4);
    tl_layout same = layout_of(3, L(2, 1, 3), L(3, 1, 1), 0), extreme = layout_of(2, L(1, 3), L(INT64_MIN, 1), 0);
    tl_layout point = layout_of(0, NULL, NULL, 7), ones = layout_of(2, L(1, 1), L(-5, INT64_MAX), 2);
    expect_overlap(&column, false);
    expect_index(&column, 2, L(2, 0));
    expect_no_index(&column, 7, TL_ERR_OFFSET);
    expect_overlap(&still, false);
    expect_index(&still, 5, L(0, 1, 0));
    expect_overlap(&same, false);
    expect_index(&same, 5, L(1, 0, 2));
    expect_overlap(&extreme, false);
    expect_index(&extreme, 1, L(0, 1));
    expect_overlap(&point, false);
    expect_index(&point, 7, NULL);
    expect_no_index(&point, 6, TL_ERR_OFFSET);
    expect_overlap(&ones, false);
    expect_index(&ones, 2, L(0, 0));
    expect_no_index(&ones, -3, TL_ERR_OFFSET);
}
END_TEST

START_TEST(index_empty)
{
    tl_layout none = layout_of(2, L(0, 3), L(3, 1), 0), still = layout_of(2, L(3, 0), L(0, 0), 5);
    tl_layout huge = layout_of(2, L(INT64_MAX, 0), L(INT64_MAX, 1), 0);
    expect_overlap(&none, false);
    expect_no_index(&none, 0, TL_ERR_OFFSET);
    expect_overlap(&still, false);
    expect_no_index(&still, 5, TL_ERR_OFFSET);
    expect_no_index(&still, 4, TL_ERR_OFFSET);
    expect_overlap(&huge, false);
    expect_no_index(&huge, 0, TL_ERR_OFFSET);
}
END_TEST

START_TEST(index_overlap)
{
    tl_layout shared = layout_of(2, L(2, 3), L(2, 1), 0), still = layout_of(2, L(2, 3), L(0, 1), 0);
    tl_layout window = layout_of(2, L(4, 3), L(1, 1), 0), crossed = layout_of(2, L(2, 3), L(-2, 1), 2);
    tl_layout third = layout_of(3, L(2, 2, 2), L(1, 2, 3), 0); /* [1,1,0] and [0,0,1] at 3 */
    expect_overlap(&shared, true);
    expect_no_index(&shared, 2, TL_ERR_OVERLAP);
    expect_no_index(&shared, 0, TL_ERR_OVERLAP); /* one index only, but not the inverse of 1.6 all the same */
    expect_overlap(&still, true);
    expect_no_index(&still, 1, TL_ERR_OVERLAP);
    expect_overlap(&window, true);
    expect_no_index(&window, 3, TL_ERR_OVERLAP);
    expect_overlap(&crossed, true);
    expect_no_index(&crossed, 2, TL_ERR_OVERLAP);
    expect_overlap(&third, true);
    expect_no_index(&third, 3, TL_ERR_OVERLAP);
}
END_TEST

/* Up to 256 elements that do not nest. */
START_TEST(index_loose)
{
    tl_layout pair = layout_of(2, L(2, 3), L(3, 2), 0); /* 0 2 4 / 3 5 7 */
    tl_layout square = layout_of(2, L(16, 16), L(16, 17), 0); /* 16 i = 17 j has no answer below 16 */
    tl_layout meets = layout_of(2, L(17, 15), L(15, 16), 0); /* 16 * 15 = 15 * 16, but j is at most 14 */
    tl_layout met = layout_of(2, L(17, 15), L(14, 16), 0);   /* 8 * 14 = 7 * 16 */
    /* eight numbers of which no two sums agree, though none exceeds the sum of the smaller ones */
    tl_layout sums = layout_of(8, L(2, 2, 2, 2, 2, 2, 2, 2), L(40, 60, 71, 77, 80, 82, 83, 84), 0);
    expect_overlap(&pair, false);
    expect_index(&pair, 4, L(0, 2));
    expect_index(&pair, 5, L(1, 1));
    expect_no_index(&pair, 1, TL_ERR_OFFSET);
    expect_no_index(&pair, 6, TL_ERR_OFFSET);
    expect_overlap(&square, false);
    expect_index(&square, 16 * 9 + 17 * 14, L(9, 14));
    expect_no_index(&square, 16 * 16, TL_ERR_OFFSET);
    expect_overlap(&meets, false);
    expect_index(&meets, 15 * 16, L(16, 0));
    expect_overlap(&met, true);
    expect_no_index(&met, 0, TL_ERR_OVERLAP);
    expect_overlap(&sums, false);
    expect_index(&sums, 40 + 71 + 83, L(1, 0, 1, 0, 0, 0, 1, 0));
    expect_no_index(&sums, 41, TL_ERR_OFFSET);
}
END_TEST

/* Layouts that nest are answered at once, whatever their size. */
START_TEST(index_large)
{
    tl_layout row = layout_of(3, L(1000, 1000, 1000), L(1000000, 1000, 1), 0);
    tl_layout col = layout_of(3, L(1000, 1000, 1000), L(1, 1000, 1000000), 0);
    tl_layout permuted = layout_of(3, L(1000, 1000, 1000), L(1000, 1, 1000000), 0);
    tl_layout reversed = layout_of(3, L(1000, 1000, 1000), L(-1000000, 1000, -1), 999000999);
    tl_layout padded = layout_of(3, L(1000, 1000, 1000), L(1064960, 1040, 1), 64); /* pitch 1040, 1024 rows a sheet */
    tl_layout single = layout_of(3, L(1000, 1, 1000), L(1000, 1000, 1), 0);
    expect_overlap(&row, false);
    expect_index(&row, 123456789, L(123, 456, 789));
    expect_no_index(&row, 1000000000, TL_ERR_OFFSET);
    expect_overlap(&col, false);
    expect_index(&col, 123456789, L(789, 456, 123));
    expect_overlap(&permuted, false);
    expect_index(&permuted, 123456789, L(456, 789, 123));
    expect_overlap(&reversed, false);
    expect_index(&reversed, 123456789, L(876, 456, 210)); /* 999 - 123, and 999 - 789 */
    expect_overlap(&padded, false);
    expect_index(&padded, 64 + 5 * 1064960 + 6 * 1040 + 7, L(5, 6, 7));
    expect_no_index(&padded, 64 + 5 * 1064960 + 6 * 1040 + 1000, TL_ERR_OFFSET);
    expect_no_index(&padded, 63, TL_ERR_OFFSET);
    expect_overlap(&single, false);
    expect_index(&single, 123456, L(123, 0, 456));
}
END_TEST

START_TEST(index_largest)
{
    /* powers of 30: 1, 30, 900, 27000, ... */
    const int64_t e3 = 27000, e4 = 810000, e5 = 24300000, e6 = 729000000, e7 = 21870000000, e8 = 656100000000;
    tl_layout row = layout_of(8, L(30, 30, 30, 30, 30, 30, 30, 30), L(e7, e6, e5, e4, e3, 900, 30, 1), 0);
    tl_layout mixed = layout_of(8, L(30, 30, 30, 30, 30, 30, 30, 30), L(30, e7, 900, e6, e3, e5, 1, e4), 0);
    tl_layout far = layout_of(2, L(2, 2), L(1, TWO_TO(62)), 0), back = layout_of(2, L(2, 2), L(1, -TWO_TO(62)), TWO_TO(62));
    tl_layout ends = layout_of(1, L(2), L(INT64_MAX), 0);
    expect_overlap(&row, false);
    expect_index(&row, e7 + 2 * e6 + 3 * e5 + 4 * e4 + 5 * e3 + 6 * 900 + 7 * 30 + 29, L(1, 2, 3, 4, 5, 6, 7, 29));
    expect_overlap(&mixed, false);
    expect_index(&mixed, 30 + 2 * e7 + 3 * 900 + 4 * e6 + 5 * e3 + 6 * e5 + 29 + 8 * e4, L(1, 2, 3, 4, 5, 6, 29, 8));
    expect_no_index(&mixed, e8, TL_ERR_OFFSET);
    expect_overlap(&far, false);
    expect_index(&far, TWO_TO(62) + 1, L(1, 1));
    expect_no_index(&far, TWO_TO(62) - 1, TL_ERR_OFFSET);
    expect_overlap(&back, false);
    expect_index(&back, 1, L(1, 1));
    expect_index(&back, TWO_TO(62), L(0, 0));
    expect_overlap(&ends, false);
    expect_index(&ends, INT64_MAX, L(1));
    expect_no_index(&ends, INT64_MAX - 1, TL_ERR_OFFSET);
    expect_no_index(&ends, INT64_MIN, TL_ERR_OFFSET);
}
END_TEST

/* More than 256 elements that do not nest: a search may give up, but must not be wrong. */
START_TEST(index_unsure)
{
    tl_layout still = layout_of(2, L(TWO_TO(32), TWO_TO(32)), L(0, 0), 5), window = layout_of(2, L(1000, 1000), L(1, 1), 0);
    tl_layout apart = layout_of(2, L(100, 100), L(100, 101), 0); /* 100 i = 101 j has no answer below 100 */
    bool yes = true, no = false;
    EXPECT_EITHER(tl_has_overlap(&still, &yes), TL_OK, TL_ERR_WORK, "tl_has_overlap(%s)", layout_text(&still));
    EXPECT_BOOL(yes, true, "tl_has_overlap(%s)", layout_text(&still));
    EXPECT_EITHER(tl_has_overlap(&window, &yes), TL_OK, TL_ERR_WORK, "tl_has_overlap(%s)", layout_text(&window));
    EXPECT_BOOL(yes, true, "tl_has_overlap(%s)", layout_text(&window));
    EXPECT_EITHER(tl_has_overlap(&apart, &no), TL_OK, TL_ERR_WORK, "tl_has_overlap(%s)", layout_text(&apart));
    EXPECT_BOOL(no, false, "tl_has_overlap(%s)", layout_text(&apart));
}
END_TEST

START_TEST(index_refusals)
{
    tl_layout nine = bad_rank(9), minus = bad_rank(-1), negative = negative_size(), good = layout_of(1, L(3), L(1), 0);
    bool overlap = true;
    EXPECT_STATUS(tl_has_overlap(&nine, &overlap), TL_ERR_RANK, "tl_has_overlap, rank 9");
    EXPECT_STATUS(tl_has_overlap(&minus, &overlap), TL_ERR_RANK, "tl_has_overlap, rank -1");
    EXPECT_STATUS(tl_has_overlap(&negative, &overlap), TL_ERR_SHAPE, "tl_has_overlap, a negative size");
    EXPECT_STATUS(tl_has_overlap(NULL, &overlap), TL_ERR_NULL, "tl_has_overlap, layout NULL");
    EXPECT_STATUS(tl_has_overlap(&good, NULL), TL_ERR_NULL, "tl_has_overlap, overlap NULL");
    EXPECT_BOOL(overlap, true, "tl_has_overlap: the result on failure");
    expect_no_index(&nine, 0, TL_ERR_RANK);
    expect_no_index(&minus, 0, TL_ERR_RANK);
    expect_no_index(&negative, 0, TL_ERR_SHAPE);
    expect_no_index(NULL, 0, TL_ERR_NULL);
    EXPECT_STATUS(tl_offset_to_index(&good, 0, NULL), TL_ERR_NULL, "tl_offset_to_index, index NULL");
}
END_TEST

static void overlap_case(int64_t number)
{
    tl_layout layout = nested_number(number);
    expect_overlap(&layout, false);
}
START_TEST(overlap_nested)
{
    sweep(NESTED, overlap_case);
}
END_TEST

/* Rank 0 to 3: every element, the two offsets next to the range, and the first gap.  Rank 4: first, last, one more, a gap. */
static void index_nested_case(int64_t number)
{
    static oracle all;
    tl_layout layout = nested_number(number);
    oracle_walk(&all, &layout);
    int64_t gap = all.lowest;
    while (oracle_find(&all, gap) >= 0)
        gap++;
    expect_there(&layout, &all, gap);
    if (all.count == 0)
        return;
    expect_there(&layout, &all, all.lowest - 1);
    int64_t step = layout.ndim < 4 || all.count < 4 ? 1 : all.count / 2;
    for (int64_t n = 0; n < all.count; n += step)
        expect_index(&layout, all.offset[n], all.index[n]);
    expect_there(&layout, &all, all.highest + 1);
}
START_TEST(index_nested)
{
    sweep(NESTED, index_nested_case);
}
END_TEST

static void index_loose_case(int64_t number)
{
    static oracle all;
    tl_layout layout = loose_number(number);
    oracle_walk(&all, &layout);
    bool overlap = oracle_overlap(&all);
    expect_overlap(&layout, overlap);
    if (overlap)
        expect_no_index(&layout, all.highest, TL_ERR_OVERLAP);
    else
        for (int64_t offset = all.lowest - 1; offset <= all.highest + 1; offset++)
            expect_there(&layout, &all, offset);
}
START_TEST(index_loose_small)
{
    sweep(LOOSE, index_loose_case);
}
END_TEST

/* ---- 1.8  The odometer ---- */

static void expect_at_position(int ndim, const int64_t shape[], int64_t position, const int64_t want[])
{
    int64_t *index = blank(ndim);
    EXPECT_OK(tl_position_to_index(ndim, shape, position, index), "tl_position_to_index(%s; %" PRId64 ")", list(ndim, shape),
              position);
    EXPECT_LIST(ndim, index, want, "tl_position_to_index(%s; %" PRId64 ")", list(ndim, shape), position);
}

static void expect_position(int ndim, const int64_t shape[], const int64_t index[], int64_t want)
{
    int64_t position = UNSET;
    EXPECT_OK(tl_index_to_position(ndim, shape, index, &position), "tl_index_to_position(%s; %s)", list(ndim, shape),
              list(ndim, index));
    EXPECT_INT(position, want, "tl_index_to_position(%s; %s)", list(ndim, shape), list(ndim, index));
}

static void expect_next(int ndim, const int64_t shape[], const int64_t from[], const int64_t want[], bool want_more)
{
    int64_t *index = blank(ndim);
    bool more = !want_more;
    if (ndim > 0)
        memcpy(index, from, (size_t)ndim * sizeof *index);
    EXPECT_OK(tl_next_index(ndim, shape, index, &more), "tl_next_index(%s; %s)", list(ndim, shape), list(ndim, from));
    EXPECT_LIST(ndim, index, want, "tl_next_index(%s; %s)", list(ndim, shape), list(ndim, from));
    EXPECT_BOOL(more, want_more, "tl_next_index(%s; %s): more", list(ndim, shape), list(ndim, from));
}

static void expect_not_at_position(int ndim, const int64_t shape[], int64_t position, tl_status want)
{
    int64_t *index = blank(TL_MAX_NDIM);
    EXPECT_STATUS(tl_position_to_index(ndim, shape, position, index), want, "tl_position_to_index, rank %d", ndim);
    EXPECT_LIST(TL_MAX_NDIM, index, unset, "tl_position_to_index, rank %d: the result on failure", ndim);
}

static void expect_no_position(int ndim, const int64_t shape[], const int64_t index[], tl_status want)
{
    int64_t position = UNSET;
    EXPECT_STATUS(tl_index_to_position(ndim, shape, index, &position), want, "tl_index_to_position, rank %d", ndim);
    EXPECT_INT(position, UNSET, "tl_index_to_position, rank %d: the result on failure", ndim);
}

static void expect_no_next(int ndim, const int64_t shape[], const int64_t from[], tl_status want)
{
    int64_t index[9] = {0}, before[9] = {0};
    bool yes = true, no = false;
    int n = ndim < 0 ? 0 : ndim;
    for (int axis = 0; axis < n; axis++)
        index[axis] = before[axis] = from[axis];
    EXPECT_STATUS(tl_next_index(ndim, shape, index, &yes), want, "tl_next_index, rank %d", ndim);
    EXPECT_STATUS(tl_next_index(ndim, shape, index, &no), want, "tl_next_index, rank %d", ndim);
    EXPECT_LIST(n, index, before, "tl_next_index, rank %d: the index on failure", ndim);
    EXPECT_BOOL(yes, true, "tl_next_index, rank %d: more on failure", ndim);
    EXPECT_BOOL(no, false, "tl_next_index, rank %d: more on failure", ndim);
}

START_TEST(odometer_examples)
{
    expect_at_position(3, L(2, 3, 4), 18, L(1, 1, 2)); /* 12 + 4 + 2 */
    expect_at_position(2, L(5, 6), 17, L(2, 5));
    expect_at_position(0, NULL, 0, NULL);
    expect_position(3, L(2, 3, 4), L(1, 1, 2), 18);
    expect_position(2, L(5, 6), L(2, 5), 17);
    expect_position(0, NULL, NULL, 0);
    expect_next(3, L(2, 3, 4), L(0, 0, 0), L(0, 0, 1), true);
    expect_next(3, L(2, 3, 4), L(0, 1, 3), L(0, 2, 0), true);
    expect_next(3, L(2, 3, 4), L(0, 2, 3), L(1, 0, 0), true);
    expect_next(3, L(2, 3, 4), L(1, 2, 3), L(0, 0, 0), false);
    expect_next(2, L(1, 1), L(0, 0), L(0, 0), false);
    expect_next(0, NULL, NULL, NULL, false);
    expect_next(8, L(2, 2, 2, 2, 2, 2, 2, 2), L(0, 1, 1, 1, 1, 1, 1, 1), L(1, 0, 0, 0, 0, 0, 0, 0), true);
    expect_at_position(8, L(2, 2, 2, 2, 2, 2, 2, 2), 128 + 8 + 1, L(1, 0, 0, 0, 1, 0, 0, 1));
    expect_position(8, L(2, 2, 2, 2, 2, 2, 2, 2), L(1, 0, 0, 0, 1, 0, 0, 1), 128 + 8 + 1);
}
END_TEST

/* Once round, each call going on from the one before: [2,3,2] has 12 indices. */
START_TEST(odometer_chain)
{
    int64_t shape[] = {2, 3, 2}, index[] = {0, 0, 0};
    for (int64_t position = 0; position < 12; position++) {
        const int64_t want[] = {position / 6, position / 2 % 3, position % 2};
        bool more = position == 11;
        EXPECT_LIST(3, index, want, "the index after %" PRId64 " calls of tl_next_index([2, 3, 2])", position);
        EXPECT_OK(tl_next_index(3, shape, index, &more), "tl_next_index([2, 3, 2]), call %" PRId64, position + 1);
        EXPECT_BOOL(more, position < 11, "tl_next_index([2, 3, 2]), call %" PRId64 ": more", position + 1);
    }
    EXPECT_LIST(3, index, L(0, 0, 0), "the index after a full turn");
}
END_TEST

/* Every index of every small shape, forwards, backwards and on to the next. */
static void odometer_case(int64_t number)
{
    static oracle all;
    tl_layout grid = {0};
    grid.ndim = shape_number(number, grid.shape);
    oracle_walk(&all, &grid);
    for (int64_t n = 0; n < all.count; n++) {
        bool last = n == all.count - 1;
        expect_at_position(grid.ndim, grid.shape, n, all.index[n]);
        expect_position(grid.ndim, grid.shape, all.index[n], n);
        expect_next(grid.ndim, grid.shape, all.index[n], all.index[last ? 0 : n + 1], !last);
    }
    expect_not_at_position(grid.ndim, grid.shape, all.count, TL_ERR_INDEX);
    expect_not_at_position(grid.ndim, grid.shape, -1, TL_ERR_INDEX);
}
START_TEST(odometer_small)
{
    sweep(SHAPES, odometer_case);
}
END_TEST

START_TEST(odometer_outside)
{
    expect_not_at_position(2, L(3, 4), INT64_MAX, TL_ERR_INDEX);
    expect_not_at_position(2, L(3, 4), INT64_MIN, TL_ERR_INDEX);
    expect_not_at_position(0, NULL, 1, TL_ERR_INDEX);
    expect_no_position(2, L(3, 4), L(3, 0), TL_ERR_INDEX);
    expect_no_position(2, L(3, 4), L(0, 4), TL_ERR_INDEX); /* would be position 4, that of [1,0] */
    expect_no_position(2, L(3, 4), L(1, -1), TL_ERR_INDEX);
    expect_no_position(2, L(3, 4), L(-1, 0), TL_ERR_INDEX);
    expect_no_next(2, L(3, 4), L(3, 0), TL_ERR_INDEX);
    expect_no_next(2, L(3, 4), L(0, 4), TL_ERR_INDEX);
    expect_no_next(2, L(3, 4), L(3, 3), TL_ERR_INDEX);
    expect_no_next(2, L(3, 4), L(-1, 3), TL_ERR_INDEX);
    expect_no_next(2, L(3, 4), L(0, -1), TL_ERR_INDEX); /* would become [0,0] */
}
END_TEST

START_TEST(odometer_empty)
{
    expect_not_at_position(2, L(3, 0), 0, TL_ERR_INDEX);
    expect_no_position(2, L(3, 0), L(0, 0), TL_ERR_INDEX);
    expect_no_position(2, L(0, 3), L(0, 0), TL_ERR_INDEX);
    expect_no_next(2, L(3, 0), L(0, 0), TL_ERR_INDEX);
    expect_no_next(2, L(0, 3), L(0, 0), TL_ERR_INDEX);
    expect_not_at_position(3, L(INT64_MAX, INT64_MAX, 0), 0, TL_ERR_INDEX);
}
END_TEST

START_TEST(odometer_largest)
{
    /* the largest square below 2^63, and its last position */
    const int64_t side = 3037000499;
    expect_at_position(1, L(INT64_MAX), INT64_MAX - 1, L(INT64_MAX - 1));
    expect_position(1, L(INT64_MAX), L(INT64_MAX - 1), INT64_MAX - 1);
    expect_not_at_position(1, L(INT64_MAX), INT64_MAX, TL_ERR_INDEX);
    expect_at_position(2, L(side, side), side * side - 1, L(side - 1, side - 1));
    expect_position(2, L(side, side), L(side - 1, side - 1), side * side - 1);
    expect_next(1, L(INT64_MAX), L(INT64_MAX - 1), L(0), false);
    expect_next(2, L(side, side), L(5, side - 1), L(6, 0), true);
    expect_not_at_position(2, L(TWO_TO(32), TWO_TO(32)), 0, TL_ERR_OVERFLOW);
    expect_no_position(2, L(TWO_TO(62), 2), L(0, 0), TL_ERR_OVERFLOW);
}
END_TEST

START_TEST(odometer_refusals)
{
    const int64_t zeros[9] = {0}, ones[9] = {1, 1, 1, 1, 1, 1, 1, 1, 1};
    int64_t index[] = {0, 0};
    expect_not_at_position(9, ones, 0, TL_ERR_RANK);
    expect_not_at_position(-1, ones, 0, TL_ERR_RANK);
    expect_not_at_position(2, L(-2, -3), 0, TL_ERR_SHAPE);
    expect_not_at_position(2, NULL, 0, TL_ERR_NULL);
    EXPECT_STATUS(tl_position_to_index(2, ones, 0, NULL), TL_ERR_NULL, "tl_position_to_index, index NULL");
    expect_no_position(9, ones, zeros, TL_ERR_RANK);
    expect_no_position(-1, ones, zeros, TL_ERR_RANK);
    expect_no_position(2, NULL, zeros, TL_ERR_NULL);
    expect_no_position(2, ones, NULL, TL_ERR_NULL);
    EXPECT_STATUS(tl_index_to_position(2, ones, zeros, NULL), TL_ERR_NULL, "tl_index_to_position, position NULL");
    expect_no_next(9, ones, zeros, TL_ERR_RANK);
    expect_no_next(-1, ones, zeros, TL_ERR_RANK);
    expect_no_next(2, NULL, zeros, TL_ERR_NULL);
    bool more = true;
    EXPECT_STATUS(tl_next_index(2, ones, NULL, &more), TL_ERR_NULL, "tl_next_index, index NULL");
    EXPECT_STATUS(tl_next_index(2, L(2, 2), index, NULL), TL_ERR_NULL, "tl_next_index, more NULL");
    EXPECT_LIST(2, index, zeros, "tl_next_index, more NULL: the index on failure");
    EXPECT_BOOL(more, true, "tl_next_index, index NULL: more on failure");
}
END_TEST

/* ---- 1.9  Contiguity ---- */

/* Both orders by name, and by tl_contiguity_of. */
static void expect_contiguous(tl_layout layout, bool want_row, bool want_col)
{
    bool row = !want_row, col = !want_col;
    tl_contiguity both = (tl_contiguity)77;
    int want = (want_row ? TL_CONTIGUOUS_ROW : 0) + (want_col ? TL_CONTIGUOUS_COL : 0);
    EXPECT_OK(tl_is_contiguous(&layout, TL_ROW_MAJOR, &row), "tl_is_contiguous(%s; row)", layout_text(&layout));
    EXPECT_BOOL(row, want_row, "tl_is_contiguous(%s; row)", layout_text(&layout));
    EXPECT_OK(tl_is_contiguous(&layout, TL_COL_MAJOR, &col), "tl_is_contiguous(%s; col)", layout_text(&layout));
    EXPECT_BOOL(col, want_col, "tl_is_contiguous(%s; col)", layout_text(&layout));
    EXPECT_OK(tl_contiguity_of(&layout, &both), "tl_contiguity_of(%s)", layout_text(&layout));
    EXPECT_INT((int)both, want, "tl_contiguity_of(%s)", layout_text(&layout));
}

START_TEST(contiguous_examples)
{
    expect_contiguous(layout_of(2, L(3, 4), L(4, 1), 0), true, false);
    expect_contiguous(layout_of(2, L(3, 4), L(1, 3), 0), false, true);
    expect_contiguous(layout_of(2, L(3, 4), L(10, 1), 0), false, false);
    expect_contiguous(layout_of(2, L(2, 2), L(4, 1), 0), false, false); /* falling is not enough */
    expect_contiguous(layout_of(3, L(2, 3, 4), L(12, 4, 1), 5), true, false); /* the offset plays no part */
    expect_contiguous(layout_of(3, L(2, 3, 4), L(1, 2, 6), -5), false, true);
    expect_contiguous(layout_of(3, L(2, 3, 4), L(4, 8, 1), 0), false, false);
    expect_contiguous(layout_of(8, L(2, 2, 2, 2, 2, 2, 2, 2), L(128, 64, 32, 16, 8, 4, 2, 1), 0), true, false);
    expect_contiguous(layout_of(2, L(TWO_TO(31), TWO_TO(31)), L(TWO_TO(31), 1), 0), true, false);
}
END_TEST

/* The trap "one-d-contiguous": a vector is not contiguous by being one. */
START_TEST(contiguous_vector)
{
    expect_contiguous(layout_of(1, L(5), L(2), 0), false, false);
    expect_contiguous(layout_of(1, L(5), L(1), 0), true, true);
    expect_contiguous(layout_of(1, L(5), L(-1), 4), false, false);
    expect_contiguous(layout_of(1, L(5), L(0), 0), false, false);
    expect_contiguous(layout_of(0, NULL, NULL, 7), true, true);
}
END_TEST

/* The trap "size-one-stride": where an axis never steps, its stride says nothing. */
START_TEST(contiguous_size_one)
{
    expect_contiguous(layout_of(2, L(3, 1), L(1, 7), 0), true, true);
    expect_contiguous(layout_of(1, L(1), L(0), 0), true, true);
    expect_contiguous(layout_of(1, L(1), L(-3), 0), true, true);
    expect_contiguous(layout_of(3, L(4, 1, 3), L(3, 50, 1), 0), true, false);
    expect_contiguous(layout_of(2, L(1, 2048), L(16384, 1), 0), true, true);
    expect_contiguous(layout_of(4, L(1, 1, 13, 13), L(0, 0, 13, 1), 0), true, false);
    expect_contiguous(layout_of(5, L(5, 4, 3, 2, 1), L(24, 6, 2, 1, 1), 0), true, false);
    expect_contiguous(layout_of(4, L(1, 128, 1, 192), L(49152, 384, 384, 1), 0), false, false);
    expect_contiguous(layout_of(4, L(1, 3, 4, 5), L(3, 1, 15, 3), 0), false, false);
}
END_TEST

START_TEST(contiguous_empty)
{
    expect_contiguous(layout_of(2, L(0, 3), L(9, 9), 0), true, true);
    expect_contiguous(layout_of(2, L(3, 0), L(-1, 0), 0), true, true);
    expect_contiguous(layout_of(3, L(0, 2, 2), L(6, 3, 1), 0), true, true);
    expect_contiguous(layout_of(1, L(0), L(5), 0), true, true);
    expect_contiguous(layout_of(3, L(INT64_MAX, 2, 0), L(7, 7, 7), 0), true, true);
    expect_contiguous(layout_of(3, L(0, 2, INT64_MAX), L(7, 7, 7), 0), true, true);
}
END_TEST

static void contiguous_by_oracle(tl_layout layout)
{
    static oracle all;
    oracle_walk(&all, &layout);
    bool row = oracle_dense(&all);
    oracle_walk_as(&all, &layout, first_axis_first);
    expect_contiguous(layout, row, oracle_dense(&all));
}
static void contiguous_nested_case(int64_t number)
{
    contiguous_by_oracle(nested_number(number));
}
/* Every shape of rank 1 and 2 with every stride from -2 to 4. */
static void contiguous_any_case(int64_t number)
{
    tl_layout layout = {.ndim = 2 - (int)(number / (16 * 49))};
    for (int axis = 0; axis < layout.ndim; axis++) {
        layout.shape[axis] = take(&number, 4);
        layout.strides[axis] = take(&number, 7) - 2;
    }
    contiguous_by_oracle(layout);
}
/* Every shape with its row-major or column-major strides, those of sizes 1 made odd; sizes of 0 give odd ones everywhere. */
static void contiguous_odd_case(int64_t number)
{
    tl_layout layout = {0};
    bool col = take(&number, 2);
    layout.ndim = shape_number(number, layout.shape);
    oracle_strides(layout.ndim, layout.shape, col ? first_axis_first : last_axis_first[layout.ndim], layout.strides);
    for (int axis = 0; axis < layout.ndim; axis++)
        if (layout.shape[axis] < 2)
            layout.strides[axis] = 7 * (axis - 1);
    contiguous_by_oracle(layout);
}
START_TEST(contiguous_nested)
{
    sweep(NESTED_3, contiguous_nested_case);
}
END_TEST
START_TEST(contiguous_any)
{
    sweep(16 * 49 + 4 * 7, contiguous_any_case);
}
END_TEST
START_TEST(contiguous_odd)
{
    sweep(2 * SHAPES, contiguous_odd_case);
}
END_TEST

START_TEST(contiguous_refusals)
{
    tl_layout nine = bad_rank(9), minus = bad_rank(-1), negative = negative_size(), good = layout_of(2, L(3, 2), L(2, 1), 0);
    bool yes = true;
    tl_contiguity both = (tl_contiguity)77;
    EXPECT_STATUS(tl_is_contiguous(&nine, TL_ROW_MAJOR, &yes), TL_ERR_RANK, "tl_is_contiguous, rank 9");
    EXPECT_STATUS(tl_is_contiguous(&minus, TL_ROW_MAJOR, &yes), TL_ERR_RANK, "tl_is_contiguous, rank -1");
    EXPECT_STATUS(tl_is_contiguous(&negative, TL_ROW_MAJOR, &yes), TL_ERR_SHAPE, "tl_is_contiguous, a negative size");
    EXPECT_STATUS(tl_is_contiguous(&good, (tl_order)2, &yes), TL_ERR_ORDER, "tl_is_contiguous, order 2");
    EXPECT_STATUS(tl_is_contiguous(&good, (tl_order)-1, &yes), TL_ERR_ORDER, "tl_is_contiguous, order -1");
    EXPECT_STATUS(tl_is_contiguous(NULL, TL_ROW_MAJOR, &yes), TL_ERR_NULL, "tl_is_contiguous, layout NULL");
    EXPECT_STATUS(tl_is_contiguous(&good, TL_ROW_MAJOR, NULL), TL_ERR_NULL, "tl_is_contiguous, contiguous NULL");
    EXPECT_BOOL(yes, true, "tl_is_contiguous: the result on failure");
    EXPECT_STATUS(tl_contiguity_of(&nine, &both), TL_ERR_RANK, "tl_contiguity_of, rank 9");
    EXPECT_STATUS(tl_contiguity_of(&minus, &both), TL_ERR_RANK, "tl_contiguity_of, rank -1");
    EXPECT_STATUS(tl_contiguity_of(&negative, &both), TL_ERR_SHAPE, "tl_contiguity_of, a negative size");
    EXPECT_STATUS(tl_contiguity_of(NULL, &both), TL_ERR_NULL, "tl_contiguity_of, layout NULL");
    EXPECT_STATUS(tl_contiguity_of(&good, NULL), TL_ERR_NULL, "tl_contiguity_of, contiguity NULL");
    EXPECT_INT((int)both, 77, "tl_contiguity_of: the result on failure");
}
END_TEST

/* ---- 1.10  Strides for an access pattern ---- */

static void expect_access(int ndim, const int64_t shape[], const int access[], const int64_t want[])
{
    int64_t *strides = blank(ndim);
    EXPECT_OK(tl_access_strides(ndim, shape, access, strides), "tl_access_strides(%s; %s)", list(ndim, shape),
              int_list(ndim, access));
    EXPECT_LIST(ndim, strides, want, "tl_access_strides(%s; %s)", list(ndim, shape), int_list(ndim, access));
}

static void expect_no_access(int ndim, const int64_t shape[], const int access[], tl_status want)
{
    int64_t *strides = blank(TL_MAX_NDIM);
    EXPECT_STATUS(tl_access_strides(ndim, shape, access, strides), want, "tl_access_strides, rank %d", ndim);
    EXPECT_LIST(TL_MAX_NDIM, strides, unset, "tl_access_strides, rank %d: the result on failure", ndim);
}

/* The trap "ignored-pattern": the answer must depend on the pattern. */
START_TEST(access_examples)
{
    expect_access(3, L(2, 3, 4), AXES(0, 2, 1), L(1, 8, 2));
    expect_access(3, L(2, 3, 4), AXES(2, 1, 0), L(12, 4, 1));
    expect_access(3, L(2, 3, 4), AXES(0, 1, 2), L(1, 2, 6));
    expect_access(3, L(2, 3, 4), AXES(1, 2, 0), L(12, 1, 3));
    expect_access(1, L(5), AXES(0), L(1));
    expect_access(0, NULL, NULL, NULL);
    expect_access(8, L(2, 2, 2, 2, 2, 2, 2, 2), AXES(3, 0, 7, 1, 6, 2, 5, 4), L(2, 8, 32, 1, 128, 64, 16, 4));
}
END_TEST

/* Rank 0 to 3 with sizes 0 to 3, rank 4 with sizes 1 to 3, every sequence. */
static const int64_t access_of_rank[] = {1, 4, 16 * 2, 64 * 6, 81 * 24};
static void access_case(int64_t number)
{
    int64_t shape[4], want[4];
    int access[4];
    int ndim = take_rank(&number, access_of_rank);
    for (int axis = 0; axis < ndim; axis++)
        shape[axis] = ndim < 4 ? take(&number, 4) : 1 + take(&number, 3);
    take_sequence(&number, ndim, access);
    oracle_strides(ndim, shape, access, want);
    expect_access(ndim, shape, access, want);
}
START_TEST(access_small)
{
    sweep(1 + 4 + 16 * 2 + 64 * 6 + 81 * 24, access_case);
}
END_TEST

START_TEST(access_axes)
{
    expect_no_access(2, L(2, 3), AXES(0, 0), TL_ERR_AXIS);
    expect_no_access(2, L(2, 3), AXES(1, 1), TL_ERR_AXIS);
    expect_no_access(2, L(2, 3), AXES(0, 2), TL_ERR_AXIS);
    expect_no_access(2, L(2, 3), AXES(-1, 0), TL_ERR_AXIS);
    expect_no_access(3, L(2, 3, 4), AXES(0, 1, 0), TL_ERR_AXIS);
    expect_no_access(1, L(2), AXES(1), TL_ERR_AXIS);
    expect_no_access(2, L(2, 3), AXES(INT_MAX, 0), TL_ERR_AXIS);
    expect_no_access(2, L(2, 3), AXES(0, INT_MIN), TL_ERR_AXIS);
}
END_TEST

START_TEST(access_largest)
{
    expect_access(3, L(TWO_TO(62), 2, 0), AXES(2, 1, 0), L(2, 1, 1));
    expect_access(3, L(2, INT64_MAX, 0), AXES(2, 0, 1), L(1, 2, 1));
    expect_access(2, L(0, INT64_MAX), AXES(1, 0), L(INT64_MAX, 1));
    expect_no_access(3, L(TWO_TO(62), 2, 0), AXES(0, 1, 2), TL_ERR_OVERFLOW); /* the stride of axis 2: 2^63 */
    expect_no_access(3, L(TWO_TO(32), 0, TWO_TO(32)), AXES(0, 2, 1), TL_ERR_OVERFLOW);
    expect_no_access(2, L(TWO_TO(62), 2), AXES(1, 0), TL_ERR_OVERFLOW);       /* the elements */
}
END_TEST

START_TEST(access_refusals)
{
    const int64_t ones[9] = {1, 1, 1, 1, 1, 1, 1, 1, 1};
    const int axes[9] = {0, 1, 2, 3, 4, 5, 6, 7, 8};
    expect_no_access(9, ones, axes, TL_ERR_RANK);
    expect_no_access(-1, ones, axes, TL_ERR_RANK);
    expect_no_access(2, L(2, -3), axes, TL_ERR_SHAPE);
    expect_no_access(2, NULL, axes, TL_ERR_NULL);
    expect_no_access(2, ones, NULL, TL_ERR_NULL);
    EXPECT_STATUS(tl_access_strides(2, ones, axes, NULL), TL_ERR_NULL, "tl_access_strides, strides NULL");
}
END_TEST

/* ---- 1.11  Memory order against logical order ---- */

static float value_cells[FLOATS], storage_cells[FLOATS];

static void expect_load(const tl_layout *layout, int numel, const float values[], int storage_numel, const float want[])
{
    float *storage = blank_floats(storage_cells, storage_numel);
    float *given = blank_floats(value_cells, numel);
    memcpy(given, values, (size_t)numel * sizeof *given);
    EXPECT_OK(tl_load(layout, given, storage_numel, storage),
              "tl_load(%s; %s)", layout_text(layout), float_list(numel, values));
    EXPECT_FLOATS(storage_numel, storage, want, "tl_load(%s; %s)", layout_text(layout), float_list(numel, values));
}

static void expect_dump(const tl_layout *layout, int storage_numel, const float storage[], int numel, const float want[])
{
    float *values = blank_floats(value_cells, numel);
    float *given = blank_floats(storage_cells, storage_numel);
    memcpy(given, storage, (size_t)storage_numel * sizeof *given);
    EXPECT_OK(tl_dump(layout, storage_numel, given, values), "tl_dump(%s; %s)", layout_text(layout),
              float_list(storage_numel, storage));
    EXPECT_FLOATS(numel, values, want, "tl_dump(%s; %s)", layout_text(layout), float_list(storage_numel, storage));
}

#define F(...) ((const float[]){__VA_ARGS__})
#define KEPT UNSET_FLOAT /* what the storage held before */

START_TEST(load_examples)
{
    tl_layout row = layout_of(2, L(2, 3), L(3, 1), 0), col = layout_of(2, L(2, 3), L(1, 2), 0);
    expect_load(&row, 6, F(1, 2, 0, 3, 4, 0), 6, F(1, 2, 0, 3, 4, 0));
    expect_load(&col, 6, F(1, 2, 0, 3, 4, 0), 6, F(1, 3, 2, 4, 0, 0));
    expect_dump(&row, 6, F(1, 2, 0, 3, 4, 0), 6, F(1, 2, 0, 3, 4, 0));
    expect_dump(&col, 6, F(1, 3, 2, 4, 0, 0), 6, F(1, 2, 0, 3, 4, 0));
}
END_TEST

START_TEST(load_gaps)
{
    tl_layout padded = layout_of(2, L(2, 2), L(3, 1), 1), back = layout_of(1, L(3), L(-2), 4);
    tl_layout point = layout_of(0, NULL, NULL, 1), single = layout_of(2, L(1, 2), L(99, 1), 0);
    expect_load(&padded, 4, F(1, 2, 3, 4), 7, F(KEPT, 1, 2, KEPT, 3, 4, KEPT));
    expect_dump(&padded, 7, F(9, 1, 2, 9, 3, 4, 9), 4, F(1, 2, 3, 4));
    expect_load(&back, 3, F(1, 2, 3), 5, F(3, KEPT, 2, KEPT, 1));
    expect_dump(&back, 5, F(3, 9, 2, 9, 1), 3, F(1, 2, 3));
    expect_load(&point, 1, F(5), 3, F(KEPT, 5, KEPT));
    expect_dump(&point, 3, F(9, 5, 9), 1, F(5));
    expect_load(&single, 2, F(1, 2), 2, F(1, 2));
    expect_dump(&single, 2, F(1, 2), 2, F(1, 2));
}
END_TEST

static void load_case(int64_t number)
{
    static oracle all;
    float values[ORACLE_MAX], memory[FLOATS];
    tl_layout layout = nested_number(number * 5);
    oracle_walk(&all, &layout);
    int64_t storage_numel = (all.count > 0 ? all.highest : layout.offset) + 3;
    for (int64_t i = 0; i < storage_numel; i++)
        memory[i] = KEPT;
    for (int64_t n = 0; n < all.count; n++)
        memory[all.offset[n]] = values[n] = (float)(n + 1);
    expect_load(&layout, (int)all.count, values, (int)storage_numel, memory);
    expect_dump(&layout, (int)storage_numel, memory, (int)all.count, values);
}
START_TEST(load_small)
{
    sweep(NESTED_3 / 5, load_case);
}
END_TEST

/* No call may write, so what is asked for each fault is the status and that the storage or the values stay as they are. */
static void expect_neither(const tl_layout *layout, int numel, int storage_numel, tl_status load, tl_status dump)
{
    float *storage = blank_floats(storage_cells, storage_numel), *values = blank_floats(value_cells, numel);
    for (int i = 0; i < numel; i++)
        values[i] = (float)i;
    EXPECT_STATUS(tl_load(layout, values, storage_numel, storage), load, "tl_load, storage of %d", storage_numel);
    EXPECT_FLOATS(storage_numel, storage, unset_floats, "tl_load, storage of %d: the storage on failure", storage_numel);
    values = blank_floats(value_cells, numel);
    for (int i = 0; i < storage_numel; i++)
        storage[i] = (float)i;
    EXPECT_STATUS(tl_dump(layout, storage_numel, storage, values), dump, "tl_dump, storage of %d", storage_numel);
    EXPECT_FLOATS(numel, values, unset_floats, "tl_dump, storage of %d: the values on failure", storage_numel);
}

START_TEST(load_bounds)
{
    tl_layout padded = layout_of(2, L(3, 4), L(10, 1), 0), back = layout_of(1, L(5), L(-1), 3);
    tl_layout late = layout_of(1, L(3), L(1), 1), point = layout_of(0, NULL, NULL, 4);
    expect_neither(&padded, 12, 23, TL_ERR_BOUNDS, TL_ERR_BOUNDS);
    expect_neither(&padded, 12, 12, TL_ERR_BOUNDS, TL_ERR_BOUNDS);
    expect_neither(&back, 5, 5, TL_ERR_BOUNDS, TL_ERR_BOUNDS);
    expect_neither(&late, 3, 3, TL_ERR_BOUNDS, TL_ERR_BOUNDS);
    expect_neither(&point, 1, 4, TL_ERR_BOUNDS, TL_ERR_BOUNDS);
}
END_TEST

START_TEST(load_overlap)
{
    tl_layout still = layout_of(2, L(2, 3), L(0, 1), 0), shared = layout_of(2, L(2, 3), L(2, 1), 0);
    float *storage = blank_floats(storage_cells, 5);
    EXPECT_STATUS(tl_load(&still, F(1, 2, 3, 4, 5, 6), 5, storage), TL_ERR_OVERLAP, "tl_load([2, 3], strides [0, 1])");
    EXPECT_FLOATS(5, storage, unset_floats, "tl_load([2, 3], strides [0, 1]): the storage on failure");
    EXPECT_STATUS(tl_load(&shared, F(1, 2, 3, 4, 5, 6), 5, storage), TL_ERR_OVERLAP, "tl_load([2, 3], strides [2, 1])");
    EXPECT_FLOATS(5, storage, unset_floats, "tl_load([2, 3], strides [2, 1]): the storage on failure");
    expect_dump(&still, 3, F(7, 8, 9), 6, F(7, 8, 9, 7, 8, 9));
    expect_dump(&shared, 5, F(1, 2, 3, 4, 5), 6, F(1, 2, 3, 3, 4, 5));
}
END_TEST

START_TEST(load_empty)
{
    tl_layout none = layout_of(2, L(0, 3), L(3, 1), 0), end = layout_of(2, L(3, 0), L(0, 0), 2);
    float *storage = blank_floats(storage_cells, 2), *values = blank_floats(value_cells, 2);
    EXPECT_OK(tl_load(&none, values, 2, storage), "tl_load([0, 3])");
    EXPECT_OK(tl_load(&end, values, 2, storage), "tl_load([3, 0], offset 2)");
    EXPECT_FLOATS(2, storage, unset_floats, "tl_load without elements: the storage");
    EXPECT_OK(tl_dump(&none, 2, storage, values), "tl_dump([0, 3])");
    EXPECT_OK(tl_dump(&end, 2, storage, values), "tl_dump([3, 0], offset 2)");
    EXPECT_FLOATS(2, values, unset_floats, "tl_dump without elements: the values");
}
END_TEST

START_TEST(load_refusals)
{
    tl_layout nine = bad_rank(9), minus = bad_rank(-1), negative = negative_size(), good = layout_of(1, L(3), L(1), 0);
    float storage[] = {7, 8, 9}, values[] = {1, 2, 3};
    expect_neither(&nine, 1, 3, TL_ERR_RANK, TL_ERR_RANK);
    expect_neither(&minus, 1, 3, TL_ERR_RANK, TL_ERR_RANK);
    expect_neither(&negative, 1, 3, TL_ERR_SHAPE, TL_ERR_SHAPE);
    EXPECT_STATUS(tl_load(NULL, values, 3, storage), TL_ERR_NULL, "tl_load, layout NULL");
    EXPECT_STATUS(tl_load(&good, NULL, 3, storage), TL_ERR_NULL, "tl_load, values NULL");
    EXPECT_STATUS(tl_load(&good, values, 3, NULL), TL_ERR_NULL, "tl_load, storage NULL");
    EXPECT_STATUS(tl_dump(NULL, 3, storage, values), TL_ERR_NULL, "tl_dump, layout NULL");
    EXPECT_STATUS(tl_dump(&good, 3, NULL, values), TL_ERR_NULL, "tl_dump, storage NULL");
    EXPECT_STATUS(tl_dump(&good, 3, storage, NULL), TL_ERR_NULL, "tl_dump, values NULL");
    EXPECT_FLOATS(3, storage, F(7, 8, 9), "tl_load with a NULL: the storage on failure");
    EXPECT_FLOATS(3, values, F(1, 2, 3), "tl_dump with a NULL: the values on failure");
}
END_TEST

/* ---- 1.12  A row-major product from a column-major BLAS ----
 *
 * Numbers are small and whole, so that their sums are exact in any order.
 */

/* One call with "N" twice, on the arrays that were passed. */
static void expect_one_call(const float *a, const float *b, const float *c)
{
    sgemm_call call;
    EXPECT_INT(test_sgemm_calls(&call), 1, "tl_matmul: calls of sgemm");
    EXPECT_BOOL(call.transa == 'N' && call.transb == 'N', true, "tl_matmul: both operands passed with \"N\"");
    EXPECT_BOOL((call.a == a && call.b == b) || (call.a == b && call.b == a), true, "tl_matmul: A and B passed as they are");
    EXPECT_BOOL(call.c == c, true, "tl_matmul: C passed as it is");
}

static void forget_calls(void)
{
    sgemm_call call;
    test_sgemm_calls(&call);
}

START_TEST(matmul_product)
{
    /* [2,3] times [3,4]; row 0: 1*1+2*5+3*9 = 38, 44, 50, 56; row 1: 4*1+5*5+6*9 = 83, 98, 113, 128 */
    const float a[] = {1, 2, 3, 4, 5, 6}, b[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
    float c[] = {99, 99, 99, 99, 99, 99, 99, 99};
    forget_calls();
    EXPECT_OK(tl_matmul(test_sgemm, 2, 4, 3, a, 3, b, 4, c, 4), "tl_matmul [2, 3] times [3, 4]");
    EXPECT_FLOATS(8, c, F(38, 44, 50, 56, 83, 98, 113, 128), "tl_matmul [2, 3] times [3, 4]");
    expect_one_call(a, b, c);
}
END_TEST

START_TEST(matmul_square)
{
    /* AB is not BA: [0 1; 0 0] times [1 2; 3 4] takes row 1 of B up; B A would be [0 1; 0 3] */
    const float a[] = {0, 1, 0, 0}, b[] = {1, 2, 3, 4};
    float c[] = {99, 99, 99, 99};
    forget_calls();
    EXPECT_OK(tl_matmul(test_sgemm, 2, 2, 2, a, 2, b, 2, c, 2), "tl_matmul [2, 2] times [2, 2]");
    EXPECT_FLOATS(4, c, F(3, 4, 0, 0), "tl_matmul [2, 2] times [2, 2]");
    expect_one_call(a, b, c);
}
END_TEST

START_TEST(matmul_thin)
{
    /* a row times a column, a column times a row, and one element */
    const float a[] = {1, 2, 3}, b[] = {4, 5, 6};
    float dot[] = {99}, outer[] = {99, 99, 99, 99, 99, 99, 99, 99, 99};
    forget_calls();
    EXPECT_OK(tl_matmul(test_sgemm, 1, 1, 3, a, 3, b, 1, dot, 1), "tl_matmul [1, 3] times [3, 1]");
    EXPECT_FLOATS(1, dot, F(32), "tl_matmul [1, 3] times [3, 1]"); /* 4 + 10 + 18 */
    expect_one_call(a, b, dot);
    EXPECT_OK(tl_matmul(test_sgemm, 3, 3, 1, a, 1, b, 3, outer, 3), "tl_matmul [3, 1] times [1, 3]");
    EXPECT_FLOATS(9, outer, F(4, 5, 6, 8, 10, 12, 12, 15, 18), "tl_matmul [3, 1] times [1, 3]");
    expect_one_call(a, b, outer);
}
END_TEST

START_TEST(matmul_submatrix)
{
    /* [3,2] in rows of 4, [2,2] in rows of 3, C [3,2] in rows of 5; 50s lie between the rows and must not be read */
    const float a[] = {1, 2, 50, 50, 3, 4, 50, 50, 5, 6}, b[] = {1, 2, 50, 3, 4};
    float c[] = {99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99};
    forget_calls();
    EXPECT_OK(tl_matmul(test_sgemm, 3, 2, 2, a, 4, b, 3, c, 5), "tl_matmul [3, 2] times [2, 2] in longer rows");
    EXPECT_FLOATS(12, c, F(7, 10, 99, 99, 99, 15, 22, 99, 99, 99, 23, 34), "tl_matmul [3, 2] times [2, 2] in longer rows");
    expect_one_call(a, b, c);
}
END_TEST

START_TEST(matmul_no_inner)
{
    const float a[] = {1, 1}, b[] = {1, 1, 1};
    float c[] = {99, 99, 99, 99, 99}, d[] = {99, 99, 99, 99, 99};
    EXPECT_OK(tl_matmul(test_sgemm, 2, 2, 0, a, 1, b, 2, c, 3), "tl_matmul with k = 0");
    EXPECT_FLOATS(5, c, F(0, 0, 99, 0, 0), "tl_matmul with k = 0: C");
    EXPECT_OK(tl_matmul(test_sgemm, 2, 2, 0, NULL, 1, NULL, 2, d, 3), "tl_matmul with k = 0, A and B NULL");
    EXPECT_FLOATS(5, d, F(0, 0, 99, 0, 0), "tl_matmul with k = 0, A and B NULL: C");
    forget_calls();
}
END_TEST

START_TEST(matmul_nothing)
{
    const float a[] = {1, 1, 1, 1}, b[] = {1, 1, 1, 1};
    float c[] = {99, 99, 99, 99};
    EXPECT_OK(tl_matmul(test_sgemm, 0, 2, 2, a, 2, b, 2, c, 2), "tl_matmul with m = 0");
    EXPECT_OK(tl_matmul(test_sgemm, 2, 0, 2, a, 2, b, 1, c, 1), "tl_matmul with n = 0");
    EXPECT_OK(tl_matmul(test_sgemm, 0, 0, 0, a, 1, b, 1, c, 1), "tl_matmul with m = n = k = 0");
    EXPECT_FLOATS(4, c, F(99, 99, 99, 99), "tl_matmul with nothing to do: C");
    forget_calls();
}
END_TEST

/* A call that must be refused, on arrays that would do for m, n, k up to 2 and rows of up to 4. */
static void expect_no_matmul(int64_t m, int64_t n, int64_t k, int64_t lda, int64_t ldb, int64_t ldc, tl_status want)
{
    static const float a[65536], b[65536]; /* as much as a call with a large m may seem to ask for */
    static float c[65536];
    sgemm_call call;
    forget_calls();
    for (int i = 0; i < 8; i++)
        c[i] = 99;
    EXPECT_STATUS(tl_matmul(test_sgemm, m, n, k, a, lda, b, ldb, c, ldc), want,
                  "tl_matmul(m %" PRId64 ", n %" PRId64 ", k %" PRId64 ", lda %" PRId64 ", ldb %" PRId64 ", ldc %" PRId64 ")",
                  m, n, k, lda, ldb, ldc);
    EXPECT_FLOATS(8, c, F(99, 99, 99, 99, 99, 99, 99, 99), "tl_matmul: C on failure");
    EXPECT_INT(test_sgemm_calls(&call), 0, "tl_matmul: calls of sgemm on failure");
}

START_TEST(matmul_shape)
{
    expect_no_matmul(-1, 2, 2, 2, 2, 2, TL_ERR_SHAPE);
    expect_no_matmul(2, -1, 2, 2, 2, 2, TL_ERR_SHAPE);
    expect_no_matmul(2, 2, -1, 2, 2, 2, TL_ERR_SHAPE);
}
END_TEST

START_TEST(matmul_rows_too_short)
{
    expect_no_matmul(2, 2, 2, 1, 2, 2, TL_ERR_BOUNDS);
    expect_no_matmul(2, 2, 2, 2, 1, 2, TL_ERR_BOUNDS);
    expect_no_matmul(2, 2, 2, 2, 2, 1, TL_ERR_BOUNDS);
    expect_no_matmul(1, 2, 3, 2, 2, 2, TL_ERR_BOUNDS); /* lda is held against k, not n */
    expect_no_matmul(1, 3, 2, 2, 2, 3, TL_ERR_BOUNDS); /* ldb against n */
    expect_no_matmul(1, 3, 2, 2, 3, 2, TL_ERR_BOUNDS); /* ldc against n */
    expect_no_matmul(2, 2, 0, 0, 2, 2, TL_ERR_BOUNDS); /* at least 1 even for k = 0 */
    expect_no_matmul(2, 2, 2, -2, 2, 2, TL_ERR_BOUNDS);
}
END_TEST

START_TEST(matmul_int)
{
    expect_no_matmul(1, 1, 1, TWO_TO(31), 1, 1, TL_ERR_OVERFLOW);
    expect_no_matmul(1, 1, 1, 1, TWO_TO(31), 1, TL_ERR_OVERFLOW);
    expect_no_matmul(1, 1, 1, 1, 1, TWO_TO(31), TL_ERR_OVERFLOW);
    expect_no_matmul(1, 1, 1, TWO_TO(32) + 1, 1, 1, TL_ERR_OVERFLOW); /* 1 when cut down to int */
    expect_no_matmul(TWO_TO(32) + 1, 1, 1, 1, 1, 1, TL_ERR_OVERFLOW);
}
END_TEST

START_TEST(matmul_null)
{
    const float a[] = {1, 1, 1, 1}, b[] = {1, 1, 1, 1};
    float c[] = {99, 99, 99, 99};
    EXPECT_STATUS(tl_matmul(NULL, 2, 2, 2, a, 2, b, 2, c, 2), TL_ERR_NULL, "tl_matmul, sgemm NULL");
    EXPECT_STATUS(tl_matmul(test_sgemm, 2, 2, 2, NULL, 2, b, 2, c, 2), TL_ERR_NULL, "tl_matmul, a NULL");
    EXPECT_STATUS(tl_matmul(test_sgemm, 2, 2, 2, a, 2, NULL, 2, c, 2), TL_ERR_NULL, "tl_matmul, b NULL");
    EXPECT_STATUS(tl_matmul(test_sgemm, 2, 2, 2, a, 2, b, 2, NULL, 2), TL_ERR_NULL, "tl_matmul, c NULL");
    EXPECT_FLOATS(4, c, F(99, 99, 99, 99), "tl_matmul with a NULL: C on failure");
    forget_calls();
}
END_TEST

/* ---- The suite ---- */

static void add_tests(void)
{
    add_test("1.1", "worked examples", numel_examples);
    add_test("1.1", "every small shape", numel_small);
    add_test("1.1", "a size of 0 among huge ones", numel_zero);
    add_test("1.1", "the largest counts that fit", numel_largest);
    add_test("1.1", "counts that do not fit", numel_overflow);
    add_test("1.1", "bad ranks, negative sizes, NULL", numel_refusals);

    add_test("1.2", "worked examples", row_examples);
    add_test("1.2", "every small shape", row_small);
    add_test("1.2", "sizes of 0", row_zero);
    add_test("1.2", "the largest strides that fit", row_largest);
    add_test("1.2", "strides or counts that do not fit", row_overflow);
    add_test("1.2", "bad ranks, negative sizes, NULL", row_refusals);

    add_test("1.3", "worked examples", col_examples);
    add_test("1.3", "every small shape", col_small);
    add_test("1.3", "sizes of 0", col_zero);
    add_test("1.3", "the largest strides that fit", col_largest);
    add_test("1.3", "strides or counts that do not fit", col_overflow);
    add_test("1.3", "bad ranks, negative sizes, NULL", col_refusals);

    add_test("1.4", "dense layouts: worked examples", dense_examples);
    add_test("1.4", "dense layouts: every small shape", dense_small);
    add_test("1.4", "dense layouts: an order that does not exist", dense_order);
    add_test("1.4", "dense layouts: what must be refused", dense_refusals);
    add_test("1.4", "custom strides: padded rows", strided_padded);
    add_test("1.4", "custom strides: negative strides", strided_negative);
    add_test("1.4", "custom strides: strides of 0 and rank 0", strided_zero_stride);
    add_test("1.4", "custom strides: no elements", strided_empty);
    add_test("1.4", "custom strides: axes of size 1", strided_size_one);
    add_test("1.4", "custom strides: the largest numbers", strided_largest);
    add_test("1.4", "custom strides: what must be refused", strided_refusals);
    add_test("1.4", "custom strides: small layouts in storage that just holds them, or does not", strided_small);

    add_test("1.5", "offset range: worked examples", range_examples);
    add_test("1.5", "offset range: no elements", range_empty);
    add_test("1.5", "offset range: the largest numbers", range_largest);
    add_test("1.5", "offset range: what must be refused", range_refusals);
    add_test("1.5", "offset range: permuted, reversed and padded layouts", range_nested);
    add_test("1.5", "offset range: any strides", range_loose);
    add_test("1.5", "storage bytes: worked examples", bytes_examples);
    add_test("1.5", "storage bytes: no elements", bytes_empty);
    add_test("1.5", "storage bytes: the largest numbers", bytes_largest);
    add_test("1.5", "storage bytes: what must be refused", bytes_refusals);
    add_test("1.5", "storage bytes: permuted, reversed and padded layouts", bytes_small);

    add_test("1.6", "worked examples", offset_examples);
    add_test("1.6", "padded, reversed and still layouts, rank 0 and 8", offset_other);
    add_test("1.6", "every index of small layouts", offset_small);
    add_test("1.6", "too few or too many indices", offset_rank);
    add_test("1.6", "an index outside the shape", offset_index);
    add_test("1.6", "the largest numbers", offset_largest);
    add_test("1.6", "bad layouts, NULL", offset_refusals);

    add_test("1.7", "row-major layouts", index_row);
    add_test("1.7", "column-major and permuted layouts", index_col);
    add_test("1.7", "padded layouts and their gaps", index_gaps);
    add_test("1.7", "negative strides", index_reversed);
    add_test("1.7", "axes of size 1 and rank 0", index_size_one);
    add_test("1.7", "no elements", index_empty);
    add_test("1.7", "layouts with overlap", index_overlap);
    add_test("1.7", "layouts that do not nest", index_loose);
    add_test("1.7", "large layouts", index_large);
    add_test("1.7", "rank 8, and the largest numbers", index_largest);
    add_test("1.7", "larger layouts that do not nest", index_unsure);
    add_test("1.7", "bad layouts, NULL", index_refusals);
    add_test("1.7", "small permuted, reversed and padded layouts have no overlap", overlap_nested);
    add_test("1.7", "every element of small permuted, reversed and padded layouts", index_nested);
    add_test("1.7", "every offset of small layouts with any strides", index_loose_small);

    add_test("1.8", "worked examples", odometer_examples);
    add_test("1.8", "a full turn", odometer_chain);
    add_test("1.8", "every index of every small shape", odometer_small);
    add_test("1.8", "an index or position outside the shape", odometer_outside);
    add_test("1.8", "no elements", odometer_empty);
    add_test("1.8", "the largest numbers", odometer_largest);
    add_test("1.8", "bad ranks, negative sizes, NULL", odometer_refusals);

    add_test("1.9", "worked examples", contiguous_examples);
    add_test("1.9", "vectors and rank 0", contiguous_vector);
    add_test("1.9", "axes of size 1", contiguous_size_one);
    add_test("1.9", "no elements", contiguous_empty);
    add_test("1.9", "permuted, reversed and padded layouts", contiguous_nested);
    add_test("1.9", "vectors and matrices with any strides", contiguous_any);
    add_test("1.9", "dense layouts with odd strides where a size is 0 or 1", contiguous_odd);
    add_test("1.9", "bad layouts and orders, NULL", contiguous_refusals);

    add_test("1.10", "worked examples", access_examples);
    add_test("1.10", "every small shape and every pattern", access_small);
    add_test("1.10", "patterns that do not name every axis once", access_axes);
    add_test("1.10", "the largest numbers", access_largest);
    add_test("1.10", "bad ranks, negative sizes, NULL", access_refusals);

    add_test("1.11", "worked examples", load_examples);
    add_test("1.11", "gaps, negative strides, rank 0", load_gaps);
    add_test("1.11", "small permuted, reversed and padded layouts", load_small);
    add_test("1.11", "storage that is too small", load_bounds);
    add_test("1.11", "overlap", load_overlap);
    add_test("1.11", "no elements", load_empty);
    add_test("1.11", "bad layouts, NULL", load_refusals);

    add_test("1.12", "a product of matrices that are not square", matmul_product);
    add_test("1.12", "a product of square matrices", matmul_square);
    add_test("1.12", "one row, one column", matmul_thin);
    add_test("1.12", "matrices inside larger ones", matmul_submatrix);
    add_test("1.12", "k = 0", matmul_no_inner);
    add_test("1.12", "m = 0 or n = 0", matmul_nothing);
    add_test("1.12", "negative sizes", matmul_shape);
    add_test("1.12", "leading dimensions that are too small", matmul_rows_too_short);
    add_test("1.12", "numbers that do not fit in int", matmul_int);
    add_test("1.12", "NULL", matmul_null);
}

static const lab_task tasks[] = {
#define TASK(number, level, points, title, functions) {number, level, points, title, functions},
#include "tasks.def"
#undef TASK
};

const lab_suite hidden_strides = {"01-strides", tasks, sizeof tasks / sizeof *tasks, add_tests};
