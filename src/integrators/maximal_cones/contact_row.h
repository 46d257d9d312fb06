/* SPDX-License-Identifier: Apache-2.0
 *
 * Rows of a contact: the normal and two tangents; then, if there is such friction, spinning about
 * the normal, and rolling about the tangents.
 *
 * Impulses of friction have the bound mu gamma in common, mu the coefficient of the cone. A row of
 * friction whose own coefficient is another one has the length of that one over mu
 * [contact.md 1.4]. */
#ifndef LUDO_INTEGRATORS_MAXIMAL_CONES_CONTACT_ROW_H
#define LUDO_INTEGRATORS_MAXIMAL_CONES_CONTACT_ROW_H

#include "math/quat.h"
#include "model/contact.h"

enum { SLIDING_ROWS = 3, SPINNING_ROWS = 4, ROLLING_ROWS = 6 };

/* Rows of a contact with friction. */
static inline int32_t contact_width(const contact_law *law)
{
    return law->roll > 0.0 ? ROLLING_ROWS : law->spin > 0.0 ? SPINNING_ROWS : SLIDING_ROWS;
}

/* The coefficient of its cone: that of sliding, or 1 where only spinning and rolling have friction.
 */
static inline double contact_coefficient(const contact_law *law)
{
    return law->frictionless ? 0.0 : law->friction > 0.0 ? law->friction : 1.0;
}

/* The unit force n at an arm from a body's centre of mass, with its moment. */
static inline void write_row(double row[6], double sign, ludo_vec3 n, ludo_vec3 arm)
{
    const ludo_vec3 moment = v3_cross(arm, n);
    row[0] = sign * n.x, row[1] = sign * n.y, row[2] = sign * n.z;
    row[3] = sign * moment.x, row[4] = sign * moment.y, row[5] = sign * moment.z;
}

/* The couple of this moment about the unit axis n. */
static inline void write_couple(double row[6], double moment, ludo_vec3 n)
{
    row[0] = row[1] = row[2] = 0.0;
    row[3] = moment * n.x, row[4] = moment * n.y, row[5] = moment * n.z;
}

/* The twist of a body in an array of velocities, six per body; the world, -1, is at rest. */
static inline twist twist_of(const double *u, int32_t s)
{
    static const twist still = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
    return s >= 0 ? (twist){v3_at(u + 6 * s), v3_at(u + 6 * s + 3)} : still;
}

#endif
