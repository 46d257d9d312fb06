/* SPDX-License-Identifier: Apache-2.0
 *
 * Plane: all that lies below z = 0. Sizes, for drawing: half lengths along x and y; 0: endless. */
#include "geometry/list.h"

const shape_kind ludo_shape_plane = {.name = "plane"};
