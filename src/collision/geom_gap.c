/* SPDX-License-Identifier: Apache-2.0
 *
 * The gap between two geoms of a specification at given frames of their bodies. */
#include "collision/narrow_phase.h"
#include "geometry/facets.h"
#include "geometry/height_field.h"
#include "geometry/polytope.h"
#include "ludo/spec.h"
#include "model/check/check.h"
#include "model/model.h"
#include "spec/items.h"
#include "spec/spec.h"

static bool is_possible(const collider *c)
{
    return c->kind != NULL && (c->kind->of_mesh || shape_fits(c->kind, c->size));
}

/* Whether the collider has a surface: a mesh may have no hull. */
static bool is_solid(const collider *c)
{
    return (!c->kind->of_mesh || c->hull != NULL || c->facets != NULL) &&
           (!c->kind->of_grid || c->field != NULL);
}

/* The surfaces of a collider. */
typedef struct solids {
    polytope hull;
    height_field field;
    facets facets;
} solids;

/* The hull of a geom's mesh; empty if it has none. */
static ludo_status find_hull(const ludo_spec *spec, const ludo_geom_def *g, polytope *hull)
{
    const ludo_mesh_def *d = ludo_spec_mesh_at(spec, g->mesh);
    if (d == NULL) {
        return LUDO_BAD_MODEL;
    }
    const surface s = {d->vertex, d->vertex_count, d->face, d->face_count};
    const char *problem;
    const ludo_status status = ludo_polytope_hull(&s, &spec->allocator, hull, &problem);
    return status == LUDO_NO_MEMORY ? status : LUDO_OK;
}

/* The height field of a geom's mesh. */
static ludo_status find_field(const ludo_spec *spec, const ludo_geom_def *g, height_field *field)
{
    const ludo_mesh_def *d = ludo_spec_mesh_at(spec, g->mesh);
    int32_t rows, columns;
    if (d == NULL) {
        return LUDO_BAD_MODEL;
    }
    const surface s = {d->vertex, d->vertex_count, d->face, d->face_count};
    const bool is_grid =
        ludo_surface_problem(&s) == NULL && ludo_height_field_problem(&s, &rows, &columns) == NULL;
    return is_grid ? ludo_height_field_make(&s, &spec->allocator, field) : LUDO_BAD_MODEL;
}

/* Whether a mesh has faces: one without is a hull. */
static bool has_faces(const ludo_spec *spec, int32_t mesh)
{
    const ludo_mesh_def *d = ludo_spec_mesh_at(spec, mesh);
    return d != NULL && d->face_count > 0;
}

/* The facets of a geom's mesh; empty if it has none. */
static ludo_status find_facets(const ludo_spec *spec, const ludo_geom_def *g, facets *out)
{
    const ludo_mesh_def *d = ludo_spec_mesh_at(spec, g->mesh);
    if (d == NULL) {
        return LUDO_BAD_MODEL;
    }
    const surface s = {d->vertex, d->vertex_count, d->face, d->face_count};
    return ludo_surface_problem(&s) == NULL ? ludo_facets_make(&s, &spec->allocator, out)
                                            : LUDO_BAD_MODEL;
}

/* The geom as a collider of the world. */
static ludo_status place(const ludo_spec *spec, const ludo_geom_def *g, ludo_frame body, solids *of,
                         collider *c)
{
    ludo_status status = LUDO_OK;
    *c = (collider){
        .kind = ludo_shape_kind_find(g->type),
        .frame = frame_mul(frame_clean(body), frame_clean(g->frame)),
        .size = {g->size[0], g->size[1], g->size[2]},
    };
    if (!is_possible(c)) {
        return LUDO_BAD_MODEL;
    }
    if (c->kind->of_mesh && g->concave && has_faces(spec, g->mesh)) {
        status = find_facets(spec, g, &of->facets);
    } else if (c->kind->of_mesh) {
        status = find_hull(spec, g, &of->hull);
    } else if (c->kind->of_grid) {
        status = find_field(spec, g, &of->field);
    }
    c->hull = of->hull.vertex_count > 0 ? &of->hull : NULL;
    c->field = of->field.height != NULL ? &of->field : NULL;
    c->facets = of->facets.count > 0 ? &of->facets : NULL;
    c->kind = c->facets != NULL ? &ludo_shape_facets : c->kind;
    if (status == LUDO_OK && is_solid(c)) {
        ludo_collider_bound(c);
    }
    return status;
}

static void release(solids *of, const ludo_allocator *a)
{
    ludo_polytope_release(&of->hull, a);
    ludo_height_field_release(&of->field, a);
    ludo_facets_release(&of->facets, a);
}

static double gap_between(const collider *a, const collider *b)
{
    const pose world = pose_world();
    return is_solid(a) && is_solid(b) ? ludo_narrow_phase_gap(a, b, &world, &world) : HUGE_VAL;
}

ludo_status ludo_spec_geom_gap(const ludo_spec *spec, int32_t geom_a, ludo_frame body_a,
                               int32_t geom_b, ludo_frame body_b, double *gap)
{
    const ludo_geom_def *def_a = spec != NULL ? ludo_spec_geom_at(spec, geom_a) : NULL;
    const ludo_geom_def *def_b = spec != NULL ? ludo_spec_geom_at(spec, geom_b) : NULL;
    if (def_a == NULL || def_b == NULL || gap == NULL || !frame_finite(&body_a) ||
        !frame_finite(&body_b)) {
        return LUDO_BAD_ARGUMENT;
    }
    solids of_a = {0}, of_b = {0};
    collider a, b;
    ludo_status status = place(spec, def_a, body_a, &of_a, &a);
    status = status == LUDO_OK ? place(spec, def_b, body_b, &of_b, &b) : status;
    if (status == LUDO_OK) {
        *gap = gap_between(&a, &b);
    }
    release(&of_a, &spec->allocator);
    release(&of_b, &spec->allocator);
    return status;
}
