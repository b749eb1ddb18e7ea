/* check_views.c - the public tests of lab 02.
 *
 * A test is a handful of examples: a layout or a tensor goes in, what was worked out by hand comes out.  Read them as such; where
 * the answer is not plain, the sum stands beside it.  Nothing is asked for that views.h does not promise, and where
 * a status is expected, one thing only is wrong with the call.
 *
 * Slices are written as in Python: "1:4:2", "::-1".  What a test calls belongs to its own task; storages and tensors that it needs
 * besides are put together by hand.
 */
#define _POSIX_C_SOURCE 200809L /* posix_memalign */
#include "../expect.h"
#include "views.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* DIMS(2, 3) is two arguments, the number of values and the values: 2, [2, 3].  RANK0 is the same for no values. */
#define VALUES(...) (const int64_t[]){__VA_ARGS__}
#define DIMS(...) (int)(sizeof VALUES(__VA_ARGS__) / sizeof(int64_t)), VALUES(__VA_ARGS__)
#define AXES(...) (int)(sizeof(int[]){__VA_ARGS__} / sizeof(int)), (const int[]){__VA_ARGS__}
#define RANK0 0, NULL
#define FLOATS(...) (const float[]){__VA_ARGS__}
#define LAYOUT(...) &(const tl_layout){__VA_ARGS__}

#define TWO_31 (INT64_C(1) << 31)
#define TWO_32 (INT64_C(1) << 32)
#define TWO_61 (INT64_C(1) << 61)
#define TWO_62 (INT64_C(1) << 62)

/* Where a result must stay as it was, it was this. */
enum { UNTOUCHED = -77 };

static const int64_t nine_ones[TL_MAX_NDIM + 1] = {1, 1, 1, 1, 1, 1, 1, 1, 1};

/* Layouts that many tests use. */
static const tl_layout row_10 = {1, {10}, {1}, 0};
static const tl_layout row_2x3 = {2, {2, 3}, {3, 1}, 0};
static const tl_layout row_3x4 = {2, {3, 4}, {4, 1}, 0};
static const tl_layout row_4x5 = {2, {4, 5}, {5, 1}, 0};
static const tl_layout row_2x3x4 = {3, {2, 3, 4}, {12, 4, 1}, 0};
static const tl_layout transposed_3x2 = {2, {3, 2}, {1, 3}, 0};  /* row_2x3, seen the other way */
static const tl_layout padded_3x4 = {2, {3, 4}, {10, 1}, 0};     /* rows of 4, ten elements apart */
static const tl_layout every_other_5 = {1, {5}, {2}, 1};         /* elements 1 3 5 7 9 */
static const tl_layout reversed_6 = {1, {6}, {-1}, 5};           /* [0] at 5, [5] at 0 */
static const tl_layout repeated_2x3 = {2, {2, 3}, {0, 1}, 0};    /* both rows are the same three elements */
static const tl_layout empty_0x3 = {2, {0, 3}, {3, 1}, 2};
static const tl_layout rank0_at_3 = {.ndim = 0, .offset = 3};
static const tl_layout rank_8 = {8, {1, 2, 1, 1, 1, 1, 1, 3}, {6, 3, 3, 3, 3, 3, 3, 1}, 0};

/* Layouts that are none. */
static const tl_layout too_many_axes = {.ndim = TL_MAX_NDIM + 1};
static const tl_layout negative_size = {2, {2, -3}, {3, 1}, 0};

/* ---- What a call makes of a layout ---- */

static const tl_layout no_result = {UNTOUCHED,
                                    {UNTOUCHED, UNTOUCHED, UNTOUCHED, UNTOUCHED, UNTOUCHED, UNTOUCHED, UNTOUCHED, UNTOUCHED},
                                    {UNTOUCHED, UNTOUCHED, UNTOUCHED, UNTOUCHED, UNTOUCHED, UNTOUCHED, UNTOUCHED, UNTOUCHED},
                                    UNTOUCHED};

static void layout_is(const tl_layout *got, const tl_layout *right, const char *call)
{
    if (got->ndim != right->ndim)
        EXPECT_INT(got->ndim, right->ndim, "ndim of %s", call);
    if (!same_list(right->ndim, got->shape, right->shape) || !same_list(right->ndim, got->strides, right->strides) ||
        got->offset != right->offset)
        expect_failed(layout_text(got), layout_text(right), call);
}

/* The call makes the layout `right` of *from in *to: once with a result of its own, once with the layout itself as its result. */
#define GIVES(layout, right, call, ...)                                              \
    do {                                                                             \
        tl_layout apart = no_result, in_place = *(layout), *to = &apart;             \
        const tl_layout *from = (layout);                                            \
        EXPECT_OK(call, __VA_ARGS__);                                                \
        layout_is(to, right, text(__VA_ARGS__));                                     \
        from = to = &in_place;                                                       \
        EXPECT_OK(call, "%s, with the layout as its own result", text(__VA_ARGS__)); \
        layout_is(to, right, text("%s, with the layout as its own result", text(__VA_ARGS__))); \
    } while (0)

static void layout_stays(const tl_layout *result, const char *call)
{
    EXPECT_INT(result->ndim, UNTOUCHED, "ndim of *result, which must stay as it was (-77) after a call that failed: %s", call);
    EXPECT_INT(result->offset, UNTOUCHED, "offset of *result, which must stay as it was (-77) after a call that failed: %s", call);
    EXPECT_LIST(TL_MAX_NDIM, result->shape, no_result.shape,
                "shape of *result, which must stay as it was (-77) after a call that failed: %s", call);
    EXPECT_LIST(TL_MAX_NDIM, result->strides, no_result.strides,
                "strides of *result, which must stay as it was (-77) after a call that failed: %s", call);
}

/* The call refuses *from with this status, and leaves *to alone. */
#define REFUSES(layout, status, call, ...)       \
    do {                                         \
        tl_layout apart = no_result, *to = &apart; \
        const tl_layout *from = (layout);        \
        EXPECT_STATUS(call, status, __VA_ARGS__); \
        layout_stays(&apart, text(__VA_ARGS__)); \
    } while (0)

/* What every such call refuses, when it is right for a layout of shape [2, 3]. */
#define LAYOUT_MISTAKES(name, call)                                                                 \
    do {                                                                                            \
        REFUSES(NULL, TL_ERR_NULL, call, "%s with layout NULL", name);                              \
        REFUSES(&too_many_axes, TL_ERR_RANK, call, "%s of a layout with ndim 9", name);             \
        REFUSES(LAYOUT(.ndim = -1), TL_ERR_RANK, call, "%s of a layout with ndim -1", name);        \
        REFUSES(&negative_size, TL_ERR_SHAPE, call, "%s of a layout with shape [2, -3]", name);     \
        const tl_layout *from = &row_2x3;                                                           \
        tl_layout *to = NULL;                                                                       \
        EXPECT_STATUS(call, TL_ERR_NULL, "%s with result NULL", name);                              \
    } while (0)

/* ---- 2.1  A slice of one axis ---- */

/* The slice that Python would read here.  A number that is left out is a tempting one. */
static tl_slice python(const char *words)
{
    tl_slice slice = {false, false, false, 1, 2, 0};
    bool *has[] = {&slice.has_start, &slice.has_stop, &slice.has_step};
    int64_t *number[] = {&slice.start, &slice.stop, &slice.step};
    for (int i = 0; i < 3; i++) {
        char *end;
        int64_t value = strtoll(words, &end, 10);
        if ((*has[i] = end != words))
            *number[i] = value;
        words = *end == ':' ? end + 1 : end;
    }
    return slice;
}

static void range_is(const char *words, int64_t size, int64_t start, int64_t stop, int64_t step, int64_t length)
{
    tl_slice slice = python(words);
    tl_range range = {UNTOUCHED, UNTOUCHED, UNTOUCHED, UNTOUCHED};
    EXPECT_OK(tl_slice_resolve(&slice, size, &range), "tl_slice_resolve(%s of %" PRId64 ")", words, size);
    EXPECT_INT(range.length, length, "length of tl_slice_resolve(%s of %" PRId64 ")", words, size);
    EXPECT_INT(range.start, start, "start of tl_slice_resolve(%s of %" PRId64 ")", words, size);
    EXPECT_INT(range.stop, stop, "stop of tl_slice_resolve(%s of %" PRId64 ")", words, size);
    EXPECT_INT(range.step, step, "step of tl_slice_resolve(%s of %" PRId64 ")", words, size);
}

START_TEST(resolve_examples)
{
    range_is("1:5:1", 10, 1, 5, 1, 4);  /* 1 2 3 4 */
    range_is("::2", 10, 0, 10, 2, 5);   /* 0 2 4 6 8 */
    range_is("1:8:3", 10, 1, 8, 3, 3);  /* 1 4 7 */
    range_is("1:7:3", 10, 1, 7, 3, 2);  /* 1 4: the stop is not taken */
    range_is(":", 10, 0, 10, 1, 10);
    range_is("5:5", 10, 5, 5, 1, 0);
    range_is("7:3", 10, 7, 3, 1, 0);
}
END_TEST

START_TEST(resolve_from_the_end)
{
    range_is("-3:", 10, 7, 10, 1, 3);
    range_is("0:-1", 10, 0, 9, 1, 9);
    range_is(":-3", 10, 0, 7, 1, 7);
    range_is("-4:-1:2", 10, 6, 9, 2, 2); /* 6 8 */
}
END_TEST

START_TEST(resolve_outside)
{
    range_is("3:99", 10, 3, 10, 1, 7);
    range_is("-99:3", 10, 0, 3, 1, 3);
    range_is("20:30", 10, 10, 10, 1, 0);
    range_is("-999999:", 10, 0, 10, 1, 10);
    range_is(":-999999", 10, 0, 0, 1, 0); /* a bound like any other, as far outside as it may be */
    range_is("-9223372036854775808:9223372036854775807", 10, 0, 10, 1, 10);
}
END_TEST

START_TEST(resolve_downwards)
{
    range_is("::-1", 5, 4, -1, -1, 5);     /* 4 3 2 1 0 */
    range_is("8:2:-2", 10, 8, 2, -2, 3);   /* 8 6 4 */
    range_is("3::-1", 10, 3, -1, -1, 4);   /* 3 2 1 0 */
    range_is("8:-1:-1", 10, 8, 9, -1, 0);  /* a stop of -1 is index 9, and 9 is not below 8 */
    range_is("99:-99:-4", 10, 9, -1, -4, 3); /* 9 5 1 */
    range_is("2:5:-1", 10, 2, 5, -1, 0);
    range_is("-20::-1", 10, -1, -1, -1, 0);
}
END_TEST

START_TEST(resolve_large)
{
    range_is("::9223372036854775807", 10, 0, 10, INT64_MAX, 1);
    range_is("::-9223372036854775808", 10, 9, -1, INT64_MIN, 1);
    range_is("::-1", INT64_MAX, INT64_MAX - 1, -1, -1, INT64_MAX);
    range_is("::2", INT64_MAX, 0, INT64_MAX, 2, TWO_62); /* 0, 2, ... 2^63 - 2 */
    range_is("::-9223372036854775808", INT64_MAX, INT64_MAX - 1, -1, INT64_MIN, 1);
}
END_TEST

START_TEST(resolve_size_0_and_1)
{
    range_is(":", 0, 0, 0, 1, 0);
    range_is("::-1", 0, -1, -1, -1, 0);
    range_is("-1:", 0, 0, 0, 1, 0);
    range_is("-1:", 1, 0, 1, 1, 1);
    range_is("::-1", 1, 0, -1, -1, 1);
}
END_TEST

START_TEST(resolve_mistakes)
{
    tl_slice all = python(":"), no_step = python("::0");
    tl_range range = {UNTOUCHED, UNTOUCHED, UNTOUCHED, UNTOUCHED};
    EXPECT_STATUS(tl_slice_resolve(&no_step, 10, &range), TL_ERR_STEP, "tl_slice_resolve(::0 of 10)");
    EXPECT_STATUS(tl_slice_resolve(&no_step, 0, &range), TL_ERR_STEP, "tl_slice_resolve(::0 of 0)");
    EXPECT_STATUS(tl_slice_resolve(&all, -1, &range), TL_ERR_SHAPE, "tl_slice_resolve(: of -1)");
    EXPECT_STATUS(tl_slice_resolve(NULL, 10, &range), TL_ERR_NULL, "tl_slice_resolve with slice NULL");
    EXPECT_STATUS(tl_slice_resolve(&all, 10, NULL), TL_ERR_NULL, "tl_slice_resolve with range NULL");
    EXPECT_INT(range.start, UNTOUCHED, "range->start, which must stay as it was (-77) after a call of tl_slice_resolve that failed");
    EXPECT_INT(range.length, UNTOUCHED, "range->length, which must stay as it was (-77) after a call of tl_slice_resolve that failed");
}
END_TEST

static void slice_gives(const tl_layout *layout, int axis, const char *words, const tl_layout *right)
{
    tl_slice slice = python(words);
    GIVES(layout, right, tl_layout_slice(from, axis, &slice, to), "tl_layout_slice(%s; axis %d, %s)", layout_text(layout), axis,
          words);
}

START_TEST(slice_examples)
{
    slice_gives(&row_4x5, 0, "1:3", LAYOUT(2, {2, 5}, {5, 1}, 5));
    slice_gives(&row_4x5, 1, "1:4:2", LAYOUT(2, {4, 2}, {5, 2}, 1));
    slice_gives(LAYOUT(2, {8, 4}, {4, 1}, 0), 0, "2:5:1", LAYOUT(2, {3, 4}, {4, 1}, 8));
    slice_gives(&row_3x4, 0, "1:2", LAYOUT(2, {1, 4}, {4, 1}, 4)); /* one row; the axis stays */
    slice_gives(&row_3x4, 1, "1:4:2", LAYOUT(2, {3, 2}, {4, 2}, 1));
    slice_gives(&row_10, 0, "1:8:3", LAYOUT(1, {3}, {3}, 1));
    slice_gives(&row_2x3x4, 2, "1:4:2", LAYOUT(3, {2, 3, 2}, {12, 4, 2}, 1));
    slice_gives(&row_2x3x4, -1, "1:4:2", LAYOUT(3, {2, 3, 2}, {12, 4, 2}, 1));
    slice_gives(&row_2x3x4, -3, "1:", LAYOUT(3, {1, 3, 4}, {12, 4, 1}, 12));
}
END_TEST

START_TEST(slice_of_views)
{
    slice_gives(&every_other_5, 0, "1::2", LAYOUT(1, {2}, {4}, 3));       /* of 1 3 5 7 9: 3 7 */
    slice_gives(&row_10, 0, "::-1", LAYOUT(1, {10}, {-1}, 9));
    slice_gives(LAYOUT(1, {10}, {-1}, 9), 0, "::-1", LAYOUT(1, {10}, {1}, 0)); /* back again */
    slice_gives(&reversed_6, 0, "4:1:-1", LAYOUT(1, {3}, {1}, 1));        /* 5 - 4, upwards */
    slice_gives(&repeated_2x3, 0, "::-1", LAYOUT(2, {2, 3}, {0, 1}, 0));
    slice_gives(&transposed_3x2, 0, "1:", LAYOUT(2, {2, 2}, {1, 3}, 1));
}
END_TEST

START_TEST(slice_of_nothing)
{
    slice_gives(&row_10, 0, "5:5", LAYOUT(1, {0}, {1}, 5));
    slice_gives(&row_10, 0, "20:", LAYOUT(1, {0}, {1}, 10));
    slice_gives(&row_10, 0, "-20::-1", LAYOUT(1, {0}, {-1}, 0)); /* the start is -1: the offset is held at 0 */
    slice_gives(&empty_0x3, 0, "::-1", LAYOUT(2, {0, 3}, {-3, 1}, 2));
    slice_gives(&empty_0x3, 1, "1:", LAYOUT(2, {0, 2}, {3, 1}, 3));
}
END_TEST

