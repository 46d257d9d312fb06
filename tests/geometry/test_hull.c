/* SPDX-License-Identifier: Apache-2.0
 *
 * Convex hulls: their properties, no output by qhull, use from several threads. */
#include "surfaces.h"

#include <float.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static ludo_vec3 point_of(const surface *s, int32_t i)
{
    return v3(s->vertex[3 * i], s->vertex[3 * i + 1], s->vertex[3 * i + 2]);
}

static surface hull_of(const draft_surface *d)
{
    const surface s = of_draft(d);
    surface hull;
    const char *problem = NULL;
    assert_int_equal(ludo_surface_hull(&s, plain_memory(), &hull, &problem), LUDO_OK);
    assert_null(problem);
    return hull;
}

static void release(surface *s)
{
    ludo_surface_release(s, plain_memory());
}

/* Points in a ball, some of them duplicated. */
static draft_surface *cloud(uint64_t seed, int32_t count)
{
    random_stream r = random_from(seed);
    draft_surface *d = new_draft();
    while (d->vertex_count < count) {
        const ludo_vec3 p = random_vec3(&r, 1.0);
        if (v3_norm(p) < 1.0) {
            (void)add_vertex(d, p);
        }
        if (d->vertex_count > 0 && random_below(&r, 10) == 0) {
            const surface s = of_draft(d);
            (void)add_vertex(d, point_of(&s, random_below(&r, d->vertex_count)));
        }
    }
    return d;
}

/* The normal of a face, of length twice its area. */
static ludo_vec3 normal_of(const surface *s, int32_t f)
{
    const ludo_vec3 a = point_of(s, s->face[3 * f]);
    return v3_cross(v3_sub(point_of(s, s->face[3 * f + 1]), a),
                    v3_sub(point_of(s, s->face[3 * f + 2]), a));
}

/* Coordinates up to 1: qhull merges facets within a few last digits. */
static const double flush = 64.0 * DBL_EPSILON;

static void no_point_lies_outside_any_face(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 50)
    {
        draft_surface *d = cloud(seed, 5 + (int32_t)seed * 4);
        const surface all = of_draft(d);
        surface hull = hull_of(d);
        for (int32_t f = 0; f < hull.face_count; f++) {
            const ludo_vec3 n = normal_of(&hull, f), a = point_of(&hull, hull.face[3 * f]);
            for (int32_t i = 0; i < all.vertex_count; i++) {
                assert_true(v3_dot(n, v3_sub(point_of(&all, i), a)) <= flush);
            }
        }
        release(&hull);
        free(d);
    }
}

/* How many faces run along the edge from vertex a to vertex b. */
static int32_t edges(const surface *s, int32_t a, int32_t b)
{
    int32_t count = 0;
    for (int32_t i = 0; i < 3 * s->face_count; i++) {
        count += s->face[i] == a && s->face[i % 3 < 2 ? i + 1 : i - 2] == b ? 1 : 0;
    }
    return count;
}

static void a_hull_is_closed_and_turned_outward(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 50)
    {
        draft_surface *d = cloud(seed, 5 + (int32_t)seed);
        surface hull = hull_of(d);
        assert_int_equal(hull.face_count, 2 * hull.vertex_count - 4);
        for (int32_t i = 0; i < 3 * hull.face_count; i++) {
            const int32_t a = hull.face[i], b = hull.face[i % 3 < 2 ? i + 1 : i - 2];
            assert_int_equal(edges(&hull, a, b), 1);
            assert_int_equal(edges(&hull, b, a), 1);
        }
        release(&hull);
        free(d);
    }
}

/* Equal in all bits at any position. */
static void vertices_of_a_hull_are_some_of_those_given_in_their_order(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 50)
    {
        draft_surface *d = cloud(seed, 30);
        move_vertices(d, q_matrix(q_identity()), v3(1e3, -1e5, 1e7));
        surface hull = hull_of(d);
        int32_t at = 0;
        for (int32_t i = 0; i < hull.vertex_count; i++) {
            while (at < d->vertex_count &&
                   memcmp(d->vertex + 3 * at, hull.vertex + 3 * i, 3 * sizeof(double)) != 0) {
                at++;
            }
            assert_true(at < d->vertex_count);
            at++;
        }
        release(&hull);
        free(d);
    }
}

