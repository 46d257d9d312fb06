/* SPDX-License-Identifier: Apache-2.0
 *
 * Values of MJCF attributes: from the element or its default classes, checked. */
#ifndef LUDO_FORMATS_MJCF_READ_VALUES_H
#define LUDO_FORMATS_MJCF_READ_VALUES_H

#include "formats/mjcf/read.h"

/* The element of a default class in the part of an element; -1 if there is none. */
int32_t ludo_mjcf_class(const mjcf *r, int32_t element, const char *name);

/* Whether an element in a default class is a template for another: both have the same name, or both
 * are tendons, actuators or equalities. */
bool ludo_mjcf_is_template(const mjcf *r, int32_t in_default, int32_t element);

/* The first element that has one of some attributes: the element itself, then its templates in its
 * default class and the inherited ones; -1 if none has. */
int32_t ludo_mjcf_find_template(const mjcf *r, int32_t element, const char *attributes);

/* The value of an attribute; NULL if it is missing. */
const char *ludo_mjcf_text(const mjcf *r, int32_t element, const char *name);

/* Read between `least` and `most` <= READER_MOST_NUMBERS numbers. Returns how many; 0 (out
 * untouched) if the attribute is missing or on failure. */
int32_t ludo_mjcf_some(mjcf *r, int32_t element, const char *name, int32_t least, int32_t most,
                       double *out);

/* As ludo_mjcf_some(), but each number is taken from the first template that gives that many: an
 * element with one number inherits the others. Missing numbers are untouched. */
int32_t ludo_mjcf_inherited_numbers(mjcf *r, int32_t element, const char *name, int32_t least,
                                    int32_t most, double *out);

/* Read exactly `count` <= 10 numbers; false (out untouched) if the attribute is missing. */
bool ludo_mjcf_numbers(mjcf *r, int32_t element, const char *name, int32_t count, double *out);

/* Read one number; `otherwise` if it is missing. */
double ludo_mjcf_number(mjcf *r, int32_t element, const char *name, double otherwise);

/* Read exactly `count` whole numbers; false (out untouched) if the attribute is missing. */
bool ludo_mjcf_integers(mjcf *r, int32_t element, const char *name, int32_t count, int32_t *out);

/* Read one whole number; `otherwise` if it is missing. */
int32_t ludo_mjcf_integer(mjcf *r, int32_t element, const char *name, int32_t otherwise);

/* Read all numbers of an attribute. The caller frees *out with the document's allocator; *out is
 * NULL and *count 0 if the attribute is missing. */
void ludo_mjcf_all_numbers(mjcf *r, int32_t element, const char *name, double **out,
                           int32_t *count);

/* Whether an attribute has a nonzero number. */
bool ludo_mjcf_nonzero(mjcf *r, int32_t element, const char *name);

/* A polynomial of up to three numbers: returns the constant, writes the others. */
double ludo_mjcf_polynomial(mjcf *r, int32_t element, const char *name, double higher[2]);

/* The linear coefficient of a force law, 0 if it is missing. A nonlinear law, which has more
 * numbers, gives a note. */
double ludo_mjcf_coefficient(mjcf *r, int32_t element, const char *name);

/* Whether a range applies: attribute `limited` is true or, if it is auto, the range is not empty. A
 * missing range is zero. */
bool ludo_mjcf_limited(mjcf *r, int32_t element, const char *name, const char *limited,
                       double range[2]);

/* Read an attribute as its index in a list of words; `otherwise` if it is missing. */
int32_t ludo_mjcf_choice(mjcf *r, int32_t element, const char *name, const char *words,
                         int32_t otherwise);

/* Read false or true. */
bool ludo_mjcf_flag(mjcf *r, int32_t element, const char *name, bool otherwise);

/* An angle of an element, in the unit of its file, in radians. */
double ludo_mjcf_angle(const mjcf *r, int32_t element, double angle);

#endif
