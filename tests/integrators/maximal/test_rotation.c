/* SPDX-License-Identifier: Apache-2.0
 *
 * The rotation updates: their terms against closed forms, the identities that make them
 * variational, and the passes over bodies that use them. */
#include "integrators/maximal/rotation.h"

#include "integrators/maximal/bodies.h"
#include "sim/sim.h"
#include "vectors.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

/* Both updates: their terms, and |phi| up to which an interval may turn a body. */
typedef struct update {
    const char *name;
    rotation_terms (*terms)(double phi2);
    double largest;
} update;

static const update updates[] = {
    {"exponential", exponential_terms, 2.0},
    {"quaternion", quaternion_terms, 1.41421356},
};

enum { UPDATES = 2, SEEDS = 200 };

/* A rotation vector of random direction, its length anywhere up to the limit or very small. */
static ludo_vec3 random_phi(random_stream *r, const update *u)
{
    const ludo_vec3 v = q_vector(random_quat(r));
    const double wide = random_uniform(r, 0.0, u->largest);
    const double length = random_below(r, 4) == 0 ? 1e-5 * wide : wide;
    return v3_scale(length / v3_norm(v), v);
}

/* --- terms ----------------------------------------------------------------------------------- */

/* c = 1/t^2 - cot(t/2) / (2 t) and k = c'/t. The closed forms cancel as t -> 0, where the series
 * with Bernoulli numbers sum |B_2n| t^(2n-2) / (2n)! converges: each is used where it is
 * accurate. */
typedef struct coefficients {
    long double c, k;
} coefficients;

static coefficients closed_form(long double t)
{
    const long double s = sinl(0.5L * t), cot = cosl(0.5L * t) / s;
    const long double slope = -2.0L / (t * t * t) + cot / (2.0L * t * t) + 0.25L / (t * s * s);
    return (coefficients){1.0L / (t * t) - cot / (2.0L * t), slope / t};
}

static coefficients series(long double t)
{
    static const long double b[] = {1.0L / 12.0L,          1.0L / 720.0L,
                                    1.0L / 30240.0L,       1.0L / 1209600.0L,
                                    1.0L / 47900160.0L,    691.0L / 1307674368000.0L,
                                    1.0L / 74724249600.0L, 3617.0L / 10670622842880000.0L};
    coefficients sum = {0.0L, 0.0L};
    for (int n = 7; n >= 0; n--) {
        sum.c = sum.c * t * t + b[n];
        if (n > 0) {
            sum.k = sum.k * t * t + 2 * n * b[n];
        }
    }
    return sum;
}

/* On a fine grid, so that a discontinuity between two formulas would show. Terms are sums with some
 * ten roundings; k need not be exact for Newton's method, but its formula is. */
static void exponential_terms_equal_their_closed_forms(void **state)
{
    (void)state;
    enum { POINTS = 20000 };
    for (int i = 0; i <= POINTS; i++) {
        const double angle = 2.0 * i / POINTS, phi2 = angle * angle;
        const long double t = sqrtl((long double)phi2);
        const coefficients e = t < 0.5L ? series(t) : closed_form(t);
        const rotation_terms terms = exponential_terms(phi2);
        const rotation_slopes slopes = exponential_slopes(phi2, terms);
        const long double sine = t > 0.0L ? sinl(0.5L * t) / t : 0.5L;
        CHECK_NEAR(terms.half_cos, (double)cosl(0.5L * t), 2.0 * DBL_EPSILON);
        CHECK_NEAR(terms.half_sin, (double)sine, 2.0 * DBL_EPSILON);
        CHECK_NEAR(terms.c, (double)e.c, 4.0 * DBL_EPSILON / 12.0);
        CHECK_NEAR(slopes.k, (double)e.k, 50.0 * DBL_EPSILON / 360.0);
        assert_true(terms.alpha == 1.0);
        assert_true(slopes.e == -2.0 * terms.c);
    }
}

static void quaternion_terms_equal_their_closed_forms(void **state)
{
    (void)state;
    for (int i = 0; i <= 1000; i++) {
        const double phi2 = 2.0 * i / 1000.0;
        const rotation_terms t = quaternion_terms(phi2);
        CHECK_NEAR(t.half_cos, (double)sqrtl(1.0L - 0.25L * (long double)phi2), DBL_EPSILON);
        assert_true(t.half_sin == 0.5 && t.alpha == t.half_cos && t.c == 0.0);
    }
    assert_true(!(quaternion_terms(4.5).half_cos >= 0.0)); /* no rotation: not a number */
}

/* --- identities ------------------------------------------------------------------------------ */

