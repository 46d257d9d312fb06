/* SPDX-License-Identifier: Apache-2.0
 *
 * Merging of bodies: merge bodies that are fixed to each other, add their masses, find the bodies
 * without mass between the parts of a joint, number the bodies with mass [robots.md 1, 2]. */
#include "model/merging.h"

#include "core/diagnostic.h"
#include "model/check.h"

#include <stdio.h>
#include <string.h>

/* The arguments of all passes below. */
typedef struct cast {
    const ludo_spec *spec;
    const body_tree *tree;
    const ludo_body_def *body;
    const ludo_joint_def *joint;
    body_role *role;
} cast;

int32_t ludo_merging_group(const ludo_spec *spec, int32_t first)
{
    const ludo_joint_def *joint = spec->joints.items;
    int32_t count = 1;
    while (first + count < spec->joints.count && joint[first + count].continues) {
        count++;
    }
    return count;
}

int32_t ludo_merging_above(const ludo_spec *spec, const body_tree *tree, const body_role *role,
                           int32_t host)
{
    return role_host(role, ludo_body_tree_parent(spec, tree, host));
}

static int32_t above(const cast *c, int32_t host)
{
    return ludo_merging_above(c->spec, c->tree, c->role, host);
}

/* ---- merging ---- */

static mass_properties weight(const ludo_body_def *d)
{
    return (mass_properties){d->mass, d->com, s3_from(d->inertia)};
}

/* True if a fixed joint merges body b into its parent. */
static bool is_merged(const cast *c, int32_t b)
{
    const int32_t j = c->tree->carrier[b];
    return c->spec->merge && j >= 0 && strcmp(c->joint[j].type, "fixed") == 0;
}

/* Merge body b into its parent, or into the body that the parent is merged into; returns the mass
 * that is merged into the world. */
static double merge(const cast *c, int32_t b)
{
    body_role *r = &c->role[b];
    const ludo_joint_def *j = &c->joint[c->tree->carrier[b]];
    const ludo_frame stand = joint_stand(j);
    r->host = role_host(c->role, j->parent);
    r->in_host = j->parent == r->host ? stand : frame_mul(c->role[j->parent].in_host, stand);
    if (r->host == LUDO_WORLD) {
        return r->mass.mass;
    }
    body_role *host = &c->role[r->host];
    host->mass = mass_sum(host->mass, mass_seen(r->in_host, r->mass));
    host->merged++;
    host->last_merged = b;
    return 0.0;
}

static double find_hosts(const cast *c)
{
    double world = 0.0;
    for (int32_t i = 0; i < c->spec->bodies.count; i++) {
        const int32_t b = c->tree->walk[i];
        c->role[b] =
            (body_role){.host = b, .in_host = frame_identity(), .mass = weight(&c->body[b])};
        world += is_merged(c, b) ? merge(c, b) : 0.0;
    }
    return world;
}

/* ---- masses ---- */

/* Count the children of each unmerged body, and the public joints from the nearest ancestor with
 * mass. */
static void find_parts(const cast *c)
{
    for (int32_t i = 0; i < c->spec->bodies.count; i++) {
        const int32_t b = c->tree->walk[i], up = above(c, b);
        body_role *r = &c->role[b];
        if (!role_is_host(c->role, b)) {
            continue;
        }
        r->parts = c->tree->carrier[b] >= 0 ? ludo_merging_group(c->spec, c->tree->carrier[b]) : 1;
        if (up != LUDO_WORLD) {
            c->role[up].below++;
            c->role[up].child = b;
            r->parts += role_is_massless(c->role, up) ? c->role[up].parts : 0;
        }
    }
}

/* True if the parent joint of an unmerged body is a hinge or a slide, or a sequence of them. */
static bool is_on_parts(const cast *c, int32_t b)
{
    const int32_t j = c->tree->carrier[b];
    return j >= 0 && joint_can_be_part(&c->joint[j]);
}

/* The problem of an unmerged body without mass as a link between parts of a joint; NULL: none. */
static const char *massless_problem(const cast *c, int32_t b)
{
    const body_role *r = &c->role[b];
    if (c->tree->carrier[b] < 0) {
        return "has no mass, but it floats: give it a mass";
    }
    if (!is_on_parts(c, b)) {
        return "has no mass, but its joint is neither a hinge nor a slide: give it a mass";
    }
    if (r->below == 0) {
        return "has no mass and no child body: give it a mass";
    }
    if (r->below > 1) {
        return "has no mass and several child bodies: give it a mass";
    }
    if (!is_on_parts(c, r->child)) {
        return "has no mass, but the joint of its child is neither a hinge nor a slide: give it a "
               "mass";
    }
    return c->role[r->child].parts > LUDO_MAX_DOF
               ? "has no mass, but its joint and the adjacent ones would form one joint of more "
                 "than six degrees of freedom: give it a mass"
               : NULL;
}

