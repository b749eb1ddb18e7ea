/* host.c - runs a submission's functions on behalf of the grader, inside the sandbox.
 *
 *     host CONTROL-FD ARENA-FD
 *
 * It knows no expected value, no test and no points: it is told a function's name and raw arguments, calls it, and leaves the
 * raw result in the arena.  It adds nothing per lab function: libffi makes the calls.
 *
 * The host itself stays clean: for each task that is judged it forks a process, which loads the submission, lives as long as
 * the task, and leaves nothing behind.  A function of the submission may lean on functions of the tasks before it: the file
 * WIRE_BEFORE holds the model answers of those, and since it is loaded first, globally, the submission's calls by name go
 * there, so that a fault in one task costs no points in another.  The answers to this task and to the ones after it are not in
 * the process, nor is any file from which they could be read in its sight.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <ffi.h>
#include <link.h>
#include <seccomp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "views.h"
#include "wire.h"

/* Poisoning is AddressSanitizer's; a host built without it has no guards. */
#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
#else
#define __asan_poison_memory_region(start, bytes) ((void)(start), (void)(bytes))
#define __asan_unpoison_memory_region(start, bytes) ((void)(start), (void)(bytes))
#endif

/* The sanitizers' settings are part of the program, so that no environment can change them. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "exitcode=71:abort_on_error=0:detect_leaks=0:symbolize=0:handle_segv=0:handle_sigbus=0:handle_sigfpe=0:"
           "handle_abort=0:handle_sigill=0:allocator_may_return_null=0:max_allocation_size_mb=256:"
           "detect_stack_use_after_return=0:print_legend=0:print_full_thread_history=0:quarantine_size_mb=8:"
           "thread_local_quarantine_size_kb=64";
}
const char *__ubsan_default_options(void);
const char *__ubsan_default_options(void)
{
    return "exitcode=72:print_stacktrace=0:halt_on_error=1:symbolize=0";
}

typedef void (*any_function)(void);

/* A pointer to data and one to code differ in C; POSIX lets dlsym and the linker's tables mix them. */
static any_function to_function(void *address)
{
    any_function function;
    memcpy(&function, &address, sizeof function);
    return function;
}

static wire_arena *arena;
static void *before, *submission;
static uintptr_t submission_base;
static any_function functions[WIRE_MAX_FUNCTIONS]; /* by number; NULL when the submission has none of that name */

static _Noreturn void give_up(int code, const char *what)
{
    const char *why = code == HOST_EXIT_LOAD ? dlerror() : strerror(errno);
    fprintf(stderr, "host: %s: %s\n", what, why ? why : "");
    _exit(code);
}

/* A function that the submission itself defines; dlsym alone would also find those of earlier labs. */
static void *own_symbol(const char *name)
{
    Dl_info info;
    void *address = dlsym(submission, name);
    bool own = address != NULL && dladdr(address, &info) != 0 && (uintptr_t)info.dli_fbase == submission_base;
    return own ? address : NULL;
}

/* What each name means to the tests: the model answer where there is one, else the submission's own function, which is what
 * this task is about.  The names are read once, before any call, so that what a call leaves in the arena changes nothing. */
static void find_functions(void)
{
    for (uint32_t i = 0; i < WIRE_MAX_FUNCTIONS && i < arena->nfunctions; i++) {
        void *answer = dlsym(before, arena->names[i]);
        functions[i] = to_function(answer != NULL ? answer : own_symbol(arena->names[i]));
    }
}

/* ---- Callbacks: functions that a function under test is given ---- */

static wire_call *running;

/* A column-major product that notes what it was asked; the plainest one there is. */
static void sgemm(const char *transa, const char *transb, const int *m, const int *n, const int *k, const float *alpha,
                  const float *a, const int *lda, const float *b, const int *ldb, const float *beta, float *c,
                  const int *ldc)
{
    const int ints[8] = {*transa, *transb, *m, *n, *k, *lda, *ldb, *ldc};
    running->callbacks++;
    memcpy(running->callback_ints, ints, sizeof ints);
    running->callback_floats[0] = *alpha;
    running->callback_floats[1] = *beta;
    running->callback_pointers[0] = (uintptr_t)a;
    running->callback_pointers[1] = (uintptr_t)b;
    running->callback_pointers[2] = (uintptr_t)c;
    for (int64_t j = 0; j < *n; j++)
        for (int64_t i = 0; i < *m; i++) {
            float sum = 0;
            for (int64_t p = 0; p < *k; p++)
                sum += (*transa == 'N' ? a[i + p * *lda] : a[p + i * *lda]) *
                       (*transb == 'N' ? b[p + j * *ldb] : b[j + p * *ldb]);
            float *out = &c[i + j * *ldc];
            *out = *alpha * sum + (*beta == 0 ? 0 : *beta * *out);
        }
}

