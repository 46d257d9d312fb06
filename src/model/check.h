/* SPDX-License-Identifier: Apache-2.0
 *
 * Whether a description can be a mechanism: each thing by itself, before they are put together. */
#ifndef LUDO_MODEL_CHECK_H
#define LUDO_MODEL_CHECK_H

#include "model/joint.h"
#include "model/spec.h"

/* Check every body, joint and site; names in messages are given by *_label below.
 * @return LUDO_OK or LUDO_BAD_MODEL with the reason and the place in `why` */
ludo_status ludo_check_spec(const ludo_spec *spec, ludo_diagnostic *why);

/* Whether the principal moments of J (xx yy zz xy xz yz) violate a triangle inequality, by so
 * little that it is told but accepted (see ludo_check_spec). */
bool ludo_check_inertia_is_borderline(const double J[6]);

#endif
