/* check_strides.c - the public tests of lab 01.
 *
 * A test is a handful of examples: a shape goes in, a number that was worked out by hand comes out.  Read them as such; where
 * the number is not plain, the sum stands beside it.  Nothing is asked for that strides.h does not promise, and where
 * a status is expected, one thing only is wrong with the call.
 */
#include "../expect.h"
#include "strides.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>

/* DIMS(2, 3) is two arguments, the number of values and the values: 2, [2, 3].  RANK0 is the same for no values. */
#define VALUES(...) (const int64_t[]){__VA_ARGS__}
#define DIMS(...) (int)(sizeof VALUES(__VA_ARGS__) / sizeof(int64_t)), VALUES(__VA_ARGS__)
#define RANK0 0, NULL

#define TWO_32 (INT64_C(1) << 32)
#define TWO_62 (INT64_C(1) << 62)

/* Where a result must stay as it was, it was this. */
enum { UNTOUCHED = -77 };

static const int64_t nine_ones[TL_MAX_NDIM + 1] = {1, 1, 1, 1, 1, 1, 1, 1, 1};

/* Layouts that many tests use. */
static const tl_layout row_3x4 = {2, {3, 4}, {4, 1}, 0};
static const tl_layout col_3x4 = {2, {3, 4}, {1, 3}, 0};
static const tl_layout row_2x3x4 = {3, {2, 3, 4}, {12, 4, 1}, 0};
static const tl_layout col_2x3x4 = {3, {2, 3, 4}, {1, 2, 6}, 0};
static const tl_layout padded_3x4 = {2, {3, 4}, {10, 1}, 0};    /* rows of 4, ten elements apart */
static const tl_layout reversed_5 = {1, {5}, {-1}, 4};          /* [0] at 4, [4] at 0 */
static const tl_layout repeated_2x3 = {2, {2, 3}, {0, 1}, 0};   /* both rows are the same three elements */
static const tl_layout interleaved_2x3 = {2, {2, 3}, {3, 2}, 0}; /* offsets 0 2 4 and 3 5 7 */
static const tl_layout empty_0x3 = {2, {0, 3}, {5, 7}, 2};
static const tl_layout rank0_at_3 = {.ndim = 0, .offset = 3};

/* Layouts that are none. */
static const tl_layout too_many_axes = {.ndim = TL_MAX_NDIM + 1};
static const tl_layout negative_size = {2, {2, -3}, {3, 1}, 0};

/* ---- 1.1  Counting elements ---- */

static void numel_is(int ndim, const int64_t shape[], int64_t right)
{
    int64_t numel = UNTOUCHED;
    EXPECT_OK(tl_numel(ndim, shape, &numel), "tl_numel(%s)", list(ndim, shape));
    EXPECT_INT(numel, right, "tl_numel(%s)", list(ndim, shape));
}

START_TEST(numel_examples)
{
    numel_is(DIMS(3, 4), 12);
    numel_is(DIMS(2, 3, 4), 24);
    numel_is(DIMS(5), 5);
    numel_is(DIMS(1, 7, 1), 7);
    numel_is(DIMS(1, 2, 1, 2, 1, 2, 1, 2), 16);
}
END_TEST

START_TEST(numel_rank_0)
{
    numel_is(RANK0, 1);
}
END_TEST

START_TEST(numel_size_0)
{
    numel_is(DIMS(0), 0);
    numel_is(DIMS(3, 0), 0);
    numel_is(DIMS(2, 0, 3), 0);
    numel_is(DIMS(0, INT64_MAX, INT64_MAX), 0);
    numel_is(DIMS(INT64_MAX, INT64_MAX, 0), 0);
}
END_TEST

START_TEST(numel_overflow)
{
    numel_is(DIMS(TWO_32 / 2, TWO_32 / 2), TWO_62); /* 2^31 * 2^31 */
    numel_is(DIMS(1, INT64_MAX), INT64_MAX);
    int64_t numel = UNTOUCHED;
    EXPECT_STATUS(tl_numel(DIMS(TWO_32, TWO_32 / 2), &numel), TL_ERR_OVERFLOW, "tl_numel([2^32, 2^31])"); /* 2^63 */
    EXPECT_STATUS(tl_numel(DIMS(TWO_32, TWO_32), &numel), TL_ERR_OVERFLOW, "tl_numel([2^32, 2^32])");     /* wraps to 0 */
    EXPECT_INT(numel, UNTOUCHED, "*numel, which must stay as it was (-77) after a call that failed");
}
END_TEST

START_TEST(numel_mistakes)
{
    int64_t numel = UNTOUCHED;
    EXPECT_STATUS(tl_numel(-1, nine_ones, &numel), TL_ERR_RANK, "tl_numel with ndim -1");
    EXPECT_STATUS(tl_numel(9, nine_ones, &numel), TL_ERR_RANK, "tl_numel with ndim 9");
    EXPECT_STATUS(tl_numel(DIMS(2, -1), &numel), TL_ERR_SHAPE, "tl_numel([2, -1])");
    EXPECT_STATUS(tl_numel(DIMS(0, -1), &numel), TL_ERR_SHAPE, "tl_numel([0, -1])");
    EXPECT_STATUS(tl_numel(DIMS(-1, 0), &numel), TL_ERR_SHAPE, "tl_numel([-1, 0])");
    EXPECT_STATUS(tl_numel(2, NULL, &numel), TL_ERR_NULL, "tl_numel with ndim 2 and shape NULL");
    EXPECT_STATUS(tl_numel(DIMS(2, 3), NULL), TL_ERR_NULL, "tl_numel with numel NULL");
    EXPECT_INT(numel, UNTOUCHED, "*numel, which must stay as it was (-77) after a call that failed");
}
END_TEST

/* ---- 1.2, 1.3  Dense strides ---- */

typedef tl_status strides_function(int ndim, const int64_t shape[], int64_t strides[]);

static void strides_are(strides_function *function, const char *name, int ndim, const int64_t shape[], const int64_t right[])
{
    int64_t strides[TL_MAX_NDIM] = {0};
    EXPECT_OK(function(ndim, shape, strides), "%s(%s)", name, list(ndim, shape));
    EXPECT_LIST(ndim, strides, right, "%s(%s)", name, list(ndim, shape));
}

/* An array of exactly three, so that a sanitizer sees a fourth being written. */
static void writes_three(strides_function *function, const char *name)
{
    int64_t strides[3] = {0};
    EXPECT_OK(function(DIMS(1, 1, 1), strides), "%s([1, 1, 1])", name);
    EXPECT_LIST(3, strides, VALUES(1, 1, 1), "%s([1, 1, 1])", name);
}

static void strides_mistakes(strides_function *function, const char *name)
{
    int64_t strides[TL_MAX_NDIM + 1] = {UNTOUCHED, UNTOUCHED};
    EXPECT_STATUS(function(-1, nine_ones, strides), TL_ERR_RANK, "%s with ndim -1", name);
    EXPECT_STATUS(function(9, nine_ones, strides), TL_ERR_RANK, "%s with ndim 9", name);
    EXPECT_STATUS(function(DIMS(-2, 3), strides), TL_ERR_SHAPE, "%s([-2, 3])", name);
    EXPECT_STATUS(function(DIMS(2, -3), strides), TL_ERR_SHAPE, "%s([2, -3])", name);
    EXPECT_STATUS(function(2, NULL, strides), TL_ERR_NULL, "%s with ndim 2 and shape NULL", name);
    EXPECT_STATUS(function(DIMS(2, 3), NULL), TL_ERR_NULL, "%s with strides NULL", name);
    EXPECT_LIST(2, strides, VALUES(UNTOUCHED, UNTOUCHED), "strides, which must stay as it was (-77) after a call of %s that failed", name);
}

static void strides_overflow(strides_function *function, const char *name, int ndim, const int64_t shape[])
{
    int64_t strides[3] = {UNTOUCHED, UNTOUCHED, UNTOUCHED};
    EXPECT_STATUS(function(ndim, shape, strides), TL_ERR_OVERFLOW, "%s(%s)", name, list(ndim, shape));
    EXPECT_LIST(3, strides, VALUES(UNTOUCHED, UNTOUCHED, UNTOUCHED), "strides, which must stay as it was (-77) after a call of %s that failed", name);
}

#define ROW tl_row_major_strides, "tl_row_major_strides"
#define COL tl_col_major_strides, "tl_col_major_strides"

START_TEST(row_examples)
{
    strides_are(ROW, DIMS(3, 4), VALUES(4, 1));
    strides_are(ROW, DIMS(2, 3, 4), VALUES(12, 4, 1));
    strides_are(ROW, DIMS(5, 2), VALUES(2, 1));
    strides_are(ROW, DIMS(7), VALUES(1));
    strides_are(ROW, DIMS(2, 2, 2, 2, 2, 2, 2, 2), VALUES(128, 64, 32, 16, 8, 4, 2, 1));
}
END_TEST

START_TEST(row_rank_0_and_size_1)
{
    EXPECT_OK(tl_row_major_strides(RANK0, NULL), "tl_row_major_strides([])");
    strides_are(ROW, DIMS(3, 1), VALUES(1, 1));
    strides_are(ROW, DIMS(1, 3), VALUES(3, 1));
    writes_three(ROW);
}
END_TEST

START_TEST(row_size_0)
{
    strides_are(ROW, DIMS(0), VALUES(1));
    strides_are(ROW, DIMS(2, 0, 3), VALUES(3, 3, 1));
    strides_are(ROW, DIMS(4, 5, 0), VALUES(5, 1, 1));
    strides_are(ROW, DIMS(0, 0), VALUES(1, 1));
}
END_TEST

START_TEST(row_overflow)
{
    strides_are(ROW, DIMS(INT64_MAX, 1), VALUES(1, 1));
    strides_are(ROW, DIMS(TWO_32, TWO_32, 0), VALUES(TWO_32, 1, 1)); /* the first size is in no stride */
    strides_overflow(ROW, DIMS(TWO_32, TWO_32));                    /* 2^64 elements */
    strides_overflow(ROW, DIMS(0, TWO_32, TWO_32));                 /* no element, but a first stride of 2^64 */
}
END_TEST

