/* SPDX-License-Identifier: Apache-2.0
 *
 * The rank of the constraints at the knot, and the motion that they leave. Joints of the tree are
 * independent; rows of loops may depend on them and on each other [loops.md 5]. */
#include "diagnostics/mobility.h"

#include "assembly/kinematics.h"

#include <string.h>

/* Compute the rank of the loop constraints at the knot, if it is out of date. */
static void update(ludo_sim *sim)
{
    kinematics *x = sim->state.kinematics;
    if (x != NULL && !sim->state.rank_known) {
        memset(x->still, 0, (size_t)sim->state.model->columns * sizeof *x->still);
        ludo_state_gather(&sim->state, sim->state.position, sim->state.rate);
        ludo_kinematics_view(&sim->state, sim->state.position, false);
        ludo_kinematics_linearize(&sim->state);
        x->rank = ludo_kinematics_rank(&sim->state);
        sim->state.rank_known = true;
    }
}

void ludo_mobility_report(ludo_sim *sim, int32_t loop, ludo_loop_state *out)
{
    update(sim);
    const bool *redundant = sim->state.kinematics->redundant + CONSTRAINT_ROWS * loop;
    out->redundant = 0;
    out->dependent = 0;
    out->left_out = (uint32_t)sim->state.left_out[loop];
    for (int32_t j = 0; j < sim->state.model->loop[loop].rows; j++) {
        out->redundant += redundant[j];
        out->dependent |= redundant[j] ? UINT32_C(1) << j : 0;
    }
}

ludo_status ludo_sim_mobility(ludo_sim *sim, ludo_mobility *out)
{
    const ludo_status status = sim != NULL && out != NULL ? ludo_sim_start(sim) : LUDO_BAD_ARGUMENT;
    if (status != LUDO_OK) {
        return status;
    }
    update(sim);
    const ludo_model *m = sim->state.model;
    const int32_t rank = sim->state.kinematics != NULL ? sim->state.kinematics->rank : 0;
    int32_t rows = 0;
    for (int32_t i = 0; i < m->loop_count; i++) {
        rows += m->loop[i].rows;
    }
    *out = (ludo_mobility){
        .rows = m->rows,
        .rank = m->rows - (rows - rank),
        .redundant = rows - rank,
        .freedom = m->columns - rank,
    };
    return LUDO_OK;
}
