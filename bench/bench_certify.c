/* SPDX-License-Identifier: Apache-2.0
 *
 * Attacks on certificates: steps that are certified are to solve, and from elsewhere no other
 * solution is to be found where none is claimed to be [solvability.md 1, 8].
 *
 *     bench_certify [FILE.csv [PART]]
 *
 * Of every random model and state the longest certified step is looked for, and the longest one up
 * to which all solve; the attacked step is a random part of the former, every fourth all of it.
 * "failed": certified steps that didn't solve, undamped and uncut; "others": second solutions that
 * Newton's method found from five other starts; "led": how many of those starts led to the
 * solution; "sensible": states in which the step that turns no body by more than 1/4 rad is
 * certified. PART: so much of the states, 1 being all. */
#include "command.h"
#include "dynamics/configuration.h"
#include "integrators/dual_quaternion/dual_quaternion.h"
#include "integrators/galerkin/certify.h"
#include "integrators/rigid_body/rigid_body.h"
#include "math/dense.h"
#include "sim/sim.h"
#include "random.h"
#include "scenes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STARTS = 5, NEWTON_STEPS = 50, MOST_STATES = 4000, MOST_COLUMNS = 64 };

/* ---- models ---- */

typedef ludo_status maker(int32_t size, uint64_t seed, ludo_spec **out);

static ludo_status make_tree(int32_t size, uint64_t seed, ludo_spec **out)
{
    return ludo_scene_random_tree(size, seed, false, NULL, out);
}

static ludo_status make_floating(int32_t size, uint64_t seed, ludo_spec **out)
{
    return ludo_scene_random_tree(size, seed, true, NULL, out);
}

/* With springs, dampers, tendons, actuators. */
static ludo_status make_forced(int32_t size, uint64_t seed, ludo_spec **out)
{
    const ludo_scene_everything_options o = {
        .bodies = size, .seed = seed, .damped = true, .stiffness = 100.0};
    return ludo_scene_everything(&o, NULL, out);
}

static ludo_status make_forced_floating(int32_t size, uint64_t seed, ludo_spec **out)
{
    const ludo_scene_everything_options o = {
        .bodies = size, .seed = seed, .floating = true, .damped = true, .stiffness = 100.0};
    return ludo_scene_everything(&o, NULL, out);
}

static ludo_status make_chain(int32_t size, uint64_t seed, ludo_spec **out)
{
    const ludo_scene_chain_options chain = {.links = size, .joint = seed % 2 ? "hinge" : "ball"};
    return ludo_scene_chain(&chain, NULL, out);
}

static ludo_status make_ball_chain(int32_t size, uint64_t seed, ludo_spec **out)
{
    const ludo_scene_chain_options chain = {.links = size, .joint = "ball"};
    (void)seed;
    return ludo_scene_chain(&chain, NULL, out);
}

/* A body of any shape on a ball at any point, or floating. */
static ludo_status make_body(uint64_t seed, const char *joint, ludo_spec **out)
{
    uint64_t random = seed;
    const ludo_vec3 a = ludo_scene_random_vec3(&random, 1.0);
    const double xx = a.x * a.x + 0.01, yy = a.y * a.y + 0.01, zz = a.z * a.z + 0.01;
    const ludo_body_def body = {.struct_size = sizeof body,
                                .name = "body",
                                .mass = 1.0,
                                .com = ludo_scene_random_vec3(&random, 0.3),
                                .inertia = {yy + zz, xx + zz, xx + yy}};
    const ludo_joint_def on = {
        .struct_size = sizeof on, .name = "root", .type = joint, .parent = LUDO_WORLD, .child = 0};
    ludo_spec *spec = NULL;
    ludo_status status = ludo_spec_create(NULL, &spec);
    status = status == LUDO_OK ? ludo_spec_add_body(spec, &body, NULL) : status;
    status = status == LUDO_OK ? ludo_spec_add_joint(spec, &on, NULL) : status;
    *out = spec;
    return status;
}

static ludo_status make_free(int32_t size, uint64_t seed, ludo_spec **out)
{
    (void)size;
    return make_body(seed, "free", out);
}

static ludo_status make_hanging(int32_t size, uint64_t seed, ludo_spec **out)
{
    (void)size;
    return make_body(seed, seed % 2 ? "free" : "ball", out);
}

