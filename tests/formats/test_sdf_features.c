/* SPDX-License-Identifier: Apache-2.0
 *
 * SDF: each file of tests/models/features is the mechanism that an MJCF text describes in another
 * way: masses, poses, mass matrix and accelerations at random states. */
#include "model_text.h"

#include <stdio.h>

#define UNIT(mass, pos) "<inertial mass='" mass "' pos='" pos "' diaginertia='1 1 1'/>"
#define TWIN(inner)                                                                                \
    "<mujoco><compiler angle='radian' eulerseq='XYZ'/><option gravity='0 0 -9.8'/>"                \
    "<default><geom condim='3'/></default>" inner "</mujoco>"
#define MOVING(inner) TWIN("<worldbody>" inner "</worldbody>")

typedef struct twin {
    const char *file, *text;
} twin;

static const twin twins[] = {
    {"sdf_pendulum", MOVING("<frame pos='0.1 0.2 1' euler='0.3 -0.2 0.5'>"
                            "<body pos='0 0.01 0.05' euler='0 0 0.4'>"
                            "<joint name='swing' axis='0.6 0.8 0'/><frame euler='0 0 -0.4'>"
                            "<body name='arm' pos='0 -0.01 -0.05'>"
                            "<frame pos='0.02 0 -0.4' euler='0.1 0 0.2'><body><inertial mass='1.5' "
                            "pos='0 0 0' fullinertia='0.09 0.08 0.02 0.001 -0.002 0.003'/></body>"
                            "</frame></body></frame></body></frame>")},
    {"sdf_relative_poses",
     MOVING("<frame pos='0 0 0.5' euler='0 0 1.5707963267948966'>"
            "<frame pos='0.1 0 0' euler='0 0.52359877559829882 0'><body name='base' pos='0 0 "
            "0.2'>" UNIT("1",
                         "0 0 0") "<frame pos='0.3 0 0.1' euler='0 0 0.5'><frame pos='0.02 0 0'>"
                                  "<frame euler='0 0 -0.5'><body><joint name='elbow' axis='0 1 0'/>"
                                  "<frame euler='0 0 0.5'><frame pos='0.08 0 0'>"
                                  "<body name='arm' pos='0 0 -0.1' quat='0.8 0 0 0.6'>" UNIT(
                                      "0.7", "0 0.2 0") "</body></frame></frame></body></frame></"
                                                        "frame></frame></body></frame></frame>")},
    {"sdf_axis_of_model_1_4",
     MOVING("<body pos='0 0 0.3' euler='0 0 1.5707963267948966'>"
            "<joint name='rail' type='slide' axis='1 0 -1'/>"
            "<body name='cart' euler='0.5 0 0'>" UNIT("2", "0 0 0") "</body></body>")},
    {"sdf_axis_of_parent_model",
     MOVING("<body name='base' euler='0 0 1'>" UNIT(
         "1",
         "0 0 0") "</body><body pos='0.2 0 0'>"
                  "<joint name='model_axis' axis='0 1 0'/><body name='arm' euler='0.7 0 0'>" UNIT(
                      "0.5", "0.1 0.1 0") "</body></body>")},
    {"sdf_placement_frame", MOVING("<frame pos='1 2 3' euler='0 0 0.5'><frame euler='-0.3 0 0'>"
                                   "<body name='tool' pos='-0.1 0 -0.05'><freejoint/>" UNIT(
                                       "0.3", "0 0 0.1") "</body></frame></frame>")},
    {"sdf_nested_models",
     MOVING("<body name='base'><freejoint/>" UNIT(
         "3", "0 0 0") "<frame pos='0.5 0 0' euler='0 0 0.3'><body name='arm::upper'>"
                       "<joint name='shoulder' pos='0.2 0 0' axis='0 -0.38941834230865049 "
                       "0.92106099400288508'/>" UNIT(
                           "1",
                           "0.1 0 0") "<body name='arm::hand::palm' pos='0.2 0 0' euler='0.4 0 0'>"
                                      "<joint name='arm::wrist' axis='1 0 0'/>" UNIT(
                                          "0.2", "0 0 0") "</body></body></frame></body>")},
    {"sdf_include",
     MOVING("<body name='post::body' pos='0 0 9.1'>" UNIT(
         "0.4", "0.1 0 0") "</body>"
                           "<frame pos='0 0 1' euler='0 0 0.5'><body name='rod::body' pos='0 0 "
                           "0.1'><freejoint/>" UNIT(
                               "0.4", "0.1 0 0") "<frame pos='0 1 -0.1' euler='0 0.3 0'>"
                                                 "<body name='second::body' pos='-0.2 0 0'><joint "
                                                 "name='hinge' axis='0 1 0'/>" UNIT(
                                                     "0.4",
                                                     "0.1 0 0") "</body></frame></body></frame>")},
    {"sdf_sensors", MOVING("<body name='arm'><joint name='swing' axis='0 1 0'/><inertial mass='2' "
                           "pos='-0.025 0 -1' diaginertia='0.2 0.2 0.02'/><body name='tip' "
                           "pos='0 0 -1'><inertial mass='0.5' pos='0.1 0 0' "
                           "diaginertia='0.01 0.01 0.01'/></body></body>")},
    {"sdf_merge_include",
     MOVING("<body name='base'><freejoint/>" UNIT(
         "2", "0 0 0") "<frame pos='0.5 0 0' euler='0 0 0.3'><body name='body' pos='0 0 0.1'>"
                       "<joint name='hinge' axis='0 1 0'/>" UNIT(
                           "0.4", "0.1 0 0") "</body></frame></body>")},
    {"sdf_world",
     "<mujoco><compiler angle='radian' eulerseq='XYZ'/><option gravity='0.5 0 -3.7'/><worldbody>"
     "<body name='ground::link'>" UNIT(
         "1", "0 0 0") "<geom type='plane' size='0 0 1'/></body>"
                       "<frame pos='0 0 0.8' euler='0 0 0.2'><body name='cup::link' pos='0.1 0 "
                       "0.05'><freejoint/>" UNIT(
                           "0.2", "0 0 0") "</body></frame><body name='ball::link' pos='1 0 "
                                           "2'><freejoint/>" UNIT(
                                               "0.5", "0 0 0") "</body></worldbody></mujoco>"},
    {"sdf_universal",
     MOVING("<body name='yoke' pos='0 0 1' euler='0.2 0 0'><joint axis='1 0 0'/>"
            "<joint axis='0 1 0' damping='0.4'/>" UNIT(
                "1",
                "0 0 -0.3") "<frame euler='-0.2 0 0'>"
                            "<body name='wheel' pos='0 0 -0.5'><joint axis='0 0 1' damping='0.3'/>"
                            "<joint axis='0.6 0 0.8'/>" UNIT("0.6",
                                                             "0.1 0 0") "</body></frame></body>")},
    {"sdf_gravity", MOVING("<body name='arm' pos='0 0 1' gravcomp='1'><joint axis='0 1 0'/>" UNIT(
                        "2", "0.3 0 0") "<body name='tool' pos='0.6 0 0'><joint axis='0 1 "
                                        "0'/>" UNIT("0.5", "0.2 0 0.1") "</body></body>")},
    {"sdf_ball",
     MOVING("<body name='upper'><joint type='ball'/>" UNIT(
         "1", "0 0 -0.2") "<frame pos='0 0 -0.5' euler='0 0.3 0'><body name='lower'><joint axis='0 "
                          "1 0'/>" UNIT(
                              "2", "0 0.1 -0.2") "<frame euler='0 -0.3 0'><body name='weight' "
                                                 "pos='0.1 0 -0.5' euler='0 0 0.4'>" UNIT(
                                                     "1", "0 0 0") "</body></frame></body></frame>"
                                                                   "</body>")},
    {"sdf_screw",
     TWIN("<worldbody><body name='nut' pos='0.1 0 0'><joint name='a' type='slide' axis='0 0 1'/>"
          "<joint name='b' axis='0 0 1' damping='0.2'/>" UNIT(
              "0.4", "0 0 0") "<body name='bolt' pos='-0.1 0 0.3' euler='0 0.5 0'>"
                              "<joint name='c' type='slide' axis='1 0 0'/><joint name='d' axis='1 "
                              "0 0'/>" UNIT("0.2",
                                            "0.05 0 0") "</body></body></worldbody><equality>"
                                                        "<joint joint1='a' joint2='b' polycoef='0 "
                                                        "0.079577471545947673 0 0 0'/>"
                                                        "<joint joint1='c' joint2='d' polycoef='0 "
                                                        "-0.25 0 0 0'/></equality>")},
    {"sdf_gearbox",
     TWIN("<worldbody><body name='case'><freejoint/>" UNIT(
         "5", "0 0 0") "<body name='pinion'>"
                       "<joint name='first' axis='0 1 0'/>" UNIT(
                           "0.3", "0.05 0 0") "</body>"
                                              "<body name='gear' pos='0.2 0 0'><joint "
                                              "name='second' axis='0 -1 0'/>" UNIT(
                                                  "1.2",
                                                  "0 0 0") "</body></body></worldbody><equality>"
                                                           "<joint joint1='second' joint2='first' "
                                                           "polycoef='0 2.5 0 0 0'/></equality>")},
    {"sdf_mimic", TWIN("<worldbody><body name='left'><joint name='leader' axis='0 1 0'/>" UNIT(
                      "0.3", "0.1 0 0") "</body><body name='right' pos='0 0.2 0'>"
                                        "<joint name='follower' type='slide' axis='0 0 1'/>" UNIT(
                                            "0.4", "0 0 0") "</body></worldbody><equality><joint "
                                                            "joint1='follower' joint2='leader' "
                                                            "polycoef='0 0.5 0 0 0'/></equality>")},
    {"sdf_loop",
     TWIN("<worldbody><body name='crank'><joint axis='0 1 0'/>" UNIT(
         "0.3", "0.05 0 0") "<body name='rod' pos='0.1 0 0'><joint axis='0 1 "
                            "0'/>" UNIT("0.8", "0.2 0 0") "</body></body><body "
                                                          "name='piston' pos='0.5 0 "
                                                          "0'><joint type='slide' axis='1 "
                                                          "0 0'/>" UNIT("0.5", "0 0 0") "</"
                                                                                        "body></"
                                                                                        "worldbod"
                                                                                        "y><"
                                                                                        "equality"
                                                                                        ">"
                                                                                        "<connect"
                                                                                        " body1='"
                                                                                        "rod' "
                                                                                        "body2='"
                                                                                        "piston' "
                                                                                        "anchor='"
                                                                                        "0.4 0 "
                                                                                        "0'/></"
                                                                                        "equality"
                                                                                        ">")},
    {"sdf_dynamics_and_limits",
     TWIN(
         "<worldbody><body name='door'><joint axis='0.1 0 1' damping='0.2' stiffness='4' "
         "springref='0.3' frictionloss='0.05'/>" UNIT(
             "3", "0.4 0 0") "<body name='latch' pos='0.8 0 0'><joint type='slide' axis='1 0 0' "
                             "range='-0.02 0.03'/>" UNIT(
                                 "0.1", "0 0 0") "</body><body name='handle' pos='0.7 "
                                                 "0 0'>"
                                                 "<joint name='stuck' axis='0 1 "
                                                 "0'/>" UNIT("0.1", "0 0 0") "</body></body></"
                                                                             "worldbody>"
                                                                             "<equality><joint "
                                                                             "joint1='stuck' "
                                                                             "polycoef='0.25 0 0 0 "
                                                                             "0'/></equality>")},
    {"sdf_shapes",
     MOVING("<body name='all'><freejoint/>"
            "<geom type='box' pos='1 0 0' euler='0.1 0 0' size='0.1 0.2 0.3' density='500'/>"
            "<geom type='sphere' size='0.1' density='2000'/>"
            "<geom type='cylinder' pos='0 1 0' size='0.1 0.25' density='500'/>"
            "<geom type='capsule' pos='0 0 1' euler='0 0.5 0' size='0.1 0.15' density='500'/>"
            "<geom type='ellipsoid' pos='0 -1 0' size='0.1 0.2 0.3' density='500'/></body>")},
};

