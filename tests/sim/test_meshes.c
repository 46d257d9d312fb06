/* SPDX-License-Identifier: Apache-2.0
 *
 * Motions on static meshes that collide as they are: tiles are a plane, hollows are hollow, edges
 * and stairs bear shapes, and nothing enters the surface. */
#include "ludo/parameters.h"
#include "running.h"
#include "math/quat.h"
#include "triangles.h"

#include <string.h>

static triangles t;

static triangles *empty(void)
{
    t.points = t.count = 0;
    return &t;
}

static double level(double x, double y)
{
    (void)x, (void)y;
    return 0.0;
}

static double hilly(double x, double y)
{
    return 0.25 * noise((int32_t)lround(1e4 * x), (int32_t)lround(1e4 * y));
}

/* ---- scenes ---- */

/* A description with gravity whose geom 0 is the surface, or a plane. */
static ludo_spec *spec_on(bool of_mesh)
{
    ludo_spec *s = NULL;
    ludo_geom_def g = ludo_geom_default();
    ludo_mesh_def mesh = ludo_mesh_default();
    mesh.vertex = t.vertex, mesh.vertex_count = t.points;
    mesh.face = t.face, mesh.face_count = t.count;
    g.type = of_mesh ? "mesh" : "plane", g.body = LUDO_WORLD, g.concave = true;
    g.friction[0] = 0.3;
    assert_int_equal(ludo_spec_create(NULL, &s), LUDO_OK);
    assert_int_equal(ludo_spec_add_mesh(s, &mesh, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_geom(s, &g, NULL), LUDO_OK);
    return s;
}

/* The geom of the surface. */
static ludo_geom_def geom_of(const ludo_spec *s)
{
    ludo_geom_def g = {.struct_size = sizeof g};
    assert_int_equal(ludo_spec_geom(s, 0, &g), LUDO_OK);
    return g;
}

enum { SPHERE, BOX, CAPSULE, CYLINDER, ELLIPSOID, HULL, SHAPES };

/* A wedge. */
static const double hull[] = {.1, 0, .05,  -.05, .08, .05,  -.05, -.08, .05,
                              .1, 0, -.05, -.05, .08, -.05, -.05, -.08, -.05};

static ludo_geom_def shape_of(ludo_spec *s, int shape)
{
    static const struct {
        const char *type;
        double size[3];
    } shapes[SHAPES] = {
        {"sphere", {0.1}},         {"box", {0.1, 0.1, 0.1}},       {"capsule", {0.06, 0.1}},
        {"cylinder", {0.08, 0.1}}, {"ellipsoid", {.12, .09, .06}}, {"mesh", {0.0}}};
    ludo_geom_def g = ludo_geom_default();
    g.type = shapes[shape].type;
    memcpy(g.size, shapes[shape].size, sizeof g.size);
    g.friction[0] = 0.5;
    if (shape == HULL) {
        ludo_mesh_def mesh = ludo_mesh_default();
        mesh.vertex = hull, mesh.vertex_count = sizeof hull / sizeof *hull / 3;
        assert_int_equal(ludo_spec_add_mesh(s, &mesh, &g.mesh), LUDO_OK);
    }
    return g;
}

/* Add a free body of 1 kg with a geom. */
static void add_body(ludo_spec *s, ludo_geom_def g, ludo_vec3 at, ludo_quat turn)
{
    ludo_joint_def free = ludo_joint_default();
    ludo_body_def body = {.struct_size = sizeof body};
    free.type = "free", free.parent = LUDO_WORLD;
    free.in_parent = (ludo_frame){at, turn};
    assert_int_equal(ludo_spec_add_body(s, &body, &g.body), LUDO_OK);
    free.child = g.body, g.mass = 1.0;
    assert_int_equal(ludo_spec_add_joint(s, &free, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_geom(s, &g, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_weigh(s, g.body, (const int32_t[]){0, 5}, NULL), LUDO_OK);
}

static running open_spec(ludo_spec *s)
{
    return run_open(LUDO_OK, s, NULL);
}

static const ludo_quat upright = {1.0, 0.0, 0.0, 0.0};

static ludo_quat turned(int32_t seed)
{
    const ludo_quat q = {noise(seed, 1) - 0.5, noise(seed, 2) - 0.5, noise(seed, 3) - 0.5,
                         noise(seed, 4) - 0.5};
    const double length = sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
    return (ludo_quat){q.w / length, q.x / length, q.y / length, q.z / length};
}

static ludo_body_state state_at(running *r, int32_t body)
{
    ludo_body_state s;
    assert_int_equal(ludo_sim_body_state(r->sim, body, &s), LUDO_OK);
    return s;
}

static double penetration_of(running *r)
{
    ludo_contact_quality q = {.struct_size = sizeof q};
    assert_int_equal(ludo_sim_contact_quality(r->sim, &q), LUDO_OK);
    return q.penetration;
}

/* ---- tiles ---- */

/* A ball that rolls, with friction of rolling, and a box that slides and turns. */
static running open_movers(bool of_mesh)
{
    ludo_spec *s = spec_on(of_mesh);
    ludo_geom_def ball = shape_of(s, SPHERE), box = shape_of(s, BOX);
    ball.condim = 6, ball.friction[2] = 0.001, box.friction[0] = 0.3;
    add_body(s, ball, v3(-0.7, 0.13, 0.1), upright);
    add_body(s, box, v3(-0.7, 0.57, 0.1), upright);
    running r = open_spec(s);
    for (int32_t b = 0; b < 2; b++) {
        ludo_body_state x = state_at(&r, b);
        x.linear_velocity = v3(1.2, b == 0 ? 0.3 : 0.1, 0.0);
        x.angular_velocity = v3(0.0, 0.0, b == 0 ? 0.0 : 1.0);
        assert_int_equal(ludo_sim_set_body_state(r.sim, b, &x), LUDO_OK);
    }
    return r;
}

/* Positions of some 1 m round by 2e-16 m per step, and friction acts on errors of the solver, 1e-13
 * m. */
static void tiles_are_a_plane(void **state)
{
    (void)state;
    for (int k = 0; k < 2; k++) {
        add_floor(empty(), 21, 2.0, k == 0 ? 0.0 : 0.6, level);
        running plane = open_movers(false), tiles = open_movers(true);
        run_steps(&plane, 0.002, 1000);
        run_steps(&tiles, 0.002, 1000);
        for (int32_t b = 0; b < 2; b++) {
            const ludo_vec3 x = state_at(&plane, b).position, y = state_at(&tiles, b).position;
            assert_true(x.x > -0.5);
            CHECK_NEAR(v3_norm(v3_sub(x, y)), 0.0, 1e-11);
        }
        run_close(&plane);
        run_close(&tiles);
    }
}

/* A box beyond the end of a table of tiles tips over it: inner tiles don't bear its far corners. */
static void a_box_tips_over_the_end(void **state)
{
    (void)state;
    for (int k = 0; k < 2; k++) {
        add_floor(empty(), 11, 1.0, 0.6, level);
        ludo_spec *s = spec_on(true);
        /* pressed in by 1e-9 m */
        add_body(s, shape_of(s, BOX), v3(k == 0 ? 0.98 : 1.02, 0.03, 0.1 - 1e-9), upright);
        running r = open_spec(s);
        run_steps(&r, 0.002, 250);
        assert_true(k == 0 ? state_at(&r, 0).position.z > 0.0999
                           : state_at(&r, 0).position.z < 0.0);
        run_close(&r);
    }
}

/* ---- hollows ---- */

/* A ball comes to rest at the bottom of a bowl of triangles: it touches none of its planes from
 * behind, and is as deep as it fits. */
static void a_ball_rests_in_a_bowl(void **state)
{
    (void)state;
    add_bowl(empty(), 16, 6, 0.8);
    ludo_spec *s = spec_on(true);
    ludo_geom_def ball = shape_of(s, SPHERE);
    ball.condim = 6, ball.friction[2] = 0.01;
    add_body(s, ball, v3(0.3, 0.1, 0.4), upright);
    running r = open_spec(s);
    for (int k = 0; k < 300; k++) {
        run_steps(&r, 0.002, 10);
        assert_true(penetration_of(&r) <= 1e-10);
        const ludo_vec3 x = v3_sub(state_at(&r, 0).position, v3(0.0, 0.0, 0.8));
        for (int32_t i = 0; i < t.count; i++) { /* all triangles face the centre of the bowl */
            const int32_t *f = t.face + 3 * (ptrdiff_t)i;
            const ludo_vec3 a = v3_at(t.vertex + 3 * (ptrdiff_t)f[0]);
            const ludo_vec3 b = v3_at(t.vertex + 3 * (ptrdiff_t)f[1]);
            const ludo_vec3 c = v3_at(t.vertex + 3 * (ptrdiff_t)f[2]);
            const ludo_vec3 n = v3_unit(v3_cross(v3_sub(b, a), v3_sub(c, a)));
            const ludo_vec3 from = v3_sub(v3_add(x, v3(0.0, 0.0, 0.8)), a);
            assert_true(v3_dot(n, from) >= 0.1 - 1e-10);
        }
    }
    const ludo_body_state end = state_at(&r, 0);
    assert_true(fabs(end.position.x) < 0.2 && fabs(end.position.y) < 0.2);
    assert_true(v3_norm(end.linear_velocity) < 1e-3);
    run_close(&r);
}

/* A trough, whose convex hull is a box: a ball lies on its ground, and one on its rim. */
static void a_hollow_is_hollow(void **state)
{
    (void)state;
    add_columns(empty(), (const double[]){0.5, 0.1, 0.1, 0.5}, 4, 0.25, 0.5);
    for (int concave = 0; concave < 2; concave++) {
        ludo_spec *s = spec_on(true);
        ludo_geom_def g = geom_of(s);
        g.concave = concave == 1;
        assert_int_equal(ludo_spec_set_geom(s, 0, &g), LUDO_OK);
        add_body(s, shape_of(s, SPHERE), v3(0.5, 0.0, 0.7), upright);
        add_body(s, shape_of(s, BOX), v3(0.125, 0.1, 0.7), upright);
        running r = open_spec(s);
        run_steps(&r, 0.002, 500);
        CHECK_NEAR(state_at(&r, 0).position.z, concave == 1 ? 0.2 : 0.6, 1e-9);
        CHECK_NEAR(state_at(&r, 1).position.z, 0.6, 1e-9);
        run_close(&r);
    }
}

/* A wedge falls on stairs, comes to rest on them, above the step below it. */
static void a_hull_rests_on_stairs(void **state)
{
    (void)state;
    static const double height[] = {0.1, 0.2, 0.3, 0.4};
    add_columns(empty(), height, 4, 0.3, 0.5);
    for (int32_t k = 0; k < 6; k++) {
        ludo_spec *s = spec_on(true);
        add_body(s, shape_of(s, HULL), v3(0.3 + 0.12 * k, 0.05 * k - 0.1, 0.7), turned(k));
        running r = open_spec(s);
        for (int i = 0; i < 100; i++) {
            run_steps(&r, 0.002, 10);
            assert_true(penetration_of(&r) <= 1e-10);
        }
        const ludo_body_state b = state_at(&r, 0);
        for (int32_t i = 0; i < 6; i++) {
            const ludo_vec3 x =
                v3_add(b.position, q_rotate(b.orientation, v3_at(hull + 3 * (ptrdiff_t)i)));
            const int32_t step = x.x < 0.0 ? 0 : (int32_t)(x.x / 0.3);
            assert_true(step > 3 || fabs(x.y) > 0.5 || x.x < 0.0 || x.z >= height[step] - 1e-9);
        }
        run_close(&r);
    }
}

/* ---- drops ---- */

/* Random drops of all shapes on random hills and into a trough: every step is solved, and nothing
 * enters. */
static void drops_are_solved(void **state)
{
    (void)state;
    for (int32_t k = 0; k < 60; k++) {
        const bool on_hills = k % 2 == 0;
        if (on_hills) {
            add_floor(empty(), 11, 1.0, 0.6, hilly);
        } else {
            add_columns(empty(), (const double[]){0.5, 0.1, 0.3, 0.5}, 4, 0.4, 0.5);
        }
        ludo_spec *s = spec_on(true);
        const double x = on_hills ? noise(k, 11) - 0.5 : 0.2 + 1.2 * noise(k, 11);
        add_body(s, shape_of(s, k / 2 % SHAPES), v3(x, 0.6 * noise(k, 12) - 0.3, 0.8), turned(k));
        running r = open_spec(s);
        for (int i = 0; i < 40; i++) {
            run_steps(&r, 0.004, 5);
            assert_true(penetration_of(&r) <= 1e-8);
        }
        run_close(&r);
    }
}

static double steep(double x, double y)
{
    return 0.05 * noise((int32_t)lround(1e4 * x), (int32_t)lround(1e4 * y));
}

/* Boxes on heights of up to 5 cm at distances of 4 cm, with saddles at which no part has a normal:
 * no vertex of the surface is inside of a box. */
static void boxes_lie_on_steep_saddles(void **state)
{
    (void)state;
    add_floor(empty(), 26, 0.5, 0.0, steep);
    for (int32_t k = 0; k < 3; k++) {
        ludo_spec *s = spec_on(true);
        add_body(s, shape_of(s, BOX), v3(0.2 * noise(k, 1), 0.2 * noise(k, 2), 0.25), turned(k));
        running r = open_spec(s);
        for (int i = 0; i < 30; i++) {
            run_steps(&r, 0.004, 5);
            const ludo_body_state b = state_at(&r, 0);
            for (int32_t v = 0; v < t.points; v++) {
                const ludo_vec3 x = v3_sub(v3_at(t.vertex + 3 * (ptrdiff_t)v), b.position);
                assert_true(v3_max(q_rotate(q_conj(b.orientation), x)) >= 0.1 - 1e-9);
            }
        }
        run_close(&r);
    }
}

/* ---- refusals, copies ---- */

static void a_concave_mesh_does_not_move(void **state)
{
    (void)state;
    add_bowl(empty(), 8, 2, 0.5);
    ludo_spec *s = spec_on(true);
    ludo_geom_def g = geom_of(s);
    ludo_model *m = NULL;
    ludo_diagnostic why = {.message = ""};
    g.name = "bowl";
    add_body(s, g, v3(0.0, 0.0, 1.0), upright);
    assert_int_equal(ludo_compile(s, NULL, &m, &why), LUDO_BAD_MODEL);
    assert_non_null(strstr(why.message, "geom 'bowl' is a concave mesh on a body that moves"));
    g.body = 0, g.contype = g.conaffinity = 0;
    assert_int_equal(ludo_spec_set_geom(s, 1, &g), LUDO_OK);
    assert_int_equal(ludo_compile(s, NULL, &m, &why), LUDO_OK);
    ludo_model_destroy(m);
    ludo_spec_destroy(s);
}

/* A tetrahedron as a concave mesh in the world, below a box. */
static ludo_status compile_tetrahedron(const int32_t *face, ludo_diagnostic *why)
{
    static const double vertex[] = {0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0};
    ludo_spec *s = NULL;
    ludo_model *m = NULL;
    ludo_geom_def g = ludo_geom_default();
    ludo_mesh_def mesh = ludo_mesh_default();
    assert_int_equal(ludo_spec_create(NULL, &s), LUDO_OK);
    mesh.vertex = vertex, mesh.vertex_count = 4, mesh.face = face, mesh.face_count = 4;
    g.type = "mesh", g.body = LUDO_WORLD, g.concave = true, g.name = "wedge";
    assert_int_equal(ludo_spec_add_mesh(s, &mesh, &g.mesh), LUDO_OK);
    assert_int_equal(ludo_spec_add_geom(s, &g, NULL), LUDO_OK);
    add_body(s, shape_of(s, BOX), v3(0.0, 0.0, 2.0), upright);
    const ludo_status status = ludo_compile(s, NULL, &m, why);
    ludo_model_destroy(m);
    ludo_spec_destroy(s);
    return status;
}

static void triangles_that_turn_inward_are_refused(void **state)
{
    (void)state;
    static const int32_t outward[] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    static const int32_t inward[] = {0, 1, 2, 0, 3, 1, 0, 2, 3, 1, 3, 2};
    ludo_diagnostic why = {.message = ""};
    assert_int_equal(compile_tetrahedron(outward, &why), LUDO_OK);
    assert_int_equal(compile_tetrahedron(inward, &why), LUDO_BAD_MODEL);
    assert_non_null(strstr(why.message, "geom 'wedge' is a concave mesh whose triangles turn"));
}

static void a_copy_moves_with_the_same_bits(void **state)
{
    (void)state;
    add_floor(empty(), 11, 1.0, 0.6, hilly);
    ludo_spec *s = spec_on(true);
    add_body(s, shape_of(s, BOX), v3(0.0, 0.0, 0.5), turned(3));
    running r = open_spec(s), copy;
    assert_int_equal(ludo_model_copy(r.model, NULL, &copy.model), LUDO_OK);
    assert_int_equal(ludo_sim_create(copy.model, NULL, NULL, &copy.sim, NULL), LUDO_OK);
    run_steps(&r, 0.002, 200);
    const ludo_body_state x = state_at(&r, 0);
    run_close(&r); /* the copy has its own surface */
    run_steps(&copy, 0.002, 200);
    const ludo_body_state y = state_at(&copy, 0);
    assert_memory_equal(&x, &y, sizeof x);
    run_close(&copy);
}

static void failing_allocations_are_survived(void **state)
{
    (void)state;
    add_floor(empty(), 4, 1.0, 0.6, hilly);
    ludo_spec *s = spec_on(true);
    add_body(s, shape_of(s, BOX), v3(0.0, 0.0, 0.5), upright);
    check_failing_allocations(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tiles_are_a_plane),
        cmocka_unit_test(a_box_tips_over_the_end),
        cmocka_unit_test(a_ball_rests_in_a_bowl),
        cmocka_unit_test(a_hollow_is_hollow),
        cmocka_unit_test(a_hull_rests_on_stairs),
        cmocka_unit_test(drops_are_solved),
        cmocka_unit_test(boxes_lie_on_steep_saddles),
        cmocka_unit_test(a_concave_mesh_does_not_move),
        cmocka_unit_test(triangles_that_turn_inward_are_refused),
        cmocka_unit_test(a_copy_moves_with_the_same_bits),
        cmocka_unit_test(failing_allocations_are_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
