/* SPDX-License-Identifier: Apache-2.0
 *
 * Capabilities of integrators, and refusals of models that need others. */
#include "integrators/capabilities.h"

#include "core/diagnostic.h"

#include <stdio.h>

uint32_t ludo_capabilities_of(const integrator *by)
{
    const uint32_t touching = LUDO_CAN_CONTACTS | LUDO_CAN_LIMITS | LUDO_CAN_FRICTION;
    uint32_t can = LUDO_CAN_DAMPERS; /* of every integrator */
    can |= by->loops ? LUDO_CAN_LOOPS : 0;
    can |= by->contacts != NULL ? touching : 0;
    can |= by->fluid ? LUDO_CAN_FLUID : 0;
    can |= by->derivatives ? LUDO_CAN_DERIVATIVES : 0;
    can |= by->certify != NULL ? LUDO_CAN_CERTIFY : 0;
    can |= by->symmetric ? LUDO_CAN_ACCURACY : 0;
    return can;
}

static ludo_status refuse_certificate(const ludo_model *m, const char *name, ludo_diagnostic *why)
{
    const bool other = m->loop_count == 0 && m->fluids == 0;
    ludo_diagnose(why, (ludo_place){0}, "integrator %s cannot certify steps%s", name,
                  other ? "; use galerkin of order 2, or rigid-body for a single body" : "");
    return LUDO_REFUSED;
}

static ludo_status refuse_sleep(const char *name, ludo_diagnostic *why)
{
    ludo_diagnose(why, (ludo_place){0}, "integrator %s has no sleep: use integrator maximal", name);
    return LUDO_REFUSED;
}

static ludo_status refuse_accuracy(const char *name, ludo_diagnostic *why)
{
    ludo_diagnose(why, (ludo_place){0},
                  "integrator %s does not support accuracy; use integrator maximal or galerkin, or "
                  "choose the step",
                  name);
    return LUDO_REFUSED;
}

static ludo_status refuse_fluid(const ludo_model *m, const char *name, ludo_diagnostic *why)
{
    ludo_diagnose(why, (ludo_place){0},
                  "integrator %s does not simulate bodies in a fluid, such as '%s'; use "
                  "dual-quaternion",
                  name, m->body[m->body_of[m->fluid[0].slot]].name);
    return LUDO_REFUSED;
}

static ludo_status refuse_tethers(const ludo_model *m, const char *name, ludo_diagnostic *why)
{
    ludo_diagnose(why, (ludo_place){0},
                  "integrator %s does not simulate springs and dampers of free joints, such as "
                  "'%s'; use integrator maximal, galerkin or runge-kutta",
                  name, m->joints[m->tether[0].joint].name);
    return LUDO_REFUSED;
}

static ludo_status refuse_drag(const ludo_model *m, const char *name, ludo_diagnostic *why)
{
    ludo_diagnose(
        why, (ludo_place){0},
        "integrator %s does not simulate drag of a medium, such as that of body '%s'; use "
        "integrator maximal, galerkin or runge-kutta",
        name, m->body[m->drag[0].body].name);
    return LUDO_REFUSED;
}

static ludo_status refuse_loops(const ludo_model *m, const char *name, ludo_diagnostic *why)
{
    ludo_diagnose(why, m->loop_info[0].place,
                  "integrator %s does not simulate loops: loop '%s'; use integrator maximal%s",
                  name, m->loop_info[0].name, m->fluids > 0 ? ", without the fluid" : "");
    return LUDO_REFUSED;
}

ludo_status ludo_capabilities_refuse(const integrator *by, const ludo_model *m,
                                     const sim_settings *s, ludo_diagnostic *why)
{
    const uint32_t can = ludo_capabilities_of(by);
    const char *name = by->info.name;
    if (s->certify && (can & LUDO_CAN_CERTIFY) == 0) {
        return refuse_certificate(m, name, why);
    }
    if (s->sleep_speed > 0.0 && (can & LUDO_CAN_CONTACTS) == 0) {
        return refuse_sleep(name, why);
    }
    if (s->accuracy > 0.0 && (can & LUDO_CAN_ACCURACY) == 0) {
        return refuse_accuracy(name, why);
    }
    if (m->fluids > 0 && (can & LUDO_CAN_FLUID) == 0) {
        return refuse_fluid(m, name, why);
    }
    if (m->drags > 0 && !by->tethers) {
        return refuse_drag(m, name, why);
    }
    if (m->tethers > 0 && !by->tethers) {
        return refuse_tethers(m, name, why);
    }
    if (m->loop_count > 0 && (can & LUDO_CAN_LOOPS) == 0) {
        return refuse_loops(m, name, why);
    }
    if ((can & LUDO_CAN_CONTACTS) == 0) {
        char who[64];
        (void)snprintf(who, sizeof who, "integrator %s", name);
        return ludo_capabilities_refuse_contacts(m, s, who, LUDO_USE_MAXIMAL, why);
    }
    return LUDO_OK;
}

ludo_status ludo_capabilities_refuse_contacts(const ludo_model *m, const sim_settings *s,
                                              const char *who, const char *instead,
                                              ludo_diagnostic *why)
{
    const model_contacts *c = &m->contacts;
    const model_limits *l = &m->limits;
    const ludo_place nowhere = {0};
    if (s->contacts && c->touched_by != NULL) {
        ludo_diagnose(why, nowhere,
                      "%s has no contacts: %s may touch another geom; %sswitch contacts off", who,
                      c->touched_by, instead);
        return LUDO_REFUSED;
    }
    if (s->limits && l->limited_by != NULL) {
        ludo_diagnose(why, nowhere,
                      "%s has no limits of joints and springs: %s is limited; %sswitch limits off",
                      who, l->limited_by, instead);
        return LUDO_REFUSED;
    }
    if (s->limits && l->paced_by != NULL) {
        ludo_diagnose(why, nowhere,
                      "%s has no speed limits: %s is driven and has one; %sswitch limits off", who,
                      l->paced_by, instead);
        return LUDO_REFUSED;
    }
    if (l->rubbed_by != NULL) {
        ludo_diagnose(why, nowhere, "%s has no dry friction: %s has friction loss; %sset it to 0",
                      who, l->rubbed_by, instead);
        return LUDO_REFUSED;
    }
    for (int32_t i = 0; i < m->spring_count; i++) {
        if (m->tendon[i].armature > 0.0) {
            ludo_diagnose(why, nowhere,
                          "%s has no armature of springs: spring '%s' has one; %sset it to 0", who,
                          m->spring[i].name, instead);
            return LUDO_REFUSED;
        }
    }
    return LUDO_OK;
}
