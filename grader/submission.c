/* submission.c - the labs' files in a directory or an archive.
 *
 * Files are found by name at any depth and read into memory; an archive's paths are only compared, never used, so that
 * none can lead anywhere.
 */
#define _GNU_SOURCE
#include "submission.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <fcntl.h>
#include <fts.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "text.h"

enum {
    FILE_LIMIT = 1 << 20,      /* bytes of one lab file */
    ENTRY_LIMIT = 20000,       /* files and directories looked at */
    DEPTH_LIMIT = 32,          /* of directories */
    UNPACKED_LIMIT = 256 << 20 /* bytes read out of an archive on the way */
};

static const char *last_part(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash == NULL ? path : slash + 1;
}

/* Whether some part of a path inside a submission is hidden, as .git and .vscode are; "." and ".." are not. */
static bool is_hidden(const char *path)
{
    for (const char *part = path; part != NULL; part = strchr(part, '/')) {
        part += strspn(part, "/");
        size_t length = strcspn(part, "/");
        if (*part == '.' && !(length == 1 || (length == 2 && part[1] == '.')))
            return true;
    }
    return false;
}

/* The slot of a file with this path, or NULL when nobody asked for it. */
static submission_file *slot_of(const char *path, const char *const names[], int count, submission *found)
{
    for (int i = 0; i < count; i++)
        if (strcmp(last_part(path), names[i]) == 0)
            return &found->files[i];
    return NULL;
}

/* "'PATH' what is wrong": one line, whatever the path holds. */
static char *complain(const char *path, const char *what)
{
    char *clean = printable(path);
    char *complaint = formatted("'%s' %s", clean, what);
    free(clean);
    return complaint;
}

static char *claim(submission_file *slot, const char *path)
{
    if (slot->path != NULL) {
        char *first = printable(slot->path), *second = printable(path);
        char *complaint = formatted("two files named %s: '%s' and '%s'; hand in one", last_part(path), first, second);
        free(first), free(second);
        return complaint;
    }
    slot->path = formatted("%s", path);
    slot->text = malloc(FILE_LIMIT + 1);
    return slot->text == NULL ? formatted("out of memory") : NULL;
}

/* ---- Directories ---- */

static char *read_plain_file(submission_file *slot, const char *path, const char *access_path)
{
    char *complaint = claim(slot, path);
    if (complaint != NULL)
        return complaint;
    int fd = open(access_path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0)
        return complain(path, "cannot be read");
    ssize_t got;
    while ((got = read(fd, slot->text + slot->length, FILE_LIMIT + 1 - slot->length)) > 0)
        slot->length += (size_t)got;
    close(fd);
    if (got < 0)
        return complain(path, "cannot be read");
    return slot->length > FILE_LIMIT ? complain(path, "is too large for a lab's file") : NULL;
}

static char *read_directory(const char *path, const char *const names[], int count, submission *found)
{
    char *roots[] = {(char *)(uintptr_t)path, NULL}, *complaint = NULL;
    int entries = 0;
    FTS *walk = fts_open(roots, FTS_PHYSICAL | FTS_COMFOLLOW | FTS_NOCHDIR | FTS_NOSTAT, NULL);
    if (walk == NULL)
        return complain(path, "cannot be read");
    for (FTSENT *entry; complaint == NULL && (entry = fts_read(walk)) != NULL;) {
        submission_file *slot;
        const char *inside = entry->fts_path + strlen(path);
        if (entry->fts_info == FTS_DP)
            continue;
        if (is_hidden(inside)) {
            fts_set(walk, entry, FTS_SKIP);
            continue;
        }
        if (entry->fts_info == FTS_DNR)
            complaint = complain(entry->fts_path, "cannot be read");
        else if (++entries > ENTRY_LIMIT)
            complaint = formatted("more than %d files", ENTRY_LIMIT);
        else if (entry->fts_info == FTS_D && entry->fts_level > DEPTH_LIMIT)
            complaint = formatted("directories nested more than %d deep", DEPTH_LIMIT);
        else if ((slot = slot_of(entry->fts_path, names, count, found)) != NULL) {
            struct stat status;
            if (lstat(entry->fts_accpath, &status) == 0 && S_ISREG(status.st_mode)) {
                complaint = read_plain_file(slot, inside + strspn(inside, "/"), entry->fts_accpath);
            }
        }
    }
    fts_close(walk);
    return complaint;
}

/* ---- Archives ---- */

