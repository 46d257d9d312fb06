/* SPDX-License-Identifier: Apache-2.0
 *
 * Vectors of three in extended precision. */
#ifndef LUDO_TESTS_CERTIFICATE_EXTENDED_H
#define LUDO_TESTS_CERTIFICATE_EXTENDED_H

#include "ludo/base.h"

#include <math.h>

typedef long double extended;

typedef struct vec3x {
    extended x, y, z;
} vec3x;

static inline vec3x x3(extended x, extended y, extended z)
{
    return (vec3x){x, y, z};
}

static inline vec3x x3_of(ludo_vec3 a)
{
    return x3((extended)a.x, (extended)a.y, (extended)a.z);
}

static inline vec3x x3_add(vec3x a, vec3x b)
{
    return x3(a.x + b.x, a.y + b.y, a.z + b.z);
}

static inline vec3x x3_sub(vec3x a, vec3x b)
{
    return x3(a.x - b.x, a.y - b.y, a.z - b.z);
}

static inline vec3x x3_scale(extended s, vec3x a)
{
    return x3(s * a.x, s * a.y, s * a.z);
}

/* a + s b */
static inline vec3x x3_axpy(vec3x a, extended s, vec3x b)
{
    return x3_add(a, x3_scale(s, b));
}

static inline extended x3_dot(vec3x a, vec3x b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline vec3x x3_cross(vec3x a, vec3x b)
{
    return x3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

static inline extended x3_norm(vec3x a)
{
    return sqrtl(x3_dot(a, a));
}

/* a / |a|, of a vector that is not 0 */
static inline vec3x x3_unit(vec3x a)
{
    return x3_scale(1.0L / x3_norm(a), a);
}

#endif
