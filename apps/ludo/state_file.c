/* SPDX-License-Identifier: Apache-2.0
 *
 * States of simulations in files; who may write where is asked as POSIX has it. */
#define _POSIX_C_SOURCE 200809L

#include "state_file.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

outcome ludo_state_file_load(ludo_sim *sim, const char *path)
{
    ludo_diagnostic why = {.message = ""};
    const ludo_status status = ludo_load_state(sim, path, &why);
    switch (status) {
    case LUDO_OK:
        return OUTCOME_DONE;
    case LUDO_PARSE:
        return ludo_complain(OUTCOME_FILE, "can't read %s: %s", path, why.message);
    case LUDO_REFUSED:
        return ludo_complain(OUTCOME_USAGE, "can't use %s: %s", path, why.message);
    default:
        return ludo_complain_status(status, path, &why);
    }
}

/* The folder that a file is in, with its last '/'; the caller's to free, NULL without memory. */
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

outcome ludo_state_file_check(const char *path)
{
    struct stat old;
    const bool there = stat(path, &old) == 0;
    if (there && !S_ISREG(old.st_mode)) {
        return ludo_complain(OUTCOME_FILE, "can't write %s: a state needs an ordinary file", path);
    }
    char *folder = folder_of(path);
    if (folder == NULL) {
        return ludo_complain_memory();
    }
    const bool writable = access(folder, W_OK | X_OK) == 0 && (!there || access(path, W_OK) == 0);
    const outcome how = writable ? OUTCOME_DONE : ludo_complain_unwritable(path);
    free(folder);
    return how;
}

outcome ludo_state_file_save(const ludo_sim *sim, const char *path)
{
    ludo_diagnostic why = {.message = ""};
    const ludo_status status = ludo_save_state(sim, path, &why);
    return status == LUDO_OK ? OUTCOME_DONE : ludo_complain_status(status, path, &why);
}
