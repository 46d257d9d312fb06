/* SPDX-License-Identifier: Apache-2.0
 *
 * Checks of the laws of actuators: types of gain, bias and dynamics with their parameters. */
#include "core/diagnostic.h"
#include "model/actuator.h"
#include "model/check/check.h"

static bool is_unknown_dynamics(const char *name)
{
    return *name != '\0' && strcmp(name, "none") != 0 && ludo_actuator_dynamics_find(name) == NULL;
}

/* Report the first type that does not exist. */
static ludo_status check_types(const ludo_actuator_def *a, label thing, ludo_diagnostic *why)
{
    const struct {
        const char *what, *name;
        bool unknown;
    } types[] = {
        {"gain", a->gain_type, ludo_actuator_gain_find(a->gain_type) == NULL},
        {"bias", a->bias_type, ludo_actuator_bias_find(a->bias_type) == NULL},
        {"dynamics", a->dynamics_type, is_unknown_dynamics(a->dynamics_type)},
    };
    for (int i = 0; i < 3; i++) {
        if (types[i].unknown) {
            ludo_diagnose(why, a->place, "%s has the unknown type of %s '%s'", thing.text,
                          types[i].what, types[i].name);
            return LUDO_BAD_MODEL;
        }
    }
    return LUDO_OK;
}

static bool is_muscle(const ludo_actuator_def *a)
{
    return ludo_actuator_gain_find(a->gain_type)->is_muscle ||
           ludo_actuator_bias_find(a->bias_type)->is_muscle;
}

static const char *muscle_problem(const ludo_actuator_def *a)
{
    const double *p = a->muscle, travel = a->length_range[1] - a->length_range[0];
    if (!all_finite(p, 8) || !all_finite(a->length_range, 2)) {
        return "has a number that is not finite";
    }
    if (!(travel > 0.0)) {
        return "is a muscle without a length range: length_range[0] < length_range[1] is needed";
    }
    if (!(p[0] >= 0.0 && p[0] < p[1]) || !isfinite(travel / (p[1] - p[0]))) {
        return "needs muscle lengths 0 <= muscle[0] < muscle[1] at the ends of its length range";
    }
    if (!(p[2] >= 0.0)) {
        return "has a negative muscle force, muscle[2]";
    }
    if (!(p[3] < 1.0 && p[4] > 1.0)) {
        return "needs lengths of active force muscle[3] < 1 < muscle[4]";
    }
    return p[5] > 0.0 && p[6] >= 0.0 && p[7] > 1.0
               ? NULL
               : "needs muscle[5] > 0, muscle[6] >= 0 and muscle[7] > 1";
}

static const char *dynamics_problem(const ludo_actuator_def *a)
{
    const actuator_dynamics *dynamics = ludo_actuator_dynamics_find(a->dynamics_type);
    if (!all_finite(a->time_constant, 3) || !(a->time_constant[2] >= 0.0)) {
        return "has a time constant that is negative or not finite";
    }
    if (dynamics == ludo_actuator_dynamics_find("slew") && !(a->slew_rate > 0.0)) {
        return "needs a positive slew_rate";
    }
    if (dynamics == ludo_actuator_dynamics_find("current") && !(a->resistance > 0.0)) {
        return "needs a positive resistance";
    }
    if (dynamics == ludo_actuator_dynamics_find("integral") && !(a->time_constant[0] >= 0.0)) {
        return "has a negative time constant";
    }
    for (int32_t i = 0; dynamics != NULL && i < dynamics->constants; i++) {
        if (!(a->time_constant[i] > 0.0)) {
            return "needs positive time constants";
        }
    }
    return NULL;
}

ludo_status ludo_check_actuator_laws(const ludo_actuator_def *a, label thing, ludo_diagnostic *why)
{
    const ludo_status status = check_types(a, thing, why);
    if (status != LUDO_OK) {
        return status;
    }
    const double numbers[] = {a->gain_slope[0], a->gain_slope[1], a->slew_rate,  a->resistance,
                              a->back_emf,      a->cogging[0],    a->cogging[1], a->cogging[2]};
    const char *problem = all_finite(numbers, 8) ? NULL : "has a number that is not finite";
    problem = problem == NULL && is_muscle(a) ? muscle_problem(a) : problem;
    problem = problem == NULL ? dynamics_problem(a) : problem;
    problem = problem == NULL && a->activation_limited && a->dynamics_type[0] == '\0'
                  ? "has a range of an activation that it does not have"
                  : problem;
    return ludo_check_report(why, a->place, thing, problem);
}
