/* SPDX-License-Identifier: Apache-2.0
 *
 * The iteration of a step: equations, direction, test, correction [minimal.md 4.4]. */
#include "integrators/galerkin/galerkin.h"

#include "dynamics/chart.h"
#include "math/worst.h"

#include <float.h>
#include <math.h>

/* Factorise again if an iteration contracts by less than this factor; with Broyden's updates, which
 * a new factorisation discards, by less than poor_update. */
static const double poor_contraction = 0.1, poor_update = 0.5;

/* Corrections of Newton's method that contract by less than this factor while they are larger than
 * `far` [rad, lengths] violate the Newton-Kantorovich condition [deuflhard2004 section 2.1] for a
 * unique nearby solution: the step counts as not converged, and a shorter step has its solution
 * near the start. Smaller corrections do not lead to another motion; they only must not grow while
 * they are above `near`, the range of round-off. Measured: with far = 0.1 long chains are rarely
 * subdivided, and a double pendulum has the same error as with any smaller number; without the
 * condition it jumps to other motions. */
static const double unsafe_contraction = 0.25, far = 0.1, near = 1e-6;

/* A correction this large [rad, lengths] leads to a solution of another motion. Too large steps
 * have such solutions, with hundreds of revolutions in a step. */
static const double leap = 1.0;

/* Largest factor by which corrections of other methods may exceed the smallest one so far. */
static const double most_growth = 10.0;

/* ---- Newton's direction ---- */

static double newton_factorize(galerkin *g, double h, int32_t *node)
{
    const double pivot = ludo_galerkin_elimination_factorize(g, h, node);
    ludo_galerkin_tendons_factorize(g, h);
    return pivot;
}

static void newton_solve(galerkin *g, double h, const double *r, double *x)
{
    ludo_galerkin_elimination_solve(g, h, r, x);
    ludo_galerkin_tendons_correct(g, h, x);
}

const galerkin_solver ludo_galerkin_newton = {
    .name = "newton",
    .exact = true,
    .patience = 1,
    .start = ludo_galerkin_coast,
    .factorize = newton_factorize,
    .solve = newton_solve,
};

/* ---- the iteration ---- */

/* Progress of an iteration. */
typedef struct iteration {
    double h;
    int32_t count;
    bool factorize;          /* factorise in this iteration */
    bool accelerate;         /* add Broyden's updates */
    double tested, smallest; /* size of the last correction; the smallest so far */
} iteration;

/* The largest change of a coordinate by the correction, in the units of the tolerance. */
static worst largest_move(const galerkin *g)
{
    const tree *t = &g->base.tree;
    worst move = {0.0, -1};
    for (int32_t a = 1; a <= g->s; a++) {
        for (int32_t c = 0; c < t->columns; c++) {
            worst_take(&move, fabs(g->x[a][c]) * t->scale[c], t->node_at[c]);
        }
    }
    return move;
}

bool ludo_galerkin_too_far(const galerkin *g)
{
    return !(largest_move(g).value <= leap);
}

/* The largest distance of a ball from the centre of its chart. */
static worst largest_turn(const galerkin *g)
{
    const tree *t = &g->base.tree;
    worst turn = {0.0, -1};
    for (int32_t i = 0; i < t->nodes; i++) {
        const int32_t c = t->node[i].column;
        for (int32_t a = 1; a <= g->s && node_has_chart_term(&t->node[i]); a++) {
            const double *y = g->unknown[a] + c;
            worst_take(&turn, v3_norm(v3(y[0], y[1], y[2])), i);
        }
    }
    return turn;
}

/* Evaluate the equations at the iterate. */
static ludo_status evaluate(galerkin *g, sim_state *state, double h, ludo_step_report *report)
{
    const worst turn = largest_turn(g);
    if (turn.value <= CHART_LIMIT) {
        return ludo_galerkin_residual(g, state, h, state->interval_start);
    }
    report->node = ludo_joint_space_body(&g->base, turn.at);
    return turn.value == turn.value ? LUDO_STEP_TOO_LARGE : LUDO_NOT_CONVERGED;
}

/* The correction x at an evaluated iterate. Returns the smallest pivot, and its node. */
static double find_direction(galerkin *g, iteration *it, ludo_step_report *report, int32_t *node)
{
    double pivot = report->smallest_pivot;
    *node = -1;
    if (it->factorize) {
        pivot = g->solver->factorize(g, it->h, node);
        ludo_broyden_reset(&g->broyden);
        report->factorizations++;
    }
    g->solver->solve(g, it->h, g->r[0], g->x[1]);
    if (it->accelerate) {
        ludo_broyden_step(&g->broyden, g->x[1]);
    }
    it->count++;
    report->iterations++;
    report_pivot(report, pivot);
    return pivot;
}

