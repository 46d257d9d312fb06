/* SPDX-License-Identifier: Apache-2.0
 *
 * Whether a description can be a mechanism: each thing by itself, before they are put together. */
#ifndef LUDO_MODEL_CHECK_H
#define LUDO_MODEL_CHECK_H

#include "math/mass.h"
#include "model/joint.h"
#include "spec/spec.h"

/* What to call a thing in messages: its kind with its name, or with its number. */
typedef struct label {
    char text[128];
} label;

label ludo_label(const char *kind, const char *name, int32_t number);

/* Check every thing by itself. What bodies weigh is checked when it is known which are merged.
 * @return LUDO_OK or LUDO_BAD_MODEL with the reason and the place in `why` */
ludo_status ludo_check_spec(const ludo_spec *spec, ludo_diagnostic *why);

/* The joints alone (check_joints.c); bodies are sound. */
ludo_status ludo_check_joints(const ludo_spec *spec, ludo_diagnostic *why);

/* Closures and couplings alone (check_loops.c); joints are sound. */
ludo_status ludo_check_loops(const ludo_spec *spec, ludo_diagnostic *why);

/* Meshes and geoms alone (check_geoms.c). */
ludo_status ludo_check_geoms(const ludo_spec *spec, ludo_diagnostic *why);

/* Pairs and excluded bodies alone (check_contacts.c); geoms are sound. */
ludo_status ludo_check_contacts(const ludo_spec *spec, ludo_diagnostic *why);

/* Fluids alone (check_fluids.c); bodies are sound. Which of these move is not known yet. */
ludo_status ludo_check_fluids(const ludo_spec *spec, ludo_diagnostic *why);

/* What is wrong with the numbers of a contact; NULL: nothing. */
const char *ludo_check_contact_law(int32_t condim, double friction, double restitution);

/* Springs and actuators alone (check_forces.c); joints and sites are sound. */
ludo_status ludo_check_forces(const ludo_spec *spec, ludo_diagnostic *why);

/* What is wrong with a scalar coordinate being there to act along or to be coupled; NULL: nothing.
 * Joints are sound. */
const char *ludo_check_coordinate(const ludo_spec *spec, int32_t joint, int32_t dof);

/* What is wrong with the bodies that a joint joins, with its frames and axes; NULL: nothing. */
const char *ludo_check_joint_place(const ludo_spec *spec, const ludo_joint_def *j,
                                   const joint_kind *kind);

/* Whether there is such a body, or it is the world. */
static inline bool is_body_or_world(const ludo_spec *spec, int32_t body)
{
    return body == LUDO_WORLD || (body >= 0 && body < spec->bodies.count);
}

/* Say what is wrong with a thing, where something is; `problem` NULL: nothing.
 * @return LUDO_OK or LUDO_BAD_MODEL */
ludo_status ludo_check_report(ludo_diagnostic *why, ludo_place place, label thing,
                              const char *problem);

/* What the digits of files leave of angles that should be zero and of equal lengths. */
extern const double ludo_check_digits;

/* What is wrong with what a body weighs, which moves; NULL: nothing. */
const char *ludo_check_inertia(const mass_properties *m);

/* Whether the principal moments of an inertia violate a triangle inequality, by so little that it
 * is told but accepted. */
bool ludo_check_inertia_is_borderline(sym3 J);

/* Also whether the orientation, of any length, has one that can be computed. */
static inline bool frame_finite(const ludo_frame *f)
{
    return v3_finite(f->position) && isfinite(q_dot(f->orientation, f->orientation));
}

/* The child's frame in the parent's where all coordinates are at their references. */
static inline ludo_frame joint_stand(const ludo_joint_def *j)
{
    return frame_mul(frame_clean(j->in_parent), frame_inverse(frame_clean(j->in_child)));
}

/* Whether a joint can be one of several that make a composite one: a hinge or a slide. */
static inline bool joint_can_be_part(const ludo_joint_def *j)
{
    return ludo_joint_kind_find(j->type)->dof == 1;
}

/* The first of the three rates that belong to the quaternion of a joint type; dof without one. */
static inline int32_t kind_turn(const joint_kind *kind)
{
    return kind->position_count > kind->dof ? kind->dof - 3 : kind->dof;
}

/* Whether anything but a limit acts along a degree of freedom. */
static inline bool dof_acts(const ludo_dof_def *d)
{
    return d->stiffness != 0.0 || d->damping != 0.0 || d->armature != 0.0;
}

#endif
