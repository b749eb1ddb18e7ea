/* views.c - the hidden tests of lab 02.
 *
 * Per task: the worked examples of the book; small cases, all of them, against a walk; NumPy's answers to the steps of 20480
 * chains of operations (chains.h); the edges of the contract, each way to refuse, and the traps of the book.  A test asks one
 * kind of thing and varies one fault at a time; where two statuses are both right, either is accepted.
 *
 * Strides of axes of size 0 or 1 are compared only where the contract says what they are.  C9, D1, F5, ... in comments are
 * cases that users of other libraries ran into.
 */
#include "views.h"

#include <limits.h>
#include <math.h>
#include <string.h>

#include "chains.h"
#include "expect.h"
#include "memory.h"
#include "oracle.h"

#define L(...) ((const int64_t[]){__VA_ARGS__})
#define AXES(...) ((const int[]){__VA_ARGS__})
#define TWO_TO(n) ((int64_t)1 << (n))

/* ---- Outputs ----
 *
 * Every output starts as a value that no answer has, so that "untouched" can be told from "written".
 */
#define UNSET INT64_C(-7777)
static const int64_t unset[TL_MAX_NDIM] = {UNSET, UNSET, UNSET, UNSET, UNSET, UNSET, UNSET, UNSET};

static tl_layout unset_layout(void)
{
    tl_layout layout = {.ndim = -77, .offset = UNSET};
    memcpy(layout.shape, unset, sizeof unset);
    memcpy(layout.strides, unset, sizeof unset);
    return layout;
}

static bool is_unset(const tl_layout *layout)
{
    return layout->ndim == -77 && layout->offset == UNSET && same_list(TL_MAX_NDIM, layout->shape, unset) &&
           same_list(TL_MAX_NDIM, layout->strides, unset);
}

/* The fields of a layout that carry meaning. */
static bool same_layout(const tl_layout *a, const tl_layout *b)
{
    return a->ndim == b->ndim && same_list(b->ndim, a->shape, b->shape) && same_list(b->ndim, a->strides, b->strides) &&
           a->offset == b->offset;
}

/* Whether two layouts have the same shape and every index at the same offset. */
static bool same_view(const tl_layout *a, const tl_layout *b)
{
    if (a->ndim != b->ndim || !same_list(b->ndim, a->shape, b->shape))
        return false;
    bool same = a->offset == b->offset;
    for (int axis = 0; axis < b->ndim; axis++) {
        if (b->shape[axis] == 0)
            return true;
        same = same && (b->shape[axis] == 1 || a->strides[axis] == b->strides[axis]);
    }
    return same;
}

/* A layout in words, whatever came back in it. */
static const char *shown(const tl_layout *layout)
{
    return layout->ndim < 0 || layout->ndim > TL_MAX_NDIM ? text("rank %d", layout->ndim) : layout_text(layout);
}

#define EXPECT_SAME(same, got, want, ...)                                                                              \
    do {                                                                                                               \
        const tl_layout *expect_got = &(got), *expect_want = &(want);                                                  \
        if (!same(expect_got, expect_want) && !expect_muted)                                                           \
            expect_failed(shown(expect_got), shown(expect_want), text(__VA_ARGS__));                                   \
    } while (0)

/* Either of two statuses is right. */
#define EXPECT_EITHER(status, one, other, ...)                                                                         \
    do {                                                                                                               \
        tl_status expect_either = (status);                                                                            \
        EXPECT_STATUS(expect_either, expect_either == (other) ? (other) : (one), __VA_ARGS__);                         \
    } while (0)

