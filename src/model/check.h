/* SPDX-License-Identifier: Apache-2.0
 *
 * Whether a description can be a mechanism: each thing by itself, before they are put together. */
#ifndef LUDO_MODEL_CHECK_H
#define LUDO_MODEL_CHECK_H

#include "model/joint.h"
#include "model/spec.h"

/* What to call a thing in messages: its kind with its name, or with its number. */
typedef struct label {
    char text[128];
} label;

label ludo_label(const char *kind, const char *name, int32_t number);

/* Check every body, joint, site, spring, actuator and keyframe.
 * @return LUDO_OK or LUDO_BAD_MODEL with the reason and the place in `why` */
ludo_status ludo_check_spec(const ludo_spec *spec, ludo_diagnostic *why);

/* The joints alone (check_joints.c); bodies are sound. */
ludo_status ludo_check_joints(const ludo_spec *spec, ludo_diagnostic *why);

/* Springs and actuators alone (check_forces.c); joints and sites are sound. */
ludo_status ludo_check_forces(const ludo_spec *spec, ludo_diagnostic *why);

/* Say what is wrong with a thing, where something is; `problem` NULL: nothing.
 * @return LUDO_OK or LUDO_BAD_MODEL */
ludo_status ludo_check_report(ludo_diagnostic *why, ludo_place place, label thing,
                              const char *problem);

/* Whether the principal moments of J (xx yy zz xy xz yz) violate a triangle inequality, by so
 * little that it is told but accepted (see ludo_check_spec). */
bool ludo_check_inertia_is_borderline(const double J[6]);

static inline bool all_finite(const double *numbers, int32_t count)
{
    for (int32_t i = 0; i < count; i++) {
        if (!isfinite(numbers[i])) {
            return false;
        }
    }
    return true;
}

/* Also whether the orientation, of any length, has one that can be computed. */
static inline bool frame_finite(const ludo_frame *f)
{
    return v3_finite(f->position) && isfinite(q_dot(f->orientation, f->orientation));
}

/* The orientation normalised; the identity where it is zero. */
static inline ludo_frame frame_clean(ludo_frame f)
{
    f.orientation =
        q_dot(f.orientation, f.orientation) > 0.0 ? q_normalized(f.orientation) : q_identity();
    return f;
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
