/* SPDX-License-Identifier: Apache-2.0
 *
 * Whole files in memory. */
#ifndef LUDO_FORMATS_FILES_CONTENTS_H
#define LUDO_FORMATS_FILES_CONTENTS_H

#include "core/memory.h"
#include "ludo/status.h"

/* The bytes of a file, perhaps of a pipe. */
typedef struct contents {
    char *bytes; /* the caller's to give back, also after a failure; then it may be NULL */
    size_t length, capacity;
} contents;

/* Read a file, or a little more than the first `limit` bytes of it.
 * @return LUDO_OK, LUDO_IO, LUDO_NO_MEMORY: with the file and the reason in `why` */
ludo_status ludo_contents_read(contents *c, const char *path, size_t limit, const ludo_allocator *a,
                               ludo_diagnostic *why);

/* Write a whole file, perhaps in the place of an old one: that one stays as it is unless all bytes
 * are written. Links, pipes and devices stay what they are and are written into, as far as it goes.
 * @return LUDO_OK, LUDO_IO, LUDO_NO_MEMORY: with the file and the reason in `why` */
ludo_status ludo_contents_replace(const char *path, const char *bytes, size_t length,
                                  const ludo_allocator *a, ludo_diagnostic *why);

/* As above, but refuse what isn't a file: folders, pipes, devices. */
ludo_status ludo_contents_read_file(contents *c, const char *path, size_t limit,
                                    const ludo_allocator *a, ludo_diagnostic *why);

/* Say what errno says about a file. @return LUDO_IO */
ludo_status ludo_contents_problem(const char *path, ludo_diagnostic *why);

#endif
