/* SPDX-License-Identifier: Apache-2.0
 *
 * Mass properties of a surface of triangles, as the sum of simplices: triangles, or the tetrahedra
 * between them and a point. For a simplex of n corners x_i and weight w,
 *
 *     its centroid is sum x_i / n
 *     int x x^T = w / (n (n + 1)) (sum x_i x_i^T + s s^T),    s = sum x_i
 *
 * All coordinates are relative to the surface's first corner, so that its distance from the origin
 * has no influence. Faces are added in their order. */
#include "geometry/surface.h"

#include <float.h>
#include <math.h>

/* The corners of a face, relative to a point. */
typedef struct triangle {
    ludo_vec3 a, b, c;
} triangle;

/* A kind of simplex: the number of corners, and its weight. The fourth corner of a tetrahedron is
 * the point that corners are relative to. */
typedef struct simplex_kind {
    int32_t corners;
    double (*weight)(triangle t);
} simplex_kind;

static double area(triangle t)
{
    return 0.5 * v3_norm(v3_cross(v3_sub(t.b, t.a), v3_sub(t.c, t.a)));
}

static double volume(triangle t)
{
    return v3_dot(t.a, v3_cross(v3_sub(t.b, t.a), v3_sub(t.c, t.a))) / 6.0;
}

static double absolute_volume(triangle t)
{
    return fabs(volume(t));
}

static const simplex_kind shell = {3, area}, solid = {4, volume}, legacy = {4, absolute_volume};

static ludo_vec3 vertex(const surface *s, int32_t number)
{
    const double *v = s->vertex + 3 * (ptrdiff_t)number;
    return v3(v[0], v[1], v[2]);
}

/* The first corner, the origin of the coordinates below. */
static ludo_vec3 base(const surface *s)
{
    return s->face_count > 0 ? vertex(s, s->face[0]) : v3(0.0, 0.0, 0.0);
}

static const ludo_vec3 at_base = {0.0, 0.0, 0.0};

/* The corners of a face, relative to a point. */
static triangle face(const surface *s, int32_t number, ludo_vec3 from)
{
    const int32_t *f = s->face + 3 * (ptrdiff_t)number;
    const ludo_vec3 first = base(s);
    return (triangle){v3_sub(v3_sub(vertex(s, f[0]), first), from),
                      v3_sub(v3_sub(vertex(s, f[1]), first), from),
                      v3_sub(v3_sub(vertex(s, f[2]), first), from)};
}

static ludo_vec3 corner_sum(triangle t)
{
    return v3_add(v3_add(t.a, t.b), t.c);
}

/* The weight of all simplices relative to a point, and their centroid. */
static double add_up(const surface *s, simplex_kind kind, ludo_vec3 from, ludo_vec3 *centroid)
{
    double sum = 0.0;
    ludo_vec3 moment = {0.0, 0.0, 0.0};
    for (int32_t i = 0; i < s->face_count; i++) {
        const triangle t = face(s, i, from);
        const double w = kind.weight(t);
        sum += w;
        moment = v3_axpy(moment, w / kind.corners, corner_sum(t));
    }
    *centroid = v3_axpy(from, 1.0 / sum, moment);
    return sum;
}

/* J += w times the inertia of points at x */
static void add_inertia(sym3 *J, double w, ludo_vec3 x)
{
    J->xx += w * (x.y * x.y + x.z * x.z);
    J->yy += w * (x.x * x.x + x.z * x.z);
    J->zz += w * (x.x * x.x + x.y * x.y);
    J->xy -= w * x.x * x.y;
    J->xz -= w * x.x * x.z;
    J->yz -= w * x.y * x.z;
}

/* Weight and inertia of all simplices about a point. */
static mass_properties weigh_about(const surface *s, simplex_kind kind, ludo_vec3 point)
{
    mass_properties m = {.com = point};
    for (int32_t i = 0; i < s->face_count; i++) {
        const triangle t = face(s, i, point);
        const double w = kind.weight(t), share = w / (kind.corners * (kind.corners + 1));
        m.mass += w;
        add_inertia(&m.J, share, t.a);
        add_inertia(&m.J, share, t.b);
        add_inertia(&m.J, share, t.c);
        add_inertia(&m.J, share, corner_sum(t));
    }
    return m;
}

/* The round-off of the volume of a flat surface: the last digit of its coordinates times the
 * products of edges in its areas. */
static double flat_volume(const surface *s)
{
    double farthest = 0.0, products = 0.0;
    for (int32_t i = 0; i < s->face_count; i++) {
        const triangle t = face(s, i, at_base);
        const double here = v3_norm(vertex(s, s->face[3 * (ptrdiff_t)i]));
        farthest = here > farthest ? here : farthest;
        products += v3_norm(v3_sub(t.b, t.a)) * v3_norm(v3_sub(t.c, t.a));
    }
    return 4.0 * DBL_EPSILON * farthest * products;
}

