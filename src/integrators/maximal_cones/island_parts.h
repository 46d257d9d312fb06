/* SPDX-License-Identifier: Apache-2.0
 *
 * Islands as the parts of an interior point, of an interval or of a knot [contact.md 4.4]. */
#ifndef LUDO_INTEGRATORS_MAXIMAL_CONES_ISLAND_PARTS_H
#define LUDO_INTEGRATORS_MAXIMAL_CONES_ISLAND_PARTS_H

#include "integrators/maximal_cones/contacts.h"

/* The parts of a solve: their islands. */
typedef struct island_parts {
    maximal *x;
    const int32_t *island; /* per part */
    int32_t count;
} island_parts;

/* The island of a part. */
const island *ludo_island_parts_at(const island_parts *of, int32_t part);

/* An island becomes the next part of the list of the islands, which has `count` of them. */
void ludo_island_parts_add(maximal_contacts *c, int32_t count, int32_t island);

/* Parts that run take part in evaluations, no other island does. */
void ludo_island_parts_run(const island_parts *of, const interior_part *parts);

/* From here on evaluations leave out blocks of bodies of islands that don't run: their iterates
 * were evaluated and stay. Not where a force acts on bodies of several islands, or adds to
 * residuals. */
void ludo_island_parts_leave(maximal *x, const ludo_model *m);

/* Before a factorisation: choose the islands that are condensed, those with soft slopes. */
void ludo_island_parts_choose_solvers(const island_parts *of, const interior_part *parts);

/* Per body: whether it is of an island that doesn't run; NULL: all run. */
const bool *ludo_island_parts_idle(islands *of);

/* The step length of each island into `alpha`: 0 where it isn't solved here. */
void ludo_island_parts_read_alpha(const island_parts *of, const interior_part *parts);

/* The largest motion of the joints of a part by the rates in the tree's w over h, in units of their
 * scales. */
double ludo_island_parts_motion(const island_parts *of, const ludo_model *m, int32_t part,
                                double h);

#endif
