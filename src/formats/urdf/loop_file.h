/* SPDX-License-Identifier: Apache-2.0
 *
 * Files of loops beside a model, whose format knows nothing of them. */
#ifndef LUDO_FORMATS_URDF_LOOP_FILE_H
#define LUDO_FORMATS_URDF_LOOP_FILE_H

#include "ludo/spec.h"

/* Add the loops that a file tells to a description that was read, and keep joints as it says.
 * @return LUDO_OK, LUDO_NO_MEMORY, LUDO_IO, LUDO_PARSE, LUDO_BAD_MODEL (names of nothing): with the
 *         place in `why` */
ludo_status ludo_sidecar_read(const char *path, ludo_spec *spec, ludo_diagnostic *why);

/* As above, from `length` bytes of memory; `file` stands for the file in messages. */
ludo_status ludo_sidecar_parse(const char *text, size_t length, const char *file, ludo_spec *spec,
                               ludo_diagnostic *why);

#endif
