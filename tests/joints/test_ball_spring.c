/* SPDX-License-Identifier: Apache-2.0
 *
 * Spring, damper and armature of a relative rotation over an interval. */
#include "joints/ball_spring.h"
#include "vectors.h"

#include <float.h>

enum { SEEDS = 300 };

static const double pi = 3.14159265358979323846;
static const ball_spring_law spring_alone = {.stiffness = 3.0}, armature_alone = {.armature = 0.2};

/* Numbers of size 1 to 10 from some dozen roundings. */
static const double round_off = 100.0 * DBL_EPSILON;

/* The rotation of a vector, computed with libm as an independent reference. */
static ludo_quat rotation(ludo_vec3 theta)
{
    const double half = 0.5 * v3_norm(theta);
    const double ratio = half > 0.0 ? 0.5 * sin(half) / half : 0.5;
    return q_make(cos(half), v3_scale(ratio, theta));
}

/* Its rotation vector, at most half a turn, by a formula other than the library's. */
static ludo_vec3 vector_of(ludo_quat r)
{
    const double sine = v3_norm(q_vector(r)), sign = r.w < 0.0 ? -1.0 : 1.0;
    const double ratio = sine > 0.0 ? 2.0 * asin(fmin(sine, 1.0)) / sine : 2.0;
    return v3_scale(sign * ratio, q_vector(r));
}

static ludo_vec3 random_direction(random_stream *r)
{
    ludo_vec3 a = random_vec3(r, 1.0);
    while (v3_norm(a) < 0.1) {
        a = random_vec3(r, 1.0);
    }
    return v3_scale(1.0 / v3_norm(a), a);
}

static ludo_vec3 random_turn(random_stream *r, double angle)
{
    const ludo_vec3 n = random_direction(r);
    return v3_scale(random_uniform(r, 0.0, angle), n);
}

/* A law and an interval: angles of up to 2 rad, a rotation of up to 1 rad. */
typedef struct interval {
    ball_spring_law law;
    ludo_quat r_0, r_1;
    double h;
} interval;

static interval random_interval(uint64_t seed)
{
    random_stream r = random_from(seed);
    interval i;
    i.law.stiffness = random_uniform(&r, 0.0, 10.0);
    i.law.damping_start = random_uniform(&r, 0.0, 2.0);
    i.law.damping_end = random_uniform(&r, 0.0, 2.0);
    i.law.armature = random_uniform(&r, 0.0, 0.5);
    i.r_0 = rotation(random_turn(&r, 2.0));
    i.r_1 = q_mul(rotation(random_turn(&r, 1.0)), i.r_0);
    i.h = random_uniform(&r, 0.05, 0.5);
    return i;
}

static ball_spring_interval act(const interval *i)
{
    return ludo_ball_spring_interval(&i->law, i->r_0, i->r_1, i->h);
}

/* The discrete Lagrangian, for angles below half a turn. */
static double lagrangian(const interval *i)
{
    const ludo_vec3 eta = vector_of(q_mul(i->r_1, q_conj(i->r_0)));
    const ludo_vec3 mid = v3_scale(0.5, v3_add(vector_of(i->r_0), vector_of(i->r_1)));
    return 0.5 * i->law.armature * v3_dot(eta, eta) / i->h -
           0.5 * i->h * i->law.stiffness * v3_dot(mid, mid);
}

static ludo_vec3 unit(int k, double size)
{
    return v3(k == 0 ? size : 0.0, k == 1 ? size : 0.0, k == 2 ? size : 0.0);
}

static double entry(ludo_vec3 a, int k)
{
    return k == 0 ? a.x : k == 1 ? a.y : a.z;
}

static ludo_quat turned(ludo_quat r, int k, double angle)
{
    return q_mul(rotation(unit(k, angle)), r);
}

static void check_intervals(const ball_spring_interval *a, const ball_spring_interval *b,
                            double tolerance)
{
    check_vector(a->start, b->start, tolerance);
    check_vector(a->end, b->end, tolerance);
    for (int i = 0; i < 9; i++) {
        CHECK_NEAR(a->slope.m[i], b->slope.m[i], tolerance);
    }
    CHECK_NEAR(a->dissipated, b->dissipated, tolerance);
}

