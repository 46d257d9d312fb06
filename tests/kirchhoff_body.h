/* SPDX-License-Identifier: Apache-2.0
 *
 * The scene of a body in a fluid; data/kirchhoff.h holds its reference motion. */
#ifndef LUDO_TESTS_KIRCHHOFF_BODY_H
#define LUDO_TESTS_KIRCHHOFF_BODY_H

#include "dual_body.h"

#include <string.h>

/* The scene, under gravity along -z. */
static inline running open_kirchhoff(double gravity, const char *scheme)
{
    const ludo_sim_options options = by_dual_quaternion(scheme);
    const double g[3] = {0.0, 0.0, -gravity};
    ludo_spec *spec = NULL;
    const ludo_status built = ludo_scene_body_in_fluid(NULL, &spec);
    assert_int_equal(ludo_spec_set_option(spec, "gravity", g, 3), LUDO_OK);
    return run_open(built, spec, &options);
}

/* The twist of the body's frame, in body axes. */
static inline void read_twist(running *r, double chi[6])
{
    double rate[6];
    assert_int_equal(ludo_sim_joint_velocity(r->sim, 0, rate), LUDO_OK);
    const ludo_vec3 v = q_rotate(q_conj(run_body(r, 0).orientation), v3_at(rate));
    memcpy(chi, rate + 3, 3 * sizeof *chi);
    memcpy(chi + 3, &v, sizeof v);
}

#endif
