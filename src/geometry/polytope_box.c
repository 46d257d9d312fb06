/* SPDX-License-Identifier: Apache-2.0
 *
 * A box as a polytope: its graph is constant. */
#include "geometry/polytope.h"

enum { VERTICES = 8, EDGES = 12, FACES = 6, SIDES = 2 * EDGES };

static const int32_t around[VERTICES + 1] = {0, 3, 6, 9, 12, 15, 18, 21, 24};
static const int32_t neighbour[SIDES] = {1, 4, 2, 0, 3, 5, 0, 6, 3, 1, 2, 7,
                                         0, 5, 6, 1, 7, 4, 2, 4, 7, 3, 6, 5};
static const int32_t vertex_face[SIDES] = {2, 0, 4, 4, 1, 2, 0, 3, 4, 4, 3, 1,
                                           2, 5, 0, 1, 5, 2, 0, 5, 3, 3, 5, 1};

static const int32_t loop[FACES + 1] = {0, 4, 8, 12, 16, 20, 24};
static const int32_t corner[SIDES] = {0, 4, 6, 2, 1, 3, 7, 5, 0, 1, 5, 4,
                                      2, 6, 7, 3, 0, 2, 3, 1, 4, 5, 7, 6};
static const int32_t side[SIDES] = {2, 9,  6, 1, 3, 7, 10, 4, 0, 4,  8,  2,
                                    6, 11, 7, 5, 1, 5, 3,  0, 8, 10, 11, 9};

static const polytope_edge edge[EDGES] = {{{0, 1}, {2, 4}}, {{0, 2}, {4, 0}}, {{0, 4}, {0, 2}},
                                          {{1, 3}, {1, 4}}, {{1, 5}, {2, 1}}, {{2, 3}, {4, 3}},
                                          {{2, 6}, {3, 0}}, {{3, 7}, {1, 3}}, {{4, 5}, {5, 2}},
                                          {{4, 6}, {0, 5}}, {{5, 7}, {5, 1}}, {{6, 7}, {3, 5}}};

/* per sign of x, y, z; zeros count as positive */
static const int32_t start[POLYTOPE_STARTS] = {0, 4, 4, 2, 6, 6, 2, 6, 6, 1, 5, 5, 3, 7,
                                               7, 3, 7, 7, 1, 5, 5, 3, 7, 7, 3, 7, 7};

const int32_t *ludo_polytope_box_corners(int32_t face)
{
    return &corner[loop[face]];
}

const int32_t *ludo_polytope_box_sides(int32_t face)
{
    return &side[loop[face]];
}

polytope ludo_polytope_box(ludo_vec3 half, polytope_box *box)
{
    for (int32_t i = 0; i < VERTICES; i++) {
        box->vertex[i] = v3((i & 1) != 0 ? half.x : -half.x, (i & 2) != 0 ? half.y : -half.y,
                            (i & 4) != 0 ? half.z : -half.z);
    }
    for (int32_t i = 0; i < FACES; i++) {
        const double sign = i % 2 == 0 ? -1.0 : 1.0;
        box->face[i] = i / 2 == 0   ? (polytope_plane){v3(sign, 0.0, 0.0), half.x}
                       : i / 2 == 1 ? (polytope_plane){v3(0.0, sign, 0.0), half.y}
                                    : (polytope_plane){v3(0.0, 0.0, sign), half.z};
    }
    return (polytope){
        .vertex_count = VERTICES,
        .edge_count = EDGES,
        .face_count = FACES,
        .vertex = box->vertex,
        .around = around,
        .neighbour = neighbour,
        .vertex_face = vertex_face,
        .face = box->face,
        .loop = loop,
        .corner = corner,
        .side = side,
        .edge = edge,
        .start = start,
        .half = half,
    };
}
