/* SPDX-License-Identifier: Apache-2.0
 *
 * MJCF equality: closures and couplings. Frames are those of MuJoCo 4.0.0 (eq_data). */
#include "mjcf_text.h"
#include "spec/items.h"

#include <float.h>
#include <stdio.h>

/* some twenty operations on numbers of order 1; angles of MuJoCo's eq_data by closed forms */
#define ROUNDING (32.0 * DBL_EPSILON)

#define HALF 0.5
#define ROOT3 1.7320508075688772

static const char model[] =
    MUJOCO("%s" WORLD("<site name='sw' pos='1 1 1'/>" BODY(
        "name='a' pos='1 0 0' euler='0 0 90'",
        "<joint name='ja'/><site name='sa' pos='.1 .2 .3' euler='10 0 0'/>" BODY(
            "name='c' pos='0 1 0'", "<joint name='jc' type='slide' ref='.2'/>"))
                          BODY("name='b' pos='2 1 0' euler='30 0 0'",
                               "<joint name='jb' type='ball'/><site name='sb' pos='.5 .1 0' "
                               "euler='0 20 0'/>")) "<equality>\n%s</equality>");

enum { A, C, B };

static ludo_spec *spec_with(const char *settings, const char *equality)
{
    char text[4096];
    (void)snprintf(text, sizeof text, model, settings, equality);
    return spec_of(text);
}

static void check_frame(const ludo_frame *f, ludo_vec3 p, ludo_quat q)
{
    const double sign = q_dot(f->orientation, q) < 0.0 ? -1.0 : 1.0;
    CHECK_NEAR(f->position.x, p.x, ROUNDING);
    CHECK_NEAR(f->position.y, p.y, ROUNDING);
    CHECK_NEAR(f->position.z, p.z, ROUNDING);
    CHECK_NEAR(f->orientation.w, sign * q.w, ROUNDING);
    CHECK_NEAR(f->orientation.x, sign * q.x, ROUNDING);
    CHECK_NEAR(f->orientation.y, sign * q.y, ROUNDING);
    CHECK_NEAR(f->orientation.z, sign * q.z, ROUNDING);
}

typedef struct closure_case {
    const char *equality, *type;
    int32_t parent, child;
    ludo_vec3 in_parent, in_child;
    ludo_quat parent_turn, child_turn;
} closure_case;

#define ONE                                                                                        \
    {                                                                                              \
        1.0, 0.0, 0.0, 0.0                                                                         \
    }
#define SQRT_HALF 0.70710678118654752
#define COS15 0.96592582628906829
#define SIN15 0.25881904510252076
#define COS10 0.98480775301220806
#define SIN10 0.17364817766693035
#define COS5 0.99619469809174553
#define SIN5 0.087155742747658174

/* The pose of b in a: it is turned by 30 degrees about x after -90 degrees about z. */
#define B_IN_A                                                                                     \
    {                                                                                              \
        SQRT_HALF *COS15, SQRT_HALF *SIN15, -SQRT_HALF *SIN15, -SQRT_HALF *COS15                   \
    }

static const closure_case welds[] = {
    {"<weld body1='a' body2='b'/>", "fixed", A, B, {1.0, -1.0, 0.0}, {0.0, 0.0, 0.0}, B_IN_A, ONE},
    {"<weld body1='a' body2='b' anchor='1 2 3'/>",
     "fixed",
     A,
     B,
     {ROOT3 - HALF, -2.0, 1.0 + 1.5 * ROOT3},
     {1.0, 2.0, 3.0},
     B_IN_A,
     ONE},
    {"<weld body1='a' body2='b' relpose='1 2 3 .8 .6 0 0'/>",
     "fixed",
     A,
     B,
     {1.0, 2.0, 3.0},
     {0.0, 0.0, 0.0},
     {0.8, 0.6, 0.0, 0.0},
     ONE},
    {"<weld body1='a' body2='b' relpose='1 2 3 2 0 0 0' anchor='4 5 6' torquescale='3'/>",
     "fixed",
     A,
     B,
     {1.0, 2.0, 3.0},
     {4.0, 5.0, 6.0},
     ONE,
     ONE},
    {"<weld site1='sa' site2='sb'/>",
     "fixed",
     A,
     B,
     {0.1, 0.2, 0.3},
     {0.5, 0.1, 0.0},
     {COS5, SIN5, 0.0, 0.0},
     {COS10, 0.0, SIN10, 0.0}},
    /* the world is a parent, never a child */
    {"<weld body1='a'/>",
     "fixed",
     LUDO_WORLD,
     A,
     {0.0, 0.0, 0.0},
     {0.0, 1.0, 0.0},
     ONE,
     {SQRT_HALF, 0.0, 0.0, -SQRT_HALF}},
};

