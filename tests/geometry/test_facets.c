/* SPDX-License-Identifier: Apache-2.0
 *
 * Facets of surfaces: joining triangles, prisms below facets, the tree of boxes. */
#include "geometry/facets.h"
#include "triangles.h"

static triangles t;

static triangles *empty(void)
{
    t.points = t.count = 0;
    return &t;
}

static surface surface_of(void)
{
    return (surface){t.vertex, t.points, t.face, t.count};
}

static facets make(void)
{
    const ludo_allocator a = ludo_allocator_or_default(NULL);
    const surface s = surface_of();
    facets f;
    assert_int_equal(ludo_facets_make(&s, &a, &f), LUDO_OK);
    return f;
}

static void release(facets *f)
{
    const ludo_allocator a = ludo_allocator_or_default(NULL);
    ludo_facets_release(f, &a);
}

static double level(double x, double y)
{
    (void)x, (void)y;
    return 0.0;
}

static double bumps(double x, double y)
{
    return 0.2 * noise((int32_t)(100.0 * x), (int32_t)(100.0 * y));
}

static const ludo_vec3 *upper_of(const facet *f)
{
    return f->prism.vertex + f->sides;
}

static double area_of(const facet *f)
{
    ludo_vec3 sum = v3(0.0, 0.0, 0.0);
    for (int32_t i = 2; i < f->sides; i++) {
        sum = v3_add(sum, v3_cross(v3_sub(upper_of(f)[i - 1], upper_of(f)[0]),
                                   v3_sub(upper_of(f)[i], upper_of(f)[0])));
    }
    return 0.5 * v3_norm(sum);
}

static double depth_of(const facet *f)
{
    return f->prism.face[1].offset - v3_dot(f->prism.face[1].normal, f->prism.vertex[0]);
}

/* Prisms are convex, and on the inner side of their facets. */
static void check_prisms(const facets *f)
{
    for (int32_t i = 0; i < f->count; i++) {
        solid_part p;
        ludo_facet_part_make(f, i, 0.0, &p);
        assert_true(depth_of(&f->facet[i]) > 0.0);
        for (int32_t k = 0; k < p.shape.face_count; k++) {
            for (int32_t v = 0; v < p.shape.vertex_count; v++) {
                const double over = v3_dot(p.shape.face[k].normal, p.shape.vertex[v]);
                assert_true(over <= p.shape.face[k].offset + 1e-12 * f->radius);
            }
        }
    }
}

/* ---- joining ---- */

/* A square of 20 x 20 regular tiles is one facet; of irregular ones there are fewer than triangles,
 * and the area is that of the square. */
static void tiles_are_joined(void **state)
{
    (void)state;
    for (int k = 0; k < 2; k++) {
        add_floor(empty(), 21, 1.0, k == 0 ? 0.0 : 0.5, level);
        facets f = make();
        double area = 0.0;
        for (int32_t i = 0; i < f.count; i++) {
            area += area_of(&f.facet[i]);
            assert_int_equal(f.facet[i].plane, f.facet[0].plane);
        }
        CHECK_NEAR(area, 4.0, 1e-13);
        assert_true(k == 0 ? f.count == 1 : f.count < 700);
        check_prisms(&f);
        release(&f);
    }
}

static void the_sides_of_a_box_are_joined(void **state)
{
    (void)state;
    add_columns(empty(), (const double[]){1.0}, 1, 1.0, 0.5);
    facets f = make();
    int32_t joined = 0;
    for (int32_t i = 0; i < f.count; i++) {
        joined += f.facet[i].sides == 4;
    }
    assert_true(joined >= 4); /* caps are fans about their middles */
    check_prisms(&f);
    release(&f);
}

static void triangles_without_area_are_left_out(void **state)
{
    (void)state;
    add_floor(empty(), 2, 1.0, 0.0, level);
    add_triangle(&t, 0, 1, 1);
    add_triangle(&t, 0, 3, point_at(&t, 0.0, 0.0, 0.0));
    facets f = make();
    assert_int_equal(f.count, 1);
    release(&f);
    empty();
    point_at(&t, 0.0, 0.0, 0.0);
    add_triangle(&t, 0, 0, 0);
    f = make();
    assert_int_equal(f.count, 0);
    release(&f);
}

/* ---- prisms ---- */

static bool is_inside_columns(const double *height, int32_t n, double width, ludo_vec3 x)
{
    const double rim = 1e-9;
    bool is = false;
    for (int32_t i = 0; i < n; i++) {
        is = is || (x.x >= i * width - rim && x.x <= (i + 1) * width + rim && x.z >= -rim &&
                    x.z <= height[i] + rim);
    }
    return is;
}

/* Points of all prisms are in the solid: an L, a trough, stairs, a thin plate. */
static void prisms_are_inside_of_the_solid(void **state)
{
    (void)state;
    static const double shapes[][4] = {
        {1.0, 0.1, 0.1, 0.1}, {0.5, 0.1, 0.1, 0.5}, {0.1, 0.2, 0.3, 0.4}, {0.01, 0.01, 0.01, 0.01}};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        add_columns(empty(), shapes[i], 4, 0.25, 0.5);
        facets f = make();
        check_prisms(&f);
        for (int32_t k = 0; k < f.count; k++) {
            const polytope_prism *p = &f.facet[k].prism;
            for (int32_t c = 0; c < 1000; c++) {
                ludo_vec3 x = v3(0.0, 0.0, 0.0);
                double sum = 0.0;
                for (int32_t v = 0; v < 2 * f.facet[k].sides; v++) {
                    const double part = noise(c, v);
                    x = v3_axpy(x, part, p->vertex[v]);
                    sum += part;
                }
                assert_true(is_inside_columns(shapes[i], 4, 0.25, v3_scale(1.0 / sum, x)));
            }
        }
        release(&f);
    }
}

