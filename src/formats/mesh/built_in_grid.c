/* SPDX-License-Identifier: Apache-2.0
 *
 * Built-in meshes from a grid of equal spacings about the origin: all of its points, those on its
 * surface, or these moved to a cylinder or an ellipsoid. In three dimensions there are no faces:
 * the mesh is the hull of the vertices. In two there are those of the surface, which has no upper
 * side, as in MuJoCo 4.0. */
#include "formats/mesh/built_in.h"

#include "math/vec3.h"

#include <math.h>

/* A grid, and where its points go: `shape` maps points of the cube from -1 to 1. */
typedef struct grid {
    int32_t n[3];
    double half[3];
    ludo_vec3 (*shape)(ludo_vec3 u);
} grid;

static bool take_grid(built_in *m, grid *g)
{
    for (int i = 0; i < 3; i++) {
        g->n[i] = (int32_t)m->p[i];
        g->half[i] = 0.5 * m->p[3 + i] * (m->p[i] - 1.0);
    }
    return ludo_built_in_fits(m, m->p[0] * m->p[1] * m->p[2]);
}

static void add_point(built_in *m, const grid *g, const int32_t at[3])
{
    double u[3];
    for (int i = 0; i < 3; i++) {
        u[i] = g->n[i] > 1 ? 2.0 * at[i] / (g->n[i] - 1) - 1.0 : 0.0;
    }
    const ludo_vec3 v = g->shape(v3(u[0], u[1], u[2]));
    built_in_vertex(m, g->half[0] * v.x, g->half[1] * v.y, g->half[2] * v.z);
}

/* ---- where points go ---- */

static ludo_vec3 stay(ludo_vec3 u)
{
    return u;
}

/* Squares about the axis become circles. */
static ludo_vec3 to_cylinder(ludo_vec3 u)
{
    const double size = fmax(fabs(u.x), fabs(u.y)), radius = sqrt(u.x * u.x + u.y * u.y);
    const double scale = radius > 0.0 ? size / radius : 0.0;
    return v3(scale * u.x, scale * u.y, u.z);
}

/* Cubes about the origin become spheres. */
static ludo_vec3 to_ellipsoid(ludo_vec3 u)
{
    const double radius = v3_norm(u);
    return v3_scale(radius > 0.0 ? v3_max(u) / radius : 0.0, u);
}

/* ---- points ---- */

/* Points of the lower or upper side. */
static void add_level(built_in *m, const grid *g, int32_t k)
{
    for (int32_t i = 0; i < g->n[0]; i++) {
        for (int32_t j = 0; j < g->n[1]; j++) {
            add_point(m, g, (int32_t[]){i, j, k});
        }
    }
}

/* Points of the other sides from level 1 up to `top`: front, back, left, right. */
static void add_walls(built_in *m, const grid *g, int32_t top)
{
    for (int32_t side = 0; side < 2; side++) {
        for (int32_t i = 0; i < g->n[0]; i++) {
            for (int32_t k = 1; k <= top; k++) {
                add_point(m, g, (int32_t[]){i, side * (g->n[1] - 1), k});
            }
        }
    }
    for (int32_t side = 0; side < 2; side++) {
        for (int32_t j = 1; j < g->n[1] - 1; j++) {
            for (int32_t k = 1; k <= top; k++) {
                add_point(m, g, (int32_t[]){side * (g->n[0] - 1), j, k});
            }
        }
    }
}

/* ---- faces ---- */

/* The number of a vertex that add_level() for level 0 and add_walls() up to the last level make. */
static int32_t vertex_of(const grid *g, int32_t i, int32_t j, int32_t k)
{
    const int32_t layers = g->n[2] - 1, walls = g->n[0] * g->n[1];
    if (k == 0) {
        return i * g->n[1] + j;
    }
    if (j == 0 || j == g->n[1] - 1) {
        return walls + ((j == 0 ? 0 : g->n[0]) + i) * layers + k - 1;
    }
    return walls + (2 * g->n[0] + (i == 0 ? 0 : g->n[1] - 2) + j - 1) * layers + k - 1;
}

/* A cell with corners a b c d in turn, seen from outside, divided along a c. */
static void add_cell(built_in *m, const int32_t corner[4])
{
    built_in_face(m, corner[0], corner[1], corner[2]);
    built_in_face(m, corner[0], corner[2], corner[3]);
}

static void add_floor_faces(built_in *m, const grid *g)
{
    for (int32_t i = 0; i + 1 < g->n[0]; i++) {
        for (int32_t j = 0; j + 1 < g->n[1]; j++) {
            const int32_t a = vertex_of(g, i, j, 0), b = vertex_of(g, i + 1, j, 0);
            add_cell(m, (int32_t[]){a, a + 1, b + 1, b});
        }
    }
}

/* The faces of a wall: from (i, j) to (i + di, j + dj) and up. */
static void add_wall_faces(built_in *m, const grid *g, const int32_t from[2], const int32_t step[2],
                           int32_t cells)
{
    for (int32_t s = 0; s < cells; s++) {
        const int32_t i = from[0] + s * step[0], j = from[1] + s * step[1];
        for (int32_t k = 0; k + 1 < g->n[2]; k++) {
            add_cell(m,
                     (int32_t[]){vertex_of(g, i, j, k), vertex_of(g, i + step[0], j + step[1], k),
                                 vertex_of(g, i + step[0], j + step[1], k + 1),
                                 vertex_of(g, i, j, k + 1)});
        }
    }
}

