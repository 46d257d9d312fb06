/* SPDX-License-Identifier: Apache-2.0
 *
 * Shapes as support functions in extended precision, by brute force over vertices or in closed
 * form: written for the certificates, without the formulas of the library. */
#ifndef LUDO_TESTS_CERTIFICATE_SOLID_H
#define LUDO_TESTS_CERTIFICATE_SOLID_H

#include "certificate/extended.h"
#include "model/contact.h"

enum { SAMPLE_VERTICES = 16, SAMPLE_DIRECTIONS = 128 };

/* A convex mesh: its vertices, the outer normals of its faces, and the directions of its edges
 * (and of a few diagonals). */
typedef struct sample_mesh {
    ludo_vec3 vertex[SAMPLE_VERTICES];
    vec3x face[SAMPLE_DIRECTIONS], edge[SAMPLE_DIRECTIONS];
    int32_t vertex_count, face_count, edge_count;
} sample_mesh;

/* Find the faces and edges of the hull of the vertices. @return false: too many for the struct */
bool sample_mesh_outline(sample_mesh *m);

typedef struct solid_kind solid_kind;

/* A shape in the world: the points within `radius` of a core. */
typedef struct solid {
    const solid_kind *kind;
    const sample_mesh *mesh;
    vec3x center, axis[3];
    extended size[3], radius;
    extended reach; /* half the width of the part of a plane that is near the other shape */
} solid;

/* Operations in the frame of the shape. */
struct solid_kind {
    const struct shape_kind *shape;
    /* The point of the core that is farthest along n. */
    vec3x (*farthest)(const solid *s, vec3x n);
    /* The distance of a point outside, to first order; inside any number <= 0. */
    extended (*outside)(const solid *s, vec3x p);
    /* The number of sizes; the size that is the radius of a rounded core, -1: none. */
    int32_t sizes, rounded;
    /* Axes that are normals of flat faces, and directions of straight edges; bit i is axis i. */
    unsigned faces, edges;
    bool round; /* part of its surface is curved */
};

/* The shape of a collider on a body at a pose. NULL kind: the type has no support function here. */
solid solid_of(const collider *c, const pose *z, const sample_mesh *mesh);

/* A plane has only the part near a point of the other shape, `reach` to all sides. */
void solid_cut_plane(solid *plane, vec3x near, extended reach);

bool solid_is_plane(const solid *s);

/* The point of the core farthest along a direction, in the world. */
vec3x solid_farthest(const solid *s, vec3x n);

/* How far a point of the world is outside of the shape; <= 0: inside. */
extended solid_outside(const solid *s, vec3x p);

/* The directions of flat faces and of straight edges in the world, at most SAMPLE_DIRECTIONS. */
int32_t solid_faces(const solid *s, vec3x out[SAMPLE_DIRECTIONS]);
int32_t solid_edges(const solid *s, vec3x out[SAMPLE_DIRECTIONS]);

#endif
