/* SPDX-License-Identifier: Apache-2.0
 *
 * Shortest ways around spheres and cylinders, in the plane of a circle of radius r about the
 * origin: of a sphere the plane through its centre and both ends of the segment, of a cylinder the
 * projection along its axis. The ends are d_0 and d_1, at distances l_0 and l_1; J rotates by 90
 * degrees.
 *
 * Around the circle, the tangent points in the two directions of rotation s = 1, -1 are
 *
 *     t_0 = ( r^2 d_0 - s r (l_0^2 - r^2)^(1/2) J d_0 ) / l_0^2
 *     t_1 = ( r^2 d_1 + s r (l_1^2 - r^2)^(1/2) J d_1 ) / l_1^2
 *
 * The segment wraps if it crosses the circle, or passes it on the other side than the side site. Of
 * the two solutions it takes the shorter one, or the one nearer to the side site.
 *
 * Inside the circle (a side site within the geom), a segment that misses the circle touches it at
 * the point at the angle phi from d_0 towards d_1 for which its length is least; G is the angle
 * between both:
 *
 *     l_0 r sin(phi) / rho_0 = l_1 r sin(G - phi) / rho_1,     rho_i = | d_i - x(phi) |
 *
 * On a cylinder the path rises in proportion to its length in the projection. */
#include "math/wrap.h"

#include "math/elementary.h"

#include <float.h>

static const double two_pi = 6.283185307179586;

/* Lengths below this one have no direction. */
static const double least_length = 1e-15;

/* A point of the plane. */
typedef struct vec2 {
    double x, y;
} vec2;

static double dot2(vec2 a, vec2 b)
{
    return a.x * b.x + a.y * b.y;
}

static double cross2(vec2 a, vec2 b)
{
    return a.x * b.y - a.y * b.x;
}

/* a + s b */
static vec2 axpy2(vec2 a, double s, vec2 b)
{
    return (vec2){a.x + s * b.x, a.y + s * b.y};
}

/* A segment at a circle. */
typedef struct plane_problem {
    vec2 d[2], side; /* side: of unit length, if sided */
    double radius;
    bool sided;
} plane_problem;

/* Points on the circle, and the length of the arc between them. */
typedef struct plane_path {
    vec2 at[2];
    double arc;
} plane_path;

/* The point of a segment that is nearest to the origin. */
static vec2 nearest_point(const vec2 d[2])
{
    const vec2 way = axpy2(d[1], -1.0, d[0]);
    const double part = -dot2(d[0], way) / dot2(way, way);
    return axpy2(d[0], part < 0.0 ? 0.0 : part > 1.0 ? 1.0 : part, way);
}

/* Whether the straight parts from the ends to their points on the circle cross each other. */
static bool parts_cross(const vec2 d[2], const vec2 t[2])
{
    const vec2 a = axpy2(t[0], -1.0, d[0]), b = axpy2(t[1], -1.0, d[1]);
    const vec2 between = axpy2(d[1], -1.0, d[0]);
    const double det = cross2(a, b);
    if (det == 0.0) {
        return false;
    }
    const double on_a = cross2(between, b) / det, on_b = cross2(between, a) / det;
    return on_a >= 0.0 && on_a <= 1.0 && on_b >= 0.0 && on_b <= 1.0;
}

/* ---- around the circle ---- */

/* The point where a tangent from d touches the circle. */
static vec2 tangent_point(vec2 d, double radius, double s)
{
    const double square = dot2(d, d), root = sqrt(square - radius * radius);
    const vec2 across = {-d.y, d.x};
    const vec2 sum =
        axpy2((vec2){radius * radius * d.x, radius * radius * d.y}, s * radius * root, across);
    return (vec2){sum.x / square, sum.y / square};
}

