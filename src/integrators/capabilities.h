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

#endif
