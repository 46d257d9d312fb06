/* SPDX-License-Identifier: Apache-2.0
 *
 * SDF: how elements are read that the twins of test_sdf_features.c do not show. */
#include "sdf_text.h"

#include "folder.h"
#include "spec/items.h"

#include <stdio.h>

static ludo_spec *load_feature(const char *path)
{
    ludo_spec *spec = NULL;
    ludo_diagnostic why = {.line = 0};
    if (ludo_load_file(path, NULL, NULL, &spec, &why) != LUDO_OK) {
        fail_msg("%s:%d:%d: %s", why.file, (int)why.line, (int)why.column, why.message);
    }
    return spec;
}

static void defaults_are_those_of_the_format(void **state)
{
    (void)state;
    ludo_spec *spec = spec_of(SDF(MODEL("m", LINK("a", ""))));
    const ludo_body_def *a = ludo_spec_body_at(spec, 0);
    static const double unit[6] = {1.0, 1.0, 1.0, 0.0, 0.0, 0.0};
    assert_string_equal(ludo_spec_name(spec), "m");
    assert_string_equal(a->name, "a");
    assert_true(a->mass == 1.0 && memcmp(a->inertia, unit, sizeof unit) == 0);
    assert_true(spec_gravity_of(spec).z == -9.8 && ludo_spec_timestep(spec) == 0.001);
    assert_true(ludo_spec_merge(spec));
    assert_string_equal(ludo_spec_joint_at(spec, 0)->type, "free");
    ludo_spec_destroy(spec);
}

static void static_links_are_fixed_and_joints_between_them_left_out(void **state)
{
    (void)state;
    ludo_spec *spec =
        spec_of(SDF(MODEL("m", "<static>1</static><pose>0 0 2 0 0 0</pose>" PAIR("screw", ""))));
    assert_int_equal(ludo_spec_joint_count(spec), 2);
    for (int32_t i = 0; i < 2; i++) {
        assert_string_equal(ludo_spec_joint_at(spec, i)->type, "fixed");
        assert_true(ludo_spec_joint_at(spec, i)->in_parent.position.z == 2.0);
    }
    ludo_spec_destroy(spec);
}

/* The added mass of SDF has linear velocities first, the spec's has angular ones. */
static void added_mass_is_that_of_the_link(void **state)
{
    (void)state;
    ludo_spec *spec = load_feature("tests/models/features/sdf_added_mass.sdf");
    const ludo_fluid_def *f = ludo_spec_fluid_at(spec, 0);
    const double diagonal[6] = {0.2, 0.6, 0.7, 1.0, 4.0, 5.0};
    assert_int_equal(ludo_spec_fluid_count(spec), 1);
    for (int i = 0; i < 6; i++) {
        for (int j = 0; j < 6; j++) {
            const bool coupled = (i == 2 && j == 4) || (i == 4 && j == 2); /* y and r */
            assert_true(f->added_mass[i][j] == (i == j ? diagonal[i] : coupled ? 0.3 : 0.0));
        }
    }
    assert_true(f->displaced_mass == 0.0);
    ludo_spec_destroy(spec);
}

/* The pair has the friction of the slipperier geom, whose priority is higher. */
static void the_smaller_friction_of_a_pair_wins(void **state)
{
    (void)state;
    ludo_spec *spec = load_feature("tests/models/features/sdf_surfaces.sdf");
    const ludo_geom_def *floor = ludo_spec_geom_at(spec, 0), *puck = ludo_spec_geom_at(spec, 1);
    assert_true(floor->friction[0] == 1.0 && puck->friction[0] == 0.2);
    assert_true(puck->priority > floor->priority);
    assert_int_equal(puck->condim, 4);
    CHECK_NEAR(puck->friction[1], 3.0 * 3.14159265358979312 / 16.0 * 0.5 * 0.1, 1e-17);
    assert_string_equal(puck->name, "puck::link::c");
    assert_int_equal(ludo_spec_note_count(spec), 0);
    ludo_spec_destroy(spec);
}

static void masks_are_read_if_any_is_there(void **state)
{
    (void)state;
    ludo_spec *spec = spec_of(SDF(MODEL(
        "m", LINK("a", COLLISION("c", "<surface><contact><collide_bitmask>5</collide_bitmask>"
                                      "<category_bitmask>2</category_bitmask></contact></surface>")
                           COLLISION("d", "<surface><contact><collide_without_contact>true"
                                          "</collide_without_contact></contact></surface>")
                               COLLISION("e", "")))));
    const ludo_geom_def *c = ludo_spec_geom_at(spec, 0), *d = ludo_spec_geom_at(spec, 1),
                        *e = ludo_spec_geom_at(spec, 2);
    assert_true(c->conaffinity == 5 && c->contype == 2);
    assert_true(d->conaffinity == 0 && d->contype == 0);
    assert_true(e->conaffinity == 65535 && e->contype == 65535);
    ludo_spec_destroy(spec);
}

