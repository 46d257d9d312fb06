/* SPDX-License-Identifier: Apache-2.0
 *
 * Motions on height fields: flat ones are planes, shapes rest on slopes, edges and hollows. */
#include "ludo/parameters.h"
#include "math/vec3.h"
#include "model_text.h"
#include "running.h"

#include <stdio.h>

enum { SIDE = 11, TEXT = 1 << 14 };

static const char form[] =
    "<mujoco><option timestep='0.002' gravity='0 0 -9.81'/><asset>%s"
    "<mesh name='m' vertex='.1 0 .05 -.05 .08 .05 -.05 -.08 .05 .1 0 -.05 -.05 .08 -.05 -.05 -.08 "
    "-.05'/></asset><worldbody><geom %s friction='0.3'/>%s</worldbody></mujoco>";

/* A simulation of bodies on a ground with an asset. */
static running open_text(const char *asset, const char *ground, const char *bodies)
{
    static char text[TEXT];
    running r;
    const int length = snprintf(text, sizeof text, form, asset, ground, bodies);
    assert_true(length > 0 && length < TEXT);
    r.model = model_of(text);
    assert_int_equal(ludo_sim_create(r.model, NULL, NULL, &r.sim, NULL), LUDO_OK);
    return r;
}

typedef double height_function(int row, int column);

/* An asset with 11 by 11 heights from 0 to 1 on a square of 2 m, times `top`. */
static const char *field_of(height_function *height, double top)
{
    static char text[TEXT];
    int at = snprintf(text, sizeof text,
                      "<hfield name='f' nrow='%d' ncol='%d' size='1 1 %g 0.5' elevation='", SIDE,
                      SIDE, top);
    for (int i = 0; i < SIDE * SIDE; i++) {
        at += snprintf(text + at, sizeof text - (size_t)at, "%.17g ",
                       height(SIDE - 1 - i / SIDE, i % SIDE));
    }
    (void)snprintf(text + at, sizeof text - (size_t)at, "'/>");
    return text;
}

static const char on_field[] = "type='hfield' hfield='f'";

static ludo_body_state state_at(running *r, int32_t body)
{
    ludo_body_state s;
    assert_int_equal(ludo_sim_body_state(r->sim, body, &s), LUDO_OK);
    return s;
}

/* Give a body a speed along x. */
static void push(running *r, int32_t body, double speed)
{
    ludo_body_state s = state_at(r, body);
    s.linear_velocity.x = speed;
    assert_int_equal(ludo_sim_set_body_state(r->sim, body, &s), LUDO_OK);
}

/* ---- flat ground ---- */

static double level(int row, int column)
{
    (void)row, (void)column;
    return 0.0;
}

/* Level, but for a row of holes: the rest is of several rectangles. */
static double holes(int row, int column)
{
    return row == 2 && column % 3 == 1 ? 0.0 : 1.0;
}

/* A ball and a box move over it as on a plane. Positions of some 1 m round by 2e-16 m per step, and
 * friction acts on errors of the solver, 1e-13 m. */
static void a_flat_field_is_a_plane(void **state)
{
    (void)state;
    static const char bodies[] =
        "<body pos='-.7 .13 %g'><freejoint/><geom size='.1' mass='1' friction='.5'/></body>"
        "<body pos='-.7 .57 %g'><freejoint/><geom type='box' size='.1 .1 .1' mass='1' "
        "friction='.3'/></body>";
    static const struct {
        height_function *height;
        double top, at;
    } cases[] = {{level, 1.0, 0.0}, {holes, 0.5, 0.5}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[512], ground[64];
        (void)snprintf(text, sizeof text, bodies, cases[i].at + 0.1, cases[i].at + 0.1);
        (void)snprintf(ground, sizeof ground, "type='plane' size='0 0 1' pos='0 0 %g'",
                       cases[i].at);
        running plane = open_text("", ground, text);
        running field = open_text(field_of(cases[i].height, cases[i].top), on_field, text);
        for (int32_t b = 0; b < 2; b++) {
            push(&plane, b, 1.5);
            push(&field, b, 1.5);
        }
        run_steps(&plane, 0.002, 400);
        run_steps(&field, 0.002, 400);
        for (int32_t b = 0; b < 2; b++) {
            const ludo_vec3 x = state_at(&plane, b).position, y = state_at(&field, b).position;
            assert_true(x.x > -0.4);
            CHECK_NEAR(v3_norm(v3_sub(x, y)), 0.0, 1e-11);
        }
        run_close(&plane);
        run_close(&field);
    }
}

/* ---- slopes, ridges, hollows ---- */

static double hills(int row, int column)
{
    return (row * 7 + column * 4) % 11 / 11.0;
}

static double hollow(int row, int column)
{
    const int r = row - 5, c = column - 5;
    return (r * r + c * c) / 50.0;
}

static double dome(int row, int column)
{
    return 1.0 - hollow(row, column);
}

static double steps(int row, int column)
{
    (void)row;
    return column / 3 % 2;
}

/* Heights of the surface over points, by its triangles. */
static double height_at(height_function *height, double top, double x, double y)
{
    const double u = (x + 1.0) * 0.5 * (SIDE - 1), v = (y + 1.0) * 0.5 * (SIDE - 1);
    const int c = u >= SIDE - 1 ? SIDE - 2 : (int)u, r = v >= SIDE - 1 ? SIDE - 2 : (int)v;
    const double s = u - c, t = v - r, z = height(r, c), far = height(r + 1, c + 1);
    const double corner = s > t ? height(r, c + 1) : height(r + 1, c);
    const double most = s > t ? s : t, least = s > t ? t : s;
    return top * (z + (corner - z) * (most - least) + (far - z) * least);
}

