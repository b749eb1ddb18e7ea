/* plot.c - the map of a layout: each element a cell, with its offset, coloured by it; written as a script for gnuplot.
 *
 * The last two axes make a grid.  Further axes repeat the grid, one block under another, each under a line that says
 * which of their indices it shows: [1, :, :].
 */
#include "cli.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_CELLS = 400, MOST_COLUMNS = 50, MOST_LINES = 100 };

typedef struct map {
    const report *rep;
    int64_t columns, rows, blocks;
    int64_t pitch;       /* lines from one block to the next: its rows, and one for the block's name */
    int64_t lowest, highest;
    int widest;          /* characters of the longest offset */
} map;

static int characters(int64_t number)
{
    text digits = {0};
    text_add(&digits, "%" PRId64, number);
    int count = (int)digits.length;
    text_free(&digits);
    return count;
}

static outcome map_measure(const report *rep, map *m, failure *fail)
{
    const tl_layout *layout = &rep->layout;
    int ndim = layout->ndim;
    int64_t numel;
    *m = (map){.rep = rep, .columns = 1, .rows = 1, .blocks = 1};
    tl_status status = tl_numel(ndim, layout->shape, &numel);
    if (status == TL_OK)
        status = tl_offset_range(layout, &m->lowest, &m->highest);
    if (status != TL_OK)
        return refused_by_library(fail, status, "while drawing");
    if (numel == 0)
        return refused(fail, "a layout without elements has no cell to draw (expected sizes of 1 or more)");
    if (numel > MOST_CELLS)
        return refused(fail, "%" PRId64 " cells are too many to draw (expected at most %d)", numel, MOST_CELLS);
    for (int axis = 0; axis < ndim; axis++) {
        if (axis == ndim - 1)
            m->columns = layout->shape[axis];
        else if (axis == ndim - 2)
            m->rows = layout->shape[axis];
        else
            m->blocks *= layout->shape[axis];
    }
    m->pitch = ndim > 2 ? m->rows + 1 : m->rows;
    if (m->columns > MOST_COLUMNS || m->blocks * m->pitch > MOST_LINES)
        return refused(fail, "a map of %" PRId64 " columns and %" PRId64 " lines is too large (expected at most %d and %d)",
                       m->columns, m->blocks * m->pitch, MOST_COLUMNS, MOST_LINES);
    int low = characters(m->lowest), high = characters(m->highest);
    m->widest = low > high ? low : high;
    return DONE;
}

/* ---- The cells, as data ---- */

unsigned shade(double share)
{
    unsigned red = (unsigned)(244 - share * (244 - 138)), green = (unsigned)(248 - share * (248 - 188));
    unsigned blue = (unsigned)(252 - share * (252 - 226));
    return red << 16 | green << 8 | blue;
}

static unsigned colour_of(const map *m, int64_t offset)
{
    double reach = (double)m->highest - (double)m->lowest;
    return shade(m->highest > m->lowest ? ((double)offset - (double)m->lowest) / reach : 0);
}

static void add_cells(const map *m, text *script)
{
    const tl_layout *layout = &m->rep->layout;
    int64_t index[TL_MAX_NDIM] = {0}, position = 0, first_line = layout->ndim > 2 ? 1 : 0;
    text marked = {0};
    bool more = true;
    text_add(script, "$cells << EOD\n");
    while (more) {
        int64_t offset = 0;
        int64_t column = position % m->columns, row = position / m->columns % m->rows;
        int64_t line = position / m->columns / m->rows * m->pitch + first_line + row;
        if (tl_index_to_offset(layout, layout->ndim, index, &offset) != TL_OK)
            break; /* cannot be: the range of the offsets is known */
        bool mark = m->rep->has_mark && memcmp(index, m->rep->mark, (size_t)layout->ndim * sizeof *index) == 0;
        text_add(script, "%" PRId64 " %" PRId64 " %u \"%s%" PRId64 "%s\" \"%" PRId64 "\"\n", column, line, colour_of(m, offset),
                 mark ? "[" : "", offset, mark ? "]" : "", offset);
        if (mark)
            text_add(&marked, "%" PRId64 " %" PRId64 "\n", column, line);
        position++;
        if (tl_next_index(layout->ndim, layout->shape, index, &more) != TL_OK)
            break;
    }
    text_add(script, "EOD\n$marked << EOD\n%sEOD\n", text_get(&marked));
    text_free(&marked);
}