static char *read_entry(struct archive *archive, submission_file *slot, const char *path)
{
    char *complaint = claim(slot, path);
    if (complaint != NULL)
        return complaint;
    la_ssize_t got;
    while (slot->length <= FILE_LIMIT &&
           (got = archive_read_data(archive, slot->text + slot->length, FILE_LIMIT + 1 - slot->length)) != 0) {
        if (got < 0)
            return complain(path, "is damaged in the archive");
        slot->length += (size_t)got;
    }
    return slot->length > FILE_LIMIT ? complain(path, "is too large for a lab's file") : NULL;
}

static char *read_archive(const char *path, const char *const names[], int count, submission *found)
{
    struct archive *archive = archive_read_new();
    struct archive_entry *entry;
    char *complaint = NULL;
    int entries = 0, status = ARCHIVE_FATAL;
    if (archive == NULL)
        return formatted("out of memory");
    archive_read_support_format_zip(archive);
    archive_read_support_format_tar(archive);
    archive_read_support_filter_gzip(archive);
    archive_read_support_filter_xz(archive);
    if (archive_read_open_filename(archive, path, 65536) != ARCHIVE_OK)
        complaint = formatted("not a .zip or .tar.gz archive, and not a directory");
    /* A warning is about a name that the locale cannot spell, or a time that does not fit: the entry itself is sound. */
    while (complaint == NULL && ((status = archive_read_next_header(archive, &entry)) == ARCHIVE_OK || status == ARCHIVE_WARN)) {
        const char *inside = archive_entry_pathname_utf8(entry);
        if (inside == NULL)
            inside = archive_entry_pathname(entry);
        submission_file *slot = inside == NULL || is_hidden(inside) ? NULL : slot_of(inside, names, count, found);
        if (++entries > ENTRY_LIMIT)
            complaint = formatted("more than %d files in the archive", ENTRY_LIMIT);
        else if (archive_filter_count(archive) > 2)
            complaint = formatted("the archive is compressed more than once");
        else if (archive_filter_bytes(archive, 0) > UNPACKED_LIMIT || archive_entry_size(entry) > UNPACKED_LIMIT)
            complaint = formatted("the archive unpacks to more than %d MiB", UNPACKED_LIMIT >> 20);
        else if (slot != NULL && archive_entry_filetype(entry) == AE_IFREG && archive_entry_hardlink(entry) == NULL)
            complaint = read_entry(archive, slot, inside);
    }
    if (complaint == NULL && status != ARCHIVE_EOF)
        complaint = formatted("the archive is damaged");
    archive_read_free(archive);
    return complaint;
}

/* ---- Either ---- */

char *submission_read(const char *path, const char *const names[], int count, submission *found)
{
    struct stat status;
    *found = (submission){0};
    if (stat(path, &status) != 0)
        return formatted("%s", errno == ENOENT ? "no such file or directory" : strerror(errno));
    char *complaint;
    if (S_ISDIR(status.st_mode))
        complaint = read_directory(path, names, count, found);
    else if (S_ISREG(status.st_mode))
        complaint = read_archive(path, names, count, found);
    else
        complaint = formatted("neither a directory nor an archive");
    bool any = false;
    for (int i = 0; i < count; i++)
        any = any || found->files[i].path != NULL;
    if (complaint == NULL && !any) {
        char *wanted = formatted("%s", names[0]);
        for (int i = 1; i < count; i++) {
            char *longer = formatted("%s, %s", wanted, names[i]);
            free(wanted);
            wanted = longer;
        }
        complaint = formatted("no lab file in it (looked for %s)", wanted);
        free(wanted);
    }
    if (complaint != NULL)
        submission_free(found);
    return complaint;
}

void submission_free(submission *found)
{
    for (int i = 0; i < SUBMISSION_MAX_FILES; i++) {
        free(found->files[i].text);
        free(found->files[i].path);
    }
    *found = (submission){0};
}

char *submission_name(const char *path)
{
    static const char *const endings[] = {".zip", ".tar.gz", ".tgz", ".tar.xz"};
    char *name = formatted("%s", path);
    for (size_t length = strlen(name); length > 1 && name[length - 1] == '/'; length--)
        name[length - 1] = '\0';
    struct stat status;
    bool directory = stat(name, &status) == 0 && S_ISDIR(status.st_mode);
    char *real = strcmp(last_part(name), ".") == 0 || strcmp(last_part(name), "..") == 0 ? realpath(name, NULL) : NULL;
    char *result = formatted("%s", last_part(real != NULL ? real : name));
    for (size_t i = 0; !directory && i < sizeof endings / sizeof *endings; i++) {
        size_t length = strlen(result), ending = strlen(endings[i]);
        if (length > ending && strcasecmp(result + length - ending, endings[i]) == 0) {
            result[length - ending] = '\0';
            break;
        }
    }
    free(name), free(real);
    return result;
}
