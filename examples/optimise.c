/* SPDX-License-Identifier: Apache-2.0
 *
 * Finds the controls that move a mechanism into a pose, or a point of it to a target, by iLQR on
 * the derivative of the integrator's own step: the optimised motion is the simulated one.
 *
 *     optimise MODEL CONTROLS.csv [SECONDS [STEP]]
 *
 * The motion starts at the keyframe "start". If the model has a keyframe "goal", the motion ends at
 * rest in that pose; else the site "tip" comes to rest at the site "target". Joints are hinges and
 * slides. The controls are written to a file for `ludo simulate --control-file`; docs/dynamics.md
 * has the details.
 *
 * With the state x = (q, p), residuals rho of the goal and effort costs r, the cost is
 *
 *     1/2 |rho(x_N)|^2 + 1/2 sum_k h r |u_k|^2,    x_{k+1} = step(x_k, u_k)
 *
 * Each iteration linearises the steps, dx_{k+1} = A_k dx_k + B_k du_k, computes the best change of
 * controls in a backward pass, du = alpha k + K dx, and applies it in a forward pass for alpha = 1,
 * 1/2, ... The term mu |du|^2 / 2 keeps changes small if the linearised steps predict too large a
 * decrease. */
#include <ludo/ludo.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_DOF = 8, MAX_STATE = 2 * MAX_DOF, MAX_INPUTS = 4, MOST_ITERATIONS = 300 };

static const double effort_cost = 1e-3, position_weight = 100.0, momentum_weight = 30.0;
static const double first_mu = 1e4, least_mu = 1e-9, near_enough = 1e-3;

/* One step of the trajectory: its first state, its controls, derivative and feedback. */
typedef struct knot {
    double x[MAX_STATE], u[MAX_INPUTS];
    double A[MAX_STATE * MAX_STATE], B[MAX_STATE * MAX_INPUTS];
    double k[MAX_INPUTS], K[MAX_INPUTS * MAX_STATE];
} knot;

typedef struct problem {
    ludo_spec *spec;
    ludo_model *model;
    ludo_sim *sim;
    ludo_linearizer *linearizer;
    ludo_dynamics *dynamics;
    int n, m, steps; /* degrees of freedom, controls, steps */
    double h;
    int32_t start, goal, tip, target; /* keyframes; sites, if there is no goal */
    double goal_q[MAX_DOF];
    knot *now, *next; /* steps + 1 of the best trajectory, of the trial trajectory */
} problem;

/* Gradient and Hessian, by the state, of the cost of all later steps: V_x, V_xx. */
typedef struct cost_to_go {
    double x[MAX_STATE], xx[MAX_STATE * MAX_STATE];
} cost_to_go;

/* ---- small dense algebra, row-major ---- */

/* C += A^T B, A being r x a, B r x b. */
static void add_product(int r, int a, int b, const double *A, const double *B, double *C)
{
    for (int i = 0; i < r; i++) {
        for (int j = 0; j < a; j++) {
            for (int l = 0; l < b; l++) {
                C[b * j + l] += A[a * i + j] * B[b * i + l];
            }
        }
    }
}

/* X := S^-1 X for a symmetric S (m x m, overwritten) and X (m x c); false if S isn't positive. */
static bool solve_positive(int m, int c, double *S, double *X)
{
    for (int i = 0; i < m; i++) {
        if (!(S[m * i + i] > 1e-12)) {
            return false;
        }
        for (int j = i + 1; j < m; j++) {
            const double f = S[m * j + i] / S[m * i + i];
            for (int l = i; l < m; l++) {
                S[m * j + l] -= f * S[m * i + l];
            }
            for (int l = 0; l < c; l++) {
                X[c * j + l] -= f * X[c * i + l];
            }
        }
    }
    for (int i = m - 1; i >= 0; i--) {
        for (int l = 0; l < c; l++) {
            for (int j = i + 1; j < m; j++) {
                X[c * i + l] -= S[m * i + j] * X[c * j + l];
            }
            X[c * i + l] /= S[m * i + i];
        }
    }
    return true;
}

/* ---- states ---- */

static bool read_state(const problem *p, double *x)
{
    return ludo_sim_get_positions(p->sim, x, p->n) == LUDO_OK &&
           ludo_sim_momenta(p->sim, x + p->n) == LUDO_OK;
}

