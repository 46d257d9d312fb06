/* SPDX-License-Identifier: Apache-2.0
 *
 * Whether forces act on what there is, and joints continue what can be continued. */
#include "core/diagnostic.h"
#include "model/check.h"
#include "model/line.h"

#include <math.h>
#include <string.h>

/* ---- along joints ---- */

static bool is_zero(const ludo_dof_def *d)
{
    return d->stiffness == 0.0 && d->rest == 0.0 && d->damping == 0.0 && d->armature == 0.0 &&
           !d->limited;
}

static bool is_law(double value)
{
    return value >= 0.0 && isfinite(value);
}

/* How many scalar coordinates joints of a kind have on which a force can act. */
static int32_t scalar_count(const joint_kind *kind)
{
    const bool turns = kind->position_count > kind->dof;
    return kind->dof == JOINT_MAX_DOF ? 0 : turns ? kind->dof - 3 : kind->dof;
}

const char *ludo_check_along(const ludo_joint_def *j, const joint_kind *kind)
{
    const int32_t scalars = scalar_count(kind);
    const bool turns = scalars < kind->dof && kind->dof < JOINT_MAX_DOF;
    for (int32_t c = 0; c < LUDO_MAX_DOF; c++) {
        const ludo_dof_def *d = &j->along[c];
        if (c >= scalars && !(turns && c == scalars) && !is_zero(d)) {
            return kind->dof == JOINT_MAX_DOF ? "is free, and takes no forces"
                                              : "has forces or limits along what it doesn't have";
        }
        if (!is_law(d->stiffness) || !is_law(d->damping) || !is_law(d->armature) ||
            !isfinite(d->rest)) {
            return "has a stiffness, damping or armature that is negative or not finite";
        }
        if (turns && c == scalars && d->rest != 0.0) {
            return "has a spring whose rest is not where the joint frames coincide";
        }
        if (d->limited && !(d->range[0] < d->range[1])) {
            return "is limited to an empty range";
        }
    }
    return NULL;
}

/* ---- composite joints ---- */

static bool is_part(const ludo_joint_def *j)
{
    return strcmp(j->type, "hinge") == 0 || strcmp(j->type, "slide") == 0;
}

/* The child's frame in the parent's where the joint's frames coincide. */
static ludo_frame relative_frame(const ludo_joint_def *j)
{
    const ludo_frame *b = &j->in_child;
    const double length = q_dot(b->orientation, b->orientation);
    const ludo_quat q = length > 0.0 ? q_conj(q_normalized(b->orientation)) : q_identity();
    const ludo_quat p = q_dot(j->in_parent.orientation, j->in_parent.orientation) > 0.0
                            ? q_normalized(j->in_parent.orientation)
                            : q_identity();
    const ludo_frame back = {v3_scale(-1.0, q_rotate(q, b->position)), q};
    return frame_mul((ludo_frame){j->in_parent.position, p}, back);
}

/* Whether two joints put their child at the same place, to what a file's digits leave. */
static bool agree(const ludo_joint_def *a, const ludo_joint_def *b)
{
    const double digits = 1e-6;
    const ludo_frame x = relative_frame(a), y = relative_frame(b);
    const double size = 1.0 + v3_norm(x.position) + v3_norm(a->in_child.position);
    const ludo_quat turn = q_mul(q_conj(x.orientation), y.orientation);
    return v3_norm(v3_sub(x.position, y.position)) <= digits * size &&
           v3_norm(q_vector(turn)) <= digits;
}

const char *ludo_check_continues(const ludo_spec *spec, int32_t joint)
{
    const ludo_joint_def *joints = spec->joints.items, *j = &joints[joint];
    int32_t first = joint;
    while (first > 0 && joints[first].continues) {
        first--;
    }
    const ludo_joint_def *head = &joints[first];
    if (head->continues || head->parent != j->parent || head->child != j->child) {
        return "continues no joint of the same bodies";
    }
    if (!is_part(head) || !is_part(j)) {
        return "forms a composite joint of other than hinges and slides";
    }
    if (joint - first >= LUDO_MAX_DOF) {
        return "is one part too many of a composite joint";
    }
    return agree(head, j) ? NULL : "has frames that don't agree with those of the part before it";
}

/* ---- springs and actuators ---- */