/* Step of central differences; they err by its square times third derivatives of up to some 10,
 * and by round-off of numbers up to 50 over the step: 1e-9. */
static const double small = 1e-5, near = 1e-8;

/* Without dampers start and end are the derivatives of the discrete Lagrangian. */
static void impulses_are_derivatives_of_the_lagrangian(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        interval i = random_interval(seed);
        i.law.damping_start = i.law.damping_end = 0.0;
        const ball_spring_interval t = act(&i);
        for (int k = 0; k < 3; k++) {
            interval plus = i, minus = i;
            plus.r_0 = turned(i.r_0, k, small), minus.r_0 = turned(i.r_0, k, -small);
            const double by_r_0 = (lagrangian(&plus) - lagrangian(&minus)) / (2.0 * small);
            CHECK_NEAR(entry(t.start, k), by_r_0, near);
            plus = minus = i;
            plus.r_1 = turned(i.r_1, k, small), minus.r_1 = turned(i.r_1, k, -small);
            const double by_r_1 = (lagrangian(&plus) - lagrangian(&minus)) / (2.0 * small);
            CHECK_NEAR(entry(t.end, k), by_r_1, near);
        }
        CHECK_NEAR(t.dissipated, 0.0, 0.0);
    }
}

static void dampers_act_against_the_turn(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        const interval i = random_interval(seed);
        interval undamped = i;
        undamped.law.damping_start = undamped.law.damping_end = 0.0;
        const ball_spring_interval t = act(&i), u = act(&undamped);
        const ludo_vec3 eta = vector_of(q_mul(i.r_1, q_conj(i.r_0)));
        const double d_start = i.law.damping_start, d_end = i.law.damping_end;
        check_vector(v3_sub(t.start, u.start), v3_scale(-d_start, eta), round_off);
        check_vector(v3_sub(t.end, u.end), v3_scale(-d_end, eta), round_off);
        CHECK_NEAR(t.dissipated, (d_start + d_end) * v3_dot(eta, eta) / i.h, 10.0 * round_off);
    }
}

/* -d start / d w, where r_1 rotates by h w. */
static void check_slope(const interval *i)
{
    const ball_spring_interval t = act(i);
    for (int k = 0; k < 3; k++) {
        interval plus = *i, minus = *i;
        plus.r_1 = turned(i->r_1, k, small), minus.r_1 = turned(i->r_1, k, -small);
        const ludo_vec3 change = v3_sub(act(&minus).start, act(&plus).start);
        for (int row = 0; row < 3; row++) {
            CHECK_NEAR(t.slope.m[3 * row + k], i->h * entry(change, row) / (2.0 * small), near);
        }
    }
}

static void slope_is_that_of_central_differences(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        const interval i = random_interval(seed);
        check_slope(&i);
    }
}

/* The derivatives of start and end by small rotations at either end. */
static void check_slopes(const interval *i)
{
    const ball_spring_slopes s = ludo_ball_spring_slopes(&i->law, i->r_0, i->r_1, i->h);
    for (int end = 0; end < 2; end++) {
        for (int k = 0; k < 3; k++) {
            interval plus = *i, minus = *i;
            ludo_quat *up = end == 0 ? &plus.r_0 : &plus.r_1;
            ludo_quat *down = end == 0 ? &minus.r_0 : &minus.r_1;
            *up = turned(*up, k, small), *down = turned(*down, k, -small);
            const ball_spring_interval a = act(&plus), b = act(&minus);
            const ludo_vec3 start = v3_sub(a.start, b.start), last = v3_sub(a.end, b.end);
            for (int row = 0; row < 3; row++) {
                const int at = 3 * row + k;
                CHECK_NEAR(s.start[end].m[at], entry(start, row) / (2.0 * small), near);
                CHECK_NEAR(s.end[end].m[at], entry(last, row) / (2.0 * small), near);
            }
        }
    }
}