/* ---- The allocator: blocks in the arena, guarded and poisoned, so that grade can count and read them ---- */

enum { MAX_LIVE_BLOCKS = 4096, HEAP_GUARD = 64 };

static struct {
    uint32_t generation;
    uint64_t used; /* bytes of the heap given out so far; none is given out twice in a generation */
    int nblocks;
    struct {
        unsigned char *start; /* NULL once given back */
        uint64_t bytes;
    } blocks[MAX_LIVE_BLOCKS];
} heap;

static void begin_generation(void)
{
    if (heap.generation == arena->memory.generation)
        return;
    heap.generation = arena->memory.generation;
    heap.used = 0;
    heap.nblocks = 0;
    __asan_poison_memory_region(arena->heap, WIRE_HEAP_BYTES);
}

static void *heap_allocate(void *context, int64_t bytes, int64_t alignment)
{
    (void)context;
    arena->memory.allocations++;
    if (arena->memory.fail_at > 0 && --arena->memory.fail_at == 0)
        return NULL;
    if (bytes <= 0 || alignment <= 0 || (alignment & (alignment - 1)) != 0 || alignment > 4096) {
        fprintf(stderr, "AddressSanitizer: allocation of %lld bytes with alignment %lld\n", (long long)bytes,
                (long long)alignment);
        _exit(HOST_EXIT_ADDRESS);
    }
    uint64_t align = (uint64_t)alignment, start = (heap.used + HEAP_GUARD + align - 1) / align * align;
    if ((uint64_t)bytes > WIRE_HEAP_BYTES || start + (uint64_t)bytes + HEAP_GUARD > WIRE_HEAP_BYTES ||
        heap.nblocks == MAX_LIVE_BLOCKS)
        return NULL;
    unsigned char *memory = arena->heap + start;
    heap.used = start + (uint64_t)bytes;
    heap.blocks[heap.nblocks].start = memory;
    heap.blocks[heap.nblocks++].bytes = (uint64_t)bytes;
    arena->memory.live++;
    __asan_unpoison_memory_region(memory, (size_t)bytes);
    memset(memory, 0xA5, (size_t)bytes); /* fresh memory holds no zeros by luck */
    return memory;
}

static void heap_release(void *context, void *memory)
{
    (void)context;
    for (int i = 0; i < heap.nblocks; i++)
        if (memory != NULL && heap.blocks[i].start == memory) {
            memset(memory, 0xDD, (size_t)heap.blocks[i].bytes);
            __asan_poison_memory_region(memory, (size_t)heap.blocks[i].bytes);
            heap.blocks[i].start = NULL;
            arena->memory.live--;
            return;
        }
    fprintf(stderr, "AddressSanitizer: gave back memory that it does not hold, or twice\n");
    _exit(HOST_EXIT_ADDRESS);
}

static const tl_allocator heap_allocator = {heap_allocate, heap_release, NULL};

/* ---- Calls ---- */

static ffi_type *ffi_type_of(uint8_t type)
{
    switch ((wire_type)type) {
    case WIRE_I32: return &ffi_type_sint32;
    case WIRE_I64: return &ffi_type_sint64;
    case WIRE_F32: return &ffi_type_float;
    case WIRE_F64: return &ffi_type_double;
    case WIRE_POINTER: break;
    }
    return &ffi_type_pointer;
}

