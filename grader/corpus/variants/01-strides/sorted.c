/* sorted.c - lab 01 in yet another way: wide integers instead of checked ones, a list of the axes sorted by stride, and a plain
 * table of every element where the axes do not nest.
 *
 * A right submission must get every point whatever its manner; this one shows that the tests ask for results only.
 */
#include "strides.h"

#include <stdlib.h>

__extension__ typedef __int128 wide; /* holds any product of two int64_t */

static bool fits(wide number)
{
    return number >= INT64_MIN && number <= INT64_MAX;
}

/* A number that does not fit, brought near: sums of it still do not fit, and do not outgrow wide. */
static wide near(wide number)
{
    const wide far = (wide)1 << 70;
    return number > far ? far : number < -far ? -far : number;
}

/* Whether the shape is one, and in *zeros how many of its sizes are 0. */
static tl_status look_at(int ndim, const int64_t shape[], int *zeros)
{
    if (ndim < 0 || ndim > TL_MAX_NDIM)
        return TL_ERR_RANK;
    if (ndim > 0 && shape == NULL)
        return TL_ERR_NULL;
    *zeros = 0;
    for (int d = 0; d < ndim; d++) {
        if (shape[d] < 0)
            return TL_ERR_SHAPE;
        *zeros += shape[d] == 0;
    }
    return TL_OK;
}

static tl_status count(int ndim, const int64_t shape[], wide *numel)
{
    int zeros = 0;
    tl_status status = look_at(ndim, shape, &zeros);
    if (status != TL_OK)
        return status;
    *numel = zeros == 0;
    for (int d = 0; d < ndim; d++) {
        *numel *= shape[d];
        if (!fits(*numel))
            return TL_ERR_OVERFLOW;
    }
    return TL_OK;
}

tl_status tl_numel(int ndim, const int64_t shape[], int64_t *numel)
{
    wide n = 0;
    tl_status status = count(ndim, shape, &n);
    if (status == TL_OK && numel == NULL)
        status = TL_ERR_NULL;
    if (status == TL_OK)
        *numel = (int64_t)n;
    return status;
}

/* ---- Dense strides ---- */

/* The product of the sizes of all axes that stand in the sequence before the axis wanted. */
static wide product_before(const int64_t shape[], const int sequence[], int wanted)
{
    wide product = 1;
    for (int i = 0; sequence[i] != wanted && product <= INT64_MAX; i++)
        if (shape[sequence[i]] != 0)
            product *= shape[sequence[i]];
    return product;
}

static tl_status strides_in(int ndim, const int64_t shape[], const int sequence[], int64_t strides[])
{
    wide numel = 0;
    tl_status status = count(ndim, shape, &numel);
    if (status == TL_OK && ndim > 0 && strides == NULL)
        status = TL_ERR_NULL;
    for (int d = 0; status == TL_OK && d < ndim; d++)
        if (!fits(product_before(shape, sequence, d)))
            status = TL_ERR_OVERFLOW;
    for (int d = 0; status == TL_OK && d < ndim; d++)
        strides[d] = (int64_t)product_before(shape, sequence, d);
    return status;
}

tl_status tl_row_major_strides(int ndim, const int64_t shape[], int64_t strides[])
{
    int backwards[TL_MAX_NDIM] = {7, 6, 5, 4, 3, 2, 1, 0};
    return strides_in(ndim, shape, backwards + (ndim > 0 && ndim < 8 ? 8 - ndim : 0), strides);
}

tl_status tl_col_major_strides(int ndim, const int64_t shape[], int64_t strides[])
{
    int forwards[TL_MAX_NDIM] = {0, 1, 2, 3, 4, 5, 6, 7};
    return strides_in(ndim, shape, forwards, strides);
}

tl_status tl_access_strides(int ndim, const int64_t shape[], const int access[], int64_t strides[])
{
    wide numel = 0;
    tl_status status = count(ndim, shape, &numel);
    if (status != TL_OK)
        return status;
    if (ndim > 0 && access == NULL)
        return TL_ERR_NULL;
    for (int d = 0; d < ndim; d++) {
        int named = 0;
        for (int i = 0; i < ndim; i++)
            named += access[i] == d;
        if (named != 1)
            return TL_ERR_AXIS;
    }
    return strides_in(ndim, shape, access, strides);
}