static plane_path path_around(const plane_problem *p, double s)
{
    plane_path to;
    to.at[0] = tangent_point(p->d[0], p->radius, -s);
    to.at[1] = tangent_point(p->d[1], p->radius, s);
    const double angle = ludo_atan2(-s * cross2(to.at[0], to.at[1]), dot2(to.at[0], to.at[1]));
    to.arc = p->radius * (angle < 0.0 ? angle + two_pi : angle);
    return to;
}

/* How well a solution fits: greater is better. */
static double fit_of(const plane_problem *p, const plane_path *path)
{
    if (parts_cross(p->d, path->at)) {
        return -HUGE_VAL;
    }
    if (!p->sided) {
        const vec2 chord = axpy2(path->at[1], -1.0, path->at[0]);
        return -dot2(chord, chord);
    }
    const vec2 sum = axpy2(path->at[0], 1.0, path->at[1]);
    const double size = sqrt(dot2(sum, sum));
    return size > least_length ? dot2(sum, p->side) / size : p->side.x;
}

static bool wrap_around(const plane_problem *p, plane_path *out)
{
    const vec2 near = nearest_point(p->d);
    const bool misses = dot2(near, near) > p->radius * p->radius;
    if (misses && (!p->sided || dot2(near, p->side) >= 0.0)) {
        return false;
    }
    const plane_path one = path_around(p, 1.0), other = path_around(p, -1.0);
    const double fit = fit_of(p, &one), other_fit = fit_of(p, &other);
    *out = fit > other_fit ? one : other;
    return fit > -HUGE_VAL || other_fit > -HUGE_VAL;
}

/* ---- within the circle ---- */

/* The derivative of the length of the part from an end at distance l to the point at the angle phi
 * from the end's direction, and its own derivative. */
static double length_slope(double l, double radius, double phi, double *slope)
{
    double sine, cosine;
    ludo_sincos(phi, &sine, &cosine);
    const double away = l - radius;
    double half, unused;
    ludo_sincos(0.5 * phi, &half, &unused);
    const double rho = sqrt(away * away + 4.0 * l * radius * half * half);
    const double first = l * radius * sine / rho;
    *slope = (l * radius * cosine - first * first) / rho;
    return first;
}

/* The angle phi in [0, G] where the path is shortest: Newton's method within a bracket. */
static double reflection_angle(double l_0, double l_1, double radius, double G)
{
    double low = 0.0, high = G, phi = G * (l_0 - radius) / (l_0 - radius + (l_1 - radius));
    for (int i = 0; i < 100; i++) {
        double slope_0, slope_1;
        const double g =
            length_slope(l_0, radius, phi, &slope_0) - length_slope(l_1, radius, G - phi, &slope_1);
        *(g > 0.0 ? &high : &low) = phi;
        double to = phi - g / (slope_0 + slope_1);
        to = to > low && to < high ? to : 0.5 * (low + high);
        const double moved = fabs(to - phi);
        phi = to;
        if (moved <= 2.0 * DBL_EPSILON * G) {
            break;
        }
    }
    return phi;
}

static bool wrap_inside(const plane_problem *p, plane_path *out)
{
    const vec2 near = nearest_point(p->d);
    if (dot2(near, near) <= p->radius * p->radius) {
        return false;
    }
    const double l_0 = sqrt(dot2(p->d[0], p->d[0])), l_1 = sqrt(dot2(p->d[1], p->d[1]));
    const double cross = cross2(p->d[0], p->d[1]);
    const double G = ludo_atan2(fabs(cross), dot2(p->d[0], p->d[1]));
    const double phi = reflection_angle(l_0, l_1, p->radius, G);
    double sine, cosine;
    ludo_sincos(phi, &sine, &cosine);
    const double r = p->radius / l_0, s = cross < 0.0 ? -sine : sine;
    out->at[0] =
        (vec2){r * (cosine * p->d[0].x - s * p->d[0].y), r * (cosine * p->d[0].y + s * p->d[0].x)};
    out->at[1] = out->at[0];
    out->arc = 0.0;
    return true;
}

/* ---- in space ---- */

