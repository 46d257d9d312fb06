/* SPDX-License-Identifier: Apache-2.0
 *
 * Compiling concave meshes: the facets of each mesh that has a concave geom which may touch. */
#include "core/diagnostic.h"
#include "geometry/shape.h"
#include "model/compile/compile.h"

/* The sum of area vectors of a closed surface, in units of its area: rounding of files with seven
 * digits. */
static const double closed_part = 1e-6;

bool ludo_compile_is_concave(const compiler *w, int32_t geom)
{
    const ludo_geom_def *g = &w->geom[geom];
    /* a mesh without faces is a hull */
    return g->concave && ludo_shape_kind_find(g->type)->of_mesh && w->mesh[g->mesh].face_count > 0;
}

/* Six times the volume that triangles enclose, positive if they turn outward; 0 unless they are a
 * closed surface, whose area vectors add up to zero. */
static double closed_volume(const ludo_mesh_def *d)
{
    ludo_vec3 sum = {0.0, 0.0, 0.0};
    double volume = 0.0, area = 0.0;
    for (int32_t i = 0; i < d->face_count; i++) {
        const int32_t *f = d->face + 3 * (size_t)i;
        const ludo_vec3 p = v3_at(d->vertex + 3 * (size_t)f[0]);
        const ludo_vec3 q = v3_at(d->vertex + 3 * (size_t)f[1]);
        const ludo_vec3 r = v3_at(d->vertex + 3 * (size_t)f[2]);
        const ludo_vec3 n = v3_cross(v3_sub(q, p), v3_sub(r, p));
        sum = v3_add(sum, n);
        area += v3_norm(n);
        volume += v3_dot(p, n);
    }
    return v3_norm(sum) <= closed_part * area ? volume : 0.0;
}

static ludo_status refuse_inward(const compiler *w, int32_t geom)
{
    const ludo_geom_def *g = &w->geom[geom];
    ludo_diagnose(
        w->why, g->place,
        "%s is a concave mesh whose triangles turn inward, so that its inside is outside: "
        "exchange two vertices of each triangle",
        ludo_label("geom", g->name, geom).text);
    return LUDO_BAD_MODEL;
}

ludo_status ludo_compile_facets(compiler *w, const ludo_allocator *a)
{
    ludo_status status = LUDO_OK;
    for (int32_t i = 0; i < w->spec->geoms.count && status == LUDO_OK; i++) {
        if (!w->collides[i] || !ludo_compile_is_concave(w, i)) {
            continue;
        }
        const int32_t mesh = w->geom[i].mesh;
        const ludo_mesh_def *d = &w->mesh[mesh];
        const surface s = {d->vertex, d->vertex_count, d->face, d->face_count};
        status = ludo_compile_refuse_motion(w, i, "a concave mesh");
        status = status == LUDO_OK && closed_volume(d) < 0.0 ? refuse_inward(w, i) : status;
        if (status == LUDO_OK && w->facets[mesh].count == 0) {
            status = ludo_facets_make(&s, a, &w->facets[mesh]);
        }
        w->collides[i] = w->facets[mesh].count > 0;
    }
    return status;
}

void ludo_compile_release_facets(compiler *w, const ludo_allocator *a)
{
    for (int32_t i = 0; i < w->spec->meshes.count; i++) {
        ludo_facets_release(&w->facets[i], a);
    }
}

void ludo_compile_facets_count(ludo_model *m, const compiler *w)
{
    model_contacts *c = &m->contacts;
    c->facets_count = w->spec->meshes.count;
    for (int32_t i = 0; i < c->facets_count; i++) {
        c->facets_size += ludo_facets_size(&w->facets[i]);
    }
}

void ludo_compile_fill_facets(model_contacts *c, const compiler *w)
{
    char *memory = c->facets_memory;
    for (int32_t i = 0; i < c->facets_count; i++) {
        c->facets[i] = ludo_facets_copy(&w->facets[i], memory);
        memory += ludo_facets_size(&w->facets[i]);
    }
}
