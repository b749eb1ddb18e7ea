/* text.h - the grader's strings and small files. */
#ifndef GRADER_TEXT_H
#define GRADER_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* printf into memory of its own, to be freed by the caller.  Ends the grader when there is no memory. */
char *formatted(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* A name that came from outside, fit for one line of a report: control characters, line ends, backslashes and bytes that
 * are not UTF-8 become \xNN.  To be freed by the caller. */
char *printable(const char *name);

/* Write a whole file; false, with errno, when that fails.  With replace, the file appears complete or not at all. */
bool write_file(const char *path, const char *bytes, size_t length);
bool replace_file(const char *path, const char *bytes, size_t length);

/* A line on stderr, "grade: ...", and the end of the program with the exit code given. */
_Noreturn void refuse(int code, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
