/* SPDX-License-Identifier: Apache-2.0
 *
 * Composite joints, hand-made: random sequences of hinges and slides between random poses. */
#include "model/compile/compile.h"
#include "joints/list.h"
#include "posed_joint.h"

#include <float.h>
#include <string.h>

enum { SEEDS = 200, MAX_PARTS = JOINT_MAX_DOF };

/* Six parts with arms of a metre, slides of some metres, bodies within some metres. */
static const double round_off = 300.0 * DBL_EPSILON;

/* A joint with the data it points to, the poses of its bodies and its coordinates. */
typedef struct composite {
    joint_data joint;
    joint_part part[MAX_PARTS];
    joint_column column[MAX_PARTS];
    pose a, b;
    double q[MAX_PARTS];
} composite;

static ludo_vec3 random_unit(random_stream *r)
{
    return q_rotate(random_quat(r), v3(0.0, 0.0, 1.0));
}

/* Close the joint at random coordinates: angles of some turns, lengths of some metres. */
static void close_anywhere(composite *c, random_stream *r)
{
    double memory[MAX_PARTS];
    for (int32_t i = 0; i < c->joint.dof; i++) {
        c->q[i] = c->part[i].slides ? random_uniform(r, -3.0, 3.0) : random_uniform(r, -20.0, 20.0);
    }
    c->joint.kind->place(&c->joint, &c->a, c->q, &c->b, memory);
    assert_memory_equal(memory, c->q, (size_t)c->joint.dof * sizeof *memory);
}

/* A closed joint of these parts: bit i of `slides` is 1 if part i slides. */
static void random_sequence(composite *c, random_stream *r, int32_t dof, int32_t slides)
{
    c->joint = (joint_data){.kind = &ludo_joint_composite,
                            .dof = dof,
                            .position_count = dof,
                            .column = c->column,
                            .part = c->part};
    c->joint.p_a = random_vec3(r, 1.0);
    c->joint.p_b = random_vec3(r, 1.0);
    c->joint.q_off = random_quat(r);
    c->joint.length = random_uniform(r, 0.5, 2.0);
    for (int32_t i = 0; i < dof; i++) {
        const bool slide = (slides >> i & 1) != 0;
        c->part[i] =
            (joint_part){slide, random_unit(r), random_vec3(r, 1.0), random_uniform(r, -1.0, 1.0)};
        c->column[i] = slide ? COLUMN_STORED_LENGTH : COLUMN_STORED_ANGLE;
    }
    c->a = random_pose(r);
    close_anywhere(c, r);
}

/* A closed joint of 2 to 6 parts with at most three slides; returns the stream for more. */
static random_stream random_composite(composite *c, uint64_t seed)
{
    random_stream r = random_from(seed);
    const int32_t dof = 2 + random_below(&r, MAX_PARTS - 1);
    const int32_t three = random_below(&r, 8), slides = three << random_below(&r, dof - 1);
    random_sequence(c, &r, dof, slides);
    return r;
}

/* Hinges about these axes (NULL: random) through the anchors. */
static void concurrent_hinges(composite *c, random_stream *r, int32_t dof, const ludo_vec3 *axis)
{
    random_sequence(c, r, dof, 0);
    for (int32_t i = 0; i < dof; i++) {
        c->part[i].axis = axis != NULL ? axis[i] : c->part[i].axis;
        c->part[i].center = v3(0.0, 0.0, 0.0);
    }
    close_anywhere(c, r);
}

typedef struct motion {
    double S[6 * JOINT_MAX_DOF], close[6];
    joint_view view;
} motion;

static motion motion_of(const composite *c)
{
    motion m;
    joint_trace trace[MAX_PARTS];
    for (int32_t i = 0; i < c->joint.dof; i++) {
        trace[i] = (joint_trace){c->q[i], 0.0};
    }
    m.view = c->joint.kind->motion(&c->joint, &c->a, &c->b, trace, m.S, m.close);
    return m;
}

static twist twist_from(const double *t)
{
    return (twist){v3(t[0], t[1], t[2]), v3(t[3], t[4], t[5])};
}

static void check_twist(twist got, twist want, double tolerance)
{
    CHECK_NEAR(v3_norm(v3_sub(got.v, want.v)), 0.0, tolerance);
    CHECK_NEAR(v3_norm(v3_sub(got.w, want.w)), 0.0, tolerance);
}

