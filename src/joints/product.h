/* SPDX-License-Identifier: Apache-2.0
 *
 * Joint types that are products: translations along the directions that the type does not hold,
 * times no rotation, a rotation about n, or a ball. The held directions of the type determine its
 * scalar operations; its formula (motion.h) is its own.
 *
 *     held translations    free directions      held rotations    free rotation
 *     SPAN_ALL             none                 SPAN_ALL          none
 *     SPAN_PLANE           n                    SPAN_PLANE        about n, one angle
 *     SPAN_AXIS            P0, P1               SPAN_NONE         ball, one quaternion
 *     SPAN_NONE            P0, P1, n
 *
 * Coordinates are the lengths along the free directions, then the angle or the quaternion; rates
 * are their derivatives, of a quaternion the relative angular velocity in the child's joint frame.
 */
#ifndef LUDO_JOINTS_PRODUCT_H
#define LUDO_JOINTS_PRODUCT_H

#include "joints/motion.h"

void ludo_joint_product_rest(const joint_data *j, double *q);

void ludo_joint_product_position(const joint_data *j, const pose *a, const pose *b,
                                 const double *memory, double *q);

void ludo_joint_product_rate(const joint_pair *p, double *rate);

void ludo_joint_product_place(const joint_data *j, const pose *a, const double *q, pose *b,
                              double *memory);

twist ludo_joint_product_move(const joint_data *j, const pose *a, const pose *b,
                              const double *memory, const twist *va, const double *rate);

joint_links ludo_joint_product_links(const joint_data *j);

/* The operations of a product in the table of its type. */
#define PRODUCT_OPERATIONS(name)                                                                   \
    .motion = name##_motion, .motion_lanes = name##_motion_lanes, .rest = ludo_joint_product_rest, \
    .position = ludo_joint_product_position, .rate = ludo_joint_product_rate,                      \
    .place = ludo_joint_product_place, .move = ludo_joint_product_move,                            \
    .links = ludo_joint_product_links

#endif