static void closures_stand_where_those_of_mujoco_do(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof welds / sizeof *welds; i++) {
        const closure_case *c = &welds[i];
        ludo_spec *spec = spec_with("", c->equality);
        const ludo_joint_def *closure = ludo_spec_closure_at(spec, 0);
        assert_int_equal(ludo_spec_closure_count(spec), 1);
        assert_string_equal(closure->type, c->type);
        assert_int_equal(closure->parent, c->parent);
        assert_int_equal(closure->child, c->child);
        assert_int_equal(closure->place.line, 2);
        check_frame(&closure->in_parent, c->in_parent, c->parent_turn);
        check_frame(&closure->in_child, c->in_child, c->child_turn);
        ludo_spec_destroy(spec);
    }
}

/* Of points that are connected only the places matter. */
static void points_are_connected_where_mujoco_connects_them(void **state)
{
    (void)state;
    static const struct {
        const char *equality;
        int32_t parent, child;
        ludo_vec3 in_parent, in_child;
    } cases[] = {
        {"<connect body1='a' anchor='.1 .2 .3'/>", LUDO_WORLD, A, {0.8, 0.1, 0.3}, {0.1, 0.2, 0.3}},
        {"<connect body1='a' body2='world' anchor='.1 .2 .3'/>",
         LUDO_WORLD,
         A,
         {0.8, 0.1, 0.3},
         {0.1, 0.2, 0.3}},
        {"<connect body1='world' body2='b' anchor='.1 .2 .3'/>",
         LUDO_WORLD,
         B,
         {0.1, 0.2, 0.3},
         {-1.9, -0.4 * ROOT3 + 0.15, 0.4 + 0.15 * ROOT3}},
        {"<connect body1='a' body2='b' anchor='.1 .2 .3'/>",
         A,
         B,
         {0.1, 0.2, 0.3},
         {-1.2, -0.45 * ROOT3 + 0.15, 0.45 + 0.15 * ROOT3}},
        {"<connect site1='sa' site2='sb'/>", A, B, {0.1, 0.2, 0.3}, {0.5, 0.1, 0.0}},
        {"<connect site1='sa' site2='sw'/>", LUDO_WORLD, A, {1.0, 1.0, 1.0}, {0.1, 0.2, 0.3}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ludo_spec *spec = spec_with("", cases[i].equality);
        const ludo_joint_def *closure = ludo_spec_closure_at(spec, 0);
        const ludo_vec3 p = closure->in_parent.position, c = closure->in_child.position;
        assert_string_equal(closure->type, "ball");
        assert_int_equal(closure->parent, cases[i].parent);
        assert_int_equal(closure->child, cases[i].child);
        CHECK_NEAR(v3_max(v3_sub(p, cases[i].in_parent)), 0.0, ROUNDING);
        CHECK_NEAR(v3_max(v3_sub(c, cases[i].in_child)), 0.0, ROUNDING);
        ludo_spec_destroy(spec);
    }
}

/* The length of a is 2 ja, of c 4 jc, of ac their sum. */
static const char tendons[] =
    "<tendon><fixed name='a'><joint joint='ja' coef='2'/></fixed>"
    "<fixed name='c'><joint joint='jc' coef='4'/></fixed>"
    "<fixed name='ac'><joint joint='ja' coef='2'/><joint joint='jc' coef='4'/></fixed>"
    "<fixed name='aca'><joint joint='ja' coef='2'/><joint joint='jc' coef='4'/>"
    "<joint joint='ja' coef='1'/></fixed>"
    "<spatial name='ab'><site site='sa'/><site site='sb'/></spatial></tendon>";

static void couplings_are_polynomials(void **state)
{
    (void)state;
    static const struct {
        const char *equality;
        int32_t from;
        double coefficient[5];
    } cases[] = {
        {"<joint name='n' joint1='ja'/>", -1, {0.0, 1.0}},
        {"<joint name='n' joint1='ja' joint2='jc'/>", 1, {0.0, 1.0}},
        {"<joint name='n' joint1='ja' polycoef='30'/>", -1, {30.0, 1.0}},
        {"<joint name='n' joint1='ja' joint2='jc' polycoef='1 2 3 4 5'/>",
         1,
         {1.0, 2.0, 3.0, 4.0, 5.0}},
        {"<tendon name='n' tendon1='a' polycoef='6 7'/>", -1, {3.0}},
        {"<tendon name='n' tendon1='ac' polycoef='6 7 8'/>", 1, {3.0, -2.0}},
        {"<tendon name='n' tendon1='a' tendon2='c'/>", 1, {0.0, 2.0}},
        {"<tendon name='n' tendon1='a' tendon2='c' polycoef='1 2 3 4 5'/>",
         1,
         {0.5, 4.0, 24.0, 128.0, 640.0}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ludo_spec *spec = spec_with(tendons, cases[i].equality);
        const ludo_coupling_def *coupling = ludo_spec_coupling_at(spec, 0);
        assert_int_equal(ludo_spec_coupling_count(spec), 1);
        assert_string_equal(coupling->name, "n");
        assert_int_equal(coupling->joint, 0);
        assert_int_equal(coupling->from, cases[i].from);
        assert_memory_equal(coupling->coefficient, cases[i].coefficient,
                            sizeof coupling->coefficient);
        ludo_spec_destroy(spec);
    }
}

/* Those that are no equalities of one or two joints. */
static void tendons_become_couplings_of_lengths(void **state)
{
    (void)state;
    enum { LENGTH_A, LENGTH_C, LENGTH_AC, LENGTH_ACA };
    static const struct {
        const char *equality;
        int32_t spring, from;
        double coefficient[5];
    } cases[] = {
        {"<tendon name='n' tendon1='aca'/>", LENGTH_ACA, -1, {0.0, 1.0}},
        {"<tendon name='n' tendon1='aca' polycoef='6 7'/>", LENGTH_ACA, -1, {6.0, 7.0}},
        {"<tendon name='n' tendon1='a' tendon2='ac'/>", LENGTH_A, LENGTH_AC, {0.0, 1.0}},
        {"<tendon name='n' tendon1='aca' tendon2='c' polycoef='1 2 3 4 5'/>",
         LENGTH_ACA,
         LENGTH_C,
         {1.0, 2.0, 3.0, 4.0, 5.0}},
        {"<tendon name='n' tendon1='ab'/>", LENGTH_ACA + 1, -1, {0.0, 1.0}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ludo_spec *spec = spec_with(tendons, cases[i].equality);
        const ludo_coupling_def *coupling = ludo_spec_coupling_at(spec, 0);
        assert_int_equal(ludo_spec_note_count(spec), 0);
        assert_int_equal(ludo_spec_coupling_count(spec), 1);
        assert_string_equal(coupling->name, "n");
        assert_true(coupling->of_springs);
        assert_int_equal(coupling->spring, cases[i].spring);
        assert_int_equal(coupling->from_spring, cases[i].from);
        assert_memory_equal(coupling->coefficient, cases[i].coefficient,
                            sizeof coupling->coefficient);
        ludo_spec_destroy(spec);
    }
}

static void what_is_not_active_is_left_out_with_a_warning(void **state)
{
    (void)state;
    static const struct {
        const char *settings, *equality;
        int32_t left;
    } cases[] = {
        {"", "<weld body1='a' active='false'/>", 0},
        {"", "<joint joint1='ja' active='false'/>", 0},
        {"<default><equality active='false'/></default>", "<weld body1='a'/>", 0},
        {"<default><equality active='false'/></default>", "<weld body1='a' active='true'/>", 1},
        {"<default><default class='k'><equality active='false'/></default></default>",
         "<weld body1='a' class='k'/>", 0},
        {"<option><flag equality='disable'/></option>", "<weld body1='a'/>", 0},
        {"<option><flag constraint='disable'/></option>", "<weld body1='a'/>", 0},
        {"", "<tendon tendon1='t' active='false'/>", 0},
        {"<default><equality active='false'/></default>", "<flexstrain flex='f'/>", 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ludo_spec *spec = spec_with(cases[i].settings, cases[i].equality);
        const int32_t closures = ludo_spec_closure_count(spec);
        assert_int_equal(closures + ludo_spec_coupling_count(spec), cases[i].left);
        assert_int_equal(ludo_spec_note_count(spec), 1 - cases[i].left);
        if (cases[i].left == 0) {
            assert_int_equal(spec_note_of(spec, 0).kind, LUDO_NOTE_WARNING);
            assert_non_null(strstr(spec_note_of(spec, 0).message, "active"));
        }
        ludo_spec_destroy(spec);
    }
}

static void what_is_soft_is_told_once_and_holds_exactly(void **state)
{
    (void)state;
    static const char softness[] = "<default><equality solimp='.5 .6 .1'/></default>";
    static const struct {
        const char *settings, *equality, *word;
        ludo_note_kind kind;
    } cases[] = {
        {"", "<weld body1='a' solref='.1 1'/><joint joint1='ja' solimp='.9 .9 .1'/>",
         "solref and solimp of equality: ignored: equalities hold exactly (2 times)",
         LUDO_NOTE_WARNING},
        {softness, "<weld body1='a'/>", "solref and solimp of equality", LUDO_NOTE_WARNING},
        {"", "<flexstrain flex='f'/>", "of soft bodies", LUDO_NOTE_UNSUPPORTED},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ludo_spec *spec = spec_with(cases[i].settings, cases[i].equality);
        assert_int_equal(ludo_spec_note_count(spec), 1);
        assert_int_equal(spec_note_of(spec, 0).kind, cases[i].kind);
        assert_non_null(strstr(spec_note_of(spec, 0).message, cases[i].word));
        ludo_spec_destroy(spec);
    }
}

#define FIXED(name, joints) "<fixed name='" name "'>" joints "</fixed>"
#define J(weight) "<joint joint='j' coef='" weight "'/>"
#define REFUSED(equality)                                                                          \
    "<mujoco>" WORLD("<site name='w'/><site name='v'/>" BODY(                                      \
        "name='a'",                                                                                \
        "<joint name='j'/>" BODY(                                                                  \
            "name='b'",                                                                            \
            "<joint name='k' type='ball'/><site name='s'/>"))) "<tendon>" FIXED("j", J("1"))       \
        FIXED("jj", J("1") J("1")) FIXED("0", J("0")) "</tendon><equality>\n" equality             \
                                                      "</equality></mujoco>"

static void equalities_that_can_not_be_are_refused(void **state)
{
    (void)state;
    CHECK_FAULTS(
        {REFUSED("<connect body1='a'/>"), LUDO_PARSE, 2, 1, "'anchor'"},
        {REFUSED("<connect anchor='0 0 0'/>"), LUDO_PARSE, 2, 1, "'body1'"},
        {REFUSED("<weld body2='a'/>"), LUDO_PARSE, 2, 1, "'body1'"},
        {REFUSED("<weld body1='z'/>"), LUDO_BAD_MODEL, 2, 1, "unknown body 'z'"},
        {REFUSED("<weld body1='a' body2='a'/>"), LUDO_BAD_MODEL, 2, 1, "itself"},
        {REFUSED("<weld site1='w' site2='v'/>"), LUDO_BAD_MODEL, 2, 1, "itself"},
        {REFUSED("<weld site1='s'/>"), LUDO_PARSE, 2, 1, "a site"},
        {REFUSED("<weld site1='s' body2='a'/>"), LUDO_PARSE, 2, 1, "either"},
        {REFUSED("<weld body1='a' relpose='0 0 0 1 0 0'/>"), LUDO_PARSE, 2, 1,
         "6 numbers; it needs 7"},
        {REFUSED("<weld body1='a' polycoef='1'/>"), LUDO_PARSE, 2, 1, "'polycoef'"},
        {REFUSED("<joint joint2='j'/>"), LUDO_PARSE, 2, 1, "a joint"},
        {REFUSED("<joint joint1='j' joint2='k'/>"), LUDO_BAD_MODEL, 2, 1, "hinges or slides"},
        {REFUSED("<joint joint1='j' joint2='j'/>"), LUDO_BAD_MODEL, 2, 1, "itself"},
        {REFUSED("<joint joint1='j' polycoef='1 2 3 4 5 6'/>"), LUDO_PARSE, 2, 1, "6 numbers"},
        {REFUSED("<tendon tendon1='t'/>"), LUDO_BAD_MODEL, 2, 1, "unknown tendon 't'"},
        {REFUSED("<tendon tendon2='j'/>"), LUDO_PARSE, 2, 1, "a tendon"},
        {REFUSED("<tendon tendon1='jj'/>"), LUDO_BAD_MODEL, 2, 1, "itself"},
        {REFUSED("<tendon tendon1='j' tendon2='j'/>"), LUDO_BAD_MODEL, 2, 1, "itself"},
        {REFUSED("<tendon tendon1='jj' tendon2='jj'/>"), LUDO_BAD_MODEL, 2, 1, "itself"},
        {REFUSED("<tendon tendon1='0'/>"), LUDO_BAD_MODEL, 2, 1, "coefficient 0"},
        {REFUSED("<weld body1='a' class='k'/>"), LUDO_PARSE, 2, 1, "'k'"},
        {REFUSED("<hinge body1='a'/>"), LUDO_PARSE, 2, 1, "'equality'"});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(closures_stand_where_those_of_mujoco_do),
        cmocka_unit_test(points_are_connected_where_mujoco_connects_them),
        cmocka_unit_test(couplings_are_polynomials),
        cmocka_unit_test(tendons_become_couplings_of_lengths),
        cmocka_unit_test(what_is_not_active_is_left_out_with_a_warning),
        cmocka_unit_test(what_is_soft_is_told_once_and_holds_exactly),
        cmocka_unit_test(equalities_that_can_not_be_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
