/* SPDX-License-Identifier: Apache-2.0
 *
 * Solids for tests of polytopes: with triangles, with polygons of many corners, and with slivers.
 */
#ifndef LUDO_TESTS_POLYTOPES_H
#define LUDO_TESTS_POLYTOPES_H

#include "geometry/polytope.h"
#include "surfaces.h"

static inline ludo_vec3 random_direction(random_stream *r)
{
    return v3_unit(random_vec3(r, 1.0));
}

/* All sign changes of points, without duplicates. */
static inline void add_signs(draft_surface *d, ludo_vec3 p)
{
    for (int32_t i = 0; i < 8; i++) {
        const bool x = (i & 1) != 0, y = (i & 2) != 0, z = (i & 4) != 0;
        if (!(x && p.x == 0.0) && !(y && p.y == 0.0) && !(z && p.z == 0.0)) {
            (void)add_vertex(d, v3(x ? -p.x : p.x, y ? -p.y : p.y, z ? -p.z : p.z));
        }
    }
}

/* As above, with cyclic exchanges of the axes. */
static inline void add_orbit(draft_surface *d, ludo_vec3 p)
{
    add_signs(d, p);
    add_signs(d, v3(p.y, p.z, p.x));
    add_signs(d, v3(p.z, p.x, p.y));
}

static inline void tetrahedron(draft_surface *d, int32_t n)
{
    (void)n;
    (void)add_vertex(d, v3(1.0, 1.0, 1.0));
    (void)add_vertex(d, v3(1.0, -1.0, -1.0));
    (void)add_vertex(d, v3(-1.0, 1.0, -1.0));
    (void)add_vertex(d, v3(-1.0, -1.0, 1.0));
}

static inline void cube(draft_surface *d, int32_t n)
{
    (void)n;
    add_signs(d, v3(1.0, 1.0, 1.0));
}

static inline void octahedron(draft_surface *d, int32_t n)
{
    (void)n;
    add_orbit(d, v3(1.0, 0.0, 0.0));
}

static const double golden = 1.6180339887498949;

static inline void dodecahedron(draft_surface *d, int32_t n)
{
    (void)n;
    add_signs(d, v3(1.0, 1.0, 1.0));
    add_orbit(d, v3(0.0, 1.0 / golden, golden));
}

static inline void icosahedron(draft_surface *d, int32_t n)
{
    (void)n;
    add_orbit(d, v3(0.0, 1.0, golden));
}

/* A lattice of n points on an ellipsoid. */
static inline void ellipsoid(draft_surface *d, int32_t n)
{
    for (int32_t i = 0; i < n; i++) {
        const double z = 1.0 - (2.0 * i + 1.0) / n, turn = 2.0 * PI * i / golden;
        const double rho = sqrt(1.0 - z * z);
        (void)add_vertex(d, v3(0.3 * rho * cos(turn), 0.2 * rho * sin(turn), 0.1 * z));
    }
}

/* A prism with n sides. */
static inline void prism(draft_surface *d, int32_t n)
{
    for (int32_t i = 0; i < 2 * n; i++) {
        const double turn = 2.0 * PI * (i / 2) / n;
        (void)add_vertex(d, v3(cos(turn), sin(turn), i % 2 == 0 ? -0.5 : 0.5));
    }
}

/* A needle: a prism whose sides are 1e6 times as long as wide. */
static inline void needle(draft_surface *d, int32_t n)
{
    prism(d, n);
    move_vertices(d, (mat3){{1e-6, 0.0, 0.0, 0.0, 1e-6, 0.0, 0.0, 0.0, 1.0}}, v3(0.0, 0.0, 0.0));
}

/* Pairs of vertices that are 1e-7 apart, so that most faces are slivers. */
static inline void slivers(draft_surface *d, int32_t n)
{
    random_stream r = random_from((uint64_t)n);
    for (int32_t i = 0; i < n; i++) {
        const ludo_vec3 p = random_direction(&r);
        (void)add_vertex(d, p);
        (void)add_vertex(d, v3_axpy(p, 1e-7, random_direction(&r)));
    }
}

static inline void grid(draft_surface *d, int32_t n)
{
    for (int32_t i = 0; i < n * n * n; i++) {
        (void)add_vertex(d, v3(i / n / n, i / n % n, i % n));
    }
}

static inline void cloud(draft_surface *d, int32_t n)
{
    random_stream r = random_from((uint64_t)n);
    for (int32_t i = 0; i < n; i++) {
        (void)add_vertex(d, random_vec3(&r, 1.0));
    }
}

/* The counts that are known, else 0. */
static const struct solid {
    const char *name;
    void (*make)(draft_surface *d, int32_t n);
    int32_t n, vertices, edges, faces;
} solids[] = {
    {"tetrahedron", tetrahedron, 0, 4, 6, 4},
    {"cube", cube, 0, 8, 12, 6},
    {"octahedron", octahedron, 0, 6, 12, 8},
    {"dodecahedron", dodecahedron, 0, 20, 30, 12},
    {"icosahedron", icosahedron, 0, 12, 30, 20},
    {"ellipsoid of 20", ellipsoid, 20, 20, 0, 0},
    {"ellipsoid of 2000", ellipsoid, 2000, 2000, 0, 0},
    {"prism of 3", prism, 3, 6, 9, 5},
    {"prism of 40", prism, 40, 80, 120, 42},
    {"prism of 500", prism, 500, 1000, 1500, 502},
    {"needle", needle, 12, 24, 36, 14},
    {"grid", grid, 6, 8, 12, 6},
    {"slivers", slivers, 30, 0, 0, 0},
    {"cloud of 4", cloud, 4, 4, 6, 4},
    {"cloud of 50", cloud, 50, 0, 0, 0},
    {"cloud of 3000", cloud, 3000, 0, 0, 0},
};

enum { SOLIDS = sizeof solids / sizeof *solids };

static inline polytope hull_of(const draft_surface *d)
{
    const surface s = of_draft(d);
    polytope p;
    const char *problem = NULL;
    assert_int_equal(ludo_polytope_hull(&s, plain_memory(), &p, &problem), LUDO_OK);
    assert_null(problem);
    return p;
}

/* A solid as it is, or rotated and moved at random from seed 2 on. */
static inline polytope make(const struct solid *solid, uint64_t seed)
{
    draft_surface *d = new_draft();
    solid->make(d, solid->n);
    if (seed > 1) {
        random_stream r = random_from(seed);
        const mat3 R = q_matrix(random_quat(&r));
        move_vertices(d, R, random_vec3(&r, 1.0));
    }
    const polytope p = hull_of(d);
    free(d);
    return p;
}

static inline void release(polytope *p)
{
    ludo_polytope_release(p, plain_memory());
}

/* Run a check over all solids in several poses. */
static inline void over_solids(void (*check)(const polytope *p, random_stream *r), uint64_t seeds)
{
    for (int32_t i = 0; i < SOLIDS; i++) {
        FOR_SEEDS(seed, seeds)
        {
            polytope p = make(&solids[i], seed);
            random_stream r = random_from(seed);
            check(&p, &r);
            release(&p);
        }
    }
}

/* The largest coordinate. */
static inline double extent(const polytope *p)
{
    double most = 0.0;
    for (int32_t v = 0; v < p->vertex_count; v++) {
        most = fmax(most, v3_max(p->vertex[v]));
    }
    return most;
}

#endif