static ludo_quat turn_of(const rotation_terms *t, ludo_vec3 phi)
{
    return q_make(t->half_cos, v3_scale(t->half_sin, phi));
}

/* Numbers of size 2 and some ten roundings. */
static const double round_off = 20.0 * DBL_EPSILON;

static void updates_turn_by_unit_quaternions(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        const update *u = &updates[seed % UPDATES];
        const ludo_vec3 phi = random_phi(&r, u);
        const rotation_terms t = u->terms(v3_dot(phi, phi));
        const ludo_quat q = turn_of(&t, phi);
        CHECK_NEAR(q_dot(q, q), 1.0, 4.0 * DBL_EPSILON);
    }
}

static void a_matrix_does_what_applying_does(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        const update *u = &updates[seed % UPDATES];
        const ludo_vec3 phi = random_phi(&r, u), v = random_vec3(&r, 1.0);
        const rotation_terms t = u->terms(v3_dot(phi, phi));
        const mat3 A = rotation_matrix(t, phi);
        check_vector(m3_apply(&A, v), rotation_apply(t, phi, v), round_off);
        check_vector(m3_apply_t(&A, v), rotation_apply_t(t, phi, v), round_off);
        check_vector(rotation_unapply(t, phi, rotation_apply(t, phi, v)), v, round_off);
    }
}

/* The momentum of an interval is the same at both ends: R_k pi^- = R_{k+1} pi^+. In the world frame
 * at t_k this is A a = E A^T a, E the rotation of the interval, for every a: this identity makes
 * the update conserve angular momentum exactly. */
static void both_ends_of_an_interval_have_the_same_momentum(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        const update *u = &updates[seed % UPDATES];
        const ludo_vec3 phi = random_phi(&r, u), a = random_vec3(&r, 1.0);
        const rotation_terms t = u->terms(v3_dot(phi, phi));
        const ludo_vec3 start = rotation_apply(t, phi, a);
        const ludo_vec3 end = q_rotate(turn_of(&t, phi), rotation_apply_t(t, phi, a));
        check_vector(end, start, round_off);
    }
}

/* The rotation vector from q to p, accurate for small rotations. */
static ludo_vec3 rotation_between(ludo_quat q, ludo_quat p)
{
    const ludo_quat d = q_mul(p, q_conj(q));
    return v3_scale(2.0 / d.w, q_vector(d));
}

/* Central differences with step e lose e^2 and eps / e, both about 1e-10. */
static const double difference_step = 1e-5, difference_tolerance = 2e-9;

/* d_phi = A^-T d(h w): a change of the interval velocity as a rotation at its end. */
static void rotations_at_the_end_follow_the_transpose(void **state)
{
    (void)state;
    const double e = difference_step;
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        const update *u = &updates[seed % UPDATES];
        const ludo_vec3 phi = random_phi(&r, u), d = random_vec3(&r, 0.5);
        const ludo_vec3 up = v3_axpy(phi, e, d), down = v3_axpy(phi, -e, d);
        const rotation_terms t = u->terms(v3_dot(phi, phi));
        const rotation_terms t_up = u->terms(v3_dot(up, up)), t_down = u->terms(v3_dot(down, down));
        const ludo_vec3 turned = rotation_between(turn_of(&t_down, down), turn_of(&t_up, up));
        const ludo_vec3 d_phi = v3_scale(1.0 / (2.0 * e), turned);
        check_vector(rotation_apply_t(t, phi, d_phi), d, difference_tolerance);
    }
}

/* --- bodies ---------------------------------------------------------------------------------- */

/* Free bodies with random inertias and poses, started; their steps can be evaluated. */
typedef struct flight {
    ludo_model *model;
    ludo_sim *sim;
    maximal *x;
} flight;

static void add_random_body(ludo_spec *spec, random_stream *r)
{
    const ludo_vec3 m = {random_uniform(r, 1.0, 2.0), random_uniform(r, 1.0, 2.0),
                         random_uniform(r, 1.0, 2.0)};
    const ludo_vec3 d = random_vec3(r, 0.2);
    const ludo_body_def body = {.struct_size = sizeof body,
                                .mass = random_uniform(r, 0.5, 2.0),
                                .com = random_vec3(r, 1.0),
                                .inertia = {m.x, m.y, m.z, d.x, d.y, d.z}};
    assert_int_equal(ludo_spec_add_body(spec, &body, NULL), LUDO_OK);
}

