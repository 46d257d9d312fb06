/* SPDX-License-Identifier: Apache-2.0
 *
 * Specs in files: group "spec". */
#ifndef LUDO_TRAJECTORY_SPEC_FILE_H
#define LUDO_TRAJECTORY_SPEC_FILE_H

#include "ludo/model.h"
#include "ludo/spec.h"
#include "trajectory/h5.h"

/* Write a whole spec. */
ludo_status ludo_spec_file_write(const h5_file *f, const ludo_spec *spec);

/* Read a spec; NULL unless LUDO_OK is returned. */
ludo_status ludo_spec_file_read(const h5_file *f, ludo_spec **out);

/* Check that a spec is the one from which a model was compiled.
 * @return LUDO_OK, LUDO_BAD_ARGUMENT, LUDO_NO_MEMORY */
ludo_status ludo_spec_file_match(const h5_file *f, const ludo_spec *spec, const ludo_model *model);

#endif
