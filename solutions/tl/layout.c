/* layout.c - a layout from the words of a command, and the commands strides, offset and index.
 *
 * The library decides; this file asks it, and says which value it was that the library refused.
 */
#include "cli.h"

#include <inttypes.h>
#include <limits.h>
#include <string.h>

/* ---- Refusals, with the value that caused them ---- */

static outcome refuse_shape(tl_status status, const number_list *shape, failure *fail)
{
    if (status == TL_ERR_RANK)
        return refused_by_library(fail, status, "the shape has %d sizes, at most %d", shape->count, TL_MAX_NDIM);
    if (status == TL_ERR_SHAPE)
        for (int axis = 0; axis < shape->count; axis++)
            if (shape->values[axis] < 0)
                return refused_by_library(fail, status, "size %" PRId64 " on axis %d, expected 0 or more",
                                          shape->values[axis], axis);
    text sizes = {0};
    text_add_list(&sizes, shape->count, shape->values);
    outcome result = refused_by_library(fail, status, "the sizes %s multiply to more than 64 bits hold", text_get(&sizes));
    text_free(&sizes);
    return result;
}

outcome refuse_layout(tl_status status, const tl_layout *layout, failure *fail)
{
    text detail = {0};
    text_add(&detail, "shape ");
    text_add_list(&detail, layout->ndim, layout->shape);
    text_add(&detail, ", strides ");
    text_add_list(&detail, layout->ndim, layout->strides);
    text_add(&detail, ", offset %" PRId64, layout->offset);
    outcome result = refused_by_library(fail, status, "%s", text_get(&detail));
    text_free(&detail);
    return result;
}

static outcome refuse_length(const char *what, int count, int ndim, failure *fail)
{
    return refused_by_library(fail, TL_ERR_RANK, "%s has %d %s, the shape has %d", what, count,
                              count == 1 ? "entry" : "entries", ndim);
}

static outcome refuse_access(tl_status status, const number_list *access, failure *fail)
{
    for (int i = 0; i < access->count; i++) {
        if (access->values[i] < 0 || access->values[i] >= access->count)
            return refused_by_library(fail, status, "--access names axis %" PRId64 ", expected 0 to %d", access->values[i],
                                      access->count - 1);
        for (int j = 0; j < i; j++)
            if (access->values[i] == access->values[j])
                return refused_by_library(fail, status, "--access names axis %" PRId64 " twice", access->values[i]);
    }
    return refused_by_library(fail, status, "--access has %d entries", access->count);
}

static outcome refuse_bounds(const tl_layout *layout, int64_t storage_numel, failure *fail)
{
    int64_t lowest, highest;
    tl_status status = tl_offset_range(layout, &lowest, &highest);
    if (status != TL_OK)
        return refuse_layout(status, layout, fail);
    if (highest < lowest)
        return refused_by_library(fail, TL_ERR_BOUNDS, "offset %" PRId64 ", expected 0 to %" PRId64, lowest, storage_numel);
    return refused_by_library(fail, TL_ERR_BOUNDS,
                              "offsets %" PRId64 " to %" PRId64 " are reached, a storage of %" PRId64 " elements", lowest,
                              highest, storage_numel);
}

/* ---- A layout from options ---- */

static outcome order_parse(const char *word, tl_order *order, failure *fail)
{
    if (strcmp(word, "row") == 0)
        *order = TL_ROW_MAJOR;
    else if (strcmp(word, "col") == 0)
        *order = TL_COL_MAJOR;
    else
        return misused(fail, "--order=%.60s is unknown (expected row or col)", word);
    return DONE;
}

/* Strides along the axes of --access, or in the order of --order, which is row-major when neither is given. */
static outcome dense_layout(const request *req, const number_list *shape, layout_spec *spec, failure *fail)
{
    tl_layout *layout = &spec->layout;
    tl_order order = TL_ROW_MAJOR;
    tl_status status;
    spec->dense = true;
    if (req->options[OPT_ACCESS] != NULL) {
        number_list access;
        outcome result = list_parse("--access", req->options[OPT_ACCESS], &access, fail);
        if (result != DONE)
            return result;
        if (access.count != layout->ndim)
            return refuse_length("--access", access.count, layout->ndim, fail);
        for (int i = 0; i < access.count; i++) {
            bool is_int = access.values[i] >= 0 && access.values[i] <= INT_MAX;
            spec->inner_to_outer[i] = is_int ? (int)access.values[i] : -1;
        }
        spec->order_name = "access order";
        status = tl_access_strides(layout->ndim, layout->shape, spec->inner_to_outer, layout->strides);
        if (status == TL_ERR_AXIS)
            return refuse_access(status, &access, fail);
    } else {
        outcome result = DONE;
        if (req->options[OPT_ORDER] != NULL)
            result = order_parse(req->options[OPT_ORDER], &order, fail);
        if (result != DONE)
            return result;
        for (int i = 0; i < layout->ndim; i++)
            spec->inner_to_outer[i] = order == TL_COL_MAJOR ? i : layout->ndim - 1 - i;
        spec->order_name = order == TL_COL_MAJOR ? "column-major" : "row-major";
        status = tl_layout_dense(layout->ndim, layout->shape, order, layout);
    }
    return status == TL_OK ? DONE : refuse_shape(status, shape, fail);
}

