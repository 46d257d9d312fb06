/* SPDX-License-Identifier: Apache-2.0
 *
 * Checks of meshes and geoms. */
#include "core/diagnostic.h"
#include "geometry/height_field.h"
#include "geometry/list.h"
#include "geometry/surface.h"
#include "model/check/check.h"

static ludo_status check_mesh(const ludo_spec *spec, int32_t i, ludo_diagnostic *why)
{
    const ludo_mesh_def *m = (const ludo_mesh_def *)spec->meshes.items + i;
    const surface s = {m->vertex, m->vertex_count, m->face, m->face_count};
    const char *problem = v3_finite(m->scale) ? NULL : "has a number that is not finite";
    problem = problem == NULL ? ludo_surface_problem(&s) : problem;
    return ludo_check_report(why, m->place, ludo_label("mesh", m->name, i), problem);
}

static bool geom_finite(const ludo_geom_def *g)
{
    return frame_finite(&g->frame) && all_finite(g->size, 3) && isfinite(g->mass) &&
           isfinite(g->density) && all_finite(g->rgba, 4) && all_finite(g->friction, 3) &&
           isfinite(g->restitution) && all_finite(g->drag, 5);
}

/* The problem of a height field, whose solid must have a height everywhere. */
static const char *field_problem(const ludo_spec *spec, const ludo_geom_def *g)
{
    const ludo_mesh_def *m = (const ludo_mesh_def *)spec->meshes.items + g->mesh;
    const surface s = {m->vertex, m->vertex_count, m->face, m->face_count};
    int32_t rows, columns;
    const char *problem = ludo_height_field_problem(&s, &rows, &columns);
    for (int32_t i = 0; i < m->vertex_count && problem == NULL; i++) {
        problem = m->vertex[3 * i + 2] > -g->size[0]
                      ? NULL
                      : "is a height field with a vertex at or below its base, z = -size[0]";
    }
    return problem;
}

static const char *geom_problem(const ludo_spec *spec, const ludo_geom_def *g,
                                const shape_kind *kind)
{
    if (!is_body_or_world(spec, g->body)) {
        return "is on a body that does not exist";
    }
    const bool has_mesh = kind->of_mesh || kind->of_grid;
    if (has_mesh && (g->mesh < 0 || g->mesh >= spec->meshes.count)) {
        return "names a mesh that does not exist";
    }
    if (!geom_finite(g)) {
        return "has a number that is not finite";
    }
    if (!shape_fits(kind, g->size)) {
        return "has a size that is not positive and finite";
    }
    if (g->size[0] < 0.0 || g->size[1] < 0.0 || g->size[2] < 0.0) {
        return "has a negative size";
    }
    if (g->density < 0.0) {
        return "has a negative density";
    }
    if (g->friction[0] < 0.0 || g->friction[1] < 0.0 || g->friction[2] < 0.0) {
        return "has a negative friction";
    }
    const char *problem = ludo_check_contact_law(g->condim, g->friction, g->restitution);
    return problem == NULL && kind->of_grid ? field_problem(spec, g) : problem;
}

static ludo_status check_geom(const ludo_spec *spec, int32_t i, ludo_diagnostic *why)
{
    static const char known[] =
#define X(name) " " #name
        LUDO_SHAPE_LIST(X)
#undef X
        ;
    const ludo_geom_def *g = (const ludo_geom_def *)spec->geoms.items + i;
    const label thing = ludo_label("geom", g->name, i);
    const shape_kind *kind = ludo_shape_kind_find(g->type);
    if (kind == NULL) {
        ludo_diagnose(why, g->place, "%s has the unknown type '%s'; known types are:%s", thing.text,
                      g->type, known);
        return LUDO_BAD_MODEL;
    }
    return ludo_check_report(why, g->place, thing, geom_problem(spec, g, kind));
}

ludo_status ludo_check_geoms(const ludo_spec *spec, ludo_diagnostic *why)
{
    ludo_status status = LUDO_OK;
    for (int32_t i = 0; i < spec->meshes.count && status == LUDO_OK; i++) {
        status = check_mesh(spec, i, why);
    }
    for (int32_t i = 0; i < spec->geoms.count && status == LUDO_OK; i++) {
        status = check_geom(spec, i, why);
    }
    return status;
}
