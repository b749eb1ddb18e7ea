/* tl.h - the words that every lab shares: status, dtype, order, layout, checked arithmetic.
 *
 * A tensor lies in memory as one row of elements.  A layout says where in that row each index lives:
 *
 *     element [i, j]  is at  offset + i * strides[0] + j * strides[1]
 *
 *     shape [2, 3], strides [3, 1], offset 0          shape [2, 3], strides [1, 2], offset 0
 *
 *     offset   0    1    2    3    4    5             offset   0    1    2    3    4    5
 *            [0,0][0,1][0,2][1,0][1,1][1,2]                  [0,0][1,0][0,1][1,1][0,2][1,2]
 *
 * Strides and offsets are counted in elements.  A quantity in bytes has `_bytes` in its name.
 * Nothing here is taught by a lab: the labs' own functions are declared in the labs' headers.
 */
#ifndef TL_H
#define TL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Status: what a function that can fail returns ------------------------------------------------
 *
 * The result comes back through the last pointer arguments, and is left untouched unless TL_OK is returned.
 * When several things are wrong at once, any one of their statuses may be returned.
 */
#define TL_STATUS_LIST(X)                                                                  \
    X(TL_OK, "done")                                                                       \
    X(TL_ERR_TODO, "this function is not written yet")                                     \
    X(TL_ERR_NULL, "a pointer is NULL where data is needed")                               \
    X(TL_ERR_RANK, "the number of dimensions is outside 0 to 8, or not that of the layout") \
    X(TL_ERR_SHAPE, "a size is negative")                                                  \
    X(TL_ERR_ORDER, "the order is neither row-major nor column-major")                     \
    X(TL_ERR_DTYPE, "the dtype is unknown")                                                \
    X(TL_ERR_AXIS, "an axis does not exist, or is named twice")                            \
    X(TL_ERR_INDEX, "an index or a position is outside the shape")                         \
    X(TL_ERR_OFFSET, "no index lies at this offset")                                       \
    X(TL_ERR_BOUNDS, "the layout reaches outside its storage")                             \
    X(TL_ERR_OVERLAP, "two indices of the layout share one element")                       \
    X(TL_ERR_OVERFLOW, "a number does not fit its integer type")                           \
    X(TL_ERR_WORK, "the answer takes more work than is allowed")                           \
    X(TL_ERR_STEP, "the step of a slice is 0")                                             \
    X(TL_ERR_COPY, "no strides express this shape over the same elements; a copy is needed") \
    X(TL_ERR_NUMEL, "the sizes hold another number of elements")                           \
    X(TL_ERR_INFER, "a size of -1 cannot be inferred")                                     \
    X(TL_ERR_COUNT, "a count is less than 1")                                              \
    X(TL_ERR_BROADCAST, "the sizes of an axis differ, and it cannot be repeated")          \
    X(TL_ERR_MEMORY, "there is no memory left")                                            \
    X(TL_ERR_RELEASED, "the tensor or storage has been released")

typedef enum tl_status {
#define TL_STATUS_ENUM(name, sentence) name,
    TL_STATUS_LIST(TL_STATUS_ENUM)
#undef TL_STATUS_ENUM
    TL_STATUS_COUNT
} tl_status;

typedef struct tl_status_text {
    const char *name;     /* "TL_ERR_RANK" */
    const char *sentence; /* what it means, without a capital or a full stop */
} tl_status_text;

/* The name and the sentence of a status; never NULL, whatever its value. */
static inline tl_status_text tl_status_describe(tl_status status)
{
    static const tl_status_text texts[] = {
#define TL_STATUS_TEXT(name, sentence) {#name, sentence},
        TL_STATUS_LIST(TL_STATUS_TEXT)
#undef TL_STATUS_TEXT
        {"TL_ERR_UNKNOWN", "this status is not one of the library's"}};
    unsigned known = (unsigned)status < (unsigned)TL_STATUS_COUNT ? (unsigned)status : (unsigned)TL_STATUS_COUNT;
    return texts[known];
}

/* Leave the calling function with the status of `call` unless that is TL_OK. */
#define TL_TRY(call)                        \
    do {                                    \
        tl_status tl_try_status = (call);   \
        if (tl_try_status != TL_OK)         \
            return tl_try_status;           \
    } while (0)

/* ---- Dtype: what one element is -------------------------------------------------------------------- */

#define TL_DTYPE_LIST(X)  \
    X(TL_BOOL, "bool", 1) \
    X(TL_U8, "u8", 1)     \
    X(TL_I32, "i32", 4)   \
    X(TL_I64, "i64", 8)   \
    X(TL_F32, "f32", 4)   \
    X(TL_F64, "f64", 8)

typedef enum tl_dtype {
#define TL_DTYPE_ENUM(id, name, itemsize) id,
    TL_DTYPE_LIST(TL_DTYPE_ENUM)
#undef TL_DTYPE_ENUM
    TL_DTYPE_COUNT
} tl_dtype;

typedef struct tl_dtype_info {
    const char *name; /* "f32" */
    int itemsize;     /* bytes of one element */
} tl_dtype_info;

/* The name and itemsize of a dtype; {"unknown", 0} for a value that is not in the list. */
static inline tl_dtype_info tl_dtype_describe(tl_dtype dtype)
{
    static const tl_dtype_info infos[] = {
#define TL_DTYPE_INFO(id, name, itemsize) {name, itemsize},
        TL_DTYPE_LIST(TL_DTYPE_INFO)
#undef TL_DTYPE_INFO
        {"unknown", 0}};
    unsigned known = (unsigned)dtype < (unsigned)TL_DTYPE_COUNT ? (unsigned)dtype : (unsigned)TL_DTYPE_COUNT;
    return infos[known];
}

/* ---- Order: which axis runs fastest through memory -------------------------------------------------- */

typedef enum tl_order {
    TL_ROW_MAJOR, /* the last axis has stride 1: C, NumPy, PyTorch */
    TL_COL_MAJOR  /* the first axis has stride 1: Fortran, BLAS, MATLAB */
} tl_order;

/* ---- Layout: where each index lives ------------------------------------------------------------------ */

#define TL_MAX_NDIM 8

/* A plain value: copy it freely, it owns nothing.  Entries at ndim and beyond carry no meaning. */
typedef struct tl_layout {
    int ndim;                     /* number of dimensions, 0 to TL_MAX_NDIM; 0 is a single element */
    int64_t shape[TL_MAX_NDIM];   /* sizes, in elements; 0 is legal and means no element at all */
    int64_t strides[TL_MAX_NDIM]; /* elements from one index to the next along an axis; may be 0 or negative */
    int64_t offset;               /* element of the storage at which index [0, 0, ...] lives */
} tl_layout;

/* ---- Checked arithmetic: TL_ERR_OVERFLOW instead of a wrapped number --------------------------------- */

static inline tl_status tl_checked_add(int64_t a, int64_t b, int64_t *sum)
{
    int64_t result;
    if (__builtin_add_overflow(a, b, &result))
        return TL_ERR_OVERFLOW;
    *sum = result;
    return TL_OK;
}

static inline tl_status tl_checked_mul(int64_t a, int64_t b, int64_t *product)
{
    int64_t result;
    if (__builtin_mul_overflow(a, b, &result))
        return TL_ERR_OVERFLOW;
    *product = result;
    return TL_OK;
}

#ifdef __cplusplus
}
#endif
#endif
