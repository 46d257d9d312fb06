/* SPDX-License-Identifier: Apache-2.0
 *
 * The common part of integrators of a single body: the body, the forces at both ends of an
 * interval, conversion between the state and the body's motion [groups.md 2].
 *
 * The body floats, or is attached to the world by a ball. Its axes are those of its node in the
 * tree (of a floating body its own axes); its center of rotation is the centre of mass of a
 * floating body, else that of the ball. */
#ifndef LUDO_INTEGRATORS_JOINT_SPACE_SINGLE_BODY_H
#define LUDO_INTEGRATORS_JOINT_SPACE_SINGLE_BODY_H

#include "integrators/joint_space/joint_space.h"

/* Its motion: V the velocity of its center (zero on a ball), world axes; w its angular velocity, in
 * its own axes. */
typedef struct body_motion {
    ludo_vec3 V, w;
} body_motion;

/* The forces on it: a force, world axes; the moment about its center, its own axes. */
typedef struct body_effort {
    ludo_vec3 f, u;
} body_effort;

typedef struct single_body {
    joint_space base; /* its rates are the last ones written */
    bool floats;
    int32_t node; /* its node, a ball */
    double mass;
    sym3 J; /* about its center, its own axes, armature included */

    /* scratch, of the interval in progress */
    double *end;      /* coordinates at the end */
    acting acting[2]; /* forces at start and end */
} single_body;

/* Refuse models that are not one floating body or, if `hangs`, one body on a ball with the world;
 * and options of other integrators. `name` is the integrator's. Completes settings. */
ludo_status ludo_single_body_accept(const ludo_model *model, sim_settings *s, const char *name,
                                    bool hangs, ludo_diagnostic *why);

void ludo_single_body_layout(single_body *b, const sim_state *state, arena *kept, arena *scratch);
void ludo_single_body_open(single_body *b, const sim_state *state);

/* The motion that corresponds to the current rates (as ludo_joint_space_start() leaves them); and
 * rates that correspond to a motion. */
body_motion ludo_single_body_motion(const single_body *b);
void ludo_single_body_put_motion(single_body *b, body_motion by);

/* The quaternion of its ball at coordinates (base.q, end): its axes in those of the joint, which
 * are the world's for a floating body. */
ludo_quat ludo_single_body_rotation(const single_body *b, const double *q);

/* Start an interval at the knot. */
void ludo_single_body_begin(single_body *b);

/* Place the end of the interval: the body displaced by dx, world axes (ignored on a ball), and
 * rotated by a quaternion in its own axes. */
void ludo_single_body_move(single_body *b, ludo_vec3 dx, ludo_quat turn);

/* The forces at the start (end = 0) or the end (1) of the interval on a body with this motion.
 * @return LUDO_OK, LUDO_BAD_ARGUMENT: the user's function gave a number that is not finite,
 *         LUDO_NOT_CONVERGED: the motion is not finite */
ludo_status ludo_single_body_act(single_body *b, sim_state *state, int end, body_motion by,
                                 double time, body_effort *out);

/* du/dw at that instant, without tendons. */
mat3 ludo_single_body_damping(const single_body *b, int end);

/* Accept the end of the interval as the knot; energy bookkeeping has the weights [1] of the forces
 * at its two ends. */
void ludo_single_body_accept_step(single_body *b, sim_state *state, double h,
                                  const double weight[2]);

/* The body, for reports. */
ludo_node ludo_single_body_node(const single_body *b);

#endif
