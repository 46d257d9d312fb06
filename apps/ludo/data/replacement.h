/* SPDX-License-Identifier: Apache-2.0
 *
 * Files that replace existing ones only when they are complete: they are written to a temporary
 * file in the same folder, then renamed. Devices, pipes and links are not replaced but written to.
 */
#ifndef LUDO_APP_DATA_REPLACEMENT_H
#define LUDO_APP_DATA_REPLACEMENT_H

#include "terminal/errors.h"

#include <stdio.h>

/* A file being written; all zero: none. */
typedef struct replacement {
    FILE *file;
    const char *path;
    char *temporary; /* path of the temporary file; NULL: writes to `path` itself; owned */
} replacement;

/* Begin; the path is not copied. Prints errors. */
outcome ludo_replacement_begin(replacement *r, const char *path);

/* Close the file and, if `how` is OUTCOME_DONE, move it to its path; else remove it. Prints and
 * returns an error of its own, else returns `how`. */
outcome ludo_replacement_end(replacement *r, outcome how);

#endif
