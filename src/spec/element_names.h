/* SPDX-License-Identifier: Apache-2.0
 *
 * Names of elements in a description, with the names that compiling gives to elements without one.
 */
#ifndef LUDO_SPEC_ELEMENT_NAMES_H
#define LUDO_SPEC_ELEMENT_NAMES_H

#include "spec/element.h"

/* The number of the element with a name, as compiling names it, or LUDO_NOT_FOUND. Closures and
 * couplings share their names. */
int32_t ludo_element_find(const ludo_spec *spec, element of, const char *name);

/* Whether an element that shares its names with this kind was given the name. */
bool ludo_element_is_given(const ludo_spec *spec, element of, const char *name);

/* The name that compiling gives to an element, written to `text` of `size` bytes; returns its
 * length without the terminator, as snprintf() does. */
size_t ludo_element_write_name(const ludo_spec *spec, element of, int32_t number, char *text,
                               size_t size);

#endif
