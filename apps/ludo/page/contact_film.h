/* SPDX-License-Identifier: Apache-2.0
 *
 * The contacts at the frames of a film: where things touch and with which forces. */
#ifndef LUDO_APP_PAGE_CONTACT_FILM_H
#define LUDO_APP_PAGE_CONTACT_FILM_H

#include "page/deflate_block.h"
#include "data/recorded_run.h"

/* Contacts that are being collected; all zero: none. */
typedef struct contact_film {
    double *first;       /* per frame and one more: the number of its first contact, owned */
    int32_t frames;      /* that came */
    double *number;      /* of each contact its numbers, one after the other, owned */
    int64_t count, room; /* of contacts */
    ludo_contact *knot;  /* those of a knot, owned */
    int32_t knot_room;
} contact_film;

/* Begin with room for so many frames. False without memory; to be released in any case. */
bool ludo_contact_film_begin(contact_film *t, int32_t frames);

/* Take the contacts of the next frame. Says what goes wrong. */
outcome ludo_contact_film_add(contact_film *t, recorded_run *r, const ludo_knot *knot);

/* Write them, when all frames came; null where nothing touched. */
outcome ludo_contact_film_write(json *j, const char *key, deflate_block *p, const contact_film *t);

void ludo_contact_film_release(contact_film *t);

#endif
