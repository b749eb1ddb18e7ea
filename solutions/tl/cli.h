/* cli.h - what the files of the command `tl` share.
 *
 * One call of `tl` goes through four stations:
 *
 *     args.c      words on the command line     ->  a request: a command, its arguments, its options
 *     layout.c    a request                     ->  a report: one JSON object of results, and the trace when asked
 *     output.c    a report                      ->  `key = value` lines, or one line of JSON
 *     check.c     a worksheet, many requests    ->  right, wrong or empty for each blank
 *
 * A function that can fail returns an outcome, which is also the exit status of `tl`, and leaves one line in `failure`.
 * Output is collected in full before any of it is printed, so a call that fails prints nothing on stdout.
 */
#ifndef TL_CLI_H
#define TL_CLI_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "views.h"

#define PRINTF_LIKE(at, first) __attribute__((format(printf, at, first)))

typedef enum outcome {
    DONE = 0,
    REFUSED = 1, /* the library refuses, or the machine does: disk full, no gnuplot */
    MISUSED = 2  /* the words of the command, or a worksheet, cannot be understood */
} outcome;

/* ---- text.c: a string that grows, and the one line that says what went wrong ---- */

typedef struct text {
    char *data; /* always ends in '\0' once something was added; NULL before */
    size_t length, capacity;
} text;

void text_add(text *t, const char *format, ...) PRINTF_LIKE(2, 3);
void text_add_bytes(text *t, const char *bytes, size_t length);
/* Words that came from outside: what cannot be shown becomes '?', and at most `most` bytes are taken. */
void text_add_shown(text *t, const char *words, size_t most);
/* [12, 4, 1]; [] for none. */
void text_add_list(text *t, int count, const int64_t values[]);
const char *text_get(const text *t); /* "" when nothing was added */
void text_free(text *t);

/* Memory that is there, or the end of the program with one line. */
void *need_memory(void *block);
json_t *need_json(json_t *value);

typedef struct failure {
    tl_status status; /* of the library, when it was the one that refused; else TL_OK */
    text message;     /* one line, without "tl: " */
} failure;

outcome misused(failure *fail, const char *format, ...) PRINTF_LIKE(2, 3);
outcome refused(failure *fail, const char *format, ...) PRINTF_LIKE(2, 3);
/* The library's refusal: its name and its sentence, with the detail in brackets. */
outcome refused_by_library(failure *fail, tl_status status, const char *detail, ...) PRINTF_LIKE(3, 4);

/* ---- args.c: words into a request ---- */

typedef enum option_id {
    OPT_ORDER,
    OPT_STRIDES,
    OPT_OFFSET,
    OPT_ACCESS,
    OPT_DTYPE,
    OPT_STORAGE,
    OPT_VALUES,
    OPT_JSON,
    OPT_TRACE,
    OPT_PLOT,
    OPT_REVEAL,
    OPT_HELP,
    OPT_VERSION,
    OPT_COUNT
} option_id;

#define OPT_BIT(id) (1U << (id))
#define LAYOUT_OPTIONS \
    (OPT_BIT(OPT_ORDER) | OPT_BIT(OPT_STRIDES) | OPT_BIT(OPT_OFFSET) | OPT_BIT(OPT_ACCESS) | OPT_BIT(OPT_STORAGE))
#define OUTPUT_OPTIONS (OPT_BIT(OPT_JSON) | OPT_BIT(OPT_TRACE) | OPT_BIT(OPT_PLOT))

typedef struct option_row {
    const char *name;  /* "--order" */
    const char *value; /* "row|col"; NULL when it takes none */
    bool may_stand_alone;
    const char *help;
} option_row;

extern const option_row option_table[OPT_COUNT];

typedef struct command command;

typedef struct request {
    const command *command;           /* NULL when no command was named */
    char **arguments;                 /* what follows the command and is not an option */
    int argument_count;
    const char *options[OPT_COUNT];   /* the value; "" for an option without one; NULL when absent */
} request;

