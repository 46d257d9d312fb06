/* SPDX-License-Identifier: Apache-2.0
 *
 * Surfaces of triangles for tests: floors of tiles, columns side by side, bowls. */
#ifndef LUDO_TESTS_TRIANGLES_H
#define LUDO_TESTS_TRIANGLES_H

#include "math/vec3.h"
#include "support.h"

#include <stdlib.h>

enum { MOST_POINTS = 2500, MOST_TRIANGLES = 5000 };

/* A surface of which points and triangles are added one by one. */
typedef struct triangles {
    double vertex[3 * MOST_POINTS];
    int32_t face[3 * MOST_TRIANGLES];
    int32_t points, count;
} triangles;

/* The number of a point, which is added unless it is there. */
static inline int32_t point_at(triangles *t, double x, double y, double z)
{
    for (int32_t i = 0; i < t->points; i++) {
        const double *p = t->vertex + 3 * (ptrdiff_t)i;
        if (p[0] == x && p[1] == y && p[2] == z) {
            return i;
        }
    }
    assert_true(t->points < MOST_POINTS);
    v3_put(v3(x, y, z), t->vertex + 3 * (ptrdiff_t)t->points);
    return t->points++;
}

static inline void add_triangle(triangles *t, int32_t a, int32_t b, int32_t c)
{
    assert_true(t->count < MOST_TRIANGLES);
    int32_t *f = t->face + 3 * (ptrdiff_t)t->count++;
    f[0] = a, f[1] = b, f[2] = c;
}

static inline void add_quad(triangles *t, int32_t a, int32_t b, int32_t c, int32_t d)
{
    add_triangle(t, a, b, c);
    add_triangle(t, a, c, d);
}

/* A number from 0 to 1 that looks random. */
static inline double noise(int32_t i, int32_t k)
{
    const uint32_t x = (uint32_t)i * 2654435761u ^ (uint32_t)k * 40503u ^ 0x9e3779b9u;
    return (double)((x ^ x >> 15) * 2246822519u >> 8) / (1 << 24);
}

typedef double surface_height(double x, double y);

/* A square from -half to half without an underside, n by n points; inner ones are moved aside by
 * `irregular` of their distance at most, and diagonals run in both directions if they are. */
static inline void add_floor(triangles *t, int32_t n, double half, double irregular,
                             surface_height *height)
{
    const int32_t first = t->points;
    const double d = 2.0 * half / (n - 1);
    for (int32_t i = 0; i < n * n; i++) {
        const int32_t r = i / n, c = i % n;
        const bool ends_x = c == 0 || c == n - 1, ends_y = r == 0 || r == n - 1;
        const double x = -half + d * (c + (ends_x ? 0.0 : irregular * (noise(r, c) - 0.5)));
        const double y = -half + d * (r + (ends_y ? 0.0 : irregular * (noise(c, r + n) - 0.5)));
        assert_true(t->points < MOST_POINTS);
        v3_put(v3(x, y, height(x, y)), t->vertex + 3 * (ptrdiff_t)t->points++);
    }
    for (int32_t i = 0; i < (n - 1) * (n - 1); i++) {
        const int32_t a = first + i / (n - 1) * n + i % (n - 1), b = a + 1, c = b + n, e = a + n;
        if (irregular > 0.0 && noise(i, 7) < 0.5) {
            add_quad(t, b, c, e, a);
        } else {
            add_quad(t, a, b, c, e);
        }
    }
}

/* One side of columns, at y: a fan of triangles per column, whose sides have the corners of the
 * columns beside it. */
static inline void add_cap(triangles *t, const double *height, int32_t n, double width, double y)
{
    for (int32_t i = 0; i < n; i++) {
        const double x0 = i * width, x1 = x0 + width, h = height[i];
        const double left = i > 0 && height[i - 1] < h ? height[i - 1] : h;
        const double right = i + 1 < n && height[i + 1] < h ? height[i + 1] : h;
        const double loop[6][2] = {{x0, 0.0}, {x1, 0.0}, {x1, right}, {x1, h}, {x0, h}, {x0, left}};
        const int32_t middle = point_at(t, 0.5 * (x0 + x1), y, 0.5 * h);
        for (int32_t k = 0; k < 6; k++) {
            const double *from = loop[k], *to = loop[(k + 1) % 6];
            const int32_t a = point_at(t, from[0], y, from[1]), b = point_at(t, to[0], y, to[1]);
            if (a != b) {
                add_triangle(t, middle, y < 0.0 ? a : b, y < 0.0 ? b : a);
            }
        }
    }
}

/* A wall at x from one height to another, seen from -x if it rises, else from +x. */
static inline void add_wall(triangles *t, double x, double from, double to, double half)
{
    if (from != to) {
        add_quad(t, point_at(t, x, half, from), point_at(t, x, -half, from),
                 point_at(t, x, -half, to), point_at(t, x, half, to));
    }
}

/* A closed solid of columns along x, of these heights, from -half to half along y. */
static inline void add_columns(triangles *t, const double *height, int32_t n, double width,
                               double half)
{
    for (int32_t i = 0; i < n; i++) {
        const double x0 = i * width, x1 = x0 + width, h = height[i];
        add_quad(t, point_at(t, x0, -half, h), point_at(t, x1, -half, h), point_at(t, x1, half, h),
                 point_at(t, x0, half, h));
        add_quad(t, point_at(t, x0, half, 0.0), point_at(t, x1, half, 0.0),
                 point_at(t, x1, -half, 0.0), point_at(t, x0, -half, 0.0));
        add_wall(t, x0, i > 0 ? height[i - 1] : 0.0, h, half);
    }
    add_wall(t, n * width, height[n - 1], 0.0, half);
    add_cap(t, height, n, width, -half);
    add_cap(t, height, n, width, half);
}

/* The inside of half a sphere about (0, 0, radius), without an outside. */
static inline void add_bowl(triangles *t, int32_t around, int32_t rings, double radius)
{
    const int32_t bottom = point_at(t, 0.0, 0.0, 0.0), first = t->points;
    for (int32_t i = 0; i < around * rings; i++) {
        const double up = 1.5707963267948966 * (i / around + 1) / rings;
        const double turn = 6.283185307179586 * (i % around) / around;
        assert_true(t->points < MOST_POINTS);
        v3_put(v3(radius * sin(up) * cos(turn), radius * sin(up) * sin(turn),
                  radius * (1.0 - cos(up))),
               t->vertex + 3 * (ptrdiff_t)t->points++);
    }
    for (int32_t i = 0; i < around * rings; i++) {
        const int32_t next = i % around + 1 == around ? i + 1 - around : i + 1;
        if (i < around) {
            add_triangle(t, bottom, first + i, first + next);
        } else {
            add_quad(t, first + i - around, first + i, first + next, first + next - around);
        }
    }
}

#endif
