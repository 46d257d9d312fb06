/* SPDX-License-Identifier: Apache-2.0
 *
 * MJCF: attached models and replicated elements. */
#include "folder.h"
#include "mjcf_text.h"
#include "spec/items.h"

#include <math.h>
#include <stdio.h>

static int set_up(void **state)
{
    (void)state;
    folder_open("test_mjcf_expand_files");
    return 0;
}

#define SPHERE "<geom size='0.1'/>"

/* ---- replicate ---- */

static void check_body(const ludo_spec *spec, int32_t body, const char *name)
{
    assert_string_equal(ludo_spec_body_at(spec, body)->name, name);
}

#define COPIES(attributes, name)                                                                   \
    "<replicate " attributes ">" BODY("name='" name "'", "") "</replicate>"

static void copies_have_suffixes_with_the_digits_of_the_count(void **state)
{
    (void)state;
    ludo_spec *spec = spec_of(MUJOCO(WORLD(
        COPIES("count='3'", "b") COPIES("count='10' sep='_'", "c") COPIES("count='0'", "d"))));
    assert_int_equal(ludo_spec_body_count(spec), 13);
    check_body(spec, 0, "b0");
    check_body(spec, 2, "b2");
    check_body(spec, 3, "c_00");
    check_body(spec, 12, "c_09");
    ludo_spec_destroy(spec);
}

static void inner_copies_come_first_and_have_their_suffix_first(void **state)
{
    (void)state;
    ludo_spec *spec =
        spec_of(MUJOCO(WORLD("<replicate count='2' sep='_'><replicate count='2' sep='-'>" BODY(
            "name='b'", "") "</replicate></replicate>" BODY("name='z'", ""))));
    static const char *const names[] = {"b-0_0", "b-1_0", "b-0_1", "b-1_1", "z"};
    for (int32_t i = 0; i < 5; i++) {
        check_body(spec, i, names[i]);
    }
    ludo_spec_destroy(spec);
}

/* Copy i has the pose F^i: with a quarter turn the offsets go around a square. */
static void copies_are_moved_by_powers_of_the_offset(void **state)
{
    (void)state;
    static const double x[] = {1.0, 1.0, 0.0, 0.0, 1.0}, y[] = {0.0, 1.0, 1.0, 0.0, 0.0};
    ludo_spec *spec =
        spec_of(MUJOCO(WORLD("<replicate count='5' offset='1 0 0.5' euler='0 0 90'>" BODY(
            "pos='1 0 0'", "<joint/>") "</replicate>")));
    for (int32_t i = 0; i < 5; i++) {
        const ludo_vec3 p = ludo_spec_joint_at(spec, i)->in_parent.position;
        /* four products of rotations by 90 degrees, each with a few roundings of 1 */
        assert_true(fabs(p.x - x[i]) < 2e-15 && fabs(p.y - y[i]) < 2e-15);
        assert_true(p.z == 0.5 * i);
    }
    ludo_spec_destroy(spec);
}

#define PAIR_OF_BODIES                                                                             \
    BODY("name='o'", "<joint name='oj'/>")                                                         \
    "<replicate count='2'>" BODY("name='b'", "<joint name='j'/><site name='s'/>") "</replicate>"