/* ---- Layouts ---- */

typedef struct reach {
    bool empty;
    wide low, high; /* the same when there is no element */
} reach;

static tl_status measure(const tl_layout *layout, reach *r)
{
    int zeros = 0;
    if (layout == NULL)
        return TL_ERR_NULL;
    tl_status status = look_at(layout->ndim, layout->shape, &zeros);
    if (status != TL_OK)
        return status;
    r->empty = zeros > 0;
    r->low = r->high = layout->offset;
    for (int d = 0; !r->empty && d < layout->ndim; d++) {
        wide to_last = (wide)(layout->shape[d] - 1) * layout->strides[d];
        *(to_last < 0 ? &r->low : &r->high) += near(to_last);
    }
    return TL_OK;
}

/* The number of elements, or more than any table holds. */
enum { TABLE = 4096 };

static int64_t elements(const tl_layout *layout)
{
    int64_t n = 1;
    for (int d = 0; d < layout->ndim; d++)
        if (layout->shape[d] == 0)
            return 0;
    for (int d = 0; d < layout->ndim; d++)
        n = layout->shape[d] > TABLE / n ? TABLE + 1 : n * layout->shape[d];
    return n;
}

static tl_status hold(const tl_layout *layout, int64_t storage_numel)
{
    reach r;
    tl_status status = measure(layout, &r);
    if (status != TL_OK)
        return status;
    wide end = r.empty ? r.high : r.high + 1;
    return r.low < 0 || end > storage_numel ? TL_ERR_BOUNDS : TL_OK;
}

tl_status tl_layout_dense(int ndim, const int64_t shape[], tl_order order, tl_layout *layout)
{
    tl_layout made = {0};
    tl_status status = order == TL_ROW_MAJOR   ? tl_row_major_strides(ndim, shape, made.strides)
                       : order == TL_COL_MAJOR ? tl_col_major_strides(ndim, shape, made.strides)
                                               : TL_ERR_ORDER;
    if (status != TL_OK)
        return status;
    if (layout == NULL)
        return TL_ERR_NULL;
    made.ndim = ndim;
    while (ndim-- > 0)
        made.shape[ndim] = shape[ndim];
    *layout = made;
    return TL_OK;
}

tl_status tl_layout_strided(int ndim, const int64_t shape[], const int64_t strides[], int64_t offset,
                            int64_t storage_numel, tl_layout *layout)
{
    wide numel;
    tl_status status = count(ndim, shape, &numel);
    if (status != TL_OK)
        return status;
    if (layout == NULL || (strides == NULL && ndim > 0))
        return TL_ERR_NULL;
    tl_layout made = {.ndim = ndim, .offset = offset};
    for (int d = 0; d < ndim; d++)
        made.shape[d] = shape[d], made.strides[d] = strides[d];
    status = hold(&made, storage_numel);
    if (status == TL_OK)
        *layout = made;
    return status;
}

tl_status tl_offset_range(const tl_layout *layout, int64_t *lowest, int64_t *highest)
{
    reach r;
    tl_status status = measure(layout, &r);
    if (status != TL_OK)
        return status;
    if (lowest == NULL || highest == NULL)
        return TL_ERR_NULL;
    if (r.empty)
        r.high = r.low - 1;
    if (!fits(r.low) || !fits(r.high))
        return TL_ERR_OVERFLOW;
    *lowest = (int64_t)r.low;
    *highest = (int64_t)r.high;
    return TL_OK;
}