static void links_of_a_model_collide_if_one_says_so(void **state)
{
    (void)state;
    ludo_spec *spec = load_feature("tests/models/features/sdf_self_collide.sdf");
    assert_int_equal(ludo_spec_exclude_count(spec), 1);
    const ludo_exclude_def *e = ludo_spec_exclude_at(spec, 0);
    assert_true(e->body_a + e->body_b == 1 && e->implied);
    ludo_spec_destroy(spec);

    spec = spec_of(IN_WORLD(
        MODEL("m", "<self_collide>true</self_collide>" LINK("a", COLLISION("c", ""))
                       LINK("b", COLLISION("c", ""))) MODEL("n", LINK("a", COLLISION("c", "")))));
    assert_int_equal(ludo_spec_exclude_count(spec), 0);
    ludo_spec_destroy(spec);
}

static void joints_of_a_still_base_are_excluded(void **state)
{
    (void)state;
    ludo_spec *spec = spec_of(
        SDF(MODEL("m", "<self_collide>1</self_collide>" LINK("a", COLLISION("c", ""))
                           LINK("b", COLLISION("c", "")) JOINT("f", "fixed", "world", "a", "")
                               JOINT("j", "revolute", "a", "b", AXIS("")))));
    assert_int_equal(ludo_spec_exclude_count(spec), 1);
    ludo_spec_destroy(spec);
}

static void planes_have_their_normal(void **state)
{
    (void)state;
    static const double normals[][3] = {
        {0, 0, 2}, {0, 0, -1}, {1, 0, 0}, {0.6, -0.8, 0}, {1e-9, 0, -1}};
    for (size_t i = 0; i < sizeof normals / sizeof *normals; i++) {
        char text[512];
        const double *n = normals[i];
        (void)snprintf(text, sizeof text,
                       SDF(MODEL("m", "<static>1</static>" LINK(
                                          "a", "<collision name='c'><geometry><plane><normal>%g %g "
                                               "%g</normal><size>4 6</size></plane></geometry>"
                                               "</collision>"))),
                       n[0], n[1], n[2]);
        ludo_spec *spec = spec_of(text);
        const ludo_geom_def *g = ludo_spec_geom_at(spec, 0);
        const ludo_vec3 z = q_rotate(g->frame.orientation, v3(0.0, 0.0, 1.0));
        const ludo_vec3 unit = v3_unit(v3(n[0], n[1], n[2]));
        CHECK_NEAR(v3_norm(v3_sub(z, unit)), 0.0, 1e-8); /* 1 + cos loses digits near -1 */
        assert_true(g->size[0] == 2.0 && g->size[1] == 3.0);
        ludo_spec_destroy(spec);
    }
}

static void visuals_have_colours_and_no_contacts(void **state)
{
    (void)state;
    ludo_spec *spec = load_feature("tests/models/features/sdf_shapes.sdf");
    const ludo_geom_def *paint = ludo_spec_geom_at(spec, 5);
    assert_string_equal(paint->name, "all::paint");
    assert_true(paint->contype == 0 && paint->conaffinity == 0 && paint->group == 2);
    assert_true(paint->rgba[1] == 0.5 && paint->rgba[3] == 0.5 && paint->density == 0.0);
    ludo_spec_destroy(spec);
}

static void a_given_mass_scales_automatic_inertia(void **state)
{
    (void)state;
    ludo_spec *spec = spec_of(SDF(MODEL(
        "m", LINK("a", "<inertial auto='true'><mass>2</mass></inertial>" COLLISION("c", "")))));
    const ludo_body_def *a = ludo_spec_body_at(spec, 0);
    assert_true(a->mass == 2.0);
    CHECK_NEAR(a->inertia[0], 0.4 * 2.0 * 0.01, 1e-17);
    ludo_spec_destroy(spec);
}

static void effort_and_speed_are_limits_unless_negative_or_infinite(void **state)
{
    (void)state;
    ludo_spec *spec = spec_of(SDF(MODEL(
        "m", PAIR("continuous", AXIS("<limit><effort>-1</effort><velocity>2</velocity></limit>"))
                 LINK("c", "") JOINT("k", "prismatic", "arm", "c",
                                     AXIS("<limit><lower>-1e16</lower><upper>+inf</upper>"
                                          "<effort>inf</effort><velocity>-1</velocity>"
                                          "</limit>")))));
    const ludo_joint_def *j = ludo_spec_joint_at(spec, 1), *k = ludo_spec_joint_at(spec, 2);
    assert_string_equal(j->name, "j");
    assert_true(j->along[0].effort == 0.0 && j->along[0].speed == 2.0 && !j->along[0].limited);
    assert_true(k->along[0].effort == 0.0 && k->along[0].speed == 0.0 && !k->along[0].limited);
    ludo_spec_destroy(spec);
}

