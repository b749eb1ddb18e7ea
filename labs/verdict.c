/* verdict.c - the program behind `make lab-01`: runs the public tests on a student's file and says how each task stands.
 *
 *     check           every task of the lab
 *     check 1.7       one task
 *
 * Check runs the tests of each task in a process of its own, so that a crash or an endless loop in one task hides nothing
 * about the others.  That process leaves what it found in a note, a page of memory shared with this one.  A task is right
 * only when the note says that every test came to its end: a function that calls exit(0) does not get there.
 *
 * Exit status: 0 when all that ran is right, 1 when not, 2 for a task that does not exist.
 */
#define _GNU_SOURCE /* MAP_ANONYMOUS */
#include "expect.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#ifndef LAB_SUITE
#define LAB_SUITE public_suite
#endif
extern const lab_suite LAB_SUITE;
static const lab_suite *const suite = &LAB_SUITE;

enum { MAX_TESTS = 500, SECONDS = 2, LINE = 512, MOST_STDERR = 20000 };

/* ---- What the tests of a task find ---- */

static struct note {
    int at;          /* tests[at] is running */
    int not_started; /* tests that met TL_ERR_TODO */
    bool finished;   /* every test came to its end */
    bool failed;     /* an expectation did not hold: */
    char call[LINE], gave[LINE], right[LINE];
} *note;

static jmp_buf after_test;

bool expect_muted = false;

/* No reason to stop: another function of the task may be written. */
void expect_not_started(void)
{
    note->not_started++;
    longjmp(after_test, 1);
}

void expect_failed(const char *gave, const char *right, const char *call)
{
    note->failed = true;
    snprintf(note->call, LINE, "%s", call);
    snprintf(note->gave, LINE, "%s", gave);
    snprintf(note->right, LINE, "%s", right);
    ck_abort_msg("wrong");
}

void sweep(int64_t cases, void (*one_case)(int64_t number))
{
    for (int64_t number = 0; number < cases; number++)
        one_case(number);
}

/* ---- The tests ---- */

typedef struct lab_test {
    const char *task, *kind;
    const TTest *test;
} lab_test;

static lab_test tests[MAX_TESTS];
static int ntests;

void add_test(const char *task, const char *kind, const TTest *test)
{
    if (ntests == MAX_TESTS)
        abort();
    tests[ntests++] = (lab_test){task, kind, test};
}

/* ---- What is printed ---- */

enum outcome { RIGHT, NOT_STARTED, WRONG, CRASHED, STUCK, HALF_DONE };

static const struct look {
    const char *word, *colour;
} looks[] = {
    [RIGHT] = {"right", "\033[32m"},     [NOT_STARTED] = {"not started", "\033[2m"}, [WRONG] = {"wrong", "\033[31m"},
    [CRASHED] = {"crashed", "\033[35m"}, [STUCK] = {"stuck", "\033[35m"},            [HALF_DONE] = {"half done", "\033[33m"},
};

static bool in_colour;

static void print_outcome(enum outcome outcome, const lab_task *task)
{
    const struct look *look = &looks[outcome];
    printf("  %s%-11s%s  %-5s %s%s\n", in_colour ? look->colour : "", look->word, in_colour ? "\033[0m" : "", task->number,
           task->title, task->level == CHALLENGE ? " (challenge)" : "");
}

