/* SPDX-License-Identifier: Apache-2.0
 *
 * A folder of files for tests, in the folder of the build. */
#ifndef LUDO_TESTS_FOLDER_H
#define LUDO_TESTS_FOLDER_H

#include <stdbool.h>

/* Make an empty one of this name, or empty the one that is there; the name of no other test. */
void folder_open(const char *name);

/* Remove it with all that is in it. */
void folder_close(void);

/* The same, as cmocka wants it of what comes after all tests. */
int folder_tear_down(void **state);

/* The absolute path of something in it; "" for itself. Static, of the last four calls. */
const char *folder_path(const char *file);

/* Write a file, and the folders that it is in. */
void folder_write(const char *file, const char *text);

bool folder_has(const char *file);

/* All of a file, terminated; the caller's to free. */
char *folder_read(const char *file);

/* Make a link to whatever `target` says. */
void folder_link(const char *link, const char *target);

void folder_make_pipe(const char *pipe);

/* Set a variable of the environment; NULL: take it away. */
void environment_set(const char *variable, const char *value);

/* Go to the folder, or back. */
void folder_enter(void);
void folder_leave(void);

#endif