/* A call that writes a layout to &result, and what must come back: this very layout; */
#define GIVES(call, want)                                                                                              \
    do {                                                                                                               \
        tl_layout result = unset_layout(), right = (want);                                                             \
        EXPECT_OK(call, "%s", #call);                                                                                  \
        EXPECT_SAME(same_layout, result, right, "%s", #call);                                                          \
    } while (0)
/* a layout that shows the same; */
#define SHOWS(call, want)                                                                                              \
    do {                                                                                                               \
        tl_layout result = unset_layout(), right = (want);                                                             \
        EXPECT_OK(call, "%s", #call);                                                                                  \
        EXPECT_SAME(same_view, result, right, "%s", #call);                                                            \
    } while (0)
/* one of two statuses, and nothing written; */
#define REFUSES_EITHER(call, one, other)                                                                               \
    do {                                                                                                               \
        tl_layout result = unset_layout();                                                                             \
        EXPECT_EITHER(call, one, other, "%s", #call);                                                                  \
        EXPECT_BOOL(is_unset(&result), true, "%s: the result is untouched on failure", #call);                         \
    } while (0)
/* a status, and nothing written. */
#define REFUSES(call, status) REFUSES_EITHER(call, status, status)

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

/* A row-major layout of a small shape. */
static tl_layout row(int ndim, const int64_t shape[])
{
    static const int last_axis_first[TL_MAX_NDIM + 1][TL_MAX_NDIM] = {[1] = {0},
                                                                      [2] = {1, 0},
                                                                      [3] = {2, 1, 0},
                                                                      [4] = {3, 2, 1, 0},
                                                                      [5] = {4, 3, 2, 1, 0},
                                                                      [6] = {5, 4, 3, 2, 1, 0},
                                                                      [7] = {6, 5, 4, 3, 2, 1, 0},
                                                                      [8] = {7, 6, 5, 4, 3, 2, 1, 0}};
    tl_layout layout = layout_of(ndim, shape, shape, 0);
    oracle_strides(ndim, shape, last_axis_first[ndim], layout.strides);
    return layout;
}

static tl_layout scalar(int64_t offset)
{
    return layout_of(0, NULL, NULL, offset);
}

static tl_layout rank_8(void)
{
    return row(8, L(1, 2, 1, 2, 1, 2, 1, 2)); /* strides 16 8 8 4 4 2 2 1 */
}

static tl_layout bad_rank(int ndim)
{
    tl_layout layout = {.ndim = ndim};
    for (int axis = 0; axis < TL_MAX_NDIM; axis++)
        layout.shape[axis] = layout.strides[axis] = 1;
    return layout;
}

/* Take the lowest digit, in the given base, off a number. */
static int64_t take(int64_t *number, int64_t base)
{
    int64_t digit = *number % base;
    *number /= base;
    return digit;
}

/* A function that makes a layout out of a layout, its other arguments chosen. */
typedef tl_status layout_function(const tl_layout *layout, tl_layout *result);

/* What holds for every such function: it can write its result over its argument, and refuses NULL and what is no layout.
 * layout has two axes at least. */
static void expect_common(layout_function *f, tl_layout layout, tl_layout want)
{
    tl_layout nine = bad_rank(9), minus = bad_rank(-1), negative = layout_of(2, L(2, -1), L(1, 1), 0),
              in_place = layout;
    SHOWS(f(&layout, &result), want);
    EXPECT_OK(f(&in_place, &in_place), "the result in place of the argument");
    EXPECT_SAME(same_view, in_place, want, "the result in place of the argument");
    REFUSES(f(NULL, &result), TL_ERR_NULL);
    EXPECT_STATUS(f(&layout, NULL), TL_ERR_NULL, "result NULL");
    REFUSES(f(&nine, &result), TL_ERR_RANK);
    REFUSES_EITHER(f(&minus, &result), TL_ERR_RANK, TL_ERR_AXIS);
    REFUSES(f(&negative, &result), TL_ERR_SHAPE);
}

/* ---- NumPy's chains ---- */

static int64_t digit(const char **at)
{
    int c = *(*at)++;
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 36;
    if (c >= 'A' && c <= 'Z')
        return c - 'A' + 10;
    if (c >= '0' && c <= '9')
        return c - '0';
    return c == '+' ? 62 : 63;
}

static int64_t read_number(const char **at)
{
    int64_t first = digit(at);
    return first < 48 ? first - 8 : (first - 48) * 64 + digit(at) - 512;
}

static int read_list(const char **at, int64_t list[])
{
    int n = (int)read_number(at);
    for (int i = 0; i < n; i++)
        list[i] = read_number(at);
    return n;
}

static tl_layout read_layout(const char **at)
{
    tl_layout layout = {.ndim = read_list(at, layout.shape)};
    for (int axis = 0; axis < layout.ndim; axis++)
        layout.strides[axis] = read_number(at);
    layout.offset = read_number(at);
    return layout;
}

static tl_slice read_slice(const char **at)
{
    int64_t flags = read_number(at);
    tl_slice slice = {.has_start = flags & 1, .has_stop = flags & 2, .has_step = flags & 4};
    if (slice.has_start)
        slice.start = read_number(at);
    if (slice.has_stop)
        slice.stop = read_number(at);
    if (slice.has_step)
        slice.step = read_number(at);
    return slice;
}

/* One step: an operation, and what came out. */
typedef struct chain_step {
    char letter;
    int64_t args[3]; /* its numbers */
    int n;           /* length of its list, or of items */
    int64_t list[TL_MAX_NDIM];
    tl_slice slice;
    tl_item items[2 * TL_MAX_NDIM];
    bool copied;
    tl_layout after;
    const char *after_text;
} chain_step;

static const char *read_step(const char *at, chain_step *s)
{
    static const struct operation {
        int nargs;
        bool has_list;
    } operations['z'] = {
        ['s'] = {1, false}, ['i'] = {2, false}, ['n'] = {3, false}, ['t'] = {2, false}, ['p'] = {0, true},
        ['Q'] = {1, false}, ['u'] = {1, false}, ['e'] = {0, true},  ['v'] = {0, true},  ['f'] = {2, false},
        ['U'] = {1, true},  ['S'] = {3, false}, ['C'] = {3, false}};
    s->letter = *at++;
    s->n = 0;
    for (int i = 0; i < operations[(int)s->letter].nargs; i++)
        s->args[i] = read_number(&at);
    if (operations[(int)s->letter].has_list)
        s->n = read_list(&at, s->list);
    if (s->letter == 's')
        s->slice = read_slice(&at);
    if (s->letter == 'x') {
        s->n = (int)read_number(&at);
        for (int i = 0; i < s->n; i++) {
            s->items[i] = (tl_item){.kind = (tl_item_kind)read_number(&at)};
            if (s->items[i].kind == TL_ITEM_SLICE)
                s->items[i].slice = read_slice(&at);
            if (s->items[i].kind == TL_ITEM_INDEX)
                s->items[i].index = read_number(&at);
        }
    }
    const char *mark = at;
    s->copied = read_number(&at) == -1;
    if (!s->copied)
        at = mark;
    s->after_text = at;
    s->after = read_layout(&at);
    return at;
}

static tl_status do_step(const chain_step *s, const tl_layout *before, tl_layout *result)
{
    int axis = (int)s->args[0], axes[TL_MAX_NDIM];
    switch (s->letter) {
    case 's': return tl_layout_slice(before, axis, &s->slice, result);
    case 'i': return tl_layout_select(before, axis, s->args[1], result);
    case 'n': return tl_layout_narrow(before, axis, s->args[1], s->args[2], result);
    case 'x': return tl_layout_subscript(before, s->n, s->n > 0 ? s->items : NULL, result);
    case 't': return tl_layout_transpose(before, axis, (int)s->args[1], result);
    case 'p':
        for (int i = 0; i < s->n; i++)
            axes[i] = (int)s->list[i];
        return tl_layout_permute(before, s->n, s->n > 0 ? axes : NULL, result);
    case 'T': return tl_layout_t(before, result);
    case 'M': return tl_layout_mt(before, result);
    case 'q': return tl_layout_squeeze(before, result);
    case 'Q': return tl_layout_squeeze_axis(before, axis, result);
    case 'u': return tl_layout_unsqueeze(before, axis, result);
    case 'e': return tl_layout_expand(before, s->n, s->n > 0 ? s->list : NULL, result);
    case 'v': return tl_layout_view(before, s->n, s->n > 0 ? s->list : NULL, result);
    case 'f': return tl_layout_flatten(before, axis, (int)s->args[1], result);
    case 'U': return tl_layout_unflatten(before, axis, s->n, s->list, result);
    case 'S': return tl_layout_split(before, axis, s->args[1], s->args[2], result);
    default: return tl_layout_chunk(before, axis, s->args[1], s->args[2], result);
    }
}

/* Every step of the chains, and the numbers of those that a test tries. */
static struct place {
    char letter;
    const char *before, *step;
} places[80000];
static int32_t chosen[80000];

static int64_t choose_steps(const char *letters)
{
    static chain_step s;
    static int32_t nplaces;
    for (int i = 0; nplaces == 0 || (i > 0 && i < numpy_chain_count); i++) {
        const char *before = numpy_chains[i], *at = before;
        read_layout(&at);
        while (*at != '\0') {
            const char *end = read_step(at, &s);
            places[nplaces++] = (struct place){s.letter, before, at};
            before = s.after_text;
            at = end;
        }
    }
    int64_t count = 0;
    for (int32_t i = 0; i < nplaces; i++)
        if (strchr(letters, places[i].letter) != NULL)
            chosen[count++] = i;
    return count;
}

static void step_case(int64_t number)
{
    static chain_step s;
    const struct place *place = &places[chosen[number]];
    const char *at = place->before;
    tl_layout before = read_layout(&at), result = unset_layout();
    read_step(place->step, &s);
    tl_status status = do_step(&s, &before, &result);
    EXPECT_STATUS(status, s.copied ? TL_ERR_COPY : TL_OK, "operation %c on %s, then %s", s.letter, shown(&before),
                  shown(&s.after));
    if (!s.copied)
        EXPECT_SAME(same_view, result, s.after, "operation %c on %s", s.letter, shown(&before));
    else
        EXPECT_BOOL(is_unset(&result), true, "operation %c on %s: the result is untouched on failure", s.letter,
                    shown(&before));
}

#define CHAINS_TEST(name, letters)                                                                                     \
    START_TEST(name)                                                                                                   \
    {                                                                                                                  \
        sweep(choose_steps(letters), step_case);                                                                       \
    }                                                                                                                  \
    END_TEST

CHAINS_TEST(slice_chains, "s")
CHAINS_TEST(select_chains, "in")
CHAINS_TEST(subscript_chains, "x")
CHAINS_TEST(permute_chains, "tpTM")
CHAINS_TEST(squeeze_chains, "qQu")
CHAINS_TEST(expand_chains, "e")
CHAINS_TEST(view_chains, "v")
CHAINS_TEST(flatten_chains, "fU")
CHAINS_TEST(split_chains, "SC")

/* ---- 2.1  A slice of one axis ---- */

static tl_slice all_of(void)
{
    return (tl_slice){0};
}
/* What is left out holds a number that would matter if it were read. */
static tl_slice from_to(int64_t start, int64_t stop)
{
    return (tl_slice){.has_start = true, .has_stop = true, .start = start, .stop = stop, .step = 0};
}
static tl_slice from_to_by(int64_t start, int64_t stop, int64_t step)
{
    return (tl_slice){true, true, true, start, stop, step};
}
static tl_slice from(int64_t start)
{
    return (tl_slice){.has_start = true, .start = start, .stop = 1, .step = 3};
}
static tl_slice to(int64_t stop)
{
    return (tl_slice){.has_stop = true, .stop = stop, .start = 1, .step = 3};
}
static tl_slice by(int64_t step)
{
    return (tl_slice){.has_step = true, .step = step, .start = 1, .stop = 2};
}
static tl_slice from_by(int64_t start, int64_t step)
{
    return (tl_slice){.has_start = true, .has_step = true, .start = start, .step = step, .stop = 2};
}
static tl_slice to_by(int64_t stop, int64_t step)
{
    return (tl_slice){.has_stop = true, .has_step = true, .stop = stop, .step = step, .start = 2};
}

static const char *slice_text(const tl_slice *s)
{
    return text("%s:%s:%s", s->has_start ? text("%" PRId64, s->start) : "",
                s->has_stop ? text("%" PRId64, s->stop) : "", s->has_step ? text("%" PRId64, s->step) : "");
}

#define EXPECT_RANGE(slice, size, range, wanted_start, wanted_stop, wanted_step, wanted_length)                        \
    do {                                                                                                               \
        EXPECT_INT((range).start, wanted_start, "%s of %" PRId64 ": start", slice_text(slice), size);                  \
        EXPECT_INT((range).stop, wanted_stop, "%s of %" PRId64 ": stop", slice_text(slice), size);                     \
        EXPECT_INT((range).step, wanted_step, "%s of %" PRId64 ": step", slice_text(slice), size);                     \
        EXPECT_INT((range).length, wanted_length, "%s of %" PRId64 ": length", slice_text(slice), size);               \
    } while (0)

static tl_range unset_range(void)
{
    return (tl_range){UNSET, UNSET, UNSET, UNSET};
}

static void expect_range(tl_slice slice, int64_t size, int64_t start, int64_t stop, int64_t step, int64_t length)
{
    tl_range range = unset_range();
    EXPECT_OK(tl_slice_resolve(&slice, size, &range), "%s of %" PRId64, slice_text(&slice), size);
    EXPECT_RANGE(&slice, size, range, start, stop, step, length);
}

static void expect_no_range(const tl_slice *slice, int64_t size, tl_status want)
{
    tl_range range = unset_range();
    EXPECT_STATUS(tl_slice_resolve(slice, size, &range), want, "a slice of %" PRId64, size);
    EXPECT_RANGE(&(tl_slice){0}, size, range, UNSET, UNSET, UNSET, UNSET);
}

START_TEST(resolve_examples)
{
    expect_range(from_to_by(1, 5, 1), 10, 1, 5, 1, 4);
    expect_range(by(2), 10, 0, 10, 2, 5);
    expect_range(from(-3), 10, 7, 10, 1, 3);
    expect_range(all_of(), 10, 0, 10, 1, 10);
    expect_range(from_to_by(1, 8, 3), 10, 1, 8, 3, 3); /* 1 4 7 */
    expect_range(from_to(5, 5), 10, 5, 5, 1, 0);
    expect_range(from_to(7, 3), 10, 7, 3, 1, 0);
    expect_range(to(-1), 10, 0, 9, 1, 9);         /* D1 */
    expect_range(from_by(1, 2), 12, 1, 12, 2, 6); /* D2: 1 3 5 7 9 11 */
    expect_range(by(3), 20, 0, 20, 3, 7);         /* D3: 0 3 ... 18 */
    expect_range(by(4), 30, 0, 30, 4, 8);
    expect_range(by(6), 50, 0, 50, 6, 9);
    expect_range(from_to(-3, 0), 10, 7, 0, 1, 0);   /* D12 */
    expect_range(from_by(2, 10), 10, 2, 10, 10, 1); /* C9 */
    expect_range(from_to(2, 99), 5, 2, 5, 1, 3);
    expect_range(from_to(-99, 2), 5, 0, 2, 1, 2);
}
END_TEST

START_TEST(resolve_down)
{
    expect_range(from_to_by(9, 0, -1), 10, 9, 0, -1, 9); /* D6: 9 8 ... 1 */
    expect_range(from_to_by(9, 0, -3), 10, 9, 0, -3, 3); /* 9 6 3 */
    expect_range(from_to_by(9, 2, -1), 10, 9, 2, -1, 7);
    expect_range(from_to_by(19, 0, -3), 20, 19, 0, -3, 7); /* 19 16 13 10 7 4 1 */
    expect_range(from_to_by(5, 9, -1), 10, 5, 9, -1, 0);
    expect_range(from_to_by(99, 2, -2), 10, 9, 2, -2, 4); /* 9 7 5 3 */
    for (int64_t size = 1; size < 6; size++)
        expect_range(by(-1), size, size - 1, -1, -1, size); /* D8 */
}
END_TEST

/* A stop of -1 that is written is the last index; only one that is left out lies before index 0. */
START_TEST(resolve_minus_one)
{
    expect_range(from_to(0, -1), 10, 0, 9, 1, 9);
    expect_range(from_to_by(8, -1, -1), 10, 8, 9, -1, 0);
    expect_range(from_by(8, -1), 10, 8, -1, -1, 9);
    expect_range(from_to_by(3, -1, -1), 5, 3, 4, -1, 0); /* D9 */
    expect_range(from_by(3, -1), 5, 3, -1, -1, 4);
    expect_range(to_by(-1, -1), 5, 4, 4, -1, 0);
    expect_range(from_to_by(4, -6, -1), 5, 4, -1, -1, 5); /* runs past index 0 */
    expect_range(from_to(-1, 5), 5, 4, 5, 1, 1);
}
END_TEST

/* No number means "left out". */
START_TEST(resolve_no_sentinel)
{
    static const int64_t numbers[] = {-999999, -999998, 999999, -1, 0, INT32_MIN, INT32_MAX, INT64_MIN, INT64_MAX};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        int64_t n = numbers[i], first = n < -1 ? 0 : n == -1 ? 9 : n == 0 ? 0 : 10; /* in 0 to 10, going up */
        expect_range((tl_slice){true, false, false, n, 5, 2}, 10, first, 10, 1, 10 - first);
        expect_range((tl_slice){false, true, false, 5, n, 2}, 10, 0, first, 1, first);
        expect_range((tl_slice){false, false, false, n, n, n}, 10, 0, 10, 1, 10);
    }
    expect_range(to_by(-999999, -1), 10, 9, -1, -1, 10);
    expect_range(from_by(-999999, -1), 10, -1, -1, -1, 0);
}
END_TEST

START_TEST(resolve_largest)
{
    const int64_t max = INT64_MAX, min = INT64_MIN;
    expect_range(from_to(min, max), 10, 0, 10, 1, 10);
    expect_range(from_to_by(max, min, -1), 10, 9, -1, -1, 10);
    expect_range(from_to_by(0, 10, max), 10, 0, 10, max, 1);
    expect_range(from_to_by(9, -11, min), 10, 9, -1, min, 1);
    expect_range(by(min), 10, 9, -1, min, 1);
    expect_range(by(max), 10, 0, 10, max, 1);
    expect_range(by(min), 0, -1, -1, min, 0);
    expect_range(all_of(), max, 0, max, 1, max);
    expect_range(by(-1), max, max - 1, -1, -1, max);
    expect_range(by(2), max, 0, max, 2, TWO_TO(62)); /* 2^63 - 1 indices, every other */
    expect_range(by(-2), max, max - 1, -1, -2, TWO_TO(62));
    expect_range(by(max), max, 0, max, max, 1);
    expect_range(by(min), max, max - 1, -1, min, 1);
    expect_range(from_by(1, max - 1), max, 1, max, max - 1, 1);
    expect_range(from_to(-max, -1), max, 0, max - 1, 1, max - 1);
    expect_range(from(min), max, 0, max, 1, max);
    expect_range(from_to_by(max, 0, 1), max, max, 0, 1, 0);
    expect_range(from_to_by(-1, min, -1), 0, -1, -1, -1, 0); /* D7 */
}
END_TEST

START_TEST(resolve_refusals)
{
    tl_slice zero = from_to_by(1, 5, 0), whole = all_of();
    expect_no_range(&zero, 10, TL_ERR_STEP);
    zero = by(0);
    expect_no_range(&zero, 0, TL_ERR_STEP);
    expect_no_range(&whole, -1, TL_ERR_SHAPE);
    expect_no_range(&whole, INT64_MIN, TL_ERR_SHAPE);
    expect_no_range(NULL, 10, TL_ERR_NULL);
    EXPECT_STATUS(tl_slice_resolve(&whole, 10, NULL), TL_ERR_NULL, "a slice of 10, range NULL");
}
END_TEST

/* What a slice takes, as the Python reference puts it: a bound below 0 counts from the end; one that lies too far is walked
 * back to the nearest that does not; then i, i + step, i + 2 step, ... until the stop is reached or passed. */
typedef struct walked {
    int64_t start, stop, step, length, index[8];
} walked;

static int64_t walk_back(int64_t bound, int64_t size, int64_t low, int64_t high)
{
    if (bound < 0)
        bound += size;
    while (bound < low)
        bound++;
    while (bound > high)
        bound--;
    return bound;
}

static walked walk_slice(const tl_slice *slice, int64_t size)
{
    walked w = {.step = slice->has_step ? slice->step : 1};
    bool up = w.step > 0;
    int64_t first = up ? 0 : size - 1, end = up ? size : -1, low = up ? 0 : -1, high = up ? size : size - 1;
    w.start = slice->has_start ? walk_back(slice->start, size, low, high) : first;
    w.stop = slice->has_stop ? walk_back(slice->stop, size, low, high) : end;
    for (int64_t i = w.start; up ? i < w.stop : i > w.stop; i += w.step)
        w.index[w.length++] = i;
    return w;
}

/* Sizes 0 to 6, starts and stops left out or -8 to 8, steps left out or -4 to 4 without 0. */
enum { SMALL_SLICES = 7 * 18 * 18 * 9 };

static tl_slice small_slice(int64_t number, int64_t *size)
{
    *size = take(&number, 7);
    int64_t start = take(&number, 18) - 9, stop = take(&number, 18) - 9, step = take(&number, 9) - 4;
    return (tl_slice){start != -9, stop != -9, step != 0, start, stop, step};
}

static void resolve_case(int64_t number)
{
    int64_t size;
    tl_slice slice = small_slice(number, &size);
    walked w = walk_slice(&slice, size);
    tl_range range = unset_range();
    EXPECT_OK(tl_slice_resolve(&slice, size, &range), "%s of %" PRId64, slice_text(&slice), size);
    EXPECT_RANGE(&slice, size, range, w.start, w.stop, w.step, w.length);
}
START_TEST(resolve_small)
{
    sweep(SMALL_SLICES, resolve_case);
}
END_TEST

/* The same slices of an axis of stride 7 or -7, in front of or behind another. */
static void slice_case(int64_t number)
{
    int64_t size;
    tl_slice slice = small_slice(number, &size);
    walked w = walk_slice(&slice, size);
    int axis = (int)(number % 2);
    int64_t stride = number % 3 == 0 ? -7 : 7;
    tl_layout layout = layout_of(2, L(3, 3), L(2, 2), 100), want = layout, result = unset_layout();
    layout.shape[axis] = size;
    layout.strides[axis] = stride;
    want.shape[axis] = w.length;
    want.strides[axis] = w.length > 1 ? (w.index[1] - w.index[0]) * stride : 0;
    want.offset = 100 + (w.length > 0 ? w.index[0] : w.start < 0 ? 0 : w.start) * stride;
    EXPECT_OK(tl_layout_slice(&layout, number % 5 < 2 ? axis : axis - 2, &slice, &result), "%s on axis %d of %s",
              slice_text(&slice), axis, shown(&layout));
    EXPECT_SAME(same_view, result, want, "%s on axis %d of %s", slice_text(&slice), axis, shown(&layout));
    EXPECT_INT(result.offset, want.offset, "%s on axis %d of %s: the offset", slice_text(&slice), axis, shown(&layout));
}
START_TEST(slice_small)
{
    sweep(SMALL_SLICES, slice_case);
}
END_TEST

START_TEST(slice_examples)
{
    tl_layout vector = row(1, L(10)), matrix = row(2, L(4, 5)), cube = row(3, L(2, 3, 4));
    tl_slice rows = from_to(1, 3), every_other = from_to_by(1, 4, 2), down = by(-1);
    GIVES(tl_layout_slice(&matrix, 0, &rows, &result), layout_of(2, L(2, 5), L(5, 1), 5));
    GIVES(tl_layout_slice(&matrix, 1, &every_other, &result), layout_of(2, L(4, 2), L(5, 2), 1));
    tl_layout tall = row(2, L(8, 4)), table = row(2, L(3, 4));
    tl_slice two_to_five = from_to_by(2, 5, 1), three = from_to_by(1, 8, 3);
    GIVES(tl_layout_slice(&tall, 0, &two_to_five, &result), layout_of(2, L(3, 4), L(4, 1), 8));
    GIVES(tl_layout_slice(&vector, 0, &three, &result), layout_of(1, L(3), L(3), 1));
    GIVES(tl_layout_slice(&cube, 2, &every_other, &result), layout_of(3, L(2, 3, 2), L(12, 4, 2), 1));
    GIVES(tl_layout_slice(&table, 1, &every_other, &result), layout_of(2, L(3, 2), L(4, 2), 1));
    GIVES(tl_layout_slice(&table, -1, &every_other, &result), layout_of(2, L(3, 2), L(4, 2), 1));
    tl_slice second = from_to(1, 2), tenth = from_by(2, 10);
    SHOWS(tl_layout_slice(&table, 0, &second, &result), layout_of(2, L(1, 4), L(4, 1), 4));
    SHOWS(tl_layout_slice(&vector, 0, &tenth, &result), layout_of(1, L(1), L(10), 2)); /* C9 */
    GIVES(tl_layout_slice(&vector, 0, &down, &result), layout_of(1, L(10), L(-1), 9));
    tl_layout reversed = layout_of(1, L(10), L(-1), 9);
    GIVES(tl_layout_slice(&reversed, 0, &down, &result), row(1, L(10)));
    GIVES(tl_layout_slice(&reversed, 0, &three, &result), layout_of(1, L(3), L(-3), 8)); /* 8 5 2 */
}
END_TEST

START_TEST(slice_nothing)
{
    tl_layout vector = row(1, L(10)), none = row(1, L(0)), square = row(2, L(10, 10)), got;
    tl_slice five = from_to(5, 5), last = from_to(-3, 0), ends = from(99), down = from_by(-999999, -1), turned = by(-1);
    const tl_slice *const slices[] = {&five, &last, &ends, &down};
    const int64_t offsets[] = {5, 7, 10, 0};
    for (int i = 0; i < 4; i++) {
        got = unset_layout();
        EXPECT_OK(tl_layout_slice(&vector, 0, slices[i], &got), "%s of 10", slice_text(slices[i]));
        EXPECT_INT(got.ndim, 1, "%s of 10: rank", slice_text(slices[i]));
        EXPECT_INT(got.shape[0], 0, "%s of 10: length", slice_text(slices[i]));
        EXPECT_INT(got.offset, offsets[i], "%s of 10: offset", slice_text(slices[i]));
    }
    SHOWS(tl_layout_slice(&none, 0, &turned, &result), row(1, L(0)));     /* D7 */
    SHOWS(tl_layout_slice(&square, 0, &last, &result), row(2, L(0, 10))); /* D12 */
    SHOWS(tl_layout_slice(&square, 1, &last, &result), row(2, L(10, 0)));
}
END_TEST

/* A step of 0 is an error; the axis does not vanish. */
START_TEST(slice_step_zero)
{
    tl_layout table = row(2, L(3, 4)), none = row(2, L(0, 4));
    tl_slice zero = by(0), bounded = from_to_by(1, 2, 0);
    REFUSES(tl_layout_slice(&table, 0, &zero, &result), TL_ERR_STEP);
    REFUSES(tl_layout_slice(&table, 1, &bounded, &result), TL_ERR_STEP);
    REFUSES(tl_layout_slice(&none, 0, &zero, &result), TL_ERR_STEP);
}
END_TEST

START_TEST(slice_largest)
{
    tl_slice second = from(1), other = by(2), far = by(INT64_MAX), farthest = by(INT64_MIN), first = to(1),
             third = from(2);
    tl_layout wide = layout_of(1, L(4), L(TWO_TO(61)), 0), pair = layout_of(1, L(2), L(INT64_MAX), 0);
    tl_layout shifted = layout_of(1, L(4), L(1), INT64_MAX - 3), vector = row(1, L(3));
    tl_layout down = layout_of(1, L(2), L(INT64_MIN), 0), empty = layout_of(1, L(0), L(INT64_MAX), 3);
    GIVES(tl_layout_slice(&wide, 0, &other, &result), layout_of(1, L(2), L(TWO_TO(62)), 0));
    GIVES(tl_layout_slice(&shifted, 0, &second, &result), layout_of(1, L(3), L(1), INT64_MAX - 2));
    SHOWS(tl_layout_slice(&pair, 0, &second, &result), layout_of(1, L(1), L(INT64_MAX), INT64_MAX));
    SHOWS(tl_layout_slice(&down, 0, &second, &result), layout_of(1, L(1), L(INT64_MIN), INT64_MIN));
    SHOWS(tl_layout_slice(&pair, 0, &first, &result), layout_of(1, L(1), L(INT64_MAX), 0));
    /* one index taken: the stride does not fit, and is never walked */
    SHOWS(tl_layout_slice(&pair, 0, &other, &result), layout_of(1, L(1), L(0), 0));
    SHOWS(tl_layout_slice(&vector, 0, &far, &result), layout_of(1, L(1), L(0), 0));
    SHOWS(tl_layout_slice(&vector, 0, &farthest, &result), layout_of(1, L(1), L(0), 2));
    SHOWS(tl_layout_slice(&down, 0, &far, &result), layout_of(1, L(1), L(0), 0));
    SHOWS(tl_layout_slice(&empty, 0, &farthest, &result), layout_of(1, L(0), L(0), 3));
    /* two taken: the distance between them does not fit */
    tl_layout three = layout_of(1, L(3), L(TWO_TO(62)), 0), four = layout_of(1, L(4), L(TWO_TO(61)), INT64_MAX);
    REFUSES(tl_layout_slice(&three, 0, &other, &result), TL_ERR_OVERFLOW); /* 2 * 2^62 */
    REFUSES(tl_layout_slice(&four, 0, &second, &result), TL_ERR_OVERFLOW); /* the offset */
    REFUSES(tl_layout_slice(&three, 0, &third, &result), TL_ERR_OVERFLOW);
}
END_TEST

static tl_status slice_axis_0(const tl_layout *layout, tl_layout *result)
{
    tl_slice rows = from_to(1, 3);
    return tl_layout_slice(layout, 0, &rows, result);
}
START_TEST(slice_refusals)
{
    tl_layout table = row(2, L(3, 4)), point = scalar(3);
    tl_slice rows = from_to(1, 3);
    expect_common(slice_axis_0, row(2, L(4, 5)), layout_of(2, L(2, 5), L(5, 1), 5));
    REFUSES(tl_layout_slice(&table, 2, &rows, &result), TL_ERR_AXIS);
    REFUSES(tl_layout_slice(&table, -3, &rows, &result), TL_ERR_AXIS);
    REFUSES(tl_layout_slice(&table, INT_MIN, &rows, &result), TL_ERR_AXIS);
    REFUSES(tl_layout_slice(&table, INT_MAX, &rows, &result), TL_ERR_AXIS);
    REFUSES(tl_layout_slice(&point, 0, &rows, &result), TL_ERR_AXIS);
    REFUSES(tl_layout_slice(&table, 0, NULL, &result), TL_ERR_NULL);
}
END_TEST

/* ---- 2.2  Select and narrow ---- */

START_TEST(select_examples)
{
    tl_layout small = row(2, L(2, 3)), square = row(2, L(3, 3)), cube = row(3, L(2, 3, 4)),
              vector = layout_of(1, L(4), L(-2), 9);
    GIVES(tl_layout_select(&small, 1, 2, &result), layout_of(1, L(2), L(3), 2));
    GIVES(tl_layout_select(&square, 0, -1, &result), layout_of(1, L(3), L(1), 6)); /* D14: the last row */
    GIVES(tl_layout_select(&square, 0, -3, &result), layout_of(1, L(3), L(1), 0));
    GIVES(tl_layout_select(&cube, 1, 2, &result), layout_of(2, L(2, 4), L(12, 1), 8));
    GIVES(tl_layout_select(&cube, -1, 3, &result), layout_of(2, L(2, 3), L(12, 4), 3));
    GIVES(tl_layout_select(&cube, -3, 1, &result), layout_of(2, L(3, 4), L(4, 1), 12));
    GIVES(tl_layout_select(&vector, 0, 1, &result), scalar(7));
    tl_layout eight = rank_8();
    GIVES(tl_layout_select(&eight, 1, 1, &result), layout_of(7, L(1, 1, 2, 1, 2, 1, 2), L(16, 8, 4, 4, 2, 2, 1), 8));
}
END_TEST

START_TEST(select_outside)
{
    tl_layout table = row(2, L(3, 4)), none = row(2, L(0, 4));
    REFUSES(tl_layout_select(&table, 0, 3, &result), TL_ERR_INDEX);
    REFUSES(tl_layout_select(&table, 0, -4, &result), TL_ERR_INDEX);
    REFUSES(tl_layout_select(&table, 1, 4, &result), TL_ERR_INDEX);
    REFUSES(tl_layout_select(&table, 1, -5, &result), TL_ERR_INDEX);
    REFUSES(tl_layout_select(&table, 0, INT64_MAX, &result), TL_ERR_INDEX);
    REFUSES(tl_layout_select(&table, 0, INT64_MIN, &result), TL_ERR_INDEX);
    REFUSES(tl_layout_select(&none, 0, 0, &result), TL_ERR_INDEX);
    REFUSES(tl_layout_select(&none, 0, -1, &result), TL_ERR_INDEX);
}
END_TEST

START_TEST(narrow_examples)
{
    tl_layout table = row(2, L(3, 4)), vector = layout_of(1, L(5), L(-2), 20);
    GIVES(tl_layout_narrow(&table, 0, 1, 2, &result), layout_of(2, L(2, 4), L(4, 1), 4));
    GIVES(tl_layout_narrow(&table, 1, 1, 2, &result), layout_of(2, L(3, 2), L(4, 1), 1));
    GIVES(tl_layout_narrow(&table, -1, -2, 2, &result), layout_of(2, L(3, 2), L(4, 1), 2));
    GIVES(tl_layout_narrow(&table, 0, 0, 3, &result), row(2, L(3, 4)));
    GIVES(tl_layout_narrow(&table, 0, -3, 3, &result), row(2, L(3, 4)));
    GIVES(tl_layout_narrow(&vector, 0, 2, 3, &result), layout_of(1, L(3), L(-2), 16));
}
END_TEST

START_TEST(narrow_nothing)
{
    tl_layout vector = row(1, L(3)), none = row(1, L(0));
    SHOWS(tl_layout_narrow(&vector, 0, 0, 0, &result), row(1, L(0))); /* D15 */
    SHOWS(tl_layout_narrow(&vector, 0, 3, 0, &result), row(1, L(0)));
    SHOWS(tl_layout_narrow(&none, 0, 0, 0, &result), row(1, L(0)));
    REFUSES(tl_layout_narrow(&vector, 0, 4, 0, &result), TL_ERR_INDEX);
    REFUSES(tl_layout_narrow(&vector, 0, -4, 0, &result), TL_ERR_INDEX);
    REFUSES(tl_layout_narrow(&none, 0, 0, 1, &result), TL_ERR_INDEX);
    REFUSES(tl_layout_narrow(&none, 0, 1, 0, &result), TL_ERR_INDEX);
}
END_TEST

/* A slice clamps, narrow does not. */
START_TEST(narrow_outside)
{
    tl_layout vector = row(1, L(3));
    REFUSES(tl_layout_narrow(&vector, 0, 2, 2, &result), TL_ERR_INDEX);
    REFUSES(tl_layout_narrow(&vector, 0, -1, 2, &result), TL_ERR_INDEX);
    REFUSES(tl_layout_narrow(&vector, 0, 0, 4, &result), TL_ERR_INDEX);
    REFUSES(tl_layout_narrow(&vector, 0, 1, -1, &result), TL_ERR_INDEX);
    REFUSES(tl_layout_narrow(&vector, 0, -4, 1, &result), TL_ERR_INDEX);
    REFUSES(tl_layout_narrow(&vector, 0, 1, INT64_MAX, &result), TL_ERR_INDEX); /* 1 + INT64_MAX wraps */
    REFUSES(tl_layout_narrow(&vector, 0, INT64_MAX, 1, &result), TL_ERR_INDEX);
    REFUSES(tl_layout_narrow(&vector, 0, INT64_MIN, 1, &result), TL_ERR_INDEX);
    REFUSES(tl_layout_narrow(&vector, 0, 1, INT64_MIN, &result), TL_ERR_INDEX);
}
END_TEST

/* Sizes 0 to 4; index or start -6 to 6; select, or narrow to a length of 0 to 6. */
static void take_part_case(int64_t number)
{
    int64_t size = take(&number, 5), at = take(&number, 13) - 6, length = take(&number, 8) - 1;
    int axis = (int)(length & 1);
    tl_layout layout = layout_of(2, L(2, 2), L(3, 3), 50), want = layout, result = unset_layout();
    layout.shape[axis] = size;
    layout.strides[axis] = -7;
    int64_t first = 0; /* walk to where `at` points */
    for (int64_t i = at < 0 ? at + size : at; i != 0 && i > -9; i += i > 0 ? -1 : 1)
        first += i > 0 ? 1 : -1;
    if (length < 0) {
        want = layout_of(1, L(2), L(3), 50 - 7 * first);
        tl_status right = first >= 0 && first < size ? TL_OK : TL_ERR_INDEX;
        EXPECT_STATUS(tl_layout_select(&layout, axis, at, &result), right, "select %" PRId64 " of %" PRId64, at, size);
        if (right == TL_OK)
            EXPECT_SAME(same_layout, result, want, "select %" PRId64 " of %" PRId64, at, size);
    } else {
        want.shape[axis] = length;
        want.strides[axis] = -7;
        want.offset = 50 - 7 * first;
        tl_status right = first >= 0 && first + length <= size ? TL_OK : TL_ERR_INDEX;
        EXPECT_STATUS(tl_layout_narrow(&layout, axis, at, length, &result), right,
                      "narrow to %" PRId64 " from %" PRId64 " of %" PRId64, length, at, size);
        if (right == TL_OK)
            EXPECT_SAME(same_view, result, want, "narrow to %" PRId64 " from %" PRId64 " of %" PRId64, length, at,
                        size);
    }
}
START_TEST(take_part_small)
{
    sweep(5 * 13 * 8, take_part_case);
}
END_TEST

static tl_status select_row_1(const tl_layout *layout, tl_layout *result)
{
    return tl_layout_select(layout, 0, 1, result);
}
static tl_status narrow_rows(const tl_layout *layout, tl_layout *result)
{
    return tl_layout_narrow(layout, 0, 1, 1, result);
}
START_TEST(take_part_refusals)
{
    tl_layout table = row(2, L(3, 4)), point = scalar(0), far = layout_of(2, L(3, 2), L(TWO_TO(62), 1), 0);
    tl_layout end = layout_of(1, L(2), L(1), INT64_MAX);
    expect_common(select_row_1, row(2, L(3, 4)), layout_of(1, L(4), L(1), 4));
    expect_common(narrow_rows, row(2, L(3, 4)), layout_of(2, L(1, 4), L(4, 1), 4));
    REFUSES(tl_layout_select(&table, 2, 0, &result), TL_ERR_AXIS);
    REFUSES(tl_layout_select(&table, -3, 0, &result), TL_ERR_AXIS);
    REFUSES(tl_layout_select(&point, 0, 0, &result), TL_ERR_AXIS);
    REFUSES(tl_layout_narrow(&table, 2, 0, 1, &result), TL_ERR_AXIS);
    REFUSES(tl_layout_narrow(&table, -3, 0, 1, &result), TL_ERR_AXIS);
    REFUSES(tl_layout_narrow(&point, -1, 0, 1, &result), TL_ERR_AXIS);
    GIVES(tl_layout_select(&far, 0, 1, &result), layout_of(1, L(2), L(1), TWO_TO(62)));
    REFUSES(tl_layout_select(&far, 0, 2, &result), TL_ERR_OVERFLOW);
    REFUSES(tl_layout_narrow(&far, 0, 2, 1, &result), TL_ERR_OVERFLOW);
    REFUSES(tl_layout_select(&end, 0, 1, &result), TL_ERR_OVERFLOW);
    REFUSES(tl_layout_narrow(&end, 0, 1, 1, &result), TL_ERR_OVERFLOW);
}
END_TEST

/* ---- 2.3  Several axes at once ---- */

#define ITEMS(...) ((const tl_item[]){__VA_ARGS__})
#define SLICE(...)                                                                                                     \
    {                                                                                                                  \
        .kind = TL_ITEM_SLICE, .slice = __VA_ARGS__, .index = 99                                                       \
    }
#define INDEX(n)                                                                                                       \
    {                                                                                                                  \
        .kind = TL_ITEM_INDEX, .index = (n), .slice = { true, true, true, 0, 0, 0 }                                    \
    }
#define ELLIPSIS                                                                                                       \
    {                                                                                                                  \
        .kind = TL_ITEM_ELLIPSIS, .index = 99                                                                          \
    }
#define NEWAXIS                                                                                                        \
    {                                                                                                                  \
        .kind = TL_ITEM_NEWAXIS, .index = 99                                                                           \
    }
#define ALL SLICE({0})

START_TEST(subscript_examples)
{
    tl_layout matrix = row(2, L(4, 5)), cube = row(3, L(3, 4, 2)), square = row(2, L(10, 10)),
              deep = layout_of(3, L(20, 30, 5), L(150, 5, 1), 0);
    GIVES(tl_layout_subscript(&matrix, 2, ITEMS(SLICE({1, 1, 0, 1, 3, 0}), ALL), &result),
          layout_of(2, L(2, 5), L(5, 1), 5));
    GIVES(tl_layout_subscript(&matrix, 2, ITEMS(ALL, SLICE({1, 1, 1, 1, 4, 2})), &result),
          layout_of(2, L(4, 2), L(5, 2), 1));
    GIVES(tl_layout_subscript(&cube, 3, ITEMS(SLICE({1, 1, 0, 1, 3, 0}), SLICE({1, 1, 1, 0, 4, 2}), ALL), &result),
          layout_of(3, L(2, 2, 2), L(8, 4, 1), 8));
    GIVES(tl_layout_subscript(&square, 2, ITEMS(SLICE({1, 1, 0, 0, -1, 0}), INDEX(0)), &result),
          layout_of(1, L(9), L(10), 0)); /* D1 */
    SHOWS(tl_layout_subscript(&deep, 3,
                              ITEMS(SLICE({0, 0, 1, 0, 0, 3}), SLICE({0, 0, 1, 0, 0, 4}), SLICE({0, 0, 1, 0, 0, 6})),
                              &result),
          layout_of(3, L(7, 8, 1), L(450, 20, 6), 0)); /* D3, with fewer columns */
    SHOWS(tl_layout_subscript(&square, 2, ITEMS(ALL, SLICE({1, 1, 0, -3, 0, 0})), &result), row(2, L(10, 0))); /* D12 */
    GIVES(tl_layout_subscript(&cube, 2, ITEMS(INDEX(-1), INDEX(1)), &result), layout_of(1, L(2), L(1), 18));
    GIVES(tl_layout_subscript(&cube, 3, ITEMS(INDEX(2), INDEX(-4), INDEX(1)), &result), scalar(17));
    GIVES(tl_layout_subscript(&cube, 2, ITEMS(SLICE({0, 0, 1, 0, 0, -1}), INDEX(1)), &result),
          layout_of(2, L(3, 2), L(-8, 1), 18));
}
END_TEST

START_TEST(subscript_ellipsis)
{
    tl_layout cube = row(3, L(3, 4, 2)), point = scalar(5);
    GIVES(tl_layout_subscript(&cube, 2, ITEMS(ELLIPSIS, INDEX(1)), &result), layout_of(2, L(3, 4), L(8, 2), 1));
    GIVES(tl_layout_subscript(&cube, 2, ITEMS(INDEX(1), ELLIPSIS), &result), layout_of(2, L(4, 2), L(2, 1), 8));
    GIVES(tl_layout_subscript(&cube, 3, ITEMS(INDEX(1), ELLIPSIS, INDEX(1)), &result), layout_of(1, L(4), L(2), 9));
    GIVES(tl_layout_subscript(&cube, 4, ITEMS(INDEX(1), INDEX(2), ELLIPSIS, INDEX(1)), &result),
          scalar(13)); /* takes none */
    GIVES(tl_layout_subscript(&cube, 1, ITEMS(ELLIPSIS), &result), row(3, L(3, 4, 2)));
    GIVES(tl_layout_subscript(&point, 1, ITEMS(ELLIPSIS), &result), scalar(5));
    REFUSES(tl_layout_subscript(&cube, 2, ITEMS(ELLIPSIS, ELLIPSIS), &result), TL_ERR_AXIS);
    REFUSES(tl_layout_subscript(&cube, 3, ITEMS(ELLIPSIS, INDEX(0), ELLIPSIS), &result), TL_ERR_AXIS);
}
END_TEST

START_TEST(subscript_newaxis)
{
    tl_layout matrix = row(2, L(4, 5)), point = scalar(5), eight = rank_8(), seven = row(7, L(1, 1, 1, 1, 1, 1, 2));
    GIVES(tl_layout_subscript(&matrix, 1, ITEMS(NEWAXIS), &result), layout_of(3, L(1, 4, 5), L(0, 5, 1), 0));
    GIVES(tl_layout_subscript(&matrix, 2, ITEMS(ALL, NEWAXIS), &result), layout_of(3, L(4, 1, 5), L(5, 0, 1), 0));
    GIVES(tl_layout_subscript(&matrix, 2, ITEMS(ELLIPSIS, NEWAXIS), &result), layout_of(3, L(4, 5, 1), L(5, 1, 0), 0));
    GIVES(tl_layout_subscript(&matrix, 3, ITEMS(NEWAXIS, INDEX(2), NEWAXIS), &result),
          layout_of(3, L(1, 1, 5), L(0, 0, 1), 10));
    GIVES(tl_layout_subscript(&point, 2, ITEMS(NEWAXIS, NEWAXIS), &result), layout_of(2, L(1, 1), L(0, 0), 5));
    GIVES(tl_layout_subscript(&seven, 2, ITEMS(ELLIPSIS, NEWAXIS), &result),
          layout_of(8, L(1, 1, 1, 1, 1, 1, 2, 1), L(2, 2, 2, 2, 2, 2, 1, 0), 0));
    REFUSES(tl_layout_subscript(&eight, 1, ITEMS(NEWAXIS), &result), TL_ERR_RANK);
    REFUSES(tl_layout_subscript(&seven, 2, ITEMS(NEWAXIS, NEWAXIS), &result), TL_ERR_RANK);
    /* eight axes again, one put in before another is taken */
    GIVES(tl_layout_subscript(&eight, 3, ITEMS(NEWAXIS, INDEX(0), INDEX(1)), &result),
          layout_of(7, L(1, 1, 2, 1, 2, 1, 2), L(0, 8, 4, 4, 2, 2, 1), 8));
    GIVES(tl_layout_subscript(&eight, 2, ITEMS(INDEX(0), NEWAXIS), &result),
          layout_of(8, L(1, 2, 1, 2, 1, 2, 1, 2), L(0, 8, 8, 4, 4, 2, 2, 1), 0));
}
END_TEST

START_TEST(subscript_none)
{
    tl_layout matrix = row(2, L(4, 5)), point = scalar(5);
    GIVES(tl_layout_subscript(&matrix, 0, NULL, &result), row(2, L(4, 5)));
    GIVES(tl_layout_subscript(&point, 0, NULL, &result), scalar(5));
    GIVES(tl_layout_subscript(&matrix, 1, ITEMS(INDEX(3)), &result), layout_of(1, L(5), L(1), 15));
}
END_TEST

static tl_status subscript_row_1(const tl_layout *layout, tl_layout *result)
{
    return tl_layout_subscript(layout, 1, ITEMS(INDEX(1)), result);
}
START_TEST(subscript_refusals)
{
    tl_layout matrix = row(2, L(4, 5)), point = scalar(5), far = layout_of(1, L(3), L(TWO_TO(62)), 0);
    expect_common(subscript_row_1, row(2, L(4, 5)), layout_of(1, L(5), L(1), 5));
    REFUSES(tl_layout_subscript(&matrix, 3, ITEMS(ALL, ALL, ALL), &result), TL_ERR_RANK);
    REFUSES(tl_layout_subscript(&matrix, 4, ITEMS(INDEX(0), ELLIPSIS, INDEX(0), INDEX(0)), &result), TL_ERR_RANK);
    REFUSES(tl_layout_subscript(&point, 1, ITEMS(INDEX(0)), &result), TL_ERR_RANK);
    REFUSES(tl_layout_subscript(&matrix, 2, ITEMS(ALL, INDEX(5)), &result), TL_ERR_INDEX);
    REFUSES(tl_layout_subscript(&matrix, 1, ITEMS(INDEX(-5)), &result), TL_ERR_INDEX);
    REFUSES(tl_layout_subscript(&matrix, 2, ITEMS(ALL, SLICE({0, 0, 1, 0, 0, 0})), &result), TL_ERR_STEP);
    REFUSES(tl_layout_subscript(&far, 1, ITEMS(INDEX(2)), &result), TL_ERR_OVERFLOW);
    REFUSES(tl_layout_subscript(&far, 1, ITEMS(SLICE({0, 0, 1, 0, 0, 2})), &result), TL_ERR_OVERFLOW);
    REFUSES(tl_layout_subscript(&matrix, 1, NULL, &result), TL_ERR_NULL);
    const tl_item unknown[] = {{.kind = (tl_item_kind)4}}, negative[] = {{.kind = (tl_item_kind)-1}};
    REFUSES(tl_layout_subscript(&matrix, 1, unknown, &result), TL_ERR_AXIS);
    REFUSES(tl_layout_subscript(&matrix, 1, negative, &result), TL_ERR_AXIS);
}
END_TEST

/* ---- 2.4  Transpose and permute ---- */

START_TEST(permute_examples)
{
    tl_layout small = row(2, L(2, 3)), cube = row(3, L(2, 3, 4)), table = row(2, L(3, 4)), square = row(2, L(3, 3));
    tl_layout ones = layout_of(3, L(1, 1, 3), L(5, 7, 1), 2), point = scalar(4), eight = rank_8();
    GIVES(tl_layout_transpose(&small, 0, 1, &result), layout_of(2, L(3, 2), L(1, 3), 0));
    GIVES(tl_layout_transpose(&table, 0, 1, &result), layout_of(2, L(4, 3), L(1, 4), 0)); /* [2,1] at 2 + 4 = 6 */
    GIVES(tl_layout_transpose(&cube, 0, -1, &result), layout_of(3, L(4, 3, 2), L(1, 4, 12), 0));
    GIVES(tl_layout_transpose(&cube, -2, 2, &result), layout_of(3, L(2, 4, 3), L(12, 1, 4), 0));
    GIVES(tl_layout_transpose(&cube, 1, 1, &result), row(3, L(2, 3, 4)));
    GIVES(tl_layout_transpose(&cube, 1, -2, &result), row(3, L(2, 3, 4)));
    GIVES(tl_layout_permute(&cube, 3, AXES(1, 2, 0), &result),
          layout_of(3, L(3, 4, 2), L(4, 1, 12), 0)); /* not its inverse */
    GIVES(tl_layout_permute(&cube, 3, AXES(-2, -1, -3), &result), layout_of(3, L(3, 4, 2), L(4, 1, 12), 0));
    GIVES(tl_layout_permute(&square, 2, AXES(-1, -2), &result), layout_of(2, L(3, 3), L(1, 3), 0));      /* D19 */
    GIVES(tl_layout_permute(&ones, 3, AXES(0, 1, 2), &result), layout_of(3, L(1, 1, 3), L(5, 7, 1), 2)); /* D21, D22 */
    GIVES(tl_layout_permute(&ones, 3, AXES(2, 0, 1), &result), layout_of(3, L(3, 1, 1), L(1, 5, 7), 2));
    GIVES(tl_layout_permute(&point, 0, NULL, &result), scalar(4));
    GIVES(tl_layout_permute(&eight, 8, AXES(7, 6, 5, 4, 3, 2, 1, 0), &result),
          layout_of(8, L(2, 1, 2, 1, 2, 1, 2, 1), L(1, 2, 2, 4, 4, 8, 8, 16), 0));
}
END_TEST

START_TEST(t_examples)
{
    tl_layout point = scalar(4), vector = layout_of(1, L(3), L(-2), 9), small = layout_of(2, L(2, 3), L(3, 1), 7);
    tl_layout cube = row(3, L(2, 3, 4)), eight = rank_8();
    GIVES(tl_layout_t(&point, &result), scalar(4));
    GIVES(tl_layout_t(&vector, &result), layout_of(1, L(3), L(-2), 9));
    GIVES(tl_layout_t(&small, &result), layout_of(2, L(3, 2), L(1, 3), 7));
    REFUSES(tl_layout_t(&cube, &result), TL_ERR_RANK);
    REFUSES(tl_layout_t(&eight, &result), TL_ERR_RANK);
    GIVES(tl_layout_mt(&small, &result), layout_of(2, L(3, 2), L(1, 3), 7));
    GIVES(tl_layout_mt(&cube, &result), layout_of(3, L(2, 4, 3), L(12, 1, 4), 0));
    GIVES(tl_layout_mt(&eight, &result), layout_of(8, L(1, 2, 1, 2, 1, 2, 2, 1), L(16, 8, 8, 4, 4, 2, 1, 2), 0));
    REFUSES(tl_layout_mt(&point, &result), TL_ERR_RANK);
    REFUSES(tl_layout_mt(&vector, &result), TL_ERR_RANK);
}
END_TEST

/* Every list of three axes of -4 to 3, on a layout of rank 3; every two axes of it. */
static void permute_case(int64_t number)
{
    tl_layout layout = layout_of(3, L(2, 1, 4), L(40, 30, 10), 5), want = layout, result = unset_layout();
    int axes[3];
    bool named[3] = {false}, outside = false, twice = false;
    for (int i = 0; i < 3; i++) {
        axes[i] = (int)take(&number, 8) - 4;
        int axis = axes[i] < 0 ? axes[i] + 3 : axes[i];
        if (axis < 0 || axis > 2) {
            outside = true;
            continue;
        }
        twice = twice || named[axis];
        named[axis] = true;
        want.shape[i] = layout.shape[axis];
        want.strides[i] = layout.strides[axis];
    }
    EXPECT_STATUS(tl_layout_permute(&layout, 3, axes, &result), outside || twice ? TL_ERR_AXIS : TL_OK, "permute to %s",
                  int_list(3, axes));
    if (!outside && !twice)
        EXPECT_SAME(same_layout, result, want, "permute to %s", int_list(3, axes));
    if (axes[2] != 0)
        return;
    int a = axes[0] < 0 ? axes[0] + 3 : axes[0], b = axes[1] < 0 ? axes[1] + 3 : axes[1];
    outside = a < 0 || a > 2 || b < 0 || b > 2;
    result = unset_layout();
    EXPECT_STATUS(tl_layout_transpose(&layout, axes[0], axes[1], &result), outside ? TL_ERR_AXIS : TL_OK,
                  "transpose %d and %d", axes[0], axes[1]);
    if (outside)
        return;
    want = layout;
    want.shape[a] = layout.shape[b], want.strides[a] = layout.strides[b];
    want.shape[b] = layout.shape[a], want.strides[b] = layout.strides[a];
    EXPECT_SAME(same_layout, result, want, "transpose %d and %d", axes[0], axes[1]);
}
START_TEST(permute_small)
{
    sweep(8 * 8 * 8, permute_case);
}
END_TEST

static tl_status transpose_0_1(const tl_layout *layout, tl_layout *result)
{
    return tl_layout_transpose(layout, 0, 1, result);
}
static tl_status permute_1_0(const tl_layout *layout, tl_layout *result)
{
    return tl_layout_permute(layout, 2, AXES(1, 0), result);
}
START_TEST(permute_refusals)
{
    tl_layout small = row(2, L(2, 3)), turned = layout_of(2, L(3, 2), L(1, 3), 0), cube = row(3, L(2, 3, 4)),
              point = scalar(0);
    expect_common(transpose_0_1, small, turned);
    expect_common(permute_1_0, small, turned);
    expect_common(tl_layout_t, small, turned);
    expect_common(tl_layout_mt, small, turned);
    REFUSES(tl_layout_permute(&cube, 3, AXES(0, 1, 1), &result), TL_ERR_AXIS);
    REFUSES(tl_layout_permute(&cube, 3, AXES(0, 1, -2), &result), TL_ERR_AXIS); /* named twice in two ways */
    REFUSES(tl_layout_permute(&cube, 3, AXES(0, 1, 3), &result), TL_ERR_AXIS);
    REFUSES(tl_layout_permute(&cube, 3, AXES(0, 1, INT_MIN), &result), TL_ERR_AXIS);
    REFUSES(tl_layout_permute(&cube, 2, AXES(1, 0), &result), TL_ERR_RANK);
    REFUSES(tl_layout_permute(&cube, 4, AXES(0, 1, 2, 3), &result), TL_ERR_RANK);
    REFUSES(tl_layout_permute(&cube, 0, NULL, &result), TL_ERR_RANK);
    REFUSES(tl_layout_permute(&cube, -1, NULL, &result), TL_ERR_RANK);
    REFUSES(tl_layout_permute(&cube, 3, NULL, &result), TL_ERR_NULL);
    REFUSES(tl_layout_transpose(&cube, 0, 3, &result), TL_ERR_AXIS);
    REFUSES(tl_layout_transpose(&cube, -4, 0, &result), TL_ERR_AXIS);
    REFUSES(tl_layout_transpose(&cube, INT_MAX, 0, &result), TL_ERR_AXIS);
    REFUSES(tl_layout_transpose(&point, 0, 0, &result), TL_ERR_AXIS);
}
END_TEST

/* ---- 2.5  Squeeze and unsqueeze ---- */

START_TEST(squeeze_examples)
{
    tl_layout odd = row(4, L(2, 1, 3, 1)), cube = row(3, L(2, 1, 3)), ones = layout_of(3, L(1, 1, 1), L(7, -7, 0), 9);
    tl_layout none = row(3, L(0, 1, 3)), point = scalar(9), still = layout_of(2, L(2, 1), L(0, 5), 3), eight = rank_8();
    GIVES(tl_layout_squeeze(&odd, &result), layout_of(2, L(2, 3), L(3, 1), 0));
    GIVES(tl_layout_squeeze(&ones, &result), scalar(9));
    GIVES(tl_layout_squeeze(&none, &result), layout_of(2, L(0, 3), L(3, 1), 0));
    GIVES(tl_layout_squeeze(&point, &result), scalar(9));
    GIVES(tl_layout_squeeze(&still, &result), layout_of(1, L(2), L(0), 3));
    GIVES(tl_layout_squeeze(&eight, &result), layout_of(4, L(2, 2, 2, 2), L(8, 4, 2, 1), 0));
    GIVES(tl_layout_squeeze_axis(&cube, 0, &result), row(3, L(2, 1, 3))); /* unchanged */
    GIVES(tl_layout_squeeze_axis(&cube, 1, &result), layout_of(2, L(2, 3), L(3, 1), 0));
    GIVES(tl_layout_squeeze_axis(&cube, -2, &result), layout_of(2, L(2, 3), L(3, 1), 0));
    GIVES(tl_layout_squeeze_axis(&odd, 3, &result), layout_of(3, L(2, 1, 3), L(3, 3, 1), 0));
    GIVES(tl_layout_squeeze_axis(&none, 0, &result), none); /* a size of 0 is not 1 */
    GIVES(tl_layout_squeeze_axis(&ones, 0, &result), layout_of(2, L(1, 1), L(-7, 0), 9));
}
END_TEST

START_TEST(unsqueeze_examples)
{
    tl_layout small = row(2, L(2, 3)), point = scalar(6), turned = layout_of(2, L(3, 2), L(1, 3), 4);
    GIVES(tl_layout_unsqueeze(&small, 0, &result), layout_of(3, L(1, 2, 3), L(6, 3, 1), 0));
    GIVES(tl_layout_unsqueeze(&small, 1, &result), layout_of(3, L(2, 1, 3), L(3, 3, 1), 0));
    GIVES(tl_layout_unsqueeze(&small, 2, &result), layout_of(3, L(2, 3, 1), L(3, 1, 1), 0));
    GIVES(tl_layout_unsqueeze(&small, -1, &result), layout_of(3, L(2, 3, 1), L(3, 1, 1), 0));
    GIVES(tl_layout_unsqueeze(&small, -2, &result), layout_of(3, L(2, 1, 3), L(3, 3, 1), 0));
    GIVES(tl_layout_unsqueeze(&small, -3, &result), layout_of(3, L(1, 2, 3), L(6, 3, 1), 0));
    GIVES(tl_layout_unsqueeze(&turned, 1, &result), layout_of(3, L(3, 1, 2), L(1, 6, 3), 4));
    GIVES(tl_layout_unsqueeze(&point, 0, &result), layout_of(1, L(1), L(1), 6));
    GIVES(tl_layout_unsqueeze(&point, -1, &result), layout_of(1, L(1), L(1), 6));
}
END_TEST

static tl_status squeeze_axis_0(const tl_layout *layout, tl_layout *result)
{
    return tl_layout_squeeze_axis(layout, 0, result);
}
static tl_status unsqueeze_0(const tl_layout *layout, tl_layout *result)
{
    return tl_layout_unsqueeze(layout, 0, result);
}
START_TEST(squeeze_refusals)
{
    tl_layout flat = row(2, L(1, 3)), vector = row(1, L(3)), small = row(2, L(2, 3)), point = scalar(0),
              eight = rank_8();
    tl_layout far = layout_of(1, L(2), L(TWO_TO(62)), 0);
    expect_common(tl_layout_squeeze, flat, vector);
    expect_common(squeeze_axis_0, flat, vector);
    expect_common(unsqueeze_0, small, row(3, L(1, 2, 3)));
    REFUSES(tl_layout_squeeze_axis(&small, 2, &result), TL_ERR_AXIS);
    REFUSES(tl_layout_squeeze_axis(&small, -3, &result), TL_ERR_AXIS);
    REFUSES(tl_layout_squeeze_axis(&point, 0, &result), TL_ERR_AXIS);
    REFUSES(tl_layout_unsqueeze(&small, 3, &result), TL_ERR_AXIS);
    REFUSES(tl_layout_unsqueeze(&small, -4, &result), TL_ERR_AXIS);
    REFUSES(tl_layout_unsqueeze(&small, INT_MIN, &result), TL_ERR_AXIS);
    REFUSES(tl_layout_unsqueeze(&small, INT_MAX, &result), TL_ERR_AXIS);
    REFUSES(tl_layout_unsqueeze(&point, 1, &result), TL_ERR_AXIS);
    REFUSES(tl_layout_unsqueeze(&eight, 0, &result), TL_ERR_RANK);
    REFUSES(tl_layout_unsqueeze(&eight, -1, &result), TL_ERR_RANK);
    REFUSES(tl_layout_unsqueeze(&far, 0, &result), TL_ERR_OVERFLOW); /* a stride of 2 * 2^62 */
    GIVES(tl_layout_unsqueeze(&far, 1, &result), layout_of(2, L(2, 1), L(TWO_TO(62), 1), 0));
}
END_TEST

/* ---- 2.6  Expand ---- */

START_TEST(expand_examples)
{
    tl_layout vector = row(1, L(3)), column = row(2, L(3, 1)), cube = layout_of(3, L(1, 3, 1), L(9, 1, 5), 2),
              point = scalar(7);
    GIVES(tl_layout_expand(&vector, 2, L(2, 3), &result), layout_of(2, L(2, 3), L(0, 1), 0));
    GIVES(tl_layout_expand(&column, 2, L(3, 4), &result), layout_of(2, L(3, 4), L(1, 0), 0));
    GIVES(tl_layout_expand(&cube, 3, L(2, -1, 4), &result), layout_of(3, L(2, 3, 4), L(0, 1, 0), 2));
    GIVES(tl_layout_expand(&cube, 3, L(-1, -1, -1), &result), cube);
    GIVES(tl_layout_expand(&cube, 3, L(1, 3, 1), &result), cube); /* a size of 1 that stays keeps its stride */
    GIVES(tl_layout_expand(&cube, 5, L(4, 1, 2, 3, -1), &result), layout_of(5, L(4, 1, 2, 3, 1), L(0, 0, 0, 1, 5), 2));
    GIVES(tl_layout_expand(&point, 0, NULL, &result), scalar(7));
    GIVES(tl_layout_expand(&point, 2, L(2, 3), &result), layout_of(2, L(2, 3), L(0, 0), 7));
    GIVES(tl_layout_expand(&vector, 8, L(1, 1, 1, 1, 1, 1, 2, 3), &result),
          layout_of(8, L(1, 1, 1, 1, 1, 1, 2, 3), L(0, 0, 0, 0, 0, 0, 0, 1), 0));
    GIVES(tl_layout_expand(&point, 2, L(INT64_MAX, INT64_MAX), &result),
          layout_of(2, L(INT64_MAX, INT64_MAX), L(0, 0), 7));
}
END_TEST

START_TEST(expand_zero)
{
    tl_layout one = layout_of(1, L(1), L(4), 3), none = row(1, L(0)), vector = row(1, L(3));
    GIVES(tl_layout_expand(&one, 1, L(0), &result), layout_of(1, L(0), L(0), 3)); /* E1 */
    GIVES(tl_layout_expand(&none, 2, L(4, 0), &result), layout_of(2, L(4, 0), L(0, 1), 0));
    GIVES(tl_layout_expand(&vector, 2, L(0, 3), &result), layout_of(2, L(0, 3), L(0, 1), 0));
    REFUSES(tl_layout_expand(&none, 1, L(5), &result), TL_ERR_BROADCAST);
    REFUSES(tl_layout_expand(&none, 1, L(1), &result), TL_ERR_BROADCAST);
    tl_layout three = row(3, L(3, 2, 0));
    REFUSES(tl_layout_expand(&three, 3, L(6, 2, 0), &result), TL_ERR_BROADCAST); /* E3: no elements, and no excuse */
}
END_TEST

/* Layouts of rank 0 to 2 with sizes 0 to 3, to sizes -1 to 3 of rank 0 to 3. */
static void expand_case(int64_t number)
{
    int old = (int)take(&number, 3), ndim = (int)take(&number, 4);
    tl_layout layout = layout_of(old, L(0, 0), L(0, 0), 3), want = {.ndim = ndim, .offset = 3}, result = unset_layout();
    int64_t sizes[3] = {0};
    for (int axis = 0; axis < old; axis++) {
        layout.shape[axis] = take(&number, 4);
        layout.strides[axis] = 10 + axis;
    }
    for (int axis = 0; axis < ndim; axis++)
        sizes[axis] = take(&number, 5) - 1;
    tl_status right = ndim < old ? TL_ERR_RANK : TL_OK;
    for (int back = 1; back <= ndim && right == TL_OK; back++) { /* axes from the last on, as they are aligned */
        int64_t size = sizes[ndim - back];
        if (back > old && size == -1)
            right = TL_ERR_BROADCAST;
        else if (back > old)
            want.shape[ndim - back] = size;
        else if (size == -1 || size == layout.shape[old - back])
            want.shape[ndim - back] = layout.shape[old - back], want.strides[ndim - back] = layout.strides[old - back];
        else if (layout.shape[old - back] == 1)
            want.shape[ndim - back] = size;
        else
            right = TL_ERR_BROADCAST;
    }
    EXPECT_STATUS(tl_layout_expand(&layout, ndim, ndim > 0 ? sizes : NULL, &result), right, "expand %s to %s",
                  shown(&layout), list(ndim, sizes));
    if (right == TL_OK)
        EXPECT_SAME(same_layout, result, want, "expand %s to %s", shown(&layout), list(ndim, sizes));
}
START_TEST(expand_small)
{
    sweep(3 * 4 * 16 * 125 / 4, expand_case);
}
END_TEST

static tl_status expand_rows(const tl_layout *layout, tl_layout *result)
{
    return tl_layout_expand(layout, 2, L(2, -1), result);
}
START_TEST(expand_refusals)
{
    tl_layout vector = row(1, L(3)), small = row(2, L(2, 3)), one = row(1, L(1));
    expect_common(expand_rows, row(2, L(1, 3)), layout_of(2, L(2, 3), L(0, 1), 0));
    REFUSES(tl_layout_expand(&vector, 2, L(2, 2), &result), TL_ERR_BROADCAST);
    REFUSES(tl_layout_expand(&vector, 2, L(-1, 3), &result), TL_ERR_BROADCAST);
    REFUSES(tl_layout_expand(&vector, 1, L(1), &result), TL_ERR_BROADCAST);
    REFUSES(tl_layout_expand(&vector, 2, L(3, 1), &result), TL_ERR_BROADCAST); /* E6: aligned from the right */
    REFUSES(tl_layout_expand(&small, 1, L(3), &result), TL_ERR_RANK);
    REFUSES(tl_layout_expand(&one, 0, NULL, &result), TL_ERR_RANK); /* E5 */
    REFUSES(tl_layout_expand(&vector, -1, NULL, &result), TL_ERR_RANK);
    REFUSES(tl_layout_expand(&vector, 9, L(1, 1, 1, 1, 1, 1, 1, 1, 3), &result), TL_ERR_RANK);
    REFUSES(tl_layout_expand(&one, 1, L(-2), &result), TL_ERR_SHAPE);
    REFUSES(tl_layout_expand(&vector, 2, L(INT64_MIN, 3), &result), TL_ERR_SHAPE);
    REFUSES(tl_layout_expand(&vector, 1, NULL, &result), TL_ERR_NULL);
}
END_TEST

/* ---- 2.7  Other sizes for the same elements ---- */

static void expect_inferred(int64_t numel, int ndim, const int64_t sizes[], const int64_t want[])
{
    int64_t cells[TL_MAX_NDIM], *shape = cells + TL_MAX_NDIM - ndim; /* at the end: a write past it is caught */
    memcpy(cells, unset, sizeof cells);
    EXPECT_OK(tl_infer_shape(numel, ndim, sizes, ndim > 0 ? shape : NULL), "tl_infer_shape(%" PRId64 ", %s)", numel,
              list(ndim, sizes));
    EXPECT_LIST(ndim, shape, want, "tl_infer_shape(%" PRId64 ", %s)", numel, list(ndim, sizes));
}

static void expect_not_inferred(int64_t numel, int ndim, const int64_t sizes[], tl_status one, tl_status other)
{
    int64_t shape[TL_MAX_NDIM];
    memcpy(shape, unset, sizeof shape);
    EXPECT_EITHER(tl_infer_shape(numel, ndim, sizes, shape), one, other, "tl_infer_shape, numel %" PRId64 ", rank %d",
                  numel, ndim);
    EXPECT_LIST(TL_MAX_NDIM, shape, unset, "tl_infer_shape, numel %" PRId64 ", rank %d: the result on failure", numel,
                ndim);
}
#define NOT_INFERRED(numel, ndim, sizes, status) expect_not_inferred(numel, ndim, sizes, status, status)

START_TEST(infer_examples)
{
    expect_inferred(6, 1, L(-1), L(6));
    expect_inferred(6, 2, L(2, -1), L(2, 3));
    expect_inferred(6, 2, L(-1, 2), L(3, 2));
    expect_inferred(24, 3, L(2, -1, 4), L(2, 3, 4));
    expect_inferred(6, 3, L(6, -1, 1), L(6, 1, 1));
    expect_inferred(6, 2, L(3, 2), L(3, 2));
    expect_inferred(1, 0, NULL, NULL);
    expect_inferred(1, 2, L(-1, 1), L(1, 1));
    expect_inferred(384, 8, L(2, 2, 2, 2, 2, 2, 2, -1), L(2, 2, 2, 2, 2, 2, 2, 3));
    NOT_INFERRED(6, 1, L(5), TL_ERR_NUMEL);
    NOT_INFERRED(6, 2, L(2, 2), TL_ERR_NUMEL);
    NOT_INFERRED(2, 0, NULL, TL_ERR_NUMEL); /* C17 */
    NOT_INFERRED(6, 2, L(4, -1), TL_ERR_INFER);
    NOT_INFERRED(6, 2, L(12, -1), TL_ERR_INFER);
    NOT_INFERRED(6, 2, L(-1, -1), TL_ERR_INFER);
    NOT_INFERRED(6, 3, L(2, -1, -1), TL_ERR_INFER);
}
END_TEST

START_TEST(infer_zero)
{
    expect_inferred(0, 2, L(-1, 3), L(0, 3)); /* C15 */
    expect_inferred(0, 1, L(-1), L(0));
    expect_inferred(0, 2, L(0, 4), L(0, 4));
    expect_inferred(0, 2, L(3, 0), L(3, 0));
    NOT_INFERRED(0, 2, L(0, -1), TL_ERR_INFER);
    NOT_INFERRED(0, 2, L(-1, 0), TL_ERR_INFER);
    NOT_INFERRED(6, 2, L(0, -1), TL_ERR_INFER);
    NOT_INFERRED(0, 2, L(3, 2), TL_ERR_NUMEL);
    NOT_INFERRED(0, 0, NULL, TL_ERR_NUMEL);
    NOT_INFERRED(6, 2, L(6, 0), TL_ERR_NUMEL);
}
END_TEST

START_TEST(infer_largest)
{
    expect_inferred(INT64_MAX, 1, L(-1), L(INT64_MAX));
    expect_inferred(INT64_MAX, 2, L(7, -1), L(7, INT64_MAX / 7)); /* 2^63 - 1 = 7 * 1317624576693539401 */
    expect_inferred(TWO_TO(62), 3, L(TWO_TO(31), -1, TWO_TO(30)), L(TWO_TO(31), 2, TWO_TO(30)));
    expect_inferred(0, 3, L(INT64_MAX, INT64_MAX, 0), L(INT64_MAX, INT64_MAX, 0));
    /* 2^64 elements wrap to 0, 2^32 * (2^32 + 1) to 2^32: no number of elements is either */
    expect_not_inferred(0, 2, L(TWO_TO(32), TWO_TO(32)), TL_ERR_NUMEL, TL_ERR_OVERFLOW);
    expect_not_inferred(TWO_TO(32), 2, L(TWO_TO(32), TWO_TO(32) + 1), TL_ERR_NUMEL, TL_ERR_OVERFLOW);
    expect_not_inferred(TWO_TO(32), 3, L(TWO_TO(32), TWO_TO(32) + 1, -1), TL_ERR_INFER, TL_ERR_OVERFLOW);
}
END_TEST

START_TEST(infer_refusals)
{
    const int64_t ones[9] = {1, 1, 1, 1, 1, 1, 1, 1, 1};
    int64_t shape[2] = {UNSET, UNSET};
    NOT_INFERRED(1, 9, ones, TL_ERR_RANK);
    NOT_INFERRED(1, -1, ones, TL_ERR_RANK);
    NOT_INFERRED(6, 2, L(-2, 3), TL_ERR_SHAPE);
    NOT_INFERRED(6, 2, L(-2, -3), TL_ERR_SHAPE);
    NOT_INFERRED(6, 2, L(6, INT64_MIN), TL_ERR_SHAPE);
    NOT_INFERRED(-1, 1, L(1), TL_ERR_SHAPE);
    NOT_INFERRED(-6, 2, L(2, -1), TL_ERR_SHAPE);
    NOT_INFERRED(6, 2, NULL, TL_ERR_NULL);
    EXPECT_STATUS(tl_infer_shape(6, 2, L(2, 3), NULL), TL_ERR_NULL, "tl_infer_shape(6, [2, 3]), shape NULL");
    EXPECT_LIST(2, shape, unset, "tl_infer_shape with a NULL");
}
END_TEST

/* Numbers of elements 0 to 12, sizes -1 to 4 of rank 0 to 3: which sizes in the place of -1 would do? */
static void infer_case(int64_t number)
{
    int64_t numel = take(&number, 13), ndim = take(&number, 4), sizes[3], want[3] = {0}, shape[TL_MAX_NDIM];
    int unknown = 0, found = 0;
    memcpy(shape, unset, sizeof shape);
    for (int i = 0; i < ndim; i++) {
        sizes[i] = take(&number, 6) - 1;
        unknown += sizes[i] == -1;
    }
    for (int64_t guess = 0; guess <= (unknown > 0 ? 13 : 0); guess++) {
        int64_t product = 1;
        for (int i = 0; i < ndim; i++)
            product *= sizes[i] == -1 ? guess : sizes[i];
        if (product != numel)
            continue;
        found++;
        for (int i = 0; i < ndim; i++)
            want[i] = sizes[i] == -1 ? guess : sizes[i];
    }
    tl_status right = unknown == 0 ? (found ? TL_OK : TL_ERR_NUMEL) : unknown == 1 && found == 1 ? TL_OK : TL_ERR_INFER;
    EXPECT_STATUS(tl_infer_shape(numel, (int)ndim, ndim > 0 ? sizes : NULL, ndim > 0 ? shape : NULL), right,
                  "tl_infer_shape(%" PRId64 ", %s)", numel, list((int)ndim, sizes));
    EXPECT_LIST(right == TL_OK ? (int)ndim : TL_MAX_NDIM, shape, right == TL_OK ? want : unset,
                "tl_infer_shape(%" PRId64 ", %s)", numel, list((int)ndim, sizes));
}
START_TEST(infer_small)
{
    sweep(13 * 4 * 216, infer_case);
}
END_TEST

START_TEST(view_examples)
{
    tl_layout small = row(2, L(2, 3)), cube = row(3, L(2, 3, 4)), vector = layout_of(1, L(6), L(2), 1),
              point = scalar(4);
    SHOWS(tl_layout_view(&small, 1, L(6), &result), row(1, L(6)));
    SHOWS(tl_layout_view(&small, 2, L(3, -1), &result), row(2, L(3, 2)));
    SHOWS(tl_layout_view(&cube, 4, L(4, 3, 1, 2), &result), row(4, L(4, 3, 1, 2)));
    SHOWS(tl_layout_view(&vector, 2, L(2, 3), &result), layout_of(2, L(2, 3), L(6, 2), 1));
    SHOWS(tl_layout_view(&vector, 3, L(6, 1, 1), &result), layout_of(3, L(6, 1, 1), L(2, 0, 0), 1)); /* C10 */
    SHOWS(tl_layout_view(&vector, 3, L(1, 6, 1), &result), layout_of(3, L(1, 6, 1), L(0, 2, 0), 1));
    SHOWS(tl_layout_view(&point, 0, NULL, &result), scalar(4));
    SHOWS(tl_layout_view(&point, 2, L(1, -1), &result), layout_of(2, L(1, 1), L(1, 1), 4));
    tl_layout odd = layout_of(2, L(1, 1), L(7, 9), 3), gap = layout_of(3, L(10, 1, 10), L(10, 0, 1), 0);
    SHOWS(tl_layout_view(&odd, 0, NULL, &result), scalar(3));        /* C17 */
    SHOWS(tl_layout_view(&gap, 1, L(100), &result), row(1, L(100))); /* C11 */
    tl_layout taken = layout_of(1, L(1), L(10), 2);
    SHOWS(tl_layout_view(&taken, 2, L(1, -1), &result), layout_of(2, L(1, 1), L(0, 0), 2)); /* C9 */
    tl_layout reversed = layout_of(2, L(2, 3), L(-3, -1), 5);
    SHOWS(tl_layout_view(&reversed, 1, L(6), &result), layout_of(1, L(6), L(-1), 5));
    tl_layout full = row(8, L(2, 1, 2, 1, 2, 1, 2, 1));
    SHOWS(tl_layout_view(&full, 1, L(16), &result), row(1, L(16)));
    SHOWS(tl_layout_view(&full, 8, L(1, 4, 1, 1, 1, 1, 1, 4), &result), row(8, L(1, 4, 1, 1, 1, 1, 1, 4)));
}
END_TEST

/* A transposed layout walks memory in another order: its elements, in logical order, do not lie evenly. */
START_TEST(view_after_transpose)
{
    tl_layout turned = layout_of(2, L(3, 2), L(1, 3), 0), square = layout_of(2, L(2, 2), L(1, 2), 0);
    REFUSES(tl_layout_view(&turned, 1, L(6), &result), TL_ERR_COPY);
    REFUSES(tl_layout_view(&turned, 2, L(2, 3), &result), TL_ERR_COPY);
    REFUSES(tl_layout_view(&turned, 2, L(6, 1), &result), TL_ERR_COPY);
    REFUSES(tl_layout_view(&square, 1, L(4), &result), TL_ERR_COPY); /* C8 */
    SHOWS(tl_layout_view(&square, 2, L(2, 2), &result), square);     /* C7: (1,2) as it was */
    SHOWS(tl_layout_view(&turned, 3, L(3, 1, 2), &result), layout_of(3, L(3, 1, 2), L(1, 0, 3), 0));
    /* [2,3,4] with its first two axes swapped: the axes of 4 and 2 can be split, PyTorch and we give a view */
    tl_layout swapped = layout_of(3, L(3, 2, 4), L(4, 12, 1), 0);
    SHOWS(tl_layout_view(&swapped, 4, L(3, 2, 2, 2), &result), layout_of(4, L(3, 2, 2, 2), L(4, 12, 2, 1), 0));
    REFUSES(tl_layout_view(&swapped, 2, L(6, 4), &result), TL_ERR_COPY);
    REFUSES(tl_layout_view(&swapped, 2, L(3, 8), &result), TL_ERR_COPY);
    REFUSES(tl_layout_view(&swapped, 1, L(-1), &result), TL_ERR_COPY);
    tl_layout padded = layout_of(2, L(3, 4), L(10, 1), 0);
    REFUSES(tl_layout_view(&padded, 1, L(12), &result), TL_ERR_COPY);
    SHOWS(tl_layout_view(&padded, 3, L(3, 2, 2), &result), layout_of(3, L(3, 2, 2), L(10, 2, 1), 0));
}
END_TEST

START_TEST(view_expanded)
{
    tl_layout still = layout_of(2, L(2, 3), L(0, 0), 5), rows = layout_of(2, L(2, 3), L(0, 1), 0);
    tl_layout mixed = layout_of(3, L(100, 2, 2), L(0, 1, 0), 0), one = layout_of(2, L(1, 2), L(1, 0), 0);
    SHOWS(tl_layout_view(&still, 1, L(6), &result), layout_of(1, L(6), L(0), 5));
    SHOWS(tl_layout_view(&still, 2, L(3, 2), &result), layout_of(2, L(3, 2), L(0, 0), 5));
    REFUSES(tl_layout_view(&rows, 1, L(6), &result), TL_ERR_COPY);
    REFUSES(tl_layout_view(&mixed, 2, L(100, 4), &result), TL_ERR_COPY); /* C5 */
    SHOWS(tl_layout_view(&mixed, 4, L(10, 10, 2, 2), &result), layout_of(4, L(10, 10, 2, 2), L(0, 0, 1, 0), 0));
    GIVES(tl_layout_view(&one, 2, L(1, 2), &result), layout_of(2, L(1, 2), L(1, 0), 0)); /* C2 */
}
END_TEST

START_TEST(view_same_shape)
{
    tl_layout odd = layout_of(3, L(2, 1, 3), L(-7, 99, 5), 20), none = layout_of(2, L(0, 3), L(7, -5), 4),
              point = scalar(8);
    GIVES(tl_layout_view(&odd, 3, L(2, 1, 3), &result), odd);
    GIVES(tl_layout_view(&odd, 3, L(-1, 1, 3), &result), odd);
    GIVES(tl_layout_view(&none, 2, L(0, 3), &result), none);
    GIVES(tl_layout_view(&none, 2, L(-1, 3), &result), none); /* C15 */
    GIVES(tl_layout_view(&point, 0, NULL, &result), point);
}
END_TEST

START_TEST(view_empty)
{
    tl_layout none = layout_of(3, L(2, 0, 4), L(9, -3, 7), 5), three = row(2, L(0, 3)), all = row(3, L(0, 0, 0));
    GIVES(tl_layout_view(&none, 2, L(0, 4), &result), layout_of(2, L(0, 4), L(4, 1), 5)); /* C16 */
    GIVES(tl_layout_view(&none, 1, L(-1), &result), layout_of(1, L(0), L(1), 5));
    GIVES(tl_layout_view(&three, 2, L(3, 0), &result), layout_of(2, L(3, 0), L(1, 1), 0));
    GIVES(tl_layout_view(&none, 3, L(3, 0, 2), &result), layout_of(3, L(3, 0, 2), L(2, 2, 1), 5)); /* C22 */
    REFUSES(tl_layout_view(&three, 2, L(0, -1), &result), TL_ERR_INFER);                           /* C15 */
    REFUSES(tl_layout_view(&all, 2, L(-1, 0), &result), TL_ERR_INFER);
    REFUSES(tl_layout_view(&three, 0, NULL, &result), TL_ERR_NUMEL);
    tl_layout huge = layout_of(3, L(INT64_MAX, INT64_MAX, 0), L(1, 1, 1), 5);
    GIVES(tl_layout_view(&huge, 2, L(0, 2), &result), layout_of(2, L(0, 2), L(2, 1), 5));
}
END_TEST

/* The only strides that could do: an axis's is the distance from the first element to the first step along it. */
static tl_status strides_by_trial(const tl_layout *layout, tl_layout *view)
{
    static oracle from, to;
    tl_layout grid = *view;
    oracle_walk(&from, layout);
    memset(grid.strides, 0, sizeof grid.strides);
    oracle_walk(&to, &grid);
    view->offset = layout->offset;
    for (int axis = 0; axis < view->ndim; axis++) {
        int64_t first_step[TL_MAX_NDIM] = {0}, at = 0;
        first_step[axis] = 1;
        while (view->shape[axis] > 1 && memcmp(to.index[at], first_step, sizeof first_step) != 0)
            at++;
        view->strides[axis] = from.offset[at] - from.offset[0];
    }
    oracle_walk(&to, view);
    return memcmp(from.offset, to.offset, (size_t)from.count * sizeof *from.offset) == 0 ? TL_OK : TL_ERR_COPY;
}

/* Layouts of rank 1 to 3 with sizes 1 to 4: nested in some sequence, padded or not; or with any strides of -2 to 6; seen in
 * sizes taken from their number of elements, divisor by divisor. */
static tl_layout some_layout(int64_t *number)
{
    tl_layout layout = {.ndim = 1 + (int)take(number, 3), .offset = 30};
    for (int axis = 0; axis < layout.ndim; axis++)
        layout.shape[axis] = 1 + take(number, 4);
    if (take(number, 3) == 0) {
        for (int axis = 0; axis < layout.ndim; axis++)
            layout.strides[axis] = take(number, 9) - 2;
        return layout;
    }
    int64_t stride = 1 + take(number, 2), shift = take(number, 3), gap = take(number, 4),
            sign = take(number, 2) ? 1 : -1;
    for (int i = layout.ndim - 1; i >= 0; i--) { /* rotated by shift, with perhaps a gap behind one axis */
        int axis = (int)(i + shift) % layout.ndim;
        layout.strides[axis] = sign * stride;
        stride *= layout.shape[axis];
        if (i == gap)
            stride += 1;
    }
    return layout;
}

static int some_sizes(int64_t *number, int64_t numel, int64_t sizes[])
{
    int ndim = 0;
    while (ndim < 4 && numel > 1) {
        int64_t divisor = 1 + take(number, numel); /* the next divisor from here on */
        while (numel % divisor != 0)
            divisor++;
        sizes[ndim++] = divisor;
        numel /= divisor;
    }
    if (numel > 1 || ndim == 0)
        sizes[ndim++] = numel;
    return ndim;
}

static void view_case(int64_t number)
{
    uint64_t mixed = ((uint64_t)number + 1) * UINT64_C(0x9E3779B97F4A7C15);
    int64_t digits = (int64_t)((mixed ^ mixed >> 29) >> 1), numel = 1;
    tl_layout layout = some_layout(&digits), want = {0}, result = unset_layout();
    for (int axis = 0; axis < layout.ndim; axis++)
        numel *= layout.shape[axis];
    want.ndim = some_sizes(&digits, numel, want.shape);
    tl_status right = strides_by_trial(&layout, &want);
    EXPECT_STATUS(tl_layout_view(&layout, want.ndim, want.shape, &result), right, "tl_layout_view of %s in sizes %s",
                  shown(&layout), list(want.ndim, want.shape));
    if (right == TL_OK)
        EXPECT_SAME(same_view, result, want, "tl_layout_view of %s in sizes %s", shown(&layout),
                    list(want.ndim, want.shape));
}
START_TEST(view_small)
{
    sweep(8000, view_case);
}
END_TEST

static tl_status view_flat(const tl_layout *layout, tl_layout *result)
{
    return tl_layout_view(layout, 1, L(-1), result);
}
START_TEST(view_refusals)
{
    tl_layout small = row(2, L(2, 3)), pair = row(1, L(2));
    expect_common(view_flat, small, row(1, L(6)));
    REFUSES(tl_layout_view(&small, 1, L(5), &result), TL_ERR_NUMEL);
    REFUSES(tl_layout_view(&small, 2, L(2, 4), &result), TL_ERR_NUMEL);
    REFUSES(tl_layout_view(&small, 2, L(3, 3), &result), TL_ERR_NUMEL);
    REFUSES(tl_layout_view(&pair, 0, NULL, &result), TL_ERR_NUMEL); /* C17 */
    REFUSES(tl_layout_view(&small, 2, L(-1, -1), &result), TL_ERR_INFER);
    REFUSES(tl_layout_view(&small, 2, L(4, -1), &result), TL_ERR_INFER);
    REFUSES(tl_layout_view(&small, 2, L(0, -1), &result), TL_ERR_INFER);
    REFUSES(tl_layout_view(&small, 2, L(-2, 3), &result), TL_ERR_SHAPE);
    REFUSES(tl_layout_view(&small, 9, L(1, 1, 1, 1, 1, 1, 1, 2, 3), &result), TL_ERR_RANK);
    REFUSES(tl_layout_view(&small, -1, L(6), &result), TL_ERR_RANK);
    REFUSES(tl_layout_view(&small, 1, NULL, &result), TL_ERR_NULL);
}
END_TEST

/* ---- 2.8  Flatten and unflatten ---- */

START_TEST(flatten_examples)
{
    tl_layout cube = row(3, L(2, 3, 4)), point = scalar(5), swapped = layout_of(3, L(3, 2, 4), L(4, 12, 1), 3),
              none = row(2, L(16, 0));
    tl_layout vector = layout_of(1, L(6), L(-2), 11);
    SHOWS(tl_layout_flatten(&cube, 1, 2, &result), row(2, L(2, 12)));
    SHOWS(tl_layout_flatten(&cube, 1, -1, &result), row(2, L(2, 12)));
    SHOWS(tl_layout_flatten(&cube, 0, -1, &result), row(1, L(24)));
    SHOWS(tl_layout_flatten(&cube, 0, 1, &result), row(2, L(6, 4)));
    SHOWS(tl_layout_flatten(&cube, -3, -2, &result), row(2, L(6, 4)));
    SHOWS(tl_layout_flatten(&cube, 1, 1, &result), cube);
    SHOWS(tl_layout_flatten(&vector, 0, 0, &result), vector);
    SHOWS(tl_layout_flatten(&point, 0, -1, &result), layout_of(1, L(1), L(1), 5)); /* C18 */
    SHOWS(tl_layout_flatten(&point, -1, 0, &result), layout_of(1, L(1), L(1), 5));
    SHOWS(tl_layout_flatten(&none, 0, -2, &result), row(2, L(16, 0))); /* C19 */
    SHOWS(tl_layout_flatten(&none, 0, 1, &result), row(1, L(0)));
    SHOWS(tl_layout_flatten(&swapped, 2, 2, &result), swapped);
    REFUSES(tl_layout_flatten(&swapped, 0, 1, &result), TL_ERR_COPY);
    REFUSES(tl_layout_flatten(&swapped, 1, 2, &result), TL_ERR_COPY);
    REFUSES(tl_layout_flatten(&swapped, 0, 2, &result), TL_ERR_COPY);
    tl_layout shut = layout_of(4, L(2, 3, 1, 4), L(50, 4, 77, 1), 0);
    SHOWS(tl_layout_flatten(&shut, 1, 3, &result), layout_of(2, L(2, 12), L(50, 1), 0));
    REFUSES(tl_layout_flatten(&shut, 0, 1, &result), TL_ERR_COPY);
    tl_layout huge =
        layout_of(3, L(INT64_MAX, INT64_MAX, 0), L(1, 1, 1), 0); /* J5: no elements, however they are counted */
    SHOWS(tl_layout_flatten(&huge, 0, 2, &result), layout_of(1, L(0), L(1), 0));
}
END_TEST

START_TEST(unflatten_examples)
{
    tl_layout vector = row(1, L(6)), turned = layout_of(2, L(4, 6), L(-1, 5), 9), none = row(2, L(0, 3)),
              odd = layout_of(1, L(1), L(9), 2);
    SHOWS(tl_layout_unflatten(&vector, 0, 2, L(2, -1), &result), row(2, L(2, 3)));
    SHOWS(tl_layout_unflatten(&vector, -1, 3, L(3, 1, 2), &result), row(3, L(3, 1, 2)));
    SHOWS(tl_layout_unflatten(&vector, 0, 1, L(-1), &result), vector);
    SHOWS(tl_layout_unflatten(&turned, 1, 2, L(2, 3), &result), layout_of(3, L(4, 2, 3), L(-1, 15, 5), 9));
    SHOWS(tl_layout_unflatten(&turned, 0, 2, L(2, 2), &result), layout_of(3, L(2, 2, 6), L(-2, -1, 5), 9));
    SHOWS(tl_layout_unflatten(&none, 0, 2, L(4, 0), &result), row(3, L(4, 0, 3)));
    SHOWS(tl_layout_unflatten(&none, 0, 2, L(-1, 5), &result), row(3, L(0, 5, 3)));
    SHOWS(tl_layout_unflatten(&odd, 0, 2, L(1, 1), &result), layout_of(2, L(1, 1), L(0, 0), 2));
    tl_layout seven = row(7, L(1, 1, 1, 1, 1, 1, 4)), far = layout_of(1, L(4), L(TWO_TO(61)), 0);
    SHOWS(tl_layout_unflatten(&seven, 6, 2, L(2, 2), &result), row(8, L(1, 1, 1, 1, 1, 1, 2, 2)));
    SHOWS(tl_layout_unflatten(&far, 0, 2, L(2, 2), &result), layout_of(2, L(2, 2), L(TWO_TO(62), TWO_TO(61)), 0));
}
END_TEST

static tl_status flatten_0_1(const tl_layout *layout, tl_layout *result)
{
    return tl_layout_flatten(layout, 0, 1, result);
}
static tl_status unflatten_0(const tl_layout *layout, tl_layout *result)
{
    return tl_layout_unflatten(layout, 0, 2, L(-1, 1), result);
}
START_TEST(flatten_refusals)
{
    tl_layout small = row(2, L(2, 3)), point = scalar(0), eight = rank_8(), none = row(1, L(0)), six = row(1, L(6));
    expect_common(flatten_0_1, small, row(1, L(6)));
    expect_common(unflatten_0, small, row(3, L(2, 1, 3)));
    REFUSES(tl_layout_flatten(&small, 1, 0, &result), TL_ERR_AXIS);
    REFUSES(tl_layout_flatten(&small, -1, -2, &result), TL_ERR_AXIS);
    REFUSES(tl_layout_flatten(&small, 0, 2, &result), TL_ERR_AXIS);
    REFUSES(tl_layout_flatten(&small, -3, 1, &result), TL_ERR_AXIS);
    REFUSES(tl_layout_flatten(&point, 0, 1, &result), TL_ERR_AXIS);
    REFUSES(tl_layout_flatten(&point, -2, 0, &result), TL_ERR_AXIS);
    tl_layout huge = layout_of(3, L(TWO_TO(32), TWO_TO(32), 0), L(0, 0, 1), 0); /* the first two hold 2^64 */
    REFUSES(tl_layout_flatten(&huge, 0, 1, &result), TL_ERR_OVERFLOW);
    REFUSES(tl_layout_unflatten(&small, 2, 1, L(-1), &result), TL_ERR_AXIS);
    REFUSES(tl_layout_unflatten(&small, -3, 1, L(-1), &result), TL_ERR_AXIS);
    REFUSES(tl_layout_unflatten(&point, 0, 1, L(1), &result), TL_ERR_AXIS);
    REFUSES(tl_layout_unflatten(&small, 0, 0, NULL, &result), TL_ERR_RANK);
    REFUSES(tl_layout_unflatten(&small, 0, -1, NULL, &result), TL_ERR_RANK);
    REFUSES(tl_layout_unflatten(&eight, 1, 2, L(1, 2), &result), TL_ERR_RANK);
    REFUSES(tl_layout_unflatten(&small, 0, 8, L(2, 1, 1, 1, 1, 1, 1, 1), &result), TL_ERR_RANK);
    REFUSES(tl_layout_unflatten(&six, 0, 2, L(2, 2), &result), TL_ERR_NUMEL);
    REFUSES(tl_layout_unflatten(&small, 0, 2, L(2, 3), &result), TL_ERR_NUMEL); /* the axis has 2, not the layout's 6 */
    REFUSES(tl_layout_unflatten(&six, 0, 2, L(-1, 4), &result), TL_ERR_INFER);
    REFUSES(tl_layout_unflatten(&six, 0, 2, L(-1, -1), &result), TL_ERR_INFER);
    REFUSES(tl_layout_unflatten(&none, 0, 2, L(-1, 0), &result), TL_ERR_INFER);
    REFUSES(tl_layout_unflatten(&six, 0, 2, L(-2, 3), &result), TL_ERR_SHAPE);
    REFUSES(tl_layout_unflatten(&six, 0, 2, NULL, &result), TL_ERR_NULL);
}
END_TEST

/* ---- 2.9  Split and chunk ---- */

typedef tl_status count_function(const tl_layout *, int, int64_t, int64_t *);
typedef tl_status piece_function(const tl_layout *, int, int64_t, int64_t, tl_layout *);

/* The pieces of a vector of stride 3: as many as there are lengths, one behind the other; and none after them. */
static void expect_pieces(bool chunk, int64_t size, int64_t n, int64_t count, const int64_t lengths[])
{
    const char *call = chunk ? "chunk" : "split";
    tl_layout vector = layout_of(1, L(size), L(3), 100), result = unset_layout();
    int64_t got = UNSET, start = 0;
    EXPECT_OK((chunk ? tl_chunk_count : tl_split_count)(&vector, 0, n, &got), "%s count of %" PRId64 " by %" PRId64,
              call, size, n);
    EXPECT_INT(got, count, "%s count of %" PRId64 " by %" PRId64, call, size, n);
    piece_function *piece_of = chunk ? tl_layout_chunk : tl_layout_split;
    for (int64_t piece = 0; piece < count; piece++) {
        tl_layout want = layout_of(1, L(lengths[piece]), L(3), 100 + 3 * start);
        result = unset_layout();
        EXPECT_OK(piece_of(&vector, (int)-(piece & 1), n, piece, &result),
                  "%s %" PRId64 " by %" PRId64 ", piece %" PRId64, call, size, n, piece);
        EXPECT_SAME(same_view, result, want, "%s %" PRId64 " by %" PRId64 ", piece %" PRId64, call, size, n, piece);
        start += lengths[piece];
    }
    result = unset_layout();
    EXPECT_STATUS(piece_of(&vector, 0, n, count, &result), TL_ERR_INDEX,
                  "%s %" PRId64 " by %" PRId64 ", one piece too far", call, size, n);
    EXPECT_BOOL(is_unset(&result), true, "%s %" PRId64 " by %" PRId64 ", one piece too far: the result", call, size, n);
}

START_TEST(split_examples)
{
    expect_pieces(false, 5, 2, 3, L(2, 2, 1));
    expect_pieces(false, 6, 2, 3, L(2, 2, 2));
    expect_pieces(false, 3, 7, 1, L(3));
    expect_pieces(false, 0, 2, 1, L(0));
    expect_pieces(true, 6, 4, 3, L(2, 2, 2));
    expect_pieces(true, 5, 3, 3, L(2, 2, 1));
    expect_pieces(true, 11, 5, 4, L(3, 3, 3, 2)); /* D16 */
    expect_pieces(true, 4, 3, 2, L(2, 2));
    expect_pieces(true, 0, 3, 3, L(0, 0, 0));
    expect_pieces(true, 2, 5, 2, L(1, 1));
    tl_layout table = row(2, L(4, 6));
    SHOWS(tl_layout_split(&table, 1, 4, 1, &result), layout_of(2, L(4, 2), L(6, 1), 4));
    SHOWS(tl_layout_split(&table, 0, 2, 1, &result), layout_of(2, L(2, 6), L(6, 1), 12));
    SHOWS(tl_layout_chunk(&table, -1, 3, 2, &result), layout_of(2, L(4, 2), L(6, 1), 4));
}
END_TEST

/* Sizes 0 to 12, dealt out by 1 to 13. */
static void split_case(int64_t number)
{
    bool chunk = take(&number, 2) == 1;
    int64_t size = take(&number, 13), n = 1 + take(&number, 13), length = n, lengths[16], count = 0;
    if (chunk)
        for (length = 0; length * n < size; length++) /* the smallest that is enough */
            ;
    for (int64_t left = size; left > 0; left -= lengths[count - 1])
        lengths[count++] = left < length ? left : length;
    while (size == 0 && count < (chunk ? n : 1))
        lengths[count++] = 0;
    expect_pieces(chunk, size, n, count, lengths);
}
START_TEST(split_small)
{
    sweep(2 * 13 * 13, split_case);
}
END_TEST

START_TEST(split_largest)
{
    tl_layout wide = layout_of(1, L(INT64_MAX), L(1), 0), none = row(1, L(0));
    int64_t count = UNSET;
    EXPECT_OK(tl_split_count(&wide, 0, 2, &count), "split count of INT64_MAX by 2");
    EXPECT_INT(count, TWO_TO(62), "split count of INT64_MAX by 2");
    EXPECT_OK(tl_split_count(&wide, 0, INT64_MAX, &count), "split count of INT64_MAX by INT64_MAX");
    EXPECT_INT(count, 1, "split count of INT64_MAX by INT64_MAX");
    EXPECT_OK(tl_chunk_count(&wide, 0, INT64_MAX, &count), "chunk count of INT64_MAX in INT64_MAX");
    EXPECT_INT(count, INT64_MAX, "chunk count of INT64_MAX in INT64_MAX");
    EXPECT_OK(tl_chunk_count(&none, 0, INT64_MAX, &count), "chunk count of 0 in INT64_MAX");
    EXPECT_INT(count, INT64_MAX, "chunk count of 0 in INT64_MAX");
    SHOWS(tl_layout_split(&wide, 0, 2, TWO_TO(62) - 1, &result), layout_of(1, L(1), L(1), INT64_MAX - 1));
    SHOWS(tl_layout_split(&wide, 0, INT64_MAX, 0, &result), wide);
    SHOWS(tl_layout_chunk(&wide, 0, 2, 1, &result), layout_of(1, L(TWO_TO(62) - 1), L(1), TWO_TO(62)));
    SHOWS(tl_layout_chunk(&none, 0, INT64_MAX, INT64_MAX - 1, &result), row(1, L(0)));
    REFUSES(tl_layout_split(&wide, 0, 2, INT64_MAX, &result), TL_ERR_INDEX);
    tl_layout far = layout_of(1, L(4), L(TWO_TO(61)), TWO_TO(62));
    REFUSES(tl_layout_split(&far, 0, 2, 1, &result), TL_ERR_OVERFLOW); /* 2^62 + 2 * 2^61 */
}
END_TEST

static tl_status split_rows(const tl_layout *layout, tl_layout *result)
{
    return tl_layout_split(layout, 0, 1, 1, result);
}
static tl_status chunk_rows(const tl_layout *layout, tl_layout *result)
{
    return tl_layout_chunk(layout, 0, 2, 1, result);
}
static void expect_no_count(count_function *f, const tl_layout *layout, int axis, int64_t n, tl_status want)
{
    int64_t count = UNSET;
    EXPECT_STATUS(f(layout, axis, n, &count), want, "count of pieces, axis %d, %" PRId64, axis, n);
    EXPECT_INT(count, UNSET, "count of pieces, axis %d, %" PRId64 ": the result on failure", axis, n);
}
START_TEST(split_refusals)
{
    tl_layout small = row(2, L(2, 3)), point = scalar(0), nine = bad_rank(9),
              negative = layout_of(2, L(2, -1), L(1, 1), 0);
    expect_common(split_rows, small, layout_of(2, L(1, 3), L(3, 1), 3));
    expect_common(chunk_rows, small, layout_of(2, L(1, 3), L(3, 1), 3));
    REFUSES(tl_layout_split(&small, 0, 0, 0, &result), TL_ERR_COUNT);
    REFUSES(tl_layout_split(&small, 0, -1, 0, &result), TL_ERR_COUNT);
    REFUSES(tl_layout_split(&small, 0, INT64_MIN, 0, &result), TL_ERR_COUNT);
    REFUSES(tl_layout_chunk(&small, 0, 0, 0, &result), TL_ERR_COUNT); /* D17 */
    REFUSES(tl_layout_chunk(&small, 0, -1, 0, &result), TL_ERR_COUNT);
    REFUSES(tl_layout_split(&small, 0, 1, -1, &result), TL_ERR_INDEX);
    REFUSES(tl_layout_chunk(&small, 0, 1, -1, &result), TL_ERR_INDEX);
    REFUSES(tl_layout_chunk(&small, 0, 5, 2, &result), TL_ERR_INDEX); /* there are only two */
    REFUSES(tl_layout_split(&small, 2, 1, 0, &result), TL_ERR_AXIS);
    REFUSES(tl_layout_split(&small, -3, 1, 0, &result), TL_ERR_AXIS);
    REFUSES(tl_layout_chunk(&small, 2, 1, 0, &result), TL_ERR_AXIS);
    REFUSES(tl_layout_chunk(&point, 0, 1, 0, &result), TL_ERR_AXIS);
    count_function *const counts[] = {tl_split_count, tl_chunk_count};
    for (int i = 0; i < 2; i++) {
        expect_no_count(counts[i], &small, 0, 0, TL_ERR_COUNT);
        expect_no_count(counts[i], &small, 0, -1, TL_ERR_COUNT);
        expect_no_count(counts[i], &small, 2, 1, TL_ERR_AXIS);
        expect_no_count(counts[i], &small, -3, 1, TL_ERR_AXIS);
        expect_no_count(counts[i], &point, 0, 1, TL_ERR_AXIS);
        expect_no_count(counts[i], &nine, 0, 1, TL_ERR_RANK);
        expect_no_count(counts[i], &negative, 0, 1, TL_ERR_SHAPE);
        expect_no_count(counts[i], NULL, 0, 1, TL_ERR_NULL);
        EXPECT_STATUS(counts[i](&small, 0, 1, NULL), TL_ERR_NULL, "count of pieces, count NULL");
    }
}
END_TEST

/* ---- Tensors ----
 *
 * From here on calls are sent one by one, because they take what others gave back.  Each test gives back all memory it takes.
 */

static void expect_live(int64_t want, const char *when)
{
    EXPECT_INT(test_live_blocks(), want, "blocks of memory in use %s", when);
}

static void expect_references(const tl_storage *storage, int64_t want, const char *when)
{
    EXPECT_INT(test_storage(storage).references, want, "references %s", when);
}

static void expect_version(const tl_tensor *tensor, int64_t want, const char *when)
{
    EXPECT_INT(test_storage(tensor->storage).version, want, "version %s", when);
}

/* ---- 2.10  Storage that counts ---- */

START_TEST(storage_new)
{
    static const int64_t sizes[] = {1, 24, 63, 64, 65, 1000};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        tl_storage *storage = NULL;
        unsigned char bytes[1000];
        EXPECT_OK(tl_storage_new(test_allocator, sizes[i], &storage), "tl_storage_new(%" PRId64 ")", sizes[i]);
        tl_storage seen = test_storage(storage);
        EXPECT_INT(seen.bytes, sizes[i], "tl_storage_new(%" PRId64 "): bytes", sizes[i]);
        EXPECT_INT(seen.references, 1, "tl_storage_new(%" PRId64 "): references", sizes[i]);
        EXPECT_INT(seen.version, 0, "tl_storage_new(%" PRId64 "): version", sizes[i]);
        EXPECT_BOOL(seen.data != NULL && (uintptr_t)seen.data % TL_STORAGE_ALIGNMENT == 0, true,
                    "tl_storage_new(%" PRId64 "): data is aligned", sizes[i]);
        test_read(storage, 0, sizes[i], bytes);
        for (int64_t n = 0; n < sizes[i]; n++)
            EXPECT_INT(bytes[n], 0, "tl_storage_new(%" PRId64 "): byte %" PRId64, sizes[i], n);
        EXPECT_OK(tl_storage_release(&storage), "tl_storage_release");
        EXPECT_BOOL(storage == NULL, true, "tl_storage_release: the handle is NULL");
    }
    expect_live(0, "after every release");
}
END_TEST

START_TEST(storage_empty)
{
    tl_storage *storage = NULL;
    EXPECT_OK(tl_storage_new(test_allocator, 0, &storage), "tl_storage_new(0)");
    tl_storage seen = test_storage(storage);
    EXPECT_BOOL(seen.data == NULL, true, "tl_storage_new(0): data is NULL");
    EXPECT_INT(seen.bytes, 0, "tl_storage_new(0): bytes");
    EXPECT_INT(seen.references, 1, "tl_storage_new(0): references");
    EXPECT_OK(tl_storage_release(&storage), "tl_storage_release, no bytes");
    expect_live(0, "after the release of a storage without bytes");
}
END_TEST

START_TEST(storage_counts)
{
    tl_storage *first = NULL, *second, *third;
    EXPECT_OK(tl_storage_new(test_allocator, 16, &first), "tl_storage_new(16)");
    second = third = first;
    EXPECT_OK(tl_storage_retain(first), "tl_storage_retain");
    expect_references(first, 2, "after a retain");
    EXPECT_OK(tl_storage_retain(second), "tl_storage_retain");
    expect_references(first, 3, "after two retains");
    EXPECT_INT(test_storage(first).version, 0, "version after two retains");
    EXPECT_OK(tl_storage_release(&first), "tl_storage_release of three");
    EXPECT_BOOL(first == NULL, true, "tl_storage_release: the handle is NULL");
    expect_references(second, 2, "after two retains and a release");
    EXPECT_OK(tl_storage_release(&third), "tl_storage_release of two");
    expect_references(second, 1, "after two retains and two releases");
    EXPECT_BOOL(test_live_blocks() > 0, true, "the storage is there while there is a reference");
    EXPECT_OK(tl_storage_release(&second), "tl_storage_release of one");
    expect_live(0, "after the last release");
}
END_TEST

START_TEST(storage_release_twice)
{
    tl_storage *storage = NULL, *held;
    EXPECT_OK(tl_storage_new(test_allocator, 16, &storage), "tl_storage_new(16)");
    EXPECT_OK(tl_storage_retain(storage), "tl_storage_retain");
    held = storage;
    EXPECT_OK(tl_storage_release(&storage), "tl_storage_release");
    EXPECT_STATUS(tl_storage_release(&storage), TL_ERR_RELEASED, "tl_storage_release of the same handle");
    EXPECT_STATUS(tl_storage_release(&storage), TL_ERR_RELEASED, "tl_storage_release of the same handle");
    expect_references(held, 1, "after a release that was refused");
    EXPECT_OK(tl_storage_release(&held), "tl_storage_release of the last handle");
    EXPECT_STATUS(tl_storage_release(&held), TL_ERR_RELEASED, "tl_storage_release of the last handle again");
    expect_live(0, "after the last release");
}
END_TEST

START_TEST(storage_no_memory)
{
    tl_status status = TL_ERR_MEMORY;
    tl_storage *storage = NULL;
    for (int64_t nth = 1; nth < 9 && status != TL_OK; nth++) {
        test_fail_at(nth);
        status = tl_storage_new(test_allocator, 100, &storage);
        test_fail_at(0);
        if (status == TL_OK) {
            EXPECT_BOOL(nth > 1, true, "tl_storage_new asks the allocator it was given");
            EXPECT_OK(tl_storage_release(&storage), "tl_storage_release");
        } else {
            EXPECT_STATUS(status, TL_ERR_MEMORY, "tl_storage_new, allocation %" PRId64 " fails", nth);
            EXPECT_BOOL(storage == NULL, true, "tl_storage_new, allocation %" PRId64 " fails: the result", nth);
        }
        expect_live(0, "after an allocation failed");
    }
    EXPECT_OK(status, "tl_storage_new, with memory enough");
    EXPECT_STATUS(tl_storage_new(test_allocator, INT64_MAX, &storage), TL_ERR_MEMORY, "tl_storage_new(INT64_MAX)");
    EXPECT_BOOL(storage == NULL, true, "tl_storage_new(INT64_MAX): the result");
    expect_live(0, "after more was asked for than there is");
}
END_TEST

START_TEST(storage_refusals)
{
    tl_storage *storage = NULL;
    EXPECT_STATUS(tl_storage_new(test_allocator, -1, &storage), TL_ERR_SHAPE, "tl_storage_new(-1)");
    EXPECT_STATUS(tl_storage_new(test_allocator, INT64_MIN, &storage), TL_ERR_SHAPE, "tl_storage_new(INT64_MIN)");
    EXPECT_BOOL(storage == NULL, true, "tl_storage_new(-1): the result");
    EXPECT_STATUS(tl_storage_new(test_allocator, 16, NULL), TL_ERR_NULL, "tl_storage_new(16), storage NULL");
    EXPECT_STATUS(tl_storage_retain(NULL), TL_ERR_NULL, "tl_storage_retain(NULL)");
    EXPECT_STATUS(tl_storage_release(NULL), TL_ERR_NULL, "tl_storage_release(NULL)");
    EXPECT_STATUS(tl_storage_release(&storage), TL_ERR_RELEASED, "tl_storage_release of no storage");
    expect_live(0, "after refusals");
}
END_TEST

/* Without an allocator, memory comes from malloc. */
START_TEST(storage_default)
{
    int64_t before = test_allocations();
    tl_storage *storage = NULL;
    EXPECT_OK(tl_storage_new(NULL, 100, &storage), "tl_storage_new(100), allocator NULL");
    EXPECT_BOOL(storage != NULL, true, "tl_storage_new(100), allocator NULL: the result");
    EXPECT_OK(tl_storage_retain(storage), "tl_storage_retain");
    tl_storage *other = storage;
    EXPECT_OK(tl_storage_release(&storage), "tl_storage_release");
    EXPECT_OK(tl_storage_release(&other), "tl_storage_release");
    EXPECT_INT(test_allocations() - before, 0, "allocations from an allocator that was not given");
}
END_TEST

/* ---- 2.11  Tensors that cannot reach outside ---- */

static tl_tensor unset_tensor(void)
{
    return (tl_tensor){.storage = NULL, .layout = unset_layout(), .dtype = (tl_dtype)77};
}

static bool is_unset_tensor(const tl_tensor *tensor)
{
    return tensor->storage == NULL && is_unset(&tensor->layout) && tensor->dtype == (tl_dtype)77;
}

/* As REFUSES, for calls that write a tensor to &made. */
#define NO_TENSOR_EITHER(call, one, other)                                                                             \
    do {                                                                                                               \
        tl_tensor made = unset_tensor();                                                                               \
        EXPECT_EITHER(call, one, other, "%s", #call);                                                                  \
        EXPECT_BOOL(is_unset_tensor(&made), true, "%s: the result is untouched on failure", #call);                    \
    } while (0)
#define NO_TENSOR(call, status) NO_TENSOR_EITHER(call, status, status)

/* Call again and again, with the first allocation failing, the second, ..., until none does; then give back what came. */
#define EACH_ALLOCATION_FAILS(call, live)                                                                              \
    do {                                                                                                               \
        tl_status each_status = TL_ERR_MEMORY;                                                                         \
        for (int64_t nth = 1; nth < 9 && each_status != TL_OK; nth++) {                                                \
            tl_tensor made = unset_tensor();                                                                           \
            test_fail_at(nth);                                                                                         \
            each_status = call;                                                                                        \
            test_fail_at(0);                                                                                           \
            if (each_status == TL_OK) {                                                                                \
                EXPECT_BOOL(nth > 1, true, "%s asks for memory", #call);                                               \
                release_all(&made, 1);                                                                                 \
            } else {                                                                                                   \
                EXPECT_STATUS(each_status, TL_ERR_MEMORY, "%s, allocation %" PRId64 " fails", #call, nth);             \
                EXPECT_BOOL(is_unset_tensor(&made), true, "%s, allocation %" PRId64 " fails: the result", #call, nth); \
            }                                                                                                          \
            expect_live(live, "after an allocation failed");                                                           \
        }                                                                                                              \
        EXPECT_OK(each_status, "%s, with memory enough", #call);                                                       \
    } while (0)

static tl_tensor zeros(tl_dtype dtype, int ndim, const int64_t shape[])
{
    tl_tensor made = unset_tensor();
    EXPECT_OK(tl_tensor_new(test_allocator, dtype, ndim, shape, TL_ROW_MAJOR, &made), "tl_tensor_new(%s)",
              list(ndim, shape));
    return made;
}

static tl_tensor view_of(const tl_tensor *base, tl_layout layout)
{
    tl_tensor made = unset_tensor();
    EXPECT_OK(tl_tensor_view(base, &layout, &made), "tl_tensor_view, %s", shown(&layout));
    return made;
}

static void release_all(tl_tensor tensors[], int n)
{
    for (int i = 0; i < n; i++) {
        EXPECT_OK(tl_tensor_release(&tensors[i]), "tl_tensor_release");
        EXPECT_BOOL(tensors[i].storage == NULL, true, "tl_tensor_release: the storage is NULL");
    }
}

static const char *dtype_name(tl_dtype dtype)
{
    return tl_dtype_describe(dtype).name;
}

START_TEST(tensor_new)
{
    for (tl_dtype dtype = 0; dtype < TL_DTYPE_COUNT; dtype++) {
        tl_order order = dtype % 2 == 0 ? TL_ROW_MAJOR : TL_COL_MAJOR;
        tl_layout want = order == TL_ROW_MAJOR ? row(2, L(2, 3)) : layout_of(2, L(2, 3), L(1, 2), 0);
        tl_tensor made = unset_tensor();
        unsigned char bytes[48];
        EXPECT_OK(tl_tensor_new(test_allocator, dtype, 2, L(2, 3), order, &made), "tl_tensor_new([2, 3], %s)",
                  dtype_name(dtype));
        EXPECT_SAME(same_layout, made.layout, want, "tl_tensor_new([2, 3], %s)", dtype_name(dtype));
        EXPECT_INT(made.dtype, dtype, "tl_tensor_new([2, 3], %s): dtype", dtype_name(dtype));
        tl_storage seen = test_storage(made.storage);
        EXPECT_INT(seen.bytes, 6 * tl_dtype_describe(dtype).itemsize, "tl_tensor_new([2, 3], %s): bytes",
                   dtype_name(dtype));
        EXPECT_INT(seen.references, 1, "tl_tensor_new([2, 3], %s): references", dtype_name(dtype));
        EXPECT_INT(seen.version, 0, "tl_tensor_new([2, 3], %s): version", dtype_name(dtype));
        test_read(made.storage, 0, seen.bytes, bytes);
        for (int64_t n = 0; n < seen.bytes; n++)
            EXPECT_INT(bytes[n], 0, "tl_tensor_new([2, 3], %s): byte %" PRId64, dtype_name(dtype), n);
        release_all(&made, 1);
    }
    tl_tensor point = zeros(TL_F32, 0, NULL), none = zeros(TL_F64, 2, L(3, 0));
    EXPECT_INT(point.layout.ndim, 0, "tl_tensor_new, rank 0");
    EXPECT_INT(test_storage(point.storage).bytes, 4, "tl_tensor_new, rank 0: bytes");
    EXPECT_INT(test_storage(none.storage).bytes, 0, "tl_tensor_new([3, 0]): bytes");
    release_all(&point, 1);
    release_all(&none, 1);
    expect_live(0, "after every release");
}
END_TEST

START_TEST(tensor_new_refusals)
{
    NO_TENSOR(tl_tensor_new(test_allocator, TL_DTYPE_COUNT, 1, L(3), TL_ROW_MAJOR, &made), TL_ERR_DTYPE);
    NO_TENSOR(tl_tensor_new(test_allocator, (tl_dtype)-1, 1, L(3), TL_ROW_MAJOR, &made), TL_ERR_DTYPE);
    NO_TENSOR(tl_tensor_new(test_allocator, TL_F32, 1, L(3), (tl_order)2, &made), TL_ERR_ORDER);
    NO_TENSOR(tl_tensor_new(test_allocator, TL_F32, 9, L(1, 1, 1, 1, 1, 1, 1, 1, 1), TL_ROW_MAJOR, &made), TL_ERR_RANK);
    NO_TENSOR(tl_tensor_new(test_allocator, TL_F32, -1, L(1), TL_ROW_MAJOR, &made), TL_ERR_RANK);
    NO_TENSOR(tl_tensor_new(test_allocator, TL_F32, 2, L(3, -1), TL_ROW_MAJOR, &made), TL_ERR_SHAPE);
    NO_TENSOR(tl_tensor_new(test_allocator, TL_U8, 2, L(TWO_TO(32), TWO_TO(32)), TL_ROW_MAJOR, &made), TL_ERR_OVERFLOW);
    NO_TENSOR(tl_tensor_new(test_allocator, TL_F64, 1, L(TWO_TO(61)), TL_ROW_MAJOR, &made),
              TL_ERR_OVERFLOW); /* 2^64 bytes: 0 */
    NO_TENSOR(tl_tensor_new(test_allocator, TL_U8, 1, L(INT64_MAX), TL_ROW_MAJOR, &made), TL_ERR_MEMORY);
    NO_TENSOR(tl_tensor_new(test_allocator, TL_F32, 1, NULL, TL_ROW_MAJOR, &made), TL_ERR_NULL);
    EXPECT_STATUS(tl_tensor_new(test_allocator, TL_F32, 1, L(3), TL_ROW_MAJOR, NULL), TL_ERR_NULL,
                  "tl_tensor_new, tensor NULL");
    EACH_ALLOCATION_FAILS(tl_tensor_new(test_allocator, TL_F32, 1, L(3), TL_ROW_MAJOR, &made), 0);
    expect_live(0, "after refusals");
}
END_TEST

START_TEST(tensor_view_shares)
{
    tl_tensor base = zeros(TL_I32, 2, L(4, 5));
    int64_t allocations = test_allocations();
    tl_tensor rows = view_of(&base, layout_of(2, L(2, 5), L(5, 1), 5)),
              turned = view_of(&rows, layout_of(2, L(5, 2), L(1, 5), 5));
    tl_tensor alias = unset_tensor();
    tl_layout want = layout_of(2, L(2, 5), L(5, 1), 5);
    EXPECT_OK(tl_tensor_view(&rows, &rows.layout, &alias), "tl_tensor_view with the base's own layout");
    EXPECT_SAME(same_layout, rows.layout, want, "tl_tensor_view");
    EXPECT_SAME(same_layout, alias.layout, want, "tl_tensor_view with the base's own layout");
    EXPECT_INT(rows.dtype, TL_I32, "tl_tensor_view: dtype");
    EXPECT_BOOL(rows.storage == base.storage && turned.storage == base.storage && alias.storage == base.storage, true,
                "views share the storage of their base");
    expect_references(base.storage, 4, "of a tensor, a view, a view of the view and an alias"); /* not one each */
    expect_version(&base, 0, "after views were made");
    EXPECT_INT(test_allocations() - allocations, 0, "allocations for views");
    tl_tensor all[] = {turned, base, alias, rows};
    release_all(all, 4);
    expect_live(0, "after every release");
}
END_TEST

START_TEST(tensor_view_inside)
{
    tl_tensor base = zeros(TL_I32, 1, L(6)), part = view_of(&base, layout_of(1, L(2), L(1), 2));
    const tl_layout inside[] = {
        row(1, L(6)),
        layout_of(1, L(6), L(-1), 5),
        layout_of(2, L(2, 3), L(1, 2), 0),
        layout_of(2, L(2, 3), L(-1, 2), 1),
        layout_of(1, L(2), L(5), 0),
        layout_of(2, L(100, 6), L(0, 1), 0),
        layout_of(2, L(2, 3), L(2, 1), 1),
        scalar(5),
        layout_of(2, L(1, 2), L(INT64_MAX, 1), 4),
        layout_of(2, L(2, 1), L(1, INT64_MIN), 0),
    };
    for (size_t i = 0; i < sizeof inside / sizeof *inside; i++) {
        tl_tensor view = view_of(&part, inside[i]); /* the storage is what counts, not how much of it the base sees */
        EXPECT_SAME(same_layout, view.layout, inside[i], "tl_tensor_view of 6 elements");
        release_all(&view, 1);
    }
    release_all(&base, 1);
    release_all(&part, 1);
    expect_live(0, "after every release");
}
END_TEST

START_TEST(tensor_view_outside)
{
    tl_tensor base = zeros(TL_I32, 1, L(6)); /* 24 bytes */
    const tl_layout outside[] = {
        row(1, L(7)),
        layout_of(1, L(6), L(1), 1),
        layout_of(1, L(6), L(-1), 4),
        layout_of(1, L(6), L(-1), 6),
        layout_of(2, L(3, 2), L(2, 2), 0),
        layout_of(2, L(2, 3), L(-1, 2), 0),
        scalar(6),
        scalar(-1),
        scalar(23),
        layout_of(2, L(3, 4), L(10, 1), 0),
        layout_of(1, L(2), L(6), 0),
        layout_of(1, L(24), L(1), 0),
        scalar(INT64_MAX),
        scalar(INT64_MIN),
        layout_of(1, L(1), L(1), TWO_TO(62)), /* 2^64 bytes */
        layout_of(2, L(9, 3), L(0, 3), 0),
    };
    for (size_t i = 0; i < sizeof outside / sizeof *outside; i++)
        NO_TENSOR(tl_tensor_view(&base, &outside[i], &made), TL_ERR_BOUNDS);
    const tl_layout far[] = {layout_of(1, L(3), L(INT64_MAX), 0), layout_of(2, L(2, 2), L(INT64_MAX, INT64_MAX), 2),
                             layout_of(1, L(2), L(1), INT64_MAX), layout_of(1, L(5), L(TWO_TO(62)), 0)};
    for (size_t i = 0; i < sizeof far / sizeof *far; i++) /* some wrap to the inside */
        NO_TENSOR_EITHER(tl_tensor_view(&base, &far[i], &made), TL_ERR_OVERFLOW, TL_ERR_BOUNDS);
    expect_references(base.storage, 1, "after views that were refused");
    release_all(&base, 1);
    tl_tensor none = zeros(TL_F32, 1, L(0));
    tl_layout point = scalar(0);
    NO_TENSOR(tl_tensor_view(&none, &point, &made), TL_ERR_BOUNDS);
    release_all(&none, 1);
    expect_live(0, "after every release");
}
END_TEST

/* A layout without elements reaches nothing; wherever it stands, it is brought inside. */
START_TEST(tensor_view_empty)
{
    tl_tensor base = zeros(TL_I32, 1, L(6)), none = zeros(TL_I32, 1, L(0));
    const tl_layout empty[] = {
        layout_of(1, L(0), L(1), 0),
        layout_of(2, L(0, 3), L(100, 1), 6),
        layout_of(1, L(0), L(1), 7),
        layout_of(1, L(0), L(1), -1),
        layout_of(2, L(3, 0), L(100, -100), 1000),
        layout_of(1, L(0), L(1), INT64_MAX),
        layout_of(1, L(0), L(1), INT64_MIN),
        layout_of(2, L(INT64_MAX, 0), L(INT64_MAX, INT64_MIN), 3),
    };
    for (size_t i = 0; i < 2 * sizeof empty / sizeof *empty; i++) {
        tl_layout layout = empty[i / 2];
        tl_tensor view = view_of(i % 2 == 0 ? &base : &none, layout);
        int64_t most = i % 2 == 0 ? 6 : 0;
        EXPECT_SAME(same_view, view.layout, layout, "tl_tensor_view of 6 elements");
        EXPECT_BOOL(view.layout.offset >= 0 && view.layout.offset <= most, true,
                    "tl_tensor_view, %s: the offset is brought inside", shown(&layout));
        if (layout.offset >= 0 && layout.offset <= most)
            EXPECT_INT(view.layout.offset, layout.offset, "tl_tensor_view, %s: the offset was inside", shown(&layout));
        release_all(&view, 1);
    }
    release_all(&base, 1);
    release_all(&none, 1);
    expect_live(0, "after every release");
}
END_TEST

/* The tensor goes, its view stays: what the view reads is still there.  Memory that was given back would hold no zeros. */
START_TEST(tensor_parent_first)
{
    tl_tensor base = zeros(TL_F32, 2, L(3, 4)), column = view_of(&base, layout_of(1, L(3), L(4), 1));
    const float zero[12] = {0};
    float got[12] = {1};
    release_all(&base, 1);
    EXPECT_BOOL(test_live_blocks() > 0, true, "the storage is there while a view looks at it");
    expect_references(column.storage, 1, "of a view whose parent was released");
    test_read(column.storage, 0, sizeof got, got);
    EXPECT_FLOATS(12, got, zero, "the elements after the parent was released");
    tl_tensor other = zeros(TL_F32, 2, L(3, 4)); /* takes the room of what was given back, if anything was */
    EXPECT_BOOL(other.storage != column.storage, true, "a new tensor has a storage of its own");
    expect_references(column.storage, 1, "of a view whose parent was released");
    release_all(&other, 1);
    release_all(&column, 1);
    expect_live(0, "after the view was released too");
}
END_TEST

START_TEST(tensor_view_first)
{
    tl_tensor base = zeros(TL_F32, 2, L(3, 4)), column = view_of(&base, layout_of(1, L(3), L(4), 1));
    release_all(&column, 1);
    expect_references(base.storage, 1, "after a view was released");
    EXPECT_BOOL(test_live_blocks() > 0, true, "the storage is there while its tensor looks at it");
    release_all(&base, 1);
    expect_live(0, "after every release");
}
END_TEST

/* A view of a view of a view ..., released from both ends and from the middle. */
START_TEST(tensor_deep_chain)
{
    enum { DEEP = 24 };
    tl_tensor chain[DEEP];
    chain[0] = zeros(TL_U8, 1, L(DEEP));
    for (int i = 1; i < DEEP; i++)
        chain[i] = view_of(&chain[i - 1], layout_of(1, L(DEEP - i), L(1), i));
    expect_references(chain[0].storage, DEEP, "of a chain of views");
    for (int i = 0; i < DEEP - 1; i++)
        release_all(&chain[i * 7 % (DEEP - 1)], 1);
    expect_references(chain[DEEP - 1].storage, 1, "when only the last of a chain is left");
    release_all(&chain[DEEP - 1], 1);
    expect_live(0, "after every release");
}
END_TEST

START_TEST(tensor_release_twice)
{
    tl_tensor base = zeros(TL_U8, 1, L(4)), view = view_of(&base, row(1, L(4)));
    tl_layout four = row(1, L(4));
    release_all(&view, 1);
    EXPECT_STATUS(tl_tensor_release(&view), TL_ERR_RELEASED, "tl_tensor_release again");
    expect_references(base.storage, 1, "after a release that was refused");
    NO_TENSOR(tl_tensor_view(&view, &four, &made), TL_ERR_RELEASED);
    release_all(&base, 1);
    EXPECT_STATUS(tl_tensor_release(&base), TL_ERR_RELEASED, "tl_tensor_release of the last, again");
    expect_live(0, "after every release");
}
END_TEST

START_TEST(tensor_view_refusals)
{
    tl_tensor base = zeros(TL_U8, 1, L(4));
    tl_layout four = row(1, L(4)), nine = bad_rank(9), minus = bad_rank(-1), negative = layout_of(1, L(-1), L(1), 0);
    NO_TENSOR(tl_tensor_view(NULL, &four, &made), TL_ERR_NULL);
    NO_TENSOR(tl_tensor_view(&base, NULL, &made), TL_ERR_NULL);
    EXPECT_STATUS(tl_tensor_view(&base, &four, NULL), TL_ERR_NULL, "tl_tensor_view, view NULL");
    NO_TENSOR(tl_tensor_view(&base, &nine, &made), TL_ERR_RANK);
    NO_TENSOR(tl_tensor_view(&base, &minus, &made), TL_ERR_RANK);
    NO_TENSOR(tl_tensor_view(&base, &negative, &made), TL_ERR_SHAPE);
    EXPECT_STATUS(tl_tensor_release(NULL), TL_ERR_NULL, "tl_tensor_release(NULL)");
    expect_references(base.storage, 1, "after views that were refused");
    release_all(&base, 1);
    expect_live(0, "after every release");
}
END_TEST

/* ---- 2.12  Get, set, fill ---- */

/* A dense i32 tensor of a small shape whose elements are 0, 1, 2, ... */
static tl_tensor counted(int ndim, const int64_t shape[])
{
    tl_tensor made = zeros(TL_I32, ndim, shape);
    int64_t n = test_storage(made.storage).bytes / 4;
    tl_tensor flat = made; /* looked at by this function only: no reference */
    flat.layout = row(1, L(n));
    for (int32_t i = 1; i < n; i++)
        EXPECT_OK(tl_set(&flat, 1, L(i), &i), "tl_set at %d", i);
    return made;
}

/* The first n elements of an i32 tensor's storage. */
static void expect_cells(const tl_tensor *tensor, int n, const int64_t want[], const char *when)
{
    int32_t cells[64];
    int64_t got[64];
    test_read(tensor->storage, 0, n * 4, cells);
    for (int i = 0; i < n; i++)
        got[i] = cells[i];
    EXPECT_LIST(n, got, want, "the storage %s", when);
}

static void expect_get(const tl_tensor *tensor, int ndim, const int64_t index[], int32_t want)
{
    int32_t got[3] = {-7, -7, -7};
    EXPECT_OK(tl_get(tensor, ndim, index, &got[1]), "tl_get at %s", list(ndim, index));
    EXPECT_INT(got[1], want, "tl_get at %s", list(ndim, index));
    EXPECT_BOOL(got[0] == -7 && got[2] == -7, true, "tl_get at %s: no more than one element is written",
                list(ndim, index));
}

START_TEST(get_through_views)
{
    tl_tensor base = counted(2, L(3, 4));
    tl_tensor turned = view_of(&base, layout_of(2, L(4, 3), L(1, 4), 0)),
              second = view_of(&base, layout_of(2, L(1, 4), L(4, 1), 4));
    tl_tensor down = view_of(&base, layout_of(1, L(6), L(-2), 11)),
              rows = view_of(&base, layout_of(2, L(5, 4), L(0, 1), 8));
    tl_tensor point = view_of(&base, scalar(7));
    expect_get(&base, 2, L(0, 0), 0);
    expect_get(&base, 2, L(2, 3), 11);
    expect_get(&base, 2, L(1, 2), 6);
    expect_get(&turned, 2, L(2, 1), 6);
    expect_get(&turned, 2, L(3, 0), 3);
    expect_get(&second, 2, L(0, 2), 6);
    expect_get(&down, 1, L(0), 11);
    expect_get(&down, 1, L(5), 1);
    expect_get(&rows, 2, L(4, 1), 9); /* overlap is no hindrance to reading */
    expect_get(&point, 0, NULL, 7);
    expect_version(&base, 11, "after 11 writes and any number of reads");
    tl_tensor all[] = {base, turned, second, down, rows, point};
    release_all(all, 6);
    expect_live(0, "after every release");
}
END_TEST

START_TEST(set_through_views)
{
    tl_tensor base = counted(2, L(2, 3)), first = view_of(&base, layout_of(2, L(1, 3), L(3, 1), 0));
    tl_tensor turned = view_of(&base, layout_of(2, L(3, 2), L(1, 3), 0)), point = view_of(&base, scalar(4));
    int32_t value = 99;
    expect_version(&base, 5, "after five writes and three views");
    EXPECT_OK(tl_set(&first, 2, L(0, 1), &value), "tl_set at [0, 1] of a row slice");
    expect_get(&base, 2, L(0, 1), 99);
    expect_version(&base, 6, "after a write through a view");
    value = 55;
    EXPECT_OK(tl_set(&turned, 2, L(2, 1), &value), "tl_set at [2, 1] of the transpose");
    value = 44;
    EXPECT_OK(tl_set(&point, 0, NULL, &value), "tl_set, rank 0");
    expect_cells(&base, 6, L(0, 99, 2, 3, 44, 55), "after writes through views");
    expect_version(&turned, 8, "after three writes through views");
    tl_tensor all[] = {base, first, turned, point};
    release_all(all, 4);
    expect_live(0, "after every release");
}
END_TEST

/* One counter for all who look at a storage. */
START_TEST(version_is_shared)
{
    tl_tensor base = zeros(TL_I32, 1, L(4)), left = view_of(&base, layout_of(1, L(2), L(1), 0)); /* K4 */
    tl_tensor right = view_of(&base, layout_of(1, L(2), L(1), 2));
    int32_t one = 1;
    EXPECT_OK(tl_fill(&left, &one), "tl_fill of the left half");
    expect_version(&base, 1, "after a write through the left half"); /* K3 */
    expect_version(&left, 1, "after a write through the left half");
    expect_version(&right, 1, "after a write through the left half");
    EXPECT_OK(tl_fill(&right, &one), "tl_fill of the right half");
    EXPECT_OK(tl_set(&base, 1, L(0), &one), "tl_set");
    expect_version(&left, 3, "after a write through each of three tensors"); /* the same value: a write all the same */
    tl_tensor all[] = {base, left, right};
    release_all(all, 3);
}
END_TEST

START_TEST(fill_views)
{
    tl_tensor base = counted(2, L(3, 4)), column = view_of(&base, layout_of(2, L(3, 2), L(4, 2), 1));
    tl_tensor down = view_of(&base, layout_of(1, L(3), L(-1), 2)),
              none = view_of(&base, layout_of(2, L(0, 3), L(4, 1), 3));
    tl_tensor point = view_of(&base, scalar(4)), one = view_of(&base, layout_of(2, L(1, 2), L(0, 2), 8));
    const int32_t values[] = {-1, -2, -3, -4, -5};
    EXPECT_OK(tl_fill(&column, &values[0]), "tl_fill of every other column");
    expect_cells(&base, 12, L(0, -1, 2, -1, 4, -1, 6, -1, 8, -1, 10, -1), "after tl_fill of every other column");
    expect_version(&base, 12, "after 11 writes and a fill"); /* one, however many elements */
    EXPECT_OK(tl_fill(&down, &values[1]), "tl_fill, a negative stride");
    EXPECT_OK(tl_fill(&point, &values[2]), "tl_fill, rank 0");
    EXPECT_OK(tl_fill(&one, &values[3]), "tl_fill, a stride of 0 on an axis of size 1");
    expect_cells(&base, 12, L(-2, -2, -2, -1, -3, -1, 6, -1, -4, -1, -4, -1), "after four fills");
    EXPECT_OK(tl_fill(&none, &values[4]), "tl_fill without elements");
    expect_cells(&base, 12, L(-2, -2, -2, -1, -3, -1, 6, -1, -4, -1, -4, -1), "after a fill of nothing");
    expect_version(&base, 16, "after 11 writes and five fills");
    tl_tensor all[] = {base, column, down, none, point, one};
    release_all(all, 6);
    expect_live(0, "after every release");
}
END_TEST

/* Every dtype, bit for bit. */
START_TEST(set_every_dtype)
{
    static const unsigned char bits[8] = {0x01, 0x23, 0x45, 0x67, 0x89, 0xAB, 0xCD, 0xEF};
    static const unsigned char nan[8] = {0x01, 0x23, 0x81, 0x7F,
                                         0x89, 0xAB, 0xF7, 0x7F}; /* a signalling NaN as f32, and as f64 */
    for (tl_dtype dtype = 0; dtype < TL_DTYPE_COUNT; dtype++) {
        const unsigned char *value = dtype == TL_F32 || dtype == TL_F64 ? nan : bits;
        int itemsize = tl_dtype_describe(dtype).itemsize;
        tl_tensor base = zeros(dtype, 1, L(3));
        unsigned char cells[24], got[10];
        EXPECT_OK(tl_set(&base, 1, L(1), value), "tl_set, %s", dtype_name(dtype));
        test_read(base.storage, 0, 3 * itemsize, cells);
        for (int i = 0; i < 3 * itemsize; i++)
            EXPECT_INT(cells[i], i / itemsize == 1 ? value[i % itemsize] : 0, "tl_set, %s: byte %d of the storage",
                       dtype_name(dtype), i);
        memset(got, 0x5A, sizeof got);
        EXPECT_OK(tl_get(&base, 1, L(1), got + 1), "tl_get, %s", dtype_name(dtype));
        for (int i = -1; i <= itemsize; i++)
            EXPECT_INT(got[i + 1], i < 0 || i == itemsize ? 0x5A : value[i], "tl_get, %s: byte %d", dtype_name(dtype),
                       i);
        EXPECT_OK(tl_fill(&base, value), "tl_fill, %s", dtype_name(dtype));
        test_read(base.storage, 0, 3 * itemsize, cells);
        for (int i = 0; i < 3 * itemsize; i++)
            EXPECT_INT(cells[i], value[i % itemsize], "tl_fill, %s: byte %d of the storage", dtype_name(dtype), i);
        release_all(&base, 1);
    }
    expect_live(0, "after every release");
}
END_TEST

static void expect_no_access(const tl_tensor *tensor, int ndim, const int64_t index[], tl_status want)
{
    int32_t value = -7;
    EXPECT_STATUS(tl_get(tensor, ndim, index, &value), want, "tl_get, %d indices", ndim);
    EXPECT_INT(value, -7, "tl_get: the result on failure");
    EXPECT_STATUS(tl_set(tensor, ndim, index, &value), want, "tl_set, %d indices", ndim);
}

START_TEST(access_outside)
{
    tl_tensor base = counted(2, L(2, 3)), none = view_of(&base, layout_of(2, L(0, 3), L(3, 1), 0)),
              point = view_of(&base, scalar(2));
    tl_tensor part =
        view_of(&base, layout_of(1, L(2), L(1), 1)); /* the storage goes on on both sides, the view does not */
    expect_no_access(&part, 1, L(2), TL_ERR_INDEX);
    expect_no_access(&part, 1, L(-1), TL_ERR_INDEX);
    expect_no_access(&base, 2, L(2, 0), TL_ERR_INDEX);
    expect_no_access(&base, 2, L(0, 3), TL_ERR_INDEX);
    expect_no_access(&base, 2, L(-1, 0), TL_ERR_INDEX); /* does not count from the end */
    expect_no_access(&base, 2, L(1, -1), TL_ERR_INDEX);
    expect_no_access(&base, 2, L(INT64_MAX, INT64_MIN), TL_ERR_INDEX);
    expect_no_access(&none, 2, L(0, 0), TL_ERR_INDEX);
    expect_no_access(&base, 1, L(0), TL_ERR_RANK);       /* one missing, */
    expect_no_access(&base, 3, L(0, 0, 0), TL_ERR_RANK); /* one too many */
    expect_no_access(&base, 0, NULL, TL_ERR_RANK);
    expect_no_access(&point, 1, L(0), TL_ERR_RANK);
    expect_cells(&base, 6, L(0, 1, 2, 3, 4, 5), "after writes that were refused");
    expect_version(&base, 5, "after writes that were refused");
    tl_tensor all[] = {base, none, point, part};
    release_all(all, 4);
}
END_TEST

/* Several indices share an element: read it, but do not write. */
START_TEST(write_overlap)
{
    tl_tensor base = counted(1, L(6));
    const tl_layout overlapping[] = {
        layout_of(2, L(2, 3), L(0, 1), 0),  layout_of(2, L(2, 3), L(2, 1), 0) /* G9 */, layout_of(1, L(4), L(0), 2),
        layout_of(2, L(2, 2), L(1, -1), 3), layout_of(3, L(1, 3, 2), L(9, 1, 0), 0),
    };
    int32_t value = 50, got = -7;
    for (size_t i = 0; i < sizeof overlapping / sizeof *overlapping; i++) {
        tl_tensor view = view_of(&base, overlapping[i]);
        int64_t zero[3] = {0, 0, 0};
        EXPECT_STATUS(tl_set(&view, view.layout.ndim, zero, &value), TL_ERR_OVERLAP, "tl_set, %s",
                      shown(&overlapping[i]));
        EXPECT_STATUS(tl_fill(&view, &value), TL_ERR_OVERLAP, "tl_fill, %s", shown(&overlapping[i]));
        EXPECT_OK(tl_get(&view, view.layout.ndim, zero, &got), "tl_get, %s", shown(&overlapping[i]));
        EXPECT_INT(got, (int32_t)overlapping[i].offset, "tl_get, %s", shown(&overlapping[i]));
        release_all(&view, 1);
    }
    expect_cells(&base, 6, L(0, 1, 2, 3, 4, 5), "after writes that were refused");
    expect_version(&base, 5, "after writes that were refused");
    tl_tensor still = view_of(&base, layout_of(2, L(1, 3), L(0, 2), 1)),
              none = view_of(&base, layout_of(2, L(3, 0), L(0, 0), 1));
    EXPECT_OK(tl_fill(&still, &value), "tl_fill, a stride of 0 on an axis of size 1");
    EXPECT_OK(tl_fill(&none, &value), "tl_fill, strides of 0 without elements");
    expect_cells(&base, 6, L(0, 50, 2, 50, 4, 50), "after a fill");
    tl_tensor all[] = {base, still, none};
    release_all(all, 3);
}
END_TEST

START_TEST(access_refusals)
{
    tl_tensor base = zeros(TL_I32, 1, L(3)), gone = view_of(&base, row(1, L(3)));
    int32_t value = -7;
    release_all(&gone, 1);
    expect_no_access(&gone, 1, L(0), TL_ERR_RELEASED);
    EXPECT_STATUS(tl_fill(&gone, &value), TL_ERR_RELEASED, "tl_fill of a released tensor");
    expect_no_access(NULL, 1, L(0), TL_ERR_NULL);
    expect_no_access(&base, 1, NULL, TL_ERR_NULL);
    EXPECT_STATUS(tl_get(&base, 1, L(0), NULL), TL_ERR_NULL, "tl_get, element NULL");
    EXPECT_STATUS(tl_set(&base, 1, L(0), NULL), TL_ERR_NULL, "tl_set, element NULL");
    EXPECT_STATUS(tl_fill(&base, NULL), TL_ERR_NULL, "tl_fill, element NULL");
    EXPECT_STATUS(tl_fill(NULL, &value), TL_ERR_NULL, "tl_fill, tensor NULL");
    expect_cells(&base, 3, L(0, 0, 0), "after writes that were refused");
    expect_version(&base, 0, "after writes that were refused");
    release_all(&base, 1);
    expect_live(0, "after every release");
}
END_TEST

/* ---- 2.13  From one dtype to another ---- */

/* One element, as the bytes it has. */
typedef union element {
    unsigned char bytes[8];
    unsigned char u8;
    int32_t i32;
    int64_t i64;
    float f32;
    double f64;
} element;

static const char *element_text(tl_dtype dtype, const element *e)
{
    switch (dtype) {
    case TL_I32: return text("%" PRId32, e->i32);
    case TL_I64: return text("%" PRId64, e->i64);
    case TL_F32: return text("%.9g", (double)e->f32);
    case TL_F64: return text("%.17g", e->f64);
    default: return text("%d", e->u8);
    }
}

/* Convert at addresses that no element is aligned to, and look at the bytes on both sides. */
static void expect_converted(tl_dtype from, element value, tl_dtype to, element want)
{
    unsigned char source[9], result[10];
    int size = tl_dtype_describe(to).itemsize;
    memcpy(source + 1, value.bytes, 8);
    memset(result, 0x5A, sizeof result);
    EXPECT_OK(tl_convert(from, source + 1, to, result + 1), "%s %s to %s", dtype_name(from), element_text(from, &value),
              dtype_name(to));
    element got = {{0}};
    memcpy(got.bytes, result + 1, (size_t)size);
    bool right = memcmp(got.bytes, want.bytes, (size_t)size) == 0;
    if (to == TL_F32)
        right = right || (isnan(got.f32) && isnan(want.f32)); /* any NaN */
    if (to == TL_F64)
        right = right || (isnan(got.f64) && isnan(want.f64));
    if (!right && !expect_muted)
        expect_failed(element_text(to, &got), element_text(to, &want),
                      text("%s %s to %s", dtype_name(from), element_text(from, &value), dtype_name(to)));
    EXPECT_BOOL(expect_muted || (result[0] == 0x5A && result[1 + size] == 0x5A), true,
                "%s to %s: no more than one element is written", dtype_name(from), dtype_name(to));
}

#define B(n) ((element){.u8 = (n)})
#define U8(n) ((element){.u8 = (n)})
#define I32(n) ((element){.i32 = (n)})
#define I64(n) ((element){.i64 = (n)})
#define F32(x) ((element){.f32 = (x)})
#define F64(x) ((element){.f64 = (x)})

/* A floating value, and what it becomes as each dtype. */
static const struct floating_row {
    double value;
    unsigned char to_bool, to_u8;
    int32_t to_i32;
    int64_t to_i64;
} floating_rows[] = {
    {0.0, 0, 0, 0, 0},
    {-0.0, 0, 0, 0, 0},
    {2.5, 1, 2, 2, 2},
    {-2.5, 1, 0, -2, -2}, /* cut off, not rounded down */
    {0.5, 1, 0, 0, 0},
    {-0.75, 1, 0, 0, 0},
    {255.0, 1, 255, 255, 255},
    {255.75, 1, 255, 255, 255},
    {256.0, 1, 255, 256, 256},
    {300.5, 1, 255, 300, 300}, /* K2 */
    {-1.0, 1, 0, -1, -1},
    {-300.5, 1, 0, -300, -300},
    {0x1p31, 1, 255, INT32_MAX, INT64_C(2147483648)},
    {-0x1p31, 1, 0, INT32_MIN, INT32_MIN},
    {-0x1p32, 1, 0, INT32_MIN, -INT64_C(4294967296)},
    {0x1p32, 1, 255, INT32_MAX, INT64_C(4294967296)}, /* 0 when cut down to 32 bits */
    {0x1p62, 1, 255, INT32_MAX, TWO_TO(62)},
    {0x1p63, 1, 255, INT32_MAX, INT64_MAX},
    {-0x1p63, 1, 0, INT32_MIN, INT64_MIN},
    {0x1p64, 1, 255, INT32_MAX, INT64_MAX},
    {-0x1p64, 1, 0, INT32_MIN, INT64_MIN},
    {0x1p127, 1, 255, INT32_MAX, INT64_MAX},
    {-0x1p127, 1, 0, INT32_MIN, INT64_MIN},
    {(double)INFINITY, 1, 255, INT32_MAX, INT64_MAX},
    {-(double)INFINITY, 1, 0, INT32_MIN, INT64_MIN},
    {(double)NAN, 1, 0, 0, 0},
    {-(double)NAN, 1, 0, 0, 0},
    {0x1p-149, 1, 0, 0, 0}, /* the smallest float */
};
enum { FLOATING_ROWS = sizeof floating_rows / sizeof *floating_rows };

static void floating_case(int64_t number)
{
    const struct floating_row *r = &floating_rows[number];
    element as_f32 = F32((float)r->value), as_f64 = F64(r->value); /* each is exact */
    for (int wide = 0; wide < 2; wide++) {
        tl_dtype from = wide ? TL_F64 : TL_F32;
        element value = wide ? as_f64 : as_f32;
        expect_converted(from, value, TL_BOOL, B(r->to_bool));
        expect_converted(from, value, TL_U8, U8(r->to_u8));
        expect_converted(from, value, TL_I32, I32(r->to_i32));
        expect_converted(from, value, TL_I64, I64(r->to_i64));
        expect_converted(from, value, TL_F32, as_f32);
        expect_converted(from, value, TL_F64, as_f64);
    }
}
START_TEST(convert_floating)
{
    sweep(FLOATING_ROWS, floating_case);
}
END_TEST

static const int64_t whole_values[] = {0,
                                       1,
                                       -1,
                                       2,
                                       127,
                                       128,
                                       255,
                                       256,
                                       257,
                                       -255,
                                       -256,
                                       65536,
                                       16777216,
                                       INT32_MAX,
                                       INT32_MIN,
                                       INT32_MAX + INT64_C(1),
                                       INT32_MIN - INT64_C(1),
                                       TWO_TO(32),
                                       -TWO_TO(32),
                                       TWO_TO(53),
                                       TWO_TO(62),
                                       INT64_MIN};
enum { WHOLE_VALUES = sizeof whole_values / sizeof *whole_values };

static int64_t nearest_in(int64_t value, int64_t low, int64_t high)
{
    return value < low ? low : value > high ? high : value;
}

static void whole_case(int64_t number)
{
    int64_t v = whole_values[number];
    for (tl_dtype from = TL_U8; from <= TL_I64; from++) {
        if (from == TL_U8 && v != nearest_in(v, 0, 255))
            continue;
        if (from == TL_I32 && v != nearest_in(v, INT32_MIN, INT32_MAX))
            continue;
        element value = from == TL_U8 ? U8((unsigned char)v) : from == TL_I32 ? I32((int32_t)v) : I64(v);
        expect_converted(from, value, TL_BOOL, B(v == 0 ? 0 : 1));
        expect_converted(from, value, TL_U8, U8((unsigned char)nearest_in(v, 0, 255)));
        expect_converted(from, value, TL_I32, I32((int32_t)nearest_in(v, INT32_MIN, INT32_MAX)));
        expect_converted(from, value, TL_I64, I64(v));
        if (number != 13) { /* INT32_MAX is no float: below */
            expect_converted(from, value, TL_F32, F32((float)v));
            expect_converted(from, value, TL_F64, F64((double)v));
        }
    }
}
START_TEST(convert_whole)
{
    sweep(WHOLE_VALUES, whole_case);
}
END_TEST

/* Every byte, as u8 and as bool. */
static void byte_case(int64_t number)
{
    unsigned char byte = (unsigned char)number, one = number == 0 ? 0 : 1;
    expect_converted(TL_U8, U8(byte), TL_U8, U8(byte));
    expect_converted(TL_U8, U8(byte), TL_BOOL, B(one));
    expect_converted(TL_U8, U8(byte), TL_I32, I32(byte));
    expect_converted(TL_U8, U8(byte), TL_I64, I64(byte));
    expect_converted(TL_U8, U8(byte), TL_F32, F32(byte));
    expect_converted(TL_U8, U8(byte), TL_F64, F64(byte));
    if (byte > 1)
        return; /* a bool is 0 or 1 */
    expect_converted(TL_BOOL, B(byte), TL_BOOL, B(byte));
    expect_converted(TL_BOOL, B(byte), TL_U8, U8(byte));
    expect_converted(TL_BOOL, B(byte), TL_I32, I32(byte));
    expect_converted(TL_BOOL, B(byte), TL_I64, I64(byte));
    expect_converted(TL_BOOL, B(byte), TL_F32, F32(byte));
    expect_converted(TL_BOOL, B(byte), TL_F64, F64(byte));
}
START_TEST(convert_bytes)
{
    sweep(256, byte_case);
}
END_TEST

START_TEST(convert_rounding)
{
    /* floats are 2 apart from 2^24 on; halfway goes to the even one */
    expect_converted(TL_I32, I32(16777217), TL_F32, F32(16777216.0f));
    expect_converted(TL_I32, I32(16777219), TL_F32, F32(16777220.0f));
    expect_converted(TL_I32, I32(-16777217), TL_F32, F32(-16777216.0f));
    expect_converted(TL_I32, I32(INT32_MAX), TL_F32, F32(0x1p31f));
    expect_converted(TL_I32, I32(INT32_MAX), TL_F64, F64(2147483647.0));
    expect_converted(TL_I64, I64(INT32_MAX), TL_F32, F32(0x1p31f));
    expect_converted(TL_I64, I64(INT64_MAX), TL_F32, F32(0x1p63f));
    expect_converted(TL_I64, I64(INT64_MAX), TL_F64, F64(0x1p63));
    expect_converted(TL_I64, I64(TWO_TO(53) + 1), TL_F64, F64(9007199254740992.0));
    expect_converted(TL_I64, I64(TWO_TO(53) + 3), TL_F64, F64(9007199254740996.0));
    /* 2^54 + 2^30 + 1 is nearer to 2^54 + 2^31; by way of a double it would be a tie, and 2^54 */
    expect_converted(TL_I64, I64(TWO_TO(54) + TWO_TO(30) + 1), TL_F32, F32(0x1p54f + 0x1p31f));
    expect_converted(TL_F64, F64(0.1), TL_F32, F32(0.1f));
    expect_converted(TL_F64, F64(1e300), TL_F32, F32((float)INFINITY));
    expect_converted(TL_F64, F64(-1e300), TL_F32, F32((float)-INFINITY));
    expect_converted(TL_F64, F64(1e-300), TL_F32, F32(0.0f));
    expect_converted(TL_F64, F64(-1e-300), TL_F32, F32(-0.0f));
    expect_converted(TL_F64, F64(1e-300), TL_BOOL, B(1)); /* not 0, though it is as a float */
    expect_converted(TL_F64, F64(0x1.fffffefffffffp127), TL_F32,
                     F32(0x1.fffffep127f));                                      /* just below halfway to 2^128 */
    expect_converted(TL_F64, F64(0x1.ffffffp127), TL_F32, F32((float)INFINITY)); /* halfway */
    expect_converted(TL_F64, F64(2147483647.75), TL_I32, I32(INT32_MAX));
    expect_converted(TL_F64, F64(-2147483648.75), TL_I32, I32(INT32_MIN));
    expect_converted(TL_F64, F64(0x1.fffffffffffffp62), TL_I64,
                     I64(INT64_MAX - 1023)); /* the largest double below 2^63 */
}
END_TEST

START_TEST(convert_refusals)
{
    double value = 1.5, result = -7;
    EXPECT_STATUS(tl_convert(TL_DTYPE_COUNT, &value, TL_F64, &result), TL_ERR_DTYPE, "tl_convert from no dtype");
    EXPECT_STATUS(tl_convert((tl_dtype)-1, &value, TL_F64, &result), TL_ERR_DTYPE, "tl_convert from no dtype");
    EXPECT_STATUS(tl_convert(TL_F64, &value, TL_DTYPE_COUNT, &result), TL_ERR_DTYPE, "tl_convert to no dtype");
    EXPECT_STATUS(tl_convert(TL_F64, &value, (tl_dtype)77, &result), TL_ERR_DTYPE, "tl_convert to no dtype");
    EXPECT_STATUS(tl_convert(TL_F64, NULL, TL_F64, &result), TL_ERR_NULL, "tl_convert, value NULL");
    EXPECT_STATUS(tl_convert(TL_F64, &value, TL_F64, NULL), TL_ERR_NULL, "tl_convert, result NULL");
    EXPECT_BOOL(result == -7, true, "tl_convert: the result on failure");
}
END_TEST

/* ---- 2.14  Copy, clone, contiguous ---- */

/* A look at a storage through another layout, for the tests' own calls: it holds no reference, so it is not released. */
static tl_tensor look(const tl_tensor *tensor, tl_layout layout)
{
    return (tl_tensor){tensor->storage, layout, tensor->dtype};
}

START_TEST(copy_layouts)
{
    tl_tensor source = counted(2, L(2, 3)), target = zeros(TL_I32, 1, L(12));
    tl_tensor spread = look(&target, layout_of(2, L(2, 3), L(6, 2), 0)),
              turned = look(&source, layout_of(2, L(3, 2), L(1, 3), 0));
    EXPECT_OK(tl_copy(&source, &spread), "tl_copy to every other element");
    expect_cells(&target, 12, L(0, 0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0), "after tl_copy to every other element");
    expect_version(&target, 1, "of the target after tl_copy");
    expect_version(&source, 5, "of the source after tl_copy");
    tl_tensor down = look(&target, layout_of(2, L(3, 2), L(-2, -1), 11));
    EXPECT_OK(tl_copy(&turned, &down),
              "tl_copy of the transpose, to negative strides"); /* 0 3 / 1 4 / 2 5 from 11 downwards */
    expect_cells(&target, 12, L(0, 0, 1, 0, 2, 0, 5, 2, 4, 1, 3, 0),
                 "after tl_copy of the transpose, to negative strides");
    tl_tensor rows = look(&source, layout_of(2, L(2, 3), L(0, 1), 1)),
              front = look(&target, layout_of(2, L(2, 3), L(3, 1), 0));
    EXPECT_OK(tl_copy(&rows, &front), "tl_copy of a source whose rows are one");
    expect_cells(&target, 12, L(1, 2, 3, 1, 2, 3, 5, 2, 4, 1, 3, 0), "after tl_copy of a source whose rows are one");
    tl_tensor point = look(&source, scalar(5)), cell = look(&target, scalar(0));
    EXPECT_OK(tl_copy(&point, &cell), "tl_copy, rank 0");
    tl_tensor nothing = look(&source, layout_of(2, L(0, 3), L(3, 1), 0)),
              nowhere = look(&target, layout_of(2, L(0, 3), L(3, 1), 4));
    EXPECT_OK(tl_copy(&nothing, &nowhere), "tl_copy without elements");
    expect_cells(&target, 12, L(5, 2, 3, 1, 2, 3, 5, 2, 4, 1, 3, 0), "after tl_copy of one element, and of none");
    expect_version(&target, 5, "of the target after five copies");
    release_all(&source, 1);
    release_all(&target, 1);
    expect_live(0, "after every release");
}
END_TEST

START_TEST(copy_converts)
{
    static const double values[] = {2.5, NAN, 300.5, -1.0};
    static const unsigned char bools[] = {1, 1, 1, 1}, bytes[] = {2, 0, 255, 0};
    tl_tensor source = zeros(TL_F64, 1, L(4)), as_bool = zeros(TL_BOOL, 1, L(4)), as_u8 = zeros(TL_U8, 1, L(4));
    tl_tensor as_f32 = zeros(TL_F32, 1, L(4)), down = look(&as_u8, layout_of(1, L(4), L(-1), 3));
    unsigned char got[4];
    float floats[4], want[] = {-1, 255, 0, 2}; /* from u8, the other way round */
    for (int64_t i = 0; i < 4; i++)
        EXPECT_OK(tl_set(&source, 1, L(i), &values[i]), "tl_set, f64");
    EXPECT_OK(tl_copy(&source, &as_bool), "tl_copy, f64 to bool");
    test_read(as_bool.storage, 0, 4, got);
    for (int i = 0; i < 4; i++)
        EXPECT_INT(got[i], bools[i], "tl_copy, f64 %g to bool", values[i]);
    EXPECT_OK(tl_copy(&source, &as_u8), "tl_copy, f64 to u8");
    test_read(as_u8.storage, 0, 4, got);
    for (int i = 0; i < 4; i++)
        EXPECT_INT(got[i], bytes[i], "tl_copy, f64 %g to u8", values[i]);
    EXPECT_OK(tl_copy(&down, &as_f32), "tl_copy, u8 to f32");
    test_read(as_f32.storage, 0, 16, floats);
    want[0] = 0;
    EXPECT_FLOATS(4, floats, want, "tl_copy, u8 to f32, the other way round");
    tl_tensor all[] = {source, as_bool, as_u8, as_f32};
    release_all(all, 4);
    expect_live(0, "after every release");
}
END_TEST

/* t[0], t[1], ... are 0, 1, ... before each. */
static void expect_shift(tl_tensor *t, const tl_tensor *saved, tl_layout from, tl_layout to, const int64_t want[])
{
    tl_tensor source = look(t, from), target = look(t, to);
    int n = (int)t->layout.shape[0];
    EXPECT_OK(tl_copy(saved, t), "tl_copy from another storage");
    int64_t version = test_storage(t->storage).version, live = test_live_blocks();
    EXPECT_OK(tl_copy(&source, &target), "tl_copy within a storage, from %s, to %s", shown(&from), shown(&to));
    expect_cells(t, n, want, text("after tl_copy from %s, to %s", shown(&from), shown(&to)));
    expect_version(t, version + 1, "after tl_copy within a storage");
    expect_live(live, "after tl_copy within a storage");
}
static tl_layout run_of(int64_t length, int64_t stride, int64_t offset)
{
    return layout_of(1, &length, &stride, offset);
}

START_TEST(copy_overlapping)
{
    tl_tensor saved = counted(1, L(12)), t = zeros(TL_I32, 1, L(12)), four = look(&saved, row(1, L(4)));
    tl_tensor small = zeros(TL_I32, 1, L(4));
    expect_shift(&small, &four, run_of(3, 1, 0), run_of(3, 1, 1), L(0, 0, 1, 2));  /* t[1:4] = t[0:3] */
    expect_shift(&small, &four, run_of(3, 1, 1), run_of(3, 1, 0), L(1, 2, 3, 3));  /* t[0:3] = t[1:4] */
    expect_shift(&small, &four, run_of(4, 1, 0), run_of(4, -1, 3), L(3, 2, 1, 0)); /* F7 */
    expect_shift(&small, &four, run_of(2, 2, 0), run_of(2, 2, 1), L(0, 0, 2, 2));  /* odd = even */
    expect_shift(&small, &four, run_of(4, 1, 0), run_of(4, 1, 0), L(0, 1, 2, 3));  /* itself */
    expect_shift(&small, &four, run_of(4, 0, 2), run_of(4, 1, 0),
                 L(2, 2, 2, 2)); /* one element to all, itself included */
    expect_shift(&small, &four, layout_of(2, L(2, 2), L(1, 2), 0), row(2, L(2, 2)),
                 L(0, 2, 1, 3)); /* E16, F9: its own transpose */
    expect_shift(&t, &saved, run_of(5, 1, 0), run_of(5, 2, 0), L(0, 1, 1, 3, 2, 5, 3, 7, 4, 9, 10, 11)); /* F1 */
    expect_shift(&t, &saved, run_of(5, 2, 0), run_of(5, 1, 0), L(0, 2, 4, 6, 8, 5, 6, 7, 8, 9, 10, 11));
    expect_shift(&t, &saved, run_of(6, -1, 8), run_of(6, -2, 11), L(0, 3, 2, 4, 4, 5, 6, 6, 8, 7, 10, 8)); /* F3 */
    expect_shift(&t, &saved, run_of(11, 1, 0), run_of(11, 1, 1), L(0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10));  /* F5 */
    expect_shift(&t, &saved, run_of(11, 1, 1), run_of(11, 1, 0), L(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 11));
    expect_shift(&t, &saved, layout_of(2, L(3, 4), L(1, 3), 0), row(2, L(3, 4)),
                 L(0, 3, 6, 9, 1, 4, 7, 10, 2, 5, 8, 11));
    expect_shift(&t, &saved, layout_of(2, L(3, 3), L(4, 1), 0),
                 layout_of(2, L(3, 3), L(4, 1), 1), /* each row moved right by one */
                 L(0, 0, 1, 2, 4, 4, 5, 6, 8, 8, 9, 10));
    expect_shift(&t, &saved, layout_of(2, L(2, 4), L(4, 1), 0),
                 layout_of(2, L(2, 4), L(4, 1), 4), /* rows moved down by one */
                 L(0, 1, 2, 3, 0, 1, 2, 3, 4, 5, 6, 7));
    tl_tensor all[] = {saved, t, small};
    release_all(all, 3);
    expect_live(0, "after every release");
}
END_TEST

/* Runs of four within eight elements: any two strides of -2 to 2 but 0, in every other place. */
START_TEST(copy_overlapping_runs)
{
    tl_tensor saved = counted(1, L(8)), t = zeros(TL_I32, 1, L(8));
    static const int64_t strides[] = {1, 2, -1, -2};
    for (int i = 0; i < 32; i++) {
        int64_t from_stride = strides[i % 4], to_stride = strides[i / 4 % 4], from = i / 16, to = 1 - i / 16, want[8];
        from += from_stride > 0 ? 0 : -3 * from_stride;
        to += to_stride > 0 ? 0 : -3 * to_stride;
        for (int64_t n = 0; n < 8; n++)
            want[n] = n;
        for (int64_t n = 0; n < 4; n++)
            want[to + n * to_stride] = from + n * from_stride; /* element k holds k */
        expect_shift(&t, &saved, run_of(4, from_stride, from), run_of(4, to_stride, to), want);
    }
    release_all(&saved, 1);
    release_all(&t, 1);
    expect_live(0, "after every release");
}
END_TEST

/* When the source has to be set aside and there is no memory for it, nothing is written. */
START_TEST(copy_no_memory)
{
    tl_tensor t = counted(1, L(4)), source = look(&t, run_of(3, 1, 0)), target = look(&t, run_of(3, 1, 1));
    int64_t live = test_live_blocks();
    tl_status status = TL_ERR_MEMORY;
    for (int64_t nth = 1; nth < 9 && status != TL_OK; nth++) {
        test_fail_at(nth);
        status = tl_copy(&source, &target);
        test_fail_at(0);
        if (status != TL_OK) {
            EXPECT_STATUS(status, TL_ERR_MEMORY, "tl_copy, allocation %" PRId64 " fails", nth);
            expect_cells(&t, 4, L(0, 1, 2, 3), "after tl_copy without memory");
            expect_version(&t, 3, "after tl_copy without memory");
        }
        expect_live(live, "after an allocation failed");
    }
    EXPECT_OK(status, "tl_copy, with memory enough");
    expect_cells(&t, 4, L(0, 0, 1, 2), "after tl_copy, with memory enough");
    release_all(&t, 1);
    expect_live(0, "after every release");
}
END_TEST

START_TEST(copy_refusals)
{
    tl_tensor a = counted(2, L(2, 3)), b = counted(1, L(6)), gone = view_of(&a, row(2, L(2, 3)));
    tl_tensor vector = look(&a, row(1, L(6))), thin = look(&a, row(3, L(1, 2, 3))),
              column = look(&a, layout_of(2, L(2, 1), L(3, 1), 0));
    tl_tensor rows = look(&b, layout_of(2, L(2, 3), L(0, 1), 0)), bent = look(&b, layout_of(2, L(2, 3), L(2, 1), 0));
    release_all(&gone, 1);
    EXPECT_STATUS(tl_copy(&vector, &a), TL_ERR_BROADCAST, "tl_copy of [6] to [2, 3]");     /* E7 */
    EXPECT_STATUS(tl_copy(&thin, &a), TL_ERR_BROADCAST, "tl_copy of [1, 2, 3] to [2, 3]"); /* E8 */
    EXPECT_STATUS(tl_copy(&column, &a), TL_ERR_BROADCAST,
                  "tl_copy of [2, 1] to [2, 3]"); /* the shapes are equal, or it is refused */
    EXPECT_STATUS(tl_copy(&a, &rows), TL_ERR_OVERLAP, "tl_copy to an expanded target"); /* E9 */
    EXPECT_STATUS(tl_copy(&a, &bent), TL_ERR_OVERLAP, "tl_copy to a target of strides [2, 1]");
    EXPECT_STATUS(tl_copy(&gone, &a), TL_ERR_RELEASED, "tl_copy of a released tensor");
    EXPECT_STATUS(tl_copy(&a, &gone), TL_ERR_RELEASED, "tl_copy to a released tensor");
    EXPECT_STATUS(tl_copy(NULL, &a), TL_ERR_NULL, "tl_copy, source NULL");
    EXPECT_STATUS(tl_copy(&a, NULL), TL_ERR_NULL, "tl_copy, target NULL");
    expect_cells(&a, 6, L(0, 1, 2, 3, 4, 5), "after copies that were refused");
    expect_cells(&b, 6, L(0, 1, 2, 3, 4, 5), "after copies that were refused");
    expect_version(&a, 5, "after copies that were refused");
    expect_version(&b, 5, "after copies that were refused");
    release_all(&a, 1);
    release_all(&b, 1);
    expect_live(0, "after every release");
}
END_TEST

/* A dense copy of its own, of what a view of 0, 1, 2, ... shows. */
static void expect_dense_copy(const tl_tensor *copy, const tl_layout *shape, const tl_layout *of, const char *call)
{
    static oracle seen;
    oracle_walk(&seen, of);
    tl_layout want = row(shape->ndim, shape->shape);
    EXPECT_SAME(same_view, copy->layout, want, "%s of %s", call, shown(of));
    EXPECT_INT(copy->dtype, TL_I32, "%s of %s: dtype", call, shown(of));
    tl_storage storage = test_storage(copy->storage);
    EXPECT_INT(storage.bytes, 4 * seen.count, "%s of %s: bytes", call,
               shown(of)); /* those it shows, not those of its base */
    EXPECT_INT(storage.references, 1, "%s of %s: references", call, shown(of));
    if (seen.count <= 64 && seen.count > 0)
        expect_cells(copy, (int)seen.count, seen.offset, text("of %s of %s", call, shown(of)));
}

START_TEST(clone_layouts)
{
    tl_tensor base = counted(1, L(24));
    const tl_layout layouts[] = {
        row(1, L(24)),
        layout_of(2, L(3, 2), L(1, 3), 0),
        layout_of(2, L(2, 3), L(0, 1), 4),
        layout_of(1, L(5), L(-2), 20),
        scalar(7),
        layout_of(2, L(0, 3), L(3, 1), 5),
        layout_of(3, L(4, 2, 3), L(1, 12, 4), 0),
        layout_of(2, L(2, 3), L(2, 1), 1),
        layout_of(1, L(2), L(1), 22),
        layout_of(3, L(2, 1, 2), L(7, 99, -3), 9),
    };
    for (size_t i = 0; i < sizeof layouts / sizeof *layouts; i++) {
        tl_tensor view = look(&base, layouts[i]), clone = unset_tensor();
        EXPECT_OK(tl_clone(&view, &clone), "tl_clone of %s", shown(&layouts[i]));
        EXPECT_BOOL(clone.storage != base.storage, true, "tl_clone: a storage of its own");
        expect_dense_copy(&clone, &layouts[i], &layouts[i], "tl_clone");
        release_all(&clone, 1);
    }
    expect_references(base.storage, 1, "of the source after clones");
    expect_version(&base, 23, "of the source after clones");
    release_all(&base, 1);
    expect_live(0, "after every release");
}
END_TEST

/* Layouts of NumPy's chains, made smaller by a change of their base: those that reach no further than 24 elements. */
static int chain_layouts(tl_layout layouts[], int most)
{
    int count = 0;
    for (int i = 11; i < numpy_chain_count && count < most; i += 37) {
        static chain_step s;
        const char *at = numpy_chains[i];
        tl_layout layout = read_layout(&at);
        while (*at != '\0') {
            at = read_step(at, &s);
            layout = s.after;
        }
        static oracle all;
        oracle_walk(&all, &layout);
        if (all.count > 3 && all.count <= 48 && layout.ndim > 1 && all.lowest >= 0 && all.highest < 24)
            layouts[count++] = layout;
    }
    return count;
}

START_TEST(clone_chains)
{
    enum { MOST = 60 };
    tl_layout layouts[MOST];
    int n = chain_layouts(layouts, MOST);
    tl_tensor base = counted(1, L(24));
    for (int i = 0; i < n; i++) {
        tl_tensor view = look(&base, layouts[i]), clone = unset_tensor();
        EXPECT_OK(tl_clone(&view, &clone), "tl_clone of %s", shown(&layouts[i]));
        expect_dense_copy(&clone, &layouts[i], &layouts[i], "tl_clone");
        release_all(&clone, 1);
    }
    release_all(&base, 1);
    expect_live(0, "after every release");
}
END_TEST

START_TEST(clone_stands_alone)
{
    tl_tensor base = counted(1, L(4)), view = view_of(&base, layout_of(1, L(2), L(2), 1)), clone = unset_tensor();
    int32_t value = 99;
    release_all(&base, 1);
    EXPECT_OK(tl_clone(&view, &clone), "tl_clone of a view whose parent was released");
    EXPECT_OK(tl_set(&clone, 1, L(0), &value), "tl_set on a clone");
    expect_cells(&view, 4, L(0, 1, 2, 3), "of the source after a write to the clone");
    expect_version(&view, 3, "of the source after a write to the clone");
    release_all(&view, 1);
    expect_cells(&clone, 2, L(99, 3), "of the clone after its source was released");
    release_all(&clone, 1);
    expect_live(0, "after every release");
    for (tl_dtype dtype = 0; dtype < TL_DTYPE_COUNT; dtype++) { /* any dtype, bit for bit where it is a number */
        const element one = dtype == TL_F32   ? F32(1.5f)
                            : dtype == TL_F64 ? F64(-1e300)
                            : dtype == TL_I64 ? I64(INT64_MAX)
                                              : I32(1);
        element got = {{0}};
        tl_tensor two = zeros(dtype, 1, L(2));
        int itemsize = tl_dtype_describe(dtype).itemsize;
        EXPECT_OK(tl_set(&two, 1, L(1), &one), "tl_set, %s", dtype_name(dtype));
        EXPECT_OK(tl_clone(&two, &clone), "tl_clone, %s", dtype_name(dtype));
        EXPECT_INT(clone.dtype, dtype, "tl_clone, %s: dtype", dtype_name(dtype));
        test_read(clone.storage, itemsize, itemsize, &got);
        EXPECT_BOOL(memcmp(&got, &one, (size_t)itemsize) == 0, true, "tl_clone, %s: the value", dtype_name(dtype));
        release_all(&two, 1);
        release_all(&clone, 1);
    }
    expect_live(0, "after every release");
}
END_TEST

START_TEST(clone_refusals)
{
    tl_tensor base = counted(1, L(4)), down = look(&base, run_of(4, -1, 3)), gone = view_of(&base, row(1, L(4)));
    int64_t live = test_live_blocks();
    release_all(&gone, 1);
    EACH_ALLOCATION_FAILS(tl_clone(&down, &made), live);
    EACH_ALLOCATION_FAILS(tl_to_contiguous(&down, &made), live);
    NO_TENSOR(tl_clone(&gone, &made), TL_ERR_RELEASED);
    NO_TENSOR(tl_to_contiguous(&gone, &made), TL_ERR_RELEASED);
    NO_TENSOR(tl_clone(NULL, &made), TL_ERR_NULL);
    NO_TENSOR(tl_to_contiguous(NULL, &made), TL_ERR_NULL);
    EXPECT_STATUS(tl_clone(&base, NULL), TL_ERR_NULL, "tl_clone, clone NULL");
    EXPECT_STATUS(tl_to_contiguous(&base, NULL), TL_ERR_NULL, "tl_to_contiguous, result NULL");
    EXPECT_STATUS(tl_to_contiguous(&down, NULL), TL_ERR_NULL, "tl_to_contiguous, result NULL");
    expect_references(base.storage, 1, "of the source after refusals");
    expect_live(live, "after refusals");
    release_all(&base, 1);
    expect_live(0, "after every release");
}
END_TEST

START_TEST(contiguous_alias)
{
    tl_tensor base = counted(1, L(24));
    const tl_layout contiguous[] = {
        row(2, L(4, 6)),
        layout_of(1, L(3), L(1), 3), /* at an offset */
        layout_of(3, L(2, 1, 3), L(3, 3, 1), 0),
        layout_of(3, L(4, 1, 3), L(3, 50, 1), 0),      /* A1 */
        layout_of(1, L(1), L(3), 3),                   /* A3 */
        layout_of(1, L(1), L(0), 0),                   /* A4 */
        layout_of(2, L(1, 20), L(16384, 1), 0),        /* A7 */
        layout_of(4, L(1, 1, 4, 5), L(0, 0, 5, 1), 2), /* A8 */
        layout_of(3, L(0, 2, 2), L(6, 3, 1), 0),       /* A12 */
        layout_of(2, L(3, 0), L(1, 3), 9),
        scalar(23),
    };
    int64_t allocations = test_allocations();
    for (size_t i = 0; i < sizeof contiguous / sizeof *contiguous; i++) {
        tl_tensor view = look(&base, contiguous[i]), result = unset_tensor();
        EXPECT_OK(tl_to_contiguous(&view, &result), "tl_to_contiguous of %s", shown(&contiguous[i]));
        EXPECT_BOOL(result.storage == base.storage, true, "tl_to_contiguous of %s: the same storage",
                    shown(&contiguous[i]));
        EXPECT_SAME(same_view, result.layout, contiguous[i], "tl_to_contiguous of %s", shown(&contiguous[i]));
        expect_references(base.storage, 2, "after tl_to_contiguous gave an alias");
        release_all(&result, 1);
    }
    EXPECT_INT(test_allocations() - allocations, 0, "allocations for aliases");
    expect_version(&base, 23, "after aliases were made");
    release_all(&base, 1);
    expect_live(0, "after every release");
}
END_TEST

START_TEST(contiguous_clone)
{
    tl_tensor base = counted(1, L(24));
    const tl_layout loose[] = {
        layout_of(1, L(3), L(2), 0),  /* A5 */
        layout_of(1, L(4), L(-1), 9), /* A18: dense, but turned round */
        layout_of(2, L(3, 2), L(1, 3), 0), layout_of(2, L(2, 3), L(0, 1), 0),
        layout_of(2, L(2, 3), L(4, 1), 1), layout_of(4, L(1, 3, 2, 2), L(12, 1, 6, 3), 0), /* A19 */
    };
    for (size_t i = 0; i < sizeof loose / sizeof *loose; i++) {
        tl_tensor view = look(&base, loose[i]), result = unset_tensor();
        EXPECT_OK(tl_to_contiguous(&view, &result), "tl_to_contiguous of %s", shown(&loose[i]));
        EXPECT_BOOL(result.storage != base.storage, true, "tl_to_contiguous of %s: a storage of its own",
                    shown(&loose[i]));
        expect_dense_copy(&result, &loose[i], &loose[i], "tl_to_contiguous");
        release_all(&result, 1);
    }
    expect_references(base.storage, 1, "of the source after clones");
    release_all(&base, 1);
    expect_live(0, "after every release");
}
END_TEST

/* ---- 2.15  Reshape ---- */

/* Reshape a look at 0, 1, 2, ..., and say whether that must be a view. */
static void expect_reshape(const tl_tensor *base, tl_layout layout, int ndim, const int64_t sizes[],
                           const tl_layout *view, const int64_t shape[])
{
    tl_tensor tensor = look(base, layout), result = unset_tensor();
    int64_t allocations = test_allocations(), references = test_storage(base->storage).references;
    bool copied = view != NULL; /* the other one */
    tl_layout want = row(ndim, shape);
    EXPECT_OK(tl_reshape(&tensor, ndim, sizes, &copied, &result), "tl_reshape of %s to %s", shown(&layout),
              list(ndim, sizes));
    EXPECT_BOOL(copied, view == NULL, "tl_reshape of %s to %s: copied", shown(&layout), list(ndim, sizes));
    EXPECT_BOOL(result.storage == base->storage, view != NULL, "tl_reshape of %s to %s: the same storage",
                shown(&layout), list(ndim, sizes));
    if (view != NULL) {
        EXPECT_SAME(same_view, result.layout, *view, "tl_reshape of %s to %s", shown(&layout), list(ndim, sizes));
        EXPECT_INT(result.dtype, tensor.dtype, "tl_reshape of %s to %s: dtype", shown(&layout), list(ndim, sizes));
        EXPECT_INT(test_allocations() - allocations, 0, "tl_reshape of %s to %s: allocations", shown(&layout),
                   list(ndim, sizes));
        expect_references(base->storage, references + 1, "after tl_reshape gave a view");
    } else {
        expect_dense_copy(&result, &want, &layout, "tl_reshape");
        expect_references(base->storage, references, "of the source after tl_reshape gave a copy");
    }
    release_all(&result, 1);
}

START_TEST(reshape_copies)
{
    tl_tensor base = counted(1, L(24));
    tl_layout turned = layout_of(2, L(3, 2), L(1, 3), 0); /* 0 3 1 4 2 5, not 0 1 2 3 4 5 */
    expect_reshape(&base, turned, 1, L(6), NULL, L(6));
    expect_reshape(&base, turned, 1, L(-1), NULL, L(6));
    expect_reshape(&base, turned, 2, L(2, 3), NULL, L(2, 3));
    expect_reshape(&base, layout_of(2, L(2, 3), L(1, 2), 0), 1, L(6), NULL, L(6)); /* C8 */
    expect_reshape(&base, layout_of(2, L(2, 3), L(0, 1), 1), 1, L(6), NULL, L(6));
    expect_reshape(&base, layout_of(2, L(2, 2), L(7, 2), 3), 3, L(1, -1, 1), NULL, L(1, 4, 1));
    expect_reshape(&base, layout_of(3, L(3, 2, 4), L(4, 12, 1), 0), 2, L(6, 4), NULL, L(6, 4));
    expect_version(&base, 23, "of the source after copies");
    release_all(&base, 1);
    expect_live(0, "after every release");
}
END_TEST

START_TEST(reshape_views)
{
    tl_tensor base = counted(1, L(24));
    tl_layout six = row(1, L(6)), split = layout_of(4, L(3, 2, 2, 2), L(4, 12, 2, 1), 0),
              square = layout_of(2, L(2, 2), L(1, 2), 0);
    tl_layout taken = layout_of(2, L(1, 1), L(0, 0), 2), down = layout_of(2, L(2, 3), L(-6, -2), 22),
              point = layout_of(2, L(1, 1), L(0, 0), 9);
    tl_layout none = layout_of(2, L(3, 0), L(1, 1), 4);
    expect_reshape(&base, row(2, L(2, 3)), 1, L(6), &six, L(6));
    expect_reshape(&base, layout_of(3, L(3, 2, 4), L(4, 12, 1), 0), 4, L(3, 2, 2, 2), &split, L(3, 2, 2, 2));
    expect_reshape(&base, square, 2, L(2, 2), &square, L(2, 2));                       /* C7 */
    expect_reshape(&base, layout_of(1, L(1), L(10), 2), 2, L(1, -1), &taken, L(1, 1)); /* C9 */
    expect_reshape(&base, layout_of(1, L(6), L(-2), 22), 2, L(2, 3), &down, L(2, 3));
    expect_reshape(&base, scalar(9), 2, L(1, 1), &point, L(1, 1));
    expect_reshape(&base, layout_of(2, L(0, 3), L(3, 1), 4), 2, L(3, 0), &none, L(3, 0));
    expect_version(&base, 23, "after views");
    release_all(&base, 1);
    expect_live(0, "after every release");
}
END_TEST

/* Layouts of NumPy's chains, made flat and made two: a view exactly when some strides show the same. */
START_TEST(reshape_chains)
{
    enum { MOST = 44 };
    tl_layout layouts[MOST];
    int n = chain_layouts(layouts, MOST);
    tl_tensor base = counted(1, L(24));
    for (int i = 0; i < n; i++) {
        static oracle all;
        oracle_walk(&all, &layouts[i]);
        tl_layout view = i % 2 == 0 || all.count % 2 != 0 ? row(1, L(all.count)) : row(2, L(2, all.count / 2));
        int64_t shape[2] = {view.shape[0], view.shape[1]};
        tl_status status = strides_by_trial(&layouts[i], &view);
        expect_reshape(&base, layouts[i], view.ndim, shape, status == TL_OK ? &view : NULL, shape);
    }
    release_all(&base, 1);
    expect_live(0, "after every release");
}
END_TEST

START_TEST(reshape_refusals)
{
    tl_tensor base = counted(1, L(6)), gone = view_of(&base, row(1, L(6))),
              turned = look(&base, layout_of(2, L(3, 2), L(1, 3), 0));
    tl_tensor none = look(&base, row(2, L(0, 3)));
    int64_t live = test_live_blocks();
    bool copied = true;
    release_all(&gone, 1);
    EACH_ALLOCATION_FAILS(tl_reshape(&turned, 1, L(6), &copied, &made), live);
    copied = true;
    NO_TENSOR(tl_reshape(&base, 1, L(5), &copied, &made), TL_ERR_NUMEL);
    NO_TENSOR(tl_reshape(&turned, 2, L(3, 3), &copied, &made), TL_ERR_NUMEL);
    NO_TENSOR(tl_reshape(&base, 2, L(-1, -1), &copied, &made), TL_ERR_INFER);
    NO_TENSOR(tl_reshape(&turned, 2, L(4, -1), &copied, &made), TL_ERR_INFER);
    NO_TENSOR(tl_reshape(&none, 2, L(0, -1), &copied, &made), TL_ERR_INFER); /* C15 */
    NO_TENSOR(tl_reshape(&base, 2, L(-2, 3), &copied, &made), TL_ERR_SHAPE);
    NO_TENSOR(tl_reshape(&base, 9, L(1, 1, 1, 1, 1, 1, 1, 2, 3), &copied, &made), TL_ERR_RANK);
    NO_TENSOR(tl_reshape(&base, -1, L(6), &copied, &made), TL_ERR_RANK);
    NO_TENSOR(tl_reshape(&gone, 1, L(6), &copied, &made), TL_ERR_RELEASED);
    NO_TENSOR(tl_reshape(NULL, 1, L(6), &copied, &made), TL_ERR_NULL);
    NO_TENSOR(tl_reshape(&base, 1, NULL, &copied, &made), TL_ERR_NULL);
    EXPECT_BOOL(copied, true, "tl_reshape: copied on failure");
    NO_TENSOR(tl_reshape(&base, 1, L(6), NULL, &made), TL_ERR_NULL);
    NO_TENSOR(tl_reshape(&turned, 1, L(6), NULL, &made), TL_ERR_NULL);
    EXPECT_STATUS(tl_reshape(&base, 1, L(6), &copied, NULL), TL_ERR_NULL, "tl_reshape, result NULL");
    EXPECT_STATUS(tl_reshape(&turned, 1, L(6), &copied, NULL), TL_ERR_NULL, "tl_reshape, result NULL");
    EXPECT_BOOL(copied, true, "tl_reshape: copied on failure");
    expect_references(base.storage, 1, "of the source after refusals");
    expect_live(live, "after refusals");
    release_all(&base, 1);
    expect_live(0, "after every release");
}
END_TEST

/* ---- The suite ---- */

static void add_tests(void)
{
    add_test("2.1", "resolving: worked examples", resolve_examples);
    add_test("2.1", "resolving: negative steps", resolve_down);
    add_test("2.1", "resolving: an explicit bound of -1", resolve_minus_one);
    add_test("2.1", "resolving: every number is a bound, none means left out", resolve_no_sentinel);
    add_test("2.1", "resolving: the largest numbers", resolve_largest);
    add_test("2.1", "resolving: a step of 0, negative sizes, NULL", resolve_refusals);
    add_test("2.1", "resolving: every slice of sizes 0 to 6", resolve_small);
    add_test("2.1", "slicing: worked examples", slice_examples);
    add_test("2.1", "slicing: no index taken", slice_nothing);
    add_test("2.1", "slicing: a step of 0", slice_step_zero);
    add_test("2.1", "slicing: the largest numbers", slice_largest);
    add_test("2.1", "slicing: bad axes and layouts, NULL", slice_refusals);
    add_test("2.1", "slicing: every slice of sizes 0 to 6", slice_small);
    add_test("2.1", "slicing: steps of chains of operations", slice_chains);

    add_test("2.2", "select: worked examples", select_examples);
    add_test("2.2", "select: an index outside the axis", select_outside);
    add_test("2.2", "narrow: worked examples", narrow_examples);
    add_test("2.2", "narrow: a length of 0", narrow_nothing);
    add_test("2.2", "narrow: reaching outside the axis", narrow_outside);
    add_test("2.2", "every index, start and length of small axes", take_part_small);
    add_test("2.2", "bad axes and layouts, the largest numbers, NULL", take_part_refusals);
    add_test("2.2", "steps of chains of operations", select_chains);

    add_test("2.3", "worked examples", subscript_examples);
    add_test("2.3", "an ellipsis", subscript_ellipsis);
    add_test("2.3", "new axes", subscript_newaxis);
    add_test("2.3", "fewer items than axes", subscript_none);
    add_test("2.3", "what must be refused", subscript_refusals);
    add_test("2.3", "steps of chains of operations", subscript_chains);

    add_test("2.4", "worked examples", permute_examples);
    add_test("2.4", "T and mT of every rank", t_examples);
    add_test("2.4", "every list of three axes", permute_small);
    add_test("2.4", "bad axes and layouts, NULL", permute_refusals);
    add_test("2.4", "steps of chains of operations", permute_chains);

    add_test("2.5", "squeeze: worked examples", squeeze_examples);
    add_test("2.5", "unsqueeze: worked examples", unsqueeze_examples);
    add_test("2.5", "bad axes and layouts, the largest numbers, NULL", squeeze_refusals);
    add_test("2.5", "steps of chains of operations", squeeze_chains);

    add_test("2.6", "worked examples", expand_examples);
    add_test("2.6", "sizes of 0", expand_zero);
    add_test("2.6", "small layouts to small sizes", expand_small);
    add_test("2.6", "what must be refused", expand_refusals);
    add_test("2.6", "steps of chains of operations", expand_chains);

    add_test("2.7", "-1: worked examples", infer_examples);
    add_test("2.7", "-1: no elements", infer_zero);
    add_test("2.7", "-1: the largest numbers", infer_largest);
    add_test("2.7", "-1: bad ranks, negative sizes, NULL", infer_refusals);
    add_test("2.7", "-1: every small case", infer_small);
    add_test("2.7", "view: worked examples", view_examples);
    add_test("2.7", "view: of a transposed or padded layout", view_after_transpose);
    add_test("2.7", "view: strides of 0", view_expanded);
    add_test("2.7", "view: the same shape", view_same_shape);
    add_test("2.7", "view: no elements", view_empty);
    add_test("2.7", "view: what must be refused", view_refusals);
    add_test("2.7", "view: small layouts of any strides", view_small);
    add_test("2.7", "view: steps of chains of operations", view_chains);

    add_test("2.8", "flatten: worked examples", flatten_examples);
    add_test("2.8", "unflatten: worked examples", unflatten_examples);
    add_test("2.8", "what must be refused", flatten_refusals);
    add_test("2.8", "steps of chains of operations", flatten_chains);

    add_test("2.9", "worked examples", split_examples);
    add_test("2.9", "every small axis and every number", split_small);
    add_test("2.9", "the largest numbers", split_largest);
    add_test("2.9", "what must be refused", split_refusals);
    add_test("2.9", "steps of chains of operations", split_chains);

    add_test("2.10", "a new storage", storage_new);
    add_test("2.10", "no bytes", storage_empty);
    add_test("2.10", "counting references", storage_counts);
    add_test("2.10", "releasing twice", storage_release_twice);
    add_test("2.10", "no memory", storage_no_memory);
    add_test("2.10", "negative sizes, NULL", storage_refusals);
    add_test("2.10", "no allocator", storage_default);

    add_test("2.11", "a new tensor", tensor_new);
    add_test("2.11", "a new tensor: what must be refused, no memory", tensor_new_refusals);
    add_test("2.11", "views share one storage and one count", tensor_view_shares);
    add_test("2.11", "layouts inside the storage", tensor_view_inside);
    add_test("2.11", "layouts that reach outside the storage", tensor_view_outside);
    add_test("2.11", "layouts without elements", tensor_view_empty);
    add_test("2.11", "the tensor released before its view", tensor_parent_first);
    add_test("2.11", "the view released before its tensor", tensor_view_first);
    add_test("2.11", "a long chain of views", tensor_deep_chain);
    add_test("2.11", "releasing twice", tensor_release_twice);
    add_test("2.11", "bad layouts, NULL", tensor_view_refusals);

    add_test("2.12", "reading through views", get_through_views);
    add_test("2.12", "writing through views", set_through_views);
    add_test("2.12", "the version is the storage's", version_is_shared);
    add_test("2.12", "filling views", fill_views);
    add_test("2.12", "every dtype", set_every_dtype);
    add_test("2.12", "indices outside the shape, too few, too many", access_outside);
    add_test("2.12", "indices that share an element", write_overlap);
    add_test("2.12", "released tensors, NULL", access_refusals);

    add_test("2.13", "from floating numbers", convert_floating);
    add_test("2.13", "from whole numbers", convert_whole);
    add_test("2.13", "from every byte", convert_bytes);
    add_test("2.13", "rounding", convert_rounding);
    add_test("2.13", "unknown dtypes, NULL", convert_refusals);

    add_test("2.14", "copies between layouts", copy_layouts);
    add_test("2.14", "copies between dtypes", copy_converts);
    add_test("2.14", "copies within a storage", copy_overlapping);
    add_test("2.14", "copies within a storage: every direction", copy_overlapping_runs);
    add_test("2.14", "copies without memory", copy_no_memory);
    add_test("2.14", "copies that must be refused", copy_refusals);
    add_test("2.14", "clones of layouts", clone_layouts);
    add_test("2.14", "clones of layouts at the end of chains of operations", clone_chains);
    add_test("2.14", "a clone stands alone", clone_stands_alone);
    add_test("2.14", "clones without memory, of released tensors, NULL", clone_refusals);
    add_test("2.14", "contiguous tensors are not copied", contiguous_alias);
    add_test("2.14", "tensors that are not contiguous", contiguous_clone);

    add_test("2.15", "reshapes that need a copy", reshape_copies);
    add_test("2.15", "reshapes that are views", reshape_views);
    add_test("2.15", "reshapes of layouts at the end of chains of operations", reshape_chains);
    add_test("2.15", "what must be refused, no memory", reshape_refusals);
}

static const lab_task tasks[] = {
#define TASK(number, level, points, title, functions) {number, level, points, title, functions},
#include "02-views/tasks.def"
#undef TASK
};

const lab_suite hidden_views = {"02-views", tasks, sizeof tasks / sizeof *tasks, add_tests};
