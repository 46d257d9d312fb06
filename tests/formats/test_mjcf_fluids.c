/* SPDX-License-Identifier: Apache-2.0
 *
 * MJCF bodies in a fluid: read, written, and read again with the same bits. */
#include "mjcf_text.h"
#include "same_spec.h"
#include "round_trip.h"
#include "spec/items.h"

static int set_up(void **state)
{
    (void)state;
    folder_open("test_mjcf_fluids_files");
    return 0;
}

#define FLOATING(name) BODY("name='" name "'", "<freejoint/>")
#define NUMBER(name, data) "<numeric name='ludo." name "' data='" data "'/>"
#define WITH(numbers)                                                                              \
    "<mujoco><custom>\n" numbers "</custom>" WORLD(FLOATING("hull") FLOATING("a.b")) "</mujoco>"

/* ---- reading ---- */

static void a_diagonal_a_half_or_all_may_be_given(void **state)
{
    (void)state;
    static const char *const forms[] = {
        WITH(NUMBER("added_mass.hull", "1 2 3 4 5 6")),
        WITH(NUMBER("added_mass.hull", "1 0 0 0 0 0 2 0 0 0 0 3 0 0 0 4 0 0 5 0 6")),
        WITH(NUMBER("added_mass.hull", "1 0 0 0 0 0 0 2 0 0 0 0 0 0 3 0 0 0 "
                                       "0 0 0 4 0 0 0 0 0 0 5 0 0 0 0 0 0 6")),
    };
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        ludo_spec *spec = spec_of(forms[i]);
        assert_int_equal(ludo_spec_fluid_count(spec), 1);
        const ludo_fluid_def *f = ludo_spec_fluid_at(spec, 0);
        for (int k = 0; k < 36; k++) {
            assert_true(f->added_mass[k / 6][k % 6] == (k / 6 == k % 6 ? k / 6 + 1.0 : 0.0));
        }
        assert_true(f->body == 0 && f->displaced_mass == 0.0);
        assert_true(f->place.line == 2 && strcmp(f->place.file, "file.xml") == 0);
        ludo_spec_destroy(spec);
    }
}

static void the_upper_half_goes_by_rows(void **state)
{
    (void)state;
    ludo_spec *spec =
        spec_of(WITH(NUMBER("added_mass.hull", "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 "
                                               "21")));
    const ludo_fluid_def *f = ludo_spec_fluid_at(spec, 0);
    int number = 0;
    for (int i = 0; i < 6; i++) {
        for (int j = i; j < 6; j++) {
            number++;
            assert_true(f->added_mass[i][j] == number && f->added_mass[j][i] == number);
        }
    }
    ludo_spec_destroy(spec);
}

/* In any order, of names with dots, with and without a center. */
static void either_number_may_be_missing(void **state)
{
    (void)state;
    ludo_spec *spec = spec_of(WITH(NUMBER("displaced_mass.a.b", "2 .1 .2 .3") NUMBER(
        "displaced_mass.hull", "3") NUMBER("added_mass.hull", "0 0 0 1 1 1")));
    assert_int_equal(ludo_spec_fluid_count(spec), 2);
    const ludo_fluid_def *f = ludo_spec_fluid_at(spec, 0), *g = ludo_spec_fluid_at(spec, 1);
    assert_true(f->body == 1 && f->displaced_mass == 2.0 && f->added_mass[3][3] == 0.0);
    assert_true(f->buoyancy.x == 0.1 && f->buoyancy.y == 0.2 && f->buoyancy.z == 0.3);
    assert_true(g->body == 0 && g->displaced_mass == 3.0 && g->added_mass[3][3] == 1.0);
    assert_true(g->buoyancy.x == 0.0);
    assert_int_equal(ludo_spec_note_count(spec), 0);
    ludo_spec_destroy(spec);
}