/* Bodies first, first + 1, ... of a swarm given by the seed. */
static flight start_flight(uint64_t seed, int32_t first, int32_t count, const char *rotation)
{
    flight f;
    ludo_spec *spec = NULL;
    ludo_sim_options options = ludo_sim_options_default();
    options.rotation = rotation;
    assert_int_equal(ludo_spec_create(NULL, &spec), LUDO_OK);
    for (int32_t i = 0; i < count; i++) {
        random_stream r = random_from(1000 * seed + (uint64_t)(first + i));
        add_random_body(spec, &r);
    }
    assert_int_equal(ludo_compile(spec, NULL, &f.model, NULL), LUDO_OK);
    ludo_spec_destroy(spec);
    assert_int_equal(ludo_sim_create(f.model, &options, NULL, &f.sim, NULL), LUDO_OK);
    for (int32_t i = 0; i < count; i++) {
        random_stream r = random_from(2000 * seed + (uint64_t)(first + i));
        const ludo_body_state state = {.position = random_vec3(&r, 3.0),
                                       .orientation = random_quat(&r),
                                       .linear_velocity = random_vec3(&r, 1.0),
                                       .angular_velocity = random_vec3(&r, 1.0)};
        assert_int_equal(ludo_sim_set_body_state(f.sim, i, &state), LUDO_OK);
    }
    assert_int_equal(ludo_sim_start(f.sim), LUDO_OK);
    f.x = maximal_of(&f.sim->state);
    return f;
}

static void end_flight(flight *f)
{
    ludo_sim_destroy(f->sim);
    ludo_model_destroy(f->model);
}

/* The angular momentum of an interval of 1 s at w (world frame) of the only body. */
static ludo_vec3 interval_momentum(flight *f, ludo_vec3 w)
{
    f->sim->state.twists[0].w = w;
    ludo_maximal_bodies_load_velocities(f->x, &f->sim->state);
    (void)f->x->rotation->evaluate(f->x, &f->sim->state, 1.0);
    return get3(&f->x->body[0].L, 0);
}

/* H = dL/dw A^T, a body's block of Newton's matrix, against central differences of L. */
static void body_blocks_equal_central_differences(void **state)
{
    (void)state;
    const double e = difference_step;
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        const update *u = &updates[seed % UPDATES];
        flight f = start_flight(seed, 0, 1, u->name);
        const ludo_vec3 w = random_phi(&r, u), d = random_vec3(&r, 0.5);
        ludo_maximal_bodies_begin(f.x, &f.sim->state, 1.0);
        const ludo_vec3 up = interval_momentum(&f, v3_axpy(w, e, d));
        const ludo_vec3 down = interval_momentum(&f, v3_axpy(w, -e, d));
        const ludo_vec3 dL = v3_scale(1.0 / (2.0 * e), v3_sub(up, down));
        (void)interval_momentum(&f, w);
        f.x->rotation->linearize(f.x, &f.sim->state, 1.0);

        /* H d_phi = dL where A^T d_phi = d */
        mat3 H;
        const double *M = f.x->tree.M;
        for (int i = 0; i < 9; i++) {
            H.m[i] = M[ROW * (3 + i / 3) + 3 + i % 3];
        }
        mat3 At = rotation_matrix(u->terms(v3_dot(w, w)), w);
        At = m3_transpose(&At);
        double d_phi[3] = {d.x, d.y, d.z};
        assert_true(dense_solve(3, At.m, d_phi));
        /* L is five times as curved as a rotation: inertias of 2, and a pole at pi/2 */
        check_vector(m3_apply(&H, v3(d_phi[0], d_phi[1], d_phi[2])), dL,
                     10.0 * difference_tolerance);
        for (int i = 0; i < 3; i++) {
            assert_true(M[ROW * i + i] == body_info_of(f.model, 0).mass);
        }
        end_flight(&f);
    }
}

/* The results of an evaluation: poses at the end, residuals, the fastest body. */
static void an_interval_moves_bodies_by_its_velocities(void **state)
{
    (void)state;
    const double h = 0.3;
    FOR_SEEDS(seed, 50)
    {
        enum { BODIES = 13 };
        const update *u = &updates[seed % UPDATES];
        flight f = start_flight(seed, 0, BODIES, u->name);
        ludo_maximal_bodies_begin(f.x, &f.sim->state, h);
        ludo_maximal_bodies_load_velocities(f.x, &f.sim->state);
        const worst turn = f.x->rotation->evaluate(f.x, &f.sim->state, h);
        const pose *z = state_poses(&f.sim->state),
                   *next = f.sim->state.poses[1 - f.sim->state.progress->now];
        double fastest = 0.0;
        for (int32_t s = 0; s < BODIES; s++) {
            const twist *V = &f.sim->state.twists[s];
            const ludo_vec3 phi = v3_scale(h, V->w);
            const rotation_terms t = u->terms(v3_dot(phi, phi));
            const ludo_quat q = q_mul(turn_of(&t, phi), z[s].q);
            check_vector(next[s].x, v3_axpy(z[s].x, h, V->v), round_off);
            check_vector(q_vector(next[s].q), q_vector(q), round_off);
            CHECK_NEAR(q_dot(next[s].q, next[s].q), 1.0, 4.0 * DBL_EPSILON);
            const mat3 R = q_matrix(next[s].q);
            assert_memory_equal(&next[s].R, &R, sizeof R);
            fastest = fmax(fastest, v3_dot(phi, phi));
        }
        CHECK_NEAR(turn.value, fastest, round_off);
        const ludo_vec3 w = f.sim->state.twists[turn.at].w;
        CHECK_NEAR(h * h * v3_dot(w, w), fastest, round_off);
        end_flight(&f);
    }
}

