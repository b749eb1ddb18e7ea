/* sandbox.h - run a program that may be hostile: in bubblewrap where that works, else with limits only. */
#ifndef GRADER_SANDBOX_H
#define GRADER_SANDBOX_H

#include <stdbool.h>
#include <sys/types.h>

typedef struct sandbox_limits {
    int cpu_seconds;
    long memory_mib; /* address space; 0 for no limit (a sanitized program reserves terabytes) */
    long file_mib;   /* largest file it may write */
    int processes;   /* 0 for no limit */
} sandbox_limits;

typedef struct sandbox_job {
    const char *const *argv;     /* program and arguments, ended by NULL; paths mean the same inside and outside */
    const char *const *readable; /* files and directories it may read beside /usr, ended by NULL */
    const char *writable;        /* one directory it may write to, or NULL */
    const char *directory;       /* where it starts */
    int output_fd;               /* becomes its stdout and stderr */
    int pass_fds[2];             /* stay open in it under the same numbers; -1 for none */
    sandbox_limits limits;
} sandbox_job;

/* Whether bubblewrap can make its namespaces here; when not, why (one line, static). */
bool sandbox_works(const char **why_not);

/* Start the job in a process group of its own.  isolated says whether to use bubblewrap.  Returns the process, or -1. */
pid_t sandbox_start(const sandbox_job *job, bool isolated);

/* End a job with all its processes, and give its wait status as a shell would: an exit code, or 128 + signal. */
int sandbox_end(pid_t pid);

/* The same for a job that has ended or is about to: it is killed when it has not ended after so many milliseconds. */
int sandbox_wait(pid_t pid, int milliseconds);

#endif
