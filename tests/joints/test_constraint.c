/* SPDX-License-Identifier: Apache-2.0
 *
 * The two generic constraints, and those of each joint type: derivatives, free motions, closing
 * displacements, on the manifold and off it. */
#include "joints/constraint.h"

#include "joints/list.h"
#include "posed_joint.h"

#include <float.h>
#include <string.h>

enum { SEEDS = 1100 }; /* a hundred of each kind */

/* Anchors are 1 m from bodies 4 m apart: numbers of size up to 8, in some ten roundings. */
static const double round_off = 80.0 * DBL_EPSILON;

/* The held directions that no type has: one axis of rotation. The constraint depends on the held
 * directions of a type only. */
static const joint_kind untwisted = {
    .name = "untwisted", .translation = SPAN_ALL, .rotation = SPAN_AXIS, .dof = 2};

/* Case k: all types, and every twelfth time a hinge changed into the type above. */
static posed_joint random_case(random_stream *r, uint64_t k)
{
    posed_joint p = random_joint(r, k % 12 != 0 ? posed_kind(k) : &ludo_joint_hinge);
    if (k % 12 == 0) {
        p.joint.kind = &untwisted;
        p.joint.dof = untwisted.dof;
    }
    return p;
}

static void every_kind_holds_what_it_does_not_free(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        int32_t translations, rotations;
    } all[] = {
        {"fixed", 3, 3},       {"hinge", 3, 2},  {"slide", 2, 3},     {"cylindrical", 2, 2},
        {"universal", 3, 1},   {"planar", 1, 2}, {"ball", 3, 0},      {"point-on-line", 2, 0},
        {"free-planar", 1, 0}, {"free", 0, 0},   {"untwisted", 3, 1}, {"orientation-only", 0, 3},
    };
    for (uint64_t k = 0; k < 12; k++) {
        random_stream r = random_from(k);
        posed_joint p = random_case(&r, k);
        double g[JOINT_MAX_ROWS], G[6 * JOINT_MAX_ROWS];
        const int32_t translations = ludo_joint_constraint(&p.joint, &p.a, &p.b, p.memory, g, G);
        size_t i = 0;
        while (strcmp(all[i].name, p.joint.kind->name) != 0) {
            assert_true(++i < sizeof all / sizeof *all);
        }
        assert_int_equal(translations, all[i].translations);
        assert_int_equal(constraint_rows(&p.joint), translations + all[i].rotations);
        posed_joint_close(&p);
    }
}

/* --- derivatives ----------------------------------------------------------------------------- */

static void constraint_at(const posed_joint *p, const pose *a, const pose *b, double *g)
{
    double G[6 * JOINT_MAX_ROWS];
    (void)ludo_joint_constraint(&p->joint, a, b, p->memory, g, G);
}

/* Central differences with step e lose e^2 |g'''| / 6 and eps |g| / e, |g| < 8: 2e-10 both. */
static const double difference_step = 1e-5, difference_tolerance = 2e-9;

/* Alternately with a violation and closed at coordinates below 20, for every type. */
static posed_joint random_open_or_closed(random_stream *r, uint64_t seed)
{
    return seed % 24 < 12 ? random_case(r, seed) : random_closed_joint(r, posed_kind(seed));
}

static void derivative_by_the_child_equals_central_differences(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        posed_joint p = random_open_or_closed(&r, seed);
        double g[6], G[36], plus[6], minus[6];
        (void)ludo_joint_constraint(&p.joint, &p.a, &p.b, p.memory, g, G);
        for (int c = 0; c < 6; c++) {
            const twist u = unit_twist(c);
            const pose up = moved_pose(&p.b, &u, difference_step);
            const pose down = moved_pose(&p.b, &u, -difference_step);
            constraint_at(&p, &p.a, &up, plus);
            constraint_at(&p, &p.a, &down, minus);
            for (int i = 0; i < constraint_rows(&p.joint); i++) {
                CHECK_NEAR(G[6 * i + c], (plus[i] - minus[i]) / (2.0 * difference_step),
                           difference_tolerance);
            }
        }
        posed_joint_close(&p);
    }
}

