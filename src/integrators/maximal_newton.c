/* SPDX-License-Identifier: Apache-2.0
 *
 * One interval of the maximal integrator: chord Newton on (A), from an extrapolated start. */
#include "integrators/maximal_newton.h"

#include "integrators/maximal_bodies.h"
#include "integrators/maximal_contacts.h"
#include "integrators/maximal_forces.h"
#include "integrators/maximal_joints.h"
#include "integrators/maximal_knot.h"
#include "integrators/maximal_loops.h"
#include "integrators/maximal_past.h"
#include "joints/coordinate.h"

#include <float.h>
#include <math.h>

/* Factorise anew where an iteration gains less than one digit, or after so many without. */
static const double poor_contraction = 0.1;
enum { MAX_CHORDS = 3 };

/* Lines stiffer than this, in units of the inertia they move, leave no room for chords: their
 * direction changes with the motion, and each change is worth as much [forces.md 5]. */
static const double chord_stiffness = 1.0;

/* Corrections that shrink by less than this while they are still larger than `far` [rad, lengths]
 * break the Newton-Kantorovich condition [deuflhard2004 section 2.1] for a solution that is the
 * only one near: what such an iteration finds may belong to another motion, with another energy. It
 * counts as not converged; a shorter step has its solution near the start. The condition is on
 * smooth equations: an iteration that comes to another side of a limit of an actuator's force,
 * which has another slope, starts anew. */
static const double unsafe_contraction = 0.25, far = 1e-6;

/* Where the rows of loops at t_k have too few directions, being singular there, loops stay open
 * however often the iteration tries: that is safe, it goes nowhere, and after so many tries in a
 * row without a gain it takes the rows of the iterate [loops.md 3]. */
enum { MOST_STALLED = 5 };

/* Near there a gap changes with the square of a move. Moves of up to `indistinct` [rad, lengths]
 * leave loops as closed as rounding lets them be, and where a direction from a new matrix still
 * finds one that is not much smaller than the one before, no place is nearer than another. So loops
 * that are open by more than `shut` are not done with while trying gains nothing on them: to close
 * them later would take a larger move than any step makes [loops.md 3]. Those that are about as far
 * open at t_k are: redundant ones stay open by what lengths in files are rounded to. */
static const double indistinct = 1e-7, shut = 1e-13, no_gain = 0.5, wider = 2.0;

/* ---- Newton ---- */

static const char *joint_name(const ludo_sim *sim, int32_t slot)
{
    return slot >= 0 ? sim->model->joints[sim->model->joint_of[slot]].name : NULL;
}

static const char *loop_name(const ludo_sim *sim, int32_t loop)
{
    return loop >= 0 ? sim->model->loop_info[loop].name : NULL;
}

static const char *body_name(const ludo_sim *sim, int32_t slot)
{
    return slot >= 0 ? sim->model->body[sim->model->body_of[slot]].name : NULL;
}

/* Where an iteration stands. */
typedef struct iteration {
    int32_t count, chords;
    int32_t stalled; /* iterations in a row without a gain on loops */
    bool factorize;
    double tested; /* the number that convergence was last tested on */
    double open;   /* how far loops were open then */
} iteration;

worst ludo_maximal_move(const maximal *x, const ludo_model *m, double h)
{
    worst move = {0.0, -1};
    for (int32_t s = 0; s < m->slots; s++) {
        for (int32_t c = m->column[s]; c < m->column[s + 1]; c++) {
            worst_take(&move, fabs(h * x->tree.w[c]) * m->column_scale[c], s);
        }
    }
    return move;
}

void ludo_maximal_advance(maximal *x, const ludo_sim *sim, double h, double part)
{
    ludo_maximal_correct(x, sim, h, part);
    ludo_maximal_correct_loops(x, sim, part);
    joint_trace *next = x->trace[1 - sim->progress->now];
    for (int32_t i = 0; i < x->carried_count; i++) {
        next[x->carried[i]].cos += part * h * x->tree.w[x->carried[i]];
    }
}

/* The number that convergence is tested on, and who decides it. */
typedef struct test_number {
    double value;
    const char *node;
    bool loop; /* whether that is a loop */
} test_number;

static test_number test(const ludo_sim *sim, const maximal *x, double h)
{
    worst joint = ludo_maximal_move(x, sim->model, h);
    worst_take(&joint, x->open.value, x->open.at);
    const worst loop = x->loops.open;
    return is_worse(loop.value, joint.value)
               ? (test_number){loop.value, loop_name(sim, loop.at), true}
               : (test_number){joint.value, joint_name(sim, joint.at), false};
}

