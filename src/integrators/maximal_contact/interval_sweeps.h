/* SPDX-License-Identifier: Apache-2.0
 *
 * Impulses of the contacts of free bodies, estimated by sweeps [contact.md 5.12]. */
#ifndef LUDO_INTEGRATORS_MAXIMAL_CONTACT_INTERVAL_SWEEPS_H
#define LUDO_INTEGRATORS_MAXIMAL_CONTACT_INTERVAL_SWEEPS_H

#include "integrators/maximal_contact/interval_system.h"

/* Whether all bodies of an island are free and all of its cones are contacts with sliding friction
 * at most. */
bool ludo_interval_has_sweeps(const maximal_contacts *c, const island *k);

/* Estimate of parts (interior_parts.h), whose self is an interval, at an iterate that was
 * evaluated.
 */
void ludo_interval_estimate(void *self, const interior_part *parts);

#endif