static void run_call(wire_call *call)
{
    ffi_cif cif;
    ffi_type *types[WIRE_MAX_ARGS];
    void *values[WIRE_MAX_ARGS];
    static any_function sgemm_function = (any_function)sgemm;
    static const tl_allocator *allocator = &heap_allocator;
    ffi_arg result = 0;
    any_function function = functions[call->function];
    if (function == NULL) {
        call->state = WIRE_MISSING;
        return;
    }
    for (int i = 0; i < call->nargs; i++) {
        types[i] = ffi_type_of(call->types[i]);
        values[i] = &call->args[i];
        if (call->types[i] == WIRE_POINTER && call->args[i].pointer == WIRE_CALLBACK_SGEMM)
            values[i] = &sgemm_function;
        else if (call->types[i] == WIRE_POINTER && call->args[i].pointer == WIRE_CALLBACK_ALLOCATOR)
            values[i] = &allocator;
    }
    if (ffi_prep_cif(&cif, FFI_DEFAULT_ABI, (unsigned)call->nargs, &ffi_type_sint32, types) != FFI_OK)
        give_up(HOST_EXIT_BROKEN, "ffi_prep_cif");
    running = call;
    ffi_call(&cif, function, &result, values);
    call->result.i32 = (int32_t)result;
    call->state = WIRE_DONE;
}

static void run_batch(void)
{
    begin_generation();
    __asan_poison_memory_region(arena->data, arena->data_bytes);
    for (uint32_t i = 0; i < arena->nblocks; i++)
        __asan_unpoison_memory_region(arena->data + arena->blocks[i].start, arena->blocks[i].bytes);
    for (uint32_t i = 0; i < arena->ncalls; i++) {
        __atomic_store_n(&arena->current, i, __ATOMIC_RELEASE);
        run_call(&arena->calls[i]);
    }
    __asan_unpoison_memory_region(arena->data, arena->data_bytes);
}

/* ---- Limits that hold from before the submission is loaded ---- */

static void limit(int resource, rlim_t most)
{
    if (setrlimit(resource, &(struct rlimit){most, most}) != 0)
        give_up(HOST_EXIT_BROKEN, "setrlimit");
}

/* Computing needs no other process, no network, no new program and no signal to others: the attempt ends the process. */
static void forbid_system_calls(void)
{
    static const int forbidden[] = {
        SCMP_SYS(fork), SCMP_SYS(vfork), SCMP_SYS(clone), SCMP_SYS(clone3), SCMP_SYS(execve), SCMP_SYS(execveat),
        SCMP_SYS(kill), SCMP_SYS(tkill), SCMP_SYS(rt_sigqueueinfo), SCMP_SYS(rt_tgsigqueueinfo),
        SCMP_SYS(pidfd_send_signal), SCMP_SYS(memfd_create), SCMP_SYS(shmget), SCMP_SYS(ptrace),
        SCMP_SYS(process_vm_readv), SCMP_SYS(process_vm_writev), SCMP_SYS(socket), SCMP_SYS(socketpair),
        SCMP_SYS(unshare), SCMP_SYS(setns), SCMP_SYS(mount), SCMP_SYS(umount2), SCMP_SYS(pivot_root), SCMP_SYS(chroot),
        SCMP_SYS(setsid), SCMP_SYS(setpgid), SCMP_SYS(bpf), SCMP_SYS(perf_event_open), SCMP_SYS(userfaultfd),
        SCMP_SYS(io_uring_setup), SCMP_SYS(keyctl), SCMP_SYS(add_key),
        SCMP_SYS(personality), SCMP_SYS(modify_ldt), SCMP_SYS(seccomp)};
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
    if (filter == NULL)
        give_up(HOST_EXIT_BROKEN, "seccomp_init");
    for (size_t i = 0; i < sizeof forbidden / sizeof *forbidden; i++)
        if (seccomp_rule_add(filter, SCMP_ACT_KILL_PROCESS, forbidden[i], 0) != 0 && forbidden[i] >= 0)
            give_up(HOST_EXIT_BROKEN, "seccomp_rule_add");
    /* Shared memory escapes the watch on memory; a signal to a thread may only be one to ourselves (abort sends one). */
    if (seccomp_rule_add(filter, SCMP_ACT_KILL_PROCESS, SCMP_SYS(mmap), 1,
                         SCMP_A3(SCMP_CMP_MASKED_EQ, MAP_SHARED, MAP_SHARED)) != 0 ||
        seccomp_rule_add(filter, SCMP_ACT_KILL_PROCESS, SCMP_SYS(tgkill), 1,
                         SCMP_A0(SCMP_CMP_NE, (scmp_datum_t)getpid())) != 0)
        give_up(HOST_EXIT_BROKEN, "seccomp_rule_add");
    if (seccomp_load(filter) != 0)
        give_up(HOST_EXIT_BROKEN, "seccomp_load");
    seccomp_release(filter);
}