START_TEST(slice_large)
{
    tl_slice step_2_61 = python("::2305843009213693952");
    slice_gives(&row_10, 0, "3::9223372036854775807", LAYOUT(1, {1}, {INT64_MAX}, 3));
    slice_gives(LAYOUT(1, {3}, {4}, 0), 0, "1::9223372036854775807", LAYOUT(1, {1}, {4}, 4)); /* never walked: as it was */
    slice_gives(LAYOUT(1, {3}, {4}, 0), 0, "::-9223372036854775808", LAYOUT(1, {1}, {4}, 8));
    REFUSES(LAYOUT(1, {INT64_MAX}, {4}, 0), TL_ERR_OVERFLOW, tl_layout_slice(from, 0, &step_2_61, to),
            "tl_layout_slice(shape [2^63 - 1], strides [4], offset 0; axis 0, ::2^61)"); /* 4 steps of 2^63 */
    tl_slice last = python("-1:");
    REFUSES(LAYOUT(1, {3}, {TWO_62}, 0), TL_ERR_OVERFLOW, tl_layout_slice(from, 0, &last, to),
            "tl_layout_slice(shape [3], strides [2^62], offset 0; axis 0, -1:)"); /* 2 * 2^62 */
}
END_TEST

START_TEST(slice_mistakes)
{
    tl_slice all = python(":"), no_step = python("::0");
    REFUSES(&row_3x4, TL_ERR_STEP, tl_layout_slice(from, 1, &no_step, to), "tl_layout_slice(shape [3, 4]; axis 1, ::0)");
    REFUSES(&row_3x4, TL_ERR_AXIS, tl_layout_slice(from, 2, &all, to), "tl_layout_slice(shape [3, 4]; axis 2, :)");
    REFUSES(&row_3x4, TL_ERR_AXIS, tl_layout_slice(from, -3, &all, to), "tl_layout_slice(shape [3, 4]; axis -3, :)");
    REFUSES(&rank0_at_3, TL_ERR_AXIS, tl_layout_slice(from, 0, &all, to), "tl_layout_slice(shape []; axis 0, :)");
    REFUSES(&row_3x4, TL_ERR_NULL, tl_layout_slice(from, 0, NULL, to), "tl_layout_slice with slice NULL");
    LAYOUT_MISTAKES("tl_layout_slice", tl_layout_slice(from, 0, &all, to));
}
END_TEST

/* ---- 2.2  Select and narrow ---- */

static void select_gives(const tl_layout *layout, int axis, int64_t index, const tl_layout *right)
{
    GIVES(layout, right, tl_layout_select(from, axis, index, to), "tl_layout_select(%s; axis %d, index %" PRId64 ")",
          layout_text(layout), axis, index);
}

static void select_refused(const tl_layout *layout, int axis, int64_t index, tl_status right)
{
    REFUSES(layout, right, tl_layout_select(from, axis, index, to), "tl_layout_select(%s; axis %d, index %" PRId64 ")",
            layout_text(layout), axis, index);
}

static void narrow_gives(const tl_layout *layout, int axis, int64_t start, int64_t length, const tl_layout *right)
{
    GIVES(layout, right, tl_layout_narrow(from, axis, start, length, to),
          "tl_layout_narrow(%s; axis %d, start %" PRId64 ", length %" PRId64 ")", layout_text(layout), axis, start, length);
}

static void narrow_refused(const tl_layout *layout, int axis, int64_t start, int64_t length, tl_status right)
{
    REFUSES(layout, right, tl_layout_narrow(from, axis, start, length, to),
            "tl_layout_narrow(%s; axis %d, start %" PRId64 ", length %" PRId64 ")", layout_text(layout), axis, start, length);
}

START_TEST(select_examples)
{
    select_gives(&row_2x3, 1, 2, LAYOUT(1, {2}, {3}, 2));
    select_gives(&row_2x3, 0, 1, LAYOUT(1, {3}, {1}, 3));
    select_gives(&row_2x3, -1, -1, LAYOUT(1, {2}, {3}, 2));
    select_gives(&row_2x3, 0, -2, LAYOUT(1, {3}, {1}, 0));
    select_gives(&row_2x3x4, 1, 2, LAYOUT(2, {2, 4}, {12, 1}, 8));
    select_gives(&every_other_5, 0, 3, LAYOUT(.ndim = 0, .offset = 7));
    select_gives(&reversed_6, 0, 1, LAYOUT(.ndim = 0, .offset = 4));
    select_gives(&empty_0x3, 1, 2, LAYOUT(1, {0}, {3}, 4));
}
END_TEST

START_TEST(select_mistakes)
{
    select_refused(&row_2x3, 1, 3, TL_ERR_INDEX);
    select_refused(&row_2x3, 1, -4, TL_ERR_INDEX);
    select_refused(&row_2x3, 0, INT64_MIN, TL_ERR_INDEX);
    select_refused(&empty_0x3, 0, 0, TL_ERR_INDEX);
    select_refused(&row_2x3, 2, 0, TL_ERR_AXIS);
    select_refused(&row_2x3, -3, 0, TL_ERR_AXIS);
    select_refused(&rank0_at_3, 0, 0, TL_ERR_AXIS);
    select_refused(LAYOUT(1, {3}, {TWO_62}, 0), 0, 2, TL_ERR_OVERFLOW);
    LAYOUT_MISTAKES("tl_layout_select", tl_layout_select(from, 0, 0, to));
}
END_TEST

START_TEST(narrow_examples)
{
    narrow_gives(&row_10, 0, 2, 3, LAYOUT(1, {3}, {1}, 2));
    narrow_gives(&row_3x4, 1, 1, 2, LAYOUT(2, {3, 2}, {4, 1}, 1));
    narrow_gives(&row_3x4, 0, -2, 2, LAYOUT(2, {2, 4}, {4, 1}, 4));
    narrow_gives(&every_other_5, 0, 1, 4, LAYOUT(1, {4}, {2}, 3));
    narrow_gives(&reversed_6, -1, 2, 2, LAYOUT(1, {2}, {-1}, 3));
    narrow_gives(&row_10, 0, 0, 10, &row_10);
    narrow_gives(&row_10, 0, 4, 0, LAYOUT(1, {0}, {1}, 4));
    narrow_gives(&row_10, 0, 10, 0, LAYOUT(1, {0}, {1}, 10)); /* nothing, from the end on */
}
END_TEST

START_TEST(narrow_mistakes)
{
    narrow_refused(&row_10, 0, 8, 3, TL_ERR_INDEX); /* a slice would clamp this */
    narrow_refused(&row_10, 0, -2, 3, TL_ERR_INDEX);
    narrow_refused(&row_10, 0, 11, 0, TL_ERR_INDEX);
    narrow_refused(&row_10, 0, -11, 1, TL_ERR_INDEX);
    narrow_refused(&row_10, 0, 0, -1, TL_ERR_INDEX);
    narrow_refused(&row_10, 0, 1, INT64_MAX, TL_ERR_INDEX); /* their sum does not fit */
    narrow_refused(&row_10, 1, 0, 1, TL_ERR_AXIS);
    narrow_refused(LAYOUT(1, {3}, {TWO_62}, 0), 0, 2, 1, TL_ERR_OVERFLOW);
    LAYOUT_MISTAKES("tl_layout_narrow", tl_layout_narrow(from, 0, 0, 1, to));
}
END_TEST

/* ---- 2.3  Several axes at once ---- */

enum { MOST_ITEMS = 16 };

/* "1:3, ..., 0" as items; None is a new axis.  Returns their number. */
static int read_items(const char *words, tl_item items[MOST_ITEMS])
{
    int n = 0;
    for (; *words != '\0'; words += strspn(words, ", "), n++) {
        size_t length = strcspn(words, ",");
        items[n] = (tl_item){.kind = TL_ITEM_SLICE, .slice = python("::0"), .index = 99}; /* what its kind does not use is wrong */
        if (strncmp(words, "...", 3) == 0)
            items[n].kind = TL_ITEM_ELLIPSIS;
        else if (strncmp(words, "None", 4) == 0)
            items[n].kind = TL_ITEM_NEWAXIS;
        else if (memchr(words, ':', length) != NULL)
            items[n].slice = python(words);
        else
            items[n].kind = TL_ITEM_INDEX, items[n].index = strtoll(words, NULL, 10);
        words += length;
    }
    return n;
}

static void subscript_gives(const tl_layout *layout, const char *words, const tl_layout *right)
{
    tl_item items[MOST_ITEMS];
    int n = read_items(words, items);
    GIVES(layout, right, tl_layout_subscript(from, n, items, to), "tl_layout_subscript(%s; [%s])", layout_text(layout), words);
}

static void subscript_refused(const tl_layout *layout, const char *words, tl_status right)
{
    tl_item items[MOST_ITEMS];
    int n = read_items(words, items);
    REFUSES(layout, right, tl_layout_subscript(from, n, items, to), "tl_layout_subscript(%s; [%s])", layout_text(layout), words);
}

START_TEST(subscript_slices)
{
    subscript_gives(LAYOUT(3, {3, 4, 2}, {8, 2, 1}, 0), "1:3, 0:4:2, :", LAYOUT(3, {2, 2, 2}, {8, 4, 1}, 8));
    subscript_gives(&row_4x5, "1:3, :", LAYOUT(2, {2, 5}, {5, 1}, 5));
    subscript_gives(&row_4x5, ":, 1:4:2", LAYOUT(2, {4, 2}, {5, 2}, 1));
    subscript_gives(&row_4x5, "1:3", LAYOUT(2, {2, 5}, {5, 1}, 5)); /* the axes behind are kept whole */
    subscript_gives(&row_4x5, "", &row_4x5);
    subscript_gives(&row_4x5, "::-1, ::-1", LAYOUT(2, {4, 5}, {-5, -1}, 19));
}
END_TEST

START_TEST(subscript_indices)
{
    subscript_gives(&row_4x5, "2", LAYOUT(1, {5}, {1}, 10));
    subscript_gives(&row_4x5, ":, 2", LAYOUT(1, {4}, {5}, 2));
    subscript_gives(&row_4x5, "-1, -1", LAYOUT(.ndim = 0, .offset = 19));
    subscript_gives(&row_2x3x4, "1, 1:, 2", LAYOUT(1, {2}, {4}, 18)); /* 12 + 4 + 2 */
}
END_TEST

START_TEST(subscript_ellipsis)
{
    subscript_gives(&row_2x3x4, "..., 0", LAYOUT(2, {2, 3}, {12, 4}, 0));
    subscript_gives(&row_2x3x4, "1, ..., 2", LAYOUT(1, {3}, {4}, 14));
    subscript_gives(&row_2x3x4, "1:, ..., 0", LAYOUT(2, {1, 3}, {12, 4}, 12));
    subscript_gives(&row_2x3x4, "...", &row_2x3x4);
    subscript_gives(&row_4x5, "1, ..., 2", LAYOUT(.ndim = 0, .offset = 7)); /* no axis is left for it */
    subscript_gives(&rank0_at_3, "...", &rank0_at_3);
}
END_TEST

START_TEST(subscript_newaxis)
{
    subscript_gives(&row_10, "None", LAYOUT(2, {1, 10}, {0, 1}, 0));
    subscript_gives(&row_10, ":, None", LAYOUT(2, {10, 1}, {1, 0}, 0));
    subscript_gives(&row_4x5, "1, None, 1:3", LAYOUT(2, {1, 2}, {0, 1}, 6));
    subscript_gives(&row_2x3x4, "None, ..., None, 3", LAYOUT(4, {1, 2, 3, 1}, {0, 12, 4, 0}, 3));
    subscript_gives(&rank0_at_3, "None, None", LAYOUT(2, {1, 1}, {0, 0}, 3));
    /* rank 8 before and after: the index makes room */
    subscript_gives(&rank_8, "None, 0", LAYOUT(8, {1, 2, 1, 1, 1, 1, 1, 3}, {0, 3, 3, 3, 3, 3, 3, 1}, 0));
}
END_TEST

START_TEST(subscript_mistakes)
{
    subscript_refused(&row_2x3x4, "..., 1, ...", TL_ERR_AXIS);
    subscript_refused(&row_4x5, "1, 1, 1", TL_ERR_RANK);
    subscript_refused(&row_4x5, "1, 1, ..., 1", TL_ERR_RANK);
    subscript_refused(&rank_8, "None", TL_ERR_RANK);
    subscript_refused(&row_4x5, "1, 5", TL_ERR_INDEX);
    subscript_refused(&row_4x5, "1, ::0", TL_ERR_STEP);
    tl_item items[] = {{.kind = (tl_item_kind)77}};
    REFUSES(&row_4x5, TL_ERR_AXIS, tl_layout_subscript(from, 1, items, to), "tl_layout_subscript with an item of kind 77");
    REFUSES(&row_4x5, TL_ERR_NULL, tl_layout_subscript(from, 1, NULL, to), "tl_layout_subscript with items NULL");
    items[0].kind = TL_ITEM_ELLIPSIS;
    LAYOUT_MISTAKES("tl_layout_subscript", tl_layout_subscript(from, 1, items, to));
}
END_TEST

/* ---- 2.4  Transpose and permute ---- */

static void transpose_gives(const tl_layout *layout, int axis, int other, const tl_layout *right)
{
    GIVES(layout, right, tl_layout_transpose(from, axis, other, to), "tl_layout_transpose(%s; axes %d and %d)", layout_text(layout),
          axis, other);
}

static void permute_gives(const tl_layout *layout, int ndim, const int axes[], const tl_layout *right)
{
    GIVES(layout, right, tl_layout_permute(from, ndim, axes, to), "tl_layout_permute(%s; axes %s)", layout_text(layout),
          int_list(ndim, axes));
}

static void permute_refused(const tl_layout *layout, int ndim, const int axes[], tl_status right)
{
    REFUSES(layout, right, tl_layout_permute(from, ndim, axes, to), "tl_layout_permute(%s; axes %s)", layout_text(layout),
            int_list(ndim, axes));
}

START_TEST(transpose_examples)
{
    transpose_gives(&row_2x3, 0, 1, &transposed_3x2);
    transpose_gives(&transposed_3x2, 0, 1, &row_2x3);
    transpose_gives(&row_3x4, 1, 0, LAYOUT(2, {4, 3}, {1, 4}, 0)); /* [2,1] is element 2 * 1 + 1 * 4 = 6, as [1,2] was */
    transpose_gives(&row_2x3x4, 0, -1, LAYOUT(3, {4, 3, 2}, {1, 4, 12}, 0));
    transpose_gives(&row_2x3x4, -2, 1, &row_2x3x4);
    transpose_gives(LAYOUT(2, {4, 2}, {5, 2}, 1), 0, 1, LAYOUT(2, {2, 4}, {2, 5}, 1));
    transpose_gives(&empty_0x3, 0, 1, LAYOUT(2, {3, 0}, {1, 3}, 2));
}
END_TEST

START_TEST(transpose_mistakes)
{
    REFUSES(&row_2x3, TL_ERR_AXIS, tl_layout_transpose(from, 0, 2, to), "tl_layout_transpose(shape [2, 3]; axes 0 and 2)");
    REFUSES(&row_2x3, TL_ERR_AXIS, tl_layout_transpose(from, -3, 0, to), "tl_layout_transpose(shape [2, 3]; axes -3 and 0)");
    REFUSES(&rank0_at_3, TL_ERR_AXIS, tl_layout_transpose(from, 0, 0, to), "tl_layout_transpose(shape []; axes 0 and 0)");
    LAYOUT_MISTAKES("tl_layout_transpose", tl_layout_transpose(from, 0, 1, to));
}
END_TEST

START_TEST(permute_examples)
{
    permute_gives(&row_2x3x4, AXES(1, 2, 0), LAYOUT(3, {3, 4, 2}, {4, 1, 12}, 0)); /* [2,1,1] is element 8 + 1 + 12 = 21 */
    permute_gives(&row_2x3x4, AXES(2, 0, 1), LAYOUT(3, {4, 2, 3}, {1, 12, 4}, 0));
    permute_gives(&row_2x3x4, AXES(0, 1, 2), &row_2x3x4);
    permute_gives(&row_2x3x4, AXES(-1, 0, -2), LAYOUT(3, {4, 2, 3}, {1, 12, 4}, 0));
    permute_gives(&reversed_6, AXES(0), &reversed_6);
    permute_gives(&rank0_at_3, 0, NULL, &rank0_at_3);
}
END_TEST

