/* compile.c - run the compiler on a submission, in the sandbox, with bounds on its time, memory and output. */
#define _GNU_SOURCE
#include "compile.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sandbox.h"
#include "text.h"

enum { WALL_MS = 60000, OUTPUT_KEPT = 65536, PREPROCESSED_LIMIT = 32 << 20 };

/* Only the lab's own functions can be seen from outside: a submission's malloc or memcpy stays its own affair. */
static bool write_export_map(const char *path, const lab_suite *suite)
{
    FILE *file = fopen(path, "w");
    if (file == NULL)
        return false;
    fputs("{ global:\n", file);
    for (int i = 0; i < suite->ntasks; i++)
        for (const char *name = suite->tasks[i].functions; *name != '\0'; name += strspn(name, " ")) {
            size_t length = strcspn(name, " ");
            fprintf(file, "%.*s;\n", (int)length, name);
            name += length;
        }
    fputs("local: *; };\n", file);
    return fclose(file) == 0;
}

/* Run the compiler and keep the beginning of what it says.  Returns its exit code, or 128 + signal. */
static int run_compiler(const sandbox_job *job, bool isolated, int output, char *said, size_t size)
{
    pid_t pid = sandbox_start(job, isolated);
    close(job->output_fd);
    if (pid < 0)
        return 126;
    size_t used = 0;
    for (int waited = 0; waited < WALL_MS; waited += 50) {
        char buffer[4096];
        struct pollfd waiting = {.fd = output, .events = POLLIN};
        if (poll(&waiting, 1, 50) <= 0)
            continue;
        ssize_t got = read(output, buffer, sizeof buffer);
        if (got <= 0)
            return sandbox_wait(pid, 5000); /* every process that could write has ended */
        size_t take = (size_t)got < size - 1 - used ? (size_t)got : size - 1 - used;
        memcpy(said + used, buffer, take);
        used += take;
        said[used] = '\0';
        waited -= 50; /* it is busy talking */
        if (used == size - 1)
            break;
    }
    sandbox_end(pid);
    return 124;
}

/* ---- A submission may not take itself out of the sanitizers ---- */

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Whether preprocessed C text, ended by a NUL but perhaps with others inside, holds an identifier that switches a sanitizer
 * off or reaches for its insides; strings and characters are skipped. */
static bool switches_sanitizer_off(const char *text, const char *text_end, const char **which)
{
    static const char *const words[] = {"no_sanitize",        "no_sanitize_address",       "no_sanitize_undefined",
                                        "no_sanitize_thread", "no_address_safety_analysis", "disable_sanitizer_instrumentation"};
    static const char *const interfaces[] = {"__asan_", "__ubsan_", "__sanitizer_", "__tsan_", "__lsan_"};
    for (const char *p = text; p < text_end;) {
        if (*p == '"' || *p == '\'') {
            char quote = *p++;
            for (; p < text_end && *p != quote && *p != '\n'; p++)
                if (*p == '\\' && p + 1 < text_end)
                    p++;
            p += p < text_end;
        } else if (is_word(*p)) {
            const char *start = p;
            while (p < text_end && is_word(*p))
                p++;
            const char *end = p;
            for (size_t i = 0; i < sizeof interfaces / sizeof *interfaces; i++)
                if (strncmp(start, interfaces[i], strlen(interfaces[i])) == 0) {
                    *which = interfaces[i];
                    return true;
                }
            while (start < end && *start == '_')
                start++;
            while (end > start && end[-1] == '_')
                end--;
            for (size_t i = 0; i < sizeof words / sizeof *words; i++)
                if (strlen(words[i]) == (size_t)(end - start) && memcmp(words[i], start, (size_t)(end - start)) == 0) {
                    *which = words[i];
                    return true;
                }
        } else {
            p++;
        }
    }
    return false;
}

