/* SPDX-License-Identifier: Apache-2.0
 *
 * The common part of integrators in joint coordinates: the tree and its knot, conversion between
 * the state and joint coordinates, forward dynamics. */
#ifndef LUDO_INTEGRATORS_JOINT_SPACE_JOINT_SPACE_H
#define LUDO_INTEGRATORS_JOINT_SPACE_JOINT_SPACE_H

#include "dynamics/forces.h"
#include "dynamics/keyframe.h"

typedef struct joint_space {
    tree tree;
    generalized_forces forces;

    double *q; /* kept, per coordinate of the tree: at t_k */

    /* scratch */
    ludo_vec3 *origin; /* per node: the origin of its tree during the step in progress */
    tree_instant knot; /* the instant evaluated last: t_k or a stage */
    acting acting;     /* at t_k */
    tree_factors factors;
    double *zero;         /* per column: zeros */
    double *rate;         /* per column: at t_k, once computed */
    double *acceleration; /* per column */
    double *e;            /* per column */
    force *bias, *total;  /* per node */
    motion *drift, *a;
    twist *given; /* per body index: twists as the user set them */
    keyframe_order order;
    double *position, *velocity; /* of the knot, in the order of keyframes */
    double *chart;               /* per coordinate */
} joint_space;

/* A state of the tree at one instant, and its forces and accelerations. */
typedef struct joint_space_instant {
    double time;
    const double *q;      /* per coordinate: absolute; the chart is that of this instant */
    const double *rate;   /* per column */
    acting *acting;       /* output: forces at this instant */
    double *acceleration; /* output, per column: derivative of the rates */
} joint_space_instant;

/* End of the advice "use NAME" in a refusal: features of the model that NAME lacks; "": none. */
const char *ludo_joint_space_without(const ludo_model *model);

/* Whether a joint is a single ball. */
bool ludo_joint_space_is_ball(const joint_data *j);

/* Refuse options of other integrators, and complete the settings. `name` is the integrator's;
 * `solvers`: names of its solvers, NULL at the end, the first is the default; none: it has no such
 * option. */
ludo_status ludo_joint_space_accept(sim_settings *s, const char *name, const char *const *solvers,
                                    ludo_diagnostic *why);

void ludo_joint_space_layout(joint_space *x, const sim_state *state, arena *kept, arena *scratch);
void ludo_joint_space_open(joint_space *x, const sim_state *state);

/* Take the knot over: q from poses and memory, `rate` closest to the twists in the metric of M.
 * Joints are closed exactly; twists and stored rates are set to `rate`. The knot remains evaluated.
 * @return LUDO_OK, LUDO_SINGULAR (state->failed names the joint) */
ludo_status ludo_joint_space_start(joint_space *x, sim_state *state, ludo_start_report *report);

/* Forward pass at t_k with `rate`; sets the origins. */
void ludo_joint_space_view_knot(joint_space *x);

/* rate := (M + armature)^-1 p at t_k. LUDO_SINGULAR: state->failed names the joint. */
ludo_status ludo_joint_space_rates(joint_space *x, sim_state *state, const double *p);

/* p := (M + armature) rate at t_k, after a pass there. */
void ludo_joint_space_momenta(joint_space *x, const double *rate, double *p);

/* Write twists and stored rates of the knot from `rate`. */
void ludo_joint_space_put_twists(joint_space *x, sim_state *state);

/* Accept a solved step: q := q + y becomes the knot, with its poses and memory. */
void ludo_joint_space_advance(joint_space *x, sim_state *state, const double *y, double h);

/* Forward dynamics at any instant, about the current origins [minimal.md 6.1].
 * @return LUDO_OK, LUDO_SINGULAR (state->failed names the joint), LUDO_BAD_ARGUMENT: the
 * user's function gave a number that is not finite */
ludo_status ludo_joint_space_accelerate(joint_space *x, sim_state *state, joint_space_instant at);

/* Wrenches of joints and accelerations at the knot by forward dynamics, without a step. `rate` must
 * be that of the knot. */
ludo_status ludo_joint_space_reactions(joint_space *x, sim_state *state);

/* The joint that a node of the tree belongs to; that joint's body. */
ludo_node ludo_joint_space_joint(const joint_space *x, int32_t node);
ludo_node ludo_joint_space_body(const joint_space *x, int32_t node);

#endif
