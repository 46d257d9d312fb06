/* SPDX-License-Identifier: Apache-2.0
 *
 * Contacts, limits and dry friction in a model: pairs that may touch and their laws, frames and
 * bounds of colliders, messages about invalid ones. */
#include "geometry/polytope.h"
#include "geometry/list.h"
#include "ludo/parameters.h"
#include "model/model.h"

#include "small_spec.h"
#include "spec/items.h"

#include <string.h>

static ludo_geom_def ball(int32_t body)
{
    ludo_geom_def geom = ludo_geom_default();
    geom.body = body;
    geom.size[0] = 0.1;
    return geom;
}

static void add_geom(ludo_spec *spec, ludo_geom_def geom)
{
    assert_int_equal(ludo_spec_add_geom(spec, &geom, NULL), LUDO_OK);
}

static void add_pair(ludo_spec *spec, ludo_pair_def pair)
{
    assert_int_equal(ludo_spec_add_pair(spec, &pair, NULL), LUDO_OK);
}

static void exclude(ludo_spec *spec, int32_t a, int32_t b)
{
    const ludo_exclude_def def = {.struct_size = sizeof def, .body_a = a, .body_b = b};
    assert_int_equal(ludo_spec_add_exclude(spec, &def, NULL), LUDO_OK);
}

static ludo_geom_def ball_at(int32_t body, double x)
{
    ludo_geom_def geom = ball(body);
    geom.frame.position.x = x;
    return geom;
}

/* A chain on the world: 0, 1, 2 by hinges, 3 fixed to 2 and merged into it, 4 floating; a ball on
 * each, and on the world the last, at distances from the axis that keep them apart. */
static ludo_spec *chain(void)
{
    ludo_spec *spec = new_spec();
    const double merge = 1.0;
    assert_int_equal(ludo_spec_set_option(spec, "merge", &merge, 1), LUDO_OK);
    for (int32_t i = 0; i < 5; i++) {
        add_body(spec, NULL);
        if (i < 4) {
            add_joint(spec, i < 3 ? "hinge" : "fixed", i - 1, i);
        }
        add_geom(spec, ball_at(i, (double)i));
    }
    add_geom(spec, ball_at(LUDO_WORLD, 5.0));
    return spec;
}

static bool may_touch(const ludo_model *m, int32_t i, int32_t j)
{
    contact_law law, other;
    const bool touch = ludo_model_may_touch(&m->contacts, i, j, &law);
    assert_int_equal(ludo_model_may_touch(&m->contacts, j, i, &other), touch);
    if (touch) {
        assert_true(law.frictionless == other.frictionless && law.friction == other.friction &&
                    law.restitution == other.restitution);
    }
    return touch;
}

/* ---- filters ---- */

static void bodies_touch_but_those_that_carry_each_other(void **state)
{
    (void)state;
    ludo_model *m = compiled(chain());
    /* parent and child, merged */
    const int32_t apart[][2] = {{0, 1}, {1, 2}, {1, 3}, {2, 3}};
    bool expected[6][6];
    memset(expected, 1, sizeof expected);
    for (int i = 0; i < 4; i++) {
        expected[apart[i][0]][apart[i][1]] = false;
    }
    assert_int_equal(m->contacts.collider_count, 6);
    for (int32_t i = 0; i < 6; i++) {
        for (int32_t j = i + 1; j < 6; j++) {
            assert_int_equal(may_touch(m, i, j), expected[i][j]);
        }
    }
    assert_string_equal(m->contacts.touched_by, "geom 'geom0'");
    ludo_model_destroy(m);
}

static void bodies_that_are_excluded_do_not_touch(void **state)
{
    (void)state;
    ludo_spec *spec = chain();
    exclude(spec, 4, 0);
    exclude(spec, 2, 4);
    exclude(spec, 1, LUDO_WORLD);
    exclude(spec, 0, 4);
    ludo_model *m = compiled(spec);
    assert_false(may_touch(m, 0, 4));
    assert_false(may_touch(m, 2, 4));
    assert_false(may_touch(m, 1, 5));
    /* a body that is merged into an excluded one is not excluded */
    assert_true(may_touch(m, 3, 4));
    assert_true(may_touch(m, 0, 5));
    ludo_model_destroy(m);
}

