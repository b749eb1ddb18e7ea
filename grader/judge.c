/* judge.c - the Check run in the trusted process, and the outcome of each test and task.
 *
 * The denominator is fixed before anything runs: it is the sum of the tasks' points.  A task earns its points when every
 * one of its tests passes, and none otherwise.
 */
#define _GNU_SOURCE
#include "judge.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "proxy.h"
#include "text.h"

enum { MAX_TESTS = 256 };

typedef struct test_record {
    const char *task, *kind;
    const TTest *test;
    grade_outcome outcome;
    char *detail;             /* for the student; NULL for none */
    char *call, *gave, *right; /* for the instructor; NULL for none */
} test_record;

static struct {
    const lab_suite *suite;
    test_record tests[MAX_TESTS];
    int ntests;
    int running; /* index of the test that runs */
    const lab_task *task; /* that the host is for */
    const judge_setup *setup;
    char *submission, *before;
    char functions[WIRE_MAX_FUNCTIONS][WIRE_NAME_BYTES];
    int nfunctions;
} lab;

const char *outcome_name(grade_outcome outcome)
{
    static const char *const names[] = {
#define OUTCOME_NAME(id, name) [id] = name,
        OUTCOME_LIST(OUTCOME_NAME)
#undef OUTCOME_NAME
    };
    return names[outcome];
}

int lab_maximum(const lab_suite *suite)
{
    int points = 0;
    for (int i = 0; i < suite->ntasks; i++)
        points += suite->tasks[i].points;
    return points;
}

/* ---- How a test ends ---- */

static _Noreturn void end_test(grade_outcome outcome, char *detail)
{
    test_record *test = &lab.tests[lab.running];
    test->outcome = outcome;
    test->detail = detail;
    ck_abort_msg("%s", outcome_name(outcome));
}

void expect_not_started(void)
{
    end_test(OUTCOME_NOT_STARTED, NULL);
}

void expect_failed(const char *gave, const char *right, const char *call)
{
    test_record *test = &lab.tests[lab.running];
    test->call = formatted("%s", call);
    test->gave = formatted("%s", gave);
    test->right = formatted("%s", right);
    end_test(OUTCOME_FAIL, NULL);
}

void judge_host_died(const session_death *death, const char *function)
{
    if (death->call < 0)
        end_test(death->outcome, formatted("while the file was loaded, before any call: %s", death->detail));
    end_test(death->outcome, formatted("%s: %s", function, death->detail));
}

void judge_missing(const char *function)
{
    end_test(OUTCOME_NOT_STARTED, formatted("the file has no function %s", function));
}

void judge_wrote_input(const char *function)
{
    end_test(OUTCOME_FAIL, formatted("%s changed an array that it may only read", function));
}

void judge_forged(const char *function)
{
    end_test(OUTCOME_EARLY_EXIT, formatted("%s: the file answered the grader in the function's place", function));
}

void judge_bad_address(const char *what)
{
    end_test(OUTCOME_FAIL, formatted("the %s is NULL, or not in memory that the allocator gave out", what));
}

void judge_grader_error(const char *what, const char *where)
{
    end_test(OUTCOME_GRADER_ERROR, formatted("%s (%s)", what, where));
}

/* ---- Running the tests ---- */

void add_test(const char *task, const char *kind, const TTest *test)
{
    if (lab.ntests == MAX_TESTS)
        refuse(70, "more than %d tests in lab %s", MAX_TESTS, lab.suite->lab);
    lab.tests[lab.ntests++] = (test_record){.task = task, .kind = kind, .test = test, .outcome = OUTCOME_PASS};
}

static const lab_task *find_task(const char *number)
{
    for (int i = 0; i < lab.suite->ntasks; i++)
        if (strcmp(lab.suite->tasks[i].number, number) == 0)
            return &lab.suite->tasks[i];
    refuse(70, "a hidden test belongs to task %s, which lab %s does not have", number, lab.suite->lab);
}