/* A direction at an evaluated iterate, with factors of it where the iteration wants them anew. */
static direction find_direction(ludo_sim *sim, double h, iteration *it, ludo_step_report *report)
{
    maximal *x = maximal_of(sim);
    if (it->factorize) {
        x->rotation->linearize(x, sim, h);
        ludo_maximal_linearize_loops(x, sim);
        report->factorizations++;
    }
    if (it->count > 0) { /* else multipliers are zero */
        ludo_maximal_pull_loops(x, sim->model);
    }
    const direction d = x->direction->solve(sim, it->factorize);
    it->chords = it->factorize ? 0 : it->chords + 1;
    it->count++;
    report->iterations++;
    report_pivot(report, d.pivot);
    return d;
}

/* Whether a move is lost in rounding. */
static bool is_indistinct(const ludo_sim *sim, const iteration *it, double move)
{
    return sim->model->loop_count > 0 && it->open <= indistinct * indistinct && it->factorize &&
           move <= indistinct && move > unsafe_contraction * it->tested;
}

/* Whether a move is one between places that all leave loops closed to the tolerance. */
static bool keeps_closed(const ludo_sim *sim, double open, double move)
{
    const double tolerance = sim->settings.tolerance;
    return sim->model->loop_count > 0 && open <= tolerance && move <= sqrt(tolerance);
}

/* What an iteration is that doesn't converge. Loops that stay open even along rows of the iterate,
 * or are closed wherever it wanders, have rows that depend on each other at a solution that nothing
 * is near to, as bars have that are stretched out between two pivots [loops.md 3]: shorter steps
 * don't help. */
static ludo_status give_up(const ludo_sim *sim, ludo_step_report *report)
{
    const maximal *x = maximal_in(sim);
    const worst open = x->loops.open;
    if (!x->loops.projecting && !keeps_closed(sim, open.value, report->residual)) {
        return LUDO_NOT_CONVERGED;
    }
    report->node = open.at >= 0 ? loop_name(sim, open.at) : report->node;
    return LUDO_SINGULAR;
}

/* One iteration at an evaluated iterate: direction, test, correction. */
static ludo_status iterate(ludo_sim *sim, double h, iteration *it, ludo_step_report *report)
{
    maximal *x = maximal_of(sim);
    const bool anew = it->count > 0 && x->forces.switched;
    it->open = x->loops.open.value;
    it->factorize = it->factorize || anew;
    const direction d = find_direction(sim, h, it, report);
    const test_number tested = test(sim, x, h);
    report->residual = tested.value;
    report->node = tested.node;
    if (!isfinite(tested.value)) {
        report->node = d.node >= 0 ? joint_name(sim, d.node) : tested.node;
        return d.pivot > DBL_EPSILON ? LUDO_NOT_CONVERGED : LUDO_SINGULAR;
    }
    const double contraction = tested.value / it->tested;
    it->stalled = tested.loop && contraction > no_gain ? it->stalled + 1 : 0;
    const bool unsafe = contraction > unsafe_contraction && tested.value > far &&
                        !keeps_closed(sim, it->open, tested.value);
    if (unsafe && !anew && it->stalled == 0 && !x->loops.projecting) {
        return give_up(sim, report);
    }
    it->tested = is_indistinct(sim, it, tested.value) ? 0.0 : tested.value;
    ludo_maximal_advance(x, sim, h, 1.0);
    if (it->stalled == MOST_STALLED) {
        ludo_maximal_project_loops(x);
        it->tested = HUGE_VAL;
    }
    it->factorize = contraction > poor_contraction || it->chords >= MAX_CHORDS ||
                    x->loops.stiffness > chord_stiffness || x->loops.projecting;
    return LUDO_OK;
}

/* Bodies, then joints, then forces, then loops. */
ludo_status ludo_maximal_evaluate(ludo_sim *sim, double h, ludo_step_report *report)
{
    maximal *x = maximal_of(sim);
    const worst turn = x->rotation->evaluate(x, sim, h);
    ludo_maximal_view_joints(x, sim, 1 - sim->progress->now, 1.0 / h);
    if (turn.value <= x->rotation->limit) {
        ludo_maximal_act(x, sim, h);
        ludo_maximal_view_loops(x, sim, h);
        return LUDO_OK;
    }
    report->node = body_name(sim, turn.at);
    return turn.value == turn.value ? LUDO_STEP_TOO_LARGE : LUDO_NOT_CONVERGED;
}

