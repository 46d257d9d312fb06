/* SPDX-License-Identifier: Apache-2.0
 *
 * The Galerkin integrator on trees: what it is made of [minimal.md 4].
 *
 * Within a step coordinates are polynomials of degree s through control points y^0 = 0, y^1 .. y^s
 * at the nodes c_a of Lobatto's rule; rates there are dy^a = (1/h) sum_b b^{ab} y^b. With what
 * acts, momentum mu and wrench W at control point a,
 *
 *     pi^a = S^a . mu^a + p^a
 *     r^a  = [a=0] p_k + w^a h ( Sd^a . mu^a + S^a . W^a + e^a ) + sum_b A^{ab} pi^b
 *     A^{ab} = a^{ab} = w^b b^{ba}, but of balls A^{0b}: the seam, below
 *
 * a step solves r^a = 0, a = 0 .. s-1, for y^1 .. y^s; r^s is p_{k+1}. mu, W are those of all that
 * a node carries, e efforts, p^b momenta of armatures.
 *
 * The seam. The chart of a ball hangs on its knot, so that p_k belongs to a variation that turns
 * the knot, its chart with it, and leaves all other control points where they are. That is what
 * makes the step symplectic and keeps momentum; with y^0 varied in a fixed chart it would be of the
 * same order but neither [minimal.md 4.1]. It changes one thing, row a = 0 of balls:
 *
 *     A^{0b} = w^b ( h d/dt J^-T (y^b, dy^b) - sum_{g>=1} b^{bg} J(y^g)^-T )           3 x 3
 *
 * which is a^{0b} where J = 1. */
#ifndef LUDO_INTEGRATORS_GALERKIN_GALERKIN_H
#define LUDO_INTEGRATORS_GALERKIN_GALERKIN_H

#include "integrators/galerkin/broyden.h"
#include "integrators/extrapolation.h"
#include "integrators/galerkin/lobatto.h"
#include "integrators/joint_space/joint_space.h"

/* GALERKIN_MAX_TENDONS: most lines that the direction takes exactly, the first of a model:
 * responses of all are kept, and each feels each other. */
enum { GALERKIN_MAX_S = 3, GALERKIN_MAX_POINTS = 4, GALERKIN_MAX_TENDONS = 16 };

typedef struct galerkin galerkin;

/* How a correction x of y^1 .. y^s is found from r. */
typedef struct galerkin_solver {
    const char *name; /* as written in options */
    bool exact;       /* whether its derivatives are: but for those of what couples */
    bool accelerated; /* whether Broyden's updates are added; to exact ones where something couples
                       */
    int32_t patience; /* so many times the iterations that Newton's method may take are allowed */

    /* First iterate of a step that is not extrapolated. LUDO_SINGULAR: state->fault names the joint
     */
    ludo_status (*start)(galerkin *g, sim_state *state, double h);

    /* Prepare at the iterate. Returns the smallest pivot, relative, and in *node whose. */
    double (*factorize)(galerkin *g, double h, int32_t *node);

    /* x := -J^-1 r with what was prepared; r^0 .., x^1 .., s times columns each. */
    void (*solve)(galerkin *g, double h, const double *r, double *x);
} galerkin_solver;

/* Of the exact direction: the sweep's own affair, see galerkin_sweep.c. */
typedef struct galerkin_sweep galerkin_sweep;

/* What lines add to it: galerkin_lines.c. */
typedef struct galerkin_lines galerkin_lines;

/* What steps are certified with: galerkin_certify.h. */
typedef struct galerkin_certificate galerkin_certificate;

/* A tree whose root moves by laws of its own: galerkin_root.h. */
typedef struct galerkin_root galerkin_root;

/* What a step changes, beside arrays. */
typedef struct galerkin_state {
    int64_t count, newest; /* of the intervals past, those that a start can be extrapolated from */
    double h;              /* their length */
} galerkin_state;

struct galerkin {
    joint_space base;
    const lobatto *rule; /* of the order in use */
    int32_t s;           /* its degree: order / 2 */
    bool knot_placed; /* whether at[0] has the places of the knot: control point 0 doesn't move */
    const galerkin_solver *solver;

    /* kept */
    galerkin_state *state;
    double *p;    /* per column: momentum at t_k, conjugate to y of the chart of t_k */
    double *past; /* per interval past s times columns: its y^1 .. y^s, each in its own chart */

    /* scratch */
    double *y[GALERKIN_MAX_POINTS], *dy[GALERKIN_MAX_POINTS]; /* per column: of the iterate */
    double *unknown[GALERKIN_MAX_POINTS]; /* per column: what is solved for: y itself, but for
                                             columns of roots with laws of their own */
    double *pi[GALERKIN_MAX_POINTS];      /* per column: momenta pi^a */
    double
        *r[GALERKIN_MAX_POINTS]; /* per column: residuals; of a = s: p_{k+1} in the chart of t_k */
    double *x[GALERKIN_MAX_POINTS]; /* per column: the correction; of a = 0 nothing */
    tree_instant at[GALERKIN_MAX_POINTS];
    acting acting[GALERKIN_MAX_POINTS];
    force *W[GALERKIN_MAX_POINTS]; /* per node: wrench on all that it carries */
    galerkin_sweep *sweep;
    galerkin_lines *lines;
    galerkin_certificate *certificate; /* NULL where nobody wants one */
    int32_t roots;                     /* trees whose root moves by laws of its own */
    galerkin_root *root;
    int32_t *rooted;   /* per node, where there are any: which of them it belongs to, -1: none */
    ludo_vec3 *ending; /* per node, where there are any: origins at the end of the step */
    broyden broyden;
    double inverse_K[GALERKIN_MAX_S * GALERKIN_MAX_S]; /* of riqn, s x s [minimal.md 4.4] */
};

