/* SPDX-License-Identifier: Apache-2.0
 *
 * Checks that files can be written, with POSIX. */
#define _POSIX_C_SOURCE 200809L

#include "data/writable.h"

#include "data/file_name.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The folder of a file, ending in "./"; the caller frees it; NULL without memory. */
static char *folder_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    const size_t length = slash != NULL ? (size_t)(slash - path) + 1 : 0;
    char *folder = malloc(length + sizeof "./");
    if (folder != NULL) {
        memcpy(folder, path, length);
        memcpy(folder + length, "./", sizeof "./");
    }
    return folder;
}

outcome ludo_writable_check(const char *path, const char *content)
{
    struct stat old;
    const bool there = stat(path, &old) == 0;
    if (there && !S_ISREG(old.st_mode)) {
        return ludo_error(OUTCOME_FILE, "can't write %s: %s needs a regular file", path, content);
    }
    char *folder = folder_of(path);
    if (folder == NULL) {
        return ludo_error_memory();
    }
    const bool writable = access(folder, W_OK | X_OK) == 0 && (!there || access(path, W_OK) == 0);
    const outcome how = writable ? OUTCOME_DONE : ludo_error_unwritable(path);
    free(folder);
    return how;
}

bool ludo_writable_is_stream(const char *path)
{
    struct stat there;
    return stat(path, &there) == 0 && !S_ISREG(there.st_mode) && !S_ISDIR(there.st_mode);
}

static bool is_same(const char *a, const char *b)
{
    struct stat of_a, of_b;
    return stat(a, &of_a) == 0 && stat(b, &of_b) == 0 && of_a.st_dev == of_b.st_dev &&
           of_a.st_ino == of_b.st_ino;
}

static bool is_same_folder(const char *a, const char *b)
{
    char *of_a = folder_of(a), *of_b = folder_of(b);
    const bool same = of_a != NULL && of_b != NULL && is_same(of_a, of_b);
    free(of_a);
    free(of_b);
    return same;
}

bool ludo_writable_is_same(const char *a, const char *b)
{
    struct stat there;
    if (stat(a, &there) == 0) {
        return S_ISREG(there.st_mode) && is_same(a, b);
    }
    return strcmp(ludo_file_name_base(a), ludo_file_name_base(b)) == 0 && is_same_folder(a, b);
}

outcome ludo_writable_check_input(const char *path, const char *read, const char *what)
{
    return is_same(path, read)
               ? ludo_error(OUTCOME_USAGE,
                            "output %s would overwrite %s itself; choose another name", path, what)
               : OUTCOME_DONE;
}

char *ludo_writable_create_temporary(const char *path, outcome *how)
{
    static const char rest[] = ".XXXXXX";
    const size_t length = strlen(path);
    char *name = malloc(length + sizeof rest);
    if (name == NULL) {
        *how = ludo_error_memory();
        return NULL;
    }
    memcpy(name, path, length);
    memcpy(name + length, rest, sizeof rest);
    const int descriptor = mkstemp(name);
    if (descriptor < 0) {
        *how = ludo_error_unwritable(path);
        free(name);
        return NULL;
    }
    (void)close(descriptor);
    return name;
}
