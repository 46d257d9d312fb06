/* SPDX-License-Identifier: Apache-2.0
 *
 * Rates that are consistent with closed loops [loops.md 6]. */
#include "assembly/assembly.h"

#include "assembly/joint_motion.h"
#include "assembly/loop_joints.h"

#include <math.h>
#include <string.h>

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
    ludo_assembly_freeze_outside(state);
    for (int32_t i = released; i < state->progress->rate_stays; i++) {
        ludo_assembly_freeze_joint(state, (int32_t)state->rate_stays[i]);
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
