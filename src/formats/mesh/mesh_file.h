/* SPDX-License-Identifier: Apache-2.0
 *
 * Mesh files: STL (binary and text), OBJ and MSH. */
#ifndef LUDO_FORMATS_MESH_MESH_FILE_H
#define LUDO_FORMATS_MESH_MESH_FILE_H

#include "core/memory.h"
#include "ludo/status.h"

/* Limits of one file; no coordinate may exceed MESH_MAX_COORDINATE in magnitude. */
enum { MESH_MAX_VERTICES = 10000000, MESH_MAX_FACES = 20000000, MESH_MAX_COORDINATE = 1 << 30 };

/* A surface in the file's own units. Equal vertices of STL are merged. An OBJ or MSH file may have
 * no faces: a point cloud. */
typedef struct mesh_surface {
    growing vertices; /* double[3] */
    growing faces;    /* int32_t[3], including degenerate ones */
} mesh_surface;

/* Read a surface into an empty one, by the suffix of `path` (.stl, .obj, .msh, in any case);
 * release it in any case.
 * @return LUDO_OK, LUDO_NO_MEMORY, LUDO_PARSE with the file, the line (text files) and the reason
 * in `why`; LUDO_UNSUPPORTED for any other suffix */
ludo_status ludo_mesh_file_read(mesh_surface *surface, const char *bytes, size_t length,
                                const char *path, const ludo_allocator *a, ludo_diagnostic *why);

/* Scale the coordinates. If the scale mirrors the surface, which turns it inside out, the faces are
 * reversed. */
void ludo_mesh_surface_scale(mesh_surface *surface, ludo_vec3 scale);

void ludo_mesh_surface_release(mesh_surface *surface, const ludo_allocator *a);

#endif
