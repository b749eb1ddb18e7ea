/* expect.h - how a test says what was asked, what came back and what is right.
 *
 * Public tests (labs/0N-x/check_x.c) and hidden tests (grader/hidden/x.c) are Check tests written with these words:
 *
 *     START_TEST(a_matrix)
 *     {
 *         int64_t shape[] = {3, 4}, numel = -1;
 *         EXPECT_OK(tl_numel(2, shape, &numel), "tl_numel(%s)", list(2, shape));
 *         EXPECT_INT(numel, 12, "tl_numel(%s)", list(2, shape));
 *     }
 *     END_TEST
 *
 * The words after the values are the call under test, as printf takes them; they are formatted only when it failed.
 * What happens with a failure is up to the program that the tests are linked into: labs/verdict.c or the grader.
 */
#ifndef LABS_EXPECT_H
#define LABS_EXPECT_H

#include <check.h>
#include <inttypes.h>

#include "tl.h"

/* ---- A lab's tasks and tests ---- */

typedef enum lab_level { CORE, CHALLENGE } lab_level;

typedef struct lab_task {
    const char *number; /* "1.7" */
    lab_level level;
    int points;
    const char *title;
    const char *functions; /* names of the functions it asks for, with blanks between */
} lab_task;

typedef struct lab_suite {
    const char *lab;        /* "01-strides", the directory in labs/ */
    const lab_task *tasks;  /* [ntasks], from the lab's tasks.def */
    int ntasks;
    void (*add_tests)(void); /* calls add_test for every test */
} lab_suite;

/* Add a test of a task; kind says in a few words which kind of case it tries ("sizes of 0"). */
void add_test(const char *task, const char *kind, const TTest *test);

/* Run one_case(0), one_case(1), ... one_case(cases - 1).  The calls a case makes must depend on its number alone, not on
 * what earlier calls gave back: the grader sends them ahead, many at a time, and runs the case again to judge them. */
void sweep(int64_t cases, void (*one_case)(int64_t number));

/* ---- Expectations ---- */

#define EXPECT_OK(status, ...) EXPECT_STATUS(status, TL_OK, __VA_ARGS__)

#define EXPECT_STATUS(status, want, ...)                                                                       \
    do {                                                                                                       \
        tl_status expect_got = (status), expect_want = (want);                                                 \
        if (expect_got != expect_want && !expect_muted) {                                                      \
            if (expect_got == TL_ERR_TODO)                                                                     \
                expect_not_started();                                                                          \
            expect_failed(tl_status_describe(expect_got).name, tl_status_describe(expect_want).name,           \
                          text(__VA_ARGS__));                                                                  \
        }                                                                                                      \
    } while (0)

#define EXPECT_INT(got, want, ...)                                                                             \
    do {                                                                                                       \
        int64_t expect_got = (got), expect_want = (want);                                                      \
        if (expect_got != expect_want && !expect_muted)                                                        \
            expect_failed(text("%" PRId64, expect_got), text("%" PRId64, expect_want), text(__VA_ARGS__));     \
    } while (0)

#define EXPECT_BOOL(got, want, ...)                                                                            \
    do {                                                                                                       \
        bool expect_got = (got), expect_want = (want);                                                         \
        if (expect_got != expect_want && !expect_muted)                                                        \
            expect_failed(expect_got ? "true" : "false", expect_want ? "true" : "false", text(__VA_ARGS__));   \
    } while (0)

/* Lists of n int64_t. */
#define EXPECT_LIST(n, got, want, ...)                                                                         \
    do {                                                                                                       \
        if (!same_list(n, got, want) && !expect_muted)                                                         \
            expect_failed(list(n, got), list(n, want), text(__VA_ARGS__));                                     \
    } while (0)

/* Lists of n float, compared bit for bit. */
#define EXPECT_FLOATS(n, got, want, ...)                                                                       \
    do {                                                                                                       \
        if (!same_floats(n, got, want) && !expect_muted)                                                       \
            expect_failed(float_list(n, got), float_list(n, want), text(__VA_ARGS__));                         \
    } while (0)

/* printf into one of a ring of static buffers; a text stays valid for the next 15 calls of the functions below. */
const char *text(const char *format, ...) __attribute__((format(printf, 1, 2)));
const char *list(int n, const int64_t values[]);     /* "[2, 3, 4]" */
const char *int_list(int n, const int values[]);     /* "[0, 2, 1]" */
const char *float_list(int n, const float values[]); /* "[1, 2.5, 0]" */
const char *layout_text(const tl_layout *layout);    /* "shape [2, 3], strides [3, 1], offset 0" */
bool same_list(int n, const int64_t a[], const int64_t b[]);
bool same_floats(int n, const float a[], const float b[]);

/* ---- For the programs that run tests, not for the tests ---- */

extern bool expect_muted;             /* true while a sweep sends its calls ahead: nothing is judged */
void expect_not_started(void);        /* the function returned TL_ERR_TODO: end the test */
void expect_failed(const char *gave, const char *right, const char *call); /* end the test */

#endif
