/* SPDX-License-Identifier: Apache-2.0
 *
 * Coordinates and rates of every joint type: written values are read back, rates are derivatives, a
 * placed joint is closed. */
#include "joints/constraint.h"
#include "joints/list.h"
#include "posed_joint.h"

#include <float.h>
#include <string.h>

enum { SEEDS = 1100 }; /* a hundred of each kind */

/* Bodies and anchors within 40 m, slides included, in some ten roundings. */
static const double round_off = 400.0 * DBL_EPSILON, pi = 3.14159265358979323846;

/* --- the list -------------------------------------------------------------------------------- */

static void kinds_are_found_by_their_names_only(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        int32_t dof, position_count;
    } all[] = {
        {"fixed", 0, 0},       {"hinge", 1, 1},  {"slide", 1, 1},     {"cylindrical", 2, 2},
        {"universal", 2, 2},   {"planar", 3, 3}, {"ball", 3, 4},      {"point-on-line", 4, 5},
        {"free-planar", 5, 6}, {"free", 6, 7},   {"composite", 0, 0}, {"orientation-only", 3, 3},
        {"spherical", 3, 3},
    };
    enum { KINDS = sizeof all / sizeof *all };
    assert_int_equal(ludo_joint_kind_count(), KINDS);
    for (int i = 0; i < KINDS; i++) {
        const joint_kind *kind = ludo_joint_kind_find(all[i].name);
        assert_non_null(kind);
        assert_string_equal(kind->name, all[i].name);
        assert_int_equal(kind->dof, all[i].dof);
        assert_int_equal(kind->position_count, all[i].position_count);
    }
    static const char *const others[] = {"", "hing", "hinges", "Hinge", "weld", "free_planar"};
    for (int i = 0; i < 6; i++) {
        assert_null(ludo_joint_kind_find(others[i]));
    }
}

static void lengths_come_before_angles_and_these_before_a_quaternion(void **state)
{
    (void)state;
    for (uint64_t k = 0; k < (uint64_t)ludo_joint_kind_count() - 2; k++) {
        const joint_kind *kind = posed_kind(k);
        assert_false(kind->stores_coordinates);
        bool angle = false;
        for (int32_t c = 0; c < kind->dof; c++) {
            const joint_column column = kind->column[c];
            assert_true((column == COLUMN_BALL) == (c >= scalars_of(kind)));
            assert_false(angle && column_is_length(column));
            angle = angle || !column_is_length(column);
        }
    }
}

/* --- positions ------------------------------------------------------------------------------- */

static void check_coordinates(const joint_kind *kind, const double *q, const double *expected)
{
    for (int32_t i = 0; i < kind->position_count; i++) {
        CHECK_NEAR(q[i], expected[i], round_off);
    }
}

static void what_is_placed_is_read(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        const joint_kind *kind = posed_kind(seed);
        posed_joint p = random_joint(&r, kind);
        double q[JOINT_MAX_POSITION], read[JOINT_MAX_POSITION];
        random_coordinates(&r, kind, q);
        kind->place(&p.joint, &p.a, q, &p.b, p.memory);
        kind->position(&p.joint, &p.a, &p.b, p.memory, read);
        check_coordinates(kind, read, q);
        posed_joint_close(&p);
    }
}

/* Quaternions of any length are normalised. */
static void orientations_may_have_any_length(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        const joint_kind *kind = posed_kind(seed);
        posed_joint p = random_joint(&r, kind);
        double q[JOINT_MAX_POSITION], scaled[JOINT_MAX_POSITION], read[JOINT_MAX_POSITION];
        random_coordinates(&r, kind, q);
        memcpy(scaled, q, sizeof q);
        for (int32_t i = scalars_of(kind); i < kind->position_count; i++) {
            scaled[i] *= 1e-3;
        }
        kind->place(&p.joint, &p.a, scaled, &p.b, p.memory);
        kind->position(&p.joint, &p.a, &p.b, p.memory, read);
        check_coordinates(kind, read, q);
        posed_joint_close(&p);
    }
}

