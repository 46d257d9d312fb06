/* SPDX-License-Identifier: Apache-2.0
 *
 * Compiled joints: axes match the description, parts of composite joints move as hinges and slides
 * do. */
#include "model/model.h"

#include "small_spec.h"
#include "vectors.h"

#include <stdio.h>
#include <string.h>

/* A few rotations of vectors of some lengths. */
static const double round_off = 16.0 * 0x1p-52;

/* Two bodies whose centres of mass differ from their origins. */
static ludo_spec *two_bodies(void)
{
    ludo_spec *spec = new_spec();
    for (int i = 0; i < 2; i++) {
        const ludo_body_def body = {.struct_size = sizeof body,
                                    .mass = 1.0,
                                    .com = {0.3, -0.2, 0.1 * i},
                                    .inertia = {1.0, 1.0, 1.0, 0.0, 0.0, 0.0}};
        assert_int_equal(ludo_spec_add_body(spec, &body, NULL), LUDO_OK);
    }
    return spec;
}

/* --- axes ------------------------------------------------------------------------------------ */

/* As in ludo_joint_def: the plane of z is x, y and so on cyclically; its second axis is x first. */
static void lengths_in_a_plane_are_along_the_next_axes(void **state)
{
    (void)state;
    const double h = 0.70710678118654752;
    const struct {
        ludo_vec3 axis, first;
    } cases[] = {
        {{0.0, 0.0, 2.0}, {1.0, 0.0, 0.0}},  {{3.0, 0.0, 0.0}, {0.0, 1.0, 0.0}},
        {{0.0, 0.5, 0.0}, {0.0, 0.0, 1.0}},  {{0.0, 0.0, -1.0}, {1.0, 0.0, 0.0}},
        {{1.0, 1.0, 0.0}, {-h, h, 0.0}},     {{0.6, 0.0, 0.8}, {0.8, 0.0, -0.6}},
        {{0.0, 0.8, -0.6}, {0.0, 0.6, 0.8}}, {{0.8, 0.6, 0.0}, {-0.6, 0.8, 0.0}},
    };
    random_stream r = random_from(7);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        ludo_spec *spec = two_bodies();
        const ludo_frame frame = {{1.0, 2.0, 3.0}, random_quat(&r)};
        const ludo_joint_def joint = {.struct_size = sizeof joint,
                                      .type = "planar",
                                      .parent = LUDO_WORLD,
                                      .child = 0,
                                      .in_parent = frame,
                                      .axis = cases[i].axis};
        assert_int_equal(ludo_spec_add_joint(spec, &joint, NULL), LUDO_OK);
        ludo_model *m = compiled(spec);
        const joint_data *j = &m->joint[m->joints[0].slot];
        const ludo_vec3 n = v3_scale(1.0 / v3_norm(joint.axis), joint.axis);
        check_vector(j->n, q_rotate(frame.orientation, n), round_off);
        check_vector(j->P[0], q_rotate(frame.orientation, cases[i].first), round_off);
        check_vector(j->P[1], v3_cross(j->n, j->P[0]), round_off);
        ludo_model_destroy(m);
    }
}

/* Joints without an axis have that of their frame, so that no computed axis is zero. */
static void joints_without_an_axis_have_that_of_their_frame(void **state)
{
    (void)state;
    const double h = 0.70710678118654752;
    ludo_spec *spec = two_bodies();
    const ludo_joint_def joint = {.struct_size = sizeof joint,
                                  .type = "ball",
                                  .parent = LUDO_WORLD,
                                  .child = 0,
                                  .in_parent = {{0.0, 0.0, 0.0}, {h, h, 0.0, 0.0}},
                                  .axis = {5.0, 0.0, 0.0}};
    assert_int_equal(ludo_spec_add_joint(spec, &joint, NULL), LUDO_OK);
    ludo_model *m = compiled(spec);
    const joint_data *j = &m->joint[m->joints[0].slot];
    check_vector(j->n, v3(0.0, -1.0, 0.0), round_off);
    check_vector(j->P[0], v3(1.0, 0.0, 0.0), round_off);
    const ludo_vec3 none = joint_info_of(m, 0).axis;
    assert_true(none.x == 0.0 && none.y == 0.0 && none.z == 0.0);
    ludo_model_destroy(m);
}

