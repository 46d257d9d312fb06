/* SPDX-License-Identifier: Apache-2.0
 *
 * A row of a contact at a body. */
#ifndef LUDO_INTEGRATORS_MAXIMAL_CONTACT_CONTACT_ROW_H
#define LUDO_INTEGRATORS_MAXIMAL_CONTACT_CONTACT_ROW_H

#include "math/quat.h"

/* The unit force n at an arm from a body's centre of mass, with its moment. */
static inline void write_row(double row[6], double sign, ludo_vec3 n, ludo_vec3 arm)
{
    const ludo_vec3 moment = v3_cross(arm, n);
    row[0] = sign * n.x, row[1] = sign * n.y, row[2] = sign * n.z;
    row[3] = sign * moment.x, row[4] = sign * moment.y, row[5] = sign * moment.z;
}

#endif
