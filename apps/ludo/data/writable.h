/* SPDX-License-Identifier: Apache-2.0
 *
 * Checks that files can be written, before there is anything to write. */
#ifndef LUDO_APP_DATA_WRITABLE_H
#define LUDO_APP_DATA_WRITABLE_H

#include "terminal/errors.h"

/* Check that a regular file can be written; the file is not changed. `content` ("a state") is named
 * in errors. */
outcome ludo_writable_check(const char *path, const char *content);

/* Refuse an output path that is the same file as an input. `what` ("the model") names the input. */
outcome ludo_writable_check_input(const char *path, const char *read, const char *what);

/* True for a device or a pipe. */
bool ludo_writable_is_stream(const char *path);

/* True if two output paths name the same regular file, which need not exist. */
bool ludo_writable_is_same(const char *a, const char *b);

/* Create an empty file with a new name in the folder of `path`. Returns the name, which the caller
 * frees; NULL after an error, which is printed. */
char *ludo_writable_create_temporary(const char *path, outcome *how);

#endif
