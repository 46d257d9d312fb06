/* SPDX-License-Identifier: Apache-2.0
 *
 * Mesh files: choice of the reader, and operations of readers on a surface. */
#include "formats/mesh/mesh_file.h"

#include "core/diagnostic.h"
#include "formats/mesh/mesh_list.h"
#include "formats/text/tokens.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void ludo_mesh_fail(mesh_reading *r, int32_t line, const char *format, ...)
{
    if (r->status != LUDO_OK) {
        return;
    }
    char text[256];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    ludo_diagnose(r->why, (ludo_place){r->path, line, 0}, "%s", text);
    r->status = LUDO_PARSE;
}

/* Room for one more vertex or face, of which a file may have `most`; NULL on failure. */
static void *add(mesh_reading *r, growing *g, size_t size, int32_t most, int32_t line)
{
    if (r->status == LUDO_OK && g->count >= most) {
        ludo_mesh_fail(r, line, "the mesh has more than %d vertices or %d faces", MESH_MAX_VERTICES,
                       MESH_MAX_FACES);
    }
    if (r->status != LUDO_OK) {
        return NULL;
    }
    void *item = ludo_growing_add(g, size, r->allocator);
    if (item == NULL) {
        r->status = LUDO_NO_MEMORY;
    }
    return item;
}

void ludo_mesh_add_vertex(mesh_reading *r, int32_t line, const double vertex[3])
{
    for (int i = 0; i < 3; i++) {
        if (!(fabs(vertex[i]) <= MESH_MAX_COORDINATE)) { /* also rejects NaN */
            ludo_mesh_fail(r, line, "the coordinate %g is not finite or too large", vertex[i]);
        }
    }
    double *v = add(r, &r->surface->vertices, sizeof(double[3]), MESH_MAX_VERTICES, line);
    if (v != NULL) {
        memcpy(v, vertex, sizeof(double[3]));
    }
}

void ludo_mesh_add_face(mesh_reading *r, int32_t line, int32_t a, int32_t b, int32_t c)
{
    int32_t *face = add(r, &r->surface->faces, sizeof(int32_t[3]), MESH_MAX_FACES, line);
    if (face != NULL) {
        face[0] = a, face[1] = b, face[2] = c;
    }
}

static bool has_suffix(const char *path, const char *suffix)
{
    const size_t length = strlen(path), end = strlen(suffix);
    return length >= end && ludo_token_is((token){path + length - end, end}, suffix);
}

ludo_status ludo_mesh_file_read(mesh_surface *surface, const char *bytes, size_t length,
                                const char *path, const ludo_allocator *a, ludo_diagnostic *why)
{
    mesh_reading r = {surface, bytes, length, path, a, why, LUDO_OK};
#define X(suffix, read)                                                                            \
    if (has_suffix(path, suffix)) {                                                                \
        read(&r);                                                                                  \
        return r.status;                                                                           \
    }
    LUDO_MESH_FORMAT_LIST(X)
#undef X
    ludo_diagnose(why, (ludo_place){path, 0, 0},
                  "unknown mesh format: convert the file to STL, OBJ or MSH");
    return LUDO_UNSUPPORTED;
}

void ludo_mesh_surface_scale(mesh_surface *surface, ludo_vec3 scale)
{
    double *vertex = surface->vertices.items;
    int32_t *face = surface->faces.items;
    for (int32_t i = 0; i < surface->vertices.count; i++, vertex += 3) {
        vertex[0] *= scale.x;
        vertex[1] *= scale.y;
        vertex[2] *= scale.z;
    }
    const bool mirrored = scale.x * scale.y * scale.z < 0.0;
    for (int32_t i = 0; i < surface->faces.count && mirrored; i++, face += 3) {
        const int32_t second = face[1];
        face[1] = face[2];
        face[2] = second;
    }
}

void ludo_mesh_surface_release(mesh_surface *surface, const ludo_allocator *a)
{
    memory_give(a, surface->vertices.items);
    memory_give(a, surface->faces.items);
    *surface = (mesh_surface){0};
}