/* Only the types that a closure can have. */
static bool has_pull(const posed_joint *p)
{
    return !kind_has_parts(p->joint.kind);
}

/* The wrench of joint_pull at the child's centre of mass is G_b^T lambda. */
static void pull_is_that_of_the_rows(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        posed_joint p = random_open_or_closed(&r, seed);
        double g[6], G[36], lambda[6];
        (void)ludo_joint_constraint(&p.joint, &p.a, &p.b, p.memory, g, G);
        for (int i = 0; i < 6; i++) {
            lambda[i] = random_uniform(&r, -1.0, 1.0);
        }
        for (int c = 0; c < 6 && has_pull(&p); c++) {
            const joint_pull pull = ludo_joint_pull(&p.joint, &p.a, &p.b, lambda);
            const ludo_vec3 arm = v3_sub(pull.point, p.b.x);
            const twist u = unit_twist(c);
            const ludo_vec3 moment = v3_add(pull.torque, v3_cross(arm, pull.force));
            double sum = 0.0;
            for (int i = 0; i < constraint_rows(&p.joint); i++) {
                sum += lambda[i] * G[6 * i + c];
            }
            CHECK_NEAR(v3_dot(pull.force, u.v) + v3_dot(moment, u.w), sum, round_off);
        }
        posed_joint_close(&p);
    }
}

/* The change of a vector of joint_pull by a central difference. */
static void check_change(ludo_vec3 up, ludo_vec3 down, ludo_vec3 said)
{
    const ludo_vec3 is = v3_scale(0.5 / difference_step, v3_sub(up, down));
    CHECK_NEAR(v3_max(v3_sub(is, said)), 0.0, difference_tolerance);
}

/* The derivatives that joint_pull contains. */
static void pull_changes_as_it_says(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        posed_joint p = random_open_or_closed(&r, seed);
        double lambda[6];
        for (int i = 0; i < 6; i++) {
            lambda[i] = random_uniform(&r, -1.0, 1.0);
        }
        for (int c = 0; c < 12 && has_pull(&p); c++) {
            const bool child = c >= 6;
            const twist u = unit_twist(c % 6);
            const pose *moved = child ? &p.b : &p.a;
            const pose up = moved_pose(moved, &u, difference_step);
            const pose down = moved_pose(moved, &u, -difference_step);
            const joint_pull at = ludo_joint_pull(&p.joint, &p.a, &p.b, lambda);
            const joint_pull more =
                ludo_joint_pull(&p.joint, child ? &p.a : &up, child ? &up : &p.b, lambda);
            const joint_pull less =
                ludo_joint_pull(&p.joint, child ? &p.a : &down, child ? &down : &p.b, lambda);
            const ludo_vec3 none = {0.0, 0.0, 0.0}, turn = m3_apply(&at.twist, u.w);
            const ludo_vec3 along = v3_add(u.v, v3_cross(u.w, v3_sub(at.point, p.b.x)));
            check_change(more.point, less.point, child ? along : none);
            check_change(more.force, less.force, child ? none : v3_cross(u.w, at.force));
            check_change(more.torque, less.torque,
                         child ? turn : v3_sub(v3_cross(u.w, at.torque), turn));
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
        posed_joint p = random_open_or_closed(&r, seed);
        double g[6], G[36], plus[6], minus[6];
        (void)ludo_joint_constraint(&p.joint, &p.a, &p.b, p.memory, g, G);
        for (int c = 0; c < 6; c++) {
            const twist u = unit_twist(c), Xu = carried_twist(&p.a, &p.b, &u);
            const pose up = moved_pose(&p.a, &u, difference_step);
            const pose down = moved_pose(&p.a, &u, -difference_step);
            constraint_at(&p, &up, &p.b, plus);
            constraint_at(&p, &down, &p.b, minus);
            for (int i = 0; i < constraint_rows(&p.joint); i++) {
                CHECK_NEAR(-row_times(G + 6 * i, &Xu),
                           (plus[i] - minus[i]) / (2.0 * difference_step), difference_tolerance);
            }
        }
        posed_joint_close(&p);
    }
}

