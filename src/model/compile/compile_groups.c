/* SPDX-License-Identifier: Apache-2.0
 *
 * Compiling tree joints: which public joints make one joint of the tree, and of which type. */
#include "model/compile/compile.h"

int32_t ludo_compile_group_count(void)
{
    return SEQUENCES * ludo_joint_kind_count();
}

const ludo_joint_def *ludo_compile_definition(const compiler *w, int32_t joint)
{
    static const ludo_joint_def floating = {.name = "", .type = "free", .parent = LUDO_WORLD};
    return joint < w->spec->joints.count ? &w->joint[joint] : &floating;
}

static int32_t kind_number(const joint_kind *kind)
{
    int32_t number = 0;
    while (ludo_joint_kind_at(number) != kind) {
        number++;
    }
    return number;
}

/* How far three hinges may deviate from a common point and from right angles and still be a ball:
 * the round-off of computed numbers [rad, or relative to the distances from the parent's origin].
 */
static const double exact = 1e-9;

/* The common point of the axes of three hinges, if they have one and the second is orthogonal to
 * both others. */
static bool find_common_point(const compiler *w, const tree_joint *t, ludo_vec3 *center)
{
    ludo_vec3 c[3], s[3];
    double size = 0.0;
    for (int i = 0; i < 3; i++) {
        const ludo_joint_def *d = &w->joint[t->joint[i]];
        const ludo_frame frame = frame_clean(frame_on_ancestor(w, d));
        c[i] = frame.position;
        s[i] = direction(frame.orientation, d->axis);
        size += v3_norm(c[i]);
    }
    const ludo_vec3 d = v3_sub(c[1], c[0]);
    const double along = v3_dot(d, s[0]);
    const ludo_vec3 p = v3_axpy(c[0], along, s[0]), e = v3_sub(p, c[2]);
    const ludo_vec3 gap = v3_axpy(v3_axpy(d, -along, s[0]), -v3_dot(d, s[1]), s[1]);
    const ludo_vec3 gap3 = v3_axpy(e, -v3_dot(e, s[2]), s[2]);
    *center = p;
    return fabs(v3_dot(s[0], s[1])) <= exact && fabs(v3_dot(s[1], s[2])) <= exact &&
           v3_norm(gap) <= exact * size && v3_norm(gap3) <= exact * size;
}

/* True if no force, limit or dry friction along a hinge needs its angle. */
static bool has_no_force(const ludo_dof_def *d)
{
    return !dof_acts(d) && !d->limited && d->friction_loss == 0.0;
}

/* True if several joints of a file are a spherical joint: three hinges with a common point and
 * without forces or limits, so that no equation depends on their angles and gimbal lock does not
 * matter. */
static bool is_spherical(const compiler *w, tree_joint *t)
{
    bool may = w->spec->merge && w->spec->spherical && t->count == 3;
    for (int32_t i = 0; i < t->count && may; i++) {
        const ludo_joint_def *d = &w->joint[t->joint[i]];
        may = !slides(d) && has_no_force(&d->along[0]) && !joint_is_curved(d, 0) &&
              !w->needed[t->joint[i]];
    }
    return may && find_common_point(w, t, &t->center);
}

/* Mark the joint of a body without mass at which a loop ends: the loop needs the frame between its
 * parts. */
static void mark_parent_joint(compiler *w, int32_t body)
{
    const int32_t into = body_merged_into(w->merging, body);
    if (into != LUDO_WORLD && body_is_massless(w->merging, into)) {
        w->needed[w->tree.parent_joint[into]] = true;
    }
}

/* Mark the joints that loops need. */
static void mark_loop_joints(compiler *w)
{
    for (int32_t i = 0; i < w->loop_count; i++) {
        const loop_def *d = &w->loop[i];
        if (d->closure != NULL) {
            mark_parent_joint(w, d->closure->parent);
            mark_parent_joint(w, d->closure->child);
            continue;
        }
        if (d->coupling->of_springs) {
            continue; /* springs need the joints of their terms */
        }
        w->needed[d->coupling->joint] = true;
        if (d->coupling->from >= 0) {
            w->needed[d->coupling->from] = true;
        }
    }
}

/* Mark the joints that actuators, tendons and loops need. */
static void mark_needed_joints(compiler *w)
{
    mark_loop_joints(w);
    for (int32_t i = 0; i < w->spec->actuators.count; i++) {
        if (!w->actuator[i].on_spring) {
            w->needed[w->actuator[i].target] = true;
        }
    }
    for (int32_t i = 0; i < w->spec->springs.count; i++) {
        const ludo_spring_def *d = &w->spring[i];
        for (int32_t k = 0; k < d->term_count && !ludo_tendon_kind_find(d->type)->joins_sites;
             k++) {
            w->needed[d->term[k].joint] = true;
        }
    }
}

/* The numbers of the joints that carry body b, from the nearest ancestor with mass downwards. */
static void list_joints(compiler *w, int32_t b, int32_t count, int32_t *list)
{
    if (w->tree.parent_joint[b] < 0) {
        list[0] = w->joint_count++;
        return;
    }
    for (int32_t left = count; left > 0;
         b = ludo_merging_parent(w->spec, &w->tree, w->merging, b)) {
        const int32_t first = w->tree.parent_joint[b];
        int32_t group = ludo_merging_part_count(w->spec, first);
        while (group-- > 0) {
            list[--left] = first + group;
        }
    }
}

/* The group of a joint, by its type and its sequence of parts. */
static int32_t find_group(const compiler *w, const tree_joint *t)
{
    int32_t sequence = 1;
    for (int32_t i = 0; i < t->count && t->kind->stores_coordinates; i++) {
        sequence = 2 * sequence + (slides(&w->joint[t->joint[i]]) ? 1 : 0);
    }
    return SEQUENCES * kind_number(t->kind) + sequence;
}

int32_t ludo_compile_group_parts(int32_t group)
{
    int32_t parts = 0;
    for (int32_t sequence = group % SEQUENCES; sequence > 1; sequence /= 2) {
        parts++;
    }
    return parts;
}

/* The tree joint of body b; `list` has room for the numbers of its joints. */
static tree_joint find_tree_joint(compiler *w, int32_t b, int32_t *list)
{
    tree_joint t = {.joint = list, .count = w->merging[b].parts};
    list_joints(w, b, t.count, list);
    t.kind = ludo_joint_kind_find(t.count == 1          ? ludo_compile_definition(w, list[0])->type
                                  : is_spherical(w, &t) ? "spherical"
                                                        : "composite");
    t.dof = t.count > 1 ? t.count : t.kind->dof;
    t.position_count = t.count > 1 ? t.count : t.kind->position_count;
    t.group = find_group(w, &t);
    return t;
}

void ludo_compile_groups(compiler *w)
{
    memset(w->group, 0, (size_t)ludo_compile_group_count() * sizeof *w->group);
    w->joint_count = w->spec->joints.count;
    mark_needed_joints(w);
    int32_t *list = w->joint_list;
    for (int32_t b = 0; b < w->spec->bodies.count; b++) {
        if (body_has_slot(w->merging, b)) {
            w->tree_joint[b] = find_tree_joint(w, b, list);
            w->group[w->tree_joint[b].group]++;
            list += w->tree_joint[b].count;
        }
    }
}
