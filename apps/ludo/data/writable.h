/* SPDX-License-Identifier: Apache-2.0
 *
 * Whether files can be written, found out before there is anything to write. */
#ifndef LUDO_APP_DATA_WRITABLE_H
#define LUDO_APP_DATA_WRITABLE_H

#include "terminal/errors.h"

/* Look whether an ordinary file can be written, which is left as it is. `what` needs one: "a
 * state". */
outcome ludo_writable_check(const char *path, const char *what);

/* Look whether writing a file would leave one that is read as it is. Says so where it would not,
 * being the same one: a misuse. `what` is read: "the model". */
outcome ludo_writable_apart(const char *path, const char *read, const char *what);

/* Whether two paths that will be written to name one ordinary file, which need not be there yet. */
bool ludo_writable_clash(const char *a, const char *b);

/* Create an empty file beside another one, of a name that none has. The name is the caller's to
 * free; NULL where it failed. Says what goes wrong. */
char *ludo_writable_beside(const char *path, outcome *how);

#endif
