/* SPDX-License-Identifier: Apache-2.0
 *
 * Whether convex shapes are farther apart than a distance: by the faces of their boxes, then by the
 * method of Gilbert, Johnson and Keerthi [gilbert1988] as long as neither its axis says that they
 * are nor its point that they aren't. */
#include "collision/convex/closest.h"

/* Axes of shapes that are far are found in a few steps. */
enum { MOST_STEPS = 12 };

/* How far box b reaches along the axes of a; how far box a reaches along those of b. */
static ludo_vec3 reach_in_a(const mat3 *C, ludo_vec3 s)
{
    const double *m = C->m;
    return v3(fabs(m[0]) * s.x + fabs(m[1]) * s.y + fabs(m[2]) * s.z,
              fabs(m[3]) * s.x + fabs(m[4]) * s.y + fabs(m[5]) * s.z,
              fabs(m[6]) * s.x + fabs(m[7]) * s.y + fabs(m[8]) * s.z);
}

static ludo_vec3 reach_in_b(const mat3 *C, ludo_vec3 s)
{
    const double *m = C->m;
    return v3(fabs(m[0]) * s.x + fabs(m[3]) * s.y + fabs(m[6]) * s.z,
              fabs(m[1]) * s.x + fabs(m[4]) * s.y + fabs(m[7]) * s.z,
              fabs(m[2]) * s.x + fabs(m[5]) * s.y + fabs(m[8]) * s.z);
}

/* Whether boxes with these sides along one frame are apart, their centres being t from each other.
 */
static bool are_apart(ludo_vec3 t, ludo_vec3 a, ludo_vec3 b, double distance)
{
    return fabs(t.x) - a.x - b.x > distance || fabs(t.y) - a.y - b.y > distance ||
           fabs(t.z) - a.z - b.z > distance;
}

static bool boxes_are_apart(const convex_pair *p, double distance)
{
    const ludo_vec3 a = p->a.of->sides, b = p->b.of->sides;
    return are_apart(p->t, a, reach_in_a(&p->C, b), distance) ||
           are_apart(m3_apply_t(&p->C, p->t), b, reach_in_b(&p->C, a), distance);
}

/* Whether the shapes without their balls are farther apart than a distance. */
static bool cores_are_apart(const convex_pair *p, double distance)
{
    ludo_vec3 v = v3_has_direction(p->t) ? p->t : v3(0.0, 0.0, 1.0);
    simplex s = {.count = 0};
    double least = HUGE_VAL;
    for (int32_t i = 0; i < MOST_STEPS && s.count < 4 && v3_has_direction(v); i++) {
        const ludo_vec3 n = v3_unit(v), w = ludo_difference_support(p, n);
        if (v3_dot(n, w) > distance) {
            return true;
        }
        s.point[s.count++] = w;
        v = ludo_simplex_nearest(&s);
        const double now = v3_norm(v);
        if (!(now > distance) || !(now < least)) {
            return false;
        }
        least = now;
    }
    return false;
}

bool ludo_convex_pair_clears(const convex_pair *p, double distance)
{
    const double most = (1.0 + 1e-9) * distance + 1e-12 * p->size;
    return boxes_are_apart(p, most) || cores_are_apart(p, most + p->a.ball + p->b.ball);
}

bool ludo_convex_clears(const collider *a, const collider *b, const pose *z_a, const pose *z_b,
                        double distance)
{
    const convex_pair p = ludo_convex_pair(a, b, z_a, z_b);
    return ludo_convex_pair_clears(&p, distance);
}
