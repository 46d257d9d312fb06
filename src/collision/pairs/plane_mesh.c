/* SPDX-License-Identifier: Apache-2.0
 *
 * A mesh on a plane: vertices of its hull; a cube has those of a box.
 *
 * If more are near than a list holds: the lowest vertex, and the lowest ones of the mesh tilted in
 * fifteen directions, by three angles in turn. On a flat face with many corners tilts find extreme
 * ones, so that its extent is kept (to cos 12 degrees where it is round); on a curved face they lie
 * about the lowest, where the mesh may roll. */
#include "collision/features/plane.h"
#include "geometry/polytope.h"

enum { TILTS = MOST_FEATURES - 1 };

/* A mesh near a plane, in the mesh's frame. */
typedef struct mesh_near {
    const collider *mesh;
    plane_seen seen;
    double margin;
} mesh_near;

static double gap_at(const mesh_near *m, int32_t v)
{
    return m->seen.height + v3_dot(m->seen.n, m->mesh->hull->vertex[v]);
}

/* Directions whose farthest vertices are chosen: down, and tilted. */
static void find_directions(ludo_vec3 n, ludo_vec3 direction[MOST_FEATURES])
{
    static const double slope[] = {0.01, 0.05, 0.25};
    ludo_vec3 P[2];
    v3_span_plane(n, P);
    direction[0] = v3_scale(-1.0, n);
    for (int32_t i = 0; i < TILTS; i++) {
        double sine, cosine;
        ludo_sincos(2.0 * PI * i / TILTS, &sine, &cosine);
        const ludo_vec3 aside = v3_axpy(v3_scale(cosine, P[0]), sine, P[1]);
        direction[i + 1] = v3_axpy(direction[0], slope[i % 3], aside);
    }
}

/* The near vertex farthest along each direction, of several the first. */
static void choose(const mesh_near *m, int32_t chosen[MOST_FEATURES])
{
    ludo_vec3 direction[MOST_FEATURES];
    double most[MOST_FEATURES];
    find_directions(m->seen.n, direction);
    for (int32_t i = 0; i < MOST_FEATURES; i++) {
        chosen[i] = -1;
        most[i] = -HUGE_VAL;
    }
    for (int32_t v = 0; v < m->mesh->hull->vertex_count; v++) {
        for (int32_t i = 0; i < MOST_FEATURES && gap_at(m, v) <= m->margin; i++) {
            const double reach = v3_dot(direction[i], m->mesh->hull->vertex[v]);
            chosen[i] = reach > most[i] ? v : chosen[i];
            most[i] = fmax(most[i], reach);
        }
    }
}

/* The number of near vertices, up to one more than a list holds. */
static int32_t count_near(const mesh_near *m)
{
    int32_t count = 0;
    for (int32_t v = 0; v < m->mesh->hull->vertex_count && count <= MOST_FEATURES; v++) {
        count += gap_at(m, v) <= m->margin ? 1 : 0;
    }
    return count;
}

/* Whether number i of the chosen vertices is its first occurrence. */
static bool is_first(const int32_t *chosen, int32_t i)
{
    int32_t k = 0;
    while (chosen[k] != chosen[i]) {
        k++;
    }
    return k == i;
}

static void plane_mesh_find(const collider *a, const collider *b, const pose *z_a, const pose *z_b,
                            double margin, feature_list *out)
{
    const mesh_near m = {b, plane_from(a, b, z_a, z_b), margin};
    const bool all = count_near(&m) <= MOST_FEATURES;
    int32_t chosen[MOST_FEATURES];
    if (!all) {
        choose(&m, chosen);
    }
    for (int32_t i = 0; i < (all ? b->hull->vertex_count : MOST_FEATURES); i++) {
        if (all || is_first(chosen, i)) {
            const int32_t v = all ? i : chosen[i];
            const feature corner = plane_ball(a, b, v, b->hull->vertex[v], 0.0);
            ludo_feature_put(out, &corner, z_a, z_b, margin);
        }
    }
}

static double plane_mesh_gap(const collider *a, const collider *b, const pose *z_a, const pose *z_b)
{
    const mesh_near m = {b, plane_from(a, b, z_a, z_b), 0.0};
    double least = HUGE_VAL;
    for (int32_t v = 0; v < b->hull->vertex_count; v++) {
        const double gap_v = gap_at(&m, v);
        least = gap_v >= least ? least : gap_v;
    }
    return least;
}

const narrow_phase_kind ludo_narrow_phase_plane_mesh = {&ludo_shape_plane, &ludo_shape_mesh,
                                                        plane_mesh_find, plane_mesh_gap};