/* A plate of 1 cm: no prism is deeper than half of it. */
static void prisms_end_halfway(void **state)
{
    (void)state;
    add_columns(empty(), (const double[]){0.01}, 1, 1.0, 0.5);
    facets f = make();
    int32_t halves = 0;
    for (int32_t i = 0; i < f.count; i++) {
        if (fabs(f.facet[i].prism.face[1].normal.z) == 1.0) {
            CHECK_NEAR(depth_of(&f.facet[i]), 0.005, 1e-8);
            halves++;
        }
    }
    assert_int_equal(halves, 2);
    release(&f);
}

/* ---- sides ---- */

/* Edges of the solid are those where it is convex: of a trough those of its rims and its outside.
 */
static void only_convex_sides_are_edges(void **state)
{
    (void)state;
    add_columns(empty(), (const double[]){0.5, 0.1, 0.5}, 3, 0.25, 0.5);
    facets f = make();
    int32_t grounds = 0;
    for (int32_t i = 0; i < f.count; i++) {
        solid_part p;
        ludo_facet_part_make(&f, i, 0.0, &p);
        const bool is_ground = p.exit[0].z == 1.0 && upper_of(&f.facet[i])[0].z == 0.1;
        grounds += is_ground;
        for (int32_t k = 0; k < p.sides && is_ground; k++) {
            const ludo_vec3 x = upper_of(&f.facet[i])[k];
            const ludo_vec3 y = upper_of(&f.facet[i])[(k + 1) % p.sides];
            assert_int_equal(p.side[k].is_open, x.y == y.y); /* those at the caps */
            assert_int_equal(polytope_has_edge(&p.shape, ludo_polytope_prism_edge(p.sides, k)),
                             x.y == y.y);
        }
    }
    assert_int_equal(grounds, 1);
    release(&f);
}

/* ---- the tree ---- */

static bool has_box(const facet *f, ludo_vec3 low, ludo_vec3 high)
{
    ludo_vec3 least = f->prism.vertex[0], most = least;
    for (int32_t i = 1; i < 2 * f->sides; i++) {
        const ludo_vec3 x = f->prism.vertex[i];
        least = v3(fmin(least.x, x.x), fmin(least.y, x.y), fmin(least.z, x.z));
        most = v3(fmax(most.x, x.x), fmax(most.y, x.y), fmax(most.z, x.z));
    }
    return least.x <= high.x && least.y <= high.y && least.z <= high.z && low.x <= most.x &&
           low.y <= most.y && low.z <= most.z;
}

static void the_tree_finds_what_a_list_finds(void **state)
{
    (void)state;
    add_floor(empty(), 21, 1.0, 0.5, bumps);
    facets f = make();
    check_prisms(&f);
    for (int32_t k = 0; k < 300; k++) {
        const ludo_vec3 low =
            v3(2.4 * noise(k, 1) - 1.2, 2.4 * noise(k, 2) - 1.2, 0.6 * noise(k, 3) - 0.3);
        const ludo_vec3 high =
            v3_add(low, v3_scale(0.5 * noise(k, 4), v3(noise(k, 5), noise(k, 6), 0.5)));
        int32_t listed = 0, found = 0, node = 0;
        for (int32_t i = 0; i < f.count; i++) {
            listed += has_box(&f.facet[i], low, high);
        }
        for (int32_t i = ludo_facets_next(&f, low, high, &node); i >= 0;
             i = ludo_facets_next(&f, low, high, &node)) {
            assert_true(has_box(&f.facet[i], low, high));
            found++;
        }
        assert_int_equal(found, listed);
    }
    release(&f);
}

/* ---- memory ---- */

static void a_copy_has_its_own_arrays(void **state)
{
    (void)state;
    add_bowl(empty(), 12, 4, 1.0);
    facets f = make();
    char *memory = aligned_alloc(64, ludo_facets_size(&f));
    assert_non_null(memory);
    const facets copy = ludo_facets_copy(&f, memory);
    assert_memory_equal(copy.facet, f.facet, (size_t)f.count * sizeof *f.facet);
    assert_true((const char *)copy.facet == memory && copy.count == f.count);
    release(&f);
    int32_t node = 0;
    assert_true(ludo_facets_next(&copy, v3(-1.0, -1.0, 0.0), v3(1.0, 1.0, 1.0), &node) >= 0);
    free(memory);
}

static void a_failing_allocation_leaves_no_facets(void **state)
{
    (void)state;
    add_floor(empty(), 5, 1.0, 0.5, bumps);
    const surface s = surface_of();
    FOR_FAILING_ALLOCATION(alloc)
    {
        facets f;
        const ludo_status status = ludo_facets_make(&s, &alloc.hook, &f);
        assert_int_equal(status, alloc.failed ? LUDO_NO_MEMORY : LUDO_OK);
        assert_int_equal(f.count == 0, alloc.failed);
        ludo_facets_release(&f, &alloc.hook);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tiles_are_joined),
        cmocka_unit_test(the_sides_of_a_box_are_joined),
        cmocka_unit_test(triangles_without_area_are_left_out),
        cmocka_unit_test(prisms_are_inside_of_the_solid),
        cmocka_unit_test(prisms_end_halfway),
        cmocka_unit_test(only_convex_sides_are_edges),
        cmocka_unit_test(the_tree_finds_what_a_list_finds),
        cmocka_unit_test(a_copy_has_its_own_arrays),
        cmocka_unit_test(a_failing_allocation_leaves_no_facets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
