/* SPDX-License-Identifier: Apache-2.0
 *
 * Mass and inertia of bodies from their geoms. */
#include "model/check/weigh.h"

#include "core/diagnostic.h"
#include "geometry/shape.h"
#include "geometry/surface.h"
#include "model/check/check.h"
#include "spec/items.h"

/* The problem of a geom with a mass; NULL: none. */
static const char *find_problem(const ludo_spec *spec, const ludo_geom_def *g,
                                const shape_kind *kind)
{
    if (kind->of_mesh && ludo_spec_mesh_at(spec, g->mesh) == NULL) {
        return "names a mesh that does not exist";
    }
    if (!isfinite(g->mass) || !isfinite(g->density) || !frame_finite(&g->frame)) {
        return "has a number that is not finite";
    }
    if (g->mass < 0.0 && g->density < 0.0) {
        return "has a negative density";
    }
    return shape_fits(kind, g->size) ? NULL : "has a size that is not positive and finite";
}

static surface_weigh *const readings[] = {
    [LUDO_MESH_CONVEX] = ludo_surface_weigh_convex,
    [LUDO_MESH_EXACT] = ludo_surface_weigh_exact,
    [LUDO_MESH_LEGACY] = ludo_surface_weigh_legacy,
    [LUDO_MESH_SHELL] = ludo_surface_weigh_shell,
};

/* Mass properties of a surface at density 1, of its hull if it has no faces. */
static ludo_status weigh_surface(const ludo_mesh_def *m, const ludo_allocator *a,
                                 mass_properties *out, const char **problem)
{
    const surface faces = {m->vertex, m->vertex_count, m->face, m->face_count};
    surface hull = {0};
    *problem = ludo_surface_problem(&faces);
    if (*problem != NULL) {
        return LUDO_BAD_MODEL;
    }
    if (m->face_count > 0) {
        return readings[m->inertia](&faces, a, out, problem);
    }
    ludo_status status = ludo_surface_hull(&faces, a, &hull, problem);
    status = status == LUDO_OK ? readings[m->inertia](&hull, a, out, problem) : status;
    ludo_surface_release(&hull, a);
    return status;
}

/* The arguments of the functions below. */
typedef struct weighing {
    const ludo_spec *spec;
    mesh_weight *known; /* per mesh; NULL: results are not stored */
    ludo_diagnostic *why;
} weighing;

/* Mass properties of a mesh at density 1. */
static ludo_status weigh_mesh(const weighing *s, int32_t number, mass_properties *out)
{
    const ludo_mesh_def *m = ludo_spec_mesh_at(s->spec, number);
    const char *problem = NULL;
    ludo_status status = LUDO_BAD_MODEL;
    if (m->vertex_count == 0) {
        problem = "has a mass, but its vertices are unknown: its file was not read";
    } else if ((size_t)m->inertia >= sizeof readings / sizeof *readings) {
        problem = "has an unknown option for its inertia";
    } else {
        status = weigh_surface(m, &s->spec->allocator, out, &problem);
    }
    if (problem != NULL) {
        ludo_diagnose(s->why, m->place, "%s %s", ludo_label("mesh", m->name, number).text, problem);
    }
    return status;
}

/* weigh_mesh() with the result stored: a mesh of several geoms is computed once. */
static ludo_status weigh_mesh_once(const weighing *s, int32_t number, mass_properties *out)
{
    mesh_weight own = {.known = false};
    mesh_weight *w = s->known != NULL ? &s->known[number] : &own;
    const ludo_status status = w->known ? LUDO_OK : weigh_mesh(s, number, &w->mass);
    w->known = status == LUDO_OK;
    *out = w->mass;
    return status;
}

/* Mass properties of a geom at density 1, in its own frame. */
static ludo_status weigh_shape(const weighing *s, const ludo_geom_def *g, const shape_kind *kind,
                               mass_properties *out)
{
    if (kind->of_mesh) {
        return weigh_mesh_once(s, g->mesh, out);
    }
    *out = g->shell ? kind->shell(g->size) : kind->solid(g->size);
    return LUDO_OK;
}

/* True if a geom certainly has no mass: no shape needs to be evaluated. */
static bool weighs_nothing(const ludo_geom_def *g, const shape_kind *kind)
{
    const bool has_content = kind->solid != NULL || kind->of_mesh;
    return !has_content || g->mass == 0.0 || (g->mass < 0.0 && g->density == 0.0);
}

