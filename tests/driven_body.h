/* SPDX-License-Identifier: Apache-2.0
 *
 * An asymmetric body, floating or suspended, under forces of every kind, for the schemes of
 * rigid-body. */
#ifndef LUDO_TESTS_DRIVEN_BODY_H
#define LUDO_TESTS_DRIVEN_BODY_H

#include "running.h"
#include "small_spec.h"

static const char *const schemes[] = {"symplectic-cayley", "tln-cayley", "tln", "euler"};
enum { SCHEMES = 4, KEEPING = 2, IMPLICIT = 3 };

static inline ludo_sim_options by_scheme(const char *scheme)
{
    ludo_sim_options options = ludo_sim_options_default();
    options.integrator = "rigid-body";
    options.scheme = scheme;
    return options;
}

/* A body with its centre of mass off its frame's origin and a full inertia. */
static inline void add_driven_body(ludo_spec *spec)
{
    const ludo_body_def body = {.struct_size = sizeof body,
                                .name = "body",
                                .mass = 2.0,
                                .com = {0.1, 0.2, 0.4},
                                .inertia = {1.0, 1.6, 2.0, 0.1, 0.2, -0.1}};
    assert_int_equal(ludo_spec_add_body(spec, &body, NULL), LUDO_OK);
}

static inline void add_site(ludo_spec *spec, const char *name, int32_t body, ludo_vec3 at)
{
    const ludo_site_def site = {
        .struct_size = sizeof site, .name = name, .body = body, .frame = {.position = at}};
    assert_int_equal(ludo_spec_add_site(spec, &site, NULL), LUDO_OK);
}

/* A damped spring and an actuator on one tendon, from the world to the body. */
static inline void add_rope(ludo_spec *spec)
{
    add_site(spec, "hook", LUDO_WORLD, v3(0.5, -0.3, 2.0));
    add_site(spec, "eye", 0, v3(0.3, 0.4, -0.2));
    const ludo_spring_def rope = {.struct_size = sizeof rope,
                                  .name = "rope",
                                  .type = "distance",
                                  .site_a = 0,
                                  .site_b = 1,
                                  .stiffness = 20.0,
                                  .damping = 1.5,
                                  .rest = {1.0, 1.0}};
    ludo_actuator_def winch = ludo_actuator_motor();
    winch.name = "winch";
    winch.on_spring = true;
    assert_int_equal(ludo_spec_add_spring(spec, &rope, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_actuator(spec, &winch, NULL), LUDO_OK);
}

static inline ludo_spec *floating_on_a_rope(void)
{
    ludo_spec *spec = new_spec();
    add_driven_body(spec);
    add_joint_at(spec, "flight", "free", LUDO_WORLD, 0, (ludo_place){0});
    add_rope(spec);
    return spec;
}

static inline ludo_spec *hanging(bool rope)
{
    ludo_spec *spec = new_spec();
    add_driven_body(spec);
    const ludo_joint_def joint = {
        .struct_size = sizeof joint,
        .name = "pivot",
        .type = "ball",
        .parent = LUDO_WORLD,
        .child = 0,
        .in_parent = {{0.2, 0.1, 0.0}, {0.8, 0.0, 0.6, 0.0}},
        .in_child = {{0.05, 0.0, -0.1}, {0.6, 0.8, 0.0, 0.0}},
        .along = {{.stiffness = 3.0, .damping = 0.7, .armature = 0.2}},
    };
    assert_int_equal(ludo_spec_add_joint(spec, &joint, NULL), LUDO_OK);
    if (rope) {
        add_rope(spec);
    }
    return spec;
}

static inline ludo_spec *hanging_on_a_ball(void)
{
    return hanging(false);
}

static inline ludo_spec *hanging_on_a_rope(void)
{
    return hanging(true);
}

/* Three hinges through one point: one ball with three angles. */
static inline ludo_spec *hanging_on_hinges(void)
{
    ludo_spec *spec = new_spec();
    const double merge = 1.0;
    assert_int_equal(ludo_spec_set_option(spec, "merge", &merge, 1), LUDO_OK);
    add_driven_body(spec);
    for (int i = 0; i < 3; i++) {
        const ludo_joint_def hinge = {
            .struct_size = sizeof hinge,
            .type = "hinge",
            .parent = LUDO_WORLD,
            .child = 0,
            .continues = i > 0,
            .axis = {i == 0 ? 1.0 : 0.0, i == 1 ? 1.0 : 0.0, i == 2 ? 1.0 : 0.0},
        };
        assert_int_equal(ludo_spec_add_joint(spec, &hinge, NULL), LUDO_OK);
    }
    return spec;
}

/* A user torque that depends on time and attitude. */
static inline void stir(const ludo_force_query *query, ludo_wrench *wrench, double *effort,
                        void *user)
{
    (void)effort, (void)user;
    const ludo_quat q = query->body[0].orientation;
    wrench[0].torque.x += 0.5 * query->time;
    wrench[0].torque.y += 0.8 * q.x;
    wrench[0].force.z -= 0.3 * query->body[0].position.z;
}

/* The simulation after 0.5 s, under an applied wrench and the user's function as well. */
static inline running moved(ludo_spec *(*build)(void), const ludo_sim_options *options, int steps)
{
    running r = {.model = compiled(build())};
    assert_int_equal(ludo_sim_create(r.model, options, NULL, &r.sim, NULL), LUDO_OK);
    const double fast[6] = {0.3, -0.2, 0.4, 1.0, -0.7, 0.5};
    const ludo_wrench push = {.force = {1.0, 0.5, -2.0}, .torque = {0.2, 0.1, -0.3}};
    const bool floats = ludo_model_dof(r.model) == 6;
    assert_int_equal(ludo_sim_set_joint_velocity(r.sim, 0, floats ? fast : fast + 3), LUDO_OK);
    assert_int_equal(ludo_sim_set_body_force(r.sim, 0, &push), LUDO_OK);
    ludo_sim_set_force_function(r.sim, stir, NULL);
    if (ludo_model_actuator_count(r.model) > 0) {
        assert_int_equal(ludo_sim_set_control(r.sim, 0, 2.5), LUDO_OK);
    }
    run_steps(&r, 0.5 / steps, steps);
    return r;
}

#endif
