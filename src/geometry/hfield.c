/* SPDX-License-Identifier: Apache-2.0
 *
 * Height field: a surface over a grid (height_field.h) and all below it, down to z = -size[0]. */
#include "geometry/list.h"

const shape_kind ludo_shape_hfield = {
    .name = "hfield", .size_count = 1, .of_grid = true, .hit = ludo_ray_grid};
