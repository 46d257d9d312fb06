/* SPDX-License-Identifier: Apache-2.0
 *
 * Scratch of a simulation for reading sensors and efforts of drives. What types of sensors read is
 * in the room sensors.
 */
#ifndef LUDO_SIM_SENSING_H
#define LUDO_SIM_SENSING_H

#include "ludo/dynamics.h"
#include "model/sensor.h"
#include "sim/sim.h"

/* The simulation at the knot, as sensors see it. Pointers are NULL where nothing of the model needs
 * them. */
typedef struct sensing {
    ludo_sim *sim;
    ludo_dynamics *dynamics; /* NULL: the model has fluids */
    double *q, *v, *a;       /* coordinates, rates and accelerations in the order of keyframes */
    double *J;               /* 6 x dof: scratch */
    double *force;           /* per actuator: its force */
    double *effort, *idle;   /* per rate: efforts of all forces, and of those without actuators */
    double *B;               /* dof x actuators: scratch, if actuators act along paths */
    ludo_status accelerations, forces; /* of finding them */
} sensing;

/* Create the scratch of a simulation whose model is set. *out is NULL if neither sensors nor drives
 * need it.
 * @return LUDO_OK, LUDO_NO_MEMORY */
ludo_status ludo_sensing_create(const ludo_model *model, const ludo_allocator *a, sensing **out);

/* Release scratch; NULL is allowed. */
void ludo_sensing_destroy(sensing *s, const ludo_allocator *a);

/* Read all sensors, or one of them (sensors/read.c). */
ludo_status ludo_sensors_read(ludo_sim *sim, double *out);
ludo_status ludo_sensors_read_one(ludo_sim *sim, int32_t sensor, double *out);

/* Whether some actuator acts along a length between points of bodies, so that reading efforts of
 * drives needs the scratch. */
bool ludo_sim_has_path_drives(const ludo_model *m);

/* Read efforts of drives, LUDO_DRIVE_EFFORTS. */
ludo_status ludo_sim_read_drive_efforts(ludo_sim *sim, double *out);

#endif
