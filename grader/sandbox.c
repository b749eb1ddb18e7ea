/* sandbox.c - bubblewrap around a job, and the limits that hold with or without it. */
#define _GNU_SOURCE
#include "sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MAX_ARGS = 128 };

typedef struct arguments {
    const char *list[MAX_ARGS];
    int count;
} arguments;

static void add(arguments *args, const char *word)
{
    if (args->count == MAX_ARGS - 1)
        abort(); /* the lists below are short and fixed */
    args->list[args->count++] = word;
    args->list[args->count] = NULL;
}

static void add_all(arguments *args, const char *const words[])
{
    for (int i = 0; words[i] != NULL; i++)
        add(args, words[i]);
}

/* No network, no other process in sight, no capability, no file but the system's programs and what the job names. */
static void add_bubblewrap(arguments *args)
{
    static const char *const words[] = {
        "bwrap",     "--unshare-all", "--unshare-user", "--uid",      "65534",     "--gid",     "65534",   "--cap-drop",
        "ALL",       "--die-with-parent", "--new-session", "--clearenv", "--setenv",  "PATH",      "/usr/bin", "--setenv",
        "LC_ALL",    "C.UTF-8",       "--ro-bind",      "/usr",       "/usr",      "--symlink", "usr/bin", "/bin",
        "--symlink", "usr/lib",       "/lib",           "--symlink",  "usr/lib64", "/lib64",    "--proc",  "/proc",
        "--tmpfs",   "/tmp",          NULL};
    add_all(args, words);
}

bool sandbox_works(const char **why_not)
{
    static const char *const trial[] = {"true", NULL};
    static const char *const nothing[] = {NULL};
    int null_fd = open("/dev/null", O_RDWR | O_CLOEXEC);
    sandbox_job job = {.argv = trial,
                       .readable = nothing,
                       .directory = "/",
                       .output_fd = null_fd,
                       .pass_fds = {-1, -1},
                       .limits = {.cpu_seconds = 5}};
    pid_t pid = sandbox_start(&job, true);
    int status = pid < 0 ? 127 : sandbox_wait(pid, 10000);
    close(null_fd);
    if (status == 0)
        return true;
    *why_not = status == 127 ? "bubblewrap (bwrap) is not installed" : "bubblewrap may not make namespaces here";
    return false;
}

static void set_limit(int resource, rlim_t most)
{
    if (setrlimit(resource, &(struct rlimit){most, most}) != 0)
        _exit(126);
}

static void set_limits(const sandbox_limits *limits)
{
    set_limit(RLIMIT_CORE, 0);
    set_limit(RLIMIT_CPU, (rlim_t)limits->cpu_seconds);
    if (limits->memory_mib > 0)
        set_limit(RLIMIT_AS, (rlim_t)limits->memory_mib << 20);
    if (limits->file_mib > 0)
        set_limit(RLIMIT_FSIZE, (rlim_t)limits->file_mib << 20);
    if (limits->processes > 0)
        set_limit(RLIMIT_NPROC, (rlim_t)limits->processes);
}

static void keep(const sandbox_job *job)
{
    for (int i = 0; i < 2; i++)
        if (job->pass_fds[i] >= 0)
            fcntl(job->pass_fds[i], F_SETFD, 0);
}

pid_t sandbox_start(const sandbox_job *job, bool isolated)
{
    arguments args = {.count = 0};
    if (isolated) {
        add_bubblewrap(&args);
        for (int i = 0; job->readable[i] != NULL; i++) {
            add(&args, "--ro-bind");
            add(&args, job->readable[i]);
            add(&args, job->readable[i]);
        }
        if (job->writable != NULL) {
            add(&args, "--bind");
            add(&args, job->writable);
            add(&args, job->writable);
        }
        add(&args, "--chdir");
        add(&args, job->directory);
        add(&args, "--");
    }
    add_all(&args, job->argv);

    pid_t grader = getpid();
    pid_t pid = fork();
    if (pid != 0)
        return pid;
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != grader)
        _exit(126); /* the grader died before the line above */
    int null_fd = open("/dev/null", O_RDONLY);
    dup2(null_fd, STDIN_FILENO);
    dup2(job->output_fd, STDOUT_FILENO);
    dup2(job->output_fd, STDERR_FILENO);
    close_range(3, ~0U, CLOSE_RANGE_CLOEXEC); /* nothing of the grader's, nor of who started it */
    keep(job);
    set_limits(&job->limits);
    if (!isolated && chdir(job->directory) != 0)
        _exit(126);
    execvp(args.list[0], (char *const *)(uintptr_t)args.list);
    _exit(127);
}

static int shell_status(int status)
{
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int sandbox_end(pid_t pid)
{
    int status;
    kill(-pid, SIGKILL);
    kill(pid, SIGKILL);
    while (waitpid(pid, &status, 0) < 0)
        if (errno != EINTR)
            return 126;
    return shell_status(status);
}

int sandbox_wait(pid_t pid, int milliseconds)
{
    for (int waited = 0; waited < milliseconds; waited++) {
        int status;
        pid_t ended = waitpid(pid, &status, WNOHANG);
        if (ended == pid) {
            kill(-pid, SIGKILL); /* what it left behind, where no sandbox has ended it */
            return shell_status(status);
        }
        if (ended < 0 && errno != EINTR)
            return 126;
        usleep(1000);
    }
    return sandbox_end(pid);
}
