/* grade.c - the program: which submissions, in which order, on how many cores, and how it ends.
 *
 * Each submission is judged in a process of its own, so that nothing can pass from one to the next, and a fault of the
 * grader's own is an error of that submission and not a zero.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <limits.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "judge.h"
#include "report.h"
#include "sandbox.h"
#include "submission.h"
#include "text.h"

typedef struct options {
    const char *submission, *class_directory, *out;
    int jobs;
    bool unsafe;
} options;

static const char usage[] =
    "usage: grade [--submission=PATH | --class=DIR] [--out=DIR] [--jobs=N] [--unsafe]\n"
    "  --submission=PATH  a directory, .zip or .tar.gz that holds the labs' files (default: labs/)\n"
    "  --class=DIR        a directory of such submissions\n"
    "  --out=DIR          where grades.json is written (default: build/marks)\n"
    "  --jobs=N           submissions judged at the same time (default: the number of cores)\n"
    "  --unsafe           judge a class even where no sandbox can be had\n";

/* ---- Where the grader's own parts are: beside the program, in build/ of the checkout ---- */

static struct {
    char *root, *host, *before, *include;
} parts;

static void find_parts(void)
{
    char program[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length < 0)
        refuse(70, "/proc/self/exe: %s", strerror(errno));
    program[length] = '\0';
    char *build = formatted("%.*s", (int)(strrchr(program, '/') - program), program);
    parts.root = formatted("%.*s", (int)(strrchr(build, '/') - build), build);
    parts.host = formatted("%s/grader/host", build);
    parts.before = formatted("%s/grader/before", build);
    parts.include = formatted("%s/grader/include", build);
    if (access(parts.host, X_OK) != 0 || access(parts.before, X_OK) != 0 || access(parts.include, X_OK) != 0)
        refuse(70, "its parts are not in %s/grader: run make", build);
    free(build);
}

/* ---- Private directories, removed however the program ends ---- */

static char *scratch; /* one directory above all others */
static pid_t scratch_owner;

static void remove_scratch(void)
{
    if (scratch == NULL || getpid() != scratch_owner)
        return; /* a worker that ends takes nothing with it */
    pid_t pid = fork();
    if (pid == 0) {
        execlp("rm", "rm", "-rf", "--", scratch, (char *)NULL);
        _exit(127);
    }
    waitpid(pid, NULL, 0);
}

static void make_scratch(void)
{
    const char *base = getenv("TMPDIR");
    scratch = formatted("%s/tl-grade-XXXXXX", base != NULL && *base == '/' ? base : "/tmp");
    if (mkdtemp(scratch) == NULL)
        refuse(70, "%s: %s", scratch, strerror(errno));
    scratch_owner = getpid();
    atexit(remove_scratch);
}

static volatile sig_atomic_t interrupted;

static void on_signal(int signal)
{
    interrupted = signal;
}

/* ---- One submission, judged in a process of its own ---- */

static json_t *judge_submission(const char *path, bool isolated, const char *directory)
{
    const char *names[SUBMISSION_MAX_FILES];
    submission found;
    json_t *report = json_object(), *labs = json_array();
    json_int_t points = 0;
    for (int i = 0; i < graded_lab_count; i++)
        names[i] = graded_labs[i].file;
    char *complaint = submission_read(path, names, graded_lab_count, &found);
    if (complaint != NULL) {
        json_object_set_new(report, "error", json_string(complaint));
        free(complaint);
    } else {
        for (int i = 0; i < graded_lab_count; i++) {
            char *own = formatted("%s/%s", directory, graded_labs[i].suite->lab);
            if (mkdir(own, 0700) != 0)
                refuse(70, "%s: %s", own, strerror(errno));
            judge_setup setup = {.isolated = isolated,
                                 .host = parts.host,
                                 .before = parts.before,
                                 .include = parts.include,
                                 .directory = own};
            char *why_not = formatted("no file %s was handed in", names[i]);
            json_t *lab = judge(&setup, &graded_labs[i], found.files[i].text, found.files[i].length, why_not);
            points += json_integer_value(json_object_get(lab, "points"));
            json_array_append_new(labs, lab);
            free(why_not), free(own);
        }
        submission_free(&found);
    }
    json_object_set_new(report, "points", json_integer(points));
    json_object_set_new(report, "labs", labs);
    return report;
}

static bool has_grader_error(const json_t *report)
{
    size_t i, j;
    json_t *lab, *task;
    json_array_foreach(json_object_get(report, "labs"), i, lab)
        json_array_foreach(json_object_get(lab, "tasks"), j, task)
            if (strcmp(json_string_value(json_object_get(task, "outcome")), "grader-error") == 0)
                return true;
    return false;
}