static void elements_that_refer_to_copies_are_copied(void **state)
{
    (void)state;
    ludo_spec *spec = spec_of(
        MUJOCO(WORLD(PAIR_OF_BODIES) "<tendon><fixed name='f'><joint joint='j' coef='1'/><joint "
                                     "joint='oj' coef='2'/></fixed></tendon>"
                                     "<actuator><motor name='m' joint='j'/><motor name='mo' "
                                     "joint='oj'/><motor name='mt' tendon='f'/></actuator>"
                                     "<contact><exclude name='x' body1='o' body2='b'/></contact>"
                                     "<equality><connect name='e' body1='b' anchor='0 0 0'/>"
                                     "</equality>"));
    static const char *const actuators[] = {"mo", "m0", "mt0", "m1", "mt1"};
    assert_int_equal(ludo_spec_actuator_count(spec), 5);
    for (int32_t i = 0; i < 5; i++) {
        assert_string_equal(ludo_spec_actuator_at(spec, i)->name, actuators[i]);
    }
    assert_int_equal(ludo_spec_spring_count(spec), 2);
    assert_string_equal(ludo_spec_spring_at(spec, 1)->name, "f1");
    assert_int_equal(ludo_spec_spring_at(spec, 1)->term[0].joint, 2);
    assert_int_equal(ludo_spec_spring_at(spec, 1)->term[1].joint, 0);
    assert_int_equal(ludo_spec_exclude_count(spec), 2);
    assert_string_equal(ludo_spec_exclude_at(spec, 1)->name, "x1");
    assert_int_equal(ludo_spec_closure_count(spec), 2);
    assert_string_equal(ludo_spec_closure_at(spec, 0)->name, "e0");
    ludo_spec_destroy(spec);
}

static void equalities_with_others_are_left_out_as_in_mujoco(void **state)
{
    (void)state;
    ludo_spec *spec =
        spec_of(MUJOCO(WORLD(PAIR_OF_BODIES) "<equality><connect name='e' body1='o' body2='b' "
                                             "anchor='0 0 0'/></equality>"));
    assert_int_equal(ludo_spec_closure_count(spec), 0);
    assert_int_equal(ludo_spec_note_count(spec), 1);
    assert_non_null(strstr(spec_note_of(spec, 0).message, "left out, as in MuJoCo"));
    ludo_spec_destroy(spec);
}

static void settings_of_ludo_follow_their_geoms(void **state)
{
    (void)state;
    ludo_spec *spec =
        spec_of(MUJOCO(WORLD("<replicate count='2'><geom name='g' size='1'/></replicate>" BODY(
            "", "<joint/>")) "<custom><numeric name='ludo.restitution.g' data='0.5'/></custom>"));
    assert_true(ludo_spec_geom_at(spec, 1)->restitution == 0.5);
    ludo_spec_destroy(spec);
}

static void keyframes_with_too_few_numbers_are_filled_up(void **state)
{
    (void)state;
    ludo_spec *spec = spec_of(MUJOCO("<compiler angle='radian'/>" WORLD(
        BODY("", "<joint ref='2'/>") BODY("pos='1 2 3'", "<freejoint/>")
            BODY("", "<joint type='ball'/>")) "<keyframe><key qpos='7'/></keyframe>"));
    static const double want[] = {7.0, 1.0, 2.0, 3.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0};
    const ludo_keyframe_def *key = ludo_spec_keyframe_at(spec, 0);
    assert_int_equal(key->position_count, 12);
    assert_memory_equal(key->position, want, sizeof want);
    assert_int_equal(key->velocity_count, 0);
    ludo_spec_destroy(spec);
}

#define IN_WORLD(inner) MUJOCO("\n<worldbody>" inner "</worldbody>")

static void replicates_that_can_not_be_are_refused(void **state)
{
    (void)state;
    CHECK_FAULTS(
        {IN_WORLD("<replicate/>"), LUDO_PARSE, 2, 12, "'count' is missing"},
        {IN_WORLD("<replicate count='x'/>"), LUDO_PARSE, 2, 12, "'x' is not a number"},
        {IN_WORLD("<replicate count='-1'/>"), LUDO_PARSE, 2, 12, "a whole number from 0"},
        {IN_WORLD("<replicate count='1.5'/>"), LUDO_PARSE, 2, 12, "a whole number from 0"},
        {IN_WORLD("<replicate count='1000000000'/>"), LUDO_PARSE, 2, 12, "a whole number from 0"},
        {IN_WORLD("<replicate count='200000'><body/></replicate>"), LUDO_PARSE, 2, 12,
         "200000 copies of 2 elements are too many"},
        {IN_WORLD("<replicate count='1000'><replicate count='1000'><geom/></replicate>"
                  "</replicate>"),
         LUDO_PARSE, 2, 12, "too many"},
        {IN_WORLD("<replicate count='2' offset='1 2'/>"), LUDO_PARSE, 2, 12, "needs 3"},
        {IN_WORLD("<replicate count='2' euler='1'/>"), LUDO_PARSE, 2, 12, "needs 3"},
        {IN_WORLD("<replicate cout='2'/>"), LUDO_PARSE, 2, 12, "'cout'"},
        {IN_WORLD("<body><replicate count='2'><joint/></replicate></body>"), LUDO_PARSE, 2, 39,
         "put it into a body"},
        {IN_WORLD("<replicate count='2'><bdy/></replicate>"), LUDO_PARSE, 2, 33, "bdy"});
}

