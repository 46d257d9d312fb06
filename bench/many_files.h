/* SPDX-License-Identifier: Apache-2.0
 *
 * Model files of scenes of many bodies, written as MJCF. */
#ifndef LUDO_BENCH_MANY_FILES_H
#define LUDO_BENCH_MANY_FILES_H

#include <stdio.h>

/* Spheres in a cubic lattice, 0.5 m apart, that fall without touching anything. */
void ludo_many_spheres(FILE *file, int count);

/* Boxes that lie on a floor, none touches another. */
void ludo_many_boxes(FILE *file, int count);

/* Stacks of five boxes on a floor. */
void ludo_many_stacks(FILE *file, int count);

/* A sphere that falls towards a square of boxes at rest. */
void ludo_many_fixed(FILE *file, int count);

#endif
