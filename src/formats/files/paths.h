/* SPDX-License-Identifier: Apache-2.0
 *
 * Paths, as texts and as what the file system makes of them. */
#ifndef LUDO_FORMATS_FILES_PATHS_H
#define LUDO_FORMATS_FILES_PATHS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PATH_SIZE = 4096 };

/* A path; "" is the working folder. */
typedef struct pathname {
    char text[PATH_SIZE];
} pathname;

/* The first `length` characters of a text as a path; false where it is too long. */
bool ludo_path_set(pathname *p, const char *text, size_t length);

/* `name` in `folder`, or `name` itself where it is absolute or there is no folder (""); false where
 * that is too long. */
bool ludo_path_join(pathname *p, const char *folder, const char *name);

/* The folder that a path's file is in, as far as the text says. */
pathname ludo_path_folder(const char *file);

/* The absolute path without links, `.` and `..` of what there is; false where there is nothing. */
bool ludo_path_resolve(pathname *p, const char *given);

/* The last part of a resolved path. */
const char *ludo_path_name(const pathname *resolved);

/* Go from a resolved folder to that around it; false where there is none. */
bool ludo_path_up(pathname *resolved);

/* Whether a resolved path is that of a folder, which may be given in any way, or below it. */
bool ludo_path_is_below(const pathname *resolved, const char *folder);

bool ludo_path_is_folder(const char *given);
bool ludo_path_is_file(const char *given);
bool ludo_path_is_link(const char *given);

/* What is the same for all paths to one file, and for no other. */
typedef struct file_identity {
    uint64_t device, file;
} file_identity;

/* False where there is no file. */
bool ludo_path_identify(const char *given, file_identity *identity);

#endif
