/* SPDX-License-Identifier: Apache-2.0
 *
 * Kinds of cores, and the convex shape of each type. */
#include "collision/convex/convex.h"
#include "collision/convex/box.h"
#include "geometry/polytope.h"

/* Edges steeper than this sine to the normal aren't level. */
static const double steep = 0.5;

/* Put an edge into a list of the most level ones. */
static int32_t put_level(ludo_vec3 *edge, int32_t count, ludo_vec3 n, ludo_vec3 e)
{
    const double slope = fabs(v3_dot(n, v3_unit(e)));
    int32_t at = count;
    while (at > 0 && slope < fabs(v3_dot(n, v3_unit(edge[at - 1])))) {
        at--;
    }
    if (!(slope < steep) || at == LEVEL_EDGES) {
        return count;
    }
    const int32_t now = count < LEVEL_EDGES ? count + 1 : count;
    for (int32_t i = now - 1; i > at; i--) {
        edge[i] = edge[i - 1];
    }
    edge[at] = e;
    return now;
}

/* ---- a point ---- */

static int32_t point_support(const convex *c, ludo_vec3 n)
{
    (void)c, (void)n;
    return 0;
}

static ludo_vec3 point_vertex(const convex *c, int32_t i)
{
    (void)i;
    return v3(0.0, 0.0, c->half);
}

/* A disc has faces: the ends of a cylinder. */
static bool round_facing(const convex *c, int32_t vertex, ludo_vec3 n, ludo_vec3 *normal)
{
    (void)vertex;
    *normal = v3(0.0, 0.0, n.z < 0.0 ? -1.0 : 1.0);
    return convex_has_rim(c);
}

static bool round_over(const convex *c, int32_t vertex, ludo_vec3 n, ludo_vec3 x)
{
    (void)vertex, (void)n;
    return x.x * x.x + x.y * x.y <= c->r.x * c->r.x;
}

static int32_t point_level(const convex *c, int32_t vertex, ludo_vec3 n, ludo_vec3 *edge)
{
    (void)c, (void)vertex, (void)n, (void)edge;
    return 0;
}

static const convex_core core_point = {point_support, point_vertex, round_facing, round_over,
                                       point_level};

/* ---- a segment along z ---- */

static int32_t segment_support(const convex *c, ludo_vec3 n)
{
    (void)c;
    return n.z > 0.0 ? 1 : 0;
}

static ludo_vec3 segment_vertex(const convex *c, int32_t i)
{
    return v3(0.0, 0.0, i == 1 ? c->half : -c->half);
}

static int32_t segment_level(const convex *c, int32_t vertex, ludo_vec3 n, ludo_vec3 *edge)
{
    return put_level(edge, 0, n, v3(0.0, 0.0, vertex == 0 ? 2.0 * c->half : -2.0 * c->half));
}

static const convex_core core_segment = {segment_support, segment_vertex, round_facing, round_over,
                                         segment_level};

/* ---- a box ---- */

static int32_t box_support(const convex *c, ludo_vec3 n)
{
    (void)c;
    return (n.x > 0.0 ? 1 : 0) | (n.y > 0.0 ? 2 : 0) | (n.z > 0.0 ? 4 : 0);
}

static ludo_vec3 box_vertex(const convex *c, int32_t i)
{
    return box_corner(c->of->size, i);
}

static bool box_core_facing(const convex *c, int32_t vertex, ludo_vec3 n, ludo_vec3 *normal)
{
    (void)c, (void)vertex;
    *normal = box_normal(box_facing(n));
    return true;
}

static bool box_core_over(const convex *c, int32_t vertex, ludo_vec3 n, ludo_vec3 x)
{
    (void)vertex;
    return box_over(c->of->size, box_facing(n), 0.0, x);
}

static int32_t box_level(const convex *c, int32_t vertex, ludo_vec3 n, ludo_vec3 *edge)
{
    const ludo_vec3 from = box_corner(c->of->size, vertex);
    int32_t count = 0;
    for (int32_t k = 0; k < BOX_AXES; k++) {
        const ludo_vec3 to = box_corner(c->of->size, vertex ^ (1 << k));
        count = put_level(edge, count, n, v3_sub(to, from));
    }
    return count;
}

