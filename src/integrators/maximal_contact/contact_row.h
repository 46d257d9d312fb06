/* SPDX-License-Identifier: Apache-2.0
 *
 * Rows of a contact: the normal and two tangents; then, if there is such friction, spinning about
 * the normal, and rolling about the tangents. */
#ifndef LUDO_INTEGRATORS_MAXIMAL_CONTACT_CONTACT_ROW_H
#define LUDO_INTEGRATORS_MAXIMAL_CONTACT_CONTACT_ROW_H

#include "math/quat.h"

enum { SLIDING_ROWS = 3, SPINNING_ROWS = 4, ROLLING_ROWS = 6 };

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

#endif