static void add_faces(built_in *m, const grid *g)
{
    const int32_t x = g->n[0] - 1, y = g->n[1] - 1;
    add_floor_faces(m, g);
    add_wall_faces(m, g, (int32_t[]){0, 0}, (int32_t[]){1, 0}, x);
    add_wall_faces(m, g, (int32_t[]){x, y}, (int32_t[]){-1, 0}, x);
    add_wall_faces(m, g, (int32_t[]){0, y}, (int32_t[]){0, -1}, y);
    add_wall_faces(m, g, (int32_t[]){x, 0}, (int32_t[]){0, 1}, y);
}

/* ---- the kinds ---- */

/* The faces of a flat grid, seen from above. `ring`: cells are divided along lines about the
 * centre in two of the quarters. */
static void add_flat_faces(built_in *m, const grid *g, bool ring)
{
    m->open = true;
    for (int32_t i = 0; i + 1 < g->n[0]; i++) {
        for (int32_t j = 0; j + 1 < g->n[1]; j++) {
            const int32_t a = i * g->n[1] + j, b = a + g->n[1];
            if (ring && (i < g->n[0] / 2) != (j < g->n[1] / 2)) {
                add_cell(m, (int32_t[]){b, b + 1, a + 1, a});
            } else {
                add_cell(m, (int32_t[]){a, b, b + 1, a + 1});
            }
        }
    }
}

void ludo_built_in_grid(built_in *m)
{
    grid g = {.shape = stay};
    const bool flat = m->p[6] == 2.0;
    if (m->p[2] < 2.0 && !flat) {
        ludo_mesh_fail(&m->r, 0,
                       "built-in mesh 'grid' has one layer: count 2 in z, or add the "
                       "dimension 2 to 'params'");
    } else if (m->p[2] > 1.0 && flat) {
        ludo_mesh_fail(&m->r, 0,
                       "built-in mesh 'grid' of dimension 2 has more than one layer: "
                       "count 1 in z");
    }
    if (!take_grid(m, &g)) {
        return;
    }
    for (int32_t i = 0; i < g.n[0]; i++) {
        for (int32_t j = 0; j < g.n[1]; j++) {
            for (int32_t k = 0; k < g.n[2]; k++) {
                add_point(m, &g, (int32_t[]){i, j, k});
            }
        }
    }
    if (flat) {
        add_flat_faces(m, &g, false);
    }
}

void ludo_built_in_square(built_in *m)
{
    grid g = {.shape = stay};
    if (take_grid(m, &g)) {
        add_level(m, &g, 0);
        add_flat_faces(m, &g, false);
    }
}

/* The half edges enter twice, as in MuJoCo. */
void ludo_built_in_disc(built_in *m)
{
    grid g = {.shape = stay};
    if (!take_grid(m, &g)) {
        return;
    }
    for (int32_t i = 0; i < g.n[0]; i++) {
        for (int32_t j = 0; j < g.n[1]; j++) {
            const double x = m->p[3] * i - g.half[0], y = m->p[4] * j - g.half[1];
            const ludo_vec3 v = to_cylinder(v3(x, y, 0.0));
            built_in_vertex(m, g.half[0] * v.x, g.half[1] * v.y, 0.0);
        }
    }
    add_flat_faces(m, &g, true);
}

/* The middles of the cells of a square from -1 to 1, at z = -1. */
void ludo_built_in_plate(built_in *m)
{
    if (!ludo_built_in_fits(m, m->p[0] * m->p[1])) {
        return;
    }
    const int32_t columns = (int32_t)m->p[0], rows = (int32_t)m->p[1];
    m->open = true;
    for (int32_t i = 0; i < columns; i++) {
        for (int32_t j = 0; j < rows; j++) {
            built_in_vertex(m, (2.0 * i + 1.0) / columns - 1.0, (2.0 * j + 1.0) / rows - 1.0, -1.0);
        }
    }
    for (int32_t i = 0; i + 1 < columns; i++) {
        for (int32_t j = 0; j + 1 < rows; j++) {
            const int32_t a = i * rows + j, b = a + rows;
            built_in_face(m, a, b, a + 1);
            built_in_face(m, b + 1, a + 1, b);
        }
    }
}

static void make_surface(built_in *m, ludo_vec3 (*shape)(ludo_vec3 u))
{
    grid g = {.shape = shape};
    if (!take_grid(m, &g)) {
        return;
    }
    if (m->p[6] == 2.0) {
        add_level(m, &g, 0);
        add_walls(m, &g, g.n[2] - 1);
        add_faces(m, &g);
        m->open = true;
    } else {
        built_in_vertex(m, 0.0, 0.0, 0.0);
        add_level(m, &g, 0);
        add_level(m, &g, g.n[2] - 1);
        add_walls(m, &g, g.n[2] - 2);
    }
}

void ludo_built_in_box(built_in *m)
{
    make_surface(m, stay);
}

void ludo_built_in_cylinder(built_in *m)
{
    make_surface(m, to_cylinder);
}

void ludo_built_in_ellipsoid(built_in *m)
{
    make_surface(m, to_ellipsoid);
}