/* Moving both bodies together changes nothing in a joint. */
static void moving_both_bodies_together_changes_nothing(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        posed_joint p = random_joint(&r, posed_kind(seed));
        const ludo_frame move = random_frame(&r);
        const pose *const from[2] = {&p.a, &p.b};
        pose to[2];
        double g[6], moved[6];
        for (int i = 0; i < 2; i++) {
            const ludo_frame f = frame_mul(move, (ludo_frame){from[i]->x, from[i]->q});
            to[i] = pose_make(f.position, f.orientation);
        }
        constraint_at(&p, &p.a, &p.b, g);
        constraint_at(&p, &to[0], &to[1], moved);
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

/* Exactly, also with a violation. */
static void free_motions_leave_the_constraint_alone(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        const joint_kind *kind = posed_kind(seed);
        const bool closed = seed % 22 < 11;
        posed_joint p = closed ? random_closed_joint(&r, kind) : random_joint(&r, kind);
        double g[6], G[36], S[36], close[6];
        joint_trace trace[6];
        (void)ludo_joint_constraint(&p.joint, &p.a, &p.b, p.memory, g, G);
        (void)kind->motion(&p.joint, &p.a, &p.b, trace, S, close);
        for (int c = 0; c < kind->dof; c++) {
            const twist s = column_of(S, c);
            for (int i = 0; i < 6 - kind->dof; i++) {
                CHECK_NEAR(row_times(G + 6 * i, &s), 0.0, round_off);
            }
        }
        posed_joint_close(&p);
    }
}

/* The rows of the constraint and the free motions are orthogonal and together a basis of all
 * motions: no other direction is free, none is held twice. Arms are below 2 m, and so is the
 * inverse: below 20. */
static void constraint_and_free_motions_are_all_there_is(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        const joint_kind *kind = posed_kind(seed);
        posed_joint p = random_closed_joint(&r, kind);
        double g[6], all[36], close[6];
        joint_trace trace[6];
        (void)ludo_joint_constraint(&p.joint, &p.a, &p.b, p.memory, g, all);
        (void)kind->motion(&p.joint, &p.a, &p.b, trace, all + 6 * (6 - kind->dof), close);
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

/* A closed joint displaced by a violation of size s. */
static posed_joint opened_joint(random_stream *r, const joint_kind *kind, double s)
{
    posed_joint p = random_closed_joint(r, kind);
    const twist u = random_twist(r);
    p.b = moved_pose(&p.b, &u, s);
    return p;
}

/* G_b close = -g up to the omitted factor r0^2 + sigma^2, for a universal 1 - g^2; so to g^3, where
 * |g| < 1.8 s. */
static void the_closing_displacement_undoes_the_gap(void **state)
{
    (void)state;
    const double sizes[] = {1e-1, 1e-3, 1e-6};
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        const joint_kind *kind = posed_kind(seed);
        const double s = sizes[seed % 3];
        posed_joint p = opened_joint(&r, kind, s);
        double g[6], G[36], S[36], close[6];
        joint_trace trace[6];
        (void)ludo_joint_constraint(&p.joint, &p.a, &p.b, p.memory, g, G);
        (void)kind->motion(&p.joint, &p.a, &p.b, trace, S, close);
        const twist y = column_of(close, 0);
        for (int i = 0; i < 6 - kind->dof; i++) {
            CHECK_NEAR(row_times(G + 6 * i, &y), -g[i], 6.0 * s * s * s + round_off);
        }
        posed_joint_close(&p);
    }
}