/* ---- other starts ---- */

/* Number of other starts that led to the solution, and to another one. */
typedef struct found {
    int led, others;
} found;

/* Attacks the step of length h, which is certified and was solved; `sim` is at its start. */
typedef found attacker(ludo_sim *sim, double h, uint64_t *random);

/* |L^T x| */
static double length(const trapezoid *at, const double *x)
{
    const size_t n = (size_t)at->tree->columns;
    double square = 0.0;
    for (size_t k = 0; k < n; k++) {
        double sum = 0.0;
        for (size_t i = k; i < n; i++) {
            sum += at->L[n * i + k] * x[i];
        }
        square += sum * sum;
    }
    return sqrt(square);
}

/* Newton's method, undamped, from the iterate. @return whether it converges */
static bool solve_tree(galerkin *g, ludo_sim *sim, double h)
{
    const int32_t n = g->base.tree.columns;
    double last = HUGE_VAL;
    for (int i = 0; i < NEWTON_STEPS; i++) {
        int32_t node;
        double move = 0.0;
        if (ludo_galerkin_residual(g, &sim->state, h, sim->state.interval_start) != LUDO_OK ||
            !(g->solver->factorize(g, h, &node) > 0.0)) {
            return false;
        }
        g->solver->solve(g, h, g->r[0], g->x[1]);
        for (int32_t c = 0; c < n; c++) {
            g->unknown[1][c] += g->x[1][c];
            move = fmax(move, fabs(g->x[1][c]) * g->base.tree.scale[c]);
        }
        if (!(move < 100.0) || (move < 1e-9 && move >= last)) {
            return move < 1e-9;
        }
        last = move;
    }
    return last < 1e-9;
}

/* The start of a step, the radius of its ball, the end of Newton's method. */
typedef struct ball {
    double from[MOST_COLUMNS], radius, solution[MOST_COLUMNS];
    bool solved;
} ball;

/* The ball of twice the first correction about the start. */
static void find_ball(galerkin *g, ludo_sim *sim, double h, ball *of)
{
    const size_t size = (size_t)g->base.tree.columns * sizeof *of->from;
    int32_t node;
    (void)ludo_galerkin_certify(&sim->state, h); /* leaves the start as the iterate */
    memcpy(of->from, g->unknown[1], size);
    (void)ludo_galerkin_residual(g, &sim->state, h, sim->state.interval_start);
    (void)g->solver->factorize(g, h, &node);
    g->solver->solve(g, h, g->r[0], g->x[1]);
    of->radius = 2.0 * length(&g->certificate->at, g->x[1]);
    of->solved = solve_tree(g, sim, h);
    memcpy(of->solution, g->unknown[1], size);
}

/* Solve from the iterate. */
static void try_start(galerkin *g, ludo_sim *sim, double h, const ball *b, found *into)
{
    const trapezoid *at = &g->certificate->at;
    double apart[MOST_COLUMNS], off[MOST_COLUMNS];
    const bool again = solve_tree(g, sim, h);
    for (int32_t c = 0; c < g->base.tree.columns; c++) {
        off[c] = g->unknown[1][c] - b->from[c];
        apart[c] = g->unknown[1][c] - b->solution[c];
    }
    const bool same = length(at, apart) <= 1e-6 * (b->radius + 1e-6);
    into->led += again && same;
    into->others += again && !same && length(at, off) <= b->radius;
}

static found attack_tree(ludo_sim *sim, double h, uint64_t *random)
{
    galerkin *g = galerkin_of(&sim->state);
    const int32_t n = g->base.tree.columns;
    double way[MOST_COLUMNS];
    static ball b;
    find_ball(g, sim, h, &b);
    found of = {0, !b.solved};
    for (int k = 0; k < STARTS; k++) {
        ludo_random_way(random, n, b.radius * ludo_random(random, 0.0, 1.0), way);
        memcpy(g->unknown[1], b.from, (size_t)n * sizeof *b.from);
        ludo_dense_multiply(n, n, 1, g->certificate->at.B, way, g->unknown[1]); /* += */
        try_start(g, sim, h, &b, &of);
    }
    return of;
}

/* The rotation equations of a single body in three unknowns, h w or Phi. */
typedef struct turn_equations {
    ludo_vec3 p;
    mat3 J;
    double h;
    const rigid_scheme *by; /* NULL: dual quaternions */
} turn_equations;

