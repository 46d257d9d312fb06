/* SPDX-License-Identifier: Apache-2.0
 *
 * Random shapes, orientations, places and gaps. */
#include "certificate/sample.h"

#include "geometry/list.h"
#include "random.h"

#include <string.h>

static int32_t below(uint64_t *random, int32_t bound)
{
    const int32_t i = (int32_t)ludo_scene_random(random, 0.0, (double)bound);
    return i < bound ? i : bound - 1;
}

/* A number whose logarithm is evenly distributed. */
static double decades(uint64_t *random, double low, double high)
{
    return low * pow(high / low, ludo_scene_random(random, 0.0, 1.0));
}

/* ---- shapes ---- */

/* Similar dimensions, dimensions over two decades, or one that is thin. */
static void random_sizes(double size[3], int32_t mode, uint64_t *random)
{
    for (int i = 0; i < 3; i++) {
        size[i] = mode == 1 ? decades(random, 0.01, 1.0) : ludo_scene_random(random, 0.1, 0.5);
    }
    if (mode == 2) {
        size[below(random, 3)] *= decades(random, 1e-3, 0.1);
    }
}

static void put_vertex(sample_mesh *m, const double size[3], double x, double y, double z)
{
    m->vertex[m->vertex_count++] = v3(size[0] * x, size[1] * y, size[2] * z);
}

static void put_tetrahedron(sample_mesh *m, const double size[3], uint64_t *random)
{
    (void)random;
    put_vertex(m, size, 1.0, 1.0, 1.0);
    put_vertex(m, size, 1.0, -1.0, -1.0);
    put_vertex(m, size, -1.0, 1.0, -1.0);
    put_vertex(m, size, -1.0, -1.0, 1.0);
}

static void put_cube(sample_mesh *m, const double size[3], uint64_t *random)
{
    (void)random;
    for (int i = 0; i < 8; i++) {
        put_vertex(m, size, (i & 1) != 0 ? 1.0 : -1.0, (i & 2) != 0 ? 1.0 : -1.0,
                   (i & 4) != 0 ? 1.0 : -1.0);
    }
}

static void put_octahedron(sample_mesh *m, const double size[3], uint64_t *random)
{
    (void)random;
    for (int i = 0; i < 6; i++) {
        const double s = i % 2 == 0 ? 1.0 : -1.0;
        put_vertex(m, size, i / 2 == 0 ? s : 0.0, i / 2 == 1 ? s : 0.0, i / 2 == 2 ? s : 0.0);
    }
}

static void put_prism(sample_mesh *m, const double size[3], uint64_t *random)
{
    const int32_t sides = 3 + below(random, SAMPLE_VERTICES / 2 - 2);
    for (int32_t i = 0; i < 2 * sides; i++) {
        const double angle = 2.0 * 3.14159265358979323846 * (i / 2) / sides;
        put_vertex(m, size, cos(angle), sin(angle), i % 2 == 0 ? -1.0 : 1.0);
    }
}

static void put_random_points(sample_mesh *m, const double size[3], uint64_t *random)
{
    const int32_t count = 5 + below(random, SAMPLE_VERTICES - 4);
    for (int32_t i = 0; i < count; i++) {
        const ludo_quat q = ludo_scene_random_quat(random);
        const ludo_vec3 p = q_rotate(q, v3(0.0, 0.0, 1.0));
        put_vertex(m, size, p.x, p.y, p.z);
    }
}

static void random_mesh(sample_mesh *m, const double size[3], uint64_t *random)
{
    static void (*const put[])(sample_mesh *, const double[3], uint64_t *) = {
        put_tetrahedron, put_cube, put_octahedron, put_prism, put_random_points, put_random_points};
    do {
        m->vertex_count = 0;
        put[below(random, (int32_t)(sizeof put / sizeof *put))](m, size, random);
    } while (!sample_mesh_outline(m));
}