static void elements_may_be_in_any_order(void **state)
{
    (void)state;
    ludo_spec *spec = spec_of(SDF(MODEL(
        "m", JOINT("j", "revolute", "f", "n::b",
                   AXIS("")) "<frame name='f' attached_to='g'/><frame name='g' attached_to='a'>"
                             "<pose relative_to='n::b'>1 0 0 0 0 0</pose></frame>" MODEL(
                                 "n", LINK("b", "")) LINK("a", "<pose relative_to='f'/>"))));
    assert_int_equal(ludo_spec_joint_count(spec), 2);
    assert_true(ludo_spec_joint_at(spec, 1)->in_parent.position.x == -1.0);
    ludo_spec_destroy(spec);
}

/* The second joint of a child closes a loop, and a cycle of joints is cut. */
static void joints_beyond_the_tree_are_closures(void **state)
{
    (void)state;
    ludo_spec *spec = spec_of(SDF(MODEL(
        "m", PAIR("revolute", AXIS("")) LINK("c", "") JOINT("k", "ball", "arm", "c", "") JOINT(
                 "l", "prismatic", "c", "base", AXIS("")) JOINT("n", "fixed", "base", "c", ""))));
    assert_int_equal(ludo_spec_joint_count(spec), 3);
    assert_int_equal(ludo_spec_closure_count(spec), 2);
    assert_string_equal(ludo_spec_joint_at(spec, 0)->type, "free");
    assert_int_equal(ludo_spec_joint_at(spec, 0)->child, 0);
    assert_string_equal(ludo_spec_closure_at(spec, 0)->name, "l");
    assert_string_equal(ludo_spec_closure_at(spec, 1)->name, "n");
    ludo_spec_destroy(spec);
}

static void of_several_settings_of_physics_the_default_counts(void **state)
{
    (void)state;
    ludo_spec *spec = spec_of(IN_WORLD(
        "<physics name='a' type='ode'><max_step_size>0.1</max_step_size></physics>"
        "<physics name='b' default='true'><max_step_size>0.2</max_step_size></physics>" MODEL(
            "m", LINK("a", ""))));
    assert_true(ludo_spec_timestep(spec) == 0.2);
    assert_int_equal(ludo_spec_note_count(spec), 1);
    ludo_spec_destroy(spec);
}

/* ---- included files ---- */

static int set_up(void **state)
{
    (void)state;
    folder_open("test_sdf_files");
    folder_write("models/rod/model.config", "<model><sdf version='1.5'>old.sdf</sdf>"
                                            "<sdf version='1.9'>rod.sdf</sdf></model>");
    folder_write("models/rod/old.sdf", "<sdf version='1.5'/>");
    folder_write("models/rod/rod.sdf",
                 SDF(MODEL("rod", "<pose>1 2 3 0 0 0</pose><static>1</static>" LINK("l", ""))));
    folder_write("models/bare/model.sdf", SDF(MODEL("bare", LINK("l", ""))));
    folder_write("models/light/model.sdf", SDF("<light name='l' type='point'/>"));
    folder_write("models/self/model.sdf",
                 SDF(MODEL("self", "<include><uri>model://self</uri></include>")));
    folder_write("models/broken/model.sdf", "<sdf version='1.9'>\n<model></sdf>");
    folder_write("models/robot/model.sdf", "<robot/>");
    folder_write("models/none/model.config", "<model><sdf>../../../secret.sdf</sdf></model>");
    folder_write("models/empty/model.config", "<model/>");
    return 0;
}

static ludo_status load_including(const char *includes, const ludo_allocator *a, ludo_spec **spec,
                                  ludo_diagnostic *why)
{
    char text[1024], folder[512];
    (void)snprintf(folder, sizeof folder, "%s", folder_path("models"));
    const char *const folders[] = {folder};
    ludo_load_options options = ludo_load_options_default();
    options.package_dirs = folders;
    options.package_dir_count = 1;
    (void)snprintf(text, sizeof text, IN_WORLD("\n%s"), includes);
    return ludo_load_string(text, strlen(text), folder_path("main.sdf"), &options, a, spec, why);
}

#define INCLUDE(uri, more) "<include><uri>" uri "</uri>" more "</include>"

