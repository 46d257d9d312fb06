/* SPDX-License-Identifier: Apache-2.0
 *
 * The options of the maximal integrator: the values of the settings, and the combinations of them
 * that a model allows. */
#ifndef LUDO_INTEGRATORS_MAXIMAL_OPTIONS_H
#define LUDO_INTEGRATORS_MAXIMAL_OPTIONS_H

#include "integrators/maximal/maximal.h"

/* Check the settings for a model, and write the defaults of those that are not given. @return
 * LUDO_OK, LUDO_REFUSED with the reason in `why` */
ludo_status ludo_maximal_options_accept(const ludo_model *model, sim_settings *s,
                                        ludo_diagnostic *why);

/* The rotation update of settings; default exponential, for order 1 quaternion (as published). NULL
 * if there is none of that name. */
const rotation_update *ludo_maximal_options_rotation(const sim_settings *s);

/* The solver of the linear system; s NULL: the default. NULL if there is none of that name. */
const linear_solver_kind *ludo_maximal_options_direction(const sim_settings *s);

/* How accepted settings distribute a damper's impulse. */
damping_split ludo_maximal_options_damping(const sim_settings *s);

#endif
