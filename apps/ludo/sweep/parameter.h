/* SPDX-License-Identifier: Apache-2.0
 *
 * The parameters that a sweep varies: masses, friction, ... Each kind has a line in the list of
 * parameter.c. */
#ifndef LUDO_APP_SWEEP_PARAMETER_H
#define LUDO_APP_SWEEP_PARAMETER_H

#include "simulate/simulate.h"

/* Friction and restitution of a geom. */
typedef struct surface {
    double friction, restitution;
} surface;

/* The model of a sample, or its simulation before the first step. */
typedef struct varied {
    ludo_model *model; /* changed by kinds of the model */
    surface *surface;  /* per geom, as in the model, from which it is not readable */
    ludo_sim *sim;     /* changed by kinds of the start */
    double *numbers;   /* room for the coordinates of a joint */
} varied;

/* A kind of parameter. */
typedef struct parameter {
    const char *word; /* on the command line */
    const char *noun; /* of its elements; NULL: it has none, as gravity */
    bool absolute;    /* the range is that of the parameter; else of a factor */
    bool of_start;    /* belongs to the initial state; else to the model */
    int32_t (*count)(const ludo_model *model);
    const char *(*name)(const ludo_model *model, int32_t number);
    int32_t (*parts)(const ludo_model *model,
                     int32_t number); /* of an element, each with a name of
                                         its own; NULL: one, with its name */
    /* LUDO_REFUSED: the element has no such parameter, or it can't be changed */
    ludo_status (*apply)(const varied *v, int32_t number, size_t part, double value);
    /* of the values, "" if dimensionless or unknown; NULL: always "" */
    const char *(*unit)(const ludo_model *model, int32_t number, int32_t part);
    size_t field; /* of parameters without parts: handed on as `part` */
    /* the element to name instead of one that can't be varied, -1: none; NULL: never one */
    int32_t (*instead)(const ludo_model *model, int32_t number);
    const char *needs; /* the elements whose parameter can be varied, for messages */
    const char *takes; /* the values that it can have */
} parameter;

extern const parameter ludo_parameters[];
extern const int32_t ludo_parameter_count;

#endif
