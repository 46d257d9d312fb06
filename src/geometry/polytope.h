/* SPDX-License-Identifier: Apache-2.0
 *
 * Convex polytopes for collision: the graph of vertices, edges and faces, and searches in it.
 *
 * Loops and cycles are counter-clockwise seen from outside. Three arrays have two entries per edge,
 * one per end or per side of it:
 *
 *     at a vertex v, k = around[v] .. around[v+1] - 1, in a cycle about v
 *         neighbour[k]     the vertex at the other end of an edge
 *         vertex_face[k]   the face between that edge and the next
 *     at a face f, k = loop[f] .. loop[f+1] - 1, in a loop about f
 *         corner[k]        a vertex
 *         side[k]          the edge from there to the next corner
 *
 * Only convexity makes a vertex without farther neighbours the farthest, so that a search climbs
 * from vertex to neighbour; the memory of a table of starts is constant. */
#ifndef LUDO_GEOMETRY_POLYTOPE_H
#define LUDO_GEOMETRY_POLYTOPE_H

#include "geometry/surface.h"

#include <float.h>

/* The plane of a face: normal . p = offset. */
typedef struct polytope_plane {
    ludo_vec3 normal; /* unit, outward */
    double offset;    /* of the outermost corner [m] */
} polytope_plane;

/* An edge; face[0] is on its left from vertex[0] to vertex[1], seen from outside. */
typedef struct polytope_edge {
    int32_t vertex[2], face[2]; /* vertex[0] < vertex[1] */
} polytope_edge;

/* A polytope that is a part of a larger solid, in the frame of that solid. Points of the boundary
 * of the part that are inside of the solid, or on flat places of its surface, touch nothing. */
typedef struct polytope_part {
    uint32_t inner_edges,
        inner_vertices;    /* a bit for each that is no edge or corner of the solid */
    const ludo_vec3 *exit; /* outer normals of the solid where it is left from the */
    int32_t exit_count;    /* part, first that of the face that it has in common */

    /* Whether a unit vector n is an outer normal of the solid at a point of its surface. */
    bool (*admits)(const struct polytope_part *p, ludo_vec3 x, ludo_vec3 n);
} polytope_part;

/* Unit vectors that differ by less are one direction of an exit. */
static const double part_exit = 1e-9;

/* The number of starts: per axis the sign -1, 0 or 1 of a direction; the middle one is unused. */
enum { POLYTOPE_STARTS = 27 };

/* A convex polytope with at least four vertices and faces. */
typedef struct polytope {
    int32_t vertex_count, edge_count, face_count; /* V - E + F = 2 */
    const ludo_vec3 *vertex;                      /* [m] */
    const int32_t *around;                        /* per vertex, and the end */
    const int32_t *neighbour, *vertex_face;
    const polytope_plane *face;
    const int32_t *loop; /* per face, and the end */
    const int32_t *corner, *side;
    const polytope_edge *edge;
    const int32_t *start; /* per direction the farthest vertex of the polytope scaled to a cube */
    ludo_vec3 half;       /* half sides of its bounding box */
    const polytope_part *part; /* of a larger solid; NULL: the polytope is whole */
} polytope;

/* Whether the number of an edge, or of a vertex, is that of one of the solid. */
static inline bool polytope_has_edge(const polytope *p, int32_t edge)
{
    return p->part == NULL || (p->part->inner_edges >> edge & 1) == 0;
}

static inline bool polytope_has_corner(const polytope *p, int32_t vertex)
{
    return p->part == NULL || (p->part->inner_vertices >> vertex & 1) == 0;
}

/* ---- making polytopes ---- */

/* The convex hull of the vertices of a surface: those of them that are corners, unchanged and in
 * their order. Facets that are coplanar to rounding are one face. Release *out afterwards. Uses the
 * memory of the C library besides the allocator's, and the null file.
 * @return LUDO_OK; LUDO_NO_MEMORY, LUDO_BAD_MODEL (as ludo_surface_hull()): *out is empty */
ludo_status ludo_polytope_hull(const surface *s, const ludo_allocator *a, polytope *out,
                               const char **problem);

/* Release the result of ludo_polytope_hull(); an empty polytope is allowed. */
void ludo_polytope_release(polytope *p, const ludo_allocator *a);

/* The bytes that a copy takes, a multiple of 64. */
size_t ludo_polytope_size(const polytope *p);

/* A copy in the memory of the caller, aligned to 64. */
polytope ludo_polytope_copy(const polytope *p, void *memory);

/* The numbers of a box that depend on its size. */
typedef struct polytope_box {
    ludo_vec3 vertex[8];
    polytope_plane face[6];
} polytope_box;

