/* SPDX-License-Identifier: Apache-2.0
 *
 * Bodies in a fluid: descriptions, compiled models, refused descriptions. */
#include "fluid_spec.h"
#include "spec/items.h"
#include "vectors.h"

#include <float.h>
#include <string.h>

enum { SEEDS = 20 };

/* A body fixed to another one; all fixed bodies are merged. */
static void fix(ludo_spec *spec, const char *name, int32_t parent, int32_t child, ludo_frame at)
{
    const double merge = 1.0;
    const ludo_joint_def joint = {.struct_size = sizeof joint,
                                  .type = "fixed",
                                  .parent = parent,
                                  .child = child,
                                  .in_parent = at};
    add_body(spec, name);
    assert_int_equal(ludo_spec_add_joint(spec, &joint, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_set_option(spec, "merge", &merge, 1), LUDO_OK);
}

/* L L^T of random L with entries of about 1. */
static ludo_fluid_def random_fluid(random_stream *r, int32_t body)
{
    double L[6][6] = {{0.0}};
    ludo_fluid_def f = {.struct_size = sizeof f,
                        .body = body,
                        .displaced_mass = random_uniform(r, 0.0, 3.0),
                        .buoyancy = random_vec3(r, 1.0)};
    for (int i = 0; i < 36; i++) {
        L[i / 6][i % 6] = random_uniform(r, -1.0, 1.0);
    }
    for (int i = 0; i < 6; i++) {
        for (int j = 0; j <= i; j++) {
            for (int k = 0; k < 6; k++) {
                f.added_mass[i][j] += L[i][k] * L[j][k];
            }
            f.added_mass[j][i] = f.added_mass[i][j];
        }
    }
    return f;
}

/* 1/2 chi.A chi */
static double energy_of(const double A[6][6], ludo_vec3 w, ludo_vec3 v)
{
    const double chi[6] = {w.x, w.y, w.z, v.x, v.y, v.z};
    double sum = 0.0;
    for (int i = 0; i < 36; i++) {
        sum += 0.5 * chi[i / 6] * A[i / 6][i % 6] * chi[i % 6];
    }
    return sum;
}

/* ---- descriptions ---- */

static void fluids_are_read_as_they_were_added(void **state)
{
    (void)state;
    ludo_spec *spec = hull_spec(v3(0.0, 0.0, 0.0));
    ludo_fluid_def f = sphere(3.0, v3(0.1, 0.2, 0.3));
    int32_t number = -1;
    char file[] = "a.xml";
    f.place = (ludo_place){file, 4, 2};
    add_fluid(spec, &f);
    file[0] = 'b';
    f.body = 7;
    assert_int_equal(ludo_spec_add_fluid(spec, &f, &number), LUDO_OK);
    assert_int_equal(number, 1);
    assert_int_equal(ludo_spec_fluid_count(spec), 2);
    assert_string_equal(ludo_spec_fluid_at(spec, 0)->place.file, "a.xml");
    assert_memory_equal(ludo_spec_fluid_at(spec, 0)->added_mass, f.added_mass, sizeof f.added_mass);
    assert_int_equal(ludo_spec_fluid_at(spec, 1)->body, 7);
    assert_null(ludo_spec_fluid_at(spec, 2));
    assert_null(ludo_spec_fluid_at(spec, -1));
    assert_int_equal(ludo_spec_add_fluid(NULL, &f, NULL), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_spec_add_fluid(spec, NULL, NULL), LUDO_BAD_ARGUMENT);
    ludo_spec_destroy(spec);
}

/* ---- compiled models ---- */

static void what_is_about_the_centre_of_mass_stays_to_the_bit(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        const ludo_fluid_def f = random_fluid(&r, 0);
        ludo_spec *spec = hull_spec(v3(0.0, 0.0, 0.0));
        add_fluid(spec, &f);
        ludo_model *m = compiled(spec);
        const ludo_fluid_info got = fluid_info_of(m, 0);
        assert_int_equal(ludo_model_fluid_count(m), 1);
        assert_memory_equal(got.added_mass, f.added_mass, sizeof f.added_mass);
        assert_true(got.body == 0 && got.displaced_mass == f.displaced_mass);
        assert_memory_equal(&got.buoyancy, &f.buoyancy, sizeof f.buoyancy);
        assert_true(fluid_info_of(m, 1).displaced_mass == 0.0);
        assert_true(fluid_info_of(m, -1).displaced_mass == 0.0);
        ludo_model_destroy(m);
    }
}