/* ---- comparison ---- */

enum { MOST = 24, STATES = 20 };

/* Products and sums of some tens of numbers of some units, rounded in another order; measured: at
 * most 2e-14 of the largest number. */
static const double rounding = 1e-12;

typedef struct side {
    ludo_model *model;
    ludo_dynamics *dynamics;
} side;

static side open_side(ludo_spec *spec)
{
    side s = {NULL, NULL};
    ludo_diagnostic why = {.line = 0};
    if (ludo_compile(spec, NULL, &s.model, &why) != LUDO_OK) {
        fail_msg("%s", why.message);
    }
    ludo_spec_destroy(spec);
    assert_int_equal(ludo_dynamics_create(s.model, NULL, &s.dynamics), LUDO_OK);
    return s;
}

static void close_side(side *s)
{
    ludo_dynamics_destroy(s->dynamics);
    ludo_model_destroy(s->model);
}

static ludo_spec *load_feature(const char *name)
{
    char path[128];
    ludo_spec *spec = NULL;
    ludo_diagnostic why = {.line = 0};
    (void)snprintf(path, sizeof path, "tests/models/features/%s.sdf", name);
    if (ludo_load_file(path, NULL, NULL, &spec, &why) != LUDO_OK) {
        fail_msg("%s:%d:%d: %s", why.file, (int)why.line, (int)why.column, why.message);
    }
    return spec;
}

