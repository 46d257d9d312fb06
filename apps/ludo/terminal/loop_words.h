/* SPDX-License-Identifier: Apache-2.0
 *
 * Texts about loop constraints: kind, position and angle error, constraint rows. */
#ifndef LUDO_APP_TERMINAL_LOOP_WORDS_H
#define LUDO_APP_TERMINAL_LOOP_WORDS_H

#include "terminal/errors.h"

/* A short text. */
typedef struct phrase {
    char text[64];
} phrase;

/* The kind of a loop constraint: "closure", "joint" or "coupling". */
const char *ludo_loop_words_noun(const ludo_loop_info *loop);

/* True if the position error [m] or the angle error [rad] exceeds round-off. */
bool ludo_loop_words_is_open(double gap, double tilt);

/* "0.31 m and 12 degrees": the position error [m] and the angle error [rad], without one that is
 * round-off. */
phrase ludo_loop_words_error(double gap, double tilt);

/* The constrained direction of a row: "translation along x", "rotation about z". Directions refer
 * to the axis of the joint or, if all three are held, to the frame of the parent's moving body. */
phrase ludo_loop_words_row(const ludo_loop_info *loop, int32_t row);

#endif
