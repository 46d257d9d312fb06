/* SPDX-License-Identifier: Apache-2.0
 *
 * Prisms as polytopes: their graphs are constant, one for each number of sides. */
#include "geometry/polytope.h"

enum { MOST_CORNERS = 4, MOST_EDGES = 3 * MOST_CORNERS, LEAST_CORNERS = 3 };

/* The graph of a prism, as in a polytope. */
typedef struct prism_graph {
    int32_t around[2 * MOST_CORNERS + 1], neighbour[2 * MOST_EDGES], vertex_face[2 * MOST_EDGES];
    int32_t loop[MOST_CORNERS + 3], corner[2 * MOST_EDGES], side[2 * MOST_EDGES];
    polytope_edge edge[MOST_EDGES];
    int32_t upper[MOST_CORNERS]; /* edges of the upper face */
} prism_graph;

static const prism_graph graphs[] = {
    {
        .around = {0, 3, 6, 9, 12, 15, 18},
        .neighbour = {1, 3, 2, 0, 2, 4, 0, 5, 1, 0, 4, 5, 1, 5, 3, 2, 3, 4},
        .vertex_face = {2, 4, 0, 0, 3, 2, 4, 3, 0, 2, 1, 4, 3, 1, 2, 4, 1, 3},
        .loop = {0, 3, 6, 10, 14, 18},
        .corner = {0, 2, 1, 3, 4, 5, 0, 1, 4, 3, 1, 2, 5, 4, 2, 0, 3, 5},
        .side = {1, 3, 0, 6, 8, 7, 0, 4, 6, 2, 3, 5, 8, 4, 1, 2, 7, 5},
        .edge = {{{0, 1}, {2, 0}},
                 {{0, 2}, {0, 4}},
                 {{0, 3}, {4, 2}},
                 {{1, 2}, {3, 0}},
                 {{1, 4}, {2, 3}},
                 {{2, 5}, {3, 4}},
                 {{3, 4}, {1, 2}},
                 {{3, 5}, {4, 1}},
                 {{4, 5}, {1, 3}}},
        .upper = {6, 8, 7},
    },
    {
        .around = {0, 3, 6, 9, 12, 15, 18, 21, 24},
        .neighbour = {1, 4, 3, 0, 2, 5, 1, 3, 6, 0, 7, 2, 0, 5, 7, 1, 6, 4, 2, 7, 5, 3, 4, 6},
        .vertex_face = {2, 5, 0, 0, 3, 2, 0, 4, 3, 5, 4, 0, 2, 1, 5, 3, 1, 2, 4, 1, 3, 5, 1, 4},
        .loop = {0, 4, 8, 12, 16, 20, 24},
        .corner = {0, 3, 2, 1, 4, 5, 6, 7, 0, 1, 5, 4, 1, 2, 6, 5, 2, 3, 7, 6, 3, 0, 4, 7},
        .side = {1, 5, 3, 0, 8, 10, 11, 9, 0, 4, 8, 2, 3, 6, 10, 4, 5, 7, 11, 6, 1, 2, 9, 7},
        .edge = {{{0, 1}, {2, 0}},
                 {{0, 3}, {0, 5}},
                 {{0, 4}, {5, 2}},
                 {{1, 2}, {3, 0}},
                 {{1, 5}, {2, 3}},
                 {{2, 3}, {4, 0}},
                 {{2, 6}, {3, 4}},
                 {{3, 7}, {4, 5}},
                 {{4, 5}, {1, 2}},
                 {{4, 7}, {5, 1}},
                 {{5, 6}, {1, 3}},
                 {{6, 7}, {1, 4}}},
        .upper = {8, 10, 11, 9},
    },
};

/* Searches start at vertex 0: a prism has few. */
static const int32_t start[POLYTOPE_STARTS] = {0};

