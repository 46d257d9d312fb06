/* SPDX-License-Identifier: Apache-2.0
 *
 * Whether a description can be a mechanism. */
#include "model/check.h"

#include "core/diagnostic.h"

#include <math.h>
#include <stdio.h>

label ludo_label(const char *kind, const char *name, int32_t number)
{
    label l;
    if (*name != '\0') {
        (void)snprintf(l.text, sizeof l.text, "%s '%s'", kind, name);
    } else {
        (void)snprintf(l.text, sizeof l.text, "%s %d", kind, (int)number);
    }
    return l;
}

static bool all_finite(const double *numbers, int32_t count)
{
    for (int32_t i = 0; i < count; i++) {
        if (!isfinite(numbers[i])) {
            return false;
        }
    }
    return true;
}

/* Also whether the orientation, of any length, has one that can be computed. */
static bool frame_finite(const ludo_frame *f)
{
    return v3_finite(f->position) && isfinite(q_dot(f->orientation, f->orientation));
}

/* Whether s 1 + sign J is positive definite, by its leading minors. */
static bool shifted_positive(double s, double sign, const double J[6])
{
    const double xx = s + sign * J[0], yy = s + sign * J[1], zz = s + sign * J[2];
    const double xy = sign * J[3], xz = sign * J[4], yz = sign * J[5];
    const double minor2 = xx * yy - xy * xy;
    const double minor3 = zz * minor2 - xx * yz * yz - yy * xz * xz + 2.0 * xy * xz * yz;
    return xx > 0.0 && minor2 > 0.0 && minor3 > 0.0;
}

/* Every principal moment is at most the sum of the other two exactly where (tr J / 2) 1 - J has no
 * negative eigenvalue; `slack` is relative to tr J. */
static bool triangle_holds(const double J[6], double slack)
{
    const double trace = J[0] + J[1] + J[2];
    return shifted_positive((0.5 + slack) * trace, -1.0, J);
}

bool ludo_check_inertia_is_borderline(const double J[6])
{
    /* below 1e-12 of the trace it is the round-off of the file's digits */
    return !triangle_holds(J, 1e-12);
}

static ludo_status check_body(const ludo_body_def *b, int32_t i, ludo_diagnostic *why)
{
    const char *problem = NULL;
    if (!isfinite(b->mass) || !v3_finite(b->com) || !all_finite(b->inertia, 6)) {
        problem = "has a number that is not finite";
    } else if (!(b->mass > 0.0)) {
        problem = "has no mass";
    } else if (!shifted_positive(0.0, 1.0, b->inertia)) {
        problem = "has an inertia that is not positive definite";
    } else if (!triangle_holds(b->inertia, 1e-6)) {
        problem = "has an inertia that no body can have (one principal moment exceeds the sum of "
                  "the other two)";
    }
    if (problem == NULL) {
        return LUDO_OK;
    }
    ludo_diagnose(why, b->place, "%s %s", ludo_label("body", b->name, i).text, problem);
    return LUDO_BAD_MODEL;
}

static bool is_body(const ludo_spec *spec, int32_t body)
{
    return body >= 0 && body < spec->bodies.count;
}

/* Whether the second axis is one, orthogonal to the first to what a file's digits leave. */
static bool are_orthogonal(ludo_vec3 a, ludo_vec3 b)
{
    const double size = v3_norm(a) * v3_norm(b);
    return size > 0.0 && isfinite(size) && fabs(v3_dot(a, b)) <= 1e-6 * size;
}

