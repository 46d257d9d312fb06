/* SPDX-License-Identifier: Apache-2.0
 *
 * How mechanisms give way: against closed forms and against the dense inverse of the inertia. */
#include "formats/dof_inertia.h"
#include "spec/items.h"

#include "support.h"

#include <float.h>
#include <string.h>

static dof_inertia *response_of(const ludo_spec *spec)
{
    const ludo_allocator a = ludo_allocator_or_default(NULL);
    dof_inertia *r = NULL;
    assert_int_equal(ludo_dof_inertia_create(spec, &a, &r), LUDO_OK);
    return r;
}

static void release(dof_inertia *r, ludo_spec *spec)
{
    const ludo_allocator a = ludo_allocator_or_default(NULL);
    ludo_dof_inertia_destroy(r, &a);
    ludo_spec_destroy(spec);
}

static ludo_spec *new_spec(void)
{
    ludo_spec *spec = NULL;
    assert_int_equal(ludo_spec_create(NULL, &spec), LUDO_OK);
    return spec;
}

/* ---- closed forms ---- */

static void a_pendulum_gives_way_by_its_moment_about_the_hinge(void **state)
{
    (void)state;
    ludo_spec *spec = new_spec();
    const ludo_body_def body = {.struct_size = sizeof body,
                                .mass = 2.0,
                                .com = {0.0, 3.0, 0.0},
                                .inertia = {0.5, 0.5, 0.5}};
    const ludo_joint_def hinge = {.struct_size = sizeof hinge,
                                  .type = "hinge",
                                  .parent = LUDO_WORLD,
                                  .axis = {4.0, 0.0, 0.0},
                                  .in_parent = {.position = {7.0, 8.0, 9.0}},
                                  .along = {{.armature = 0.25}}};
    assert_int_equal(ludo_spec_add_body(spec, &body, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_joint(spec, &hinge, NULL), LUDO_OK);
    dof_inertia *r = response_of(spec);
    ludo_dof_inertia_add_force(r, 0, 0, 3.0);
    /* moments about the world's origin lose the square of 12 m over the body's 3 */
    const double rounding = 512.0 * DBL_EPSILON;
    CHECK_NEAR(ludo_dof_inertia_inverse(r) * (0.75 + 18.0), 9.0, 9.0 * rounding);
    assert_true(ludo_dof_inertia_inverse(r) == 0.0); /* forces are gone */
    release(r, spec);
}

static void what_has_no_inertia_does_not_move(void **state)
{
    (void)state;
    ludo_spec *spec = new_spec();
    const ludo_joint_def slide = {.struct_size = sizeof slide,
                                  .type = "slide",
                                  .parent = LUDO_WORLD,
                                  .axis = {1.0, 0.0, 0.0}};
    assert_int_equal(ludo_spec_add_body(spec, SIZED(ludo_body_def, .mass = 0.0), NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_joint(spec, &slide, NULL), LUDO_OK);
    dof_inertia *r = response_of(spec);
    ludo_dof_inertia_add_force(r, 0, 0, 1.0);
    assert_true(ludo_dof_inertia_inverse(r) == 0.0);
    release(r, spec);
}

/* ---- trees ---- */

enum { BODIES = 7, RATES = 6 * 2 * BODIES };

/* A tree beside the Jacobians of its bodies. */
typedef struct tree {
    ludo_spec *spec;
    ludo_frame pose[BODIES];
    ludo_vec3 turn[BODIES][RATES], shift[BODIES][RATES]; /* of the centre of mass */
    double armature[RATES];
    int joint[RATES], part[RATES]; /* whose it is, and which of it */
    int rates;
} tree;

static ludo_frame random_frame(random_stream *s)
{
    return (ludo_frame){random_vec3(s, 1.0), random_quat(s)};
}

static ludo_vec3 com_of(const tree *t, int body)
{
    return frame_mul(t->pose[body],
                     (ludo_frame){ludo_spec_body_at(t->spec, body)->com, q_identity()})
        .position;
}

static void add_rate(tree *t, int body, int joint, int part, ludo_vec3 turn, ludo_vec3 shift,
                     ludo_vec3 at)
{
    t->turn[body][t->rates] = turn;
    t->shift[body][t->rates] = v3_add(shift, v3_cross(turn, v3_sub(com_of(t, body), at)));
    t->armature[t->rates] = ludo_spec_joint_at(t->spec, joint)->along[0].armature;
    t->joint[t->rates] = joint;
    t->part[t->rates++] = part;
}

/* What its parent does, and what its own rates add. */
static void add_joint(tree *t, random_stream *s, int body, int parent, const char *type, bool more)
{
    int32_t number;
    ludo_joint_def j = {.struct_size = sizeof j,
                        .type = type,
                        .parent = parent,
                        .child = body,
                        .continues = more,
                        .axis = random_vec3(s, 1.0),
                        .in_child = random_frame(s)};
    const ludo_frame here = frame_mul(t->pose[body], j.in_child);
    j.in_parent = parent < 0 ? here : frame_mul(frame_inverse(t->pose[parent]), here);
    const bool free = strcmp(type, "free") == 0;
    j.along[0].armature = free ? 0.0 : random_uniform(s, 0.0, 0.3);
    assert_int_equal(ludo_spec_add_joint(t->spec, &j, &number), LUDO_OK);
    const ludo_vec3 none = v3(0.0, 0.0, 0.0);
    const ludo_vec3 axis = v3_scale(1.0 / v3_norm(j.axis), q_rotate(here.orientation, j.axis));
    if (strcmp(type, "hinge") == 0) {
        add_rate(t, body, number, 0, axis, none, here.position);
    } else if (strcmp(type, "slide") == 0) {
        add_rate(t, body, number, 0, none, axis, here.position);
    } else if (strcmp(type, "fixed") != 0) {
        for (int k = 0; k < (free ? 6 : 3); k++) {
            const ludo_vec3 unit = v3(k % 3 == 0, k % 3 == 1, k % 3 == 2);
            add_rate(t, body, number, k, k < 3 ? unit : none, k < 3 ? none : unit, here.position);
        }
    }
}

/* A body moves as its parent does as well. */
static void inherit(tree *t, int body, int parent)
{
    for (int c = 0; c < t->rates && parent >= 0; c++) {
        const ludo_vec3 off = v3_sub(com_of(t, body), com_of(t, parent));
        t->turn[body][c] = t->turn[parent][c];
        t->shift[body][c] = v3_add(t->shift[parent][c], v3_cross(t->turn[parent][c], off));
    }
}

static tree random_tree(random_stream *s)
{
    static const char *const types[] = {"hinge", "slide", "fixed", "ball", "free"};
    tree t = {.spec = new_spec()};
    for (int b = 0; b < BODIES; b++) {
        const int parent = random_below(s, b + 1) - 1;
        const char *type = types[random_below(s, parent < 0 ? 5 : 4)];
        const ludo_vec3 d = random_vec3(s, 0.3);
        const ludo_body_def body = {.struct_size = sizeof body,
                                    .mass = random_uniform(s, 0.1, 2.0),
                                    .com = random_vec3(s, 1.0),
                                    .inertia = {1.0 + d.x, 1.0 + d.y, 1.0 + d.z, 0.1, -0.2, 0.05}};
        assert_int_equal(ludo_spec_add_body(t.spec, &body, NULL), LUDO_OK);
        t.pose[b] = random_frame(s);
        inherit(&t, b, parent);
        add_joint(&t, s, b, parent, type, false);
        if (strcmp(type, "hinge") == 0) {
            add_joint(&t, s, b, parent, "slide", true);
        }
    }
    return t;
}

/* The kinetic energy's matrix, in rates. */
static void fill_inertia(const tree *t, double *M)
{
    for (int i = 0; i < t->rates * t->rates; i++) {
        const int r = i / t->rates, c = i % t->rates;
        M[i] = r == c ? t->armature[r] : 0.0;
        for (int b = 0; b < BODIES; b++) {
            const ludo_body_def *body = ludo_spec_body_at(t->spec, b);
            const ludo_quat back = q_conj(t->pose[b].orientation);
            const double *J = body->inertia;
            const mat3 I = {{J[0], J[3], J[4], J[3], J[1], J[5], J[4], J[5], J[2]}};
            const ludo_vec3 w = q_rotate(back, t->turn[b][c]);
            M[i] += body->mass * v3_dot(t->shift[b][r], t->shift[b][c]) +
                    v3_dot(q_rotate(back, t->turn[b][r]), m3_apply(&I, w));
        }
    }
}

/* Some thousand operations on numbers of order 1; inertias differ by a factor of a hundred. */
static void trees_give_way_by_the_inverse_of_their_inertia(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 200)
    {
        static double M[RATES * RATES], x[RATES], f[RATES];
        random_stream s = random_from(seed);
        tree t = random_tree(&s);
        dof_inertia *r = response_of(t.spec);
        double expected = 0.0;
        for (int i = 0; i < t.rates; i++) {
            f[i] = random_uniform(&s, -1.0, 1.0);
            x[i] = f[i];
            ludo_dof_inertia_add_force(r, t.joint[i], t.part[i], f[i]);
        }
        fill_inertia(&t, M);
        assert_true(t.rates == 0 || dense_solve(t.rates, M, x));
        for (int i = 0; i < t.rates; i++) {
            expected += f[i] * x[i];
        }
        CHECK_NEAR(ludo_dof_inertia_inverse(r), expected, 1e-11 * (1.0 + expected));
        release(r, t.spec);
    }
}

static void creating_survives_a_failing_allocation(void **state)
{
    (void)state;
    ludo_spec *spec = new_spec();
    FOR_FAILING_ALLOCATION(alloc)
    {
        dof_inertia *r = NULL;
        const ludo_status status = ludo_dof_inertia_create(spec, &alloc.hook, &r);
        assert_int_equal(status, alloc.failed ? LUDO_NO_MEMORY : LUDO_OK);
        assert_true((r == NULL) == alloc.failed);
        ludo_dof_inertia_destroy(r, &alloc.hook);
    }
    ludo_spec_destroy(spec);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pendulum_gives_way_by_its_moment_about_the_hinge),
        cmocka_unit_test(what_has_no_inertia_does_not_move),
        cmocka_unit_test(trees_give_way_by_the_inverse_of_their_inertia),
        cmocka_unit_test(creating_survives_a_failing_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
