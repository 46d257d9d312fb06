/* SPDX-License-Identifier: Apache-2.0
 *
 * Compiling concave meshes: the facets of each mesh that has a concave geom which may touch. */
#include "geometry/shape.h"
#include "model/compile.h"

bool ludo_compile_is_concave(const compiler *w, int32_t geom)
{
    const ludo_geom_def *g = &w->geom[geom];
    /* a mesh without faces is a hull */
    return g->concave && ludo_shape_kind_find(g->type)->of_mesh && w->mesh[g->mesh].face_count > 0;
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
