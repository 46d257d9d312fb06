/* SPDX-License-Identifier: Apache-2.0
 *
 * Checks of joints: each by itself, and the parts of composite joints. */
#include "core/diagnostic.h"
#include "model/check/check.h"

#include <stdio.h>

/* Report an unknown type, with the known ones. @return LUDO_BAD_MODEL */
static ludo_status report_unknown_type(const ludo_joint_def *j, label thing, ludo_diagnostic *why)
{
    char known[256] = "";
    size_t used = 0;
    for (int32_t i = 0; i < ludo_joint_kind_count() && used < sizeof known; i++) {
        const joint_kind *kind = ludo_joint_kind_at(i);
        if (!kind_has_parts(kind)) {
            used += (size_t)snprintf(known + used, sizeof known - used, " %s", kind->name);
        }
    }
    ludo_diagnose(why, j->place, "%s has the unknown type '%s'; known types are:%s", thing.text,
                  j->type, known);
    return LUDO_BAD_MODEL;
}

/* ---- bodies, frames, axes ---- */

static const char *bodies_problem(const ludo_spec *spec, const ludo_joint_def *j,
                                  const joint_kind *kind)
{
    if (j->child == LUDO_WORLD || !is_body_or_world(spec, j->child)) {
        return "has no child body";
    }
    if (!is_body_or_world(spec, j->parent)) {
        return "names a parent body that does not exist";
    }
    if (j->parent == j->child) {
        return "joins a body to itself";
    }
    if (kind->dof == JOINT_MAX_DOF && j->parent != LUDO_WORLD) {
        return "is free, but its parent is not the world";
    }
    return NULL;
}

static bool are_orthogonal(ludo_vec3 a, ludo_vec3 b)
{
    return fabs(v3_dot(v3_unit(a), v3_unit(b))) <= ludo_check_digits;
}

static const char *geometry_problem(const ludo_joint_def *j, const joint_kind *kind)
{
    const double length = v3_norm(j->axis), length2 = v3_norm(j->axis2);
    if (!frame_finite(&j->in_parent) || !frame_finite(&j->in_child) || !isfinite(length) ||
        !isfinite(length2) || !isfinite(j->reference) ||
        !all_finite(&j->stiffness_curve[0][0], 2 * LUDO_MAX_DOF) ||
        !all_finite(&j->damping_curve[0][0], 2 * LUDO_MAX_DOF)) {
        return "has a number that is not finite";
    }
    if (kind->has_axis && !(length > 0.0)) {
        return "has an axis of length zero";
    }
    if (kind->has_second_axis && !(length2 > 0.0)) {
        return "has a second axis of length zero";
    }
    return kind->has_second_axis && !are_orthogonal(j->axis, j->axis2)
               ? "has axes that are not orthogonal"
               : NULL;
}

const char *ludo_check_joint_place(const ludo_spec *spec, const ludo_joint_def *j,
                                   const joint_kind *kind)
{
    const char *problem = bodies_problem(spec, j, kind);
    return problem == NULL ? geometry_problem(j, kind) : problem;
}

/* ---- degrees of freedom ---- */

const char *ludo_check_dof(const ludo_dof_def *d)
{
    const double numbers[] = {d->stiffness,     d->rest,   d->damping, d->armature,
                              d->friction_loss, d->effort, d->speed};
    if (!all_finite(numbers, 7) || (d->limited && !all_finite(d->range, 2))) {
        return "has a number that is not finite";
    }
    if (d->stiffness < 0.0) {
        return "has a negative stiffness";
    }
    if (d->damping < 0.0) {
        return "has a negative damping";
    }
    if (d->armature < 0.0) {
        return "has a negative armature";
    }
    if (d->friction_loss < 0.0) {
        return "has a negative friction loss";
    }
    if (d->effort < 0.0 || d->speed < 0.0) {
        return "has a negative limit of effort or speed";
    }
    if (d->limited && !(d->range[0] < d->range[1])) {
        return "has an empty range";
    }
    return NULL;
}