static void pairs_touch_whatever_filters_say(void **state)
{
    (void)state;
    ludo_spec *spec = chain();
    exclude(spec, 0, 4);
    add_pair(spec, (ludo_pair_def){.struct_size = sizeof(ludo_pair_def),
                                   .geom_a = 4,
                                   .geom_b = 0,
                                   .condim = 3,
                                   .friction = 0.3,
                                   .restitution = 0.4});
    add_pair(spec, (ludo_pair_def){.struct_size = sizeof(ludo_pair_def),
                                   .geom_a = 0,
                                   .geom_b = 1,
                                   .condim = 1,
                                   .friction = 0.3});
    /* the first of two equal pairs remains; geoms on one body cannot touch */
    add_pair(spec, (ludo_pair_def){.struct_size = sizeof(ludo_pair_def),
                                   .geom_a = 1,
                                   .geom_b = 0,
                                   .condim = 3,
                                   .friction = 0.9});
    add_pair(spec,
             (ludo_pair_def){
                 .struct_size = sizeof(ludo_pair_def), .geom_a = 2, .geom_b = 3, .condim = 3});
    ludo_model *m = compiled(spec);
    contact_law law;
    assert_int_equal(m->contacts.pair_count, 2);
    assert_true(may_touch(m, 0, 4) && may_touch(m, 0, 1));
    assert_false(may_touch(m, 2, 3));
    assert_true(ludo_model_may_touch(&m->contacts, 0, 4, &law));
    assert_true(!law.frictionless && law.friction == 0.3 && law.restitution == 0.4);
    assert_true(ludo_model_may_touch(&m->contacts, 0, 1, &law));
    assert_true(law.frictionless && law.restitution == 0.0);
    ludo_model_destroy(m);
}

/* ---- laws ---- */

typedef struct skin {
    int32_t condim, priority;
    double friction[3], restitution;
} skin;

static contact_law law_of(skin a, skin b)
{
    const skin skins[] = {a, b};
    ludo_spec *spec = new_spec();
    for (int i = 0; i < 2; i++) {
        add_body(spec, NULL);
        ludo_geom_def geom = ball(i);
        geom.condim = skins[i].condim;
        geom.priority = skins[i].priority;
        memcpy(geom.friction, skins[i].friction, sizeof geom.friction);
        geom.restitution = skins[i].restitution;
        add_geom(spec, geom);
    }
    ludo_model *m = compiled(spec);
    contact_law law;
    assert_true(ludo_model_may_touch(&m->contacts, 0, 1, &law));
    ludo_model_destroy(m);
    return law;
}

