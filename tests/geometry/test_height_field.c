/* SPDX-License-Identifier: Apache-2.0
 *
 * Height fields: grids and their flat rectangles; parts, their prisms, sides and normals. */
#include "geometry/field_part.h"
#include "support.h"

#include <float.h>
#include <stdlib.h>

enum { ROWS = 4, COLUMNS = 5, VERTICES = ROWS * COLUMNS };

/* A surface over a grid of cells of 0.5 m by 0.25 m from (-1, -2) on. */
typedef struct grid {
    double vertex[3 * VERTICES];
} grid;

static grid grid_of(const double *height)
{
    grid g;
    for (int i = 0; i < VERTICES; i++) {
        g.vertex[3 * i] = -1.0 + 0.5 * (i % COLUMNS);
        g.vertex[3 * i + 1] = -2.0 + 0.25 * (i / COLUMNS);
        g.vertex[3 * i + 2] = height[i];
    }
    return g;
}

static height_field make(const double *height)
{
    const grid g = grid_of(height);
    const ludo_allocator a = ludo_allocator_or_default(NULL);
    height_field f;
    assert_int_equal(ludo_height_field_make(&(surface){g.vertex, VERTICES, NULL, 0}, &a, &f),
                     LUDO_OK);
    return f;
}

static void release(height_field *f)
{
    const ludo_allocator a = ludo_allocator_or_default(NULL);
    ludo_height_field_release(f, &a);
}

static const double flat[VERTICES];
/* a ridge along y at column 2 */
static const double ridge[VERTICES] = {0, 1, 2, 1, 0, 0, 1, 2, 1, 0, 0, 1, 2, 1, 0, 0, 1, 2, 1, 0};
/* one vertex is raised, which four cells have at a corner and two triangles each at two cells */
static const double peak[VERTICES] = {[6] = 1.0};

/* ---- grids ---- */

static void a_grid_is_recognized(void **state)
{
    (void)state;
    int32_t rows, columns;
    grid g = grid_of(ridge);
    const surface s = {g.vertex, VERTICES, NULL, 0};
    assert_null(ludo_height_field_problem(&s, &rows, &columns));
    assert_int_equal(rows, ROWS);
    assert_int_equal(columns, COLUMNS);
    for (int i = 0; i < VERTICES; i++) {
        for (int k = 0; k < 2; k++) {
            const double before = g.vertex[3 * i + k];
            g.vertex[3 * i + k] += 0.01;
            assert_non_null(ludo_height_field_problem(&s, &rows, &columns));
            g.vertex[3 * i + k] = before;
        }
    }
    for (int count = 0; count < VERTICES; count++) {
        const surface part = {g.vertex, count, NULL, 0};
        const bool is_grid = count >= 2 * COLUMNS && count % COLUMNS == 0;
        assert_int_equal(ludo_height_field_problem(&part, &rows, &columns) == NULL, is_grid);
    }
}

static void a_field_keeps_its_surface(void **state)
{
    (void)state;
    const grid g = grid_of(ridge);
    height_field f = make(ridge);
    double radius = 0.0;
    for (int i = 0; i < VERTICES; i++) {
        const ludo_vec3 p = field_vertex(&f, i / COLUMNS, i % COLUMNS);
        CHECK_NEAR(p.x, g.vertex[3 * i], DBL_EPSILON);
        CHECK_NEAR(p.y, g.vertex[3 * i + 1], 2.0 * DBL_EPSILON);
        assert_true(p.z == g.vertex[3 * i + 2]);
        radius = fmax(radius, v3_norm(p));
    }
    CHECK_NEAR(f.radius, radius, 4.0 * DBL_EPSILON);
    assert_true(f.low == 0.0 && f.high == 2.0);
    release(&f);
}

