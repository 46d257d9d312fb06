/* SPDX-License-Identifier: Apache-2.0
 *
 * Chord Newton on (A), the interval of the maximal integrator. */
#include "integrators/maximal/newton.h"

#include "integrators/maximal/bodies.h"
#include "integrators/maximal_forces/body_forces.h"
#include "integrators/maximal/forces.h"
#include "integrators/maximal/hold.h"
#include "integrators/maximal/joints.h"
#include "integrators/maximal/loops.h"

#include <float.h>
#include <math.h>

/* Each iteration computes a direction and tests one number: the largest of the joint motion that
 * the direction predicts, the violation of joints and the violation of loops, in the unit of the
 * tolerance. Its contraction is its ratio to the number of the iteration before.
 *
 *     situation            test                                      action
 *     --------------------------------------------------------------------------------------------
 *     converged            number and then loops within tolerance;   stop
 *                          not stuck
 *     poor contraction     > poor_contraction, or MAXIMAL_CHORDS     factorise in the next
 *                          iterations since the factorisation        iteration
 *     stiff tendons        stiffness > chord_stiffness               factorise in each iteration
 *     unsafe contraction   > unsafe_contraction, and the number      give up: the solution may be
 *                          > large_move                              that of another motion
 *     force limit          an actuator has reached or left the       factorise; unsafe contraction
 *                          limit of its force; drag is strong        is allowed
 *     stalled              MOST_STALLED times in a row: a loop is    use the loop rows of the
 *                          worst, contraction > slow_closing         iterate, not those at t_k
 *     lost in rounding     loops closed, number <= rounding_move,    count as converged
 *                          unsafe contraction with new factors
 *     stuck                violation of loops > closed,              continue
 *                          > widened times that at t_k, and
 *                          > slow_closing times that before
 *
 * Stiff tendons: their direction changes with the motion, and each change is as large as the
 * residual [forces.md 5]; chord_stiffness is in units of the inertia that they move.
 *
 * Unsafe contraction: corrections that shrink by less than this violate the Newton-Kantorovich
 * condition [deuflhard2004 section 2.1] for a locally unique solution. The iteration may converge
 * to another motion with another energy; a shorter step has its solution near the start. The
 * condition holds for smooth equations only: a force limit changes the slope.
 *
 * Stalled: where the loop rows at t_k are singular, loops stay violated however often the iteration
 * tries; the iterates stay bounded [loops.md 3.4].
 *
 * Lost in rounding, stuck: near a singularity the violation changes with the square of a move, and
 * moves of rounding_move leave loops closed up to rounding: no iterate is then nearer to the
 * solution than another. Violations above `closed` would take a larger move to close in a later
 * step than any step makes. Redundant loops stay violated by the rounding of lengths in files, so
 * the violation at t_k counts as unavoidable [loops.md 3.4]. */
static const double chord_stiffness = 1.0;
static const double slow_closing = 0.5, widened = 2.0;
static const double rounding_move = 1e-7, closed = 1e-13; /* [rad, lengths] */
enum { MOST_STALLED = 5 };

/* The state of an iteration. */
typedef struct iteration {
    int32_t count, chords;
    int32_t stalled; /* iterations in a row without a gain on loops */
    bool factorize;
    double tested;         /* the number that convergence was last tested on */
    double loop_violation; /* the loop violation at that test */
} iteration;

worst ludo_maximal_newton_largest_motion(const maximal *x, const ludo_model *m, double h)
{
    worst move = {0.0, -1};
    for (int32_t s = 0; s < m->slots; s++) {
        for (int32_t c = m->column[s]; c < m->column[s + 1]; c++) {
            worst_take(&move, fabs(h * x->tree.w[c]) * m->column_scale[c], s);
        }
    }
    return move;
}

void ludo_maximal_newton_advance(maximal *x, const sim_state *state, double h)
{
    ludo_maximal_bodies_correct(x, state, h);
    ludo_maximal_loops_correct(x, state);
    joint_trace *next = x->trace[1 - state->progress->now];
    for (int32_t i = 0; i < x->stored_count; i++) {
        next[x->stored[i]].cos += h * x->tree.w[x->stored[i]];
    }
}

/* The number that convergence is tested on, and the joint or loop with it. */
typedef struct test_number {
    double value;
    ludo_node node;
    bool loop; /* node is a loop */
} test_number;

/* The worst joint of the bodies that move. */
static worst worst_violation(const maximal *x, const ludo_model *m)
{
    worst most = {0.0, -1};
    if (x->idle == NULL) {
        return x->joint_violation;
    }
    for (int32_t s = 0; s < m->slots; s++) {
        if (!x->idle[s]) {
            worst_take(&most, x->violation[s], s);
        }
    }
    return most;
}

static test_number test(const sim_state *state, const maximal *x, double h)
{
    const worst violation = worst_violation(x, state->model);
    worst joint = ludo_maximal_newton_largest_motion(x, state->model, h);
    worst_take(&joint, violation.value, violation.at);
    const worst loop = x->loops.violation;
    return is_worse(loop.value, joint.value)
               ? (test_number){loop.value, node_of(LUDO_NODE_LOOP, loop.at), true}
               : (test_number){joint.value, node_of_joint(state->model, joint.at), false};
}

/* The direction at an evaluated iterate, factorised again if the iteration asks for it. */
static direction find_direction(sim_state *state, double h, iteration *it, ludo_step_report *report)
{
    maximal *x = maximal_of(state);
    if (it->factorize) {
        x->rotation->linearize(x, state, h);
        maximal_body_forces_linearize(x, state, h);
        ludo_maximal_loops_linearize(x, state);
        report->factorizations++;
    }
    if (it->count > 0) { /* else multipliers are zero */
        ludo_maximal_loops_apply(x, state->model);
    }
    x->tree.idle = x->idle != NULL ? x->idle : x->holding ? x->held : NULL;
    const direction d = x->direction->solve(state, it->factorize);
    x->tree.idle = NULL;
    ludo_maximal_hold_direction(x, state->model);
    it->chords = it->factorize ? 0 : it->chords + 1;
    it->count++;
    report->iterations++;
    report_pivot(report, d.pivot);
    return d;
}

