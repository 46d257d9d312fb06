/* SPDX-License-Identifier: Apache-2.0
 *
 * One body on one joint with limits or dry friction. */
#ifndef LUDO_TESTS_LIMITED_JOINT_H
#define LUDO_TESTS_LIMITED_JOINT_H

#include "running.h"
#include "small_spec.h"

/* The joint, the body, and the load on it. */
typedef struct limited_joint {
    const char *type;
    ludo_dof_def along[3];
    ludo_vec3 axis, axis2, gravity;
    ludo_vec3 com; /* of the body from the joint */
    double mass, inertia;
} limited_joint;

static inline ludo_spec *spec_limited_joint(const limited_joint *s)
{
    ludo_spec *spec = new_spec();
    const double pull[3] = {s->gravity.x, s->gravity.y, s->gravity.z}, J = s->inertia;
    const ludo_body_def body = {
        .struct_size = sizeof body, .mass = s->mass, .com = s->com, .inertia = {J, J, J}};
    const ludo_joint_def joint = {.struct_size = sizeof joint,
                                  .name = "joint",
                                  .type = s->type,
                                  .parent = LUDO_WORLD,
                                  .axis = s->axis,
                                  .axis2 = s->axis2,
                                  .along = {s->along[0], s->along[1], s->along[2]}};
    assert_int_equal(ludo_spec_set_option(spec, "gravity", pull, 3), LUDO_OK);
    assert_int_equal(ludo_spec_add_body(spec, &body, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_joint(spec, &joint, NULL), LUDO_OK);
    return spec;
}

static inline running open_spec(ludo_spec *spec, const ludo_sim_options *options)
{
    running r = {compiled(spec), NULL};
    ludo_diagnostic why = {.message = ""};
    const ludo_status status = ludo_sim_create(r.model, options, NULL, &r.sim, &why);
    if (status != LUDO_OK) {
        print_error("%s\n", why.message);
    }
    assert_int_equal(status, LUDO_OK);
    return r;
}

static inline running open_limited_joint(const limited_joint *s)
{
    return open_spec(spec_limited_joint(s), NULL);
}

static inline void set_position(running *r, int32_t joint, const double *q)
{
    assert_int_equal(ludo_sim_set_joint_position(r->sim, joint, q), LUDO_OK);
}

static inline void set_rate(running *r, int32_t joint, const double *rate)
{
    assert_int_equal(ludo_sim_set_joint_velocity(r->sim, joint, rate), LUDO_OK);
}

static inline double joint_position(running *r, int32_t joint)
{
    double q[7] = {0.0};
    assert_int_equal(ludo_sim_joint_position(r->sim, joint, q), LUDO_OK);
    return q[0];
}

static inline double joint_rate(running *r, int32_t joint)
{
    double rate[6] = {0.0};
    assert_int_equal(ludo_sim_joint_velocity(r->sim, joint, rate), LUDO_OK);
    return rate[0];
}

static inline double stop_force(running *r, int32_t joint)
{
    double force[6] = {0.0};
    assert_int_equal(ludo_sim_stop_force(r->sim, joint, force), LUDO_OK);
    return force[0];
}

/* The rotation angle of a ball. */
static inline double ball_angle(running *r, int32_t joint)
{
    double q[7];
    assert_int_equal(ludo_sim_joint_position(r->sim, joint, q), LUDO_OK);
    return 2.0 * atan2(sqrt(q[1] * q[1] + q[2] * q[2] + q[3] * q[3]), fabs(q[0]));
}

#endif
