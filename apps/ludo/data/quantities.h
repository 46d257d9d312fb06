/* SPDX-License-Identifier: Apache-2.0
 *
 * The scalar quantities of a trajectory: named numbers, one at each knot. The first ones are shown
 * in pages; they belong to the mechanism, its joints and its actuators:
 *
 *     energy kinetic potential springs work dissipated    energy_error
 *     position_violation velocity_violation    momentum.x .y .z    angular_momentum.x .y .z
 *     iterations substeps residual
 *     contact_points contact_force penetration signorini friction_excess dissipation_residual
 *     contact_retries contact_energy
 *     JOINT or JOINT.0 JOINT.1 ...    JOINT.rate or JOINT.rate.0 ...    ACTUATOR.control
 *
 * The others follow from poses and velocities of bodies (names as in a CSV file) and of sites:
 *
 *     BODY.x .y .z .qw .qx .qy .qz .vx .vy .vz .wx .wy .wz    SITE.x .y .z
 *
 * A name that is already in use gets the kind of its owner as a prefix: "site:tip.x". */
#ifndef LUDO_APP_DATA_QUANTITIES_H
#define LUDO_APP_DATA_QUANTITIES_H

#include "data/name_index.h"

#include "ludo/trajectory.h"

/* A quantity. */
typedef struct quantity quantity;
struct quantity {
    const char *name;  /* unique in the trajectory */
    const char *label; /* shown to users */
    const char *group; /* energy error violation momentum solver contact sensor joint rate control
                          body other */
    const char *unit;  /* "" if dimensionless */
    bool decades;      /* shown on a logarithmic axis: magnitudes span decades */

    /* location in a knot; used by ludo_quantity_value() only */
    double (*read)(const quantity *q, const ludo_sample *knot);
    size_t field;    /* offset in the knot */
    int32_t index;   /* in the list at `field`; for a point on a body: the body */
    int32_t axis;    /* for a point: 0 to 2 */
    ludo_vec3 point; /* for a point: position in the body frame */
    char *texts;     /* name and label, owned by the list */
};

/* All quantities of a trajectory; all zero: none. */
typedef struct quantities {
    quantity *all; /* owned */
    int32_t count;
    int32_t paged; /* number of quantities shown in pages: the first ones */
    name_index index;
} quantities;

/* List the quantities of trajectories of a model, with those on demand that a knot has. Prints an
 * error without memory. */
outcome ludo_quantities_list(quantities *q, const ludo_model *model, const ludo_sample *knot);

void ludo_quantities_release(quantities *q);

/* The number of the quantity with a name, or -1. */
int32_t ludo_quantities_find(const quantities *q, split_name name);

/* The value of a quantity at a knot; NaN if it was not recorded. */
double ludo_quantity_value(const quantity *q, const ludo_sample *knot);

#endif