/* The residual at the end, and its derivative by the state (rows x 2 n); returns the rows. */
static int goal_residual(const problem *p, const double *x, double *rho, double *rho_x)
{
    const int n = p->n, reach = p->goal >= 0 ? n : 3;
    ludo_vec3 tip = {0.0, 0.0, 0.0}, target = tip;
    double J[3 * MAX_DOF] = {0.0};
    if (p->goal < 0) {
        (void)ludo_dynamics_site(p->dynamics, x, p->tip, &tip, J);
        (void)ludo_dynamics_site(p->dynamics, x, p->target, &target, NULL);
    }
    const double gap[3] = {tip.x - target.x, tip.y - target.y, tip.z - target.z};
    memset(rho_x, 0, sizeof(double) * (size_t)((reach + n) * 2 * n));
    for (int i = 0; i < reach; i++) {
        rho[i] = position_weight * (p->goal >= 0 ? x[i] - p->goal_q[i] : gap[i]);
        for (int j = 0; j < n; j++) {
            const double slope = p->goal >= 0 ? (i == j ? 1.0 : 0.0) : J[n * i + j];
            rho_x[2 * n * i + j] = position_weight * slope;
        }
    }
    for (int i = 0; i < n; i++) {
        rho[reach + i] = momentum_weight * x[n + i];
        rho_x[2 * n * (reach + i) + n + i] = momentum_weight;
    }
    return reach + n;
}

static double cost(const problem *p, const knot *of)
{
    double rho[MAX_STATE + 3], rho_x[(MAX_STATE + 3) * MAX_STATE], sum = 0.0;
    const int rows = goal_residual(p, of[p->steps].x, rho, rho_x);
    for (int i = 0; i < rows; i++) {
        sum += 0.5 * rho[i] * rho[i];
    }
    for (int k = 0; k < p->steps; k++) {
        for (int j = 0; j < p->m; j++) {
            sum += 0.5 * p->h * effort_cost * of[k].u[j] * of[k].u[j];
        }
    }
    return sum;
}

/* ---- one iteration ---- */

/* Forward pass: the controls of `now` changed by alpha k + K dx, and their steps into `next`. */
static bool roll_out(problem *p, double alpha)
{
    const int n2 = 2 * p->n;
    bool ok = ludo_sim_reset(p->sim, p->start) == LUDO_OK && read_state(p, p->next[0].x);
    for (int k = 0; k < p->steps && ok; k++) {
        const knot *old = &p->now[k];
        knot *at = &p->next[k];
        for (int j = 0; j < p->m; j++) {
            at->u[j] = old->u[j] + alpha * old->k[j];
            for (int i = 0; i < n2; i++) {
                at->u[j] += old->K[n2 * j + i] * (at->x[i] - old->x[i]);
            }
            ok = ok && ludo_sim_set_control(p->sim, j, at->u[j]) == LUDO_OK;
        }
        ok = ok && ludo_linearizer_step(p->linearizer, p->sim, p->h, NULL) == LUDO_OK &&
             read_state(p, p->next[k + 1].x);
        memcpy(at->A, ludo_linearizer_A(p->linearizer), sizeof(double) * (size_t)(n2 * n2));
        memcpy(at->B, ludo_linearizer_B(p->linearizer), sizeof(double) * (size_t)(n2 * p->m));
    }
    return ok;
}

/* Backward pass, one step: its feedback, and the cost to go from its start; mu damps changes. */
static bool step_back(const problem *p, double mu, knot *at, cost_to_go *V)
{
    const int n2 = 2 * p->n, m = p->m, c = 1 + n2;
    double VA[MAX_STATE * MAX_STATE] = {0.0}, VB[MAX_STATE * MAX_INPUTS] = {0.0};
    double Quu[MAX_INPUTS * MAX_INPUTS] = {0.0}, Q[MAX_INPUTS * (1 + MAX_STATE)] = {0.0};
    double Qu[MAX_INPUTS] = {0.0}, Qux[MAX_INPUTS * MAX_STATE] = {0.0};
    cost_to_go before = {{0.0}, {0.0}};
    add_product(n2, n2, n2, V->xx, at->A, VA); /* V_xx is symmetric */
    add_product(n2, n2, m, V->xx, at->B, VB);
    add_product(n2, m, m, at->B, VB, Quu);
    add_product(n2, m, n2, at->B, VA, Qux);
    add_product(n2, m, 1, at->B, V->x, Qu);
    add_product(n2, n2, 1, at->A, V->x, before.x);
    add_product(n2, n2, n2, at->A, VA, before.xx);
    for (int j = 0; j < m; j++) {
        Qu[j] += p->h * effort_cost * at->u[j];
        Quu[m * j + j] += p->h * effort_cost + mu;
        Q[c * j] = -Qu[j];
        for (int i = 0; i < n2; i++) {
            Q[c * j + 1 + i] = -Qux[n2 * j + i];
        }
    }
    if (!solve_positive(m, c, Quu, Q)) {
        return false;
    }
    for (int j = 0; j < m; j++) {
        at->k[j] = Q[c * j];
        memcpy(at->K + n2 * j, Q + c * j + 1, sizeof(double) * (size_t)n2);
    }
    /* k = -Quu^-1 Qu, K = -Quu^-1 Qux: V_x = Q_x + Qux^T k, V_xx = Q_xx + Qux^T K */
    add_product(m, n2, 1, Qux, at->k, before.x);
    add_product(m, n2, n2, Qux, at->K, before.xx);
    *V = before;
    return true;
}

