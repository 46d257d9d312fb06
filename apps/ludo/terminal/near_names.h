/* SPDX-License-Identifier: Apache-2.0
 *
 * Suggestions for an unknown name. */
#ifndef LUDO_APP_TERMINAL_NEAR_NAMES_H
#define LUDO_APP_TERMINAL_NEAR_NAMES_H

#include "terminal/errors.h"

#include <stdio.h>

/* Print "did you mean a, b?" with the names most similar to `wanted`; if none is similar, print
 * "there are a, b, ..." with the first ones. */
void ludo_near_names_print(FILE *file, const char *wanted, const name_list *names);

#endif