/* How many letters must be put in, taken out or changed to make one word of the other: to name the nearest word. */
size_t edit_distance(const char *a, const char *b);

/* The words after `tl`.  The request points into them, and is freed with request_free also when parsing fails. */
outcome request_parse(int count, char *words[], request *req, failure *fail);
void request_free(request *req);

/* ---- numbers.c: numbers and lists, as they are written on a command line and in a worksheet ---- */

typedef enum number_kind { NUMBER_GOOD, NUMBER_MALFORMED, NUMBER_TOO_LARGE } number_kind;

/* The whole of words[0..length) as a 64-bit number; U+2212 is a minus too. */
number_kind number_parse(const char *words, size_t length, int64_t *number);

typedef struct number_list {
    int count; /* of all entries that were written; the first TL_MAX_NDIM of them are kept */
    int64_t values[TL_MAX_NDIM];
} number_list;

/* `what` names the argument in a message: "SHAPE", "--strides". */
outcome list_parse(const char *what, const char *words, number_list *list, failure *fail);
outcome one_number_parse(const char *what, const char *words, int64_t *number, failure *fail);

/* ---- commands.c: the table, and help ---- */

typedef struct report {
    json_t *results; /* the object that plain output, --json and `tl check` all read */
    json_t *trace;   /* the lines of --trace; NULL when nobody asked */
    tl_layout layout; /* what --plot draws */
    bool has_mark;
    int64_t mark[TL_MAX_NDIM]; /* the index that --plot points out */
    int64_t cells;             /* of the row that --plot of a view or a slice draws: a storage, or an axis */
    int64_t *held;             /* what those cells hold; NULL when each holds its own number */
    const char *cell_number;   /* "offset" or "index": what the number of a cell is */
    text note;                 /* one line for stderr beside a result that is printed */
} report;

struct command {
    const char *name;
    const char *arguments; /* "SHAPE INDEX", a word each; "FILE..." is one or more, "[COMMAND]" one or none */
    const char *purpose;
    unsigned options; /* OPT_BITs */
    const char *example;
    outcome (*run)(const request *req, report *rep, failure *fail);      /* fills the report */
    outcome (*draw)(const report *rep, text *script, bool in_terminal, failure *fail); /* a script for gnuplot */
    outcome (*sketch)(const report *rep, text *out, failure *fail); /* in the terminal, instead of draw */
    outcome (*whole)(const request *req, text *out, failure *fail);      /* instead of run: makes its own output */
    void (*explain)(text *out);                                          /* more lines for `tl help` */
};

extern const command command_table[];
extern const int command_count;

const command *command_find(const char *name);
/* How many arguments it takes; *most is INT_MAX for any number. */
void command_arity(const command *cmd, int *least, int *most);
void command_usage(const command *cmd, text *out); /* "tl offset SHAPE INDEX" */
outcome help_run(const request *req, text *out, failure *fail);
void help_on(const command *cmd, text *out);

void report_free(report *rep);
void report_put(report *rep, const char *key, json_t *value);
json_t *json_list(int count, const int64_t values[]);
/* One line of the trace; nothing happens when no trace is kept. */
void trace_line(report *rep, const char *format, ...) PRINTF_LIKE(2, 3);
void trace_text(report *rep, text *line); /* the same, and frees the line */

/* ---- layout.c: a layout from options; the commands strides, offset, index ---- */

typedef struct layout_spec {
    tl_layout layout;
    bool dense;             /* the strides were computed, along inner_to_outer */
    int inner_to_outer[TL_MAX_NDIM];
    const char *order_name; /* "row-major", for the trace */
} layout_spec;

outcome layout_from_options(const request *req, const char *shape, layout_spec *spec, failure *fail);
/* The keys that every layout has, and the layout for --plot. */
outcome layout_put(const tl_layout *layout, report *rep, failure *fail);
/* For a status that is not about one value: the whole layout is the detail. */
outcome refuse_layout(tl_status status, const tl_layout *layout, failure *fail);
outcome strides_run(const request *req, report *rep, failure *fail);
outcome offset_run(const request *req, report *rep, failure *fail);
outcome index_run(const request *req, report *rep, failure *fail);

