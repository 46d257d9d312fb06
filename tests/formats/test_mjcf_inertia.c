/* SPDX-License-Identifier: Apache-2.0
 *
 * MJCF: what bodies weigh, by inertial elements, geoms and settings. Numbers said to be MuJoCo's
 * are those of version 4.0.0, turned into body axes. */
#include "mjcf_text.h"
#include "spec/items.h"

#include <float.h>
#include <stdio.h>

/* sums of a few products of numbers of the size of the largest, on both sides */
#define ROUNDING (64.0 * DBL_EPSILON)

#define PI 3.14159265358979323846
#define BALL (4000.0 * PI / 3.0) /* of radius 1 and density 1000 */

typedef struct mass_case {
    const char *settings, *inner; /* of compiler, of the body */
    double mass;
    ludo_vec3 com;
    double inertia[6];
} mass_case;

static void check_body(const ludo_body_def *b, const mass_case *c)
{
    const double largest = fmax(fmax(c->inertia[0], c->inertia[1]), c->inertia[2]);
    CHECK_NEAR(b->mass, c->mass, ROUNDING * c->mass);
    CHECK_NEAR(b->com.x, c->com.x, ROUNDING);
    CHECK_NEAR(b->com.y, c->com.y, ROUNDING);
    CHECK_NEAR(b->com.z, c->com.z, ROUNDING);
    for (int i = 0; i < 6; i++) {
        CHECK_NEAR(b->inertia[i], c->inertia[i], ROUNDING * largest);
    }
}

static void check_masses(const mass_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char text[1024];
        (void)snprintf(text, sizeof text,
                       MUJOCO("<compiler %s/>" WORLD("<body name='b'>%s</body>")),
                       cases[i].settings, cases[i].inner);
        ludo_spec *spec = spec_of(text);
        check_body(ludo_spec_body_at(spec, 0), &cases[i]);
        ludo_spec_destroy(spec);
    }
}

#define CHECK_MASSES(...)                                                                          \
    do {                                                                                           \
        static const mass_case cases[] = {__VA_ARGS__};                                            \
        check_masses(cases, sizeof cases / sizeof *cases);                                         \
    } while (0)

#define SPHERE "<geom size='1' pos='1 0 0'/>"
#define GIVEN "<inertial pos='0 2 0' mass='3' diaginertia='1 2 2.5'/>"
#define OF_SPHERE                                                                                  \
    BALL, {1.0, 0.0, 0.0},                                                                         \
    {                                                                                              \
        0.4 * BALL, 0.4 * BALL, 0.4 * BALL                                                         \
    }
#define OF_GIVEN                                                                                   \
    3.0, {0.0, 2.0, 0.0},                                                                          \
    {                                                                                              \
        1.0, 2.0, 2.5                                                                              \
    }
#define OF_NOTHING                                                                                 \
    0.0, {0.0, 0.0, 0.0},                                                                          \
    {                                                                                              \
        0.0                                                                                        \
    }

static void mass_comes_from_where_the_settings_say(void **state)
{
    (void)state;
    CHECK_MASSES({"", SPHERE, OF_SPHERE}, {"", SPHERE GIVEN, OF_GIVEN},
                 {"inertiafromgeom='auto'", SPHERE GIVEN, OF_GIVEN},
                 {"inertiafromgeom='true'", SPHERE GIVEN, OF_SPHERE},
                 {"inertiafromgeom='true'", GIVEN, OF_GIVEN},
                 {"inertiafromgeom='false'", SPHERE, OF_NOTHING},
                 {"inertiafromgeom='false'", SPHERE GIVEN, OF_GIVEN}, {"", "", OF_NOTHING});
}

static void only_geoms_of_the_groups_asked_for_weigh(void **state)
{
    (void)state;
    CHECK_MASSES({"", SPHERE "<geom size='2' group='6'/>", OF_SPHERE},
                 {"", "<geom size='2' group='-1'/>" SPHERE, OF_SPHERE},
                 {"inertiagrouprange='2 3'",
                  "<geom size='1' pos='1 0 0' group='3'/><geom size='1'/>", OF_SPHERE},
                 {"inertiagrouprange='1 2' inertiafromgeom='true'", SPHERE GIVEN, OF_GIVEN},
                 {"inertiagrouprange='3 1'", SPHERE, OF_NOTHING});
}

static void densities_masses_and_shells_weigh(void **state)
{
    (void)state;
    CHECK_MASSES({"",
                  "<geom size='1' pos='1 0 0' mass='5' density='3'/>",
                  5.0,
                  {1.0, 0.0, 0.0},
                  {2.0, 2.0, 2.0}},
                 {"",
                  "<geom size='1' density='3'/>",
                  4.0 * PI,
                  {0.0, 0.0, 0.0},
                  {1.6 * PI, 1.6 * PI, 1.6 * PI}},
                 {"",
                  "<geom size='1' density='3' shellinertia='true'/>",
                  12.0 * PI,
                  {0.0, 0.0, 0.0},
                  {8.0 * PI, 8.0 * PI, 8.0 * PI}},
                 {"",
                  "<geom type='box' size='1 2 3' mass='3'/><geom size='1' mass='0'/>",
                  3.0,
                  {0.0, 0.0, 0.0},
                  {13.0, 10.0, 5.0}},
                 {"", "<geom size='1' mass='0'/><geom size='1' density='0'/>", OF_NOTHING},
                 {"", "<geom size='1 2 1' type='plane'/>", OF_NOTHING},
                 {"",
                  "<geom size='1' mass='1' pos='1 0 0'/><geom size='1' mass='1' pos='-1 0 0'/>",
                  2.0,
                  {0.0, 0.0, 0.0},
                  {0.8, 2.8, 2.8}});
}

