/* SPDX-License-Identifier: Apache-2.0
 *
 * Contacts, limits and dry friction as all integrators see them: who refuses them, and what one
 * that has them tells. */
#ifndef LUDO_INTEGRATORS_CONTACTS_H
#define LUDO_INTEGRATORS_CONTACTS_H

#include "integrators/sim.h"

/* What the last step's contacts, limits and dry friction did. */
typedef struct contacts_told {
    const ludo_contact *contact;
    int32_t count;
    const double *stop; /* per column: impulse of limits and losses over the last interval; of a
                           quaternion about the world's axes */
    ludo_contact_quality quality; /* of the last interval */
} contacts_told;

/* Refuse a model of which anything touches, is limited or rubs, and is switched on, on behalf of
 * `who` ("integrator galerkin", "order 4"): LUDO_REFUSED, *why naming it; else LUDO_OK. */
ludo_status ludo_contacts_refuse(const ludo_model *m, const sim_settings *s, const char *who,
                                 ludo_diagnostic *why);

/* Whether contacts have cost so much in the step in progress, in all its parts, that what is left
 * is to be found quickly [contact.md 4]; whether no shorter parts are left to try. */
bool ludo_contacts_spent(const ludo_sim *sim, const ludo_step_report *report);
bool ludo_contacts_shortest(const ludo_sim *sim, const ludo_step_report *report);

/* A part of the step in progress was taken: take its quality into that of the step. */
void ludo_contacts_judge(ludo_sim *sim);

#endif
