/* SPDX-License-Identifier: Apache-2.0
 *
 * What efforts are made of: one function for each thing that acts [minimal.md 5]. */
#ifndef LUDO_DYNAMICS_FORCE_LAWS_H
#define LUDO_DYNAMICS_FORCE_LAWS_H

#include "dynamics/node.h"
#include "dynamics/forces.h"

/* An instant that is asked for. */
typedef struct occasion {
    sim_state *state;
    const tree_instant *at;
    const double *q, *y, *dy;
    double time;
} occasion;

/* An actuator at an instant. */
typedef struct motor_instant {
    double force;                          /* clamped, before the gear */
    double F;                              /* along what it acts on */
    double by_length, by_rate, by_control; /* derivatives of F; 0 at a limit */
} motor_instant;

/* An actuator along something of this length and rate. */
motor_instant ludo_forces_motor(const motor_data *a, double control, double length, double rate);

/* The centre of mass of a node's body, from the origin of its tree. */
static inline ludo_vec3 node_com(const tree *t, const tree_instant *at, int32_t i)
{
    return place_com(&t->node[i], &at->at[i]);
}

/* Let node i's body lean by a force f of the world at its point p. A couple that turns along with
 * it has no part in that. */
void ludo_forces_lean(acting *a, int32_t i, ludo_vec3 p, ludo_vec3 f);

/* Springs, dampers and armatures of scalar coordinates, servos and actuators along them. */
void ludo_forces_joint(const efforts *f, const occasion *now, acting *out);

/* Springs, dampers and armatures of balls. */
void ludo_forces_ball(const efforts *f, const occasion *now, acting *out);

/* What is applied from outside; puts f->wrench and f->effort, as those of nothing where there is
 * nothing. @return LUDO_OK, LUDO_BAD_ARGUMENT */
ludo_status ludo_forces_applied(efforts *f, const occasion *now, acting *out);

/* Springs, dampers and actuators along lines, added to f->wrench and f->effort. */
void ludo_forces_tendon(efforts *f, const occasion *now, acting *out);

#endif