/* The twist from one pose to another near it, per unit of dt, to second order. */
static twist twist_between(const pose *from, const pose *to, double dt)
{
    const ludo_quat turn = q_mul(to->q, q_conj(from->q));
    return (twist){v3_scale(1.0 / dt, v3_sub(to->x, from->x)),
                   v3_scale(2.0 * turn.w / dt, q_vector(turn))};
}

/* --- kinematics ------------------------------------------------------------------------------ */

/* Rotation about an axis through a center, or translation along it. */
static ludo_frame part_frame(const joint_part *p, double q)
{
    const double way = q - p->reference;
    if (p->slides) {
        return (ludo_frame){v3_scale(way, p->axis), q_identity()};
    }
    const ludo_quat turn = q_make(cos(0.5 * way), v3_scale(sin(0.5 * way), p->axis));
    return (ludo_frame){v3_sub(p->center, q_rotate(turn, p->center)), turn};
}

static void the_child_stands_where_the_product_of_its_parts_puts_it(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        composite c;
        (void)random_composite(&c, seed);
        ludo_frame all = {c.joint.p_a, q_identity()};
        for (int32_t i = 0; i < c.joint.dof; i++) {
            all = frame_mul(all, part_frame(&c.part[i], c.q[i]));
        }
        all = frame_mul((ludo_frame){c.a.x, c.a.q}, all);
        const ludo_vec3 anchor = v3_add(c.b.x, m3_apply(&c.b.R, c.joint.p_b));
        const ludo_quat apart = q_mul(q_conj(q_mul(all.orientation, c.joint.q_off)), c.b.q);
        CHECK_NEAR(v3_norm(v3_sub(anchor, all.position)), 0.0, round_off);
        CHECK_NEAR(v3_norm(q_vector(apart)), 0.0, round_off);
    }
}

static void frames_coincide_at_rest(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        composite c;
        double q[MAX_PARTS], memory[MAX_PARTS];
        (void)random_composite(&c, seed);
        c.joint.kind->rest(&c.joint, q);
        c.joint.kind->place(&c.joint, &c.a, q, &c.b, memory);
        const ludo_vec3 r_b = m3_apply(&c.b.R, c.joint.p_b), r_a = m3_apply(&c.a.R, c.joint.p_a);
        const ludo_vec3 gap = v3_sub(v3_add(c.b.x, r_b), v3_add(c.a.x, r_a));
        CHECK_NEAR(v3_norm(gap), 0.0, round_off);
        CHECK_NEAR(v3_norm(q_vector(joint_relative(&c.joint, &c.a, &c.b))), 0.0, round_off);
    }
}

/* Poses set by the user, up to half a radian and half a metre from the memory. Two or three parts:
 * more of them often have other coordinates for equal poses. */
static void coordinates_of_given_poses_are_found(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        composite c;
        double remembered[MAX_PARTS], q[MAX_PARTS];
        const int32_t dof = 2 + random_below(&r, 2);
        random_sequence(&c, &r, dof, random_below(&r, 8));
        for (int32_t i = 0; i < dof; i++) {
            remembered[i] = c.q[i] + random_uniform(&r, -0.5, 0.5);
        }
        c.joint.kind->position(&c.joint, &c.a, &c.b, remembered, q);
        for (int32_t i = 0; i < dof; i++) {
            CHECK_NEAR(q[i], c.q[i], 1e3 * round_off); /* columns up to 1e-3 from being dependent */
        }
    }
}

/* --- motion ---------------------------------------------------------------------------------- */

static void a_placed_joint_is_closed_at_its_coordinates(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        composite c;
        double q[MAX_PARTS];
        (void)random_composite(&c, seed);
        c.joint.kind->position(&c.joint, &c.a, &c.b, c.q, q);
        assert_memory_equal(q, c.q, (size_t)c.joint.dof * sizeof *q);
        const motion m = motion_of(&c);
        check_twist(twist_from(m.close), (twist){0}, round_off);
        CHECK_NEAR(m.view.gap, 0.0, round_off);
        CHECK_NEAR(m.view.tilt, 0.0, round_off);
    }
}

