/* SPDX-License-Identifier: Apache-2.0
 *
 * Motion of every joint kind: columns of S are unit rates of coordinates, traces equal the
 * coordinates of position(), lanes give the bits of a single joint. */
#include "joints/motion.h"
#include "joints/list.h"
#include "posed_joint.h"

#include <float.h>
#include <string.h>

enum { SEEDS = 1100 }; /* a hundred of each kind */

/* Bodies and anchors within 40 m, slides included, after some ten roundings. */
static const double round_off = 400.0 * DBL_EPSILON;

/* --- columns and coordinates ------------------------------------------------------------------ */

/* The twist of the child is the parent's rigid-body twist plus S times the rates; rates of a
 * quaternion are in the child's joint frame, its columns of S in world axes. */
static void motion_and_move_agree_on_free_motions(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        const joint_kind *kind = posed_kind(seed);
        moving_joint m = random_motion(&r, kind);
        const twist carried = carried_twist(&m.p.a, &m.p.b, &m.va);
        const ludo_vec3 v = v3_sub(m.vb.v, carried.v), w = v3_sub(m.vb.w, carried.w);
        const double relative[6] = {v.x, v.y, v.z, w.x, w.y, w.z};
        double S[36], close[6], amount[6];
        joint_trace trace[6];
        (void)kind->motion(&m.p.joint, &m.p.a, &m.p.b, trace, S, close);
        for (int32_t c = 0; c < kind->dof; c++) {
            amount[c] = kind == &ludo_joint_free ? relative[c] /* rates of the origin */
                        : c < scalars_of(kind)   ? m.rate[c]
                                                 : relative[3 + c - scalars_of(kind)];
        }
        for (int i = 0; i < 6; i++) {
            double sum = 0.0;
            for (int32_t c = 0; c < kind->dof; c++) {
                sum += amount[c] * S[6 * c + i];
            }
            CHECK_NEAR(sum, relative[i], round_off);
        }
        posed_joint_close(&m.p);
    }
}

/* A closed joint with a fixed parent, whose child moves by column c of S. */
static moving_joint moved_by_column(const posed_joint *p, int32_t c)
{
    double S[36], close[6];
    joint_trace trace[6];
    (void)p->joint.kind->motion(&p->joint, &p->a, &p->b, trace, S, close);
    const double *s = S + 6 * c;
    return (moving_joint){.p = *p, .vb = {v3(s[0], s[1], s[2]), v3(s[3], s[4], s[5])}};
}

/* Central differences with step e lose e^2 |q'''| / 6 and eps |q| / e, |q| < 40: below 2e-9. */
static const double difference_step = 1e-5, difference_tolerance = 5e-9;

/* Column c moves coordinate c at unit rate and no other; columns of a quaternion move no scalar
 * coordinate. Forces along coordinates rely on this. */
static void columns_are_dual_to_coordinates(void **state)
{
    (void)state;
    const double e = difference_step;
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        const joint_kind *kind = posed_kind(seed);
        posed_joint p = random_closed_joint(&r, kind);
        for (int32_t c = 0; c < kind->dof && kind != &ludo_joint_free; c++) {
            const moving_joint m = moved_by_column(&p, c);
            double plus[JOINT_MAX_POSITION], minus[JOINT_MAX_POSITION], rate[JOINT_MAX_DOF];
            position_after(&m, e, plus);
            position_after(&m, -e, minus);
            kind->rate(&(joint_pair){&p.joint, &p.a, &p.b, p.memory, &m.va, &m.vb}, rate);
            for (int32_t i = 0; i < scalars_of(kind); i++) {
                const double unit = i == c ? 1.0 : 0.0;
                CHECK_NEAR(rate[i], unit, round_off);
                CHECK_NEAR((plus[i] - minus[i]) / (2.0 * e), unit, difference_tolerance);
            }
        }
        posed_joint_close(&p);
    }
}

/* The last three columns rotate the child about its anchor, about the world's axes. */
static void columns_of_a_quaternion_rotate_the_child_about_its_anchor(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        const joint_kind *kind = posed_kind(seed);
        posed_joint p = random_joint(&r, kind);
        for (int32_t c = scalars_of(kind); c < kind->dof && kind != &ludo_joint_free; c++) {
            const moving_joint m = moved_by_column(&p, c);
            const twist unit = unit_twist(3 + c - scalars_of(kind));
            const ludo_vec3 r_b = m3_apply(&p.b.R, p.joint.p_b);
            CHECK_NEAR(v3_norm(v3_sub(m.vb.w, unit.w)), 0.0, 0.0);
            CHECK_NEAR(v3_norm(v3_add(m.vb.v, v3_cross(unit.w, r_b))), 0.0, round_off);
        }
        posed_joint_close(&p);
    }
}