/* Mass properties of a geom in the frame of its body. */
static ludo_status weigh(const weighing *s, int32_t number, mass_properties *out)
{
    const ludo_geom_def *g = ludo_spec_geom_at(s->spec, number);
    const shape_kind *kind = ludo_shape_kind_find(g->type);
    const label name = ludo_label("geom", g->name, number);
    *out = (mass_properties){0};
    if (kind == NULL) {
        ludo_diagnose(s->why, g->place, "%s has the unknown type '%s'", name.text, g->type);
        return LUDO_BAD_MODEL;
    }
    if (weighs_nothing(g, kind)) {
        return LUDO_OK;
    }
    const char *problem = find_problem(s->spec, g, kind);
    if (problem != NULL) {
        return ludo_check_report(s->why, g->place, name, problem);
    }
    mass_properties unit = {0};
    const ludo_status status = weigh_shape(s, g, kind, &unit);
    if (status != LUDO_OK) {
        return status;
    }
    const double density = g->mass > 0.0 ? g->mass / unit.mass : g->density;
    *out = mass_seen(frame_clean(g->frame), mass_scaled(density, unit));
    out->mass = g->mass > 0.0 ? g->mass : out->mass;
    return ludo_check_report(s->why, g->place, name,
                             mass_finite(*out) ? NULL : "has a mass or inertia that overflows");
}

ludo_status ludo_spec_weigh_geom(const ludo_spec *spec, int32_t geom, double *mass, ludo_vec3 *com,
                                 double inertia[6], ludo_diagnostic *why)
{
    if (spec == NULL || ludo_spec_geom_at(spec, geom) == NULL || mass == NULL || com == NULL ||
        inertia == NULL) {
        ludo_diagnose(why, (ludo_place){0}, "there is no geom %d, or an argument is NULL",
                      (int)geom);
        return LUDO_BAD_ARGUMENT;
    }
    mass_properties m;
    const ludo_status status = weigh(&(weighing){spec, NULL, why}, geom, &m);
    if (status == LUDO_OK) {
        *mass = m.mass;
        *com = m.com;
        s3_to(m.J, inertia);
    }
    return status;
}

/* ---- solids ---- */

/* The solid of a mesh at density 1, as its option says or else of its hull; without mass if it has
 * neither. */
static ludo_status weigh_solid_mesh(const ludo_spec *spec, int32_t number, mass_properties *out)
{
    const ludo_mesh_def *m = ludo_spec_mesh_at(spec, number);
    ludo_mesh_def solid = *m;
    const char *problem = NULL;
    if (m->vertex_count == 0 || (size_t)m->inertia >= sizeof readings / sizeof *readings) {
        return LUDO_OK;
    }
    solid.inertia = m->inertia == LUDO_MESH_SHELL ? LUDO_MESH_CONVEX : m->inertia;
    ludo_status status = weigh_surface(&solid, &spec->allocator, out, &problem);
    if (status == LUDO_BAD_MODEL && solid.inertia != LUDO_MESH_CONVEX) {
        solid.inertia = LUDO_MESH_CONVEX;
        status = weigh_surface(&solid, &spec->allocator, out, &problem);
    }
    if (status == LUDO_BAD_MODEL) {
        *out = (mass_properties){0};
    }
    return status == LUDO_BAD_MODEL ? LUDO_OK : status;
}

static ludo_status weigh_solid_mesh_once(const ludo_spec *spec, int32_t number, mesh_weight *known,
                                         mass_properties *out)
{
    mesh_weight own = {.known = false};
    mesh_weight *w = known != NULL ? &known[number] : &own;
    const ludo_status status = w->known ? LUDO_OK : weigh_solid_mesh(spec, number, &w->mass);
    w->known = status == LUDO_OK;
    *out = w->mass;
    return status;
}

ludo_status ludo_weigh_solid(const ludo_spec *spec, int32_t geom, mesh_weight *known,
                             mass_properties *out)
{
    const ludo_geom_def *g = ludo_spec_geom_at(spec, geom);
    const shape_kind *kind = ludo_shape_kind_find(g->type);
    mass_properties unit = {0};
    ludo_status status = LUDO_OK;
    *out = unit;
    if (kind == NULL || kind->of_grid || (kind->solid == NULL && !kind->of_mesh) ||
        find_problem(spec,
                     &(ludo_geom_def){.mesh = g->mesh,
                                      .frame = g->frame,
                                      .size = {g->size[0], g->size[1], g->size[2]}},
                     kind) != NULL) {
        return LUDO_OK;
    }
    if (kind->of_mesh) {
        status = weigh_solid_mesh_once(spec, g->mesh, known, &unit);
    } else {
        unit = kind->solid(g->size);
    }
    const mass_properties seen = mass_seen(frame_clean(g->frame), unit);
    if (status == LUDO_OK && mass_finite(seen) && seen.mass > 0.0) {
        *out = seen;
    }
    return status;
}

