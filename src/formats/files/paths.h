/* SPDX-License-Identifier: Apache-2.0
 *
 * Paths: as texts, and as the file system resolves them. */
#ifndef LUDO_FORMATS_FILES_PATHS_H
#define LUDO_FORMATS_FILES_PATHS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PATH_SIZE = 4096 };

/* A path; "" is the current folder. */
typedef struct pathname {
    char text[PATH_SIZE];
} pathname;

/* Make a path of the first `length` characters of a text; false if it is too long. */
bool ludo_path_set(pathname *p, const char *text, size_t length);

/* Join `name` to `folder`; an absolute `name`, or one with folder "", stays itself. false if the
 * result is too long. */
bool ludo_path_join(pathname *p, const char *folder, const char *name);

/* The folder of a path, by its text alone. */
pathname ludo_path_folder(const char *file);

/* Resolve to an absolute path without links, `.` and `..`; false if nothing exists there. */
bool ludo_path_resolve(pathname *p, const char *given);

/* The last part of a resolved path. */
const char *ludo_path_name(const pathname *resolved);

/* Replace a resolved folder by its parent; false at the root. */
bool ludo_path_up(pathname *resolved);

/* Whether a resolved path is, or is below, a folder, which may be given in any form. */
bool ludo_path_is_below(const pathname *resolved, const char *folder);

bool ludo_path_is_folder(const char *given);
bool ludo_path_is_file(const char *given);
bool ludo_path_is_link(const char *given);

/* Identifies a file: equal for all paths to it, different from all other files. */
typedef struct file_identity {
    uint64_t device, file;
} file_identity;

/* False if there is no such file. */
bool ludo_path_identify(const char *given, file_identity *identity);

#endif