tl_status tl_storage_bytes(const tl_layout *layout, tl_dtype dtype, int64_t *bytes)
{
    reach r;
    tl_status status = measure(layout, &r);
    if (status != TL_OK)
        return status;
    if (bytes == NULL)
        return TL_ERR_NULL;
    if ((int)dtype < 0 || (int)dtype >= TL_DTYPE_COUNT)
        return TL_ERR_DTYPE;
    if (r.low < 0 && !r.empty)
        return TL_ERR_BOUNDS;
    wide total = r.empty ? 0 : (r.high + 1) * tl_dtype_describe(dtype).itemsize;
    if (!fits(total))
        return TL_ERR_OVERFLOW;
    *bytes = (int64_t)total;
    return TL_OK;
}

static bool in_shape(int ndim, const int64_t shape[], const int64_t index[])
{
    int good = 0;
    for (int d = 0; d < ndim; d++)
        good += 0 <= index[d] && index[d] < shape[d];
    return good == ndim;
}

static wide place_of(const tl_layout *layout, const int64_t index[])
{
    wide place = layout->offset;
    for (int d = layout->ndim; d-- > 0;)
        place += (wide)index[d] * layout->strides[d];
    return place;
}

tl_status tl_index_to_offset(const tl_layout *layout, int ndim, const int64_t index[], int64_t *offset)
{
    reach r;
    tl_status status = measure(layout, &r);
    if (status != TL_OK)
        return status;
    if (ndim != layout->ndim)
        return TL_ERR_RANK;
    if (offset == NULL || (index == NULL && ndim > 0))
        return TL_ERR_NULL;
    if (!in_shape(ndim, layout->shape, index))
        return TL_ERR_INDEX;
    for (int d = 0; d < ndim; d++)
        if (!fits((wide)index[d] * layout->strides[d]))
            return TL_ERR_OVERFLOW;
    wide place = place_of(layout, index);
    if (!fits(place))
        return TL_ERR_OVERFLOW;
    *offset = (int64_t)place;
    return TL_OK;
}

/* ---- From an offset to an index ---- */

typedef struct moving {
    int axis;
    int64_t size;
    wide step;
} moving;

static int by_step(const void *a, const void *b)
{
    wide x = ((const moving *)a)->step, y = ((const moving *)b)->step;
    return (x > y) - (x < y);
}

/* The axes longer than 1 by rising step; whether each step clears all that is inside it. */
static bool nests(const tl_layout *layout, moving axes[], int *count)
{
    wide inside = 0;
    bool clear = true;
    *count = 0;
    for (int d = 0; d < layout->ndim; d++)
        if (layout->shape[d] > 1) {
            wide stride = layout->strides[d];
            axes[(*count)++] = (moving){d, layout->shape[d], stride < 0 ? -stride : stride};
        }
    qsort(axes, (size_t)*count, sizeof axes[0], by_step);
    for (int i = 0; i < *count; i++) {
        clear = clear && axes[i].step > inside;
        inside += near((axes[i].size - 1) * axes[i].step);
    }
    return clear;
}

static int by_value(const void *a, const void *b)
{
    wide x = *(const wide *)a, y = *(const wide *)b;
    return (x > y) - (x < y);
}

static void unflatten(int ndim, const int64_t shape[], int64_t position, int64_t index[])
{
    while (ndim-- > 0) {
        index[ndim] = position % shape[ndim];
        position /= shape[ndim];
    }
}

tl_status tl_has_overlap(const tl_layout *layout, bool *overlap)
{
    reach r;
    moving axes[TL_MAX_NDIM];
    int moves;
    tl_status status = measure(layout, &r);
    if (status != TL_OK)
        return status;
    if (overlap == NULL)
        return TL_ERR_NULL;
    if (r.empty || nests(layout, axes, &moves)) {
        *overlap = false;
        return TL_OK;
    }
    if (axes[0].step == 0) {
        *overlap = true;
        return TL_OK;
    }
    int64_t numel = elements(layout);
    if (numel > TABLE)
        return TL_ERR_WORK;
    wide places[TABLE];
    for (int64_t p = 0; p < numel; p++) {
        int64_t index[TL_MAX_NDIM];
        unflatten(layout->ndim, layout->shape, p, index);
        places[p] = place_of(layout, index);
    }
    qsort(places, (size_t)numel, sizeof places[0], by_value);
    *overlap = false;
    for (int64_t p = 1; p < numel; p++)
        if (places[p] == places[p - 1])
            *overlap = true;
    return TL_OK;
}

