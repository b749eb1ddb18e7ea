/* check.c - `tl check`: ask the commands of a worksheet, and judge every value that was filled in.
 *
 * A blank is `_`, in a list or as the whole value.  All worksheets are judged before a word is printed, so that a worksheet with a
 * mistake of its author's in it gives one line about the mistake and no marks.
 */
#define _POSIX_C_SOURCE 200809L
#include "cli.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef enum verdict { RIGHT, WRONG, EMPTY, VERDICT_COUNT } verdict;

static const char *const verdict_names[VERDICT_COUNT] = {"right", "wrong", "empty"};
static const char *const verdict_colours[VERDICT_COUNT] = {"\x1b[32m", "\x1b[31m", "\x1b[33m"};

typedef struct checker {
    text *out;
    json_t *slots; /* with --json; else NULL */
    bool reveal, colour;
    int counts[VERDICT_COUNT];
    int questions;
    /* where we are */
    const char *file;
    int line;
    const char *question; /* its words, after the ? */
    const char *key;
    json_t *answers;      /* NULL before the first question */
} checker;

/* ---- One verdict ---- */

/* What a student wrote, cut to a length that stays readable. */
static void add_given(text *out, const char *given)
{
    text_add_shown(out, given, 60);
}

static json_t *json_words(const char *words)
{
    text shown = {0};
    text_add_shown(&shown, words, strlen(words));
    json_t *value = need_json(json_string(text_get(&shown)));
    text_free(&shown);
    return value;
}

static void slot_put(json_t *slot, const char *key, json_t *value)
{
    if (json_object_set_new(slot, key, need_json(value)) != 0)
        need_memory(NULL);
}

static void tell_json(checker *c, verdict v, const char *position, const char *given, const json_t *answer, const char *remark)
{
    json_t *slot = need_json(json_object());
    slot_put(slot, "file", json_words(c->file));
    slot_put(slot, "line", json_integer(c->line));
    slot_put(slot, "question", json_words(c->question));
    slot_put(slot, "key", json_words(c->key));
    slot_put(slot, "position", json_words(position));
    slot_put(slot, "verdict", json_string(verdict_names[v]));
    slot_put(slot, "given", json_words(given));
    if (*remark != '\0')
        slot_put(slot, "remark", json_words(remark));
    if (c->reveal)
        slot_put(slot, "answer", json_deep_copy(answer));
    if (json_array_append_new(c->slots, slot) != 0)
        need_memory(NULL);
}

/* position is "" or "[1]"; remark says more than the value does, or is "". */
static void tell(checker *c, verdict v, const char *position, const char *given, const json_t *answer, const char *remark)
{
    c->counts[v]++;
    if (c->slots != NULL) {
        tell_json(c, v, position, given, answer, remark);
        return;
    }
    text_add(c->out, "  %s%s%s  ", c->colour ? verdict_colours[v] : "", verdict_names[v], c->colour ? "\x1b[0m" : "");
    text_add_shown(c->out, c->file, strlen(c->file));
    text_add(c->out, ":%d  %s%s", c->line, c->key, position);
    if (v != EMPTY) {
        text_add(c->out, " = ");
        add_given(c->out, given);
    }
    if (*remark != '\0')
        text_add(c->out, "   %s", remark);
    if (c->reveal && v != RIGHT) {
        text_add(c->out, "   answer: ");
        value_print(c->out, answer);
    }
    text_add(c->out, "\n");
}

/* ---- A value against its answer ---- */

static void judge_scalar(checker *c, const char *position, const char *given, const json_t *answer)
{
    int64_t number;
    if (*given == '\0' || strcmp(given, "_") == 0) {
        tell(c, EMPTY, position, given, answer, "");
    } else if (json_is_integer(answer)) {
        number_kind kind = number_parse(given, strlen(given), &number);
        bool same = kind == NUMBER_GOOD && number == json_integer_value(answer);
        tell(c, same ? RIGHT : WRONG, position, given, answer, kind == NUMBER_GOOD ? "" : "(this asks for a whole number)");
    } else {
        text expected = {0};
        value_print(&expected, answer);
        bool same = strcmp(given, text_get(&expected)) == 0;
        tell(c, same ? RIGHT : WRONG, position, given, answer,
             same || !json_is_boolean(answer) || strcmp(given, "true") == 0 || strcmp(given, "false") == 0
                 ? ""
                 : "(this asks for true or false)");
        text_free(&expected);
    }
}

