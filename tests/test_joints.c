/* SPDX-License-Identifier: Apache-2.0
 *
 * Coordinates and rates of every joint kind: what is put is read, rates are derivatives, a joint
 * that is placed is closed. */
#include "joints/constraint.h"
#include "joints/list.h"
#include "posed_joint.h"

#include <float.h>
#include <string.h>

enum { SEEDS = 200 };

/* Bodies and anchors within 30 m, slides included, in some ten roundings. */
static const double round_off = 300.0 * DBL_EPSILON;

static const joint_kind *kind_of(uint64_t seed)
{
    return ludo_joint_kind_at((int32_t)(seed % (uint64_t)ludo_joint_kind_count()));
}

static void kinds_are_found_by_their_names_only(void **state)
{
    (void)state;
    static const char *const names[] = {"fixed", "hinge", "slide", "ball", "free"};
    static const int32_t dof[] = {0, 1, 1, 3, 6}, position_count[] = {0, 1, 1, 4, 7};
    assert_int_equal(ludo_joint_kind_count(), 5);
    for (int i = 0; i < 5; i++) {
        const joint_kind *kind = ludo_joint_kind_find(names[i]);
        assert_non_null(kind);
        assert_string_equal(kind->name, names[i]);
        assert_int_equal(kind->dof, dof[i]);
        assert_int_equal(kind->position_count, position_count[i]);
    }
    static const char *const others[] = {"", "hing", "hinges", "Hinge", "weld"};
    for (int i = 0; i < 5; i++) {
        assert_null(ludo_joint_kind_find(others[i]));
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
        const joint_kind *kind = kind_of(seed);
        posed_joint p = random_joint(&r, kind);
        double q[JOINT_MAX_POSITION], read[JOINT_MAX_POSITION];
        random_coordinates(&r, kind, q);
        const int32_t winding = kind->place(&p.joint, &p.a, q, &p.b);
        kind->position(&p.joint, &p.a, &p.b, winding, read);
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
        const joint_kind *kind = seed % 2 == 0 ? &ludo_joint_ball : &ludo_joint_free;
        posed_joint p = random_joint(&r, kind);
        double q[JOINT_MAX_POSITION], scaled[JOINT_MAX_POSITION], read[JOINT_MAX_POSITION];
        random_coordinates(&r, kind, q);
        memcpy(scaled, q, sizeof q);
        for (int32_t i = kind->position_count - 4; i < kind->position_count; i++) {
            scaled[i] *= 1e-3;
        }
        (void)kind->place(&p.joint, &p.a, scaled, &p.b);
        kind->position(&p.joint, &p.a, &p.b, 0, read);
        check_coordinates(kind, read, q);
        posed_joint_close(&p);
    }
}

/* The quaternion's double cover is cut at whole turns: there above all, angles are what was put. */
static void hinges_count_turns(void **state)
{
    (void)state;
    const double half_turn = 3.14159265358979323846;
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        posed_joint p = random_joint(&r, &ludo_joint_hinge);
        p.joint.reference = seed % 2 == 0 ? p.joint.reference : 0.0;
        for (int k = -100; k <= 100; k++) {
            const double q = p.joint.reference + half_turn * k;
            const double near[3] = {q, q - 1e-15 * k, q + 1e-15 * k};
            for (int i = 0; i < 3; i++) {
                double read;
                const int32_t winding = ludo_joint_hinge.place(&p.joint, &p.a, &near[i], &p.b);
                ludo_joint_hinge.position(&p.joint, &p.a, &p.b, winding, &read);
                CHECK_NEAR(read, near[i], round_off + 2.0 * DBL_EPSILON * fabs(near[i]));
            }
        }
        posed_joint_close(&p);
    }
}

/* As far as numbers go; beyond 2^31 turns the turns are lost, the angle is not. */
static void a_hinge_may_turn_very_far(void **state)
{
    (void)state;
    const double far[] = {1e3, -1e6, 1e9, -1e10, 1e100, -DBL_MAX};
    random_stream r = random_from(1);
    posed_joint p = random_joint(&r, &ludo_joint_hinge);
    for (int i = 0; i < 6; i++) {
        double read;
        const int32_t winding = ludo_joint_hinge.place(&p.joint, &p.a, &far[i], &p.b);
        ludo_joint_hinge.position(&p.joint, &p.a, &p.b, winding, &read);
        assert_true(isfinite(read));
        if (fabs(far[i]) <= 1e10) {
            /* the reduction of angles loses digits in proportion beyond 2^20 */
            CHECK_NEAR(read, far[i], round_off + 4.0 * DBL_EPSILON * fabs(far[i]));
        }
    }
    posed_joint_close(&p);
}

