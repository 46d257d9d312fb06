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
 */
#include "collision/features/plane.h"
#include "collision/features/rim.h"

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
    const int32_t side = s->lowest / RIM_SIDE;
    feature f = plane_feature(&ludo_feature_rim_plane, s->a, RIM_SIDES * end + side);
    const ludo_vec3 center = v3(0.0, 0.0, end == 0 ? -s->b->size[1] : s->b->size[1]);
    rim_set_half(&f, s->b, collider_place(s->b, center), side);
    ludo_feature_put(s->out, &f, s->z_a, s->z_b, s->margin);
}

/* Points of the rim of an end, from number `first` on: 0 is the lowest, the others are 90 degrees
 * apart; ids from 8 on. */
static void put_places(const standing *s, int32_t end, int32_t first)
{
    const double z = end == 0 ? -s->b->size[1] : s->b->size[1];
    for (int32_t i = first; i < RIM_SIDES; i++) {
        const int32_t number = rim_place(s->lowest, i);
        const ludo_vec3 p = v3_axpy(v3(0.0, 0.0, z), s->b->size[0], rim_direction(number));
        const int32_t id = 2 * RIM_SIDES + RIM_PLACES * end + number;
        const feature place = plane_ball(s->a, s->b, id, p, 0.0);
        ludo_feature_put(s->out, &place, s->z_a, s->z_b, s->margin);
    }
}

static void plane_cylinder_find(const collider *a, const collider *b, const pose *z_a,
                                const pose *z_b, double margin, feature_list *out)
{
    const plane_seen seen = plane_from(a, b, z_a, z_b);
    const double tilt = sqrt(seen.n.x * seen.n.x + seen.n.y * seen.n.y);
    const int32_t lowest = rim_lowest(tilt, -seen.n.x, -seen.n.y);
    const standing s = {a, b, z_a, z_b, margin, lowest, out};

    // leaning: on both rims
    if (tilt > rim_leaning) {
        put_rim(&s, 0);
        put_rim(&s, 1);
        return;
    }

    // standing, or nearly
    const int32_t end = seen.n.z > 0.0 ? 0 : 1;
    const bool has_rim = tilt >= rim_rounded;
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
