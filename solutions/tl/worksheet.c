/* worksheet.c - reading a worksheet: a small text file, and what each of its lines is.
 *
 *     Free prose.
 *     ? tl strides 2,3,4 --order=col
 *     strides = [_, _, _]
 *
 * A student's editor may add a byte-order mark or CRLF line ends; both are taken.  What is no text at all is refused as a whole.
 */
#include "cli.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum { LARGEST = 1 << 20, LONGEST_LINE = 4096 };

/* ---- Reading ---- */

static outcome unreadable(const char *name, const char *why, failure *fail)
{
    return misused(fail, "%.200s: %s (expected a worksheet: a text file of at most 1 MiB)", name, why);
}

/* Take out the \r of each \r\n, and refuse what is not text. */
static outcome normalise(worksheet *sheet, failure *fail)
{
    char *from = sheet->content.data, *to = from, *end = from + sheet->content.length;
    size_t line_length = 0;
    int line = 1;
    if (sheet->content.length >= 3 && memcmp(from, "\xef\xbb\xbf", 3) == 0)
        from += 3;
    for (; from < end; from++) {
        unsigned char c = (unsigned char)*from;
        if (c == '\r' && from + 1 < end && from[1] == '\n')
            continue;
        if ((c < 0x20 && c != '\t' && c != '\n') || c == 0x7f)
            return misused(fail, "%.200s:%d: a byte of value %d is not text (expected a worksheet: a text file)", sheet->name,
                           line, c);
        line_length = c == '\n' ? 0 : line_length + 1;
        line += c == '\n';
        if (line_length > LONGEST_LINE)
            return misused(fail, "%.200s:%d: the line is too long (expected at most %d bytes)", sheet->name, line, LONGEST_LINE);
        *to++ = *from;
    }
    *to = '\0';
    sheet->content.length = (size_t)(to - sheet->content.data);
    return DONE;
}

outcome worksheet_read(const char *name, worksheet *sheet, failure *fail)
{
    struct stat about;
    *sheet = (worksheet){.name = name};
    if (stat(name, &about) != 0)
        return unreadable(name, strerror(errno), fail);
    if (S_ISDIR(about.st_mode))
        return unreadable(name, "this is a directory", fail);
    if (!S_ISREG(about.st_mode))
        return unreadable(name, "this is not a file", fail);
    if (about.st_size > LARGEST)
        return unreadable(name, "this is too large", fail);
    FILE *file = fopen(name, "rb");
    if (file == NULL)
        return unreadable(name, strerror(errno), fail);
    char block[4096];
    size_t length;
    text_add(&sheet->content, "%s", "");
    while (sheet->content.length <= LARGEST && (length = fread(block, 1, sizeof block, file)) > 0)
        text_add_bytes(&sheet->content, block, length);
    bool failed = ferror(file) != 0;
    fclose(file);
    if (failed)
        return unreadable(name, "it cannot be read", fail);
    if (sheet->content.length > LARGEST)
        return unreadable(name, "this is too large", fail);
    return normalise(sheet, fail);
}

/* ---- One line ---- */

char *trim(char *words)
{
    words += strspn(words, " \t");
    size_t length = strlen(words);
    while (length > 0 && (words[length - 1] == ' ' || words[length - 1] == '\t'))
        words[--length] = '\0';
    return words;
}

static bool is_key(const char *words, size_t length)
{
    return length > 0 && strspn(words, "abcdefghijklmnopqrstuvwxyz_") >= length && words[0] != '_';
}

line_kind line_split(char *line, char **first, char **second)
{
    line = trim(line);
    if (*line == '?') {
        *first = trim(line + 1);
        return LINE_QUESTION;
    }
    char *equals = strchr(line, '=');
    size_t length = strcspn(line, " \t=");
    if (equals == NULL || !is_key(line, length) || line + length + strspn(line + length, " \t") != equals)
        return LINE_PROSE;
    line[length] = '\0';
    *first = line;
    *second = trim(equals + 1);
    return LINE_ANSWER;
}
