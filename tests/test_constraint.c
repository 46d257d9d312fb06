/* SPDX-License-Identifier: Apache-2.0
 *
 * The two generic constraints, and what every joint kind says about its own: derivatives, free
 * motions, closing displacements, on the manifold and off it. */
#include "joints/constraint.h"

#include "joints/list.h"
#include "posed_joint.h"

#include <float.h>
#include <string.h>

enum { SEEDS = 100 };

/* Anchors are 1 m from bodies 4 m apart: numbers of size up to 8, in some ten roundings. */
static const double round_off = 80.0 * DBL_EPSILON;

/* Every span once more than the kinds use it: planes, and one axis only. Nothing but the spans of
 * a kind matters to its constraint. */
static const joint_kind planar = {
    .name = "planar", .translation = SPAN_AXIS, .rotation = SPAN_PLANE, .dof = 3};
static const joint_kind untwisted = {
    .name = "untwisted", .translation = SPAN_ALL, .rotation = SPAN_AXIS, .dof = 2};

enum { SPANS = 2 };

/* The k-th case: all kinds of the list, then hinges turned into the kinds above. */
static int32_t case_count(void)
{
    return ludo_joint_kind_count() + SPANS;
}

static posed_joint random_case(random_stream *r, int32_t k)
{
    const int32_t kinds = ludo_joint_kind_count();
    posed_joint p = random_joint(r, k < kinds ? ludo_joint_kind_at(k) : &ludo_joint_hinge);
    if (k >= kinds) {
        p.joint.kind = k == kinds ? &planar : &untwisted;
    }
    return p;
}

static int32_t span_count(joint_span span)
{
    return span == SPAN_NONE ? 0 : span == SPAN_AXIS ? 1 : span == SPAN_PLANE ? 2 : 3;
}

static void every_kind_holds_what_it_does_not_free(void **state)
{
    (void)state;
    for (int32_t k = 0; k < case_count(); k++) {
        random_stream r = random_from(1);
        posed_joint p = random_case(&r, k);
        double g[JOINT_MAX_ROWS], G[6 * JOINT_MAX_ROWS];
        const joint_kind *kind = p.joint.kind;
        const int32_t translations = ludo_joint_constraint(&p.joint, &p.a, &p.b, g, G);
        assert_int_equal(translations, span_count(kind->translation));
        assert_int_equal(translations + span_count(kind->rotation), constraint_rows(&p.joint));
        posed_joint_close(&p);
    }
}

/* --- derivatives ----------------------------------------------------------------------------- */

static void constraint_at(const joint_data *j, const pose *a, const pose *b, double *g)
{
    double G[6 * JOINT_MAX_ROWS];
    (void)ludo_joint_constraint(j, a, b, g, G);
}

/* Central differences with step e lose e^2 |g'''| / 6 and eps |g| / e, |g| < 8: 2e-10 both. */
static const double difference_step = 1e-5, difference_tolerance = 2e-9;

static void derivative_by_the_child_equals_central_differences(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        posed_joint p = random_case(&r, (int32_t)seed % case_count());
        double g[6], G[36], plus[6], minus[6];
        (void)ludo_joint_constraint(&p.joint, &p.a, &p.b, g, G);
        for (int c = 0; c < 6; c++) {
            const twist u = unit_twist(c);
            const pose up = moved_pose(&p.b, &u, difference_step);
            const pose down = moved_pose(&p.b, &u, -difference_step);
            constraint_at(&p.joint, &p.a, &up, plus);
            constraint_at(&p.joint, &p.a, &down, minus);
            for (int i = 0; i < constraint_rows(&p.joint); i++) {
                CHECK_NEAR(G[6 * i + c], (plus[i] - minus[i]) / (2.0 * difference_step),
                           difference_tolerance);
            }
        }
        posed_joint_close(&p);
    }
}

