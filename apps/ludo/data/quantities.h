/* SPDX-License-Identifier: Apache-2.0
 *
 * The scalar quantities of a trajectory: what has one number at every knot, by name. First come
 * those that a page holds, of the whole mechanism, of its joints and of its actuators:
 *
 *     energy kinetic potential springs work dissipated    energy_error
 *     position_violation velocity_violation    momentum.x .y .z    angular_momentum.x .y .z
 *     iterations substeps residual
 *     contact_points contact_force penetration signorini friction_excess dissipation_residual
 *     contact_retries
 *     JOINT or JOINT.0 JOINT.1 ...    JOINT.rate or JOINT.rate.0 ...    ACTUATOR.control
 *
 * then those of what poses tell, bodies as in a CSV with their columns, and sites:
 *
 *     BODY.x .y .z .qw .qx .qy .qz .vx .vy .vz .wx .wy .wz    SITE.x .y .z
 *
 * A name that is another quantity's already has what it belongs to in front: "site:tip.x". */
#ifndef LUDO_APP_DATA_QUANTITIES_H
#define LUDO_APP_DATA_QUANTITIES_H

#include "data/name_index.h"

#include "ludo/trajectory.h"

/* A quantity. */
typedef struct quantity quantity;
struct quantity {
    const char *name;  /* unique in the trajectory */
    const char *label; /* for people */
    const char
        *group; /* energy error violation momentum solver contact joint rate control body other */
    const char *unit; /* "" where there is none */
    bool decades;     /* whether sizes differ by decades, so that an axis is logarithmic */

    /* where it is: asked by ludo_quantity_value() alone */
    double (*read)(const quantity *q, const ludo_knot *knot);
    size_t field;    /* offset in the knot */
    int32_t index;   /* in the list there; of a point on a body: the body */
    int32_t axis;    /* of such a point: 0 to 2 */
    ludo_vec3 point; /* likewise: in the body frame */
    char *texts;     /* name and label, owned by the list */
};

/* All quantities of a trajectory; all zero: none. */
typedef struct quantities {
    quantity *all; /* owned */
    int32_t count;
    int32_t paged; /* how many of them a page holds, the first ones */
    name_index index;
} quantities;

/* List the quantities of trajectories of a model. Says where memory runs out. */
outcome ludo_quantities_list(quantities *q, const ludo_model *model);

void ludo_quantities_release(quantities *q);

/* The number of the quantity of that name, or -1. */
int32_t ludo_quantities_find(const quantities *q, split_name name);

/* What a quantity is at a knot; not a number where it couldn't be read. */
double ludo_quantity_value(const quantity *q, const ludo_knot *knot);

#endif
