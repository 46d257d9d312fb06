/* SPDX-License-Identifier: Apache-2.0
 *
 * Random coordinates of a tree, the same on every machine. The generator's state starts as the seed
 * and advances with each number. */
#ifndef LUDO_DYNAMICS_CONFIGURATION_H
#define LUDO_DYNAMICS_CONFIGURATION_H

#include "dynamics/tree.h"

/* Safety factor on the largest of some samples, which underestimates the maximum. */
static const double sample_safety = 1.1;

/* A number between low and high. */
double ludo_random(uint64_t *state, double low, double high);

/* n numbers whose Euclidean norm is `length`. */
void ludo_random_way(uint64_t *state, int32_t n, double length, double *z);

/* Random coordinates q: scalars with a range within their range; other angles anywhere; other
 * slides at most their length from `knot`; balls anywhere. */
void ludo_random_configuration(uint64_t *state, const tree *t, const double *knot, double *q);

/* Corner number `corner` of the configuration space: each angle except the root's is at its
 * reference or half a revolution from it, moved into its range; all other coordinates are as at
 * `knot`. False if there are fewer corners, or more than `most` in all. */
bool ludo_corner_configuration(int32_t corner, int32_t most, const tree *t, const double *knot,
                               double *q);

#endif
