/* SPDX-License-Identifier: Apache-2.0
 *
 * Explicit Runge-Kutta methods in joint coordinates, by articulated bodies [minimal.md 6].
 *
 * Within a step the state is (y, w): coordinates in the chart of the knot, and rates in the joints'
 * own axes. Stage i is at
 *
 *     y_i = h sum_j a_ij dy_j        dy_j = w_j,  of a ball  J(-y_j)^-1 w_j
 *     w_i = w + h sum_j a_ij dw_j    dw_j: forward dynamics at q + y_j, w_j
 *
 * and the step ends at these sums with weights b_j. For balls and floating bodies this is the
 * method of Munthe-Kaas for a Lie group. */
#include "integrators/list.h"
#include "integrators/joint_space/joint_space.h"

#include "dynamics/chart.h"

#include <math.h>

enum { MAX_STAGES = 4 };

/* A method: order, number of stages, nodes c, weights b, coefficients a. */
typedef struct tableau {
    int32_t order, stages;
    double c[MAX_STAGES], b[MAX_STAGES], a[MAX_STAGES][MAX_STAGES];
} tableau;

static const tableau tableaus[] = {
    /* the classical method */
    {4,
     4,
     {0.0, 0.5, 0.5, 1.0},
     {1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0},
     {{0.0}, {0.5}, {0.0, 0.5}, {0.0, 0.0, 1.0}}},
    /* Heun's method */
    {2, 2, {0.0, 1.0}, {0.5, 0.5}, {{0.0}, {1.0}}},
};

static const int32_t orders[] = {4, 2, 0};

typedef struct runge_kutta {
    joint_space base; /* its rates are kept: state at t_k */
    const tableau *by;

    /* scratch */
    double *q, *y, *w;                       /* of the current stage */
    double *dy[MAX_STAGES], *dw[MAX_STAGES]; /* derivatives at the stages */
    acting acting[MAX_STAGES];               /* forces at the stages */
} runge_kutta;

static runge_kutta *runge_kutta_of(sim_state *state)
{
    return (runge_kutta *)(void *)state->workspace;
}

/* ---- options, memory, start ---- */

static const char *const schemes[] = {"munthe-kaas", NULL};
static const char *const solvers[] = {NULL};

static ludo_status runge_kutta_accept(const ludo_model *model, sim_settings *s,
                                      ludo_diagnostic *why)
{
    (void)model;
    return ludo_joint_space_accept(s, "runge-kutta", solvers, why);
}

static const tableau *find_tableau(int32_t order)
{
    const tableau *t = tableaus;
    while (t->order != order) {
        t++;
    }
    return t;
}

static void runge_kutta_layout(sim_state *state, arena *kept, arena *scratch)
{
    runge_kutta *x = runge_kutta_of(state);
    ludo_joint_space_layout(&x->base, state, kept, scratch);
    const tree *t = &x->base.tree;
    x->base.rate = TAKE(kept, t->columns, double);
    x->by = find_tableau(state->settings.order);
    x->q = TAKE(scratch, t->positions, double);
    x->y = TAKE(scratch, t->columns, double);
    x->w = TAKE(scratch, t->columns, double);
    for (int32_t i = 0; i < x->by->stages; i++) {
        x->dy[i] = TAKE(scratch, t->columns, double);
        x->dw[i] = TAKE(scratch, t->columns, double);
        ludo_acting_layout(&x->acting[i], state, t, scratch);
    }
}

static ludo_status runge_kutta_open(sim_state *state)
{
    ludo_joint_space_open(&runge_kutta_of(state)->base, state);
    return LUDO_OK;
}

static ludo_status runge_kutta_start(sim_state *state, ludo_start_report *report)
{
    return ludo_joint_space_start(&runge_kutta_of(state)->base, state, report);
}

/* ---- a step ---- */

/* y, w := the knot plus h times the weighted derivatives of the first `stages` stages. */
static void combine(runge_kutta *x, const double *weight, int32_t stages, double h)
{
    for (int32_t c = 0; c < x->base.tree.columns; c++) {
        double y = 0.0, w = 0.0;
        for (int32_t i = 0; i < stages; i++) {
            y += weight[i] * x->dy[i][c];
            w += weight[i] * x->dw[i][c];
        }
        x->y[c] = h * y;
        x->w[c] = x->base.rate[c] + h * w;
    }
}

