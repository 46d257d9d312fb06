/* SPDX-License-Identifier: Apache-2.0
 *
 * Capabilities of integrators, which follow from their tables: refusal of models that need others,
 * and the test whether a step has spent its iterations on contacts. */
#ifndef LUDO_INTEGRATORS_CAPABILITIES_H
#define LUDO_INTEGRATORS_CAPABILITIES_H

#include "integrators/integrator.h"

/* Bits of ludo_capability. */
uint32_t ludo_capabilities_of(const integrator *by);

/* Refuse a model and settings that need a capability that the integrator lacks: LUDO_REFUSED, *why
 * naming an element that needs it; else LUDO_OK. */
ludo_status ludo_capabilities_refuse(const integrator *by, const ludo_model *m,
                                     const sim_settings *s, ludo_diagnostic *why);

/* Refuse a model with active contacts, joint limits or dry friction on behalf of `who` ("integrator
 * galerkin", "order 4"): LUDO_REFUSED, *why naming the first; else LUDO_OK. `instead`: an advice
 * before that to leave them out, LUDO_USE_MAXIMAL or "". */
ludo_status ludo_capabilities_refuse_contacts(const ludo_model *m, const sim_settings *s,
                                              const char *who, const char *instead,
                                              ludo_diagnostic *why);

#define LUDO_USE_MAXIMAL "use integrator maximal with order 2, or "

/* Whether contacts have cost so many iterations in the step in progress, over all its substeps,
 * that the rest must be solved quickly [contact.md 4.3]; those of an island. */
bool ludo_capabilities_contacts_spent(const sim_state *state, const contact_effort *spent);

/* Whether so many cones are limited by their iterations times cones before their iterations. */
bool ludo_capabilities_limits_cones(int32_t cones);

/* Whether the part of that limit is spent that counts cones, too; iterations with this many cones
 * that are left of it where so many iterations times cones are spent, at least 1. */
bool ludo_capabilities_cones_spent(const sim_state *state, const contact_effort *spent);
int32_t ludo_capabilities_iterations_left(const sim_state *state, int64_t spent, int32_t cones);

/* The next number of parts after a failure with a status: doubled, or the maximum if contacts have
 * spent their iterations. */
int32_t ludo_capabilities_more_parts(const sim_state *state, ludo_status status, int32_t parts);

/* Whether no shorter substeps are left to try. */
bool ludo_capabilities_at_shortest(const sim_state *state, const ludo_step_report *report);

#endif
