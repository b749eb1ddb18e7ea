/* judge.h - run a lab's hidden tests on one file, and say what became of each test and task. */
#ifndef GRADER_JUDGE_H
#define GRADER_JUDGE_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "compile.h"
#include "expect.h"
#include "session.h"

typedef struct judge_setup {
    bool isolated;
    const char *host, *before, *include; /* built by make: the program; a directory with TASK.so, the model answers that
                                            the task may lean on; the labs' headers */
    const char *directory;                  /* private and empty */
} judge_setup;

/* A lab that can be graded: its hidden suite, and the file that a submission hands in. */
typedef struct graded_lab {
    const lab_suite *suite;
    const char *file; /* "strides.c" */
} graded_lab;

/* The labs that exist, in their order. */
extern const graded_lab graded_labs[];
extern const int graded_lab_count;

/* Points of a lab, whatever is handed in. */
int lab_maximum(const lab_suite *suite);

/* Judge a file: {"lab", "points", "maximum", "tasks": [{"task", "title", "level", "points", "maximum", "outcome", "detail",
 * "tests": [{"kind", "outcome", "detail", "call", "gave", "right"}]}]}.  text is NULL when there is no file, and why_not
 * then says so in every task. */
json_t *judge(const judge_setup *setup, const graded_lab *lab, const char *text, size_t length, const char *why_not);

/* The lab's functions, numbered over all its tasks. */
int judge_function_number(const char *name);
const char *judge_function_name(int number);

/* How a running test ends when not by itself; these do not return. */
_Noreturn void judge_host_died(const session_death *death, const char *function);
_Noreturn void judge_missing(const char *function);
_Noreturn void judge_wrote_input(const char *function);
_Noreturn void judge_forged(const char *function); /* an answer came that the host did not give */
_Noreturn void judge_bad_address(const char *what); /* a pointer that is not into the memory it was given */
_Noreturn void judge_grader_error(const char *what, const char *where);

#endif
