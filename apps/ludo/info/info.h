/* SPDX-License-Identifier: Apache-2.0
 *
 * The description of a model: as JSON and as text. */
#ifndef LUDO_APP_INFO_INFO_H
#define LUDO_APP_INFO_INFO_H

#include "text/json.h"
#include "info/assembly_check.h"
#include "terminal/errors.h"
#include "terminal/paragraph.h"

#include <stdio.h>

/* The model to describe. */
typedef struct subject {
    const char *path; /* title of a model without a name; file in warnings */
    const ludo_spec *spec;
    const ludo_model *model;              /* compiled from the description */
    const assembly_check *assembly_check; /* of the model */
} subject;

/* Write the JSON; nothing if memory runs out. */
outcome ludo_info_write(FILE *file, const subject *s);

/* Write the name of a body, null for the world; two numbers, null if not limited. */
void ludo_info_write_body_name(json *j, const char *key, const ludo_model *model, int32_t body);
void ludo_info_write_limits(json *j, const char *key, bool limited, const double range[2]);

/* Write a joint of a subject, unless it merges bodies or closes a loop. */
void ludo_info_write_joint(json *j, const void *of, int32_t i);

/* Print the text; memory may run out. */
outcome ludo_info_print(FILE *file, const subject *s);

/* Print the tree of bodies. */
outcome ludo_info_print_tree(FILE *file, const ludo_model *model);

/* Print the loop constraints; nothing if there are none. */
void ludo_info_print_loops(FILE *file, const subject *s);

/* Write the contact parameters of a geom as members of its object. */
void ludo_info_write_contact_law(json *j, const ludo_geom_def *geom);

/* Write the geom pairs with their own contact parameters and the excluded body pairs. */
void ludo_info_write_contacts(json *j, const subject *s);

/* Print the contact parameters in a paragraph: number of colliding geoms, friction, restitution.
 * The first function is true if the model has geoms. */
bool ludo_info_has_contacts(const subject *s);
void ludo_info_print_contacts(paragraph *p, const subject *s);

/* Write and print the bodies in a fluid, about their centres of mass; prints nothing if there are
 * none. */
void ludo_info_write_fluids(json *j, const ludo_model *model);
void ludo_info_print_fluids(FILE *file, const ludo_model *model);

/* Write and print the sensors; prints nothing if there are none. */
void ludo_info_write_sensors(json *j, const ludo_model *model);
void ludo_info_print_sensors(FILE *file, const ludo_model *model);

/* Write and print the medium around the bodies, null or nothing if there is none; write the
 * coefficients of drag of a geom, null if it has none of its own. */
void ludo_info_write_medium(json *j, const ludo_model *model);
void ludo_info_print_medium(FILE *file, const ludo_model *model);
void ludo_info_write_drag(json *j, const ludo_geom_def *geom);

/* Write and print the bodies whose weight is compensated, and by which part. */
void ludo_info_write_compensation(json *j, const subject *s);
void ludo_info_print_compensation(FILE *file, const subject *s);

/* Write the polynomials of stiffness and damping as members of a joint: two coefficients each, or,
 * where `count` is not 1, a list of them. Print those of all joints that are not zero. */
void ludo_info_write_curves(json *j, const ludo_joint_def *joint, int32_t count);
void ludo_info_print_curves(FILE *file, const subject *s);

#endif
