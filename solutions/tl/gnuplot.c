/* gnuplot.c - run gnuplot on a script, and keep its picture only when it succeeded.
 *
 * The script, the picture and the complaints go through files, so that neither side ever waits for the other.  A picture is
 * written under a name of its own beside the wanted one and renamed at the end: no half of a file is ever seen.
 */
#define _POSIX_C_SOURCE 200809L
#include "cli.h"

#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static bool ends_in(const char *name, const char *ending)
{
    size_t length = strlen(name), tail = strlen(ending);
    return length > tail && strcmp(name + length - tail, ending) == 0;
}

bool plot_name_is_good(const char *name)
{
    return ends_in(name, ".svg") || ends_in(name, ".png");
}

/* What gnuplot complains about: the last line that says something. */
static void add_complaint(FILE *complaints, text *out)
{
    char line[256];
    text last = {0};
    rewind(complaints);
    while (fgets(line, sizeof line, complaints) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        const char *start = line + strspn(line, " \t^");
        if (*start == '\0')
            continue;
        text_free(&last);
        text_add(&last, "%s", start);
    }
    text_add(out, "%s", last.length > 0 ? text_get(&last) : "it gave no reason");
    text_free(&last);
}

/* gnuplot with its three streams on the three files. */
static outcome spawn_and_wait(int script, int picture, FILE *complaints, failure *fail)
{
    char program[] = "gnuplot", defaults[] = "-d"; /* -d: no start-up file of the user's */
    char *words[] = {program, defaults, NULL};
    posix_spawn_file_actions_t actions;
    pid_t child;
    int status = 0;
    int error = posix_spawn_file_actions_init(&actions);
    if (error == 0) {
        error = posix_spawn_file_actions_adddup2(&actions, script, STDIN_FILENO);
        if (error == 0)
            error = posix_spawn_file_actions_adddup2(&actions, picture, STDOUT_FILENO);
        if (error == 0)
            error = posix_spawn_file_actions_adddup2(&actions, fileno(complaints), STDERR_FILENO);
        if (error == 0)
            error = posix_spawnp(&child, program, &actions, NULL, words, environ);
        posix_spawn_file_actions_destroy(&actions);
    }
    if (error == ENOENT)
        return refused(fail, "gnuplot is not installed (expected it in PATH: 'make deps' installs it)");
    if (error != 0)
        return refused(fail, "gnuplot cannot be started (%s)", strerror(error));
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            return refused(fail, "gnuplot cannot be waited for (%s)", strerror(errno));
    struct stat drawn;
    bool has_picture = fstat(picture, &drawn) == 0 && drawn.st_size > 0;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0 && has_picture)
        return DONE;
    text complaint = {0};
    add_complaint(complaints, &complaint);
    outcome result = refused(fail, "gnuplot failed (%.200s)", text_get(&complaint));
    text_free(&complaint);
    return result;
}

/* What dumb draws: a form feed, then lines padded with blanks.  Keep the lines that hold something, without the blanks behind. */
static void add_lines(FILE *picture, text *out)
{
    char line[1024];
    bool first = true;
    rewind(picture);
    while (fgets(line, sizeof line, picture) != NULL) {
        size_t start = line[0] == '\f', length = strlen(line);
        while (length > start && strchr(" \n", line[length - 1]) != NULL)
            length--;
        if (length == start)
            continue;
        text_add(out, "%s", first ? "\n" : "");
        text_add_bytes(out, line + start, length - start);
        text_add(out, "\n");
        first = false;
    }
}

/* Put the script into a file, and run. */
static outcome run_script(const char *terminal, const text *script, int picture, failure *fail)
{
    FILE *input = tmpfile(), *complaints = tmpfile();
    outcome result;
    if (input == NULL || complaints == NULL || fprintf(input, "%s%s", terminal, text_get(script)) < 0 || fflush(input) != 0 ||
        lseek(fileno(input), 0, SEEK_SET) != 0)
        result = refused(fail, "the script for gnuplot cannot be written (%s)", strerror(errno));
    else
        result = spawn_and_wait(fileno(input), picture, complaints, fail);
    if (input != NULL)
        fclose(input);
    if (complaints != NULL)
        fclose(complaints);
    return result;
}

static outcome draw_in_terminal(const text *script, text *out, failure *fail)
{
    FILE *picture = tmpfile();
    if (picture == NULL)
        return refused(fail, "the map cannot be stored (%s)", strerror(errno));
    outcome result = run_script("", script, fileno(picture), fail);
    if (result == DONE)
        add_lines(picture, out);
    fclose(picture);
    return result;
}

static outcome draw_in_file(const text *script, const char *name, failure *fail)
{
    text temporary = {0};
    text_add(&temporary, "%s.XXXXXX", name);
    int picture = mkstemp(temporary.data);
    if (picture < 0) {
        text_free(&temporary);
        return refused(fail, "%.200s cannot be written (%s)", name, strerror(errno));
    }
    outcome result = run_script(ends_in(name, ".svg") ? "set term svg" : "set term pngcairo", script, picture, fail);
    mode_t mask = umask(0);
    umask(mask);
    bool stored = fchmod(picture, 0666 & ~mask) == 0;
    stored = close(picture) == 0 && stored;
    if (result == DONE && (!stored || rename(temporary.data, name) != 0))
        result = refused(fail, "%.200s cannot be written (%s)", name, strerror(errno));
    if (result != DONE)
        unlink(temporary.data);
    text_free(&temporary);
    return result;
}

outcome gnuplot_run(const text *script, const char *name, text *out, failure *fail)
{
    return *name == '\0' ? draw_in_terminal(script, out, fail) : draw_in_file(script, name, fail);
}