static void near_numbers(const char *what, const double *a, const double *b, int32_t count)
{
    double size = 1.0;
    for (int32_t i = 0; i < count; i++) {
        size = fmax(size, fabs(b[i]));
    }
    for (int32_t i = 0; i < count; i++) {
        if (!(fabs(a[i] - b[i]) <= rounding * size)) {
            fail_msg("%s: number %d is %.17g, not %.17g", what, (int)i, a[i], b[i]);
        }
    }
}

/* Bodies of equal names are at the same place. */
static void near_frames(const char *what, const side *a, const side *b, const double *q)
{
    for (int32_t i = 0; i < ludo_model_body_count(a->model); i++) {
        ludo_frame f, g;
        const int32_t other = ludo_model_body_find(b->model, ludo_model_body_name(a->model, i));
        assert_true(other >= 0);
        assert_int_equal(ludo_dynamics_body(a->dynamics, q, i, &f, NULL), LUDO_OK);
        assert_int_equal(ludo_dynamics_body(b->dynamics, q, other, &g, NULL), LUDO_OK);
        near_numbers(what, &f.position.x, &g.position.x, 3);
        for (int k = 0; k < 3; k++) {
            const ludo_vec3 axis = v3(k == 0, k == 1, k == 2);
            const ludo_vec3 x = q_rotate(f.orientation, axis), y = q_rotate(g.orientation, axis);
            near_numbers(what, &x.x, &y.x, 3);
        }
    }
}

