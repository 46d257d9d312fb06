/* SPDX-License-Identifier: Apache-2.0
 *
 * The integrator and the settings of a simulation, from its options. */
#include "sim/sim.h"

#include "core/diagnostic.h"
#include "integrators/capabilities.h"
#include "integrators/list.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

ludo_status ludo_sim_refuse(ludo_status status, ludo_diagnostic *why, const char *what,
                            const char *value)
{
    ludo_diagnose(why, (ludo_place){0}, "%s%s", what, value);
    return status;
}

static const integrator *find_integrator(const char *name)
{
    for (int32_t i = 0; i < ludo_integrator_count(); i++) {
        if (strcmp(ludo_integrator_at(i)->info.name, name) == 0) {
            return ludo_integrator_at(i);
        }
    }
    return NULL;
}

/* Append a name to a list for a message. */
static void add_name(char list[static 64], const char *name)
{
    const size_t used = strlen(list);
    (void)snprintf(list + used, 64 - used, "%s%s", used > 0 ? ", " : "", name);
}

/* Check the order; 0 becomes the integrator's default. */
static ludo_status choose_order(const ludo_integrator_info *info, sim_settings *s,
                                ludo_diagnostic *why)
{
    char list[64] = "", name[16];
    s->order = s->order != 0 ? s->order : info->orders[0];
    for (const int32_t *order = info->orders; *order != 0; order++) {
        if (*order == s->order) {
            return LUDO_OK;
        }
        (void)snprintf(name, sizeof name, "%d", (int)*order);
        add_name(list, name);
    }
    ludo_diagnose(why, (ludo_place){0}, "integrator %s has no order %d; it has %s", info->name,
                  (int)s->order, list);
    return LUDO_REFUSED;
}

/* Check the scheme; NULL becomes the integrator's default. */
static ludo_status choose_scheme(const ludo_integrator_info *info, sim_settings *s,
                                 ludo_diagnostic *why)
{
    char list[64] = "";
    const char *asked = s->scheme != NULL ? s->scheme : info->schemes[0];
    for (const char *const *scheme = info->schemes; *scheme != NULL; scheme++) {
        if (strcmp(*scheme, asked) == 0) {
            s->scheme = *scheme; /* static: the caller's string may be freed */
            return LUDO_OK;
        }
        add_name(list, *scheme);
    }
    ludo_diagnose(why, (ludo_place){0}, "integrator %s has no scheme '%s'; it has %s", info->name,
                  asked, list);
    return LUDO_REFUSED;
}

/* The numbers among the options. */
static ludo_status check_numbers(const ludo_sim_options *o, ludo_diagnostic *why)
{
    if (!(o->tolerance > 0.0) || !isfinite(o->tolerance) || o->max_iterations < 1 ||
        o->max_substeps < 1) {
        return ludo_sim_refuse(LUDO_BAD_ARGUMENT, why,
                               "tolerance, max_iterations and max_substeps must be positive", "");
    }
    if (o->accuracy != 0.0 && !(o->accuracy >= 1e-12 && o->accuracy < 1.0)) {
        return ludo_sim_refuse(LUDO_BAD_ARGUMENT, why,
                               "accuracy must be at least 1e-12 and less than 1", "");
    }
    if (!(o->sleep_speed >= 0.0) || !isfinite(o->sleep_speed) || !(o->sleep_time >= 0.0) ||
        !isfinite(o->sleep_time)) {
        return ludo_sim_refuse(LUDO_BAD_ARGUMENT, why,
                               "sleep_speed and sleep_time must be finite and not negative", "");
    }
    return LUDO_OK;
}

/* Refuse accuracy with orders whose steps are not symmetric, and with certificates. */
static ludo_status check_accuracy(const ludo_sim *sim, ludo_diagnostic *why)
{
    const sim_settings *s = &sim->state.settings;
    if (s->accuracy > 0.0 && s->order < 2) {
        ludo_diagnose(why, (ludo_place){0},
                      "order %d of integrator %s does not support accuracy, because its steps are "
                      "not symmetric: use order 2 or more",
                      (int)s->order, sim->integrator->info.name);
        return LUDO_REFUSED;
    }
    return s->accuracy > 0.0 && s->certify
               ? ludo_sim_refuse(LUDO_REFUSED, why,
                                 "steps that accuracy divides are not certified: ",
                                 "use accuracy or certify, not both")
               : LUDO_OK;
}

ludo_status ludo_sim_choose_settings(ludo_sim *sim, const ludo_model *model,
                                     const ludo_sim_options *o, ludo_diagnostic *why)
{
    sim->state.model = model;
    sim->integrator =
        o->integrator != NULL ? find_integrator(o->integrator) : ludo_integrator_at(0);
    if (sim->integrator == NULL) {
        return ludo_sim_refuse(LUDO_REFUSED, why, "there is no integrator named ", o->integrator);
    }
    ludo_status status = check_numbers(o, why);
    if (status != LUDO_OK) {
        return status;
    }
    for (int32_t i = 0; i < model->note_count; i++) {
        if (model->note[i].kind == LUDO_NOTE_UNSUPPORTED) {
            ludo_diagnose(why, model->note[i].place, "%s", model->note[i].message);
            return LUDO_UNSUPPORTED;
        }
    }
    sim->state.settings = (sim_settings){
        .order = o->order,
        .scheme = o->scheme,
        .rotation = o->rotation,
        .solver = o->solver,
        .damping = o->damping,
        .cone = o->cone,
        .contacts = o->contacts,
        .limits = o->limits,
        .certify = o->certify,
        .rest = o->rest,
        .sleep_speed = o->sleep_speed,
        .sleep_time = o->sleep_time,
        .tolerance = o->tolerance,
        .accuracy = o->accuracy,
        .max_iterations = o->max_iterations,
        .max_substeps = o->max_substeps,
        .stages = 1,
    };
    status = ludo_capabilities_refuse(sim->integrator, model, &sim->state.settings, why);
    status = status != LUDO_OK ? status
                               : choose_order(&sim->integrator->info, &sim->state.settings, why);
    status = status != LUDO_OK ? status
                               : choose_scheme(&sim->integrator->info, &sim->state.settings, why);
    status = status != LUDO_OK ? status : check_accuracy(sim, why);
    return status != LUDO_OK ? status : sim->integrator->accept(model, &sim->state.settings, why);
}
