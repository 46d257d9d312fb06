/* SPDX-License-Identifier: Apache-2.0
 *
 * Contacts, limits and dry friction as all integrators see them. */
#include "integrators/contacts.h"

#include "core/diagnostic.h"
#include "math/worst.h"

#include <string.h>

ludo_status ludo_contacts_refuse(const ludo_model *m, const sim_settings *s, const char *who,
                                 ludo_diagnostic *why)
{
    const model_contacts *c = &m->contacts;
    const ludo_place nowhere = {0};
    if (s->contacts && c->touched_by != NULL) {
        ludo_diagnose(why, nowhere,
                      "%s has no contacts: %s may touch another geom; use integrator maximal with"
                      " order 2, or switch contacts off",
                      who, c->touched_by);
        return LUDO_REFUSED;
    }
    if (s->limits && c->limited_by != NULL) {
        ludo_diagnose(why, nowhere,
                      "%s has no joint limits: %s is limited; use integrator maximal with order 2,"
                      " or switch limits off",
                      who, c->limited_by);
        return LUDO_REFUSED;
    }
    if (c->lossy_by != NULL) {
        ludo_diagnose(why, nowhere,
                      "%s has no dry friction: %s has friction loss; use integrator maximal with"
                      " order 2",
                      who, c->lossy_by);
        return LUDO_REFUSED;
    }
    return LUDO_OK;
}

void ludo_contacts_judge(ludo_sim *sim)
{
    if (sim->integrator->contacts == NULL) {
        return;
    }
    const ludo_contact_quality part = sim->integrator->contacts(sim).quality;
    ludo_contact_quality *q = &sim->quality;
    *q = (ludo_contact_quality){
        .points = part.points,
        .penetration = worst_of(q->penetration, part.penetration),
        .signorini = worst_of(q->signorini, part.signorini),
        .friction_excess = worst_of(q->friction_excess, part.friction_excess),
        .dissipation = worst_of(q->dissipation, part.dissipation),
        .energy_gain = q->energy_gain + part.energy_gain,
        .retries = q->retries + part.retries,
        .loosened = q->loosened + part.loosened,
    };
}

/* What the integrator tells of the last step; nothing where none led to this state. */
static contacts_told told_by(const ludo_sim *sim)
{
    return sim->contacts_known && sim->integrator->contacts != NULL ? sim->integrator->contacts(sim)
                                                                    : (contacts_told){.count = 0};
}

int32_t ludo_sim_contacts(ludo_sim *sim, ludo_contact *out, int32_t room)
{
    if (sim == NULL || (out == NULL && room > 0)) {
        return 0;
    }
    const contacts_told told = told_by(sim);
    const int32_t count = told.count < room ? told.count : room;
    if (count > 0) {
        memcpy(out, told.contact, (size_t)count * sizeof *out);
    }
    return told.count;
}

ludo_status ludo_sim_contact_quality(ludo_sim *sim, ludo_contact_quality *out)
{
    if (sim == NULL || out == NULL) {
        return LUDO_BAD_ARGUMENT;
    }
    if (sim->contacts_known) { /* the knot's velocities count, too */
        (void)ludo_sim_twists(sim);
    }
    *out = sim->contacts_known ? sim->quality : (ludo_contact_quality){.points = 0};
    return LUDO_OK;
}

/* Torques about the world's axes, along the rates of a joint's quaternion: those about the axes of
 * the child's joint frame. */
static void turn_to_rates(const ludo_sim *sim, const joint_data *j, int32_t slot, double *torque)
{
    const ludo_quat q = q_mul(sim_poses(sim)[slot].q, j->q_b_off);
    const ludo_vec3 t = q_rotate(q_conj(q), v3(torque[0], torque[1], torque[2]));
    torque[0] = t.x, torque[1] = t.y, torque[2] = t.z;
}

ludo_status ludo_sim_stop_force(ludo_sim *sim, int32_t joint, double *out)
{
    if (sim == NULL || joint < 0 || joint >= sim->model->joint_count || out == NULL) {
        return LUDO_BAD_ARGUMENT;
    }
    const model_joint *named = &sim->model->joints[joint];
    const contacts_told told = told_by(sim);
    for (int32_t c = 0; c < named->dof; c++) {
        out[c] = told.stop != NULL ? told.stop[named->column + c] / sim->progress->interval : 0.0;
    }
    if (named->dof > 0) {
        const joint_data *j = &sim->model->joint[named->slot];
        const bool turns = j->position_count > j->dof;
        if (turns) {
            turn_to_rates(sim, j, named->slot, out + j->dof - 3);
        }
    }
    return LUDO_OK;
}

/* Iterations in one step, over those that one of its solves may take without contacts. */
enum { MOST_SOLVES = 100 };

bool ludo_contacts_spent(const ludo_sim *sim, const ludo_step_report *report)
{
    return report->iterations / MOST_SOLVES >= sim->settings.max_iterations;
}

bool ludo_contacts_shortest(const ludo_sim *sim, const ludo_step_report *report)
{
    return report->substeps > sim->settings.max_substeps / 2;
}
