/* SPDX-License-Identifier: Apache-2.0
 *
 * The types of shapes: one line each. */
#ifndef LUDO_GEOMETRY_LIST_H
#define LUDO_GEOMETRY_LIST_H

#include "geometry/shape.h"

#define LUDO_SHAPE_LIST(X)                                                                         \
    X(plane)                                                                                       \
    X(sphere)                                                                                      \
    X(capsule)                                                                                     \
    X(cylinder)                                                                                    \
    X(box)                                                                                         \
    X(ellipsoid)                                                                                   \
    X(mesh)                                                                                        \
    X(hfield)

#define X(name) extern const shape_kind ludo_shape_##name;
LUDO_SHAPE_LIST(X)
#undef X

#endif