enum { WORKER_SECONDS = 1800 };

typedef struct worker {
    pid_t pid; /* 0 when idle */
    int number;
} worker;

static void start_worker(worker *slot, int number, const char *path, bool isolated)
{
    slot->number = number;
    fflush(NULL);
    slot->pid = fork();
    if (slot->pid < 0)
        refuse(70, "fork: %s", strerror(errno));
    if (slot->pid > 0)
        return;
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    signal(SIGHUP, SIG_DFL);
    alarm(WORKER_SECONDS); /* the last resort: a worker that hangs is a grader error, not a class that waits */
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    char *directory = formatted("%s/%d", scratch, number);
    char *result = formatted("%s/result.json", directory);
    if (mkdir(directory, 0700) != 0)
        _exit(70);
    json_t *report = judge_submission(path, isolated, directory);
    _exit(json_dump_file(report, result, 0) == 0 ? 0 : 70);
}

/* The name of a submission among others: with its ending where "bob/" and "bob.zip" would else be one. */
static char *distinct_name(char *const paths[], int count, int number)
{
    char *name = submission_name(paths[number]);
    bool alone = true;
    for (int i = 0; i < count && alone; i++) {
        char *other = submission_name(paths[i]);
        alone = i == number || strcmp(name, other) != 0;
        free(other);
    }
    if (alone)
        return name;
    free(name);
    return formatted("%s", strrchr(paths[number], '/') + 1); /* paths of a class have one */
}

/* What a worker left; a grader error when it left nothing. */
static json_t *collect(int number, int status, char *const paths[], int count, int maximum)
{
    char *result = formatted("%s/%d/result.json", scratch, number);
    json_t *report = status == 0 ? json_load_file(result, 0, NULL) : NULL;
    if (report == NULL || has_grader_error(report)) {
        if (report == NULL)
            report = json_object();
        json_object_set_new(report, "error", json_string("the grader itself failed; this is not a mark"));
        json_object_set_new(report, "points", json_null());
    }
    char *name = distinct_name(paths, count, number), *clean = printable(name);
    json_object_set_new(report, "name", json_string(clean));
    json_object_set_new(report, "maximum", json_integer(maximum));
    free(name), free(clean), free(result);
    return report;
}

/* ---- All of them ---- */

static void show_progress(int done, int total)
{
    enum { WIDTH = 30 };
    if (!isatty(STDERR_FILENO) || total < 2)
        return;
    int filled = WIDTH * done / total;
    fprintf(stderr, "\r[%.*s%*s] %d/%d", filled, "##############################", WIDTH - filled, "", done, total);
    if (done == total)
        fprintf(stderr, "\r\033[K");
}

