/* SPDX-License-Identifier: Apache-2.0
 *
 * Merging of bodies: merge bodies that are fixed to each other, add their masses, find the bodies
 * without mass between the parts of a joint, number the bodies with mass [robots.md 1, 2]. */
#include "model/check/merging.h"

#include "core/diagnostic.h"
#include "ludo/edit.h"
#include "model/check/check.h"
#include "model/sensor.h"
#include "model/check/weigh.h"

#include <stdio.h>

/* The arguments of all passes below. */
typedef struct merging_pass {
    const ludo_spec *spec;
    const body_tree *tree;
    const ludo_body_def *body;
    const ludo_joint_def *joint;
    body_merging *merging;
} merging_pass;

int32_t ludo_merging_part_count(const ludo_spec *spec, int32_t first)
{
    const ludo_joint_def *joint = spec->joints.items;
    int32_t count = 1;
    while (first + count < spec->joints.count && joint[first + count].continues) {
        count++;
    }
    return count;
}

int32_t ludo_merging_parent(const ludo_spec *spec, const body_tree *tree,
                            const body_merging *merging, int32_t b)
{
    return body_merged_into(merging, ludo_body_tree_parent(spec, tree, b));
}

static int32_t parent_of(const merging_pass *c, int32_t b)
{
    return ludo_merging_parent(c->spec, c->tree, c->merging, b);
}

/* ---- merging ---- */

/* True if a sensor reads the wrench of the joint of body b, which merging would remove. */
static bool is_felt(const merging_pass *c, int32_t b)
{
    const ludo_sensor_def *sensor = c->spec->sensors.items;
    const ludo_site_def *site = c->spec->sites.items;
    bool felt = false;
    for (int32_t i = 0; i < c->spec->sensors.count && !felt; i++) {
        const uint32_t needs = ludo_sensor_kind_find(sensor[i].type)->needs;
        felt = (needs & SENSOR_NEEDS_REACTIONS) != 0 && site[sensor[i].object].body == b;
    }
    return felt;
}

/* True if a fixed joint merges body b into its parent. */
static bool is_merged(const merging_pass *c, int32_t b)
{
    const int32_t j = c->tree->parent_joint[b];
    return c->spec->merge && j >= 0 && kind_is_fixed(ludo_joint_kind_find(c->joint[j].type)) &&
           !is_felt(c, b);
}

/* Merge body b into its parent, or into the body that the parent is merged into; returns the mass
 * that is merged into the world. */
static double merge(const merging_pass *c, int32_t b)
{
    body_merging *r = &c->merging[b];
    const ludo_joint_def *j = &c->joint[c->tree->parent_joint[b]];
    const ludo_frame at_reference = joint_reference_frame(j);
    r->merged_into = body_merged_into(c->merging, j->parent);
    r->frame_in_merged = j->parent == r->merged_into
                             ? at_reference
                             : frame_mul(c->merging[j->parent].frame_in_merged, at_reference);
    if (r->merged_into == LUDO_WORLD) {
        return r->mass.mass;
    }
    body_merging *into = &c->merging[r->merged_into];
    into->mass = mass_sum(into->mass, mass_seen(r->frame_in_merged, r->mass));
    into->lift += r->lift;
    into->lift_moment =
        v3_add(into->lift_moment, v3_axpy(q_rotate(r->frame_in_merged.orientation, r->lift_moment),
                                          r->lift, r->frame_in_merged.position));
    into->merged_count++;
    into->last_merged = b;
    return 0.0;
}

static double merge_bodies(const merging_pass *c)
{
    double world = 0.0;
    for (int32_t i = 0; i < c->spec->bodies.count; i++) {
        const int32_t b = c->tree->walk[i];
        const double lift = c->body[b].gravity_compensation * c->body[b].mass;
        c->merging[b] = (body_merging){.merged_into = b,
                                       .frame_in_merged = frame_identity(),
                                       .mass = body_own_mass(&c->body[b]),
                                       .lift = lift,
                                       .lift_moment = v3_scale(lift, c->body[b].com)};
        world += is_merged(c, b) ? merge(c, b) : 0.0;
    }
    return world;
}

/* ---- armatures of free joints ---- */

/* The armature of translations moves as a point mass at the origin of the body frame does, that of
 * rotations as an isotropic inertia. */
