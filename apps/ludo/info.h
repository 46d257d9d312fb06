/* SPDX-License-Identifier: Apache-2.0
 *
 * What a model is: as JSON for scripts, in words for people. */
#ifndef LUDO_APP_INFO_H
#define LUDO_APP_INFO_H

#include "complain.h"
#include "info_trial.h"

#include <stdio.h>

/* What is told. */
typedef struct subject {
    const char *path; /* stands in where the model has no name, and in warnings */
    const ludo_spec *spec;
    const ludo_model *model; /* of that description */
    const trial *trial;      /* of that model */
} subject;

/* Write the JSON. Memory may run out: then nothing is written. */
outcome ludo_info_write(FILE *file, const subject *s);

/* Print it in words; memory may run out. */
outcome ludo_info_print(FILE *file, const subject *s);

/* The part of that which is the tree of bodies. */
outcome ludo_info_print_tree(FILE *file, const ludo_model *model);

/* The part that is what closes loops; nothing where there are none. */
void ludo_info_print_loops(FILE *file, const subject *s);

#endif
