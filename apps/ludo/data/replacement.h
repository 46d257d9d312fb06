/* SPDX-License-Identifier: Apache-2.0
 *
 * Files that take the place of others only when they are complete: they are written beside them. A
 * device, a pipe or a link stays what it is and is written into. */
#ifndef LUDO_APP_DATA_REPLACEMENT_H
#define LUDO_APP_DATA_REPLACEMENT_H

#include "terminal/errors.h"

#include <stdio.h>

/* A file that is being written; all zero: none. */
typedef struct replacement {
    FILE *file;
    const char *path;
    char *temporary; /* where it is written; NULL: into the file itself; owned */
} replacement;

/* Begin; the path is not copied. Says what goes wrong. */
outcome ludo_replacement_begin(replacement *r, const char *path);

/* Close the file. It takes its place unless `how` tells of something that went wrong; what goes
 * wrong here is said and returned, else `how` is. */
outcome ludo_replacement_end(replacement *r, outcome how);

#endif