/* Central differences with step e lose e^2 |x'''| / 6 and eps |x| / e, |x| < 20: below 1e-9. */
static void columns_are_derivatives_of_poses(void **state)
{
    (void)state;
    const double e = 1e-5;
    FOR_SEEDS(seed, SEEDS)
    {
        composite c;
        (void)random_composite(&c, seed);
        const motion m = motion_of(&c);
        for (int32_t i = 0; i < c.joint.dof; i++) {
            double q[MAX_PARTS], memory[MAX_PARTS];
            pose minus, plus;
            memcpy(q, c.q, sizeof q);
            q[i] = c.q[i] - e;
            c.joint.kind->place(&c.joint, &c.a, q, &minus, memory);
            q[i] = c.q[i] + e;
            c.joint.kind->place(&c.joint, &c.a, q, &plus, memory);
            check_twist(twist_from(m.S + 6 * i), twist_between(&minus, &plus, 2.0 * e), 5e-9);
        }
    }
}

/* A violation s leaves s^2 times arms of up to 20 m. */
static void closing_leaves_the_square_of_the_gap(void **state)
{
    (void)state;
    const double s = 1e-4;
    FOR_SEEDS(seed, SEEDS)
    {
        composite c;
        random_stream r = random_composite(&c, seed);
        const twist opening = random_twist(&r);
        c.b = moved_pose(&c.b, &opening, s);
        const motion open = motion_of(&c);
        const twist close = twist_from(open.close);
        const twist undo = {v3_scale(-s, opening.v), v3_scale(-s, opening.w)};
        check_twist(close, undo, 20.0 * s * s);
        CHECK_NEAR(open.view.tilt, s * v3_max(opening.w), 20.0 * s * s);
        c.b = moved_pose(&c.b, &close, 1.0);
        const motion closed = motion_of(&c);
        CHECK_NEAR(closed.view.gap, 0.0, 20.0 * s * s);
        CHECK_NEAR(closed.view.tilt, 0.0, 20.0 * s * s);
    }
}

/* With a violation, coordinates and bodies moved by S and `close` together close the joint:
 * Newton's step. */
static void columns_hold_where_the_joint_is_open(void **state)
{
    (void)state;
    const double s = 1e-4;
    FOR_SEEDS(seed, SEEDS)
    {
        composite c;
        random_stream r = random_composite(&c, seed);
        const twist opening = random_twist(&r);
        c.b = moved_pose(&c.b, &opening, s);
        const motion open = motion_of(&c);
        twist step = twist_from(open.close);
        for (int32_t i = 0; i < c.joint.dof; i++) {
            const double w = random_uniform(&r, -s, s);
            const twist S = twist_from(open.S + 6 * i);
            step = (twist){v3_axpy(step.v, w, S.v), v3_axpy(step.w, w, S.w)};
            c.q[i] += w;
        }
        c.b = moved_pose(&c.b, &step, 1.0);
        const motion closed = motion_of(&c);
        CHECK_NEAR(closed.view.gap, 0.0, 200.0 * s * s); /* six parts and a violation together */
        CHECK_NEAR(closed.view.tilt, 0.0, 200.0 * s * s);
    }
}

/* --- constraint ------------------------------------------------------------------------------ */

/* Each row and column to some ten roundings of numbers up to 20. */
static void what_is_free_and_what_is_held_make_up_all(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        composite c;
        (void)random_composite(&c, seed);
        double g[6], G[36];
        const int32_t rows = 6 - c.joint.dof;
        const motion m = motion_of(&c);
        assert_int_equal(c.joint.kind->constraint(&c.joint, &c.a, &c.b, c.q, g, G), 0);
        for (int32_t i = 0; i < rows; i++) {
            CHECK_NEAR(g[i], 0.0, round_off);
            for (int32_t k = 0; k < c.joint.dof; k++) {
                const twist S = twist_from(m.S + 6 * k);
                CHECK_NEAR(row_times(G + 6 * i, &S), 0.0, 20.0 * round_off);
            }
            /* orthonormal with lengths divided by the joint's length */
            for (int32_t k = 0; k < rows; k++) {
                const twist u = twist_from(G + 6 * i), v = twist_from(G + 6 * k);
                const double L = c.joint.length;
                CHECK_NEAR(L * L * v3_dot(u.v, v.v) + v3_dot(u.w, v.w), i == k ? 1.0 : 0.0,
                           round_off);
            }
        }
    }
}

static void check_differences(const composite *c, const double *plus, const double *minus, double e,
                              const double *G, const twist *u)
{
    for (int32_t i = 0; i < 6 - c->joint.dof; i++) {
        CHECK_NEAR((plus[i] - minus[i]) / (2.0 * e), row_times(G + 6 * i, u), 1e-8);
    }
}