ludo_status ludo_weigh_merged(const ludo_spec *spec, const body_merging *merging, int32_t body,
                              mass_properties *out)
{
    solid_sum sum = {.touching = {.mass = 0.0}};
    ludo_status status = LUDO_OK;
    for (int32_t i = 0; i < spec->geoms.count && status == LUDO_OK; i++) {
        const ludo_geom_def *g = ludo_spec_geom_at(spec, i);
        if (g->body < 0 || g->body >= spec->bodies.count ||
            body_merged_into(merging, g->body) != body) {
            continue;
        }
        mass_properties solid;
        status = ludo_weigh_solid(spec, i, NULL, &solid);
        solid_sum_add(&sum, g, solid);
    }
    *out = solid_sum_of(&sum);
    return status;
}

/* ---- bodies ---- */

/* Append a geom to the list of its body, if the body exists already. */
static void chain_geom(ludo_spec *spec, int32_t geom)
{
    const int32_t body = ludo_spec_geom_at(spec, geom)->body;
    spec->has_late_geoms = spec->has_late_geoms || body >= spec->chains.count;
    if (body < 0 || body >= spec->chains.count) {
        return;
    }
    geom_chain *c = (geom_chain *)spec->chains.items + body;
    *(c->last >= 0 ? (int32_t *)spec->next_geoms.items + c->last : &c->first) = geom;
    c->last = geom;
}

/* Append the new geoms to the lists of their bodies and make room for the masses of meshes.
 * Existing lists are extended; they are built anew only if a geom was added before its body. */
static ludo_status update_caches(ludo_spec *spec)
{
    const ludo_allocator *a = &spec->allocator;
    if (spec->has_late_geoms && spec->chains.count < spec->bodies.count) {
        spec->chains.count = spec->next_geoms.count = 0;
        spec->has_late_geoms = false;
    }
    while (spec->chains.count < spec->bodies.count) {
        geom_chain *c = ludo_growing_add(&spec->chains, sizeof *c, a);
        if (c == NULL) {
            return LUDO_NO_MEMORY;
        }
        *c = (geom_chain){-1, -1};
    }
    while (spec->next_geoms.count < spec->geoms.count) {
        int32_t *next = ludo_growing_add(&spec->next_geoms, sizeof *next, a);
        if (next == NULL) {
            return LUDO_NO_MEMORY;
        }
        *next = -1;
        chain_geom(spec, spec->next_geoms.count - 1);
    }
    while (spec->weights.count < spec->meshes.count) {
        if (ludo_growing_add(&spec->weights, sizeof(mesh_weight), a) == NULL) {
            return LUDO_NO_MEMORY;
        }
    }
    return LUDO_OK;
}

/* Mass properties of the geoms of a body, of the given groups, as one body. */
static ludo_status weigh_chain(const weighing *s, int32_t body, const int32_t group[2],
                               mass_properties *sum)
{
    const int32_t *next = s->spec->next_geoms.items;
    const geom_chain *c = (const geom_chain *)s->spec->chains.items + body;
    *sum = (mass_properties){0};
    for (int32_t i = c->first; i >= 0; i = next[i]) {
        const ludo_geom_def *g = ludo_spec_geom_at(s->spec, i);
        mass_properties m = {0};
        const bool counts = g->group >= group[0] && g->group <= group[1];
        const ludo_status status = counts ? weigh(s, i, &m) : LUDO_OK;
        if (status != LUDO_OK) {
            return status;
        }
        *sum = counts ? mass_sum(*sum, m) : *sum;
    }
    return LUDO_OK;
}

ludo_status ludo_spec_weigh(ludo_spec *spec, int32_t body, const int32_t group[2],
                            ludo_diagnostic *why)
{
    if (spec == NULL || ludo_spec_body_at(spec, body) == NULL || group == NULL) {
        ludo_diagnose(why, (ludo_place){0}, "there is no body %d, or an argument is NULL",
                      (int)body);
        return LUDO_BAD_ARGUMENT;
    }
    mass_properties sum;
    ludo_status status = update_caches(spec);
    if (status == LUDO_OK) {
        status = weigh_chain(&(weighing){spec, spec->weights.items, why}, body, group, &sum);
    }
    if (status == LUDO_OK) {
        ludo_body_def *b = (ludo_body_def *)spec->bodies.items + body;
        b->mass = sum.mass;
        b->com = sum.com;
        s3_to(sum.J, b->inertia);
    }
    return status;
}
