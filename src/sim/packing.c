/* SPDX-License-Identifier: Apache-2.0
 *
 * States of simulations in as few bytes as they need (state/packing.h). */
#include "sim/sim.h"

#include "sim/density.h"
#include "state/packing.h"

/* Whether the integrator passes its own parts, and poses with them. */
static bool passes_poses(const ludo_sim *sim)
{
    return sim->state.progress->started && sim->integrator->pack != NULL;
}

/* The parts that all integrators share. */
static void pass_shared(ludo_sim *sim, packing *p)
{
    sim_state *s = &sim->state;
    const ludo_model *m = s->model;
    PASS(p, s->progress, 1);
    PASS(p, state_poses(s), passes_poses(sim) ? 0 : m->slots);
    PASS(p, s->twists, m->slots);
    PASS(p, s->memory, m->columns);
    PASS(p, s->stored_rate, m->columns);
    PASS(p, s->control, m->actuator_count);
    PASS(p, s->activation, m->activation_count);
    PASS_IF(p, s->progress->served, s->servo, m->columns);
    PASS_IF(p, s->progress->pushed, s->push, m->body_count);
    PASS_IF(p, s->progress->exerted, s->joint_effort, m->columns);
    PASS(p, s->moved, m->loop_count > 0 ? m->columns : 0);
    PASS(p, s->stays, s->progress->stays);
    PASS(p, s->rate_stays, s->progress->rate_stays);
    PASS(p, s->left_out, m->loop_count);
    PASS(p, s->spring_force, m->spring_count);
    PASS(p, s->actuator_force, m->actuator_count);
    PASS(p, sim->density, sim->density != NULL ? 1 : 0);
}

/* The integrator's own parts; before its start they have no data. */
static void pass_own(ludo_sim *sim, packing *p)
{
    sim_state *s = &sim->state;
    if (passes_poses(sim)) {
        sim->integrator->pack(s, p);
    } else if (s->progress->started) {
        packing_pass(p, s->kept + s->shared_size, s->kept_size - s->shared_size);
    }
}

size_t ludo_sim_pack_room(const ludo_sim *sim)
{
    return sim->state.kept_size;
}

size_t ludo_sim_pack(ludo_sim *sim, char *row)
{
    packing p = {.row = row};
    pass_shared(sim, &p);
    pass_own(sim, &p);
    return p.used;
}

void ludo_sim_unpack(ludo_sim *sim, char *row)
{
    packing p = {.row = row, .out_of_row = true};
    pass_shared(sim, &p);
    pass_own(sim, &p);
    ludo_sim_note_replaced(sim);
}
