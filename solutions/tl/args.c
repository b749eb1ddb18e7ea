/* args.c - words on a command line into a request.
 *
 * Only what begins with `--` is an option, so that -3 can be an offset and - a shape.  Options may stand anywhere, also before
 * the command, as --order=col or as --order col.
 */
#include "cli.h"

#include <stdlib.h>
#include <string.h>

const option_row option_table[OPT_COUNT] = {
    [OPT_ORDER] = {"--order", "row|col", false, "dense strides: row-major (the default) or column-major"},
    [OPT_STRIDES] = {"--strides", "LIST", false, "these strides, one for each axis; 0 and negative ones are legal"},
    [OPT_OFFSET] = {"--offset", "N", false, "with --strides: the element at which index [0, 0, ...] lives"},
    [OPT_ACCESS] = {"--access", "LIST", false, "dense strides for a walk along these axes, innermost first"},
    [OPT_DTYPE] = {"--dtype", "D", false, "add the bytes of the smallest storage: bool u8 i32 i64 f32 f64"},
    [OPT_STORAGE] = {"--storage", "N", false, "refuse a layout that reaches outside elements 0 to N - 1"},
    [OPT_VALUES] = {"--values", NULL, false, "list what the view reads from a storage that holds 0, 1, 2, ..."},
    [OPT_JSON] = {"--json", NULL, false, "print one JSON object on one line"},
    [OPT_TRACE] = {"--trace", NULL, false, "first show the derivation, step by step"},
    [OPT_PLOT] = {"--plot", "FILE", true, "draw a map: in the terminal, or into FILE.svg or FILE.png"},
    [OPT_REVEAL] = {"--reveal", NULL, false, "show the answers"},
    [OPT_HELP] = {"--help", NULL, false, "say how a command is used"},
    [OPT_VERSION] = {"--version", NULL, false, "print the version"},
};

/* ---- The nearest name, for a word that was misspelt ---- */

enum { LONGEST_NAME = 24 };

size_t edit_distance(const char *a, const char *b)
{
    size_t length_a = strlen(a), length_b = strlen(b), row[LONGEST_NAME + 1];
    if (length_a > LONGEST_NAME || length_b > LONGEST_NAME)
        return LONGEST_NAME;
    for (size_t j = 0; j <= length_b; j++)
        row[j] = j;
    for (size_t i = 1; i <= length_a; i++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= length_b; j++) {
            size_t change = diagonal + (a[i - 1] != b[j - 1]);
            size_t other = (row[j] < row[j - 1] ? row[j] : row[j - 1]) + 1;
            diagonal = row[j];
            row[j] = change < other ? change : other;
        }
    }
    return row[length_b];
}

static outcome unknown_command(const char *word, failure *fail)
{
    const command *nearest = &command_table[0];
    for (int i = 1; i < command_count; i++)
        if (edit_distance(word, command_table[i].name) < edit_distance(word, nearest->name))
            nearest = &command_table[i];
    return misused(fail, "unknown command '%.60s' (the nearest is '%s'; 'tl help' lists all)", word, nearest->name);
}

static outcome unknown_option(const char *word, failure *fail)
{
    int nearest = 0;
    for (int i = 1; i < OPT_COUNT; i++)
        if (edit_distance(word, option_table[i].name) < edit_distance(word, option_table[nearest].name))
            nearest = i;
    return misused(fail, "unknown option '%.60s' (the nearest is '%s')", word, option_table[nearest].name);
}

/* ---- Parsing ---- */

/* One option at words[*at]; *at moves on when its value is the next word. */
static outcome option_parse(int count, char *words[], int *at, request *req, failure *fail)
{
    char *word = words[*at];
    char *equals = strchr(word, '=');
    size_t length = equals != NULL ? (size_t)(equals - word) : strlen(word);
    for (int id = 0; id < OPT_COUNT; id++) {
        const option_row *row = &option_table[id];
        if (strlen(row->name) != length || strncmp(row->name, word, length) != 0)
            continue;
        if (req->options[id] != NULL)
            return misused(fail, "%s is given twice (expected at most once)", row->name);
        if (equals != NULL && row->value == NULL)
            return misused(fail, "%s takes no value (got '%.60s')", row->name, equals + 1);
        if (equals != NULL && equals[1] == '\0')
            return misused(fail, "%s= is empty (expected %s=%s)", row->name, row->name, row->value);
        if (equals != NULL)
            req->options[id] = equals + 1;
        else if (row->value == NULL || row->may_stand_alone)
            req->options[id] = "";
        else if (*at + 1 < count && strncmp(words[*at + 1], "--", 2) != 0)
            req->options[id] = words[++*at];
        else
            return misused(fail, "%s needs a value (expected %s=%s)", row->name, row->name, row->value);
        return DONE;
    }
    if (equals != NULL)
        *equals = '\0'; /* the name alone is what is unknown */
    return unknown_option(word, fail);
}

