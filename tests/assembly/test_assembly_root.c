/* SPDX-License-Identifier: Apache-2.0
 *
 * Closing loops of a floating mechanism [loops.md 6]: the result depends neither on the place nor
 * on the rotation of the root, and is the assembly nearest to the given coordinates. */
#include "linkage.h"
#include "running.h"
#include "small_spec.h"

#include <string.h>

/* The joints of the leg after that of the root: hip, knee, ankle, then two rods. */
enum { ROOT, HIP, KNEE, ANKLE, ROD_A, ROD_B, JOINTS };

typedef struct rod {
    int32_t from, to;      /* bodies */
    ludo_vec3 start, goal; /* of its ball joint, of its end on the other body [m] */
    double length;
} rod;

/* Rods that transmit from pelvis to shank and from thigh to foot. */
static void choose_rods(uint64_t seed, rod rods[2])
{
    random_stream random = random_from(seed);
    for (int32_t i = 0; i < 2; i++) {
        const ludo_vec3 start = random_vec3(&random, 0.15), goal = random_vec3(&random, 0.15);
        rods[i] = (rod){ROOT + i, KNEE + i, start, goal, random_uniform(&random, 0.2, 0.6)};
    }
}

static int32_t add_joined(ludo_spec *spec, const char *type, int32_t parent, ludo_vec3 at)
{
    const int32_t body = ludo_spec_body_count(spec);
    add_body(spec, NULL);
    ludo_joint_def joint = ludo_joint_default();
    joint.type = type;
    joint.parent = parent;
    joint.child = body;
    joint.axis = v3(0.0, 1.0, 0.0);
    joint.in_parent.position = at;
    assert_int_equal(ludo_spec_add_joint(spec, &joint, NULL), LUDO_OK);
    return body;
}

/* A pelvis, thigh, shank and foot on hinges about y; both rods hang from ball joints. */
static running open_leg(const rod rods[2])
{
    ludo_spec *spec = new_spec();
    (void)add_joined(spec, "free", LUDO_WORLD, v3(0.0, 0.0, 0.0));
    (void)add_joined(spec, "hinge", ROOT, v3(0.0, 0.0, -0.1));
    (void)add_joined(spec, "hinge", HIP, v3(0.0, 0.0, -0.4));
    (void)add_joined(spec, "hinge", KNEE, v3(0.0, 0.0, -0.4));
    for (int i = 0; i < 2; i++) {
        const rod *of = &rods[i];
        const int32_t body = add_joined(spec, "ball", of->from, of->start);
        ludo_joint_def closure = ludo_joint_default();
        closure.type = "ball";
        closure.parent = of->to;
        closure.in_parent.position = of->goal;
        closure.child = body;
        closure.in_child.position = v3(0.0, 0.0, -of->length);
        assert_int_equal(ludo_spec_add_closure(spec, &closure, NULL), LUDO_OK);
    }
    return run_open(LUDO_OK, spec, NULL);
}

/* Coordinates of the joints after the root, as many as their joints have. */
enum { COORDINATES = 3 + 2 * 4 };

static void read_leg(running *r, double q[COORDINATES])
{
    for (int32_t j = HIP; j < JOINTS; j++) {
        double *to = j < ROD_A ? q + j - HIP : q + 3 + 4 * (j - ROD_A);
        assert_int_equal(ludo_sim_joint_position(r->sim, j, to), LUDO_OK);
    }
}

/* The leg closed with its root at a pose: its coordinates; false if no assembly is found. */
static bool close_leg(const rod rods[2], const double root[7], double q[COORDINATES])
{
    running r = open_leg(rods);
    ludo_start_report report = {.struct_size = sizeof report};
    double at[7];
    assert_int_equal(ludo_sim_set_joint_position(r.sim, ROOT, root), LUDO_OK);
    const bool closed = ludo_sim_project(r.sim, &report) == LUDO_OK;
    if (closed) {
        assert_int_equal(ludo_sim_joint_position(r.sim, ROOT, at), LUDO_OK);
        for (int i = 0; i < 7; i++) {
            CHECK_NEAR(at[i], root[i], 1e-15 * (1.0 + fabs(root[i]))); /* normalised again */
        }
        read_leg(&r, q);
    }
    run_close(&r);
    return closed;
}

