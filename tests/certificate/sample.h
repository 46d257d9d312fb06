/* SPDX-License-Identifier: Apache-2.0
 *
 * Random poses of the shapes of a narrow phase: generic ones, parallel and nearly parallel faces,
 * gaps down to 0 and small overlaps, places far from the origin, sizes over two decades, thin
 * shapes. Each is drawn independently of the others. */
#ifndef LUDO_TESTS_CERTIFICATE_SAMPLE_H
#define LUDO_TESTS_CERTIFICATE_SAMPLE_H

#include "certificate/bounds.h"
#include "collision/narrow_phase.h"
#include "geometry/polytope.h"

/* A sample; colliders refer to its hulls, so that it stays where it was made. */
typedef struct pair_sample {
    const narrow_phase_kind *kind;
    collider a, b;
    pose z_a, z_b;
    sample_mesh mesh_a, mesh_b;
    polytope hull_a, hull_b;
    double size; /* the largest dimension of both shapes [m] */
    double thin; /* the least one [m] */
    double far;  /* the largest distance from the origin [m] */
} pair_sample;

/* Make the sample with this number for a seed; release it afterwards.
 * @return false: a shape of the pair is unknown (solid.c), or there is no memory */
bool pair_sample_make(pair_sample *s, const narrow_phase_kind *kind, uint64_t seed, long index);

void pair_sample_release(pair_sample *s);

/* Both shapes in the world. */
solid_pair pair_sample_solids(const pair_sample *s);

#endif