/* The numbers of a prism that depend on its size: of `corners` lower vertices, then as many upper
 * ones over them; the faces are the lower one, the upper one, then those from side to side. */
typedef struct polytope_prism {
    ludo_vec3 vertex[8];
    polytope_plane face[6];
} polytope_prism;

/* A prism of three or four sides along z, whose upper face may be inclined: its upper corners,
 * counter-clockwise seen from above and in one plane, and the height of its lower face. Lower
 * vertices have the numbers of their corners. The result refers to *prism. */
polytope ludo_polytope_prism(const ludo_vec3 *upper, int32_t corners, double low,
                             polytope_prism *prism);

/* A prism whose lower corners are given, too: a frustum, whose upper and lower faces are parallel.
 */
void ludo_polytope_frustum(const ludo_vec3 *upper, const ludo_vec3 *lower, int32_t corners,
                           polytope_prism *out);

/* The polytope of a prism, to which it refers. */
polytope ludo_polytope_of_prism(const polytope_prism *prism, int32_t corners);

/* The number of the side of the upper face from corner i. */
int32_t ludo_polytope_prism_edge(int32_t corners, int32_t i);

/* A box about the origin with these half sides; the result refers to *box. Vertex i has the sign of
 * bit 0, 1, 2 of i along x, y, z (1: positive), face 2 i + 1 is the positive one of axis i. */
polytope ludo_polytope_box(ludo_vec3 half, polytope_box *box);

/* The four corners of a face of such a box, and its edges from each to the next. */
const int32_t *ludo_polytope_box_corners(int32_t face);
const int32_t *ludo_polytope_box_sides(int32_t face);

/* ---- searches ---- */

/* An edge of a length (sum of magnitudes) whose part along a unit vector is less than this part of
 * it is level: differences and products round by four units. */
static const double polytope_level = 8.0 * DBL_EPSILON;

/* Whether the end of an edge e is farther along n than its beginning. Level edges are ordered by x,
 * then y, then z, so that of several farthest vertices the search always finds the same. */
static inline bool polytope_rises(ludo_vec3 e, ludo_vec3 n)
{
    const double rise = v3_dot(n, e);
    const double level = polytope_level * (fabs(e.x) + fabs(e.y) + fabs(e.z));
    if (fabs(rise) > level) {
        return rise > 0.0;
    }
    return e.x != 0.0 ? e.x > 0.0 : e.y != 0.0 ? e.y > 0.0 : e.z > 0.0;
}

/* The vertex at which a search along n starts. */
static inline int32_t polytope_start(const polytope *p, ludo_vec3 n)
{
    /* a component counts from tan 22.5 degrees of the largest on */
    const ludo_vec3 m = v3(n.x * p->half.x, n.y * p->half.y, n.z * p->half.z);
    const double least = 0.41 * v3_max(m);
    const int32_t x = m.x > least ? 2 : m.x < -least ? 0 : 1;
    const int32_t y = m.y > least ? 2 : m.y < -least ? 0 : 1;
    const int32_t z = m.z > least ? 2 : m.z < -least ? 0 : 1;
    return p->start[9 * x + 3 * y + z];
}

/* The vertex farthest along the unit vector n, to rounding, searched from a vertex. Of several
 * farthest ones the one of the largest x, then y, then z, whatever the start. From polytope_start()
 * the cost grows as the square root of the number of vertices, where they are spread evenly. */
int32_t ludo_polytope_support(const polytope *p, ludo_vec3 n, int32_t start);

/* The face whose outer normal is nearest to the unit vector n, among those about a vertex and
 * onwards from face to face as long as the next is nearer; `vertex` is the farthest along n. Of
 * several the first. */
int32_t ludo_polytope_facing(const polytope *p, ludo_vec3 n, int32_t vertex);

/* Whether a point is over a face, enlarged by a rim. */
static inline bool polytope_is_over(const polytope *p, int32_t face, double rim, ludo_vec3 x)
{
    const ludo_vec3 normal = p->face[face].normal;
    const int32_t first = p->loop[face], end = p->loop[face + 1];
    for (int32_t i = first; i < end; i++) {
        const ludo_vec3 from = p->vertex[p->corner[i]];
        const ludo_vec3 to = p->vertex[p->corner[i + 1 < end ? i + 1 : first]];
        const ludo_vec3 e = v3_sub(to, from);
        if (v3_dot(v3_cross(e, normal), v3_sub(x, from)) > rim * v3_norm(e)) {
            return false;
        }
    }
    return true;
}

/* The face on the other side of an edge. */
static inline int32_t polytope_across(const polytope *p, int32_t edge, int32_t face)
{
    const polytope_edge *e = &p->edge[edge];
    return e->face[0] == face ? e->face[1] : e->face[0];
}

#endif
