/* SPDX-License-Identifier: Apache-2.0
 *
 * A variation: a parameter of one or several elements that has another value in each sample.
 *
 *     WHAT:NAME=LOW..HIGH[:log]        gravity=LOW..HIGH
 *
 * A `*` in NAME stands for any characters; all elements that fit have one factor, or one value, in
 * common. */
#ifndef LUDO_APP_SWEEP_VARIATION_H
#define LUDO_APP_SWEEP_VARIATION_H

#include "sweep/draw.h"
#include "sweep/parameter.h"

/* One element: its number, and the coordinate of a joint or 0. */
typedef struct varied_element {
    int32_t number, part;
    char *name; /* owned */
} varied_element;

/* A variation. */
typedef struct variation {
    const char *given;   /* as on the command line, for messages */
    char *title;         /* WHAT:NAME, the name of its column; owned */
    const char *pattern; /* NAME, in the title */
    const parameter *kind;
    draw_range range;
    varied_element *element; /* owned */
    int32_t count;
} variation;

/* Read a variation and find its elements in a model; `start`: a simulation of the model to try
 * values on. Prints errors. Call ludo_variation_release() in any case. */
outcome ludo_variation_read(variation *v, const char *given, const mechanism *of, ludo_sim *start);

void ludo_variation_release(variation *v);

/* Apply a value to all elements. */
ludo_status ludo_variation_apply(const variation *v, const varied *to, double value);

/* The unit of the values: "" of factors, if unknown, and if elements differ. */
const char *ludo_variation_unit(const variation *v, const ludo_model *model);

/* A copy of the model, and friction and restitution of its geoms; all zero: none. */
typedef struct changed_model {
    ludo_model *model;
    surface *surface;
} changed_model;

/* Copy a model; call ludo_variation_release_model() in any case. */
ludo_status ludo_variation_copy_model(changed_model *copy, const mechanism *of);

void ludo_variation_release_model(changed_model *copy);

#endif
