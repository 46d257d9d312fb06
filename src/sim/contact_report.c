/* SPDX-License-Identifier: Apache-2.0
 *
 * Contacts of the last step, as the integrator reports them. */
#include "sim/sim.h"

#include "core/sized.h"
#include "state/contact_quality.h"
#include "math/worst.h"

#include <math.h>

void ludo_sim_judge_contacts(ludo_sim *sim)
{
    if (sim->integrator->contacts == NULL) {
        return;
    }
    const contact_report last = sim->integrator->contacts(&sim->state);
    if (last.contact != NULL) {
        sim->state.quality = contact_quality_with(sim->state.quality, last.quality);
    }
}

contact_report ludo_sim_last_contacts(const ludo_sim *sim)
{
    return sim->contacts_known && sim->integrator->contacts != NULL
               ? sim->integrator->contacts(&sim->state)
               : (contact_report){.count = 0};
}

/* ---- order ---- */

/* Whether a contact comes before another: by geoms. */
static bool is_before(const ludo_contact *p, const ludo_contact *q)
{
    return p->geom_a != q->geom_a ? p->geom_a < q->geom_a : p->geom_b < q->geom_b;
}

/* Whether all are in order, as mostly where no body is at rest. */
static bool are_sorted(const contact_report *last)
{
    int32_t i = 1;
    while (i < last->count && !is_before(&last->contact[i], &last->contact[i - 1])) {
        i++;
    }
    return i >= last->count;
}

/* The end of the run that is in order from `first` on. */
static int32_t end_of_run(const ludo_contact *k, const int32_t *order, int32_t first, int32_t count)
{
    int32_t end = first;
    do {
        end++;
    } while (end < count && !is_before(&k[order[end]], &k[order[end - 1]]));
    return end < count ? end : count;
}

/* Merge two runs, [first, middle) and [middle, end). */
static void merge(const ludo_contact *k, const int32_t *from, int32_t *to, int32_t first,
                  int32_t middle, int32_t end)
{
    int32_t a = first, b = middle;
    for (int32_t i = first; i < end; i++) {
        const bool takes_b = a == middle || (b < end && is_before(&k[from[b]], &k[from[a]]));
        to[i] = takes_b ? from[b++] : from[a++];
    }
}

/* The numbers of contacts in the order of their geoms; contacts of a pair keep theirs. Runs are
 * merged in pairs until there is one: contacts of bodies at rest come before the others, and
 * features that were added late after them. */
static const int32_t *order_of(const contact_report *last)
{
    int32_t *order = last->order, *other = order + last->count;
    for (int32_t i = 0; i < last->count; i++) {
        order[i] = i;
    }
    while (end_of_run(last->contact, order, 0, last->count) < last->count) {
        for (int32_t first = 0, end; first < last->count; first = end) {
            const int32_t middle = end_of_run(last->contact, order, first, last->count);
            end = middle < last->count ? end_of_run(last->contact, order, middle, last->count)
                                       : last->count;
            merge(last->contact, order, other, first, middle, end);
        }
        int32_t *merged = other;
        other = order;
        order = merged;
    }
    return order;
}

ludo_status ludo_sim_contacts(ludo_sim *sim, ludo_contact *out, int32_t room, int32_t *count)
{
    if (sim == NULL || room < 0 || (out == NULL && room > 0) || count == NULL) {
        return LUDO_BAD_ARGUMENT;
    }
    const contact_report last = ludo_sim_last_contacts(sim);
    const int32_t copied = last.count < room ? last.count : room;
    const int32_t *order = are_sorted(&last) ? NULL : order_of(&last);
    for (int32_t i = 0; i < copied; i++) {
        out[i] = last.contact[order != NULL ? order[i] : i];
    }
    *count = last.count;
    return LUDO_OK;
}

ludo_status ludo_sim_overlaps(ludo_sim *sim, ludo_overlap *out, int32_t room, int32_t *count)
{
    if (sim == NULL || room < 0 || (out == NULL && room > 0) || count == NULL) {
        return LUDO_BAD_ARGUMENT;
    }
    const ludo_status status = ludo_sim_start(sim);
    if (status == LUDO_OK) {
        *count = sim->integrator->overlaps != NULL
                     ? sim->integrator->overlaps(&sim->state, out, room)
                     : 0;
    }
    return status;
}

ludo_status ludo_sim_contact_quality(ludo_sim *sim, ludo_contact_quality *out)
{
    if (sim == NULL || !SIZED_KNOWN(out)) {
        return LUDO_BAD_ARGUMENT;
    }
    if (sim->contacts_known) { /* the quality includes the knot's velocities */
        (void)ludo_sim_twists(sim);
    }
    ludo_contact_quality q = {.points = 0};
    if (sim->contacts_known) {
        q = sim->state.quality;
    }
    if (sim->state.settings.contacts && sim->state.model->contacts.not_simulated > 0) {
        q.pairs_not_simulated = sim->state.model->contacts.not_simulated;
        q.penetration = (double)NAN;
    }
    SIZED_WRITE(out, &q);
    return LUDO_OK;
}

/* Convert torques about the world's axes to the rates of a joint's quaternion: torques about the
 * axes of the child's joint frame. */
static void turn_to_rates(const ludo_sim *sim, const joint_data *j, int32_t slot, double *torque)
{
    const ludo_quat q = q_mul(state_poses(&sim->state)[slot].q, j->q_b_off);
    const ludo_vec3 t = q_rotate(q_conj(q), v3(torque[0], torque[1], torque[2]));
    torque[0] = t.x, torque[1] = t.y, torque[2] = t.z;
}

ludo_status ludo_sim_stop_force(ludo_sim *sim, int32_t joint, double *out)
{
    if (sim == NULL || joint < 0 || joint >= sim->state.model->joint_count || out == NULL) {
        return LUDO_BAD_ARGUMENT;
    }
    const model_joint *named = &sim->state.model->joints[joint];
    const contact_report last = ludo_sim_last_contacts(sim);
    for (int32_t c = 0; c < named->dof; c++) {
        out[c] = last.stop != NULL ? last.stop[named->column + c] : 0.0;
    }
    if (named->dof > 0) {
        const joint_data *j = &sim->state.model->joint[named->slot];
        const bool turns = j->position_count > j->dof;
        if (turns) {
            turn_to_rates(sim, j, named->slot, out + j->dof - 3);
        }
    }
    return LUDO_OK;
}