static const convex_core core_box = {box_support, box_vertex, box_core_facing, box_core_over,
                                     box_level};

/* ---- a polytope ---- */

static int32_t hull_support(const convex *c, ludo_vec3 n)
{
    const polytope *p = c->of->hull;
    return ludo_polytope_support(p, n, polytope_start(p, n));
}

static ludo_vec3 hull_vertex(const convex *c, int32_t i)
{
    return c->of->hull->vertex[i];
}

static bool hull_facing(const convex *c, int32_t vertex, ludo_vec3 n, ludo_vec3 *normal)
{
    const polytope *p = c->of->hull;
    *normal = p->face[ludo_polytope_facing(p, n, vertex)].normal;
    return true;
}

static bool hull_over(const convex *c, int32_t vertex, ludo_vec3 n, ludo_vec3 x)
{
    const polytope *p = c->of->hull;
    return polytope_is_over(p, ludo_polytope_facing(p, n, vertex), 0.0, x);
}

static int32_t hull_level(const convex *c, int32_t vertex, ludo_vec3 n, ludo_vec3 *edge)
{
    const polytope *p = c->of->hull;
    int32_t count = 0;
    for (int32_t k = p->around[vertex]; k < p->around[vertex + 1]; k++) {
        const ludo_vec3 e = v3_sub(p->vertex[p->neighbour[k]], p->vertex[vertex]);
        count = put_level(edge, count, n, e);
    }
    return count;
}

static const convex_core core_hull = {hull_support, hull_vertex, hull_facing, hull_over,
                                      hull_level};

/* ---- the convex shape of each type ---- */

static convex make_sphere(const collider *c)
{
    const double r = c->size[0];
    return (convex){.core = &core_point, .r = {r, r, r}, .ball = r};
}

static convex make_capsule(const collider *c)
{
    const double r = c->size[0];
    return (convex){.core = &core_segment, .half = c->size[1], .r = {r, r, r}, .ball = r};
}

static convex make_cylinder(const collider *c)
{
    const double r = c->size[0];
    return (convex){
        .core = &core_segment, .half = c->size[1], .r = {r, r, 0.0}, .is_rounded = true};
}

/* The least radius of curvature of an ellipsoid is that of its longest axis' end, a^2 / c for the
 * shortest half axis a and the longest c. */
static convex make_ellipsoid(const collider *c)
{
    const double *s = c->size;
    const double xy = s[0] < s[1] ? s[0] : s[1], XY = s[0] < s[1] ? s[1] : s[0];
    const double least = xy < s[2] ? xy : s[2], most = XY > s[2] ? XY : s[2];
    return (convex){.core = &core_point,
                    .r = {s[0], s[1], s[2]},
                    .ball = least * (least / most),
                    .is_rounded = least < most};
}

static convex make_box(const collider *c)
{
    (void)c;
    return (convex){.core = &core_box};
}

static convex make_hull(const collider *c)
{
    (void)c;
    return (convex){.core = &core_hull};
}

convex ludo_convex_end(const convex *c, int32_t end)
{
    convex at = *c;
    at.core = &core_point;
    at.half = end == 0 ? -c->half : c->half;
    return at;
}

/* The convex shapes: one line each. */
static const struct convex_maker {
    const shape_kind *kind;
    convex (*make)(const collider *c);
} makers[] = {
    {&ludo_shape_sphere, make_sphere},       {&ludo_shape_capsule, make_capsule},
    {&ludo_shape_cylinder, make_cylinder},   {&ludo_shape_box, make_box},
    {&ludo_shape_ellipsoid, make_ellipsoid}, {&ludo_shape_mesh, make_hull},
};

convex ludo_convex(const collider *c)
{
    if (c->kind == &ludo_shape_box) { // the most frequent one
        return (convex){.of = c, .core = &core_box};
    }
    size_t i = 0;
    while (makers[i].kind != c->kind) {
        i++;
    }
    convex made = makers[i].make(c);
    made.of = c;
    return made;
}
