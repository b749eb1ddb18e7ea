/* plot_cells.c - a storage, or an axis, as a row of cells: those that are read bear the number of their turn.
 *
 * A long row is broken into lines.  In the terminal the row is made of letters, in a file gnuplot draws it.
 */
#include "cli.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_CELLS = 400, MOST_ON_A_LINE = 20 };

typedef struct cell {
    int64_t first; /* the turn in which it is read for the first time; -1 when it is not read */
    text turns;    /* "0,4": all its turns, or "0,.." */
} cell;

typedef struct row {
    const report *rep;
    cell *cells;
    int64_t numel; /* turns in all */
    size_t widest; /* letters of the longest number or label */
    bool shortened;
} row;

static void row_free(row *r)
{
    for (int64_t i = 0; i < r->rep->cells; i++)
        text_free(&r->cells[i].turns);
    free(r->cells);
}

static size_t widen(size_t widest, int64_t number)
{
    char digits[24];
    int length = snprintf(digits, sizeof digits, "%" PRId64, number);
    return (size_t)length > widest ? (size_t)length : widest;
}

static outcome row_read(row *r, failure *fail)
{
    const tl_layout *layout = &r->rep->layout;
    int64_t index[TL_MAX_NDIM] = {0}, offset = -1;
    bool more = true;
    for (int64_t turn = 0; turn < r->numel; turn++) {
        tl_status status = tl_index_to_offset(layout, layout->ndim, index, &offset);
        if (status == TL_OK)
            status = offset < 0 || offset >= r->rep->cells ? TL_ERR_BOUNDS
                                                           : tl_next_index(layout->ndim, layout->shape, index, &more);
        if (status != TL_OK)
            return refuse_layout(status, layout, fail);
        cell *c = &r->cells[offset];
        if (c->first < 0)
            c->first = turn;
        text_add(&c->turns, "%s%" PRId64, c->first < turn ? "," : "", turn);
    }
    return DONE;
}

/* Letters that a cell may take to list its turns: more where there are few cells. */
static size_t longest_label(int64_t cells)
{
    int64_t share = 60 / cells;
    return share < 7 ? 7 : share > 15 ? 15 : (size_t)share;
}

static outcome row_make(const report *rep, row *r, failure *fail)
{
    *r = (row){.rep = rep};
    tl_status status = tl_numel(rep->layout.ndim, rep->layout.shape, &r->numel);
    if (status != TL_OK)
        return refuse_layout(status, &rep->layout, fail);
    if (rep->cells < 1)
        return refused(fail, "without elements there is no cell to draw (expected at least one)");
    if (rep->cells > MOST_CELLS)
        return refused(fail, "%" PRId64 " cells are too many to draw (expected at most %d)", rep->cells, MOST_CELLS);
    if (r->numel > MOST_LISTED)
        return refused(fail, "%" PRId64 " elements are too many to number (expected at most %d)", r->numel,
                       MOST_LISTED);
    r->cells = need_memory(calloc((size_t)rep->cells, sizeof *r->cells));
    for (int64_t i = 0; i < rep->cells; i++)
        r->cells[i].first = -1;
    outcome result = row_read(r, fail);
    for (int64_t i = 0; i < rep->cells; i++) {
        cell *c = &r->cells[i];
        if (c->turns.length > longest_label(rep->cells)) {
            text_free(&c->turns);
            text_add(&c->turns, "%" PRId64 ",..", c->first);
            r->shortened = true;
        }
        r->widest = widen(r->widest, i);
        if (rep->held != NULL)
            r->widest = widen(r->widest, rep->held[i]);
        if (c->turns.length > r->widest)
            r->widest = c->turns.length;
    }
    if (result != DONE)
        row_free(r);
    return result;
}

/* Cells on one line: all of a short row, else a number that is easy to count in. */
static int64_t line_length(const row *r, int64_t most)
{
    static const int64_t good[] = {MOST_ON_A_LINE, 16, 10, 8, 5, 4, 2};
    if (r->rep->cells <= most && r->rep->cells <= MOST_ON_A_LINE)
        return r->rep->cells;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        if (good[i] <= most)
            return good[i];
    return 1;
}