/* True if the definition has any entry along a degree of freedom. */
static bool dof_is_used(const ludo_dof_def *d)
{
    return dof_acts(d) || d->rest != 0.0 || d->limited || d->friction_loss != 0.0 ||
           d->effort != 0.0 || d->speed != 0.0;
}

/* The problem of an entry along rate c of a free joint; the entries of its first and fourth rate
 * count for translations and rotation. */
static const char *free_problem(const ludo_dof_def *d, int32_t c)
{
    if (d->limited || d->friction_loss != 0.0 || d->effort != 0.0 || d->speed != 0.0) {
        return "is free, but has a limit or friction along a degree of freedom";
    }
    if (d->rest != 0.0) {
        return "is free, but has a spring with a rest other than zero";
    }
    return c == 0 || c == 3 ? NULL
                            : "is free and has a force at a rate other than its first (all "
                              "translations) or fourth (rotation): give it there";
}

static const char *curves_problem(const ludo_joint_def *j, const joint_kind *kind)
{
    const int32_t scalars = kind->dof == JOINT_MAX_DOF ? 0 : kind_first_ball_rate(kind);
    for (int32_t c = 0; c < LUDO_MAX_DOF; c++) {
        const double *d = j->damping_curve[c];
        if (d[0] < 0.0 || d[1] < 0.0) {
            return "has a negative damping";
        }
        if (joint_is_curved(j, c) && c >= scalars) {
            return "has a stiffness or damping that is not constant along a rate without a scalar "
                   "coordinate";
        }
    }
    return NULL;
}

static const char *forces_problem(const ludo_joint_def *j, const joint_kind *kind)
{
    const int32_t turn = kind_first_ball_rate(kind);
    for (int32_t c = 0; c < LUDO_MAX_DOF; c++) {
        const ludo_dof_def *d = &j->along[c];
        const char *problem = ludo_check_dof(d);
        if (problem != NULL) {
            return problem;
        }
        if (!dof_is_used(d)) {
            continue;
        }
        if (kind->dof == JOINT_MAX_DOF) {
            problem = free_problem(d, c);
            if (problem != NULL) {
                return problem;
            }
            continue;
        }
        if (c >= kind->dof) {
            return "has a force, limit or friction along a degree of freedom that it does not have";
        }
        if (c > turn) {
            return "has a force, limit or friction at a second rate of its ball; give them at the "
                   "first rate only";
        }
        if (c == turn && d->rest != 0.0) {
            return "has a ball spring with a rest angle other than zero";
        }
    }
    return NULL;
}

/* ---- parts of composite joints ---- */

static bool same_reference_frame(const ludo_joint_def *i, const ludo_joint_def *j)
{
    const ludo_frame a = joint_reference_frame(i), b = joint_reference_frame(j);
    const double size = v3_norm(i->in_parent.position) + v3_norm(i->in_child.position) +
                        v3_norm(j->in_parent.position) + v3_norm(j->in_child.position);
    const ludo_quat turn = q_mul(a.orientation, q_conj(b.orientation));
    return v3_norm(v3_sub(a.position, b.position)) <= ludo_check_digits * size &&
           2.0 * v3_norm(q_vector(turn)) <= ludo_check_digits;
}

/* The problem of joint i as the continuation of the joint before it; NULL: none. The joints before
 * it are checked. */
static const char *part_problem(const ludo_joint_def *joint, int32_t i)
{
    if (!joint[i].continues) {
        return NULL;
    }
    if (i == 0) {
        return "continues a joint, but it is the first one";
    }
    int32_t first = i;
    while (joint[first].continues) {
        first--;
    }
    const ludo_joint_def *last = &joint[i - 1];
    if (last->parent != joint[i].parent || last->child != joint[i].child) {
        return "continues a joint between other bodies";
    }
    if (!joint_can_be_part(last) || !joint_can_be_part(&joint[i])) {
        return "continues a joint, but only hinges and slides can form a composite joint";
    }
    if (i - first >= LUDO_MAX_DOF) {
        return "continues a joint that already has six parts, the most possible";
    }
    return same_reference_frame(&joint[first], &joint[i])
               ? NULL
               : "continues a joint whose frames give the child another pose at the reference";
}

/* ---- all joints ---- */

