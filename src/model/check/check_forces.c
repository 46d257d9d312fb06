/* SPDX-License-Identifier: Apache-2.0
 *
 * Checks of actuators, and of the targets of forces. */
#include "core/diagnostic.h"
#include "model/actuator.h"
#include "model/check/check.h"
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
    if (!(a->target >= 0 && a->target < spec->springs.count)) {
        return "acts on a spring that does not exist";
    }
    const ludo_spring_def *s = (const ludo_spring_def *)spec->springs.items + a->target;
    const actuator_dynamics *dynamics = ludo_actuator_dynamics_find(a->dynamics_type);
    return dynamics != NULL && dynamics->follow != NULL &&
                   ludo_tendon_kind_find(s->type)->change != NULL
               ? "has an activation that follows a length, but acts on a spring whose rate is not "
                 "that of its length"
               : NULL;
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
        status = ludo_check_spring(spec, i, why);
    }
    for (int32_t i = 0; i < spec->actuators.count && status == LUDO_OK; i++) {
        status = check_actuator(spec, i, why);
    }
    return status;
}