static outcome custom_layout(const request *req, layout_spec *spec, failure *fail)
{
    tl_layout *layout = &spec->layout;
    number_list strides;
    outcome result = list_parse("--strides", req->options[OPT_STRIDES], &strides, fail);
    if (result == DONE && req->options[OPT_OFFSET] != NULL)
        result = one_number_parse("--offset", req->options[OPT_OFFSET], &layout->offset, fail);
    if (result != DONE)
        return result;
    if (strides.count != layout->ndim)
        return refuse_length("--strides", strides.count, layout->ndim, fail);
    memcpy(layout->strides, strides.values, sizeof layout->strides);
    return DONE;
}

static outcome storage_check(const request *req, const tl_layout *layout, failure *fail)
{
    int64_t storage_numel;
    tl_layout same;
    outcome result = one_number_parse("--storage", req->options[OPT_STORAGE], &storage_numel, fail);
    if (result != DONE)
        return result;
    if (storage_numel < 0)
        return misused(fail, "--storage=%" PRId64 " is negative (expected a number of elements, 0 or more)", storage_numel);
    tl_status status =
        tl_layout_strided(layout->ndim, layout->shape, layout->strides, layout->offset, storage_numel, &same);
    if (status == TL_ERR_BOUNDS)
        return refuse_bounds(layout, storage_numel, fail);
    return status == TL_OK ? DONE : refuse_layout(status, layout, fail);
}

outcome layout_from_options(const request *req, const char *shape, layout_spec *spec, failure *fail)
{
    number_list sizes;
    int64_t numel;
    *spec = (layout_spec){0};
    outcome result = list_parse("SHAPE", shape, &sizes, fail);
    if (result != DONE)
        return result;
    tl_status status = tl_numel(sizes.count, sizes.values, &numel);
    if (status != TL_OK)
        return refuse_shape(status, &sizes, fail);
    spec->layout.ndim = sizes.count;
    memcpy(spec->layout.shape, sizes.values, sizeof sizes.values);
    if (req->options[OPT_STRIDES] != NULL)
        result = custom_layout(req, spec, fail);
    else
        result = dense_layout(req, &sizes, spec, fail);
    if (result == DONE && req->options[OPT_STORAGE] != NULL)
        result = storage_check(req, &spec->layout, fail);
    return result;
}

/* ---- tl strides ---- */

static outcome dtype_parse(const char *word, tl_dtype *dtype, failure *fail)
{
    for (int id = 0; id < TL_DTYPE_COUNT; id++)
        if (strcmp(word, tl_dtype_describe((tl_dtype)id).name) == 0) {
            *dtype = (tl_dtype)id;
            return DONE;
        }
    return misused(fail, "--dtype=%.60s is unknown (expected bool, u8, i32, i64, f32 or f64)", word);
}

static const char *contiguity_name(tl_contiguity contiguity)
{
    switch (contiguity) {
    case TL_CONTIGUOUS_ROW:
        return "row";
    case TL_CONTIGUOUS_COL:
        return "col";
    case TL_CONTIGUOUS_BOTH:
        return "both";
    case TL_CONTIGUOUS_NONE:
        break;
    }
    return "none";
}

outcome layout_put(const tl_layout *layout, report *rep, failure *fail)
{
    int64_t numel, lowest, highest;
    tl_contiguity contiguity;
    bool overlap = false;
    tl_status status = tl_numel(layout->ndim, layout->shape, &numel);
    if (status == TL_OK)
        status = tl_contiguity_of(layout, &contiguity);
    if (status == TL_OK)
        status = tl_offset_range(layout, &lowest, &highest);
    if (status != TL_OK)
        return refuse_layout(status, layout, fail);
    tl_status overlap_status = tl_has_overlap(layout, &overlap);
    if (overlap_status != TL_OK && overlap_status != TL_ERR_WORK)
        return refuse_layout(overlap_status, layout, fail);

    report_put(rep, "shape", json_list(layout->ndim, layout->shape));
    report_put(rep, "strides", json_list(layout->ndim, layout->strides));
    report_put(rep, "offset", json_integer(layout->offset));
    report_put(rep, "ndim", json_integer(layout->ndim));
    report_put(rep, "numel", json_integer(numel));
    report_put(rep, "contiguous", json_string(contiguity_name(contiguity)));
    report_put(rep, "overlap", overlap_status == TL_ERR_WORK ? json_string("unknown") : json_boolean(overlap));
    report_put(rep, "min_offset", json_integer(lowest));
    report_put(rep, "max_offset", json_integer(highest));
    rep->layout = *layout;
    return DONE;
}