/* Cut a list at its commas, in place, brackets within brackets kept together.  The number of entries; -1 when it is no list. */
static int list_cut(char *given, char *entries[], int most)
{
    size_t length = strlen(given);
    int count = 0, depth = 0;
    if (length < 2 || given[0] != '[' || given[length - 1] != ']')
        return -1;
    given[length - 1] = '\0';
    char *start = given + 1;
    if (start[strspn(start, " \t")] == '\0')
        return 0;
    for (char *p = start;; p++) {
        depth += (*p == '[') - (*p == ']');
        if (depth < 0)
            return -1;
        if (*p != '\0' && (*p != ',' || depth > 0))
            continue;
        bool last = *p == '\0';
        *p = '\0';
        if (count < most)
            entries[count] = start;
        count++;
        start = p + 1;
        if (last)
            return depth == 0 ? count : -1;
    }
}

static void judge(checker *c, const char *position, char *given, const json_t *answer);

static void judge_list(checker *c, const char *position, char *given, const json_t *answer)
{
    int size = (int)json_array_size(answer);
    text whole = {0}, remark = {0};
    text_add(&whole, "%s", given);
    char **entries = need_memory(calloc((size_t)size + 1, sizeof *entries));
    int count = list_cut(given, entries, size);
    if (count < 0)
        tell(c, WRONG, position, text_get(&whole), answer, "(this asks for a list such as [1, 2])");
    else if (count != size) {
        text_add(&remark, "(%d %s given, %d needed)", count, count == 1 ? "entry" : "entries", size);
        tell(c, WRONG, position, text_get(&whole), answer, text_get(&remark));
    } else if (size == 0) {
        tell(c, RIGHT, position, text_get(&whole), answer, "");
    }
    for (int i = 0; count == size && i < size; i++) {
        text deeper = {0};
        text_add(&deeper, "%s[%d]", position, i);
        judge(c, text_get(&deeper), trim(entries[i]), json_array_get(answer, (size_t)i));
        text_free(&deeper);
    }
    free(entries);
    text_free(&whole);
    text_free(&remark);
}

static void judge(checker *c, const char *position, char *given, const json_t *answer)
{
    bool is_blank = *given == '\0' || strcmp(given, "_") == 0;
    if (json_is_array(answer) && !is_blank)
        judge_list(c, position, given, answer);
    else
        judge_scalar(c, position, given, answer);
}

/* ---- One question ---- */

static outcome worksheet_error(const checker *c, failure *fail, failure *cause)
{
    outcome result = misused(fail, "%.200s:%d: %s", c->file, c->line, text_get(&cause->message));
    text_free(&cause->message);
    return result;
}

/* Cut a command line at its blanks, in place. */
static int words_cut(char *line, char *words[], int most)
{
    int count = 0;
    for (char *word = strtok(line, " \t"); word != NULL && count < most; word = strtok(NULL, " \t"))
        words[count++] = word;
    return count;
}

/* Options that change how a result is shown have no place in a question. */
static outcome question_fits(const request *req, failure *fail)
{
    static const option_id unfit[] = {OPT_JSON, OPT_TRACE, OPT_PLOT, OPT_HELP, OPT_VERSION};
    for (size_t i = 0; i < sizeof unfit / sizeof *unfit; i++)
        if (req->options[unfit[i]] != NULL)
            return misused(fail, "a question cannot have %s (expected a command without it)", option_table[unfit[i]].name);
    if (req->command->run == NULL)
        return misused(fail, "'tl %s' has no keys to ask for (expected a command such as tl strides 2,3)", req->command->name);
    return DONE;
}

