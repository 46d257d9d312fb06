/* SPDX-License-Identifier: Apache-2.0
 *
 * Laws of force along one scalar q over an interval, at the middle of its motion [forces.md 1]:
 *
 *     start = -( a dq/h + (h/2) V'(q_mid) + d_0 dq - (h/2) F )         impulse at t_k
 *     end   =    a dq/h - (h/2) V'(q_mid) - d_1 dq + (h/2) F           impulse at t_{k+1}
 *     slope = -d start / d(dq/h) = a + (h/2)^2 V'' + h d_0 - ...
 *
 * with d_0 = d_1 = d/2, or for dampers of order 1 d_0 = d, d_1 = 0. Each function adds one law. */
#ifndef LUDO_INTEGRATORS_MAXIMAL_FORCES_MIDPOINT_FORCE_H
#define LUDO_INTEGRATORS_MAXIMAL_FORCES_MIDPOINT_FORCE_H

#include "integrators/maximal/maximal.h"
#include "tendons/laws.h"

LUDO_KERNEL_PART void scalar_add_armature(scalar_step *s, double a, double h)
{
    const double impulse = a * s->delta / h;
    s->start -= impulse;
    s->end += impulse;
    s->slope += a;
}

/* A force F that is mean over the interval; dF/dq and dF/dq' are its derivatives. */
LUDO_KERNEL_PART void scalar_add_force(scalar_step *s, double F, double by_q, double by_rate,
                                       double h)
{
    s->start += 0.5 * h * F;
    s->end += 0.5 * h * F;
    s->slope -= 0.5 * h * (0.5 * h * by_q + by_rate);
}

/* A spring, at the middle q_mid; a slack spring exerts no force unless rest[0] == rest[1]. */
LUDO_KERNEL_PART void scalar_add_spring(scalar_step *s, double k, const double rest[2],
                                        double q_mid, double h)
{
    const double stretch = spring_stretch(rest, q_mid);
    const bool acts = stretch != 0.0 || rest[0] == rest[1];
    scalar_add_force(s, -k * stretch, acts ? -k : 0.0, 0.0, h);
}

LUDO_KERNEL_PART void scalar_add_damper(scalar_step *s, double d, damping_split split, double h)
{
    s->start -= d * split.start * s->delta;
    s->end -= d * split.end * s->delta;
    s->slope += d * split.start * h;
}

/* The mean force of a servo on a coordinate that starts at q and moves by delta. */
LUDO_KERNEL_PART double servo_force(const servo_data *servo, double q, double delta, double h)
{
    return servo_law(servo, q + 0.5 * delta, delta / h);
}

/* A tendon's length at the middle of its motion. */
LUDO_KERNEL_PART double tendon_middle(const tendon_step *line)
{
    return 0.5 * (line->view[0].length + line->view[1].length);
}

/* Dissipation of a damper [J]. */
LUDO_KERNEL_PART double damper_loss(double d, damping_split split, double delta, double h)
{
    return d * (split.start + split.end) * delta * delta / h;
}

#endif