static bool weighs_nothing(const mass_properties *m)
{
    const sym3 J = m->J;
    return m->mass == 0.0 && v3_finite(m->com) && J.xx == 0.0 && J.yy == 0.0 && J.zz == 0.0 &&
           J.xy == 0.0 && J.xz == 0.0 && J.yz == 0.0;
}

/* The name of an unmerged body, with one of the bodies that are merged into it. */
static label host_label(const cast *c, int32_t b)
{
    const body_role *r = &c->role[b];
    label l = ludo_label("body", c->body[b].name, b);
    if (r->merged > 0) {
        const label of = ludo_label("body", c->body[r->last_merged].name, r->last_merged);
        label both;
        (void)snprintf(both.text, sizeof both.text, "%.50s, with %.40s%s merged into it,", l.text,
                       of.text, r->merged > 1 ? " and others" : "");
        l = both;
    }
    return l;
}

static ludo_status check_masses(const cast *c, ludo_diagnostic *why)
{
    ludo_status status = LUDO_OK;
    for (int32_t b = 0; b < c->spec->bodies.count && status == LUDO_OK; b++) {
        const mass_properties *m = &c->role[b].mass;
        if (role_is_host(c->role, b)) {
            const char *problem =
                weighs_nothing(m) ? massless_problem(c, b) : ludo_check_inertia(m);
            status = ludo_check_report(why, c->body[b].place, host_label(c, b), problem);
        }
    }
    return status;
}

/* ---- slots ---- */

/* Number the bodies with mass, parents first; find the nearest ancestor with mass of all other
 * bodies, and their frames there. */
static int32_t find_bases(const cast *c)
{
    int32_t slots = 0;
    for (int32_t i = 0; i < c->spec->bodies.count; i++) {
        const int32_t b = c->tree->walk[i];
        body_role *r = &c->role[b];
        const bool has_slot = role_has_slot(c->role, b);
        r->slot = has_slot ? slots++ : -1;
        r->base = b;
        r->in_base = frame_identity();
        if (has_slot) {
            continue;
        }
        const bool merged = !role_is_host(c->role, b);
        const int32_t from = merged ? r->host : ludo_body_tree_parent(c->spec, c->tree, b);
        const ludo_frame in_from =
            merged ? r->in_host : joint_stand(&c->joint[c->tree->carrier[b]]);
        r->base = role_base(c->role, from);
        r->in_base = r->base == from ? in_from : frame_mul(c->role[from].in_base, in_from);
    }
    return slots;
}

/* A body without mass shares the slot of its child, a merged body that of the body it is merged
 * into. */
static void share_slots(const cast *c)
{
    for (int32_t i = c->spec->bodies.count; i-- > 0;) {
        const int32_t b = c->tree->walk[i];
        if (role_is_massless(c->role, b)) {
            c->role[b].slot = c->role[c->role[b].child].slot;
        }
    }
    for (int32_t b = 0; b < c->spec->bodies.count; b++) {
        const int32_t host = c->role[b].host;
        c->role[b].slot = host == LUDO_WORLD ? -1 : c->role[host].slot;
    }
}

/* The product of valid frames along a branch may overflow. */
static ludo_status check_frames(const cast *c, ludo_diagnostic *why)
{
    ludo_status status = LUDO_OK;
    for (int32_t b = 0; b < c->spec->bodies.count && status == LUDO_OK; b++) {
        const body_role *r = &c->role[b];
        const bool near = frame_finite(&r->in_host) && frame_finite(&r->in_base);
        status = ludo_check_report(
            why, c->body[b].place, ludo_label("body", c->body[b].name, b),
            near ? NULL
                 : "has a position that overflows: the frames of its joints are too far apart");
    }
    return status;
}

ludo_status ludo_merging_find(const ludo_spec *spec, const body_tree *tree, body_role *role,
                              int32_t *slots, double *world, ludo_diagnostic *why)
{
    const cast c = {spec, tree, spec->bodies.items, spec->joints.items, role};
    *world = find_hosts(&c);
    find_parts(&c);
    const ludo_status status = check_masses(&c, why);
    if (status != LUDO_OK) {
        return status;
    }
    *slots = find_bases(&c);
    share_slots(&c);
    return check_frames(&c, why);
}
