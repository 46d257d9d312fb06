/* SPDX-License-Identifier: Apache-2.0
 *
 * Closing loops at a start: the choice between assemblies, and of the held joints to release. */
#include "assembly/assembly.h"

#include "assembly/joint_motion.h"

#include <math.h>
#include <string.h>

/* Loops violated by no more than this count as closed on input: the accuracy of poses that a file
 * or a program computes [rad, lengths]. */
static const double closed_on_input = 1e-13;

/* The first start is the given pose. If it moves no joint further than `near` [rad, lengths], no
 * other one is tried. The others are shifted by at most first_shift, doubled every third one. */
static const double near = 0.2, first_shift = 0.1, last_shift = 3.2;

/* The largest number of starts; the smallest number in large mechanisms, as the given pose may be
 * one from which no descent succeeds; and the total number of bodies over all further starts. */
enum { MAX_STARTS = 32, MIN_STARTS = 4, START_BODIES = 2000 };

/* Products of coupled loops' blocks that take as long as one body. */
enum { PRODUCTS_A_BODY = 32 };

/* The result of the starts tried so far. */
typedef struct search {
    bool found;
    double square; /* of the smallest motion, which leads to x->best */
    double open;   /* smallest violation of the failed attempts; its loop, and its errors */
    int32_t loop;
    loop_opening opening;
} search;

/* ---- joints that may move ---- */

/* Mark the joints on the path between two bodies, through their lowest common ancestor, as inside a
 * loop; parents have lower indices. */
static void mark_path(const ludo_model *m, bool *inside, int32_t a, int32_t b)
{
    while (a != b) {
        int32_t *lower = a > b ? &a : &b;
        inside[*lower] = true;
        *lower = m->parent[*lower];
    }
}

/* Find the joints that are part of loops. */
static void mark_loops(const ludo_model *m, bool *inside)
{
    memset(inside, 0, (size_t)m->slots * sizeof *inside);
    for (int32_t i = 0; i < m->loop_count; i++) {
        const loop_data *l = &m->loop[i];
        int32_t side[LOOP_MAX_ENDS] = {-1, -1, -1, -1}, sides = 0;
        for (int32_t e = 0; e < l->ends; e++) {
            if (l->end[e].columns) {
                inside[l->end[e].slot] = true;
            } else {
                side[sides++] = l->end[e].slot;
            }
        }
        mark_path(m, inside, side[0], side[1]);
    }
}

/* The held joint with a number: those of the model first, then those of the user; limits that were
 * reached follow. */
static int32_t held_joint(const sim_state *state, int32_t number)
{
    const ludo_model *m = state->model;
    return number < m->held_count ? m->held[number] : (int32_t)state->stays[number - m->held_count];
}

static int32_t count_held_joints(const sim_state *state)
{
    return state->model->held_count + (int32_t)state->progress->stays;
}

static int32_t count_held(const sim_state *state)
{
    return count_held_joints(state) + state->kinematics->limited_count;
}

/* Freeze the dofs of joints outside loops, and no others. */
static void freeze_outside_loops(const sim_state *state)
{
    const ludo_model *m = state->model;
    const kinematics *x = state->kinematics;
    for (int32_t s = 0; s < m->slots; s++) {
        for (int32_t c = m->column[s]; c < m->column[s + 1]; c++) {
            x->still[c] = !x->inside[s];
        }
    }
}

static void freeze_joint(const sim_state *state, int32_t joint)
{
    const model_joint *j = &state->model->joints[joint];
    for (int32_t c = 0; c < j->dof && j->slot >= 0; c++) {
        state->kinematics->still[j->column + c] = true;
    }
}

static void freeze_limit(const sim_state *state, const limit_data *l)
{
    for (int32_t c = l->column; c < l->column + (l->ball ? 3 : 1); c++) {
        state->kinematics->still[c] = true;
    }
}

/* Freeze all dofs except those of joints in loops that are not held; the first `released` held
 * joints are not frozen. */
static void freeze_dofs(const sim_state *state, int32_t released)
{
    freeze_outside_loops(state);
    const int32_t joints = count_held_joints(state);
    for (int32_t i = released; i < joints; i++) {
        freeze_joint(state, held_joint(state, i));
    }
    for (int32_t i = released; i < count_held(state); i++) {
        if (i >= joints) {
            freeze_limit(state,
                         &state->model->limits.limit[state->kinematics->limited[i - joints]]);
        }
    }
}

/* ---- starts ---- */

/* Multiples of irrational numbers modulo 1, chosen far from simple fractions: a low-discrepancy
 * sequence in the unit square. */
static double scatter(int32_t start, int32_t column)
{
    const double t = 0.7548776662466927 * start + 0.5698402909980532 * column;
    return t - floor(t);
}

