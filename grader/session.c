/* session.c - start a host, hand a task's process batches of calls, watch its time, memory and output, and say how it died.
 *
 * What earns or costs a mark is processor time, which load on the machine does not change; wall-clock limits only end a
 * host that sleeps.
 */
#define _GNU_SOURCE
#include "session.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "sandbox.h"

enum {
    TICK_MS = 20,
    CALL_CPU_MS = 1000,   /* one call */
    IDLE_MS = 2000,       /* one call that only waits */
    CALL_WALL_MS = 60000, /* one call, whatever it does */
    BATCH_CPU_MS = 10000, /* one batch, whatever it says of its calls */
    BATCH_WALL_MS = 120000,
    HOST_CPU_SECONDS = 60, /* of the host itself, which hardly does anything */
    DYING_MS = 3000,      /* from its last word to its end */
        MEMORY_MIB = 160,     /* resident; the host alone has about 40 */
    OUTPUT_LIMIT = 1 << 20,
    OUTPUT_KEPT = 16384
};

static struct {
    session_setup setup;
    wire_arena *arena;
    int arena_fd;
    pid_t host;      /* what sandbox_start gave; 0 when no host runs */
    int control;     /* the socket to the host */
    bool running;    /* a task's process runs, or has died and was not yet asked how */
    pid_t pid;       /* that process, as the kernel names it to us; 0 until it has said hello */
    int socket, output;
    size_t output_bytes;
    char kept[OUTPUT_KEPT]; /* the beginning of what it printed */
} session;

static _Noreturn void broken(const char *what)
{
    fprintf(stderr, "grade: %s: %s\n", what, strerror(errno));
    exit(70); /* the judge's parent reports a grader error */
}

wire_arena *session_arena(void)
{
    return session.arena;
}

void session_open(const session_setup *setup)
{
    session.setup = *setup;
}

void session_prepare(void)
{
    if (session.arena == NULL) {
        session.arena_fd = memfd_create("arena", MFD_CLOEXEC);
        if (session.arena_fd < 0 || ftruncate(session.arena_fd, sizeof(wire_arena)) != 0)
            broken("arena");
        void *mapped = mmap((void *)WIRE_ADDRESS, sizeof(wire_arena), PROT_READ | PROT_WRITE,
                            MAP_SHARED | MAP_FIXED_NOREPLACE, session.arena_fd, 0);
        if (mapped != (void *)WIRE_ADDRESS)
            broken("arena");
        session.arena = mapped;
    }
}

/* ---- Starting and ending ---- */

static void start_host(void)
{
    int ends[2];
    char control[16], arena[16];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        broken("host");
    snprintf(control, sizeof control, "%d", ends[1]);
    snprintf(arena, sizeof arena, "%d", session.arena_fd);
    int null_fd = open("/dev/null", O_WRONLY | O_CLOEXEC);
    const char *const argv[] = {session.setup.host, control, arena, NULL};
    const char *const readable[] = {session.setup.host, NULL};
    sandbox_job job = {.argv = argv,
                       .readable = readable,
                       .directory = "/",
                       .output_fd = null_fd,
                       .pass_fds = {ends[1], session.arena_fd},
                       .limits = {.cpu_seconds = HOST_CPU_SECONDS}};
    session.host = sandbox_start(&job, session.setup.isolated);
    if (session.host < 0)
        broken("fork");
    close(null_fd);
    close(ends[1]);
    session.control = ends[0];
}

static void end_host(void)
{
    sandbox_end(session.host);
    close(session.control);
    session.host = 0;
}

