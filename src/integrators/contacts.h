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

/* A part of the step in progress was taken: take its quality into that of the step. */
void ludo_contacts_judge(ludo_sim *sim);

#endif