/* ---- What stands around the cells ---- */

static void add_tics(const char *which, int64_t blocks, int64_t pitch, int64_t first, int64_t count, text *script)
{
    text_add(script, "set %s scale 0 (", which);
    for (int64_t block = 0; block < blocks; block++)
        for (int64_t i = 0; i < count; i++)
            text_add(script, "%s\"%" PRId64 "\" %" PRId64, block + i > 0 ? ", " : "", i, block * pitch + first + i);
    text_add(script, ")\n");
}

static void add_block_names(const map *m, const char *at, text *script)
{
    const tl_layout *layout = &m->rep->layout;
    for (int64_t block = 0; block < m->blocks; block++) {
        int64_t leading[TL_MAX_NDIM] = {0}, rest = block;
        for (int axis = layout->ndim - 3; axis >= 0; axis--) {
            leading[axis] = rest % layout->shape[axis];
            rest /= layout->shape[axis];
        }
        text_add(script, "set label \"[");
        for (int axis = 0; axis < layout->ndim - 2; axis++)
            text_add(script, "%" PRId64 ", ", leading[axis]);
        text_add(script, ":, :]\" at first %s, first %" PRId64 " left tc rgb '#4a5b6b'\n", at, block * m->pitch);
    }
}

static void add_frame(const map *m, bool in_terminal, text *script)
{
    int ndim = m->rep->layout.ndim;
    text_add(script, "unset key\nunset colorbox\nunset xtics\nset xrange [-0.5:%" PRId64 ".5]\nset yrange [%" PRId64 ".5:-0.5]\n",
             m->columns - 1, m->blocks * m->pitch - 1);
    text_add(script, "set x2range [-0.5:%" PRId64 ".5]\nunset ytics\n", m->columns - 1);
    if (ndim > 0) {
        add_tics("x2tics", 1, 0, 0, m->columns, script);
        text_add(script, "set x2label \"axis %d\"\n", ndim - 1);
    }
    if (ndim > 1) {
        add_tics("ytics", m->blocks, m->pitch, ndim > 2 ? 1 : 0, m->rows, script);
        if (in_terminal) /* level with the columns' numbers, where it is in nobody's way */
            text_add(script, "set label \"axis %d\" at character 1, graph 1 offset character 0, 1\n", ndim - 2);
        else
            text_add(script, "set ylabel \"axis %d\"\n", ndim - 2);
    }
    if (ndim > 2)
        add_block_names(m, in_terminal ? "-0.25" : "-0.45", script);
}

/* ---- The two ways to draw ---- */

int terminal_columns(void)
{
    const char *words = getenv("COLUMNS");
    int64_t columns;
    if (words != NULL && number_parse(words, strlen(words), &columns) == NUMBER_GOOD && columns > 0 && columns <= 10000)
        return (int)columns;
    return 79;
}

static outcome draw_in_terminal(const map *m, text *script, failure *fail)
{
    enum { LEFT = 9, RIGHT = 2, TOP = 3, BOTTOM = 1 };
    int64_t cell = m->widest + 3 > 5 ? m->widest + 3 : 5;
    int64_t name = m->rep->layout.ndim > 2 ? 4 * m->rep->layout.ndim : 0; /* "[10, 12, :, :]": indices have two digits at most */
    while (m->columns * cell < name)
        cell++;
    int64_t lines = m->blocks * m->pitch, width = LEFT + m->columns * cell + RIGHT;
    int64_t line = lines <= 12 ? 2 : 1; /* an empty line between, when there is room */
    if (width > terminal_columns())
        return refused(fail, "the map needs %" PRId64 " columns (expected at most %d: set COLUMNS, or use --plot=FILE.svg)",
                       width, terminal_columns());
    text_add(script, "set term dumb noenhanced size %" PRId64 ",%" PRId64 "\n", width, TOP + lines * line + 1 + BOTTOM);
    text_add(script, "set lmargin %d\nset rmargin %d\nset tmargin %d\nset bmargin %d\n", LEFT, RIGHT, TOP, BOTTOM);
    add_frame(m, true, script);
    add_cells(m, script);
    text_add(script, "plot $cells using 1:2:(strcol(4)) with labels notitle\n");
    return DONE;
}

