/* SPDX-License-Identifier: Apache-2.0
 *
 * From files to a description. */
#ifndef LUDO_LOAD_H
#define LUDO_LOAD_H

#include "ludo/spec.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Read a model file (MJCF) into a new description.
 *
 * @param path       the file; its format is told by its root element
 * @param allocator  may be NULL; used for the spec and for everything the reader needs
 * @param out        the description; NULL unless LUDO_OK is returned
 * @param why        what is wrong, with file, line, column and name; may be NULL
 * @return LUDO_OK, LUDO_BAD_ARGUMENT, LUDO_NO_MEMORY, LUDO_IO (the file can't be read),
 *         LUDO_PARSE (not well-formed, an unknown element or attribute, a bad number, a limit of
 *         the reader passed), LUDO_BAD_MODEL (well-formed, but no possible mechanism),
 *         LUDO_UNSUPPORTED (what can't be read as a mechanism yet, such as mass from geometry) */
LUDO_API ludo_status ludo_load_file(const char *path, const ludo_allocator *allocator,
                                    ludo_spec **out, ludo_diagnostic *why);

/** As ludo_load_file(), from `length` bytes of memory; `name` stands for the file in messages. */
LUDO_API ludo_status ludo_load_string(const char *text, size_t length, const char *name,
                                      const ludo_allocator *allocator, ludo_spec **out,
                                      ludo_diagnostic *why);

#ifdef __cplusplus
}
#endif
#endif
