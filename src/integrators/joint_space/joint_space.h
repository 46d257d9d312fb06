/* SPDX-License-Identifier: Apache-2.0
 *
 * What integrators in joint coordinates have in common: the tree, its knot, the way between the
 * knot of a simulation and coordinates, forward dynamics. */
#ifndef LUDO_INTEGRATORS_JOINT_SPACE_JOINT_SPACE_H
#define LUDO_INTEGRATORS_JOINT_SPACE_JOINT_SPACE_H

#include "dynamics/forces.h"

typedef struct joint_space {
    tree tree;
    efforts efforts;

    double *q; /* kept, per coordinate of the tree: at t_k */

    /* scratch */
    ludo_vec3 *origin; /* per node: of its tree, over the step in progress */
    tree_instant knot; /* where it was looked at last: at t_k, or where a stage wanted forces */
    acting acting;     /* at t_k */
    tree_factors factors;
    double *zero;         /* per column: zeros */
    double *rate;         /* per column: at t_k, where something computed them */
    double *acceleration; /* per column */
    double *e;            /* per column */
    force *bias, *total;  /* per node */
    motion *drift, *a;
    twist *given; /* per slot: twists as the user set them */
} joint_space;

/* A state of the tree at one instant, and what it comes to. */
typedef struct joint_space_instant {
    double time;
    const double *q;      /* per coordinate: absolute; the chart is that of this instant */
    const double *rate;   /* per column */
    acting *acting;       /* what acts then, put */
    double *acceleration; /* per column: change of the rates, put */
} joint_space_instant;

/* Behind "use NAME" of a refusal: what that one doesn't take either, in words; "" where it does. */
const char *ludo_joint_space_without(const ludo_model *model);

/* Whether a joint is a ball and nothing else. */
bool ludo_joint_space_is_ball(const joint_data *j);

/* Refuse what no integrator of these, of that name, takes: loops and options that are not theirs
 * (`solvers`: names of solvers, ended by NULL, the first being the default; none: no such option).
 * Completes settings. */
ludo_status ludo_joint_space_accept(const ludo_model *model, sim_settings *s, const char *name,
                                    const char *const *solvers, ludo_diagnostic *why);

void ludo_joint_space_layout(joint_space *x, const sim_state *state, arena *kept, arena *scratch);
void ludo_joint_space_open(joint_space *x, const sim_state *state);

/* Take the knot over: q from poses and memory, `rate` nearest to the twists; joints are shut
 * exactly, twists and carried rates become those of `rate`. Leaves the knot looked at.
 * @return LUDO_OK, LUDO_SINGULAR (state->fault names the joint) */
ludo_status ludo_joint_space_start(joint_space *x, sim_state *state, ludo_start_report *report);

/* The pass down at t_k with `rate`, and its origins. */
void ludo_joint_space_view_knot(joint_space *x);

/* rate := (M + armature)^-1 p at t_k. LUDO_SINGULAR: state->fault names the joint. */
ludo_status ludo_joint_space_rates(joint_space *x, sim_state *state, const double *p);

/* p := (M + armature) rate at t_k, where it was looked at. */
void ludo_joint_space_momenta(joint_space *x, const double *rate, double *p);

/* Put twists and carried rates of the knot, from `rate`. */
void ludo_joint_space_put_twists(joint_space *x, sim_state *state);

/* The step was solved: q := q + y becomes the knot, poses and memory with it. */
void ludo_joint_space_advance(joint_space *x, sim_state *state, const double *y, double h);

/* Forward dynamics at any instant, about the origins in use [minimal.md 6.1].
 * @return LUDO_OK, LUDO_SINGULAR (state->fault names the joint), LUDO_BAD_ARGUMENT: the user's
 *         function gave what is not finite */
ludo_status ludo_joint_space_accelerate(joint_space *x, sim_state *state, joint_space_instant at);

/* Wrenches of joints at the knot: what forward dynamics finds there, without a step. `rate` has to
 * be that of the knot. */
ludo_status ludo_joint_space_reactions(joint_space *x, sim_state *state);

/* What a node belongs to, by name: its joint; the body on that. */
const char *ludo_joint_space_node_name(const joint_space *x, int32_t node);
const char *ludo_joint_space_body_name(const joint_space *x, int32_t node);

#endif