START_TEST(permute_mistakes)
{
    permute_refused(&row_2x3x4, AXES(0, 1, 1), TL_ERR_AXIS);
    permute_refused(&row_2x3x4, AXES(0, 2, -1), TL_ERR_AXIS); /* -1 is 2 */
    permute_refused(&row_2x3x4, AXES(0, 1, 3), TL_ERR_AXIS);
    permute_refused(&row_2x3x4, AXES(0, 1, -4), TL_ERR_AXIS);
    permute_refused(&row_2x3x4, AXES(1, 0), TL_ERR_RANK);
    permute_refused(&row_2x3, AXES(1, 0, 2), TL_ERR_RANK);
    REFUSES(&row_2x3, TL_ERR_NULL, tl_layout_permute(from, 2, NULL, to), "tl_layout_permute with axes NULL");
    const int axes[TL_MAX_NDIM + 1] = {0, 1, 2, 3, 4, 5, 6, 7, 8};
    REFUSES(&too_many_axes, TL_ERR_RANK, tl_layout_permute(from, 9, axes, to), "tl_layout_permute of a layout with ndim 9");
    REFUSES(&negative_size, TL_ERR_SHAPE, tl_layout_permute(from, 2, axes, to), "tl_layout_permute of a layout with shape [2, -3]");
    REFUSES(NULL, TL_ERR_NULL, tl_layout_permute(from, 2, axes, to), "tl_layout_permute with layout NULL");
    EXPECT_STATUS(tl_layout_permute(&row_2x3, 2, axes, NULL), TL_ERR_NULL, "tl_layout_permute with result NULL");
}
END_TEST

START_TEST(t_and_mt)
{
    GIVES(&row_2x3, &transposed_3x2, tl_layout_t(from, to), "tl_layout_t(%s)", layout_text(&row_2x3));
    GIVES(&every_other_5, &every_other_5, tl_layout_t(from, to), "tl_layout_t(%s)", layout_text(&every_other_5));
    GIVES(&rank0_at_3, &rank0_at_3, tl_layout_t(from, to), "tl_layout_t(%s)", layout_text(&rank0_at_3));
    GIVES(&row_2x3, &transposed_3x2, tl_layout_mt(from, to), "tl_layout_mt(%s)", layout_text(&row_2x3));
    GIVES(&row_2x3x4, LAYOUT(3, {2, 4, 3}, {12, 1, 4}, 0), tl_layout_mt(from, to), "tl_layout_mt(%s)", layout_text(&row_2x3x4));
}
END_TEST

START_TEST(t_and_mt_mistakes)
{
    REFUSES(&row_2x3x4, TL_ERR_RANK, tl_layout_t(from, to), "tl_layout_t(shape [2, 3, 4])");
    REFUSES(&row_10, TL_ERR_RANK, tl_layout_mt(from, to), "tl_layout_mt(shape [10])");
    REFUSES(&rank0_at_3, TL_ERR_RANK, tl_layout_mt(from, to), "tl_layout_mt(shape [])");
    LAYOUT_MISTAKES("tl_layout_t", tl_layout_t(from, to));
    LAYOUT_MISTAKES("tl_layout_mt", tl_layout_mt(from, to));
}
END_TEST

/* ---- 2.5  Squeeze and unsqueeze ---- */

static void squeeze_gives(const tl_layout *layout, const tl_layout *right)
{
    GIVES(layout, right, tl_layout_squeeze(from, to), "tl_layout_squeeze(%s)", layout_text(layout));
}

static void squeeze_axis_gives(const tl_layout *layout, int axis, const tl_layout *right)
{
    GIVES(layout, right, tl_layout_squeeze_axis(from, axis, to), "tl_layout_squeeze_axis(%s; axis %d)", layout_text(layout), axis);
}

static void unsqueeze_gives(const tl_layout *layout, int axis, const tl_layout *right)
{
    GIVES(layout, right, tl_layout_unsqueeze(from, axis, to), "tl_layout_unsqueeze(%s; axis %d)", layout_text(layout), axis);
}

START_TEST(squeeze_examples)
{
    squeeze_gives(LAYOUT(4, {2, 1, 3, 1}, {3, 3, 1, 1}, 0), &row_2x3);
    squeeze_gives(LAYOUT(3, {1, 1, 5}, {9, 9, 2}, 1), &every_other_5);
    squeeze_gives(LAYOUT(3, {1, 1, 1}, {1, 1, 1}, 3), &rank0_at_3);
    squeeze_gives(LAYOUT(3, {1, 0, 3}, {0, 3, 1}, 2), &empty_0x3);
    squeeze_gives(&row_2x3x4, &row_2x3x4);
    squeeze_gives(&rank0_at_3, &rank0_at_3);
}
END_TEST

START_TEST(squeeze_axis_examples)
{
    squeeze_axis_gives(LAYOUT(3, {2, 1, 3}, {3, 3, 1}, 0), 1, &row_2x3);
    squeeze_axis_gives(LAYOUT(3, {2, 1, 3}, {3, 3, 1}, 0), -2, &row_2x3);
    squeeze_axis_gives(LAYOUT(3, {2, 1, 3}, {3, 3, 1}, 0), 0, LAYOUT(3, {2, 1, 3}, {3, 3, 1}, 0)); /* not of size 1 */
    squeeze_axis_gives(LAYOUT(3, {1, 5, 1}, {9, 2, 9}, 1), 0, LAYOUT(2, {5, 1}, {2, 9}, 1));
    squeeze_axis_gives(&empty_0x3, 0, &empty_0x3);
}
END_TEST

START_TEST(unsqueeze_examples)
{
    unsqueeze_gives(&row_2x3, 0, LAYOUT(3, {1, 2, 3}, {6, 3, 1}, 0));
    unsqueeze_gives(&row_2x3, 1, LAYOUT(3, {2, 1, 3}, {3, 3, 1}, 0));
    unsqueeze_gives(&row_2x3, 2, LAYOUT(3, {2, 3, 1}, {3, 1, 1}, 0));
    unsqueeze_gives(&row_2x3, -1, LAYOUT(3, {2, 3, 1}, {3, 1, 1}, 0));
    unsqueeze_gives(&row_2x3, -3, LAYOUT(3, {1, 2, 3}, {6, 3, 1}, 0));
    unsqueeze_gives(&rank0_at_3, 0, LAYOUT(1, {1}, {1}, 3));
    unsqueeze_gives(&rank0_at_3, -1, LAYOUT(1, {1}, {1}, 3));
    unsqueeze_gives(&every_other_5, 0, LAYOUT(2, {1, 5}, {10, 2}, 1));
    unsqueeze_gives(&reversed_6, 1, LAYOUT(2, {6, 1}, {-1, 1}, 5));
}
END_TEST

START_TEST(squeeze_mistakes)
{
    REFUSES(&row_2x3, TL_ERR_AXIS, tl_layout_squeeze_axis(from, 2, to), "tl_layout_squeeze_axis(shape [2, 3]; axis 2)");
    REFUSES(&rank0_at_3, TL_ERR_AXIS, tl_layout_squeeze_axis(from, 0, to), "tl_layout_squeeze_axis(shape []; axis 0)");
    LAYOUT_MISTAKES("tl_layout_squeeze", tl_layout_squeeze(from, to));
    LAYOUT_MISTAKES("tl_layout_squeeze_axis", tl_layout_squeeze_axis(from, 0, to));
}
END_TEST

START_TEST(unsqueeze_mistakes)
{
    REFUSES(&row_2x3, TL_ERR_AXIS, tl_layout_unsqueeze(from, 3, to), "tl_layout_unsqueeze(shape [2, 3]; axis 3)");
    REFUSES(&row_2x3, TL_ERR_AXIS, tl_layout_unsqueeze(from, -4, to), "tl_layout_unsqueeze(shape [2, 3]; axis -4)");
    REFUSES(&rank_8, TL_ERR_RANK, tl_layout_unsqueeze(from, 0, to), "tl_layout_unsqueeze of a layout with ndim 8");
    REFUSES(LAYOUT(1, {2}, {TWO_62}, 0), TL_ERR_OVERFLOW, tl_layout_unsqueeze(from, 0, to),
            "tl_layout_unsqueeze(shape [2], strides [2^62]; axis 0)");
    LAYOUT_MISTAKES("tl_layout_unsqueeze", tl_layout_unsqueeze(from, 0, to));
}
END_TEST

/* ---- 2.6  Expand ---- */

static void expand_gives(const tl_layout *layout, int ndim, const int64_t sizes[], const tl_layout *right)
{
    GIVES(layout, right, tl_layout_expand(from, ndim, sizes, to), "tl_layout_expand(%s; sizes %s)", layout_text(layout),
          list(ndim, sizes));
}

static void expand_refused(const tl_layout *layout, int ndim, const int64_t sizes[], tl_status right)
{
    REFUSES(layout, right, tl_layout_expand(from, ndim, sizes, to), "tl_layout_expand(%s; sizes %s)", layout_text(layout),
            list(ndim, sizes));
}

START_TEST(expand_examples)
{
    expand_gives(LAYOUT(1, {3}, {1}, 0), DIMS(2, 3), &repeated_2x3);
    expand_gives(LAYOUT(2, {3, 1}, {1, 1}, 0), DIMS(3, 4), LAYOUT(2, {3, 4}, {1, 0}, 0));
    expand_gives(LAYOUT(2, {3, 1}, {1, 1}, 0), DIMS(2, -1, 4), LAYOUT(3, {2, 3, 4}, {0, 1, 0}, 0));
    expand_gives(&row_2x3, DIMS(2, 3), &row_2x3);
    expand_gives(&row_2x3, DIMS(-1, -1), &row_2x3);
    expand_gives(&every_other_5, DIMS(3, 5), LAYOUT(2, {3, 5}, {0, 2}, 1));
    expand_gives(LAYOUT(2, {1, 3}, {7, 1}, 0), DIMS(1, 3), LAYOUT(2, {1, 3}, {7, 1}, 0)); /* the size asked for */
}
END_TEST

START_TEST(expand_rank_0_and_size_0)
{
    expand_gives(&rank0_at_3, DIMS(2, 3), LAYOUT(2, {2, 3}, {0, 0}, 3));
    expand_gives(&rank0_at_3, RANK0, &rank0_at_3);
    expand_gives(LAYOUT(2, {3, 1}, {1, 1}, 0), DIMS(3, 0), LAYOUT(2, {3, 0}, {1, 0}, 0)); /* repeated no times */
    expand_gives(&empty_0x3, DIMS(0, 3), &empty_0x3);
    expand_gives(&row_2x3, DIMS(0, 2, 3), LAYOUT(3, {0, 2, 3}, {0, 3, 1}, 0));
}
END_TEST

START_TEST(expand_mistakes)
{
    expand_refused(LAYOUT(1, {3}, {1}, 0), DIMS(2, 2), TL_ERR_BROADCAST);
    expand_refused(LAYOUT(1, {3}, {1}, 0), DIMS(3, 1), TL_ERR_BROADCAST);
    expand_refused(&empty_0x3, DIMS(1, 3), TL_ERR_BROADCAST);
    expand_refused(LAYOUT(1, {3}, {1}, 0), DIMS(-1, 3), TL_ERR_BROADCAST); /* -1 for an axis that is new */
    expand_refused(LAYOUT(2, {1, 3}, {3, 1}, 0), DIMS(-2, 3), TL_ERR_SHAPE);
    expand_refused(&row_2x3, DIMS(3), TL_ERR_RANK);
    REFUSES(&row_2x3, TL_ERR_RANK, tl_layout_expand(from, 9, nine_ones, to), "tl_layout_expand with ndim 9");
    REFUSES(&row_2x3, TL_ERR_NULL, tl_layout_expand(from, 2, NULL, to), "tl_layout_expand with sizes NULL");
    const int64_t sizes[TL_MAX_NDIM] = {2, 3};
    REFUSES(NULL, TL_ERR_NULL, tl_layout_expand(from, 2, sizes, to), "tl_layout_expand with layout NULL");
    EXPECT_STATUS(tl_layout_expand(&row_2x3, 2, sizes, NULL), TL_ERR_NULL, "tl_layout_expand with result NULL");
    REFUSES(&too_many_axes, TL_ERR_RANK, tl_layout_expand(from, 9, nine_ones, to), "tl_layout_expand of a layout with ndim 9");
    REFUSES(&negative_size, TL_ERR_SHAPE, tl_layout_expand(from, 2, VALUES(2, -1), to),
            "tl_layout_expand of a layout with shape [2, -3]");
}
END_TEST

/* ---- 2.7  Other sizes for the same elements ---- */

static void infer_gives(int64_t numel, int ndim, const int64_t sizes[], const int64_t right[])
{
    int64_t shape[TL_MAX_NDIM] = {UNTOUCHED};
    EXPECT_OK(tl_infer_shape(numel, ndim, sizes, shape), "tl_infer_shape(%" PRId64 ", %s)", numel, list(ndim, sizes));
    EXPECT_LIST(ndim, shape, right, "tl_infer_shape(%" PRId64 ", %s)", numel, list(ndim, sizes));
}

static void infer_refused(int64_t numel, int ndim, const int64_t sizes[], tl_status right)
{
    int64_t shape[TL_MAX_NDIM] = {UNTOUCHED, UNTOUCHED};
    EXPECT_STATUS(tl_infer_shape(numel, ndim, sizes, shape), right, "tl_infer_shape(%" PRId64 ", %s)", numel, list(ndim, sizes));
    EXPECT_LIST(2, shape, VALUES(UNTOUCHED, UNTOUCHED),
                "shape, which must stay as it was (-77) after a call of tl_infer_shape that failed");
}

START_TEST(infer_examples)
{
    infer_gives(6, DIMS(2, -1), VALUES(2, 3));
    infer_gives(6, DIMS(-1), VALUES(6));
    infer_gives(24, DIMS(2, -1, 4), VALUES(2, 3, 4));
    infer_gives(6, DIMS(3, 2), VALUES(3, 2));
    infer_gives(6, DIMS(6, -1), VALUES(6, 1));
    infer_gives(1, DIMS(-1), VALUES(1));
    infer_gives(1, RANK0, NULL);
}
END_TEST

START_TEST(infer_size_0)
{
    infer_gives(0, DIMS(0, 3), VALUES(0, 3));
    infer_gives(0, DIMS(-1), VALUES(0));
    infer_gives(0, DIMS(2, -1), VALUES(2, 0));
    infer_refused(0, DIMS(0, -1), TL_ERR_INFER); /* any size would do */
    infer_refused(0, DIMS(2, 3), TL_ERR_NUMEL);
}
END_TEST

START_TEST(infer_mistakes)
{
    infer_refused(6, DIMS(-1, -1), TL_ERR_INFER);
    infer_refused(6, DIMS(4, -1), TL_ERR_INFER);
    infer_refused(6, DIMS(5), TL_ERR_NUMEL);
    infer_refused(6, RANK0, TL_ERR_NUMEL);
    infer_refused(6, DIMS(-2, 3), TL_ERR_SHAPE);
    infer_refused(-6, DIMS(2, 3), TL_ERR_SHAPE);
    int64_t shape[TL_MAX_NDIM + 1] = {UNTOUCHED};
    EXPECT_STATUS(tl_infer_shape(1, 9, nine_ones, shape), TL_ERR_RANK, "tl_infer_shape with ndim 9");
    EXPECT_STATUS(tl_infer_shape(1, -1, nine_ones, shape), TL_ERR_RANK, "tl_infer_shape with ndim -1");
    EXPECT_STATUS(tl_infer_shape(6, 2, NULL, shape), TL_ERR_NULL, "tl_infer_shape with sizes NULL");
    EXPECT_STATUS(tl_infer_shape(6, DIMS(2, 3), NULL), TL_ERR_NULL, "tl_infer_shape with shape NULL");
    EXPECT_INT(shape[0], UNTOUCHED, "shape[0], which must stay as it was (-77) after a call of tl_infer_shape that failed");
}
END_TEST

/* The stride of an axis of size 1 is never walked: where views.h does not tell it, take the right one for it. */
static tl_layout with_strides_of_size_1(tl_layout layout, const tl_layout *right)
{
    for (int axis = 0; axis < right->ndim; axis++)
        if (right->shape[axis] == 1)
            layout.strides[axis] = right->strides[axis];
    return layout;
}

static void view_gives(const tl_layout *layout, int ndim, const int64_t sizes[], const tl_layout *right)
{
    tl_layout probe = no_result;
    EXPECT_OK(tl_layout_view(layout, ndim, sizes, &probe), "tl_layout_view(%s; sizes %s)", layout_text(layout), list(ndim, sizes));
    tl_layout forgiving = with_strides_of_size_1(*right, &probe);
    GIVES(layout, probe.ndim == right->ndim ? &forgiving : right, tl_layout_view(from, ndim, sizes, to),
          "tl_layout_view(%s; sizes %s)", layout_text(layout), list(ndim, sizes));
}

static void view_refused(const tl_layout *layout, int ndim, const int64_t sizes[], tl_status right)
{
    REFUSES(layout, right, tl_layout_view(from, ndim, sizes, to), "tl_layout_view(%s; sizes %s)", layout_text(layout),
            list(ndim, sizes));
}