static bool sweep_back(problem *p, double mu)
{
    double rho[MAX_STATE + 3], rho_x[(MAX_STATE + 3) * MAX_STATE];
    const int rows = goal_residual(p, p->now[p->steps].x, rho, rho_x);
    cost_to_go V = {{0.0}, {0.0}};
    add_product(rows, 2 * p->n, 1, rho_x, rho, V.x);
    add_product(rows, 2 * p->n, 2 * p->n, rho_x, rho_x, V.xx);
    bool ok = true;
    for (int k = p->steps - 1; k >= 0 && ok; k--) {
        ok = step_back(p, mu, &p->now[k], &V);
    }
    return ok;
}

/* Forward passes with decreasing alpha until the cost decreases; returns alpha, or 0. */
static double improve(problem *p, double *best)
{
    for (double alpha = 1.0; alpha > 1e-3; alpha *= 0.5) {
        if (roll_out(p, alpha)) {
            const double found = cost(p, p->next);
            if (found < *best) {
                knot *tried = p->next;
                p->next = p->now;
                p->now = tried;
                *best = found;
                return alpha;
            }
        }
    }
    return 0.0;
}

static bool optimise(problem *p)
{
    if (!roll_out(p, 0.0)) {
        return false;
    }
    memcpy(p->now, p->next, sizeof *p->now * (size_t)(p->steps + 1));
    double best = cost(p, p->now), mu = first_mu;
    int still = 0;
    for (int i = 1; i <= MOST_ITERATIONS && still < 8; i++) {
        const double before = best;
        const double alpha = sweep_back(p, mu) ? improve(p, &best) : 0.0;
        mu = alpha >= 0.5 ? fmax(0.3 * mu, least_mu) : 5.0 * mu;
        still = best < before * (1.0 - 1e-6) ? 0 : still + 1;
        if (i % 10 == 0 || still == 8) {
            printf("iteration %3d: cost %.6g\n", i, best);
        }
    }
    return true;
}

/* ---- the model, the result ---- */

/* The reason why a model can't be taken; NULL if there is none. */
static const char *refusal(const problem *p)
{
    if (p->n > MAX_DOF || p->m > MAX_INPUTS || p->m == 0) {
        return "it takes up to 8 degrees of freedom and 1 to 4 actuators";
    }
    if (ludo_model_position_count(p->model) != p->n) {
        return "it takes hinges and slides only";
    }
    if (p->start < 0) {
        return "there is no keyframe \"start\"";
    }
    if (p->goal < 0 && (p->tip < 0 || p->target < 0)) {
        return "there are neither a keyframe \"goal\" nor sites \"tip\" and \"target\"";
    }
    return NULL;
}

static bool open_problem(problem *p, const char *path, ludo_diagnostic *why)
{
    ludo_sim_options options = ludo_sim_options_default();
    options.integrator = "galerkin";
    options.order = 4;
    options.contacts = options.limits = false; /* contacts and limits have no derivatives */
    static const double angles = 0.0;          /* three hinges that meet stay hinges */
    const bool ok = ludo_load_file(path, NULL, NULL, &p->spec, why) == LUDO_OK &&
                    ludo_spec_set_option(p->spec, "spherical", &angles, 1) == LUDO_OK &&
                    ludo_compile(p->spec, NULL, &p->model, why) == LUDO_OK &&
                    ludo_sim_create(p->model, &options, NULL, &p->sim, why) == LUDO_OK &&
                    ludo_linearizer_create(p->sim, NULL, &p->linearizer, why) == LUDO_OK &&
                    ludo_dynamics_create(p->model, NULL, &p->dynamics) == LUDO_OK;
    if (!ok) {
        return false;
    }
    p->n = ludo_model_dof(p->model);
    p->m = ludo_model_actuator_count(p->model);
    p->start = ludo_model_keyframe_find(p->model, "start");
    p->goal = ludo_model_keyframe_find(p->model, "goal");
    p->tip = ludo_model_site_find(p->model, "tip");
    p->target = ludo_model_site_find(p->model, "target");
    const char *text = refusal(p);
    if (text != NULL) {
        snprintf(why->message, sizeof why->message, "%s", text);
    }
    return text == NULL;
}

