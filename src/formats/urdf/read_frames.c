/* SPDX-License-Identifier: Apache-2.0
 *
 * Frames and directions in URDF. */
#include "formats/text/rpy.h"
#include "formats/urdf/read.h"

ludo_frame ludo_urdf_frame(urdf *u, int32_t element)
{
    double xyz[3] = {0.0, 0.0, 0.0}, rpy[3] = {0.0, 0.0, 0.0};
    (void)ludo_reader_numbers(&u->r, element, "xyz", 3, xyz);
    (void)ludo_reader_numbers(&u->r, element, "rpy", 3, rpy);
    return (ludo_frame){v3(xyz[0], xyz[1], xyz[2]), ludo_rpy_quat(rpy)};
}

ludo_frame ludo_urdf_origin(urdf *u, int32_t element)
{
    const int32_t origin = ludo_reader_child(&u->r, element, "origin");
    return origin >= 0 ? ludo_urdf_frame(u, origin) : frame_identity();
}