START_TEST(view_dense)
{
    view_gives(&row_2x3, DIMS(6), LAYOUT(1, {6}, {1}, 0));
    view_gives(&row_2x3, DIMS(3, -1), LAYOUT(2, {3, 2}, {2, 1}, 0));
    view_gives(&row_2x3x4, DIMS(6, 4), LAYOUT(2, {6, 4}, {4, 1}, 0));
    view_gives(&row_2x3x4, DIMS(3, 2, 2, 2), LAYOUT(4, {3, 2, 2, 2}, {8, 4, 2, 1}, 0));
    view_gives(LAYOUT(2, {2, 5}, {5, 1}, 5), DIMS(5, 2), LAYOUT(2, {5, 2}, {2, 1}, 5));
}
END_TEST

START_TEST(view_strided)
{
    view_gives(LAYOUT(1, {6}, {2}, 1), DIMS(2, 3), LAYOUT(2, {2, 3}, {6, 2}, 1));
    view_gives(&reversed_6, DIMS(2, 3), LAYOUT(2, {2, 3}, {-3, -1}, 5));
    view_gives(LAYOUT(2, {2, 3}, {-3, -1}, 5), DIMS(6), &reversed_6);
    view_gives(&padded_3x4, DIMS(3, 2, 2), LAYOUT(3, {3, 2, 2}, {10, 2, 1}, 0)); /* each row is cut by itself */
    view_gives(LAYOUT(3, {3, 2, 4}, {4, 12, 1}, 0), DIMS(3, 2, 2, 2), LAYOUT(4, {3, 2, 2, 2}, {4, 12, 2, 1}, 0));
    view_gives(LAYOUT(3, {4, 2, 3}, {1, 12, 4}, 0), DIMS(4, 6), LAYOUT(2, {4, 6}, {1, 4}, 0)); /* 12 = 3 * 4: those two join */
    view_gives(LAYOUT(2, {2, 3}, {0, 0}, 0), DIMS(6), LAYOUT(1, {6}, {0}, 0));
}
END_TEST

START_TEST(view_refusals)
{
    view_refused(&transposed_3x2, DIMS(6), TL_ERR_COPY); /* elements 0 3 1 4 2 5: no one stride */
    view_refused(&transposed_3x2, DIMS(2, 3), TL_ERR_COPY);
    view_refused(&padded_3x4, DIMS(12), TL_ERR_COPY);
    view_refused(&padded_3x4, DIMS(2, 6), TL_ERR_COPY);
    view_refused(&repeated_2x3, DIMS(6), TL_ERR_COPY); /* 0 1 2 0 1 2 */
    view_refused(LAYOUT(3, {100, 2, 2}, {0, 1, 0}, 0), DIMS(100, 4), TL_ERR_COPY);
    view_refused(LAYOUT(2, {2, 2}, {3, -1}, 1), DIMS(4), TL_ERR_COPY);
}
END_TEST

START_TEST(view_same_shape)
{
    view_gives(&transposed_3x2, DIMS(3, 2), &transposed_3x2);
    view_gives(&transposed_3x2, DIMS(-1, 2), &transposed_3x2);
    view_gives(&repeated_2x3, DIMS(2, 3), &repeated_2x3);
    view_gives(&every_other_5, DIMS(5), &every_other_5);
    view_gives(&rank0_at_3, RANK0, &rank0_at_3);
}
END_TEST

START_TEST(view_size_0_and_1)
{
    view_gives(LAYOUT(1, {6}, {2}, 0), DIMS(6, 1, 1), LAYOUT(3, {6, 1, 1}, {2, 1, 1}, 0));
    view_gives(LAYOUT(1, {6}, {2}, 0), DIMS(1, 2, 1, 3), LAYOUT(4, {1, 2, 1, 3}, {1, 6, 1, 2}, 0));
    view_gives(LAYOUT(3, {10, 1, 10}, {10, 0, 1}, 0), DIMS(100), LAYOUT(1, {100}, {1}, 0)); /* the 1 between does not hinder */
    view_gives(&rank0_at_3, DIMS(1, 1), LAYOUT(2, {1, 1}, {1, 1}, 3));
    view_gives(LAYOUT(2, {1, 1}, {5, 9}, 3), RANK0, &rank0_at_3);
    view_gives(&empty_0x3, DIMS(3, 0, 2), LAYOUT(3, {3, 0, 2}, {2, 2, 1}, 2)); /* dense, as 1.2 has it, at the same offset */
    view_gives(&empty_0x3, DIMS(-1), LAYOUT(1, {0}, {1}, 2));
}
END_TEST

START_TEST(view_mistakes)
{
    view_refused(&row_2x3, DIMS(4), TL_ERR_NUMEL);
    view_refused(&row_2x3, DIMS(2, 3, 2), TL_ERR_NUMEL);
    view_refused(&row_2x3, DIMS(-1, -1), TL_ERR_INFER);
    view_refused(&row_2x3, DIMS(4, -1), TL_ERR_INFER);
    view_refused(&row_2x3, DIMS(-2, 3), TL_ERR_SHAPE);
    REFUSES(&row_2x3, TL_ERR_RANK, tl_layout_view(from, 9, nine_ones, to), "tl_layout_view with ndim 9");
    REFUSES(&row_2x3, TL_ERR_NULL, tl_layout_view(from, 1, NULL, to), "tl_layout_view with sizes NULL");
    LAYOUT_MISTAKES("tl_layout_view", tl_layout_view(from, DIMS(6), to));
}
END_TEST

/* ---- 2.8  Flatten and unflatten ---- */

static void flatten_gives(const tl_layout *layout, int first, int last, const tl_layout *right)
{
    GIVES(layout, right, tl_layout_flatten(from, first, last, to), "tl_layout_flatten(%s; axes %d to %d)", layout_text(layout),
          first, last);
}

static void flatten_refused(const tl_layout *layout, int first, int last, tl_status right)
{
    REFUSES(layout, right, tl_layout_flatten(from, first, last, to), "tl_layout_flatten(%s; axes %d to %d)", layout_text(layout),
            first, last);
}

static void unflatten_gives(const tl_layout *layout, int axis, int ndim, const int64_t sizes[], const tl_layout *right)
{
    GIVES(layout, right, tl_layout_unflatten(from, axis, ndim, sizes, to), "tl_layout_unflatten(%s; axis %d, sizes %s)",
          layout_text(layout), axis, list(ndim, sizes));
}

static void unflatten_refused(const tl_layout *layout, int axis, int ndim, const int64_t sizes[], tl_status right)
{
    REFUSES(layout, right, tl_layout_unflatten(from, axis, ndim, sizes, to), "tl_layout_unflatten(%s; axis %d, sizes %s)",
            layout_text(layout), axis, list(ndim, sizes));
}

START_TEST(flatten_examples)
{
    flatten_gives(&row_2x3x4, 1, -1, LAYOUT(2, {2, 12}, {12, 1}, 0));
    flatten_gives(&row_2x3x4, 0, 1, LAYOUT(2, {6, 4}, {4, 1}, 0));
    flatten_gives(&row_2x3x4, 0, -1, LAYOUT(1, {24}, {1}, 0));
    flatten_gives(&row_2x3x4, 1, 1, &row_2x3x4);
    flatten_gives(LAYOUT(3, {4, 2, 3}, {1, 12, 4}, 0), 1, 2, LAYOUT(2, {4, 6}, {1, 4}, 0));
    flatten_gives(&transposed_3x2, 0, 0, &transposed_3x2);
    flatten_gives(LAYOUT(2, {2, 3}, {6, 2}, 1), -2, -1, LAYOUT(1, {6}, {2}, 1));
}
END_TEST

START_TEST(flatten_rank_0_and_size_0)
{
    for (int last = -1; last <= 0; last++) {
        tl_layout result = no_result;
        EXPECT_OK(tl_layout_flatten(&rank0_at_3, 0, last, &result), "tl_layout_flatten(shape [], offset 3; axes 0 to %d)", last);
        EXPECT_INT(result.ndim, 1, "ndim of tl_layout_flatten(shape [], offset 3; axes 0 to %d)", last);
        EXPECT_INT(result.shape[0], 1, "shape[0] of tl_layout_flatten(shape [], offset 3; axes 0 to %d)", last);
        EXPECT_INT(result.offset, 3, "offset of tl_layout_flatten(shape [], offset 3; axes 0 to %d)", last);
    }
    flatten_gives(&empty_0x3, 0, 1, LAYOUT(1, {0}, {1}, 2));
    flatten_gives(LAYOUT(3, {TWO_32, TWO_32, 0}, {0, 0, 1}, 0), 0, 2, LAYOUT(1, {0}, {1}, 0)); /* no element at all */
}
END_TEST

START_TEST(flatten_mistakes)
{
    flatten_refused(&transposed_3x2, 0, 1, TL_ERR_COPY);
    flatten_refused(&padded_3x4, 0, 1, TL_ERR_COPY);
    flatten_refused(&row_2x3x4, 2, 1, TL_ERR_AXIS);
    flatten_refused(&row_2x3x4, 0, 3, TL_ERR_AXIS);
    flatten_refused(&row_2x3x4, -4, 1, TL_ERR_AXIS);
    flatten_refused(&rank0_at_3, 0, 1, TL_ERR_AXIS);
    LAYOUT_MISTAKES("tl_layout_flatten", tl_layout_flatten(from, 0, 1, to));
}
END_TEST

START_TEST(unflatten_examples)
{
    unflatten_gives(LAYOUT(1, {6}, {1}, 0), 0, DIMS(2, -1), &row_2x3);
    unflatten_gives(LAYOUT(1, {24}, {1}, 0), 0, DIMS(2, 3, 4), &row_2x3x4);
    unflatten_gives(LAYOUT(2, {2, 12}, {12, 1}, 0), 1, DIMS(3, 4), &row_2x3x4);
    unflatten_gives(LAYOUT(2, {6, 4}, {4, 1}, 0), -2, DIMS(-1, 3), &row_2x3x4);
    unflatten_gives(LAYOUT(1, {6}, {-1}, 5), 0, DIMS(2, 3), LAYOUT(2, {2, 3}, {-3, -1}, 5));
    unflatten_gives(LAYOUT(2, {4, 6}, {1, 8}, 2), 1, DIMS(3, 2), LAYOUT(3, {4, 3, 2}, {1, 16, 8}, 2));
    unflatten_gives(LAYOUT(1, {6}, {0}, 0), 0, DIMS(2, 3), LAYOUT(2, {2, 3}, {0, 0}, 0));
    unflatten_gives(&every_other_5, 0, DIMS(5), &every_other_5);
}
END_TEST

START_TEST(unflatten_mistakes)
{
    unflatten_refused(&row_2x3, 1, DIMS(2, 2), TL_ERR_NUMEL);
    unflatten_refused(&row_2x3, 1, DIMS(2, -1), TL_ERR_INFER);
    unflatten_refused(&row_2x3, 1, DIMS(-1, -1), TL_ERR_INFER);
    unflatten_refused(&row_2x3, 1, DIMS(3, -2), TL_ERR_SHAPE);
    unflatten_refused(&row_2x3, 2, DIMS(3, 1), TL_ERR_AXIS);
    unflatten_refused(&rank0_at_3, 0, DIMS(1, 1), TL_ERR_AXIS);
    unflatten_refused(&rank_8, 1, DIMS(2, 1), TL_ERR_RANK);
    unflatten_refused(LAYOUT(1, {1}, {1}, 0), 0, 0, NULL, TL_ERR_RANK); /* into no axis at all */
    REFUSES(&row_2x3, TL_ERR_NULL, tl_layout_unflatten(from, 1, 2, NULL, to), "tl_layout_unflatten with sizes NULL");
    LAYOUT_MISTAKES("tl_layout_unflatten", tl_layout_unflatten(from, 0, DIMS(1, 2), to));
}
END_TEST

/* ---- 2.9  Split and chunk ---- */

typedef tl_status count_function(const tl_layout *layout, int axis, int64_t number, int64_t *count);
typedef tl_status piece_function(const tl_layout *layout, int axis, int64_t number, int64_t piece, tl_layout *result);

#define SPLIT tl_split_count, tl_layout_split, "split"
#define CHUNK tl_chunk_count, tl_layout_chunk, "chunk"

/* The pieces of an axis: so many, of these sizes, and each where the one before it ends. */
static void pieces_are(count_function *counts, piece_function *cuts, const char *name, const tl_layout *layout, int axis,
                       int64_t number, int pieces, const int64_t sizes[])
{
    int64_t count = UNTOUCHED;
    EXPECT_OK(counts(layout, axis, number, &count), "tl_%s_count(%s; axis %d, %" PRId64 ")", name, layout_text(layout), axis,
              number);
    EXPECT_INT(count, pieces, "tl_%s_count(%s; axis %d, %" PRId64 ")", name, layout_text(layout), axis, number);
    int along = axis < 0 ? axis + layout->ndim : axis;
    tl_layout right = *layout;
    for (int i = 0; i < pieces; i++) {
        right.shape[along] = sizes[i];
        GIVES(layout, &right, cuts(from, axis, number, i, to), "tl_layout_%s(%s; axis %d, %" PRId64 ", piece %d)", name,
              layout_text(layout), axis, number, i);
        right.offset += sizes[i] * right.strides[along];
    }
    REFUSES(layout, TL_ERR_INDEX, cuts(from, axis, number, pieces, to), "tl_layout_%s(%s; axis %d, %" PRId64 ", piece %d)", name,
            layout_text(layout), axis, number, pieces);
}

static void pieces_mistakes(count_function *counts, piece_function *cuts, const char *name)
{
    int64_t count = UNTOUCHED;
    EXPECT_STATUS(counts(&row_10, 0, 0, &count), TL_ERR_COUNT, "tl_%s_count(shape [10]; axis 0, 0)", name);
    EXPECT_STATUS(counts(&row_10, 0, -2, &count), TL_ERR_COUNT, "tl_%s_count(shape [10]; axis 0, -2)", name);
    EXPECT_STATUS(counts(&row_10, 1, 2, &count), TL_ERR_AXIS, "tl_%s_count(shape [10]; axis 1, 2)", name);
    EXPECT_STATUS(counts(&rank0_at_3, 0, 2, &count), TL_ERR_AXIS, "tl_%s_count(shape []; axis 0, 2)", name);
    EXPECT_STATUS(counts(&too_many_axes, 0, 2, &count), TL_ERR_RANK, "tl_%s_count of a layout with ndim 9", name);
    EXPECT_STATUS(counts(&negative_size, 0, 2, &count), TL_ERR_SHAPE, "tl_%s_count of a layout with shape [2, -3]", name);
    EXPECT_STATUS(counts(NULL, 0, 2, &count), TL_ERR_NULL, "tl_%s_count with layout NULL", name);
    EXPECT_STATUS(counts(&row_10, 0, 2, NULL), TL_ERR_NULL, "tl_%s_count with count NULL", name);
    EXPECT_INT(count, UNTOUCHED, "*count, which must stay as it was (-77) after a call of tl_%s_count that failed", name);

    char function[32];
    snprintf(function, sizeof function, "tl_layout_%s", name);
    REFUSES(&row_10, TL_ERR_COUNT, cuts(from, 0, 0, 0, to), "%s(shape [10]; axis 0, 0, piece 0)", function);
    REFUSES(&row_10, TL_ERR_INDEX, cuts(from, 0, 2, -1, to), "%s(shape [10]; axis 0, 2, piece -1)", function);
    REFUSES(&row_10, TL_ERR_AXIS, cuts(from, 1, 2, 0, to), "%s(shape [10]; axis 1, 2, piece 0)", function);
    LAYOUT_MISTAKES(function, cuts(from, 0, 1, 0, to));
}

START_TEST(split_examples)
{
    pieces_are(SPLIT, LAYOUT(1, {5}, {1}, 0), 0, 2, DIMS(2, 2, 1)); /* at offsets 0 2 4 */
    pieces_are(SPLIT, &row_10, 0, 5, DIMS(5, 5));
    pieces_are(SPLIT, &row_10, 0, 10, DIMS(10));
    pieces_are(SPLIT, &row_3x4, 1, 3, DIMS(3, 1));
    pieces_are(SPLIT, &row_3x4, -2, 2, DIMS(2, 1));
    pieces_are(SPLIT, &reversed_6, 0, 4, DIMS(4, 2));
    pieces_are(SPLIT, &row_10, 0, INT64_MAX, DIMS(10));
}
END_TEST