/* The depth of a box or of a ball of half side or radius 0.1, measured by points of it below the
 * surface, and by vertices of the surface inside of it. */
static double depth_of(running *r, height_function *height, double top, bool is_box)
{
    const ludo_body_state b = state_at(r, 0);
    double deepest = 0.0;
    for (int i = 0; i < 8 && is_box; i++) {
        const ludo_vec3 corner = v3(i & 1 ? 0.1 : -0.1, i & 2 ? 0.1 : -0.1, i & 4 ? 0.1 : -0.1);
        const ludo_vec3 p = v3_add(b.position, q_rotate(b.orientation, corner));
        if (fabs(p.x) < 1.0 && fabs(p.y) < 1.0) {
            deepest = fmax(deepest, height_at(height, top, p.x, p.y) - p.z);
        }
    }
    for (int i = 0; i < 10000; i++) {
        const double x = (i % 100 - 49.5) / 49.5, y = (i / 100 - 49.5) / 49.5;
        const ludo_vec3 p = v3_sub(v3(x, y, height_at(height, top, x, y)), b.position);
        const double inside =
            is_box ? 0.1 - v3_max(q_rotate(q_conj(b.orientation), p)) : 0.1 - v3_norm(p);
        deepest = fmax(deepest, inside);
    }
    return deepest;
}

static const char *const shapes[] = {"size='.1' type='sphere'",
                                     "size='.1 .1 .1' type='box'",
                                     "size='.06 .1' type='capsule'",
                                     "size='.08 .1' type='cylinder'",
                                     "size='.12 .09 .06' type='ellipsoid'",
                                     "mesh='m' type='mesh'"};

enum { SPHERE, BOX, SHAPES = sizeof shapes / sizeof *shapes };

/* Nothing enters the surface: to 1e-10 of the size by the contact search, to the same by points. */
static void nothing_enters_the_surface(void **state)
{
    (void)state;
    height_function *const fields[] = {hills, hollow, dome, steps};
    for (size_t i = 0; i < sizeof fields / sizeof *fields * SHAPES; i++) {
        char text[512];
        height_function *const height = fields[i / SHAPES];
        const size_t shape = i % SHAPES;
        (void)snprintf(text, sizeof text,
                       "<body pos='%g .1 .5' euler='20 30 %zu'><freejoint/><geom %s "
                       "friction='.5'/></body>",
                       0.1 * (double)shape - 0.3, 10 * i, shapes[shape]);
        running r = open_text(field_of(height, 0.25), on_field, text);
        for (int k = 0; k < 40; k++) {
            ludo_contact_quality q = {.struct_size = sizeof q};
            run_steps(&r, 0.002, 10);
            assert_int_equal(ludo_sim_contact_quality(r.sim, &q), LUDO_OK);
            assert_true(q.penetration <= 1e-10);
            assert_true(q.pairs_not_simulated == 0);
            if (shape == SPHERE || shape == BOX) {
                assert_true(depth_of(&r, height, 0.25, shape == BOX) <= 1e-10);
            }
        }
        run_close(&r);
    }
}

/* A ball at 20 m/s moves by four cells per step, and a thin plate falls flat. */
static void fast_bodies_do_not_pass(void **state)
{
    (void)state;
    running r = open_text(field_of(hollow, 0.5), on_field,
                          "<body pos='-.6 0 .4'><freejoint/><geom size='.02' mass='1'/></body>"
                          "<body pos='0 .5 1'><freejoint/><geom type='box' size='.1 .1 .001' "
                          "mass='1'/></body>");
    push(&r, 0, 20.0);
    for (int k = 0; k < 20; k++) {
        ludo_contact_quality q = {.struct_size = sizeof q};
        run_steps(&r, 0.02, 1);
        assert_int_equal(ludo_sim_contact_quality(r.sim, &q), LUDO_OK);
        assert_true(q.penetration <= 1e-9);
    }
    run_close(&r);
}

static void a_field_and_a_plane_or_a_field_are_not_simulated(void **state)
{
    (void)state;
    running r = open_text(field_of(level, 1.0), on_field,
                          "<body><freejoint/><geom type='plane' size='1 1 1' mass='0'/>"
                          "<geom size='.1'/></body>");
    ludo_contact_quality q = {.struct_size = sizeof q};
    assert_int_equal(ludo_sim_contact_quality(r.sim, &q), LUDO_OK);
    assert_int_equal(q.pairs_not_simulated, 1);
    run_close(&r);
}

static void a_copy_has_its_own_surface(void **state)
{
    (void)state;
    static const char ball[] = "<body pos='0 0 .6'><freejoint/><geom size='.1'/></body>";
    running r = open_text(field_of(hills, 0.25), on_field, ball), copy;
    assert_int_equal(ludo_model_copy(r.model, NULL, &copy.model), LUDO_OK);
    assert_int_equal(ludo_sim_create(copy.model, NULL, NULL, &copy.sim, NULL), LUDO_OK);
    run_steps(&r, 0.002, 200);
    const ludo_body_state s = state_at(&r, 0);
    run_close(&r); /* the copy has its own surface */
    run_steps(&copy, 0.002, 200);
    const ludo_body_state t = state_at(&copy, 0);
    assert_memory_equal(&s, &t, sizeof s);
    run_close(&copy);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_flat_field_is_a_plane),
        cmocka_unit_test(nothing_enters_the_surface),
        cmocka_unit_test(fast_bodies_do_not_pass),
        cmocka_unit_test(a_field_and_a_plane_or_a_field_are_not_simulated),
        cmocka_unit_test(a_copy_has_its_own_surface),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
