/* SPDX-License-Identifier: Apache-2.0
 *
 * The joint types: one line each. */
#ifndef LUDO_JOINTS_LIST_H
#define LUDO_JOINTS_LIST_H

#include "model/joint.h"

#define LUDO_JOINT_LIST(X)                                                                         \
    X(fixed)                                                                                       \
    X(hinge)                                                                                       \
    X(slide)                                                                                       \
    X(cylindrical)                                                                                 \
    X(universal)                                                                                   \
    X(planar)                                                                                      \
    X(ball)                                                                                        \
    X(point_on_line)                                                                               \
    X(free_planar)                                                                                 \
    X(orientation_only)                                                                            \
    X(composite)                                                                                   \
    X(free)                                                                                        \
    X(spherical)

#define X(name) extern const joint_kind ludo_joint_##name;
LUDO_JOINT_LIST(X)
#undef X

#endif
