/* SPDX-License-Identifier: Apache-2.0
 *
 * Descriptions in files: group "spec". */
#ifndef LUDO_TRAJECTORY_SPEC_FILE_H
#define LUDO_TRAJECTORY_SPEC_FILE_H

#include "ludo/spec.h"
#include "trajectory/h5.h"

/* Write all of a description. */
ludo_status ludo_spec_file_write(const h5_file *f, const ludo_spec *spec);

/* Read it into a new one; NULL unless LUDO_OK is returned. */
ludo_status ludo_spec_file_read(const h5_file *f, ludo_spec **out);

#endif