static ludo_status check_joint(const ludo_spec *spec, int32_t i, ludo_diagnostic *why)
{
    const ludo_joint_def *joints = spec->joints.items, *j = &joints[i];
    const label thing = ludo_label("joint", j->name, i);
    const joint_kind *kind = ludo_joint_kind_find(j->type);
    if (kind == NULL || kind_has_parts(kind)) {
        return report_unknown_type(j, thing, why);
    }
    const char *problem = ludo_check_joint_place(spec, j, kind);
    problem = problem == NULL ? forces_problem(j, kind) : problem;
    problem = problem == NULL ? curves_problem(j, kind) : problem;
    problem = problem == NULL ? part_problem(joints, i) : problem;
    return ludo_check_report(why, j->place, thing, problem);
}

ludo_status ludo_check_joints(const ludo_spec *spec, ludo_diagnostic *why)
{
    ludo_status status = LUDO_OK;
    for (int32_t i = 0; i < spec->joints.count && status == LUDO_OK; i++) {
        status = check_joint(spec, i, why);
    }
    return status;
}

/* ---- closures and couplings ---- */

/* Checks of closures and couplings. */

static ludo_status check_closure(const ludo_spec *spec, int32_t i, ludo_diagnostic *why)
{
    const ludo_joint_def *j = (const ludo_joint_def *)spec->closures.items + i;
    const label thing = ludo_label("closure", j->name, i);
    const joint_kind *kind = ludo_joint_kind_find(j->type);
    if (kind == NULL || kind_has_parts(kind)) {
        return report_unknown_type(j, thing, why);
    }
    const char *problem = ludo_check_joint_place(spec, j, kind);
    if (problem == NULL && kind->dof == JOINT_MAX_DOF) {
        problem = "is free and constrains nothing: remove it or use another type";
    }
    if (problem == NULL && j->continues) {
        problem = "continues another closure, but only joints can be composite";
    }
    return ludo_check_report(why, j->place, thing, problem);
}

static const char *coordinates_problem(const ludo_spec *spec, const ludo_coupling_def *c)
{
    const char *problem = ludo_check_coordinate(spec, c->joint, c->dof);
    if (problem == NULL && c->from != -1) {
        problem = ludo_check_coordinate(spec, c->from, c->from_dof);
    }
    if (problem == NULL && c->from == c->joint && c->from_dof == c->dof) {
        problem = "couples a coordinate to itself";
    }
    return problem;
}

static const char *length_problem(const ludo_spec *spec, int32_t spring)
{
    const ludo_spring_def *springs = spec->springs.items;
    if (spring < 0 || spring >= spec->springs.count) {
        return "names a spring that does not exist";
    }
    return strcmp(springs[spring].type, "wrench") == 0
               ? "names a spring of type wrench, which has no length to hold"
               : NULL;
}

static const char *lengths_problem(const ludo_spec *spec, const ludo_coupling_def *c)
{
    const char *problem = length_problem(spec, c->spring);
    if (problem == NULL && c->from_spring != -1) {
        problem = length_problem(spec, c->from_spring);
    }
    if (problem == NULL && c->from_spring == c->spring) {
        problem = "couples a length to itself";
    }
    return problem;
}

static ludo_status check_coupling(const ludo_spec *spec, int32_t i, ludo_diagnostic *why)
{
    const ludo_coupling_def *c = (const ludo_coupling_def *)spec->couplings.items + i;
    const char *problem = c->of_springs ? lengths_problem(spec, c) : coordinates_problem(spec, c);
    if (problem == NULL && !all_finite(c->coefficient, 5)) {
        problem = "has a number that is not finite";
    }
    return ludo_check_report(why, c->place, ludo_label("coupling", c->name, i), problem);
}

ludo_status ludo_check_loops(const ludo_spec *spec, ludo_diagnostic *why)
{
    ludo_status status = LUDO_OK;
    for (int32_t i = 0; i < spec->closures.count && status == LUDO_OK; i++) {
        status = check_closure(spec, i, why);
    }
    for (int32_t i = 0; i < spec->couplings.count && status == LUDO_OK; i++) {
        status = check_coupling(spec, i, why);
    }
    return status;
}