/* ---- attach ---- */

static const char child[] =
    "<mujoco model='kid'><compiler angle='radian' boundmass='5'/><option timestep='1'/>"
    "<default><geom density='500'/><default class='k'><geom material='red'/></default></default>"
    "<asset><material name='red' rgba='1 0 0 1'/>"
    "<mesh name='m' vertex='0 0 0 1 0 0 0 1 0 0 0 1'/></asset>"
    "<worldbody><geom name='floor' type='plane' size='1 1 1'/>"
    "<frame name='fr' pos='0 0 1'><body name='b'><joint name='j' range='-1 1'/>"
    "<geom name='g' size='0.1' class='k'/><site name='s'/></body></frame>"
    "<body name='o'><joint name='oj' type='ball'/>" SPHERE "<site name='so'/></body></worldbody>"
    "<contact><exclude name='x' body1='b' body2='world'/><exclude name='xo' body1='b' body2='o'/>"
    "</contact><tendon><fixed name='f'><joint joint='j' coef='1'/></fixed>"
    "<spatial name='t'><site site='s'/><site site='so'/></spatial></tendon>"
    "<actuator><motor name='mt' tendon='t'/><motor name='mf' tendon='f'/></actuator>"
    "<custom><numeric name='ludo.restitution' data='0.25'/></custom>"
    "<keyframe><key name='k' time='2' qpos='0.5 1 0 0 0' qvel='1 2 3 4' ctrl='8 9'/></keyframe>"
    "</mujoco>";

#define ASSET "<asset><model name='kid' file='kid.xml'/></asset>"

static ludo_status load(const char *text, ludo_spec **spec, ludo_diagnostic *why)
{
    folder_write("main.xml", text);
    *why = (ludo_diagnostic){.line = -1};
    return ludo_load_file(folder_path("main.xml"), NULL, NULL, spec, why);
}

static ludo_spec *loaded(const char *text)
{
    ludo_spec *spec;
    ludo_diagnostic why;
    if (load(text, &spec, &why) != LUDO_OK) {
        fail_msg("%s:%d: %s", why.file, (int)why.line, why.message);
    }
    return spec;
}

static void a_body_comes_with_all_that_refers_to_it_alone(void **state)
{
    (void)state;
    folder_write("kid.xml", child);
    ludo_spec *spec = loaded(MUJOCO(ASSET WORLD(
        BODY("name='p'",
             "<joint name='pj' range='-90 90'/>") "<frame pos='2 0 0'><attach model='kid' body='b' "
                                                  "prefix='l_'/>"
                                                  "</frame>" BODY("name='z'",
                                                                  "")) "<actuator><motor name='m' "
                                                                       "joint='l_j'/></actuator>"));
    check_body(spec, 0, "p");
    check_body(spec, 1, "l_b");
    check_body(spec, 2, "z");
    const ludo_joint_def *joint = ludo_spec_joint_at(spec, 1);
    assert_string_equal(joint->name, "l_j");
    assert_true(joint->along[0].range[1] == 1.0); /* radians there, degrees here */
    assert_true(fabs(ludo_spec_joint_at(spec, 0)->along[0].range[1] - 1.57079632679) < 1e-11);
    assert_true(joint->in_parent.position.x == 2.0 && joint->in_parent.position.z == 0.0);
    assert_int_equal(ludo_spec_body_count(spec), 3);
    assert_true(ludo_spec_body_at(spec, 1)->mass == 5.0); /* bounded there */
    assert_true(ludo_spec_body_at(spec, 0)->mass == 1.0);
    assert_true(ludo_spec_geom_at(spec, 0)->density == 500.0);
    assert_true(ludo_spec_geom_at(spec, 0)->rgba[1] == 0.0);
    assert_true(ludo_spec_geom_at(spec, 0)->restitution == 0.25);
    assert_int_equal(ludo_spec_exclude_count(spec), 1);
    assert_string_equal(ludo_spec_exclude_at(spec, 0)->name, "l_x");
    assert_int_equal(ludo_spec_spring_count(spec), 1);
    assert_int_equal(ludo_spec_actuator_count(spec), 2);
    assert_string_equal(ludo_spec_actuator_at(spec, 0)->name, "m");
    assert_string_equal(ludo_spec_actuator_at(spec, 1)->name, "l_mf");
    ludo_spec_destroy(spec);
}