static void laws_are_those_of_the_greater_or_the_first(void **state)
{
    (void)state;
    const struct {
        skin a, b;
        contact_law law;
    } cases[] = {
        {{3, 0, {0.2}, 0.1}, {3, 0, {0.7}, 0.0}, {false, 0.7, 0.0, 0.0, 0.1}},
        {{3, 1, {0.2}, 0.1}, {3, 0, {0.7}, 0.5}, {false, 0.2, 0.0, 0.0, 0.5}},
        {{1, 0, {0.2}, 0.0}, {3, 0, {0.7}, 0.0}, {false, 0.7, 0.0, 0.0, 0.0}},
        {{1, 2, {0.2}, 0.0}, {3, 1, {0.7}, 0.0}, {true, 0.2, 0.0, 0.0, 0.0}},
        {{1, 0, {0.2}, 0.0}, {1, 0, {0.7}, 0.0}, {true, 0.7, 0.0, 0.0, 0.0}},
        {{3, 0, {0.0}, 1.0}, {3, 0, {0.0}, 0.0}, {true, 0.0, 0.0, 0.0, 1.0}},
        /* condim decides which coefficients count; each is the greater of both */
        {{3, 0, {0.2, 0.3, 0.4}, 0.0}, {3, 0, {0.1}, 0.0}, {false, 0.2, 0.0, 0.0, 0.0}},
        {{4, 0, {0.2, 0.3, 0.4}, 0.0}, {3, 0, {0.1, 0.5}, 0.0}, {false, 0.2, 0.5, 0.0, 0.0}},
        {{6, 0, {0.2, 0.3, 0.4}, 0.0}, {1, 0, {0.3, 0.2, 0.5}, 0.0}, {false, 0.3, 0.3, 0.5, 0.0}},
        {{6, 1, {0.2, 0.3, 0.4}, 0.0}, {3, 0, {0.3, 0.4, 0.5}, 0.0}, {false, 0.2, 0.3, 0.4, 0.0}},
        {{6, 0, {0.2, 0.3, 0.4}, 0.0}, {3, 1, {0.3, 0.4, 0.5}, 0.0}, {false, 0.3, 0.0, 0.0, 0.0}},
        {{6, 0, {0.0, 0.0, 0.4}, 0.0}, {3, 0, {0.0}, 0.0}, {false, 0.0, 0.0, 0.4, 0.0}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        for (int swapped = 0; swapped < 2; swapped++) {
            const contact_law law =
                swapped ? law_of(cases[i].b, cases[i].a) : law_of(cases[i].a, cases[i].b);
            assert_int_equal(law.frictionless, cases[i].law.frictionless);
            assert_true(law.friction == cases[i].law.friction);
            assert_true(law.spin == cases[i].law.spin && law.roll == cases[i].law.roll);
            assert_true(law.restitution == cases[i].law.restitution);
        }
    }
}

/* ---- colliders ---- */

static void colliders_stand_where_their_geoms_do(void **state)
{
    (void)state;
    ludo_spec *spec = new_spec();
    const ludo_body_def body = {.struct_size = sizeof body,
                                .mass = 1.0,
                                .com = {0.1, 0.2, 0.3},
                                .inertia = {1.0, 1.0, 1.0, 0.0, 0.0, 0.0}};
    assert_int_equal(ludo_spec_add_body(spec, &body, NULL), LUDO_OK);
    ludo_geom_def geom = ludo_geom_default();
    geom.type = "box";
    geom.frame.position = (ludo_vec3){1.0, 0.0, 0.0};
    geom.frame.orientation = (ludo_quat){0.0, 0.0, 0.0, 2.0};
    geom.size[0] = 0.3, geom.size[1] = 0.4, geom.size[2] = 1.2;
    add_geom(spec, geom);
    geom.contype = geom.conaffinity = 0;
    add_geom(spec, geom);
    geom.type = "plane", geom.body = LUDO_WORLD, geom.contype = 1;
    add_geom(spec, geom);
    ludo_model *m = compiled(spec);
    const collider *c = m->contacts.collider;
    assert_int_equal(m->contacts.collider_count, 2);
    assert_true(c[0].geom == 0 && c[0].slot == 0 && c[0].above == -1 && c[0].body == 0);
    CHECK_NEAR(c[0].frame.position.x, 0.9, 1e-15);
    CHECK_NEAR(c[0].frame.position.z, -0.3, 1e-15);
    CHECK_NEAR(fabs(c[0].frame.orientation.z), 1.0, 1e-15);
    CHECK_NEAR(c[0].radius, 1.3, 1e-15);
    CHECK_NEAR(c[0].thickness, 0.6, 1e-15);
    assert_true(c[1].geom == 2 && c[1].slot == -1 && c[1].kind == &ludo_shape_plane);
    assert_true(isinf(c[1].radius) && isinf(c[1].thickness));
    ludo_model_destroy(m);
}

/* A cube with a point inside, used twice. */
static ludo_spec *meshed(void)
{
    ludo_spec *spec = new_spec();
    double vertex[27] = {0.0};
    for (int i = 0; i < 8; i++) {
        vertex[3 * i + 3] = (i & 1) != 0 ? 2.0 : -1.0;
        vertex[3 * i + 4] = (i & 2) != 0 ? 0.5 : -0.5;
        vertex[3 * i + 5] = (i & 4) != 0 ? 1.0 : -1.0;
    }
    const ludo_mesh_def mesh = {.struct_size = sizeof mesh, .vertex = vertex, .vertex_count = 9};
    assert_int_equal(ludo_spec_add_mesh(spec, &mesh, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_mesh(spec, &mesh, NULL), LUDO_OK);
    ludo_geom_def floor = ludo_geom_default();
    floor.type = "plane", floor.body = LUDO_WORLD;
    add_geom(spec, floor);
    for (int32_t i = 0; i < 2; i++) {
        ludo_geom_def geom = ludo_geom_default();
        add_body(spec, NULL);
        geom.type = "mesh", geom.body = i, geom.mesh = 1;
        add_geom(spec, geom);
    }
    return spec;
}

static void meshes_touch_by_their_hulls(void **state)
{
    (void)state;
    ludo_model *m = compiled(meshed());
    const collider *c = &m->contacts.collider[1];
    assert_int_equal(m->contacts.hull[0].vertex_count, 0);
    assert_true(c->hull == &m->contacts.hull[1] && c->hull == c[1].hull);
    assert_true(c->hull->vertex_count == 8 && c->hull->face_count == 6);
    CHECK_NEAR(c->radius, sqrt(4.0 + 0.25 + 1.0), 1e-15);
    assert_true(c->thickness == 1.0 && c->sides.x == 2.0 && c->sides.z == 1.0);
    assert_string_equal(m->contacts.touched_by, "geom 'geom1'");
    ludo_model_destroy(m);
}

static void a_copy_has_hulls_of_its_own(void **state)
{
    (void)state;
    ludo_model *m = compiled(meshed()), *copy = NULL;
    assert_int_equal(ludo_model_copy(m, NULL, &copy), LUDO_OK);
    ludo_model_destroy(m);
    const collider *c = &copy->contacts.collider[1];
    assert_true(c->hull == &copy->contacts.hull[1] && c->hull == c[1].hull);
    const ludo_vec3 n = v3_unit(v3(3.0, 2.0, -1.0));
    const int32_t v = ludo_polytope_support(c->hull, n, polytope_start(c->hull, n));
    assert_true(c->hull->vertex[v].x == 2.0 && c->hull->vertex[v].y == 0.5);
    assert_true(c->hull->vertex[v].z == -1.0);
    ludo_model_destroy(copy);
}

/* ---- notes ---- */

static const char *only_note(const ludo_model *m, ludo_note_kind kind)
{
    assert_int_equal(ludo_model_note_count(m), 1);
    assert_int_equal(note_info_of(m, 0).kind, kind);
    return note_info_of(m, 0).message;
}

static void shapes_that_can_not_touch_are_told(void **state)
{
    (void)state;
    ludo_spec *spec = new_spec();
    add_body(spec, NULL);
    ludo_geom_def plane = ludo_geom_default();
    plane.type = "plane", plane.body = LUDO_WORLD;
    add_geom(spec, plane);
    plane.body = 0;
    add_geom(spec, plane);
    ludo_model *m = compiled(spec);
    assert_string_equal(
        only_note(m, LUDO_NOTE_CONTACT),
        "contacts of plane and plane are not simulated (geoms 'geom0' and 'geom1')");
    ludo_model_destroy(m);
}

/* A body without mass between two hinges has no equation of motion for a contact force. */
static void geoms_without_mass_touch_nothing(void **state)
{
    (void)state;
    ludo_spec *spec = new_spec();
    for (int32_t i = 0; i < 3; i++) {
        if (i == 1) {
            const ludo_body_def link = {.struct_size = sizeof link, .name = "link"};
            assert_int_equal(ludo_spec_add_body(spec, &link, NULL), LUDO_OK);
        } else {
            add_body(spec, NULL);
        }
        add_joint(spec, "hinge", i - 1, i);
        add_geom(spec, ball(i));
    }
    ludo_model *m = compiled(spec);
    assert_int_equal(m->contacts.collider_count, 2);
    assert_string_equal(only_note(m, LUDO_NOTE_CONTACT),
                        "geom 'geom1' has no contacts: its body has no mass");
    /* the parent and the child of the composite joint */
    assert_false(may_touch(m, 0, 1));
    assert_null(m->contacts.touched_by);
    ludo_model_destroy(m);
}

/* ---- limits and dry friction ---- */

static void stop(ludo_dof_def *d, double low, double high, double loss)
{
    *d = (ludo_dof_def){.limited = low < high, .range = {low, high}, .friction_loss = loss};
}

static void add_stopped(ludo_spec *spec, const char *type, int32_t child, bool continues,
                        const ludo_dof_def *along, int32_t count)
{
    ludo_joint_def joint = {.struct_size = sizeof joint,
                            .type = type,
                            .parent = child - 1,
                            .child = child,
                            .continues = continues,
                            .axis = {0.0, 0.0, 1.0}};
    memcpy(joint.along, along, (size_t)count * sizeof *along);
    assert_int_equal(ludo_spec_add_joint(spec, &joint, NULL), LUDO_OK);
}

static void limits_and_losses_are_along_columns(void **state)
{
    (void)state;
    ludo_spec *spec = new_spec();
    ludo_dof_def along[2];
    for (int i = 0; i < 4; i++) {
        add_body(spec, NULL);
    }
    stop(&along[0], 0.0, 0.0, 0.5), stop(&along[1], -1.0, 2.0, 0.0);
    add_stopped(spec, "cylindrical", 0, false, along, 2);
    stop(&along[0], 0.0, 0.7, 0.25);
    add_stopped(spec, "ball", 1, false, along, 1);
    stop(&along[0], 0.0, 0.0, 0.0);
    add_stopped(spec, "hinge", 2, false, along, 1);
    stop(&along[0], -0.1, 0.1, 3.0);
    add_stopped(spec, "slide", 2, true, along, 1);
    ludo_model *m = compiled(spec);
    const model_limits *c = &m->limits;
    /* columns: two of the cylindrical joint, three of the ball, hinge, slide, six of the free joint
     */
    assert_int_equal(c->limit_count, 3);
    assert_int_equal(c->friction_count, 3);
    assert_true(c->limit[0].column == 1 && !c->limit[0].ball && c->limit[0].range[0] == -1.0);
    assert_true(c->limit[1].column == 2 && c->limit[1].ball && c->limit[1].slot == 1);
    assert_true(c->limit[1].range[0] == -HUGE_VAL && c->limit[1].range[1] == 0.7);
    assert_true(c->limit[2].column == 6 && c->limit[2].slot == 2 && c->limit[2].range[1] == 0.1);
    assert_true(c->friction[0].column == 0 && c->friction[0].force == 0.5 && !c->friction[0].ball);
    assert_true(c->friction[1].column == 2 && c->friction[1].ball && c->friction[1].force == 0.25);
    assert_true(c->friction[2].column == 6 && c->friction[2].force == 3.0);
    assert_string_equal(c->limited_by, "joint 'body0.joint0'");
    assert_string_equal(c->rubbed_by, "joint 'body0.joint0'");
    assert_int_equal(ludo_model_note_count(m), 0);
    ludo_model_destroy(m);
}

/* Three hinges of a file become a ball only without limits. */
static bool becomes_ball(double high, double loss)
{
    static const ludo_vec3 axes[] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    ludo_spec *spec = new_spec();
    const double merge = 1.0;
    assert_int_equal(ludo_spec_set_option(spec, "merge", &merge, 1), LUDO_OK);
    add_body(spec, NULL);
    for (int i = 0; i < 3; i++) {
        ludo_joint_def joint = {.struct_size = sizeof joint,
                                .type = "hinge",
                                .parent = LUDO_WORLD,
                                .continues = i > 0,
                                .axis = axes[i]};
        stop(&joint.along[0], 0.0, i == 1 ? high : 0.0, i == 2 ? loss : 0.0);
        assert_int_equal(ludo_spec_add_joint(spec, &joint, NULL), LUDO_OK);
    }
    ludo_model *m = compiled(spec);
    const bool ball = m->joint[0].kind->unwraps_coordinates;
    assert_int_equal(m->limits.limit_count, high > 0.0);
    assert_int_equal(m->limits.friction_count, loss > 0.0);
    ludo_model_destroy(m);
    return ball;
}

static void hinges_that_are_stopped_stay_hinges(void **state)
{
    (void)state;
    assert_true(becomes_ball(0.0, 0.0));
    assert_false(becomes_ball(1.0, 0.0));
    assert_false(becomes_ball(0.0, 1.0));
}

static void joints_that_close_loops_are_not_stopped(void **state)
{
    (void)state;
    ludo_spec *spec = new_spec();
    add_body(spec, NULL);
    add_body(spec, NULL);
    add_joint(spec, "hinge", LUDO_WORLD, 0);
    add_joint(spec, "hinge", 0, 1);
    ludo_joint_def joint = {.struct_size = sizeof joint,
                            .name = "last",
                            .type = "hinge",
                            .parent = LUDO_WORLD,
                            .child = 1,
                            .axis = {0.0, 0.0, 1.0}};
    stop(&joint.along[0], -1.0, 1.0, 0.5);
    assert_int_equal(ludo_spec_add_joint(spec, &joint, NULL), LUDO_OK);
    ludo_model *m = compiled(spec);
    assert_true(m->limits.limit_count == 0 && m->limits.friction_count == 0);
    assert_true(m->limits.limited_by == NULL && m->limits.rubbed_by == NULL);
    assert_int_equal(ludo_model_note_count(m), 2);
    for (int32_t i = 0; i < 2; i++) {
        assert_int_equal(note_info_of(m, i).kind, LUDO_NOTE_LIMIT);
        assert_non_null(strstr(note_info_of(m, i).message, "joint 'last' closes a loop"));
    }
    ludo_model_destroy(m);
}

/* ---- refused descriptions ---- */

static void pairs_and_excludes_that_can_not_be_are_refused(void **state)
{
    (void)state;
    const double nan = (double)NAN;
    const struct {
        ludo_pair_def pair;
        const char *problem;
    } pairs[] = {
        {{.geom_a = 6, .geom_b = 0, .condim = 3}, "a geom that does not exist"},
        {{.geom_a = 0, .geom_b = -1, .condim = 3}, "a geom that does not exist"},
        {{.geom_a = 1, .geom_b = 1, .condim = 3}, "pairs a geom with itself"},
        {{.geom_a = 0, .geom_b = 1, .condim = 2}, "condim"},
        {{.geom_a = 0, .geom_b = 1, .condim = 3, .friction = -1.0}, "friction"},
        {{.geom_a = 0, .geom_b = 1, .condim = 3, .friction = nan}, "friction"},
        {{.geom_a = 0, .geom_b = 1, .condim = 4, .spin_friction = -1.0}, "friction"},
        {{.geom_a = 0, .geom_b = 1, .condim = 6, .roll_friction = nan}, "friction"},
        {{.geom_a = 0, .geom_b = 1, .condim = 3, .restitution = 1.5}, "restitution"},
        {{.geom_a = 0, .geom_b = 1, .condim = 3, .restitution = nan}, "restitution"},
    };
    ludo_diagnostic why;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        ludo_spec *spec = chain();
        ludo_pair_def pair = pairs[i].pair;
        pair.struct_size = sizeof pair, pair.name = "shoe",
        pair.place = (ludo_place){"m.xml", 8, 3};
        add_pair(spec, pair);
        check_refused(spec, LUDO_BAD_MODEL, &why);
        assert_non_null(strstr(why.message, "pair 'shoe'"));
        assert_non_null(strstr(why.message, pairs[i].problem));
        assert_int_equal(why.line, 8);
    }
    for (int i = 0; i < 2; i++) {
        ludo_spec *spec = chain();
        exclude(spec, i == 0 ? 5 : 0, i == 0 ? 0 : -2);
        check_refused(spec, LUDO_BAD_MODEL, &why);
        assert_non_null(strstr(why.message, "exclude 0 names a body that does not exist"));
    }
    for (int i = 0; i < 2; i++) {
        ludo_spec *spec = chain();
        ludo_geom_def geom = ball(0);
        geom.friction[0] = i == 0 ? -0.5 : 0.5;
        geom.restitution = i == 0 ? 0.0 : -0.1;
        add_geom(spec, geom);
        check_refused(spec, LUDO_BAD_MODEL, &why);
        assert_non_null(strstr(why.message, i == 0 ? "friction" : "restitution"));
    }
}

static void pairs_and_excludes_are_read_as_they_were_added(void **state)
{
    (void)state;
    ludo_spec *spec = new_spec();
    int32_t number = -1;
    ludo_pair_def pair = ludo_pair_default();
    assert_true(pair.geom_a == 0 && pair.geom_b == 1 && pair.condim == 3 && pair.friction == 0.0);
    pair.name = "p";
    const ludo_exclude_def apart = {.struct_size = sizeof apart, .body_a = 3, .body_b = 4};
    assert_int_equal(ludo_spec_add_pair(spec, &pair, &number), LUDO_OK);
    assert_int_equal(number, 0);
    assert_int_equal(ludo_spec_add_exclude(spec, &apart, &number), LUDO_OK);
    assert_int_equal(ludo_spec_add_exclude(spec, &apart, &number), LUDO_OK);
    assert_int_equal(number, 1);
    assert_int_equal(ludo_spec_pair_count(spec), 1);
    assert_int_equal(ludo_spec_exclude_count(spec), 2);
    assert_string_equal(ludo_spec_pair_at(spec, 0)->name, "p");
    assert_int_equal(ludo_spec_exclude_at(spec, 1)->body_b, 4);
    assert_string_equal(ludo_spec_exclude_at(spec, 1)->name, "");
    assert_null(ludo_spec_pair_at(spec, 1));
    assert_null(ludo_spec_exclude_at(spec, -1));
    assert_int_equal(ludo_spec_add_pair(NULL, &pair, NULL), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_spec_add_pair(spec, NULL, NULL), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_spec_add_exclude(NULL, &apart, NULL), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_spec_add_exclude(spec, NULL, NULL), LUDO_BAD_ARGUMENT);
    ludo_spec_destroy(spec);
}

static void without_memory_nothing_is_left(void **state)
{
    (void)state;
    ludo_spec *spec = meshed();
    add_pair(spec, ludo_pair_default());
    exclude(spec, 0, 1);
    FOR_FAILING_ALLOCATION(alloc)
    {
        ludo_model *m = NULL;
        const ludo_status status = ludo_compile(spec, &alloc.hook, &m, NULL);
        assert_int_equal(status, alloc.failed ? LUDO_NO_MEMORY : LUDO_OK);
        ludo_model_destroy(m);
    }
    FOR_FAILING_ALLOCATION(alloc)
    {
        ludo_spec *s = NULL;
        ludo_status status = ludo_spec_create(&alloc.hook, &s);
        const ludo_pair_def pair = {
            .struct_size = sizeof pair, .name = "p", .place = {"m.xml", 1, 1}};
        const ludo_exclude_def apart = {
            .struct_size = sizeof apart, .name = "e", .place = {"n.xml", 1, 1}};
        status = status == LUDO_OK ? ludo_spec_add_pair(s, &pair, NULL) : status;
        status = status == LUDO_OK ? ludo_spec_add_exclude(s, &apart, NULL) : status;
        assert_int_equal(status, alloc.failed ? LUDO_NO_MEMORY : LUDO_OK);
        ludo_spec_destroy(s);
    }
    ludo_spec_destroy(spec);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bodies_touch_but_those_that_carry_each_other),
        cmocka_unit_test(bodies_that_are_excluded_do_not_touch),
        cmocka_unit_test(pairs_touch_whatever_filters_say),
        cmocka_unit_test(laws_are_those_of_the_greater_or_the_first),
        cmocka_unit_test(colliders_stand_where_their_geoms_do),
        cmocka_unit_test(meshes_touch_by_their_hulls),
        cmocka_unit_test(a_copy_has_hulls_of_its_own),
        cmocka_unit_test(shapes_that_can_not_touch_are_told),
        cmocka_unit_test(geoms_without_mass_touch_nothing),
        cmocka_unit_test(limits_and_losses_are_along_columns),
        cmocka_unit_test(hinges_that_are_stopped_stay_hinges),
        cmocka_unit_test(joints_that_close_loops_are_not_stopped),
        cmocka_unit_test(pairs_and_excludes_that_can_not_be_are_refused),
        cmocka_unit_test(pairs_and_excludes_are_read_as_they_were_added),
        cmocka_unit_test(without_memory_nothing_is_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
