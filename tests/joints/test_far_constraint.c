/* SPDX-License-Identifier: Apache-2.0
 *
 * Constraints as logarithms: the remaining angle, its derivative at any distance, and zeros equal
 * to those of the other constraints. */
#include "joints/constraint.h"
#include "posed_joint.h"

#include <float.h>

enum { SEEDS = 600 };

static int32_t rows_at(const posed_joint *p, const pose *a, const pose *b, double *g, double *G)
{
    return ludo_joint_far_constraint(&p->joint, a, b, p->memory, g, G);
}

/* Central differences lose e^2 |g'''| / 6 and eps |g| / e: 2e-10 where derivatives are of size 10,
 * as they are up to 0.3 rad from half a turn. */
static const double difference_step = 1e-5, difference_tolerance = 1e-7;

/* The rotation of a joint to compare with half a turn: the angle between the axes, or of the whole
 * orientation. */
static double angle_left(const posed_joint *p)
{
    const ludo_quat r = joint_relative(&p->joint, &p->a, &p->b);
    const double cosine = v3_dot(p->joint.n, q_rotate(r, p->joint.n));
    const double whole = 2.0 * ludo_atan2(v3_norm(q_vector(r)), fabs(r.w));
    return p->joint.kind->rotation == SPAN_PLANE ? ludo_acos(fmax(-1.0, fmin(1.0, cosine))) : whole;
}

static void derivatives_equal_central_differences_at_any_distance(void **state)
{
    (void)state;
    int32_t tested = 0;
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream s = random_from(seed);
        posed_joint p = random_joint(&s, posed_kind(seed));
        if (angle_left(&p) < PI - 0.3) {
            double g[6], G[36], plus[6], minus[6], unused[36];
            (void)rows_at(&p, &p.a, &p.b, g, G);
            for (int c = 0; c < 6; c++) {
                const twist u = unit_twist(c);
                const pose up = moved_pose(&p.b, &u, difference_step);
                const pose down = moved_pose(&p.b, &u, -difference_step);
                (void)rows_at(&p, &p.a, &up, plus, unused);
                (void)rows_at(&p, &p.a, &down, minus, unused);
                for (int i = 0; i < constraint_rows(&p.joint); i++) {
                    CHECK_NEAR(G[6 * i + c], (plus[i] - minus[i]) / (2.0 * difference_step),
                               difference_tolerance);
                }
            }
            tested++;
        }
        posed_joint_close(&p);
    }
    assert_true(tested > SEEDS / 2);
}

/* A fixed joint between bodies at one place, rotated by an angle about a unit axis. */
static posed_joint turned_weld(const char *type, ludo_vec3 axis, double angle)
{
    random_stream s = random_from(1);
    posed_joint p = random_closed_joint(&s, ludo_joint_kind_find(type));
    const ludo_quat by = q_about(m3_apply(&p.a.R, axis), angle);
    const ludo_vec3 anchor = v3_add(p.b.x, m3_apply(&p.b.R, p.joint.p_b));
    const ludo_quat q = q_mul(by, p.b.q);
    p.b = pose_make(v3_sub(anchor, q_rotate(q, p.joint.p_b)), q);
    return p;
}

static void rotations_are_the_angle_that_is_left(void **state)
{
    (void)state;
    static const double angles[] = {0.0, 1e-9, 1e-3, 0.0999, 0.1001, 1.0, 3.0, 3.14159};
    for (size_t i = 0; i < sizeof angles / sizeof *angles; i++) {
        const ludo_vec3 axis = v3_unit(v3(0.3, -0.5, 0.8));
        posed_joint p = turned_weld("fixed", axis, angles[i]);
        double g[6], G[36];
        (void)rows_at(&p, &p.a, &p.b, g, G);
        CHECK_NEAR(g[3], angles[i] * axis.x, 1e-14);
        CHECK_NEAR(g[4], angles[i] * axis.y, 1e-14);
        CHECK_NEAR(g[5], angles[i] * axis.z, 1e-14);
        posed_joint_close(&p);
    }
}