static void judge_all(char *const paths[], int count, int jobs, bool isolated, int maximum, json_t *reports[])
{
    worker *workers = calloc((size_t)jobs, sizeof *workers);
    if (workers == NULL)
        refuse(70, "out of memory");
    int started = 0, done = 0;
    while (done < count && !interrupted) {
        for (int i = 0; i < jobs && started < count; i++)
            if (workers[i].pid == 0) {
                start_worker(&workers[i], started, paths[started], isolated);
                started++;
            }
        int status;
        pid_t pid = wait(&status);
        for (int i = 0; i < jobs; i++)
            if (pid > 0 && workers[i].pid == pid) {
                int number = workers[i].number;
                reports[number] = collect(number, status, paths, count, maximum);
                workers[i].pid = 0;
                show_progress(++done, count);
            }
    }
    for (int i = 0; i < jobs; i++)
        if (workers[i].pid != 0) {
            kill(workers[i].pid, SIGKILL);
            waitpid(workers[i].pid, NULL, 0);
        }
    free(workers);
    if (interrupted)
        refuse(128 + interrupted, "interrupted; nothing was written");
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The submissions of a class: every entry of its directory that is not hidden. */
static char **list_class(const char *directory, int *count)
{
    DIR *stream = opendir(directory);
    if (stream == NULL)
        refuse(2, "CLASS '%s' cannot be read: %s", directory, strerror(errno));
    char **paths = NULL;
    int n = 0;
    for (struct dirent *entry; (entry = readdir(stream)) != NULL;) {
        if (entry->d_name[0] == '.')
            continue;
        char **longer = realloc(paths, (size_t)(n + 1) * sizeof *paths);
        if (longer == NULL)
            refuse(70, "out of memory");
        paths = longer;
        paths[n++] = formatted("%s/%s", directory, entry->d_name);
    }
    closedir(stream);
    if (n == 0)
        refuse(2, "CLASS '%s' is empty; a directory of submissions is expected", directory);
    qsort(paths, (size_t)n, sizeof *paths, by_name);
    *count = n;
    return paths;
}

static options read_options(int argc, char **argv)
{
    static const struct option known[] = {{"submission", required_argument, NULL, 's'},
                                          {"class", required_argument, NULL, 'c'},
                                          {"out", required_argument, NULL, 'o'},
                                          {"jobs", required_argument, NULL, 'j'},
                                          {"unsafe", no_argument, NULL, 'u'},
                                          {"help", no_argument, NULL, 'h'},
                                          {NULL, 0, NULL, 0}};
    options chosen = {.jobs = (int)sysconf(_SC_NPROCESSORS_ONLN)};
    for (int option; (option = getopt_long(argc, argv, "", known, NULL)) != -1;)
        switch (option) {
        case 's': chosen.submission = optarg; break;
        case 'c': chosen.class_directory = optarg; break;
        case 'o': chosen.out = optarg; break;
        case 'j': {
            char *end;
            errno = 0;
            long jobs = strtol(optarg, &end, 10);
            if (*optarg == '\0' || *end != '\0' || errno != 0 || jobs < 1 || jobs > 1024)
                refuse(2, "JOBS '%s' is not a number from 1 to 1024", optarg);
            chosen.jobs = (int)jobs;
            break;
        }
        case 'u': chosen.unsafe = true; break;
        case 'h': fputs(usage, stdout); exit(0);
        default: fputs(usage, stderr); exit(2);
        }
    if (optind < argc)
        refuse(2, "unexpected argument '%s'; see grade --help", argv[optind]);
    if (chosen.submission != NULL && chosen.class_directory != NULL)
        refuse(2, "give SUBMISSION or CLASS, not both");
    return chosen;
}

int main(int argc, char **argv)
{
    options chosen = read_options(argc, argv);
    find_parts();
    char *labs = formatted("%s/labs", parts.root), *marks = formatted("%s/build/marks", parts.root);
    const char *out = chosen.out != NULL ? chosen.out : marks;

    const char *why_not = "";
    bool isolated = sandbox_works(&why_not);
    if (!isolated && chosen.class_directory != NULL && !chosen.unsafe)
        refuse(2, "no sandbox: %s; a class is not graded without one unless UNSAFE=1", why_not);
    if (!isolated)
        fprintf(stderr, "grade: no sandbox: %s; going on with limits only\n", why_not);

    int count = 1, maximum = 0;
    char *single[] = {chosen.submission != NULL ? (char *)(uintptr_t)chosen.submission : labs};
    char **paths = chosen.class_directory != NULL ? list_class(chosen.class_directory, &count) : single;
    for (int i = 0; i < graded_lab_count; i++)
        maximum += lab_maximum(graded_labs[i].suite);

    struct sigaction action = {.sa_handler = on_signal};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
    signal(SIGPIPE, SIG_IGN);
    setlocale(LC_CTYPE, "C.UTF-8"); /* names in archives are UTF-8 */
    make_scratch();
    json_t **reports = calloc((size_t)count, sizeof(json_t *));
    if (reports == NULL)
        refuse(70, "out of memory");
    judge_all(paths, count, chosen.jobs < count ? chosen.jobs : count, isolated, maximum, reports);

    const char *error = json_string_value(json_object_get(reports[0], "error"));
    if (chosen.class_directory == NULL && error != NULL && json_is_integer(json_object_get(reports[0], "points"))) {
        char *path = printable(paths[0]);
        refuse(2, "SUBMISSION '%s': %s", path, error);
    }
    bool colour = isatty(STDOUT_FILENO) && getenv("NO_COLOR") == NULL, failed = false;
    json_t *grades = json_object(), *all = json_array();
    for (int i = 0; i < count; i++) {
        report_terminal(stdout, reports[i], colour, chosen.class_directory != NULL);
        failed = failed || !json_is_integer(json_object_get(reports[i], "points"));
        json_array_append_new(all, reports[i]);
    }
    json_object_set_new(grades, "maximum", json_integer(maximum));
    json_object_set_new(grades, "sandbox", json_string(isolated ? "bubblewrap" : "limits only"));
    json_object_set_new(grades, "submissions", all);
    if (!report_json(grades, out))
        refuse(2, "OUT '%s' cannot be written: %s", out, strerror(errno));
    json_decref(grades);
    if (fflush(stdout) != 0)
        refuse(2, "the terminal cannot be written: %s", strerror(errno));
    return failed ? 3 : 0;
}
