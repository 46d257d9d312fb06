/* SPDX-License-Identifier: Apache-2.0
 *
 * Drag of a viscous medium of uniform density around the bodies: its elements, one for each body or
 * geom, and the table of operations of a kind of element. A medium without density and viscosity
 * has no elements. */
#ifndef LUDO_MODEL_DRAG_H
#define LUDO_MODEL_DRAG_H

#include "ludo/definitions.h"
#include "math/quat.h"

typedef struct drag_kind drag_kind;

/* An element: a frame on a slot, in whose axes and about whose origin its law is given. */
typedef struct drag_data {
    const drag_kind *kind;
    int32_t slot, body; /* body: public number, for messages */
    ludo_vec3 center;   /* from the centre of mass of the slot, body axes */
    mat3 axes;          /* of the element in the body */
    double size[3];     /* box: sides; ellipsoid: half axes [m] */
    double coefficient[5];
    double added_mass[3], added_inertia[3]; /* of an ellipsoid, at density 1 */
} drag_data;

/* A kind of element: force (n, f) on the element at the velocity (w, v) of its origin relative to
 * the medium, in its axes; and D, 6 x 6, the derivative of the force by the velocity (NULL: not
 * wanted). */
struct drag_kind {
    const char *name;
    void (*force)(const drag_data *d, const ludo_medium *m, const double V[6], double F[6],
                  double D[36]);
};

/* Implemented in the room drag. */
extern const drag_kind ludo_drag_box, ludo_drag_ellipsoid;

#endif
