/* SPDX-License-Identifier: Apache-2.0
 *
 * The body in a fluid of data/kirchhoff.h, by dual quaternions, in a test. */
#ifndef LUDO_TESTS_KIRCHHOFF_BODY_H
#define LUDO_TESTS_KIRCHHOFF_BODY_H

#include "dual_body.h"
#include "math/symmetric.h"

#include <string.h>

/* Of body and fluid together only the sum counts: the body's own part of it, about the origin. */
static inline void body_part(const ludo_body_def *b, double M[36])
{
    const mat3 c = m3_skew(b->com), cc = m3_mul(c, c), J = s3_matrix(s3_from(b->inertia));
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            M[6 * i + j] = J.m[3 * i + j] - b->mass * cc.m[3 * i + j];
            M[6 * i + j + 3] = b->mass * c.m[3 * i + j];
            M[6 * (i + 3) + j] = -b->mass * c.m[3 * i + j];
            M[6 * (i + 3) + j + 3] = i == j ? b->mass : 0.0;
        }
    }
}

/* The body of data/kirchhoff.h: 0.5 kg of it its own, the rest of M the fluid's, which takes the
 * weight of 0.4 kg off it; under that gravity along -z. */
static inline running open_kirchhoff(double gravity, const char *scheme)
{
    ludo_spec *spec = new_spec();
    const ludo_sim_options options = by_dual_quaternion(scheme);
    const ludo_body_def body = {
        .mass = 0.5, .com = {0.1, -0.05, 0.08}, .inertia = {0.3, 0.4, 0.5, 0.02, 0.01, -0.03}};
    ludo_fluid_def fluid = {.displaced_mass = 0.4, .buoyancy = {0.1, 0.0, 0.2}};
    double own[36];
    body_part(&body, own);
    for (int i = 0; i < 36; i++) {
        fluid.added_mass[i / 6][i % 6] = kirchhoff_M[i] - own[i];
    }
    assert_int_equal(ludo_spec_set_option(spec, "gravity", (double[]){0.0, 0.0, -gravity}, 3),
                     LUDO_OK);
    assert_int_equal(ludo_spec_add_body(spec, &body, NULL), LUDO_OK);
    add_joint(spec, "free", LUDO_WORLD, 0);
    assert_int_equal(ludo_spec_add_fluid(spec, &fluid, NULL), LUDO_OK);
    running r = {compiled(spec), NULL};
    assert_int_equal(ludo_sim_create(r.model, &options, NULL, &r.sim, NULL), LUDO_OK);
    const double *chi = kirchhoff_twist;
    const double rate[6] = {chi[3], chi[4], chi[5], chi[0], chi[1], chi[2]};
    assert_int_equal(ludo_sim_set_joint_velocity(r.sim, 0, rate), LUDO_OK);
    return r;
}

/* The twist of the body's frame, its own axes. */
static inline void read_twist(running *r, double chi[6])
{
    double rate[6];
    assert_int_equal(ludo_sim_joint_velocity(r->sim, 0, rate), LUDO_OK);
    const ludo_vec3 v = q_rotate(q_conj(run_body(r, 0).orientation), v3_at(rate));
    memcpy(chi, rate + 3, 3 * sizeof *chi);
    memcpy(chi + 3, &v, sizeof v);
}

#endif