START_TEST(split_size_0)
{
    pieces_are(SPLIT, &empty_0x3, 0, 2, DIMS(0)); /* one piece, empty */
    pieces_are(SPLIT, &empty_0x3, 1, 2, DIMS(2, 1));
}
END_TEST

START_TEST(split_mistakes)
{
    pieces_mistakes(SPLIT);
}
END_TEST

START_TEST(chunk_examples)
{
    pieces_are(CHUNK, LAYOUT(1, {6}, {1}, 0), 0, 4, DIMS(2, 2, 2)); /* fewer than asked for */
    pieces_are(CHUNK, LAYOUT(1, {5}, {1}, 0), 0, 3, DIMS(2, 2, 1));
    pieces_are(CHUNK, &row_10, 0, 1, DIMS(10));
    pieces_are(CHUNK, &row_3x4, 1, 2, DIMS(2, 2));
    pieces_are(CHUNK, &row_3x4, -1, 99, DIMS(1, 1, 1, 1));
    pieces_are(CHUNK, &every_other_5, 0, 2, DIMS(3, 2));
}
END_TEST

START_TEST(chunk_size_0)
{
    pieces_are(CHUNK, &empty_0x3, 0, 3, DIMS(0, 0, 0)); /* exactly three, all empty */
}
END_TEST

START_TEST(chunk_mistakes)
{
    pieces_mistakes(CHUNK);
}
END_TEST

/* ---- Memory that counts ---- */

enum { MOST_BLOCKS = 64, MOST_BYTES = 1 << 20, RUBBISH = 0xA5 };

/* An allocator that knows what it has given out.  What it gives is full of rubbish. */
static struct memory {
    void *blocks[MOST_BLOCKS];
    int live;            /* blocks given out and not given back */
    int calls;           /* of allocate */
    int fails_at;        /* this call of allocate finds no memory; 0: none does */
    const char *mistake; /* the first misuse, NULL without one */
} memory;

static void note_mistake(const char *mistake)
{
    if (memory.mistake == NULL)
        memory.mistake = mistake;
}

static void *counting_allocate(void *context, int64_t bytes, int64_t alignment)
{
    if (context != &memory)
        note_mistake("allocate was called with another context than the allocator's");
    if (bytes <= 0)
        note_mistake("allocate was asked for 0 bytes or less");
    if (alignment <= 0 || (alignment & (alignment - 1)) != 0)
        note_mistake("allocate was asked for an alignment that is no power of two");
    if (++memory.calls == memory.fails_at || memory.mistake != NULL || bytes > MOST_BYTES || alignment > 4096 ||
        memory.live == MOST_BLOCKS)
        return NULL;
    void *block = NULL;
    if (posix_memalign(&block, (size_t)(alignment < 16 ? 16 : alignment), (size_t)bytes) != 0)
        return NULL;
    memset(block, RUBBISH, (size_t)bytes);
    return memory.blocks[memory.live++] = block;
}

static void counting_release(void *context, void *block)
{
    if (context != &memory)
        note_mistake("release was called with another context than the allocator's");
    for (int i = 0; i < memory.live; i++)
        if (memory.blocks[i] == block) {
            memory.blocks[i] = memory.blocks[--memory.live];
            free(block);
            return;
        }
    note_mistake("release was called with memory that allocate did not give, or that was given back before");
}

static const tl_allocator counting = {counting_allocate, counting_release, &memory};

/* The allocator, with all of its memory free.  Its call number fails_at, from 1, will fail. */
static const tl_allocator *fresh_memory(int fails_at)
{
    memory = (struct memory){.fails_at = fails_at};
    return &counting;
}

static void memory_is_back(const char *after)
{
    if (memory.mistake != NULL)
        expect_failed(memory.mistake, "allocate and release are called as views.h says", after);
    EXPECT_INT(memory.live, 0, "blocks of memory that are not given back after %s", after);
}

/* ---- 2.10  Storage that counts ---- */

static void is_zero(const tl_storage *storage, int64_t bytes, const char *name)
{
    EXPECT_INT(storage->bytes, bytes, "bytes of %s", name);
    EXPECT_INT(storage->references, 1, "references of %s", name);
    EXPECT_INT(storage->version, 0, "version of %s", name);
    EXPECT_BOOL(storage->data != NULL, bytes > 0, "data of %s is not NULL", name);
    EXPECT_INT((int64_t)((uintptr_t)storage->data % TL_STORAGE_ALIGNMENT), 0, "data modulo 64 of %s", name);
    for (int64_t i = 0; i < bytes; i++)
        EXPECT_INT(((const unsigned char *)storage->data)[i], 0, "byte %" PRId64 " of %s", i, name);
}

START_TEST(storage_new_examples)
{
    const int64_t sizes[] = {100, 1, 64, 0};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const char *name = text("the storage of tl_storage_new(counting allocator, %" PRId64 ")", sizes[i]);
        tl_storage *storage = NULL;
        EXPECT_OK(tl_storage_new(fresh_memory(0), sizes[i], &storage), "tl_storage_new(counting allocator, %" PRId64 ")", sizes[i]);
        is_zero(storage, sizes[i], name);
        EXPECT_BOOL(storage->allocator == &counting, true, "allocator of %s is the one given", name);
        EXPECT_BOOL(memory.live > 0, true, "%s is made of its allocator's memory", name);
        EXPECT_OK(tl_storage_release(&storage), "tl_storage_release");
        memory_is_back("tl_storage_release of the only reference");
    }
}
END_TEST

START_TEST(storage_from_malloc)
{
    tl_storage *storage = NULL;
    EXPECT_OK(tl_storage_new(NULL, 100, &storage), "tl_storage_new(NULL, 100)");
    is_zero(storage, 100, "the storage of tl_storage_new(NULL, 100)");
    EXPECT_OK(tl_storage_release(&storage), "tl_storage_release");
    EXPECT_BOOL(storage == NULL, true, "*storage is NULL after tl_storage_release");
}
END_TEST

START_TEST(storage_counts)
{
    tl_storage *one = NULL;
    EXPECT_OK(tl_storage_new(fresh_memory(0), 8, &one), "tl_storage_new(counting allocator, 8)");
    tl_storage *other = one;
    EXPECT_OK(tl_storage_retain(other), "tl_storage_retain");
    EXPECT_INT(one->references, 2, "references after tl_storage_new and tl_storage_retain");
    int live = memory.live;
    EXPECT_OK(tl_storage_release(&one), "tl_storage_release");
    EXPECT_BOOL(one == NULL, true, "*storage is NULL after tl_storage_release");
    EXPECT_INT(memory.live, live, "live blocks while one reference of two is left");
    EXPECT_INT(other->references, 1, "references after one tl_storage_release of two");
    EXPECT_INT(((const unsigned char *)other->data)[7], 0, "byte 7 of a storage with one reference left");
    EXPECT_OK(tl_storage_release(&other), "tl_storage_release");
    memory_is_back("tl_storage_release of the last reference");
}
END_TEST

START_TEST(storage_released_twice)
{
    tl_storage *storage = NULL;
    EXPECT_OK(tl_storage_new(fresh_memory(0), 8, &storage), "tl_storage_new(counting allocator, 8)");
    EXPECT_OK(tl_storage_release(&storage), "tl_storage_release");
    EXPECT_STATUS(tl_storage_release(&storage), TL_ERR_RELEASED, "tl_storage_release, a second time");
    memory_is_back("tl_storage_release, two times");
}
END_TEST

START_TEST(storage_without_memory)
{
    tl_status status = TL_ERR_MEMORY;
    for (int fails_at = 1; status == TL_ERR_MEMORY && fails_at < MOST_BLOCKS; fails_at++) {
        tl_storage *storage = NULL;
        status = tl_storage_new(fresh_memory(fails_at), 100, &storage);
        if (memory.calls >= fails_at) {
            EXPECT_STATUS(status, TL_ERR_MEMORY, "tl_storage_new, when allocation %d fails", fails_at);
            EXPECT_BOOL(storage == NULL, true, "*storage stays as it was after a call of tl_storage_new that failed");
            memory_is_back(text("tl_storage_new, when allocation %d fails", fails_at));
        } else {
            EXPECT_OK(status, "tl_storage_new(counting allocator, 100)");
            EXPECT_OK(tl_storage_release(&storage), "tl_storage_release");
        }
    }
}
END_TEST

START_TEST(storage_mistakes)
{
    tl_storage *storage = NULL;
    EXPECT_STATUS(tl_storage_new(fresh_memory(0), -1, &storage), TL_ERR_SHAPE, "tl_storage_new with bytes -1");
    EXPECT_STATUS(tl_storage_new(fresh_memory(0), 8, NULL), TL_ERR_NULL, "tl_storage_new with storage NULL");
    EXPECT_BOOL(storage == NULL, true, "*storage stays as it was after a call of tl_storage_new that failed");
    memory_is_back("calls of tl_storage_new that failed");
    EXPECT_STATUS(tl_storage_retain(NULL), TL_ERR_NULL, "tl_storage_retain with storage NULL");
    EXPECT_STATUS(tl_storage_release(NULL), TL_ERR_NULL, "tl_storage_release with storage NULL");
}
END_TEST

/* ---- 2.11  Tensors that cannot reach outside ---- */

/* A storage put together by hand over an array: nobody else looks at it. */
static tl_storage storage_over(void *data, size_t bytes)
{
    return (tl_storage){.data = data, .bytes = (int64_t)bytes, .references = 1, .allocator = fresh_memory(0)};
}

static tl_tensor no_tensor(void)
{
    return (tl_tensor){.layout = no_result, .dtype = TL_DTYPE_COUNT};
}

static void tensor_stays(const tl_tensor *tensor, const char *call)
{
    EXPECT_BOOL(tensor->storage == NULL && tensor->dtype == TL_DTYPE_COUNT, true,
                "the resulting tensor stays as it was after a call that failed: %s", call);
    layout_stays(&tensor->layout, call);
}

static void tensor_new_gives(tl_dtype dtype, int ndim, const int64_t shape[], tl_order order, int64_t bytes,
                             const tl_layout *right)
{
    char call[128];
    snprintf(call, sizeof call, "tl_tensor_new(%s, shape %s, %s)", tl_dtype_describe(dtype).name, list(ndim, shape),
             order == TL_ROW_MAJOR ? "TL_ROW_MAJOR" : "TL_COL_MAJOR");
    tl_tensor tensor = no_tensor();
    EXPECT_OK(tl_tensor_new(fresh_memory(0), dtype, ndim, shape, order, &tensor), "%s", call);
    EXPECT_INT(tensor.dtype, dtype, "dtype of %s", call);
    layout_is(&tensor.layout, right, call);
    EXPECT_BOOL(tensor.storage != NULL, true, "%s has a storage", call);
    is_zero(tensor.storage, bytes, text("the storage of %s", call));
    EXPECT_OK(tl_tensor_release(&tensor), "tl_tensor_release");
    EXPECT_BOOL(tensor.storage == NULL, true, "the tensor's storage is NULL after tl_tensor_release");
    memory_is_back("tl_tensor_release of the only tensor");
}

START_TEST(tensor_new_examples)
{
    tensor_new_gives(TL_F32, DIMS(2, 3), TL_ROW_MAJOR, 24, &row_2x3);
    tensor_new_gives(TL_F64, DIMS(2, 3), TL_COL_MAJOR, 48, LAYOUT(2, {2, 3}, {1, 2}, 0));
    tensor_new_gives(TL_BOOL, DIMS(2, 3, 4), TL_ROW_MAJOR, 24, &row_2x3x4);
    tensor_new_gives(TL_I64, RANK0, TL_ROW_MAJOR, 8, LAYOUT(.ndim = 0));
    tensor_new_gives(TL_F32, DIMS(0, 3), TL_ROW_MAJOR, 0, LAYOUT(2, {0, 3}, {3, 1}, 0));
}
END_TEST

START_TEST(tensor_new_mistakes)
{
    tl_tensor tensor = no_tensor();
    const tl_allocator *allocator = fresh_memory(0);
    EXPECT_STATUS(tl_tensor_new(allocator, TL_F32, DIMS(2, -3), TL_ROW_MAJOR, &tensor), TL_ERR_SHAPE, "tl_tensor_new(f32, [2, -3])");
    EXPECT_STATUS(tl_tensor_new(allocator, TL_F32, 9, nine_ones, TL_ROW_MAJOR, &tensor), TL_ERR_RANK, "tl_tensor_new with ndim 9");
    EXPECT_STATUS(tl_tensor_new(allocator, TL_F32, DIMS(2, 3), (tl_order)7, &tensor), TL_ERR_ORDER, "tl_tensor_new with order 7");
    EXPECT_STATUS(tl_tensor_new(allocator, (tl_dtype)99, DIMS(2, 3), TL_ROW_MAJOR, &tensor), TL_ERR_DTYPE,
                  "tl_tensor_new with dtype 99");
    EXPECT_STATUS(tl_tensor_new(allocator, TL_F64, DIMS(TWO_31, TWO_31), TL_ROW_MAJOR, &tensor), TL_ERR_OVERFLOW,
                  "tl_tensor_new(f64, [2^31, 2^31])"); /* 2^62 elements fit, 2^65 bytes do not */
    EXPECT_STATUS(tl_tensor_new(allocator, TL_F32, 2, NULL, TL_ROW_MAJOR, &tensor), TL_ERR_NULL, "tl_tensor_new with shape NULL");
    EXPECT_STATUS(tl_tensor_new(allocator, TL_F32, DIMS(2, 3), TL_ROW_MAJOR, NULL), TL_ERR_NULL, "tl_tensor_new with tensor NULL");
    tensor_stays(&tensor, "tl_tensor_new");
    memory_is_back("calls of tl_tensor_new that failed");
}
END_TEST

START_TEST(tensor_without_memory)
{
    tl_status status = TL_ERR_MEMORY;
    for (int fails_at = 1; status == TL_ERR_MEMORY && fails_at < MOST_BLOCKS; fails_at++) {
        tl_tensor tensor = no_tensor();
        status = tl_tensor_new(fresh_memory(fails_at), TL_F32, DIMS(2, 3), TL_ROW_MAJOR, &tensor);
        if (memory.calls >= fails_at) {
            EXPECT_STATUS(status, TL_ERR_MEMORY, "tl_tensor_new, when allocation %d fails", fails_at);
            tensor_stays(&tensor, "tl_tensor_new");
            memory_is_back(text("tl_tensor_new, when allocation %d fails", fails_at));
        } else {
            EXPECT_OK(status, "tl_tensor_new(f32, [2, 3])");
            EXPECT_OK(tl_tensor_release(&tensor), "tl_tensor_release");
        }
    }
}
END_TEST

/* The storage of these has 24 bytes: 6 f32. */
static void view_fits(const tl_layout *layout, const tl_layout *right)
{
    float cells[6] = {0};
    tl_storage storage = storage_over(cells, sizeof cells);
    const tl_tensor base = {&storage, row_2x3, TL_F32};
    tl_tensor view = no_tensor();
    EXPECT_OK(tl_tensor_view(&base, layout, &view), "tl_tensor_view(storage of 6 f32; %s)", layout_text(layout));
    layout_is(&view.layout, right, text("tl_tensor_view(storage of 6 f32; %s)", layout_text(layout)));
    EXPECT_BOOL(view.storage == &storage, true, "the view has its base's storage");
    EXPECT_INT(view.dtype, TL_F32, "dtype of a view of an f32 tensor");
    EXPECT_INT(storage.references, 2, "references after tl_tensor_view");
    EXPECT_INT(storage.version, 0, "version after tl_tensor_view");
    EXPECT_OK(tl_tensor_release(&view), "tl_tensor_release");
    EXPECT_INT(storage.references, 1, "references after tl_tensor_view and tl_tensor_release of the view");
}

static void view_outside(const tl_layout *layout, tl_status right)
{
    float cells[6] = {0};
    tl_storage storage = storage_over(cells, sizeof cells);
    const tl_tensor base = {&storage, row_2x3, TL_F32};
    tl_tensor view = no_tensor();
    EXPECT_STATUS(tl_tensor_view(&base, layout, &view), right, "tl_tensor_view(storage of 6 f32; %s)", layout_text(layout));
    EXPECT_INT(storage.references, 1, "references after a call of tl_tensor_view that failed");
    tensor_stays(&view, "tl_tensor_view");
}

