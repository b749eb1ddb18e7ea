/* text.c - a string that grows, and the one line that says what went wrong.
 *
 * `tl` is a short-lived program: when memory runs out it says so in one line and ends, and nothing above here needs to ask.
 */
#include "cli.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *need_memory(void *block)
{
    if (block == NULL) {
        fputs("tl: out of memory\n", stderr);
        exit(REFUSED);
    }
    return block;
}

json_t *need_json(json_t *value)
{
    return need_memory(value);
}

/* Room for `more` bytes and the final '\0'. */
static void text_reserve(text *t, size_t more)
{
    size_t needed;
    if (__builtin_add_overflow(t->length, more, &needed) || needed >= SIZE_MAX / 2)
        need_memory(NULL);
    if (needed < t->capacity)
        return;
    t->capacity = needed * 2 + 64;
    t->data = need_memory(realloc(t->data, t->capacity));
}

void text_add_bytes(text *t, const char *bytes, size_t length)
{
    text_reserve(t, length);
    if (length > 0)
        memcpy(t->data + t->length, bytes, length);
    t->length += length;
    t->data[t->length] = '\0';
}

static void text_add_v(text *t, const char *format, va_list values)
{
    va_list again;
    va_copy(again, values);
    int length = vsnprintf(NULL, 0, format, values);
    if (length < 0)
        need_memory(NULL);
    text_reserve(t, (size_t)length);
    vsnprintf(t->data + t->length, (size_t)length + 1, format, again);
    t->length += (size_t)length;
    va_end(again);
}

void text_add(text *t, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    text_add_v(t, format, values);
    va_end(values);
}

/* The bytes of the UTF-8 character at `p` when it may be shown; 0 when it is malformed or a control character. */
static size_t shown_length(const unsigned char *p)
{
    if (p[0] < 0x80)
        return p[0] >= 0x20 && p[0] != 0x7f;
    size_t length = p[0] >= 0xf0 && p[0] <= 0xf4 ? 4 : p[0] >= 0xe0 && p[0] < 0xf0 ? 3 : p[0] >= 0xc2 && p[0] < 0xe0 ? 2 : 0;
    for (size_t i = 1; i < length; i++)
        if ((p[i] & 0xc0) != 0x80) /* stops at a '\0' too */
            return 0;
    bool malformed = (p[0] == 0xc2 && p[1] < 0xa0) || (p[0] == 0xe0 && p[1] < 0xa0) || (p[0] == 0xed && p[1] >= 0xa0) ||
                     (p[0] == 0xf0 && p[1] < 0x90) || (p[0] == 0xf4 && p[1] >= 0x90);
    return malformed ? 0 : length;
}

void text_add_shown(text *t, const char *words, size_t most)
{
    const unsigned char *p = (const unsigned char *)words;
    for (size_t taken = 0; *p != '\0';) {
        size_t length = shown_length(p);
        size_t step = length > 0 ? length : 1;
        if (taken + step > most) {
            text_add(t, "...");
            return;
        }
        if (length > 0)
            text_add_bytes(t, (const char *)p, length);
        else
            text_add(t, "?");
        taken += step;
        p += step;
    }
}

void text_add_list(text *t, int count, const int64_t values[])
{
    text_add(t, "[");
    for (int i = 0; i < count; i++)
        text_add(t, "%s%" PRId64, i > 0 ? ", " : "", values[i]);
    text_add(t, "]");
}

const char *text_get(const text *t)
{
    return t->data != NULL ? t->data : "";
}

void text_free(text *t)
{
    free(t->data);
    *t = (text){0};
}

outcome misused(failure *fail, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    text_add_v(&fail->message, format, values);
    va_end(values);
    return MISUSED;
}

outcome refused(failure *fail, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    text_add_v(&fail->message, format, values);
    va_end(values);
    return REFUSED;
}

outcome refused_by_library(failure *fail, tl_status status, const char *detail, ...)
{
    tl_status_text words = tl_status_describe(status);
    va_list values;
    fail->status = status;
    text_add(&fail->message, "%s: %s (", words.name, words.sentence);
    va_start(values, detail);
    text_add_v(&fail->message, detail, values);
    va_end(values);
    text_add(&fail->message, ")");
    return REFUSED;
}
