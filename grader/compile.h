/* compile.h - from a submission's file to a shared object, inside the sandbox. */
#ifndef GRADER_COMPILE_H
#define GRADER_COMPILE_H

#include <stdbool.h>
#include <stddef.h>

#include "expect.h"
#include "outcome.h"

typedef struct compile_setup {
    bool isolated;
    const char *include;   /* the trusted headers of labs/, and nothing else */
    const char *earlier;   /* shared object with the model answers of earlier labs */
    const char *directory; /* a private directory; submission.so appears in it */
} compile_setup;

/* Compile the bytes of a lab's file, named as in the lab ("strides.c").  OUTCOME_PASS, or OUTCOME_NO_COMPILE with the first
 * complaint in complaint, or OUTCOME_GRADER_ERROR when the compiler could not be run.  Sanitizers are always on; a file that
 * asks to be left out of them is refused. */
grade_outcome compile_submission(const compile_setup *setup, const lab_suite *suite, const char *name, const char *text,
                           size_t length, char *complaint, size_t size);

#endif