/* Send the host the files of the task, over which its new process will speak with us. */
static void start_task(void)
{
    int ends[2], pipe_ends[2], yes = 1;
    if (session.host == 0)
        start_host();
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0 || pipe2(pipe_ends, O_CLOEXEC) != 0 ||
        setsockopt(ends[0], SOL_SOCKET, SO_PASSCRED, &yes, sizeof yes) != 0)
        broken("host");
    fcntl(pipe_ends[0], F_SETFL, O_NONBLOCK);
    int files[WIRE_FILES] = {[WIRE_SOCKET] = ends[1],
                             [WIRE_OUTPUT] = pipe_ends[1],
                             [WIRE_BEFORE] = open(session.setup.before, O_RDONLY | O_CLOEXEC),
                             [WIRE_SUBMISSION] = open(session.setup.submission, O_RDONLY | O_CLOEXEC)};
    char byte = 't';
    union {
        struct cmsghdr header;
        char room[CMSG_SPACE(sizeof files)];
    } control = {0};
    struct iovec data = {&byte, 1};
    struct msghdr message = {
        .msg_iov = &data, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof files);
    memcpy(CMSG_DATA(header), files, sizeof files);
    if (files[WIRE_BEFORE] < 0 || files[WIRE_SUBMISSION] < 0)
        broken(files[WIRE_BEFORE] < 0 ? session.setup.before : session.setup.submission);
    if (sendmsg(session.control, &message, MSG_NOSIGNAL) != 1)
        broken("host");
    for (int i = 0; i < WIRE_FILES; i++)
        close(files[i]);
    session.socket = ends[0];
    session.output = pipe_ends[0];
    session.running = true;
    session.pid = 0;
    session.output_bytes = 0;
    session.kept[0] = '\0';
}

/* Read what the host printed; the first part of it is kept for its sanitizer report. */
static void drain_output(void)
{
    char buffer[4096];
    ssize_t got;
    while ((got = read(session.output, buffer, sizeof buffer)) > 0) {
        size_t room = session.output_bytes < OUTPUT_KEPT - 1 ? OUTPUT_KEPT - 1 - session.output_bytes : 0;
        size_t take = (size_t)got < room ? (size_t)got : room;
        if (take > 0) {
            memcpy(session.kept + session.output_bytes, buffer, take);
            session.kept[session.output_bytes + take] = '\0';
        }
        session.output_bytes += (size_t)got;
        if (session.output_bytes > OUTPUT_LIMIT)
            break;
    }
}

/* End the task's process and give its wait status as a shell would: an exit code, or 128 + signal.  Without kill_it, it has a
 * moment to finish dying by itself, so that its own status is seen. */
static int stop_task(bool kill_it)
{
    int status, result = 128 + SIGKILL;
    for (int i = 0; i < 2; i++) {
        if (kill_it && session.pid != 0)
            kill(session.pid, SIGKILL);
        struct pollfd waiting = {.fd = session.control, .events = POLLIN};
        if (poll(&waiting, 1, DYING_MS) == 1 && read(session.control, &status, sizeof status) == sizeof status) {
            result = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
            break;
        }
        if (i == 1 || session.pid == 0)
            end_host(); /* it does not answer */
        if (session.host == 0)
            break;
        kill_it = true;
    }
    drain_output();
    close(session.socket);
    close(session.output);
    session.running = false;
    return result;
}

void session_close(void)
{
    if (session.running)
        stop_task(true);
}

void session_end(void)
{
    session_close();
    if (session.host != 0)
        end_host();
}

/* ---- Watching ---- */

static int64_t milliseconds(clockid_t clock)
{
    struct timespec now;
    if (clock_gettime(clock, &now) != 0)
        return 0;
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static int64_t cpu_used(void)
{
    clockid_t clock;
    return session.pid != 0 && clock_getcpuclockid(session.pid, &clock) == 0 ? milliseconds(clock) : 0;
}

/* The beginning of a file of the host's in /proc; empty when it cannot be read. */
static void read_proc(const char *file, char *text, size_t size)
{
    char path[64];
    ssize_t got = -1;
    snprintf(path, sizeof path, "/proc/%d/%s", (int)session.pid, file);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd >= 0) {
        got = read(fd, text, size - 1);
        close(fd);
    }
    text[got > 0 ? got : 0] = '\0';
}