static bool sanitizers_stay_on(const char *path, char *complaint, size_t size)
{
    FILE *file = fopen(path, "rb");
    char *text = file == NULL ? NULL : malloc(PREPROCESSED_LIMIT + 1);
    const char *which;
    bool good = false;
    if (text == NULL) {
        snprintf(complaint, size, "the preprocessed file could not be read");
    } else {
        size_t length = fread(text, 1, PREPROCESSED_LIMIT, file);
        text[length] = '\0';
        if (length == PREPROCESSED_LIMIT)
            snprintf(complaint, size, "the file is too large once its macros are expanded");
        else if (switches_sanitizer_off(text, text + length, &which))
            snprintf(complaint, size, "%s is not allowed in a submission: the sanitizers judge with the tests", which);
        else
            good = true;
    }
    free(text);
    if (file != NULL)
        fclose(file);
    return good;
}

/* The first error that the compiler printed, or its first line. */
static void first_complaint(const char *said, int status, char *complaint, size_t size)
{
    const char *error = strstr(said, "undefined reference"); /* the linker's own "error:" comes after it */
    if (error == NULL)
        error = strstr(said, "error: ");
    while (error != NULL && error > said && error[-1] != '\n')
        error--;
    if (error == NULL)
        error = said;
    error += strspn(error, " \n");
    while (strncmp(error, "./", 2) == 0)
        error += 2;
    if (*error != '\0')
        snprintf(complaint, size, "%.*s", (int)strcspn(error, "\n"), error);
    else
        snprintf(complaint, size, "the compiler ended with status %d and said nothing", status);
    if (status == 124)
        snprintf(complaint, size, "the compiler did not come to an end");
}

grade_outcome compile_submission(const compile_setup *setup, const lab_suite *suite, const char *name, const char *text,
                           size_t length, char *complaint, size_t size)
{
    char *source = formatted("%s/%s", setup->directory, name);
    char *map = formatted("%s/exports.map", setup->directory);
    char *preprocessed = formatted("%s/submission.so-%.*s.i", setup->directory, (int)strcspn(name, "."), name);
    char *include_labs = formatted("-I%s", setup->include);
    char *include_lab = formatted("-I%s/%s", setup->include, suite->lab);
    char *prefix = formatted("-ffile-prefix-map=%s=.", setup->directory); /* no path of this machine in a complaint */
    char *said = malloc(OUTPUT_KEPT);
    grade_outcome result = OUTCOME_GRADER_ERROR;
    int ends[2];
    bool ready = said != NULL && write_file(source, text, length) && write_export_map(map, suite) &&
                pipe2(ends, O_CLOEXEC) == 0;
    if (!ready) {
        snprintf(complaint, size, "the compiler could not be started: %s", strerror(errno));
    } else {
        said[0] = '\0';
        const char *const argv[] = {"gcc", "-std=c17", "-O1", "-g1", "-w", "-fPIC", "-shared", "-fsemantic-interposition",
                                    "-fsanitize=address,undefined", "-fno-sanitize=object-size", "-fno-sanitize-recover=all", "-save-temps=obj",
                                    "-fdiagnostics-color=never", prefix, include_labs, include_lab, "-o", "submission.so", name,
                                    "-Wl,--version-script=exports.map", "-Wl,-z,defs", setup->earlier, "-lm",
                                    NULL};
        const char *const readable[] = {setup->include, setup->earlier, NULL};
        sandbox_job job = {.argv = argv,
                           .readable = readable,
                           .writable = setup->directory,
                           .directory = setup->directory,
                           .output_fd = ends[1],
                           .pass_fds = {-1, -1},
                           .limits = {.cpu_seconds = 20, .memory_mib = 2048, .file_mib = 64, .processes = 0}};
        int status = run_compiler(&job, setup->isolated, ends[0], said, OUTPUT_KEPT);
        close(ends[0]);
        if (status != 0)
            first_complaint(said, status, complaint, size);
        if (status == 126 || status == 127)
            result = OUTCOME_GRADER_ERROR;
        else
            result = status == 0 && sanitizers_stay_on(preprocessed, complaint, size) ? OUTCOME_PASS : OUTCOME_NO_COMPILE;
    }
    free(source), free(map), free(preprocessed), free(include_labs), free(include_lab), free(prefix), free(said);
    return result;
}
