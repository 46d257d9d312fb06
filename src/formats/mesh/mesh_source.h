/* SPDX-License-Identifier: Apache-2.0
 *
 * Meshes that a model refers to. */
#ifndef LUDO_FORMATS_MESH_MESH_SOURCE_H
#define LUDO_FORMATS_MESH_MESH_SOURCE_H

#include "formats/mesh/mesh_file.h"
#include "formats/files/paths.h"
#include "formats/files/resolver.h"

/* Find and read a surface into an empty one; release it in any case. The caller frees *path, the
 * path of the mesh file, with the resolver's allocator; NULL if it was not found.
 * @return the status of finding, reading or parsing */
ludo_status ludo_mesh_source_read(mesh_surface *surface, resolver *s,
                                  const file_reference *reference, char **path,
                                  ludo_diagnostic *why);

/* As ludo_mesh_source_read(), for a mesh of a spec: scale the surface by def->scale and write it to
 * `def`, which refers to it and to *path. A mesh that cannot be read has no vertices. */
ludo_status ludo_mesh_source_define(mesh_surface *surface, resolver *s,
                                    const file_reference *reference, ludo_mesh_def *def,
                                    char **path, ludo_diagnostic *why);

/* The file name without its folder: the part after the last slash or backslash. */
const char *ludo_mesh_source_file_name(const char *file);

/* The name of a mesh from its file: the file name before its last dot; false if that is too
 * long. */
bool ludo_mesh_source_stem(pathname *stem, const char *file);

#endif
