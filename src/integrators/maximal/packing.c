/* SPDX-License-Identifier: Apache-2.0
 *
 * The parts of the maximal integrator's state that matter at a knot: of arrays for both ends of an
 * interval those of the knot, of contacts those that there were. */
#include "integrators/maximal/packing.h"

#include "integrators/maximal/maximal.h"
#include "integrators/maximal/pose_records.h"
#include "integrators/maximal_contact/contact.h"
#include "loops/rows.h"

static void pass_contacts(maximal_contacts *c, const maximal *x, const sim_state *state, packing *p)
{
    const ludo_model *m = state->model;
    PASS(p, c->past, x->state->cone_count);
    PASS(p, c->rate, m->columns);
    PASS(p, c->before, 6 * m->slots);
    PASS(p, c->interval, m->slots);
    PASS(p, c->steady, m->slots);
    PASS(p, c->rest.slow_time, state->settings.sleep_speed > 0.0 ? m->slots : 0);
}

/* Poses follow from positions and quaternions in lanes, with the bits of every other pose. */
LUDO_KERNEL static void place_bodies(const maximal *x, const ludo_model *m, pose *poses)
{
    for (int32_t k = 0; k < x->blocks; k++) {
        const body_knot *z = &x->knot[k];
        const int32_t left = m->slots - k * LANES;
        LANES_ALIGNED pose_records records;
        FOR_LANES(l)
        {
            const ludo_quat q = get4(&z->q, l);
            put_pose(&records, l, get3(&z->x, l), q, q_matrix(q));
        }
        scatter_poses(&poses[k * LANES], &records, left < LANES ? (int)left : LANES);
    }
}

void ludo_maximal_pack(sim_state *state, packing *p)
{
    const ludo_model *m = state->model;
    maximal *x = maximal_of(state);
    const int64_t now = state->progress->now;
    PASS(p, x->state, 1);
    PASS(p, x->knot, x->blocks);
    if (p->row != NULL && p->out_of_row) {
        place_bodies(x, m, state_poses(state));
    }
    PASS(p, x->S[now], 6 * m->columns);
    PASS(p, x->lever[now], 3 * m->slots);
    PASS(p, x->trace[now], m->columns);
    PASS(p, x->rows, BLOCK * ludo_loops_count_ends(m));
    PASS(p, x->P_q, m->columns);
    PASS(p, x->start_rate, x->stored_count);
    for (int32_t i = 0; i < state->settings.stages; i++) {
        PASS(p, x->velocity_history[i], EXTRAPOLATION_POINTS * x->blocks);
        PASS(p, x->rate_history[i], EXTRAPOLATION_POINTS * x->stored_count);
    }
    if (x->contacts->any) {
        pass_contacts(x->contacts, x, state, p);
    }
}