static mass_properties with_armature(mass_properties m, const ludo_dof_def along[LUDO_MAX_DOF])
{
    const mass_properties at_origin = {.mass = along[0].armature};
    const double turning = along[3].armature;
    m = along[0].armature > 0.0 ? mass_sum(m, at_origin) : m;
    m.J.xx += turning, m.J.yy += turning, m.J.zz += turning;
    return m;
}

static void add_armatures(const merging_pass *c)
{
    for (int32_t b = 0; b < c->spec->bodies.count; b++) {
        body_merging *r = &c->merging[b];
        const int32_t j = c->tree->parent_joint[b];
        const bool floats = j >= 0 && joint_def_is_free(&c->joint[j]);
        r->moving = floats ? with_armature(r->mass, c->joint[j].along) : r->mass;
    }
}

/* ---- masses ---- */

/* Count the children of each unmerged body, and the public joints from the nearest ancestor with
 * mass. */
static void count_parts(const merging_pass *c)
{
    for (int32_t i = 0; i < c->spec->bodies.count; i++) {
        const int32_t b = c->tree->walk[i], up = parent_of(c, b);
        body_merging *r = &c->merging[b];
        if (!body_is_unmerged(c->merging, b)) {
            continue;
        }
        r->parts = c->tree->parent_joint[b] >= 0
                       ? ludo_merging_part_count(c->spec, c->tree->parent_joint[b])
                       : 1;
        if (up != LUDO_WORLD) {
            c->merging[up].child_count++;
            c->merging[up].child = b;
            r->parts += body_is_massless(c->merging, up) ? c->merging[up].parts : 0;
        }
    }
}

/* True if the parent joint of an unmerged body is a hinge or a slide, or a sequence of them. */
static bool is_on_parts(const merging_pass *c, int32_t b)
{
    const int32_t j = c->tree->parent_joint[b];
    return j >= 0 && joint_can_be_part(&c->joint[j]);
}

/* The problem of an unmerged body without mass as a link between parts of a joint; NULL: none. */
static const char *massless_problem(const merging_pass *c, int32_t b)
{
    const body_merging *r = &c->merging[b];
    if (c->tree->parent_joint[b] < 0) {
        return "has no mass, but it floats: give it a mass";
    }
    if (!is_on_parts(c, b)) {
        return "has no mass, but its joint is neither a hinge nor a slide: give it a mass";
    }
    if (r->child_count == 0) {
        return "has no mass and no child body: give it a mass";
    }
    if (r->child_count > 1) {
        return "has no mass and several child bodies: give it a mass";
    }
    if (!is_on_parts(c, r->child)) {
        return "has no mass, but the joint of its child is neither a hinge nor a slide: give it a "
               "mass";
    }
    return c->merging[r->child].parts > LUDO_MAX_DOF
               ? "has no mass, but its joint and the adjacent ones would form one joint of more "
                 "than six degrees of freedom: give it a mass"
               : NULL;
}

static bool weighs_nothing(const mass_properties *m)
{
    return m->mass == 0.0 && v3_finite(m->com) && !s3_nonzero(m->J);
}

/* The name of an unmerged body, with one of the bodies that are merged into it. */
static label merged_label(const merging_pass *c, int32_t b)
{
    const body_merging *r = &c->merging[b];
    label l = ludo_label("body", c->body[b].name, b);
    if (r->merged_count > 0) {
        const label of = ludo_label("body", c->body[r->last_merged].name, r->last_merged);
        label both;
        (void)snprintf(both.text, sizeof both.text, "%.50s, with %.40s%s merged into it,", l.text,
                       of.text, r->merged_count > 1 ? " and others" : "");
        l = both;
    }
    return l;
}

/* The problem of the mass of an unmerged body; NULL: none. */
static const char *mass_problem(const merging_pass *c, int32_t b)
{
    const mass_properties *m = &c->merging[b].mass;
    return weighs_nothing(m) ? massless_problem(c, b) : ludo_check_inertia(m);
}

/* Report a problem of the mass of an unmerged body, and what ludo_spec_repair() would do. */
static ludo_status report_mass(const merging_pass *c, int32_t b, const char *problem,
                               ludo_diagnostic *why)
{
    const mass_properties *m = &c->merging[b].mass;
    const double density = ludo_repair_options_default().density;
    mass_properties solid = {0};
    char offer[64] = "";
    ludo_status status = LUDO_OK;
    if (m->mass == 0.0) {
        status = ludo_weigh_merged(c->spec, c->merging, b, &solid);
    }
    if (status != LUDO_OK) {
        return status;
    }
    if (solid.mass > 0.0) {
        (void)snprintf(offer, sizeof offer, "; its geometry has %.3g kg at %g kg/m^3",
                       density * solid.mass, density);
    }
    ludo_diagnose(why, c->body[b].place, "%s %s%s%s", merged_label(c, b).text, problem, offer,
                  mass_finite(*m) ? ludo_check_cure : "");
    return LUDO_BAD_MODEL;
}

