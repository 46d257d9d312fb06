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

/* Check everything.
 * @return LUDO_OK or LUDO_BAD_MODEL with the reason and the place in `why` */
ludo_status ludo_check_spec(const ludo_spec *spec, ludo_diagnostic *why);

/* What is wrong with what acts along a joint of a kind, or NULL (check_forces.c). */
const char *ludo_check_along(const ludo_joint_def *j, const joint_kind *kind);

/* What is wrong with a joint as the continuation of the one before it, or NULL (check_forces.c). */
const char *ludo_check_continues(const ludo_spec *spec, int32_t joint);

/* Check every spring and actuator (check_forces.c). @return as ludo_check_spec() */
ludo_status ludo_check_forces(const ludo_spec *spec, ludo_diagnostic *why);

/* Whether the principal moments of J (xx yy zz xy xz yz) violate a triangle inequality, by so
 * little that it is told but accepted (see ludo_check_spec). */
bool ludo_check_inertia_is_borderline(const double J[6]);

#endif