/* ---- slice.c: the command slice; view.c: the command view ---- */

/* START:STOP:STEP, as Python writes it; `what` names the argument in a message. */
outcome slice_parse(const char *what, const char *words, size_t length, tl_slice *slice, failure *fail);
void slice_explain(text *out);
outcome slice_run(const request *req, report *rep, failure *fail);
void view_explain(text *out);
outcome view_run(const request *req, report *rep, failure *fail);

enum { MOST_LISTED = 10000 }; /* values or indices in one list */

/* ---- trace.c and trace_index.c: the derivations, by arithmetic of their own ---- */

/* Sums and products of 64-bit numbers, wide enough never to wrap. */
__extension__ typedef __int128 wide;
void text_add_wide(text *t, wide number);
/* As a factor or a term: a negative number in brackets. */
void text_add_term(text *t, wide number);

/* An axis that moves: its size is above 1. */
typedef struct moving_axis {
    int axis;
    wide step; /* |stride| */
    wide last; /* size - 1 */
} moving_axis;

/* The moving axes, smallest |stride| first; gives their number. */
int moving_axes(const tl_layout *layout, moving_axis axes[TL_MAX_NDIM]);

void trace_overlap(report *rep, const tl_layout *layout);
/* numel, contiguous, overlap and what is reached. */
void trace_layout(report *rep, const tl_layout *layout);
void trace_strides(report *rep, const layout_spec *spec, const char *dtype, int itemsize);
void trace_offset(report *rep, const tl_layout *layout, const int64_t index[]);
void trace_index(report *rep, const tl_layout *layout, int64_t offset);

/* ---- trace_slice.c and trace_view.c: the same for slices and views ---- */

/* What a slice takes of an axis, worked out here once more. */
typedef struct slice_walk {
    wide start, stop, step, length;
} slice_walk;

slice_walk slice_walk_of(const tl_slice *slice, int64_t size);
void text_add_slice(text *t, const tl_slice *slice); /* as Python writes it */
void trace_slice(report *rep, const tl_slice *slice, int64_t size);

/* ---- plot.c and plot_cells.c: a script that draws; gnuplot.c: the program that runs it ---- */

outcome layout_draw(const report *rep, text *script, bool in_terminal, failure *fail);
/* rep->cells cells in a row, numbered in the order in which rep->layout reads them. */
outcome cells_draw(const report *rep, text *script, bool in_terminal, failure *fail);
outcome cells_sketch(const report *rep, text *out, failure *fail);
/* From a light blue for 0 to a darker one for 1, so that dark letters stay readable on every cell. */
unsigned shade(double share);
/* Only the ending of the name is looked at: .svg or .png. */
bool plot_name_is_good(const char *name);
int terminal_columns(void);
/* name "" draws into `out` for the terminal, else into the file. */
outcome gnuplot_run(const text *script, const char *name, text *out, failure *fail);

/* ---- output.c ---- */

void value_print(text *out, const json_t *value);
void report_print(text *out, const report *rep, bool as_json);
void json_print(text *out, const json_t *value);
outcome output_write(const text *out, failure *fail);

/* ---- worksheet.c: reading; check.c: judging ---- */

typedef struct worksheet {
    const char *name;
    text content;
} worksheet;

/* Without the blanks around; the end is cut in place. */
char *trim(char *words);
outcome worksheet_read(const char *name, worksheet *sheet, failure *fail);

typedef enum line_kind { LINE_PROSE, LINE_QUESTION, LINE_ANSWER } line_kind;

/* One line of a worksheet.  The words of a question and the two halves of an answer are cut out of it in place. */
line_kind line_split(char *line, char **first, char **second);

outcome check_run(const request *req, text *out, failure *fail);

#endif