static ludo_status check_masses(const merging_pass *c, ludo_diagnostic *why)
{
    ludo_status status = LUDO_OK;
    for (int32_t b = 0; b < c->spec->bodies.count && status == LUDO_OK; b++) {
        const char *problem = body_is_unmerged(c->merging, b) ? mass_problem(c, b) : NULL;
        status = problem != NULL ? report_mass(c, b, problem, why) : LUDO_OK;
    }
    return status;
}

/* ---- slots ---- */

/* Number the bodies with mass, parents first; find the nearest ancestor with mass of all other
 * bodies, and their frames there. */
static int32_t number_slots(const merging_pass *c)
{
    int32_t slots = 0;
    for (int32_t i = 0; i < c->spec->bodies.count; i++) {
        const int32_t b = c->tree->walk[i];
        body_merging *r = &c->merging[b];
        const bool has_slot = body_has_slot(c->merging, b);
        r->slot = has_slot ? slots++ : -1;
        r->ancestor = b;
        r->in_ancestor = frame_identity();
        if (has_slot) {
            continue;
        }
        const bool merged = !body_is_unmerged(c->merging, b);
        const int32_t from = merged ? r->merged_into : ludo_body_tree_parent(c->spec, c->tree, b);
        const ludo_frame in_from = merged
                                       ? r->frame_in_merged
                                       : joint_reference_frame(&c->joint[c->tree->parent_joint[b]]);
        r->ancestor = body_ancestor(c->merging, from);
        r->in_ancestor =
            r->ancestor == from ? in_from : frame_mul(c->merging[from].in_ancestor, in_from);
    }
    return slots;
}

/* A body without mass shares the slot of its child, a merged body that of the body it is merged
 * into. */
static void share_slots(const merging_pass *c)
{
    for (int32_t i = c->spec->bodies.count; i-- > 0;) {
        const int32_t b = c->tree->walk[i];
        if (body_is_massless(c->merging, b)) {
            c->merging[b].slot = c->merging[c->merging[b].child].slot;
        }
    }
    for (int32_t b = 0; b < c->spec->bodies.count; b++) {
        const int32_t into = c->merging[b].merged_into;
        c->merging[b].slot = into == LUDO_WORLD ? -1 : c->merging[into].slot;
    }
}

/* The product of valid frames along a branch may overflow. */
static ludo_status check_frames(const merging_pass *c, ludo_diagnostic *why)
{
    ludo_status status = LUDO_OK;
    for (int32_t b = 0; b < c->spec->bodies.count && status == LUDO_OK; b++) {
        const body_merging *r = &c->merging[b];
        const bool near = frame_finite(&r->frame_in_merged) && frame_finite(&r->in_ancestor);
        status = ludo_check_report(
            why, c->body[b].place, ludo_label("body", c->body[b].name, b),
            near ? NULL
                 : "has a position that overflows: the frames of its joints are too far apart");
    }
    return status;
}

double ludo_merging_add(const ludo_spec *spec, const body_tree *tree, body_merging *merging)
{
    const merging_pass c = {spec, tree, spec->bodies.items, spec->joints.items, merging};
    const double world = merge_bodies(&c);
    count_parts(&c);
    return world;
}

const char *ludo_merging_problem(const ludo_spec *spec, const body_tree *tree,
                                 body_merging *merging, int32_t b)
{
    const merging_pass c = {spec, tree, spec->bodies.items, spec->joints.items, merging};
    return mass_problem(&c, b);
}

ludo_status ludo_merging_find(const ludo_spec *spec, const body_tree *tree, body_merging *merging,
                              int32_t *slots, double *world, ludo_diagnostic *why)
{
    const merging_pass c = {spec, tree, spec->bodies.items, spec->joints.items, merging};
    *world = ludo_merging_add(spec, tree, merging);
    add_armatures(&c);
    const ludo_status status = check_masses(&c, why);
    if (status != LUDO_OK) {
        return status;
    }
    *slots = number_slots(&c);
    share_slots(&c);
    return check_frames(&c, why);
}
