/* commands.c - the table of commands, and help, which is made from it.
 *
 * A new command is a row here and a function that fills a report; plain output, --json, --trace and `tl check` then follow.
 */
#include "cli.h"

#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define LAYOUT_COMMAND (LAYOUT_OPTIONS | OUTPUT_OPTIONS)

const command command_table[] = {
    {.name = "strides",
     .arguments = "SHAPE",
     .purpose = "the layout of a shape: its strides, and what they reach",
     .options = LAYOUT_COMMAND | OPT_BIT(OPT_DTYPE),
     .example = "tl strides 2,3,4 --order=col --trace",
     .run = strides_run,
     .draw = layout_draw},
    {.name = "offset",
     .arguments = "SHAPE INDEX",
     .purpose = "the offset at which an index lives",
     .options = LAYOUT_COMMAND,
     .example = "tl offset 3,4 1,2 --order=col",
     .run = offset_run,
     .draw = layout_draw},
    {.name = "index",
     .arguments = "SHAPE OFFSET",
     .purpose = "the index that lives at an offset",
     .options = LAYOUT_COMMAND,
     .example = "tl index 4 -3 --strides=-1 --trace",
     .run = index_run,
     .draw = layout_draw},
    {.name = "slice",
     .arguments = "N SPEC",
     .purpose = "the indices that a slice takes of an axis of N",
     .options = OUTPUT_OPTIONS,
     .example = "tl slice 10 8:2:-2 --trace",
     .run = slice_run,
     .draw = cells_draw,
     .sketch = cells_sketch,
     .explain = slice_explain},
    {.name = "view",
     .arguments = "SHAPE [OP...]",
     .purpose = "the layout of a view: operations, applied from left to right",
     .options = LAYOUT_COMMAND | OPT_BIT(OPT_VALUES),
     .example = "tl view 3,4 slice=1:3,::2 transpose=0,1 --values",
     .run = view_run,
     .draw = cells_draw,
     .sketch = cells_sketch,
     .explain = view_explain},
    {.name = "check",
     .arguments = "WORKSHEET...",
     .purpose = "judge the values that were filled in on a worksheet",
     .options = OPT_BIT(OPT_REVEAL) | OPT_BIT(OPT_JSON),
     .example = "tl check labs/01-strides/trace.txt",
     .whole = check_run},
    {.name = "help",
     .arguments = "[COMMAND]",
     .purpose = "this list, or how one command is used",
     .example = "tl help offset",
     .whole = help_run},
};

const int command_count = (int)(sizeof command_table / sizeof *command_table);

const command *command_find(const char *name)
{
    for (int i = 0; i < command_count; i++)
        if (strcmp(command_table[i].name, name) == 0)
            return &command_table[i];
    return NULL;
}

void command_arity(const command *cmd, int *least, int *most)
{
    *least = *most = 0;
    for (const char *word = cmd->arguments; *word != '\0';) {
        size_t length = strcspn(word, " ");
        *least += *word != '[';
        *most += 1;
        word += length + strspn(word + length, " ");
    }
    if (strstr(cmd->arguments, "...") != NULL)
        *most = INT_MAX;
}

void command_usage(const command *cmd, text *out)
{
    text_add(out, "tl %s %s", cmd->name, cmd->arguments);
}

/* ---- Help ---- */

static void help_option(option_id id, text *out)
{
    const option_row *row = &option_table[id];
    text name = {0};
    text_add(&name, "%s%s%s%s%s", row->name, row->may_stand_alone ? "[" : "", row->value != NULL ? "=" : "",
             row->value != NULL ? row->value : "", row->may_stand_alone ? "]" : "");
    text_add(out, "  %-18s %s\n", text_get(&name), row->help);
    text_free(&name);
}

void help_on(const command *cmd, text *out)
{
    text_add(out, "usage: ");
    command_usage(cmd, out);
    text_add(out, "%s\n\n%s\n", cmd->options != 0 ? " [options]" : "", cmd->purpose);
    if (strstr(cmd->arguments, "SHAPE") != NULL)
        text_add(out, "Lists are written 2,3,4; the shape and the index of rank 0 are written -.\n");
    if (cmd->explain != NULL)
        cmd->explain(out);
    if (cmd->options != 0)
        text_add(out, "\noptions:\n");
    for (int id = 0; id < OPT_COUNT; id++)
        if ((cmd->options & OPT_BIT(id)) != 0)
            help_option((option_id)id, out);
    text_add(out, "\nexample: %s\n", cmd->example);
}

static void help_overview(text *out)
{
    text_add(out, "tl - the hand-trace calculator: tensor layouts, worked out and explained\n\n");
    for (int i = 0; i < command_count; i++) {
        text usage = {0};
        command_usage(&command_table[i], &usage);
        text_add(out, "  %-24s %s\n", text_get(&usage), command_table[i].purpose);
        text_free(&usage);
    }
    text_add(out, "\nA SHAPE or an INDEX is a list such as 2,3,4, or - for rank 0.  'tl COMMAND --help' shows the options.\n"
                  "Exit status: 0 done, 1 refused or something is wrong on a worksheet, 2 not understood.\n");
}

outcome help_run(const request *req, text *out, failure *fail)
{
    if (req->argument_count == 0) {
        help_overview(out);
        return DONE;
    }
    const command *cmd = command_find(req->arguments[0]);
    if (cmd == NULL)
        return misused(fail, "no help on '%.60s' (expected a command; 'tl help' lists all)", req->arguments[0]);
    help_on(cmd, out);
    return DONE;
}

/* ---- Filling a report ---- */

void report_put(report *rep, const char *key, json_t *value)
{
    if (json_object_set_new(rep->results, key, need_json(value)) != 0)
        need_memory(NULL);
}

json_t *json_list(int count, const int64_t values[])
{
    json_t *list = need_json(json_array());
    for (int i = 0; i < count; i++)
        if (json_array_append_new(list, need_json(json_integer(values[i]))) != 0)
            need_memory(NULL);
    return list;
}

void trace_line(report *rep, const char *format, ...)
{
    va_list values;
    if (rep->trace == NULL)
        return;
    va_start(values, format);
    json_t *value = need_json(json_vsprintf(format, values));
    va_end(values);
    if (json_array_append_new(rep->trace, value) != 0)
        need_memory(NULL);
}

void report_free(report *rep)
{
    json_decref(rep->results);
    json_decref(rep->trace);
    free(rep->held);
    text_free(&rep->note);
    *rep = (report){0};
}
