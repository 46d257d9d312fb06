/* SPDX-License-Identifier: Apache-2.0
 *
 * Writing MJCF actuators pid, with one input, and dcmotor. */
#include "formats/mjcf_write/write.h"

#include <string.h>

static bool is(const char *type, const char *name)
{
    return type != NULL && strcmp(type, name) == 0;
}

const char *ludo_mjcf_controller_of(const ludo_actuator_def *a)
{
    return is(a->dynamics_type, "slew") || is(a->dynamics_type, "integral") ? "pid"
           : is(a->dynamics_type, "current") || is(a->bias_type, "cogging") ? "dcmotor"
                                                                            : NULL;
}

static bool is_plain(const char *type, const char *otherwise)
{
    return type == NULL || *type == '\0' || strcmp(type, otherwise) == 0;
}

static void refuse(writer *w, const ludo_actuator_def *a)
{
    ludo_write_fail(w, LUDO_UNSUPPORTED, a->place,
                    "actuator '%.200s' has a law that is that of no pid and no dcmotor of MJCF",
                    a->name);
}

/* Force kp (u - L) - kv dL/dt, with integral action or a slew limit. */
static void write_pid(writer *w, const ludo_actuator_def *a)
{
    const bool integral = is(a->dynamics_type, "integral");
    const double kp = integral ? a->gain * a->time_constant[0] : a->gain;
    const double *range = a->activation_range, *bias = a->bias;
    const bool known = is_plain(a->gain_type, "fixed") && is_plain(a->bias_type, "affine") &&
                       bias[0] == 0.0 && bias[2] <= 0.0 && a->gain >= 0.0 &&
                       fabs(bias[1] + kp) <= 0x1p-50 * fabs(kp) &&
                       (!a->activation_limited || (integral && range[0] == -range[1]));
    if (!known) {
        refuse(w, a);
        return;
    }
    ludo_write_number(w, "kp", 0.0 - bias[1]);
    ludo_write_number_unless(w, "kv", 0.0 - bias[2], 0.0);
    ludo_write_number_unless(w, "ki", integral ? a->gain : 0.0, 0.0);
    ludo_write_number_unless(w, "imax", a->activation_limited ? range[1] : 0.0, 0.0);
    ludo_write_number_unless(w, "slewmax", integral ? 0.0 : a->slew_rate, 0.0);
    ludo_write_text(w, "input", "pos");
}

/* Torque K i of a current, or K / R (u - K dL/dt), and cogging. */
static void write_motor(writer *w, const ludo_actuator_def *a)
{
    const bool stores = is(a->dynamics_type, "current"), cogs = is(a->bias_type, "cogging");
    const double K = stores ? a->gain : -a->bias[2] / a->gain;
    const double R = stores ? a->resistance : K / a->gain;
    const bool known =
        is_plain(a->gain_type, "fixed") && !is(a->bias_type, "muscle") && a->bias[0] == 0.0 &&
        a->bias[1] == 0.0 && a->gain > 0.0 && K > 0.0 &&
        (stores ? a->bias[2] == 0.0 && a->back_emf == K : is_plain(a->dynamics_type, "none")) &&
        !a->activation_limited;
    const bool saturates = a->force_limited && !cogs && a->force_range[0] == -a->force_range[1];
    if (!known || (a->force_limited && !saturates)) {
        refuse(w, a);
        return;
    }
    ludo_write_number(w, "motorconst", K);
    ludo_write_number(w, "resistance", R);
    if (stores) {
        ludo_write_numbers(w, "inductance", (const double[]){0.0, a->time_constant[0]}, 2);
    }
    if (cogs) {
        ludo_write_numbers(w, "cogging", a->cogging, 3);
    }
    ludo_write_number_unless(w, "saturation", saturates ? a->force_range[1] : 0.0, 0.0);
}

void ludo_mjcf_write_controller(writer *w, const ludo_actuator_def *a)
{
    if (strcmp(ludo_mjcf_controller_of(a), "pid") == 0) {
        write_pid(w, a);
        ludo_mjcf_write_range(w, "forcerange", "forcelimited", a->force_limited, a->force_range);
    } else {
        write_motor(w, a);
    }
    ludo_mjcf_write_range(w, "ctrlrange", "ctrllimited", a->control_limited, a->control_range);
}
