/* SPDX-License-Identifier: Apache-2.0
 *
 * A folder of files for tests, in the folder of the build. */
#ifndef LUDO_TESTS_FOLDER_H
#define LUDO_TESTS_FOLDER_H

#include <stdbool.h>

/* Create an empty folder of this name, or empty an existing one. No two tests share a name. */
void folder_open(const char *name);

/* Remove the folder and its contents. */
void folder_close(void);

/* folder_close() as a cmocka group teardown. */
int folder_tear_down(void **state);

/* The absolute path of a file in the folder; "" for the folder. Static: valid for four calls. */
const char *folder_path(const char *file);

/* Write a file; creates its parent folders. */
void folder_write(const char *file, const char *text);

bool folder_has(const char *file);

/* The contents of a file, NUL-terminated; the caller frees them. */
char *folder_read(const char *file);

/* Create a symbolic link to `target`. */
void folder_link(const char *link, const char *target);

void folder_make_pipe(const char *pipe);

/* Set an environment variable; NULL removes it. */
void environment_set(const char *variable, const char *value);

/* Change the working directory to the folder, or back. */
void folder_enter(void);
void folder_leave(void);

#endif