/* Give a collider the hull of a mesh: the one place that knows how colliders keep it. */
static bool give_mesh(collider *c, const sample_mesh *m, polytope *hull)
{
    double vertex[3 * SAMPLE_VERTICES];
    const char *problem;
    ludo_vec3 low = m->vertex[0], high = low;
    for (int32_t i = 0; i < m->vertex_count; i++) {
        const ludo_vec3 p = m->vertex[i];
        v3_put(p, &vertex[3 * i]);
        low = v3(fmin(low.x, p.x), fmin(low.y, p.y), fmin(low.z, p.z));
        high = v3(fmax(high.x, p.x), fmax(high.y, p.y), fmax(high.z, p.z));
        c->radius = fmax(c->radius, v3_norm(p));
    }
    c->hull = hull;
    c->sides = v3(fmax(-low.x, high.x), fmax(-low.y, high.y), fmax(-low.z, high.z));
    c->thickness = fmin(fmin(high.x - low.x, high.y - low.y), high.z - low.z);
    const surface s = {.vertex = vertex, .vertex_count = m->vertex_count};
    const ludo_allocator memory = ludo_allocator_or_default(NULL);
    return ludo_polytope_hull(&s, &memory, hull, &problem) == LUDO_OK;
}

/* @return false: no memory */
static bool random_collider(collider *c, const shape_kind *kind, sample_mesh *mesh, polytope *hull,
                            uint64_t *random)
{
    *c = (collider){.kind = kind, .frame = {.orientation = q_identity()}};
    random_sizes(c->size, below(random, 4), random);
    if (below(random, 2) == 1) {
        c->frame =
            (ludo_frame){ludo_scene_random_vec3(random, 0.3), ludo_scene_random_quat(random)};
    }
    if (kind->of_mesh) {
        random_mesh(mesh, c->size, random);
        return give_mesh(c, mesh, hull);
    }
    c->radius = kind->radius(c->size);
    c->sides = kind->sides(c->size);
    c->thickness = 2.0 * fmin(fmin(c->sides.x, c->sides.y), c->sides.z);
    return true;
}

/* ---- orientations ---- */

/* One of the 24 rotations of a cube, and more than half of the time a rotation about z. */
static ludo_quat random_aligned(uint64_t *random)
{
    static const double half = 0.70710678118654752440;
    const ludo_vec3 axis[3] = {v3(1.0, 0.0, 0.0), v3(0.0, 1.0, 0.0), v3(0.0, 0.0, 1.0)};
    ludo_quat q = q_identity();
    for (int i = 0; i < 3; i++) {
        const int32_t quarters = below(random, 4);
        const ludo_quat turn = quarters == 0 ? q_identity()
                               : quarters == 2
                                   ? q_make(0.0, axis[i])
                                   : q_make(half, v3_scale((quarters - 2) * half, axis[i]));
        q = q_mul(turn, q);
    }
    return below(random, 3) == 0 ? q
                                 : q_mul(q, q_about(axis[2], ludo_scene_random(random, -3.0, 3.0)));
}

/* Any orientation, an aligned one, or one that is nearly aligned, by up to 0.1 rad. */
static ludo_quat random_relative(int32_t mode, uint64_t *random)
{
    if (mode == 0) {
        return ludo_scene_random_quat(random);
    }
    const ludo_quat q = random_aligned(random);
    if (mode == 1) {
        return q;
    }
    const ludo_vec3 axis = q_rotate(ludo_scene_random_quat(random), v3(1.0, 0.0, 0.0));
    return q_mul(q_about(axis, decades(random, 1e-12, 0.1)), q);
}

/* ---- places ---- */

solid_pair pair_sample_solids(const pair_sample *s)
{
    solid_pair p = {
        solid_of(&s->a, &s->z_a, s->a.kind->of_mesh ? &s->mesh_a : NULL),
        solid_of(&s->b, &s->z_b, s->b.kind->of_mesh ? &s->mesh_b : NULL),
    };
    if (p.a.kind != NULL && p.b.kind != NULL) {
        const vec3x at_a = p.a.center, at_b = p.b.center;
        if (solid_is_plane(&p.a)) {
            solid_cut_plane(&p.a, at_b, (extended)s->size);
        }
        if (solid_is_plane(&p.b)) {
            solid_cut_plane(&p.b, at_a, (extended)s->size);
        }
    }
    return p;
}

/* Move b along n. */
static void shift(pair_sample *s, vec3x n, extended by)
{
    s->z_b.x = v3_add(s->z_b.x, v3((double)(by * n.x), (double)(by * n.y), (double)(by * n.z)));
}

