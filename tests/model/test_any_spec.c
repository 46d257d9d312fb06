/* SPDX-License-Identifier: Apache-2.0
 *
 * Every description is compiled or refused with a reason; a compiled model can be read and
 * simulated, or stops with a status. */
#include "model/model.h"
#include "spec/spec.h"

#include "support.h"

#include <string.h>

/* A number of an item, sometimes of none. */
static int32_t random_number(random_stream *r, int32_t count)
{
    return random_below(r, 40) == 0 ? random_below(r, 100) - 50 : random_below(r, count);
}

/* Mostly a valid number, sometimes a negative or non-finite one. */
static double random_value(random_stream *r)
{
    static const double odd[] = {-1.0, 1e200, 1e-200, HUGE_VAL, (double)NAN};
    return random_below(r, 100) == 0 ? odd[random_below(r, 5)] : random_uniform(r, 0.0, 1.0);
}

static ludo_vec3 random_direction(random_stream *r)
{
    const double x = random_value(r);
    const double y = random_value(r);
    return v3(x, y, random_value(r));
}

/* The joint of a body, with an earlier body or, seldom, with any. */
static ludo_joint_def random_joint(random_stream *r, int32_t child, int32_t bodies)
{
    static const char *const types[] = {"fixed",         "hinge",       "slide",
                                        "cylindrical",   "universal",   "planar",
                                        "point-on-line", "free-planar", "orientation-only",
                                        "ball",          "free",        "screw"};
    ludo_joint_def j = {.struct_size = sizeof j, .child = child};
    j.type = types[random_below(r, random_below(r, 20) == 0 ? 12 : 10)];
    j.parent = random_number(r, random_below(r, 8) == 0 ? bodies : child + 1) - 1;
    j.axis = random_direction(r);
    j.axis2 = v3_cross(j.axis, random_direction(r));
    j.reference = random_value(r);
    j.in_parent.position = random_direction(r);
    ludo_dof_def *sprung = &j.along[random_below(r, 2)];
    sprung->stiffness = random_below(r, 20) == 0 ? random_value(r) : 0.0;
    ludo_dof_def *limited = &j.along[random_below(r, 2)];
    limited->limited = random_below(r, 20) == 0;
    return j;
}

static bool has_mass(const ludo_spec *spec, int32_t body)
{
    return ((const ludo_body_def *)spec->bodies.items)[body].mass != 0.0;
}

/* Joints of a body: none, one, or a composite. A body without mass mostly has one child. */
static void add_random_joints(ludo_spec *spec, random_stream *r, int32_t child)
{
    ludo_joint_def j = random_joint(r, child, spec->bodies.count);
    if (child > 0 && !has_mass(spec, child - 1) && random_below(r, 8) > 0) {
        j.parent = child - 1;
    }
    const int32_t count = random_below(r, 5) == 0 ? random_below(r, 8) : 1;
    for (int32_t i = 0; i < count; i++) {
        j.type = count > 1 ? (random_below(r, 2) == 0 ? "hinge" : "slide") : j.type;
        assert_int_equal(ludo_spec_add_joint(spec, &j, NULL), LUDO_OK);
        j.continues = random_below(r, 30) > 0;
    }
}

static void add_random_spring(ludo_spec *spec, random_stream *r)
{
    ludo_tendon_term terms[2];
    ludo_spring_def spring = {.struct_size = sizeof spring,
                              .type = random_below(r, 2) == 0 ? "distance" : "tendon"};
    for (int i = 0; i < 2; i++) {
        terms[i].joint = random_number(r, 3);
        terms[i].dof = random_number(r, 1);
        terms[i].weight = random_value(r);
    }
    spring.site_a = random_number(r, 1);
    spring.site_b = random_number(r, 2);
    spring.term = terms;
    spring.term_count = random_below(r, 3);
    spring.stiffness = random_value(r);
    spring.rest[1] = random_value(r);
    assert_int_equal(ludo_spec_add_spring(spec, &spring, NULL), LUDO_OK);
}

