/* expect.c - the texts and comparisons of expect.h. */
#include "expect.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { TEXTS = 16, TEXT_LENGTH = 512 };

static char *next_text(void)
{
    static char texts[TEXTS][TEXT_LENGTH];
    static int next;
    char *buffer = texts[next++ % TEXTS];
    buffer[0] = '\0';
    return buffer;
}

const char *text(const char *format, ...)
{
    char *buffer = next_text();
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(buffer, TEXT_LENGTH, format, arguments);
    va_end(arguments);
    return buffer;
}

/* Append to a text; what does not fit is cut off. */
static void append(char *buffer, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void append(char *buffer, const char *format, ...)
{
    size_t length = strlen(buffer);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(buffer + length, TEXT_LENGTH - length, format, arguments);
    va_end(arguments);
}

#define LIST_TEXT(n, format, value)                     \
    char *buffer = next_text();                         \
    append(buffer, "[");                                \
    for (int i = 0; i < (n); i++)                       \
        append(buffer, "%s" format, i ? ", " : "", value); \
    append(buffer, "]");                                \
    return buffer

const char *list(int n, const int64_t values[])
{
    LIST_TEXT(n, "%" PRId64, values[i]);
}

const char *int_list(int n, const int values[])
{
    LIST_TEXT(n, "%d", values[i]);
}

const char *float_list(int n, const float values[])
{
    LIST_TEXT(n, "%.9g", (double)values[i]);
}

const char *layout_text(const tl_layout *layout)
{
    return text("shape %s, strides %s, offset %" PRId64, list(layout->ndim, layout->shape),
                list(layout->ndim, layout->strides), layout->offset);
}

bool same_list(int n, const int64_t a[], const int64_t b[])
{
    return n <= 0 || memcmp(a, b, (size_t)n * sizeof *a) == 0;
}

bool same_floats(int n, const float a[], const float b[])
{
    return n <= 0 || memcmp(a, b, (size_t)n * sizeof *a) == 0;
}
