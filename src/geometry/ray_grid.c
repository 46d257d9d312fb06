/* SPDX-License-Identifier: Apache-2.0
 *
 * Rays and height fields. Of the cells only those below the ray are tested: in each row of cells
 * the ray passes over an interval of x. */
#include "geometry/ray.h"

static ludo_vec3 vertex_at(const ray_surface *s, int32_t row, int32_t column)
{
    const double *x = s->vertex + 3 * ((ptrdiff_t)row * s->columns + column);
    return v3(x[0], x[1], x[2]);
}

/* The two triangles of a cell, along the diagonal from its first vertex to its last. */
static double hit_cell(const ray *r, const ray_surface *s, int32_t row, int32_t column)
{
    const ludo_vec3 first = vertex_at(s, row, column), last = vertex_at(s, row + 1, column + 1);
    return ray_nearer(ludo_ray_triangle(r, first, vertex_at(s, row, column + 1), last),
                      ludo_ray_triangle(r, first, last, vertex_at(s, row + 1, column)));
}

/* Cut the interval t of a ray to low <= x + t u <= high; false: nothing is left. */
static bool cut(double x, double u, double low, double high, double t[2])
{
    if (u == 0.0) {
        return x >= low && x <= high;
    }
    const double a = (low - x) / u, b = (high - x) / u;
    const double first = a < b ? a : b, last = a < b ? b : a;
    t[0] = first > t[0] ? first : t[0];
    t[1] = last < t[1] ? last : t[1];
    return t[0] <= t[1];
}

/* The column of cells at x, with a cell to spare on the side `spare`. */
static int32_t column_at(const ray_surface *s, double x, int32_t spare)
{
    const double first = vertex_at(s, 0, 0).x, last = vertex_at(s, 0, s->columns - 1).x;
    const double at = (x - first) / (last - first) * (s->columns - 1) + spare;
    return at <= 0.0 ? 0 : at >= s->columns - 2 ? s->columns - 2 : (int32_t)at;
}

static double hit_row(const ray *r, const ray_surface *s, int32_t row)
{
    double t[2] = {0.0, HUGE_VAL}, hit = NO_HIT;
    const double low = vertex_at(s, row, 0).y, high = vertex_at(s, row + 1, 0).y;
    const double slack = 1e-9 * (high - low); /* no ray slips between rows */
    if (!cut(r->from.y, r->along.y, low - slack, high + slack, t)) {
        return NO_HIT;
    }
    const double x[2] = {r->from.x + t[0] * r->along.x,
                         t[1] < HUGE_VAL || r->along.x == 0.0
                             ? r->from.x + (r->along.x != 0.0 ? t[1] * r->along.x : 0.0)
                             : r->along.x * HUGE_VAL};
    const int32_t begin = column_at(s, x[0] < x[1] ? x[0] : x[1], -1);
    const int32_t end = column_at(s, x[0] < x[1] ? x[1] : x[0], 1);
    for (int32_t c = begin; c <= end; c++) {
        hit = ray_nearer(hit, hit_cell(r, s, row, c));
    }
    return hit;
}

/* A wall below an edge of the surface from vertex a to b, down to z = low. */
static double hit_wall(const ray *r, ludo_vec3 a, ludo_vec3 b, double low)
{
    const ludo_vec3 c = v3(a.x, a.y, low), d = v3(b.x, b.y, low);
    return ray_nearer(ludo_ray_triangle(r, a, b, d), ludo_ray_triangle(r, a, d, c));
}

static double hit_walls(const ray *r, const ray_surface *s, double low)
{
    const int32_t rows = s->rows, columns = s->columns;
    double hit = NO_HIT;
    for (int32_t c = 0; c + 1 < columns; c++) {
        hit = ray_nearer(hit, hit_wall(r, vertex_at(s, 0, c), vertex_at(s, 0, c + 1), low));
        hit = ray_nearer(
            hit, hit_wall(r, vertex_at(s, rows - 1, c), vertex_at(s, rows - 1, c + 1), low));
    }
    for (int32_t i = 0; i + 1 < rows; i++) {
        hit = ray_nearer(hit, hit_wall(r, vertex_at(s, i, 0), vertex_at(s, i + 1, 0), low));
        hit = ray_nearer(
            hit, hit_wall(r, vertex_at(s, i, columns - 1), vertex_at(s, i + 1, columns - 1), low));
    }
    return hit;
}

static double hit_base(const ray *r, const ray_surface *s, double low)
{
    const ludo_vec3 first = vertex_at(s, 0, 0), last = vertex_at(s, s->rows - 1, s->columns - 1);
    const double t = (low - r->from.z) / r->along.z;
    const ludo_vec3 x = ray_at(r, t);
    const bool inside = x.x >= first.x && x.x <= last.x && x.y >= first.y && x.y <= last.y;
    return t >= 0.0 && t < HUGE_VAL && inside ? t : NO_HIT;
}

double ludo_ray_grid(const ray *r, const double *size, const ray_surface *s)
{
    if (s->rows < 2 || s->columns < 2) {
        return NO_HIT;
    }
    double hit = ray_nearer(hit_walls(r, s, -size[0]), hit_base(r, s, -size[0]));
    for (int32_t row = 0; row + 1 < s->rows; row++) {
        hit = ray_nearer(hit, hit_row(r, s, row));
    }
    return hit;
}