/* At the velocities of the knot and without the curvature of an interval the balance is that of
 * free flight: p + (h/2) m g - m v = (h/2) m g. */
static void the_residual_is_the_error_of_the_balance(void **state)
{
    (void)state;
    const double h = 1e-7;
    flight f = start_flight(7, 0, 3, "exponential");
    ludo_maximal_bodies_begin(f.x, &f.sim->state, h);
    ludo_maximal_bodies_load_velocities(f.x, &f.sim->state);
    (void)f.x->rotation->evaluate(f.x, &f.sim->state, h);
    for (int32_t s = 0; s < 3; s++) {
        const double *r = f.x->tree.r + 6 * s;
        const double m = body_info_of(f.model, s).mass;
        check_vector(v3(r[0], r[1], r[2]), v3(0.0, 0.0, 0.5 * h * m * -9.81), round_off);
        check_vector(v3(r[3], r[4], r[5]), v3(0.0, 0.0, 0.0), 2.0 * h); /* phi x a / 2 */
    }
    end_flight(&f);
}

static void evaluate_and_linearize(flight *f, double h)
{
    ludo_maximal_bodies_begin(f->x, &f->sim->state, h);
    ludo_maximal_bodies_load_velocities(f->x, &f->sim->state);
    (void)f->x->rotation->evaluate(f->x, &f->sim->state, h);
    f->x->rotation->linearize(f->x, &f->sim->state, h);
}

/* Bodies in lanes are independent: each has the bits that it has alone. */
static void lanes_compute_the_bits_of_one_body(void **state)
{
    (void)state;
    enum { BODIES = 2 * LANES + 3 };
    for (int i = 0; i < UPDATES; i++) {
        flight all = start_flight(3, 0, BODIES, updates[i].name);
        evaluate_and_linearize(&all, 0.3);
        const pose *next = all.sim->state.poses[1 - all.sim->state.progress->now];
        for (int32_t b = 0; b < BODIES; b++) {
            flight one = start_flight(3, b, 1, updates[i].name);
            evaluate_and_linearize(&one, 0.3);
            const recursion *tree = &all.x->tree, *alone = &one.x->tree;
            assert_memory_equal(&next[b], one.sim->state.poses[1 - one.sim->state.progress->now],
                                sizeof *next);
            assert_memory_equal(tree->r + 6 * b, alone->r, 6 * sizeof *alone->r);
            assert_memory_equal(tree->M + BLOCK * b, alone->M, BLOCK * sizeof *alone->M);
            end_flight(&one);
        }
        end_flight(&all);
    }
}

static void orientations_stay_normalised(void **state)
{
    (void)state;
    for (int i = 0; i < UPDATES; i++) {
        flight f = start_flight(5, 0, 2, updates[i].name);
        for (int k = 0; k < 20000; k++) {
            assert_int_equal(ludo_step(f.sim, 0.05, NULL), LUDO_OK);
        }
        for (int32_t s = 0; s < 2; s++) {
            const ludo_quat q = state_poses(&f.sim->state)[s].q;
            CHECK_NEAR(q_dot(q, q), 1.0, 4.0 * DBL_EPSILON);
        }
        end_flight(&f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exponential_terms_equal_their_closed_forms),
        cmocka_unit_test(quaternion_terms_equal_their_closed_forms),
        cmocka_unit_test(updates_turn_by_unit_quaternions),
        cmocka_unit_test(a_matrix_does_what_applying_does),
        cmocka_unit_test(both_ends_of_an_interval_have_the_same_momentum),
        cmocka_unit_test(rotations_at_the_end_follow_the_transpose),
        cmocka_unit_test(body_blocks_equal_central_differences),
        cmocka_unit_test(an_interval_moves_bodies_by_its_velocities),
        cmocka_unit_test(the_residual_is_the_error_of_the_balance),
        cmocka_unit_test(lanes_compute_the_bits_of_one_body),
        cmocka_unit_test(orientations_stay_normalised),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
