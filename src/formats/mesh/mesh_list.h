/* SPDX-License-Identifier: Apache-2.0
 *
 * Mesh formats: one line each, suffix and reader. */
#ifndef LUDO_FORMATS_MESH_MESH_LIST_H
#define LUDO_FORMATS_MESH_MESH_LIST_H

#include "formats/mesh/mesh_file.h"

#define LUDO_MESH_FORMAT_LIST(X)                                                                   \
    X(".stl", ludo_stl_read)                                                                       \
    X(".obj", ludo_obj_read)                                                                       \
    X(".msh", ludo_msh_read)

/* A file on its way into a surface. The first problem stops the reader: functions do nothing once
 * status is set. */
typedef struct mesh_reading {
    mesh_surface *surface;
    const char *bytes;
    size_t length;
    const char *path;
    const ludo_allocator *allocator;
    ludo_diagnostic *why;
    ludo_status status;
} mesh_reading;

#define X(suffix, read) void read(mesh_reading *r);
LUDO_MESH_FORMAT_LIST(X)
#undef X

/* Stop with a message about a line; 0: about the file. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
void ludo_mesh_fail(mesh_reading *r, int32_t line, const char *format, ...);

/* Add three coordinates of a vertex; add three vertices of a face, which may be added later. `line`
 * is the place of a failure. */
void ludo_mesh_add_vertex(mesh_reading *r, int32_t line, const double vertex[3]);
void ludo_mesh_add_face(mesh_reading *r, int32_t line, int32_t a, int32_t b, int32_t c);

#endif
