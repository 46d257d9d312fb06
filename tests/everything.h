/* SPDX-License-Identifier: Apache-2.0
 *
 * The scene `everything` as a simulation, and access to its scalar coordinates. */
#ifndef LUDO_TESTS_EVERYTHING_H
#define LUDO_TESTS_EVERYTHING_H

#include "running.h"

enum { EVERYTHING_BODIES = 13 };

/* Floating for even seeds. */
static inline ludo_status build_everything(uint64_t seed, bool damped, ludo_spec **out)
{
    const ludo_scene_everything_options tree = {.bodies = EVERYTHING_BODIES,
                                                .seed = seed,
                                                .floating = seed % 2 == 0,
                                                .damped = damped,
                                                .stiffness = 50.0};
    return ludo_scene_everything(&tree, NULL, out);
}

/* Controls are zero. */
static inline running open_everything(uint64_t seed, bool damped, const ludo_sim_options *options)
{
    ludo_spec *spec = NULL;
    const ludo_status built = build_everything(seed, damped, &spec);
    return run_open(built, spec, options);
}

/* Constant controls. */
static inline void hold_controls(running *r)
{
    for (int32_t i = 0; i < ludo_model_actuator_count(r->model); i++) {
        assert_int_equal(ludo_sim_set_control(r->sim, i, sin(i)), LUDO_OK);
    }
}

/* Newton's tolerance is far below the measured errors. */
static inline ludo_sim_options tight_options(void)
{
    ludo_sim_options options = ludo_sim_options_default();
    options.tolerance = 1e-13;
    return options;
}

/* Damped, with constant controls. */
static inline running steered_everything(uint64_t seed)
{
    const ludo_sim_options options = tight_options();
    running r = open_everything(seed, true, &options);
    hold_controls(&r);
    return r;
}

static inline double coordinate(running *r, int32_t joint)
{
    double q = 0.0;
    assert_int_equal(ludo_sim_joint_position(r->sim, joint, &q), LUDO_OK);
    return q;
}

static inline double rate(running *r, int32_t joint)
{
    double v = 0.0;
    assert_int_equal(ludo_sim_joint_velocity(r->sim, joint, &v), LUDO_OK);
    return v;
}

static inline void place(running *r, int32_t joint, double q, double v)
{
    assert_int_equal(ludo_sim_set_joint_position(r->sim, joint, &q), LUDO_OK);
    assert_int_equal(ludo_sim_set_joint_velocity(r->sim, joint, &v), LUDO_OK);
}

#endif