static long resident_mib(void)
{
    char text[128];
    long pages = 0;
    read_proc("statm", text, sizeof text);
    sscanf(text, "%*d %ld", &pages);
    return pages * (sysconf(_SC_PAGESIZE) >> 10) >> 10;
}

/* Whether the host waits for something, or is stopped, instead of wanting the processor: load does not look like that. */
static bool is_idle(void)
{
    char text[512];
    read_proc("stat", text, sizeof text);
    const char *name_end = strrchr(text, ')');
    return name_end != NULL && (name_end[2] == 'S' || name_end[2] == 'T' || name_end[2] == 't');
}

/* Read the host's answer; from the first one we learn its process, which the kernel vouches for. */
static char answer(void)
{
    char byte = 0;
    union {
        struct cmsghdr header;
        char room[CMSG_SPACE(sizeof(struct ucred))];
    } control;
    struct iovec data = {&byte, 1};
    struct msghdr message = {
        .msg_iov = &data, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
    if (recvmsg(session.socket, &message, MSG_CMSG_CLOEXEC) != 1)
        return 0;
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    if (session.pid == 0 && header != NULL && header->cmsg_type == SCM_CREDENTIALS) {
        struct ucred sender;
        memcpy(&sender, CMSG_DATA(header), sizeof sender);
        session.pid = sender.pid;
    }
    return byte;
}

typedef enum watched { ANSWERED, GONE, TOO_SLOW, TOO_MUCH_MEMORY, TOO_MUCH_OUTPUT } watched;

/* Wait for the host to answer with the byte that is wanted.  What the host writes into the arena can give a single call its
 * time anew, but not the batch. */
static watched watch(char wanted)
{
    uint32_t call = UINT32_MAX;
    int64_t busy_wall = milliseconds(CLOCK_MONOTONIC); /* when it was last seen to work */
    int64_t call_cpu = 0, call_wall = 0, batch_cpu = cpu_used(), batch_wall = milliseconds(CLOCK_MONOTONIC);
    for (;;) {
        struct pollfd waiting[2] = {{.fd = session.socket, .events = POLLIN}, {.fd = session.output, .events = POLLIN}};
        int ready = poll(waiting, 2, TICK_MS);
        if (ready < 0 && errno != EINTR)
            broken("poll");
        if (ready > 0 && waiting[1].revents != 0) {
            drain_output();
            if (session.output_bytes > OUTPUT_LIMIT)
                return TOO_MUCH_OUTPUT;
        }
        if (ready > 0 && waiting[0].revents != 0)
            return answer() == wanted ? ANSWERED : GONE;
        int64_t cpu = cpu_used(), wall = milliseconds(CLOCK_MONOTONIC);
        uint32_t current = __atomic_load_n(&session.arena->current, __ATOMIC_ACQUIRE);
        if (current != call) {
            call = current;
            call_cpu = cpu;
            call_wall = wall;
        }
        if (session.pid != 0 && resident_mib() > MEMORY_MIB)
            return TOO_MUCH_MEMORY;
        if (!is_idle())
            busy_wall = wall;
        if (wall - busy_wall > IDLE_MS || cpu - call_cpu > CALL_CPU_MS || wall - call_wall > CALL_WALL_MS || cpu - batch_cpu > BATCH_CPU_MS ||
            wall - batch_wall > BATCH_WALL_MS)
            return TOO_SLOW;
        if (ready > 0 && waiting[1].revents == POLLHUP)
            usleep(1000 * TICK_MS); /* its output is closed: poll would not wait */
    }
}

/* ---- Naming a death ---- */

/* The words behind a marker in what the host printed, to the end of the line. */
static bool report_after(const char *marker, char *detail, size_t size)
{
    const char *found = strstr(session.kept, marker);
    if (found == NULL)
        return false;
    found += strlen(marker);
    int length = (int)strcspn(found, "\n");
    static const char *const before_address[] = {" on address", " on unknown address", " to address", " of address", " 0x"};
    for (size_t i = 0; i < sizeof before_address / sizeof *before_address; i++) {
        const char *address = memmem(found, (size_t)length, before_address[i], strlen(before_address[i]));
        if (address != NULL)
            length = (int)(address - found); /* addresses differ from run to run */
    }
    snprintf(detail, size, "%.*s", length < 160 ? length : 160, found);
    return true;
}

static void name_death(watched seen, int status, session_death *death)
{
    char report[200];
    size_t size = sizeof death->detail;
    switch (seen) {
    case TOO_SLOW:
        death->outcome = OUTCOME_TIMEOUT;
        snprintf(death->detail, size, "did not come back within its time (%d s of processor time a call)",
                 CALL_CPU_MS / 1000);
        return;
    case TOO_MUCH_MEMORY:
        death->outcome = OUTCOME_MEMORY;
        snprintf(death->detail, size, "took more than %d MiB of memory", MEMORY_MIB);
        return;
    case TOO_MUCH_OUTPUT:
        death->outcome = OUTCOME_OUTPUT;
        snprintf(death->detail, size, "printed more than %d KiB", OUTPUT_LIMIT >> 10);
        return;
    case ANSWERED:
    case GONE: break;
    }
    bool said_hello = session.pid != 0; /* from then on, all it does is the submission's doing */
    if (!said_hello) {
        death->outcome = OUTCOME_GRADER_ERROR;
        snprintf(death->detail, size, "the host could not be started: %.*s", (int)strcspn(session.kept, "\n"),
                 session.kept);
    } else if (status == HOST_EXIT_ADDRESS && report_after("AddressSanitizer: ", report, sizeof report)) {
        death->outcome = OUTCOME_MEMORY;
        snprintf(death->detail, size, "%s",
                 strcmp(report, "use-after-poison") == 0 ? "reads or writes past the end of an array, or memory given back" : report);
    } else if (status == HOST_EXIT_UNDEFINED && report_after("runtime error: ", report, sizeof report)) {
        death->outcome = OUTCOME_UNDEFINED;
        snprintf(death->detail, size, "%s", report);
    } else if (status == 128 + SIGXCPU || status == 128 + SIGKILL) {
        death->outcome = OUTCOME_TIMEOUT;
        snprintf(death->detail, size, "was killed, by itself or at the end of its %d s of processor time",
                 TASK_CPU_SECONDS);
    } else if (status == 128 + SIGSYS) {
        death->outcome = OUTCOME_CRASH;
        snprintf(death->detail, size, "SIGSYS: asked the system for what a lab function never needs "
                                      "(a process, a network, a signal to another)");
    } else if (status > 128 && status < 128 + NSIG) {
        death->outcome = OUTCOME_CRASH;
        snprintf(death->detail, size, "SIG%s: %s", sigabbrev_np(status - 128), strsignal(status - 128));
    } else if (status == HOST_EXIT_LOAD) {
        death->outcome = OUTCOME_NO_COMPILE;
        snprintf(death->detail, size, "could not be loaded: %.*s", (int)strcspn(session.kept, "\n"), session.kept);
    } else {
        death->outcome = OUTCOME_EARLY_EXIT;
        snprintf(death->detail, size, "ended the whole program, with exit code %d", status);
    }
}

static bool die(watched seen, session_death *death, int call)
{
    int status = stop_task(seen != GONE);
    death->call = call;
    name_death(seen, status, death);
    return false;
}

bool session_run(uint32_t ncalls, session_death *death)
{
    if (!session.running) {
        watched seen;
        session.arena->current = UINT32_MAX - 1;
        start_task();
        if ((seen = watch('l')) != ANSWERED || (seen = watch('h')) != ANSWERED)
            return die(seen, death, -1);
    }
    session.arena->ncalls = ncalls;
    session.arena->current = 0;
    watched seen = GONE;
    if (send(session.socket, "r", 1, MSG_NOSIGNAL) == 1)
        seen = watch('d');
    if (seen == ANSWERED)
        return true;
    uint32_t current = session.arena->current;
    return die(seen, death, current < ncalls ? (int)current : 0);
}