/* The norm of the rotation rows of a joint. */
static double rotation_left(const double *g, int32_t translations, int32_t rows)
{
    double square = 0.0;
    for (int32_t i = translations; i < rows; i++) {
        square += g[i] * g[i];
    }
    return sqrt(square);
}

/* Rotation rows may be rotated against each other, but vanish together; translation rows are equal.
 */
static void far_and_near_rows_vanish_together(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 100)
    {
        random_stream s = random_from(seed);
        posed_joint p = random_closed_joint(&s, posed_kind(seed));
        const twist away = random_twist(&s);
        p.b = moved_pose(&p.b, &away, 1e-5);
        double near[6], far[6], G_near[36], G_far[36];
        const int32_t rows = constraint_rows(&p.joint);
        const int32_t translations =
            ludo_joint_constraint(&p.joint, &p.a, &p.b, p.memory, near, G_near);
        assert_int_equal(rows_at(&p, &p.a, &p.b, far, G_far), translations);
        assert_memory_equal(far, near, (size_t)translations * sizeof *far);
        assert_memory_equal(G_far, G_near, 6 * (size_t)translations * sizeof *G_far);
        /* t - 2 sin(t/2) is t^3 / 24, below 1e-15 */
        CHECK_NEAR(rotation_left(far, translations, rows), rotation_left(near, translations, rows),
                   1e-14);
        posed_joint_close(&p);
    }
}

/* At half a turn two shortest rotations exist: one of them is taken, and all results are finite. */
static void half_a_turn_has_one_way_back(void **state)
{
    (void)state;
    posed_joint weld = turned_weld("fixed", v3(0.0, 0.0, 1.0), 0.0);
    double g[6], G[36];
    weld.joint.p_a = weld.joint.p_b = v3(0.0, 0.0, 0.0);
    weld.joint.q_off = q_identity();
    static const ludo_quat half[] = {
        {0.0, 0.0, 0.0, 1.0}, {0.0, 0.0, 0.0, -1.0}, {0.0, -0.6, 0.8, 0.0}, {0.0, 0.6, -0.8, 0.0}};
    static const double back[][3] = {
        {0.0, 0.0, PI}, {0.0, 0.0, PI}, {0.6 * PI, -0.8 * PI, 0.0}, {0.6 * PI, -0.8 * PI, 0.0}};
    weld.a = pose_world();
    for (int k = 0; k < 4; k++) {
        weld.b = pose_make(v3(0.0, 0.0, 0.0), half[k]);
        (void)rows_at(&weld, &weld.a, &weld.b, g, G);
        for (int i = 0; i < 3; i++) {
            CHECK_NEAR(g[3 + i], back[k][i], 4.0 * DBL_EPSILON);
        }
        assert_true(all_finite(G, 36));
    }
    posed_joint_close(&weld);

    posed_joint hinge = turned_weld("hinge", v3(0.0, 0.0, 1.0), 0.0);
    hinge.a = pose_world();
    hinge.joint.q_off = q_identity();
    hinge.joint.n = v3(0.0, 0.0, 1.0);
    hinge.joint.P[0] = v3(1.0, 0.0, 0.0);
    hinge.joint.P[1] = v3(0.0, 1.0, 0.0);
    hinge.b = pose_make(v3(0.0, 0.0, 0.0), (ludo_quat){0.0, 0.0, 1.0, 0.0});
    (void)rows_at(&hinge, &hinge.a, &hinge.b, g, G);
    CHECK_NEAR(fabs(g[3]), PI, 4.0 * DBL_EPSILON);
    CHECK_NEAR(g[4], 0.0, 4.0 * DBL_EPSILON);
    assert_true(all_finite(G, 30));
    posed_joint_close(&hinge);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(derivatives_equal_central_differences_at_any_distance),
        cmocka_unit_test(rotations_are_the_angle_that_is_left),
        cmocka_unit_test(far_and_near_rows_vanish_together),
        cmocka_unit_test(half_a_turn_has_one_way_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
