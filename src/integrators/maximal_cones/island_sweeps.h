/* SPDX-License-Identifier: Apache-2.0
 *
 * Impulses of the contacts of free bodies, estimated by sweeps [contact.md 5.12]. */
#ifndef LUDO_INTEGRATORS_MAXIMAL_CONES_ISLAND_SWEEPS_H
#define LUDO_INTEGRATORS_MAXIMAL_CONES_ISLAND_SWEEPS_H

#include "integrators/maximal_cones/island_parts.h"

/* Points per ten pairs of bodies, at most, in islands of many contacts that have sweeps: those of
 * an interval, and of a knot, whose equations are linear. */
enum { INTERVAL_POINTS = 13, KNOT_POINTS = 16 };

/* Whether all bodies of an island are free and all of its cones are contacts with sliding friction
 * at most, of few points per pair. */
bool ludo_island_parts_have_sweeps(const maximal_contacts *c, const island *k, int32_t most);

/* Estimate the impulses of parts with alpha > 0, from those at hand. The tree has the blocks M and
 * C and the balances r and e of the iterate, the cones their rates there; the tree's u and w become
 * the direction. */
void ludo_island_parts_sweep(const island_parts *of, const ludo_model *m,
                             const interior_part *parts);

#endif