/* For axes of any length, orthogonal to the precision of files. */
static void a_second_axis_stands_in_the_child_orthogonal_to_the_first(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 50)
    {
        random_stream r = random_from(seed);
        ludo_spec *spec = two_bodies();
        const ludo_vec3 axis = random_vec3(&r, 4.0);
        const ludo_vec3 across = v3_cross(axis, random_vec3(&r, 1.0));
        const double lean = 5e-7 * v3_norm(across) / v3_norm(axis);
        const ludo_frame a = {{1.0, 2.0, 3.0}, random_quat(&r)};
        const ludo_frame b = {{4.0, 5.0, 6.0}, random_quat(&r)};
        const ludo_joint_def joint = {.struct_size = sizeof joint,
                                      .type = "universal",
                                      .parent = 0,
                                      .child = 1,
                                      .in_parent = a,
                                      .in_child = b,
                                      .axis = axis,
                                      .axis2 = v3_axpy(across, lean, axis),
                                      .reference = 9.0};
        assert_int_equal(ludo_spec_add_joint(spec, &joint, NULL), LUDO_OK);
        ludo_model *m = compiled(spec);
        const joint_data *j = &m->joint[m->joints[0].slot];
        const ludo_vec3 want = q_rotate(b.orientation, v3_scale(1.0 / v3_norm(across), across));
        check_vector(j->m, want, round_off);
        CHECK_NEAR(v3_dot(j->n, q_rotate(j->q_off, j->m)), 0.0, round_off);
        CHECK_NEAR(v3_norm(j->m), 1.0, round_off);
        assert_true(j->reference == 0.0); /* only hinges and slides have one */
        ludo_model_destroy(m);
    }
}

/* --- composite joints ------------------------------------------------------------------------ */

typedef struct parts {
    int32_t count;
    ludo_joint_def def[LUDO_MAX_DOF];
} parts;

/* Hinges and slides anywhere on the child, with consistent frames. */
static parts random_parts(random_stream *r)
{
    parts p = {.count = 2 + random_below(r, LUDO_MAX_DOF - 1)};
    const ludo_vec3 at = random_vec3(r, 1.0);
    const ludo_frame stand = {at, random_quat(r)};
    for (int32_t i = 0; i < p.count; i++) {
        ludo_joint_def *d = &p.def[i];
        d->struct_size = sizeof *d;
        d->type = random_below(r, 2) == 0 ? "hinge" : "slide";
        d->parent = 0;
        d->child = 1;
        d->continues = i > 0;
        d->in_child.position = random_vec3(r, 1.0);
        d->in_child.orientation = random_quat(r);
        d->in_parent = frame_mul(stand, d->in_child);
        d->axis = random_vec3(r, 2.0);
        d->reference = random_uniform(r, -1.0, 1.0);
        d->along[0].damping = 1.0 + i;
    }
    return p;
}

static ludo_model *parts_model(const parts *p)
{
    ludo_spec *spec = two_bodies();
    for (int32_t i = 0; i < p->count; i++) {
        assert_int_equal(ludo_spec_add_joint(spec, &p->def[i], NULL), LUDO_OK);
    }
    return compiled(spec);
}

/* A frame on a body whose centre of mass has this pose. */
static ludo_frame frame_at(const ludo_model *m, int32_t body, const pose *z, ludo_frame f)
{
    const ludo_vec3 arm = v3_sub(f.position, m->body[body].com);
    return (ludo_frame){v3_add(z->x, q_rotate(z->q, arm)), q_mul(z->q, f.orientation)};
}

/* At the references of all coordinates all frames coincide. With part k moved alone, a hinge keeps
 * its axis and a slide moves along it. */
