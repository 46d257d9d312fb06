/* SPDX-License-Identifier: Apache-2.0
 *
 * Inertia that degrees of freedom see, with all joints at their references: files give some
 * stiffnesses and dampings relative to it. */
#ifndef LUDO_FORMATS_DOF_INERTIA_H
#define LUDO_FORMATS_DOF_INERTIA_H

#include "core/memory.h"
#include "ludo/spec.h"

typedef struct dof_inertia dof_inertia;

/* For a spec whose joints are of type fixed, hinge, slide, ball or free, those of one body in
 * sequence and after those of its parent. Closures and couplings are ignored. O(bodies + joints).
 * @return LUDO_OK, LUDO_NO_MEMORY */
ludo_status ludo_dof_inertia_create(const ludo_spec *spec, const ludo_allocator *a,
                                    dof_inertia **out);

/* NULL is allowed. */
void ludo_dof_inertia_destroy(dof_inertia *r, const ludo_allocator *a);

/* Add to the force at the dof `part` of a joint [N m, N]. Forces of balls are moments about the
 * world's axes. */
void ludo_dof_inertia_add_force(dof_inertia *r, int32_t joint, int32_t part, double force);

/* f . M^-1 f of the forces f that were added, which are reset: the acceleration along f per unit of
 * force, an inverse inertia [1/(kg m^2), 1/kg]. 0 if no loaded dof has inertia. O(bodies +
 * joints). */
double ludo_dof_inertia_inverse(dof_inertia *r);

/* The norm of all accelerations M^-1 f of the last ludo_dof_inertia_inverse(). */
double ludo_dof_inertia_acceleration(const dof_inertia *r);

#endif
