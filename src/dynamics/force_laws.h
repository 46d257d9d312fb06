/* SPDX-License-Identifier: Apache-2.0
 *
 * The parts of a force evaluation: one function for each kind of force [minimal.md 5]. */
#ifndef LUDO_DYNAMICS_FORCE_LAWS_H
#define LUDO_DYNAMICS_FORCE_LAWS_H

#include "dynamics/node.h"
#include "dynamics/forces.h"

/* An actuator at an instant. */
typedef struct actuator_instant {
    double force;                          /* clamped, before the gear */
    double F;                              /* along its coordinate or tendon */
    double by_length, by_rate, by_control; /* derivatives of F; 0 at a limit */
} actuator_instant;

/* The force of an actuator by its control and the input of its gain, at a length and a rate. */
actuator_instant ludo_forces_actuator_at(const actuator_data *a, double control, law_value input,
                                         double length, double rate);

/* The force of actuator `number` at an instant, where its coordinate or tendon has a length and a
 * rate. */
actuator_instant ludo_forces_actuator(const forces_instant *now, int32_t number, double length,
                                      double rate);

/* The centre of mass of a node's body, from the origin of its tree. */
static inline ludo_vec3 node_com(const tree *t, const tree_instant *at, int32_t i)
{
    return place_com(&t->node[i], &at->at[i]);
}

/* Add the geometric stiffness of a force f of constant world direction at the point p of node i's
 * body. A couple that rotates with the body adds none. */
void ludo_forces_add_stiffness(acting *a, int32_t i, ludo_vec3 p, ludo_vec3 f);

/* Springs, dampers and armatures of scalar coordinates, servos and actuators along them. */
void ludo_forces_joint(const generalized_forces *f, const forces_instant *now, acting *out);

/* Effort limits: after all other forces, take away what servos and actuators exert beyond them. */
void ludo_forces_drive(generalized_forces *f, const forces_instant *now, acting *out);

/* A force F along a coordinate of the tree, and its derivatives. */
void ludo_forces_add_effort(acting *a, int32_t column, double F, double by_phi, double by_rate);

/* Springs, dampers and armatures of balls. */
void ludo_forces_ball(const generalized_forces *f, const forces_instant *now, acting *out);

/* Applied forces; writes f->wrench and f->effort, zeros if there are none.
 * @return LUDO_OK, LUDO_BAD_ARGUMENT */
ludo_status ludo_forces_applied(generalized_forces *f, const forces_instant *now, acting *out);

/* Springs, dampers and actuators along tendons, added to f->wrench and f->effort. */
void ludo_forces_tendon(generalized_forces *f, const forces_instant *now, acting *out);

/* Drag of the medium, added to f->wrench. */
void ludo_forces_drag(generalized_forces *f, acting *out);

/* Springs and dampers of free joints' translations, added to f->wrench. */
void ludo_forces_tether(generalized_forces *f, acting *out);

#endif
