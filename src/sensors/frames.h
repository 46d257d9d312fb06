/* SPDX-License-Identifier: Apache-2.0
 *
 * Pose, velocity and acceleration of the frames that sensors are on. */
#ifndef LUDO_SENSORS_FRAMES_H
#define LUDO_SENSORS_FRAMES_H

#include "sim/sensing.h"

/* The frame at the knot. */
static inline pose sensor_pose(const sensing *s, const sensor_frame *f)
{
    const placement at = state_placement(&s->sim->state);
    return ludo_attached_frame_pose(&at, &f->on);
}

/* The velocity of its origin, and its angular velocity, world. */
static inline twist sensor_twist(const sensing *s, const sensor_frame *f)
{
    const sim_state *state = &s->sim->state;
    const placement at = state_placement(state);
    return ludo_attached_frame_twist(&at, &f->on, v3(0.0, 0.0, 0.0), state->twists,
                                     state->stored_rate);
}

/* The acceleration of its origin, and its angular acceleration, world.
 * @return LUDO_OK, or the status of finding accelerations */
ludo_status ludo_sensors_acceleration(sensing *s, const sensor_frame *f, twist *out);

/* a minus gravity. */
static inline ludo_vec3 sensor_proper(const sensing *s, ludo_vec3 a)
{
    return v3_sub(a, s->sim->state.model->gravity);
}

/* Write a vector of the world along the axes of a pose. */
static inline void sensor_put_along(const pose *z, ludo_vec3 a, double *out)
{
    v3_put(m3_apply_t(&z->R, a), out);
}

#endif