/* As a finite displacement it leaves a violation of second order. */
static void the_closing_displacement_closes_quadratically(void **state)
{
    (void)state;
    const double sizes[] = {1e-1, 1e-3, 1e-6};
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        const joint_kind *kind = posed_kind(seed);
        const double s = sizes[seed % 3];
        posed_joint p = opened_joint(&r, kind, s);
        double g[6], S[36], close[6];
        joint_trace trace[6];
        (void)kind->motion(&p.joint, &p.a, &p.b, trace, S, close);
        const twist y = column_of(close, 0);
        const pose shut = moved_pose(&p.b, &y, 1.0);
        constraint_at(&p, &p.a, &shut, g);
        for (int i = 0; i < 6 - kind->dof; i++) {
            /* half an arm of 3 m, times the square of a rotation below 1.8 s */
            CHECK_NEAR(g[i], 0.0, 5.0 * s * s + round_off);
        }
        posed_joint_close(&p);
    }
}

/* To first order closing moves no scalar coordinate. */
static void closing_leaves_coordinates_alone(void **state)
{
    (void)state;
    const double sizes[] = {1e-1, 1e-3, 1e-6};
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        const joint_kind *kind = posed_kind(seed);
        const double s = sizes[seed % 3];
        posed_joint p = opened_joint(&r, kind, s);
        double S[36], close[6], before[JOINT_MAX_POSITION], after[JOINT_MAX_POSITION];
        joint_trace trace[6];
        (void)kind->motion(&p.joint, &p.a, &p.b, trace, S, close);
        const twist y = column_of(close, 0);
        const pose shut = moved_pose(&p.b, &y, 1.0);
        kind->position(&p.joint, &p.a, &p.b, p.memory, before);
        kind->position(&p.joint, &p.a, &shut, p.memory, after);
        for (int i = 0; i < joint_scalars(&p.joint); i++) {
            /* an arm of 2 m, times the square of a rotation below 1.8 s */
            CHECK_NEAR(after[i] - before[i], 0.0, 5.0 * s * s + 5.0 * round_off);
        }
        posed_joint_close(&p);
    }
}

/* Position and angle error are at least as large as the constraint's violation. */
static void gap_and_tilt_bound_the_constraint(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        const joint_kind *kind = posed_kind(seed);
        posed_joint closed = random_closed_joint(&r, kind), open = opened_joint(&r, kind, 1e-3);
        double g[6], G[36], S[36], close[6];
        joint_trace trace[6];
        joint_view v = kind->motion(&closed.joint, &closed.a, &closed.b, trace, S, close);
        CHECK_NEAR(v.gap, 0.0, 5.0 * round_off); /* slides reach 20 m */
        CHECK_NEAR(v.tilt, 0.0, round_off);
        v = kind->motion(&open.joint, &open.a, &open.b, trace, S, close);
        const int32_t translations =
            ludo_joint_constraint(&open.joint, &open.a, &open.b, open.memory, g, G);
        for (int i = 0; i < 6 - kind->dof; i++) {
            /* entries in one frame or another: a factor sqrt 3 */
            const double bound = i < translations ? v.gap : v.tilt;
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
        cmocka_unit_test(pull_is_that_of_the_rows),
        cmocka_unit_test(pull_changes_as_it_says),
        cmocka_unit_test(derivative_by_the_parent_is_that_of_carrying_the_child_along_backwards),
        cmocka_unit_test(moving_both_bodies_together_changes_nothing),
        cmocka_unit_test(free_motions_leave_the_constraint_alone),
        cmocka_unit_test(constraint_and_free_motions_are_all_there_is),
        cmocka_unit_test(the_closing_displacement_undoes_the_gap),
        cmocka_unit_test(the_closing_displacement_closes_quadratically),
        cmocka_unit_test(closing_leaves_coordinates_alone),
        cmocka_unit_test(gap_and_tilt_bound_the_constraint),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
