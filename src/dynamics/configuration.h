/* SPDX-License-Identifier: Apache-2.0
 *
 * Random coordinates of a tree, the same on every machine: functions of the state alone, which goes
 * on; it begins as the seed. */
#ifndef LUDO_DYNAMICS_CONFIGURATION_H
#define LUDO_DYNAMICS_CONFIGURATION_H

#include "dynamics/tree.h"

/* What constants are multiplied with that are the largest of samples, and so lower estimates. */
static const double sample_safety = 1.1;

/* A number from low to high. */
double ludo_random(uint64_t *state, double low, double high);

/* n numbers, the root of whose squares' sum is `length`. */
void ludo_random_way(uint64_t *state, int32_t n, double length, double *z);

/* Coordinates q: scalars with a range within it; other angles anywhere; other slides no further
 * than their length from `knot`; balls anywhere. */
void ludo_random_configuration(uint64_t *state, const tree *t, const double *knot, double *q);

/* Corner number `corner` of those where each angle beyond the first is its reference or half a turn
 * from it, taken into its range, all else being as at `knot`; false where there are no more, or
 * more than `most` corners in all. */
bool ludo_corner_configuration(int32_t corner, int32_t most, const tree *t, const double *knot,
                               double *q);

#endif
