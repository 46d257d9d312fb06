/* SPDX-License-Identifier: Apache-2.0
 *
 * Round built-in meshes of radius 1: sphere, hemisphere, cone, supersphere, supertorus, wedge. */
#include "formats/mesh/built_in.h"

#include "math/elementary.h"
#include "math/vec3.h"

#include <math.h>

static void add_direction(built_in *m, ludo_vec3 v)
{
    const ludo_vec3 u = v3_scale(1.0 / v3_norm(v), v);
    built_in_vertex(m, u.x, u.y, u.z);
}

static ludo_vec3 vertex_at(const built_in *m, int32_t i)
{
    const double *v = (const double *)m->r.surface->vertices.items + 3 * i;
    return v3(v[0], v[1], v[2]);
}

/* ---- sphere: an icosahedron whose triangles are divided into four ---- */

/* The middles of the edges from a vertex to later ones, of which it has at most six. */
enum { DEGREE = 6 };
typedef struct edge_middles {
    int32_t other[DEGREE], middle[DEGREE], count;
} edge_middles;

/* The vertex on the sphere above the middle of an edge, made when the edge is first met. */
static int32_t middle_of(built_in *m, edge_middles *of, int32_t a, int32_t b)
{
    const int32_t first = a < b ? a : b, other = a < b ? b : a;
    edge_middles *e = &of[first];
    for (int32_t i = 0; i < e->count; i++) {
        if (e->other[i] == other) {
            return e->middle[i];
        }
    }
    const int32_t middle = m->r.surface->vertices.count;
    e->other[e->count] = other;
    e->middle[e->count++] = middle;
    add_direction(m, v3_add(vertex_at(m, a), vertex_at(m, b)));
    return middle;
}

/* Four triangles for each face: three at its corners, one in the middle. */
static void divide_faces(built_in *m, const growing *faces, edge_middles *of)
{
    const int32_t *f = faces->items;
    for (int32_t i = 0; i < faces->count && m->r.status == LUDO_OK; i++, f += 3) {
        int32_t middle[3];
        for (int k = 0; k < 3 && m->r.status == LUDO_OK; k++) {
            middle[k] = middle_of(m, of, f[k], f[(k + 1) % 3]);
        }
        for (int k = 0; k < 3 && m->r.status == LUDO_OK; k++) {
            built_in_face(m, f[k], middle[k], middle[(k + 2) % 3]);
        }
        if (m->r.status == LUDO_OK) {
            built_in_face(m, middle[0], middle[1], middle[2]);
        }
    }
}

static void divide(built_in *m)
{
    const int32_t vertices = m->r.surface->vertices.count;
    edge_middles *of = memory_take(m->r.allocator, (size_t)vertices * sizeof *of);
    if (of == NULL) {
        m->r.status = LUDO_NO_MEMORY;
        return;
    }
    for (int32_t i = 0; i < vertices; i++) {
        of[i].count = 0;
    }
    const growing faces = m->r.surface->faces;
    m->r.surface->faces = (growing){NULL, 0, 0};
    divide_faces(m, &faces, of);
    memory_give(m->r.allocator, faces.items);
    memory_give(m->r.allocator, of);
}

/* The corners of three golden rectangles, one in each coordinate plane. */
static void add_icosahedron(built_in *m)
{
    static const unsigned char faces[20][3] = {
        {0, 11, 5},  {0, 5, 1},  {0, 1, 7},  {0, 7, 10}, {0, 10, 11}, {1, 5, 9}, {5, 11, 4},
        {11, 10, 2}, {10, 7, 6}, {7, 1, 8},  {3, 9, 4},  {3, 4, 2},   {3, 2, 6}, {3, 6, 8},
        {3, 8, 9},   {4, 9, 5},  {2, 4, 11}, {6, 2, 10}, {8, 6, 7},   {9, 8, 1}};
    const double golden = 0.5 * (1.0 + sqrt(5.0));
    for (int i = 0; i < 12; i++) {
        const double one = i % 2 == 0 ? -1.0 : 1.0, far = i % 4 < 2 ? golden : -golden;
        const ludo_vec3 corner[3] = {v3(one, far, 0.0), v3(0.0, one, far), v3(far, 0.0, one)};
        add_direction(m, corner[i / 4]);
    }
    for (int i = 0; i < 20; i++) {
        built_in_face(m, faces[i][0], faces[i][1], faces[i][2]);
    }
}

void ludo_built_in_sphere(built_in *m)
{
    add_icosahedron(m);
    for (int i = 0; i < (int)m->p[0] && m->r.status == LUDO_OK; i++) {
        divide(m);
    }
}

