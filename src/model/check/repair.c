/* SPDX-License-Identifier: Apache-2.0
 *
 * Repairing masses: in a copy of the bodies, replace the masses and inertias that compiling would
 * refuse after merging; then write the copy and its notes into the description. The rules and their
 * reasons are in docs/decisions/0021-repair.md. Linear in bodies, joints and geoms. */
#include "model/check/repair.h"

#include "core/diagnostic.h"
#include "core/sized.h"
#include "ludo/edit.h"
#include "model/check/check.h"

#include <math.h>

/* ---- lists ---- */

static void layout(repairing *r, const ludo_spec *spec, arena *a)
{
    const int32_t n = spec->bodies.count;
    r->body = TAKE(a, n, ludo_body_def);
    r->how = TAKE(a, n, body_repair);
    ludo_body_tree_layout(&r->tree, spec, a);
    r->merging = TAKE(a, n, body_merging);
    r->first_member = TAKE(a, n, int32_t);
    r->next_member = TAKE(a, n, int32_t);
    r->first_geom = TAKE(a, n, int32_t);
    r->next_geom = TAKE(a, spec->geoms.count, int32_t);
    r->weight = TAKE(a, spec->meshes.count, mesh_weight);
    r->reach = TAKE(a, n, double);
    r->neighbour = TAKE(a, n, double);
}

static void list_geoms(repairing *r)
{
    const ludo_geom_def *geom = r->view.geoms.items;
    for (int32_t b = 0; b < r->view.bodies.count; b++) {
        r->first_geom[b] = -1;
    }
    for (int32_t i = r->view.geoms.count; i-- > 0;) {
        const int32_t b = geom[i].body;
        if (b >= 0 && b < r->view.bodies.count) {
            r->next_geom[i] = r->first_geom[b];
            r->first_geom[b] = i;
        }
    }
}

static void list_members(repairing *r)
{
    for (int32_t b = 0; b < r->view.bodies.count; b++) {
        r->first_member[b] = -1;
    }
    for (int32_t b = r->view.bodies.count; b-- > 0;) {
        const int32_t into = r->merging[b].merged_into;
        if (into != LUDO_WORLD) {
            r->next_member[b] = r->first_member[into];
            r->first_member[into] = b;
        }
    }
}

/* ---- lengths ---- */

/* A point of a body in the frame of the body that it is merged into. */
static ludo_vec3 seen_merged(const repairing *r, int32_t b, ludo_vec3 point)
{
    const ludo_frame at = r->merging[b].frame_in_merged;
    return v3_add(at.position, q_rotate(at.orientation, point));
}

/* The extent of the joints of each unmerged body: the largest distance between its own joint and
 * the joint of a child, or that of its parent; 0.1 m where all coincide. */
static void find_reach(repairing *r)
{
    const ludo_joint_def *joint = r->view.joints.items;
    for (int32_t i = 0; i < r->view.bodies.count; i++) {
        const int32_t b = r->tree.walk[i], j = r->tree.parent_joint[b];
        const int32_t up = ludo_merging_parent(&r->view, &r->tree, r->merging, b);
        if (!body_is_unmerged(r->merging, b) || up == LUDO_WORLD) {
            continue;
        }
        const int32_t above = r->tree.parent_joint[up];
        const ludo_vec3 from = above >= 0 ? joint[above].in_child.position : v3(0.0, 0.0, 0.0);
        const ludo_vec3 d =
            v3_sub(seen_merged(r, joint[j].parent, joint[j].in_parent.position), from);
        const double offset = sqrt(v3_dot(d, d));
        r->reach[up] = fmax(r->reach[up], offset);
        r->reach[b] = fmax(r->reach[b], offset);
    }
    for (int32_t b = 0; b < r->view.bodies.count; b++) {
        r->reach[b] = r->reach[b] > 0.0 && isfinite(r->reach[b]) ? r->reach[b] : 0.1;
    }
}

/* ---- masses of neighbours ---- */

/* The smaller of two masses, of which 0 is none. */
static double lighter(double a, double b)
{
    return a > 0.0 && (b <= 0.0 || a < b) ? a : b;
}

/* The mass of an unmerged body that is given, or follows from geometry or moments. */
static double known_mass(const repairing *r, int32_t b)
{
    return r->merging[b].mass.mass;
}

/* The least mass among the nearest bodies with mass below and above each unmerged body; returns
 * the least of all. */
