/* SPDX-License-Identifier: Apache-2.0
 *
 * Geoms, meshes, closures and couplings: invalid ones are refused with name and place, valid ones
 * are in the model; elements that are not simulated have notes. */
#include "model/model.h"

#include "small_spec.h"

#include <string.h>

/* Two bodies on hinges, with one of each element that can be invalid. */
typedef struct sketch {
    double vertex[9];
    int32_t face[3];
    ludo_mesh_def mesh;
    ludo_geom_def geom;
    ludo_joint_def closure;
    ludo_coupling_def coupling;
    ludo_dof_def along; /* of the second hinge */
} sketch;

static sketch sound_sketch(void)
{
    sketch s = {
        .vertex = {0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0},
        .face = {0, 1, 2},
        .mesh = {.struct_size = sizeof s.mesh,
                 .name = "shell",
                 .vertex_count = 3,
                 .face_count = 1,
                 .place = {"m.xml", 1, 1}},
        .geom = ludo_geom_default(),
        .closure = {.struct_size = sizeof s.closure,
                    .name = "loop",
                    .type = "ball",
                    .parent = 0,
                    .child = 1,
                    .place = {"m.xml", 3, 3}},
        .coupling = {.struct_size = sizeof s.coupling,
                     .name = "gear",
                     .joint = 0,
                     .from = 1,
                     .place = {"m.xml", 4, 4}},
    };
    s.geom.name = "skin";
    s.geom.type = "mesh";
    s.geom.place = (ludo_place){"m.xml", 2, 2};
    return s;
}