/* Two lines above the grid; gives the number of characters of the first. */
static int64_t add_title(const map *m, text *script)
{
    const report *rep = m->rep;
    const tl_layout *layout = &rep->layout;
    text words = {0};
    text_add(&words, "shape ");
    text_add_list(&words, layout->ndim, layout->shape);
    text_add(&words, "   strides ");
    text_add_list(&words, layout->ndim, layout->strides);
    text_add(&words, "   offset %" PRId64, layout->offset);
    int64_t length = (int64_t)words.length;
    text_add(script, "set label \"%s\" at screen 0.5, graph 1 center offset character 0, 5.1 font \",13\" tc rgb '#15202b'\n",
             text_get(&words));
    text_free(&words);
    text_add(script, "set label \"");
    if (rep->has_mark) {
        int64_t offset = 0;
        if (tl_index_to_offset(layout, layout->ndim, rep->mark, &offset) == TL_OK) {
            text_add(script, "index ");
            text_add_list(script, layout->ndim, rep->mark);
            text_add(script, " lives at offset %" PRId64, offset);
        }
    } else {
        text_add(script, "each cell shows its offset; darker cells lie further on in memory");
    }
    text_add(script, "\" at screen 0.5, graph 1 center offset character 0, 3.8 font \",10\" tc rgb '#4a5b6b'\n");
    return length;
}

static void draw_in_file(const map *m, text *script)
{
    enum { LEFT = 64, RIGHT = 28, TOP = 104, BOTTOM = 20, CELL_HEIGHT = 38, NARROWEST = 480, LETTER = 9 };
    text title = {0};
    int64_t title_width = LETTER * add_title(m, &title) + 2 * RIGHT;
    int64_t least = title_width > NARROWEST ? title_width : NARROWEST;
    int64_t cell_width = 9 * m->widest + 22 > 52 ? 9 * m->widest + 22 : 52;
    int64_t grid_width = m->columns * cell_width, grid_height = m->blocks * m->pitch * CELL_HEIGHT;
    int64_t width = LEFT + grid_width + RIGHT, height = TOP + grid_height + BOTTOM, left = LEFT;
    if (width < least) { /* room for the title; the grid in the middle */
        left += (least - width) / 2;
        width = least;
    }
    /* gnuplot_run puts `set term` before this, by the file's ending */
    text_add(script, " size %" PRId64 ",%" PRId64 " font 'sans-serif,11' noenhanced background rgb '#ffffff'\n", width, height);
    text_add(script, "set lmargin at screen %.6f\nset rmargin at screen %.6f\n", (double)left / (double)width,
             (double)(left + grid_width) / (double)width);
    text_add(script, "set tmargin at screen %.6f\nset bmargin at screen %.6f\n", (double)(BOTTOM + grid_height) / (double)height,
             (double)BOTTOM / (double)height);
    text_add(script, "unset border\n");
    add_frame(m, false, script);
    text_add(script, "set ylabel tc rgb '#4a5b6b'\nset x2label tc rgb '#4a5b6b' offset 0,-0.6\n");
    if (m->rep->layout.ndim > 1)
        text_add(script, "set ytics textcolor rgb '#4a5b6b'\n");
    if (m->rep->layout.ndim > 0)
        text_add(script, "set x2tics textcolor rgb '#4a5b6b'\n");
    text_add(script, "%s", text_get(&title));
    text_free(&title);
    add_cells(m, script);
    text_add(script, "plot $cells using 1:2:(0.47):(0.46):3 with boxxyerror fs solid border rgb '#7d93a8' lc rgb variable notitle, \\\n");
    if (m->rep->has_mark)
        text_add(script, "  $marked using 1:2:(0.47):(0.46) with boxxyerror lc rgb '#c8501e' lw 3 fs empty notitle, \\\n");
    text_add(script, "  $cells using 1:2:(strcol(5)) with labels tc rgb '#15202b' font ',12' notitle\n");
}

outcome layout_draw(const report *rep, text *script, bool in_terminal, failure *fail)
{
    map m;
    outcome result = map_measure(rep, &m, fail);
    if (result == DONE && in_terminal)
        return draw_in_terminal(&m, script, fail);
    if (result == DONE)
        draw_in_file(&m, script);
    return result;
}
