/* SPDX-License-Identifier: Apache-2.0
 *
 * Bodies that stay at t_k while the others make an interval [contact.md 4.4]. Their velocities are
 * zero in that interval, so that forces on them do no work; what accepting the interval changes of
 * them is restored. They are whole groups: bodies that joints, loops and tendons connect. */
#ifndef LUDO_INTEGRATORS_MAXIMAL_HOLD_H
#define LUDO_INTEGRATORS_MAXIMAL_HOLD_H

#include "integrators/maximal/maximal.h"

/* No body is held. */
void ludo_maximal_hold_nothing(maximal *x, const ludo_model *m);

/* All bodies are held, at a knot without contacts of this step. */
void ludo_maximal_hold_all(maximal *x, const ludo_model *m);

/* The iterate of the bodies held: velocities zero, stored coordinates those of t_k. */
void ludo_maximal_hold_iterate(maximal *x, const sim_state *state);

/* The direction of the bodies held: zero. */
void ludo_maximal_hold_direction(maximal *x, const ludo_model *m);

/* A body of a tendon, and one that an actuator acts on, of those that move together; -1: there is
 * none. */
int32_t ludo_maximal_hold_tendon_body(const maximal *x, const ludo_model *m, int32_t tendon);
int32_t ludo_maximal_hold_actuator_body(const maximal *x, const ludo_model *m, int32_t actuator);

/* After an interval was accepted: the bodies held have at the new knot what they have in a copy of
 * the kept memory, which begins like the state's. */
void ludo_maximal_hold_restore(maximal *x, sim_state *state, const char *copy);

#endif