START_TEST(row_mistakes)
{
    strides_mistakes(ROW);
}
END_TEST

START_TEST(col_examples)
{
    strides_are(COL, DIMS(3, 4), VALUES(1, 3));
    strides_are(COL, DIMS(2, 3, 4), VALUES(1, 2, 6));
    strides_are(COL, DIMS(4, 2, 5), VALUES(1, 4, 8));
    strides_are(COL, DIMS(5, 2), VALUES(1, 5));
    strides_are(COL, DIMS(7), VALUES(1));
    strides_are(COL, DIMS(2, 2, 2, 2, 2, 2, 2, 2), VALUES(1, 2, 4, 8, 16, 32, 64, 128));
}
END_TEST

START_TEST(col_rank_0_and_size_1)
{
    EXPECT_OK(tl_col_major_strides(RANK0, NULL), "tl_col_major_strides([])");
    strides_are(COL, DIMS(3, 1), VALUES(1, 3));
    strides_are(COL, DIMS(1, 3), VALUES(1, 1));
    writes_three(COL);
}
END_TEST

START_TEST(col_size_0)
{
    strides_are(COL, DIMS(0), VALUES(1));
    strides_are(COL, DIMS(2, 0, 3), VALUES(1, 2, 2));
    strides_are(COL, DIMS(0, 5, 4), VALUES(1, 1, 5));
    strides_are(COL, DIMS(0, 0), VALUES(1, 1));
}
END_TEST

START_TEST(col_overflow)
{
    strides_are(COL, DIMS(1, INT64_MAX), VALUES(1, 1));
    strides_are(COL, DIMS(0, TWO_32, TWO_32), VALUES(1, 1, TWO_32)); /* the last size is in no stride */
    strides_overflow(COL, DIMS(TWO_32, TWO_32));
    strides_overflow(COL, DIMS(TWO_32, TWO_32, 0)); /* a last stride of 2^64 */
}
END_TEST

START_TEST(col_mistakes)
{
    strides_mistakes(COL);
}
END_TEST

/* ---- 1.4  A layout that fits its storage ---- */

static const tl_layout no_result = {.ndim = UNTOUCHED, .offset = UNTOUCHED};

/* A layout as it must be; only the first ndim entries count. */
static void layout_is(const tl_layout *layout, int ndim, const int64_t shape[], const int64_t strides[], int64_t offset,
                      const char *call)
{
    EXPECT_INT(layout->ndim, ndim, "ndim of %s", call);
    EXPECT_LIST(ndim, layout->shape, shape, "shape of %s", call);
    EXPECT_LIST(ndim, layout->strides, strides, "strides of %s", call);
    EXPECT_INT(layout->offset, offset, "offset of %s", call);
}

static void dense_is(int ndim, const int64_t shape[], tl_order order, const int64_t strides[])
{
    tl_layout layout = no_result;
    const char *order_name = order == TL_ROW_MAJOR ? "TL_ROW_MAJOR" : "TL_COL_MAJOR";
    char call[128];
    snprintf(call, sizeof call, "tl_layout_dense(%s, %s)", list(ndim, shape), order_name);
    EXPECT_OK(tl_layout_dense(ndim, shape, order, &layout), "%s", call);
    layout_is(&layout, ndim, shape, strides, 0, call);
}

/* Ask for shape/strides at offset in a storage of storage_numel elements. */
static const char *strided_call(int ndim, const int64_t shape[], const int64_t strides[], int64_t offset, int64_t storage_numel)
{
    return text("tl_layout_strided(shape %s, strides %s, offset %" PRId64 ", storage_numel %" PRId64 ")", list(ndim, shape),
                list(ndim, strides), offset, storage_numel);
}

static void strided_fits(int ndim, const int64_t shape[], const int64_t strides[], int64_t offset, int64_t storage_numel)
{
    tl_layout layout = no_result;
    char call[256];
    snprintf(call, sizeof call, "%s", strided_call(ndim, shape, strides, offset, storage_numel));
    EXPECT_OK(tl_layout_strided(ndim, shape, strides, offset, storage_numel, &layout), "%s", call);
    layout_is(&layout, ndim, shape, strides, offset, call);
}

static void strided_refused(int ndim, const int64_t shape[], const int64_t strides[], int64_t offset, int64_t storage_numel)
{
    tl_layout layout = no_result;
    EXPECT_STATUS(tl_layout_strided(ndim, shape, strides, offset, storage_numel, &layout), TL_ERR_BOUNDS, "%s",
                  strided_call(ndim, shape, strides, offset, storage_numel));
    EXPECT_INT(layout.offset, UNTOUCHED, "offset of *layout after a call of tl_layout_strided that failed");
}

START_TEST(dense_examples)
{
    dense_is(DIMS(3, 4), TL_ROW_MAJOR, VALUES(4, 1));
    dense_is(DIMS(3, 4), TL_COL_MAJOR, VALUES(1, 3));
    dense_is(DIMS(2, 3, 4), TL_ROW_MAJOR, VALUES(12, 4, 1));
    dense_is(DIMS(2, 3, 4), TL_COL_MAJOR, VALUES(1, 2, 6));
    dense_is(DIMS(2, 0, 3), TL_ROW_MAJOR, VALUES(3, 3, 1));
    dense_is(RANK0, TL_ROW_MAJOR, NULL);
    dense_is(RANK0, TL_COL_MAJOR, NULL);
}
END_TEST

START_TEST(dense_mistakes)
{
    tl_layout layout = no_result;
    EXPECT_STATUS(tl_layout_dense(DIMS(2, 3), (tl_order)7, &layout), TL_ERR_ORDER, "tl_layout_dense([2, 3], order 7)");
    EXPECT_STATUS(tl_layout_dense(9, nine_ones, TL_ROW_MAJOR, &layout), TL_ERR_RANK, "tl_layout_dense with ndim 9");
    EXPECT_STATUS(tl_layout_dense(-1, nine_ones, TL_ROW_MAJOR, &layout), TL_ERR_RANK, "tl_layout_dense with ndim -1");
    EXPECT_STATUS(tl_layout_dense(DIMS(2, -3), TL_COL_MAJOR, &layout), TL_ERR_SHAPE, "tl_layout_dense([2, -3])");
    EXPECT_STATUS(tl_layout_dense(DIMS(TWO_32, TWO_32), TL_ROW_MAJOR, &layout), TL_ERR_OVERFLOW,
                  "tl_layout_dense([2^32, 2^32])");
    EXPECT_STATUS(tl_layout_dense(2, NULL, TL_ROW_MAJOR, &layout), TL_ERR_NULL, "tl_layout_dense with shape NULL");
    EXPECT_STATUS(tl_layout_dense(DIMS(2, 3), TL_ROW_MAJOR, NULL), TL_ERR_NULL, "tl_layout_dense with layout NULL");
    EXPECT_INT(layout.ndim, UNTOUCHED, "ndim of *layout after a call of tl_layout_dense that failed");
    EXPECT_INT(layout.offset, UNTOUCHED, "offset of *layout after a call of tl_layout_dense that failed");
}
END_TEST

START_TEST(strided_examples)
{
    strided_fits(DIMS(3, 4), VALUES(4, 1), 0, 12);
    strided_fits(DIMS(3, 4), VALUES(1, 3), 0, 12);
    strided_fits(DIMS(3, 4), VALUES(10, 1), 0, 24); /* the last element is at 2 * 10 + 3 * 1 = 23 */
    strided_refused(DIMS(3, 4), VALUES(10, 1), 0, 23);
    strided_refused(DIMS(3, 4), VALUES(10, 1), 0, 12);
    strided_refused(DIMS(3, 4), VALUES(10, 1), 1, 24);
    strided_fits(RANK0, NULL, 2, 3);
    strided_refused(RANK0, NULL, 3, 3);
    strided_refused(RANK0, NULL, -1, 3);
}
END_TEST

START_TEST(strided_zero_and_negative)
{
    strided_fits(DIMS(5), VALUES(-1), 4, 5);    /* from 4 down to 0 */
    strided_refused(DIMS(5), VALUES(-1), 3, 5); /* down to -1 */
    strided_refused(DIMS(5), VALUES(-1), 4, 4);
    strided_fits(DIMS(2, 3), VALUES(-1, 2), 1, 6);    /* from 1 - 1 = 0 up to 1 + 2 * 2 = 5 */
    strided_refused(DIMS(2, 3), VALUES(-1, 2), 0, 6); /* from -1 */
    strided_refused(DIMS(2, 3), VALUES(-1, 2), 1, 5);
    strided_fits(DIMS(1000, 3), VALUES(0, 1), 0, 3);
    strided_fits(DIMS(1, 3), VALUES(999, 1), 0, 3); /* the only index of a size of 1 is 0 */
}
END_TEST

START_TEST(strided_size_0)
{
    strided_fits(DIMS(0, 3), VALUES(5, 7), 0, 0);
    strided_fits(DIMS(0, 3), VALUES(5, 7), 4, 4); /* the end of the storage is still a place to point to */
    strided_fits(DIMS(3, 0), VALUES(-5, 7), 0, 4);
    strided_refused(DIMS(0, 3), VALUES(5, 7), 5, 4);
    strided_refused(DIMS(0, 3), VALUES(5, 7), -1, 4);
}
END_TEST

