/* operation.c - one operation on a layout: from its word, and applied. */
#include "view.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

const op_row op_table[OP_COUNT] = {
    [OP_SLICE] = {"slice", "1:3,::2,0,...,None", false, 0, 0, 0,
                  "slices, indices, an ellipsis, new axes, as in x[1:3, ::2, 0]"},
    [OP_SELECT] = {"select", "AXIS,INDEX", false, 2, 2, 1, "one index of an axis, which disappears"},
    [OP_NARROW] = {"narrow", "AXIS,START,LENGTH", false, 3, 3, 1, "LENGTH indices of an axis from START on"},
    [OP_TRANSPOSE] = {"transpose", "AXIS,AXIS", false, 2, 2, 2, "two axes change places"},
    [OP_PERMUTE] = {"permute", "AXES", false, 0, INT_MAX, TL_MAX_NDIM, "axis i of the result is axis AXES[i]"},
    [OP_T] = {"T", NULL, true, 0, 0, 0, "the axes of a matrix change places"},
    [OP_MT] = {"mT", NULL, true, 0, 0, 0, "the last two axes change places"},
    [OP_SQUEEZE] = {"squeeze", "AXIS", true, 1, 1, 1, "leave out axes of size 1: all, or this one"},
    [OP_UNSQUEEZE] = {"unsqueeze", "AXIS", false, 1, 1, 1, "put in an axis of size 1"},
    [OP_EXPAND] = {"expand", "SIZES", false, 0, INT_MAX, 0, "repeat axes of size 1; -1 keeps an axis"},
    [OP_VIEW] = {"view", "SIZES", false, 0, INT_MAX, 0, "other sizes for the same elements, never a copy"},
    [OP_RESHAPE] = {"reshape", "SIZES", false, 0, INT_MAX, 0, "the same, with a copy where no strides will do"},
    [OP_FLATTEN] = {"flatten", "FIRST,LAST", true, 1, 2, 2, "axes FIRST to LAST become one; all without numbers"},
    [OP_UNFLATTEN] = {"unflatten", "AXIS,SIZES", false, 2, INT_MAX, 1, "one axis becomes several"},
    [OP_SPLIT] = {"split", "AXIS,SIZE,PIECE", false, 3, 3, 1, "piece number PIECE of pieces of SIZE indices"},
    [OP_CHUNK] = {"chunk", "AXIS,CHUNKS,PIECE", false, 3, 3, 1, "piece number PIECE of at most CHUNKS pieces"},
};

/* ---- Items of a subscript ---- */

static bool is_word(const char *words, size_t length, const char *name)
{
    return strlen(name) == length && memcmp(words, name, length) == 0;
}

static outcome item_parse(const char *words, size_t length, tl_item *item, failure *fail)
{
    int shown = length > 60 ? 60 : (int)length;
    *item = (tl_item){.kind = TL_ITEM_INDEX};
    if (is_word(words, length, "...") || is_word(words, length, "\xe2\x80\xa6")) {
        item->kind = TL_ITEM_ELLIPSIS;
    } else if (is_word(words, length, "newaxis") || is_word(words, length, "None")) {
        item->kind = TL_ITEM_NEWAXIS;
    } else if (memchr(words, ':', length) != NULL) {
        item->kind = TL_ITEM_SLICE;
        return slice_parse("slice", words, length, &item->slice, fail);
    } else {
        switch (number_parse(words, length, &item->index)) {
        case NUMBER_GOOD: break;
        case NUMBER_TOO_LARGE: return misused(fail, "slice: the number %.*s does not fit in 64 bits", shown, words);
        case NUMBER_MALFORMED:
            return misused(fail,
                           "slice: '%.*s' is no item (expected a slice such as 1:3, an index, ..., newaxis or None)",
                           shown, words);
        }
    }
    return DONE;
}

static outcome items_parse(const char *words, operation *op, failure *fail)
{
    for (const char *p = words;; p++) {
        tl_item item;
        size_t length = strcspn(p, ",");
        outcome result = item_parse(p, length, &item, fail);
        if (result != DONE)
            return result;
        if (op->item_count < MOST_ITEMS)
            op->items[op->item_count] = item;
        op->item_count++;
        p += length;
        if (*p == '\0')
            return DONE;
    }
}

/* ---- From a word ---- */

static outcome unknown_operation(const char *word, size_t length, failure *fail)
{
    text name = {0};
    int nearest = 0;
    text_add_bytes(&name, word, length);
    for (int i = 1; i < OP_COUNT; i++)
        if (edit_distance(text_get(&name), op_table[i].name) < edit_distance(text_get(&name), op_table[nearest].name))
            nearest = i;
    const op_row *row = &op_table[nearest];
    outcome result =
        misused(fail, "OP: unknown operation '%.60s' (the nearest is '%s%s%s'; 'tl help view' lists all)",
                text_get(&name), row->name, row->may_stand_alone ? "" : "=", row->may_stand_alone ? "" : row->values);
    text_free(&name);
    return result;
}

