/* SPDX-License-Identifier: Apache-2.0
 *
 * Three boxes in a floating chain: the middle one is the root. */
#ifndef LUDO_TESTS_FREE_CHAIN_H
#define LUDO_TESTS_FREE_CHAIN_H

#include "data/free_chain.h"
#include "running.h"

enum { FREE_CHAIN = 8 };

static inline void add_box(ludo_spec *spec)
{
    const double width[3] = {1.0, 0.2, 0.4};
    const double xx = width[0] * width[0], yy = width[1] * width[1], zz = width[2] * width[2];
    const ludo_body_def body = {.struct_size = sizeof body,
                                .mass = 1.0,
                                .inertia = {(yy + zz) / 12.0, (xx + zz) / 12.0, (xx + yy) / 12.0}};
    assert_int_equal(ludo_spec_add_body(spec, &body, NULL), LUDO_OK);
}

/* A box at one end of the middle box, on a hinge. */
static inline void add_end(ludo_spec *spec, int32_t child, double x, ludo_vec3 axis)
{
    const ludo_joint_def joint = {.struct_size = sizeof joint,
                                  .type = "hinge",
                                  .parent = 0,
                                  .child = child,
                                  .in_parent = {{x, 0.0, 0.0}, {1.0, 0.0, 0.0, 0.0}},
                                  .in_child = {{-x, 0.0, 0.0}, {1.0, 0.0, 0.0, 0.0}},
                                  .axis = axis};
    add_box(spec);
    assert_int_equal(ludo_spec_add_joint(spec, &joint, NULL), LUDO_OK);
}

static inline ludo_spec *describe_free_chain(void)
{
    ludo_spec *spec = NULL;
    const ludo_joint_def afloat = {
        .struct_size = sizeof afloat, .type = "free", .parent = LUDO_WORLD, .child = 0};
    assert_int_equal(ludo_spec_create(NULL, &spec), LUDO_OK);
    assert_int_equal(ludo_spec_set_option(spec, "gravity", (const double[]){0.0, 0.0, 0.0}, 3),
                     LUDO_OK);
    add_box(spec);
    assert_int_equal(ludo_spec_add_joint(spec, &afloat, NULL), LUDO_OK);
    add_end(spec, 1, -0.5, (ludo_vec3){0.0, 0.0, 1.0});
    add_end(spec, 2, 0.5, (ludo_vec3){0.0, 1.0, 0.0});
    return spec;
}

/* At the reference angles, the middle box at the world's frame; velocities angular part first, in
 * axes of the middle box. */
static inline running open_free_chain(const double v[FREE_CHAIN], const ludo_sim_options *options)
{
    running r = run_open(LUDO_OK, describe_free_chain(), options);
    const double rate[6] = {v[3], v[4], v[5], v[0], v[1], v[2]};
    assert_int_equal(ludo_sim_set_joint_velocity(r.sim, 0, rate), LUDO_OK);
    for (int32_t j = 0; j < 2; j++) {
        assert_int_equal(ludo_sim_set_joint_position(r.sim, 1 + j, &free_chain_r[j]), LUDO_OK);
        assert_int_equal(ludo_sim_set_joint_velocity(r.sim, 1 + j, &v[6 + j]), LUDO_OK);
    }
    return r;
}

/* The largest difference from the reference g = [ R x ], r. */
static inline double free_chain_error(running *run, const double g[12], const double r[2])
{
    const ludo_body_state body = run_body(run, 0);
    const mat3 R = q_matrix(body.orientation);
    const double x[3] = {body.com.x, body.com.y, body.com.z};
    double worst = 0.0, q;
    for (int i = 0; i < 3; i++) {
        worst = fmax(worst, fabs(x[i] - g[4 * i + 3]));
        for (int j = 0; j < 3; j++) {
            worst = fmax(worst, fabs(R.m[3 * i + j] - g[4 * i + j]));
        }
    }
    for (int32_t j = 0; j < 2; j++) {
        assert_int_equal(ludo_sim_joint_position(run->sim, 1 + j, &q), LUDO_OK);
        worst = fmax(worst, fabs(q - r[j]));
    }
    return isfinite(v3_norm(body.com)) ? worst : HUGE_VAL;
}

#endif
