/* SPDX-License-Identifier: Apache-2.0
 *
 * The Galerkin integrator on trees: its equations and data [minimal.md 4].
 *
 * Within a step coordinates are polynomials of degree s through control points y^0 = 0, y^1 .. y^s
 * at the nodes c_a of Lobatto's rule; rates there are dy^a = (1/h) sum_b b^{ab} y^b. With momentum
 * mu^a and wrench W^a at control point a, both summed over the subtree of a node,
 *
 *     pi^a = S^a . mu^a + p^a
 *     r^a  = [a=0] p_k + w^a h ( Sd^a . mu^a + S^a . W^a + e^a ) + sum_b A^{ab} pi^b
 *     A^{ab} = a^{ab} = w^b b^{ba}, except A^{0b} of balls: the chart term, below
 *
 * a step solves r^a = 0, a = 0 .. s-1, for y^1 .. y^s; then r^s is p_{k+1}. e are efforts along
 * coordinates, p^a momenta of armatures.
 *
 * The chart term. The chart of a ball is centred on its knot. Therefore p_k is conjugate to a
 * variation that rotates the knot together with its chart and leaves all other control points in
 * place. This choice makes the step symplectic and momentum-preserving; varying y^0 in a fixed
 * chart would give the same order but neither property [minimal.md 4.1]. It changes only row a = 0
 * of balls:
 *
 *     A^{0b} = w^b ( h d/dt J^-T (y^b, dy^b) - sum_{g>=1} b^{bg} J(y^g)^-T )           3 x 3
 *
 * which is a^{0b} where J = 1.
 *
 * One step, ludo_galerkin_step(): predict the first iterate (predict.c); evaluate r (residual.c);
 * solve for a correction x (elimination.c, tendon_update.c, broyden.c); test x and repeat
 * (newton.c); accept (accept.c). `s` is the degree in all these files, never a body index. */
#ifndef LUDO_INTEGRATORS_GALERKIN_GALERKIN_H
#define LUDO_INTEGRATORS_GALERKIN_GALERKIN_H

#include "integrators/galerkin/broyden.h"
#include "integrators/extrapolation.h"
#include "integrators/galerkin/lobatto.h"
#include "integrators/joint_space/joint_space.h"

/* GALERKIN_MAX_TENDONS: most tendons whose derivative Newton's direction includes, the first ones
 * of a model. The responses of all are stored, and each is coupled with each other. */
enum { GALERKIN_MAX_S = 3, GALERKIN_MAX_POINTS = 4, GALERKIN_MAX_TENDONS = 16 };

typedef struct galerkin galerkin;

/* A method for the correction x of y^1 .. y^s from r. */
typedef struct galerkin_solver {
    const char *name; /* as written in options */
    bool exact;       /* its derivatives are exact, except those of forces with `coupled` set */
    bool accelerated; /* Broyden's updates are added; to exact methods only if forces are `coupled`
                       */
    int32_t patience; /* allowed iterations in units of the limit of Newton's method */

    /* First iterate if none can be extrapolated. LUDO_SINGULAR: state->failed names the joint.
     */
    ludo_status (*start)(galerkin *g, sim_state *state, double h);

    /* Prepare at the iterate. Returns the smallest relative pivot, and its node. */
    double (*factorize)(galerkin *g, double h, int32_t *node);

    /* x := -J^-1 r with the prepared factors; r^0 .., x^1 .., s times columns each. */
    void (*solve)(galerkin *g, double h, const double *r, double *x);
} galerkin_solver;

/* Of Newton's direction: private to elimination.c. */
typedef struct galerkin_elimination galerkin_elimination;

/* Tendons in Newton's direction: private to tendon_update.c. */
typedef struct galerkin_tendons galerkin_tendons;

/* Data of certificates: certify.h. */
typedef struct galerkin_certificate galerkin_certificate;

/* A tree whose root moves by a law of its own: root.h. */
typedef struct galerkin_root galerkin_root;

/* The part of its state that a step changes, without arrays. */
typedef struct galerkin_state {
    int64_t count, newest; /* past intervals that can be extrapolated; index of the newest */
    double h;              /* their length */
} galerkin_state;

struct galerkin {
    joint_space base;
    const lobatto *rule; /* of the order in use */
    int32_t s;           /* its degree: order / 2 */
    bool knot_placed;    /* at[0] has the places of the knot: control point 0 does not move */
    const galerkin_solver *solver;

    /* kept */
    galerkin_state *state;
    double *p;       /* per column: momentum at t_k, conjugate to y of the chart of t_k */
    double *history; /* per past interval s times columns: its y^1 .. y^s, each in its own chart */