static void detail(const char *label, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void detail(const char *label, const char *format, ...)
{
    printf("                     %-6s ", label);
    va_list arguments;
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    putchar('\n');
}

/* ---- What a test writes to stderr: a sanitizer's report, the message of an assert, or a student's own lines ---- */

static char report_path[LINE]; /* beside this program, for the task that runs */

static void set_report_path(const char *program, const char *task)
{
    const char *slash = strrchr(program, '/');
    snprintf(report_path, LINE, "%.*sreport-%s.txt", slash ? (int)(slash - program + 1) : 0, program, task);
}

/* The part of a path that a reader in the workbook's directory can use. */
static const char *from_root(const char *path)
{
    while (strncmp(path, "../", 3) == 0)
        path += 3;
    return path;
}

/* Copy what a test wrote, when it is no report, to where it was meant for. */
static void pass_on_stderr(void)
{
    FILE *file = fopen(report_path, "r");
    if (file == NULL)
        return;
    long left = MOST_STDERR;
    for (int c; left > 0 && (c = getc(file)) != EOF; left--)
        putc(c, stderr);
    if (left == 0)
        fprintf(stderr, "\n(and more)\n");
    fclose(file);
}

/* AddressSanitizer's word for a fault, and how to tell it to someone who has never met one. */
static const struct explanation {
    const char *fault, *verb, *words; /* the verb is "reads" or "writes", as reported, where there is none */
} explanations[] = {
    {"buffer-overflow", NULL, "outside an array"},
    {"buffer-underflow", NULL, "outside an array"},
    {"use-after-", NULL, "memory that is no longer in use"},
    {"double-free", "frees", "the same memory twice"},
    {"free", "frees", "memory that malloc did not give"},
    {"SEGV", NULL, "through a pointer that leads nowhere"},
    {"stack-overflow", "fills", "the whole stack: does it call itself without end?"},
    {"", NULL, "where it must not"}, /* any other */
};

/* Look for a sanitizer's report and put it into one line, which begins with the place in the student's file: "strides.c:41".
 * Returns false when there is none. */
static bool read_report(char summary[LINE])
{
    char line[4 * LINE], fault[64] = "", access[16] = "reads or writes", source[64], place[LINE] = "";
    bool found = false;
    /* the student's file is named as its lab: "01-strides" has strides.c */
    snprintf(source, sizeof source, "%s.c", strchr(suite->lab, '-') + 1);
    FILE *file = fopen(report_path, "r");
    if (file == NULL)
        return false;
    while (place[0] == '\0' && fgets(line, sizeof line, file) != NULL) {
        char *at, *end;
        if ((at = strstr(line, ": runtime error: ")) != NULL) { /* UndefinedBehaviorSanitizer: PLACE: runtime error: WORDS */
            *at = '\0';
            at += strlen(": runtime error: ");
            at[strcspn(at, "\n")] = '\0';
            char *name = strrchr(line, '/');
            snprintf(summary, LINE, "%.100s: %.300s", name ? name + 1 : line, at);
            fclose(file);
            return true;
        }
        if ((at = strstr(line, "ERROR: AddressSanitizer: ")) != NULL)
            found = sscanf(at, "ERROR: AddressSanitizer: attempting %63s", fault) == 1 ||
                    sscanf(at, "ERROR: AddressSanitizer: %63s", fault) == 1;
        else if (found && strstr(line, "READ ") != NULL)
            strcpy(access, "reads");
        else if (found && strstr(line, "WRITE ") != NULL)
            strcpy(access, "writes");
        else if (found && strstr(line, "    #") == line && (at = strstr(line, source)) != NULL && at[-1] == '/') {
            end = at + strcspn(at, " \n)");
            snprintf(place, LINE, "%.*s: ", (int)(end - at), at);
        }
    }
    fclose(file);
    if (!found)
        return false;
    const struct explanation *explanation = explanations;
    while (strstr(fault, explanation->fault) == NULL)
        explanation++;
    snprintf(summary, LINE, "%.100s%s %s (%s)", place, explanation->verb ? explanation->verb : access, explanation->words, fault);
    return true;
}

/* ---- Running ---- */

static const lab_task *running;
static bool forked; /* false with CK_FORK=no: all in one process, for a debugger */

static bool is_of_task(const lab_test *test, const lab_task *task)
{
    return strcmp(test->task, task->number) == 0;
}

/* The one test that Check is given for a task: runs those of the task, one after the other. */
START_TEST(all_of_a_task)
{
    int report = forked ? open(report_path, O_WRONLY | O_CREAT | O_TRUNC, 0666) : -1;
    if (report >= 0) {
        dup2(report, STDERR_FILENO);
        close(report);
    }
    for (note->at = 0; note->at < ntests; note->at++)
        if (is_of_task(&tests[note->at], running) && setjmp(after_test) == 0)
            tests[note->at].test->fn(0);
    note->finished = true;
}
END_TEST

/* Run the tests of a task up to the first fault; fault says in words what a test that did not come to its end has done. */
static enum outcome run_task(const lab_task *task, char fault[LINE])
{
    running = task;
    memset(note, 0, sizeof *note);
    remove(report_path);
    fflush(NULL); /* or the new process would print it again */

    Suite *checks = suite_create(suite->lab);
    TCase *tcase = tcase_create(task->number);
    suite_add_tcase(checks, tcase);
    tcase_set_timeout(tcase, SECONDS);
    tcase_add_test(tcase, all_of_a_task);
    SRunner *runner = srunner_create(checks);
    forked = srunner_fork_status(runner) == CK_FORK;
    srunner_run_all(runner, CK_SILENT);
    TestResult **results = srunner_results(runner);
    bool passed = tr_rtype(results[0]) == CK_PASS;
    char message[LINE]; /* Check's word on it */
    snprintf(message, LINE, "%s", tr_msg(results[0]));
    free(results);
    srunner_free(runner);

    if (read_report(fault))
        return CRASHED;
    pass_on_stderr();
    remove(report_path);
    if (note->failed)
        return WRONG;
    if (passed && note->finished) {
        int of_task = 0;
        for (int i = 0; i < ntests; i++)
            of_task += is_of_task(&tests[i], task);
        return note->not_started == 0 ? RIGHT : note->not_started == of_task ? NOT_STARTED : HALF_DONE;
    }
    if (strstr(message, "timeout") != NULL) {
        snprintf(fault, LINE, "it did not come back within %d seconds", SECONDS);
        return STUCK;
    }
    const char *signal = strstr(message, "signal "); /* "Received signal 6 (Aborted)" */
    if (signal != NULL)
        snprintf(fault, LINE, "it was stopped by %.400s", signal);
    else
        snprintf(fault, LINE, "it ended the program, with exit or the like, instead of returning");
    return CRASHED;
}

/* Say how a task stands, and where it went wrong. */
static void print_task(const lab_task *task, enum outcome outcome, const char *fault)
{
    print_outcome(outcome, task);
    if (outcome == RIGHT || outcome == NOT_STARTED)
        return;
    if (outcome == HALF_DONE) {
        detail("todo", "one of %s returns TL_ERR_TODO, or calls a function that does", task->functions);
        return;
    }
    if (outcome == WRONG) {
        detail("call", "%s", note->call);
        detail("gave", "%s", note->gave);
        detail("right", "%s", note->right);
    } else {
        detail("tried", "%s", note->at < ntests ? tests[note->at].kind : "the way out");
        detail("fault", "%s", fault);
        if (access(report_path, R_OK) == 0)
            detail("report", "%s", from_root(report_path));
    }
    detail("read", "book/%s.md, section %s \"%s\"", suite->lab, task->number, task->title);
}

int main(int argc, char *argv[])
{
    const char *only = argc > 1 && argv[1][0] != '\0' ? argv[1] : NULL;
    bool exists = only == NULL;
    for (int i = 0; i < suite->ntasks && !exists; i++)
        exists = strcmp(only, suite->tasks[i].number) == 0;
    if (!exists) {
        fprintf(stderr, "lab %.2s has no task %s; it has", suite->lab, only);
        for (int i = 0; i < suite->ntasks; i++)
            fprintf(stderr, " %s", suite->tasks[i].number);
        fprintf(stderr, "\n");
        return 2;
    }
    in_colour = isatty(STDOUT_FILENO) && getenv("NO_COLOR") == NULL;
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ); /* lines of a test that crashes are seen all the same */
    note = mmap(NULL, sizeof *note, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (note == MAP_FAILED) {
        perror("mmap");
        return 2;
    }
    suite->add_tests();

    const lab_task *next = NULL;
    int right = 0, points = 0, all_points = 0;
    for (int i = 0; i < suite->ntasks; i++) {
        const lab_task *task = &suite->tasks[i];
        all_points += task->points;
        if (only != NULL && strcmp(only, task->number) != 0)
            continue;
        set_report_path(argv[0], task->number);
        char fault[LINE] = "";
        enum outcome outcome = run_task(task, fault);
        print_task(task, outcome, fault);
        if (outcome == RIGHT) {
            right++;
            points += task->points;
        } else if (next == NULL) {
            next = task;
        }
    }
    if (only != NULL)
        return next == NULL ? 0 : 1;

    printf("lab %.2s: %d of %d tasks right, %d of %d points' worth; ", suite->lab, right, suite->ntasks, points, all_points);
    if (next != NULL)
        printf("next: %s \"%s\"\n", next->number, next->title);
    else
        printf("next: the hidden tests, with 'make grade'\n");
    return next == NULL ? 0 : 1;
}

/* ---- How the sanitizers, when they are linked in, behave ---- */

/* Leaks are not looked for: a lab that allocates does it through an allocator of the tests, which counts, and the search would
 * cost more than the test. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "detect_leaks=0";
}