START_TEST(tensor_view_fits)
{
    view_fits(&row_2x3, &row_2x3); /* an alias */
    view_fits(&transposed_3x2, &transposed_3x2);
    view_fits(&reversed_6, &reversed_6);
    view_fits(&repeated_2x3, &repeated_2x3); /* to look at an element twice does no harm */
    view_fits(LAYOUT(1, {2}, {5}, 0), LAYOUT(1, {2}, {5}, 0));
    view_fits(LAYOUT(2, {1, 6}, {99, 1}, 0), LAYOUT(2, {1, 6}, {99, 1}, 0)); /* the 99 is never walked */
    view_fits(LAYOUT(.ndim = 0, .offset = 5), LAYOUT(.ndim = 0, .offset = 5));
}
END_TEST

START_TEST(tensor_view_outside)
{
    view_outside(LAYOUT(1, {7}, {1}, 0), TL_ERR_BOUNDS);
    view_outside(LAYOUT(1, {6}, {1}, 1), TL_ERR_BOUNDS);
    view_outside(LAYOUT(1, {3}, {1}, -1), TL_ERR_BOUNDS);
    view_outside(LAYOUT(1, {6}, {-1}, 4), TL_ERR_BOUNDS); /* down to -1 */
    view_outside(&padded_3x4, TL_ERR_BOUNDS);
    view_outside(LAYOUT(.ndim = 0, .offset = 6), TL_ERR_BOUNDS);
    view_outside(LAYOUT(2, {2, -3}, {3, 1}, 0), TL_ERR_SHAPE);
    view_outside(LAYOUT(.ndim = TL_MAX_NDIM + 1), TL_ERR_RANK);
    view_outside(LAYOUT(2, {TWO_32, TWO_32}, {0, 0}, 0), TL_ERR_OVERFLOW); /* 2^64 elements */
}
END_TEST

START_TEST(tensor_view_size_0)
{
    view_fits(LAYOUT(2, {0, 3}, {3, 1}, 4), LAYOUT(2, {0, 3}, {3, 1}, 4));
    view_fits(LAYOUT(2, {0, 3}, {3, 1}, 6), LAYOUT(2, {0, 3}, {3, 1}, 6));
    view_fits(LAYOUT(2, {0, 3}, {3, 1}, 7), LAYOUT(2, {0, 3}, {3, 1}, 6)); /* brought back to the end */
    view_fits(LAYOUT(2, {0, 3}, {3, 1}, -2), LAYOUT(2, {0, 3}, {3, 1}, 0));
    view_fits(LAYOUT(1, {0}, {1}, INT64_MIN), LAYOUT(1, {0}, {1}, 0));
}
END_TEST

START_TEST(tensor_view_keeps_alive)
{
    tl_tensor base = no_tensor(), view = no_tensor(), view_of_view = no_tensor();
    EXPECT_OK(tl_tensor_new(fresh_memory(0), TL_F32, DIMS(2, 3), TL_ROW_MAJOR, &base), "tl_tensor_new(f32, [2, 3])");
    EXPECT_OK(tl_tensor_view(&base, &transposed_3x2, &view), "tl_tensor_view(transposed)");
    EXPECT_OK(tl_tensor_view(&view, &reversed_6, &view_of_view), "tl_tensor_view(reversed) of a view");
    EXPECT_INT(base.storage->references, 3, "references with a tensor, a view, and a view of the view");
    float *cells = base.storage->data;
    cells[5] = 42;
    EXPECT_OK(tl_tensor_release(&base), "tl_tensor_release of the first tensor");
    EXPECT_OK(tl_tensor_release(&view), "tl_tensor_release of the view");
    EXPECT_BOOL(memory.live > 0, true, "there is live memory while a view is left");
    EXPECT_INT(view_of_view.storage->references, 1, "references with one view of three tensors left");
    EXPECT_FLOATS(1, cells + 5, FLOATS(42), "element [0] of the view that is left");
    EXPECT_OK(tl_tensor_release(&view_of_view), "tl_tensor_release of the view of the view");
    memory_is_back("tl_tensor_release of the last view");
}
END_TEST

START_TEST(tensor_mistakes)
{
    float cells[6] = {0};
    tl_storage storage = storage_over(cells, sizeof cells);
    tl_tensor base = {&storage, row_2x3, TL_F32}, released = {NULL, row_2x3, TL_F32}, view = no_tensor();
    EXPECT_STATUS(tl_tensor_view(&released, &row_2x3, &view), TL_ERR_RELEASED, "tl_tensor_view of a tensor that is released");
    EXPECT_STATUS(tl_tensor_view(NULL, &row_2x3, &view), TL_ERR_NULL, "tl_tensor_view with base NULL");
    EXPECT_STATUS(tl_tensor_view(&base, NULL, &view), TL_ERR_NULL, "tl_tensor_view with layout NULL");
    EXPECT_STATUS(tl_tensor_view(&base, &row_2x3, NULL), TL_ERR_NULL, "tl_tensor_view with view NULL");
    tensor_stays(&view, "tl_tensor_view");
    EXPECT_INT(storage.references, 1, "references after calls of tl_tensor_view that failed");
    EXPECT_STATUS(tl_tensor_release(&released), TL_ERR_RELEASED, "tl_tensor_release of a tensor that is released");
    EXPECT_STATUS(tl_tensor_release(NULL), TL_ERR_NULL, "tl_tensor_release with tensor NULL");
}
END_TEST

/* ---- 2.12  Get, set, fill ---- */

enum { MOST = 24 };

/* Elements 0, 1, 2, ... and a tensor over them. */
static struct numbers {
    float cells[MOST];
    tl_storage storage;
} numbers;

static tl_tensor over_numbers(const tl_layout *layout)
{
    for (int i = 0; i < MOST; i++)
        numbers.cells[i] = (float)i;
    numbers.storage = storage_over(numbers.cells, sizeof numbers.cells);
    return (tl_tensor){&numbers.storage, *layout, TL_F32};
}

static void get_gives(const tl_layout *layout, int ndim, const int64_t index[], float right)
{
    tl_tensor tensor = over_numbers(layout);
    float element = UNTOUCHED;
    EXPECT_OK(tl_get(&tensor, ndim, index, &element), "tl_get(storage 0 1 2 ...; %s; index %s)", layout_text(layout),
              list(ndim, index));
    EXPECT_FLOATS(1, &element, &right, "tl_get(storage 0 1 2 ...; %s; index %s)", layout_text(layout), list(ndim, index));
    EXPECT_INT(numbers.storage.version, 0, "version after tl_get");
}

START_TEST(get_examples)
{
    get_gives(&row_4x5, DIMS(1, 2), 7);
    get_gives(LAYOUT(2, {4, 2}, {5, 2}, 1), DIMS(3, 1), 18); /* row_4x5[:, 1:4:2]: 1 3 / 6 8 / 11 13 / 16 18 */
    get_gives(LAYOUT(2, {2, 5}, {5, 1}, 5), DIMS(1, 4), 14); /* row_4x5[1:3, :]: 5 to 14 */
    get_gives(&row_3x4, DIMS(1, 2), 6);
    get_gives(LAYOUT(2, {4, 3}, {1, 4}, 0), DIMS(2, 1), 6);  /* the same element, transposed */
    get_gives(LAYOUT(3, {3, 4, 2}, {4, 1, 12}, 0), DIMS(2, 1, 1), 21);
    get_gives(&reversed_6, DIMS(1), 4);
    get_gives(&repeated_2x3, DIMS(1, 2), 2); /* to read a shared element does no harm */
    get_gives(&rank0_at_3, RANK0, 3);
}
END_TEST

START_TEST(set_examples)
{
    const float value = 99;
    tl_tensor row = over_numbers(LAYOUT(1, {3}, {1}, 0)); /* the first row of row_2x3 */
    EXPECT_OK(tl_set(&row, DIMS(1), &value), "tl_set(first row of shape [2, 3]; index [1]; 99)");
    EXPECT_FLOATS(6, numbers.cells, FLOATS(0, 99, 2, 3, 4, 5), "storage 0 1 2 ... after tl_set(first row; index [1]; 99)");
    EXPECT_INT(numbers.storage.version, 1, "version after one tl_set");
    tl_tensor transposed = {&numbers.storage, transposed_3x2, TL_F32};
    EXPECT_OK(tl_set(&transposed, DIMS(2, 1), &value), "tl_set(%s; index [2, 1]; 99)", layout_text(&transposed_3x2));
    EXPECT_FLOATS(6, numbers.cells, FLOATS(0, 99, 2, 3, 4, 99), "storage after tl_set(%s; index [2, 1]; 99)",
                  layout_text(&transposed_3x2));
    EXPECT_INT(numbers.storage.version, 2, "version after tl_set through two views");
}
END_TEST

START_TEST(elements_of_other_dtypes)
{
    unsigned char bytes[4] = {1, 2, 3, 4};
    tl_storage storage = storage_over(bytes, sizeof bytes);
    tl_tensor tensor = {&storage, {1, {4}, {1}, 0}, TL_U8};
    unsigned char element[2] = {0, 77};
    EXPECT_OK(tl_get(&tensor, DIMS(2), element), "tl_get(u8 1 2 3 4; index [2])");
    EXPECT_INT(element[0], 3, "tl_get(u8 1 2 3 4; index [2])");
    EXPECT_INT(element[1], 77, "the byte behind *element after tl_get of a u8");
    element[0] = 9;
    EXPECT_OK(tl_set(&tensor, DIMS(1), element), "tl_set(u8 1 2 3 4; index [1]; 9)");
    EXPECT_INT(bytes[1], 9, "byte 1 after tl_set(u8 1 2 3 4; index [1]; 9)");
    EXPECT_INT(bytes[2], 3, "byte 2 after tl_set(u8 1 2 3 4; index [1]; 9)");

    int64_t wide[3] = {1, 2, 3}, value = -TWO_62;
    storage = storage_over(wide, sizeof wide);
    tensor = (tl_tensor){&storage, {1, {3}, {1}, 0}, TL_I64};
    EXPECT_OK(tl_set(&tensor, DIMS(1), &value), "tl_set(i64 1 2 3; index [1]; -2^62)");
    EXPECT_LIST(3, wide, VALUES(1, -TWO_62, 3), "i64 1 2 3 after tl_set at index [1]");
    value = 5;
    EXPECT_OK(tl_fill(&tensor, &value), "tl_fill(i64 [3]; 5)");
    EXPECT_LIST(3, wide, VALUES(5, 5, 5), "an i64 tensor after tl_fill with 5");
}
END_TEST

START_TEST(fill_examples)
{
    const float value = -1;
    tl_tensor columns = over_numbers(LAYOUT(2, {2, 2}, {5, 2}, 1)); /* elements 1 3 and 6 8 */
    EXPECT_OK(tl_fill(&columns, &value), "tl_fill(%s; -1)", layout_text(&columns.layout));
    EXPECT_FLOATS(10, numbers.cells, FLOATS(0, -1, 2, -1, 4, 5, -1, 7, -1, 9), "storage 0 1 2 ... after tl_fill(%s; -1)",
                  layout_text(&columns.layout));
    EXPECT_INT(numbers.storage.version, 1, "version after one tl_fill of 4 elements");

    tl_tensor reversed = over_numbers(LAYOUT(1, {3}, {-1}, 3));
    EXPECT_OK(tl_fill(&reversed, &value), "tl_fill(%s; -1)", layout_text(&reversed.layout));
    EXPECT_FLOATS(5, numbers.cells, FLOATS(0, -1, -1, -1, 4), "storage 0 1 2 ... after tl_fill(%s; -1)",
                  layout_text(&reversed.layout));

    tl_tensor empty = over_numbers(&empty_0x3);
    EXPECT_OK(tl_fill(&empty, &value), "tl_fill(%s; -1)", layout_text(&empty_0x3));
    EXPECT_FLOATS(6, numbers.cells, FLOATS(0, 1, 2, 3, 4, 5), "storage 0 1 2 ... after tl_fill(%s; -1)", layout_text(&empty_0x3));
    EXPECT_INT(numbers.storage.version, 1, "version after tl_fill without elements");
}
END_TEST

START_TEST(get_mistakes)
{
    tl_tensor tensor = over_numbers(&row_3x4), released = {NULL, row_3x4, TL_F32};
    float element = UNTOUCHED;
    EXPECT_STATUS(tl_get(&tensor, DIMS(0, 4), &element), TL_ERR_INDEX, "tl_get(shape [3, 4]; index [0, 4])");
    EXPECT_STATUS(tl_get(&tensor, DIMS(-1, 0), &element), TL_ERR_INDEX, "tl_get(shape [3, 4]; index [-1, 0])");
    EXPECT_STATUS(tl_get(&tensor, DIMS(1), &element), TL_ERR_RANK, "tl_get(shape [3, 4]; index [1])");
    EXPECT_STATUS(tl_get(&released, DIMS(0, 0), &element), TL_ERR_RELEASED, "tl_get of a tensor that is released");
    EXPECT_STATUS(tl_get(NULL, DIMS(0, 0), &element), TL_ERR_NULL, "tl_get with tensor NULL");
    EXPECT_STATUS(tl_get(&tensor, 2, NULL, &element), TL_ERR_NULL, "tl_get with index NULL");
    EXPECT_STATUS(tl_get(&tensor, DIMS(0, 0), NULL), TL_ERR_NULL, "tl_get with element NULL");
    EXPECT_FLOATS(1, &element, FLOATS(UNTOUCHED), "*element, which must stay as it was (-77) after a call of tl_get that failed");
}
END_TEST

START_TEST(set_and_fill_mistakes)
{
    const float value = 99;
    tl_tensor tensor = over_numbers(&row_3x4), released = {NULL, row_3x4, TL_F32};
    tl_tensor repeated = {&numbers.storage, repeated_2x3, TL_F32};
    EXPECT_STATUS(tl_set(&repeated, DIMS(0, 0), &value), TL_ERR_OVERLAP, "tl_set(%s; index [0, 0]; 99)", layout_text(&repeated_2x3));
    EXPECT_STATUS(tl_set(&tensor, DIMS(3, 0), &value), TL_ERR_INDEX, "tl_set(shape [3, 4]; index [3, 0]; 99)");
    EXPECT_STATUS(tl_set(&tensor, DIMS(1, 2, 0), &value), TL_ERR_RANK, "tl_set(shape [3, 4]; index [1, 2, 0]; 99)");
    EXPECT_STATUS(tl_set(&released, DIMS(0, 0), &value), TL_ERR_RELEASED, "tl_set of a tensor that is released");
    EXPECT_STATUS(tl_set(NULL, DIMS(0, 0), &value), TL_ERR_NULL, "tl_set with tensor NULL");
    EXPECT_STATUS(tl_set(&tensor, 2, NULL, &value), TL_ERR_NULL, "tl_set with index NULL");
    EXPECT_STATUS(tl_set(&tensor, DIMS(0, 0), NULL), TL_ERR_NULL, "tl_set with element NULL");
    EXPECT_STATUS(tl_fill(&repeated, &value), TL_ERR_OVERLAP, "tl_fill(%s; 99)", layout_text(&repeated_2x3));
    EXPECT_STATUS(tl_fill(&released, &value), TL_ERR_RELEASED, "tl_fill of a tensor that is released");
    EXPECT_STATUS(tl_fill(NULL, &value), TL_ERR_NULL, "tl_fill with tensor NULL");
    EXPECT_STATUS(tl_fill(&tensor, NULL), TL_ERR_NULL, "tl_fill with element NULL");
    EXPECT_FLOATS(6, numbers.cells, FLOATS(0, 1, 2, 3, 4, 5), "storage 0 1 2 ... after calls of tl_set and tl_fill that failed");
    EXPECT_INT(numbers.storage.version, 0, "version after calls of tl_set and tl_fill that failed");
}
END_TEST

/* ---- 2.13  From one dtype to another ---- */

/* A value of any dtype from a number, and back; both are exact for the numbers below. */
static void store(tl_dtype dtype, double value, void *cell)
{
    switch (dtype) {
    case TL_BOOL: *(unsigned char *)cell = value != 0; break;
    case TL_U8: *(unsigned char *)cell = (unsigned char)value; break;
    case TL_I32: *(int32_t *)cell = (int32_t)value; break;
    case TL_I64: *(int64_t *)cell = (int64_t)value; break;
    case TL_F32: *(float *)cell = (float)value; break;
    case TL_F64: *(double *)cell = value; break;
    case TL_DTYPE_COUNT: break;
    }
}

static const char *cell_text(tl_dtype dtype, const void *cell)
{
    switch (dtype) {
    case TL_BOOL: return text("%d", *(const unsigned char *)cell);
    case TL_U8: return text("%d", *(const unsigned char *)cell);
    case TL_I32: return text("%" PRId32, *(const int32_t *)cell);
    case TL_I64: return text("%" PRId64, *(const int64_t *)cell);
    case TL_F32: return text("%.9g", (double)*(const float *)cell);
    case TL_F64: return text("%.17g", *(const double *)cell);
    case TL_DTYPE_COUNT: break;
    }
    return "";
}

