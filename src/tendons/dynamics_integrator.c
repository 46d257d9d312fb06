/* SPDX-License-Identifier: Apache-2.0
 *
 * An activation that is the integral of the control: da/dt = u. */
#include "tendons/actuator_list.h"

static double integrator_rate(const actuator_data *a, double u, double activation)
{
    (void)a, (void)activation;
    return u;
}

static double integrator_advance(const actuator_data *a, double u, double activation, double h)
{
    (void)a;
    return activation + h * u;
}

const actuator_dynamics ludo_dynamics_integrator = {
    .name = "integrator",
    .rate = integrator_rate,
    .advance = integrator_advance,
};
