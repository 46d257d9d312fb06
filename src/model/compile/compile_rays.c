/* SPDX-License-Identifier: Apache-2.0
 *
 * Compiling what rays can hit, if a sensor casts rays: the geoms that are not transparent, with the
 * triangles of their meshes. A mesh without faces is its convex hull. */
#include "geometry/height_field.h"
#include "model/compile/compile.h"

static bool casts_rays(const compiler *w)
{
    bool casts = false;
    for (int32_t i = 0; i < w->spec->sensors.count && !casts; i++) {
        casts = (ludo_sensor_kind_find(w->sensor[i].type)->needs & SENSOR_NEEDS_RAYS) != 0;
    }
    return casts;
}

static bool has_mesh(const ludo_geom_def *g)
{
    const shape_kind *kind = ludo_shape_kind_find(g->type);
    return kind->of_mesh || kind->of_grid;
}

/* The surface of the mesh of a geom: its faces, or its hull. */
static surface surface_of(const compiler *w, const ludo_geom_def *g)
{
    const ludo_mesh_def *d = &w->mesh[g->mesh];
    const surface whole = {d->vertex, d->vertex_count, d->face, d->face_count};
    const bool hull = d->face_count == 0 && ludo_shape_kind_find(g->type)->of_mesh;
    return hull ? w->seen_mesh[g->mesh] : whole;
}

/* Whether rays see a geom: it is not transparent and its mesh was found. */
static bool is_seen(const compiler *w, const ludo_geom_def *g)
{
    return g->rgba[3] > 0.0 && (!has_mesh(g) || w->mesh[g->mesh].vertex_count > 0);
}

ludo_status ludo_compile_ray_hulls(compiler *w, const ludo_allocator *a)
{
    ludo_status status = LUDO_OK;
    for (int32_t i = 0; i < w->spec->geoms.count && status == LUDO_OK && casts_rays(w); i++) {
        const ludo_geom_def *g = &w->geom[i];
        if (!is_seen(w, g) || !ludo_shape_kind_find(g->type)->of_mesh ||
            w->mesh[g->mesh].face_count > 0 || w->seen_mesh[g->mesh].vertex_count > 0) {
            continue;
        }
        const ludo_mesh_def *d = &w->mesh[g->mesh];
        const surface s = {d->vertex, d->vertex_count, NULL, 0};
        const char *problem;
        status = ludo_surface_hull(&s, a, &w->seen_mesh[g->mesh], &problem);
        status = status == LUDO_NO_MEMORY ? status : LUDO_OK;
    }
    return status;
}

void ludo_compile_release_ray_hulls(compiler *w, const ludo_allocator *a)
{
    for (int32_t i = 0; i < w->spec->meshes.count; i++) {
        ludo_surface_release(&w->seen_mesh[i], a);
    }
}

/* A geom has a copy of its mesh, also where two geoms share it. */
void ludo_compile_rays_count(ludo_model *m, const compiler *w)
{
    if (!casts_rays(w)) {
        return;
    }
    for (int32_t i = 0; i < w->spec->geoms.count; i++) {
        const ludo_geom_def *g = &w->geom[i];
        if (!is_seen(w, g)) {
            continue;
        }
        m->ray_target_count++;
        if (has_mesh(g)) {
            const surface s = surface_of(w, g);
            m->ray_vertex_count += 3 * (size_t)s.vertex_count;
            m->ray_face_count += 3 * (size_t)s.face_count;
        }
    }
}

/* Copy the surface of a geom to the memory of the model. */
static ray_surface copy_surface(const compiler *w, const ludo_geom_def *g, double *vertex,
                                int32_t *face)
{
    const surface s = surface_of(w, g);
    ray_surface to = {.vertex = vertex, .face_count = s.face_count};
    if (s.vertex_count > 0) {
        memcpy(vertex, s.vertex, 3 * (size_t)s.vertex_count * sizeof *vertex);
    }
    if (s.face_count > 0) {
        memcpy(face, s.face, 3 * (size_t)s.face_count * sizeof *face);
        to.face = face;
    }
    if (ludo_shape_kind_find(g->type)->of_grid) {
        (void)ludo_height_field_problem(&s, &to.rows, &to.columns);
    }
    return to;
}

void ludo_compile_rays(ludo_model *m, compiler *w)
{
    size_t vertices = 0, faces = 0;
    int32_t count = 0;
    for (int32_t i = 0; i < w->spec->geoms.count && count < m->ray_target_count; i++) {
        const ludo_geom_def *g = &w->geom[i];
        if (!is_seen(w, g)) {
            continue;
        }
        ray_target *t = &m->ray_target[count++];
        *t = (ray_target){
            .frame = ludo_compile_sensor_frame(m, g->body, frame_clean(g->frame)),
            .shape = {ludo_shape_kind_find(g->type), {g->size[0], g->size[1], g->size[2]}},
        };
        if (has_mesh(g)) {
            const surface s = surface_of(w, g);
            t->surface = copy_surface(w, g, m->ray_vertex + vertices, m->ray_face + faces);
            vertices += 3 * (size_t)s.vertex_count;
            faces += 3 * (size_t)s.face_count;
        }
    }
}