tl_status tl_offset_to_index(const tl_layout *layout, int64_t offset, int64_t index[])
{
    reach r = {true, 0, 0};
    moving axes[TL_MAX_NDIM];
    bool overlap;
    int moves;
    tl_status status = tl_has_overlap(layout, &overlap);
    if (status != TL_OK)
        return status;
    if (index == NULL && layout->ndim > 0)
        return TL_ERR_NULL;
    if (overlap)
        return TL_ERR_OVERLAP;
    measure(layout, &r);
    if (r.empty)
        return TL_ERR_OFFSET;
    int64_t trial[TL_MAX_NDIM] = {0};
    if (nests(layout, axes, &moves)) {
        wide rest = offset - r.low;
        while (moves-- > 0) {
            wide i = rest / axes[moves].step;
            if (rest < 0 || i >= axes[moves].size)
                return TL_ERR_OFFSET;
            rest -= i * axes[moves].step;
            int d = axes[moves].axis;
            trial[d] = layout->strides[d] > 0 ? (int64_t)i : (int64_t)(axes[moves].size - 1 - i);
        }
    } else {
        for (int64_t p = 0; p < elements(layout); p++) {
            unflatten(layout->ndim, layout->shape, p, trial);
            if (place_of(layout, trial) == offset)
                break;
        }
    }
    if (place_of(layout, trial) != offset)
        return TL_ERR_OFFSET;
    for (int d = 0; d < layout->ndim; d++)
        index[d] = trial[d];
    return TL_OK;
}

/* ---- The odometer, by positions ---- */

tl_status tl_position_to_index(int ndim, const int64_t shape[], int64_t position, int64_t index[])
{
    wide numel = 0;
    tl_status status = count(ndim, shape, &numel);
    if (status != TL_OK)
        return status;
    if (index == NULL && ndim > 0)
        return TL_ERR_NULL;
    if (position < 0 || position >= numel)
        return TL_ERR_INDEX;
    unflatten(ndim, shape, position, index);
    return TL_OK;
}

tl_status tl_index_to_position(int ndim, const int64_t shape[], const int64_t index[], int64_t *position)
{
    int64_t strides[TL_MAX_NDIM], sum = 0;
    tl_status status = tl_row_major_strides(ndim, shape, strides);
    if (status != TL_OK)
        return status;
    if (position == NULL || (index == NULL && ndim > 0))
        return TL_ERR_NULL;
    if (!in_shape(ndim, shape, index))
        return TL_ERR_INDEX;
    for (int d = 0; d < ndim; d++)
        sum += index[d] * strides[d];
    *position = sum;
    return TL_OK;
}

tl_status tl_next_index(int ndim, const int64_t shape[], int64_t index[], bool *more)
{
    int64_t position, numel;
    tl_status status = tl_index_to_position(ndim, shape, index, &position);
    if (status == TL_OK)
        status = tl_numel(ndim, shape, &numel);
    if (status == TL_OK && more == NULL)
        status = TL_ERR_NULL;
    if (status != TL_OK)
        return status;
    *more = position + 1 < numel;
    return tl_position_to_index(ndim, shape, *more ? position + 1 : 0, index);
}

/* ---- Contiguity: put the right strides where they do not matter, and compare ---- */

tl_status tl_is_contiguous(const tl_layout *layout, tl_order order, bool *contiguous)
{
    reach r;
    tl_layout right;
    tl_status status = measure(layout, &r);
    if (status != TL_OK)
        return status;
    if (contiguous == NULL)
        return TL_ERR_NULL;
    if (order != TL_ROW_MAJOR && order != TL_COL_MAJOR)
        return TL_ERR_ORDER;
    int differ = 0;
    if (!r.empty) {
        status = tl_layout_dense(layout->ndim, layout->shape, order, &right);
        for (int d = 0; d < layout->ndim; d++)
            differ += layout->shape[d] > 1 && layout->strides[d] != right.strides[d];
    }
    if (status == TL_OK)
        *contiguous = differ == 0;
    return status;
}

