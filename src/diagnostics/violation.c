/* SPDX-License-Identifier: Apache-2.0
 *
 * Violations of joints and loops at the knot, computed from their constraints alone, independently
 * of every solver. */
#include "diagnostics/mobility.h"
#include "sim/sim.h"
#include "core/sized.h"
#include "joints/constraint.h"
#include "math/worst.h"
#include "model/loop.h"

#include <math.h>

_Static_assert(sizeof(twist) == 6 * sizeof(double), "twists are read as six numbers per body");

/* The rate of the constraint row G_b (V_b - X V_a). */
static double row_rate(const double *G, const twist *relative)
{
    return v3_dot(v3(G[0], G[1], G[2]), relative->v) + v3_dot(v3(G[3], G[4], G[5]), relative->w);
}

/* V_b - X V_a: the twist of the child relative to the parent, moved to the child's position. */
static twist relative_twist(const pose *a, const pose *b, const twist *va, const twist *vb)
{
    const ludo_vec3 carried = v3_add(va->v, v3_cross(va->w, v3_sub(b->x, a->x)));
    return (twist){v3_sub(vb->v, carried), v3_sub(vb->w, va->w)};
}

/* Position and velocity violation of a joint. */
static void measure_joint(const ludo_sim *sim, int32_t s, worst *position, worst *velocity)
{
    const ludo_model *m = sim->state.model;
    const pose *z = state_poses(&sim->state);
    const joint_data *j = &m->joint[s];
    double g[JOINT_MAX_ROWS], G[6 * JOINT_MAX_ROWS];
    (void)ludo_joint_constraint(j, &z[j->parent], &z[s], sim->state.memory + m->column[s], g, G);
    const twist V =
        relative_twist(&z[j->parent], &z[s], &sim->state.twists[j->parent], &sim->state.twists[s]);
    for (int32_t i = 0; i < constraint_rows(j); i++) {
        worst_take(position, fabs(g[i]), m->joint_of[s]);
        worst_take(velocity, fabs(row_rate(G + 6 * i, &V)), m->joint_of[s]);
    }
}

/* The rate of a loop's row at the knot's twists and the joint rates in sim->rate. */
static double loop_rate(const ludo_sim *sim, const loop_data *l, const loop_view *view, int32_t row)
{
    double sum = 0.0;
    for (int32_t e = 0; e < l->ends; e++) {
        const int32_t slot = l->end[e].slot, *column = sim->state.model->column + slot;
        const double *numbers =
            l->end[e].columns ? sim->state.rate + column[0] : &sim->state.twists[slot].v.x;
        const int32_t count = l->end[e].columns ? column[1] - column[0] : 6;
        for (int32_t k = 0; k < count; k++) {
            sum += view->G[loop_row(l, e, row) + (size_t)k] * numbers[k];
        }
    }
    return sum;
}

/* Position and velocity violation of a loop, from the coordinates of all columns in state.efforts;
 * `view` is left at the knot. */
static void measure_loop(const ludo_sim *sim, int32_t loop, loop_view *view, worst *position,
                         worst *velocity)
{
    const loop_data *l = &sim->state.model->loop[loop];
    const placement at = state_placement(&sim->state);
    l->kind->view(l, &at, sim->state.efforts, view);
    for (int32_t j = 0; j < l->rows; j++) {
        worst_take(position, fabs(view->g[j]), loop);
        worst_take(velocity, fabs(loop_rate(sim, l, view, j)), loop);
    }
}

/* Gather the coordinates of the joints where the loop ends; querying all loops stays linear. */
static void gather_ends(const ludo_sim *sim, const loop_data *l)
{
    for (int32_t e = 0; e < l->ends; e++) {
        if (l->end[e].columns) {
            ludo_state_gather_slot(&sim->state, l->end[e].slot, sim->state.efforts,
                                   sim->state.rate);
        }
    }
}

ludo_status ludo_sim_violation(ludo_sim *sim, ludo_violation *out)
{
    const ludo_status status = out != NULL ? ludo_sim_twists(sim) : LUDO_BAD_ARGUMENT;
    if (status != LUDO_OK) {
        return status;
    }
    const ludo_model *m = sim->state.model;
    worst position = {0.0, -1}, velocity = {0.0, -1}, open = {0.0, -1};
    for (int32_t s = 0; s < m->slots; s++) {
        measure_joint(sim, s, &position, &velocity);
    }
    if (m->loop_count > 0) {
        ludo_state_gather_scalars(&sim->state, sim->state.efforts, sim->state.rate);
    }
    for (int32_t i = 0; i < m->loop_count; i++) {
        loop_view view;
        measure_loop(sim, i, &view, &open, &velocity);
    }
    const bool loop = is_worse(open.value, position.value);
    *out = (ludo_violation){loop ? open.value : position.value, velocity.value,
                            loop ? -1 : position.at, loop ? open.at : -1};
    return LUDO_OK;
}

ludo_status ludo_sim_loop(ludo_sim *sim, int32_t loop, ludo_loop_state *out)
{
    const bool known =
        sim != NULL && SIZED_KNOWN(out) && loop >= 0 && loop < sim->state.model->loop_count;
    const ludo_status status = known ? ludo_sim_twists(sim) : LUDO_BAD_ARGUMENT;
    if (status == LUDO_OK) {
        const loop_data *l = &sim->state.model->loop[loop];
        loop_view view;
        worst position = {0.0, -1}, velocity = {0.0, -1};
        gather_ends(sim, l);
        measure_loop(sim, loop, &view, &position, &velocity);
        const loop_opening open = loop_opening_of(l, &view);
        ludo_loop_state read = {.gap = open.gap, .tilt = open.tilt, .velocity = velocity.value};
        ludo_mobility_report(sim, loop, &read);
        SIZED_WRITE(out, &read);
    }
    return status;
}
