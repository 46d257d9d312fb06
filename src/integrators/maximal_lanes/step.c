/* SPDX-License-Identifier: Apache-2.0
 *
 * One step of LANES simulations: begin, extrapolate, solve; then accept (step.c of the maximal
 * integrator). */
#include "integrators/maximal_lanes/exchange.h"
#include "integrators/maximal_lanes/fit.h"
#include "integrators/maximal_lanes/layout.h"

static unsigned solve(void *lanes, unsigned which, double h, bool reports)
{
    maximal_lanes *x = lanes;
    ludo_maximal_lanes_begin_forces(x);
    ludo_maximal_lanes_weigh(x);
    x->newton.open = which;
    x->newton.reports = reports;
    ludo_maximal_lanes_newton(x, h);
    return x->newton.solved;
}

static void accept(void *lanes, double h)
{
    maximal_lanes *x = lanes;
    ludo_maximal_lanes_save(x, h);
    ludo_maximal_lanes_accept_bodies(x, h);
    ludo_maximal_lanes_accept_forces(x, h);
    x->now = 1 - x->now;
}

/* The report of a step that was solved in one iteration or more, with one factorisation. */
static void report(const void *lanes, int l, ludo_step_report *to)
{
    const maximal_lanes *x = lanes;
    const lanes_iteration *it = &x->newton;
    to->iterations = to->iterations_max = it->count[l];
    to->solves = to->factorizations = to->substeps = 1;
    to->residual = it->tested[l];
    to->node = node_of_joint(x->model, it->joint[l]);
    report_pivot(to, it->pivot[l]);
}

const integrator_lanes ludo_maximal_lanes = {
    .fit = ludo_maximal_lanes_fit,
    .layout = ludo_maximal_lanes_layout,
    .ready = ludo_maximal_lanes_ready,
    .enter = ludo_maximal_lanes_enter,
    .leave = ludo_maximal_lanes_leave,
    .solve = solve,
    .accept = accept,
    .report = report,
};
