/* SPDX-License-Identifier: Apache-2.0
 *
 * Keyframes that follow an edit. */
#ifndef LUDO_EDITING_KEYFRAMES_H
#define LUDO_EDITING_KEYFRAMES_H

#include "editing/coordinates.h"

/* A keyframe before an edit, and where its numbers go: `to` has, per owner of the layout before the
 * edit, the owner after it, or -1 where the numbers are dropped (NULL: the same number). */
typedef struct keyframe_source {
    const ludo_keyframe_def *def; /* NULL: has no numbers */
    const coordinates *before;
    const int32_t *to[KEYFRAME_LISTS];
    const ludo_frame
        *moved; /* normalised: coordinates of free joints are relative to it; NULL: the world */
} keyframe_source;

/* A list of a keyframe. */
const double *ludo_editing_numbers(const ludo_keyframe_def *def, keyframe_list list);
int32_t ludo_editing_count(const ludo_keyframe_def *def, keyframe_list list);

/* Whether a list has all numbers of the layout, which are not none. */
bool ludo_editing_is_full(const ludo_keyframe_def *def, const coordinates *c, keyframe_list list);

/* Whether any keyframe has numbers, which edits change. */
bool ludo_editing_has_numbers(const ludo_spec *spec);

/* Replace the lists of *def, which belongs to `spec`, by those after an edit: numbers of the
 * sources, a later one before an earlier one, else those of the reference. Lists for which no
 * source is full stay, as do lists that are neither empty nor full.
 * `mechanism` has the joints after the edit, `after` is its layout.
 * @return LUDO_OK, LUDO_NO_MEMORY */
ludo_status ludo_editing_follow(ludo_spec *spec, const ludo_spec *mechanism,
                                const coordinates *after, const keyframe_source source[2],
                                ludo_keyframe_def *def);

#endif
