/* SPDX-License-Identifier: Apache-2.0
 *
 * Frames and directions in URDF. */
#include "formats/urdf.h"
#include "math/elementary.h"

/* Rz(yaw) Ry(pitch) Rx(roll) */
static ludo_quat from_rpy(const double rpy[3])
{
    double s[3], c[3];
    for (int i = 0; i < 3; i++) {
        ludo_sincos(0.5 * rpy[i], &s[i], &c[i]);
    }
    const ludo_quat roll = {c[0], s[0], 0.0, 0.0}, pitch = {c[1], 0.0, s[1], 0.0};
    const ludo_quat yaw = {c[2], 0.0, 0.0, s[2]};
    return q_normalized(q_mul(yaw, q_mul(pitch, roll)));
}

ludo_frame ludo_urdf_frame(urdf *u, int32_t element)
{
    double xyz[3] = {0.0, 0.0, 0.0}, rpy[3] = {0.0, 0.0, 0.0};
    (void)ludo_reader_numbers(&u->r, element, "xyz", 3, xyz);
    (void)ludo_reader_numbers(&u->r, element, "rpy", 3, rpy);
    return (ludo_frame){v3(xyz[0], xyz[1], xyz[2]), from_rpy(rpy)};
}

ludo_frame ludo_urdf_origin(urdf *u, int32_t element)
{
    const int32_t origin = ludo_reader_child(&u->r, element, "origin");
    return origin >= 0 ? ludo_urdf_frame(u, origin) : (ludo_frame){{0.0, 0.0, 0.0}, q_identity()};
}