/* Small and large angles, on both sides of the switch from series to closed forms. */
static void slopes_at_both_ends_are_those_of_central_differences(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        interval i = random_interval(seed);
        random_stream r = random_from(seed);
        const double size[] = {2.0, 1.01, 0.99, 0.1, 1e-4};
        i.r_0 = rotation(random_turn(&r, size[seed % 5]));
        i.r_1 = q_mul(rotation(random_turn(&r, 0.5 * size[seed / 5 % 5])), i.r_0);
        check_slopes(&i);
        const ball_spring_slopes s = ludo_ball_spring_slopes(&i.law, i.r_0, i.r_1, i.h);
        const ball_spring_interval t = act(&i);
        for (int k = 0; k < 9; k++) {
            CHECK_NEAR(s.start[1].m[k], -t.slope.m[k] / i.h, 100.0 * round_off);
        }
    }
}

/* About one axis the impulses are those of a scalar phi:
 *
 *     start = -( a dphi/h + (h/2) V'(mid) + d_start dphi ),   end = a dphi/h - ...   [maximal.md 4]
 */
static void planar_turns_are_the_scalar_law(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        const ludo_vec3 n = random_direction(&r);
        interval i = random_interval(seed);
        const double phi_0 = random_uniform(&r, -3.0, 3.0), delta = random_uniform(&r, -1.0, 1.0);
        i.r_0 = rotation(v3_scale(phi_0, n)), i.r_1 = rotation(v3_scale(phi_0 + delta, n));

        const ball_spring_interval t = act(&i);
        const double force = 0.5 * i.h * i.law.stiffness * (phi_0 + 0.5 * delta);
        const double a = i.law.armature / i.h, d_start = i.law.damping_start;
        const double start = -(a * delta + force + d_start * delta);
        const double end = a * delta - force - i.law.damping_end * delta;
        const double slope = i.law.armature + 0.25 * i.h * i.h * i.law.stiffness + i.h * d_start;
        check_vector(t.start, v3_scale(start, n), round_off);
        check_vector(t.end, v3_scale(end, n), round_off);
        check_vector(m3_apply(&t.slope, n), v3_scale(slope, n), round_off);
        check_vector(m3_apply_t(&t.slope, n), v3_scale(slope, n), round_off);
    }
}

/* The reversed interval from r_1 to r_0 in time -h, in which dampers drive, has opposite impulses;
 * as a motion of its own, without dampers, they are exchanged. */
static void intervals_are_symmetric_in_time(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        interval i = random_interval(seed);
        i.law.damping_end = i.law.damping_start;
        interval back = {i.law, i.r_1, i.r_0, -i.h};
        const ball_spring_interval t = act(&i), taken_back = act(&back);
        check_vector(taken_back.start, v3_scale(-1.0, t.end), round_off);
        check_vector(taken_back.end, v3_scale(-1.0, t.start), round_off);
        CHECK_NEAR(taken_back.dissipated, -t.dissipated, 10.0 * round_off);

        i.law.damping_start = i.law.damping_end = 0.0;
        back = (interval){i.law, i.r_1, i.r_0, i.h};
        const ball_spring_interval undamped = act(&i), reversed = act(&back);
        check_vector(reversed.start, undamped.end, round_off);
        check_vector(reversed.end, undamped.start, round_off);
    }
}

/* Results rotate with the frame of their arguments. */
static void no_direction_is_special(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        const interval i = random_interval(seed);
        random_stream r = random_from(seed);
        const ludo_quat q = random_quat(&r);
        const mat3 R = q_matrix(q);
        interval other = i;
        other.r_0 = q_mul(q_mul(q, i.r_0), q_conj(q));
        other.r_1 = q_mul(q_mul(q, i.r_1), q_conj(q));
        ball_spring_interval t = act(&i);
        const ball_spring_interval o = act(&other);
        t.start = m3_apply(&R, t.start), t.end = m3_apply(&R, t.end);
        t.slope = m3_mul_t(m3_mul(R, t.slope), R);
        check_intervals(&o, &t, round_off);
    }
}

static ludo_quat opposite(ludo_quat q)
{
    return (ludo_quat){-q.w, -q.x, -q.y, -q.z};
}