/* ---- A task's process ---- */

static void *load(int file, int flags)
{
    char path[32];
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    void *handle = dlopen(path, RTLD_NOW | flags);
    close(file);
    return handle;
}

static _Noreturn void judge_task(const int files[WIRE_FILES])
{
    int socket_fd = files[WIRE_SOCKET];
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    prctl(PR_SET_DUMPABLE, 1); /* a sanitizer reads its own /proc/self */
    dup2(files[WIRE_OUTPUT], STDOUT_FILENO);
    dup2(files[WIRE_OUTPUT], STDERR_FILENO);
    close(files[WIRE_OUTPUT]);
    limit(RLIMIT_CPU, TASK_CPU_SECONDS);
    before = load(files[WIRE_BEFORE], RTLD_GLOBAL);
    if (before == NULL)
        give_up(HOST_EXIT_BROKEN, "dlopen");
    forbid_system_calls();

    if (write(socket_fd, "l", 1) != 1) /* hello: the grader now knows this process, and watches what loading does */
        give_up(HOST_EXIT_BROKEN, "write");
    submission = load(files[WIRE_SUBMISSION], RTLD_LOCAL);
    struct link_map *map;
    if (submission == NULL || dlinfo(submission, RTLD_DI_LINKMAP, &map) != 0)
        give_up(HOST_EXIT_LOAD, "dlopen");
    submission_base = map->l_addr;
    find_functions();

    for (char order = 'h'; write(socket_fd, &order, 1) == 1 && read(socket_fd, &order, 1) == 1; order = 'd')
        run_batch();
    _exit(0);
}

/* ---- The host ---- */

/* The files of the next task.  False when the grader has closed the control socket. */
static bool receive_files(int control_fd, int files[WIRE_FILES])
{
    char byte;
    union {
        struct cmsghdr header;
        char room[CMSG_SPACE(WIRE_FILES * sizeof(int))];
    } control;
    struct iovec data = {&byte, 1};
    struct msghdr message = {
        .msg_iov = &data, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
    if (recvmsg(control_fd, &message, 0) != 1)
        return false;
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    if (header == NULL || header->cmsg_type != SCM_RIGHTS || header->cmsg_len != CMSG_LEN(WIRE_FILES * sizeof(int)))
        return false;
    memcpy(files, CMSG_DATA(header), WIRE_FILES * sizeof(int));
    return true;
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "host: run by the grader: host CONTROL-FD ARENA-FD\n");
        return 2;
    }
    int control_fd = atoi(argv[1]), arena_fd = atoi(argv[2]), files[WIRE_FILES];
    void *mapped = mmap((void *)WIRE_ADDRESS, sizeof(wire_arena), PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_FIXED_NOREPLACE, arena_fd, 0);
    if (mapped != (void *)WIRE_ADDRESS)
        give_up(HOST_EXIT_BROKEN, "mmap");
    arena = mapped;
    close(arena_fd);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    prctl(PR_SET_DUMPABLE, 0); /* its memory is not open to the processes that it makes */
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_FSIZE, 0);
    limit(RLIMIT_NOFILE, 32);

    while (receive_files(control_fd, files)) {
        int status;
        pid_t pid = fork();
        if (pid < 0)
            give_up(HOST_EXIT_BROKEN, "fork");
        if (pid == 0) {
            close(control_fd);
            judge_task(files);
        }
        for (int i = 0; i < WIRE_FILES; i++)
            close(files[i]);
        while (waitpid(pid, &status, 0) < 0)
            if (errno != EINTR)
                give_up(HOST_EXIT_BROKEN, "waitpid");
        if (write(control_fd, &status, sizeof status) != sizeof status)
            break;
    }
    return 0;
}
