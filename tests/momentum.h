/* SPDX-License-Identifier: Apache-2.0
 *
 * Drift of the momenta of a floating mechanism from their start values. */
#ifndef LUDO_TESTS_MOMENTUM_H
#define LUDO_TESTS_MOMENTUM_H

#include "running.h"

#include <string.h>

/* LUDO_LONG_TESTS=1 in the environment selects runs of a million steps. */
static inline bool long_tests(void)
{
    const char *wanted = getenv("LUDO_LONG_TESTS");
    return wanted != NULL && strcmp(wanted, "1") == 0;
}

/* Subtract the velocity of the centre of mass from that of the root, which is on joint 0: the
 * mechanism does not drift. */
static inline void stop_drifting(running *r)
{
    double rate[6];
    const ludo_vec3 p = run_momentum(r).linear;
    const double mass = ludo_model_mass(r->model);
    assert_int_equal(ludo_sim_joint_velocity(r->sim, 0, rate), LUDO_OK);
    rate[0] -= p.x / mass;
    rate[1] -= p.y / mass;
    rate[2] -= p.z / mass;
    assert_int_equal(ludo_sim_set_joint_velocity(r->sim, 0, rate), LUDO_OK);
}

/* The largest changes of the momenta so far, relative: linear to sqrt(2 m T), angular to its start
 * value plus the lever to the centre of mass times the linear momentum. */
typedef struct momentum_watch {
    ludo_momentum start;
    double linear_scale, linear, angular;
} momentum_watch;

static inline momentum_watch watch_begin(running *r)
{
    ludo_energy energy;
    assert_int_equal(ludo_sim_energy(r->sim, &energy), LUDO_OK);
    const double scale = sqrt(2.0 * ludo_model_mass(r->model) * energy.kinetic);
    return (momentum_watch){run_momentum(r), scale, 0.0, 0.0};
}

static inline void watch(momentum_watch *w, running *r)
{
    const ludo_momentum now = run_momentum(r);
    const double lever = v3_norm(run_body(r, 0).com);
    const double scale = v3_norm(w->start.angular) + lever * v3_norm(w->start.linear);
    w->linear = fmax(w->linear, v3_norm(v3_sub(now.linear, w->start.linear)) / w->linear_scale);
    w->angular = fmax(w->angular, v3_norm(v3_sub(now.angular, w->start.angular)) / scale);
}

#endif