static void opposite_quaternions_are_one_rotation_to_the_bit(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        const interval i = random_interval(seed);
        const ball_spring_interval t = act(&i);
        for (int signs = 1; signs < 4; signs++) {
            interval o = i;
            o.r_0 = (signs & 1) != 0 ? opposite(i.r_0) : i.r_0;
            o.r_1 = (signs & 2) != 0 ? opposite(i.r_1) : i.r_1;
            const ball_spring_interval other = act(&o);
            check_intervals(&other, &t, 0.0);
        }
        CHECK_NEAR(ludo_ball_spring_energy(2.0, opposite(i.r_0)),
                   ludo_ball_spring_energy(2.0, i.r_0), 0.0);
    }
}

/* To first order in the angles the law is linear; the remainder is of third order in start and end
 * and of first order in the slope. */
static void small_angles_give_the_linear_law(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        interval i = random_interval(seed);
        for (double size = 1e-4; size > 1e-200; size *= 1e-4) {
            const ludo_vec3 theta_0 = v3_scale(size, random_direction(&r));
            const ludo_vec3 theta_1 = v3_scale(size, random_direction(&r));
            i.r_0 = rotation(theta_0), i.r_1 = rotation(theta_1);
            const ball_spring_interval t = act(&i);
            const ludo_vec3 eta = v3_sub(theta_1, theta_0), sum = v3_add(theta_0, theta_1);
            const double k = 0.25 * i.h * i.law.stiffness, a = i.law.armature / i.h;
            const double d_start = i.law.damping_start, d_end = i.law.damping_end;
            /* eta is off by theta_0 x theta_1 / 2, and so are a and d of it: up to 12 together */
            const double tolerance = 12.0 * size * size + round_off * size;
            check_vector(t.start, v3_axpy(v3_scale(-k, sum), -(a + d_start), eta), tolerance);
            check_vector(t.end, v3_axpy(v3_scale(-k, sum), a - d_end, eta), tolerance);
            const double slope = i.h * (a + d_start + k);
            for (int n = 0; n < 9; n++) {
                const double wanted = n % 4 == 0 ? slope : 0.0;
                CHECK_NEAR(t.slope.m[n], wanted, 4.0 * size + round_off);
            }
        }
    }
}

/* On both sides of the bound of the formula for small angles. */
static void small_angles_join_large_ones(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        const ludo_vec3 n = random_direction(&r);
        for (double angle = 1e-12; angle < 1e-4; angle *= 2.0) {
            const interval i = {spring_alone, rotation(v3_scale(angle, n)), q_identity(), 0.1};
            const ball_spring_interval t = act(&i);
            const double pull = -0.25 * 0.1 * 3.0 * angle;
            check_vector(t.start, v3_scale(pull, n), 16.0 * DBL_EPSILON * fabs(pull));
            CHECK_NEAR(ludo_ball_spring_energy(3.0, i.r_0), 1.5 * angle * angle,
                       16.0 * DBL_EPSILON * angle * angle);
            check_slope(&i);
        }
    }
}

/* Across half a turn: the spring is stretched further within the interval, and the slope is exact.
 */
static void a_turn_beyond_half_a_turn_is_continuous(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        const ludo_vec3 n = random_direction(&r);
        for (double beyond = -1e-6; beyond < 1.5; beyond = 2.0 * fabs(beyond) + 1e-7) {
            const double phi_0 = pi - 0.1, phi_1 = pi + beyond;
            const interval i = {spring_alone, rotation(v3_scale(phi_0, n)),
                                rotation(v3_scale(phi_1, n)), 0.1};
            const ball_spring_interval t = act(&i);
            const double pull = -0.25 * 0.1 * 3.0 * (phi_0 + phi_1);
            check_vector(t.start, v3_scale(pull, n), round_off);
            check_vector(t.end, v3_scale(pull, n), round_off);
            check_slope(&i);
        }
    }
}