static void a_cube_full_of_points_has_eight_corners(void **state)
{
    (void)state;
    draft_surface *d = new_draft();
    for (int32_t i = 0; i < 125; i++) {
        (void)add_vertex(d, v3(i / 25, i / 5 % 5, i % 5));
    }
    surface hull = hull_of(d);
    assert_int_equal(hull.vertex_count, 8);
    assert_int_equal(hull.face_count, 12);
    for (int32_t i = 0; i < 24; i++) {
        assert_true(hull.vertex[i] == 0.0 || hull.vertex[i] == 4.0);
    }
    for (int32_t i = 0; i < 36; i++) {
        assert_in_range(hull.face[i], 0, 7);
    }
    release(&hull);
    free(d);
}

/* Units, position and flatness do not change the vertices of a hull. */
static void stretching_along_axes_keeps_the_hull(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 30)
    {
        draft_surface *d = cloud(seed, 40);
        surface before = hull_of(d);
        move_vertices(d, (mat3){{0x1p-40, 0.0, 0.0, 0.0, 0x1p40, 0.0, 0.0, 0.0, 1.0}},
                      v3(0.0, 0.0, 0.0));
        surface after = hull_of(d);
        assert_int_equal(before.vertex_count, after.vertex_count);
        for (int32_t i = 0; i < before.vertex_count; i++) {
            assert_true(before.vertex[3 * i + 2] == after.vertex[3 * i + 2]);
        }
        release(&before);
        release(&after);
        free(d);
    }
}

/* --- surfaces without a hull ----------------------------------------------------------------- */

/* `count` points in the span of u and v, translated. */
static draft_surface *spanned(ludo_vec3 u, ludo_vec3 v, int32_t count)
{
    random_stream r = random_from((uint64_t)count);
    draft_surface *d = new_draft();
    for (int32_t i = 0; i < count; i++) {
        const ludo_vec3 p = v3_axpy(v3(1.0, 2.0, 3.0), random_uniform(&r, -1.0, 1.0), u);
        (void)add_vertex(d, v3_axpy(p, random_uniform(&r, -1.0, 1.0), v));
    }
    return d;
}

/* Takes ownership of the draft. */
static void check_no_hull(draft_surface *d, const char *said)
{
    const surface s = of_draft(d);
    surface hull = s;
    const char *problem = NULL;
    assert_int_equal(ludo_surface_hull(&s, plain_memory(), &hull, &problem), LUDO_BAD_MODEL);
    assert_non_null(strstr(problem, said));
    assert_true(hull.vertex == NULL && hull.face == NULL);
    assert_int_equal(hull.vertex_count + hull.face_count, 0);
    release(&hull);
    free(d);
}

static void check_all_without_hull(void)
{
    const ludo_vec3 zero = {0.0, 0.0, 0.0}, x = {1.0, 0.0, 0.0}, y = {0.0, 1.0, 0.0};
    const ludo_vec3 tilted = {0.5, -0.25, 1.0}, other = {-0.75, 0.5, 0.25};
    for (int32_t count = 0; count < 4; count++) {
        check_no_hull(spanned(x, y, count), "fewer than four vertices");
    }
    check_no_hull(spanned(zero, zero, 10), "in a plane");
    check_no_hull(spanned(x, zero, 10), "in a plane");
    check_no_hull(spanned(x, y, 10), "in a plane");
    check_no_hull(spanned(tilted, zero, 10), "in a plane");
    check_no_hull(spanned(tilted, other, 4), "in a plane");
    check_no_hull(spanned(tilted, other, 100), "in a plane");
}

static void fewer_than_four_points_or_flat_ones_have_no_hull(void **state)
{
    (void)state;
    check_all_without_hull();
}

/* Redirect a file descriptor to another. @return the old one, to be restored */
static int divert(int descriptor, int other)
{
    const int old = dup(descriptor);
    assert_true(old >= 0 && dup2(other, descriptor) >= 0);
    return old;
}

