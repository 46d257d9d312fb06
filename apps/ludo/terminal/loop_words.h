/* SPDX-License-Identifier: Apache-2.0
 *
 * Words for what closes loops: what it is, how far it is open, what its rows are. */
#ifndef LUDO_APP_TERMINAL_LOOP_WORDS_H
#define LUDO_APP_TERMINAL_LOOP_WORDS_H

#include "terminal/errors.h"

/* A phrase. */
typedef struct phrase {
    char text[64];
} phrase;

/* What it is: a "closure", a "joint" or a "coupling". */
const char *ludo_loop_words_noun(const ludo_loop_info *loop);

/* Whether a gap [m] and a tilt [rad] are more than round-off. */
bool ludo_loop_words_is_open(double gap, double tilt);

/* "0.31 m and 12 degrees": a gap [m] and a tilt [rad], or the one of them that there is. */
phrase ludo_loop_words_error(double gap, double tilt);

/* What a row holds: "translation along x", "rotation about z". Directions are the axis of the joint
 * or, where all three are held, those of the body that the parent moves with. */
phrase ludo_loop_words_row(const ludo_loop_info *loop, int32_t row);

#endif