/* Compare bit for bit. */
static void converts_bits(tl_dtype from, const void *value, tl_dtype to, const void *right)
{
    int64_t result = 0;
    const char *call = text("tl_convert(%s, %s, to %s)", tl_dtype_describe(from).name, cell_text(from, value),
                            tl_dtype_describe(to).name);
    EXPECT_OK(tl_convert(from, value, to, &result), "%s", call);
    if (memcmp(&result, right, (size_t)tl_dtype_describe(to).itemsize) != 0)
        expect_failed(cell_text(to, &result), cell_text(to, right), call);
}

static void converts(tl_dtype from, double value, tl_dtype to, double right)
{
    int64_t value_cell = 0, right_cell = 0;
    store(from, value, &value_cell);
    store(to, right, &right_cell);
    converts_bits(from, &value_cell, to, &right_cell);
}

START_TEST(convert_bool)
{
    converts(TL_F32, 2.5, TL_BOOL, 1);
    converts(TL_F32, 0.25, TL_BOOL, 1); /* not 0, though its whole part is */
    converts(TL_F32, 0.0, TL_BOOL, 0);
    converts(TL_F64, -0.0, TL_BOOL, 0);
    converts(TL_F64, (double)NAN, TL_BOOL, 1);
    converts(TL_I32, 256, TL_BOOL, 1); /* its lowest byte is 0 */
    converts(TL_I64, (double)TWO_32, TL_BOOL, 1);
    for (int dtype = 0; dtype < TL_DTYPE_COUNT; dtype++) {
        converts(TL_BOOL, 1, (tl_dtype)dtype, 1);
        converts(TL_BOOL, 0, (tl_dtype)dtype, 0);
    }
}
END_TEST

START_TEST(convert_to_whole)
{
    converts(TL_F32, 2.9f, TL_I32, 2);
    converts(TL_F32, -2.9f, TL_I32, -2); /* towards 0 */
    converts(TL_F64, -0.5, TL_U8, 0);
    converts(TL_I32, 300, TL_U8, 255);
    converts(TL_I32, -5, TL_U8, 0);
    converts(TL_F64, 1e20, TL_I32, INT32_MAX);
    converts(TL_F64, -1e20, TL_I32, INT32_MIN);
    converts(TL_F64, -INFINITY, TL_U8, 0);
    converts(TL_F32, (double)NAN, TL_I32, 0);
    converts(TL_F64, (double)NAN, TL_I64, 0);
    converts(TL_U8, 200, TL_I32, 200); /* u8 has no sign */
}
END_TEST

START_TEST(convert_large_whole)
{
    const int64_t most = INT64_MAX, least = INT64_MIN, odd = (INT64_C(1) << 53) + 1;
    const int32_t most_32 = INT32_MAX, least_32 = INT32_MIN;
    const double two_63 = 0x1p63, below = -0x1p64, inside = 0x1p62;
    const int64_t two_62 = TWO_62;
    converts_bits(TL_F64, &two_63, TL_I64, &most); /* 2^63 is the first number too large */
    converts_bits(TL_F64, &below, TL_I64, &least);
    converts_bits(TL_F64, &inside, TL_I64, &two_62);
    converts_bits(TL_I64, &most, TL_I32, &most_32);
    converts_bits(TL_I64, &least, TL_I32, &least_32);
    converts_bits(TL_I64, &odd, TL_I64, &odd); /* no double holds it: not by way of one */
}
END_TEST

START_TEST(convert_to_floating)
{
    converts(TL_I32, -7, TL_F32, -7);
    converts(TL_F32, 0.1f, TL_F64, (double)0.1f);
    converts(TL_F64, 0.1, TL_F32, (double)0.1f);
    converts(TL_F32, -INFINITY, TL_F64, -INFINITY);
    const double large = 1e300;
    const float infinite = INFINITY;
    converts_bits(TL_F64, &large, TL_F32, &infinite);
    const int64_t odd = (1 << 24) + 1;
    const float even = 1 << 24; /* halfway between two floats: to the even one */
    converts_bits(TL_I64, &odd, TL_F32, &even);
}
END_TEST

START_TEST(convert_unaligned)
{
    unsigned char from[9], to[9];
    const double value = -2.5;
    int32_t result = 0;
    memcpy(from + 1, &value, sizeof value);
    EXPECT_OK(tl_convert(TL_F64, from + 1, TL_I32, to + 1), "tl_convert(f64, -2.5, to i32), both unaligned");
    memcpy(&result, to + 1, sizeof result);
    EXPECT_INT(result, -2, "tl_convert(f64, -2.5, to i32), both unaligned");
}
END_TEST

START_TEST(convert_mistakes)
{
    const float value = 1;
    int32_t result = UNTOUCHED;
    EXPECT_STATUS(tl_convert((tl_dtype)99, &value, TL_I32, &result), TL_ERR_DTYPE, "tl_convert from dtype 99");
    EXPECT_STATUS(tl_convert(TL_F32, &value, (tl_dtype)99, &result), TL_ERR_DTYPE, "tl_convert to dtype 99");
    EXPECT_STATUS(tl_convert(TL_F32, NULL, TL_I32, &result), TL_ERR_NULL, "tl_convert with value NULL");
    EXPECT_STATUS(tl_convert(TL_F32, &value, TL_I32, NULL), TL_ERR_NULL, "tl_convert with result NULL");
    EXPECT_INT(result, UNTOUCHED, "*result, which must stay as it was (-77) after a call of tl_convert that failed");
}
END_TEST

/* ---- 2.14  Copy, clone, contiguous ---- */

/* The elements of an f32 tensor in logical order; returns their number, at most MOST. */
static int elements_of(const tl_tensor *tensor, float values[MOST])
{
    int64_t index[TL_MAX_NDIM] = {0};
    const tl_layout *layout = &tensor->layout;
    int n = 1;
    for (int axis = 0; axis < layout->ndim; axis++)
        n = (int)(n * layout->shape[axis]);
    for (int i = 0; i < n && i < MOST; i++) {
        int64_t offset = layout->offset;
        for (int axis = 0; axis < layout->ndim; axis++)
            offset += index[axis] * layout->strides[axis];
        values[i] = ((const float *)tensor->storage->data)[offset];
        for (int axis = layout->ndim - 1; axis >= 0 && ++index[axis] == layout->shape[axis]; axis--)
            index[axis] = 0;
    }
    return n;
}

START_TEST(copy_examples)
{
    tl_tensor source = over_numbers(&transposed_3x2); /* 0 3 / 1 4 / 2 5 */
    float cells[8] = {-1, -1, -1, -1, -1, -1, -1, -1};
    tl_storage storage = {.data = cells, .bytes = sizeof cells, .references = 1, .allocator = &counting};
    tl_tensor dense = {&storage, {2, {3, 2}, {2, 1}, 0}, TL_F32}, padded = {&storage, {2, {3, 2}, {3, 1}, 0}, TL_F32};
    EXPECT_OK(tl_copy(&source, &dense), "tl_copy(0 3 / 1 4 / 2 5 to a dense [3, 2])");
    EXPECT_FLOATS(8, cells, FLOATS(0, 3, 1, 4, 2, 5, -1, -1), "storage of -1s after tl_copy(0 3 / 1 4 / 2 5 to a dense [3, 2])");
    EXPECT_INT(storage.version, 1, "version of the target after tl_copy");
    EXPECT_INT(numbers.storage.version, 0, "version of the source after tl_copy");
    for (int i = 0; i < 8; i++)
        cells[i] = -1;
    EXPECT_OK(tl_copy(&source, &padded), "tl_copy(0 3 / 1 4 / 2 5 to strides [3, 1])");
    EXPECT_FLOATS(8, cells, FLOATS(0, 3, -1, 1, 4, -1, 2, 5), "storage of -1s after tl_copy(0 3 / 1 4 / 2 5 to strides [3, 1])");
    memory_is_back("tl_copy");
}
END_TEST

START_TEST(copy_converts)
{
    float from[4] = {0, 2.5f, -1.5f, 300};
    int32_t to[4] = {7, 7, 7, 7};
    unsigned char flags[4] = {7, 7, 7, 7};
    tl_storage from_storage = storage_over(from, sizeof from), to_storage = storage_over(to, sizeof to),
               flag_storage = storage_over(flags, sizeof flags);
    tl_tensor source = {&from_storage, {1, {4}, {-1}, 3}, TL_F32}, target = {&to_storage, {1, {4}, {1}, 0}, TL_I32},
              truth = {&flag_storage, {1, {4}, {1}, 0}, TL_BOOL};
    EXPECT_OK(tl_copy(&source, &target), "tl_copy(f32 300 -1.5 2.5 0 to i32)");
    EXPECT_LIST(4, VALUES(to[0], to[1], to[2], to[3]), VALUES(300, -1, 2, 0), "tl_copy(f32 300 -1.5 2.5 0 to i32)");
    EXPECT_OK(tl_copy(&source, &truth), "tl_copy(f32 300 -1.5 2.5 0 to bool)");
    EXPECT_LIST(4, VALUES(flags[0], flags[1], flags[2], flags[3]), VALUES(1, 1, 1, 0), "tl_copy(f32 300 -1.5 2.5 0 to bool)");
}
END_TEST

static void copies_within(const tl_layout *from, const tl_layout *to, int n, const float right[])
{
    tl_tensor source = over_numbers(from), target = {&numbers.storage, *to, TL_F32};
    EXPECT_OK(tl_copy(&source, &target), "tl_copy within 0 1 2 ...: from %s to %s", layout_text(from), layout_text(to));
    EXPECT_FLOATS(n, numbers.cells, right, "storage 0 1 2 ... after tl_copy from %s to %s", layout_text(from), layout_text(to));
    EXPECT_INT(numbers.storage.version, 1, "version after tl_copy within a storage");
    EXPECT_INT(numbers.storage.references, 1, "references after tl_copy within a storage");
    memory_is_back("tl_copy within a storage");
}

START_TEST(copy_overlapping)
{
    const tl_layout first = {1, {3}, {1}, 0}, second = {1, {3}, {1}, 1};
    copies_within(&first, &second, 4, FLOATS(0, 0, 1, 2)); /* t[1:4] = t[0:3] */
    copies_within(&second, &first, 4, FLOATS(1, 2, 3, 3));
    copies_within(LAYOUT(1, {4}, {-1}, 3), LAYOUT(1, {4}, {1}, 0), 4, FLOATS(3, 2, 1, 0));
    copies_within(LAYOUT(2, {3, 3}, {1, 3}, 0), LAYOUT(2, {3, 3}, {3, 1}, 0), 9, FLOATS(0, 3, 6, 1, 4, 7, 2, 5, 8));
    copies_within(LAYOUT(2, {2, 3}, {0, 1}, 0), &row_2x3, 6, FLOATS(0, 1, 2, 0, 1, 2)); /* a repeated source is fine */
    copies_within(&row_2x3, &row_2x3, 6, FLOATS(0, 1, 2, 3, 4, 5));
    copies_within(&empty_0x3, &empty_0x3, 6, FLOATS(0, 1, 2, 3, 4, 5));
}
END_TEST

START_TEST(copy_mistakes)
{
    tl_tensor source = over_numbers(&row_2x3), target = {&numbers.storage, {2, {2, 3}, {3, 1}, 6}, TL_F32};
    tl_tensor longer = {&numbers.storage, {1, {6}, {1}, 6}, TL_F32}, repeated = {&numbers.storage, repeated_2x3, TL_F32};
    tl_tensor turned = {&numbers.storage, transposed_3x2, TL_F32}, released = {NULL, row_2x3, TL_F32};
    EXPECT_STATUS(tl_copy(&source, &longer), TL_ERR_BROADCAST, "tl_copy([2, 3] to [6])");
    EXPECT_STATUS(tl_copy(&source, &turned), TL_ERR_BROADCAST, "tl_copy([2, 3] to [3, 2])");
    EXPECT_STATUS(tl_copy(&source, &repeated), TL_ERR_OVERLAP, "tl_copy(to %s)", layout_text(&repeated_2x3));
    EXPECT_STATUS(tl_copy(&released, &target), TL_ERR_RELEASED, "tl_copy from a tensor that is released");
    EXPECT_STATUS(tl_copy(&source, &released), TL_ERR_RELEASED, "tl_copy to a tensor that is released");
    EXPECT_STATUS(tl_copy(NULL, &target), TL_ERR_NULL, "tl_copy with source NULL");
    EXPECT_STATUS(tl_copy(&source, NULL), TL_ERR_NULL, "tl_copy with target NULL");
    EXPECT_FLOATS(8, numbers.cells, FLOATS(0, 1, 2, 3, 4, 5, 6, 7), "storage 0 1 2 ... after calls of tl_copy that failed");
    EXPECT_INT(numbers.storage.version, 0, "version after calls of tl_copy that failed");
}
END_TEST

START_TEST(copy_without_memory)
{
    tl_status status = TL_ERR_MEMORY;
    for (int fails_at = 1; status == TL_ERR_MEMORY && fails_at < MOST_BLOCKS; fails_at++) {
        tl_tensor source = over_numbers(LAYOUT(1, {4}, {-1}, 3)), target = {&numbers.storage, {1, {4}, {1}, 0}, TL_F32};
        fresh_memory(fails_at);
        status = tl_copy(&source, &target);
        const char *call = text("tl_copy within a storage, when allocation %d fails", fails_at);
        if (status == TL_ERR_MEMORY) {
            EXPECT_FLOATS(4, numbers.cells, FLOATS(0, 1, 2, 3), "storage 0 1 2 3 after %s", call);
            EXPECT_INT(numbers.storage.version, 0, "version after %s", call);
        } else {
            EXPECT_OK(status, "%s", call);
            EXPECT_FLOATS(4, numbers.cells, FLOATS(3, 2, 1, 0), "storage 0 1 2 3 after %s", call);
        }
        memory_is_back(call);
    }
}
END_TEST

static void clone_gives(const tl_layout *layout, int n, const float right[], const tl_layout *dense)
{
    tl_tensor tensor = over_numbers(layout), clone = no_tensor();
    float values[MOST] = {0};
    EXPECT_OK(tl_clone(&tensor, &clone), "tl_clone(storage 0 1 2 ...; %s)", layout_text(layout));
    layout_is(&clone.layout, dense, text("tl_clone(storage 0 1 2 ...; %s)", layout_text(layout)));
    EXPECT_BOOL(clone.storage != NULL && clone.storage != &numbers.storage, true, "the clone has a storage of its own");
    EXPECT_INT(clone.storage->bytes, 4 * n, "bytes of the storage of a clone of %d f32", n);
    EXPECT_INT(clone.storage->references, 1, "references of the clone's storage");
    EXPECT_INT(numbers.storage.references, 1, "references of the tensor's storage after tl_clone");
    EXPECT_INT(numbers.storage.version, 0, "version of the tensor's storage after tl_clone");
    EXPECT_INT(clone.dtype, TL_F32, "dtype of the clone of an f32 tensor");
    EXPECT_BOOL(clone.storage->allocator == &counting, true, "the clone's memory comes from the allocator of the tensor's storage");
    EXPECT_INT(elements_of(&clone, values), n, "elements of tl_clone(storage 0 1 2 ...; %s)", layout_text(layout));
    EXPECT_FLOATS(n, values, right, "elements of tl_clone(storage 0 1 2 ...; %s)", layout_text(layout));
    EXPECT_OK(tl_tensor_release(&clone), "tl_tensor_release of a clone");
    memory_is_back("tl_clone and tl_tensor_release of the clone");
}

START_TEST(clone_examples)
{
    clone_gives(&transposed_3x2, 6, FLOATS(0, 3, 1, 4, 2, 5), LAYOUT(2, {3, 2}, {2, 1}, 0));
    clone_gives(LAYOUT(2, {4, 2}, {5, 2}, 1), 8, FLOATS(1, 3, 6, 8, 11, 13, 16, 18), LAYOUT(2, {4, 2}, {2, 1}, 0));
    clone_gives(LAYOUT(3, {2, 2, 2}, {8, 4, 1}, 8), 8, FLOATS(8, 9, 12, 13, 16, 17, 20, 21), LAYOUT(3, {2, 2, 2}, {4, 2, 1}, 0));
    clone_gives(LAYOUT(1, {2}, {1}, 7), 2, FLOATS(7, 8), LAYOUT(1, {2}, {1}, 0)); /* 8 bytes, however long the storage was */
    clone_gives(&reversed_6, 6, FLOATS(5, 4, 3, 2, 1, 0), LAYOUT(1, {6}, {1}, 0));
    clone_gives(&repeated_2x3, 6, FLOATS(0, 1, 2, 0, 1, 2), &row_2x3); /* six elements now, and one may write to them */
    clone_gives(&rank0_at_3, 1, FLOATS(3), LAYOUT(.ndim = 0));
    clone_gives(&empty_0x3, 0, NULL, LAYOUT(2, {0, 3}, {3, 1}, 0));
}
END_TEST