START_TEST(strided_mistakes)
{
    tl_layout layout = no_result;
    EXPECT_STATUS(tl_layout_strided(9, nine_ones, nine_ones, 0, 9, &layout), TL_ERR_RANK, "tl_layout_strided with ndim 9");
    EXPECT_STATUS(tl_layout_strided(-1, nine_ones, nine_ones, 0, 9, &layout), TL_ERR_RANK, "tl_layout_strided with ndim -1");
    EXPECT_STATUS(tl_layout_strided(DIMS(2, -3), VALUES(3, 1), 0, 6, &layout), TL_ERR_SHAPE, "tl_layout_strided(shape [2, -3])");
    EXPECT_STATUS(tl_layout_strided(2, NULL, VALUES(3, 1), 0, 6, &layout), TL_ERR_NULL, "tl_layout_strided with shape NULL");
    EXPECT_STATUS(tl_layout_strided(DIMS(2, 3), NULL, 0, 6, &layout), TL_ERR_NULL, "tl_layout_strided with strides NULL");
    EXPECT_STATUS(tl_layout_strided(DIMS(2, 3), VALUES(3, 1), 0, 6, NULL), TL_ERR_NULL, "tl_layout_strided with layout NULL");
    EXPECT_STATUS(tl_layout_strided(DIMS(TWO_32, TWO_32), VALUES(0, 0), 0, 1, &layout), TL_ERR_OVERFLOW,
                  "tl_layout_strided(shape [2^32, 2^32], strides [0, 0])");

    /* The third element would be at 2^63, which does not fit int64_t and is outside the storage too: both are right. */
    tl_status status = tl_layout_strided(DIMS(3), VALUES(TWO_62), 0, 9, &layout);
    EXPECT_STATUS(status, status == TL_ERR_BOUNDS ? TL_ERR_BOUNDS : TL_ERR_OVERFLOW,
                  "tl_layout_strided(shape [3], strides [2^62], offset 0, storage_numel 9)");
    EXPECT_INT(layout.ndim, UNTOUCHED, "ndim of *layout after a call of tl_layout_strided that failed");
}
END_TEST

/* ---- 1.5  How far a layout reaches ---- */

static void range_is(const tl_layout *layout, int64_t right_lowest, int64_t right_highest)
{
    int64_t lowest = UNTOUCHED, highest = UNTOUCHED;
    EXPECT_OK(tl_offset_range(layout, &lowest, &highest), "tl_offset_range(%s)", layout_text(layout));
    EXPECT_INT(lowest, right_lowest, "lowest of tl_offset_range(%s)", layout_text(layout));
    EXPECT_INT(highest, right_highest, "highest of tl_offset_range(%s)", layout_text(layout));
}

static void bytes_are(const tl_layout *layout, tl_dtype dtype, int64_t right)
{
    int64_t bytes = UNTOUCHED;
    const char *dtype_name = tl_dtype_describe(dtype).name;
    EXPECT_OK(tl_storage_bytes(layout, dtype, &bytes), "tl_storage_bytes(%s, dtype %s)", layout_text(layout), dtype_name);
    EXPECT_INT(bytes, right, "tl_storage_bytes(%s, dtype %s)", layout_text(layout), dtype_name);
}

#define LAYOUT(...) &(const tl_layout){__VA_ARGS__}

START_TEST(range_examples)
{
    range_is(&row_3x4, 0, 11);
    range_is(&col_3x4, 0, 11);
    range_is(&padded_3x4, 0, 23);
    range_is(LAYOUT(2, {3, 4}, {4, 1}, 5), 5, 16);
    range_is(LAYOUT(2, {2, 3}, {1, 3}, 0), 0, 7); /* 1 * 1 + 2 * 3 */
    range_is(&rank0_at_3, 3, 3);
}
END_TEST

START_TEST(range_zero_and_negative)
{
    range_is(&reversed_5, 0, 4);
    range_is(LAYOUT(2, {2, 3}, {-1, 2}, 0), -1, 4);
    range_is(LAYOUT(2, {3, 4}, {-4, -1}, 11), 0, 11);
    range_is(&repeated_2x3, 0, 2);
    range_is(LAYOUT(2, {1, 3}, {99, 1}, 0), 0, 2);
    range_is(LAYOUT(2, {1, 3}, {INT64_MAX, 1}, 0), 0, 2);
}
END_TEST

START_TEST(range_size_0)
{
    range_is(&empty_0x3, 2, 1);
    range_is(LAYOUT(1, {0}, {-1}, 0), 0, -1);
}
END_TEST

START_TEST(range_mistakes)
{
    int64_t lowest = UNTOUCHED, highest = UNTOUCHED;
    EXPECT_STATUS(tl_offset_range(LAYOUT(1, {3}, {TWO_62}, 0), &lowest, &highest), TL_ERR_OVERFLOW,
                  "tl_offset_range(shape [3], strides [2^62], offset 0)"); /* 2^63 */
    EXPECT_STATUS(tl_offset_range(LAYOUT(1, {2}, {1}, INT64_MAX), &lowest, &highest), TL_ERR_OVERFLOW,
                  "tl_offset_range(shape [2], strides [1], offset 2^63 - 1)");
    EXPECT_STATUS(tl_offset_range(&too_many_axes, &lowest, &highest), TL_ERR_RANK, "tl_offset_range of a layout with ndim 9");
    EXPECT_STATUS(tl_offset_range(&negative_size, &lowest, &highest), TL_ERR_SHAPE, "tl_offset_range(shape [2, -3])");
    EXPECT_STATUS(tl_offset_range(NULL, &lowest, &highest), TL_ERR_NULL, "tl_offset_range with layout NULL");
    EXPECT_STATUS(tl_offset_range(&row_3x4, NULL, &highest), TL_ERR_NULL, "tl_offset_range with lowest NULL");
    EXPECT_STATUS(tl_offset_range(&row_3x4, &lowest, NULL), TL_ERR_NULL, "tl_offset_range with highest NULL");
    EXPECT_INT(lowest, UNTOUCHED, "*lowest, which must stay as it was (-77) after a call of tl_offset_range that failed");
    EXPECT_INT(highest, UNTOUCHED, "*highest, which must stay as it was (-77) after a call of tl_offset_range that failed");
}
END_TEST

START_TEST(bytes_examples)
{
    bytes_are(&row_3x4, TL_F32, 48);
    bytes_are(&row_2x3x4, TL_F32, 96);
    bytes_are(&row_2x3x4, TL_I64, 192);
    bytes_are(&padded_3x4, TL_F32, 96); /* 24 elements */
    bytes_are(&padded_3x4, TL_U8, 24);
    bytes_are(LAYOUT(1, {3}, {1}, 5), TL_F32, 32); /* elements 0 to 7: those before the offset belong to the storage */
    bytes_are(&reversed_5, TL_F32, 20);
    bytes_are(&repeated_2x3, TL_F64, 24);
    bytes_are(&rank0_at_3, TL_F64, 32); /* elements 0 to 3 */
    bytes_are(&empty_0x3, TL_F32, 0);
}
END_TEST

START_TEST(bytes_mistakes)
{
    int64_t bytes = UNTOUCHED;
    EXPECT_STATUS(tl_storage_bytes(LAYOUT(1, {5}, {-1}, 3), TL_F32, &bytes), TL_ERR_BOUNDS,
                  "tl_storage_bytes(shape [5], strides [-1], offset 3)"); /* [4] is at -1 */
    EXPECT_STATUS(tl_storage_bytes(&row_3x4, (tl_dtype)99, &bytes), TL_ERR_DTYPE, "tl_storage_bytes with dtype 99");
    EXPECT_STATUS(tl_storage_bytes(LAYOUT(1, {2}, {TWO_62 / 2}, 0), TL_F64, &bytes), TL_ERR_OVERFLOW,
                  "tl_storage_bytes(shape [2], strides [2^61], dtype f64)"); /* (2^61 + 1) * 8 = 2^64 + 8 */
    EXPECT_STATUS(tl_storage_bytes(&too_many_axes, TL_F32, &bytes), TL_ERR_RANK, "tl_storage_bytes of a layout with ndim 9");
    EXPECT_STATUS(tl_storage_bytes(&negative_size, TL_F32, &bytes), TL_ERR_SHAPE, "tl_storage_bytes(shape [2, -3])");
    EXPECT_STATUS(tl_storage_bytes(NULL, TL_F32, &bytes), TL_ERR_NULL, "tl_storage_bytes with layout NULL");
    EXPECT_STATUS(tl_storage_bytes(&row_3x4, TL_F32, NULL), TL_ERR_NULL, "tl_storage_bytes with bytes NULL");
    EXPECT_INT(bytes, UNTOUCHED, "*bytes, which must stay as it was (-77) after a call of tl_storage_bytes that failed");
}
END_TEST

/* ---- 1.6  From an index to an offset ---- */

static void offset_is(const tl_layout *layout, int ndim, const int64_t index[], int64_t right)
{
    int64_t offset = UNTOUCHED;
    EXPECT_OK(tl_index_to_offset(layout, ndim, index, &offset), "tl_index_to_offset(%s, index %s)", layout_text(layout),
              list(ndim, index));
    EXPECT_INT(offset, right, "tl_index_to_offset(%s, index %s)", layout_text(layout), list(ndim, index));
}

static void index_refused(const tl_layout *layout, int ndim, const int64_t index[], tl_status right)
{
    int64_t offset = UNTOUCHED;
    EXPECT_STATUS(tl_index_to_offset(layout, ndim, index, &offset), right, "tl_index_to_offset(%s, index %s)",
                  layout_text(layout), list(ndim, index));
    EXPECT_INT(offset, UNTOUCHED, "*offset, which must stay as it was (-77) after a call of tl_index_to_offset that failed");
}

START_TEST(offset_matrix)
{
    offset_is(&row_3x4, DIMS(0, 0), 0);
    offset_is(&row_3x4, DIMS(1, 2), 6); /* 1 * 4 + 2 * 1 */
    offset_is(&row_3x4, DIMS(2, 3), 11);
    offset_is(&col_3x4, DIMS(1, 2), 7); /* 1 * 1 + 2 * 3 */
    offset_is(&padded_3x4, DIMS(2, 3), 23);
}
END_TEST

