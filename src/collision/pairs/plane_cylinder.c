/* SPDX-License-Identifier: Apache-2.0
 *
 * A cylinder on a plane, radius r, s the sine of its axis' angle with the normal.
 *
 *     leaning, s > 1/5             the rims of both ends: exact, also for a lying cylinder
 *     standing, s_0 < s <= 1/5     an arc of the lower rim about its lowest point, and three points
 *     level, s <= s_0 = 1e-8       four points of the lower rim
 *
 * The lowest point of a standing cylinder may move along its rim by a radian per step, and by any
 * angle where the cylinder tips onto its base. Three sets of features were measured:
 *
 *     half a rim     has its force at the lowest point of t_k and its gap at that of t_{k+1}. A rim
 *                    that rolls by less than a radian per step keeps its energy; beyond that the
 *                    reactions add energy, and the step is subdivided.
 *     points         do no such work, but the rim penetrates between them: each round adds one and
 *                    halves their distance, and five rounds are not enough.
 *     an arc         is a half where the lowest point stays on it, and one of its ends, a point,
 *                    where it leaves the arc. One round adds the arc about the point that is lowest
 *                    at the solution.
 *
 * The points are fixed to the body, in the middles of the four sides, so that all sides of the end
 * are supported when it becomes flat. The arc takes the place of the one nearest to it: the same
 * point twice makes solvers stall. All arcs of an end have one number, so that a warm start follows
 * the lowest point. Where the end is so flat that rounding decides which point is lowest, the four
 * points are the features.
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

/* The first numbers of features: halves, by end and side; points, by end and number; arcs, by end.
 */
enum { HALVES = 0, POINTS = HALVES + 2 * RIM_SIDES, ARCS = POINTS + 2 * RIM_PLACES };

/* The center of the rim of end 0 (below) or 1, in the frame of the cylinder. */
static ludo_vec3 center_of(const standing *s, int32_t end)
{
    return v3(0.0, 0.0, end == 0 ? -s->b->size[1] : s->b->size[1]);
}

static void put_part(const standing *s, int32_t end, rim_part part, int32_t id)
{
    feature f = plane_feature(&ludo_feature_rim_plane, s->a, id);
    rim_set_part(&f, s->b, collider_place(s->b, center_of(s, end)), part);
    ludo_feature_put(s->out, &f, s->z_a, s->z_b, s->margin);
}

/* The half of the rim of an end about the side of the lowest point. */
static void put_half(const standing *s, int32_t end)
{
    const int32_t side = s->lowest / RIM_SIDE;
    put_part(s, end, rim_half(side), HALVES + RIM_SIDES * end + side);
}

/* The arc of the rim of an end about its lowest point. */
static void put_arc(const standing *s, int32_t end)
{
    const rim_part arc = {rim_direction(s->lowest), rim_arc, 0.0};
    put_part(s, end, arc, ARCS + end);
}

/* Point i of RIM_SIDES of the rim of an end: 0 is the one nearest to the lowest. */
static void put_point(const standing *s, int32_t end, int32_t i)
{
    const int32_t number = rim_place(rim_quarter_about(s->lowest), i);
    const ludo_vec3 p = v3_axpy(center_of(s, end), s->b->size[0], rim_direction(number));
    const feature point = plane_ball(s->a, s->b, POINTS + RIM_PLACES * end + number, p, 0.0);
    ludo_feature_put(s->out, &point, s->z_a, s->z_b, s->margin);
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
        put_half(&s, 0);
        put_half(&s, 1);
        return;
    }

    // standing, or level
    const int32_t end = seen.n.z > 0.0 ? 0 : 1;
    const bool is_level = !(tilt > rim_level);
    if (!is_level) {
        put_arc(&s, end);
    }
    for (int32_t i = is_level ? 0 : 1; i < RIM_SIDES; i++) {
        put_point(&s, end, i);
    }
}

static double plane_cylinder_gap(const collider *a, const collider *b, const pose *z_a,
                                 const pose *z_b)
{
    const plane_seen s = plane_from(a, b, z_a, z_b);
    const double tilt = sqrt(s.n.x * s.n.x + s.n.y * s.n.y);
    return s.height - fabs(s.n.z) * b->size[1] - tilt * b->size[0];
}

const narrow_phase_kind ludo_narrow_phase_plane_cylinder = {
    &ludo_shape_plane, &ludo_shape_cylinder, plane_cylinder_find, plane_cylinder_gap, NULL,
    IMMATERIAL};