static void a_placed_joint_is_closed(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        posed_joint p = random_closed_joint(&r, kind_of(seed));
        double g[JOINT_MAX_ROWS], G[6 * JOINT_MAX_ROWS];
        (void)ludo_joint_constraint(&p.joint, &p.a, &p.b, g, G);
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
        const joint_kind *kind = kind_of(seed);
        posed_joint p = random_joint(&r, kind);
        double q[JOINT_MAX_POSITION];
        kind->rest(&p.joint, q);
        (void)kind->place(&p.joint, &p.a, q, &p.b);
        const ludo_frame a = joint_frame(&p.a, p.joint.p_a, p.joint.q_a_off);
        const ludo_frame b = joint_frame(&p.b, p.joint.p_b, p.joint.q_b_off);
        CHECK_NEAR(v3_norm(v3_sub(a.position, b.position)), 0.0, round_off);
        CHECK_NEAR(v3_norm(q_vector(q_mul(q_conj(a.orientation), b.orientation))), 0.0, round_off);
        if (kind->has_axis) {
            assert_true(q[0] == p.joint.reference);
        }
        posed_joint_close(&p);
    }
}

/* --- rates ----------------------------------------------------------------------------------- */

/* A closed joint that moves: its parent anyhow, its child as random rates say. */
typedef struct moving_joint {
    posed_joint p;
    twist va, vb;
    double rate[JOINT_MAX_DOF];
} moving_joint;

static moving_joint random_motion(random_stream *r, const joint_kind *kind)
{
    moving_joint m = {.p = random_closed_joint(r, kind), .va = random_twist(r)};
    if (kind->dof == JOINT_MAX_DOF) {
        m.va = (twist){{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}}; /* the world stands still */
    }
    for (int32_t i = 0; i < kind->dof; i++) {
        m.rate[i] = random_uniform(r, -1.0, 1.0);
    }
    m.vb = kind->move(&m.p.joint, &m.p.a, &m.p.b, &m.va, m.rate);
    return m;
}

static void rates_that_are_given_are_read(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        const joint_kind *kind = kind_of(seed);
        moving_joint m = random_motion(&r, kind);
        double read[JOINT_MAX_DOF];
        kind->rate(&m.p.joint, &m.p.a, &m.p.b, &m.va, &m.vb, read);
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
        moving_joint m = random_motion(&r, kind_of(seed));
        double g[JOINT_MAX_ROWS], G[6 * JOINT_MAX_ROWS];
        (void)ludo_joint_constraint(&m.p.joint, &m.p.a, &m.p.b, g, G);
        const twist carried = carried_twist(&m.p.a, &m.p.b, &m.va);
        for (int32_t i = 0; i < constraint_rows(&m.p.joint); i++) {
            CHECK_NEAR(row_times(G + 6 * i, &m.vb) - row_times(G + 6 * i, &carried), 0.0,
                       round_off);
        }
        posed_joint_close(&m.p);
    }
}

/* The columns of S are unit rates up to the frame that they are told in: a moving joint adds to
 * what its parent carries along a combination of them. */
static void motion_and_move_agree_on_what_is_free(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        const joint_kind *kind = seed % 2 == 0 ? &ludo_joint_hinge : &ludo_joint_slide;
        moving_joint m = random_motion(&r, kind);
        double S[6], close[6];
        (void)kind->motion(&m.p.joint, &m.p.a, &m.p.b, S, close);
        const twist carried = carried_twist(&m.p.a, &m.p.b, &m.va);
        const ludo_vec3 v = v3_sub(m.vb.v, carried.v), w = v3_sub(m.vb.w, carried.w);
        const double relative[6] = {v.x, v.y, v.z, w.x, w.y, w.z};
        for (int i = 0; i < 6; i++) {
            CHECK_NEAR(relative[i], S[i] * m.rate[0], round_off);
        }
        posed_joint_close(&m.p);
    }
}

/* The coordinates a time dt later or earlier, both bodies following their twists. */
static void position_after(const moving_joint *m, double dt, double *q)
{
    const pose a = moved_pose(&m->p.a, &m->va, dt), b = moved_pose(&m->p.b, &m->vb, dt);
    m->p.joint.kind->position(&m->p.joint, &a, &b, 0, q);
}

/* dq/dt of a quaternion that turns at w in its own frame: q (0, w/2). */
static void quaternion_rate(const double *q, const double *w, double *dq)
{
    const ludo_quat half = {0.0, 0.5 * w[0], 0.5 * w[1], 0.5 * w[2]};
    const ludo_quat d = q_mul((ludo_quat){q[0], q[1], q[2], q[3]}, half);
    dq[0] = d.w, dq[1] = d.x, dq[2] = d.y, dq[3] = d.z;
}