static double find_neighbours(repairing *r)
{
    double least = 0.0;
    for (int32_t i = r->view.bodies.count; i-- > 0;) {
        const int32_t b = r->tree.walk[i];
        if (body_is_unmerged(r->merging, b)) {
            const int32_t up = ludo_merging_parent(&r->view, &r->tree, r->merging, b);
            const double own = known_mass(r, b), mass = own > 0.0 ? own : r->neighbour[b];
            least = lighter(own, least);
            if (up != LUDO_WORLD) {
                r->neighbour[up] = lighter(mass, r->neighbour[up]);
            }
        }
    }
    for (int32_t i = 0; i < r->view.bodies.count; i++) {
        const int32_t b = r->tree.walk[i];
        const int32_t up = ludo_merging_parent(&r->view, &r->tree, r->merging, b);
        if (body_is_unmerged(r->merging, b) && up != LUDO_WORLD) {
            const double own = known_mass(r, up);
            r->neighbour[b] = lighter(own > 0.0 ? own : r->neighbour[up], r->neighbour[b]);
        }
    }
    return least;
}

/* ---- bodies that are merged ---- */

/* Add the masses of a body and all merged into it anew. */
static void add_members(repairing *r, int32_t into)
{
    mass_properties sum = body_own_mass(&r->body[into]);
    for (int32_t b = r->first_member[into]; b >= 0; b = r->next_member[b]) {
        if (b != into) {
            sum =
                mass_sum(sum, mass_seen(r->merging[b].frame_in_merged, body_own_mass(&r->body[b])));
        }
    }
    r->merging[into].mass = sum;
}

/* All that are merged are without mass: each takes the solid of its geometry. If none has one, the
 * body itself is bare. */
static ludo_status repair_massless(repairing *r, int32_t into)
{
    bool any = false;
    ludo_status status = LUDO_OK;
    for (int32_t b = r->first_member[into]; b >= 0 && status == LUDO_OK; b = r->next_member[b]) {
        bool done = false;
        status = ludo_repair_massless(r, b, &done);
        any = any || done;
    }
    r->how[into].bare = !any;
    return status;
}

/* The sum is impossible: repair the impossible inertias, with `points` also masses without one. */
static ludo_status repair_members(repairing *r, int32_t into, bool points)
{
    ludo_status status = LUDO_OK;
    for (int32_t b = r->first_member[into]; b >= 0 && status == LUDO_OK; b = r->next_member[b]) {
        const mass_properties m = body_own_mass(&r->body[b]);
        const bool inertia = s3_nonzero(m.J);
        const bool asked = inertia || (points && m.mass > 0.0);
        if (asked && ludo_check_inertia(&m) != NULL) {
            status = ludo_repair_impossible(r, b, into);
        }
    }
    return status;
}

static const char *problem_of(const repairing *r, int32_t b)
{
    return ludo_merging_problem(&r->view, &r->tree, r->merging, b);
}

/* Whether a body without mass needs one: its joints require it, or the body that it carries has
 * none either and gets one. So no link of an arm without masses becomes intermediate. */
static bool needs_mass(const repairing *r, int32_t b)
{
    const body_merging *m = &r->merging[b];
    return problem_of(r, b) != NULL || (m->child_count == 1 && r->how[m->child].massless);
}

/* Repair an unmerged body with all that are merged into it. */
static ludo_status repair_merged(repairing *r, int32_t b)
{
    const mass_properties sum = r->merging[b].mass;
    ludo_status status = LUDO_OK;
    if (sum.mass == 0.0 && !s3_nonzero(sum.J)) {
        if (needs_mass(r, b)) {
            r->how[b].massless = true;
            status = repair_massless(r, b);
        }
    } else if (ludo_check_inertia(&sum) != NULL) {
        status = repair_members(r, b, false);
        add_members(r, b);
        if (status == LUDO_OK && ludo_check_inertia(&r->merging[b].mass) != NULL) {
            status = repair_members(r, b, true);
        }
    }
    add_members(r, b);
    return status;
}

/* ---- all bodies ---- */

/* A bare body that is merged into another one makes it bare if nothing else has a mass. */
static void mark_bare(repairing *r, int32_t into)
{
    bool bare = false;
    for (int32_t b = r->first_member[into]; b >= 0; b = r->next_member[b]) {
        bare = bare || r->how[b].bare;
        r->how[b].bare = false;
    }
    r->how[into].bare = bare && !(r->merging[into].mass.mass > 0.0);
}

