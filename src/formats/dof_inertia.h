/* SPDX-License-Identifier: Apache-2.0
 *
 * How a mechanism gives way to forces at its joints, in the pose where all of them are at their
 * references: what is said relative to inertia in a file needs that. */
#ifndef LUDO_FORMATS_DOF_INERTIA_H
#define LUDO_FORMATS_DOF_INERTIA_H

#include "core/memory.h"
#include "ludo/spec.h"

typedef struct response response;

/* Of a description whose joints are fixed, hinge, slide, ball or free, those of a body together and
 * after those of its parent. Closures and couplings are not looked at. O(bodies + joints).
 * @return LUDO_OK, LUDO_NO_MEMORY */
ludo_status ludo_response_create(const ludo_spec *spec, const ludo_allocator *a, response **out);

/* NULL is allowed. */
void ludo_response_destroy(response *r, const ludo_allocator *a);

/* Add to the force at a part of a joint, one rate of it [N m, N]. Those of balls are turns about
 * the world's axes. */
void ludo_response_push(response *r, int32_t joint, int32_t part, double force);

/* f . M^-1 f of the forces f that were added, which are taken away: how fast the point that they
 * push together gets away per unit of force [1/(kg m^2), 1/kg]. 0 where nothing pushed has
 * inertia. O(bodies + joints). */
double ludo_response_yield(response *r);

#endif
