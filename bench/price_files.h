/* SPDX-License-Identifier: Apache-2.0
 *
 * Model files of scenes with contacts, written as MJCF: friction 0.5 to 1, steps of the caller. All
 * start at rest at their reference pose. */
#ifndef LUDO_BENCH_PRICE_FILES_H
#define LUDO_BENCH_PRICE_FILES_H

#include <stdio.h>

/* A stack of cubes. */
void ludo_price_stack(FILE *file, int count);

/* A pyramid of bricks in a plane, `count` in the lowest of as many rows. */
void ludo_price_pyramid(FILE *file, int count);

/* A wall of bricks, eight rows of `count`, each second row shifted. */
void ludo_price_wall(FILE *file, int count);

/* Rings of twelve capsules; each holds the next, the first hangs on a fixed ring. */
void ludo_price_rings(FILE *file, int count);

/* A chain of spheres on ball joints that falls on a plane, as ludo_scene_sphere_chain(). */
void ludo_price_chain(FILE *file, int count);

/* Bodies above a bin, in layers of sixteen, at random orientations. */
void ludo_price_spheres(FILE *file, int count);
void ludo_price_boxes(FILE *file, int count);
void ludo_price_capsules(FILE *file, int count);

/* A robot whose trunk, thighs, shanks and feet are convex meshes stands on four legs, held by
 * springs and servos. */
void ludo_price_hulls(FILE *file, int count);

#endif