static bool is_angle(joint_column column)
{
    return column == COLUMN_HALF_ANGLE || column == COLUMN_ANGLE;
}

/* Write `angle` to coordinate c and read it. */
static double placed_and_read(posed_joint *p, double *q, int32_t c, double angle)
{
    double read[JOINT_MAX_POSITION];
    const joint_kind *kind = p->joint.kind;
    q[c] = angle;
    kind->place(&p->joint, &p->a, q, &p->b, p->memory);
    kind->position(&p->joint, &p->a, &p->b, p->memory, read);
    return read[c];
}

/* An angle has a cut once per turn or two: values near it are read as written. */
static void angles_count_turns(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 110)
    {
        random_stream r = random_from(seed);
        const joint_kind *kind = posed_kind(seed);
        posed_joint p = random_joint(&r, kind);
        double q[JOINT_MAX_POSITION];
        random_coordinates(&r, kind, q);
        p.joint.reference = seed % 2 == 0 ? p.joint.reference : 0.0;
        for (int32_t c = 0; c < kind->dof; c++) {
            for (int k = -100; is_angle(kind->column[c]) && k <= 100; k++) {
                for (int near = -1; near <= 1; near++) {
                    const double angle = p.joint.reference + pi * k + near * 1e-15 * k;
                    CHECK_NEAR(placed_and_read(&p, q, c, angle), angle,
                               round_off + 2.0 * DBL_EPSILON * fabs(angle));
                }
            }
        }
        posed_joint_close(&p);
    }
}

/* Up to the largest numbers; turns that exceed the precision of numbers are lost, the angle is not.
 */
static void angles_may_be_very_large(void **state)
{
    (void)state;
    const double far[] = {1e3, -1e6, 1e9, -1e10, 1e100, -DBL_MAX};
    FOR_SEEDS(seed, 11)
    {
        random_stream r = random_from(seed);
        const joint_kind *kind = posed_kind(seed);
        posed_joint p = random_joint(&r, kind);
        double q[JOINT_MAX_POSITION];
        random_coordinates(&r, kind, q);
        for (int32_t c = 0; c < kind->dof; c++) {
            for (int i = 0; is_angle(kind->column[c]) && i < 6; i++) {
                const double read = placed_and_read(&p, q, c, far[i]);
                assert_true(isfinite(read));
                if (fabs(far[i]) <= 1e10) {
                    /* the reduction of angles loses digits in proportion beyond 2^20 */
                    CHECK_NEAR(read, far[i], round_off + 4.0 * DBL_EPSILON * fabs(far[i]));
                }
            }
        }
        posed_joint_close(&p);
    }
}

/* Definition of a Cardan joint: rotate the child about an axis fixed in the parent, then about one
 * fixed in the child. */
static void a_universal_turns_about_its_first_axis_then_about_its_second(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 100)
    {
        random_stream r = random_from(seed);
        posed_joint p = random_joint(&r, &ludo_joint_universal);
        const double rest[2] = {0.0, 0.0};
        double q[JOINT_MAX_POSITION], read[JOINT_MAX_POSITION];
        random_coordinates(&r, &ludo_joint_universal, q);
        ludo_joint_universal.place(&p.joint, &p.a, rest, &p.b, p.memory);
        for (int i = 0; i < 2; i++) {
            const ludo_vec3 axis =
                i == 0 ? m3_apply(&p.a.R, p.joint.n) : m3_apply(&p.b.R, p.joint.m);
            const twist turn = {v3_cross(m3_apply(&p.b.R, p.joint.p_b), axis), axis};
            const pose turned = moved_pose(&p.b, &turn, q[i]);
            p.b.q = turned.q, p.b.R = turned.R;
        }
        ludo_joint_universal.position(&p.joint, &p.a, &p.b, p.memory, read);
        for (int i = 0; i < 2; i++) {
            CHECK_NEAR(sin(read[i] - q[i]), 0.0, round_off);
            CHECK_NEAR(cos(read[i] - q[i]), 1.0, round_off);
        }
        posed_joint_close(&p);
    }
}