/* Lengths below 1: a few roundings of numbers below 3. */
static void a_sphere_is_one_about_its_center(void **state)
{
    (void)state;
    const ludo_vec3 c = {0.3, -0.4, 0.5};
    const ludo_fluid_def f = sphere(3.0, c);
    ludo_spec *spec = hull_spec(c);
    add_fluid(spec, &f);
    ludo_model *m = compiled(spec);
    const ludo_fluid_info got = fluid_info_of(m, 0);
    for (int i = 0; i < 6; i++) {
        for (int j = 0; j < 6; j++) {
            CHECK_NEAR(got.added_mass[i][j], i == j && i >= 3 ? 1.5 : 0.0, 16.0 * DBL_EPSILON);
        }
    }
    check_vector(got.buoyancy, c, 2.0 * DBL_EPSILON);
    ludo_model_destroy(m);
}

/* Equal energies for any motion of the body: of the separate fluids, and of their sum. */
static void check_energies(const ludo_model *m, const ludo_fluid_def *of, int count,
                           random_stream *r)
{
    const ludo_fluid_info all = fluid_info_of(m, 0);
    const ludo_vec3 com = body_info_of(m, all.body).com;
    for (int k = 0; k < 5; k++) {
        const ludo_vec3 w = random_vec3(r, 1.0), v = random_vec3(r, 1.0);
        double sum = 0.0;
        for (int i = 0; i < count; i++) {
            const ludo_frame at = body_info_of(m, of[i].body).frame_in_merged;
            const ludo_quat back = q_conj(at.orientation);
            const ludo_vec3 vi = v3_add(v, v3_cross(w, v3_sub(at.position, com)));
            sum += energy_of(of[i].added_mass, q_rotate(back, w), q_rotate(back, vi));
        }
        /* some hundred products of numbers that are small compared to their sum */
        CHECK_NEAR(energy_of(all.added_mass, w, v), sum, 1e-13 * (1.0 + sum));
    }
}

static void merged_bodies_add_up(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        ludo_spec *spec = hull_spec(random_vec3(&r, 1.0));
        ludo_fluid_def f[3];
        for (int32_t b = 0; b < 3; b++) {
            f[b] = random_fluid(&r, 2 - b); /* in an order other than that of bodies */
            add_fluid(spec, &f[b]);
        }
        fix(spec, "fin", 0, 1, (ludo_frame){random_vec3(&r, 1.0), random_quat(&r)});
        fix(spec, "tip", 1, 2, (ludo_frame){random_vec3(&r, 1.0), random_quat(&r)});
        ludo_model *m = compiled(spec);
        const ludo_fluid_info all = fluid_info_of(m, 0);
        assert_true(ludo_model_fluid_count(m) == 1 && all.body == 0);
        check_energies(m, f, 3, &r);
        ludo_vec3 moment = {0.0, 0.0, 0.0};
        for (int b = 0; b < 3; b++) {
            const ludo_frame at = body_info_of(m, f[b].body).frame_in_merged;
            const ludo_vec3 c = v3_add(at.position, q_rotate(at.orientation, f[b].buoyancy));
            moment = v3_axpy(moment, f[b].displaced_mass, c);
        }
        check_vector(v3_scale(all.displaced_mass, all.buoyancy), moment, 1e-14);
        for (int i = 0; i < 36; i++) {
            assert_true(all.added_mass[i / 6][i % 6] == all.added_mass[i % 6][i / 6]);
        }
        ludo_model_destroy(m);
    }
}