/* Whether every option that was given belongs to the command. */
static outcome options_belong(const request *req, failure *fail)
{
    for (int id = 0; id < OPT_COUNT; id++)
        if (req->options[id] != NULL && (req->command->options & OPT_BIT(id)) == 0 && id != OPT_HELP)
            return misused(fail, "'tl %s' has no option %s ('tl %s --help' lists its options)", req->command->name,
                           option_table[id].name, req->command->name);
    return DONE;
}

static outcome options_agree(const request *req, failure *fail)
{
    static const option_id sources[] = {OPT_ORDER, OPT_STRIDES, OPT_ACCESS};
    const char *first = NULL;
    for (size_t i = 0; i < sizeof sources / sizeof *sources; i++) {
        if (req->options[sources[i]] == NULL)
            continue;
        if (first != NULL)
            return misused(fail, "%s and %s exclude each other (expected one of them: both set the strides)", first,
                           option_table[sources[i]].name);
        first = option_table[sources[i]].name;
    }
    if (req->options[OPT_OFFSET] != NULL && req->options[OPT_STRIDES] == NULL)
        return misused(fail, "--offset=%.60s needs --strides (expected both: a dense layout starts at 0)",
                       req->options[OPT_OFFSET]);
    const char *plot = req->options[OPT_PLOT];
    if (plot != NULL && *plot != '\0' && !plot_name_is_good(plot))
        return misused(fail, "--plot=%.60s has another ending (expected a name that ends in .svg or .png)", plot);
    if (plot != NULL && *plot == '\0' && req->options[OPT_JSON] != NULL)
        return misused(fail, "--plot and --json exclude each other in the terminal (expected --plot=FILE.svg or .png)");
    return DONE;
}

static outcome arguments_fit(const request *req, failure *fail)
{
    int least, most;
    command_arity(req->command, &least, &most);
    text usage = {0};
    outcome result = DONE;
    command_usage(req->command, &usage);
    if (req->argument_count < least)
        result = misused(fail, "an argument is missing: %d given, %d needed (expected %s)", req->argument_count, least,
                         text_get(&usage));
    else if (req->argument_count > most)
        result = misused(fail, "an argument too many: '%.60s' (expected %s)", req->arguments[most], text_get(&usage));
    text_free(&usage);
    return result;
}

outcome request_parse(int count, char *words[], request *req, failure *fail)
{
    outcome result;
    const char *name = NULL;
    *req = (request){0};
    req->arguments = need_memory(calloc((size_t)count + 1, sizeof *req->arguments));
    for (int i = 0; i < count; i++) {
        if (strncmp(words[i], "--", 2) == 0) {
            result = option_parse(count, words, &i, req, fail);
            if (result != DONE)
                return result;
        } else if (name == NULL) {
            name = words[i];
        } else {
            req->arguments[req->argument_count++] = words[i];
        }
    }
    if (name != NULL) {
        req->command = command_find(name);
        if (req->command == NULL)
            return unknown_command(name, fail);
    }
    if (req->options[OPT_VERSION] != NULL || req->options[OPT_HELP] != NULL)
        return DONE; /* whatever else is there */
    if (req->command == NULL)
        return misused(fail, "no command is given (expected one such as 'tl strides 2,3,4'; 'tl help' lists all)");
    result = options_belong(req, fail);
    if (result == DONE)
        result = options_agree(req, fail);
    return result == DONE ? arguments_fit(req, fail) : result;
}

void request_free(request *req)
{
    free(req->arguments);
    *req = (request){0};
}
