/* SPDX-License-Identifier: Apache-2.0
 *
 * Writing a description as a model file. */
#ifndef LUDO_SAVE_H
#define LUDO_SAVE_H

#include "ludo/spec.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Called for each element that a format can't express; `place` is where it was read. */
typedef void ludo_warning_function(void *user, ludo_place place, const char *message);

/** Write a description as a model file. A file is written completely or not at all; a pipe or a
 * device receives the output up to an error.
 *
 * Numbers are written with all their digits: reading the file gives the same bits for each number
 * of the description, up to the frames that formats combine.
 *
 * @param format  "mjcf" or "urdf"
 * @param warn    called for each element that the format can't express; may be NULL
 * @return LUDO_OK, LUDO_BAD_ARGUMENT (also: no such format), LUDO_NO_MEMORY, LUDO_IO,
 *         LUDO_BAD_MODEL (numbers that refer to nothing), LUDO_UNSUPPORTED (the
 *         format cannot express this mechanism): with the reason in `why`, which may be NULL */
LUDO_API ludo_status ludo_save_file(const ludo_spec *spec, const char *path, const char *format,
                                    ludo_warning_function *warn, void *user, ludo_diagnostic *why);

#ifdef __cplusplus
}
#endif
#endif