extern const galerkin_solver ludo_galerkin_newton, ludo_galerkin_riqn, ludo_galerkin_riqn_broyden;

/* ---- galerkin.c: what integrators of this kind are made of ---- */

/* Memory, but for roots: `s` and `solver` are set. */
void ludo_galerkin_layout(galerkin *g, sim_state *state, arena *kept, arena *scratch);
void ludo_galerkin_open(galerkin *g, sim_state *state);

/* base.rate := rates of the knot's momenta, and the other way round.
 * @return LUDO_OK, LUDO_SINGULAR (state->fault names the joint) */
ludo_status ludo_galerkin_rates(galerkin *g, sim_state *state);
void ludo_galerkin_momenta(galerkin *g);

/* As struct integrator says them. */
ludo_status ludo_galerkin_start(sim_state *state, ludo_start_report *report);
ludo_status ludo_galerkin_twists(sim_state *state);
ludo_status ludo_galerkin_reactions(sim_state *state, double h);
bool ludo_galerkin_plausible(const sim_state *state);

/* ---- galerkin_newton.c ---- */

/* One step [minimal.md 4.4]. */
ludo_status ludo_galerkin_step(sim_state *state, double h, int32_t stage, ludo_step_report *report);

/* ---- galerkin_riqn.c ---- */

/* Fill inverse_K. */
void ludo_galerkin_riqn_open(galerkin *g);

/* ---- galerkin_start.c: where the iteration starts ---- */

/* The continuation of past intervals; false where there are none of that length. */
bool ludo_galerkin_extrapolate(galerkin *g, double h);

/* Constant velocity. @return LUDO_OK, LUDO_SINGULAR */
ludo_status ludo_galerkin_coast(galerkin *g, sim_state *state, double h);

/* Whether the correction x^1 .. x^s moves a coordinate farther than the iteration follows. */
bool ludo_galerkin_leaps(const galerkin *g);

/* The solution is one more interval past. */
void ludo_galerkin_save_history(galerkin *g, double h);

/* ---- galerkin_accept.c ---- */

/* The iterate, evaluated, becomes the knot. */
void ludo_galerkin_accept(galerkin *g, sim_state *state, double h);

/* ---- galerkin_residual.c ---- */

/* dy, instants, what acts, mu, W and r^0 .. r^s at the iterate y; time is that of t_k. */
ludo_status ludo_galerkin_residual(galerkin *g, sim_state *state, double h, double time);

/* ---- galerkin_seam.c: row 0 of balls ---- */

/* Whether the columns of a node bend, so that it has a seam; else A^{0b} = a^{0b}. */
static inline bool node_has_chart_term(const tree_node *n)
{
    return n->kind->bend != NULL;
}

/* A[b] = A^{0b} of such a node at the iterate, b = 0 .. s. */
void ludo_galerkin_chart_term(const galerkin *g, const tree_node *n, double h, mat3 *A);

/* What its own coordinates change of sum_b A^{0b} pi^b through A: slope[k] is the derivative by y^k
 * with pi held, k = 1 .. s. */
void ludo_galerkin_chart_term_slope(const galerkin *g, const tree_node *n, double h, mat3 *slope);

/* ---- galerkin_sweep.c: the exact direction, O(s^3 n) [minimal.md 4.3] ---- */

void ludo_galerkin_elimination_layout(galerkin *g, arena *scratch);

/* Factorise J = dr/dy at the evaluated iterate; the smallest pivot, relative, and its node. */
double ludo_galerkin_elimination_factorize(galerkin *g, double h, int32_t *node);

/* x := -J^-1 r, r and x being s times columns: r^0 .., x^1 .. */
void ludo_galerkin_elimination_solve(galerkin *g, double h, const double *r, double *x);

/* ---- galerkin_lines.c: what lines add to it [minimal.md 4.3] ---- */

void ludo_galerkin_tendons_layout(galerkin *g, const ludo_model *model, arena *scratch);

/* Note the lines at control point a, where efforts were evaluated last. */
void ludo_galerkin_tendons_look(galerkin *g, sim_state *state, int32_t a);

/* After the sweep's factors: responses to lines; and after each of its solves: correct x. */
void ludo_galerkin_tendons_factorize(galerkin *g, double h);
void ludo_galerkin_tendons_correct(galerkin *g, double h, double *x);

static inline galerkin *galerkin_of(sim_state *state)
{
    return (galerkin *)(void *)state->workspace;
}

static inline const galerkin *galerkin_in(const sim_state *state)
{
    return (const galerkin *)(const void *)state->workspace;
}

#endif
