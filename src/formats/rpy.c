/* SPDX-License-Identifier: Apache-2.0
 *
 * Roll, pitch, yaw. With half angles, s and d half the sum and half the difference of roll and yaw,
 *
 *     w + y = A cos d,  x - z = A sin d,  A = cos(pitch/2) + sin(pitch/2) = sqrt 2 sin(pitch/2 +
 * pi/4) w - y = B cos s,  x + z = B sin s,  B = cos(pitch/2) - sin(pitch/2) = sqrt 2 cos(pitch/2 +
 * pi/4)
 *
 * which stays exact where pitch is a right angle, and s or d says nothing. */
#include "formats/rpy.h"

#include "formats/settled.h"
#include "math/elementary.h"
#include "math/quat.h"

#include <string.h>

#define PI 3.14159265358979323846

ludo_quat ludo_rpy_quat(const double rpy[3])
{
    double s[3], c[3];
    for (int i = 0; i < 3; i++) {
        ludo_sincos(0.5 * rpy[i], &s[i], &c[i]);
    }
    const ludo_quat roll = {c[0], s[0], 0.0, 0.0}, pitch = {c[1], 0.0, s[1], 0.0};
    const ludo_quat yaw = {c[2], 0.0, 0.0, s[2]};
    return q_normalized(q_mul(yaw, q_mul(pitch, roll)));
}

static double within_turn(double angle)
{
    return angle > PI ? angle - 2.0 * PI : angle <= -PI ? angle + 2.0 * PI : angle;
}

static void angles_of(ludo_quat q, double rpy[3])
{
    const double nothing = 1e-14; /* below round-off of the components */
    const double a[2] = {q.w + q.y, q.x - q.z}, b[2] = {q.w - q.y, q.x + q.z};
    const double A = sqrt(a[0] * a[0] + a[1] * a[1]), B = sqrt(b[0] * b[0] + b[1] * b[1]);
    double d = ludo_atan2(a[1], a[0]), s = ludo_atan2(b[1], b[0]);
    d = A > nothing ? d : -s;
    s = B > nothing ? s : d;
    rpy[0] = within_turn(s + d);
    rpy[1] = 2.0 * ludo_atan2(A, B) - 0.5 * PI;
    rpy[2] = within_turn(s - d);
}

static bool gives(const double rpy[3], ludo_quat settled)
{
    const ludo_quat q = ludo_quat_settled(ludo_rpy_quat(rpy));
    const double same = q_dot(q, settled) < 0.0 ? -1.0 : 1.0;
    return q.w == same * settled.w && q.x == same * settled.x && q.y == same * settled.y &&
           q.z == same * settled.z;
}

/* The first of the angles with fewest decimals that give the rotation. */
static bool find_decimals(double rpy[3], ludo_quat settled)
{
    double power = 1.0;
    for (int decimals = 0; decimals <= 15; decimals++, power *= 10.0) {
        double rounded[3];
        for (int i = 0; i < 3; i++) {
            rounded[i] = floor(rpy[i] * power + 0.5) / power + 0.0;
        }
        if (gives(rounded, settled)) {
            memcpy(rpy, rounded, sizeof rounded);
            return true;
        }
    }
    return false;
}

/* The first around the angles that gives the rotation, of numbers as coarse as the round-off of the
 * rotation; without one the angles are moved onto them. */
static bool find_around(double rpy[3], ludo_quat settled)
{
    static const double offsets[] = {0.0, 1.0, -1.0, 2.0, -2.0};
    enum { OFFSETS = sizeof offsets / sizeof *offsets };
    const double step = 0x1p-53;
    for (int i = 0; i < 3; i++) {
        rpy[i] = floor(rpy[i] / step + 0.5) * step + 0.0;
    }
    for (int i = 0; i < OFFSETS * OFFSETS * OFFSETS; i++) {
        const double near[3] = {rpy[0] + step * offsets[i % OFFSETS],
                                rpy[1] + step * offsets[i / OFFSETS % OFFSETS],
                                rpy[2] + step * offsets[i / (OFFSETS * OFFSETS)]};
        if (gives(near, settled)) {
            memcpy(rpy, near, sizeof near);
            return true;
        }
    }
    return false;
}

/* Angles that don't give the rotation to the bit give one so close that nobody can tell, of which
 * it is tried again. */
void ludo_rpy_from_quat(ludo_quat q, double rpy[3])
{
    enum { PATIENCE = 4 };
    for (int i = 0; i < PATIENCE; i++) {
        q = ludo_quat_settled(q);
        angles_of(q, rpy);
        if (find_decimals(rpy, q) || find_around(rpy, q)) {
            return;
        }
        q = ludo_rpy_quat(rpy);
    }
}
