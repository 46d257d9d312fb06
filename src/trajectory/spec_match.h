/* SPDX-License-Identifier: Apache-2.0
 *
 * Comparison of a spec with a model. */
#ifndef LUDO_TRAJECTORY_SPEC_MATCH_H
#define LUDO_TRAJECTORY_SPEC_MATCH_H

#include "ludo/model.h"
#include "trajectory/h5.h"

/* Check that a spec is the one from which a model was compiled.
 *  @return LUDO_OK, LUDO_BAD_ARGUMENT, LUDO_NO_MEMORY */
ludo_status ludo_spec_match(const h5_file *f, const ludo_spec *spec, const ludo_model *model);

#endif
