/* SPDX-License-Identifier: Apache-2.0
 *
 * A mesh on a plane: vertices of its hull, found on its graph; a cube has those of a box.
 *
 * Of a mesh with few vertices all are measured. Edges connect the vertices below a height, so that
 * in one with many a walk from the lowest one finds them. If more than eight are within the margin,
 * at most eight of them are chosen:
 *
 *     touching     the lowest and, if they are at most four, those as low to 1e-11 of the size:
 *                  the corners on which a mesh rests
 *     extreme      the lowest ones of the mesh tilted in four directions; in seven if the lowest
 *                  alone touches or more than four do
 *
 * The tilt is that of a face whose far side just reaches the margin. On a flat face with many
 * corners it finds extreme corners, so that the extent is kept: where the face is round, to cos 26
 * degrees, and to cos 45 degrees while it leaves the plane. On a curved face it finds the next
 * corners on which the mesh may roll. Directions are fixed to the mesh as long as the axis nearest
 * to the normal is the same. They are turned by 0.1 rad against axes, so that a face with
 * symmetries has one extreme corner in each. */
#include "collision/features/plane.h"
#include "geometry/polytope.h"
#include "math/lanes.h"

enum { MOST_CHOSEN = 8, MOST_TOUCHING = 4 };

/* Most vertices that cost less to measure than a search for the lowest. */
enum { FEW = 64 };

static const double touching = 1e-11;

/* A mesh near a plane, in the mesh's frame. */
typedef struct mesh_near {
    const polytope *hull;
    plane_seen seen;
    int32_t lowest;
    bool has_few;
    double gap[FEW]; /* of few vertices */
} mesh_near;

/* Numbers of vertices. */
typedef struct vertex_list {
    int32_t item[MOST_CHOSEN], count;
    bool full; /* there are more than it holds */
} vertex_list;

LUDO_KERNEL static void measure_vertices(const ludo_vec3 *vertex, int32_t count, plane_seen seen,
                                         double *gap)
{
    _Pragma("omp simd") for (int32_t i = 0; i < count; i++)
    {
        gap[i] = seen.height + v3_dot(seen.n, vertex[i]);
    }
}

/* The least gap, side by side. */
LUDO_KERNEL static double least_of(const double *gap, int32_t count)
{
    const int32_t whole = count - count % LANES;
    lanes1 least;
    double all = gap[0];
    FOR_LANES(l)
    {
        least.at[l] = all;
    }
    for (int32_t i = 0; i < whole; i += LANES) {
        FOR_LANES(l)
        {
            least.at[l] = gap[i + l] < least.at[l] ? gap[i + l] : least.at[l];
        }
    }
    for (int32_t i = whole; i < count; i++) {
        all = gap[i] < all ? gap[i] : all;
    }
    for (int l = 0; l < LANES; l++) {
        all = least.at[l] < all ? least.at[l] : all;
    }
    return all;
}

/* The first vertex with the least gap; the first of all if gaps are no numbers. */
static int32_t lowest_of(const double *gap, int32_t count)
{
    const double least = least_of(gap, count);
    int32_t at = 0;
    while (at < count - 1 && gap[at] > least) {
        at++;
    }
    return at;
}

static void see(mesh_near *m, const collider *a, const collider *b, const pose *z_a,
                const pose *z_b)
{
    const polytope *hull = m->hull = b->hull;
    m->seen = plane_from(a, b, z_a, z_b);
    m->has_few = hull->vertex_count <= FEW;
    if (m->has_few) {
        measure_vertices(hull->vertex, hull->vertex_count, m->seen, m->gap);
        m->lowest = lowest_of(m->gap, hull->vertex_count);
    } else {
        const ludo_vec3 down = v3_scale(-1.0, m->seen.n);
        m->lowest = ludo_polytope_support(hull, down, polytope_start(hull, down));
    }
}

static double gap_at(const mesh_near *m, int32_t v)
{
    return m->has_few ? m->gap[v] : m->seen.height + v3_dot(m->seen.n, m->hull->vertex[v]);
}

/* Append a vertex that the list lacks. */
static void append(vertex_list *list, int32_t v)
{
    for (int32_t i = 0; i < list->count; i++) {
        if (list->item[i] == v) {
            return;
        }
    }
    list->full = list->count == MOST_CHOSEN;
    if (!list->full) {
        list->item[list->count++] = v;
    }
}

