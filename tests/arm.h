/* SPDX-License-Identifier: Apache-2.0
 *
 * An arm of four bodies for tests of the forces on it, with one kind of actuator per scalar
 * coordinate under test. */
#ifndef LUDO_TESTS_ARM_H
#define LUDO_TESTS_ARM_H

#include "running.h"
#include "small_spec.h"

/* A hinge, a composite joint of a hinge and a slide, a universal joint, a ball; no axis is
 * vertical. */
enum { ARM_BODIES = 4, SWING = 0, BEND = 1, REACH = 2, CROSS = 3, WRIST = 4, ARM_JOINTS = 5 };

/* The coordinate that an actuator acts on, and the index of its rate in all joint rates. */
typedef struct arm_scalar {
    int32_t joint, dof, rate;
} arm_scalar;

static const arm_scalar scalars[] = {{SWING, 0, 0}, {BEND, 0, 1}, {REACH, 0, 2}, {CROSS, 1, 4}};
enum { SCALARS = sizeof scalars / sizeof *scalars };

static inline void add_arm_body(ludo_spec *spec)
{
    const ludo_body_def body = {.struct_size = sizeof body,
                                .mass = 1.5,
                                .com = {0.4, 0.1, -0.1},
                                .inertia = {0.2, 0.3, 0.25, 0.01, 0.02, -0.01}};
    assert_int_equal(ludo_spec_add_body(spec, &body, NULL), LUDO_OK);
}

static inline void add_arm_joint(ludo_spec *spec, const char *type, int32_t child, bool continues,
                                 ludo_vec3 axis)
{
    const ludo_joint_def joint = {.struct_size = sizeof joint,
                                  .type = type,
                                  .parent = child - 1,
                                  .child = child,
                                  .continues = continues,
                                  .in_parent.position = {child > 0 ? 0.8 : 0.0, 0.0, 0.0},
                                  .axis = axis,
                                  .axis2 = {0.0, 1.0, 0.0}};
    assert_int_equal(ludo_spec_add_joint(spec, &joint, NULL), LUDO_OK);
}

/* The arm with an actuator on each of the scalars above, or none. It starts in motion. */
static inline running open_arm(const ludo_actuator_def *actuator, const ludo_sim_options *options)
{
    const ludo_vec3 x = {1.0, 0.0, 0.0}, y = {0.0, 1.0, 0.0}, z = {0.0, 0.0, 1.0};
    ludo_spec *spec = new_spec();
    for (int i = 0; i < ARM_BODIES; i++) {
        add_arm_body(spec);
    }
    add_arm_joint(spec, "hinge", 0, false, y);
    add_arm_joint(spec, "hinge", 1, false, z);
    add_arm_joint(spec, "slide", 1, true, x);
    add_arm_joint(spec, "universal", 2, false, z);
    add_arm_joint(spec, "ball", 3, false, z);
    for (int i = 0; i < SCALARS && actuator != NULL; i++) {
        ludo_actuator_def a = *actuator;
        a.target = scalars[i].joint;
        a.dof = scalars[i].dof;
        assert_int_equal(ludo_spec_add_actuator(spec, &a, NULL), LUDO_OK);
    }
    running r = {compiled(spec), NULL};
    assert_int_equal(ludo_sim_create(r.model, options, NULL, &r.sim, NULL), LUDO_OK);
    for (int i = 0; i < SCALARS; i++) {
        double rate[3] = {0.0, 0.0, 0.0};
        rate[scalars[i].dof] = 0.3 * (i + 1);
        assert_int_equal(ludo_sim_set_joint_velocity(r.sim, scalars[i].joint, rate), LUDO_OK);
    }
    return r;
}

static inline double rate_of(running *r, int32_t joint, int32_t dof)
{
    double rate[6];
    assert_int_equal(ludo_sim_joint_velocity(r->sim, joint, rate), LUDO_OK);
    return rate[dof];
}

static inline double coordinate_of(running *r, int32_t joint, int32_t dof)
{
    double q[7];
    assert_int_equal(ludo_sim_joint_position(r->sim, joint, q), LUDO_OK);
    return q[dof];
}

static inline ludo_energy energy_of(running *r)
{
    ludo_energy e;
    assert_int_equal(ludo_sim_energy(r->sim, &e), LUDO_OK);
    return e;
}

/* The states of both agree within a tolerance. */
static inline void check_alike(running *a, running *b, double tolerance)
{
    const state_error e = state_difference(a, b);
    CHECK_NEAR(state_error_max(&e), 0.0, tolerance);
}

#endif
