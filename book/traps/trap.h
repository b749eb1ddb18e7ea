/* trap.h - what the trap programs share: the way they tell their story.
 *
 * Each program holds the wrong code itself, small, beside a call of the library that is right, and prints four things:
 * what was asked, what goes wrong, why, and the right answer.
 */
#ifndef TRAP_H
#define TRAP_H

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "views.h"

/* A line of the story: "  asked   what is ..."; with part "" it goes on with the line before. */
__attribute__((format(printf, 2, 3))) static inline void tell(const char *part, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    printf("  %-7s ", part);
    vprintf(format, arguments);
    putchar('\n');
    va_end(arguments);
}

/* A list as the book writes it, "[1, 2]".  Up to four lists can be in use at once. */
static inline const char *list(int ndim, const int64_t numbers[/* ndim */])
{
    static char texts[4][TL_MAX_NDIM * 22 + 3];
    static int used;
    char *text = texts[used++ % 4], *end = text;
    *end++ = '[';
    for (int i = 0; i < ndim; i++)
        end += sprintf(end, i > 0 ? ", %" PRId64 : "%" PRId64, numbers[i]);
    *end++ = ']';
    *end = '\0';
    return text;
}

/* Leave the program when the library refuses what it should do. */
static inline void need(tl_status status)
{
    if (status == TL_OK)
        return;
    fprintf(stderr, "%s: %s\n", tl_status_describe(status).name, tl_status_describe(status).sentence);
    exit(1);
}

#endif
