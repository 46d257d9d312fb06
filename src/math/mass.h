/* SPDX-License-Identifier: Apache-2.0
 *
 * Mass properties of rigid bodies and their sums. */
#ifndef LUDO_MATH_MASS_H
#define LUDO_MATH_MASS_H

#include "math/quat.h"
#include "math/symmetric.h"

/* Mass, centre of mass, and inertia about it in the axes of the frame in which they are given. */
typedef struct mass_properties {
    double mass;
    ludo_vec3 com;
    sym3 J;
} mass_properties;

static inline bool mass_finite(mass_properties m)
{
    return isfinite(m.mass) && v3_finite(m.com) && s3_finite(m.J);
}

/* Mass properties at another density. */
static inline mass_properties mass_scaled(double factor, mass_properties m)
{
    return (mass_properties){factor * m.mass, m.com, s3_scale(factor, m.J)};
}

/* Mass properties given in `frame`, converted to the frame in which `frame` is given. */
static inline mass_properties mass_seen(ludo_frame frame, mass_properties m)
{
    return (mass_properties){
        m.mass,
        v3_add(frame.position, q_rotate(frame.orientation, m.com)),
        s3_turn(q_matrix(frame.orientation), m.J),
    };
}

/* Two bodies as one, both given in one frame. Computed from the vector between the centres of mass,
 * so that the distance from the frame does not matter:
 *
 *     J = J_a + J_b + m_a m_b / (m_a + m_b) (d.d 1 - d d^T),    d = c_b - c_a */
static inline mass_properties mass_sum(mass_properties a, mass_properties b)
{
    const double mass = a.mass + b.mass, share = mass > 0.0 ? b.mass / mass : 0.0;
    const double reduced = a.mass * share;
    const ludo_vec3 d = v3_sub(b.com, a.com), m = v3_scale(reduced, d);
    return (mass_properties){
        mass,
        v3_axpy(a.com, share, d),
        {a.J.xx + b.J.xx + (m.y * d.y + m.z * d.z), a.J.yy + b.J.yy + (m.x * d.x + m.z * d.z),
         a.J.zz + b.J.zz + (m.x * d.x + m.y * d.y), a.J.xy + b.J.xy - m.x * d.y,
         a.J.xz + b.J.xz - m.x * d.z, a.J.yz + b.J.yz - m.y * d.z},
    };
}

#endif
