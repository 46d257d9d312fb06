/* SPDX-License-Identifier: Apache-2.0
 *
 * Pairs of bodies that the command line excludes from contact. */
#ifndef LUDO_APP_DATA_EXCLUDED_H
#define LUDO_APP_DATA_EXCLUDED_H

#include "terminal/options.h"

/* Exclude pairs of bodies, each given as "A,B", from a description; prints errors. */
outcome ludo_excluded_add(const text_list *pairs, ludo_spec *spec);

#endif