/* --- traces and lanes ------------------------------------------------------------------------- */

/* Traces equal the coordinates of position() without the reference. */
static void traces_equal_coordinates(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        const joint_kind *kind = posed_kind(seed);
        posed_joint p = random_closed_joint(&r, kind);
        double S[36], close[6], q[JOINT_MAX_POSITION];
        joint_trace trace[6];
        (void)kind->motion(&p.joint, &p.a, &p.b, trace, S, close);
        kind->position(&p.joint, &p.a, &p.b, p.memory, q);
        for (int32_t c = 0; c < scalars_of(kind) && kind != &ludo_joint_free; c++) {
            const double at = q[c] - p.joint.reference;
            const double angle = kind->column[c] == COLUMN_HALF_ANGLE ? 0.5 * at : at;
            const bool length = column_is_length(kind->column[c]);
            CHECK_NEAR(trace[c].cos, length ? at : cos(angle), round_off);
            CHECK_NEAR(trace[c].sin, length ? 0.0 : sin(angle), round_off);
        }
        posed_joint_close(&p);
    }
}

/* Joints of one kind in lanes; lanes past the last joint repeat the first. */
static void fill_lanes(joint_batch *batch, pose_lanes *a, pose_lanes *b, const posed_joint *p,
                       int32_t count)
{
    batch->kind = p[0].joint.kind;
    batch->count = count;
    batch->dof = p[0].joint.dof;
    for (int l = 0; l < LANES; l++) {
        const posed_joint *of = &p[l < count ? l : 0];
        put3(&batch->p_a, l, of->joint.p_a);
        put3(&batch->p_b, l, of->joint.p_b);
        put3(&batch->n, l, of->joint.n);
        put3(&batch->P0, l, of->joint.P[0]);
        put3(&batch->m, l, of->joint.m);
        put4(&batch->q_off, l, of->joint.q_off);
        batch->inverse_length.at[l] = 1.0 / of->joint.length;
        put3(&a->x, l, of->a.x);
        put4(&a->q, l, of->a.q);
        put3(&b->x, l, of->b.x);
        put4(&b->q, l, of->b.q);
    }
}

static void check_lane(const motion_lanes *m, int l, const posed_joint *p)
{
    double S[36], close[6];
    joint_trace trace[6];
    const joint_view v = p->joint.kind->motion(&p->joint, &p->a, &p->b, trace, S, close);
    for (int i = 0; i < 6; i++) {
        for (int c = 0; c < p->joint.dof; c++) {
            assert_memory_equal(&m->column[c].S.at[i][l], &S[6 * c + i], sizeof(double));
        }
        assert_memory_equal(&m->closing->close.at[i][l], &close[i], sizeof(double));
    }
    for (int c = 0; c < scalars_of(p->joint.kind); c++) {
        assert_memory_equal(&m->column[c].trace.cos.at[l], &trace[c].cos, sizeof(double));
        assert_memory_equal(&m->column[c].trace.sin.at[l], &trace[c].sin, sizeof(double));
    }
    assert_memory_equal(&m->closing->gap.at[l], &v.gap, sizeof v.gap);
    assert_memory_equal(&m->closing->tilt.at[l], &v.tilt, sizeof v.tilt);
}

static void lanes_compute_the_bits_of_one_joint(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        const int32_t count = 1 + random_below(&r, LANES);
        posed_joint p[LANES];
        joint_batch batch;
        pose_lanes a, b;
        motion_column_lanes column[JOINT_MAX_DOF];
        closing_lanes closing;
        const motion_lanes m = {column, &closing};
        for (int32_t l = 0; l < count; l++) {
            p[l] = l % 2 == 0 ? random_joint(&r, posed_kind(seed))
                              : random_closed_joint(&r, posed_kind(seed));
        }
        fill_lanes(&batch, &a, &b, p, count);
        batch.kind->motion_lanes(&batch, &a, &b, NULL, &m);
        for (int32_t l = 0; l < LANES; l++) {
            check_lane(&m, l, &p[l < count ? l : 0]);
        }
        for (int32_t l = 0; l < count; l++) {
            posed_joint_close(&p[l]);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(motion_and_move_agree_on_free_motions),
        cmocka_unit_test(columns_are_dual_to_coordinates),
        cmocka_unit_test(columns_of_a_quaternion_rotate_the_child_about_its_anchor),
        cmocka_unit_test(traces_equal_coordinates),
        cmocka_unit_test(lanes_compute_the_bits_of_one_joint),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