/* Apart by up to the size; by 1e-6 to 0.1 of it; by 1e-9 m, 1e-12 m, 0; overlapping by 1e-12 m to
 * a thousandth of the thickness, of curved surfaces to that of the least radius of curvature. */
static double random_gap(const pair_sample *s, bool round, uint64_t *random)
{
    static const double small[] = {1e-9, 1e-12, 0.0, -1e-12, -1e-9};
    const double curved = round ? s->thin / s->size : 1.0;
    switch (below(random, 4)) {
    case 0:
        return ludo_scene_random(random, 0.0, s->size);
    case 1:
        return s->size * decades(random, 1e-6, 0.1);
    case 2:
        return small[below(random, 5)];
    default:
        return -decades(random, 1e-12, fmax(1e-3 * curved * s->thin, 2e-12));
    }
}

/* The direction from a to b: any, or one of the axes of a; the normal of a plane. */
static vec3x random_side(const solid_pair *p, uint64_t *random)
{
    if (solid_is_plane(&p->a)) {
        return p->a.axis[2];
    }
    const ludo_vec3 u = q_rotate(ludo_scene_random_quat(random), v3(1.0, 0.0, 0.0));
    const int32_t axis = below(random, 6);
    return axis < 3 ? p->a.axis[axis] : x3_of(u);
}

/* Move b to a place beside a with the gap. */
static void place(pair_sample *s, uint64_t *random)
{
    solid_pair p = pair_sample_solids(s);
    const vec3x n = random_side(&p, random);
    const double gap = random_gap(s, p.a.kind->round || p.b.kind->round, random);
    shift(s, x3_sub(p.a.center, p.b.center), 1.0L);
    shift(s, x3_of(ludo_scene_random_vec3(random, 0.5)), (extended)s->size);
    p = pair_sample_solids(s);
    shift(s, n, (extended)fabs(gap) - separation_along(&p, n));
    p = pair_sample_solids(s);
    const distance_bounds at = bounds_find(&p, (extended)s->size);
    shift(s, at.n, (extended)gap - at.least);
}

static double largest(const collider *c)
{
    return isfinite(c->radius) ? 2.0 * c->radius : 0.0;
}

/* ---- samples ---- */

bool pair_sample_make(pair_sample *s, const narrow_phase_kind *kind, uint64_t seed, long index)
{
    static const double away[] = {1.0, 1.0, 1e3, 1e6};
    uint64_t random = seed * UINT64_C(0x9E3779B97F4A7C15) + (uint64_t)index;
    random ^= (uint64_t)ludo_scene_random(&random, 0.0, 0x1p53) << 11;
    memset(s, 0, sizeof *s);
    s->kind = kind;
    if (!random_collider(&s->a, kind->a, &s->mesh_a, &s->hull_a, &random) ||
        !random_collider(&s->b, kind->b, &s->mesh_b, &s->hull_b, &random)) {
        return false;
    }
    s->size = fmax(largest(&s->a), largest(&s->b));
    s->thin = fmin(s->a.thickness, s->b.thickness);
    const double scale = away[below(&random, 4)];
    const ludo_vec3 x = ludo_scene_random_vec3(&random, scale);
    s->z_a = pose_make(x, below(&random, 2) == 0 ? q_identity() : ludo_scene_random_quat(&random));
    const ludo_quat at_a = q_mul(s->z_a.q, s->a.frame.orientation);
    const ludo_quat at_b = q_mul(at_a, random_relative(below(&random, 3), &random));
    s->z_b = pose_make(x, q_normalized(q_mul(at_b, q_conj(s->b.frame.orientation))));
    const solid_pair p = pair_sample_solids(s);
    if (p.a.kind == NULL || p.b.kind == NULL) {
        return false;
    }
    place(s, &random);
    s->far = fmax(v3_norm(s->z_a.x), v3_norm(s->z_b.x));
    return true;
}

void pair_sample_release(pair_sample *s)
{
    const ludo_allocator memory = ludo_allocator_or_default(NULL);
    ludo_polytope_release(&s->hull_a, &memory);
    ludo_polytope_release(&s->hull_b, &memory);
}
