/* SPDX-License-Identifier: Apache-2.0
 *
 * A floating body, its frame off the centre of mass, in a fluid or in none. */
#ifndef LUDO_TESTS_DUAL_BODY_H
#define LUDO_TESTS_DUAL_BODY_H

#include "running.h"
#include "small_spec.h"
#include "vectors.h"

#include "data/kirchhoff.h"

/* A body of 1.3 kg, asymmetric. Start rates: velocity of the centre of mass in world axes, angular
 * velocity in body axes. */
typedef struct dual_body {
    ludo_vec3 com; /* from the origin of its frame */
    ludo_vec3 gravity;
    ludo_vec3 velocity, turning;
    const ludo_fluid_def *fluid; /* NULL: none */
} dual_body;

static const double dual_mass = 1.3, dual_inertia_of[6] = {0.5, 0.7, 0.9, 0.05, -0.03, 0.02};

/* Tumbling about an axis that is not principal, otherwise at rest. */
static inline dual_body tumbling(void)
{
    return (dual_body){.turning = {0.4, 1.0, -0.7}};
}

/* The body alone; `spec` has no other joint. */
static inline ludo_spec *describe_dual_body(const dual_body *b)
{
    ludo_spec *spec = new_spec();
    const double g[3] = {b->gravity.x, b->gravity.y, b->gravity.z};
    ludo_body_def body = {
        .struct_size = sizeof body, .name = "body", .mass = dual_mass, .com = b->com};
    for (int i = 0; i < 6; i++) {
        body.inertia[i] = dual_inertia_of[i];
    }
    assert_int_equal(ludo_spec_set_option(spec, "gravity", g, 3), LUDO_OK);
    assert_int_equal(ludo_spec_add_body(spec, &body, NULL), LUDO_OK);
    add_joint_at(spec, "root", "free", LUDO_WORLD, 0, (ludo_place){0});
    if (b->fluid != NULL) {
        assert_int_equal(ludo_spec_add_fluid(spec, b->fluid, NULL), LUDO_OK);
    }
    return spec;
}

/* A simulation of the description at its start: the centre of mass in the world's origin. Takes the
 * spec. */
static inline running open_dual_body(const dual_body *b, ludo_spec *spec,
                                     const ludo_sim_options *options)
{
    running r = {compiled(spec), NULL};
    assert_int_equal(ludo_sim_create(r.model, options, NULL, &r.sim, NULL), LUDO_OK);
    const ludo_body_state state = {.position = v3_scale(-1.0, b->com),
                                   .orientation = q_identity(),
                                   .linear_velocity = b->velocity,
                                   .angular_velocity = b->turning};
    assert_int_equal(ludo_sim_set_body_state(r.sim, 0, &state), LUDO_OK);
    return r;
}

static inline ludo_sim_options by_dual_quaternion(const char *scheme)
{
    ludo_sim_options options = ludo_sim_options_default();
    options.integrator = "dual-quaternion";
    options.scheme = scheme;
    options.tolerance = 1e-13;
    options.max_substeps = 1;
    return options;
}

static inline ludo_sim_options by_galerkin_6(void)
{
    ludo_sim_options options = ludo_sim_options_default();
    options.integrator = "galerkin";
    options.order = 6;
    options.tolerance = 1e-13;
    return options;
}

#endif