static void what_makes_no_sense_is_refused_at_its_place(void **state)
{
    (void)state;
    CHECK_FAULTS(
        {WITH(NUMBER("added_mass.hul", "1 1 1 1 1 1")), LUDO_BAD_MODEL, 2, 1,
         "unknown body 'hul'; did you mean hull?"},
        {WITH(NUMBER("displaced_mass.keel", "1")), LUDO_BAD_MODEL, 2, 1, "unknown body 'keel'"},
        {WITH(NUMBER("displaced_mass.world", "1")), LUDO_BAD_MODEL, 2, 1, "unknown body 'world'"},
        {WITH(NUMBER("added_mass", "1 1 1 1 1 1")), LUDO_BAD_MODEL, 2, 1, "unknown body ''"},
        {WITH(NUMBER("added_mass.", "1 1 1 1 1 1")), LUDO_BAD_MODEL, 2, 1,
         "unknown setting of Ludo"},
        {WITH(NUMBER("added_masses.hull", "1")), LUDO_BAD_MODEL, 2, 1, "unknown setting of Ludo"},
        {WITH(NUMBER("added_mass.hull", "")), LUDO_PARSE, 2, 1, "0 numbers; it needs 6, 21 or 36"},
        {WITH(NUMBER("added_mass.hull", "1 2 3 4 5 6 7")), LUDO_PARSE, 2, 1, "7 numbers"},
        {WITH(NUMBER("added_mass.hull", "1 2 3 4 5 x")), LUDO_PARSE, 2, 1, "not a number"},
        {WITH(NUMBER("displaced_mass.hull", "1 2 3")), LUDO_PARSE, 2, 1,
         "3 numbers; it needs 1 or 4"},
        {WITH(NUMBER("displaced_mass.hull", "1 2 3 4 5")), LUDO_PARSE, 2, 1, "5 numbers"},
        {WITH(NUMBER("displaced_mass.hull", "-1")), LUDO_BAD_MODEL, 2, 1, "negative mass"},
        {WITH("<numeric name='ludo.added_mass.hull'/>"), LUDO_PARSE, 2, 1, "data"},
        {WITH(NUMBER("added_mass.hull", "1 1 1 1 1 -1")), LUDO_BAD_MODEL, 2, 1, "semidefinite"},
        {WITH(NUMBER("added_mass.hull", "1 0 0 0 0 0 0 1 0 0 0 0 0 0 1 0 0 0 "
                                        "0 0 0 1 0 0 0 0 0 0 1 0 0 .1 0 0 0 1")),
         LUDO_BAD_MODEL, 2, 1, "not symmetric"},
        {WITH(NUMBER("displaced_mass.hull", "1") "\n" NUMBER("displaced_mass.hull", "1")),
         LUDO_BAD_MODEL, 3, 1, "used twice, first in file.xml:2"});
}

/* ---- there and back ---- */

/* Random matrices: the diagonal alone, all of it, and with round-off between the halves. */
static void fluids_come_back_to_the_bit(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 12)
    {
        random_stream r = random_from(seed);
        ludo_spec *spec = spec_of(WITH(""));
        ludo_fluid_def f = {.struct_size = sizeof f,
                            .body = seed % 2 == 0,
                            .displaced_mass = random_uniform(&r, 0.0, 1.0)};
        for (int i = 0; i < 6; i++) {
            f.added_mass[i][i] = random_uniform(&r, 6.0, 7.0);
            for (int j = 0; j < i && seed % 3 > 0; j++) {
                f.added_mass[i][j] = f.added_mass[j][i] = random_uniform(&r, -1.0, 1.0);
                f.added_mass[i][j] += seed % 3 == 2 ? 0x1p-45 : 0.0;
            }
        }
        f.buoyancy = seed % 4 == 0 ? v3(0.0, 0.0, 0.0) : random_vec3(&r, 1.0);
        f.displaced_mass = seed % 5 == 0 ? 0.0 : f.displaced_mass;
        assert_int_equal(ludo_spec_add_fluid(spec, &f, NULL), LUDO_OK);
        f.body = 1 - f.body;
        assert_int_equal(ludo_spec_add_fluid(spec, &f, NULL), LUDO_OK);
        ludo_spec *back = through_file(spec, "mjcf");
        assert_int_equal(ludo_spec_fluid_count(back), 2);
        for (int32_t i = 0; i < 2; i++) {
            ludo_fluid_def a = *ludo_spec_fluid_at(spec, i), b = *ludo_spec_fluid_at(back, i);
            a.place = b.place = (ludo_place){0};
            same_fluid(&a, &b);
        }
        ludo_spec_destroy(back);
        ludo_spec_destroy(spec);
    }
}

static void urdf_loses_fluids_and_tells(void **state)
{
    (void)state;
    ludo_spec *spec = spec_of(WITH(NUMBER("displaced_mass.a.b", "2")));
    message_log reported = {.text = ""};
    save(spec, "lost.urdf", "urdf", &reported);
    assert_non_null(
        strstr(reported.text, "file.xml:2: fluid around body 'a.b': left out: URDF has no fluids"));
    ludo_spec_destroy(spec);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_diagonal_a_half_or_all_may_be_given),
        cmocka_unit_test(the_upper_half_goes_by_rows),
        cmocka_unit_test(either_number_may_be_missing),
        cmocka_unit_test(what_makes_no_sense_is_refused_at_its_place),
        cmocka_unit_test(fluids_come_back_to_the_bit),
        cmocka_unit_test(urdf_loses_fluids_and_tells),
    };
    return cmocka_run_group_tests(tests, set_up, folder_tear_down);
}
