/* SPDX-License-Identifier: Apache-2.0
 *
 * Roll, pitch, yaw. With half angles, s and d half the sum and half the difference of roll and yaw,
 *
 *     w + y = A cos d,    x - z = A sin d,    A = sqrt 2 sin(pitch/2 + pi/4),
 *     w - y = B cos s,    x + z = B sin s,    B = sqrt 2 cos(pitch/2 + pi/4),
 *
 * which stays exact at pitch = +-pi/2, where s or d is undetermined. */
#include "formats/text/rpy.h"

#include "formats/text/normal_form.h"
#include "math/elementary.h"
#include "math/quat.h"

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

/* Pitch, half sum and half difference of roll and yaw, and step sizes of each that rotate by about
 * the rounding error of a rotation. */
typedef struct rpy_angles {
    double s, d, pitch;
    double step_s, step_d, step_pitch;
} rpy_angles;

/* A power of two that, times the amplitude, is a few rounding errors. */
static double step_of(double amplitude)
{
    double step = 0x1p-51;
    for (double a = amplitude; a < 1.0 && step < 0x1p-8; a *= 2.0) {
        step *= 2.0;
    }
    return step;
}

static rpy_angles angles_of(ludo_quat q)
{
    const double nothing = 1e-14; /* below the rounding error of the components */
    const double a[2] = {q.w + q.y, q.x - q.z}, b[2] = {q.w - q.y, q.x + q.z};
    const double A = sqrt(a[0] * a[0] + a[1] * a[1]), B = sqrt(b[0] * b[0] + b[1] * b[1]);
    const double d = ludo_atan2(a[1], a[0]), s = ludo_atan2(b[1], b[0]);
    return (rpy_angles){.s = B > nothing ? s : d,
                        .d = A > nothing ? d : -s,
                        .pitch = 2.0 * ludo_atan2(A, B) - 0.5 * PI,
                        .step_s = step_of(B),
                        .step_d = step_of(A),
                        .step_pitch = step_of(1.0)};
}

static double within_turn(double angle)
{
    return angle > PI ? angle - 2.0 * PI : angle <= -PI ? angle + 2.0 * PI : angle;
}

static void write_angles(double s, double d, double pitch, double rpy[3])
{
    rpy[0] = within_turn(s + d);
    rpy[1] = pitch;
    rpy[2] = within_turn(s - d);
}

static bool gives(const double rpy[3], ludo_quat settled)
{
    const ludo_quat q = ludo_normal_form_quat(ludo_rpy_quat(rpy));
    const double same = q_dot(q, settled) < 0.0 ? -1.0 : 1.0;
    return q.w == same * settled.w && q.x == same * settled.x && q.y == same * settled.y &&
           q.z == same * settled.z;
}

/* The first of the angles with fewest decimals that give the rotation exactly. */
static bool find_decimals(const rpy_angles *at, ludo_quat settled, double rpy[3])
{
    double exact[3], power = 1.0;
    write_angles(at->s, at->d, at->pitch, exact);
    for (int decimals = 0; decimals <= 15; decimals++, power *= 10.0) {
        for (int i = 0; i < 3; i++) {
            rpy[i] = floor(exact[i] * power + 0.5) / power + 0.0;
        }
        if (gives(rpy, settled)) {
            return true;
        }
    }
    return false;
}

/* The i-th grid point around the angles; the first is the nearest. */
enum { AROUND = 5 };
static void grid_point(const rpy_angles *at, int i, double rpy[3])
{
    static const double offsets[AROUND] = {0.0, 1.0, -1.0, 2.0, -2.0};
    const double s = floor(at->s / at->step_s + 0.5), d = floor(at->d / at->step_d + 0.5);
    const double pitch = floor(at->pitch / at->step_pitch + 0.5);
    write_angles((s + offsets[i % AROUND]) * at->step_s,
                 (d + offsets[i / AROUND % AROUND]) * at->step_d,
                 (pitch + offsets[i / (AROUND * AROUND)]) * at->step_pitch, rpy);
}

/* The first grid point that gives the rotation exactly; if there is none, the nearest. */
static bool find_on_grid(const rpy_angles *at, ludo_quat settled, double rpy[3])
{
    for (int i = 0; i < AROUND * AROUND * AROUND; i++) {
        grid_point(at, i, rpy);
        if (gives(rpy, settled)) {
            return true;
        }
    }
    grid_point(at, 0, rpy);
    return false;
}

/* If no angles give the rotation to the bit, take a rotation a few rounding errors away whose
 * angles are on the grid. */
void ludo_rpy_from_quat(ludo_quat q, double rpy[3])
{
    enum { PATIENCE = 4 };
    for (int i = 0; i < PATIENCE; i++) {
        q = ludo_normal_form_quat(q);
        q = q.w < 0.0 ? (ludo_quat){-q.w, -q.x, -q.y, -q.z} : q;
        const rpy_angles at = angles_of(q);
        if (find_decimals(&at, q, rpy) || find_on_grid(&at, q, rpy)) {
            return;
        }
        q = ludo_rpy_quat(rpy);
    }
}
