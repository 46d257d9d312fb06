/* SPDX-License-Identifier: Apache-2.0
 *
 * Resolver of the files that a model refers to: allowed places and size limits. */
#ifndef LUDO_FORMATS_FILES_RESOLVER_H
#define LUDO_FORMATS_FILES_RESOLVER_H

#include "formats/files/whole_file.h"
#include "ludo/load.h"

/* Limits on the files that a model refers to. */
enum { RESOLVER_MAX_FILES = 10000, RESOLVER_MAX_BYTES = 1 << 30 };

typedef struct resolver {
    ludo_allocator allocator;
    const ludo_load_options *options;
    const char *model; /* path of the model's file; references start in its folder */
    int32_t files;     /* read so far: files, bytes */
    size_t bytes;
    growing folders; /* package folders (packages.c) */
    bool knows_folders;
} resolver;

/* Free the memory that finding has taken. */
void ludo_resolver_release(resolver *s);

/* Find a referenced file. `reference` is package://NAME/PATH, model://NAME/PATH (the same) or
 * file://PATH (with %20 and the like decoded), absolute, or relative to `folder`, which is absolute
 * or relative to the model's folder
 * ("": that folder). The caller frees *path with the allocator; NULL on failure.
 * @return LUDO_OK, LUDO_NO_MEMORY, LUDO_IO (no such file or package), LUDO_REFUSED (outside of the
 *          allowed folders): `why` has the file and the reason, but no place */
ludo_status ludo_resolver_find(resolver *s, const char *folder, const char *reference, char **path,
                               ludo_diagnostic *why);

/* A reference, and where it is. */
typedef struct file_reference {
    const char *model;  /* the model file, whose folder is searched; another one than that of the
                           resolver if it was attached */
    const char *file;   /* the file that has the reference: the model or an included one */
    const char *folder; /* as for ludo_resolver_find(), relative to the folder of `model` */
    const char *text;
} file_reference;

/* As ludo_resolver_find(), for a reference in any file: if nothing is found, the folder of that
 * file is tried, as in MuJoCo. Permissions are those of the resolver's model. */
ludo_status ludo_resolver_find_from(resolver *s, const file_reference *reference, char **path,
                                    ludo_diagnostic *why);

/* Read a found file. The caller frees the bytes, also after a failure.
 * @return LUDO_OK, LUDO_NO_MEMORY, LUDO_IO, LUDO_PARSE (too many files or bytes) */
ludo_status ludo_resolver_read(resolver *s, const char *path, whole_file *c, ludo_diagnostic *why);

#endif
