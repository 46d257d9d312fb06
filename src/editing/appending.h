/* SPDX-License-Identifier: Apache-2.0
 *
 * A description that is being appended to another one. */
#ifndef LUDO_EDITING_APPENDING_H
#define LUDO_EDITING_APPENDING_H

#include "editing/keyframes.h"
#include "ludo/edit.h"

/* Everything that the parts of appending share. */
typedef struct appending {
    ludo_spec *spec;
    const ludo_spec *other;
    ludo_attachment at; /* its frame is normalised, its prefix not NULL */
    bool moves;         /* the frame is not the identity */
    ludo_diagnostic *why;
    int32_t count[ELEMENTS], others[ELEMENTS]; /* elements of both before */
    coordinates own_layout, other_layout;      /* of both before */
    int32_t *mesh_to;                          /* per mesh of other: its number in spec */
    int32_t *free_joint; /* per body of other: the free joint that was added for it, or -1 */
    int32_t *own_to, *other_to, *control_to; /* per owner of numbers in keyframes: after */
    bool *joined;                            /* per keyframe of other: joined one of spec */
    ludo_keyframe_def *keyframe;             /* those of spec, after */
    void *memory;
} appending;

/* The prefixed name of an element of the other description, in memory that the caller gives back;
 * "" if it stays without a name. NULL without memory. */
char *ludo_appending_name(const appending *a, element of, int32_t number);

/* Refuse a name that `spec` gives already. @return LUDO_OK, LUDO_BAD_MODEL */
ludo_status ludo_appending_check_name(const appending *a, element of, ludo_place place,
                                      const char *name);

/* Make the keyframes of `spec` after the edit, and append those of the other description that do
 * not join one (append_keyframes.c). Requires all other elements.
 * @return LUDO_OK, LUDO_NO_MEMORY, LUDO_BAD_MODEL */
ludo_status ludo_appending_keyframes(appending *a);

/* Refuse keyframes of the other description with lists of a wrong length.
 * @return LUDO_OK, LUDO_BAD_MODEL */
ludo_status ludo_appending_check_keyframes(const appending *a);

#endif
