/* SPDX-License-Identifier: Apache-2.0
 *
 * Normal forms of rotations and directions, preserved by reading and writing. Readers and writers
 * normalize, which is not idempotent to the last bit; repeated normalization ends at these values,
 * so writing, reading and writing again gives the same text. */
#ifndef LUDO_FORMATS_TEXT_NORMAL_FORM_H
#define LUDO_FORMATS_TEXT_NORMAL_FORM_H

#include "ludo/base.h"

/* Of a nonzero quaternion. */
ludo_quat ludo_normal_form_quat(ludo_quat q);

/* Of a nonzero direction: its unit vector. */
ludo_vec3 ludo_normal_form_direction(ludo_vec3 a);

#endif
