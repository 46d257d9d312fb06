/* SPDX-License-Identifier: Apache-2.0
 *
 * From a description to a model file. */
#ifndef LUDO_SAVE_H
#define LUDO_SAVE_H

#include "ludo/spec.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Called for each thing that a format can't express; `place` is where it was read. */
typedef void ludo_tell(void *user, ludo_place place, const char *message);

/** Write a description as a model file, in whole or not at all; into a link, a pipe or a device, as
 * far as it goes.
 *
 * Numbers are written with all their digits: what is read back is the same to the last bit of
 * each number of the description, up to the frames that formats combine.
 *
 * @param format  "mjcf" or "urdf"
 * @param tell    may be NULL; hears what the format can't express
 * @return LUDO_OK, LUDO_BAD_ARGUMENT (also: no such format), LUDO_NO_MEMORY, LUDO_IO,
 *         LUDO_BAD_MODEL (numbers that refer to nothing), LUDO_UNSUPPORTED (there is no way to
 * write this mechanism in that format): with the reason in `why`, which may be NULL */
LUDO_API ludo_status ludo_save_file(const ludo_spec *spec, const char *path, const char *format,
                                    ludo_tell *tell, void *user, ludo_diagnostic *why);

#ifdef __cplusplus
}
#endif
#endif
