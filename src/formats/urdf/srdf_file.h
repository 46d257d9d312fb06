/* SPDX-License-Identifier: Apache-2.0
 *
 * SRDF files: pairs of links without contacts and named states of a robot, beside its model. */
#ifndef LUDO_FORMATS_URDF_SRDF_FILE_H
#define LUDO_FORMATS_URDF_SRDF_FILE_H

#include "formats/reader.h"

/* A file on its way into a spec that was read. */
typedef struct srdf_file {
    reader r;
    name_table names; /* bodies, joints and states, numbered from 1; pairs of bodies */
} srdf_file;

/* Families of names. */
enum { SRDF_BODY, SRDF_JOINT, SRDF_STATE, SRDF_PAIR };

/* Add the excludes and keyframes of a file to a spec that was read.
 * @return LUDO_OK, LUDO_NO_MEMORY, LUDO_IO, LUDO_PARSE: with the place in `why` */
ludo_status ludo_srdf_file_read(const char *path, ludo_spec *spec, ludo_diagnostic *why);

/* As above, from `length` bytes of memory; `file` is its name in messages. */
ludo_status ludo_srdf_file_parse(const char *text, size_t length, const char *file, ludo_spec *spec,
                                 ludo_diagnostic *why);

/* Warn that an element `what` is ignored: the robot has no link or joint (`kind`) of this name. */
void ludo_srdf_ignore(srdf_file *s, int32_t element, const char *what, const char *around,
                      const char *kind, const char *name);

/* Add the keyframe of a group_state (srdf_states.c). */
void ludo_srdf_add_state(srdf_file *s, int32_t state);

#endif