/* ---- hemisphere: the upper half of an octahedron in rings, pushed out to the sphere ---- */

/* Ring k has 4 k vertices; the first one of it follows all rings before. */
static int32_t ring_start(int32_t k)
{
    return k > 0 ? 1 + 2 * k * (k - 1) : 0;
}

static int32_t ring_vertex(int32_t k, int32_t i)
{
    return ring_start(k) + (k > 0 ? i % (4 * k) : 0);
}

static void add_ring(built_in *m, int32_t k, int32_t rings)
{
    static const double x[] = {1.0, 0.0, -1.0, 0.0}, y[] = {0.0, 1.0, 0.0, -1.0};
    for (int32_t i = 0; i < 4 * k; i++) {
        const int32_t side = i / k, next = (side + 1) % 4;
        const double b = i % k, a = k - b;
        add_direction(m, v3(a * x[side] + b * x[next], a * y[side] + b * y[next], rings - k));
    }
}

/* The triangles between ring k and the next one outwards, in each of four sectors. */
static void join_rings(built_in *m, int32_t k)
{
    for (int32_t side = 0; side < 4; side++) {
        for (int32_t i = 0; i <= k; i++) {
            const int32_t inner = k * side + i, outer = (k + 1) * side + i;
            built_in_face(m, ring_vertex(k, inner), ring_vertex(k + 1, outer),
                          ring_vertex(k + 1, outer + 1));
            if (i < k) {
                built_in_face(m, ring_vertex(k, inner), ring_vertex(k + 1, outer + 1),
                              ring_vertex(k, inner + 1));
            }
        }
    }
}

void ludo_built_in_hemisphere(built_in *m)
{
    const int32_t rings = (int32_t)m->p[0] + 1;
    built_in_vertex(m, 0.0, 0.0, 1.0);
    for (int32_t k = 1; k <= rings; k++) {
        add_ring(m, k, rings);
    }
    built_in_vertex(m, 0.0, 0.0, 0.0);
    for (int32_t k = 0; k < rings; k++) {
        join_rings(m, k);
    }
    for (int32_t i = 0; i < 4 * rings; i++) {
        built_in_face(m, ring_vertex(rings, i), ring_start(rings + 1), ring_vertex(rings, i + 1));
    }
}

/* ---- cone: the hull of two regular polygons, or of one and an apex ---- */

static void add_polygon(built_in *m, int32_t corners, double radius, double z)
{
    for (int32_t i = 0; i < corners; i++) {
        double sine, cosine;
        ludo_sincos(2.0 * PI * i / corners, &sine, &cosine);
        built_in_vertex(m, radius * cosine, radius * sine, z);
    }
}

void ludo_built_in_cone(built_in *m)
{
    if (!ludo_built_in_fits(m, 2.0 * m->p[0])) {
        return;
    }
    const int32_t corners = (int32_t)m->p[0];
    add_polygon(m, corners, 1.0, -1.0);
    if (m->p[1] > 0.0) {
        add_polygon(m, corners, m->p[1], 1.0);
    } else {
        built_in_vertex(m, 0.0, 0.0, 1.0);
    }
}

/* ---- supersphere and supertorus: powers of sines and cosines ---- */

/* log x for x > 0, to some 1e-16 of its size or of 1: x = m 2^k with m near 1, and the series of
 * artanh((m - 1) / (m + 1)), whose argument is below 0.18. */
static double logarithm(double x)
{
    int k;
    double m = frexp(x, &k);
    if (m < 0.70710678118654752) {
        m *= 2.0;
        k--;
    }
    const double z = (m - 1.0) / (m + 1.0);
    double sum = 0.0;
    for (int i = 25; i >= 1; i -= 2) {
        sum = sum * z * z + 1.0 / i;
    }
    return k * 0.69314718055994531 + 2.0 * z * sum;
}

/* |x|^exponent with the sign of x. The sine of the nearest double to pi is not 0, and a small power
 * of it is not small: as in MuJoCo. */
static double power(double x, double exponent)
{
    const double size = exponent == 0.0 ? 1.0
                        : x == 0.0      ? 0.0
                                        : ludo_exp(exponent * logarithm(fabs(x)));
    return x < 0.0 ? -size : size;
}

typedef struct super_pair {
    double cosine, sine;
} super_pair;

static super_pair super_of(double angle, double exponent)
{
    double sine, cosine;
    ludo_sincos(angle, &sine, &cosine);
    return (super_pair){power(cosine, exponent), power(sine, exponent)};
}