/* For all orientations of an iterate no result is lost to a division by zero. */
static void every_pair_of_rotations_gives_numbers(void **state)
{
    (void)state;
    const ball_spring_law law = {3.0, 0.5, 0.5, 0.2};
    const double half_turns[] = {0.0, 1e-300, 1e-160, 1e-17, 1e-9, 1.0, -1.0};
    const size_t count = sizeof half_turns / sizeof *half_turns;
    for (size_t a = 0; a < count * count; a++) {
        for (int sign = -1; sign <= 1; sign += 2) {
            const double s = half_turns[a / count], t = half_turns[a % count];
            const ludo_quat r_0 = q_make(sign * sqrt(1.0 - s * s), v3(s, 0.0, 0.0));
            const ludo_quat r_1 = q_make(sqrt(1.0 - t * t), v3(0.0, -sign * t, 0.0));
            const interval i = {law, r_0, r_1, 0.1}, j = {law, r_0, opposite(r_0), 0.1};
            const ball_spring_interval of[2] = {act(&i), act(&j)};
            for (int k = 0; k < 2; k++) {
                assert_true(v3_finite(of[k].start) && v3_finite(of[k].end));
                assert_true(isfinite(of[k].dissipated));
                for (int n = 0; n < 9; n++) {
                    assert_true(isfinite(of[k].slope.m[n]));
                }
            }
        }
    }
}

static void energy_is_that_of_the_angle(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        const ludo_vec3 n = random_direction(&r);
        const double angle = random_uniform(&r, 0.0, pi), k = random_uniform(&r, 0.0, 10.0);
        const double energy = 0.5 * k * angle * angle;
        /* angles up to 2 pi, several roundings, times torques up to 10 pi */
        const double tolerance = 2.0 * pi * 10.0 * pi * 4.0 * DBL_EPSILON;
        CHECK_NEAR(ludo_ball_spring_energy(k, rotation(v3_scale(angle, n))), energy, tolerance);
        /* beyond half a turn the complementary angle counts */
        CHECK_NEAR(ludo_ball_spring_energy(k, rotation(v3_scale(2.0 * pi - angle, n))), energy,
                   tolerance);
    }
    CHECK_NEAR(ludo_ball_spring_energy(2.0, q_identity()), 0.0, 0.0);
    CHECK_NEAR(ludo_ball_spring_energy(2.0, q_make(0.0, v3(0.0, 1.0, 0.0))), pi * pi, round_off);
}

/* The spring's impulses at both ends of a step with almost no rotation are h times the gradient of
 * its energy. */
static void short_turns_feel_the_gradient_of_the_energy(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        interval i = random_interval(seed);
        i.law = spring_alone;
        i.r_1 = i.r_0;
        const ball_spring_interval t = act(&i);
        for (int k = 0; k < 3; k++) {
            const double plus = ludo_ball_spring_energy(3.0, turned(i.r_0, k, small));
            const double minus = ludo_ball_spring_energy(3.0, turned(i.r_0, k, -small));
            const double impulse = -i.h * (plus - minus) / (2.0 * small);
            CHECK_NEAR(entry(t.start, k) + entry(t.end, k), impulse, near);
        }
    }
}

/* At constant angular velocity both impulses of an armature cancel: armatures alone change no
 * momentum. */
static void armatures_hand_on_their_momentum(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        interval i = random_interval(seed);
        i.law = armature_alone;
        const ball_spring_interval t = act(&i);
        check_vector(v3_add(t.start, t.end), v3(0.0, 0.0, 0.0), 0.0);
        const ludo_vec3 eta = vector_of(q_mul(i.r_1, q_conj(i.r_0)));
        check_vector(t.end, v3_scale(0.2 / i.h, eta), round_off);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(impulses_are_derivatives_of_the_lagrangian),
        cmocka_unit_test(dampers_act_against_the_turn),
        cmocka_unit_test(slope_is_that_of_central_differences),
        cmocka_unit_test(slopes_at_both_ends_are_those_of_central_differences),
        cmocka_unit_test(planar_turns_are_the_scalar_law),
        cmocka_unit_test(intervals_are_symmetric_in_time),
        cmocka_unit_test(no_direction_is_special),
        cmocka_unit_test(opposite_quaternions_are_one_rotation_to_the_bit),
        cmocka_unit_test(small_angles_give_the_linear_law),
        cmocka_unit_test(small_angles_join_large_ones),
        cmocka_unit_test(a_turn_beyond_half_a_turn_is_continuous),
        cmocka_unit_test(every_pair_of_rotations_gives_numbers),
        cmocka_unit_test(energy_is_that_of_the_angle),
        cmocka_unit_test(short_turns_feel_the_gradient_of_the_energy),
        cmocka_unit_test(armatures_hand_on_their_momentum),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