static void a_whole_world_or_a_frame_can_be_attached(void **state)
{
    (void)state;
    folder_write("kid.xml", child);
    ludo_spec *spec = loaded(MUJOCO(ASSET WORLD("<attach model='kid' prefix='l_'/>"
                                                "<attach model='kid' frame='fr' prefix='r_'/>"
                                                "<attach model='kid' body='world' prefix='w_'/>")));
    static const char *const names[] = {"l_b", "l_o", "r_b", "w_world", "w_b", "w_o"};
    assert_int_equal(ludo_spec_body_count(spec), 6);
    for (int32_t i = 0; i < 6; i++) {
        check_body(spec, i, names[i]);
    }
    assert_int_equal(ludo_spec_joint_at(spec, 4)->parent, 3);
    assert_true(ludo_spec_joint_at(spec, 2)->in_parent.position.z == 1.0);
    ludo_spec_destroy(spec);
}

/* The numbers of joints that are not attached are left out, those of others are reference values.
 */
static void keyframes_of_attached_models_fit_the_whole_model(void **state)
{
    (void)state;
    static const double position[] = {0.0, 0.5}, velocity[] = {0.0, 1.0}, control[] = {0.0, 9.0};
    static const double whole[] = {0.0, 0.0, 0.5, 1.0, 0.0, 0.0, 0.0};
    folder_write("kid.xml", child);
    ludo_spec *spec = loaded(MUJOCO(ASSET WORLD(
        BODY("", "<joint name='pj'/>") "<attach model="
                                       "'kid' body='b' prefix='l_'/>") "<actuator><motor "
                                                                       "joint='pj'/></actuator>"));
    const ludo_keyframe_def *key = ludo_spec_keyframe_at(spec, 0);
    assert_string_equal(key->name, "l_k");
    assert_true(key->time == 2.0);
    assert_int_equal(key->position_count, 2);
    assert_memory_equal(key->position, position, sizeof position);
    assert_memory_equal(key->velocity, velocity, sizeof velocity);
    assert_memory_equal(key->control, control, sizeof control);
    ludo_spec_destroy(spec);

    /* through two levels */
    folder_write("mid.xml", MUJOCO(ASSET WORLD(BODY("name='mb'", "<joint/><attach model='kid' "
                                                                 "prefix='i_'/>"))));
    spec = loaded("<mujoco><asset><model name='mid' file='mid.xml'/></asset><worldbody>" BODY(
        "", "<joint/>") "<attach model='mid' body='mb' prefix='m_'/></worldbody></mujoco>");
    key = ludo_spec_keyframe_at(spec, 0);
    assert_string_equal(key->name, "m_i_k");
    assert_int_equal(key->position_count, 7);
    assert_memory_equal(key->position, whole, sizeof whole);
    ludo_spec_destroy(spec);
}