/* MuJoCo's */
static void masses_and_moments_are_bounded_then_balanced(void **state)
{
    (void)state;
    CHECK_MASSES({"boundmass='1' boundinertia='.5'",
                  "<geom size='.001' pos='1 0 0'/>",
                  1.0,
                  {1.0, 0.0, 0.0},
                  {0.5, 0.5, 0.5}},
                 {"boundmass='1' boundinertia='.5'", "", 1.0, {0.0, 0.0, 0.0}, {0.5, 0.5, 0.5}},
                 {"boundmass='-1' boundinertia='-1'", GIVEN, OF_GIVEN},
                 {"balanceinertia='true'",
                  "<inertial pos='0 0 0' mass='1' diaginertia='1 1 3'/>",
                  1.0,
                  {0.0, 0.0, 0.0},
                  {5.0 / 3.0, 5.0 / 3.0, 5.0 / 3.0}},
                 {"balanceinertia='true'", GIVEN, OF_GIVEN},
                 {"balanceinertia='true' boundinertia='2'",
                  "<inertial pos='0 0 0' mass='1' diaginertia='.1 1 3'/>",
                  1.0,
                  {0.0, 0.0, 0.0},
                  {2.0, 2.0, 3.0}},
                 /* in principal axes, which here are turned by 45 degrees about z: 1.5 1 0.5 */
                 {"boundinertia='0.75'",
                  "<inertial pos='0 0 0' mass='1' fullinertia='1 1 1 .5 0 0'/>",
                  1.0,
                  {0.0, 0.0, 0.0},
                  {1.125, 1.125, 1.0, 0.375, 0.0, 0.0}});
}

/* MuJoCo's: the sum is scaled after all the rest. */
static void the_sum_of_masses_can_be_given(void **state)
{
    (void)state;
    ludo_spec *spec =
        spec_of(MUJOCO("<compiler boundmass='1' boundinertia='.5' settotalmass='8'/>" WORLD(
            "<body><geom size='.001' pos='1 0 0'/><body><geom size='1'/></body></body>")));
    const double scale = 8.0 / (BALL + 1.0);
    const mass_case light = {
        "", "", scale, {1.0, 0.0, 0.0}, {0.5 * scale, 0.5 * scale, 0.5 * scale}};
    const double I = 0.4 * BALL * scale;
    const mass_case heavy = {"", "", BALL * scale, {0.0, 0.0, 0.0}, {I, I, I}};
    check_body(ludo_spec_body_at(spec, 0), &light);
    check_body(ludo_spec_body_at(spec, 1), &heavy);
    ludo_spec_destroy(spec);
    CHECK_MASSES({"settotalmass='8'", "", OF_NOTHING}, {"settotalmass='-1'", GIVEN, OF_GIVEN},
                 {"settotalmass='0'", GIVEN, OF_GIVEN});
}

/* What one compiler element leaves out another one may say. */
static void settings_add_up(void **state)
{
    (void)state;
    ludo_spec *spec = spec_of(MUJOCO(
        "<compiler boundmass='2' boundinertia='3'/><compiler boundmass='4'/>" WORLD("<body/>")));
    const mass_case both = {"", "", 4.0, {0.0, 0.0, 0.0}, {3.0, 3.0, 3.0}};
    check_body(ludo_spec_body_at(spec, 0), &both);
    ludo_spec_destroy(spec);
}

#define SETTING(attributes) "<mujoco>\n<compiler " attributes "/>" WORLD(BODY("", "")) "</mujoco>"

static void settings_of_mass_that_can_not_be_are_refused(void **state)
{
    (void)state;
    CHECK_FAULTS({SETTING("inertiafromgeom='yes'"), LUDO_PARSE, 2, 1, "'yes'"},
                 {SETTING("inertiagrouprange='0'"), LUDO_PARSE, 2, 1, "1 numbers; it needs 2"},
                 {SETTING("inertiagrouprange='0 1.5'"), LUDO_PARSE, 2, 1, "a whole number"},
                 {SETTING("inertiagrouprange='0 1e12'"), LUDO_PARSE, 2, 1, "a whole number"},
                 {SETTING("boundmass='x'"), LUDO_PARSE, 2, 1, "'x'"},
                 {SETTING("balanceinertia='1'"), LUDO_PARSE, 2, 1, "'1'"});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mass_comes_from_where_the_settings_say),
        cmocka_unit_test(only_geoms_of_the_groups_asked_for_weigh),
        cmocka_unit_test(densities_masses_and_shells_weigh),
        cmocka_unit_test(masses_and_moments_are_bounded_then_balanced),
        cmocka_unit_test(the_sum_of_masses_can_be_given),
        cmocka_unit_test(settings_add_up),
        cmocka_unit_test(settings_of_mass_that_can_not_be_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
