/* SPDX-License-Identifier: Apache-2.0
 *
 * Mesh: a surface of triangles, in the frame of its vertices. */
#include "geometry/list.h"

const shape_kind ludo_shape_mesh = {
    .name = "mesh", .of_mesh = true, .places = 8, .hit = ludo_ray_mesh};