/* A vector across `a`, which has unit length. */
static ludo_vec3 any_across(ludo_vec3 a)
{
    const ludo_vec3 other = fabs(a.x) > 0.5 ? v3(0.0, 1.0, 0.0) : v3(1.0, 0.0, 0.0);
    const ludo_vec3 across = v3_cross(a, other);
    return v3_scale(1.0 / v3_norm(across), across);
}

/* The axes of the plane through the centre of a sphere and both ends. */
static void span_great_circle(const ludo_vec3 p[2], ludo_vec3 axis[2])
{
    const ludo_vec3 first = v3_scale(1.0 / v3_norm(p[0]), p[0]), normal = v3_cross(p[0], p[1]);
    const double size = v3_norm(normal);
    const ludo_vec3 unit = size > least_length ? v3_scale(1.0 / size, normal) : any_across(first);
    const ludo_vec3 second = v3_cross(unit, first);
    axis[0] = first;
    axis[1] = v3_scale(1.0 / v3_norm(second), second);
}

static vec2 in_plane(const ludo_vec3 axis[2], ludo_vec3 p)
{
    return (vec2){v3_dot(p, axis[0]), v3_dot(p, axis[1])};
}

static plane_problem plane_of(const wrap_surface *s, const ludo_vec3 p[2], const ludo_vec3 axis[2])
{
    plane_problem q = {.d = {in_plane(axis, p[0]), in_plane(axis, p[1])},
                       .side = {1.0, 0.0},
                       .radius = s->radius,
                       .sided = s->sided};
    const vec2 side = in_plane(axis, s->side);
    const double size = sqrt(dot2(side, side));
    if (s->sided && size > least_length) {
        q.side = (vec2){side.x / size, side.y / size};
    }
    return q;
}

/* Whether a segment can wrap: both ends are outside of the circle, apart from each other. */
static bool is_regular(const plane_problem *p)
{
    const vec2 way = axpy2(p->d[1], -1.0, p->d[0]);
    const double square = p->radius * p->radius;
    return p->radius > least_length && dot2(p->d[0], p->d[0]) > square &&
           dot2(p->d[1], p->d[1]) > square && dot2(way, way) > least_length;
}

/* Raise a path around a cylinder from its projection. */
static void raise(const plane_problem *q, const plane_path *flat, const ludo_vec3 p[2],
                  wrapped_path *out)
{
    const vec2 first = axpy2(flat->at[0], -1.0, q->d[0]), last = axpy2(flat->at[1], -1.0, q->d[1]);
    const double l_0 = sqrt(dot2(first, first)), l_1 = sqrt(dot2(last, last));
    const double whole = l_0 + flat->arc + l_1, rise = p[1].z - p[0].z;
    out->at[0].z = p[0].z + rise * (l_0 / whole);
    out->at[1].z = p[0].z + rise * ((l_0 + flat->arc) / whole);
    const double up = rise * (flat->arc / whole);
    out->curve = sqrt(flat->arc * flat->arc + up * up);
}

bool ludo_wrap_segment(const wrap_surface *s, const ludo_vec3 p[2], wrapped_path *out)
{
    ludo_vec3 axis[2] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}};
    if (!s->cylinder) {
        if (!(v3_norm(p[0]) > s->radius)) {
            return false;
        }
        span_great_circle(p, axis);
    }
    const plane_problem q = plane_of(s, p, axis);
    const bool inside = s->sided && v3_norm(s->side) < s->radius;
    plane_path flat;
    if (!is_regular(&q) || !(inside ? wrap_inside(&q, &flat) : wrap_around(&q, &flat))) {
        return false;
    }
    for (int e = 0; e < 2; e++) {
        out->at[e] = v3_axpy(v3_scale(flat.at[e].x, axis[0]), flat.at[e].y, axis[1]);
    }
    out->curve = flat.arc;
    if (s->cylinder) {
        raise(&q, &flat, p, out);
    }
    return true;
}