/* What is wrong with a joint by itself, or NULL. */
static const char *find_joint_problem(const ludo_spec *spec, const ludo_joint_def *j,
                                      const joint_kind *kind)
{
    if (!is_body(spec, j->child)) {
        return "has no child body";
    }
    if (j->parent != LUDO_WORLD && !is_body(spec, j->parent)) {
        return "names a parent body that does not exist";
    }
    if (j->parent == j->child) {
        return "joins a body to itself";
    }
    if (!frame_finite(&j->in_parent) || !frame_finite(&j->in_child) ||
        !isfinite(v3_norm(j->axis)) || !isfinite(j->reference)) {
        return "has a number that is not finite";
    }
    if (kind->has_axis && !(v3_norm(j->axis) > 0.0)) {
        return "has an axis of length zero";
    }
    if (kind->has_second_axis && !are_orthogonal(j->axis, j->axis2)) {
        return "has a second axis that is not orthogonal to its axis";
    }
    if (kind->dof == JOINT_MAX_DOF && j->parent != LUDO_WORLD) {
        return "is free, which only a joint to the world can be";
    }
    return NULL;
}

static ludo_status check_joint(const ludo_spec *spec, const ludo_joint_def *j, int32_t i,
                               ludo_diagnostic *why)
{
    const joint_kind *kind = ludo_joint_kind_find(j->type);
    if (kind == NULL || kind->carries) { /* composite is what several joints are, not one */
        ludo_diagnose(why, j->place, "%s has the unknown type '%s'",
                      ludo_label("joint", j->name, i).text, j->type);
        return LUDO_BAD_MODEL;
    }
    const char *problem = find_joint_problem(spec, j, kind);
    problem = problem != NULL ? problem : ludo_check_along(j, kind);
    problem = problem != NULL || !j->continues ? problem : ludo_check_continues(spec, i);
    if (problem == NULL) {
        return LUDO_OK;
    }
    ludo_diagnose(why, j->place, "%s %s", ludo_label("joint", j->name, i).text, problem);
    return LUDO_BAD_MODEL;
}

static ludo_status check_site(const ludo_spec *spec, const ludo_site_def *s, int32_t i,
                              ludo_diagnostic *why)
{
    const bool known = s->body == LUDO_WORLD || is_body(spec, s->body);
    if (known && frame_finite(&s->frame)) {
        return LUDO_OK;
    }
    ludo_diagnose(why, s->place, "%s %s", ludo_label("site", s->name, i).text,
                  known ? "has a number that is not finite" : "is on a body that does not exist");
    return LUDO_BAD_MODEL;
}

static ludo_status check_keyframe(const ludo_keyframe_def *k, int32_t i, ludo_diagnostic *why)
{
    if (isfinite(k->time) && all_finite(k->position, k->position_count) &&
        all_finite(k->velocity, k->velocity_count) && all_finite(k->control, k->control_count)) {
        return LUDO_OK;
    }
    ludo_diagnose(why, k->place, "%s has a number that is not finite",
                  ludo_label("keyframe", k->name, i).text);
    return LUDO_BAD_MODEL;
}

ludo_status ludo_check_spec(const ludo_spec *spec, ludo_diagnostic *why)
{
    const ludo_body_def *bodies = spec->bodies.items;
    const ludo_joint_def *joints = spec->joints.items;
    const ludo_site_def *sites = spec->sites.items;
    const ludo_keyframe_def *keyframes = spec->keyframes.items;
    ludo_status status = LUDO_OK;
    if (spec->bodies.count == 0) {
        ludo_diagnose(why, (ludo_place){0}, "the mechanism has no bodies");
        return LUDO_BAD_MODEL;
    }
    for (int32_t i = 0; i < spec->bodies.count && status == LUDO_OK; i++) {
        status = check_body(&bodies[i], i, why);
    }
    for (int32_t i = 0; i < spec->joints.count && status == LUDO_OK; i++) {
        status = check_joint(spec, &joints[i], i, why);
    }
    for (int32_t i = 0; i < spec->sites.count && status == LUDO_OK; i++) {
        status = check_site(spec, &sites[i], i, why);
    }
    if (status == LUDO_OK) {
        status = ludo_check_forces(spec, why);
    }
    for (int32_t i = 0; i < spec->keyframes.count && status == LUDO_OK; i++) {
        status = check_keyframe(&keyframes[i], i, why);
    }
    return status;
}