/* Left side less right side, and its derivative, at x = h w or Phi. False where they are
 * undefined. */
static bool look(const turn_equations *e, ludo_vec3 x, ludo_vec3 *r, mat3 *D)
{
    const ludo_vec3 n = m3_apply(&e->J, x), P = v3_scale(e->h, e->p);
    if (e->by != NULL) {
        *r = v3_sub(e->by->apply(x, n), P);
        *D = m3_sum(m3_mul(e->by->map(x), e->J), e->by->slope(x, n));
        return true;
    }
    const double s = sqrt(1.0 - v3_dot(x, x));
    *r = v3_sub(v3_axpy(v3_cross(x, n), s, n), v3_scale(0.5, P));
    const mat3 turned = m3_axpy(m3_mul(m3_skew(x), e->J), -1.0, m3_skew(n));
    *D = m3_plus_outer(m3_axpy(turned, s, e->J), -1.0 / s, n, x);
    return s > 0.0;
}

static bool solve_turn(const turn_equations *e, ludo_vec3 *x)
{
    double last = HUGE_VAL;
    for (int i = 0; i < NEWTON_STEPS; i++) {
        ludo_vec3 r;
        mat3 D;
        double d[3];
        if (!look(e, *x, &r, &D)) {
            return false;
        }
        memcpy(d, (double[]){r.x, r.y, r.z}, sizeof d);
        if (!ludo_dense_solve(3, 1, D.m, d)) {
            return false;
        }
        *x = v3_sub(*x, v3_at(d));
        const double move = v3_norm(v3_at(d));
        if (!(move < 100.0) || (move < 1e-9 && move >= last)) {
            return move < 1e-9;
        }
        last = move;
    }
    return last < 1e-9;
}

/* One solution, from a start near zero, and no other solution of less than 2 rad, |x| <= most. */
static found attack_turn(const turn_equations *e, ludo_vec3 first, double most, uint64_t *random)
{
    ludo_vec3 solution = first;
    found of = {0, !solve_turn(e, &solution)};
    for (int k = 0; k < STARTS; k++) {
        const double far = ludo_scene_random(random, 0.0, most);
        ludo_vec3 x = v3_scale(far, v3_unit(ludo_scene_random_vec3(random, 1.0)));
        const bool again = solve_turn(e, &x);
        const bool same = v3_norm(v3_sub(x, solution)) <= 1e-6;
        of.led += again && same;
        of.others += again && !same && v3_norm(x) <= most;
    }
    return of;
}

static found attack_rigid(ludo_sim *sim, double h, uint64_t *random)
{
    rigid_body *x = rigid_body_of(&sim->state);
    (void)sim->integrator->certify(&sim->state, h); /* leaves the forces of the step */
    const ludo_quat R = ludo_single_body_rotation(&x->body, x->body.base.q);
    const ludo_vec3 p = x->by->keeps ? q_rotate(q_conj(R), x->knot->p) : x->knot->p;
    const turn_equations e = {v3_axpy(p, 0.5 * h, x->acts[0].u), x->J, h, x->by};
    return attack_turn(&e, v3_scale(h, m3_apply(&x->inverse_J, p)), x->by->farthest, random);
}

static found attack_dual(ludo_sim *sim, double h, uint64_t *random)
{
    dual_quaternion *d = dual_quaternion_of(&sim->state);
    (void)sim->integrator->certify(&sim->state, h);
    const mat3 J = s3_matrix(d->body.J), inverse = s3_matrix(s3_inverse(d->body.J));
    const ludo_vec3 p = v3_axpy(m3_apply_t(&d->R, d->state->P.n), 0.5 * h, d->kick.u);
    const turn_equations e = {p, J, h, NULL};
    return attack_turn(&e, v3_scale(0.5 * h, m3_apply(&inverse, p)), sin(1.0), random);
}

/* ---- families ---- */

typedef struct family {
    const char *name, *integrator, *scheme;
    maker *make;
    attacker *attack;
    int32_t least, most; /* number of bodies */
    int models, states;  /* models; states of each */
} family;

