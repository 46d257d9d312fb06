/* SPDX-License-Identifier: Apache-2.0
 *
 * Whole-file input and output. */
#ifndef LUDO_FORMATS_FILES_WHOLE_FILE_H
#define LUDO_FORMATS_FILES_WHOLE_FILE_H

#include "core/memory.h"
#include "ludo/status.h"

/* The bytes of a file or a pipe. */
typedef struct whole_file {
    char *bytes; /* owned by the caller, also after a failure; may be NULL then */
    size_t length, capacity;
} whole_file;

/* Read a file, or slightly more than its first `limit` bytes.
 * @return LUDO_OK, LUDO_IO, LUDO_NO_MEMORY: with the file and the reason in `why` */
ludo_status ludo_whole_file_read(whole_file *c, const char *path, size_t limit,
                                 const ludo_allocator *a, ludo_diagnostic *why);

/* Write a whole file, replacing an old one only after all bytes are written. Links, pipes and
 * devices keep their kind and are written into directly.
 * @return LUDO_OK, LUDO_IO, LUDO_NO_MEMORY: with the file and the reason in `why` */
ludo_status ludo_whole_file_replace(const char *path, const char *bytes, size_t length,
                                    const ludo_allocator *a, ludo_diagnostic *why);

/* As ludo_whole_file_read(), but refuse folders, pipes and devices. */
ludo_status ludo_whole_file_read_ordinary(whole_file *c, const char *path, size_t limit,
                                          const ludo_allocator *a, ludo_diagnostic *why);

/* Report errno for a file. @return LUDO_IO */
ludo_status ludo_whole_file_problem(const char *path, ludo_diagnostic *why);

#endif