START_TEST(offset_rank_3)
{
    offset_is(&row_2x3x4, DIMS(1, 1, 2), 18); /* 12 + 4 + 2 */
    offset_is(&col_2x3x4, DIMS(1, 1, 2), 15); /* 1 + 2 + 12 */
    offset_is(&row_2x3x4, DIMS(0, 0, 1), 1);
    offset_is(&col_2x3x4, DIMS(0, 0, 1), 6);
    offset_is(&row_2x3x4, DIMS(1, 0, 0), 12);
    offset_is(&col_2x3x4, DIMS(1, 0, 0), 1);
    offset_is(&row_2x3x4, DIMS(1, 2, 3), 23); /* the last element is the last in either order */
    offset_is(&col_2x3x4, DIMS(1, 2, 3), 23);
}
END_TEST

START_TEST(offset_views)
{
    offset_is(LAYOUT(2, {2, 2}, {4, 1}, 5), DIMS(0, 0), 5);
    offset_is(LAYOUT(2, {2, 2}, {4, 1}, 5), DIMS(1, 1), 10);
    offset_is(&reversed_5, DIMS(0), 4);
    offset_is(&reversed_5, DIMS(1), 3);
    offset_is(&repeated_2x3, DIMS(1, 2), 2);
    offset_is(LAYOUT(1, {3}, {-2}, 0), DIMS(2), -4); /* no storage is given, so an offset below 0 is just a number */
    offset_is(&rank0_at_3, RANK0, 3);
}
END_TEST

START_TEST(offset_mistakes)
{
    int64_t offset = UNTOUCHED;
    index_refused(&row_3x4, DIMS(-1, 0), TL_ERR_INDEX);
    index_refused(&row_3x4, DIMS(3, 0), TL_ERR_INDEX);
    index_refused(&row_3x4, DIMS(0, 4), TL_ERR_INDEX); /* the element at 4 exists, the index does not */
    index_refused(&empty_0x3, DIMS(0, 0), TL_ERR_INDEX);
    index_refused(&row_3x4, DIMS(1), TL_ERR_RANK);
    index_refused(&row_3x4, DIMS(1, 2, 0), TL_ERR_RANK);
    index_refused(LAYOUT(1, {3}, {TWO_62}, 0), DIMS(2), TL_ERR_OVERFLOW);
    index_refused(LAYOUT(1, {2}, {1}, INT64_MAX), DIMS(1), TL_ERR_OVERFLOW);
    EXPECT_STATUS(tl_index_to_offset(&too_many_axes, 9, nine_ones, &offset), TL_ERR_RANK,
                  "tl_index_to_offset of a layout with ndim 9");
    EXPECT_STATUS(tl_index_to_offset(NULL, DIMS(0, 0), &offset), TL_ERR_NULL, "tl_index_to_offset with layout NULL");
    EXPECT_STATUS(tl_index_to_offset(&row_3x4, 2, NULL, &offset), TL_ERR_NULL, "tl_index_to_offset with index NULL");
    EXPECT_STATUS(tl_index_to_offset(&row_3x4, DIMS(0, 0), NULL), TL_ERR_NULL, "tl_index_to_offset with offset NULL");
    EXPECT_INT(offset, UNTOUCHED, "*offset, which must stay as it was (-77) after a call of tl_index_to_offset that failed");
}
END_TEST

/* ---- 1.7  From an offset to an index ---- */

static void overlap_is(const tl_layout *layout, bool right)
{
    bool overlap = !right;
    EXPECT_OK(tl_has_overlap(layout, &overlap), "tl_has_overlap(%s)", layout_text(layout));
    EXPECT_BOOL(overlap, right, "tl_has_overlap(%s)", layout_text(layout));
}

static void index_is(const tl_layout *layout, int64_t offset, const int64_t right[])
{
    int64_t index[TL_MAX_NDIM] = {UNTOUCHED};
    EXPECT_OK(tl_offset_to_index(layout, offset, index), "tl_offset_to_index(layout with %s; looking for offset %" PRId64 ")", layout_text(layout), offset);
    EXPECT_LIST(layout->ndim, index, right, "tl_offset_to_index(layout with %s; looking for offset %" PRId64 ")", layout_text(layout), offset);
}

static void no_index_at(const tl_layout *layout, int64_t offset, tl_status right)
{
    int64_t index[TL_MAX_NDIM] = {UNTOUCHED};
    EXPECT_STATUS(tl_offset_to_index(layout, offset, index), right, "tl_offset_to_index(layout with %s; looking for offset %" PRId64 ")", layout_text(layout),
                  offset);
    EXPECT_INT(index[0], UNTOUCHED, "index[0], which must stay as it was (-77) after a call of tl_offset_to_index that failed");
}

START_TEST(overlap_none)
{
    overlap_is(&row_3x4, false);
    overlap_is(&col_2x3x4, false);
    overlap_is(&padded_3x4, false);
    overlap_is(&reversed_5, false);
    overlap_is(LAYOUT(2, {3, 4}, {-4, -1}, 11), false);
    overlap_is(LAYOUT(3, {4, 2, 3}, {1, 12, 4}, 0), false);
    overlap_is(&interleaved_2x3, false);                 /* 0 2 4 and 3 5 7 */
    overlap_is(LAYOUT(2, {3, 3}, {2, 3}, 0), false);     /* 0 3 6, 2 5 8 and 4 7 10 */
    overlap_is(LAYOUT(2, {1000000, 1000000}, {1000000, 1}, 0), false);
}
END_TEST

START_TEST(overlap_some)
{
    overlap_is(&repeated_2x3, true);
    overlap_is(LAYOUT(2, {2, 3}, {1, 1}, 0), true);  /* [0,1] and [1,0] are both at 1 */
    overlap_is(LAYOUT(2, {2, 2}, {1, -1}, 1), true); /* [0,0] and [1,1] are both at 1 */
    overlap_is(LAYOUT(2, {4, 3}, {2, 3}, 0), true);  /* [3,0] and [0,2] are both at 6 */
    overlap_is(LAYOUT(1, {2}, {0}, 0), true);
}
END_TEST

START_TEST(overlap_size_0_and_1)
{
    overlap_is(LAYOUT(2, {1, 3}, {0, 1}, 0), false);
    overlap_is(LAYOUT(3, {1, 1, 1}, {0, 0, 0}, 0), false);
    overlap_is(LAYOUT(2, {0, 3}, {0, 0}, 0), false);
    overlap_is(&rank0_at_3, false);
}
END_TEST

START_TEST(overlap_mistakes)
{
    bool overlap = false;
    EXPECT_STATUS(tl_has_overlap(&too_many_axes, &overlap), TL_ERR_RANK, "tl_has_overlap of a layout with ndim 9");
    EXPECT_STATUS(tl_has_overlap(&negative_size, &overlap), TL_ERR_SHAPE, "tl_has_overlap(shape [2, -3])");
    EXPECT_STATUS(tl_has_overlap(NULL, &overlap), TL_ERR_NULL, "tl_has_overlap with layout NULL");
    EXPECT_STATUS(tl_has_overlap(&row_3x4, NULL), TL_ERR_NULL, "tl_has_overlap with overlap NULL");
}
END_TEST

START_TEST(index_row_major)
{
    index_is(&row_3x4, 0, VALUES(0, 0));
    index_is(&row_3x4, 6, VALUES(1, 2));
    index_is(&row_3x4, 11, VALUES(2, 3));
    index_is(LAYOUT(2, {5, 6}, {6, 1}, 0), 17, VALUES(2, 5)); /* 2 * 6 + 5 */
    index_is(&row_2x3x4, 18, VALUES(1, 1, 2));
}
END_TEST

START_TEST(index_col_major)
{
    index_is(&col_3x4, 7, VALUES(1, 2)); /* 1 * 1 + 2 * 3 */
    index_is(LAYOUT(2, {5, 6}, {1, 5}, 0), 17, VALUES(2, 3)); /* 2 * 1 + 3 * 5 */
    /* every element of a tensor, and back */
    for (int64_t i = 0; i < 2; i++)
        for (int64_t j = 0; j < 3; j++)
            for (int64_t k = 0; k < 4; k++)
                index_is(&col_2x3x4, i + 2 * j + 6 * k, VALUES(i, j, k));
}
END_TEST

START_TEST(index_views)
{
    index_is(&padded_3x4, 23, VALUES(2, 3));
    index_is(&padded_3x4, 10, VALUES(1, 0));
    index_is(&reversed_5, 4, VALUES(0));
    index_is(&reversed_5, 1, VALUES(3));
    index_is(LAYOUT(2, {3, 4}, {-4, 1}, 8), 8, VALUES(0, 0));
    index_is(LAYOUT(2, {3, 4}, {-4, 1}, 8), 3, VALUES(2, 3));
    index_is(LAYOUT(3, {4, 2, 3}, {1, 12, 4}, 0), 18, VALUES(2, 1, 1)); /* 2 + 12 + 4 */
    index_is(&interleaved_2x3, 5, VALUES(1, 1)); /* 3 + 2 */
    index_is(&interleaved_2x3, 4, VALUES(0, 2));
}
END_TEST

START_TEST(index_size_1_and_rank_0)
{
    index_is(LAYOUT(2, {3, 1}, {1, 7}, 0), 2, VALUES(2, 0));
    index_is(LAYOUT(2, {1, 3}, {0, 1}, 0), 2, VALUES(0, 2));
    index_is(LAYOUT(3, {2, 1, 2}, {2, 2, 1}, 0), 3, VALUES(1, 0, 1));
    index_is(&rank0_at_3, 3, NULL);
    EXPECT_OK(tl_offset_to_index(&rank0_at_3, 3, NULL), "tl_offset_to_index(rank 0 at offset 3; 3) with index NULL");
    no_index_at(&rank0_at_3, 0, TL_ERR_OFFSET);
}
END_TEST

START_TEST(index_nowhere)
{
    no_index_at(&row_3x4, -1, TL_ERR_OFFSET);
    no_index_at(&row_3x4, 12, TL_ERR_OFFSET);
    no_index_at(&padded_3x4, 4, TL_ERR_OFFSET);  /* between two rows */
    no_index_at(&padded_3x4, 24, TL_ERR_OFFSET);
    no_index_at(&reversed_5, 5, TL_ERR_OFFSET);
    no_index_at(&interleaved_2x3, 1, TL_ERR_OFFSET);
    no_index_at(&interleaved_2x3, 6, TL_ERR_OFFSET);
    no_index_at(&empty_0x3, 2, TL_ERR_OFFSET);
    no_index_at(&repeated_2x3, 1, TL_ERR_OVERLAP);
    no_index_at(LAYOUT(2, {2, 3}, {1, 1}, 0), 1, TL_ERR_OVERLAP);
}
END_TEST

