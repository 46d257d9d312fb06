/* SPDX-License-Identifier: Apache-2.0
 *
 * Contacts, limits and dry friction as all integrators see them: who refuses them, and what one
 * that has them tells. */
#ifndef LUDO_INTEGRATORS_CAPABILITIES_H
#define LUDO_INTEGRATORS_CAPABILITIES_H

#include "integrators/integrator.h"

/* Refuse a model of which anything touches, is limited or rubs, and is switched on, on behalf of
 * `who` ("integrator galerkin", "order 4"): LUDO_REFUSED, *why naming it; else LUDO_OK. */
ludo_status ludo_capabilities_refuse_contacts(const ludo_model *m, const sim_settings *s,
                                              const char *who, ludo_diagnostic *why);

/* Whether contacts have cost so much in the step in progress, in all its parts, that what is left
 * is to be found quickly [contact.md 4]; whether no shorter parts are left to try. */
bool ludo_capabilities_contacts_spent(const sim_state *state, const ludo_step_report *report);
bool ludo_capabilities_at_shortest(const sim_state *state, const ludo_step_report *report);

#endif