static void flat_cells_are_few_rectangles(void **state)
{
    (void)state;
    static const struct {
        const double *height;
        field_patch patch[4];
        int count;
    } cases[] = {{flat, {{0, 0, 3, 4}}, 1},
                 {ridge, {{0, 0, 3, 2}, {0, 2, 3, 2}}, 2},
                 {peak, {{0, 2, 3, 2}, {2, 0, 1, 2}}, 2}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        height_field f = make(cases[i].height);
        int32_t most = -1;
        for (int r = 0; r < ROWS - 1; r++) {
            for (int c = 0; c < COLUMNS - 1; c++) {
                const int32_t number = field_flat(&f, r, c);
                most = number > most ? number : most;
                const field_patch *p = &f.patch[number < 0 ? 0 : number];
                assert_true(number < 0 || (r >= p->row && r < p->row + p->rows && c >= p->column &&
                                           c < p->column + p->columns));
            }
        }
        assert_int_equal(most + 1, cases[i].count);
        for (int k = 0; k < cases[i].count; k++) {
            assert_memory_equal(&f.patch[k], &cases[i].patch[k], sizeof *f.patch);
        }
        release(&f);
    }
}

static void a_copy_has_the_numbers_of_the_field(void **state)
{
    (void)state;
    height_field f = make(peak);
    const size_t size = ludo_height_field_size(&f);
    char *memory = aligned_alloc(64, size);
    assert_non_null(memory);
    const height_field copy = ludo_height_field_copy(&f, memory);
    assert_memory_equal(copy.height, f.height, sizeof peak);
    assert_memory_equal(copy.flat, f.flat, (ROWS - 1) * (COLUMNS - 1) * sizeof *f.flat);
    assert_memory_equal(copy.patch, f.patch, (ROWS - 1) * (COLUMNS - 1) * sizeof *f.patch);
    assert_true((const char *)copy.height >= memory && (const char *)copy.height < memory + size);
    free(memory);
    release(&f);
}

static void a_failing_allocation_leaves_an_empty_field(void **state)
{
    (void)state;
    const grid g = grid_of(peak);
    FOR_FAILING_ALLOCATION(alloc)
    {
        height_field f;
        const ludo_status s =
            ludo_height_field_make(&(surface){g.vertex, VERTICES, NULL, 0}, &alloc.hook, &f);
        assert_int_equal(s, alloc.failed ? LUDO_NO_MEMORY : LUDO_OK);
        assert_int_equal(f.height == NULL, alloc.failed);
        ludo_height_field_release(&f, &alloc.hook);
    }
}

/* ---- parts ---- */

static const double base = -0.5;

static field_cells all_cells(const height_field *f)
{
    return (field_cells){f, base, {{0, ROWS - 2}, {0, COLUMNS - 2}}, 0.0};
}

/* The faces of a prism are counter-clockwise about their outer normals, and contain its corners. */
static void check_prism(const polytope *p)
{
    assert_int_equal(p->vertex_count - p->edge_count + p->face_count, 2);
    for (int32_t i = 0; i < p->face_count; i++) {
        const polytope_plane plane = p->face[i];
        const int32_t first = p->loop[i], end = p->loop[i + 1];
        CHECK_NEAR(v3_norm(plane.normal), 1.0, 4.0 * DBL_EPSILON);
        for (int32_t k = first; k < end; k++) {
            const ludo_vec3 x = p->vertex[p->corner[k]];
            const ludo_vec3 next = p->vertex[p->corner[k + 1 < end ? k + 1 : first]];
            const ludo_vec3 before = p->vertex[p->corner[k > first ? k - 1 : end - 1]];
            const ludo_vec3 turn = v3_cross(v3_sub(x, before), v3_sub(next, x));
            assert_true(v3_dot(turn, plane.normal) > 0.0);
            CHECK_NEAR(v3_dot(plane.normal, x), plane.offset, 16.0 * DBL_EPSILON);
        }
        for (int32_t v = 0; v < p->vertex_count; v++) {
            assert_true(v3_dot(plane.normal, p->vertex[v]) <= plane.offset + 16.0 * DBL_EPSILON);
        }
    }
    for (int32_t v = 0; v < p->vertex_count; v++) {
        for (int32_t k = p->around[v]; k < p->around[v + 1]; k++) {
            const int32_t found = ludo_polytope_support(
                p, v3_unit(v3_sub(p->vertex[p->neighbour[k]], p->vertex[v])), v);
            assert_true(found != v);
        }
    }
}