START_TEST(index_mistakes)
{
    int64_t index[TL_MAX_NDIM] = {UNTOUCHED};
    EXPECT_STATUS(tl_offset_to_index(&too_many_axes, 0, index), TL_ERR_RANK, "tl_offset_to_index of a layout with ndim 9");
    EXPECT_STATUS(tl_offset_to_index(&negative_size, 0, index), TL_ERR_SHAPE, "tl_offset_to_index(shape [2, -3])");
    EXPECT_STATUS(tl_offset_to_index(NULL, 0, index), TL_ERR_NULL, "tl_offset_to_index with layout NULL");
    EXPECT_STATUS(tl_offset_to_index(&row_3x4, 0, NULL), TL_ERR_NULL, "tl_offset_to_index with index NULL");
    EXPECT_INT(index[0], UNTOUCHED, "index[0], which must stay as it was (-77) after a call of tl_offset_to_index that failed");
}
END_TEST

/* ---- 1.8  The odometer ---- */

static void index_at(int ndim, const int64_t shape[], int64_t position, const int64_t right[])
{
    int64_t index[TL_MAX_NDIM] = {UNTOUCHED};
    EXPECT_OK(tl_position_to_index(ndim, shape, position, index), "tl_position_to_index(shape %s, position %" PRId64 ")",
              list(ndim, shape), position);
    EXPECT_LIST(ndim, index, right, "tl_position_to_index(shape %s, position %" PRId64 ")", list(ndim, shape), position);
}

static void no_index_at_position(int ndim, const int64_t shape[], int64_t position)
{
    int64_t index[TL_MAX_NDIM] = {UNTOUCHED};
    EXPECT_STATUS(tl_position_to_index(ndim, shape, position, index), TL_ERR_INDEX,
                  "tl_position_to_index(shape %s, position %" PRId64 ")", list(ndim, shape), position);
    EXPECT_INT(index[0], UNTOUCHED, "index[0], which must stay as it was (-77) after a call of tl_position_to_index that failed");
}

static void position_is(int ndim, const int64_t shape[], const int64_t index[], int64_t right)
{
    int64_t position = UNTOUCHED;
    EXPECT_OK(tl_index_to_position(ndim, shape, index, &position), "tl_index_to_position(shape %s, index %s)",
              list(ndim, shape), list(ndim, index));
    EXPECT_INT(position, right, "tl_index_to_position(shape %s, index %s)", list(ndim, shape), list(ndim, index));
}

static void no_position(int ndim, const int64_t shape[], const int64_t index[])
{
    int64_t position = UNTOUCHED;
    EXPECT_STATUS(tl_index_to_position(ndim, shape, index, &position), TL_ERR_INDEX,
                  "tl_index_to_position(shape %s, index %s)", list(ndim, shape), list(ndim, index));
    EXPECT_INT(position, UNTOUCHED, "*position, which must stay as it was (-77) after a call of tl_index_to_position that failed");
}

/* From one index to the next; right_more is false where the odometer turns over to zeros. */
static void next_is(int ndim, const int64_t shape[], const int64_t from[], const int64_t right[], bool right_more)
{
    int64_t index[TL_MAX_NDIM] = {0};
    bool more = !right_more;
    for (int axis = 0; axis < ndim; axis++)
        index[axis] = from[axis];
    EXPECT_OK(tl_next_index(ndim, shape, index, &more), "tl_next_index(shape %s, index %s)", list(ndim, shape),
              list(ndim, from));
    EXPECT_LIST(ndim, index, right, "index after tl_next_index(shape %s, index %s)", list(ndim, shape), list(ndim, from));
    EXPECT_BOOL(more, right_more, "more of tl_next_index(shape %s, index %s)", list(ndim, shape), list(ndim, from));
}

static void no_next(int ndim, const int64_t shape[], const int64_t from[])
{
    int64_t index[TL_MAX_NDIM] = {0};
    bool more = true;
    for (int axis = 0; axis < ndim; axis++)
        index[axis] = from[axis];
    EXPECT_STATUS(tl_next_index(ndim, shape, index, &more), TL_ERR_INDEX, "tl_next_index(shape %s, index %s)",
                  list(ndim, shape), list(ndim, from));
    EXPECT_LIST(ndim, index, from, "index, which must stay as it was (-77) after a call of tl_next_index that failed");
}

START_TEST(position_examples)
{
    /* [2,3]: the six indices in their order */
    int64_t position = 0;
    for (int64_t i = 0; i < 2; i++)
        for (int64_t j = 0; j < 3; j++) {
            index_at(DIMS(2, 3), position, VALUES(i, j));
            position_is(DIMS(2, 3), VALUES(i, j), position);
            position++;
        }
    index_at(DIMS(2, 3, 4), 18, VALUES(1, 1, 2)); /* 18 = 1 * 12 + 1 * 4 + 2 */
    index_at(DIMS(2, 3, 4), 23, VALUES(1, 2, 3));
    position_is(DIMS(2, 3, 4), VALUES(1, 1, 2), 18);
    index_at(DIMS(2, 1, 2), 2, VALUES(1, 0, 0));
    position_is(DIMS(2, 1, 2), VALUES(1, 0, 0), 2);
}
END_TEST

START_TEST(position_edges)
{
    index_at(RANK0, 0, NULL);
    position_is(RANK0, NULL, 0);
    no_index_at_position(RANK0, 1);
    no_index_at_position(DIMS(2, 3), 6);
    no_index_at_position(DIMS(2, 3), -1);
    no_index_at_position(DIMS(2, 0), 0);
    no_index_at_position(DIMS(0, 2), 0);
    no_position(DIMS(2, 3), VALUES(2, 0));
    no_position(DIMS(2, 3), VALUES(0, 3)); /* not the same as [1,0] */
    no_position(DIMS(2, 3), VALUES(0, -1));
    no_position(DIMS(2, 0), VALUES(0, 0));
}
END_TEST

START_TEST(position_mistakes)
{
    int64_t index[TL_MAX_NDIM + 1] = {0}, position = UNTOUCHED;
    EXPECT_STATUS(tl_position_to_index(9, nine_ones, 0, index), TL_ERR_RANK, "tl_position_to_index with ndim 9");
    EXPECT_STATUS(tl_position_to_index(DIMS(2, -3), 0, index), TL_ERR_SHAPE, "tl_position_to_index(shape [2, -3], position 0)");
    EXPECT_STATUS(tl_position_to_index(DIMS(TWO_32, TWO_32), 0, index), TL_ERR_OVERFLOW,
                  "tl_position_to_index(shape [2^32, 2^32], position 0)");
    EXPECT_STATUS(tl_position_to_index(2, NULL, 0, index), TL_ERR_NULL, "tl_position_to_index with shape NULL");
    EXPECT_STATUS(tl_position_to_index(DIMS(2, 3), 0, NULL), TL_ERR_NULL, "tl_position_to_index with index NULL");

    EXPECT_STATUS(tl_index_to_position(9, nine_ones, index, &position), TL_ERR_RANK, "tl_index_to_position with ndim 9");
    EXPECT_STATUS(tl_index_to_position(DIMS(-2, 3), VALUES(0, 0), &position), TL_ERR_SHAPE,
                  "tl_index_to_position(shape [-2, 3], index [0, 0])");
    EXPECT_STATUS(tl_index_to_position(DIMS(TWO_32, TWO_32), VALUES(0, 0), &position), TL_ERR_OVERFLOW,
                  "tl_index_to_position(shape [2^32, 2^32], index [0, 0])");
    EXPECT_STATUS(tl_index_to_position(2, NULL, VALUES(0, 0), &position), TL_ERR_NULL, "tl_index_to_position with shape NULL");
    EXPECT_STATUS(tl_index_to_position(DIMS(2, 3), NULL, &position), TL_ERR_NULL, "tl_index_to_position with index NULL");
    EXPECT_STATUS(tl_index_to_position(DIMS(2, 3), VALUES(0, 0), NULL), TL_ERR_NULL,
                  "tl_index_to_position with position NULL");
    EXPECT_INT(position, UNTOUCHED, "*position, which must stay as it was (-77) after a call of tl_index_to_position that failed");
}
END_TEST

START_TEST(next_examples)
{
    next_is(DIMS(2, 3), VALUES(0, 0), VALUES(0, 1), true);
    next_is(DIMS(2, 3), VALUES(0, 2), VALUES(1, 0), true); /* the last axis is full: it starts again, the one before moves on */
    next_is(DIMS(2, 3), VALUES(1, 1), VALUES(1, 2), true);
    next_is(DIMS(2, 3), VALUES(1, 2), VALUES(0, 0), false);
    next_is(DIMS(2, 3, 4), VALUES(0, 2, 3), VALUES(1, 0, 0), true);
    next_is(DIMS(2, 1, 2), VALUES(0, 0, 1), VALUES(1, 0, 0), true);
    next_is(DIMS(1, 1), VALUES(0, 0), VALUES(0, 0), false);
    next_is(RANK0, NULL, NULL, false);
}
END_TEST