static const family families[] = {
    {"chains in gravity", "galerkin", NULL, make_chain, attack_tree, 1, 5, 20, 50},
    {"random trees", "galerkin", NULL, make_tree, attack_tree, 2, 6, 30, 40},
    {"random trees afloat", "galerkin", NULL, make_floating, attack_tree, 2, 5, 20, 40},
    {"forces of every kind", "galerkin", NULL, make_forced, attack_tree, 2, 5, 20, 50},
    {"random trees afloat", "lie-group", "so3", make_floating, attack_tree, 1, 5, 40, 40},
    {"forces afloat", "lie-group", "so3", make_forced_floating, attack_tree, 2, 4, 20, 40},
    {"chains on balls", "lie-group", "so3", make_ball_chain, attack_tree, 1, 4, 4, 150},
    {"body", "rigid-body", "symplectic-cayley", make_hanging, attack_rigid, 1, 1, 200, 5},
    {"body", "rigid-body", "tln-cayley", make_hanging, attack_rigid, 1, 1, 100, 5},
    {"body", "rigid-body", "tln", make_hanging, attack_rigid, 1, 1, 100, 5},
    {"body", "dual-quaternion", "corrected", make_free, attack_dual, 1, 1, 200, 5},
};

/* ---- states, steps ---- */

static void put_quaternion(double *at, uint64_t *random)
{
    const ludo_quat q = ludo_scene_random_quat(random);
    at[0] = q.w, at[1] = q.x, at[2] = q.y, at[3] = q.z;
}

/* Random positions; rates of one size, which is between 0.1 and 5. */
static void shake(ludo_sim *sim, const ludo_model *model, uint64_t *random)
{
    const double size = exp(ludo_scene_random(random, log(0.1), log(5.0)));
    for (int32_t j = 0; j < ludo_model_joint_count(model); j++) {
        ludo_joint_info of = {.struct_size = sizeof of};
        (void)ludo_model_joint(model, j, &of);
        double q[8], v[8];
        for (int32_t k = 0; k < of.position_count; k++) {
            q[k] = ludo_scene_random(random, -1.0, 1.0);
        }
        for (int32_t k = 0; k < of.velocity_count; k++) {
            v[k] = size * ludo_scene_random(random, -1.0, 1.0);
        }
        if (of.position_count > of.velocity_count) {
            put_quaternion(q + of.position_count - 4, random);
        }
        (void)ludo_sim_set_joint_position(sim, j, q);
        (void)ludo_sim_set_joint_velocity(sim, j, v);
    }
}

static bool is_certified(ludo_sim *sim, const ludo_sim *state, double h)
{
    (void)ludo_sim_copy(sim, state);
    sim->state.interval_start = sim->state.progress->time;
    return sim->integrator->certify(&sim->state, h);
}

static bool is_solved(ludo_sim *sim, const ludo_sim *state, double h)
{
    (void)ludo_sim_copy(sim, state);
    return ludo_step(sim, h, NULL) == LUDO_OK;
}

typedef bool trial(ludo_sim *sim, const ludo_sim *state, double h);

/* The longest passing step, growing from `h`, which passes, to the first failure. */
static double longest(trial *passes, ludo_sim *sim, const ludo_sim *state, double h)
{
    double low = h, high = 1.15 * h;
    while (high < 100.0 && passes(sim, state, high)) {
        low = high;
        high *= 1.15;
    }
    for (int i = 0; i < 5; i++) {
        const double middle = 0.5 * (low + high);
        *(passes(sim, state, middle) ? &low : &high) = middle;
    }
    return low;
}

/* The largest angular velocity of a body [rad/s]. */
static double fastest_turn(ludo_sim *sim, const ludo_model *model)
{
    double fastest = 0.0;
    for (int32_t b = 0; b < ludo_model_body_count(model); b++) {
        ludo_body_state s;
        if (ludo_sim_body_state(sim, b, &s) == LUDO_OK) {
            fastest = fmax(fastest, v3_norm(s.angular_velocity));
        }
    }
    return fastest;
}

/* ---- results ---- */

typedef struct figures {
    int steps, failed, sensible;
    found found;
    double ratio[MOST_STATES]; /* longest solved over longest certified */
} figures;