static void bodies_that_move_apart_have_their_own(void **state)
{
    (void)state;
    ludo_spec *spec = hull_spec(v3(0.0, 0.0, 0.0));
    for (int32_t b = 1; b < 4; b++) {
        add_body(spec, NULL);
        add_joint(spec, "hinge", b - 1, b);
    }
    ludo_fluid_def f = sphere(1.0, v3(0.0, 0.0, 0.0));
    for (f.body = 3; f.body > 0; f.body -= 2) {
        f.displaced_mass = 1.0 + f.body;
        add_fluid(spec, &f);
    }
    ludo_model *m = compiled(spec);
    assert_int_equal(ludo_model_fluid_count(m), 2);
    for (int32_t i = 0; i < 2; i++) {
        const ludo_fluid_info got = fluid_info_of(m, i);
        assert_true(got.body == 1 + 2 * i && got.displaced_mass == 2.0 + 2.0 * i);
    }
    ludo_model_destroy(m);
}

static void failing_allocations_leave_nothing(void **state)
{
    (void)state;
    FOR_FAILING_ALLOCATION(a)
    {
        const ludo_body_def hull = {
            .struct_size = sizeof hull, .mass = 1.0, .inertia = {1.0, 1.0, 1.0, 0.0, 0.0, 0.0}};
        ludo_fluid_def f = sphere(1.0, v3(0.1, 0.0, 0.0));
        ludo_spec *spec = NULL;
        ludo_model *m = NULL;
        f.place = (ludo_place){"a.xml", 1, 1};
        ludo_status s = ludo_spec_create(&a.hook, &spec);
        s = s == LUDO_OK ? ludo_spec_add_body(spec, &hull, NULL) : s;
        s = s == LUDO_OK ? ludo_spec_add_fluid(spec, &f, NULL) : s;
        s = s == LUDO_OK ? ludo_compile(spec, &a.hook, &m, NULL) : s;
        assert_int_equal(s, a.failed ? LUDO_NO_MEMORY : LUDO_OK);
        ludo_model_destroy(m);
        ludo_spec_destroy(spec);
    }
}

/* ---- refused descriptions ---- */

/* One change of the valid fluid of a sphere. */
typedef struct spoiled {
    const char *word;
    int32_t body;
    int row, column;
    double entry, mirrored;
    double displaced;
    bool refused;
} spoiled;

