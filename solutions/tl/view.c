/* view.c - the command view: a chain of operations, and the values that its view reads.
 *
 * The chain is a matter of layouts, and needs no memory however many elements there are.  Elements come in when they are asked
 * for: the storage holds 0, 1, 2, ..., so that what an index reads is its offset, until a reshape copies.  From there on
 * `held` is the copy.
 */
#include "view.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_COPIED = 1 << 22 }; /* elements */

typedef struct chain {
    tl_layout layout;
    int64_t cells; /* elements of the storage; -1 when nobody asked for it */
    int64_t *held; /* what they are; NULL while each is its own number */
    bool reshaped, copied;
} chain;

/* What the indices of a layout read, in logical order. */
static outcome read_all(const tl_layout *layout, const int64_t *held, int64_t numel, int64_t **values, failure *fail)
{
    int64_t index[TL_MAX_NDIM] = {0}, offset;
    bool more = true;
    tl_status status = TL_OK;
    *values = need_memory(calloc((size_t)numel + 1, sizeof **values));
    for (int64_t i = 0; status == TL_OK && i < numel; i++) {
        status = tl_index_to_offset(layout, layout->ndim, index, &offset);
        if (status == TL_OK)
            (*values)[i] = held != NULL ? held[offset] : offset;
        if (status == TL_OK)
            status = tl_next_index(layout->ndim, layout->shape, index, &more);
    }
    return status == TL_OK ? DONE : refuse_layout(status, layout, fail);
}

/* The storage on which the chain begins: as large as --storage says, or just large enough. */
static outcome chain_begin(const request *req, const tl_layout *layout, bool elements, chain *c, failure *fail)
{
    int64_t lowest, highest;
    *c = (chain){.layout = *layout, .cells = -1};
    if (!elements)
        return DONE;
    tl_status status = tl_offset_range(layout, &lowest, &highest);
    if (status != TL_OK)
        return refuse_layout(status, layout, fail);
    if (highest < lowest)
        lowest = 0, highest = -1; /* no element is reached */
    if (lowest < 0)
        return refused_by_library(fail, TL_ERR_BOUNDS, "offset %" PRId64 " is reached, a storage starts at 0", lowest);
    if (req->options[OPT_STORAGE] != NULL)
        return one_number_parse("--storage", req->options[OPT_STORAGE], &c->cells, fail);
    c->cells = highest == INT64_MAX ? highest : highest + 1;
    return DONE;
}

/* A reshape for which no strides will do: the elements move to a storage of their own. */
static outcome chain_copy(chain *c, const operation *op, tl_layout *result, failure *fail)
{
    int64_t numel, shape[TL_MAX_NDIM], *held;
    tl_status status = tl_numel(c->layout.ndim, c->layout.shape, &numel);
    if (status == TL_OK)
        status = tl_infer_shape(numel, op->numbers.count, op->numbers.values, shape);
    if (status == TL_OK)
        status = tl_layout_dense(op->numbers.count, shape, TL_ROW_MAJOR, result);
    if (status != TL_OK)
        return refuse_operation(status, op, &c->layout, fail);
    c->copied = true;
    if (c->cells < 0)
        return DONE;
    if (numel > MOST_COPIED)
        return refused(fail,
                       "%.60s copies %" PRId64 " elements, too many for --values and --plot (expected at most %d)",
                       op->word, numel, MOST_COPIED);
    outcome read = read_all(&c->layout, c->held, numel, &held, fail);
    free(c->held);
    c->held = held;
    c->cells = numel;
    return read;
}

static outcome chain_step(chain *c, const operation *op, report *rep, failure *fail)
{
    tl_layout result;
    outcome done = DONE;
    tl_status status = operation_apply(op, &c->layout, &result);
    bool copies = status == TL_ERR_COPY && op->kind == OP_RESHAPE;
    if (copies)
        done = chain_copy(c, op, &result, fail);
    else if (status != TL_OK)
        return refuse_operation(status, op, &c->layout, fail);
    if (done != DONE)
        return done;
    c->reshaped = c->reshaped || op->kind == OP_RESHAPE;
    trace_step(rep, op, &c->layout, &result, copies);
    c->layout = result;
    return DONE;
}

static outcome put_values(const chain *c, report *rep, failure *fail)
{
    int64_t numel, *values;
    tl_status status = tl_numel(c->layout.ndim, c->layout.shape, &numel);
    if (status != TL_OK)
        return refuse_layout(status, &c->layout, fail);
    if (numel > MOST_LISTED)
        return refused(fail, "%" PRId64 " values are too many to list (expected at most %d)", numel, MOST_LISTED);
    outcome result = read_all(&c->layout, c->held, numel, &values, fail);
    if (result == DONE)
        report_put(rep, "values", json_list((int)numel, values));
    free(values);
    return result;
}

outcome view_run(const request *req, report *rep, failure *fail)
{
    layout_spec spec;
    chain c = {0};
    bool values = req->options[OPT_VALUES] != NULL, elements = values || req->options[OPT_PLOT] != NULL;
    int count = req->argument_count - 1;
    operation *ops = need_memory(calloc((size_t)count + 1, sizeof *ops));
    outcome result = DONE;
    for (int i = 0; result == DONE && i < count;
         i++) /* before the shape: what is not understood is said before what is refused */
        result = operation_parse(req->arguments[i + 1], &ops[i], fail);
    if (result == DONE)
        result = layout_from_options(req, req->arguments[0], &spec, fail);
    if (result == DONE)
        result = chain_begin(req, &spec.layout, elements, &c, fail);
    if (result == DONE)
        trace_start(rep, &spec.layout);
    for (int i = 0; result == DONE && i < count; i++)
        result = chain_step(&c, &ops[i], rep, fail);
    free(ops);
    if (result == DONE)
        result = layout_put(&c.layout, rep, fail);
    if (result == DONE && c.reshaped)
        report_put(rep, "copied", json_boolean(c.copied));
    if (result == DONE && values)
        result = put_values(&c, rep, fail);
    if (result == DONE && rep->trace != NULL)
        trace_layout(rep, &c.layout);
    if (result == DONE && values)
        trace_line(rep, c.held != NULL ? "values: each index reads what the copy holds at its offset"
                                       : "values: the storage holds 0, 1, 2, ..., so each index reads its own offset");
    rep->cells = c.cells;
    rep->held = c.held;
    rep->cell_number = "offset";
    return result;
}