/* Whether a move is lost in rounding. */
static bool is_rounding(const sim_state *state, const iteration *it, double move)
{
    return state->model->loop_count > 0 && it->loop_violation <= rounding_move * rounding_move &&
           it->factorize && move <= rounding_move && move > maximal_unsafe_contraction * it->tested;
}

/* Whether a move leads from loops closed to the tolerance to loops closed to the tolerance. */
static bool keeps_closed(const sim_state *state, double violation, double move)
{
    const double tolerance = state->settings.tolerance;
    return state->model->loop_count > 0 && violation <= tolerance && move <= sqrt(tolerance);
}

/* The status of an iteration that does not converge. If loops stay violated even along the rows of
 * the iterate, or are closed at every iterate, their rows are linearly dependent at an isolated
 * solution (bars stretched out between two pivots [loops.md 3.4]): shorter steps do not help. */
static ludo_status give_up(const sim_state *state, ludo_step_report *report)
{
    const maximal *x = maximal_in(state);
    const worst loop = x->loops.violation;
    if (!x->loops.projecting && !keeps_closed(state, loop.value, report->residual)) {
        return LUDO_NOT_CONVERGED;
    }
    report->node = loop.at >= 0 ? node_of(LUDO_NODE_LOOP, loop.at) : report->node;
    return LUDO_SINGULAR;
}

/* One iteration at an evaluated iterate: direction, test, correction. */
static ludo_status iterate(sim_state *state, double h, iteration *it, ludo_step_report *report)
{
    maximal *x = maximal_of(state);
    const bool switched = it->count > 0 && x->forces.switched;
    it->loop_violation = x->loops.violation.value;
    it->factorize = it->factorize || switched;
    const direction d = find_direction(state, h, it, report);
    const test_number tested = test(state, x, h);
    report->residual = tested.value;
    report->node = tested.node;
    if (!isfinite(tested.value)) {
        report->node = d.node >= 0 ? node_of_joint(state->model, d.node) : tested.node;
        return d.pivot > DBL_EPSILON ? LUDO_NOT_CONVERGED : LUDO_SINGULAR;
    }
    const double contraction = tested.value / it->tested;
    it->stalled = tested.loop && contraction > slow_closing ? it->stalled + 1 : 0;
    const bool unsafe = maximal_is_unsafe(contraction, tested.value) &&
                        !keeps_closed(state, it->loop_violation, tested.value);
    if (unsafe && !switched && it->stalled == 0 && !x->loops.projecting) {
        return give_up(state, report);
    }
    it->tested = is_rounding(state, it, tested.value) ? 0.0 : tested.value;
    ludo_maximal_newton_advance(x, state, h);
    if (it->stalled == MOST_STALLED) {
        ludo_maximal_loops_project(x);
        it->tested = HUGE_VAL;
    }
    it->factorize = contraction > maximal_poor_contraction || it->chords >= MAXIMAL_CHORDS ||
                    x->loops.stiffness > chord_stiffness || x->loops.projecting;
    return LUDO_OK;
}

/* Bodies, then joints, then forces, then loops. */
ludo_status ludo_maximal_newton_evaluate(sim_state *state, double h, ludo_step_report *report)
{
    maximal *x = maximal_of(state);
    const worst turn = x->turn = x->rotation->evaluate(x, state, h);
    ludo_maximal_joints_evaluate(x, state, 1 - state->progress->now, 1.0 / h);
    if (turn.value <= x->rotation->limit) {
        ludo_maximal_forces_evaluate(x, state, h);
        ludo_maximal_loops_evaluate(x, state, h);
        return LUDO_OK;
    }
    report->node = node_of_body(state->model, turn.at);
    return turn.value == turn.value ? LUDO_STEP_TOO_LARGE : LUDO_NOT_CONVERGED;
}

/* Whether the violation of loops exceeds that at t_k and the last iteration did not reduce it. */
static bool is_stuck(const maximal *x, const iteration *it)
{
    const double now = x->loops.violation.value;
    return !x->loops.projecting && now > closed && now > widened * x->state->loop_violation &&
           now > slow_closing * it->loop_violation;
}

ludo_status ludo_maximal_newton_continue(sim_state *state, double h, ludo_step_report *report)
{
    const maximal *x = maximal_of(state);
    const double tolerance = state->settings.tolerance;
    iteration it = {.factorize = true, .tested = HUGE_VAL};
    ludo_status status = LUDO_OK;
    for (bool evaluated = true;; evaluated = false) {
        status = evaluated ? LUDO_OK : ludo_maximal_newton_evaluate(state, h, report);
        if (status != LUDO_OK) {
            break;
        }
        if (it.tested <= tolerance && x->loops.violation.value <= tolerance && !is_stuck(x, &it)) {
            break;
        }
        if (it.count == state->settings.max_iterations) {
            status = give_up(state, report);
            break;
        }
        status = iterate(state, h, &it, report);
        if (status != LUDO_OK) {
            break;
        }
    }
    return status;
}

ludo_status ludo_maximal_newton_solve(sim_state *state, double h, ludo_step_report *report)
{
    const ludo_status status = ludo_maximal_newton_evaluate(state, h, report);
    return status == LUDO_OK ? ludo_maximal_newton_continue(state, h, report) : status;
}
