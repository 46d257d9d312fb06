/* SPDX-License-Identifier: Apache-2.0
 *
 * The contacts at the frames of a film: points and forces. */
#ifndef LUDO_APP_PAGE_CONTACT_FILM_H
#define LUDO_APP_PAGE_CONTACT_FILM_H

#include "data/recorded_run.h"
#include "page/deflate_block.h"

/* Contacts being collected; all zero: none. */
typedef struct contact_film {
    double *first;       /* per frame, and one more: number of its first contact; owned */
    int32_t frames;      /* added so far */
    double *number;      /* the numbers of each contact; owned */
    int64_t count, room; /* of contacts */
    ludo_contact *knot;  /* the contacts of one knot; owned */
    int32_t knot_room;
} contact_film;

/* Begin with `frames` frames. False without memory; call ludo_contact_film_release() in any case.
 */
bool ludo_contact_film_begin(contact_film *t, int32_t frames);

/* Add the contacts of the next frame. Prints errors. */
outcome ludo_contact_film_add(contact_film *t, recorded_run *r, const ludo_sample *knot);

/* Write the contacts after all frames were added; null if there were none. */
outcome ludo_contact_film_write(json *j, const char *key, deflate_block *p, const contact_film *t);

void ludo_contact_film_release(contact_film *t);

#endif