static void set_vertices(polytope_prism *p, const ludo_vec3 *upper, int32_t corners, double low)
{
    for (int32_t i = 0; i < corners; i++) {
        p->vertex[i] = v3(upper[i].x, upper[i].y, low);
        p->vertex[corners + i] = upper[i];
    }
}

static polytope_plane plane_through(ludo_vec3 normal, ludo_vec3 x)
{
    const ludo_vec3 n = v3_unit(normal);
    return (polytope_plane){n, v3_dot(n, x)};
}

/* Normal to the diagonals of a face, or to two sides. */
static ludo_vec3 across_diagonals(const ludo_vec3 *face, int32_t corners)
{
    return v3_cross(v3_sub(face[2], face[0]), v3_sub(face[corners - 1], face[1]));
}

static void set_faces(polytope_prism *p, int32_t corners)
{
    const ludo_vec3 *upper = p->vertex + corners;
    p->face[0] = plane_through(v3(0.0, 0.0, -1.0), p->vertex[0]);
    p->face[1] = plane_through(across_diagonals(upper, corners), upper[0]);
    for (int32_t i = 0; i < corners; i++) {
        const ludo_vec3 e = v3_sub(p->vertex[(i + 1) % corners], p->vertex[i]);
        p->face[2 + i] = plane_through(v3(e.y, -e.x, 0.0), p->vertex[i]);
    }
}

polytope ludo_polytope_of_prism(const polytope_prism *prism, int32_t corners)
{
    const prism_graph *g = &graphs[corners - LEAST_CORNERS];
    return (polytope){
        .vertex_count = 2 * corners,
        .edge_count = 3 * corners,
        .face_count = corners + 2,
        .vertex = prism->vertex,
        .around = g->around,
        .neighbour = g->neighbour,
        .vertex_face = g->vertex_face,
        .face = prism->face,
        .loop = g->loop,
        .corner = g->corner,
        .side = g->side,
        .edge = g->edge,
        .start = start,
        .half = v3(1.0, 1.0, 1.0),
    };
}

polytope ludo_polytope_prism(const ludo_vec3 *upper, int32_t corners, double low,
                             polytope_prism *prism)
{
    set_vertices(prism, upper, corners, low);
    set_faces(prism, corners);
    return ludo_polytope_of_prism(prism, corners);
}

/* The plane of a face by its outer normal and its outermost corner. */
static polytope_plane plane_of(const polytope_prism *p, const prism_graph *g, int32_t face,
                               ludo_vec3 normal)
{
    /* a quotient, so that a normal along an axis is exact */
    const double length = v3_norm(normal);
    polytope_plane out = {v3(normal.x / length, normal.y / length, normal.z / length), -HUGE_VAL};
    for (int32_t k = g->loop[face]; k < g->loop[face + 1]; k++) {
        const double along = v3_dot(out.normal, p->vertex[g->corner[k]]);
        out.offset = along > out.offset ? along : out.offset;
    }
    return out;
}

void ludo_polytope_frustum(const ludo_vec3 *upper, const ludo_vec3 *lower, int32_t corners,
                           polytope_prism *out)
{
    const prism_graph *g = &graphs[corners - LEAST_CORNERS];
    for (int32_t i = 0; i < corners; i++) {
        out->vertex[i] = lower[i];
        out->vertex[corners + i] = upper[i];
    }
    const ludo_vec3 n = across_diagonals(upper, corners);
    out->face[0] = plane_of(out, g, 0, v3_scale(-1.0, n));
    out->face[1] = plane_of(out, g, 1, n);
    for (int32_t i = 0; i < corners; i++) {
        const ludo_vec3 e = v3_sub(upper[(i + 1) % corners], upper[i]);
        out->face[2 + i] = plane_of(out, g, 2 + i, v3_cross(e, v3_sub(upper[i], lower[i])));
    }
}

int32_t ludo_polytope_prism_edge(int32_t corners, int32_t i)
{
    return graphs[corners - LEAST_CORNERS].upper[i];
}