/* The minimum of a square that is known to 1e-14 of itself is known to 1e-7; flat ones to less. */
static void the_pose_of_the_root_does_not_matter(void **state)
{
    (void)state;
    int closed = 0;
    FOR_SEEDS(seed, 20 / SHORTER)
    {
        rod rods[2];
        double q[COORDINATES], same[COORDINATES];
        choose_rods(seed, rods);
        const bool closes = close_leg(rods, (double[7]){0, 0, 0, 1, 0, 0, 0}, q);
        closed += closes ? 1 : 0;
        random_stream random = random_from(100 + seed);
        for (int k = 0; k < 6; k++) {
            const ludo_quat turn = random_quat(&random);
            const ludo_vec3 at = random_vec3(&random, 2.0);
            const double root[7] = {at.x, at.y, at.z, turn.w, turn.x, turn.y, turn.z};
            assert_true(close_leg(rods, root, same) == closes);
            for (int i = 0; i < COORDINATES && closes; i++) {
                CHECK_NEAR(same[i], q[i], 1e-6);
            }
        }
    }
    assert_true(closed >= 2);
}

/* ---- the smallest motion ---- */

static const double side[3] = {1.0, 0.8, 0.6};

/* Three bars on hinges in a row whose end is pinned to a point of the plane; at zero they lie on
 * +x. */
static void pin_arm(double x, double z, double q[3])
{
    ludo_spec *spec = NULL;
    scene s = ludo_scene_begin("arm", 3, NULL);
    static const char *const name[3] = {"upper", "lower", "hand"};
    ludo_spot at = {LUDO_WORLD, 0.0, 0.0};
    for (int32_t i = 0; i < 3; i++) {
        const int32_t bar = ludo_scene_add_bar(&s, name[i], 1.0, side[i]);
        ludo_scene_pin(&s, name[i], at, bar, 0.0, NULL);
        at = (ludo_spot){bar, side[i], 0.0};
    }
    ludo_scene_close(&s, "ball", (ludo_spot){LUDO_WORLD, x, z}, at, 0.0);
    const ludo_status built = ludo_scene_end(&s, &spec);
    running r = run_open(built, spec, NULL);
    ludo_start_report report = {.struct_size = sizeof report};
    assert_int_equal(ludo_sim_project(r.sim, &report), LUDO_OK);
    for (int32_t j = 0; j < 3; j++) {
        assert_int_equal(ludo_sim_joint_position(r.sim, j, &q[j]), LUDO_OK);
    }
    run_close(&r);
}

static double square_of(const double q[3])
{
    return q[0] * q[0] + q[1] * q[1] + q[2] * q[2];
}

/* The angle, from -pi to pi. */
static double wrapped(double angle)
{
    return remainder(angle, 2.0 * 3.14159265358979323846);
}

/* The least sum of squares of angles that reach (x, y), over 20,000 angles of the first bar and
 * both sides of the elbow. */
static double least_square(double x, double y)
{
    double least = HUGE_VAL;
    for (int k = -10000; k < 10000; k++) {
        const double a = 3.14159265358979323846e-4 * k;
        const double dx = x - side[0] * cos(a), dy = y - side[0] * sin(a), d = hypot(dx, dy);
        const double c =
            (d * d - side[1] * side[1] - side[2] * side[2]) / (2.0 * side[1] * side[2]);
        for (int sign = -1; sign <= 1 && fabs(c) <= 1.0; sign += 2) {
            const double bend = sign * acos(c);
            const double inner = atan2(side[2] * sin(bend), side[1] + side[2] * cos(bend));
            const double q[3] = {a, wrapped(atan2(dy, dx) - inner - a), bend};
            least = fmin(least, square_of(q));
        }
    }
    return least;
}

/* An arm with one freedom left: the assembly is the one with the smallest motion of all, to the
 * grid of the search it is compared with. */
static void joints_move_as_little_as_possible(void **state)
{
    (void)state;
    random_stream random = random_from(2);
    for (int k = 0; k < 20; k++) {
        double q[3];
        const double reach = random_uniform(&random, 0.2, 2.3);
        const double angle = random_uniform(&random, -3.1, 3.1);
        pin_arm(reach * cos(angle), reach * sin(angle), q);
        const double least = least_square(reach * cos(angle), -reach * sin(angle));
        assert_true(square_of(q) <= least * (1.0 + 1e-6));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_pose_of_the_root_does_not_matter),
        cmocka_unit_test(joints_move_as_little_as_possible),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
