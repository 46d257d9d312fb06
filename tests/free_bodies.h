/* SPDX-License-Identifier: Apache-2.0
 *
 * Free bodies in contact with a plane and each other. */
#ifndef LUDO_TESTS_FREE_BODIES_H
#define LUDO_TESTS_FREE_BODIES_H

#include "running.h"
#include "small_spec.h"

static const double g = 9.81;

/* Contact parameters of all geoms. */
typedef struct touch {
    double friction, restitution;
} touch;

/* A free body of one geom, positioned by its frame's origin, which is its centre of mass. */
typedef struct free_body {
    const char *type;
    double size[3], mass;
    ludo_vec3 at;
    ludo_quat turned;
    double rate[6]; /* linear, world; angular, body frame */
} free_body;

static inline void set_gravity(ludo_spec *spec, double x, double y, double z)
{
    assert_int_equal(ludo_spec_set_option(spec, "gravity", (double[]){x, y, z}, 3), LUDO_OK);
}

static inline void add_geom(ludo_spec *spec, int32_t body, const char *type, const double *size,
                            touch by)
{
    ludo_geom_def geom = ludo_geom_default();
    geom.type = type;
    geom.body = body;
    geom.friction[0] = by.friction;
    geom.restitution = by.restitution;
    for (int i = 0; i < 3; i++) {
        geom.size[i] = size[i];
    }
    assert_int_equal(ludo_spec_add_geom(spec, &geom, NULL), LUDO_OK);
}

/* A spec with the plane z = 0, or without a plane. */
static inline ludo_spec *spec_over_plane(bool plane, touch by)
{
    ludo_spec *spec = new_spec();
    if (plane) {
        add_geom(spec, LUDO_WORLD, "plane", (double[]){0.0, 0.0, 0.0}, by);
    }
    return spec;
}

/* Moments of inertia of a full box or ball. */
static inline void inertia_of(const free_body *b, double J[3])
{
    const double *s = b->size, m = b->mass;
    const bool box = b->type[0] == 'b';
    for (int i = 0; i < 3; i++) {
        const double p = s[(i + 1) % 3], q = s[(i + 2) % 3];
        J[i] = box ? m * (p * p + q * q) / 3.0 : 0.4 * m * s[0] * s[0];
    }
}

static inline int32_t add_free_body(ludo_spec *spec, const free_body *b, touch by)
{
    double J[3];
    int32_t number;
    inertia_of(b, J);
    const ludo_body_def body = {
        .struct_size = sizeof body, .mass = b->mass, .inertia = {J[0], J[1], J[2]}};
    assert_int_equal(ludo_spec_add_body(spec, &body, &number), LUDO_OK);
    const ludo_joint_def joint = {
        .struct_size = sizeof joint, .type = "free", .parent = LUDO_WORLD, .child = number};
    assert_int_equal(ludo_spec_add_joint(spec, &joint, NULL), LUDO_OK);
    add_geom(spec, number, b->type, b->size, by);
    return number;
}

static inline void place_free_body(running *r, int32_t joint, const free_body *b)
{
    const ludo_quat q = b->turned;
    const double at[7] = {b->at.x, b->at.y, b->at.z, q.w, q.x, q.y, q.z};
    assert_int_equal(ludo_sim_set_joint_position(r->sim, joint, at), LUDO_OK);
    assert_int_equal(ludo_sim_set_joint_velocity(r->sim, joint, b->rate), LUDO_OK);
}

/* A simulation of the description; bodies in the order in which they were added. */
static inline running open_free_bodies(ludo_spec *spec, const ludo_sim_options *options,
                                       int32_t count, const free_body *bodies)
{
    running r = {compiled(spec), NULL};
    assert_int_equal(ludo_sim_create(r.model, options, NULL, &r.sim, NULL), LUDO_OK);
    for (int32_t i = 0; i < count; i++) {
        place_free_body(&r, i, &bodies[i]);
    }
    return r;
}

/* Bodies over the plane. */
static inline running open_on_plane(int32_t count, const free_body *bodies, touch by)
{
    ludo_spec *spec = spec_over_plane(true, by);
    for (int32_t i = 0; i < count; i++) {
        add_free_body(spec, &bodies[i], by);
    }
    return open_free_bodies(spec, NULL, count, bodies);
}

static inline ludo_body_state state_of(running *r, int32_t body)
{
    ludo_body_state s;
    assert_int_equal(ludo_sim_body_state(r->sim, body, &s), LUDO_OK);
    return s;
}

static inline ludo_contact_quality quality_of(running *r)
{
    ludo_contact_quality q = {.struct_size = sizeof q};
    assert_int_equal(ludo_sim_contact_quality(r->sim, &q), LUDO_OK);
    return q;
}

/* Take steps and check that the laws of contact hold in each. */
static inline void run_touching(running *r, double h, long steps)
{
    for (long k = 0; k < steps; k++) {
        run_steps(r, h, 1);
        const ludo_contact_quality q = quality_of(r);
        assert_true(q.penetration <= 1e-9 && q.signorini <= 1e-8);
        assert_true(q.friction_excess <= 1e-8);
    }
}

/* Two links on hinges about `along`, with a ball at their end, above the ground. */
static inline ludo_spec *arm_over_plane(const ludo_body_def *link, const ludo_dof_def along[2],
                                        double friction)
{
    ludo_spec *spec = spec_over_plane(true, (touch){friction, 0.0});
    for (int32_t b = 0; b < 2; b++) {
        const ludo_joint_def hinge = {.struct_size = sizeof hinge,
                                      .type = "hinge",
                                      .parent = b > 0 ? 0 : LUDO_WORLD,
                                      .child = b,
                                      .axis = {0.0, 1.0, 0.0},
                                      .in_parent.position = {0.5 * b, 0.0, 0.5 * (1 - b)},
                                      .along[0] = along[b]};
        assert_int_equal(ludo_spec_add_body(spec, link, NULL), LUDO_OK);
        assert_int_equal(ludo_spec_add_joint(spec, &hinge, NULL), LUDO_OK);
    }
    ludo_geom_def ball = ludo_geom_default();
    ball.type = "sphere";
    ball.body = 1;
    ball.frame.position = v3(0.5, 0.0, 0.0);
    ball.size[0] = 0.05;
    ball.friction[0] = friction;
    assert_int_equal(ludo_spec_add_geom(spec, &ball, NULL), LUDO_OK);
    return spec;
}

#endif
