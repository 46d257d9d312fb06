/* SPDX-License-Identifier: Apache-2.0
 *
 * The poses of bodies at the frames of an animation: every n-th knot and the last one. */
#ifndef LUDO_APP_PAGE_FILM_H
#define LUDO_APP_PAGE_FILM_H

#include "page/deflate_block.h"

#include "ludo/trajectory.h"

/* A film being collected. */
typedef struct film {
    const ludo_model *model;
    int32_t *bodies; /* the bodies that are not merged into others; owned */
    int32_t body_count;
    int64_t knots, every;  /* number of knots; interval of frames */
    int32_t frames, taken; /* number of frames; frames added so far */
    double *time;          /* per frame; owned, as the arrays below */
    double *position;      /* per body of `bodies` and axis: per frame */
    double *orientation;   /* per body of `bodies` and component: per frame */
    double *rest;          /* per body of the model: its pose at the first knot */
} film;

/* The number of bodies that are not merged into others. */
int32_t ludo_film_bodies(const ludo_model *model);

/* Begin a film of `knots` knots (1 or more) with at most `most` frames (2 or more). False without
 * memory; call ludo_film_release() in any case. */
bool ludo_film_begin(film *f, const ludo_model *model, int64_t knots, int32_t most);

/* Pass the next knot; true if it became a frame. */
bool ludo_film_add(film *f, int64_t number, const ludo_sample *knot);

/* Write the film after all knots were passed. */
void ludo_film_write(json *j, const char *key, deflate_block *p, const film *f);

void ludo_film_release(film *f);

#endif
