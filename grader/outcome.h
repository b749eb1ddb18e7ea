/* outcome.h - what can become of a test, and of a task. */
#ifndef GRADER_OUTCOME_H
#define GRADER_OUTCOME_H

#define OUTCOME_LIST(X)                         \
    X(OUTCOME_PASS, "pass")                     \
    X(OUTCOME_NOT_STARTED, "not-started")       \
    X(OUTCOME_FAIL, "fail")                     \
    X(OUTCOME_CRASH, "crash")                   \
    X(OUTCOME_MEMORY, "memory-error")           \
    X(OUTCOME_UNDEFINED, "undefined-behaviour") \
    X(OUTCOME_TIMEOUT, "timeout")               \
    X(OUTCOME_EARLY_EXIT, "early-exit")         \
    X(OUTCOME_OUTPUT, "output-limit")           \
    X(OUTCOME_NO_COMPILE, "no-compile")         \
    X(OUTCOME_GRADER_ERROR, "grader-error")

typedef enum grade_outcome {
#define OUTCOME_ENUM(id, name) id,
    OUTCOME_LIST(OUTCOME_ENUM)
#undef OUTCOME_ENUM
    OUTCOME_COUNT
} grade_outcome;

const char *outcome_name(grade_outcome outcome);

#endif
