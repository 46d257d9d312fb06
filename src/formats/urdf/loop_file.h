/* SPDX-License-Identifier: Apache-2.0
 *
 * Loop files: loops of a model whose format cannot express them. */
#ifndef LUDO_FORMATS_URDF_LOOP_FILE_H
#define LUDO_FORMATS_URDF_LOOP_FILE_H

#include "ludo/spec.h"

/* Add the loops of a file to a spec that was read, replace joints that it gives other types, and
 * mark the joints that assembly holds.
 * @return LUDO_OK, LUDO_NO_MEMORY, LUDO_IO, LUDO_PARSE, LUDO_BAD_MODEL (unknown names): with the
 *          place in `why` */
ludo_status ludo_loop_file_read(const char *path, ludo_spec *spec, ludo_diagnostic *why);

/* As above, from `length` bytes of memory; `file` is its name in messages. */
ludo_status ludo_loop_file_parse(const char *text, size_t length, const char *file, ludo_spec *spec,
                                 ludo_diagnostic *why);

#endif