/* If the parent's joint frame is the world's, lengths are components of the child's anchor. */
static void lengths_are_components_in_the_joint_frame(void **state)
{
    (void)state;
    static const struct {
        const char *type;
        int axis, component[3]; /* of lengths: 0 x, 1 y, 2 z; -1 none */
    } cases[] = {
        {"slide", 0, {0, -1, -1}},       {"slide", 1, {1, -1, -1}},
        {"cylindrical", 2, {2, -1, -1}}, {"point-on-line", 1, {1, -1, -1}},
        {"planar", 2, {0, 1, -1}},       {"planar", 0, {1, 2, -1}},
        {"planar", 1, {2, 0, -1}},       {"free-planar", 2, {0, 1, -1}},
        {"free-planar", 0, {1, 2, -1}},  {"orientation-only", 0, {0, 1, 2}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        random_stream r = random_from(i + 1);
        const double e[3][3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
        const double *axis = e[cases[i].axis];
        ludo_joint_def def = random_joint_def(&r, ludo_joint_kind_find(cases[i].type));
        def.in_parent.orientation = q_identity();
        def.axis = v3(axis[0], axis[1], axis[2]);
        posed_joint p = defined_joint(&r, &def);
        double q[JOINT_MAX_POSITION];
        p.a = pose_make(p.a.x, q_identity());
        random_coordinates(&r, p.joint.kind, q);
        p.joint.kind->place(&p.joint, &p.a, q, &p.b, p.memory);
        const ludo_vec3 anchor = v3_add(p.b.x, m3_apply(&p.b.R, p.joint.p_b));
        const ludo_vec3 t = v3_sub(anchor, v3_add(p.a.x, p.joint.p_a));
        const double along[3] = {t.x, t.y, t.z};
        for (int c = 0; c < 3 && cases[i].component[c] >= 0; c++) {
            CHECK_NEAR(along[cases[i].component[c]], q[c] - p.joint.reference, round_off);
        }
        posed_joint_close(&p);
    }
}

static void a_placed_joint_is_closed(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        posed_joint p = random_closed_joint(&r, posed_kind(seed));
        double g[JOINT_MAX_ROWS], G[6 * JOINT_MAX_ROWS];
        (void)ludo_joint_constraint(&p.joint, &p.a, &p.b, p.memory, g, G);
        for (int32_t i = 0; i < constraint_rows(&p.joint); i++) {
            CHECK_NEAR(g[i], 0.0, round_off);
        }
        CHECK_NEAR(q_dot(p.b.q, p.b.q), 1.0, 8.0 * DBL_EPSILON);
        posed_joint_close(&p);
    }
}

/* The joint's frame on a body, in the world. */
static ludo_frame joint_frame(const pose *z, ludo_vec3 anchor, ludo_quat orientation)
{
    return frame_mul((ludo_frame){z->x, z->q}, (ludo_frame){anchor, orientation});
}

static void frames_coincide_at_rest(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        const joint_kind *kind = posed_kind(seed);
        posed_joint p = random_joint(&r, kind);
        double q[JOINT_MAX_POSITION];
        kind->rest(&p.joint, q);
        kind->place(&p.joint, &p.a, q, &p.b, p.memory);
        const ludo_frame a = joint_frame(&p.a, p.joint.p_a, p.joint.q_a_off);
        const ludo_frame b = joint_frame(&p.b, p.joint.p_b, p.joint.q_b_off);
        CHECK_NEAR(v3_norm(v3_sub(a.position, b.position)), 0.0, round_off);
        CHECK_NEAR(v3_norm(q_vector(q_mul(q_conj(a.orientation), b.orientation))), 0.0, round_off);
        if (kind->dof == 1) {
            assert_true(q[0] == p.joint.reference);
        }
        posed_joint_close(&p);
    }
}

/* --- rates ----------------------------------------------------------------------------------- */

