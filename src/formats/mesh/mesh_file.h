/* SPDX-License-Identifier: Apache-2.0
 *
 * Files of triangles: STL (binary and text) and OBJ. */
#ifndef LUDO_FORMATS_MESH_MESH_FILE_H
#define LUDO_FORMATS_MESH_MESH_FILE_H

#include "core/memory.h"
#include "ludo/status.h"

/* What one file may hold; no coordinate may be larger than MESH_MAX_COORDINATE in size. */
enum { MESH_MAX_VERTICES = 10000000, MESH_MAX_FACES = 20000000, MESH_MAX_COORDINATE = 1 << 30 };

/* A surface in the numbers of its file. Equal vertices of STL are one. Without faces, as an OBJ
 * file may be, it is a cloud of points. */
typedef struct mesh_surface {
    growing vertices; /* double[3] */
    growing faces;    /* int32_t[3], those without area among them */
} mesh_surface;

/* Read a surface by the suffix of `path` (.stl, .obj, in any case) into an empty one; release it in
 * any case.
 * @return LUDO_OK, LUDO_NO_MEMORY, LUDO_PARSE with the file, the line of text files and what is
 *         wrong in `why`; LUDO_UNSUPPORTED where the suffix is another one */
ludo_status ludo_mesh_file_read(mesh_surface *surface, const char *bytes, size_t length,
                                const char *path, const ludo_allocator *a, ludo_diagnostic *why);

/* Multiply the coordinates. Where that mirrors the surface, which turns it inside out, its faces
 * are turned back. */
void ludo_mesh_surface_scale(mesh_surface *surface, ludo_vec3 scale);

void ludo_mesh_surface_release(mesh_surface *surface, const ludo_allocator *a);

#endif