outcome strides_run(const request *req, report *rep, failure *fail)
{
    layout_spec spec;
    tl_dtype dtype = TL_F32;
    const char *dtype_word = req->options[OPT_DTYPE];
    outcome result = layout_from_options(req, req->arguments[0], &spec, fail);
    if (result == DONE && dtype_word != NULL)
        result = dtype_parse(dtype_word, &dtype, fail);
    if (result == DONE)
        result = layout_put(&spec.layout, rep, fail);
    if (result != DONE)
        return result;
    if (dtype_word != NULL) {
        int64_t bytes, lowest, highest;
        tl_status status = tl_storage_bytes(&spec.layout, dtype, &bytes);
        if (status == TL_ERR_BOUNDS && tl_offset_range(&spec.layout, &lowest, &highest) == TL_OK)
            return refused_by_library(fail, status, "offset %" PRId64 " is reached, a storage starts at 0", lowest);
        if (status != TL_OK)
            return refuse_layout(status, &spec.layout, fail);
        report_put(rep, "bytes", json_integer(bytes));
    }
    if (rep->trace != NULL)
        trace_strides(rep, &spec, dtype_word, dtype_word != NULL ? tl_dtype_describe(dtype).itemsize : 0);
    return DONE;
}

/* ---- tl offset ---- */

static void put_mark(report *rep, const tl_layout *layout, const int64_t index[])
{
    rep->layout = *layout;
    rep->has_mark = true;
    memcpy(rep->mark, index, (size_t)layout->ndim * sizeof *index);
}

outcome offset_run(const request *req, report *rep, failure *fail)
{
    layout_spec spec;
    number_list index;
    int64_t offset;
    outcome result = layout_from_options(req, req->arguments[0], &spec, fail);
    if (result == DONE)
        result = list_parse("INDEX", req->arguments[1], &index, fail);
    if (result != DONE)
        return result;
    const tl_layout *layout = &spec.layout;
    tl_status status = tl_index_to_offset(layout, index.count, index.values, &offset);
    if (status == TL_ERR_RANK)
        return refuse_length("INDEX", index.count, layout->ndim, fail);
    if (status == TL_ERR_INDEX)
        for (int axis = 0; axis < layout->ndim; axis++)
            if (index.values[axis] < 0 || index.values[axis] >= layout->shape[axis])
                return refused_by_library(fail, status, "index %" PRId64 " on axis %d, size %" PRId64, index.values[axis],
                                          axis, layout->shape[axis]);
    if (status != TL_OK)
        return refuse_layout(status, layout, fail);
    report_put(rep, "offset", json_integer(offset));
    put_mark(rep, layout, index.values);
    if (rep->trace != NULL)
        trace_offset(rep, layout, index.values);
    return DONE;
}

/* ---- tl index ---- */

static outcome refuse_offset(const tl_layout *layout, int64_t offset, failure *fail)
{
    int64_t lowest, highest;
    tl_status status = tl_offset_range(layout, &lowest, &highest);
    if (status != TL_OK)
        return refuse_layout(status, layout, fail);
    if (highest < lowest)
        return refused_by_library(fail, TL_ERR_OFFSET, "offset %" PRId64 ", the layout has no element", offset);
    if (offset < lowest || offset > highest)
        return refused_by_library(fail, TL_ERR_OFFSET, "offset %" PRId64 ", expected %" PRId64 " to %" PRId64, offset, lowest,
                                  highest);
    return refused_by_library(fail, TL_ERR_OFFSET, "offset %" PRId64 " is in a gap between the elements", offset);
}

outcome index_run(const request *req, report *rep, failure *fail)
{
    layout_spec spec;
    int64_t offset, index[TL_MAX_NDIM];
    outcome result = layout_from_options(req, req->arguments[0], &spec, fail);
    if (result == DONE)
        result = one_number_parse("OFFSET", req->arguments[1], &offset, fail);
    if (result != DONE)
        return result;
    const tl_layout *layout = &spec.layout;
    tl_status status = tl_offset_to_index(layout, offset, index);
    if (status == TL_ERR_OFFSET)
        return refuse_offset(layout, offset, fail);
    if (status != TL_OK)
        return refuse_layout(status, layout, fail);
    report_put(rep, "index", json_list(layout->ndim, index));
    put_mark(rep, layout, index);
    if (rep->trace != NULL)
        trace_index(rep, layout, offset);
    return DONE;
}
