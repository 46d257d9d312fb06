/* SPDX-License-Identifier: Apache-2.0
 *
 * Scenes on a plane, level or turned against the axes of the world. */
#ifndef LUDO_TESTS_TILTED_H
#define LUDO_TESTS_TILTED_H

#include "free_bodies.h"
#include "math/quat.h"

/* The axes of a scene. */
static const ludo_quat upright = {1.0, 0.0, 0.0, 0.0};

static inline ludo_quat askew(void)
{
    return q_normalized((ludo_quat){0.72, 0.31, -0.44, 0.43});
}

static inline ludo_vec3 in_axes(ludo_quat axes, double x, double y, double z)
{
    const mat3 R = q_matrix(axes);
    return m3_apply(&R, v3(x, y, z));
}

/* A spec with gravity and a plane in these axes. */
static inline ludo_spec *floor_in(ludo_quat axes, double friction)
{
    ludo_spec *spec = new_spec();
    const ludo_vec3 down = in_axes(axes, 0.0, 0.0, -g);
    ludo_geom_def plane = ludo_geom_default();
    plane.type = "plane", plane.body = LUDO_WORLD, plane.friction[0] = friction;
    plane.frame.orientation = axes;
    set_gravity(spec, down.x, down.y, down.z);
    assert_int_equal(ludo_spec_add_geom(spec, &plane, NULL), LUDO_OK);
    return spec;
}

#endif
