/* SPDX-License-Identifier: Apache-2.0
 *
 * Bytes as a file of triangles: read, checked and integrated in every way. */
#ifndef LUDO_FUZZ_MESH_BYTES_H
#define LUDO_FUZZ_MESH_BYTES_H

#include "said.h"

#include "formats/mesh/mesh_file.h"
#include "ludo/ludo.h"

#include <math.h>

enum { MOST_WEIGHED = 1000 }; /* vertices and faces: more take too long to integrate */

static inline void check_surface(const mesh_surface *s)
{
    const double *vertices = s->vertices.items;
    const int32_t *faces = s->faces.items;
    check(s->vertices.count > 0);
    for (int32_t i = 0; i < 3 * s->vertices.count; i++) {
        check(fabs(vertices[i]) <= MESH_MAX_COORDINATE);
    }
    for (int32_t i = 0; i < 3 * s->faces.count; i++) {
        check(faces[i] >= 0 && faces[i] < s->vertices.count);
    }
}

static inline void weigh(const mesh_surface *s, ludo_mesh_inertia how)
{
    ludo_spec *spec = NULL;
    ludo_geom_def geom = ludo_geom_default();
    const ludo_mesh_def mesh = {.struct_size = sizeof mesh,
                                .vertex = s->vertices.items,
                                .vertex_count = s->vertices.count,
                                .face = s->faces.items,
                                .face_count = s->faces.count,
                                .inertia = how};
    geom.type = "mesh";
    geom.body = LUDO_WORLD;
    check(ludo_spec_create(NULL, &spec) == LUDO_OK);
    check(ludo_spec_add_mesh(spec, &mesh, &geom.mesh) == LUDO_OK);
    check(ludo_spec_add_geom(spec, &geom, NULL) == LUDO_OK);
    double mass, inertia[6];
    ludo_vec3 com;
    ludo_diagnostic why = {.line = 0};
    const ludo_status status = ludo_spec_weigh_geom(spec, 0, &mass, &com, inertia, &why);
    check_said(status, status == LUDO_OK, &why);
    if (status == LUDO_OK) {
        check(isfinite(mass) && isfinite(com.x) && isfinite(com.y) && isfinite(com.z));
        for (int i = 0; i < 6; i++) {
            check(isfinite(inertia[i]));
        }
    }
    ludo_spec_destroy(spec);
}

static inline void read_mesh(const char *path, const uint8_t *data, size_t size)
{
    const ludo_allocator a = ludo_allocator_or_default(NULL);
    mesh_surface s = {0};
    ludo_diagnostic why = {.line = 0};
    const char *bytes = size > 0 ? (const char *)data : "";
    const ludo_status status = ludo_mesh_file_read(&s, bytes, size, path, &a, &why);
    check(status == LUDO_OK || status == LUDO_PARSE);
    check_said(status, status == LUDO_OK, &why);
    if (status == LUDO_OK) {
        check_surface(&s);
        for (int how = LUDO_MESH_CONVEX; how <= LUDO_MESH_SHELL; how++) {
            if (s.vertices.count <= MOST_WEIGHED && s.faces.count <= MOST_WEIGHED) {
                weigh(&s, (ludo_mesh_inertia)how);
            }
        }
    }
    ludo_mesh_surface_release(&s, &a);
}

#endif