START_TEST(clone_mistakes)
{
    tl_tensor tensor = over_numbers(&row_2x3), released = {NULL, row_2x3, TL_F32}, clone = no_tensor();
    EXPECT_STATUS(tl_clone(&released, &clone), TL_ERR_RELEASED, "tl_clone of a tensor that is released");
    EXPECT_STATUS(tl_clone(NULL, &clone), TL_ERR_NULL, "tl_clone with tensor NULL");
    EXPECT_STATUS(tl_clone(&tensor, NULL), TL_ERR_NULL, "tl_clone with clone NULL");
    fresh_memory(1);
    EXPECT_STATUS(tl_clone(&tensor, &clone), TL_ERR_MEMORY, "tl_clone, when there is no memory");
    tensor_stays(&clone, "tl_clone");
    memory_is_back("calls of tl_clone that failed");
}
END_TEST

START_TEST(contiguous_examples)
{
    const tl_layout dense[] = {row_2x3, {1, {3}, {1}, 4}, {2, {3, 1}, {1, 7}, 0}};
    for (size_t i = 0; i < sizeof dense / sizeof *dense; i++) {
        tl_tensor tensor = over_numbers(&dense[i]), result = no_tensor();
        EXPECT_OK(tl_to_contiguous(&tensor, &result), "tl_to_contiguous(%s)", layout_text(&dense[i]));
        layout_is(&result.layout, &dense[i], text("tl_to_contiguous(%s), which is contiguous already", layout_text(&dense[i])));
        EXPECT_BOOL(result.storage == &numbers.storage, true, "tl_to_contiguous(%s) shares the storage", layout_text(&dense[i]));
        EXPECT_INT(numbers.storage.references, 2, "references after tl_to_contiguous(%s)", layout_text(&dense[i]));
    }
    tl_tensor tensor = over_numbers(&transposed_3x2), result = no_tensor();
    float values[MOST] = {0};
    EXPECT_OK(tl_to_contiguous(&tensor, &result), "tl_to_contiguous(%s)", layout_text(&transposed_3x2));
    layout_is(&result.layout, LAYOUT(2, {3, 2}, {2, 1}, 0), text("tl_to_contiguous(%s)", layout_text(&transposed_3x2)));
    EXPECT_BOOL(result.storage != &numbers.storage, true, "tl_to_contiguous(%s) has its own storage", layout_text(&transposed_3x2));
    elements_of(&result, values);
    EXPECT_FLOATS(6, values, FLOATS(0, 3, 1, 4, 2, 5), "elements of tl_to_contiguous(%s)", layout_text(&transposed_3x2));
    EXPECT_OK(tl_tensor_release(&result), "tl_tensor_release");
    memory_is_back("tl_to_contiguous and tl_tensor_release");
}
END_TEST

START_TEST(contiguous_mistakes)
{
    tl_tensor tensor = over_numbers(&transposed_3x2), released = {NULL, row_2x3, TL_F32}, result = no_tensor();
    EXPECT_STATUS(tl_to_contiguous(&released, &result), TL_ERR_RELEASED, "tl_to_contiguous of a tensor that is released");
    EXPECT_STATUS(tl_to_contiguous(NULL, &result), TL_ERR_NULL, "tl_to_contiguous with tensor NULL");
    EXPECT_STATUS(tl_to_contiguous(&tensor, NULL), TL_ERR_NULL, "tl_to_contiguous with result NULL");
    fresh_memory(1);
    EXPECT_STATUS(tl_to_contiguous(&tensor, &result), TL_ERR_MEMORY, "tl_to_contiguous, when there is no memory");
    tensor_stays(&result, "tl_to_contiguous");
    memory_is_back("calls of tl_to_contiguous that failed");
}
END_TEST

/* ---- 2.15  Reshape ---- */

static void reshape_gives(const tl_layout *layout, int ndim, const int64_t sizes[], bool right_copied, const tl_layout *right,
                          const float right_values[])
{
    tl_tensor tensor = over_numbers(layout), result = no_tensor();
    bool copied = !right_copied;
    float values[MOST] = {0};
    char call[256];
    snprintf(call, sizeof call, "tl_reshape(storage 0 1 2 ...; %s; sizes %s)", layout_text(layout), list(ndim, sizes));
    EXPECT_OK(tl_reshape(&tensor, ndim, sizes, &copied, &result), "%s", call);
    EXPECT_BOOL(copied, right_copied, "*copied of %s", call);
    layout_is(&result.layout, right, call);
    EXPECT_BOOL(result.storage == &numbers.storage, !right_copied, "the result of %s shares the storage", call);
    EXPECT_INT(numbers.storage.references, right_copied ? 1 : 2, "references of the tensor's storage after %s", call);
    int n = elements_of(&result, values);
    EXPECT_FLOATS(n, values, right_values, "elements of %s", call);
    EXPECT_OK(tl_tensor_release(&result), "tl_tensor_release");
    memory_is_back("tl_reshape and tl_tensor_release");
}

START_TEST(reshape_views)
{
    reshape_gives(&row_2x3, DIMS(6), false, LAYOUT(1, {6}, {1}, 0), FLOATS(0, 1, 2, 3, 4, 5));
    reshape_gives(&row_2x3, DIMS(3, -1), false, LAYOUT(2, {3, 2}, {2, 1}, 0), FLOATS(0, 1, 2, 3, 4, 5));
    reshape_gives(&reversed_6, DIMS(2, 3), false, LAYOUT(2, {2, 3}, {-3, -1}, 5), FLOATS(5, 4, 3, 2, 1, 0));
    reshape_gives(LAYOUT(3, {3, 2, 4}, {4, 12, 1}, 0), DIMS(3, 2, 2, 2), false, LAYOUT(4, {3, 2, 2, 2}, {4, 12, 2, 1}, 0),
                  FLOATS(0, 1, 2, 3, 12, 13, 14, 15, 4, 5, 6, 7, 16, 17, 18, 19, 8, 9, 10, 11, 20, 21, 22, 23));
    reshape_gives(&empty_0x3, DIMS(3, 0), false, LAYOUT(2, {3, 0}, {1, 1}, 2), NULL);
}
END_TEST

START_TEST(reshape_copies)
{
    reshape_gives(&transposed_3x2, DIMS(6), true, LAYOUT(1, {6}, {1}, 0), FLOATS(0, 3, 1, 4, 2, 5));
    reshape_gives(&transposed_3x2, DIMS(2, -1), true, LAYOUT(2, {2, 3}, {3, 1}, 0), FLOATS(0, 3, 1, 4, 2, 5));
    reshape_gives(LAYOUT(2, {2, 3}, {10, 1}, 1), DIMS(3, 2), true, LAYOUT(2, {3, 2}, {2, 1}, 0), FLOATS(1, 2, 3, 11, 12, 13));
    reshape_gives(&repeated_2x3, DIMS(6), true, LAYOUT(1, {6}, {1}, 0), FLOATS(0, 1, 2, 0, 1, 2));
}
END_TEST

START_TEST(reshape_mistakes)
{
    tl_tensor tensor = over_numbers(&transposed_3x2), released = {NULL, row_2x3, TL_F32}, result = no_tensor();
    bool copied = true;
    EXPECT_STATUS(tl_reshape(&tensor, DIMS(4), &copied, &result), TL_ERR_NUMEL, "tl_reshape([3, 2]; sizes [4])");
    EXPECT_STATUS(tl_reshape(&tensor, DIMS(4, -1), &copied, &result), TL_ERR_INFER, "tl_reshape([3, 2]; sizes [4, -1])");
    EXPECT_STATUS(tl_reshape(&tensor, DIMS(-2, 3), &copied, &result), TL_ERR_SHAPE, "tl_reshape([3, 2]; sizes [-2, 3])");
    EXPECT_STATUS(tl_reshape(&tensor, 9, nine_ones, &copied, &result), TL_ERR_RANK, "tl_reshape with ndim 9");
    EXPECT_STATUS(tl_reshape(&released, DIMS(6), &copied, &result), TL_ERR_RELEASED, "tl_reshape of a tensor that is released");
    EXPECT_STATUS(tl_reshape(NULL, DIMS(6), &copied, &result), TL_ERR_NULL, "tl_reshape with tensor NULL");
    EXPECT_STATUS(tl_reshape(&tensor, 1, NULL, &copied, &result), TL_ERR_NULL, "tl_reshape with sizes NULL");
    EXPECT_STATUS(tl_reshape(&tensor, DIMS(6), NULL, &result), TL_ERR_NULL, "tl_reshape with copied NULL");
    EXPECT_STATUS(tl_reshape(&tensor, DIMS(6), &copied, NULL), TL_ERR_NULL, "tl_reshape with result NULL");
    fresh_memory(1);
    EXPECT_STATUS(tl_reshape(&tensor, DIMS(6), &copied, &result), TL_ERR_MEMORY, "tl_reshape([3, 2] transposed; sizes [6]), when "
                                                                                  "there is no memory");
    tensor_stays(&result, "tl_reshape");
    EXPECT_BOOL(copied, true, "*copied, which must stay as it was after a call of tl_reshape that failed");
    EXPECT_INT(numbers.storage.references, 1, "references after calls of tl_reshape that failed");
    memory_is_back("calls of tl_reshape that failed");
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
    add_test("2.1", "what a slice means", resolve_examples);
    add_test("2.1", "bounds that count from the end", resolve_from_the_end);
    add_test("2.1", "bounds outside the axis", resolve_outside);
    add_test("2.1", "steps below 0", resolve_downwards);
    add_test("2.1", "numbers near 2^63", resolve_large);
    add_test("2.1", "axes of size 0 and 1", resolve_size_0_and_1);
    add_test("2.1", "mistakes of the caller of tl_slice_resolve", resolve_mistakes);
    add_test("2.1", "layouts, sliced", slice_examples);
    add_test("2.1", "slices of views", slice_of_views);
    add_test("2.1", "slices that take nothing", slice_of_nothing);
    add_test("2.1", "strides and offsets near 2^63", slice_large);
    add_test("2.1", "mistakes of the caller of tl_layout_slice", slice_mistakes);

    add_test("2.2", "selecting", select_examples);
    add_test("2.2", "mistakes of the caller of tl_layout_select", select_mistakes);
    add_test("2.2", "narrowing", narrow_examples);
    add_test("2.2", "mistakes of the caller of tl_layout_narrow", narrow_mistakes);

    add_test("2.3", "slices", subscript_slices);
    add_test("2.3", "indices", subscript_indices);
    add_test("2.3", "an ellipsis", subscript_ellipsis);
    add_test("2.3", "new axes", subscript_newaxis);
    add_test("2.3", "mistakes of the caller", subscript_mistakes);

    add_test("2.4", "transposing", transpose_examples);
    add_test("2.4", "mistakes of the caller of tl_layout_transpose", transpose_mistakes);
    add_test("2.4", "permuting", permute_examples);
    add_test("2.4", "mistakes of the caller of tl_layout_permute", permute_mistakes);
    add_test("2.4", "T and mT", t_and_mt);
    add_test("2.4", "mistakes of the caller of tl_layout_t and tl_layout_mt", t_and_mt_mistakes);

    add_test("2.5", "squeezing every axis of size 1", squeeze_examples);
    add_test("2.5", "squeezing one axis", squeeze_axis_examples);
    add_test("2.5", "mistakes of the caller of the squeeze functions", squeeze_mistakes);
    add_test("2.5", "unsqueezing", unsqueeze_examples);
    add_test("2.5", "mistakes of the caller of tl_layout_unsqueeze", unsqueeze_mistakes);

    add_test("2.6", "worked examples", expand_examples);
    add_test("2.6", "rank 0 and sizes of 0", expand_rank_0_and_size_0);
    add_test("2.6", "mistakes of the caller", expand_mistakes);

    add_test("2.7", "a size of -1", infer_examples);
    add_test("2.7", "a size of -1 and sizes of 0", infer_size_0);
    add_test("2.7", "mistakes of the caller of tl_infer_shape", infer_mistakes);
    add_test("2.7", "views of dense layouts", view_dense);
    add_test("2.7", "views of views", view_strided);
    add_test("2.7", "what no strides can express", view_refusals);
    add_test("2.7", "the shape that it has already", view_same_shape);
    add_test("2.7", "views with sizes of 0 and 1", view_size_0_and_1);
    add_test("2.7", "mistakes of the caller of tl_layout_view", view_mistakes);

    add_test("2.8", "flattening", flatten_examples);
    add_test("2.8", "flattening rank 0 and sizes of 0", flatten_rank_0_and_size_0);
    add_test("2.8", "what cannot be flattened", flatten_mistakes);
    add_test("2.8", "unflattening", unflatten_examples);
    add_test("2.8", "mistakes of the caller of tl_layout_unflatten", unflatten_mistakes);

    add_test("2.9", "splitting", split_examples);
    add_test("2.9", "splitting an axis of size 0", split_size_0);
    add_test("2.9", "mistakes of the caller of the split functions", split_mistakes);
    add_test("2.9", "chunks", chunk_examples);
    add_test("2.9", "chunks of an axis of size 0", chunk_size_0);
    add_test("2.9", "mistakes of the caller of the chunk functions", chunk_mistakes);

    add_test("2.10", "new storages", storage_new_examples);
    add_test("2.10", "a storage without an allocator of its own", storage_from_malloc);
    add_test("2.10", "two holders", storage_counts);
    add_test("2.10", "a handle released twice", storage_released_twice);
    add_test("2.10", "no memory", storage_without_memory);
    add_test("2.10", "mistakes of the caller", storage_mistakes);

    add_test("2.11", "new tensors", tensor_new_examples);
    add_test("2.11", "mistakes of the caller of tl_tensor_new", tensor_new_mistakes);
    add_test("2.11", "no memory", tensor_without_memory);
    add_test("2.11", "views that fit", tensor_view_fits);
    add_test("2.11", "views that reach outside", tensor_view_outside);
    add_test("2.11", "views without elements", tensor_view_size_0);
    add_test("2.11", "views that outlive their tensor", tensor_view_keeps_alive);
    add_test("2.11", "mistakes of the caller of tl_tensor_view and tl_tensor_release", tensor_mistakes);

    add_test("2.12", "reading", get_examples);
    add_test("2.12", "writing", set_examples);
    add_test("2.12", "elements of other dtypes", elements_of_other_dtypes);
    add_test("2.12", "filling", fill_examples);
    add_test("2.12", "mistakes of the caller of tl_get", get_mistakes);
    add_test("2.12", "mistakes of the caller of tl_set and tl_fill", set_and_fill_mistakes);

    add_test("2.13", "to and from bool", convert_bool);
    add_test("2.13", "to whole numbers", convert_to_whole);
    add_test("2.13", "whole numbers near 2^63", convert_large_whole);
    add_test("2.13", "to floating numbers", convert_to_floating);
    add_test("2.13", "pointers without alignment", convert_unaligned);
    add_test("2.13", "mistakes of the caller", convert_mistakes);

    add_test("2.14", "copying", copy_examples);
    add_test("2.14", "copying to another dtype", copy_converts);
    add_test("2.14", "copying within a storage", copy_overlapping);
    add_test("2.14", "copying without memory", copy_without_memory);
    add_test("2.14", "mistakes of the caller of tl_copy", copy_mistakes);
    add_test("2.14", "clones", clone_examples);
    add_test("2.14", "mistakes of the caller of tl_clone", clone_mistakes);
    add_test("2.14", "contiguous, already or by a clone", contiguous_examples);
    add_test("2.14", "mistakes of the caller of tl_to_contiguous", contiguous_mistakes);

    add_test("2.15", "views", reshape_views);
    add_test("2.15", "copies", reshape_copies);
    add_test("2.15", "mistakes of the caller", reshape_mistakes);
}

extern const lab_suite public_suite;
const lab_suite public_suite = {"02-views", tasks, sizeof tasks / sizeof *tasks, add_tests};