static void rates_that_are_given_are_read(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        const joint_kind *kind = posed_kind(seed);
        moving_joint m = random_motion(&r, kind);
        double read[JOINT_MAX_DOF];
        kind->rate(&(joint_pair){&m.p.joint, &m.p.a, &m.p.b, m.p.memory, &m.va, &m.vb}, read);
        for (int32_t i = 0; i < kind->dof; i++) {
            CHECK_NEAR(read[i], m.rate[i], round_off);
        }
        posed_joint_close(&m.p);
    }
}

static void a_moving_joint_stays_closed(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        moving_joint m = random_motion(&r, posed_kind(seed));
        double g[JOINT_MAX_ROWS], G[6 * JOINT_MAX_ROWS];
        (void)ludo_joint_constraint(&m.p.joint, &m.p.a, &m.p.b, m.p.memory, g, G);
        const twist carried = carried_twist(&m.p.a, &m.p.b, &m.va);
        for (int32_t i = 0; i < constraint_rows(&m.p.joint); i++) {
            CHECK_NEAR(row_times(G + 6 * i, &m.vb) - row_times(G + 6 * i, &carried), 0.0,
                       round_off);
        }
        posed_joint_close(&m.p);
    }
}

/* dq/dt of a quaternion with angular velocity w in its own frame: q (0, w/2). */
static void quaternion_rate(const double *q, const double *w, double *dq)
{
    const ludo_quat half = {0.0, 0.5 * w[0], 0.5 * w[1], 0.5 * w[2]};
    const ludo_quat d = q_mul((ludo_quat){q[0], q[1], q[2], q[3]}, half);
    dq[0] = d.w, dq[1] = d.x, dq[2] = d.y, dq[3] = d.z;
}

/* Rates and coordinates (spec.h): the rate of a scalar is its derivative. */
static void coordinate_rate(const joint_kind *kind, const double *q, const double *rate, double *dq)
{
    const int32_t scalars = scalars_of(kind);
    memcpy(dq, rate, (size_t)scalars * sizeof *dq);
    if (scalars < kind->dof) {
        quaternion_rate(q + scalars, rate + scalars, dq + scalars);
    }
}

/* Central differences with step e lose e^2 |q'''| / 6 and eps |q| / e, |q| < 40: below 2e-9. */
static const double difference_step = 1e-5, difference_tolerance = 5e-9;

static void rates_are_derivatives_of_coordinates(void **state)
{
    (void)state;
    const double e = difference_step;
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        const joint_kind *kind = posed_kind(seed);
        moving_joint m = random_motion(&r, kind);
        double q[JOINT_MAX_POSITION], plus[JOINT_MAX_POSITION], minus[JOINT_MAX_POSITION];
        double dq[JOINT_MAX_POSITION];
        position_after(&m, 0.0, q);
        position_after(&m, e, plus);
        position_after(&m, -e, minus);
        coordinate_rate(kind, q, m.rate, dq);
        for (int32_t i = 0; i < kind->position_count; i++) {
            CHECK_NEAR((plus[i] - minus[i]) / (2.0 * e), dq[i], difference_tolerance);
        }
        posed_joint_close(&m.p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kinds_are_found_by_their_names_only),
        cmocka_unit_test(lengths_come_before_angles_and_these_before_a_quaternion),
        cmocka_unit_test(what_is_placed_is_read),
        cmocka_unit_test(orientations_may_have_any_length),
        cmocka_unit_test(angles_count_turns),
        cmocka_unit_test(angles_may_be_very_large),
        cmocka_unit_test(a_universal_turns_about_its_first_axis_then_about_its_second),
        cmocka_unit_test(lengths_are_components_in_the_joint_frame),
        cmocka_unit_test(a_placed_joint_is_closed),
        cmocka_unit_test(frames_coincide_at_rest),
        cmocka_unit_test(rates_that_are_given_are_read),
        cmocka_unit_test(a_moving_joint_stays_closed),
        cmocka_unit_test(rates_are_derivatives_of_coordinates),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