/* Children first; bare bodies at last, when all other masses are known. */
static ludo_status repair_bodies(repairing *r)
{
    ludo_status status = LUDO_OK;
    for (int32_t i = r->view.bodies.count; i-- > 0 && status == LUDO_OK;) {
        const int32_t b = r->tree.walk[i];
        if (body_is_unmerged(r->merging, b)) {
            status = repair_merged(r, b);
            mark_bare(r, b);
        }
    }
    const double lightest = find_neighbours(r);
    for (int32_t b = 0; b < r->view.bodies.count && status == LUDO_OK; b++) {
        if (r->how[b].bare) {
            ludo_repair_bare(r, b, lightest);
        }
    }
    return status;
}

/* Numbers that are not finite, too large or too small remain. */
static ludo_status check_repaired(repairing *r)
{
    (void)ludo_merging_add(&r->view, &r->tree, r->merging);
    for (int32_t b = 0; b < r->view.bodies.count; b++) {
        const char *problem = body_is_unmerged(r->merging, b) ? problem_of(r, b) : NULL;
        if (problem != NULL) {
            ludo_diagnose(r->why, r->body[b].place, "%s %s; a repair cannot replace it",
                          ludo_label("body", r->body[b].name, b).text, problem);
            return LUDO_BAD_MODEL;
        }
    }
    return LUDO_OK;
}

/* ---- interface ---- */

static ludo_status repair(repairing *r, const ludo_spec *spec)
{
    const size_t size = (size_t)spec->bodies.count * sizeof *r->body;
    ludo_status status = LUDO_OK;
    if (size > 0) {
        memcpy(r->body, spec->bodies.items, size);
    }
    r->view = *spec;
    r->view.bodies.items = r->body;
    list_geoms(r);
    for (int32_t b = 0; b < spec->bodies.count && status == LUDO_OK; b++) {
        status = ludo_repair_negative_mass(r, b);
    }
    status = status == LUDO_OK ? ludo_check_spec(&r->view, r->why) : status;
    status = status == LUDO_OK ? ludo_body_tree_find(&r->view, &r->tree, r->why) : status;
    if (status != LUDO_OK) {
        return status;
    }
    (void)ludo_merging_add(&r->view, &r->tree, r->merging);
    list_members(r);
    find_reach(r);
    status = repair_bodies(r);
    return status == LUDO_OK ? check_repaired(r) : status;
}

static ludo_status repair_in_memory(repairing *r, ludo_spec *spec, int32_t *changed)
{
    arena size = {NULL, 0, false};
    layout(r, spec, &size);
    char *memory = size.overflow ? NULL : memory_take(&spec->allocator, size.used);
    if (memory == NULL) {
        return LUDO_NO_MEMORY;
    }
    layout(r, spec, &(arena){memory, 0, false});
    ludo_status status = repair(r, spec);
    status = status == LUDO_OK ? ludo_repair_add_notes(r, spec, changed) : status;
    if (status == LUDO_OK) {
        memcpy(spec->bodies.items, r->body, (size_t)spec->bodies.count * sizeof *r->body);
    }
    memory_give(&spec->allocator, memory);
    return status;
}

ludo_status ludo_spec_repair(ludo_spec *spec, const ludo_repair_options *options, int32_t *changed,
                             ludo_diagnostic *why)
{
    ludo_repair_options o = ludo_repair_options_default();
    if (options != NULL && !SIZED_KNOWN(options)) {
        ludo_diagnose_size(why, (ludo_place){0}, options->struct_size,
                           "ludo_repair_options_default()");
        return LUDO_BAD_ARGUMENT;
    }
    if (options != NULL) {
        SIZED_READ(&o, options);
    }
    if (spec == NULL || !(o.density > 0.0) || !isfinite(o.density)) {
        ludo_diagnose(why, (ludo_place){0},
                      "the description is NULL, or the density is not positive and finite");
        return LUDO_BAD_ARGUMENT;
    }
    int32_t count = 0;
    repairing r = {.density = o.density, .why = why};
    const ludo_status status = repair_in_memory(&r, spec, &count);
    if (status == LUDO_NO_MEMORY) {
        ludo_diagnose(why, (ludo_place){0}, "%s", ludo_status_text(status));
    }
    if (status == LUDO_OK && changed != NULL) {
        *changed = count;
    }
    return status;
}