/* The two triangles of the cell at (i, j) of a grid of rows of equal length, closed along both. */
typedef struct closed_grid {
    int32_t start, rows, columns;
} closed_grid;

static int32_t grid_vertex(const closed_grid *g, int32_t i, int32_t j)
{
    return g->start + i % g->rows * g->columns + j % g->columns;
}

/* Pole, rows of `n` vertices from south to north, pole. */
static void add_supersphere_faces(built_in *m, int32_t n)
{
    const closed_grid g = {1, n - 1, n};
    const int32_t north = 1 + n * (n - 1);
    for (int32_t j = 0; j < n; j++) {
        built_in_face(m, 0, grid_vertex(&g, 0, j + 1), grid_vertex(&g, 0, j));
    }
    for (int32_t i = 0; i + 1 < n - 1; i++) {
        for (int32_t j = 0; j < n; j++) {
            built_in_face(m, grid_vertex(&g, i, j), grid_vertex(&g, i, j + 1),
                          grid_vertex(&g, i + 1, j));
            built_in_face(m, grid_vertex(&g, i, j + 1), grid_vertex(&g, i + 1, j + 1),
                          grid_vertex(&g, i + 1, j));
        }
    }
    for (int32_t j = 0; j < n; j++) {
        built_in_face(m, grid_vertex(&g, n - 2, j), grid_vertex(&g, n - 2, j + 1), north);
    }
}

void ludo_built_in_supersphere(built_in *m)
{
    if (!ludo_built_in_fits(m, m->p[0] * m->p[0])) {
        return;
    }
    const int32_t n = (int32_t)m->p[0];
    built_in_vertex(m, 0.0, 0.0, -1.0);
    for (int32_t i = 1; i < n; i++) {
        const super_pair latitude = super_of(-0.5 * PI + PI * i / n, m->p[2]);
        for (int32_t j = 0; j < n; j++) {
            const super_pair longitude = super_of(-PI + 2.0 * PI * j / n, m->p[1]);
            built_in_vertex(m, latitude.cosine * longitude.cosine, latitude.cosine * longitude.sine,
                            latitude.sine);
        }
    }
    built_in_vertex(m, 0.0, 0.0, 1.0);
    add_supersphere_faces(m, n);
}

void ludo_built_in_supertorus(built_in *m)
{
    if (!ludo_built_in_fits(m, m->p[0] * m->p[0])) {
        return;
    }
    const int32_t n = (int32_t)m->p[0];
    const closed_grid g = {0, n, n};
    const double radius = m->p[1];
    for (int32_t i = 0; i < n; i++) {
        const super_pair around = super_of(2.0 * PI * i / n, m->p[3]);
        for (int32_t j = 0; j < n; j++) {
            const super_pair tube = super_of(2.0 * PI * j / n, m->p[2]);
            const double out = 1.0 + radius * tube.cosine;
            built_in_vertex(m, out * around.cosine, out * around.sine, radius * tube.sine);
        }
    }
    for (int32_t i = 0; i < n; i++) {
        for (int32_t j = 0; j < n; j++) {
            built_in_face(m, grid_vertex(&g, i, j), grid_vertex(&g, i + 1, j),
                          grid_vertex(&g, i, j + 1));
            built_in_face(m, grid_vertex(&g, i + 1, j), grid_vertex(&g, i + 1, j + 1),
                          grid_vertex(&g, i, j + 1));
        }
    }
}

/* ---- wedge: the hull of points on a sphere, seen from its centre along -z ---- */

/* The middle of cell i of n between -view and view [degrees], denser in the middle with gamma. */
static double cell_angle(int32_t i, int32_t n, double view, double gamma)
{
    double edge[2];
    for (int k = 0; k < 2; k++) {
        const double x = 2.0 * (i + k) / n - 1.0;
        edge[k] = gamma * x * x * x * x * x + (1.0 - gamma) * x;
    }
    return 0.5 * (edge[0] + edge[1]) * view * PI / 180.0;
}

void ludo_built_in_wedge(built_in *m)
{
    if (!ludo_built_in_fits(m, m->p[0] * m->p[1])) {
        return;
    }
    const int32_t columns = (int32_t)m->p[0], rows = (int32_t)m->p[1];
    for (int32_t i = 0; i < columns; i++) {
        double across, ahead;
        ludo_sincos(cell_angle(i, columns, m->p[2], m->p[4]), &across, &ahead);
        for (int32_t j = 0; j < rows; j++) {
            double up, level;
            ludo_sincos(cell_angle(j, rows, m->p[3], m->p[4]), &up, &level);
            built_in_vertex(m, level * across, up, -level * ahead);
        }
    }
}