static void numbers_that_can_not_be_are_refused_by_name_and_place(void **state)
{
    (void)state;
    static const spoiled cases[] = {
        {"fluid 0 is around a body that does not exist", 1, 0, 0, 0.0, 0.0, 1.0, true},
        {"fluid 0 is around a body that does not exist", LUDO_WORLD, 0, 0, 0.0, 0.0, 1.0, true},
        {"'hull' has a number that is not finite", 0, 1, 2, (double)NAN, (double)NAN, 1.0, true},
        {"'hull' has a number that is not finite", 0, 0, 0, 0.0, 0.0, HUGE_VAL, true},
        {"'hull' displaces a negative mass", 0, 0, 0, 0.0, 0.0, -1.0, true},
        {"'hull' has an added mass that is not positive semi", 0, 4, 4, -0.1, -0.1, 1.0, true},
        {"'hull' has an added mass that is not positive semi", 0, 3, 4, 0.51, 0.51, 1.0, true},
        {"'hull' has an added mass that is not positive semi", 0, 0, 4, 0.1, 0.1, 1.0, true},
        {"'hull' has an added mass that is not symmetric", 0, 3, 4, 0.1, 0.2, 1.0, true},
        {"'hull' has an added mass that is not symmetric", 0, 5, 4, 0.1, 0.1 + 1e-12, 1.0, true},
        {"", 0, 5, 4, 0.1, 0.1 + 1e-13, 1.0, false},
        {"", 0, 3, 4, 0.5, 0.5, 1.0, false}, /* two coupled directions along one axis */
        {"", 0, 3, 4, 0.5 + 1e-7, 0.5 + 1e-7, 1.0, false},
        {"", 0, 3, 3, 0.0, 0.0, 0.0, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const spoiled *c = &cases[i];
        ludo_fluid_def f = sphere(1.0, v3(0.0, 0.0, 0.0));
        ludo_diagnostic why = {.line = 0};
        f.body = c->body, f.displaced_mass = c->displaced, f.place = (ludo_place){"m.xml", 5, 7};
        f.added_mass[c->row][c->column] = c->entry;
        f.added_mass[c->column][c->row] = c->mirrored;
        f.added_mass[0][0] = i == 0 ? 1.0 : f.added_mass[0][0];
        ludo_spec *spec = hull_spec(v3(0.1, 0.0, 0.0));
        add_fluid(spec, &f);
        if (!c->refused) {
            ludo_model_destroy(compiled(spec));
            continue;
        }
        check_refused(spec, LUDO_BAD_MODEL, &why);
        if (strstr(why.message, c->word) == NULL) {
            fail_msg("'%s', not '%s'", why.message, c->word);
        }
        assert_true(why.line == 5 && why.column == 7 && strcmp(why.file, "m.xml") == 0);
    }
}

static void a_second_fluid_of_a_body_is_refused_naming_both(void **state)
{
    (void)state;
    for (int from_file = 0; from_file < 2; from_file++) {
        ludo_spec *spec = hull_spec(v3(0.0, 0.0, 0.0));
        ludo_fluid_def f = sphere(1.0, v3(0.0, 0.0, 0.0));
        ludo_diagnostic why = {.line = 0};
        f.place = (ludo_place){from_file ? "m.xml" : NULL, from_file ? 5 : 0, 0};
        add_fluid(spec, &f);
        f.place.line = from_file ? 9 : 0;
        add_fluid(spec, &f);
        check_refused(spec, LUDO_BAD_MODEL, &why);
        assert_non_null(strstr(why.message, "the fluid around body 'hull' is given twice"));
        assert_non_null(strstr(why.message, from_file ? "first in m.xml:5" : "fluids 0 and 1"));
        assert_int_equal(why.line, from_file ? 9 : 0);
    }
}

static void what_does_not_move_by_itself_can_not_be_in_a_fluid(void **state)
{
    (void)state;
    for (int massless = 0; massless < 2; massless++) {
        const ludo_body_def frame = {.struct_size = sizeof frame, .name = "frame"};
        ludo_spec *spec = new_spec();
        ludo_fluid_def f = sphere(1.0, v3(0.0, 0.0, 0.0));
        ludo_diagnostic why = {.line = 0};
        f.place = (ludo_place){"m.xml", 5, 7};
        if (massless) {
            assert_int_equal(ludo_spec_add_body(spec, &frame, NULL), LUDO_OK);
            add_joint(spec, "hinge", LUDO_WORLD, 0);
        } else {
            fix(spec, "wall", LUDO_WORLD, 0, (ludo_frame){.position = {0.0, 0.0, 0.0}});
        }
        add_body(spec, "load");
        add_joint(spec, "hinge", 0, 1);
        add_fluid(spec, &f);
        check_refused(spec, LUDO_BAD_MODEL, &why);
        assert_non_null(strstr(why.message, massless ? "body 'frame' needs a body with mass: "
                                                       "give the body a mass"
                                                     : "body 'wall' has no effect: the body is "
                                                       "fixed to the world"));
        assert_true(why.line == 5 && why.column == 7);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fluids_are_read_as_they_were_added),
        cmocka_unit_test(what_is_about_the_centre_of_mass_stays_to_the_bit),
        cmocka_unit_test(a_sphere_is_one_about_its_center),
        cmocka_unit_test(merged_bodies_add_up),
        cmocka_unit_test(bodies_that_move_apart_have_their_own),
        cmocka_unit_test(failing_allocations_leave_nothing),
        cmocka_unit_test(numbers_that_can_not_be_are_refused_by_name_and_place),
        cmocka_unit_test(a_second_fluid_of_a_body_is_refused_naming_both),
        cmocka_unit_test(what_does_not_move_by_itself_can_not_be_in_a_fluid),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
