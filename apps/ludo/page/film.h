/* SPDX-License-Identifier: Apache-2.0
 *
 * The motion of a mechanism as pictures need it: poses at equally many knots apart, and at the
 * last. */
#ifndef LUDO_APP_PAGE_FILM_H
#define LUDO_APP_PAGE_FILM_H

#include "page/deflate_block.h"

#include "ludo/trajectory.h"

/* A film that is being taken. */
typedef struct film {
    const ludo_model *model;
    int32_t *bodies; /* those that move by themselves, owned */
    int32_t body_count;
    int64_t knots, every; /* how many will come, every so many are taken */
    int32_t frames, taken;
    double *time;        /* owned, as all below: per frame */
    double *position;    /* per body of `bodies` and axis: per frame */
    double *orientation; /* per body of `bodies` and component: per frame */
    double *rest;        /* per body of the model: its pose at the first knot */
} film;

/* How many bodies move by themselves, being merged with no other. */
int32_t ludo_film_bodies(const ludo_model *model);

/* Begin a film of so many knots, at least 1, with at most `most` frames, at least 2. False without
 * memory; to be released in any case. */
bool ludo_film_begin(film *f, const ludo_model *model, int64_t knots, int32_t most);

/* Take the next knot, if it is one of the film: then true. */
bool ludo_film_add(film *f, int64_t number, const ludo_knot *knot);

/* Write it, when all knots were taken. */
void ludo_film_write(json *j, const char *key, deflate_block *p, const film *f);

void ludo_film_release(film *f);

#endif