/* By the child's twist and, with opposite sign, by the parent's; differences as above. */
static void rows_are_derivatives_of_the_constraint(void **state)
{
    (void)state;
    const double e = 1e-5;
    FOR_SEEDS(seed, SEEDS)
    {
        composite c;
        (void)random_composite(&c, seed);
        double g[6], plus[6], minus[6], G[36], other[36];
        const joint_kind *kind = c.joint.kind;
        (void)kind->constraint(&c.joint, &c.a, &c.b, c.q, g, G);
        for (int k = 0; k < 6; k++) {
            const twist u = unit_twist(k), carried = carried_twist(&c.a, &c.b, &u);
            const pose before = moved_pose(&c.b, &u, -e), after = moved_pose(&c.b, &u, e);
            (void)kind->constraint(&c.joint, &c.a, &before, c.q, minus, other);
            (void)kind->constraint(&c.joint, &c.a, &after, c.q, plus, other);
            check_differences(&c, plus, minus, e, G, &u);
            const pose forth = moved_pose(&c.a, &u, e), back = moved_pose(&c.a, &u, -e);
            (void)kind->constraint(&c.joint, &back, &c.b, c.q, plus, other);
            (void)kind->constraint(&c.joint, &forth, &c.b, c.q, minus, other);
            check_differences(&c, plus, minus, e, G, &carried);
        }
    }
}

/* Both bodies moved together, with a violation. */
static void the_constraint_depends_on_the_relative_pose_alone(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        composite c;
        random_stream r = random_composite(&c, seed);
        const twist opening = random_twist(&r);
        c.b = moved_pose(&c.b, &opening, 0.1);
        double g[6], moved[6], G[36];
        (void)c.joint.kind->constraint(&c.joint, &c.a, &c.b, c.q, g, G);
        const ludo_quat turn = random_quat(&r);
        const ludo_vec3 shift = random_vec3(&r, 2.0);
        const pose a = pose_make(v3_add(shift, q_rotate(turn, c.a.x)), q_mul(turn, c.a.q));
        const pose b = pose_make(v3_add(shift, q_rotate(turn, c.b.x)), q_mul(turn, c.b.q));
        (void)c.joint.kind->constraint(&c.joint, &a, &b, c.q, moved, G);
        for (int32_t i = 0; i < 6 - c.joint.dof; i++) {
            CHECK_NEAR(moved[i], g[i], 1e3 * round_off); /* columns nearly dependent, by 1e-3 */
        }
    }
}

/* --- rates ----------------------------------------------------------------------------------- */

static void random_rates(random_stream *r, int32_t count, double *rate)
{
    for (int32_t i = 0; i < count; i++) {
        rate[i] = random_uniform(r, -2.0, 2.0);
    }
}

/* With up to three parts columns are seldom nearer than 1e-3 to dependence; with more, coordinates
 * may be near gimbal lock, but the motion is the requested one. */
static void rates_that_are_given_are_read(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        composite c;
        double rate[MAX_PARTS], read[MAX_PARTS];
        random_stream r = random_composite(&c, seed);
        const twist va = random_twist(&r);
        random_rates(&r, c.joint.dof, rate);
        const joint_kind *kind = c.joint.kind;
        const twist vb = kind->move(&c.joint, &c.a, &c.b, c.q, &va, rate);
        kind->rate(&(joint_pair){&c.joint, &c.a, &c.b, c.q, &va, &vb}, read);
        for (int32_t i = 0; i < c.joint.dof && c.joint.dof <= 3; i++) {
            CHECK_NEAR(read[i], rate[i], 1e3 * round_off);
        }
        check_twist(kind->move(&c.joint, &c.a, &c.b, c.q, &va, read), vb, 20.0 * round_off);
    }
}

