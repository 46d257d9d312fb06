/* SPDX-License-Identifier: Apache-2.0
 *
 * The frames of wrenches: at a point of a body, and at a reference on another body or the world. */
#ifndef LUDO_TENDONS_WRENCH_H
#define LUDO_TENDONS_WRENCH_H

#include "tendons/path.h"

/* The frames of both ends in the world; the first is the reference. */
typedef struct wrench_frames {
    ludo_vec3 origin, point;
    ludo_quat at_origin, at_point;
} wrench_frames;

static inline wrench_frames frames_of(const tendon_data *l, const pose *poses)
{
    const tendon_end *end = l->segment->end;
    const pose *a = &poses[end[0].slot], *b = &poses[end[1].slot];
    return (wrench_frames){v3_add(a->x, m3_apply(&a->R, end[0].point)),
                           v3_add(b->x, m3_apply(&b->R, end[1].point)), q_mul(a->q, l->axes[0]),
                           q_mul(b->q, l->axes[1])};
}

static inline ludo_vec3 force_gear(const tendon_data *l)
{
    return v3(l->gear[0], l->gear[1], l->gear[2]);
}

static inline ludo_vec3 torque_gear(const tendon_data *l)
{
    return v3(l->gear[3], l->gear[4], l->gear[5]);
}

/* The point and the rotation as the reference sees them. */
static inline ludo_vec3 seen_point(const wrench_frames *f)
{
    return q_rotate(q_conj(f->at_origin), v3_sub(f->point, f->origin));
}

static inline ludo_quat seen_turn(const wrench_frames *f)
{
    return q_mul(q_conj(f->at_origin), f->at_point);
}

#endif
