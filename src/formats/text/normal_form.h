/* SPDX-License-Identifier: Apache-2.0
 *
 * Rotations and directions that reading and writing leave as they are. Both normalize, which is not
 * idempotent to the last bit: these are what normalizing again and again ends at, so that what is
 * written once is written the same again. */
#ifndef LUDO_FORMATS_TEXT_NORMAL_FORM_H
#define LUDO_FORMATS_TEXT_NORMAL_FORM_H

#include "ludo/base.h"

/* Of a quaternion that is not zero. */
ludo_quat ludo_quat_settled(ludo_quat q);

/* The unit vector of a direction that is not zero. */
ludo_vec3 ludo_direction_settled(ludo_vec3 a);

#endif
