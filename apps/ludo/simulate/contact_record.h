/* SPDX-License-Identifier: Apache-2.0
 *
 * Measurements of contacts, joint limits and dry friction in a run. */
#ifndef LUDO_APP_SIMULATE_CONTACT_RECORD_H
#define LUDO_APP_SIMULATE_CONTACT_RECORD_H

#include "text/json.h"

#include "ludo/ludo.h"

/* Measurements over all steps so far; all zero before the first. */
typedef struct contact_record {
    bool acted;                 /* a contact, limit or dry friction exerted a force */
    ludo_contact_quality worst; /* the largest value of each member */
    double excess_share; /* the largest force beyond the friction cone, relative to the largest
                            normal force of its step */
    double excess, excess_time;                          /* that force [N] and its time [s] */
    int64_t retries, relaxed, impacts, impacts_at_knots; /* sums over all steps */
} contact_record;

/* Add the last step, which ends at `time`; the first knot is one, too. */
void ludo_contact_record_add(contact_record *r, ludo_sim *sim, double time);

/* Write the measurements as an object. */
void ludo_contact_record_write(json *j, const char *key, const contact_record *r);

/* Print the measurements of contacts, limits and dry friction that acted, and the number of pairs
 * of geoms that are not simulated. */
void ludo_contact_record_print(FILE *file, const contact_record *r);

/* Warn on stderr if friction was far beyond the friction cone. `path`: of the model. */
void ludo_contact_record_warn(const contact_record *r, const char *path);

#endif