static ludo_spec *spec_of(const sketch *s)
{
    ludo_spec *spec = new_spec();
    ludo_mesh_def mesh = s->mesh;
    mesh.vertex = s->vertex;
    mesh.face = s->face;
    for (int32_t i = 0; i < 2; i++) {
        const ludo_joint_def hinge = {.struct_size = sizeof hinge,
                                      .type = "hinge",
                                      .parent = i - 1,
                                      .child = i,
                                      .axis = {0.0, 0.0, 1.0},
                                      .along = {i == 1 ? s->along : (ludo_dof_def){0}},
                                      .place = {"m.xml", 5, 5 + i}};
        add_body(spec, NULL);
        assert_int_equal(ludo_spec_add_joint(spec, &hinge, NULL), LUDO_OK);
    }
    assert_int_equal(ludo_spec_add_mesh(spec, &mesh, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_geom(spec, &s->geom, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_closure(spec, &s->closure, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_coupling(spec, &s->coupling, NULL), LUDO_OK);
    return spec;
}

static void check_wrong(const sketch *s, int32_t line, const char *message)
{
    ludo_diagnostic why;
    check_refused(spec_of(s), LUDO_BAD_MODEL, &why);
    if (strstr(why.message, message) == NULL) {
        print_error("'%s' instead of '%s'\n", why.message, message);
    }
    assert_non_null(strstr(why.message, message));
    assert_string_equal(why.file, "m.xml");
    assert_int_equal(why.line, line);
}

/* Check a sketch with one invalid number: `statement` changes `s`. */
#define CHECK_WRONG(line, message, statement)                                                      \
    do {                                                                                           \
        sketch s = sound_sketch();                                                                 \
        statement;                                                                                 \
        check_wrong(&s, (line), (message));                                                        \
    } while (0)

static const double nan_number = (double)NAN;

/* --- refusals -------------------------------------------------------------------------------- */

static void geoms_and_meshes_that_can_not_be_are_refused(void **state)
{
    (void)state;
    CHECK_WRONG(2, "geom 'skin' has the unknown type 'cone'; known types are: plane sphere capsule",
                s.geom.type = "cone");
    CHECK_WRONG(2, "geom 'skin' is on a body that does not exist", s.geom.body = 2);
    CHECK_WRONG(2, "is on a body that does not exist", s.geom.body = -2);
    CHECK_WRONG(2, "names a mesh that does not exist", s.geom.mesh = 1);
    CHECK_WRONG(2, "names a mesh that does not exist", s.geom.mesh = -1);
    CHECK_WRONG(2, "has a negative size", s.geom.size[2] = -1e-300);
    CHECK_WRONG(2, "has a negative density", s.geom.density = -1.0);
    CHECK_WRONG(2, "has a condim other than 1, 3, 4 or 6", s.geom.condim = 2);
    CHECK_WRONG(2, "not finite", s.geom.size[1] = nan_number);
    CHECK_WRONG(2, "not finite", s.geom.mass = HUGE_VAL);
    CHECK_WRONG(2, "not finite", s.geom.density = nan_number);
    CHECK_WRONG(2, "not finite", s.geom.rgba[3] = nan_number);
    CHECK_WRONG(2, "not finite", s.geom.friction[2] = nan_number);
    CHECK_WRONG(2, "not finite", s.geom.frame.position.z = nan_number);
    CHECK_WRONG(1, "mesh 'shell' has", s.face[2] = 3);
    CHECK_WRONG(1, "mesh 'shell' has", s.face[0] = -1);
    CHECK_WRONG(1, "mesh 'shell' has", s.vertex[8] = nan_number);
    CHECK_WRONG(1, "not finite", s.mesh.scale.y = nan_number);
}

static void geoms_have_the_sizes_that_their_types_need(void **state)
{
    (void)state;
    const struct {
        const char *type;
        int32_t sizes;
    } types[] = {{"sphere", 1},    {"capsule", 2}, {"cylinder", 2}, {"box", 3},
                 {"ellipsoid", 3}, {"plane", 0},   {"mesh", 0}};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        sketch s = sound_sketch();
        s.geom.type = types[i].type;
        for (int32_t k = 0; k < types[i].sizes; k++) {
            check_wrong(&s, 2, "geom 'skin' has a size that is not positive");
            s.geom.size[k] = 0.5;
        }
        ludo_model_destroy(compiled(spec_of(&s)));
    }
}

static void closures_and_couplings_that_can_not_be_are_refused(void **state)
{
    (void)state;
    CHECK_WRONG(3, "closure 'loop' has the unknown type 'screw'", s.closure.type = "screw");
    CHECK_WRONG(3, "unknown type 'composite'", s.closure.type = "composite");
    CHECK_WRONG(3, "is free", (s.closure.type = "free", s.closure.parent = LUDO_WORLD));
    CHECK_WRONG(3, "names a parent body that does not exist", s.closure.parent = 2);
    CHECK_WRONG(3, "has no child body", s.closure.child = LUDO_WORLD);
    CHECK_WRONG(3, "joins a body to itself", s.closure.child = 0);
    CHECK_WRONG(3, "has an axis of length zero", s.closure.type = "hinge");
    CHECK_WRONG(3, "not finite", s.closure.in_child.position.x = nan_number);
    CHECK_WRONG(3, "continues", s.closure.continues = true);
    CHECK_WRONG(4, "coupling 'gear' names a joint that does not exist", s.coupling.joint = 2);
    CHECK_WRONG(4, "names a joint that does not exist", s.coupling.from = -2);
    CHECK_WRONG(4, "degree of freedom that its joint does not have", s.coupling.dof = 1);
    CHECK_WRONG(4, "degree of freedom that its joint does not have", s.coupling.from_dof = -1);
    CHECK_WRONG(4, "couples a coordinate to itself", s.coupling.from = 0);
    CHECK_WRONG(4, "not finite", s.coupling.coefficient[4] = nan_number);
}

static void what_is_told_of_joints_has_to_make_sense(void **state)
{
    (void)state;
    CHECK_WRONG(5, "has a negative friction loss", s.along.friction_loss = -1.0);
    CHECK_WRONG(5, "has a negative limit of effort or speed", s.along.effort = -1.0);
    CHECK_WRONG(5, "has a negative limit of effort or speed", s.along.speed = -1.0);
    CHECK_WRONG(5, "not finite", s.along.friction_loss = nan_number);
    CHECK_WRONG(5, "not finite", s.along.speed = HUGE_VAL);
}

static void names_of_geoms_and_of_loops_are_used_once(void **state)
{
    (void)state;
    ludo_diagnostic why;
    sketch s = sound_sketch();
    s.closure.name = "gear";
    check_refused(spec_of(&s), LUDO_BAD_MODEL, &why);
    assert_non_null(strstr(why.message, "the loop name 'gear' is used twice"));
    assert_int_equal(why.line, 4);

    s = sound_sketch();
    s.geom.name = "skin";
    ludo_spec *spec = spec_of(&s);
    assert_int_equal(ludo_spec_add_geom(spec, &s.geom, NULL), LUDO_OK);
    check_refused(spec, LUDO_BAD_MODEL, &why);
    assert_non_null(strstr(why.message, "the geom name 'skin' is used twice"));
    assert_int_equal(why.line, 2);
}

/* --- in the model ---------------------------------------------------------------------------- */

static void geoms_and_loops_are_in_the_model(void **state)
{
    (void)state;
    sketch s = sound_sketch();
    s.coupling.name = s.geom.name = s.mesh.name = NULL;
    s.geom.frame = (ludo_frame){{1.0, 2.0, 3.0}, {0.0, 2.0, 0.0, 0.0}};
    s.geom.body = 1;
    ludo_spec *spec = spec_of(&s);
    s.geom = ludo_geom_default();
    s.geom.size[0] = 0.5;
    s.geom.body = LUDO_WORLD;
    assert_int_equal(ludo_spec_add_geom(spec, &s.geom, NULL), LUDO_OK);
    ludo_model *m = compiled(spec);
    assert_int_equal(ludo_model_geom_count(m), 2);
    const ludo_geom_info skin = geom_info_of(m, 0), ball = geom_info_of(m, 1);
    assert_string_equal(skin.name, "geom0");
    assert_string_equal(skin.type, "mesh");
    assert_string_equal(skin.mesh, "mesh0");
    assert_int_equal(skin.body, 1);
    assert_true(skin.frame.position.y == 2.0 && skin.frame.orientation.x == 1.0);
    assert_string_equal(ball.name, "geom1");
    assert_string_equal(ball.type, "sphere");
    assert_null(ball.mesh);
    assert_true(ball.size[0] == 0.5 && ball.body == LUDO_WORLD);
    assert_true(ball.frame.orientation.w == 1.0);
    assert_int_equal(ludo_model_geom_find(m, "geom1"), 1);
    assert_int_equal(ludo_model_geom_find(m, "skin"), LUDO_NOT_FOUND);
    assert_null(ludo_model_geom_name(m, 2));
    assert_null(geom_info_of(m, -1).name);

    assert_int_equal(ludo_model_loop_count(m), 2);
    assert_string_equal(ludo_model_loop_name(m, 0), "loop");
    assert_string_equal(loop_info_of(m, 0).type, "ball");
    assert_string_equal(ludo_model_loop_name(m, 1), "coupling0");
    assert_string_equal(loop_info_of(m, 1).type, "coupling");
    assert_int_equal(ludo_model_loop_find(m, "coupling0"), 1);
    assert_null(loop_info_of(m, 2).name);
    ludo_model_destroy(m);
}

/* --- notes ----------------------------------------------------------------------------------- */

/* The note of a kind that contains a word, or none. */
static ludo_note_info find_note(const ludo_model *m, ludo_note_kind kind, const char *word)
{
    for (int32_t i = 0; i < ludo_model_note_count(m); i++) {
        const ludo_note_info note = note_info_of(m, i);
        if (note.kind == kind && strstr(note.message, word) != NULL) {
            return note;
        }
    }
    return (ludo_note_info){.struct_size = sizeof(ludo_note_info)};
}

static void what_is_not_simulated_is_told_once_each(void **state)
{
    (void)state;
    sketch s = sound_sketch();
    s.along = (ludo_dof_def){
        .limited = true, .range = {-1.0, 1.0}, .friction_loss = 0.1, .effort = 10.0, .speed = 3.0};
    ludo_model *m = compiled(spec_of(&s));
    const struct {
        ludo_note_kind kind;
        const char *word;
        int32_t line;
    } told[] = {
        {LUDO_NOTE_CONTACT, "geom 'skin' has no contacts: its mesh has no convex hull", 2},
    };
    assert_int_equal(ludo_model_note_count(m), 1);
    for (int i = 0; i < 1; i++) {
        const ludo_note_info note = find_note(m, told[i].kind, told[i].word);
        assert_non_null(note.message);
        assert_string_equal(note.place.file, "m.xml");
        assert_int_equal(note.place.line, told[i].line);
    }
    ludo_model_destroy(m);
}

/* A geom on one of these: the world, a body on a hinge to it, a child of that body, its child, a
 * part fixed to the last. */
typedef struct skin {
    int32_t body, contype, conaffinity;
} skin;

static bool touches(skin a, skin b)
{
    ludo_spec *spec = new_spec();
    const double merge = 1.0;
    assert_int_equal(ludo_spec_set_option(spec, "merge", &merge, 1), LUDO_OK);
    for (int32_t i = 0; i < 4; i++) {
        add_body(spec, NULL);
        add_joint(spec, i < 3 ? "hinge" : "fixed", i - 1, i);
    }
    const skin skins[] = {a, b};
    for (int i = 0; i < 2; i++) {
        ludo_geom_def geom = ludo_geom_default();
        geom.size[0] = 0.5;
        geom.frame.position.x = 2.0 * i; /* apart in every position */
        geom.body = skins[i].body;
        geom.contype = skins[i].contype;
        geom.conaffinity = skins[i].conaffinity;
        geom.place.line = i + 1;
        assert_int_equal(ludo_spec_add_geom(spec, &geom, NULL), LUDO_OK);
    }
    ludo_model *m = compiled(spec);
    const char *who = m->contacts.touched_by;
    const bool touching = who != NULL;
    assert_int_equal(ludo_model_note_count(m), 0);
    if (touching) {
        assert_string_equal(who, a.body == LUDO_WORLD ? "geom 'geom1'" : "geom 'geom0'");
    }
    ludo_model_destroy(m);
    return touching;
}

static void a_geom_that_may_touch_another_is_told(void **state)
{
    (void)state;
    const skin floor = {LUDO_WORLD, 1, 1};
    assert_true(touches(floor, (skin){0, 1, 1}));
    assert_true(touches(floor, (skin){2, 1, 0}));
    assert_true(touches((skin){0, 1, 1}, (skin){2, 1, 1}));
    assert_true(touches((skin){0, 4, 0}, (skin){3, 0, 6}));
    assert_true(touches((skin){0, INT32_MIN, 0}, (skin){3, 0, -1}));
    /* one body, parent and child, no common bits, no moving body */
    assert_false(touches((skin){2, 1, 1}, (skin){3, 1, 1}));
    assert_false(touches((skin){0, 1, 1}, (skin){1, 1, 1}));
    assert_false(touches((skin){1, 1, 1}, (skin){3, 1, 1}));
    assert_false(touches((skin){0, 1, 0}, (skin){2, 1, 0}));
    assert_false(touches((skin){0, 2, 0}, (skin){2, 0, 5}));
    assert_false(touches(floor, floor));
    assert_false(touches(floor, (skin){2, 0, 0}));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(geoms_and_meshes_that_can_not_be_are_refused),
        cmocka_unit_test(geoms_have_the_sizes_that_their_types_need),
        cmocka_unit_test(closures_and_couplings_that_can_not_be_are_refused),
        cmocka_unit_test(what_is_told_of_joints_has_to_make_sense),
        cmocka_unit_test(names_of_geoms_and_of_loops_are_used_once),
        cmocka_unit_test(geoms_and_loops_are_in_the_model),
        cmocka_unit_test(what_is_not_simulated_is_told_once_each),
        cmocka_unit_test(a_geom_that_may_touch_another_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
