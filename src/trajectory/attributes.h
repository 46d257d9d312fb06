/* SPDX-License-Identifier: Apache-2.0
 *
 * Structs as attributes of an HDF5 group: one per field. */
#ifndef LUDO_TRAJECTORY_ATTRIBUTES_H
#define LUDO_TRAJECTORY_ATTRIBUTES_H

#include "trajectory/field.h"
#include "trajectory/h5.h"

/* Write all fields of a struct as attributes of a group ("/": the root), replacing existing
 * ones. */
ludo_status ludo_attributes_write(const h5_file *f, const char *group, const record *r,
                                  const void *from);

/* Read them. Texts point into *texts, which the caller frees, also after a failure. */
ludo_status ludo_attributes_read(const h5_file *f, const char *group, const record *r, void *to,
                                 char **texts);

#endif
