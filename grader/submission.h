/* submission.h - find the labs' files in what was handed in: a directory, a .zip or a .tar.gz. */
#ifndef GRADER_SUBMISSION_H
#define GRADER_SUBMISSION_H

#include <stddef.h>

enum { SUBMISSION_MAX_FILES = 16 };

typedef struct submission_file {
    char *text;    /* NULL when it was not handed in */
    size_t length;
    char *path;    /* where it was found, for messages */
} submission_file;

typedef struct submission {
    submission_file files[SUBMISSION_MAX_FILES]; /* in the order of the names asked for */
} submission;

/* Read the named files, wherever in the submission they lie.  Nothing is written, links are not followed, hidden files and
 * directories (.git) are passed over.  Returns NULL,
 * or one line (to be freed) that says what is wrong: no such path, none of the files, two of one name, too large. */
char *submission_read(const char *path, const char *const names[], int count, submission *found);

void submission_free(submission *found);

/* The name under which it is graded: the last part of its path, without .zip, .tar.gz, .tgz or .tar.xz.  To be freed. */
char *submission_name(const char *path);

#endif
