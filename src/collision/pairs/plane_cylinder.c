/* SPDX-License-Identifier: Apache-2.0
 *
 * A cylinder on a plane, radius r, s the sine of its axis' angle with the normal.
 *
 *     leaning, s > 1/5             the rims of both ends: exact, also for a lying cylinder
 *     s_0 <= s <= 1/5              the rim of the lower end, and three points of it
 *     standing, s < s_0 = 1e-3     four points of the lower end
 *
 * Points are fixed to the body: one of the four is the lowest, the others are 90 degrees apart, so
 * that all sides of the end are supported when it becomes flat. A rim feature takes the place of
 * the lowest point: the same point twice makes solvers stall. The error of points against the rim
 * is of second order in the motion delta of the lowest point along it: r s delta^2 / 2. Where the
 * end is so flat that rounding decides which point is lowest, the points are always the same.
 *
 * Directions across the axis are numbered by their point on a square, so that the same point has
 * the same number whenever it is found, with delta at most 1/2048. */
#include "collision/features/plane.h"

enum { STEPS = 1024, SIDE = 2 * STEPS, SIDES = 4, PLACES = SIDES * SIDE };

static const double leaning = 0.2, rounded = 1e-3, flat = 1e-8;

/* (x, y) rotated by quarter turns, backwards for negative ones. */
static ludo_vec3 quarter(int32_t turns, double x, double y)
{
    static const double cosine[] = {1.0, 0.0, -1.0, 0.0}, sine[] = {0.0, 1.0, 0.0, -1.0};
    const double c = cosine[turns & 3], s = sine[turns & 3];
    return v3(c * x - s * y, s * x + c * y, 0.0);
}

/* The number of a direction: side 0 of the square is x = 1, the others follow by quarter turns. */
static int32_t number_of(double x, double y)
{
    const bool along_x = fabs(x) >= fabs(y);
    const int32_t side = along_x ? (x < 0.0 ? 2 : 0) : (y < 0.0 ? 3 : 1);
    const ludo_vec3 p = quarter(-side, x, y);
    return (side * SIDE + (int32_t)floor(STEPS * (1.0 + p.y / p.x) + 0.5)) % PLACES;
}

/* The unit vector of a number. */
static ludo_vec3 direction_of(int32_t number)
{
    const double t = (double)(number % SIDE) / STEPS - 1.0, c = 1.0 / sqrt(1.0 + t * t);
    return quarter(number / SIDE, c, c * t);
}

/* The data of all features of one cylinder. */
typedef struct standing {
    const collider *a, *b;
    const pose *z_a, *z_b;
    double margin;
    int32_t lowest; /* the number of the direction in which its rims are lowest */
    feature_list *out;
} standing;

/* The half of the rim of end 0 (below) or 1 about the lowest point; ids 0 to 7. */
static void put_rim(const standing *s, int32_t end)
{
    const int32_t side = s->lowest / SIDE;
    const double half = sqrt(0.5);
    const ludo_quat turn[] = {{1.0, 0.0, 0.0, 0.0},
                              {half, 0.0, 0.0, half},
                              {0.0, 0.0, 0.0, 1.0},
                              {half, 0.0, 0.0, -half}};
    feature f = plane_feature(&ludo_feature_rim_plane, s->a, SIDES * end + side);
    const ludo_vec3 center = v3(0.0, 0.0, end == 0 ? -s->b->size[1] : s->b->size[1]);
    f.frame.position = collider_place(s->b, center);
    f.frame.orientation = q_mul(s->b->frame.orientation, turn[side]);
    f.size[0] = s->b->size[0];
    f.size[1] = rounded;
    ludo_feature_put(s->out, &f, s->z_a, s->z_b, s->margin);
}

/* Points of the rim of an end, from number `first` on: 0 is the lowest, the others are 90 degrees
 * apart; ids from 8 on. */
static void put_places(const standing *s, int32_t end, int32_t first)
{
    const double z = end == 0 ? -s->b->size[1] : s->b->size[1];
    for (int32_t i = first; i < SIDES; i++) {
        const int32_t number = (s->lowest + i * SIDE) % PLACES;
        const ludo_vec3 p = v3_axpy(v3(0.0, 0.0, z), s->b->size[0], direction_of(number));
        const int32_t id = 2 * SIDES + PLACES * end + number;
        const feature place = plane_ball(s->a, s->b, id, p, 0.0);
        ludo_feature_put(s->out, &place, s->z_a, s->z_b, s->margin);
    }
}

static void plane_cylinder_find(const collider *a, const collider *b, const pose *z_a,
                                const pose *z_b, double margin, feature_list *out)
{
    const plane_seen seen = plane_from(a, b, z_a, z_b);
    const double tilt = sqrt(seen.n.x * seen.n.x + seen.n.y * seen.n.y);
    const int32_t lowest = tilt > flat ? number_of(-seen.n.x, -seen.n.y) : STEPS;
    const standing s = {a, b, z_a, z_b, margin, lowest, out};

    // leaning: on both rims
    if (tilt > leaning) {
        put_rim(&s, 0);
        put_rim(&s, 1);
        return;
    }

    // standing, or nearly
    const int32_t end = seen.n.z > 0.0 ? 0 : 1;
    const bool has_rim = tilt >= rounded;
    if (has_rim) {
        put_rim(&s, end);
    }
    put_places(&s, end, has_rim ? 1 : 0);
}

static double plane_cylinder_gap(const collider *a, const collider *b, const pose *z_a,
                                 const pose *z_b)
{
    const plane_seen s = plane_from(a, b, z_a, z_b);
    const double tilt = sqrt(s.n.x * s.n.x + s.n.y * s.n.y);
    return s.height - fabs(s.n.z) * b->size[1] - tilt * b->size[0];
}

const narrow_phase_kind ludo_narrow_phase_plane_cylinder = {
    &ludo_shape_plane, &ludo_shape_cylinder, plane_cylinder_find, plane_cylinder_gap};
