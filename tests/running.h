/* SPDX-License-Identifier: Apache-2.0
 *
 * Run a scene in a test: open it, step it, compare states. Every failure fails the test. */
#ifndef LUDO_TESTS_RUNNING_H
#define LUDO_TESTS_RUNNING_H

#include "scenes.h"
#include "support.h"

#include <stdlib.h>

/* A model and a simulation of it. */
typedef struct running {
    ludo_model *model;
    ludo_sim *sim;
} running;

/* A scene at its start. Takes the status and the spec of a scene builder. */
static inline running run_open(ludo_status built, ludo_spec *spec, const ludo_sim_options *options)
{
    running r;
    assert_int_equal(built, LUDO_OK);
    assert_int_equal(ludo_scene_open(spec, options, &r.model, &r.sim), LUDO_OK);
    return r;
}

static inline void run_close(running *r)
{
    ludo_sim_destroy(r->sim);
    ludo_model_destroy(r->model);
}

/* Compile and create with each allocation failing in turn. Takes the spec. */
static inline void check_failing_allocations(ludo_spec *spec)
{
    FOR_FAILING_ALLOCATION(a)
    {
        ludo_model *model = NULL;
        ludo_sim *sim = NULL;
        ludo_status s = ludo_compile(spec, &a.hook, &model, NULL);
        s = s == LUDO_OK ? ludo_sim_create(model, NULL, &a.hook, &sim, NULL) : s;
        assert_int_equal(s, a.failed ? LUDO_NO_MEMORY : LUDO_OK);
        ludo_sim_destroy(sim);
        ludo_model_destroy(model);
    }
    ludo_spec_destroy(spec);
}

static inline void run_steps(running *r, double h, long steps)
{
    for (long k = 0; k < steps; k++) {
        ludo_step_report report = {.struct_size = sizeof report};
        const ludo_status s = ludo_step(r->sim, h, &report);
        if (s != LUDO_OK) {
            print_error("step %ld: %s at %s\n", k, ludo_status_text(s),
                        node_text_of(r->model, report.node).text);
            fail();
        }
    }
}

static inline ludo_body_state run_body(running *r, int32_t body)
{
    ludo_body_state state;
    assert_int_equal(ludo_sim_body_state(r->sim, body, &state), LUDO_OK);
    return state;
}

/* Times and the states of all bodies are equal, bit for bit. */
static inline void check_same_bits(running *a, running *b)
{
    assert_true(ludo_sim_time(a->sim) == ludo_sim_time(b->sim));
    for (int32_t i = 0; i < ludo_model_body_count(a->model); i++) {
        const ludo_body_state x = run_body(a, i), y = run_body(b, i);
        assert_memory_equal(&x, &y, sizeof x);
    }
}

static inline double run_energy(running *r)
{
    ludo_energy e;
    assert_int_equal(ludo_sim_energy(r->sim, &e), LUDO_OK);
    return e.kinetic + e.potential;
}

static inline ludo_momentum run_momentum(running *r)
{
    ludo_momentum m;
    assert_int_equal(ludo_sim_momentum(r->sim, &m), LUDO_OK);
    return m;
}

/* The angle between two orientations [rad], accurate for small angles. */
static inline double angle_between(ludo_quat a, ludo_quat b)
{
    return 2.0 * v3_norm(q_vector(q_mul(q_conj(a), b)));
}

/* The largest differences of the states of all bodies, by component. */
typedef struct state_error {
    double position, angle, linear_velocity, angular_velocity;
    double position_part, angular_velocity_part;
} state_error;

static inline void state_error_add(state_error *e, const ludo_body_state *a,
                                   const ludo_body_state *b)
{
    const ludo_vec3 x = v3_sub(a->com, b->com), v = v3_sub(a->linear_velocity, b->linear_velocity);
    const ludo_vec3 w = v3_sub(a->angular_velocity, b->angular_velocity);
    e->position = fmax(e->position, v3_norm(x));
    e->position_part = fmax(e->position_part, v3_max(x));
    e->angle = fmax(e->angle, angle_between(a->orientation, b->orientation));
    e->linear_velocity = fmax(e->linear_velocity, v3_norm(v));
    e->angular_velocity = fmax(e->angular_velocity, v3_norm(w));
    e->angular_velocity_part = fmax(e->angular_velocity_part, v3_max(w));
}

/* The difference between two simulations of one model. */
static inline state_error state_difference(running *a, running *b)
{
    state_error e = {0};
    for (int32_t i = 0; i < ludo_model_body_count(a->model); i++) {
        const ludo_body_state x = run_body(a, i), y = run_body(b, i);
        state_error_add(&e, &x, &y);
    }
    return e;
}

static inline double state_error_max(const state_error *e)
{
    return fmax(fmax(e->position, e->angle), fmax(e->linear_velocity, e->angular_velocity));
}

#endif
