/* SPDX-License-Identifier: Apache-2.0
 *
 * Coordinates of joints at the knot. Scalar ones follow from the traces that the last evaluation of
 * the joints has left, eight side by side; others from poses. */
#include "integrators/maximal/positions.h"

#include "integrators/maximal_forces/joint_forces.h"

/* The scalar coordinates of a joint, which are known. */
static void copy_scalars(const maximal *x, const ludo_model *m, int32_t s, double *position)
{
    for (int32_t c = m->column[s]; c < m->column[s + 1]; c++) {
        position[c - m->column[s]] = x->forces.column[c / LANES].known_phi.at[c % LANES];
    }
}

void ludo_maximal_positions(sim_state *state, double *position)
{
    const ludo_model *m = state->model;
    for (int32_t b = 0; b < lanes_blocks(m->columns); b++) {
        (void)ludo_maximal_joint_forces_coordinates(maximal_of(state), state, b);
    }
    for (int32_t s = 0; s < m->slots; s++) {
        const joint_data *j = &m->joint[s];
        if (joint_scalars(j) == j->position_count) {
            copy_scalars(maximal_in(state), m, s, position + m->position[s]);
        } else {
            ludo_state_read_position(state, s, position + m->position[s]);
        }
    }
}
