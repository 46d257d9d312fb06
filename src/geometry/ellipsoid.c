/* SPDX-License-Identifier: Apache-2.0
 *
 * Ellipsoid: radii a, b, c along x, y, z. The area of its surface has no elementary formula; both
 * conventions for its shell are those of MuJoCo, so that models have equal masses. */
#include "geometry/list.h"

static mass_properties ellipsoid_solid(const double *size)
{
    const double a = size[0], b = size[1], c = size[2];
    return mass_even(4.0 / 3.0 * PI * a * b * c, a * a / 5.0, b * b / 5.0, c * c / 5.0);
}

/* The fifth root of y in (0, 1] by Newton's method, monotone from 1. */
static double fifth_root(double y)
{
    double x = 1.0, next = 1.0;
    do {
        x = next;
        next = (4.0 * x + y / (x * x * x * x)) / 5.0;
    } while (next < x);
    return x;
}

/* Thomsen's exponent p = 643/400. */
enum { NUMERATOR = 643, DENOMINATOR = 400 };

/* x^p for x in (0, 1]: 400 = 2^4 5^2 */
static double power(double x)
{
    double factor = fifth_root(fifth_root(sqrt(sqrt(sqrt(sqrt(x)))))), product = 1.0;
    for (int n = NUMERATOR; n > 0; n /= 2) {
        product *= n % 2 != 0 ? factor : 1.0;
        factor *= factor;
    }
    return product;
}

/* The power mean of three numbers by Newton's method, monotone from the largest. */
static double power_mean(double x, double y, double z)
{
    const double most = v3_max(v3(x, y, z));
    const double mean = (power(x / most) + power(y / most) + power(z / most)) / 3.0;
    double m = 1.0, next = 1.0;
    do {
        m = next;
        next = m - m * (1.0 - mean / power(m)) * DENOMINATOR / NUMERATOR;
    } while (next < m);
    return most * m;
}

/* The area by Thomsen's approximation, at most 1.1 % off,
 *
 *     4 pi ((b^p c^p + c^p a^p + a^p b^p) / 3)^(1/p)
 *
 * and the mass between the ellipsoid and the one with radii larger by the same e, so that for a
 *
 *     mean of x^2 = ((a + e)^2 V' - a^2 V) / (V' - V) / 5
 *
 * with the volumes V' and V. */
static mass_properties ellipsoid_shell(const double *size)
{
    const double e = 1e-6, a = size[0], b = size[1], c = size[2];
    const double ratio = a * b * c / (a * b + b * c + c * a + e * (a + b + c) + e * e);
    double mean[3];
    for (int i = 0; i < 3; i++) {
        const double s = size[i];
        mean[i] = ((s + e) * (s + e) + ratio * (2.0 * s + e)) / 5.0;
    }
    return mass_even(4.0 * PI * power_mean(b * c, c * a, a * b), mean[0], mean[1], mean[2]);
}

static double ellipsoid_radius(const double *size)
{
    return v3_max(v3_at(size));
}

static ludo_vec3 ellipsoid_sides(const double *size)
{
    return v3_at(size);
}

/* In coordinates over the radii it is the unit sphere. */
static double ellipsoid_hit(const ray *r, const double *size, const ray_surface *surface)
{
    const ludo_vec3 p = v3(r->from.x / size[0], r->from.y / size[1], r->from.z / size[2]);
    const ludo_vec3 u = v3(r->along.x / size[0], r->along.y / size[1], r->along.z / size[2]);
    double t[2];
    (void)surface;
    if (!ray_roots(v3_dot(u, u), v3_dot(p, u), v3_dot(p, p) - 1.0, t)) {
        return NO_HIT;
    }
    return t[0] >= 0.0 ? t[0] : t[1] >= 0.0 ? t[1] : NO_HIT;
}

const shape_kind ludo_shape_ellipsoid = {
    "ellipsoid",     3, false, ellipsoid_solid, ellipsoid_shell, ellipsoid_radius,
    ellipsoid_sides, 1, false, ellipsoid_hit};
