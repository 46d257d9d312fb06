/* SPDX-License-Identifier: Apache-2.0
 *
 * Whether a description is that of a model. */
#ifndef LUDO_TRAJECTORY_SPEC_MATCH_H
#define LUDO_TRAJECTORY_SPEC_MATCH_H

#include "ludo/model.h"
#include "trajectory/h5.h"

/* See to it that a description is what a model was compiled from.
 * @return LUDO_OK, LUDO_BAD_ARGUMENT, LUDO_NO_MEMORY */
ludo_status ludo_spec_match(const h5_file *f, const ludo_spec *spec, const ludo_model *model);

#endif
