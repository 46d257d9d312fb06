/* SPDX-License-Identifier: Apache-2.0
 *
 * What contacts, limits of joints and dry friction did in a run. */
#ifndef LUDO_APP_SIMULATE_CONTACT_RECORD_H
#define LUDO_APP_SIMULATE_CONTACT_RECORD_H

#include "data/json.h"

#include "ludo/ludo.h"

/* Figures over all steps so far; all zero before the first. */
typedef struct contact_record {
    bool acted;                 /* whether any of them was felt */
    ludo_contact_quality worst; /* of each figure the largest */
    int64_t retries, loosened;  /* of all steps together */
} contact_record;

/* Take the last step into account. */
void ludo_contact_record_add(contact_record *r, ludo_sim *sim);

/* Write the figures as an object. */
void ludo_contact_record_write(json *j, const char *key, const contact_record *r);

/* Print them; nothing where nothing touched. */
void ludo_contact_record_print(FILE *file, const contact_record *r);

#endif
