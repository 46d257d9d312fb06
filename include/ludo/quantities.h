/* SPDX-License-Identifier: Apache-2.0
 *
 * The state of a whole simulation in one call: arrays over all joints, bodies or actuators.
 *
 * Coordinates and rates are in the order of keyframes: those of a joint begin at its
 * position_first and velocity_first (model.h). Bodies and actuators are in the order of their
 * numbers. All quantities are those of the knot. ludo_sim_x() reads one element (sim.h),
 * ludo_sim_get_xs() all of them.
 *
 * `count` is the length of the caller's array in numbers and has to be the length of the quantity:
 * another one is refused, so that an array of the wrong model is never written or read. */
#ifndef LUDO_QUANTITIES_H
#define LUDO_QUANTITIES_H

#include "ludo/sim.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The quantities. nq: ludo_model_position_count(), nv: ludo_model_dof(). */
typedef enum ludo_quantity {
    LUDO_POSITIONS,       /* nq: coordinates of joints [rad, m; quaternions w x y z] */
    LUDO_VELOCITIES,      /* nv: rates of joints [rad/s, m/s] */
    LUDO_ACCELERATIONS,   /* nv: derivatives of these rates [rad/s^2, m/s^2] */
    LUDO_CONTROLS,        /* per actuator: its control, as it was set */
    LUDO_ACTUATOR_FORCES, /* per actuator: its force, as in ludo_tendon_state [N, N m] */
    LUDO_JOINT_EFFORTS,   /* nv: efforts that the user applies along the rates [N m, N] */
    LUDO_STOP_FORCES,     /* nv: of limits and dry friction, as ludo_sim_stop_force() [N m, N] */
    LUDO_BODY_POSES,      /* per body 7: origin of its frame [m], orientation w x y z */
    LUDO_BODY_VELOCITIES, /* per body 6: of the centre of mass, world frame [m/s]; angular, body
                             frame [rad/s] */
    LUDO_CONTACT_FORCES,  /* per body 6: sum of the forces of its contacts in the last step or
                             substep, world frame [N]; their torque about the centre of mass at the
                             knot, body frame [N m]. Each body has the contacts of its own geoms
                             only, merged or not, about its own centre of mass */
    LUDO_SERVO_EFFORTS,   /* nv: kp (target - q) - kd v of servos along the rates [N m, N] */
    LUDO_SENSORS,         /* numbers of all sensors in order: those of a sensor begin at its `first`
                             (ludo_sensor_info) */
    LUDO_ACTIVATIONS,     /* per actuator with activation dynamics: its activation at the knot */
    LUDO_DRIVE_EFFORTS,   /* nv: what servos and actuators exert together along the rates at the
                             knot, effort limits applied [N m, N] */
    LUDO_SITE_POSES,      /* per site 7: origin of its frame [m], orientation w x y z */
    LUDO_SITE_VELOCITIES, /* per site 6: of its origin, world frame [m/s]; angular, site frame
                             [rad/s] */
    LUDO_ENERGIES,        /* 6: kinetic, potential, springs, work, dissipated, contact, as in
                             ludo_energy [J] */
    LUDO_QUANTITY_COUNT   /* number of quantities */
} ludo_quantity;

/** The length of a quantity in numbers; 0 for NULL or an unknown quantity. */
LUDO_API int32_t ludo_model_quantity_count(const ludo_model *model, ludo_quantity quantity);

/** Read a quantity.
 * @return LUDO_OK, LUDO_BAD_ARGUMENT (a NULL, an unknown quantity, a wrong count), or the status of
 *         the projection; of accelerations also that of ludo_sim_reaction() */
LUDO_API ludo_status ludo_sim_get(ludo_sim *sim, ludo_quantity quantity, double *out,
                                  int32_t count);

/** Set a quantity: coordinates, rates, controls, activations or efforts, as the functions below.
 * @return as these; LUDO_REFUSED: the quantity can only be read */
LUDO_API ludo_status ludo_sim_set(ludo_sim *sim, ludo_quantity quantity, const double *in,
                                  int32_t count);

/** Whether a quantity can be set; false for an unknown one. */
LUDO_API bool ludo_quantity_settable(ludo_quantity quantity);

/** Read coordinates of all joints. @return as ludo_sim_get() */
LUDO_API ludo_status ludo_sim_get_positions(ludo_sim *sim, double *q, int32_t count);

/** Read rates of all joints. @return as ludo_sim_get() */
LUDO_API ludo_status ludo_sim_get_velocities(ludo_sim *sim, double *v, int32_t count);

/** Read accelerations of all joints: the derivatives of their rates, contacts included.
 *
 * Integrators in joint coordinates evaluate forward dynamics at the knot. Integrator maximal
 * differentiates the velocities of the intervals before and after the knot, of which it solves the
 * second without taking it, as for ludo_sim_reaction(): order 2, at a start order 1.
 * @return as ludo_sim_get(); LUDO_SINGULAR in gimbal lock of hinges that are solved as a ball */
LUDO_API ludo_status ludo_sim_get_accelerations(ludo_sim *sim, double *a, int32_t count);

/** Read the controls of all actuators. @return as ludo_sim_get() */
LUDO_API ludo_status ludo_sim_get_controls(ludo_sim *sim, double *u, int32_t count);