static void add_random_actuator(ludo_spec *spec, random_stream *r)
{
    ludo_actuator_def actuator = ludo_actuator_velocity(random_value(r));
    actuator.on_spring = random_below(r, 2) == 0;
    actuator.target = random_number(r, 2);
    actuator.dof = random_number(r, 1);
    actuator.control_limited = random_below(r, 4) == 0;
    actuator.control_range[1] = random_value(r);
    assert_int_equal(ludo_spec_add_actuator(spec, &actuator, NULL), LUDO_OK);
}

/* A type from a list, mostly an existing one. */
static const char *random_type(random_stream *r, const char *const *types, int32_t count)
{
    return types[random_below(r, random_below(r, 20) == 0 ? count : count - 1)];
}

static void add_random_geom(ludo_spec *spec, random_stream *r)
{
    static const char *const types[] = {"sphere", "mesh", "plane", "box", "cone"};
    const double vertex[] = {random_value(r), 0.0, 1.0, 0.0, random_value(r), 0.0};
    const int32_t face[] = {random_number(r, 2), random_number(r, 2), 0};
    const ludo_mesh_def mesh = {.struct_size = sizeof mesh,
                                .vertex = vertex,
                                .vertex_count = 2,
                                .face = face,
                                .face_count = 1};
    ludo_geom_def geom = ludo_geom_default();
    geom.type = random_type(r, types, 5);
    geom.body = random_number(r, spec->bodies.count + 1) - 1;
    geom.mesh = random_number(r, 1);
    geom.size[0] = random_value(r);
    geom.contype = random_below(r, 4);
    geom.conaffinity = random_below(r, 4);
    assert_int_equal(ludo_spec_add_mesh(spec, &mesh, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_geom(spec, &geom, NULL), LUDO_OK);
}

/* A joint between any two bodies, which mostly closes a loop. */
static void add_stray_joint(ludo_spec *spec, random_stream *r)
{
    const int32_t bodies = spec->bodies.count;
    ludo_joint_def j = random_joint(r, random_below(r, bodies), bodies);
    j.parent = random_number(r, bodies + 1) - 1;
    assert_int_equal(ludo_spec_add_joint(spec, &j, NULL), LUDO_OK);
    (void)ludo_spec_hold_joint(spec, random_number(r, spec->joints.count));
}

static void add_random_loops(ludo_spec *spec, random_stream *r)
{
    static const char *const types[] = {"ball", "fixed", "hinge", "free"};
    const ludo_joint_def closure = {.struct_size = sizeof closure,
                                    .type = random_type(r, types, 4),
                                    .parent = random_number(r, spec->bodies.count + 1) - 1,
                                    .child = random_number(r, spec->bodies.count),
                                    .axis = random_direction(r)};
    const ludo_coupling_def coupling = {.struct_size = sizeof coupling,
                                        .joint = random_number(r, 2),
                                        .from = random_number(r, 3) - 1,
                                        .coefficient = {random_value(r)}};
    assert_int_equal(ludo_spec_add_closure(spec, &closure, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_coupling(spec, &coupling, NULL), LUDO_OK);
}

/* Bodies, some without mass. */
static void add_random_body(ludo_spec *spec, random_stream *r)
{
    ludo_body_def body = {
        .struct_size = sizeof body, .mass = random_value(r), .inertia = {1.0, 1.0, 1.0}};
    const ludo_site_def site = {.struct_size = sizeof site, .body = random_number(r, 2) - 1};
    body.com = random_below(r, 4) == 0 ? random_direction(r) : body.com;
    body = random_below(r, 5) == 0 ? (ludo_body_def){.struct_size = sizeof(ludo_body_def)} : body;
    assert_int_equal(ludo_spec_add_body(spec, &body, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_site(spec, &site, NULL), LUDO_OK);
}

static ludo_spec *random_spec(random_stream *r)
{
    ludo_spec *spec = NULL;
    const double position[] = {1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0};
    const ludo_keyframe_def keyframe = {
        .struct_size = sizeof keyframe, .position = position, .position_count = 7};
    const double merge = random_below(r, 3) > 0 ? 1.0 : 0.0;
    assert_int_equal(ludo_spec_create(NULL, &spec), LUDO_OK);
    assert_int_equal(ludo_spec_set_option(spec, "merge", &merge, 1), LUDO_OK);
    for (int32_t i = random_below(r, 5); i >= 0; i--) {
        add_random_body(spec, r);
    }
    for (int32_t i = 0; i < spec->bodies.count; i++) {
        add_random_joints(spec, r, i);
    }
    for (int32_t i = random_below(r, 2); i > 0; i--) {
        add_random_spring(spec, r);
        add_random_actuator(spec, r);
    }
    for (int32_t i = random_below(r, 2); i > 0; i--) {
        add_random_geom(spec, r);
    }
    if (random_below(r, 4) == 0) {
        add_random_loops(spec, r);
    }
    if (random_below(r, 4) == 0) {
        add_stray_joint(spec, r);
    }
    if (random_below(r, 10) == 0) {
        assert_int_equal(ludo_spec_add_keyframe(spec, &keyframe, NULL), LUDO_OK);
    }
    return spec;
}

/* Read everything from a model, and simulate a few steps. */
static void try_model(const ludo_model *m)
{
    ludo_sim *sim = NULL;
    assert_int_equal(ludo_sim_create(m, NULL, NULL, &sim, NULL), LUDO_OK);
    const ludo_wrench push = {{1.0, 2.0, 3.0}, {0.1, 0.2, 0.3}};
    for (int32_t b = 0; b < ludo_model_body_count(m); b++) {
        assert_int_equal(ludo_sim_set_body_force(sim, b, &push), LUDO_OK);
    }
    for (int k = 0; k < 3; k++) {
        (void)ludo_step(sim, 0.01, NULL); /* numbers of 1e200 may stop the simulation */
    }
    for (int32_t b = 0; b < ludo_model_body_count(m); b++) {
        ludo_body_state at;
        if (ludo_sim_body_state(sim, b, &at) == LUDO_OK) {
            const ludo_status set = ludo_sim_set_body_state(sim, b, &at);
            const ludo_body_info info = body_info_of(m, b);
            const bool frame =
                info.merged_into == LUDO_WORLD || body_info_of(m, info.merged_into).mass == 0.0;
            assert_true(set == (frame ? LUDO_REFUSED : LUDO_OK) || !v3_finite(at.position) ||
                        !v3_finite(at.linear_velocity) || !v3_finite(at.angular_velocity));
        }
    }
    for (int32_t i = 0; i < ludo_model_loop_count(m); i++) {
        ludo_loop_state loop = {.struct_size = sizeof loop};
        ludo_wrench held;
        (void)ludo_sim_loop(sim, i, &loop);
        (void)ludo_sim_loop_reaction(sim, i, &held);
    }
    ludo_sim_destroy(sim);
}

/* Every description is compiled or refused with a reason. */
static void anything_is_compiled_or_refused_with_a_reason(void **state)
{
    (void)state;
    int32_t seen[3] = {0}, loops = 0, merged = 0, massless = 0;
    FOR_SEEDS(seed, 8000)
    {
        random_stream r = random_from(seed);
        ludo_spec *spec = random_spec(&r);
        ludo_model *model = NULL;
        ludo_diagnostic why = {.message = ""};
        const ludo_status s = ludo_compile(spec, NULL, &model, &why);
        assert_true(s == LUDO_OK || s == LUDO_BAD_MODEL || s == LUDO_UNSUPPORTED);
        assert_int_equal(model != NULL, s == LUDO_OK);
        assert_int_equal(why.message[0] == '\0', s == LUDO_OK);
        if (s == LUDO_OK) {
            try_model(model);
            loops += ludo_model_loop_count(model);
            massless += model->intermediates;
        }
        for (int32_t b = 0; s == LUDO_OK && b < ludo_model_body_count(model); b++) {
            merged += body_info_of(model, b).merged_into != b;
        }
        seen[s == LUDO_OK ? 0 : s == LUDO_BAD_MODEL ? 1 : 2]++;
        ludo_model_destroy(model);
        ludo_spec_destroy(spec);
    }
    /* each of them often enough to be significant */
    print_message("%d compiled, %d loops, %d merged, %d without mass; %d and %d refused\n",
                  (int)seen[0], (int)loops, (int)merged, (int)massless, (int)seen[1], (int)seen[2]);
    assert_true(loops > 100 && merged > 100 && massless > 10);
    assert_true(seen[0] > 250 && seen[1] > 250 && seen[2] > 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(anything_is_compiled_or_refused_with_a_reason),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
