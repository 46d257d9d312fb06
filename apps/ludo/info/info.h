/* SPDX-License-Identifier: Apache-2.0
 *
 * What a model is: as JSON for scripts, in words for people. */
#ifndef LUDO_APP_INFO_INFO_H
#define LUDO_APP_INFO_INFO_H

#include "terminal/errors.h"
#include "info/assembly_test.h"
#include "data/json.h"
#include "terminal/paragraph.h"

#include <stdio.h>

/* What is told. */
typedef struct subject {
    const char *path; /* stands in where the model has no name, and in warnings */
    const ludo_spec *spec;
    const ludo_model *model;            /* of that description */
    const assembly_test *assembly_test; /* of that model */
} subject;

/* Write the JSON. Memory may run out: then nothing is written. */
outcome ludo_info_write(FILE *file, const subject *s);

/* Print it in words; memory may run out. */
outcome ludo_info_print(FILE *file, const subject *s);

/* The part of that which is the tree of bodies. */
outcome ludo_info_print_tree(FILE *file, const ludo_model *model);

/* The part that is what closes loops; nothing where there are none. */
void ludo_info_print_loops(FILE *file, const subject *s);

/* By which law a geom touches others: members of its object. */
void ludo_info_write_contact_law(json *j, const ludo_geom_def *geom);

/* Pairs of geoms that touch by a law of their own, and pairs of bodies that don't. */
void ludo_info_write_contacts(json *j, const subject *s);

/* The same in words, in a paragraph that has begun: how many geoms may touch others, how they rub
 * and bounce. Whether there is anything to say is asked first. */
bool ludo_info_has_contacts(const subject *s);
void ludo_info_print_contacts(paragraph *p, const subject *s);

/* Bodies in a fluid, about their centres of mass; nothing in words where there are none. */
void ludo_info_write_fluids(json *j, const ludo_model *model);
void ludo_info_print_fluids(FILE *file, const ludo_model *model);

#endif