/** Read the activations at the knot, one per actuator with activation dynamics, in their order.
 * @return as ludo_sim_get() */
LUDO_API ludo_status ludo_sim_get_activations(ludo_sim *sim, double *activation, int32_t count);

/** Read the forces of all actuators. @return as ludo_sim_get() */
LUDO_API ludo_status ludo_sim_get_actuator_forces(ludo_sim *sim, double *force, int32_t count);

/** Read the efforts that the user applies. @return as ludo_sim_get() */
LUDO_API ludo_status ludo_sim_get_joint_efforts(ludo_sim *sim, double *effort, int32_t count);

/** Read forces of limits and dry friction along all rates. @return as ludo_sim_get() */
LUDO_API ludo_status ludo_sim_get_stop_forces(ludo_sim *sim, double *force, int32_t count);

/** Read what servos exert along all rates at the knot: kp (target - q) - kd v, 0 where there is no
 * servo (ludo_sim_set_servo()). Within a step the effort follows the motion.
 * @return as ludo_sim_get() */
LUDO_API ludo_status ludo_sim_get_servo_efforts(ludo_sim *sim, double *effort, int32_t count);

/** Read what servos and actuators exert along all rates at the knot, at its controls and
 * activations: their sum along each coordinate, within its effort limit (ludo_dof_def), and
 * actuators along paths by their moment arms. Within a step the efforts follow the motion.
 * @return as ludo_sim_get() */
LUDO_API ludo_status ludo_sim_get_drive_efforts(ludo_sim *sim, double *effort, int32_t count);

/** Read poses of all bodies, 7 numbers each. @return as ludo_sim_get() */
LUDO_API ludo_status ludo_sim_get_body_poses(ludo_sim *sim, double *poses, int32_t count);

/** Read velocities of all bodies, 6 numbers each. @return as ludo_sim_get() */
LUDO_API ludo_status ludo_sim_get_body_velocities(ludo_sim *sim, double *velocities, int32_t count);

/** Read poses of all sites, 7 numbers each. @return as ludo_sim_get() */
LUDO_API ludo_status ludo_sim_get_site_poses(ludo_sim *sim, double *poses, int32_t count);

/** Read velocities of all sites, 6 numbers each. @return as ludo_sim_get() */
LUDO_API ludo_status ludo_sim_get_site_velocities(ludo_sim *sim, double *velocities, int32_t count);

/** Read the 6 energies of ludo_energy. @return as ludo_sim_energy() */
LUDO_API ludo_status ludo_sim_get_energies(ludo_sim *sim, double *energies, int32_t count);

/** Read the contact forces on all bodies, 6 numbers each. @return as ludo_sim_get() */
LUDO_API ludo_status ludo_sim_get_contact_forces(ludo_sim *sim, double *wrench, int32_t count);

/** Read all sensors. @return as ludo_sim_sensor() */
LUDO_API ludo_status ludo_sim_get_sensors(ludo_sim *sim, double *values, int32_t count);

/** Move all joints to given coordinates; rates of all joints stay. Quaternions are normalised. The
 * next reading or step closes loops and moves joints onto their limits (ludo_sim_project()).
 * O(bodies)
 * @return LUDO_OK, LUDO_BAD_ARGUMENT (also: a number that is not finite, a zero quaternion), or the
 *         status of the projection of the state before. Unless LUDO_OK nothing changes */
LUDO_API ludo_status ludo_sim_set_positions(ludo_sim *sim, const double *q, int32_t count);

/** Set the rates of all joints; coordinates stay. O(bodies)
 * @return LUDO_OK, LUDO_BAD_ARGUMENT (also: a number that is not finite) */
LUDO_API ludo_status ludo_sim_set_velocities(ludo_sim *sim, const double *v, int32_t count);

/** Set the controls of all actuators. @return LUDO_OK, LUDO_BAD_ARGUMENT */
LUDO_API ludo_status ludo_sim_set_controls(ludo_sim *sim, const double *u, int32_t count);

/** Set the activations at the knot. A number beyond the range of its actuator counts until the next
 * step, which brings it to the nearest end. @return LUDO_OK, LUDO_BAD_ARGUMENT */
LUDO_API ludo_status ludo_sim_set_activations(ludo_sim *sim, const double *activation,
                                              int32_t count);

/** Set the efforts along all rates (ludo_sim_set_joint_effort()). @return LUDO_OK,
 * LUDO_BAD_ARGUMENT */
LUDO_API ludo_status ludo_sim_set_joint_efforts(ludo_sim *sim, const double *effort, int32_t count);

/** A read-only view of a quantity, for bindings: refreshes the simulation's own copy and returns
 * its address, which is the same during the life of the simulation. The numbers are those of this
 * call until the next one for the same quantity.
 * @param data   unless NULL: the address; NULL if the quantity is empty
 * @param count  unless NULL: the length in numbers
 * @return as ludo_sim_get(); the address and the length are written whenever sim and quantity are
 *         valid */
LUDO_API ludo_status ludo_sim_view(ludo_sim *sim, ludo_quantity quantity, const double **data,
                                   int32_t *count);

#ifdef __cplusplus
}
#endif
#endif
