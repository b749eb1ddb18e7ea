/* text.c - see text.h. */
#define _GNU_SOURCE
#include "text.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

_Noreturn void refuse(int code, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fflush(stdout);
    fputs("grade: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    exit(code);
}

char *formatted(const char *format, ...)
{
    char *result;
    va_list arguments;
    va_start(arguments, format);
    if (vasprintf(&result, format, arguments) < 0)
        refuse(70, "out of memory");
    va_end(arguments);
    return result;
}

/* Length of the UTF-8 sequence at p, 0 when it is none (RFC 3629: no overlong form, no surrogate, at most U+10FFFF). */
static int utf8_length(const unsigned char *p)
{
    if (p[0] < 0x80)
        return 1;
    int length = p[0] >= 0xC2 && p[0] <= 0xDF ? 2 : (p[0] & 0xF0) == 0xE0 ? 3 : p[0] >= 0xF0 && p[0] <= 0xF4 ? 4 : 0;
    for (int i = 1; i < length; i++)
        if ((p[i] & 0xC0) != 0x80)
            return 0;
    if ((p[0] == 0xE0 && p[1] < 0xA0) || (p[0] == 0xED && p[1] > 0x9F) || (p[0] == 0xF0 && p[1] < 0x90) ||
        (p[0] == 0xF4 && p[1] > 0x8F))
        return 0;
    return length;
}

/* U+0080 to U+009F are control characters too; U+2028 and U+2029 end lines; U+202A to U+202E and U+2066 to U+2069 turn
 * the direction of what follows. */
static bool disturbs(const unsigned char *p, int length)
{
    return (length == 1 && (p[0] < 0x20 || p[0] == 0x7F || p[0] == '\\')) || (length == 2 && p[0] == 0xC2 && p[1] < 0xA0) ||
           (length == 3 && p[0] == 0xE2 && p[1] == 0x80 && p[2] >= 0xA8 && p[2] <= 0xAE) ||
           (length == 3 && p[0] == 0xE2 && p[1] == 0x81 && p[2] >= 0xA6 && p[2] <= 0xA9);
}

char *printable(const char *name)
{
    char *result = malloc(4 * strlen(name) + 1), *out = result;
    if (result == NULL)
        refuse(70, "out of memory");
    for (const unsigned char *p = (const unsigned char *)name; *p != '\0';) {
        int length = utf8_length(p);
        if (length > 0 && !disturbs(p, length)) {
            memcpy(out, p, (size_t)length);
            out += length;
            p += length;
        } else {
            for (int i = 0; i < (length > 0 ? length : 1); i++)
                out += sprintf(out, "\\x%02x", (unsigned)*p++);
        }
    }
    *out = '\0';
    return result;
}

bool write_file(const char *path, const char *bytes, size_t length)
{
    FILE *file = fopen(path, "wbe");
    if (file == NULL)
        return false;
    bool good = fwrite(bytes, 1, length, file) == length;
    return fclose(file) == 0 && good;
}

bool replace_file(const char *path, const char *bytes, size_t length)
{
    char *temporary = formatted("%s.%ld.part", path, (long)getpid());
    bool good = write_file(temporary, bytes, length) && rename(temporary, path) == 0;
    int reason = errno;
    if (!good)
        unlink(temporary);
    free(temporary);
    errno = reason;
    return good;
}