/* unknowns += x. */
static void correct(galerkin *g)
{
    for (int32_t a = 1; a <= g->s; a++) {
        for (int32_t c = 0; c < g->base.tree.columns; c++) {
            g->unknown[a][c] += g->x[a][c];
        }
    }
}

/* Whether the iteration diverges or approaches another motion. */
static bool goes_wrong(const galerkin *g, const iteration *it, double tested)
{
    const bool newton = g->solver->exact && !it->accelerate;
    const double most = tested > far ? unsafe_contraction : 1.0;
    const bool unsafe = it->factorize && tested > most * it->tested && tested > near;
    return tested > leap || (newton ? unsafe : tested > most_growth * it->smallest);
}

/* Whether to factorise for the next correction. Newton's method reduces a correction above the root
 * of the tolerance to one below the tolerance, which old factors do not. Broyden's updates replace
 * new factors while they contract. */
static bool wants_factors(const galerkin *g, const sim_state *state, const iteration *it,
                          double move)
{
    const bool poor = move > (it->accelerate ? poor_update : poor_contraction) * it->tested;
    const bool coarse = move > sqrt(state->settings.tolerance);
    return g->solver->exact && (poor || coarse);
}

/* One iteration at an evaluated iterate: direction, test, correction. */
static ludo_status iterate(galerkin *g, const sim_state *state, iteration *it,
                           ludo_step_report *report)
{
    int32_t weakest;
    const double pivot = find_direction(g, it, report, &weakest);
    const worst move = largest_move(g);
    const bool finite = isfinite(move.value) && !(it->factorize && !(pivot > 0.0));
    report->residual = move.value;
    report->node = ludo_joint_space_joint(&g->base, finite ? move.at : weakest);
    if (!finite) {
        return pivot > DBL_EPSILON ? LUDO_NOT_CONVERGED : LUDO_SINGULAR;
    }
    if (goes_wrong(g, it, move.value)) {
        return LUDO_NOT_CONVERGED;
    }
    it->factorize = wants_factors(g, state, it, move.value);
    it->tested = move.value;
    it->smallest = move.value < it->smallest ? move.value : it->smallest;
    correct(g);
    return LUDO_OK;
}

/* Iterate from the current iterate to a solution, one correction beyond the tested one. */
static ludo_status solve_step(galerkin *g, sim_state *state, double h, ludo_step_report *report)
{
    const int64_t most = (int64_t)g->solver->patience * state->settings.max_iterations;
    iteration it = {.h = h, .factorize = true, .tested = HUGE_VAL, .smallest = HUGE_VAL};
    ludo_status status = LUDO_OK;
    while (status == LUDO_OK) {
        status = evaluate(g, state, h, report);
        if (status != LUDO_OK || it.tested <= state->settings.tolerance) {
            break;
        }
        it.accelerate = g->solver->accelerated || (g->solver->exact && g->base.forces.coupled);
        status = it.count < most ? iterate(g, state, &it, report) : LUDO_NOT_CONVERGED;
    }
    report->solves++;
    report->iterations_max = it.count > report->iterations_max ? it.count : report->iterations_max;
    return status;
}

/* Solve from a first iterate that does not depend on past intervals. */
static ludo_status solve_without_history(galerkin *g, sim_state *state, double h,
                                         ludo_step_report *report)
{
    const ludo_status status = g->solver->start(g, state, h);
    if (status != LUDO_OK) {
        report->node = state->failed;
        return status;
    }
    return solve_step(g, state, h, report);
}

ludo_status ludo_galerkin_step(sim_state *state, double h, int32_t stage, ludo_step_report *report)
{
    galerkin *g = galerkin_of(state);
    (void)stage;
    ludo_tree_place_origins(&g->base.tree, g->base.q, g->base.origin);
    g->knot_placed = false;
    ludo_status status = LUDO_NOT_CONVERGED;
    /* from an extrapolated iterate; if that fails, from one of the solver's own */
    if (g->solver->exact && ludo_galerkin_extrapolate(g, h)) {
        status = solve_step(g, state, h, report);
    }
    if (status == LUDO_NOT_CONVERGED || status == LUDO_STEP_TOO_LARGE || status == LUDO_SINGULAR) {
        status = solve_without_history(g, state, h, report);
    }
    if (status == LUDO_OK) {
        ludo_galerkin_accept(g, state, h);
    }
    return status;
}