/* Their areas are that of the grid. */
static void parts_cover_the_grid_once(void **state)
{
    (void)state;
    const double *const heights[] = {flat, ridge, peak};
    for (size_t i = 0; i < sizeof heights / sizeof *heights; i++) {
        height_field f = make(heights[i]);
        const field_cells cells = all_cells(&f);
        double area = 0.0;
        solid_part part;
        for (int k = 0; k < 2 * (ROWS - 1) * (COLUMNS - 1); k++) {
            const int cell = k / 2;
            if (ludo_field_part_make(&cells, cell / (COLUMNS - 1), cell % (COLUMNS - 1), k % 2,
                                     &part)) {
                const ludo_vec3 *v = part.shape.vertex;
                const double half = 0.5 * v3_norm(v3_cross(v3_sub(v[1], v[0]), v3_sub(v[2], v[0])));
                area += part.sides == 3 ? half : 2.0 * half;
                check_prism(&part.shape);
            }
        }
        CHECK_NEAR(area, 2.0 * 0.75, 64.0 * DBL_EPSILON);
        release(&f);
    }
}

static int32_t inner_sides(const solid_part *p)
{
    int32_t count = 0;
    for (int32_t i = 0; i < p->sides; i++) {
        count += !polytope_has_edge(&p->shape, ludo_polytope_prism_edge(p->sides, i));
    }
    return count;
}

/* The slopes of a ridge meet in an edge, and those of a valley don't. */
static void only_convex_sides_are_edges(void **state)
{
    (void)state;
    double valley[VERTICES];
    for (int i = 0; i < VERTICES; i++) {
        valley[i] = 2.0 - ridge[i];
    }
    const double *const heights[] = {flat, ridge, valley};
    const int32_t inner[] = {0, 0, 1};
    for (int i = 0; i < 3; i++) {
        height_field f = make(heights[i]);
        const field_cells cells = all_cells(&f);
        solid_part part;
        assert_true(ludo_field_part_make(&cells, 0, 0, 0, &part));
        assert_int_equal(inner_sides(&part), inner[i]);
        release(&f);
    }
}

/* On a ridge normals are between those of the slopes, in a valley they are those of the slopes. */
static void normals_are_those_of_the_solid(void **state)
{
    (void)state;
    double valley[VERTICES];
    for (int i = 0; i < VERTICES; i++) {
        valley[i] = 2.0 - ridge[i];
    }
    for (int is_valley = 0; is_valley < 2; is_valley++) {
        height_field f = make(is_valley ? valley : ridge);
        const field_cells cells = all_cells(&f);
        const double rise = is_valley ? -2.0 : 2.0, top = is_valley ? 0.0 : 2.0;
        const ludo_vec3 edge = v3(0.0, -1.6, top), face = v3(-0.5, -1.6, top - 0.5 * rise);
        const ludo_vec3 own = v3_unit(v3(-rise, 0.0, 1.0)), other = v3_unit(v3(rise, 0.0, 1.0));
        const ludo_vec3 up = v3(0.0, 0.0, 1.0), aside = v3_unit(v3(0.0, 0.1, 1.0));
        solid_part p;
        assert_true(ludo_field_part_make(&cells, 0, 0, 0, &p));
        assert_true(p.part.admits(&p.part, edge, own));
        assert_true(p.part.admits(&p.part, face, own));
        assert_true(p.part.admits(&p.part, edge, other) == !is_valley);
        assert_true(p.part.admits(&p.part, edge, up) == !is_valley);
        assert_false(p.part.admits(&p.part, face, up));
        assert_false(p.part.admits(&p.part, edge, aside));
        release(&f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_grid_is_recognized),
        cmocka_unit_test(a_field_keeps_its_surface),
        cmocka_unit_test(flat_cells_are_few_rectangles),
        cmocka_unit_test(a_copy_has_the_numbers_of_the_field),
        cmocka_unit_test(a_failing_allocation_leaves_an_empty_field),
        cmocka_unit_test(parts_cover_the_grid_once),
        cmocka_unit_test(only_convex_sides_are_edges),
        cmocka_unit_test(normals_are_those_of_the_solid),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