START_TEST(next_mistakes)
{
    int64_t index[TL_MAX_NDIM + 1] = {0};
    bool more = true;
    no_next(DIMS(2, 3), VALUES(2, 0));
    no_next(DIMS(2, 3), VALUES(0, 3));
    no_next(DIMS(2, 3), VALUES(-1, 2));
    no_next(DIMS(2, 0), VALUES(0, 0));
    EXPECT_STATUS(tl_next_index(9, nine_ones, index, &more), TL_ERR_RANK, "tl_next_index with ndim 9");
    EXPECT_STATUS(tl_next_index(DIMS(2, -3), index, &more), TL_ERR_SHAPE, "tl_next_index(shape [2, -3])");
    EXPECT_STATUS(tl_next_index(2, NULL, index, &more), TL_ERR_NULL, "tl_next_index with shape NULL");
    EXPECT_STATUS(tl_next_index(DIMS(2, 3), NULL, &more), TL_ERR_NULL, "tl_next_index with index NULL");
    EXPECT_STATUS(tl_next_index(DIMS(2, 3), index, NULL), TL_ERR_NULL, "tl_next_index with more NULL");
    EXPECT_LIST(2, index, VALUES(0, 0), "index, which must stay as it was (-77) after a call of tl_next_index that failed");
}
END_TEST

/* ---- 1.9  Contiguity ---- */

static void contiguous_is(const tl_layout *layout, bool right_row, bool right_col)
{
    bool row = !right_row, col = !right_col;
    EXPECT_OK(tl_is_contiguous(layout, TL_ROW_MAJOR, &row), "tl_is_contiguous(%s, TL_ROW_MAJOR)", layout_text(layout));
    EXPECT_BOOL(row, right_row, "tl_is_contiguous(%s, TL_ROW_MAJOR)", layout_text(layout));
    EXPECT_OK(tl_is_contiguous(layout, TL_COL_MAJOR, &col), "tl_is_contiguous(%s, TL_COL_MAJOR)", layout_text(layout));
    EXPECT_BOOL(col, right_col, "tl_is_contiguous(%s, TL_COL_MAJOR)", layout_text(layout));
}

START_TEST(contiguous_examples)
{
    contiguous_is(&row_3x4, true, false);
    contiguous_is(&col_3x4, false, true);
    contiguous_is(&row_2x3x4, true, false);
    contiguous_is(&col_2x3x4, false, true);
    contiguous_is(LAYOUT(1, {3}, {1}, 3), true, true); /* the offset plays no part */
    contiguous_is(&rank0_at_3, true, true);
}
END_TEST

START_TEST(contiguous_gaps)
{
    contiguous_is(&padded_3x4, false, false);
    contiguous_is(LAYOUT(1, {5}, {2}, 0), false, false);       /* every second element of ten */
    contiguous_is(LAYOUT(2, {2, 2}, {4, 1}, 0), false, false); /* strides that fall are not enough */
    contiguous_is(&repeated_2x3, false, false);
    contiguous_is(&reversed_5, false, false);
    contiguous_is(LAYOUT(3, {4, 2, 3}, {1, 12, 4}, 0), false, false);
}
END_TEST

START_TEST(contiguous_size_0_and_1)
{
    contiguous_is(LAYOUT(2, {3, 1}, {1, 7}, 0), true, true);
    contiguous_is(LAYOUT(3, {4, 1, 3}, {3, 50, 1}, 0), true, false);
    contiguous_is(LAYOUT(3, {4, 1, 3}, {1, 50, 4}, 0), false, true);
    contiguous_is(LAYOUT(4, {1, 1, 5, 7}, {0, 0, 7, 1}, 0), true, false);
    contiguous_is(LAYOUT(1, {1}, {-3}, 0), true, true);
    contiguous_is(&empty_0x3, true, true);
    contiguous_is(LAYOUT(2, {3, 0}, {0, -9}, 0), true, true);
}
END_TEST

START_TEST(contiguous_mistakes)
{
    bool contiguous = false;
    EXPECT_STATUS(tl_is_contiguous(&row_3x4, (tl_order)7, &contiguous), TL_ERR_ORDER, "tl_is_contiguous with order 7");
    EXPECT_STATUS(tl_is_contiguous(&too_many_axes, TL_ROW_MAJOR, &contiguous), TL_ERR_RANK,
                  "tl_is_contiguous of a layout with ndim 9");
    EXPECT_STATUS(tl_is_contiguous(&negative_size, TL_ROW_MAJOR, &contiguous), TL_ERR_SHAPE, "tl_is_contiguous(shape [2, -3])");
    EXPECT_STATUS(tl_is_contiguous(NULL, TL_ROW_MAJOR, &contiguous), TL_ERR_NULL, "tl_is_contiguous with layout NULL");
    EXPECT_STATUS(tl_is_contiguous(&row_3x4, TL_ROW_MAJOR, NULL), TL_ERR_NULL, "tl_is_contiguous with contiguous NULL");
}
END_TEST

static void contiguity_is(const tl_layout *layout, tl_contiguity right)
{
    static const char *const names[] = {"TL_CONTIGUOUS_NONE", "TL_CONTIGUOUS_ROW", "TL_CONTIGUOUS_COL", "TL_CONTIGUOUS_BOTH"};
    tl_contiguity contiguity = right == TL_CONTIGUOUS_NONE ? TL_CONTIGUOUS_BOTH : TL_CONTIGUOUS_NONE;
    EXPECT_OK(tl_contiguity_of(layout, &contiguity), "tl_contiguity_of(%s)", layout_text(layout));
    EXPECT_INT((int64_t)contiguity, (int64_t)right, "tl_contiguity_of(%s), where %s is right", layout_text(layout), names[right]);
}

START_TEST(contiguity_of_examples)
{
    contiguity_is(&row_3x4, TL_CONTIGUOUS_ROW);
    contiguity_is(&col_3x4, TL_CONTIGUOUS_COL);
    contiguity_is(&padded_3x4, TL_CONTIGUOUS_NONE);
    contiguity_is(LAYOUT(2, {3, 1}, {1, 7}, 0), TL_CONTIGUOUS_BOTH);
    contiguity_is(&empty_0x3, TL_CONTIGUOUS_BOTH);
    contiguity_is(&rank0_at_3, TL_CONTIGUOUS_BOTH);
    tl_contiguity contiguity = TL_CONTIGUOUS_NONE;
    EXPECT_STATUS(tl_contiguity_of(&too_many_axes, &contiguity), TL_ERR_RANK, "tl_contiguity_of a layout with ndim 9");
    EXPECT_STATUS(tl_contiguity_of(NULL, &contiguity), TL_ERR_NULL, "tl_contiguity_of with layout NULL");
    EXPECT_STATUS(tl_contiguity_of(&row_3x4, NULL), TL_ERR_NULL, "tl_contiguity_of with contiguity NULL");
}
END_TEST

/* ---- 1.10  Strides for an access pattern ---- */

#define ACCESS(...) (const int[]){__VA_ARGS__}

static void access_strides_are(int ndim, const int64_t shape[], const int access[], const int64_t right[])
{
    int64_t strides[TL_MAX_NDIM] = {0};
    EXPECT_OK(tl_access_strides(ndim, shape, access, strides), "tl_access_strides(%s, access %s)", list(ndim, shape),
              int_list(ndim, access));
    EXPECT_LIST(ndim, strides, right, "tl_access_strides(%s, access %s)", list(ndim, shape), int_list(ndim, access));
}

static void access_refused(int ndim, const int64_t shape[], const int access[], tl_status right)
{
    int64_t strides[TL_MAX_NDIM] = {UNTOUCHED};
    EXPECT_STATUS(tl_access_strides(ndim, shape, access, strides), right, "tl_access_strides(%s, access %s)",
                  list(ndim, shape), int_list(ndim, access));
    EXPECT_INT(strides[0], UNTOUCHED, "strides[0], which must stay as it was (-77) after a call of tl_access_strides that failed");
}

START_TEST(access_examples)
{
    access_strides_are(DIMS(2, 3, 4), ACCESS(0, 2, 1), VALUES(1, 8, 2)); /* axis 0: 1, axis 2: 2, axis 1: 2 * 4 */
    access_strides_are(DIMS(2, 3, 4), ACCESS(2, 1, 0), VALUES(12, 4, 1)); /* row-major */
    access_strides_are(DIMS(2, 3, 4), ACCESS(0, 1, 2), VALUES(1, 2, 6));  /* column-major */
    access_strides_are(DIMS(3, 4, 5), ACCESS(0, 2, 1), VALUES(1, 15, 3)); /* [C,H,W] with the channels of a pixel together */
    access_strides_are(DIMS(7), ACCESS(0), VALUES(1));
    access_strides_are(DIMS(2, 0, 3), ACCESS(1, 0, 2), VALUES(1, 1, 2)); /* the 0 counts as 1 */
    EXPECT_OK(tl_access_strides(RANK0, NULL, NULL), "tl_access_strides([], access [])");
}
END_TEST

START_TEST(access_mistakes)
{
    int64_t strides[TL_MAX_NDIM + 1] = {UNTOUCHED};
    access_refused(DIMS(2, 3), ACCESS(0, 0), TL_ERR_AXIS);
    access_refused(DIMS(2, 3), ACCESS(0, 2), TL_ERR_AXIS);
    access_refused(DIMS(2, 3), ACCESS(-1, 0), TL_ERR_AXIS);
    access_refused(DIMS(2, -3), ACCESS(0, 1), TL_ERR_SHAPE);
    access_refused(DIMS(TWO_32, TWO_32), ACCESS(0, 1), TL_ERR_OVERFLOW);
    access_refused(DIMS(0, TWO_32, TWO_32), ACCESS(2, 1, 0), TL_ERR_OVERFLOW); /* the stride of axis 0 would be 2^64 */
    EXPECT_STATUS(tl_access_strides(9, nine_ones, ACCESS(0, 1, 2, 3, 4, 5, 6, 7, 8), strides), TL_ERR_RANK,
                  "tl_access_strides with ndim 9");
    EXPECT_STATUS(tl_access_strides(2, NULL, ACCESS(0, 1), strides), TL_ERR_NULL, "tl_access_strides with shape NULL");
    EXPECT_STATUS(tl_access_strides(DIMS(2, 3), NULL, strides), TL_ERR_NULL, "tl_access_strides with access NULL");
    EXPECT_STATUS(tl_access_strides(DIMS(2, 3), ACCESS(0, 1), NULL), TL_ERR_NULL, "tl_access_strides with strides NULL");
    EXPECT_INT(strides[0], UNTOUCHED, "strides[0], which must stay as it was (-77) after a call of tl_access_strides that failed");
}
END_TEST