/* Whether loops are open, more so than at t_k, and the last iteration gained nothing on them. */
static bool is_stuck(const maximal *x, const iteration *it)
{
    const double open = x->loops.open.value;
    return !x->loops.projecting && open > shut && open > wider * x->state->ajar &&
           open > no_gain * it->open;
}

static ludo_status solve(ludo_sim *sim, double h, ludo_step_report *report)
{
    const maximal *x = maximal_of(sim);
    const double tolerance = sim->settings.tolerance;
    iteration it = {.factorize = true, .tested = HUGE_VAL};
    ludo_status status;
    for (;;) {
        status = ludo_maximal_evaluate(sim, h, report);
        if (status != LUDO_OK) {
            break;
        }
        if (it.tested <= tolerance && x->loops.open.value <= tolerance && !is_stuck(x, &it)) {
            break;
        }
        if (it.count == sim->settings.max_iterations) {
            status = give_up(sim, report);
            break;
        }
        status = iterate(sim, h, &it, report);
        if (status != LUDO_OK) {
            break;
        }
    }
    return status;
}

/* ---- accepting ---- */

/* Give what Newton left of the balance of a floating tree, forces at t_k, to the momentum of its
 * root, which is at t_{k+1}: so the total momentum is kept to round-off, whatever the tolerance.
 * What loops within the tree pull at its bodies cancels, but for rounding: it is left out. */
static void carry_balance(maximal *x, const ludo_sim *sim)
{
    const ludo_model *m = sim->model;
    const pose *z = sim_poses(sim), *next = sim->poses[1 - sim->progress->now];
    int32_t root = 0;
    ludo_maximal_pull_outer_loops(x, m);
    ludo_maximal_pull_contacts(x);
    for (int32_t s = 0; s < m->slots; s++) {
        root = m->parent[s] < 0 ? s : root;
        if (joint_is_free(&m->joint[root])) {
            const double *r = x->tree.r + 6 * s;
            const ludo_vec3 e = v3(r[0], r[1], r[2]), arm = v3_sub(z[s].x, next[root].x);
            const ludo_vec3 moment = v3_add(v3(r[3], r[4], r[5]), v3_cross(arm, e));
            twist_lanes *P = &x->knot[root / LANES].P;
            put3(&P->v, root % LANES, v3_add(get3(&P->v, root % LANES), e));
            put3(&P->w, root % LANES, v3_add(get3(&P->w, root % LANES), moment));
        }
    }
}

/* What poses can't tell of coordinates at the new knot. */
static void remember_coordinates(const maximal *x, const ludo_sim *sim)
{
    const ludo_model *m = sim->model;
    const joint_trace *from = x->trace[sim->progress->now], *to = x->trace[1 - sim->progress->now];
    for (int32_t c = 0; c < m->columns; c++) {
        if (m->column_kind[c] != COLUMN_TURN) {
            sim->memory[c] = ludo_joint_memory(m->column_kind[c], from[c], to[c], sim->memory[c]);
        }
    }
    ludo_sim_track(sim, sim->poses[1 - sim->progress->now], sim->memory);
}

/* The iterate, a solution unless it was `given`, becomes the knot. */
static void accept(ludo_sim *sim, double h, int32_t stage, bool given)
{
    maximal *x = maximal_of(sim);
    ludo_maximal_accept(x, sim, h);
    if (!given) {
        carry_balance(x, sim);
    }
    ludo_maximal_accept_forces(x, sim, h);
    ludo_maximal_accept_loops(x, sim);
    remember_coordinates(x, sim);
    ludo_maximal_remember(x, sim, h, stage);
    sim->progress->interval = h;
    sim->progress->now = 1 - sim->progress->now;
    sim->progress->twists_known = 0;
}

/* What an interval starts with. */
static ludo_status begin(ludo_sim *sim, double h)
{
    maximal *x = maximal_of(sim);
    ludo_maximal_begin(x, sim, h);
    const ludo_status status = ludo_maximal_begin_forces(x, sim, h);
    ludo_maximal_begin_loops(x, sim);
    return status;
}

/* What was stopped in the last interval most likely is in this one: where its last velocities would
 * lead tells what it meets there. *met: whether anything; if not, it may be free. */
