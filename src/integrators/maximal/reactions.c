/* SPDX-License-Identifier: Apache-2.0
 *
 * Wrenches of joints and loops at the knot. */
#include "integrators/maximal/reactions.h"

#include "integrators/maximal/accelerations.h"
#include "integrators/maximal/bodies.h"
#include "integrators/maximal_contact/contact.h"
#include "integrators/maximal/forces.h"
#include "integrators/maximal/history.h"
#include "integrators/maximal/loops.h"
#include "integrators/maximal/step.h"

/* The time over which impulses at the knot act on a body: half of the interval before and half of
 * the next, of length h. Projected momenta of a start lack the half before. */
static double duration_of(const maximal *x, int32_t s, double h)
{
    const double before = x->state->last >= 0 ? ludo_maximal_history_last_interval(x, s, h) : 0.0;
    return 0.5 * (before + h);
}

/* The joints' wrenches, from the balance of each subtree at the solution: the momentum change of
 * its bodies less the known impulses. */
static void read_joints(const maximal *x, const sim_state *state, double h)
{
    const ludo_model *m = state->model;
    const pose *z = state_poses(state);
    for (int32_t i = 0; i < 6 * m->slots; i++) {
        state->reaction[i] = -x->tree.r[i] / duration_of(x, i / 6, h);
    }
    for (int32_t s = m->slots; s-- > 0;) {
        const int32_t p = m->parent[s];
        if (p >= 0) {
            const double *w = state->reaction + 6 * s;
            const ludo_vec3 force = v3(w[0], w[1], w[2]);
            const ludo_vec3 moment = v3_cross(v3_sub(z[s].x, z[p].x), force);
            wrench_add(state->reaction, p, force, v3_add(v3(w[3], w[4], w[5]), moment));
        }
    }
}

/* The loops' multipliers: of all multipliers with the same impulses the smallest ones. Those are
 * the multipliers that balance the impulses of the solution, applied with the opposite sign to
 * bodies at rest. */
static void read_loops(maximal *x, const sim_state *state, double h)
{
    const ludo_model *m = state->model;
    const constraints *t = &x->loops.constraints;
    ludo_maximal_loops_least_multipliers(x, state);
    for (int32_t i = 0; i < m->loop_count; i++) {
        const double duration = duration_of(x, t->end[t->first[i]].node, h);
        for (int32_t j = 0; j < JOINT_MAX_ROWS; j++) {
            state->loop_force[JOINT_MAX_ROWS * i + j] = x->loops.multiplier[ROW * i + j] / duration;
        }
    }
}

ludo_status ludo_maximal_reactions_compute(sim_state *state, double h)
{
    maximal *x = maximal_of(state);
    // the interval can't be subdivided: all levels of fallbacks are tried
    ludo_step_report report = {.smallest_pivot = 1.0, .substeps = state->settings.max_substeps};
    const int32_t stage = x->state->last >= 0 ? (int32_t)x->state->last : 0;
    const ludo_status status = ludo_maximal_step_solve(state, h, stage, &report);
    if (status == LUDO_OK) {
        ludo_maximal_loops_apply(x, state->model);
        ludo_maximal_contact_apply_impulses(x);
        read_joints(x, state, h);
        read_loops(x, state, h);
        ludo_maximal_accelerations_compute(x, state, h);
    }
    return status;
}