/* ---- 1.11  Memory order against logical order ---- */

#define FLOATS(...) (const float[]){__VA_ARGS__}
enum { MOST = 24 };

/* Load values into a storage of -1s. */
static void loads(const tl_layout *layout, const float values[], int storage_numel, const float right[])
{
    float storage[MOST];
    for (int i = 0; i < MOST; i++)
        storage[i] = -1;
    EXPECT_OK(tl_load(layout, values, storage_numel, storage), "tl_load(%s, storage_numel %d)", layout_text(layout),
              storage_numel);
    EXPECT_FLOATS(storage_numel, storage, right, "storage of -1s after tl_load(%s)", layout_text(layout));
}

static void dumps(const tl_layout *layout, int storage_numel, const float storage[], int numel, const float right[])
{
    float values[MOST] = {0};
    EXPECT_OK(tl_dump(layout, storage_numel, storage, values), "tl_dump(%s, storage_numel %d)", layout_text(layout),
              storage_numel);
    EXPECT_FLOATS(numel, values, right, "tl_dump(%s, storage %s)", layout_text(layout), float_list(storage_numel, storage));
}

static const tl_layout row_2x3 = {2, {2, 3}, {3, 1}, 0};
static const tl_layout col_2x3 = {2, {2, 3}, {1, 2}, 0};

START_TEST(load_examples)
{
    loads(&row_2x3, FLOATS(1, 2, 0, 3, 4, 0), 6, FLOATS(1, 2, 0, 3, 4, 0));
    loads(&col_2x3, FLOATS(1, 2, 0, 3, 4, 0), 6, FLOATS(1, 3, 2, 4, 0, 0)); /* column by column */
    loads(LAYOUT(2, {2, 2}, {3, 1}, 1), FLOATS(1, 2, 3, 4), 6, FLOATS(-1, 1, 2, -1, 3, 4));
    loads(&reversed_5, FLOATS(1, 2, 3, 4, 5), 5, FLOATS(5, 4, 3, 2, 1));
    loads(&interleaved_2x3, FLOATS(1, 2, 3, 4, 5, 6), 8, FLOATS(1, -1, 2, 4, 3, 5, -1, 6)); /* at 0 2 4 and 3 5 7 */
    loads(&rank0_at_3, FLOATS(9), 5, FLOATS(-1, -1, -1, 9, -1));
    loads(&empty_0x3, FLOATS(0), 2, FLOATS(-1, -1));
}
END_TEST

START_TEST(dump_examples)
{
    dumps(&row_2x3, 6, FLOATS(1, 2, 3, 4, 5, 6), 6, FLOATS(1, 2, 3, 4, 5, 6));
    dumps(&col_2x3, 6, FLOATS(1, 3, 2, 4, 0, 0), 6, FLOATS(1, 2, 0, 3, 4, 0));
    dumps(LAYOUT(2, {2, 2}, {3, 1}, 1), 6, FLOATS(1, 2, 3, 4, 5, 6), 4, FLOATS(2, 3, 5, 6));
    dumps(&reversed_5, 5, FLOATS(1, 2, 3, 4, 5), 5, FLOATS(5, 4, 3, 2, 1));
    dumps(&repeated_2x3, 3, FLOATS(1, 2, 3), 6, FLOATS(1, 2, 3, 1, 2, 3)); /* to read a shared element twice does no harm */
    dumps(&rank0_at_3, 4, FLOATS(1, 2, 3, 4), 1, FLOATS(4));
    dumps(&empty_0x3, 2, FLOATS(1, 2), 0, FLOATS(0));
}
END_TEST

START_TEST(load_mistakes)
{
    float storage[6] = {0};
    const float values[6] = {1, 2, 3, 4, 5, 6};
    EXPECT_STATUS(tl_load(&row_2x3, values, 5, storage), TL_ERR_BOUNDS, "tl_load(%s, storage_numel 5)", layout_text(&row_2x3));
    EXPECT_STATUS(tl_load(LAYOUT(1, {5}, {-1}, 3), values, 6, storage), TL_ERR_BOUNDS,
                  "tl_load(shape [5], strides [-1], offset 3, storage_numel 6)");
    EXPECT_STATUS(tl_load(&repeated_2x3, values, 6, storage), TL_ERR_OVERLAP, "tl_load(%s)", layout_text(&repeated_2x3));
    EXPECT_STATUS(tl_load(&too_many_axes, values, 6, storage), TL_ERR_RANK, "tl_load of a layout with ndim 9");
    EXPECT_STATUS(tl_load(&negative_size, values, 6, storage), TL_ERR_SHAPE, "tl_load(shape [2, -3])");
    EXPECT_STATUS(tl_load(NULL, values, 6, storage), TL_ERR_NULL, "tl_load with layout NULL");
    EXPECT_STATUS(tl_load(&row_2x3, NULL, 6, storage), TL_ERR_NULL, "tl_load with values NULL");
    EXPECT_STATUS(tl_load(&row_2x3, values, 6, NULL), TL_ERR_NULL, "tl_load with storage NULL");
    EXPECT_FLOATS(6, storage, FLOATS(0, 0, 0, 0, 0, 0), "storage after calls of tl_load that failed");
}
END_TEST

START_TEST(dump_mistakes)
{
    float values[6] = {0};
    const float storage[6] = {1, 2, 3, 4, 5, 6};
    EXPECT_STATUS(tl_dump(&row_2x3, 5, storage, values), TL_ERR_BOUNDS, "tl_dump(%s, storage_numel 5)", layout_text(&row_2x3));
    EXPECT_STATUS(tl_dump(LAYOUT(1, {5}, {-1}, 3), 6, storage, values), TL_ERR_BOUNDS,
                  "tl_dump(shape [5], strides [-1], offset 3, storage_numel 6)");
    EXPECT_STATUS(tl_dump(&too_many_axes, 6, storage, values), TL_ERR_RANK, "tl_dump of a layout with ndim 9");
    EXPECT_STATUS(tl_dump(&negative_size, 6, storage, values), TL_ERR_SHAPE, "tl_dump(shape [2, -3])");
    EXPECT_STATUS(tl_dump(NULL, 6, storage, values), TL_ERR_NULL, "tl_dump with layout NULL");
    EXPECT_STATUS(tl_dump(&row_2x3, 6, NULL, values), TL_ERR_NULL, "tl_dump with storage NULL");
    EXPECT_STATUS(tl_dump(&row_2x3, 6, storage, NULL), TL_ERR_NULL, "tl_dump with values NULL");
    EXPECT_FLOATS(6, values, FLOATS(0, 0, 0, 0, 0, 0), "values after calls of tl_dump that failed");
}
END_TEST

/* ---- 1.12  A row-major product from a column-major BLAS ---- */

extern tl_sgemm sgemm_; /* OpenBLAS */

/* A: 2 rows of 3, B: 3 rows of 2; their product is
 *     1*7 + 2*9 + 3*11 = 58      1*8 + 2*10 + 3*12 = 64
 *     4*7 + 5*9 + 6*11 = 139     4*8 + 5*10 + 6*12 = 154 */
static const float A[] = {1, 2, 3, 4, 5, 6};
static const float B[] = {7, 8, 9, 10, 11, 12};

START_TEST(product_examples)
{
    float c[4] = {NAN, NAN, NAN, NAN}; /* what C held before must not matter */
    EXPECT_OK(tl_matmul(sgemm_, 2, 2, 3, A, 3, B, 2, c, 2), "tl_matmul([2,3] times [3,2])");
    EXPECT_FLOATS(4, c, FLOATS(58, 64, 139, 154), "tl_matmul([2,3] [1..6] times [3,2] [7..12])");

    float outer[6] = {0}; /* [2,1] times [1,3] */
    EXPECT_OK(tl_matmul(sgemm_, 2, 3, 1, A, 1, B, 3, outer, 3), "tl_matmul([2,1] times [1,3])");
    EXPECT_FLOATS(6, outer, FLOATS(7, 8, 9, 14, 16, 18), "tl_matmul([2,1] [1, 2] times [1,3] [7, 8, 9])");

    float inner[1] = {0}; /* [1,3] times [3,1] */
    EXPECT_OK(tl_matmul(sgemm_, 1, 1, 3, A, 3, B, 1, inner, 1), "tl_matmul([1,3] times [3,1])");
    EXPECT_FLOATS(1, inner, FLOATS(50), "tl_matmul([1,3] [1, 2, 3] times [3,1] [7, 8, 9])"); /* 7 + 16 + 27 */
}
END_TEST

START_TEST(product_sub_matrices)
{
    /* the same A and B as the left parts of wider matrices, and C in the left part of one of 2 by 3 */
    const float wide_a[] = {1, 2, 3, -9, -9, 4, 5, 6, -9, -9};   /* [2,5] */
    const float wide_b[] = {7, 8, -9, 9, 10, -9, 11, 12, -9};    /* [3,3] */
    float wide_c[] = {0, 0, -9, 0, 0, -9};                       /* [2,3] */
    EXPECT_OK(tl_matmul(sgemm_, 2, 2, 3, wide_a, 5, wide_b, 3, wide_c, 3), "tl_matmul with lda 5, ldb 3, ldc 3");
    EXPECT_FLOATS(6, wide_c, FLOATS(58, 64, -9, 139, 154, -9), "C, two of every three elements, with lda 5, ldb 3, ldc 3");
}
END_TEST

/* A sgemm that multiplies the plain way, and keeps what it was given. */
static struct spied {
    int calls;
    char transa, transb;
    const float *a, *b, *c;
} spied;

static void spy_sgemm(const char *transa, const char *transb, const int *m, const int *n, const int *k, const float *alpha,
                      const float *a, const int *lda, const float *b, const int *ldb, const float *beta, float *c,
                      const int *ldc)
{
    spied = (struct spied){spied.calls + 1, *transa, *transb, a, b, c};
    if (*transa != 'N' || *transb != 'N')
        return;
    for (int i = 0; i < *m; i++)
        for (int j = 0; j < *n; j++) {
            float sum = 0, *to = &c[i + j * *ldc];
            for (int p = 0; p < *k; p++)
                sum += a[i + p * *lda] * b[p + j * *ldb];
            *to = *alpha * sum + (*beta == 0 ? 0 : *beta * *to);
        }
}