static void try_state(const family *f, ludo_sim *sim, ludo_sim *state, const ludo_model *model,
                      uint64_t *random, figures *into)
{
    shake(state, model, random);
    const double fastest = fastest_turn(state, model);
    if (!is_certified(sim, state, 1e-5)) {
        return;
    }
    const double most = longest(is_certified, sim, state, 1e-5);
    const double h = into->steps % 4 == 0 ? most : most * ludo_scene_random(random, 0.1, 1.0);
    into->ratio[into->steps++] = longest(is_solved, sim, state, 1e-5) / most;
    into->sensible += fastest > 0.0 && is_certified(sim, state, 0.25 / fastest);
    into->failed += !is_solved(sim, state, h);
    if (is_certified(sim, state, h)) {
        const found of = f->attack(sim, h, random);
        into->found.led += of.led;
        into->found.others += of.others;
    }
}

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static void write_family(FILE *csv, const family *f, int states, figures *of)
{
    const int n = of->steps;
    if (n == 0) {
        return;
    }
    qsort(of->ratio, (size_t)n, sizeof *of->ratio, compare);
    const double least = of->ratio[0], middle = of->ratio[n / 2], most = of->ratio[n * 9 / 10];
    const char *scheme = f->scheme != NULL ? f->scheme : "";
    fprintf(csv, "%s,%s,%s,%d,%d,%d,%d,%d,%d,%.3g,%.3g,%.3g\n", f->integrator, scheme, f->name,
            states, n, of->failed, of->found.others, of->found.led, of->sensible, least, middle,
            most);
    printf("%-16s%-18s%-22s%6d%6d%5d%5d%7d%6d%8.3g%8.3g%8.3g\n", f->integrator, scheme, f->name,
           states, n, of->failed, of->found.others, of->found.led, of->sensible, least, middle,
           most);
    (void)fflush(stdout);
}

/* One model, its states. @return number of states */
static int try_model(const family *f, int k, uint64_t *random, figures *into)
{
    const int32_t size = f->least + k % (f->most - f->least + 1);
    ludo_sim_options o = ludo_sim_options_default();
    ludo_model *model = NULL;
    ludo_sim *sim = NULL, *state = NULL;
    ludo_spec *spec = NULL;
    o.integrator = f->integrator, o.scheme = f->scheme, o.order = 2;
    o.certify = true, o.limits = o.contacts = false, o.max_substeps = 1;
    ludo_status status = f->make(size, (uint64_t)k + 1, &spec);
    status = status == LUDO_OK ? ludo_compile(spec, NULL, &model, NULL) : status;
    status = status == LUDO_OK ? ludo_sim_create(model, &o, NULL, &sim, NULL) : status;
    status = status == LUDO_OK ? ludo_sim_create(model, &o, NULL, &state, NULL) : status;
    const bool tried = status == LUDO_OK && ludo_model_dof(model) <= MOST_COLUMNS;
    for (int i = 0; tried && i < f->states; i++) {
        try_state(f, sim, state, model, random, into);
    }
    ludo_sim_destroy(state);
    ludo_sim_destroy(sim);
    ludo_model_destroy(model);
    ludo_spec_destroy(spec);
    return tried ? f->states : 0;
}

static void run_family(FILE *csv, const family *f, double part)
{
    static figures of;
    uint64_t random = 1;
    int tried = 0;
    memset(&of, 0, sizeof of);
    for (int k = 0; k < f->models && k < 1 + (int)(part * f->models); k++) {
        tried += try_model(f, k, &random, &of);
    }
    write_family(csv, f, tried, &of);
}

static const ludo_bench_about about = {
    .measures = "attacks on certified steps of random models: certified steps that failed, other "
                "solutions\n"
                "found, ratio of the longest step that solves to the longest certified step",
    .operands = "[PART]",
};

int main(int argc, char **argv)
{
    FILE *csv = ludo_bench_open(&about, argc, argv);
    fprintf(csv, "integrator,scheme,models,states,certified,failed,others,led,sensible,"
                 "least_ratio,median_ratio,ninth_decile\n");
    printf("%-56s%6s%6s%5s%5s%7s%6s%8s%8s%8s\n", "", "states", "cert.", "fail", "oth.", "led",
           "sens.", "least", "median", "90 %");
    for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
        run_family(csv, &families[i], argc > 2 ? atof(argv[2]) : 1.0);
    }
    return fclose(csv) == 0 ? 0 : 1;
}
