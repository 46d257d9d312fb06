/* SPDX-License-Identifier: Apache-2.0
 *
 * The files that a model is made of: where they may come from, and how much they may hold. */
#ifndef LUDO_FORMATS_FILES_RESOLVER_H
#define LUDO_FORMATS_FILES_RESOLVER_H

#include "formats/files/contents.h"
#include "ludo/load.h"

/* What one model may read beside its own file. */
enum { SOURCES_MAX_FILES = 10000, SOURCES_MAX_BYTES = 1 << 30 };

typedef struct sources {
    ludo_allocator allocator;
    const ludo_load_options *options;
    const char *model; /* path of the model's file; others are looked for in its folder */
    int32_t files;     /* read so far, and their bytes */
    size_t bytes;
    growing folders; /* where packages may be (packages.c) */
    bool knows_folders;
} sources;

/* Give back what finding has taken. */
void ludo_sources_release(sources *s);

/* Find the file that a reference in a model means. `reference` is package://NAME/PATH or
 * file://PATH, of which %20 and the like are decoded, absolute, or relative to `folder`, which
 * itself is relative to the model's folder or absolute
 * ("" for the model's own). *path is the caller's to give back with the allocator; NULL on failure.
 * @return LUDO_OK, LUDO_NO_MEMORY, LUDO_IO (there is no such file or package), LUDO_REFUSED (it is
 *         outside the folders that files may come from): `why` says which file and why, without a
 *         place */
ludo_status ludo_source_find(sources *s, const char *folder, const char *reference, char **path,
                             ludo_diagnostic *why);

/* As ludo_source_find(), for a reference in `file`, which may be an included one: where nothing is
 * found, the folder of that file is tried, as MuJoCo does. */
ludo_status ludo_source_find_from(sources *s, const char *file, const char *folder,
                                  const char *reference, char **path, ludo_diagnostic *why);

/* Read a file that was found. The bytes are the caller's to give back, also after a failure.
 * @return LUDO_OK, LUDO_NO_MEMORY, LUDO_IO, LUDO_PARSE (too many or too large) */
ludo_status ludo_source_read(sources *s, const char *path, contents *c, ludo_diagnostic *why);

#endif
