/* SPDX-License-Identifier: Apache-2.0
 *
 * MJCF actuators: gain, bias and dynamics of the definition, and what a muscle takes from its
 * target: the range of its length and its greatest force. */
#include "formats/mjcf/read_law.h"
#include "formats/mjcf/read_values.h"
#include "spec/items.h"

#include <string.h>

/* ---- the length range ---- */

/* Add the range of a joint coordinate times a weight; false: it has no limits. */
static bool add_range(const mjcf *r, int32_t joint, int32_t dof, double weight, double range[2])
{
    const ludo_dof_def *d = &ludo_spec_joint_at(r->base.spec, joint)->along[dof];
    const bool turned = weight < 0.0;
    range[0] += weight * d->range[turned];
    range[1] += weight * d->range[!turned];
    return d->limited;
}

/* The range of a target's length times the gear, from the limits of joints; false: unknown. */
static bool range_of_limits(const mjcf *r, const ludo_actuator_def *def, double range[2])
{
    bool known = true;
    range[0] = range[1] = 0.0;
    if (ludo_mjcf_is_of_rates(r, def)) {
        return false;
    }
    if (!def->on_spring) {
        return add_range(r, def->target, 0, def->gear, range);
    }
    const ludo_spring_def *s = ludo_spec_spring_at(r->base.spec, def->target);
    for (int32_t i = 0; i < s->term_count && known; i++) {
        const ludo_tendon_term *t = &s->term[i];
        known = add_range(r, t->joint, t->dof, def->gear * t->weight, range);
    }
    return known && s->term_count > 0;
}

/* The attribute lengthrange or, without it, the range that the limits of joints allow. */
static bool read_length_range(mjcf *r, int32_t element, ludo_actuator_def *def)
{
    double *range = def->length_range;
    const bool given = ludo_mjcf_numbers(r, element, "lengthrange", 2, range);
    return (given && range[0] < range[1]) || range_of_limits(r, def, range);
}

/* ---- the greatest force ---- */

/* Whether the target is a hinge, a slide or a sum of them. */
static bool loads_joints(const mjcf *r, const ludo_actuator_def *def)
{
    return !def->on_spring || (!ludo_mjcf_is_of_rates(r, def) &&
                               ludo_spec_spring_at(r->base.spec, def->target)->term_count > 0);
}

/* A negative force stands for the scale over the acceleration of all degrees of freedom by a unit
 * force. */
static bool resolve_force(mjcf *r, int32_t element, double scale, ludo_actuator_def *def)
{
    double acceleration = 0.0;
    if (def->muscle[2] >= 0.0) {
        return true;
    }
    if (loads_joints(r, def)) {
        acceleration = ludo_mjcf_unit_acceleration(r, element, def);
    }
    def->muscle[2] = scale / acceleration;
    return acceleration > 0.0;
}

/* The nine parameters of a muscle in the file have `scale` behind the force. */
static const char *write_muscle(mjcf *r, int32_t element, const double *p, ludo_actuator_def *def)
{
    memcpy(def->muscle, p, 3 * sizeof *p);
    memcpy(def->muscle + 3, p + 4, 5 * sizeof *p);
    if (!read_length_range(r, element, def)) {
        return "muscles need 'lengthrange', or along joints and fixed tendons ranges of all joints "
               "that "
               "move their targets";
    }
    return resolve_force(r, element, p[3], def)
               ? NULL
               : "muscles along tendons between sites and on balls and free joints need 'force'";
}

/* ---- the law ---- */

static const char *const names[] = {[LAW_FIXED] = "",
                                    [LAW_AFFINE] = "affine",
                                    [LAW_MUSCLE] = "muscle",
                                    [LAW_INTEGRATOR] = "integrator",
                                    [LAW_FILTER] = "filter",
                                    [LAW_SLEW] = "slew",
                                    [LAW_INTEGRAL] = "integral",
                                    [LAW_MOTOR] = "",
                                    [LAW_OTHER] = ""};

/* The states of a pid: integral action k_i (T u + a) with T = k_p / k_i, or a slew limit. */
static void write_states(const mjcf_law *l, ludo_actuator_def *def)
{
    const double most = l->gain[PID_IMAX];
    if (l->dynamics_type == LAW_INTEGRAL) {
        def->time_constant[0] = l->gain[0] / l->gain[PID_KI];
        def->activation_limited = most > 0.0;
        def->activation_range[0] = -most, def->activation_range[1] = most;
    } else {
        def->slew_rate = l->gain[PID_SLEW];
    }
}

/* Activation dynamics; a constant of zero stands for the smallest one. */
static void write_dynamics(mjcf *r, int32_t element, const mjcf_law *l, ludo_actuator_def *def)
{
    static const double least = 1e-15;
    def->dynamics_type = names[l->dynamics_type];
    if (l->dynamics_type == LAW_FIXED) {
        return;
    }
    if (strcmp(l->kind, "pid") == 0) {
        write_states(l, def);
        return;
    }
    const int32_t used = l->dynamics_type == LAW_MUSCLE ? 3 : l->dynamics_type == LAW_FILTER;
    for (int32_t i = 0; i < used; i++) {
        def->time_constant[i] = i < 2 ? fmax(l->dynamics[i], least) : l->dynamics[i];
    }
    def->activation_limited =
        ludo_mjcf_limited(r, element, "actrange", "actlimited", def->activation_range);
}

/* An actuator that is disabled exerts no force; its control and activation keep their places. */
const char *ludo_mjcf_write_law(mjcf *r, int32_t element, const mjcf_law *l, ludo_actuator_def *def)
{
    if (l->gain_type == LAW_MOTOR) {
        ludo_mjcf_write_motor(r, element, l, def);
        return NULL;
    }
    write_dynamics(r, element, l, def);
    if (r->no_actuation || ludo_mjcf_is_disabled(r, element)) {
        return NULL;
    }
    def->gain_type = names[l->gain_type];
    def->bias_type = l->bias_type == LAW_MUSCLE ? "muscle" : "";
    if (l->gain_type != LAW_MUSCLE) {
        def->gain = l->inputs != 0 ? ludo_mjcf_first_gain(l) : l->gain[0];
    }
    if (l->gain_type == LAW_AFFINE) {
        memcpy(def->gain_slope, l->gain + 1, sizeof def->gain_slope);
    }
    if (l->bias_type == LAW_AFFINE) {
        memcpy(def->bias, l->bias, sizeof def->bias);
    }
    if (l->gain_type == LAW_MUSCLE || l->bias_type == LAW_MUSCLE) {
        return write_muscle(r, element, l->gain_type == LAW_MUSCLE ? l->gain : l->bias, def);
    }
    return NULL;
}
