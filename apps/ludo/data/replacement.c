/* SPDX-License-Identifier: Apache-2.0
 *
 * Atomic replacement of files with POSIX. */
#define _XOPEN_SOURCE 700

#include "data/replacement.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { ROOM = 16, MOST_BESIDE = 1000 };

/* Create a temporary file in the same folder, with a new name: r->temporary. */
static int open_temporary(replacement *r, mode_t mode)
{
    const size_t length = strlen(r->path);
    int descriptor = -1;
    memcpy(r->temporary, r->path, length);
    for (int i = 0; i < MOST_BESIDE && descriptor < 0 && (i == 0 || errno == EEXIST); i++) {
        (void)snprintf(r->temporary + length, ROOM, ".part%d", i);
        descriptor = open(r->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    }
    return descriptor;
}

static int open_in_place(replacement *r)
{
    free(r->temporary);
    r->temporary = NULL;
    return open(r->path, O_WRONLY | O_CREAT | O_TRUNC | O_NOCTTY | O_CLOEXEC, 0666);
}

outcome ludo_replacement_begin(replacement *r, const char *path)
{
    struct stat old = {.st_mode = S_IFREG | 0666};
    *r = (replacement){.path = path, .temporary = malloc(strlen(path) + ROOM)};
    if (r->temporary == NULL) {
        return ludo_error_memory();
    }
    (void)lstat(path, &old); /* no old file: the mode of a new file */
    const int descriptor =
        S_ISREG(old.st_mode) ? open_temporary(r, old.st_mode & 0777) : open_in_place(r);
    r->file = descriptor >= 0 ? fdopen(descriptor, "wb") : NULL;
    if (r->file != NULL) {
        return OUTCOME_DONE;
    }
    const outcome how = ludo_error_unwritable(path);
    if (descriptor >= 0) {
        (void)close(descriptor);
    }
    free(r->temporary);
    *r = (replacement){.path = path};
    return how;
}

/* Flush and close the file, and rename it to its path. */
static outcome put_in_place(const replacement *r, outcome how)
{
    const bool failed = ferror(r->file) != 0;
    const bool closed = fclose(r->file) == 0;
    if (how == OUTCOME_DONE && (failed || !closed)) {
        return ludo_error_unwritable(r->path);
    }
    if (how == OUTCOME_DONE && r->temporary != NULL && rename(r->temporary, r->path) != 0) {
        return ludo_error_unwritable(r->path);
    }
    return how;
}

outcome ludo_replacement_end(replacement *r, outcome how)
{
    if (r->file == NULL) {
        return how;
    }
    how = put_in_place(r, how);
    if (how != OUTCOME_DONE && r->temporary != NULL) {
        (void)remove(r->temporary);
    }
    free(r->temporary);
    *r = (replacement){.path = r->path};
    return how;
}
