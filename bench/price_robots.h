/* SPDX-License-Identifier: Apache-2.0
 *
 * Robots from files on a floor, held by servos. */
#ifndef LUDO_BENCH_PRICE_ROBOTS_H
#define LUDO_BENCH_PRICE_ROBOTS_H

#include <stdbool.h>

/* Write an MJCF file of a robot (URDF) with a floating base, a floor, a servo on every hinge, and
 * the keyframe "stand". False: there is no pose for the file, it can't be read, or `path` can't be
 * written. */
bool ludo_price_stand(const char *robot, const char *path);

#endif