void ludo_assembly_place_start(sim_state *state, int32_t start)
{
    const ludo_model *m = state->model;
    kinematics *x = state->kinematics;
    memcpy(state->position, x->given, (size_t)m->position_count * sizeof *x->given);
    if (start == 0) {
        return;
    }
    double most = first_shift;
    for (int32_t i = 3; i < start && most < last_shift; i += 3) {
        most *= 2.0;
    }
    for (int32_t c = 0; c < m->columns; c++) {
        const double shift = most * (2.0 * scatter(start, c) - 1.0) / m->column_scale[c];
        x->way[c] = x->still[c] ? 0.0 : shift;
    }
    ludo_state_place(state, x->given);
    ludo_assembly_advance(state, 1.0, x->way, state->position);
}

/* The errors of a loop at the last evaluation. */
static loop_opening current_errors(const sim_state *state, int32_t loop)
{
    return loop_opening_of(&state->model->loop[loop], &state->kinematics->view[loop]);
}

/* One start: descend to an assembly, then move as near to the given pose as possible. Returns
 * whether further starts are worth trying. */
static bool try_start(sim_state *state, int32_t start, search *s)
{
    const ludo_model *m = state->model;
    kinematics *x = state->kinematics;
    ludo_assembly_place_start(state, start);
    const worst open = ludo_assembly_descend(state);
    if (!ludo_assembly_is_closed(open) || !ludo_assembly_relaxed_closed(state)) {
        if (!s->found && open.value < s->open) {
            s->open = open.value;
            s->loop = open.at;
            s->opening = current_errors(state, open.at);
        }
        return true;
    }
    ludo_assembly_approach_given(state);
    ludo_assembly_difference(state, state->position, x->given, x->way);
    const double square = ludo_assembly_square(m, x->way);
    if (!s->found || square < 0.99 * s->square) {
        s->found = true;
        s->square = square;
        memcpy(x->best, state->position, (size_t)m->position_count * sizeof *x->best);
    }
    return start > 0 || ludo_assembly_largest(m, x->way) > near;
}

/* All starts, with the first `released` held joints free. */
static search try_starts(sim_state *state, int32_t released)
{
    const int64_t products = ludo_constraint_plan_products(state->kinematics->plan);
    const int64_t bodies = state->model->slots + products / PRODUCTS_A_BODY;
    const int64_t afford = MIN_STARTS + START_BODIES / bodies;
    search s = {.open = HUGE_VAL, .loop = -1};
    freeze_dofs(state, released);
    for (int32_t start = 0; start < MAX_STARTS && start < afford; start++) {
        if (!try_start(state, start, &s)) {
            break;
        }
    }
    return s;
}

/* Release as few held joints as possible, the first ones: none, else all, else bisection (if some
 * suffice, more suffice). The last successful search left its result in x->best. */
static search release_few(sim_state *state, int32_t *released)
{
    int32_t few = 0, enough = count_held(state);
    search s = try_starts(state, 0);
    *released = 0;
    if (s.found || enough == 0) {
        return s;
    }
    *released = enough;
    s = try_starts(state, enough);
    while (s.found && enough - few > 1) {
        const int32_t middle = few + (enough - few) / 2;
        const search fewer = try_starts(state, middle);
        if (fewer.found) {
            enough = middle;
            s = fewer;
        } else {
            few = middle;
        }
    }
    *released = enough;
    return s;
}

/* The search with fallbacks: if no start closes, or only far from the given pose, repeat it without
 * the redundant rows that are slightly inconsistent. Rows left out by an earlier start stay left
 * out if the others close. */
static search assemble(sim_state *state, int32_t *released)
{
    search s = release_few(state, released);
    if (!s.found && ludo_assembly_restore_rows(state)) {
        s = release_few(state, released);
    }
    if (!ludo_assembly_relax(state, s.open)) {
        return s;
    }
    const search relaxed = release_few(state, released);
    const bool nearer = !s.found || relaxed.square < s.square;
    if (relaxed.found && nearer && ludo_assembly_relaxed_stay(state)) {
        return relaxed;
    }
    (void)ludo_assembly_restore_rows(state);
    return release_few(state, released);
}

/* Place bodies at the best assembly; joint rates stay. */
static void place_best(sim_state *state)
{
    const kinematics *x = state->kinematics;
    ludo_assembly_distance(state->model, x->given, x->best, state->moved);
    memcpy(x->given, x->best, (size_t)state->model->position_count * sizeof *x->given);
    ludo_state_place(state, x->given);
    ludo_state_move(state, state->rate);
}

/* ---- rates [loops.md 6] ---- */

/* Rates are consistent if they open loops by no more than the part `consistent` of themselves. A
 * change of rates has failed if it leaves more than the part `failed` of the opening rate. */
static const double consistent = 1e-13, failed = 1e-6;

/* The damping of the smallest change of rates: enough for redundant rows, too small to matter. */
static const double rate_mu = 1e-12;

/* Write the opening rates of loops instead of their violation; returns the largest, in units of
 * their lengths. */