/* The lab's functions: our own list, and a copy of it for the host. */
static void name_functions(void)
{
    wire_arena *arena = session_arena();
    lab.nfunctions = 0;
    for (int i = 0; i < lab.suite->ntasks; i++) {
        char *functions = formatted("%s", lab.suite->tasks[i].functions), *rest = functions;
        for (char *name; (name = strsep(&rest, " ")) != NULL;) {
            if (lab.nfunctions == WIRE_MAX_FUNCTIONS || strlen(name) >= WIRE_NAME_BYTES)
                refuse(70, "too many functions, or too long a name: %s", name);
            strcpy(lab.functions[lab.nfunctions++], name);
        }
        free(functions);
    }
    arena->nfunctions = (uint32_t)lab.nfunctions;
    memcpy(arena->names, lab.functions, sizeof arena->names);
}

int judge_function_number(const char *name)
{
    for (int i = 0; i < lab.nfunctions; i++)
        if (strcmp(lab.functions[i], name) == 0)
            return i;
    judge_grader_error("a proxy names a function that no task has", name);
}

const char *judge_function_name(int number)
{
    return lab.functions[number];
}

/* Each task has a host of its own: what one leaves behind is gone for the next, and no answer to come is in its memory. */
static void begin_task(const lab_task *task)
{
    if (lab.task == task)
        return;
    lab.task = task;
    session_close();
    free(lab.before);
    lab.before = formatted("%s/%s.so", lab.setup->before, task->number);
    session_setup session = {.isolated = lab.setup->isolated,
                             .host = lab.setup->host,
                             .before = lab.before,
                             .submission = lab.submission};
    session_open(&session);
    name_functions();
}

/* A task that has run out of time, or a file that cannot be loaded, is not tried again: the rest would only repeat it. */
static const test_record *hopeless(const test_record *test)
{
    for (const test_record *before = lab.tests; before < test; before++) {
        bool loading = before->detail != NULL && strncmp(before->detail, "while the file was loaded", 25) == 0;
        if (loading || (before->outcome == OUTCOME_TIMEOUT && strcmp(before->task, test->task) == 0))
            return before;
    }
    return NULL;
}

/* Check runs this before each test, and the tests in the order in which they were added. */
static void before_test(void)
{
    lab.running++;
    test_record *test = &lab.tests[lab.running];
    proxy_reset();
    begin_task(find_task(test->task));
    const test_record *earlier = hopeless(test);
    if (earlier != NULL)
        end_test(earlier->outcome, formatted("%s", earlier->detail));
}

static void run_tests(void)
{
    Suite *suite = suite_create(lab.suite->lab);
    for (int i = 0; i < lab.ntests; i++) {
        TCase *tcase = tcase_create(lab.tests[i].kind);
        tcase_add_checked_fixture(tcase, before_test, NULL);
        tcase_add_test(tcase, lab.tests[i].test);
        suite_add_tcase(suite, tcase);
    }
    SRunner *runner = srunner_create(suite);
    srunner_set_fork_status(runner, CK_NOFORK);
    lab.running = -1;
    srunner_run_all(runner, CK_SILENT);

    /* Check's own verdict counts too: a test that failed without saying how to us has failed. */
    TestResult **results = srunner_results(runner);
    if (srunner_ntests_run(runner) != lab.ntests)
        refuse(70, "Check ran %d of %d tests", srunner_ntests_run(runner), lab.ntests);
    for (int i = 0; i < lab.ntests; i++)
        if (tr_rtype(results[i]) != CK_PASS && lab.tests[i].outcome == OUTCOME_PASS) {
            lab.tests[i].outcome = OUTCOME_FAIL;
            lab.tests[i].gave = formatted("%s", tr_msg(results[i]));
        }
    free(results);
    srunner_free(runner);
}

/* ---- Outcomes of tasks, and the report ---- */

/* The test that speaks for a task: the first that went wrong, else the first that is not started, else none. */
static const test_record *telling_test(const lab_task *task)
{
    const test_record *telling = NULL;
    for (int i = 0; i < lab.ntests; i++) {
        const test_record *test = &lab.tests[i];
        if (strcmp(test->task, task->number) != 0 || test->outcome == OUTCOME_PASS)
            continue;
        if (test->outcome == OUTCOME_GRADER_ERROR)
            return test;
        if (telling == NULL || (telling->outcome == OUTCOME_NOT_STARTED && test->outcome != OUTCOME_NOT_STARTED))
            telling = test;
    }
    return telling;
}

