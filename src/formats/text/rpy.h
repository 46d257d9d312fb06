/* SPDX-License-Identifier: Apache-2.0
 *
 * Rotations as roll, pitch and yaw [rad]: about the fixed axes x, then y, then z. */
#ifndef LUDO_FORMATS_TEXT_RPY_H
#define LUDO_FORMATS_TEXT_RPY_H

#include "ludo/base.h"

/* Rz(yaw) Ry(pitch) Rx(roll) */
ludo_quat ludo_rpy_quat(const double rpy[3]);

/* The angles of a rotation, pitch in [-pi/2, pi/2]: of all that give it to the bit after
 * normalization (ludo_normal_form_quat()), those with fewest decimals. If there are none, angles
 * that give it to rounding and that are returned again for the rotation that they give. */
void ludo_rpy_from_quat(ludo_quat q, double rpy[3]);

#endif