static double evaluate_opening_rates(sim_state *state)
{
    const ludo_model *m = state->model;
    kinematics *x = state->kinematics;
    memset(x->still, 0, (size_t)m->columns * sizeof *x->still);
    ludo_state_gather(state, state->position, state->rate);
    ludo_kinematics_view(state, state->position, false);
    ludo_kinematics_linearize(state);
    ludo_constraints_rate(&x->constraints, m->column, &state->twists->v.x, state->rate,
                          x->constraints.l);
    double most = 0.0;
    for (int32_t i = 0; i < m->loop_count; i++) {
        for (int32_t j = 0; j < m->loop[i].rows; j++) {
            x->view[i].g[j] = x->constraints.l[ROW * i + j];
            most = fmax(most, fabs(x->view[i].g[j]) / loop_unit(&m->loop[i], j));
        }
    }
    return most;
}

/* Find the smallest change of rates that stops loops from opening, with the first `released` of the
 * held rates free; returns the largest remaining opening rate. */
static double find_change(sim_state *state, int32_t released)
{
    const ludo_model *m = state->model;
    kinematics *x = state->kinematics;
    double left = 0.0;
    freeze_outside_loops(state);
    for (int32_t i = released; i < state->progress->rate_stays; i++) {
        freeze_joint(state, (int32_t)state->rate_stays[i]);
    }
    ludo_kinematics_linearize(state);
    ludo_kinematics_close_loops(state, rate_mu);
    ludo_constraints_rate(&x->constraints, m->column, x->tree.u, x->tree.w, x->constraints.l);
    for (int32_t i = 0; i < m->loop_count; i++) {
        for (int32_t j = 0; j < m->loop[i].rows; j++) {
            const double rate = x->view[i].g[j] + x->constraints.l[ROW * i + j];
            left = fmax(left, fabs(rate) / loop_unit(&m->loop[i], j));
        }
    }
    return left;
}

/* Apply the change of rates; returns the largest change of a velocity. */
static double change_rates(sim_state *state)
{
    const ludo_model *m = state->model;
    const recursion *t = &state->kinematics->tree;
    double most = 0.0;
    for (int32_t s = 0; s < m->slots; s++) {
        const double *u = t->u + 6 * s;
        const twist by = {v3(u[0], u[1], u[2]), v3(u[3], u[4], u[5])};
        state->twists[s] =
            (twist){v3_add(state->twists[s].v, by.v), v3_add(state->twists[s].w, by.w)};
        most = fmax(most, fmax(v3_norm(by.v), v3_norm(by.w)));
    }
    for (int32_t c = 0; c < m->columns; c++) {
        state->stored_rate[c] += t->w[c];
    }
    return most;
}

void ludo_assembly_fit_rates(sim_state *state, ludo_start_report *report)
{
    const ludo_model *m = state->model;
    const int32_t kept = (int32_t)state->progress->rate_stays;
    if (state->kinematics == NULL || kept == 0) {
        return;
    }
    const double most = evaluate_opening_rates(state);
    if (!(most > consistent * ludo_assembly_largest(m, state->rate))) {
        return;
    }
    mark_loops(m, state->kinematics->inside);
    int32_t released = 0;
    while (released < kept && !(find_change(state, released) <= failed * most)) {
        released++;
    }
    if (released == kept) {
        return;
    }
    report->velocity_correction = change_rates(state);
    /* repeat, to remove the effect of the damping */
    (void)evaluate_opening_rates(state);
    (void)find_change(state, released);
    (void)change_rates(state);
}

/* ---- the start ---- */

static void report_opening(ludo_start_report *report, int32_t loop, loop_opening opening)
{
    report->loop = loop;
    report->gap = opening.gap;
    report->tilt = opening.tilt;
}

ludo_status ludo_assembly_close(sim_state *state, ludo_start_report *report)
{
    const ludo_model *m = state->model;
    kinematics *x = state->kinematics;
    report->loop = -1;
    if (x == NULL) {
        return LUDO_OK;
    }
    memset(state->moved, 0, (size_t)m->columns * sizeof *state->moved);
    ludo_state_gather(state, x->given, state->rate);
    ludo_kinematics_view(state, x->given, true);
    const worst open = ludo_loops_violation(m, state_poses(state), x->view);
    if (open.value <= closed_on_input) {
        ludo_assembly_relax_rounded(state);
        return LUDO_OK;
    }
    report_opening(report, open.at, current_errors(state, open.at));
    mark_loops(m, x->inside);
    const search s = assemble(state, &report->released);
    if (s.found) {
        place_best(state);
        ludo_assembly_relax_rounded(state);
        return LUDO_OK;
    }
    report_opening(report, s.loop, s.opening);
    state->failed = node_of(LUDO_NODE_LOOP, s.loop);
    return LUDO_OPEN_LOOP;
}
