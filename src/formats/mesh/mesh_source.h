/* SPDX-License-Identifier: Apache-2.0
 *
 * Surfaces that a model refers to. */
#ifndef LUDO_FORMATS_MESH_MESH_SOURCE_H
#define LUDO_FORMATS_MESH_MESH_SOURCE_H

#include "formats/mesh/mesh_file.h"
#include "formats/files/paths.h"
#include "formats/files/resolver.h"

/* A reference that stands in `file`; found as ludo_source_find_from() says. */
typedef struct mesh_reference {
    const char *file, *folder, *text;
} mesh_reference;

/* Find and read a surface into an empty one; release it in any case. *path is that of its file, the
 * caller's to give back with the allocator of the sources; NULL where it was not found.
 * @return what finding, reading and parsing return */
ludo_status ludo_mesh_source_read(mesh_surface *surface, sources *s,
                                  const mesh_reference *reference, char **path,
                                  ludo_diagnostic *why);

/* The name of a file without its folder: what is after the last slash, of either kind. */
const char *ludo_mesh_file_name(const char *file);

/* What a mesh is called by its file: the name before its last dot; false where that is too long. */
bool ludo_mesh_stem(pathname *stem, const char *file);

#endif