    /* scratch */
    double *y[GALERKIN_MAX_POINTS], *dy[GALERKIN_MAX_POINTS]; /* per column: of the iterate */
    double *unknown[GALERKIN_MAX_POINTS]; /* per column: the unknowns: y itself, except in columns
                                             of roots with laws of their own */
    double *pi[GALERKIN_MAX_POINTS];      /* per column: momenta pi^a */
    double
        *r[GALERKIN_MAX_POINTS]; /* per column: residuals; of a = s: p_{k+1} in the chart of t_k */
    double *x[GALERKIN_MAX_POINTS]; /* per column: the correction; of a = 0 unused */
    tree_instant at[GALERKIN_MAX_POINTS];
    acting acting[GALERKIN_MAX_POINTS];
    force *W[GALERKIN_MAX_POINTS]; /* per node: wrench on its subtree */
    galerkin_elimination *elimination;
    galerkin_tendons *tendons;
    galerkin_certificate *certificate; /* NULL: not requested */
    int32_t roots;                     /* trees whose root moves by a law of its own */
    galerkin_root *root;
    int32_t *rooted;   /* per node, if roots > 0: index of its root, -1: none */
    ludo_vec3 *ending; /* per node, if roots > 0: origins at the end of the step */
    broyden broyden;
    double inverse_K[GALERKIN_MAX_S * GALERKIN_MAX_S]; /* of riqn, s x s [minimal.md 4.4] */
};

extern const galerkin_solver ludo_galerkin_newton, ludo_galerkin_riqn, ludo_galerkin_riqn_broyden;

/* ---- galerkin.c: shared with lie-group ---- */

/* Memory, without roots; `s` and `solver` are set. */
void ludo_galerkin_layout(galerkin *g, sim_state *state, arena *kept, arena *scratch);
void ludo_galerkin_open(galerkin *g, sim_state *state);

/* base.rate := rates of the knot's momenta; momenta of the rates.
 * @return LUDO_OK, LUDO_SINGULAR (state->failed names the joint) */
ludo_status ludo_galerkin_rates(galerkin *g, sim_state *state);
void ludo_galerkin_momenta(galerkin *g);

/* The functions of struct integrator. */
ludo_status ludo_galerkin_start(sim_state *state, ludo_start_report *report);
ludo_status ludo_galerkin_twists(sim_state *state);
ludo_status ludo_galerkin_reactions(sim_state *state, double h);
bool ludo_galerkin_plausible(const sim_state *state);

/* ---- newton.c ---- */

/* One step [minimal.md 4.4]. */
ludo_status ludo_galerkin_step(sim_state *state, double h, int32_t stage, ludo_step_report *report);

/* ---- riqn.c ---- */

/* Fill inverse_K. */
void ludo_galerkin_riqn_open(galerkin *g);

/* ---- predict.c: the first iterate ---- */

/* Extrapolate past intervals; false if there are none of this length. */
bool ludo_galerkin_extrapolate(galerkin *g, double h);

/* Predict constant velocity. @return LUDO_OK, LUDO_SINGULAR */
ludo_status ludo_galerkin_coast(galerkin *g, sim_state *state, double h);

/* Whether the correction x^1 .. x^s exceeds the largest that the iteration allows. */
bool ludo_galerkin_too_far(const galerkin *g);

/* Add the solution to the history. */
void ludo_galerkin_save_history(galerkin *g, double h);

/* ---- accept.c ---- */

/* Accept the evaluated iterate as the knot. */
void ludo_galerkin_accept(galerkin *g, sim_state *state, double h);

/* ---- residual.c ---- */

/* dy, instants, forces, mu, W and r^0 .. r^s at the iterate y; time is that of t_k. */
ludo_status ludo_galerkin_residual(galerkin *g, sim_state *state, double h, double time);

/* ---- chart_term.c: row 0 of balls ---- */

/* Whether the columns of a node depend on its coordinates, so that it has a chart term; else
 * A^{0b} = a^{0b}. */
static inline bool node_has_chart_term(const tree_node *n)
{
    return n->kind->dS != NULL;
}

/* A[b] = A^{0b} of such a node at the iterate, b = 0 .. s. */
void ludo_galerkin_chart_term(const galerkin *g, const tree_node *n, double h, mat3 *A);

/* Derivative of sum_b A^{0b} pi^b by the node's own coordinates at constant pi: slope[k] by y^k,
 * k = 1 .. s. */
void ludo_galerkin_chart_term_slope(const galerkin *g, const tree_node *n, double h, mat3 *slope);

/* ---- elimination.c: Newton's direction, O(s^3 n) [minimal.md 4.3] ---- */

void ludo_galerkin_elimination_layout(galerkin *g, arena *scratch);

/* Factorise J = dr/dy at the evaluated iterate; returns the smallest relative pivot and its node.
 */
double ludo_galerkin_elimination_factorize(galerkin *g, double h, int32_t *node);

/* x := -J^-1 r, r and x being s times columns: r^0 .., x^1 .. */
void ludo_galerkin_elimination_solve(galerkin *g, double h, const double *r, double *x);

/* ---- tendon_update.c: tendons in Newton's direction [minimal.md 4.3] ---- */

void ludo_galerkin_tendons_layout(galerkin *g, const ludo_model *model, arena *scratch);

/* Store the tendons at control point a, where forces were evaluated last. */
void ludo_galerkin_tendons_store(galerkin *g, sim_state *state, int32_t a);

/* After the elimination's factors: responses to tendon forces; after each of its solves: correct
 * x. */
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