/* Refuse a combination outside of the charts or not finite. */
static ludo_status check(const runge_kutta *x, ludo_step_report *report)
{
    const tree *t = &x->base.tree;
    for (int32_t i = 0; i < t->nodes; i++) {
        const tree_node *n = &t->node[i];
        double length2 = 0.0;
        bool finite = true;
        for (int32_t c = n->column; c < n->column + n->kind->dof; c++) {
            length2 += x->y[c] * x->y[c];
            finite = finite && isfinite(x->y[c]) && isfinite(x->w[c]);
        }
        const bool far = n->kind == &ludo_node_ball && !(length2 <= CHART_LIMIT * CHART_LIMIT);
        if (!finite || far) {
            report->node = ludo_joint_space_body(&x->base, i);
            return LUDO_STEP_TOO_LARGE;
        }
    }
    return LUDO_OK;
}

/* The rate of the chart's coordinates at y for rates w. */
static void leave_chart(const tree *t, const double *y, const double *w, double *dy)
{
    memcpy(dy, w, (size_t)t->columns * sizeof *dy);
    for (int32_t i = 0; i < t->nodes; i++) {
        if (t->node[i].kind == &ludo_node_ball) {
            const int32_t c = t->node[i].column;
            const mat3 inverse = ludo_chart_inverse(v3(-y[c], -y[c + 1], -y[c + 2]));
            const ludo_vec3 rate = m3_apply(&inverse, v3(w[c], w[c + 1], w[c + 2]));
            dy[c] = rate.x, dy[c + 1] = rate.y, dy[c + 2] = rate.z;
        }
    }
}

/* Derivatives of stage i at y, w. */
static ludo_status evaluate(runge_kutta *x, sim_state *state, double h, int32_t i,
                            ludo_step_report *report)
{
    const tree *t = &x->base.tree;
    memcpy(x->q, x->base.q, (size_t)t->positions * sizeof *x->q);
    ludo_tree_advance(t, x->y, x->q);
    leave_chart(t, x->y, x->w, x->dy[i]);
    const joint_space_instant at = {state->interval_start + x->by->c[i] * h, x->q, x->w,
                                    &x->acting[i], x->dw[i]};
    const ludo_status status = ludo_joint_space_accelerate(&x->base, state, at);
    const double pivot = x->base.factors.smallest_pivot;
    report->factorizations++;
    report_pivot(report, pivot);
    report->node = status == LUDO_OK ? report->node : state->failed;
    return status;
}

/* Accept the combination as the knot; energy bookkeeping has the method's weights. */
static void accept_step(runge_kutta *x, sim_state *state, double h)
{
    memcpy(x->base.rate, x->w, (size_t)x->base.tree.columns * sizeof *x->w);
    ludo_joint_space_advance(&x->base, state, x->y, h);
    ludo_forces_begin_work(state);
    for (int32_t i = 0; i < x->by->stages; i++) {
        ludo_forces_add_work(state, &x->acting[i], x->by->b[i] * h, h);
    }
}

static ludo_status runge_kutta_step(sim_state *state, double h, int32_t stage,
                                    ludo_step_report *report)
{
    (void)stage;
    runge_kutta *x = runge_kutta_of(state);
    const tableau *by = x->by;
    ludo_status status = LUDO_OK;
    ludo_tree_place_origins(&x->base.tree, x->base.q, x->base.origin);
    for (int32_t i = 0; i < by->stages && status == LUDO_OK; i++) {
        combine(x, by->a[i], i, h);
        status = check(x, report);
        status = status == LUDO_OK ? evaluate(x, state, h, i, report) : status;
    }
    if (status == LUDO_OK) {
        combine(x, by->b, by->stages, h);
        status = check(x, report);
    }
    if (status == LUDO_OK) {
        accept_step(x, state, h);
    }
    return status;
}

/* ---- readers ---- */

static ludo_status runge_kutta_twists(sim_state *state)
{
    ludo_joint_space_put_twists(&runge_kutta_of(state)->base, state);
    return LUDO_OK;
}

static ludo_status runge_kutta_reactions(sim_state *state, double h)
{
    (void)h;
    return ludo_joint_space_reactions(&runge_kutta_of(state)->base, state);
}

const integrator ludo_integrator_runge_kutta = {
    .info = {.name = "runge-kutta",
             .source = "Munthe-Kaas: High order Runge-Kutta methods on manifolds, 1999; "
                       "Featherstone: Rigid Body Dynamics Algorithms, 2008",
             .accepts = "trees of any size, every joint type",
             .orders = orders,
             .schemes = schemes},
    .accept = runge_kutta_accept,
    .layout = runge_kutta_layout,
    .open = runge_kutta_open,
    .start = runge_kutta_start,
    .step = runge_kutta_step,
    .tethers = true,
    .twists = runge_kutta_twists,
    .reactions = runge_kutta_reactions,
};

_Static_assert(sizeof(runge_kutta) <= WORKSPACE_ROOM * sizeof(max_align_t),
               "WORKSPACE_ROOM is too small");
