/* SPDX-License-Identifier: Apache-2.0
 *
 * Readers of quantities, for the table in quantities.c. `out` has room for the quantity.
 * @return as ludo_sim_get() */
#ifndef LUDO_SIM_READ_QUANTITIES_H
#define LUDO_SIM_READ_QUANTITIES_H

#include "sim/sim.h"

ludo_status ludo_sim_read_positions(ludo_sim *sim, double *out);
ludo_status ludo_sim_read_velocities(ludo_sim *sim, double *out);
ludo_status ludo_sim_read_accelerations(ludo_sim *sim, double *out);
ludo_status ludo_sim_read_joint_efforts(ludo_sim *sim, double *out);
ludo_status ludo_sim_read_servo_efforts(ludo_sim *sim, double *out);
ludo_status ludo_sim_read_stop_forces(ludo_sim *sim, double *out);
ludo_status ludo_sim_read_controls(ludo_sim *sim, double *out);
ludo_status ludo_sim_read_activations(ludo_sim *sim, double *out);
ludo_status ludo_sim_read_actuator_forces(ludo_sim *sim, double *out);
ludo_status ludo_sim_read_body_poses(ludo_sim *sim, double *out);
ludo_status ludo_sim_read_body_velocities(ludo_sim *sim, double *out);
ludo_status ludo_sim_read_contact_forces(ludo_sim *sim, double *out);
ludo_status ludo_sim_read_site_poses(ludo_sim *sim, double *out);
ludo_status ludo_sim_read_site_velocities(ludo_sim *sim, double *out);
ludo_status ludo_sim_read_energies(ludo_sim *sim, double *out);

#endif
