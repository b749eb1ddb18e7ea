/* report.c - a submission's marks as a table, and everything as JSON. */
#define _GNU_SOURCE
#include "report.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "text.h"

static const char *string_of(const json_t *object, const char *key)
{
    const char *value = json_string_value(json_object_get(object, key));
    return value != NULL ? value : "";
}

static int integer_of(const json_t *object, const char *key)
{
    return (int)json_integer_value(json_object_get(object, key));
}

static const char *colour_of(const char *outcome)
{
    if (strcmp(outcome, "pass") == 0)
        return "\033[32m";
    return strcmp(outcome, "not-started") == 0 ? "\033[2m" : "\033[31m";
}

static void print_task(FILE *out, const json_t *task, const char *lab, bool colour)
{
    const char *outcome = string_of(task, "outcome"), *detail = string_of(task, "detail");
    fprintf(out, "  %-5s %-44s %s%-19s%s %2d/%d\n", string_of(task, "task"), string_of(task, "title"),
            colour ? colour_of(outcome) : "", outcome, colour ? "\033[0m" : "", integer_of(task, "points"),
            integer_of(task, "maximum"));
    if (strcmp(outcome, "pass") == 0 || (strcmp(outcome, "not-started") == 0 && *detail == '\0'))
        return;
    if (strcmp(outcome, "not-started") != 0 && strcmp(outcome, "no-compile") != 0)
        fprintf(out, "        tried  %s\n", string_of(task, "kind"));
    if (*detail != '\0')
        fprintf(out, "        seen   %s\n", detail);
    if (strcmp(outcome, "not-started") != 0 && strcmp(outcome, "no-compile") != 0)
        fprintf(out, "        read   book/%s.md, section %s\n", lab, string_of(task, "task"));
}

/* A lab whose tasks all ended in the same way for the same reason is told in one line. */
static bool is_uniform(const json_t *tasks)
{
    const json_t *first = json_array_get(tasks, 0);
    const char *outcome = string_of(first, "outcome");
    size_t index;
    json_t *task;
    json_array_foreach(tasks, index, task)
        if (strcmp(string_of(task, "outcome"), outcome) != 0 ||
            strcmp(string_of(task, "detail"), string_of(first, "detail")) != 0)
            return false;
    return *string_of(first, "detail") != '\0';
}

static void print_lab(FILE *out, const json_t *lab, bool colour)
{
    const json_t *tasks = json_object_get(lab, "tasks");
    size_t index;
    json_t *task;
    fprintf(out, "lab %s  %d/%d\n", string_of(lab, "lab"), integer_of(lab, "points"), integer_of(lab, "maximum"));
    if (is_uniform(tasks)) {
        const json_t *first = json_array_get(tasks, 0);
        fprintf(out, "  every task: %s: %s\n", string_of(first, "outcome"), string_of(first, "detail"));
        return;
    }
    json_array_foreach(tasks, index, task)
        print_task(out, task, string_of(lab, "lab"), colour);
}

void report_terminal(FILE *out, const json_t *submission, bool colour, bool brief)
{
    const char *name = string_of(submission, "name"), *error = string_of(submission, "error");
    size_t index;
    json_t *lab;
    if (!brief)
        json_array_foreach(json_object_get(submission, "labs"), index, lab)
            print_lab(out, lab, colour);
    if (*error != '\0')
        fprintf(out, "%s: %s\n", name, error);
    if (json_is_integer(json_object_get(submission, "points")))
        fprintf(out, "GRADE %s %d/%d\n", name, integer_of(submission, "points"), integer_of(submission, "maximum"));
    else
        fprintf(out, "GRADE %s grader-error/%d\n", name, integer_of(submission, "maximum"));
}

static bool make_directories(const char *path)
{
    char *copy = formatted("%s", path);
    for (char *p = copy + 1; *p != '\0'; p++)
        if (*p == '/') {
            *p = '\0';
            mkdir(copy, 0777); /* the last one decides */
            *p = '/';
        }
    struct stat status;
    bool good = mkdir(copy, 0777) == 0 || (errno == EEXIST && stat(copy, &status) == 0 && S_ISDIR(status.st_mode));
    free(copy);
    return good;
}

bool report_json(const json_t *grades, const char *directory)
{
    char *path = formatted("%s/grades.json", directory);
    char *text = json_dumps(grades, JSON_INDENT(1));
    bool good = text != NULL && make_directories(directory) && replace_file(path, text, strlen(text));
    free(text), free(path);
    return good;
}