/* What rates mean for coordinates, kind by kind (model.h and sim.h). */
static void coordinate_rate(const joint_kind *kind, const double *q, const double *rate, double *dq)
{
    if (kind == &ludo_joint_ball) {
        quaternion_rate(q, rate, dq);
    } else if (kind == &ludo_joint_free) {
        memcpy(dq, rate, 3 * sizeof *dq);
        quaternion_rate(q + 3, rate + 3, dq + 3);
    } else if (kind->dof > 0) {
        dq[0] = rate[0];
    }
}

/* Central differences with step e lose e^2 |q'''| / 6 and eps |q| / e, |q| < 20: below 1e-9. */
static void rates_are_derivatives_of_coordinates(void **state)
{
    (void)state;
    const double e = 1e-5;
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        const joint_kind *kind = kind_of(seed);
        moving_joint m = random_motion(&r, kind);
        double q[JOINT_MAX_POSITION], plus[JOINT_MAX_POSITION], minus[JOINT_MAX_POSITION];
        double dq[JOINT_MAX_POSITION];
        position_after(&m, 0.0, q);
        position_after(&m, e, plus);
        position_after(&m, -e, minus);
        coordinate_rate(kind, q, m.rate, dq);
        for (int32_t i = 0; i < kind->position_count; i++) {
            CHECK_NEAR((plus[i] - minus[i]) / (2.0 * e), dq[i], 5e-9);
        }
        posed_joint_close(&m.p);
    }
}

/* --- half angles and lanes ------------------------------------------------------------------- */

/* What the view tells of the angle is what position() makes of it. */
static void the_view_tells_half_the_angle(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        const joint_kind *kind = kind_of(seed);
        posed_joint p = random_closed_joint(&r, kind);
        double S[36], close[6], q[JOINT_MAX_POSITION];
        const joint_view v = kind->motion(&p.joint, &p.a, &p.b, S, close);
        kind->position(&p.joint, &p.a, &p.b, 0, q);
        const double half = kind == &ludo_joint_hinge ? 0.5 * (q[0] - p.joint.reference) : 0.0;
        CHECK_NEAR(v.half_cos, cos(half), round_off);
        CHECK_NEAR(v.half_sin, sin(half), round_off);
        posed_joint_close(&p);
    }
}

/* Joints of one kind side by side, lanes beyond the last repeating the first. */
static void fill_lanes(joint_batch *batch, pose_lanes *a, pose_lanes *b, const posed_joint *p,
                       int32_t count)
{
    batch->kind = p[0].joint.kind;
    batch->count = count;
    for (int l = 0; l < LANES; l++) {
        const posed_joint *of = &p[l < count ? l : 0];
        put3(&batch->p_a, l, of->joint.p_a);
        put3(&batch->p_b, l, of->joint.p_b);
        put3(&batch->n, l, of->joint.n);
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
    const joint_view v = p->joint.kind->motion(&p->joint, &p->a, &p->b, S, close);
    for (int i = 0; i < 6; i++) {
        for (int c = 0; c < p->joint.kind->dof; c++) {
            assert_memory_equal(&m->S[c].at[i][l], &S[6 * c + i], sizeof(double));
        }
        assert_memory_equal(&m->close.at[i][l], &close[i], sizeof(double));
    }
    assert_memory_equal(&m->gap.at[l], &v.gap, sizeof v.gap);
    assert_memory_equal(&m->tilt.at[l], &v.tilt, sizeof v.tilt);
    assert_memory_equal(&m->half_cos.at[l], &v.half_cos, sizeof v.half_cos);
    assert_memory_equal(&m->half_sin.at[l], &v.half_sin, sizeof v.half_sin);
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
        motion_lanes m;
        for (int32_t l = 0; l < count; l++) {
            p[l] = l % 2 == 0 ? random_joint(&r, kind_of(seed))
                              : random_closed_joint(&r, kind_of(seed));
        }
        fill_lanes(&batch, &a, &b, p, count);
        batch.kind->motion_lanes(&batch, &a, &b, &m);
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
        cmocka_unit_test(kinds_are_found_by_their_names_only),
        cmocka_unit_test(what_is_placed_is_read),
        cmocka_unit_test(orientations_may_have_any_length),
        cmocka_unit_test(hinges_count_turns),
        cmocka_unit_test(a_hinge_may_turn_very_far),
        cmocka_unit_test(a_placed_joint_is_closed),
        cmocka_unit_test(frames_coincide_at_rest),
        cmocka_unit_test(rates_that_are_given_are_read),
        cmocka_unit_test(a_moving_joint_stays_closed),
        cmocka_unit_test(motion_and_move_agree_on_what_is_free),
        cmocka_unit_test(rates_are_derivatives_of_coordinates),
        cmocka_unit_test(the_view_tells_half_the_angle),
        cmocka_unit_test(lanes_compute_the_bits_of_one_joint),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