static void set_text(json_t *object, const char *key, const char *value)
{
    if (value == NULL)
        return;
    char *clean = printable(value);
    json_object_set_new(object, key, json_string(clean));
    free(clean);
}

static json_t *test_report(const test_record *test)
{
    json_t *report = json_object();
    set_text(report, "kind", test->kind);
    set_text(report, "outcome", outcome_name(test->outcome));
    set_text(report, "detail", test->detail);
    set_text(report, "call", test->call);
    set_text(report, "gave", test->gave);
    set_text(report, "right", test->right);
    return report;
}

static json_t *task_report(const lab_task *task)
{
    const test_record *telling = telling_test(task);
    grade_outcome outcome = telling == NULL ? OUTCOME_PASS : telling->outcome;
    json_t *report = json_object(), *tests = json_array();
    set_text(report, "task", task->number);
    set_text(report, "title", task->title);
    set_text(report, "level", task->level == CORE ? "core" : "challenge");
    json_object_set_new(report, "points", json_integer(outcome == OUTCOME_PASS ? task->points : 0));
    json_object_set_new(report, "maximum", json_integer(task->points));
    set_text(report, "outcome", outcome_name(outcome));
    if (telling != NULL) {
        set_text(report, "kind", telling->kind);
        set_text(report, "detail", telling->detail);
    }
    for (int i = 0; i < lab.ntests; i++)
        if (strcmp(lab.tests[i].task, task->number) == 0)
            json_array_append_new(tests, test_report(&lab.tests[i]));
    json_object_set_new(report, "tests", tests);
    return report;
}

static json_t *lab_report(void)
{
    json_t *report = json_object(), *tasks = json_array();
    json_int_t points = 0;
    for (int i = 0; i < lab.suite->ntasks; i++) {
        json_t *task = task_report(&lab.suite->tasks[i]);
        points += json_integer_value(json_object_get(task, "points"));
        json_array_append_new(tasks, task);
    }
    set_text(report, "lab", lab.suite->lab);
    json_object_set_new(report, "points", json_integer(points));
    json_object_set_new(report, "maximum", json_integer(lab_maximum(lab.suite)));
    json_object_set_new(report, "tasks", tasks);
    return report;
}

static bool has_test(const lab_task *task)
{
    for (int i = 0; i < lab.ntests; i++)
        if (strcmp(lab.tests[i].task, task->number) == 0)
            return true;
    return false;
}

static void all_tests_become(grade_outcome outcome, const char *detail)
{
    for (int i = 0; i < lab.ntests; i++) {
        lab.tests[i].outcome = outcome;
        lab.tests[i].detail = formatted("%s", detail);
    }
}

json_t *judge(const judge_setup *setup, const graded_lab *graded, const char *text, size_t length, const char *why_not)
{
    char complaint[512];
    char *earlier = formatted("%s/%s.so", setup->before, graded->suite->tasks[0].number);
    compile_setup compiling = {.isolated = setup->isolated,
                               .include = setup->include,
                               .earlier = earlier,
                               .directory = setup->directory};
    lab.suite = graded->suite;
    lab.ntests = 0;
    lab.suite->add_tests();
    for (int i = 0; i < lab.suite->ntasks; i++)
        if (!has_test(&lab.suite->tasks[i]))
            refuse(70, "task %s has no hidden test", lab.suite->tasks[i].number);
    grade_outcome compiled = text == NULL ? OUTCOME_NOT_STARTED
                                    : compile_submission(&compiling, graded->suite, graded->file, text, length,
                                                         complaint, sizeof complaint);
    if (compiled != OUTCOME_PASS) {
        all_tests_become(compiled, text == NULL ? why_not : complaint);
    } else {
        lab.setup = setup;
        lab.submission = formatted("%s/submission.so", setup->directory);
        lab.task = NULL;
        session_prepare();
        run_tests();
        session_end();
        free(lab.submission);
    }
    free(earlier);
    json_t *report = lab_report();
    for (int i = 0; i < lab.ntests; i++)
        free(lab.tests[i].detail), free(lab.tests[i].call), free(lab.tests[i].gave), free(lab.tests[i].right);
    return report;
}