/* ---- In the terminal ---- */

enum { MARGIN = 8 };

static void sketch_edge(int64_t count, size_t width, text *out)
{
    text_add(out, "%*s", MARGIN, "");
    for (int64_t i = 0; i < count; i++) {
        text_add(out, "+");
        for (size_t j = 0; j < width; j++)
            text_add(out, "-");
    }
    text_add(out, "+\n");
}

/* The words in the middle of a field. */
static void sketch_words(const char *words, size_t width, text *out)
{
    size_t length = strlen(words), before = (width - length + 1) / 2;
    text_add(out, "%*s%s%*s", (int)before, "", words, (int)(width - length - before), "");
}

static void sketch_numbers(const char *name, const int64_t *numbers, int64_t first, int64_t count, size_t width,
                           text *out)
{
    text line = {0};
    text_add(&line, "%-*s", MARGIN, name);
    for (int64_t i = first; i < first + count; i++) {
        char digits[24];
        snprintf(digits, sizeof digits, "%" PRId64, numbers != NULL ? numbers[i] : i);
        text_add(&line, " ");
        sketch_words(digits, width, &line);
    }
    while (line.length > 0 && line.data[line.length - 1] == ' ')
        line.data[--line.length] = '\0';
    text_add(out, "%s\n", text_get(&line));
    text_free(&line);
}

outcome cells_sketch(const report *rep, text *out, failure *fail)
{
    row r;
    outcome result = row_make(rep, &r, fail);
    if (result != DONE)
        return result;
    size_t width = r.widest + 2 > 3 ? r.widest + 2 : 3;
    int64_t most = (terminal_columns() - MARGIN - 1) / (int64_t)(width + 1), line = line_length(&r, most);
    if (most < 1)
        result = refused(fail, "the row needs %zu columns (expected at most %d: set COLUMNS, or use --plot=FILE.svg)",
                         MARGIN + width + 2, terminal_columns());
    for (int64_t first = 0; result == DONE && first < rep->cells; first += line) {
        int64_t count = rep->cells - first < line ? rep->cells - first : line;
        text_add(out, "\n");
        sketch_edge(count, width, out);
        text_add(out, "%-*s", MARGIN, "turn");
        for (int64_t i = first; i < first + count; i++) {
            text_add(out, "|");
            sketch_words(text_get(&r.cells[i].turns), width, out);
        }
        text_add(out, "|\n");
        sketch_edge(count, width, out);
        sketch_numbers(rep->cell_number, NULL, first, count, width, out);
        if (rep->held != NULL)
            sketch_numbers("holds", rep->held, first, count, width, out);
    }
    row_free(&r);
    return result;
}

/* ---- In a file ---- */

static void add_cells(const row *r, int64_t line, text *script)
{
    enum { NOT_READ = 0xf7f6f3 };
    const report *rep = r->rep;
    text_add(script, "$cells << EOD\n");
    for (int64_t i = 0; i < rep->cells; i++) {
        const cell *c = &r->cells[i];
        unsigned colour = c->first < 0
                              ? NOT_READ
                              : shade(r->numel > 1 ? 0.25 + 0.75 * (double)c->first / (double)(r->numel - 1) : 0.25);
        text_add(script, "%" PRId64 " %" PRId64 " %u \"%s\" \"%" PRId64 "\" ", i % line, i / line, colour,
                 text_get(&c->turns), i);
        if (rep->held != NULL)
            text_add(script, "\"holds %" PRId64 "\"\n", rep->held[i]);
        else
            text_add(script, "\"\"\n");
    }
    text_add(script, "EOD\n");
}

