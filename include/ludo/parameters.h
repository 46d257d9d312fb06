/* SPDX-License-Identifier: Apache-2.0
 *
 * Parameters that change between steps of a simulation: gravity, masses, friction, springs, gains.
 *
 * A model is constant while simulations use it. To change a parameter, copy the model, change the
 * copy, and give it to the simulation:
 *
 *     ludo_model_copy(model, NULL, &heavy);
 *     ludo_model_set_body_inertia(heavy, hand, 1.2, com, inertia);
 *     ludo_sim_set_model(sim, heavy, NULL);
 *
 * The description is not compiled again. A copy costs less than a step; ludo_sim_set_model() costs
 * as much as ludo_sim_create(), since the simulation allocates its memory again. One copy may serve
 * many simulations. Other changes, such as of frames, shapes or meshes, are made in the description
 * (spec.h); the model compiled from it is given to the simulation in the same way. */
#ifndef LUDO_PARAMETERS_H
#define LUDO_PARAMETERS_H

#include "ludo/sim.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Copy a model; the copy does not depend on the original.
 * @param allocator  may be NULL
 * @param out        the copy; NULL unless LUDO_OK is returned
 * @return LUDO_OK, LUDO_BAD_ARGUMENT, LUDO_NO_MEMORY */
LUDO_API ludo_status ludo_model_copy(const ludo_model *model, const ludo_allocator *allocator,
                                     ludo_model **out);

/** Set gravity in the world frame [m/s^2].
 * No simulation, linearizer or ludo_dynamics may have been made of the model, here and below: make
 * new ones of the changed copy.
 * @return LUDO_OK, LUDO_BAD_ARGUMENT (a NULL, not finite) */
LUDO_API ludo_status ludo_model_set_gravity(ludo_model *model, ludo_vec3 gravity);

/** Set the mass of a body [kg], its centre of mass in the body frame [m], and its inertia about the
 * centre of mass in body axes: xx yy zz xy xz yz [kg m^2]. They are those of the body and all
 * bodies merged into it together, as in ludo_body_info.
 * @return LUDO_OK, LUDO_BAD_ARGUMENT (no such body, not finite), LUDO_BAD_MODEL (a mass or an
 *         inertia that no body can have), LUDO_REFUSED (a merged body: set the body that it is
 *         merged into; a body without mass; another centre of mass of a body in a fluid; a body
 *         with an armature of its free joint, or that carries another one with gravity
 *         compensation). Unless LUDO_OK nothing changes, here and below */
LUDO_API ludo_status ludo_model_set_body_inertia(ludo_model *model, int32_t body, double mass,
                                                 ludo_vec3 com, const double inertia[6]);

/** Set spring, damper, armature, range and dry friction along a rate of a joint. The members
 * `effort` and `speed` are kept for readers.
 * @return LUDO_OK, LUDO_BAD_ARGUMENT (no such joint or rate, a number that is not finite or below
 *         zero, a range that is reversed), LUDO_REFUSED (it would add or remove a limit, dry
 *         friction, or a quaternion's spring or armature: compile the description again; or the
 *         rate is not the first of a quaternion) */
LUDO_API ludo_status ludo_model_set_dof(ludo_model *model, int32_t joint, int32_t dof,
                                        const ludo_dof_def *along);

/** Set stiffness [N/m], damping [N s/m] and slack range [m] of a spring.
 * @return LUDO_OK, LUDO_BAD_ARGUMENT (no such spring, a number below zero or not finite, a range
 *         that is reversed) */
LUDO_API ludo_status ludo_model_set_spring(ludo_model *model, int32_t spring, double stiffness,
                                           double damping, const double rest[2]);

/** Set gain and bias of an actuator (ludo_actuator_def).
 * @return LUDO_OK, LUDO_BAD_ARGUMENT (no such actuator, not finite), LUDO_REFUSED: gain or bias are
 *         those of a muscle */
LUDO_API ludo_status ludo_model_set_actuator_gains(ludo_model *model, int32_t actuator, double gain,
                                                   const double bias[3]);

/** Set sliding friction (>= 0) and restitution (0 to 1) of a geom. Pairs with contact parameters of
 * their own (ludo_pair_def) have theirs until the description is compiled again.
 * @return LUDO_OK, LUDO_BAD_ARGUMENT (no such geom, a number out of range), LUDO_REFUSED (no
 *         contact of the geom is simulated) */
LUDO_API ludo_status ludo_model_set_geom_contact(ludo_model *model, int32_t geom, double friction,
                                                 double restitution);

/** Continue a simulation with another model of the same structure: equally many bodies, joints of
 * the same types between the same bodies, equally many loops, springs, actuators, sensors, sites
 * and geoms.
 *
 * Time, coordinates, rates, controls, servos, applied forces, efforts and the sums of work and
 * dissipation stay. Momenta change: they become those of the rates with the new inertia. The energy
 * that the change adds does not count as work. The simulation starts from the knot as after setting
 * a state. Views keep their addresses. Objects made for the old model (linearizers, recorders) do
 * not follow. A state that was saved belongs to the parameters that it was saved with: with others
 * ludo_sim_set_state() refuses it.
 *
 * @param model  must outlive the simulation or its next model
 * @param why    the reason of a refusal; may be NULL
 * @return LUDO_OK, LUDO_BAD_ARGUMENT, LUDO_NO_MEMORY, LUDO_REFUSED (another structure; the
 *         integrator or its options do not take the model), LUDO_UNSUPPORTED, or the status of
 *         the projection of the state; unless LUDO_OK the simulation is unchanged */
LUDO_API ludo_status ludo_sim_set_model(ludo_sim *sim, const ludo_model *model,
                                        ludo_diagnostic *why);

#ifdef __cplusplus
}
#endif
#endif