/* Bodies that move for a time e have the coordinates plus e times the rates, to second order. */
static void rates_are_derivatives_of_coordinates(void **state)
{
    (void)state;
    const double e = 1e-5;
    FOR_SEEDS(seed, SEEDS)
    {
        composite c;
        double rate[MAX_PARTS], q[MAX_PARTS], memory[MAX_PARTS];
        pose minus, plus;
        random_stream r = random_composite(&c, seed);
        const twist va = random_twist(&r);
        random_rates(&r, c.joint.dof, rate);
        const joint_kind *kind = c.joint.kind;
        const twist vb = kind->move(&c.joint, &c.a, &c.b, c.q, &va, rate);
        for (int32_t i = 0; i < c.joint.dof; i++) {
            q[i] = c.q[i] + e * rate[i];
        }
        const pose forth = moved_pose(&c.a, &va, e), back = moved_pose(&c.a, &va, -e);
        kind->place(&c.joint, &forth, q, &plus, memory);
        for (int32_t i = 0; i < c.joint.dof; i++) {
            q[i] = c.q[i] - e * rate[i];
        }
        kind->place(&c.joint, &back, q, &minus, memory);
        check_twist(vb, twist_between(&minus, &plus, 2.0 * e),
                    5e-8); /* rotating at up to 14 rad/s */
    }
}

/* Hinges one and three about one axis: three rates, two motions. The remaining axis is seldom
 * nearer than 1e-3 to theirs. */
static void in_gimbal_lock_the_first_part_does_what_two_could(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        composite c;
        double rate[MAX_PARTS], read[MAX_PARTS], g[6], G[36];
        const ludo_vec3 n = random_unit(&r), m = random_unit(&r);
        const ludo_vec3 axis[] = {n, m, n};
        concurrent_hinges(&c, &r, 3, axis);
        c.q[1] = c.part[1].reference;
        c.joint.kind->place(&c.joint, &c.a, c.q, &c.b, c.q);
        const twist va = random_twist(&r);
        random_rates(&r, 3, rate);
        const joint_kind *kind = c.joint.kind;
        const twist vb = kind->move(&c.joint, &c.a, &c.b, c.q, &va, rate);
        kind->rate(&(joint_pair){&c.joint, &c.a, &c.b, c.q, &va, &vb}, read);
        CHECK_NEAR(read[0], rate[0] + rate[2], 1e3 * round_off);
        CHECK_NEAR(read[1], rate[1], 1e3 * round_off);
        CHECK_NEAR(read[2], 0.0, 1e3 * round_off);
        check_twist(kind->move(&c.joint, &c.a, &c.b, c.q, &va, read), vb, 1e3 * round_off);
        (void)kind->constraint(&c.joint, &c.a, &c.b, c.q, g, G);
        for (int i = 0; i < 18; i++) {
            assert_true(isfinite(G[i]));
        }
    }
}

/* --- known joints ---------------------------------------------------------------------------- */

/* Rotations about the anchor are free, translations of it are not. */
static void three_concurrent_hinges_are_a_ball(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        composite c;
        double g[6], G[36];
        concurrent_hinges(&c, &r, 3, NULL);
        const ludo_vec3 r_b = m3_apply(&c.b.R, c.joint.p_b), w = random_vec3(&r, 1.0);
        const twist turn = {v3_cross(r_b, w), w};
        (void)c.joint.kind->constraint(&c.joint, &c.a, &c.b, c.q, g, G);
        for (int32_t i = 0; i < 3; i++) {
            CHECK_NEAR(row_times(G + 6 * i, &turn), 0.0, 1e3 * round_off);
            /* for a ball only: held translations have weight 1 in the joint's length */
            CHECK_NEAR(c.joint.length * v3_norm(v3(G[6 * i], G[6 * i + 1], G[6 * i + 2])), 1.0,
                       1.0 - 1e-2);
        }
    }
}

/* One axis stays in the parent, the other in the child, at right angles. */
static void two_orthogonal_concurrent_hinges_are_a_universal_joint(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        composite c;
        const ludo_quat frame = random_quat(&r);
        const ludo_vec3 axis[] = {q_rotate(frame, v3(1.0, 0.0, 0.0)),
                                  q_rotate(frame, v3(0.0, 1.0, 0.0))};
        concurrent_hinges(&c, &r, 2, axis);
        const ludo_vec3 in_child = q_rotate(q_conj(c.joint.q_off), axis[1]);
        const ludo_vec3 n = m3_apply(&c.a.R, axis[0]), m = m3_apply(&c.b.R, in_child);
        const motion at = motion_of(&c);
        CHECK_NEAR(v3_dot(n, m), 0.0, round_off);
        check_twist((twist){v3(0.0, 0.0, 0.0), twist_from(at.S).w}, (twist){v3(0.0, 0.0, 0.0), n},
                    round_off);
        check_twist((twist){v3(0.0, 0.0, 0.0), twist_from(at.S + 6).w},
                    (twist){v3(0.0, 0.0, 0.0), m}, round_off);
    }
}