START_TEST(product_one_call)
{
    float c[4] = {0};
    spied = (struct spied){0};
    EXPECT_OK(tl_matmul(spy_sgemm, 2, 2, 3, A, 3, B, 2, c, 2), "tl_matmul([2,3] times [3,2])");
    EXPECT_INT(spied.calls, 1, "calls of sgemm in tl_matmul([2,3] times [3,2])");
    EXPECT_BOOL(spied.transa == 'N' && spied.transb == 'N', true, "sgemm is called with \"N\" and \"N\"");
    bool own = (spied.a == A && spied.b == B) || (spied.a == B && spied.b == A);
    EXPECT_BOOL(own && spied.c == c, true, "sgemm is called with the arrays that tl_matmul was given");
    EXPECT_FLOATS(4, c, FLOATS(58, 64, 139, 154), "tl_matmul([2,3] [1..6] times [3,2] [7..12])");
}
END_TEST

START_TEST(product_size_0)
{
    float c[] = {5, 6, -9, 7, 8, -9};
    EXPECT_OK(tl_matmul(sgemm_, 0, 2, 3, A, 3, B, 2, c, 2), "tl_matmul with m 0");
    EXPECT_OK(tl_matmul(sgemm_, 2, 0, 3, A, 3, B, 1, c, 1), "tl_matmul with n 0");
    EXPECT_FLOATS(6, c, FLOATS(5, 6, -9, 7, 8, -9), "C after tl_matmul with m 0 or n 0");
    EXPECT_OK(tl_matmul(sgemm_, 2, 2, 0, A, 1, B, 2, c, 3), "tl_matmul with k 0");
    EXPECT_FLOATS(6, c, FLOATS(0, 0, -9, 0, 0, -9), "C after tl_matmul with k 0 and ldc 3"); /* sums of no products */
}
END_TEST

START_TEST(product_mistakes)
{
    const int64_t too_many = (int64_t)INT_MAX + 1;
    float c[6] = {0};
    EXPECT_STATUS(tl_matmul(spy_sgemm, -1, 2, 3, A, 3, B, 2, c, 2), TL_ERR_SHAPE, "tl_matmul with m -1");
    EXPECT_STATUS(tl_matmul(spy_sgemm, 2, -1, 3, A, 3, B, 2, c, 2), TL_ERR_SHAPE, "tl_matmul with n -1");
    EXPECT_STATUS(tl_matmul(spy_sgemm, 2, 2, -1, A, 3, B, 2, c, 2), TL_ERR_SHAPE, "tl_matmul with k -1");
    EXPECT_STATUS(tl_matmul(spy_sgemm, 2, 2, 3, A, 2, B, 2, c, 2), TL_ERR_BOUNDS, "tl_matmul with k 3 and lda 2");
    EXPECT_STATUS(tl_matmul(spy_sgemm, 2, 2, 3, A, 3, B, 1, c, 2), TL_ERR_BOUNDS, "tl_matmul with n 2 and ldb 1");
    EXPECT_STATUS(tl_matmul(spy_sgemm, 2, 2, 3, A, 3, B, 2, c, 1), TL_ERR_BOUNDS, "tl_matmul with n 2 and ldc 1");
    EXPECT_STATUS(tl_matmul(spy_sgemm, 2, 2, 0, A, 0, B, 2, c, 2), TL_ERR_BOUNDS, "tl_matmul with k 0 and lda 0");
    EXPECT_STATUS(tl_matmul(spy_sgemm, too_many, 1, 1, A, 1, B, 1, c, 1), TL_ERR_OVERFLOW, "tl_matmul with m 2^31");
    EXPECT_STATUS(tl_matmul(spy_sgemm, 1, 1, 1, A, too_many, B, 1, c, 1), TL_ERR_OVERFLOW, "tl_matmul with lda 2^31");
    EXPECT_STATUS(tl_matmul(spy_sgemm, 1, 1, 1, A, 1, B, 1, c, too_many), TL_ERR_OVERFLOW, "tl_matmul with ldc 2^31");
    EXPECT_STATUS(tl_matmul(NULL, 2, 2, 3, A, 3, B, 2, c, 2), TL_ERR_NULL, "tl_matmul with sgemm NULL");
    EXPECT_STATUS(tl_matmul(spy_sgemm, 2, 2, 3, NULL, 3, B, 2, c, 2), TL_ERR_NULL, "tl_matmul with a NULL");
    EXPECT_STATUS(tl_matmul(spy_sgemm, 2, 2, 3, A, 3, NULL, 2, c, 2), TL_ERR_NULL, "tl_matmul with b NULL");
    EXPECT_STATUS(tl_matmul(spy_sgemm, 2, 2, 3, A, 3, B, 2, NULL, 2), TL_ERR_NULL, "tl_matmul with c NULL");
    EXPECT_FLOATS(6, c, FLOATS(0, 0, 0, 0, 0, 0), "C after calls of tl_matmul that failed");
}
END_TEST

/* ---- All of them ---- */

static const lab_task tasks[] = {
#define TASK(number, level, points, title, functions) {number, level, points, title, functions},
#include "tasks.def"
#undef TASK
};

static void add_tests(void)
{
    add_test("1.1", "worked examples", numel_examples);
    add_test("1.1", "rank 0", numel_rank_0);
    add_test("1.1", "sizes of 0", numel_size_0);
    add_test("1.1", "numbers near 2^63", numel_overflow);
    add_test("1.1", "mistakes of the caller", numel_mistakes);

    add_test("1.2", "worked examples", row_examples);
    add_test("1.2", "rank 0 and sizes of 1", row_rank_0_and_size_1);
    add_test("1.2", "sizes of 0", row_size_0);
    add_test("1.2", "numbers near 2^63", row_overflow);
    add_test("1.2", "mistakes of the caller", row_mistakes);

    add_test("1.3", "worked examples", col_examples);
    add_test("1.3", "rank 0 and sizes of 1", col_rank_0_and_size_1);
    add_test("1.3", "sizes of 0", col_size_0);
    add_test("1.3", "numbers near 2^63", col_overflow);
    add_test("1.3", "mistakes of the caller", col_mistakes);

    add_test("1.4", "dense layouts", dense_examples);
    add_test("1.4", "mistakes of the caller of tl_layout_dense", dense_mistakes);
    add_test("1.4", "layouts that just fit, and just do not", strided_examples);
    add_test("1.4", "strides of 0 and below", strided_zero_and_negative);
    add_test("1.4", "strided layouts without elements", strided_size_0);
    add_test("1.4", "mistakes of the caller of tl_layout_strided", strided_mistakes);

    add_test("1.5", "ranges of layouts with strides above 0", range_examples);
    add_test("1.5", "ranges of layouts with strides of 0 and below", range_zero_and_negative);
    add_test("1.5", "ranges of layouts without elements", range_size_0);
    add_test("1.5", "mistakes of the caller of tl_offset_range", range_mistakes);
    add_test("1.5", "bytes of a storage", bytes_examples);
    add_test("1.5", "mistakes of the caller of tl_storage_bytes", bytes_mistakes);

    add_test("1.6", "a matrix", offset_matrix);
    add_test("1.6", "three axes", offset_rank_3);
    add_test("1.6", "views: other offsets and strides, rank 0", offset_views);
    add_test("1.6", "mistakes of the caller", offset_mistakes);

    add_test("1.7", "layouts without overlap", overlap_none);
    add_test("1.7", "layouts with overlap", overlap_some);
    add_test("1.7", "overlap and sizes of 0 and 1", overlap_size_0_and_1);
    add_test("1.7", "mistakes of the caller of tl_has_overlap", overlap_mistakes);
    add_test("1.7", "indices in row-major layouts", index_row_major);
    add_test("1.7", "indices in column-major layouts", index_col_major);
    add_test("1.7", "indices in padded, reversed and permuted layouts", index_views);
    add_test("1.7", "indices with sizes of 1, and rank 0", index_size_1_and_rank_0);
    add_test("1.7", "offsets where no index lies, and overlap", index_nowhere);
    add_test("1.7", "mistakes of the caller of tl_offset_to_index", index_mistakes);

    add_test("1.8", "positions and indices", position_examples);
    add_test("1.8", "rank 0, sizes of 0, and what is outside", position_edges);
    add_test("1.8", "mistakes of the caller of the position functions", position_mistakes);
    add_test("1.8", "the next index", next_examples);
    add_test("1.8", "mistakes of the caller of tl_next_index", next_mistakes);

    add_test("1.9", "dense layouts", contiguous_examples);
    add_test("1.9", "layouts with gaps, repeats, or another sequence", contiguous_gaps);
    add_test("1.9", "sizes of 0 and 1", contiguous_size_0_and_1);
    add_test("1.9", "mistakes of the caller of tl_is_contiguous", contiguous_mistakes);
    add_test("1.9", "row, column, both and none", contiguity_of_examples);

    add_test("1.10", "worked examples", access_examples);
    add_test("1.10", "mistakes of the caller", access_mistakes);

    add_test("1.11", "loading", load_examples);
    add_test("1.11", "dumping", dump_examples);
    add_test("1.11", "mistakes of the caller of tl_load", load_mistakes);
    add_test("1.11", "mistakes of the caller of tl_dump", dump_mistakes);

    add_test("1.12", "products", product_examples);
    add_test("1.12", "sub-matrices", product_sub_matrices);
    add_test("1.12", "one call of sgemm, nothing copied", product_one_call);
    add_test("1.12", "sizes of 0", product_size_0);
    add_test("1.12", "mistakes of the caller", product_mistakes);
}

extern const lab_suite public_suite;
const lab_suite public_suite = {"01-strides", tasks, sizeof tasks / sizeof *tasks, add_tests};