/* The answers to a question: the keys of the command, and `error`, which is `none` unless the library refuses. */
static outcome ask(checker *c, char *question, failure *fail)
{
    enum { MOST_WORDS = 64 };
    char *words[MOST_WORDS + 1];
    failure cause = {0};
    request req = {0};
    report rep = {.results = need_json(json_object())};
    int count = words_cut(question, words, MOST_WORDS + 1);
    outcome result;
    if (count == 0 || strcmp(words[0], "tl") != 0)
        result = misused(&cause, "a line that begins with ? asks a command (expected one such as: ? tl strides 2,3)");
    else if (count > MOST_WORDS)
        result = misused(&cause, "the question has too many words (expected at most %d)", MOST_WORDS);
    else
        result = request_parse(count - 1, words + 1, &req, &cause);
    if (result == DONE)
        result = question_fits(&req, &cause);
    if (result == DONE) {
        result = req.command->run(&req, &rep, &cause);
        if (result == REFUSED && cause.status != TL_OK) {
            json_object_clear(rep.results);
            report_put(&rep, "error", json_string(tl_status_describe(cause.status).name));
            result = DONE;
        } else if (result == DONE) {
            report_put(&rep, "error", json_string("none"));
        }
    }
    request_free(&req);
    json_decref(c->answers);
    c->answers = json_incref(rep.results);
    report_free(&rep);
    c->questions++;
    if (result != DONE)
        return worksheet_error(c, fail, &cause);
    text_free(&cause.message);
    return DONE;
}

static outcome judge_line(checker *c, const char *key, char *given, failure *fail)
{
    json_t *answer = json_object_get(c->answers, key);
    c->key = key;
    if (answer != NULL) {
        judge(c, "", given, answer);
        return DONE;
    }
    failure cause = {0};
    const char *known;
    json_t *value;
    bool first = true;
    text_add(&cause.message, "the question has no key '%.60s' (expected one of:", key);
    json_object_foreach(c->answers, known, value) {
        text_add(&cause.message, "%s %s", first ? "" : ",", known);
        first = false;
    }
    text_add(&cause.message, ")");
    return worksheet_error(c, fail, &cause);
}

/* ---- A worksheet, and all of them ---- */

static outcome check_sheet(checker *c, worksheet *sheet, failure *fail)
{
    outcome result = DONE;
    text question = {0};
    int questions_before = c->questions;
    c->file = sheet->name;
    c->line = 0;
    for (char *line = sheet->content.data, *next; result == DONE && line != NULL; line = next) {
        char *first = NULL, *second = NULL;
        next = strchr(line, '\n');
        if (next != NULL)
            *next++ = '\0';
        c->line++;
        line_kind kind = line_split(line, &first, &second);
        if (kind == LINE_QUESTION) {
            text_free(&question);
            text_add(&question, "%s", first);
            c->question = text_get(&question);
            result = ask(c, first, fail);
            if (result == DONE && c->slots == NULL) {
                text_add(c->out, "? ");
                text_add_shown(c->out, c->question, question.length);
                text_add(c->out, "\n");
            }
        } else if (kind == LINE_ANSWER && c->answers != NULL) {
            result = judge_line(c, first, second, fail);
        }
    }
    json_decref(c->answers);
    c->answers = NULL;
    text_free(&question);
    if (result == DONE && c->questions == questions_before)
        result = misused(fail, "%.200s: there is no question in it (expected a line such as: ? tl strides 2,3)", sheet->name);
    return result;
}

static void print_counts(checker *c)
{
    if (c->slots == NULL) {
        text_add(c->out, "%d right, %d wrong, %d empty\n", c->counts[RIGHT], c->counts[WRONG], c->counts[EMPTY]);
        return;
    }
    json_t *all = need_json(json_object());
    for (int v = 0; v < VERDICT_COUNT; v++)
        slot_put(all, verdict_names[v], json_integer(c->counts[v]));
    slot_put(all, "slots", json_incref(c->slots));
    json_print(c->out, all);
    text_add(c->out, "\n");
    json_decref(all);
}

static bool colour_is_wanted(void)
{
    const char *no_colour = getenv("NO_COLOR");
    return isatty(STDOUT_FILENO) && (no_colour == NULL || *no_colour == '\0');
}

outcome check_run(const request *req, text *out, failure *fail)
{
    checker c = {.out = out, .reveal = req->options[OPT_REVEAL] != NULL, .colour = colour_is_wanted()};
    outcome result = DONE;
    if (req->options[OPT_JSON] != NULL)
        c.slots = need_json(json_array());
    for (int i = 0; result == DONE && i < req->argument_count; i++) {
        worksheet sheet;
        result = worksheet_read(req->arguments[i], &sheet, fail);
        if (result == DONE)
            result = check_sheet(&c, &sheet, fail);
        text_free(&sheet.content);
    }
    if (result == DONE)
        print_counts(&c);
    json_decref(c.slots);
    return result == DONE && c.counts[WRONG] > 0 ? REFUSED : result;
}
