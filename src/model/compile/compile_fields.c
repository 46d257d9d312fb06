/* SPDX-License-Identifier: Apache-2.0
 *
 * Compiling height fields: one per mesh whose vertices are a grid, for geoms that may touch. */
#include "core/diagnostic.h"
#include "geometry/shape.h"
#include "model/compile/compile.h"

static bool is_field(const compiler *w, int32_t geom)
{
    return w->collides[geom] && ludo_shape_kind_find(w->geom[geom].type)->of_grid;
}

ludo_status ludo_compile_refuse_motion(const compiler *w, int32_t geom, const char *shape)
{
    const ludo_geom_def *g = &w->geom[geom];
    if (body_merged_into(w->merging, g->body) == LUDO_WORLD) {
        return LUDO_OK;
    }
    ludo_diagnose(
        w->why, g->place,
        "%s is %s on a body that moves; such geoms touch others only where they are fixed "
        "in the world: attach it to the world, or set its contype and conaffinity to 0",
        ludo_label("geom", g->name, geom).text, shape);
    return LUDO_BAD_MODEL;
}

ludo_status ludo_compile_fields(compiler *w, const ludo_allocator *a)
{
    ludo_status status = LUDO_OK;
    for (int32_t i = 0; i < w->spec->geoms.count && status == LUDO_OK; i++) {
        if (!is_field(w, i)) {
            continue;
        }
        const int32_t mesh = w->geom[i].mesh;
        const ludo_mesh_def *d = &w->mesh[mesh];
        const surface s = {d->vertex, d->vertex_count, d->face, d->face_count};
        status = ludo_compile_refuse_motion(w, i, "a height field");
        if (status == LUDO_OK && w->field[mesh].height == NULL) {
            status = ludo_height_field_make(&s, a, &w->field[mesh]);
        }
    }
    return status;
}

void ludo_compile_release_fields(compiler *w, const ludo_allocator *a)
{
    for (int32_t i = 0; i < w->spec->meshes.count; i++) {
        ludo_height_field_release(&w->field[i], a);
    }
}

void ludo_compile_fields_count(ludo_model *m, const compiler *w)
{
    model_contacts *c = &m->contacts;
    c->field_count = w->spec->meshes.count;
    for (int32_t i = 0; i < c->field_count; i++) {
        c->field_size += w->field[i].height != NULL ? ludo_height_field_size(&w->field[i]) : 0;
    }
}

void ludo_compile_fill_fields(model_contacts *c, const compiler *w)
{
    char *memory = c->field_memory;
    for (int32_t i = 0; i < c->field_count; i++) {
        if (w->field[i].height != NULL) {
            c->field[i] = ludo_height_field_copy(&w->field[i], memory);
            memory += ludo_height_field_size(&w->field[i]);
        }
    }
}