static void a_part_of_the_model_itself_can_be_attached(void **state)
{
    (void)state;
    ludo_spec *spec = loaded(MUJOCO(WORLD(
        BODY("name='q'", "<joint name='j'/>") "<frame pos='1 0 0'><attach body='q' prefix='l_'/>"
                                              "</frame>") "<actuator><motor name='m' joint='j'/>"
                                                          "</actuator>"));
    check_body(spec, 1, "l_q");
    assert_int_equal(ludo_spec_actuator_count(spec), 2);
    assert_string_equal(ludo_spec_actuator_at(spec, 1)->name, "l_m");
    ludo_spec_destroy(spec);
}

/* Meshes of a model are beside its own file. */
static void files_of_an_attached_model_are_found_from_its_folder(void **state)
{
    (void)state;
    folder_write("sub/kid.xml",
                 "<mujoco model='kid'><compiler meshdir='ms'/><asset><mesh file='t.obj'/></asset>"
                 "<worldbody><include file='more.xml'/></worldbody></mujoco>");
    folder_write("sub/more.xml", "<mujoco><body name='b'><joint/><geom type='mesh' mesh='t'/>"
                                 "</body></mujoco>");
    folder_write("sub/ms/t.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\n"
                                 "f 2 3 4\n");
    ludo_spec *spec = loaded("<mujoco><asset><model file='sub/kid.xml'/></asset><worldbody>"
                             "<attach model='kid' body='b' prefix='l_'/></worldbody></mujoco>");
    assert_string_equal(ludo_spec_mesh_at(spec, 0)->name, "l_t");
    assert_int_equal(ludo_spec_mesh_at(spec, 0)->vertex_count, 4);
    ludo_spec_destroy(spec);
}

static void refused(const char *text, ludo_status status, const char *word)
{
    ludo_spec *spec;
    ludo_diagnostic why;
    const ludo_status got = load(text, &spec, &why);
    if (got != status || strstr(why.message, word) == NULL || spec != NULL || why.line <= 0) {
        fail_msg("'%s': %d: %s:%d: %s", text, (int)got, why.file, (int)why.line, why.message);
    }
}

#define ATTACH(attributes) MUJOCO("\n" ASSET WORLD("<attach " attributes "/>"))

static void attachments_that_can_not_be_are_refused(void **state)
{
    (void)state;
    folder_write("kid.xml", child);
    refused(ATTACH("model='kid'"), LUDO_PARSE, "'prefix' is missing");
    refused(ATTACH("prefix=''"), LUDO_PARSE, "needs 'model'");
    refused(ATTACH("model='kid' prefix='' boby='b'"), LUDO_PARSE, "'boby'");
    refused(ATTACH("model='kid' prefix='' body='b' frame='fr'"), LUDO_PARSE, "keep one");
    refused(ATTACH("model='kit' prefix=''"), LUDO_BAD_MODEL, "unknown model 'kit'");
    refused(ATTACH("model='kid' prefix='' body='c'"), LUDO_BAD_MODEL, "unknown body 'c'");
    refused(ATTACH("model='kid' prefix='' frame='b'"), LUDO_BAD_MODEL, "unknown frame 'b'");
    refused(ATTACH("body='b' prefix=''"), LUDO_BAD_MODEL, "unknown body 'b' before");
    refused(MUJOCO(WORLD("<body name='q'><attach body='q' prefix='l'/></body>")), LUDO_BAD_MODEL,
            "not around it");
    refused(MUJOCO(ASSET WORLD("<attach model='kid' prefix=''><geom/></attach>")), LUDO_PARSE,
            "must be empty");
    refused(MUJOCO(ASSET WORLD("<attach model='kid' prefix='a'/><attach model='kid' prefix='a'/>")),
            LUDO_BAD_MODEL, "used twice");
    refused(MUJOCO("<compiler conflict='merge'/>" ASSET WORLD("<attach model='kid' prefix='a'/>")),
            LUDO_UNSUPPORTED, "'conflict'");
}

