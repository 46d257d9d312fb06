/* SPDX-License-Identifier: Apache-2.0
 *
 * The integrators: one line each. The first is the default. */
#ifndef LUDO_INTEGRATORS_LIST_H
#define LUDO_INTEGRATORS_LIST_H

#include "integrators/integrator.h"

#define LUDO_INTEGRATOR_LIST(X)                                                                    \
    X(maximal) X(galerkin) X(runge_kutta) X(rigid_body) X(lie_group) X(dual_quaternion)

#define X(name) extern const integrator ludo_integrator_##name;
LUDO_INTEGRATOR_LIST(X)
#undef X

/* The integrator with this number, 0 .. ludo_integrator_count() - 1. */
const integrator *ludo_integrator_at(int32_t number);

#endif
