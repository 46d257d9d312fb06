/* SPDX-License-Identifier: Apache-2.0
 *
 * Checks of springs and actuators, and of their targets. */
#include "core/diagnostic.h"
#include "model/check.h"
#include "model/tendon.h"

#include <string.h>

const char *ludo_check_coordinate(const ludo_spec *spec, int32_t joint, int32_t dof)
{
    const ludo_joint_def *joints = spec->joints.items;
    if (joint < 0 || joint >= spec->joints.count) {
        return "names a joint that does not exist";
    }
    const joint_kind *kind = ludo_joint_kind_find(joints[joint].type);
    if (kind->dof == JOINT_MAX_DOF) {
        return "names a free joint, along which no force or coupling can act";
    }
    if (dof < 0 || dof >= kind->dof) {
        return "acts along a degree of freedom that its joint does not have";
    }
    if (dof >= kind_first_ball_rate(kind)) {
        return "acts on a ball rotation of its joint, which has no scalar coordinate";
    }
    return NULL;
}

static bool is_site(const ludo_spec *spec, int32_t site)
{
    return site >= 0 && site < spec->sites.count;
}

static const char *sites_problem(const ludo_spec *spec, const ludo_spring_def *s)
{
    const bool alone = s->site_a == LUDO_WORLD && strcmp(s->type, "wrench") == 0;
    if ((!is_site(spec, s->site_a) && !alone) || !is_site(spec, s->site_b)) {
        return "names a site that does not exist";
    }
    return s->site_a == s->site_b ? "joins a site to itself" : NULL;
}

static const char *terms_problem(const ludo_spec *spec, const ludo_spring_def *s)
{
    const char *problem = s->term_count == 0 ? "has no joint terms" : NULL;
    for (int32_t i = 0; i < s->term_count && problem == NULL; i++) {
        const ludo_tendon_term *t = &s->term[i];
        problem = isfinite(t->weight) ? ludo_check_coordinate(spec, t->joint, t->dof)
                                      : "has a number that is not finite";
    }
    return problem;
}

/* Types along which only actuators act. */
static const char *transmission_problem(const ludo_spring_def *s)
{
    const bool crank = strcmp(s->type, "slider_crank") == 0;
    if (!crank && strcmp(s->type, "wrench") != 0) {
        return NULL;
    }
    if (crank && !(s->rod > 0.0)) {
        return "needs a rod of a positive length";
    }
    return s->stiffness != 0.0 || s->damping != 0.0
               ? "has a stiffness or damping, which its type does not allow"
               : NULL;
}

static const char *spring_problem(const ludo_spring_def *s)
{
    const double numbers[] = {s->stiffness, s->damping, s->rest[0], s->rest[1], s->rod};
    if (!all_finite(numbers, 5) || !all_finite(s->gear, 6)) {
        return "has a number that is not finite";
    }
    if (s->stiffness < 0.0) {
        return "has a negative stiffness";
    }
    if (s->damping < 0.0) {
        return "has a negative damping";
    }
    return s->rest[0] > s->rest[1] ? "has an empty range of rest lengths" : NULL;
}

static ludo_status check_spring(const ludo_spec *spec, int32_t i, ludo_diagnostic *why)
{
    const ludo_spring_def *s = (const ludo_spring_def *)spec->springs.items + i;
    const label thing = ludo_label("spring", s->name, i);
    const tendon_kind *kind = ludo_tendon_kind_find(s->type);
    if (kind == NULL) {
        ludo_diagnose(why, s->place, "%s has the unknown type '%s'", thing.text, s->type);
        return LUDO_BAD_MODEL;
    }
    const char *problem = spring_problem(s);
    problem = problem == NULL ? transmission_problem(s) : problem;
    if (problem == NULL) {
        problem = kind->joins_sites ? sites_problem(spec, s) : terms_problem(spec, s);
    }
    return ludo_check_report(why, s->place, thing, problem);
}

static const char *range_problem(bool limited, const double range[2])
{
    if (limited && !all_finite(range, 2)) {
        return "has a number that is not finite";
    }
    return limited && range[0] > range[1] ? "has an empty range" : NULL;
}

static const char *target_problem(const ludo_spec *spec, const ludo_actuator_def *a)
{
    if (!a->on_spring) {
        return ludo_check_coordinate(spec, a->target, a->dof);
    }
    return a->target >= 0 && a->target < spec->springs.count
               ? NULL
               : "acts on a spring that does not exist";
}

static ludo_status check_actuator(const ludo_spec *spec, int32_t i, ludo_diagnostic *why)
{
    const ludo_actuator_def *a = (const ludo_actuator_def *)spec->actuators.items + i;
    const bool finite = isfinite(a->gear) && isfinite(a->gain) && all_finite(a->bias, 3) &&
                        all_finite(a->length_range, 2) && all_finite(a->muscle, 8) &&
                        all_finite(a->activation_range, 2);
    const char *problem = finite ? NULL : "has a number that is not finite";
    problem = problem == NULL ? range_problem(a->control_limited, a->control_range) : problem;
    problem = problem == NULL ? range_problem(a->force_limited, a->force_range) : problem;
    problem = problem == NULL ? range_problem(a->activation_limited, a->activation_range) : problem;
    problem = problem == NULL ? target_problem(spec, a) : problem;
    const label thing = ludo_label("actuator", a->name, i);
    const ludo_status status = ludo_check_report(why, a->place, thing, problem);
    return status == LUDO_OK ? ludo_check_actuator_laws(a, thing, why) : status;
}

ludo_status ludo_check_forces(const ludo_spec *spec, ludo_diagnostic *why)
{
    ludo_status status = LUDO_OK;
    for (int32_t i = 0; i < spec->springs.count && status == LUDO_OK; i++) {
        status = check_spring(spec, i, why);
    }
    for (int32_t i = 0; i < spec->actuators.count && status == LUDO_OK; i++) {
        status = check_actuator(spec, i, why);
    }
    return status;
}