static void put_back(int descriptor, int old)
{
    assert_true(dup2(old, descriptor) >= 0);
    (void)close(old);
}

static void nothing_is_printed(void **state)
{
    (void)state;
    int ends[2];
    char byte = 0;
    assert_int_equal(pipe(ends), 0);
    (void)fflush(stdout);
    const int out = divert(STDOUT_FILENO, ends[1]), err = divert(STDERR_FILENO, ends[1]);
    check_all_without_hull();
    draft_surface *d = cloud(1, 50);
    /* a narrow hull, about which qhull would warn */
    move_vertices(d, (mat3){{1.0, 1.0, 1.0, 1.0, 1.0 + 1e-9, 1.0, 1.0, 1.0, 1.0 - 1e-9}},
                  v3(0.0, 0.0, 0.0));
    surface hull = hull_of(d);
    release(&hull);
    free(d);
    (void)fflush(stdout);
    put_back(STDOUT_FILENO, out);
    put_back(STDERR_FILENO, err);
    (void)close(ends[1]);
    assert_int_equal(read(ends[0], &byte, 1), 0);
    (void)close(ends[0]);
}

/* --- memory and threads ---------------------------------------------------------------------- */

static void every_allocation_may_fail(void **state)
{
    (void)state;
    draft_surface *d = cloud(1, 50);
    FOR_FAILING_ALLOCATION(a)
    {
        const surface s = of_draft(d);
        surface hull;
        const char *problem = NULL;
        const ludo_status status = ludo_surface_hull(&s, &a.hook, &hull, &problem);
        assert_int_equal(status, a.failed ? LUDO_NO_MEMORY : LUDO_OK);
        assert_int_equal(hull.vertex == NULL, a.failed);
        assert_null(problem);
        ludo_surface_release(&hull, &a.hook);
    }
    free(d);
}

enum { THREADS = 4, ROUNDS = 50 };

/* Find one hull repeatedly, between surfaces without a hull. */
static void *find_hulls(void *argument)
{
    const draft_surface *d = argument;
    const surface s = of_draft(d), too_few = {s.vertex, 3, NULL, 0};
    surface first = {0}, hull;
    const char *problem = NULL;
    bool same = ludo_surface_hull(&s, plain_memory(), &first, &problem) == LUDO_OK;
    for (int i = 0; i < ROUNDS && same; i++) {
        same =
            ludo_surface_hull(&too_few, plain_memory(), &hull, &problem) == LUDO_BAD_MODEL &&
            ludo_surface_hull(&s, plain_memory(), &hull, &problem) == LUDO_OK &&
            hull.face_count == first.face_count &&
            memcmp(hull.face, first.face, 3 * (size_t)first.face_count * sizeof *first.face) == 0;
        ludo_surface_release(&hull, plain_memory());
    }
    ludo_surface_release(&first, plain_memory());
    return same ? argument : NULL;
}

static void threads_find_hulls_at_once(void **state)
{
    (void)state;
    pthread_t threads[THREADS];
    draft_surface *drafts[THREADS];
    for (int i = 0; i < THREADS; i++) {
        drafts[i] = cloud((uint64_t)i + 1, 200);
        assert_int_equal(pthread_create(&threads[i], NULL, find_hulls, drafts[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        void *same = NULL;
        assert_int_equal(pthread_join(threads[i], &same), 0);
        assert_ptr_equal(same, drafts[i]);
        free(drafts[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_point_lies_outside_any_face),
        cmocka_unit_test(a_hull_is_closed_and_turned_outward),
        cmocka_unit_test(vertices_of_a_hull_are_some_of_those_given_in_their_order),
        cmocka_unit_test(a_cube_full_of_points_has_eight_corners),
        cmocka_unit_test(stretching_along_axes_keeps_the_hull),
        cmocka_unit_test(fewer_than_four_points_or_flat_ones_have_no_hull),
        cmocka_unit_test(nothing_is_printed),
        cmocka_unit_test(every_allocation_may_fail),
        cmocka_unit_test(threads_find_hulls_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