static ludo_status solve_stopped(ludo_sim *sim, double h, int32_t stage, ludo_step_report *report,
                                 bool *met)
{
    maximal *x = maximal_of(sim);
    const maximal_contacts *c = x->contacts;
    *met = false;
    if (!c->any || c->restituting || h < 0.0 || x->state->past[stage].count != 1) {
        return LUDO_OK;
    }
    ludo_maximal_predict(x, sim, h, stage);
    return ludo_maximal_evaluate(sim, h, report) == LUDO_OK
               ? ludo_maximal_continue_contacts(sim, h, stage, report, met)
               : LUDO_OK;
}

/* With cones at once, or by Newton's method and what cones take after it. */
static ludo_status solve_begun(ludo_sim *sim, double h, int32_t stage, ludo_step_report *report)
{
    bool met = false;
    const ludo_status status = solve_stopped(sim, h, stage, report, &met);
    if (status != LUDO_OK || met) {
        return status;
    }
    maximal *x = maximal_of(sim);
    ludo_maximal_begin_loops(x, sim);
    ludo_maximal_predict(x, sim, h, stage);
    const ludo_status free = solve(sim, h, report);
    return x->contacts->any ? ludo_maximal_solve_contacts(sim, h, stage, free, report) : free;
}

ludo_status ludo_maximal_solve_interval(ludo_sim *sim, double h, int32_t stage,
                                        ludo_step_report *report)
{
    const int32_t before = report->iterations;
    ludo_status status = begin(sim, h);
    if (status != LUDO_OK) {
        return status;
    }
    status = solve_begun(sim, h, stage, report);
    const int32_t count = report->iterations - before;
    report->solves++;
    report->iterations_max = count > report->iterations_max ? count : report->iterations_max;
    return status;
}

/* What touched tells its forces and bounces. A motion that was stopped is no past to continue but
 * by its last velocities; what bounced starts anew from its knot. */
static ludo_status accept_contacts(ludo_sim *sim, double h, int32_t stage)
{
    maximal *x = maximal_of(sim);
    maximal_contacts *c = x->contacts;
    if (!c->any) {
        return LUDO_OK;
    }
    ludo_maximal_tell_contacts(x, sim, h);
    bool bounced = false;
    ludo_status status = LUDO_OK;
    if (c->count > 0) {
        x->state->past[stage].count = 1;
        status = c->restituting ? ludo_maximal_bounce(sim, h, &bounced) : LUDO_OK;
    }
    if (status == LUDO_OK && bounced) {
        status = ludo_maximal_read_twists(sim);
        ludo_maximal_load_knot_momenta(sim);
        x->state->last = -1;
        x->state->borne = 0;
        sim->progress->twists_known = 1;
    }
    return status;
}

/* One step of the scheme as it stands at the head of maximal.h. */
static ludo_status step_knots(ludo_sim *sim, double h, int32_t stage, ludo_step_report *report)
{
    ludo_status status = ludo_maximal_solve_interval(sim, h, stage, report);
    if (status == LUDO_OK) {
        status = ludo_maximal_end_forces(maximal_of(sim), sim, h);
    }
    if (status == LUDO_OK) {
        accept(sim, h, stage, false);
        status = accept_contacts(sim, h, stage);
        report->node = status == LUDO_OK ? report->node : sim->fault;
    }
    return status;
}

/* One step of order 1, exactly as published [S4 section 3.2]. The velocities V_k of the state are
 * those of the interval that FOLLOWS t_k: they move z_k to z_{k+1}, where the knot equation is
 * solved for V_{k+1}. So the velocities given at t_0 are not projected, joints are open by O(h^2)
 * at t_1, and what is reported is h/2 ahead of its time. */
static ludo_status step_published(ludo_sim *sim, double h, ludo_step_report *report)
{
    maximal *x = maximal_of(sim);
    ludo_maximal_set_intervals(x, sim);
    ludo_status status = begin(sim, h);
    if (status == LUDO_OK) {
        status = ludo_maximal_evaluate(sim, h, report);
    }
    if (status == LUDO_OK) {
        status = ludo_maximal_end_forces(x, sim, h);
    }
    if (status != LUDO_OK) {
        return status;
    }
    accept(sim, h, 0, x->state->last < 0);
    sim->clock += h;
    status = ludo_maximal_solve_interval(sim, h, 0, report);
    ludo_maximal_get_intervals(x, sim);
    sim->progress->twists_known = 1;
    return status;
}

ludo_status ludo_maximal_step(ludo_sim *sim, double h, int32_t stage, ludo_step_report *report)
{
    return sim->settings.order == 1 ? step_published(sim, h, report)
                                    : step_knots(sim, h, stage, report);
}