static void near_motion(const char *what, const side *a, const side *b, random_stream *r)
{
    double q[MOST], v[MOST], M[MOST * MOST], N[MOST * MOST], x[MOST], y[MOST];
    const int32_t dof = ludo_model_dof(a->model);
    for (int i = 0; i < MOST; i++) {
        q[i] = random_uniform(r, -1.0, 1.0);
        v[i] = random_uniform(r, -1.0, 1.0);
    }
    near_frames(what, a, b, q);
    assert_int_equal(ludo_dynamics_mass_matrix(a->dynamics, q, M), LUDO_OK);
    assert_int_equal(ludo_dynamics_mass_matrix(b->dynamics, q, N), LUDO_OK);
    near_numbers(what, M, N, dof * dof);
    assert_int_equal(ludo_dynamics_forward_all(a->dynamics, q, v, NULL, NULL, x), LUDO_OK);
    assert_int_equal(ludo_dynamics_forward_all(b->dynamics, q, v, NULL, NULL, y), LUDO_OK);
    near_numbers(what, x, y, dof);
}

/* Simulations start at the same coordinates, before loops are closed. */
static void near_starts(const char *what, const side *a, const side *b)
{
    double q[MOST] = {0.0}, p[MOST] = {0.0};
    const int32_t count = ludo_model_position_count(a->model);
    const side *const sides[2] = {a, b};
    double *const out[2] = {q, p};
    for (int i = 0; i < 2; i++) {
        ludo_sim *sim = NULL;
        assert_int_equal(ludo_sim_create(sides[i]->model, NULL, NULL, &sim, NULL), LUDO_OK);
        assert_int_equal(ludo_sim_get_positions(sim, out[i], count), LUDO_OK);
        ludo_sim_destroy(sim);
    }
    near_numbers(what, q, p, count);
}

static void files_are_the_mechanisms_of_their_twins(void **state)
{
    (void)state;
    for (size_t t = 0; t < sizeof twins / sizeof *twins; t++) {
        side a = open_side(load_feature(twins[t].file)), b = open_side(spec_of(twins[t].text));
        random_stream r = random_from(t + 1);
        assert_int_equal(ludo_model_dof(a.model), ludo_model_dof(b.model));
        assert_int_equal(ludo_model_position_count(a.model), ludo_model_position_count(b.model));
        assert_int_equal(ludo_dynamics_loop_rows(a.dynamics), ludo_dynamics_loop_rows(b.dynamics));
        CHECK_NEAR(ludo_model_mass(a.model), ludo_model_mass(b.model), rounding);
        near_starts(twins[t].file, &a, &b);
        for (int i = 0; i < STATES; i++) {
            near_motion(twins[t].file, &a, &b, &r);
        }
        close_side(&a);
        close_side(&b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_are_the_mechanisms_of_their_twins),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
