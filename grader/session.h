/* session.h - the grader's side of the wire: one host, and in it one process for each task, watched while it works. */
#ifndef GRADER_SESSION_H
#define GRADER_SESSION_H

#include <stdbool.h>

#include "outcome.h"
#include "wire.h"

typedef struct session_setup {
    bool isolated;          /* in bubblewrap */
    const char *host;       /* the program build/grader/host */
    const char *before;     /* shared object with the model answers of the tasks before this one */
    const char *submission; /* shared object with the submission's file */
} session_setup;

typedef struct session_death {
    grade_outcome outcome;
    int call;         /* the call that was running, or -1 while the submission was loaded */
    char detail[256]; /* what happened, in words */
} session_death;

/* Make the arena, once. */
void session_prepare(void);

/* Begin with a task of a submission; its process is started by the first session_run. */
void session_open(const session_setup *setup);
/* End the task's process, and the host too. */
void session_close(void);
void session_end(void);

/* The memory in which a batch is laid before session_run. */
wire_arena *session_arena(void);

/* Run the first ncalls calls in the arena.  False when the host died in it: *death says how, and the next run starts a new host. */
bool session_run(uint32_t ncalls, session_death *death);

#endif