static void derivative_by_the_parent_is_that_of_carrying_the_child_along_backwards(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        posed_joint p = random_case(&r, (int32_t)seed % case_count());
        double g[6], G[36], plus[6], minus[6];
        (void)ludo_joint_constraint(&p.joint, &p.a, &p.b, g, G);
        for (int c = 0; c < 6; c++) {
            const twist u = unit_twist(c), Xu = carried_twist(&p.a, &p.b, &u);
            const pose up = moved_pose(&p.a, &u, difference_step);
            const pose down = moved_pose(&p.a, &u, -difference_step);
            constraint_at(&p.joint, &up, &p.b, plus);
            constraint_at(&p.joint, &down, &p.b, minus);
            for (int i = 0; i < constraint_rows(&p.joint); i++) {
                CHECK_NEAR(-row_times(G + 6 * i, &Xu),
                           (plus[i] - minus[i]) / (2.0 * difference_step), difference_tolerance);
            }
        }
        posed_joint_close(&p);
    }
}

/* Nothing about a joint changes where both bodies are moved together. */
static void moving_both_bodies_together_changes_nothing(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        posed_joint p = random_case(&r, (int32_t)seed % ludo_joint_kind_count());
        const ludo_frame move = random_frame(&r);
        const pose *const from[2] = {&p.a, &p.b};
        pose to[2];
        double g[6], moved[6];
        for (int i = 0; i < 2; i++) {
            const ludo_frame f = frame_mul(move, (ludo_frame){from[i]->x, from[i]->q});
            to[i] = pose_make(f.position, f.orientation);
        }
        constraint_at(&p.joint, &p.a, &p.b, g);
        constraint_at(&p.joint, &to[0], &to[1], moved);
        for (int i = 0; i < constraint_rows(&p.joint); i++) {
            CHECK_NEAR(moved[i], g[i], round_off);
        }
        posed_joint_close(&p);
    }
}

/* --- free motions ---------------------------------------------------------------------------- */

static twist column_of(const double *S, int c)
{
    const double *s = S + 6 * c;
    return (twist){v3(s[0], s[1], s[2]), v3(s[3], s[4], s[5])};
}

/* Exactly, also where the joint is open. */
static void free_motions_leave_the_constraint_alone(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        const joint_kind *kind = ludo_joint_kind_at((int32_t)seed % ludo_joint_kind_count());
        const bool closed = seed % 2 == 0;
        posed_joint p = closed ? random_closed_joint(&r, kind) : random_joint(&r, kind);
        double g[6], G[36], S[36], close[6];
        (void)ludo_joint_constraint(&p.joint, &p.a, &p.b, g, G);
        (void)kind->motion(&p.joint, &p.a, &p.b, S, close);
        for (int c = 0; c < kind->dof; c++) {
            const twist s = column_of(S, c);
            for (int i = 0; i < 6 - kind->dof; i++) {
                CHECK_NEAR(row_times(G + 6 * i, &s), 0.0, round_off);
            }
        }
        posed_joint_close(&p);
    }
}

/* Rows of the constraint, orthogonal to the free motions, make with them a basis of all motions:
 * nothing else is free, nothing is held twice. Rotation rows have length 1/2, arms are below 2 m,
 * and so is the inverse: below 20. */
static void constraint_and_free_motions_are_all_there_is(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        const joint_kind *kind = ludo_joint_kind_at((int32_t)seed % ludo_joint_kind_count());
        posed_joint p = random_closed_joint(&r, kind);
        double g[6], all[36], close[6];
        (void)ludo_joint_constraint(&p.joint, &p.a, &p.b, g, all);
        (void)kind->motion(&p.joint, &p.a, &p.b, all + 6 * (6 - kind->dof), close);
        for (int i = 0; i < 6; i++) {
            double A[36], x[6] = {0.0};
            memcpy(A, all, sizeof A);
            x[i] = 1.0;
            assert_true(dense_solve(6, A, x));
            for (int c = 0; c < 6; c++) {
                CHECK_NEAR(x[c], 0.0, 20.0);
            }
        }
        posed_joint_close(&p);
    }
}

/* --- closing --------------------------------------------------------------------------------- */

/* A closed joint opened by a displacement of size s. */
static posed_joint opened_joint(random_stream *r, const joint_kind *kind, double s)
{
    posed_joint p = random_closed_joint(r, kind);
    const twist u = random_twist(r);
    p.b = moved_pose(&p.b, &u, s);
    return p;
}

