/* SPDX-License-Identifier: Apache-2.0
 *
 * Joints inside and outside loops. */
#ifndef LUDO_ASSEMBLY_LOOP_JOINTS_H
#define LUDO_ASSEMBLY_LOOP_JOINTS_H

#include "assembly/kinematics.h"

/* Find the joints that are part of loops (x->inside); at creation. */
void ludo_assembly_mark_loops(const sim_state *state);

/* Freeze the dofs of joints outside loops, and no others. */
void ludo_assembly_freeze_outside(const sim_state *state);

/* Freeze the dofs of a joint, too. */
void ludo_assembly_freeze_joint(const sim_state *state, int32_t joint);

/* Set the given coordinates (x->given) of joints outside loops to zero, which changes no loop.
 * Loops then close alike wherever the root of a mechanism is and however it is rotated. */
void ludo_assembly_zero_outside(const sim_state *state);

/* Restore these coordinates, in any coordinates of all joints. */
void ludo_assembly_restore_outside(const sim_state *state, double *position);

#endif