static bool begin(problem *p, double seconds, double h)
{
    p->h = h;
    p->steps = (int)ceil(seconds / h - 1e-9);
    p->now = calloc((size_t)p->steps + 1, sizeof *p->now);
    p->next = calloc((size_t)p->steps + 1, sizeof *p->next);
    return p->now != NULL && p->next != NULL &&
           (p->goal < 0 || (ludo_sim_reset(p->sim, p->goal) == LUDO_OK &&
                            ludo_sim_get_positions(p->sim, p->goal_q, p->n) == LUDO_OK));
}

/* The controls, each constant over its step: two rows with one time make a jump. */
static bool write_controls(const problem *p, const char *path)
{
    FILE *file = fopen(path, "w");
    if (file == NULL) {
        return false;
    }
    fprintf(file, "time");
    for (int32_t j = 0; j < p->m; j++) {
        fprintf(file, ",%s", ludo_model_actuator_name(p->model, j));
    }
    for (int row = 0; row < 2 * p->steps; row++) {
        const int k = row / 2, end = row % 2;
        fprintf(file, "\n%.17g", (k + end) * p->h);
        for (int j = 0; j < p->m; j++) {
            fprintf(file, ",%.17g", p->now[k].u[j]);
        }
    }
    const bool written = fprintf(file, "\n") > 0;
    return fclose(file) == 0 && written;
}

/* Prints the distance of the end from the goal, and a command to see the motion; returns whether it
 * is small. */
static bool print_end(const problem *p, const char *model, const char *controls)
{
    double rho[MAX_STATE + 3], rho_x[(MAX_STATE + 3) * MAX_STATE], far = 0.0, moving = 0.0;
    const int rows = goal_residual(p, p->now[p->steps].x, rho, rho_x);
    for (int i = 0; i < rows - p->n; i++) {
        far = fmax(far, fabs(rho[i]) / position_weight);
    }
    for (int i = rows - p->n; i < rows; i++) {
        moving = fmax(moving, fabs(rho[i]) / momentum_weight);
    }
    printf("at %g s: %.2e from the goal, momenta at most %.2e; see it with\n", p->steps * p->h, far,
           moving);
    printf("    ludo simulate %s --keyframe start --integrator galerkin --order 4 --dt %g"
           " --duration %g --control-file %s --report motion.html\n",
           model, p->h, p->steps * p->h, controls);
    if (!(far < near_enough)) {
        fprintf(stderr, "the goal isn't reached; try more seconds\n");
    }
    return far < near_enough;
}

int main(int argc, char **argv)
{
    problem p = {.start = -1};
    ludo_diagnostic why = {.message = "the first steps can't be solved"};
    const double seconds = argc > 3 ? atof(argv[3]) : 2.0, h = argc > 4 ? atof(argv[4]) : 0.02;
    if (argc < 3 || !(seconds > 0.0 && h > 0.0 && seconds / h < 1e6)) {
        fprintf(stderr, "usage: optimise MODEL CONTROLS.csv [SECONDS [STEP]]\n");
        return 2;
    }
    bool ok = open_problem(&p, argv[1], &why) && begin(&p, seconds, h) && optimise(&p);
    if (!ok) {
        fprintf(stderr, "%s: %s\n", argv[1], why.message);
    } else if (!write_controls(&p, argv[2])) {
        fprintf(stderr, "%s: can't be written\n", argv[2]);
        ok = false;
    } else {
        ok = print_end(&p, argv[1], argv[2]);
    }
    free(p.now);
    free(p.next);
    ludo_dynamics_destroy(p.dynamics);
    ludo_linearizer_destroy(p.linearizer);
    ludo_sim_destroy(p.sim);
    ludo_model_destroy(p.model);
    ludo_spec_destroy(p.spec);
    return ok ? 0 : 1;
}
