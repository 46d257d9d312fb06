/* SPDX-License-Identifier: Apache-2.0
 *
 * (A) of islands whose cones all act along single degrees of freedom: limits and dry friction of
 * joints [contact.md 5.11]. */
#ifndef LUDO_INTEGRATORS_MAXIMAL_CONTACT_INTERVAL_LIMITS_H
#define LUDO_INTEGRATORS_MAXIMAL_CONTACT_INTERVAL_LIMITS_H

#include "integrators/maximal_contact/interval_system.h"

/* Solve those of the parts of an interval that are such islands, after their warm start was loaded.
 * A part that is solved doesn't run any more, and has its status and report; the others are as
 * before, but for the iterate, whose start is to be loaded. */
void ludo_interval_hold_coordinates(interval *i, interior_part *parts);

#endif