/* Sort by insertion: the order of a walk depends on the pose. */
static void sort(vertex_list *list)
{
    for (int32_t i = 1; i < list->count; i++) {
        const int32_t moved = list->item[i];
        int32_t k = i;
        for (; k > 0 && list->item[k - 1] > moved; k--) {
            list->item[k] = list->item[k - 1];
        }
        list->item[k] = moved;
    }
}

/* All of few vertices up to a height, or more than a list holds. */
static vertex_list pick(const mesh_near *m, double height)
{
    vertex_list list = {.count = 0};
    for (int32_t i = 0; i < m->hull->vertex_count && !list.full; i++) {
        if (m->gap[i] <= height) {
            list.full = list.count == MOST_CHOSEN;
            if (!list.full) {
                list.item[list.count++] = i;
            }
        }
    }
    return list;
}

/* The same of many, by a walk from the lowest. */
static vertex_list walk(const mesh_near *m, double height)
{
    vertex_list list = {.count = 0};
    if (gap_at(m, m->lowest) <= height) {
        append(&list, m->lowest);
    }
    for (int32_t i = 0; i < list.count && !list.full; i++) {
        const int32_t from = list.item[i];
        for (int32_t k = m->hull->around[from]; k < m->hull->around[from + 1]; k++) {
            if (gap_at(m, m->hull->neighbour[k]) <= height) {
                append(&list, m->hull->neighbour[k]);
            }
        }
    }
    return list;
}

/* Fill a list with the lowest vertices of the tilted mesh. */
static void add_extreme(const mesh_near *m, double margin, vertex_list *list)
{
    const double height = (margin - gap_at(m, m->lowest)) / v3_max(m->hull->half);
    const double slope = height < 1.0 ? height : 1.0;
    const ludo_vec3 down = v3_scale(-1.0, m->seen.n);
    const int32_t tilts = list->count == 1 ? MOST_CHOSEN - 1 : MOST_CHOSEN - MOST_TOUCHING;
    int32_t v = m->lowest;
    ludo_vec3 P[2];
    v3_span_plane(m->seen.n, P);
    for (int32_t i = 0; i < tilts; i++) {
        double sine, cosine;
        ludo_sincos(0.1 + 2.0 * PI * i / tilts, &sine, &cosine);
        const ludo_vec3 aside = v3_axpy(v3_scale(cosine, P[0]), sine, P[1]);
        const ludo_vec3 along = v3_unit(v3_axpy(down, slope, aside));
        v = ludo_polytope_support(m->hull, along, v); // the next is near the last
        if (gap_at(m, v) <= margin) {
            append(list, v);
        }
    }
}

static vertex_list below(const mesh_near *m, double height)
{
    return m->has_few ? pick(m, height) : walk(m, height);
}

static vertex_list choose(mesh_near *m, double margin, bool *is_choice)
{
    *is_choice = false;
    if (gap_at(m, m->lowest) > margin) {
        return (vertex_list){.count = 0};
    }
    vertex_list list = below(m, margin);
    *is_choice = list.full;
    if (list.full) {
        const double size = v3_max(m->hull->half);
        // of several that are equal to rounding always the same
        m->lowest = ludo_polytope_support(m->hull, v3_scale(-1.0, m->seen.n), m->lowest);
        list = below(m, gap_at(m, m->lowest) + touching * size);
        if (list.count > MOST_TOUCHING) {
            list = (vertex_list){.item = {m->lowest}, .count = 1};
        }
        add_extreme(m, margin, &list);
    }
    sort(&list);
    return list;
}

static void plane_mesh_find(const collider *a, const collider *b, const pose *z_a, const pose *z_b,
                            double margin, feature_list *out)
{
    mesh_near m;
    see(&m, a, b, z_a, z_b);
    const vertex_list list = choose(&m, margin, &out->is_choice);
    plane_balls corners;
    plane_balls_begin(&corners, a, b, z_a, z_b);
    for (int32_t i = 0; i < list.count; i++) {
        plane_ball_put(&corners, list.item[i], b->hull->vertex[list.item[i]], 0.0, margin, out);
    }
}

static double plane_mesh_gap(const collider *a, const collider *b, const pose *z_a, const pose *z_b)
{
    mesh_near m;
    see(&m, a, b, z_a, z_b);
    return gap_at(&m, m.lowest);
}

const narrow_phase_kind ludo_narrow_phase_plane_mesh = {
    &ludo_shape_plane, &ludo_shape_mesh, plane_mesh_find, plane_mesh_gap, NULL, MATERIAL_IF_ALL};
