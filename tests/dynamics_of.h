/* SPDX-License-Identifier: Apache-2.0
 *
 * A scene at its start with the dynamics of its model; the state is in keyframe coordinates. */
#ifndef LUDO_TESTS_DYNAMICS_OF_H
#define LUDO_TESTS_DYNAMICS_OF_H

#include "everything.h"

enum { MOST = 96 };

typedef struct dynamics_of {
    running r;
    ludo_dynamics *dynamics;
    int32_t dof;
    double q[MOST], v[MOST];
} dynamics_of;

/* Read q and v from the simulation. */
static inline void read_state(running *r, double *q, double *v)
{
    for (int32_t i = 0; i < ludo_model_joint_count(r->model); i++) {
        const ludo_joint_info j = joint_info_of(r->model, i);
        assert_int_equal(ludo_sim_joint_position(r->sim, i, q + j.position_first), LUDO_OK);
        assert_int_equal(ludo_sim_joint_velocity(r->sim, i, v + j.velocity_first), LUDO_OK);
    }
}

/* Write q and v to the simulation. */
static inline void write_state(running *r, const double *q, const double *v)
{
    for (int32_t i = 0; i < ludo_model_joint_count(r->model); i++) {
        const ludo_joint_info j = joint_info_of(r->model, i);
        assert_int_equal(ludo_sim_set_joint_position(r->sim, i, q + j.position_first), LUDO_OK);
        assert_int_equal(ludo_sim_set_joint_velocity(r->sim, i, v + j.velocity_first), LUDO_OK);
    }
}

static inline dynamics_of dynamics_of_run(running r)
{
    dynamics_of s = {.r = r, .dof = ludo_model_dof(r.model)};
    assert_in_range(ludo_model_position_count(r.model), 0, MOST);
    assert_int_equal(ludo_dynamics_create(r.model, NULL, &s.dynamics), LUDO_OK);
    read_state(&s.r, s.q, s.v);
    return s;
}

static inline void dynamics_of_close(dynamics_of *s)
{
    ludo_dynamics_destroy(s->dynamics);
    run_close(&s->r);
}

/* The random tree with everything, with gravity as its only load: controls cancel the actuators'
 * forces at zero control. */
static inline dynamics_of idle_everything(uint64_t seed)
{
    ludo_spec *spec = NULL;
    const ludo_sim_options options = tight_options();
    const ludo_scene_everything_options tree = {
        .bodies = EVERYTHING_BODIES, .seed = seed, .floating = seed % 2 == 0};
    const ludo_status built = ludo_scene_everything(&tree, NULL, &spec);
    running r = run_open(built, spec, &options);
    for (int32_t i = 0; i < ludo_model_actuator_count(r.model); i++) {
        const ludo_actuator_info a = actuator_info_of(r.model, i);
        const double control = a.gain != 0.0 ? -a.bias[0] / a.gain : 0.0;
        assert_int_equal(ludo_sim_set_control(r.sim, i, control), LUDO_OK);
    }
    return dynamics_of_run(r);
}

static inline void random_numbers(random_stream *r, double *x, int32_t count)
{
    for (int32_t i = 0; i < count; i++) {
        x[i] = random_uniform(r, -1.0, 1.0);
    }
}

static inline double largest(const double *x, int32_t count)
{
    double most = 0.0;
    for (int32_t i = 0; i < count; i++) {
        most = fmax(most, fabs(x[i]));
    }
    return most;
}

/* The largest difference over the largest number; NaN fails every comparison. */
static inline double relative_difference(const double *x, const double *y, int32_t count)
{
    double most = 0.0, sum = 0.0;
    for (int32_t i = 0; i < count; i++) {
        most = fmax(most, fabs(x[i] - y[i]));
        sum += x[i] - y[i];
    }
    return isfinite(sum) ? most / fmax(largest(y, count), 1e-300) : sum;
}

#endif