static size_t add_titles(const row *r, text *script)
{
    const report *rep = r->rep;
    const tl_layout *layout = &rep->layout;
    bool is_axis = strcmp(rep->cell_number, "index") == 0;
    text words = {0};
    if (is_axis) {
        text_add(&words, "start %" PRId64 "   step %" PRId64 "   length %" PRId64, layout->offset, layout->strides[0],
                 layout->shape[0]);
    } else {
        text_add(&words, "shape ");
        text_add_list(&words, layout->ndim, layout->shape);
        text_add(&words, "   strides ");
        text_add_list(&words, layout->ndim, layout->strides);
        text_add(&words, "   offset %" PRId64, layout->offset);
    }
    size_t longest = words.length;
    text_add(script,
             "set label \"%s\" at screen 0.5, graph 1 center offset character 0, 3.2 font \",13\" tc rgb '#15202b'\n",
             text_get(&words));
    text_free(&words);
    text_add(&words, "%s, in the order of the numbers; below each cell its %s%s",
             is_axis             ? "an axis: the coloured indices are taken"
             : rep->held != NULL ? "the copy's storage: the coloured cells are read"
                                 : "the storage: the coloured cells are read",
             rep->cell_number, r->shortened ? "; 0,.. is read again in later turns" : "");
    text_add(script,
             "set label \"%s\" at screen 0.5, graph 1 center offset character 0, 1.9 font \",10\" tc rgb '#4a5b6b'\n",
             text_get(&words));
    longest = words.length * 4 / 5 > longest ? words.length * 4 / 5 : longest;
    text_free(&words);
    return longest;
}

outcome cells_draw(const report *rep, text *script, bool in_terminal, failure *fail)
{
    enum { SIDE = 24, TOP = 72, BOTTOM = 10, BOX = 34, NARROWEST = 480, LETTER = 9 };
    row r;
    text titles = {0};
    (void)in_terminal; /* there it is cells_sketch that draws */
    outcome result = row_make(rep, &r, fail);
    if (result != DONE)
        return result;
    int64_t line = line_length(&r, MOST_ON_A_LINE), lines = (rep->cells + line - 1) / line;
    int64_t letters = (int64_t)r.widest + (rep->held != NULL ? 4 : 0);
    int64_t cell_width = LETTER * letters + 16 > 40 ? LETTER * letters + 16 : 40;
    int64_t below = rep->held != NULL ? 40 : 26, pitch = BOX + below; /* what stands below a box */
    int64_t grid_width = line * cell_width, grid_height = lines * pitch;
    int64_t least = LETTER * (int64_t)add_titles(&r, &titles) + 2 * SIDE;
    int64_t width = grid_width + 2 * SIDE, height = TOP + grid_height + BOTTOM;
    if (width < NARROWEST)
        width = NARROWEST;
    if (width < least)
        width = least;
    double left = (double)(width - grid_width) / 2, half = (double)BOX / (double)pitch / 2;
    text_add(script, " size %" PRId64 ",%" PRId64 " font 'sans-serif,11' noenhanced background rgb '#ffffff'\n", width,
             height);
    text_add(script, "set lmargin at screen %.6f\nset rmargin at screen %.6f\n", left / (double)width,
             (left + (double)grid_width) / (double)width);
    text_add(script, "set tmargin at screen %.6f\nset bmargin at screen %.6f\n",
             (double)(BOTTOM + grid_height) / (double)height, (double)BOTTOM / (double)height);
    text_add(script, "unset border\nunset key\nunset colorbox\nunset xtics\nunset ytics\n");
    /* a box is in the upper part of its line */
    text_add(script, "set xrange [-0.5:%" PRId64 ".5]\nset yrange [%.6f:%.6f]\n", line - 1, (double)lines - half,
             -half);
    text_add(script, "%s", text_get(&titles));
    text_free(&titles);
    add_cells(&r, line, script);
    text_add(script,
             "half = %.6f\nplot $cells using 1:2:(0.46):(half):3 with boxxyerror fs solid border rgb '#7d93a8' lc rgb "
             "variable notitle, \\\n",
             half);
    text_add(script, "  $cells using 1:2:(strcol(4)) with labels tc rgb '#15202b' font ',12' notitle, \\\n");
    text_add(script, "  $cells using 1:($2 + half + %.6f):(strcol(5)) with labels tc rgb '#4a5b6b' font ',9' notitle",
             9.0 / (double)pitch);
    if (rep->held != NULL)
        text_add(script,
                 ", \\\n  $cells using 1:($2 + half + %.6f):(strcol(6)) with labels tc rgb '#8a3d12' font ',9' notitle",
                 23.0 / (double)pitch);
    text_add(script, "\n");
    row_free(&r);
    return DONE;
}
