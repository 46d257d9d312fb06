/* SPDX-License-Identifier: Apache-2.0
 *
 * The mass that is fixed to a body. */
#ifndef LUDO_FORMATS_CARRIED_MASS_H
#define LUDO_FORMATS_CARRIED_MASS_H

#include "ludo/spec.h"

/* The mass of a body and of all bodies that fixed joints carry on it [kg]. O(bodies joints). */
double ludo_carried_mass(const ludo_spec *spec, int32_t body);

#endif
