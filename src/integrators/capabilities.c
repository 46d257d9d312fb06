/* SPDX-License-Identifier: Apache-2.0
 *
 * Contacts, limits and dry friction as all integrators see them. */
#include "integrators/capabilities.h"

#include "core/diagnostic.h"

ludo_status ludo_capabilities_refuse_contacts(const ludo_model *m, const sim_settings *s,
                                              const char *who, ludo_diagnostic *why)
{
    const model_contacts *c = &m->contacts;
    const model_limits *l = &m->limits;
    const ludo_place nowhere = {0};
    if (s->contacts && c->touched_by != NULL) {
        ludo_diagnose(why, nowhere,
                      "%s has no contacts: %s may touch another geom; use integrator maximal with"
                      " order 2, or switch contacts off",
                      who, c->touched_by);
        return LUDO_REFUSED;
    }
    if (s->limits && l->limited_by != NULL) {
        ludo_diagnose(why, nowhere,
                      "%s has no joint limits: %s is limited; use integrator maximal with order 2,"
                      " or switch limits off",
                      who, l->limited_by);
        return LUDO_REFUSED;
    }
    if (l->rubbed_by != NULL) {
        ludo_diagnose(why, nowhere,
                      "%s has no dry friction: %s has friction loss; use integrator maximal with"
                      " order 2",
                      who, l->rubbed_by);
        return LUDO_REFUSED;
    }
    return LUDO_OK;
}

/* Most iterations in one step, in units of the limit for one solve without contacts. */
enum { MOST_SOLVES = 100 };

bool ludo_capabilities_contacts_spent(const sim_state *state, const ludo_step_report *report)
{
    return report->iterations / MOST_SOLVES >= state->settings.max_iterations;
}

bool ludo_capabilities_at_shortest(const sim_state *state, const ludo_step_report *report)
{
    return report->substeps > state->settings.max_substeps / 2;
}
