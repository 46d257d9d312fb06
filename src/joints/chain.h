/* SPDX-License-Identifier: Apache-2.0
 *
 * The chain of parts of a composite joint, by value. The head of composite.c has the formulas. */
#ifndef LUDO_JOINTS_CHAIN_H
#define LUDO_JOINTS_CHAIN_H

#include "joints/motion.h"
#include "math/sincos.h"

/* The frame after the parts passed so far. */
typedef struct chain {
    ludo_quat q; /* orientation, world */
    ludo_vec3 c; /* the last hinge's center from the parent's centre of mass, world */
} chain;

/* The result of one part: its column of S and the frame after it. */
typedef struct passed {
    twist S;
    chain next;
} passed;

LUDO_KERNEL_PART chain chain_start(ludo_vec3 p_a, pose a)
{
    return (chain){a.q, m3_apply(&a.R, p_a)};
}

/* A hinge at `arm` from the previous one, with sine and cosine of half its angle; d = x_b - x_a. */
LUDO_KERNEL_PART passed pass_hinge(chain at, ludo_vec3 axis, ludo_vec3 arm, sine_cosine half,
                                   ludo_vec3 d)
{
    const mat3 R = q_matrix(at.q);
    const ludo_vec3 s = m3_apply(&R, axis), c = v3_add(at.c, m3_apply(&R, arm));
    const ludo_quat rotation = q_make(half.cosine, v3_scale(half.sine, axis));
    return (passed){{v3_cross(s, v3_sub(d, c)), s}, {q_mul(at.q, rotation), c}};
}

LUDO_KERNEL_PART passed pass_slide(chain at, ludo_vec3 axis, double displacement)
{
    const ludo_vec3 s = q_rotate(at.q, axis);
    return (passed){{s, v3(0.0, 0.0, 0.0)}, {at.q, v3_axpy(at.c, displacement, s)}};
}

/* The child's anchor and orientation after the last part; `arm` is the vector to the anchor. */
LUDO_KERNEL_PART chain chain_finish(chain at, ludo_vec3 arm, ludo_quat q_off)
{
    return (chain){q_mul(at.q, q_off), v3_add(at.c, q_rotate(at.q, arm))};
}

/* The violation and closing displacement of a child at x_a + d with anchor arm r_b, relative to the
 * end `child` of the chain. */
LUDO_KERNEL_PART joint_motion chain_motion(chain child, ludo_vec3 d, ludo_vec3 r_b, ludo_quat q_b)
{
    const ludo_quat r = q_mul(q_b, q_conj(child.q));
    const ludo_vec3 rotation = v3_scale(-2.0 * r.w, q_vector(r));
    return motion_closed_by(r_b, v3_sub(v3_add(d, r_b), child.c), rotation);
}

#endif
