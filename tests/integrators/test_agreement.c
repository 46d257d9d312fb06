/* SPDX-License-Identifier: Apache-2.0
 *
 * All integrators agree: with shrinking steps they converge to one motion, each with its order, in
 * the states of bodies, in work and dissipation, and in the forces of springs and actuators. Twenty
 * random trees that contain every joint type, half of them floating, and one chain per joint type;
 * with springs, dampers, armatures, tendons and actuators of every kind, controls, servos, applied
 * wrenches and a user's force function.
 *
 * Orders alone would miss forces that are slightly wrong or wrong in few places. Therefore every
 * number is also extrapolated to zero step size, tree by tree. */
#include "everything.h"
#include "order.h"

#include <stdio.h>

enum {
    TREES = 20,
    LINKS = 3,
    FINE = 32, /* steps of the reference motion */
    FORCES_MAX = 40,
    NUMBERS_MAX = 12 * EVERYTHING_BODIES + 2 + FORCES_MAX
};

/* --- integrators ----------------------------------------------------------------------------- */

enum { POSITION, ANGLE, VELOCITY, ANGULAR_VELOCITY, WORK, DISSIPATED, SPRINGS, ACTUATORS, KINDS };

static const char *const kinds[KINDS] = {
    "position", "angle", "velocity", "angular velocity", "work", "dissipated", "springs", "motors",
};

/* An integrator, its order, the power of the step in the next term of its error, and the number of
 * steps of its coarsest run: few enough for errors well above rounding, enough for the order to
 * show. Order 4 of maximal takes no dampers, and reports the forces of a part of a step. */
typedef struct method {
    const char *integrator;
    int32_t order, next, steps;
    bool damped;
    int kinds;                   /* of error that are measured */
    double rest, rest_of_forces; /* bound on the limit at h = 0, as a part of the smallest error;
                                    measured: a fifth to a half of it */
} method;

static const method methods[] = {
    {"maximal", 2, 2, 8, true, KINDS, 5e-5, 0.01},
    {"maximal", 4, 2, 8, false, WORK + 1, 1e-3, 0.0},
    {"galerkin", 2, 2, 8, true, KINDS, 2e-3, 0.05},
    {"galerkin", 4, 2, 4, true, KINDS, 0.01, 0.05},
    {"galerkin", 6, 2, 2, true, KINDS, 0.1, 0.3},
    {"runge-kutta", 2, 1, 8, true, KINDS, 0.02, 0.05},
    {"runge-kutta", 4, 1, 8, true, KINDS, 0.02, 0.05},
};
enum { METHODS = sizeof methods / sizeof *methods };

/* --- mechanisms ------------------------------------------------------------------------------ */

/* A random tree, or a chain of joints of one type. */
typedef struct subject {
    const char *joints; /* NULL: the tree */
    uint64_t seed;
    double time; /* duration */
} subject;

static running open_subject(const subject *s, bool damped, const ludo_sim_options *options)
{
    if (s->joints == NULL) {
        return open_everything(s->seed, damped, options);
    }
    ludo_spec *spec = NULL;
    const ludo_status built = ludo_scene_joint_chain(s->joints, LINKS, NULL, &spec);
    running r = run_open(built, spec, options);
    random_stream random = random_from(s->seed);
    for (int32_t j = 0; j < ludo_model_joint_count(r.model); j++) {
        double rate[6];
        for (int i = 0; i < 6; i++) {
            rate[i] = random_uniform(&random, -1.0, 1.0);
        }
        assert_int_equal(ludo_sim_set_joint_velocity(r.sim, j, rate), LUDO_OK);
    }
    return r;
}

/* Servos on the first scalar coordinates of all joints that take a servo. */
static void serve(running *r, bool damped, double kp)
{
    for (int32_t j = 0; j < ludo_model_joint_count(r->model); j++) {
        const ludo_status s = ludo_sim_set_servo(r->sim, j, 0, 0.2, kp, damped ? 0.02 * kp : 0.0);
        assert_true(s == LUDO_OK || s == LUDO_BAD_ARGUMENT); /* it may have no scalar coordinate */
    }
}

static void shake(const ludo_force_query *query, ludo_wrench *wrench, double *effort, void *user)
{
    (void)effort;
    (void)user;
    const int32_t last = query->bodies - 1;
    const ludo_vec3 to_origin = v3_scale(-5.0, query->body[last].position);
    wrench[last].force = v3_add(to_origin, v3(0.0, 10.0 * sin(30.0 * query->time), 0.0));
    wrench[0].torque = v3(0.0, 3.0 * cos(20.0 * query->time), 1.0);
}