/* Whether a joint has a scalar coordinate of that number on which a force can act. */
static bool is_coordinate(const ludo_spec *spec, int32_t joint, int32_t dof)
{
    const ludo_joint_def *joints = spec->joints.items;
    return joint >= 0 && joint < spec->joints.count && dof >= 0 &&
           dof < scalar_count(ludo_joint_kind_find(joints[joint].type));
}

static const char *find_terms_problem(const ludo_spec *spec, const ludo_spring_def *s)
{
    for (int32_t i = 0; i < s->term_count; i++) {
        if (!is_coordinate(spec, s->term[i].joint, s->term[i].dof)) {
            return "runs over a joint coordinate that does not exist, or is none";
        }
        if (!isfinite(s->term[i].weight)) {
            return "has a number that is not finite";
        }
    }
    return s->term_count > 0 ? NULL : "runs over no joint";
}

static const char *find_sites_problem(const ludo_spec *spec, const ludo_spring_def *s)
{
    const int32_t count = spec->sites.count;
    if (s->site_a < 0 || s->site_a >= count || s->site_b < 0 || s->site_b >= count) {
        return "is on a site that does not exist";
    }
    return s->site_a != s->site_b ? NULL : "runs from a site to itself";
}

static ludo_status check_spring(const ludo_spec *spec, const ludo_spring_def *s, int32_t i,
                                ludo_diagnostic *why)
{
    const line_kind *kind = ludo_line_kind_find(s->type);
    const label name = ludo_label("spring", s->name, i);
    if (kind == NULL) {
        ludo_diagnose(why, s->place, "%s has the unknown type '%s'", name.text, s->type);
        return LUDO_BAD_MODEL;
    }
    const char *problem =
        kind->joins_sites ? find_sites_problem(spec, s) : find_terms_problem(spec, s);
    if (!is_law(s->stiffness) || !is_law(s->damping)) {
        problem = "has a stiffness or damping that is negative or not finite";
    } else if (!(s->rest[0] <= s->rest[1]) || !isfinite(s->rest[0]) || !isfinite(s->rest[1])) {
        problem = "has an empty range of rest lengths";
    }
    if (problem == NULL) {
        return LUDO_OK;
    }
    ludo_diagnose(why, s->place, "%s %s", name.text, problem);
    return LUDO_BAD_MODEL;
}

static bool range_holds(bool limited, const double range[2])
{
    return !limited || (range[0] <= range[1] && !isnan(range[0]) && !isnan(range[1]));
}

static ludo_status check_actuator(const ludo_spec *spec, const ludo_actuator_def *a, int32_t i,
                                  ludo_diagnostic *why)
{
    const bool spring = a->target >= 0 && a->target < spec->springs.count;
    const char *problem = NULL;
    if (!(a->on_spring ? spring : is_coordinate(spec, a->target, a->dof))) {
        problem = a->on_spring ? "acts on a spring that does not exist"
                               : "acts on a joint coordinate that does not exist, or is none";
    } else if (!isfinite(a->gear) || !isfinite(a->gain) || !isfinite(a->bias[0]) ||
               !isfinite(a->bias[1]) || !isfinite(a->bias[2])) {
        problem = "has a number that is not finite";
    } else if (!range_holds(a->control_limited, a->control_range)) {
        problem = "has an empty control range";
    } else if (!range_holds(a->force_limited, a->force_range)) {
        problem = "has an empty force range";
    }
    if (problem == NULL) {
        return LUDO_OK;
    }
    ludo_diagnose(why, a->place, "%s %s", ludo_label("actuator", a->name, i).text, problem);
    return LUDO_BAD_MODEL;
}

ludo_status ludo_check_forces(const ludo_spec *spec, ludo_diagnostic *why)
{
    const ludo_spring_def *springs = spec->springs.items;
    const ludo_actuator_def *actuators = spec->actuators.items;
    ludo_status status = LUDO_OK;
    for (int32_t i = 0; i < spec->springs.count && status == LUDO_OK; i++) {
        status = check_spring(spec, &springs[i], i, why);
    }
    for (int32_t i = 0; i < spec->actuators.count && status == LUDO_OK; i++) {
        status = check_actuator(spec, &actuators[i], i, why);
    }
    return status;
}