/* --- lanes ----------------------------------------------------------------------------------- */

/* Joints of one sequence side by side; lanes beyond the last joint repeat it. */
static void fill_lanes(joint_batch *batch, part_lanes *part, pose_lanes *a, pose_lanes *b,
                       lanes1 *stored, const composite *c, int32_t count)
{
    *batch =
        (joint_batch){.kind = c[0].joint.kind, .part = part, .count = count, .dof = c[0].joint.dof};
    for (int l = 0; l < LANES; l++) {
        const int32_t of = l < count ? l : count - 1;
        ludo_compile_part_lanes(part, &c[of].joint, l);
        batch->joint[l] = &c[of].joint;
        put3(&batch->p_a, l, c[of].joint.p_a);
        put3(&batch->p_b, l, c[of].joint.p_b);
        put4(&batch->q_off, l, c[of].joint.q_off);
        put3(&a->x, l, c[of].a.x);
        put4(&a->q, l, c[of].a.q);
        put3(&b->x, l, c[of].b.x);
        put4(&b->q, l, c[of].b.q);
        for (int32_t i = 0; i < batch->dof; i++) {
            stored[i].at[l] = c[of].q[i];
        }
    }
}

static void check_lane(const motion_lanes *lanes, int l, const composite *c)
{
    const motion m = motion_of(c);
    for (int i = 0; i < 6; i++) {
        for (int32_t k = 0; k < c->joint.dof; k++) {
            assert_memory_equal(&lanes->column[k].S.at[i][l], &m.S[6 * k + i], sizeof(double));
        }
        assert_memory_equal(&lanes->closing->close.at[i][l], &m.close[i], sizeof(double));
    }
    assert_memory_equal(&lanes->closing->gap.at[l], &m.view.gap, sizeof(double));
    assert_memory_equal(&lanes->closing->tilt.at[l], &m.view.tilt, sizeof(double));
}

/* Some joints have rotated beyond the range of the vectorised sine and cosine. */
static void lanes_compute_the_bits_of_one_joint(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        const int32_t count = 1 + random_below(&r, LANES), dof = 2 + random_below(&r, 5);
        const int32_t slides = random_below(&r, 1 << dof);
        composite c[LANES];
        for (int32_t l = 0; l < count; l++) {
            random_sequence(&c[l], &r, dof, slides);
            const twist opening = random_twist(&r);
            c[l].b = moved_pose(&c[l].b, &opening, 0.1);
            double *one = &c[l].q[random_below(&r, dof)];
            *one *= random_below(&r, 10) == 0 ? 1e7 : 1.0;
        }
        joint_batch batch;
        part_lanes part[MAX_PARTS + 1];
        pose_lanes a, b;
        lanes1 stored[MAX_PARTS];
        motion_column_lanes column[JOINT_MAX_DOF];
        closing_lanes closing;
        const motion_lanes m = {column, &closing};
        fill_lanes(&batch, part, &a, &b, stored, c, count);
        batch.kind->motion_lanes(&batch, &a, &b, stored, &m);
        for (int32_t l = 0; l < LANES; l++) {
            check_lane(&m, l, &c[l < count ? l : count - 1]);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_child_stands_where_the_product_of_its_parts_puts_it),
        cmocka_unit_test(frames_coincide_at_rest),
        cmocka_unit_test(coordinates_of_given_poses_are_found),
        cmocka_unit_test(a_placed_joint_is_closed_at_its_coordinates),
        cmocka_unit_test(columns_are_derivatives_of_poses),
        cmocka_unit_test(closing_leaves_the_square_of_the_gap),
        cmocka_unit_test(columns_hold_where_the_joint_is_open),
        cmocka_unit_test(what_is_free_and_what_is_held_make_up_all),
        cmocka_unit_test(rows_are_derivatives_of_the_constraint),
        cmocka_unit_test(the_constraint_depends_on_the_relative_pose_alone),
        cmocka_unit_test(rates_that_are_given_are_read),
        cmocka_unit_test(rates_are_derivatives_of_coordinates),
        cmocka_unit_test(in_gimbal_lock_the_first_part_does_what_two_could),
        cmocka_unit_test(three_concurrent_hinges_are_a_ball),
        cmocka_unit_test(two_orthogonal_concurrent_hinges_are_a_universal_joint),
        cmocka_unit_test(lanes_compute_the_bits_of_one_joint),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