/* Controls, servos, an applied wrench, and the user's function for every other pair of seeds. */
static void drive(running *r, const subject *s, bool damped)
{
    static const ludo_wrench push = {{3.0, -2.0, 1.0}, {0.0, 0.7, -0.4}};
    for (int32_t i = 0; i < ludo_model_actuator_count(r->model); i++) {
        assert_int_equal(ludo_sim_set_control(r->sim, i, sin(i)), LUDO_OK);
    }
    serve(r, damped, s->joints == NULL ? 20.0 : 0.05);
    assert_int_equal(ludo_sim_set_body_force(r->sim, 0, &push), LUDO_OK);
    if (s->seed % 4 < 2) {
        assert_int_equal(ludo_sim_set_force_function(r->sim, shake, NULL), LUDO_OK);
    }
}

static running start(const subject *s, bool damped, const method *by)
{
    ludo_sim_options options = ludo_sim_options_default();
    options.integrator = by->integrator;
    options.order = by->order;
    options.tolerance = 1e-13;
    options.max_substeps = 1;
    running r = open_subject(s, damped, &options);
    drive(&r, s, damped);
    return r;
}

/* --- the motion ------------------------------------------------------------------------------ */

/* The state at the end, and the impulses of springs and then actuators up to each step [N s]. */
typedef struct exact {
    running end;
    double time;
    int32_t springs, forces;
    double impulse[FINE + 1][FORCES_MAX];
} exact;

static double force_of(running *r, int32_t springs, int32_t i)
{
    ludo_tendon_state line = {.struct_size = sizeof line};
    assert_int_equal(i < springs ? ludo_sim_spring(r->sim, i, &line)
                                 : ludo_sim_actuator(r->sim, i - springs, &line),
                     LUDO_OK);
    return line.force;
}

static void run_exact(exact *x, const subject *s, bool damped)
{
    static const method finest = {.integrator = "galerkin", .order = 6};
    x->end = start(s, damped, &finest);
    x->time = s->time;
    x->springs = ludo_model_spring_count(x->end.model);
    x->forces = x->springs + ludo_model_actuator_count(x->end.model);
    assert_true(x->forces <= FORCES_MAX);
    for (int k = 0; k < FINE; k++) {
        run_steps(&x->end, s->time / FINE, 1);
        for (int32_t i = 0; i < x->forces; i++) {
            const double force = force_of(&x->end, x->springs, i);
            x->impulse[k + 1][i] = x->impulse[k][i] + force * (s->time / FINE);
        }
    }
}

/* The mean over the last of `steps` steps. */
static double mean_force(const exact *x, int32_t steps, int32_t i)
{
    return (x->impulse[FINE][i] - x->impulse[FINE - FINE / steps][i]) / (x->time / steps);
}

/* --- errors ---------------------------------------------------------------------------------- */

/* The errors of all numbers of a run, by kind. */
typedef struct errors {
    int32_t count;
    int kind[NUMBERS_MAX];
    double by[NUMBERS_MAX];
} errors;

static void add_number(errors *e, int kind, double by)
{
    assert_true(e->count < NUMBERS_MAX);
    e->kind[e->count] = kind;
    e->by[e->count++] = by;
}

static void add_vector(errors *e, int kind, ludo_vec3 a, ludo_vec3 b)
{
    const ludo_vec3 by = v3_sub(a, b);
    add_number(e, kind, by.x);
    add_number(e, kind, by.y);
    add_number(e, kind, by.z);
}

/* Orientations by the rotation vector between them, which is small. */
static void add_bodies(errors *e, running *a, running *b)
{
    for (int32_t i = 0; i < ludo_model_body_count(a->model); i++) {
        const ludo_body_state x = run_body(a, i), y = run_body(b, i);
        const ludo_quat turn = q_mul(q_conj(y.orientation), x.orientation);
        add_vector(e, POSITION, x.com, y.com);
        add_vector(e, ANGLE, v3_scale(turn.w < 0.0 ? -2.0 : 2.0, q_vector(turn)), v3(0, 0, 0));
        add_vector(e, VELOCITY, x.linear_velocity, y.linear_velocity);
        add_vector(e, ANGULAR_VELOCITY, x.angular_velocity, y.angular_velocity);
    }
}

static void add_books(errors *e, running *a, running *b)
{
    ludo_energy x, y;
    assert_int_equal(ludo_sim_energy(a->sim, &x), LUDO_OK);
    assert_int_equal(ludo_sim_energy(b->sim, &y), LUDO_OK);
    add_number(e, WORK, x.work - y.work);
    add_number(e, DISSIPATED, x.dissipated - y.dissipated);
}

