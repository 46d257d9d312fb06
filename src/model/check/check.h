/* SPDX-License-Identifier: Apache-2.0
 *
 * Checks of a description: each item by itself, before the mechanism is put together. */
#ifndef LUDO_MODEL_CHECK_CHECK_H
#define LUDO_MODEL_CHECK_CHECK_H

#include "math/mass.h"
#include "model/joint.h"
#include "spec/spec.h"

/* The name of an item in messages: its kind with its name, or with its number. */
typedef struct label {
    char text[128];
} label;

label ludo_label(const char *kind, const char *name, int32_t number);

/* Check every item by itself. Masses are checked later, when merged bodies are known.
 * @return LUDO_OK or LUDO_BAD_MODEL with the reason and the place in `why` */
ludo_status ludo_check_spec(const ludo_spec *spec, ludo_diagnostic *why);

/* Check the joints (check_joints.c). Requires checked bodies. */
ludo_status ludo_check_joints(const ludo_spec *spec, ludo_diagnostic *why);

/* Check closures and couplings (check_joints.c). Requires checked joints. */
ludo_status ludo_check_loops(const ludo_spec *spec, ludo_diagnostic *why);

/* Check meshes and geoms (check_geoms.c). */
ludo_status ludo_check_geoms(const ludo_spec *spec, ludo_diagnostic *why);

/* Check pairs and excluded bodies (check_contacts.c). Requires checked geoms. */
ludo_status ludo_check_contacts(const ludo_spec *spec, ludo_diagnostic *why);

/* Check fluids (check_fluids.c). Requires checked bodies. Bodies that do not move are found later.
 */
ludo_status ludo_check_fluids(const ludo_spec *spec, ludo_diagnostic *why);

/* The problem of the numbers of a contact law, as the rest of a sentence ("has ..."); NULL: none.
 */
const char *ludo_check_contact_law(int32_t condim, const double friction[3], double restitution);

/* Check a spring (check_springs.c). Requires checked joints, sites and geoms. */
ludo_status ludo_check_spring(const ludo_spec *spec, int32_t spring, ludo_diagnostic *why);

/* Check springs and actuators (check_forces.c). Requires checked joints, sites and geoms. */
ludo_status ludo_check_forces(const ludo_spec *spec, ludo_diagnostic *why);

/* Check sensors (check_sensors.c). Requires checked joints, sites, geoms and forces. */
ludo_status ludo_check_sensors(const ludo_spec *spec, ludo_diagnostic *why);

/* The problem of the shape of a site; NULL: none. */
const char *ludo_check_site_shape(const ludo_site_def *s);

/* The problem of a scalar coordinate as the target of a force or a coupling; NULL: none. Requires
 * checked joints. */
const char *ludo_check_coordinate(const ludo_spec *spec, int32_t joint, int32_t dof);

/* Check gain, bias and activation dynamics of an actuator. @return LUDO_OK, LUDO_BAD_MODEL */
ludo_status ludo_check_actuator_laws(const ludo_actuator_def *a, label thing, ludo_diagnostic *why);

/* The problem of the bodies, frames and axes of a joint; NULL: none. */
const char *ludo_check_joint_place(const ludo_spec *spec, const ludo_joint_def *j,
                                   const joint_kind *kind);

/* True if the body exists or is the world. */
static inline bool is_body_or_world(const ludo_spec *spec, int32_t body)
{
    return body == LUDO_WORLD || (body >= 0 && body < spec->bodies.count);
}

/* Report the problem of an item at its place; `problem` NULL: there is none.
 * @return LUDO_OK or LUDO_BAD_MODEL */
ludo_status ludo_check_report(ludo_diagnostic *why, ludo_place place, label thing,
                              const char *problem);

/* The precision of numbers in files: angles below it count as zero, lengths with a smaller relative
 * difference as equal. */
extern const double ludo_check_digits;

/* The end of a message about a mass or an inertia that ludo_spec_repair() replaces. */
extern const char ludo_check_cure[];

/* The problem of the mass and inertia of a body that moves; NULL: none. */
const char *ludo_check_inertia(const mass_properties *m);

/* True if the principal moments of an inertia violate a triangle inequality by so little that the
 * inertia is accepted with a warning. */
bool ludo_check_inertia_is_borderline(sym3 J);

/* True if all numbers are finite and the orientation, of any length, can be normalised. */
static inline bool frame_finite(const ludo_frame *f)
{
    return v3_finite(f->position) && isfinite(q_dot(f->orientation, f->orientation));
}

/* The child's frame in the parent's where all coordinates are at their references. */
static inline ludo_frame joint_reference_frame(const ludo_joint_def *j)
{
    return frame_mul(frame_clean(j->in_parent), frame_inverse(frame_clean(j->in_child)));
}

/* True if a joint can be a part of a composite joint: a hinge or a slide. */
static inline bool joint_def_is_free(const ludo_joint_def *j)
{
    return ludo_joint_kind_find(j->type)->dof == JOINT_MAX_DOF;
}

static inline bool joint_can_be_part(const ludo_joint_def *j)
{
    return ludo_joint_kind_find(j->type)->dof == 1;
}

/* The first of the three rates that belong to the quaternion of a joint type; dof without a
 * quaternion. */
static inline int32_t kind_first_ball_rate(const joint_kind *kind)
{
    return kind->position_count > kind->dof ? kind->dof - 3 : kind->dof;
}

/* Whether all rates of a joint are those of a quaternion, or of a free joint. */
static inline bool kind_is_ball_or_free(const joint_kind *kind)
{
    return kind->dof == JOINT_MAX_DOF || (kind->dof == 3 && kind_first_ball_rate(kind) == 0);
}

/* The problem of the numbers along a degree of freedom, as the rest of a sentence; NULL: none. */
const char *ludo_check_dof(const ludo_dof_def *d);

/* True if a spring, a damper or an armature acts along a degree of freedom. */
static inline bool dof_acts(const ludo_dof_def *d)
{
    return d->stiffness != 0.0 || d->damping != 0.0 || d->armature != 0.0;
}

/* True if the spring or damper along a rate is not linear. */
static inline bool joint_is_curved(const ludo_joint_def *j, int32_t rate)
{
    const double *k = j->stiffness_curve[rate], *d = j->damping_curve[rate];
    return k[0] != 0.0 || k[1] != 0.0 || d[0] != 0.0 || d[1] != 0.0;
}

static inline bool dof_has_spring_or_damper(const ludo_dof_def *d)
{
    return d->stiffness != 0.0 || d->damping != 0.0;
}

#endif
