/* SPDX-License-Identifier: Apache-2.0
 *
 * What integrators of a single body have in common: the body, what acts on it at both ends of an
 * interval, the way between the knot of a simulation and it [groups.md 2].
 *
 * The body floats, or hangs on a ball with the world. Its axes are those of its node in the tree
 * (of one that floats the body's own), its center is that of its turns: its centre of mass where it
 * floats, else that of the ball. */
#ifndef LUDO_INTEGRATORS_JOINT_SPACE_SINGLE_BODY_H
#define LUDO_INTEGRATORS_JOINT_SPACE_SINGLE_BODY_H

#include "integrators/joint_space/joint_space.h"

/* How it moves: V the velocity of its center (zero where it hangs), world axes; w its angular
 * velocity, its own axes. */
typedef struct body_motion {
    ludo_vec3 V, w;
} body_motion;

/* What acts on it: a force, world axes; the moment about its center, its own axes. */
typedef struct body_effort {
    ludo_vec3 f, u;
} body_effort;

typedef struct single_body {
    joint_space base; /* its rates are those that were put last */
    bool floats;
    int32_t node; /* that carries it, a ball */
    double mass;
    sym3 J; /* about its center, its own axes, armature included */

    /* scratch, of the interval in progress */
    double *end;      /* coordinates where it ends */
    acting acting[2]; /* what acts at its start and its end */
} single_body;

/* Refuse, naming it, what is not one body that floats or, where the integrator of that name takes
 * it, hangs on a ball with the world; and options that are not its own. Completes settings. */
ludo_status ludo_single_body_accept(const ludo_model *model, sim_settings *s, const char *name,
                                    bool hangs, ludo_diagnostic *why);

void ludo_single_body_layout(single_body *b, const sim_state *state, arena *kept, arena *scratch);
void ludo_single_body_open(single_body *b, const sim_state *state);

/* How it moves by the rates at hand, as ludo_joint_space_start() leaves them; and let these be the
 * rates. */
body_motion ludo_single_body_motion(const single_body *b);
void ludo_single_body_put_motion(single_body *b, body_motion by);

/* The quaternion of its ball at coordinates (base.q, end): its axes in those of the joint, which
 * are the world's where it floats. */
ludo_quat ludo_single_body_turn(const single_body *b, const double *q);

/* An interval begins at the knot. */
void ludo_single_body_begin(single_body *b);

/* It ends where the body was moved by dx, world axes (nothing where it hangs), and turned by a
 * quaternion in its own axes. */
void ludo_single_body_move(single_body *b, ludo_vec3 dx, ludo_quat turn);

/* What acts where the interval starts (end = 0) or ends (1) on the body that moves so then.
 * @return LUDO_OK, LUDO_BAD_ARGUMENT: the user's function gave what is not finite,
 *         LUDO_NOT_CONVERGED: it is beyond numbers */
ludo_status ludo_single_body_act(single_body *b, sim_state *state, int end, body_motion by,
                                 double time, body_effort *out);

/* What du/dw is at that instant, but for what lines do. */
mat3 ludo_single_body_damping(const single_body *b, int end);

/* The interval's end becomes the knot; books are kept with the weights [1] of what acted at its
 * ends. */
void ludo_single_body_accept_step(single_body *b, sim_state *state, double h,
                                  const double weight[2]);

/* It by name. */
const char *ludo_single_body_name(const single_body *b);

#endif
