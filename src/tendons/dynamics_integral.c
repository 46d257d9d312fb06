/* SPDX-License-Identifier: Apache-2.0
 *
 * Integral action of a controller: the activation is the integral of the error u - L, and the input
 * of the gain is w = T u + a. With a gain k and a bias -k T L the force is k ( T e + integral of e
 * ).
 *
 * Over a time h the length ends at L and changes at the mean rate v, so that its mean is
 * L - h v / 2: a += h ( u - L + h v / 2 ), exact for a length that is linear in time. */
#include "tendons/actuator_list.h"

static double integral_rate(const actuator_data *a, double u, double activation, double length,
                            double rate)
{
    (void)a, (void)activation, (void)rate;
    return u - length;
}

static law_value integral_follow(const actuator_data *a, double u, double activation, double h,
                                 const actuator_motion *to)
{
    (void)a;
    return (law_value){activation + h * (u - to->length + 0.5 * h * to->rate), -h, 0.5 * h * h};
}

static double integral_input(const actuator_data *a, double u, double activation)
{
    return a->time_constant[0] * u + activation;
}

const actuator_dynamics ludo_dynamics_integral = {
    .name = "integral",
    .motion_rate = integral_rate,
    .follow = integral_follow,
    .input = integral_input,
};
