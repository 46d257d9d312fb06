/* SPDX-License-Identifier: Apache-2.0
 *
 * Descent from a pose to a nearby assembly: Gauss-Newton steps of least joint motion with
 * Levenberg-Marquardt damping [loops.md 6]. */
#include "assembly/assembly.h"
#include "assembly/joint_motion.h"

#include <math.h>
#include <string.h>

/* The initial damping; its factors after a successful step and after a failed one; its bounds. The
 * smallest keeps redundant rows regular; at the largest the iteration stops. */
static const double first_mu = 1e-4, better = 0.1, worse = 10.0, least_mu = 1e-12, most_mu = 1e6;

/* The longest step of a joint towards the given pose [rad, lengths]: the linearisation does not
 * hold further. */
static const double longest = 1.0;

/* After MAX_SLOW steps in a row that each gain less than this the violation counts as a minimum. */
static const double gain = 1e-3;
enum { MAX_SLOW = 10, MAX_STEPS = 300 };

/* The largest number of steps back to the given pose. */
enum { MAX_BACK = 40 };

/* The tolerance to which the steps of an interval close loops. In long mechanisms rounding allows
 * no smaller violation. */
static const double closed = 1e-11;

bool ludo_assembly_is_closed(worst open)
{
    return open.value <= closed;
}

/* Place bodies at state->position and evaluate the loops there; returns the sum of squares of their
 * rows. */
static double evaluate(sim_state *state)
{
    const ludo_model *m = state->model;
    const kinematics *x = state->kinematics;
    ludo_state_place(state, state->position);
    ludo_kinematics_view(state, state->position, true);
    double sum = 0.0;
    for (int32_t i = 0; i < m->loop_count; i++) {
        for (int32_t j = 0; j < m->loop[i].rows; j++) {
            const double g = x->view[i].g[j] / loop_unit(&m->loop[i], j);
            sum += g * g;
        }
    }
    return sum;
}

/* Advance the coordinates by a step; the previous ones are saved in x->before. */
static void take_step(sim_state *state, double mu, double most_step)
{
    const ludo_model *m = state->model;
    kinematics *x = state->kinematics;
    ludo_kinematics_close_loops(state, mu);
    const double most = ludo_assembly_largest(m, x->tree.w);
    memcpy(x->before, state->position, (size_t)m->position_count * sizeof *x->before);
    ludo_assembly_advance(state, most > most_step ? most_step / most : 1.0, x->tree.w,
                          state->position);
}

static worst current_violation(const sim_state *state)
{
    return ludo_loops_violation(state->model, state_poses(state), state->kinematics->view);
}

worst ludo_assembly_descend(sim_state *state, double most_step)
{
    kinematics *x = state->kinematics;
    double misfit = evaluate(state), mu = first_mu;
    worst open = current_violation(state);
    bool moved = true;
    for (int32_t steps = 0, slow = 0;
         steps < MAX_STEPS && slow < MAX_SLOW && mu < most_mu && open.value > 0.0; steps++) {
        if (moved) {
            ludo_kinematics_linearize(state);
        }
        take_step(state, mu, most_step);
        const double now = evaluate(state);
        moved = now < misfit;
        if (moved) {
            slow = now > (1.0 - gain) * misfit ? slow + 1 : 0;
            mu = fmax(better * mu, least_mu);
            misfit = now;
            open = current_violation(state);
            continue;
        }
        memcpy(state->position, x->before,
               (size_t)state->model->position_count * sizeof *x->before);
        (void)evaluate(state);
        mu = ludo_assembly_is_closed(open) ? most_mu : worse * mu;
    }
    return open;
}

/* The remaining way back, per dof into `way`; returns its square. */
static double remaining_way(const sim_state *state, double *way)
{
    ludo_assembly_difference(state, state->position, state->kinematics->given, way);
    return ludo_assembly_square(state->model, way);
}

void ludo_assembly_approach_given(sim_state *state, double worthwhile)
{
    const ludo_model *m = state->model;
    kinematics *x = state->kinematics;
    double left = remaining_way(state, x->way);
    for (int32_t steps = 0; steps < MAX_BACK && left > 0.0; steps++) {
        memcpy(x->assembled, state->position, (size_t)m->position_count * sizeof *x->assembled);
        ludo_kinematics_linearize(state);
        ludo_kinematics_follow(state, x->way, least_mu);
        const double most = ludo_assembly_largest(m, x->tree.w);
        ludo_assembly_advance(state, most > longest ? longest / most : 1.0, x->tree.w,
                              state->position);
        const worst open = ludo_assembly_descend(state, longest);
        const double now = remaining_way(state, x->way);
        if (!ludo_assembly_is_closed(open) || !(now < (1.0 - worthwhile) * left)) {
            memcpy(state->position, x->assembled, (size_t)m->position_count * sizeof *x->assembled);
            (void)evaluate(state);
            return;
        }
        left = now;
    }
}