tl_status tl_contiguity_of(const tl_layout *layout, tl_contiguity *contiguity)
{
    static const tl_contiguity table[2][2] = {{TL_CONTIGUOUS_NONE, TL_CONTIGUOUS_COL}, {TL_CONTIGUOUS_ROW, TL_CONTIGUOUS_BOTH}};
    bool order[2] = {false, false};
    for (int i = 0; i < 2; i++) {
        tl_status status = tl_is_contiguous(layout, i == 0 ? TL_ROW_MAJOR : TL_COL_MAJOR, &order[i]);
        if (status != TL_OK)
            return status;
    }
    if (contiguity == NULL)
        return TL_ERR_NULL;
    *contiguity = table[order[0]][order[1]];
    return TL_OK;
}

/* ---- Loading and dumping, by positions ---- */

tl_status tl_load(const tl_layout *layout, const float values[], int64_t storage_numel, float storage[])
{
    wide numel = 0;
    bool overlap;
    tl_status status = hold(layout, storage_numel);
    if (status == TL_OK)
        status = tl_has_overlap(layout, &overlap);
    if (status != TL_OK)
        return status;
    status = count(layout->ndim, layout->shape, &numel);
    if (status != TL_OK)
        return status;
    if (numel > 0 && (values == NULL || storage == NULL))
        return TL_ERR_NULL;
    if (overlap)
        return TL_ERR_OVERLAP;
    for (wide p = 0; p < numel; p++) {
        int64_t index[TL_MAX_NDIM];
        unflatten(layout->ndim, layout->shape, (int64_t)p, index);
        storage[(int64_t)place_of(layout, index)] = values[(int64_t)p];
    }
    return TL_OK;
}

tl_status tl_dump(const tl_layout *layout, int64_t storage_numel, const float storage[], float values[])
{
    wide numel = 0;
    tl_status status = hold(layout, storage_numel);
    if (status != TL_OK)
        return status;
    status = count(layout->ndim, layout->shape, &numel);
    if (status != TL_OK)
        return status;
    if (numel > 0 && (values == NULL || storage == NULL))
        return TL_ERR_NULL;
    for (wide p = 0; p < numel; p++) {
        int64_t index[TL_MAX_NDIM];
        unflatten(layout->ndim, layout->shape, (int64_t)p, index);
        values[(int64_t)p] = storage[(int64_t)place_of(layout, index)];
    }
    return TL_OK;
}

/* ---- The product ---- */

static bool narrow(int64_t number, int *small)
{
    *small = (int)(number & 0x7fffffff);
    return *small == number;
}

tl_status tl_matmul(tl_sgemm *sgemm, int64_t m, int64_t n, int64_t k, const float a[], int64_t lda, const float b[],
                    int64_t ldb, float c[], int64_t ldc)
{
    struct {
        int m, n, k, lda, ldb, ldc;
    } s;
    const float alpha = 1.0f, beta = 0.0f;
    if ((m < 0) + (n < 0) + (k < 0) > 0)
        return TL_ERR_SHAPE;
    int64_t least_a = k > 1 ? k : 1, least_bc = n > 1 ? n : 1;
    if (lda < least_a || ldb < least_bc || ldc < least_bc)
        return TL_ERR_BOUNDS;
    if (!narrow(m, &s.m) || !narrow(n, &s.n) || !narrow(k, &s.k) || !narrow(lda, &s.lda) || !narrow(ldb, &s.ldb) ||
        !narrow(ldc, &s.ldc))
        return TL_ERR_OVERFLOW;
    if (sgemm == NULL || (m * k > 0 && a == NULL) || (k * n > 0 && b == NULL) || (m * n > 0 && c == NULL))
        return TL_ERR_NULL;
    /* memory of a row-major X is memory of a column-major X transposed, and (A B) transposed is B' A' */
    if (m * n > 0)
        sgemm("N", "N", &s.n, &s.m, &s.k, &alpha, b, &s.ldb, a, &s.lda, &beta, c, &s.ldc);
    return TL_OK;
}