static void models_that_can_not_be_attached_are_refused(void **state)
{
    (void)state;
    refused(ATTACH("model='kid' prefix=''"), LUDO_BAD_MODEL, "kid.xml' is missing");
    folder_write("kid.xml", "<robot name='r'><link name='l'/></robot>");
    refused(ATTACH("model='kid' prefix=''"), LUDO_UNSUPPORTED, "no MJCF file");
    folder_write("kid.xml", MUJOCO("\n" ASSET WORLD("<attach model='kid' prefix=''/>")));
    refused(ATTACH("model='kid' prefix=''"), LUDO_BAD_MODEL, "in a circle");
    folder_write("kid.xml", "<mujoco>\n<worldbody><bdy/></worldbody></mujoco>");
    refused(ATTACH("model='kid' prefix=''"), LUDO_PARSE, "bdy");
    folder_write("kid.xml", "<mujoco>\n<worldbody>");
    refused(ATTACH("model='kid' prefix=''"), LUDO_PARSE, "");
    folder_write("in/main.xml", "");
    refused("<mujoco>\n<asset><model name='kid' file='/dev/null'/></asset><worldbody>"
            "<attach model='kid' prefix=''/></worldbody></mujoco>",
            LUDO_BAD_MODEL, "outside the folders");
}

/* Each level attaches the next one twice: 2^30 bodies, unless the reader limits itself. */
static void models_that_attach_twice_on_each_level_are_refused(void **state)
{
    (void)state;
    for (int i = 0; i < 30; i++) {
        char name[16], text[512];
        (void)snprintf(name, sizeof name, "k%d.xml", i);
        (void)snprintf(text, sizeof text,
                       "<mujoco>\n<asset><model name='m' file='k%d.xml'/></asset><worldbody><body>"
                       "<joint/></body><attach model='m' prefix='a'/><attach model='m' prefix='b'/>"
                       "</worldbody></mujoco>",
                       i + 1);
        folder_write(name, text);
    }
    folder_write("k30.xml", "<mujoco><worldbody><body/></worldbody></mujoco>");
    refused("<mujoco>\n<asset><model name='m' file='k0.xml'/></asset><worldbody><attach model='m' "
            "prefix=''/></worldbody></mujoco>",
            LUDO_PARSE, "models are attached");
}

static void every_failing_allocation_is_survived(void **state)
{
    (void)state;
    long rounds = 0;
    folder_write("kid.xml", child);
    folder_write("main.xml",
                 MUJOCO(ASSET WORLD("<replicate count='2'><attach model='kid' prefix='a'/>"
                                    "</replicate><attach body='ab0' prefix='c'/>")));
    FOR_FAILING_ALLOCATION(alloc)
    {
        ludo_spec *spec = NULL;
        ludo_diagnostic why;
        const ludo_status status =
            ludo_load_file(folder_path("main.xml"), NULL, &alloc.hook, &spec, &why);
        assert_int_equal(status, alloc.failed ? LUDO_NO_MEMORY : LUDO_OK);
        ludo_spec_destroy(spec);
        rounds++;
    }
    assert_true(rounds > 300); /* two files, copies of their elements and texts */
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, folder_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(copies_have_suffixes_with_the_digits_of_the_count),
        TEST(inner_copies_come_first_and_have_their_suffix_first),
        TEST(copies_are_moved_by_powers_of_the_offset),
        TEST(elements_that_refer_to_copies_are_copied),
        TEST(equalities_with_others_are_left_out_as_in_mujoco),
        TEST(settings_of_ludo_follow_their_geoms),
        TEST(keyframes_with_too_few_numbers_are_filled_up),
        TEST(replicates_that_can_not_be_are_refused),
        TEST(a_body_comes_with_all_that_refers_to_it_alone),
        TEST(a_whole_world_or_a_frame_can_be_attached),
        TEST(keyframes_of_attached_models_fit_the_whole_model),
        TEST(a_part_of_the_model_itself_can_be_attached),
        TEST(files_of_an_attached_model_are_found_from_its_folder),
        TEST(attachments_that_can_not_be_are_refused),
        TEST(models_that_can_not_be_attached_are_refused),
        TEST(models_that_attach_twice_on_each_level_are_refused),
        TEST(every_failing_allocation_is_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