static void check_part(const ludo_model *m, const parts *p, int32_t k, double by)
{
    const joint_data *j = &m->joint[m->joints[0].slot];
    const ludo_joint_def *d = &p->def[k];
    const pose a = pose_make(v3(1.0, 2.0, 3.0), q_normalized((ludo_quat){0.5, 0.1, -0.7, 0.2}));
    pose b;
    double q[JOINT_MAX_POSITION], memory[JOINT_MAX_DOF];
    j->kind->rest(j, q);
    assert_true(q[k] == d->reference);
    q[k] += by;
    j->kind->place(j, &a, q, &b, memory);
    const ludo_frame fa = frame_at(m, 0, &a, d->in_parent), fb = frame_at(m, 1, &b, d->in_child);
    const ludo_vec3 axis = v3_scale(1.0 / v3_norm(d->axis), d->axis);
    const ludo_vec3 n = q_rotate(fa.orientation, axis);
    const bool slides = strcmp(d->type, "slide") == 0;
    const double tolerance = 100.0 * 0x1p-52; /* several frames with lengths of some metres */
    check_vector(q_rotate(fb.orientation, axis), n, tolerance);
    check_vector(fb.position, v3_axpy(fa.position, slides ? by : 0.0, n), tolerance);
    const ludo_quat turn = q_mul(fb.orientation, q_conj(fa.orientation));
    const double sine = slides ? 0.0 : sin(0.5 * by), cosine = slides ? 1.0 : cos(0.5 * by);
    CHECK_NEAR(fabs(cosine * turn.w + sine * v3_dot(n, q_vector(turn))), 1.0, tolerance);
}

static void parts_move_as_hinges_and_slides_do(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 100)
    {
        random_stream r = random_from(seed);
        const parts p = random_parts(&r);
        ludo_model *m = parts_model(&p);
        for (int32_t k = 0; k < p.count; k++) {
            check_part(m, &p, k, 0.0);
            check_part(m, &p, k, random_uniform(&r, -2.0, 2.0));
        }
        ludo_model_destroy(m);
    }
}

static void parts_are_joints_of_their_own_to_users(void **state)
{
    (void)state;
    random_stream r = random_from(11);
    const parts p = random_parts(&r);
    ludo_model *m = parts_model(&p);
    assert_int_equal(ludo_model_joint_count(m), p.count + 1); /* the other body floats */
    assert_int_equal(ludo_model_dof(m), p.count + 6);
    for (int32_t i = 0; i < p.count; i++) {
        char name[32];
        const ludo_joint_info info = joint_info_of(m, i);
        snprintf(name, sizeof name, "body1.joint%d", (int)i);
        assert_string_equal(info.name, name);
        assert_string_equal(info.type, p.def[i].type);
        assert_int_equal(info.dof, 1);
        assert_int_equal(info.rows, i == 0 ? 6 - p.count : 0);
        assert_int_equal(info.position_count, 1);
        assert_int_equal(info.position_first, i);
        assert_int_equal(info.continues, i > 0);
        assert_true(info.along[0].damping == 1.0 + i);
        const ludo_vec3 axis = q_rotate(p.def[i].in_child.orientation, p.def[i].axis);
        check_vector(info.axis, v3_scale(1.0 / v3_norm(axis), axis), round_off);
        assert_memory_equal(&info.anchor, &p.def[i].in_child.position, sizeof info.anchor);
    }
    ludo_model_destroy(m);
}

static void a_composite_joint_has_at_most_six_parts(void **state)
{
    (void)state;
    ludo_diagnostic why;
    ludo_spec *spec = two_bodies();
    for (int32_t i = 0; i <= LUDO_MAX_DOF; i++) {
        const ludo_joint_def d = {.struct_size = sizeof d,
                                  .type = "hinge",
                                  .parent = LUDO_WORLD,
                                  .child = 0,
                                  .continues = i > 0,
                                  .axis = {1.0, 0.0, 0.0},
                                  .place = {"model.xml", i, 1}};
        assert_int_equal(ludo_spec_add_joint(spec, &d, NULL), LUDO_OK);
    }
    check_refused(spec, LUDO_BAD_MODEL, &why);
    assert_string_equal(why.message,
                        "joint 6 continues a joint that already has six parts, the most possible");
    assert_int_equal(why.line, LUDO_MAX_DOF);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lengths_in_a_plane_are_along_the_next_axes),
        cmocka_unit_test(joints_without_an_axis_have_that_of_their_frame),
        cmocka_unit_test(a_second_axis_stands_in_the_child_orthogonal_to_the_first),
        cmocka_unit_test(parts_move_as_hinges_and_slides_do),
        cmocka_unit_test(parts_are_joints_of_their_own_to_users),
        cmocka_unit_test(a_composite_joint_has_at_most_six_parts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
