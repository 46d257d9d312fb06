/* SPDX-License-Identifier: Apache-2.0
 *
 * The contacts at the frames of a film: where things touch and with which forces. */
#ifndef LUDO_APP_TOUCH_FILM_H
#define LUDO_APP_TOUCH_FILM_H

#include "page/deflate_block.h"
#include "data/recorded_run.h"

/* Contacts that are being collected; all zero: none. */
typedef struct touch_film {
    double *first;       /* per frame and one more: the number of its first contact, owned */
    int32_t frames;      /* that came */
    double *number;      /* of each contact its numbers, one after the other, owned */
    int64_t count, room; /* of contacts */
    ludo_contact *knot;  /* those of a knot, owned */
    int32_t knot_room;
} touch_film;

/* Begin with room for so many frames. False without memory; to be released in any case. */
bool ludo_touch_film_begin(touch_film *t, int32_t frames);

/* Take the contacts of the next frame. Says what goes wrong. */
outcome ludo_touch_film_add(touch_film *t, recorded_run *r, const ludo_knot *knot);

/* Write them, when all frames came; null where nothing touched. */
outcome ludo_touch_film_write(json *j, const char *key, pack *p, const touch_film *t);

void ludo_touch_film_release(touch_film *t);

#endif