/* G_b close = -g up to the factor 1 / (r0^2 + sigma^2) = 1 + O(g^2) that is dropped. */
static void the_closing_displacement_undoes_the_gap(void **state)
{
    (void)state;
    const double sizes[] = {1e-1, 1e-3, 1e-6};
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        const joint_kind *kind = ludo_joint_kind_at((int32_t)seed % ludo_joint_kind_count());
        const double s = sizes[seed % 3];
        posed_joint p = opened_joint(&r, kind, s);
        double g[6], G[36], S[36], close[6];
        (void)ludo_joint_constraint(&p.joint, &p.a, &p.b, g, G);
        (void)kind->motion(&p.joint, &p.a, &p.b, S, close);
        const twist y = column_of(close, 0);
        for (int i = 0; i < 6 - kind->dof; i++) {
            CHECK_NEAR(row_times(G + 6 * i, &y), -g[i], s * s * s + round_off);
        }
        posed_joint_close(&p);
    }
}

/* Taken as a finite displacement it leaves a gap of second order. */
static void the_closing_displacement_closes_quadratically(void **state)
{
    (void)state;
    const double sizes[] = {1e-1, 1e-3, 1e-6};
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        const joint_kind *kind = ludo_joint_kind_at((int32_t)seed % ludo_joint_kind_count());
        const double s = sizes[seed % 3];
        posed_joint p = opened_joint(&r, kind, s);
        double g[6], S[36], close[6];
        (void)kind->motion(&p.joint, &p.a, &p.b, S, close);
        const twist y = column_of(close, 0);
        const pose shut = moved_pose(&p.b, &y, 1.0);
        constraint_at(&p.joint, &p.a, &shut, g);
        for (int i = 0; i < 6 - kind->dof; i++) {
            /* half an arm of 3 m, times the square of a turn below 1.8 s */
            CHECK_NEAR(g[i], 0.0, 5.0 * s * s + round_off);
        }
        posed_joint_close(&p);
    }
}

/* Gap and tilt say how far the joint is open: no less than its constraint does. */
static void gap_and_tilt_bound_the_constraint(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        const joint_kind *kind = ludo_joint_kind_at((int32_t)seed % ludo_joint_kind_count());
        posed_joint closed = random_closed_joint(&r, kind), open = opened_joint(&r, kind, 1e-3);
        double g[6], S[36], close[6];
        joint_view v = kind->motion(&closed.joint, &closed.a, &closed.b, S, close);
        CHECK_NEAR(v.gap, 0.0, 5.0 * round_off); /* slides reach 20 m */
        CHECK_NEAR(v.tilt, 0.0, round_off);
        v = kind->motion(&open.joint, &open.a, &open.b, S, close);
        const int32_t translations = span_count(kind->translation);
        constraint_at(&open.joint, &open.a, &open.b, g);
        for (int i = 0; i < 6 - kind->dof; i++) {
            /* entries in one frame or another: a factor sqrt 3; r_v is half a rotation */
            const double bound = i < translations ? v.gap : 0.5 * v.tilt;
            assert_true(fabs(g[i]) <= 1.8 * bound);
        }
        assert_true(v.gap <= 1e-3 * 3.0 * 1.8 && v.tilt <= 1e-3 * 1.8); /* arms below 2 m */
        posed_joint_close(&closed);
        posed_joint_close(&open);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_holds_what_it_does_not_free),
        cmocka_unit_test(derivative_by_the_child_equals_central_differences),
        cmocka_unit_test(derivative_by_the_parent_is_that_of_carrying_the_child_along_backwards),
        cmocka_unit_test(moving_both_bodies_together_changes_nothing),
        cmocka_unit_test(free_motions_leave_the_constraint_alone),
        cmocka_unit_test(constraint_and_free_motions_are_all_there_is),
        cmocka_unit_test(the_closing_displacement_undoes_the_gap),
        cmocka_unit_test(the_closing_displacement_closes_quadratically),
        cmocka_unit_test(gap_and_tilt_bound_the_constraint),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
