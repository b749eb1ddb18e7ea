/* view.h - what the files of the command view share: the operations of a chain.
 *
 *     operation.c    words          ->  operations: slice=1:3,::2  permute=1,2,0  squeeze
 *     view.c         operations     ->  a layout, step by step, and the values that it reads
 *     refuse.c       a refusal      ->  which number of the operation caused it
 *     trace_view.c   a step         ->  its arithmetic
 */
#ifndef TL_VIEW_H
#define TL_VIEW_H

#include "cli.h"

typedef enum op_kind {
    OP_SLICE,
    OP_SELECT,
    OP_NARROW,
    OP_TRANSPOSE,
    OP_PERMUTE,
    OP_T,
    OP_MT,
    OP_SQUEEZE,
    OP_UNSQUEEZE,
    OP_EXPAND,
    OP_VIEW,
    OP_RESHAPE,
    OP_FLATTEN,
    OP_UNFLATTEN,
    OP_SPLIT,
    OP_CHUNK,
    OP_COUNT
} op_kind;

typedef struct op_row {
    const char *name;
    const char *values; /* "AXIS,INDEX", as help writes it; NULL for none */
    bool may_stand_alone;
    int least, most; /* how many numbers it takes */
    int axes;        /* how many of them, from the left, name an axis */
    const char *help;
} op_row;

extern const op_row op_table[OP_COUNT];

enum {
    MOST_ITEMS = 2 * TL_MAX_NDIM + 2
}; /* one more than any subscript that can be right: 8 axes, 8 new ones, an ellipsis */

typedef struct operation {
    op_kind kind;
    const char *word; /* as it was written */
    number_list numbers;
    int item_count; /* of all that were written; the first MOST_ITEMS of them are kept */
    tl_item items[MOST_ITEMS];
} operation;

/* ---- operation.c ---- */

outcome operation_parse(const char *word, operation *op, failure *fail);
/* Number i of an operation as an axis: one that no int holds is some other axis that does not exist. */
int axis_of(const operation *op, int i);
/* The layout behind the operation.  A reshape that needs a copy is TL_ERR_COPY here. */
tl_status operation_apply(const operation *op, const tl_layout *layout, tl_layout *result);

/* ---- refuse.c ---- */

outcome refuse_operation(tl_status status, const operation *op, const tl_layout *layout, failure *fail);

/* ---- trace_view.c ---- */

/* Neighbouring axes that one stride can walk through as if they were one. */
typedef struct run {
    int first, last; /* the outermost axis and the innermost one */
    wide numel, stride;
} run;

/* The runs of a layout, innermost first, its axes of size 1 left out; gives their number. */
int runs_of(const tl_layout *layout, run runs[TL_MAX_NDIM]);
/* Whether sizes can be cut from the runs; if not, *stuck is the run whose end a size would reach across. */
bool runs_cut(const run runs[], int count, int ndim, const int64_t shape[], int *stuck);
/* The shape that a view, reshape or flatten asks for; false when the numbers are not right. */
bool target_shape(const operation *op, const tl_layout *layout, int *ndim, int64_t shape[TL_MAX_NDIM]);

void trace_start(report *rep, const tl_layout *layout);
void trace_step(report *rep, const operation *op, const tl_layout *before, const tl_layout *after, bool copied);

#endif
