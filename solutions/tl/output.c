/* output.c - a report as `key = value` lines or as JSON, and writing it so that a full disk is noticed. */
#include "cli.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void value_print(text *out, const json_t *value)
{
    size_t i;
    json_t *entry;
    switch (json_typeof(value)) {
    case JSON_ARRAY:
        text_add(out, "[");
        json_array_foreach(value, i, entry) {
            text_add(out, "%s", i > 0 ? ", " : "");
            value_print(out, entry);
        }
        text_add(out, "]");
        break;
    case JSON_INTEGER:
        text_add(out, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
        break;
    case JSON_STRING:
        text_add(out, "%s", json_string_value(value));
        break;
    case JSON_TRUE:
    case JSON_FALSE:
        text_add(out, "%s", json_is_true(value) ? "true" : "false");
        break;
    case JSON_REAL:
        text_add(out, "%.10g", json_real_value(value));
        break;
    case JSON_OBJECT:
    case JSON_NULL:
        json_print(out, value);
        break;
    }
}

void json_print(text *out, const json_t *value)
{
    /* into a buffer of ours: json_dumps can lose a piece of the line, unnoticed, when memory runs out on the way */
    size_t length = json_dumpb(value, NULL, 0, JSON_ENCODE_ANY);
    char *line = need_memory(length > 0 ? malloc(length) : NULL);
    if (json_dumpb(value, line, length, JSON_ENCODE_ANY) != length)
        need_memory(NULL);
    text_add_bytes(out, line, length);
    free(line);
}

void report_print(text *out, const report *rep, bool as_json)
{
    size_t i;
    const char *key;
    json_t *value;
    if (as_json) {
        if (rep->trace != NULL && json_object_set(rep->results, "trace", rep->trace) != 0)
            need_memory(NULL);
        json_print(out, rep->results);
        text_add(out, "\n");
        return;
    }
    if (rep->trace != NULL) {
        json_array_foreach(rep->trace, i, value)
            text_add(out, "%s\n", json_string_value(value));
        text_add(out, "\n");
    }
    json_object_foreach(rep->results, key, value) {
        text_add(out, "%s = ", key);
        value_print(out, value);
        text_add(out, "\n");
    }
}

outcome output_write(const text *out, failure *fail)
{
    errno = 0;
    bool written = fwrite(text_get(out), 1, out->length, stdout) == out->length;
    if (fflush(stdout) != 0 || ferror(stdout) || !written)
        return refused(fail, "the output cannot be written (%s)", strerror(errno));
    return DONE;
}