const char *ludo_surface_problem(const surface *s)
{
    if (!all_finite(s->vertex, 3 * s->vertex_count)) {
        return "has a vertex that is not finite";
    }
    for (ptrdiff_t i = 0; i < 3 * (ptrdiff_t)s->face_count; i++) {
        if (s->face[i] < 0 || s->face[i] >= s->vertex_count) {
            return "has a face with a vertex that does not exist";
        }
    }
    return NULL;
}

ludo_status ludo_surface_weigh_shell(const surface *s, const ludo_allocator *a,
                                     mass_properties *out, const char **problem)
{
    (void)a;
    ludo_vec3 centre;
    (void)add_up(s, shell, at_base, &centre);
    *out = weigh_about(s, shell, centre);
    out->com = v3_add(base(s), out->com);
    *problem = out->mass > 0.0 ? NULL : "has no area";
    return out->mass > 0.0 ? LUDO_OK : LUDO_BAD_MODEL;
}

static ludo_status weigh_solid(const surface *s, simplex_kind kind, mass_properties *out,
                               const char **problem)
{
    ludo_vec3 inside, centre;
    (void)add_up(s, shell, at_base, &inside);
    const double sum = add_up(s, kind, inside, &centre);
    *out = weigh_about(s, kind, centre);
    out->com = v3_add(base(s), centre);
    const double enclosed = sum < out->mass ? sum : out->mass, least = flat_volume(s);
    *problem = enclosed > least    ? NULL
               : enclosed < -least ? "is inside out: its faces point inward"
                                   : "encloses no volume; as a shell it can have a mass";
    return *problem == NULL ? LUDO_OK : LUDO_BAD_MODEL;
}

ludo_status ludo_surface_weigh_legacy(const surface *s, const ludo_allocator *a,
                                      mass_properties *out, const char **problem)
{
    (void)a;
    return weigh_solid(s, legacy, out, problem);
}

ludo_status ludo_surface_weigh_convex(const surface *s, const ludo_allocator *a,
                                      mass_properties *out, const char **problem)
{
    surface hull;
    ludo_status status = ludo_surface_hull(s, a, &hull, problem);
    status = status == LUDO_OK ? weigh_solid(&hull, solid, out, problem) : status;
    ludo_surface_release(&hull, a);
    return status;
}

/* The edges of all faces: edge 3 f + k runs from corner k of face f to the next. */
typedef struct edge_lists {
    int32_t *first; /* per vertex 1 + an edge that begins there; 0: none */
    int32_t *next;  /* per edge 1 + another edge that begins at the same vertex; 0: none */
    int32_t *seen;  /* per vertex 1 + the vertex whose edges visited it last */
} edge_lists;

static void lay_out(edge_lists *e, arena *place, const surface *s)
{
    e->first = TAKE(place, s->vertex_count, int32_t);
    e->next = TAKE(place, 3 * s->face_count, int32_t);
    e->seen = TAKE(place, s->vertex_count, int32_t);
}

/* List the edges of faces with an area: others have no orientation. */
static void list_edges(edge_lists *e, const surface *s)
{
    for (int32_t i = 0; i < 3 * s->face_count; i++) {
        const int32_t begin = s->face[i];
        if (area(face(s, i / 3, at_base)) > 0.0) {
            e->next[i] = e->first[begin];
            e->first[begin] = i + 1;
        }
    }
}

/* True if two edges run between the same vertices in the same direction: their faces have opposite
 * orientations, or more than two faces meet there. */
static bool any_edge_twice(edge_lists *e, const surface *s)
{
    for (int32_t v = 0; v < s->vertex_count; v++) {
        for (int32_t i = e->first[v]; i > 0; i = e->next[i - 1]) {
            const int32_t end = s->face[i % 3 != 0 ? i : i - 3];
            if (e->seen[end] == v + 1) {
                return true;
            }
            e->seen[end] = v + 1;
        }
    }
    return false;
}

/* Check that all faces have the same orientation. @return LUDO_OK, LUDO_NO_MEMORY, LUDO_BAD_MODEL
 */
static ludo_status check_sides(const surface *s, const ludo_allocator *a, const char **problem)
{
    edge_lists e;
    arena place = {0};
    lay_out(&e, &place, s);
    place = (arena){.base = place.overflow ? NULL : memory_take(a, place.used)};
    if (place.base == NULL) {
        return LUDO_NO_MEMORY;
    }
    lay_out(&e, &place, s);
    list_edges(&e, s);
    const bool wrong = any_edge_twice(&e, s);
    memory_give(a, place.base);
    *problem = wrong ? "has adjacent faces with opposite orientations" : NULL;
    return wrong ? LUDO_BAD_MODEL : LUDO_OK;
}

ludo_status ludo_surface_weigh_exact(const surface *s, const ludo_allocator *a,
                                     mass_properties *out, const char **problem)
{
    const ludo_status status = check_sides(s, a, problem);
    return status == LUDO_OK ? weigh_solid(s, solid, out, problem) : status;
}