/* T and t, mT and mt are the same. */
static bool names(const op_row *row, const char *word, size_t length)
{
    return is_word(word, length, row->name) || (row->name == op_table[OP_T].name && is_word(word, length, "t")) ||
           (row->name == op_table[OP_MT].name && is_word(word, length, "mt"));
}

static outcome numbers_parse(const op_row *row, const char *values, operation *op, failure *fail)
{
    outcome result = list_parse(row->name, values, &op->numbers, fail);
    if (result == DONE && (op->numbers.count < row->least || op->numbers.count > row->most))
        result = misused(fail, "OP: '%.60s' has %d %s (expected %s=%s)", op->word, op->numbers.count,
                         op->numbers.count == 1 ? "number" : "numbers", row->name, row->values);
    return result;
}

outcome operation_parse(const char *word, operation *op, failure *fail)
{
    size_t length = strcspn(word, "=");
    const char *values = word[length] == '=' ? word + length + 1 : NULL;
    const op_row *row = op_table;
    while (row < op_table + OP_COUNT && !names(row, word, length))
        row++;
    if (row == op_table + OP_COUNT)
        return unknown_operation(word, length, fail);
    *op = (operation){.kind = (op_kind)(row - op_table), .word = word};
    if (values == NULL && row->may_stand_alone)
        return DONE;
    if (row->values == NULL)
        return misused(fail, "OP: '%s' takes no value (got '%.60s')", row->name, values);
    if (values == NULL || *values == '\0')
        return misused(fail, "OP: '%.60s' needs a value (expected %s=%s)", word, row->name, row->values);
    return op->kind == OP_SLICE ? items_parse(values, op, fail) : numbers_parse(row, values, op, fail);
}

void view_explain(text *out)
{
    text_add(out, "\noperations:\n");
    for (int i = 0; i < OP_COUNT; i++) {
        const op_row *row = &op_table[i];
        text name = {0};
        text_add(&name, "%s%s%s%s%s", row->name, row->may_stand_alone && row->values != NULL ? "[" : "",
                 row->values != NULL ? "=" : "", row->values != NULL ? row->values : "",
                 row->may_stand_alone && row->values != NULL ? "]" : "");
        text_add(out, "  %-26s %s\n", text_get(&name), row->help);
        text_free(&name);
    }
    text_add(out, "An axis, an index or a start may count from the end: -1 is the last.  One size may be -1: what is "
                  "left over.\n");
}

/* ---- Applied ---- */

int axis_of(const operation *op, int i)
{
    int64_t number = op->numbers.values[i];
    return number < INT_MIN ? INT_MIN : number > INT_MAX ? INT_MAX : (int)number;
}

static tl_status apply_permute(const operation *op, const tl_layout *layout, tl_layout *result)
{
    int axes[TL_MAX_NDIM] = {0};
    for (int i = 0; i < op->numbers.count && i < TL_MAX_NDIM; i++)
        axes[i] = axis_of(op, i);
    return tl_layout_permute(layout, op->numbers.count, axes, result);
}

static tl_status apply_flatten(const operation *op, const tl_layout *layout, tl_layout *result)
{
    int first = op->numbers.count > 0 ? axis_of(op, 0) : 0, last = op->numbers.count > 1 ? axis_of(op, 1) : -1;
    return tl_layout_flatten(layout, first, last, result);
}

tl_status operation_apply(const operation *op, const tl_layout *layout, tl_layout *result)
{
    const int64_t *n = op->numbers.values;
    int count = op->numbers.count;
    switch (op->kind) {
    case OP_SLICE:
        return op->item_count < MOST_ITEMS ? tl_layout_subscript(layout, op->item_count, op->items, result)
                                           : TL_ERR_RANK;
    case OP_SELECT: return tl_layout_select(layout, axis_of(op, 0), n[1], result);
    case OP_NARROW: return tl_layout_narrow(layout, axis_of(op, 0), n[1], n[2], result);
    case OP_TRANSPOSE: return tl_layout_transpose(layout, axis_of(op, 0), axis_of(op, 1), result);
    case OP_PERMUTE: return apply_permute(op, layout, result);
    case OP_T: return tl_layout_t(layout, result);
    case OP_MT: return tl_layout_mt(layout, result);
    case OP_SQUEEZE:
        return count > 0 ? tl_layout_squeeze_axis(layout, axis_of(op, 0), result) : tl_layout_squeeze(layout, result);
    case OP_UNSQUEEZE: return tl_layout_unsqueeze(layout, axis_of(op, 0), result);
    case OP_EXPAND: return tl_layout_expand(layout, count, n, result);
    case OP_VIEW:
    case OP_RESHAPE: return tl_layout_view(layout, count, n, result);
    case OP_FLATTEN: return apply_flatten(op, layout, result);
    case OP_UNFLATTEN: return tl_layout_unflatten(layout, axis_of(op, 0), count - 1, n + 1, result);
    case OP_SPLIT: return tl_layout_split(layout, axis_of(op, 0), n[1], n[2], result);
    case OP_CHUNK: return tl_layout_chunk(layout, axis_of(op, 0), n[1], n[2], result);
    case OP_COUNT: break;
    }
    abort(); /* every operation is above */
}
