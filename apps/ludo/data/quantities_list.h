/* SPDX-License-Identifier: Apache-2.0
 *
 * Building the list of quantities. */
#ifndef LUDO_APP_DATA_QUANTITIES_LIST_H
#define LUDO_APP_DATA_QUANTITIES_LIST_H

#include "data/quantities.h"

/* The owner of a quantity, and the suffix of the quantity's name. */
typedef struct owner {
    const char *kind, *name;
    const char *suffix;
    int32_t number; /* after the suffix; -1: none */
    int32_t kinds;  /* how often the kind begins the name, at least */
} owner;

/* Add a quantity with a unique name; false without memory. */
bool ludo_quantities_add(quantities *all, quantity q, const owner *of);

/* The number of a list of the knot, as quantity.read. */
double ludo_quantities_read_listed(const quantity *q, const ludo_sample *knot);

/* Add those of sensors, and the others that are recorded on demand, if a knot has them; false
 * without memory. */
bool ludo_quantities_add_sensors(quantities *q, const ludo_model *model, const ludo_sample *knot);
bool ludo_quantities_add_on_demand(quantities *q, const ludo_model *model, const ludo_sample *knot);

#endif