static errors errors_of(const subject *s, const method *by, int32_t steps, exact *x)
{
    errors e = {0};
    running r = start(s, by->damped, by);
    run_steps(&r, s->time / steps, steps);
    add_bodies(&e, &r, &x->end);
    add_books(&e, &r, &x->end);
    for (int32_t i = 0; i < x->forces; i++) {
        const double force = force_of(&r, x->springs, i);
        add_number(&e, i < x->springs ? SPRINGS : ACTUATORS, force - mean_force(x, steps, i));
    }
    run_close(&r);
    return e;
}

/* --- evaluation ------------------------------------------------------------------------------ */

/* The largest errors by kind at each step size, and the largest limits: the error of a single
 * number may pass through zero. */
typedef struct convergence {
    double error[KINDS][REFINEMENTS], limit[KINDS];
} convergence;

static void enlarge(double *to, double by)
{
    *to = *to >= fabs(by) ? *to : fabs(by); /* NaN is kept */
}

/* The polynomial a + b h^order + c h^next through three errors, at h = 0. A mean force over the
 * last step is the value half a step before the end: its error has odd powers too, where others
 * have none. */
static double limit(const double e[REFINEMENTS], const method *by, int kind)
{
    const int next = by->order + (kind < SPRINGS ? by->next : 1);
    const double p = exp2(by->order), q = exp2(next);
    const double coarse = (p * e[1] - e[0]) / (p - 1.0), fine = (p * e[2] - e[1]) / (p - 1.0);
    return (q * fine - coarse) / (q - 1.0);
}

static void converge(const subject *s, const method *by, exact *x, convergence *worst)
{
    errors e[REFINEMENTS];
    for (int i = 0; i < REFINEMENTS; i++) {
        e[i] = errors_of(s, by, by->steps << i, x);
    }
    for (int32_t n = 0; n < e[0].count; n++) {
        const double number[REFINEMENTS] = {e[0].by[n], e[1].by[n], e[2].by[n]};
        const int kind = e[0].kind[n];
        for (int i = 0; i < REFINEMENTS; i++) {
            enlarge(&worst->error[kind][i], number[i]);
        }
        enlarge(&worst->limit[kind], limit(number, by, kind));
    }
}

static void converge_by_all(const subject *s, convergence worst[METHODS])
{
    static exact free, damped;
    run_exact(&free, s, false);
    run_exact(&damped, s, true);
    for (int i = 0; i < METHODS; i++) {
        converge(s, &methods[i], methods[i].damped ? &damped : &free, &worst[i]);
    }
    run_close(&free.end);
    run_close(&damped.end);
}

/* Three steps leave the slope uncertain by the next term of the error, which is larger for mean
 * forces. Rounding: Newton's tolerance over the shortest step. */
static void check_kind(const method *by, int kind, const double *e, double limit)
{
    const bool forces = kind >= SPRINGS;
    const double slack = forces ? 0.1 : 0.06, rest = forces ? by->rest_of_forces : by->rest;
    print_message("%s %d, %s: order %.2f (errors %.2e %.2e %.2e, limit %.2e)\n", by->integrator,
                  (int)by->order, kinds[kind], slope(e), e[0], e[1], e[2], limit);
    CHECK_NEAR(slope(e), by->order, slack * by->order);
    CHECK_NEAR(limit, 0.0, rest * e[2] + 1e-11);
}

static void check_all(const convergence worst[METHODS], int most_kinds)
{
    for (int i = 0; i < METHODS; i++) {
        const method *by = &methods[i];
        for (int k = 0; k < by->kinds && k < most_kinds; k++) {
            check_kind(by, k, worst[i].error[k], worst[i].limit[k]);
        }
    }
}

static void trees_of_everything_move_alike(void **state)
{
    (void)state;
    convergence worst[METHODS] = {0};
    FOR_SEEDS(seed, TREES)
    {
        converge_by_all(&(subject){.seed = seed, .time = 0.08}, worst);
    }
    check_all(worst, KINDS);
}

/* With servos, applied wrenches and the force function only. */
static void chains_of_each_type_of_joint_move_alike(void **state)
{
    (void)state;
    static const char *const types[] = {
        "hinge",
        "slide",
        "ball",
        "universal",
        "planar",
        "cylindrical",
        "point-on-line",
        "free-planar",
        "hinge+hinge",
        "slide+hinge",
        "orientation-only",
    };
    convergence worst[METHODS] = {0};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        converge_by_all(&(subject){types[i], i, 0.04}, worst);
    }
    check_all(worst, WORK + 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trees_of_everything_move_alike),
        cmocka_unit_test(chains_of_each_type_of_joint_move_alike),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