static void included_models_are_placed_and_named_by_the_include(void **state)
{
    (void)state;
    ludo_spec *spec = NULL;
    ludo_diagnostic why = {.line = 0};
    if (load_including(INCLUDE("model://rod", "")
                           INCLUDE("models/rod", "<name>second</name><pose>0 0 7 0 0 0</pose>"
                                                 "<static>false</static>")
                               INCLUDE("models/bare/model.sdf", "")
                                   INCLUDE("model://light", "<name>lamp</name>"),
                       NULL, &spec, &why) != LUDO_OK) {
        fail_msg("%d: %s", (int)why.line, why.message);
    }
    assert_int_equal(ludo_spec_body_count(spec), 3);
    assert_string_equal(ludo_spec_body_at(spec, 0)->name, "rod::l");
    assert_string_equal(ludo_spec_joint_at(spec, 0)->type, "fixed");
    assert_true(ludo_spec_joint_at(spec, 0)->in_parent.position.x == 1.0);
    assert_string_equal(ludo_spec_body_at(spec, 1)->name, "second::l");
    assert_string_equal(ludo_spec_joint_at(spec, 1)->type, "free");
    assert_true(ludo_spec_joint_at(spec, 1)->in_parent.position.z == 7.0);
    assert_string_equal(ludo_spec_body_at(spec, 2)->name, "bare::l");
    assert_int_equal(ludo_spec_note_count(spec), 1); /* a light is no model */
    ludo_spec_destroy(spec);
}

static void includes_that_can_not_be_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *text, *word;
        ludo_status status;
        int32_t line;
    } cases[] = {
        {INCLUDE("model://nothing", ""), "package of 'model://nothing' is missing", LUDO_BAD_MODEL,
         2},
        {INCLUDE("https://fuel.gazebosim.org/x", ""), "download the model", LUDO_BAD_MODEL, 2},
        {INCLUDE("model://self", ""), "includes itself", LUDO_BAD_MODEL, 1},
        {INCLUDE("model://robot", ""), "must be <sdf>", LUDO_BAD_MODEL, 2},
        {INCLUDE("model://broken", ""), "mismatched tag", LUDO_PARSE, 2},
        {INCLUDE("model://none", ""), "secret.sdf does not exist", LUDO_BAD_MODEL, 2},
        {INCLUDE("model://empty", ""), "names no <sdf> file", LUDO_BAD_MODEL, 1},
        {"<include/>", "'uri' is missing", LUDO_PARSE, 2},
        {INCLUDE("model://bare", "") INCLUDE("model://bare", ""), "used by another model",
         LUDO_BAD_MODEL, 1},
        {INCLUDE("model://bare", "<placement_frame>l</placement_frame>"), "needs a pose",
         LUDO_BAD_MODEL, 2},
        {INCLUDE("model://bare", "<placement_frame>x</placement_frame><pose/>"),
         "unknown placement frame 'x'", LUDO_BAD_MODEL, 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ludo_spec *spec = NULL;
        ludo_diagnostic why = {.line = 0};
        const ludo_status status = load_including(cases[i].text, NULL, &spec, &why);
        if (status != cases[i].status || why.line != cases[i].line ||
            strstr(why.message, cases[i].word) == NULL) {
            fail_msg("%s: %d: %s:%d: %s", cases[i].text, (int)status, why.file, (int)why.line,
                     why.message);
        }
    }
}

static void includes_survive_failing_allocations(void **state)
{
    (void)state;
    FOR_FAILING_ALLOCATION(a)
    {
        ludo_spec *spec = NULL;
        const ludo_status status = load_including(
            INCLUDE("model://rod", "") INCLUDE("models/bare", "<pose/>"), &a.hook, &spec, NULL);
        assert_int_equal(status, a.failed ? LUDO_NO_MEMORY : LUDO_OK);
        ludo_spec_destroy(spec);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(defaults_are_those_of_the_format),
        cmocka_unit_test(static_links_are_fixed_and_joints_between_them_left_out),
        cmocka_unit_test(added_mass_is_that_of_the_link),
        cmocka_unit_test(the_smaller_friction_of_a_pair_wins),
        cmocka_unit_test(masks_are_read_if_any_is_there),
        cmocka_unit_test(links_of_a_model_collide_if_one_says_so),
        cmocka_unit_test(joints_of_a_still_base_are_excluded),
        cmocka_unit_test(planes_have_their_normal),
        cmocka_unit_test(visuals_have_colours_and_no_contacts),
        cmocka_unit_test(a_given_mass_scales_automatic_inertia),
        cmocka_unit_test(effort_and_speed_are_limits_unless_negative_or_infinite),
        cmocka_unit_test(elements_may_be_in_any_order),
        cmocka_unit_test(joints_beyond_the_tree_are_closures),
        cmocka_unit_test(of_several_settings_of_physics_the_default_counts),
        cmocka_unit_test(included_models_are_placed_and_named_by_the_include),
        cmocka_unit_test(includes_that_can_not_be_are_refused),
        cmocka_unit_test(includes_survive_failing_allocations),
    };
    return cmocka_run_group_tests(tests, set_up, folder_tear_down);
}
