/* SPDX-License-Identifier: Apache-2.0
 *
 * The Galerkin integrator on trees: options, memory, start and knot velocities. */
#include "integrators/galerkin/galerkin.h"

#include "integrators/galerkin/certify.h"
#include "integrators/galerkin/root.h"
#include "integrators/list.h"

static const galerkin_solver *const solvers[] = {&ludo_galerkin_newton, &ludo_galerkin_riqn,
                                                 &ludo_galerkin_riqn_broyden};

static const galerkin_solver *find_solver(const char *name)
{
    for (size_t i = 0; i < sizeof solvers / sizeof *solvers; i++) {
        if (strcmp(solvers[i]->name, name) == 0) {
            return solvers[i];
        }
    }
    return solvers[0];
}

static ludo_status galerkin_accept(const ludo_model *model, sim_settings *s, ludo_diagnostic *why)
{
    const char *const names[] = {solvers[0]->name, solvers[1]->name, solvers[2]->name, NULL};
    const ludo_status status = ludo_joint_space_accept(s, "galerkin", names, why);
    return status == LUDO_OK ? ludo_galerkin_certify_accept(model, s, "galerkin", why) : status;
}

void ludo_galerkin_layout(galerkin *g, sim_state *state, arena *kept, arena *scratch)
{
    ludo_joint_space_layout(&g->base, state, kept, scratch);
    const tree *t = &g->base.tree;
    const size_t n = (size_t)t->columns;
    g->rule = ludo_lobatto(g->s);
    g->state = TAKE(kept, 1, galerkin_state);
    g->p = TAKE(kept, n, double);
    g->history = TAKE(kept, EXTRAPOLATION_POINTS * (size_t)g->s * n, double);
    g->r[0] = TAKE(scratch, (size_t)(g->s + 1) * n, double);
    g->x[0] = TAKE(scratch, (size_t)(g->s + 1) * n, double);
    for (int32_t a = 0; a <= g->s; a++) {
        g->unknown[a] = g->y[a] = TAKE(scratch, n, double);
        g->dy[a] = TAKE(scratch, n, double);
        g->pi[a] = TAKE(scratch, n, double);
        g->W[a] = TAKE(scratch, t->nodes, force);
        ludo_tree_instant_layout(&g->at[a], t, scratch);
        ludo_acting_layout(&g->acting[a], state, t, scratch);
        if (a > 0 && a < g->s) { /* eta^0, eta^s are not unknowns of the direction */
            ludo_acting_layout_stiffness(&g->acting[a], t, scratch);
        }
    }
    ludo_galerkin_elimination_layout(g, scratch);
    ludo_galerkin_tendons_layout(g, state->model, scratch);
    ludo_broyden_layout(&g->broyden, g->s, t->columns, scratch);
}

static void galerkin_layout(sim_state *state, arena *kept, arena *scratch)
{
    galerkin *g = galerkin_of(state);
    g->s = state->settings.order / 2;
    g->solver = find_solver(state->settings.solver);
    ludo_galerkin_layout(g, state, kept, scratch);
    ludo_galerkin_certify_layout(g, state, scratch);
}

void ludo_galerkin_open(galerkin *g, sim_state *state)
{
    ludo_joint_space_open(&g->base, state);
    ludo_galerkin_riqn_open(g);
    g->broyden.scale = g->base.tree.scale;
    for (int32_t a = 0; a <= g->s; a++) {
        g->r[a] = g->r[0] + a * g->base.tree.columns;
        g->x[a] = g->x[0] + a * g->base.tree.columns;
        g->at[a].origin = g->base.origin;
    }
}

static ludo_status galerkin_open(sim_state *state)
{
    ludo_galerkin_open(galerkin_of(state), state);
    ludo_galerkin_certify_open(galerkin_of(state), state);
    return LUDO_OK;
}

/* Stored momenta of roots are converted to those of the tree, and back afterwards. */
ludo_status ludo_galerkin_rates(galerkin *g, sim_state *state)
{
    double *p = g->base.e;
    memcpy(p, g->p, (size_t)g->base.tree.columns * sizeof *p);
    ludo_galerkin_roots_load(g, state, p);
    const ludo_status status = ludo_joint_space_rates(&g->base, state, p);
    if (status == LUDO_OK) {
        ludo_galerkin_roots_drift(g, g->base.rate, 1.0);
    }
    return status;
}

void ludo_galerkin_momenta(galerkin *g)
{
    double *rate = g->base.e;
    memcpy(rate, g->base.rate, (size_t)g->base.tree.columns * sizeof *rate);
    ludo_galerkin_roots_weigh(g);
    ludo_galerkin_roots_drift(g, rate, -1.0);
    ludo_joint_space_momenta(&g->base, rate, g->p);
    ludo_galerkin_roots_store(g);
}

/* Take poses and twists over. */
ludo_status ludo_galerkin_start(sim_state *state, ludo_start_report *report)
{
    galerkin *g = galerkin_of(state);
    *g->state = (galerkin_state){0};
    g->knot_placed = false;
    const ludo_status status = ludo_joint_space_start(&g->base, state, report);
    if (status == LUDO_OK) {
        ludo_galerkin_momenta(g);
    }
    return status;
}

/* Knot twists: those of the momenta. */
ludo_status ludo_galerkin_twists(sim_state *state)
{
    galerkin *g = galerkin_of(state);
    const ludo_status status = ludo_galerkin_rates(g, state);
    if (status == LUDO_OK) {
        ludo_joint_space_put_twists(&g->base, state);
    }
    return status;
}

ludo_status ludo_galerkin_reactions(sim_state *state, double h)
{
    galerkin *g = galerkin_of(state);
    (void)h;
    const ludo_status status = ludo_galerkin_rates(g, state);
    return status == LUDO_OK ? ludo_joint_space_reactions(&g->base, state) : status;
}

bool ludo_galerkin_plausible(const sim_state *state)
{
    const galerkin_state *kept = galerkin_in(state)->state;
    return kept->count >= 0 && kept->count <= EXTRAPOLATION_POINTS && kept->newest >= 0 &&
           kept->newest < EXTRAPOLATION_POINTS && isfinite(kept->h);
}

static const int32_t orders[] = {2, 4, 6, 0};
static const char *const schemes[] = {"lobatto", NULL};

const integrator ludo_integrator_galerkin = {
    .info = {.name = "galerkin",
             .source = "Fan, Schultz, Murphey: Efficient Computation of Higher-Order Variational "
                       "Integrators in Robotic Simulation and Trajectory Optimization, 2018",
             .accepts = "trees of any size, every joint type",
             .orders = orders,
             .schemes = schemes},
    .accept = galerkin_accept,
    .layout = galerkin_layout,
    .open = galerkin_open,
    .start = ludo_galerkin_start,
    .step = ludo_galerkin_step,
    .twists = ludo_galerkin_twists,
    .reactions = ludo_galerkin_reactions,
    .plausible = ludo_galerkin_plausible,
    .certify = ludo_galerkin_certify,
    .sampled = true,
    .trapezoidal = true,
    .tethers = true,
    .derivatives = true,
    .symmetric = true,
};

_Static_assert(sizeof(galerkin) <= WORKSPACE_ROOM * sizeof(max_align_t),
               "WORKSPACE_ROOM is too small");
