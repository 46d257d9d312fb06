/* SPDX-License-Identifier: Apache-2.0
 *
 * Redundant rows of loops that are left out: in an overconstrained mechanism the rounding of
 * lengths makes some rows slightly inconsistent with others [loops.md 6]. */
#include "assembly/assembly.h"
#include "assembly/joint_motion.h"

#include <math.h>
#include <string.h>

/* The largest inconsistency of redundant rows [rad, lengths]: lengths in files have six or more
 * digits. */
static const double slack = 1e-6;

/* The largest inconsistency at poses around the given one [rad, lengths]. Rows that are redundant
 * at a single pose are violated by some hundredth when joints have moved by a tenth. */
static const double slack_around = 1e-5;

/* The number of starts that decide which rows are redundant: the given pose may be singular, others
 * are not. */
enum { WITNESSES = 4 };

/* The first start that moves joints by some tenths, far enough for violations to grow. */
enum { FAR_START = 7 };

bool ludo_assembly_restore_rows(sim_state *state)
{
    bool any = false;
    for (int32_t i = 0; i < state->model->loop_count; i++) {
        any = any || state->left_out[i] != 0;
        state->left_out[i] = 0;
    }
    return any;
}

int32_t ludo_assembly_relaxed_count(const sim_state *state)
{
    int32_t count = 0;
    for (int32_t i = 0; i < state->model->loop_count; i++) {
        for (int32_t j = 0; j < state->model->loop[i].rows; j++) {
            count += (int32_t)(state->left_out[i] >> j & 1);
        }
    }
    return count;
}

/* The violation of the rows left out, at the last evaluation. */
static double relaxed_violation(const sim_state *state)
{
    const placement at = state_placement(state);
    return ludo_loops_relaxed_violation(state, &at, state->kinematics->phi);
}

bool ludo_assembly_relaxed_closed(const sim_state *state)
{
    return relaxed_violation(state) <= slack;
}

/* The longest step of a joint from there [rad, lengths]. */
static const double far_step = 1.0;

/* From a start to the smallest violation, with all joints free; returns the violation. */
static double descend_from(sim_state *state, int32_t start)
{
    memset(state->kinematics->still, 0, (size_t)state->model->columns * sizeof(bool));
    ludo_assembly_place_start(state, start);
    return ludo_assembly_descend(state, far_step).value;
}

/* Leave out all dependent rows of the last rank computation. */
static bool leave_out_dependent(sim_state *state)
{
    bool any = false;
    for (int32_t i = 0; i < state->model->loop_count; i++) {
        const bool *redundant = state->kinematics->redundant + CONSTRAINT_ROWS * i;
        state->left_out[i] = 0;
        for (int32_t j = 0; j < state->model->loop[i].rows; j++) {
            state->left_out[i] |= redundant[j] ? INT64_C(1) << j : 0;
        }
        any = any || state->left_out[i] != 0;
    }
    return any;
}

/* The number of independent rows where a start leads with all rows; -1 if they are inconsistent
 * there. */
static int32_t count_rank(sim_state *state, int32_t start)
{
    if (descend_from(state, start) > slack_around) {
        return -1;
    }
    ludo_kinematics_view(state, state->position, false);
    ludo_kinematics_linearize(state);
    return ludo_kinematics_rank(state);
}

bool ludo_assembly_relax(sim_state *state, double open)
{
    if (!(open <= slack)) {
        return false;
    }
    int32_t best = 0, most = -1;
    for (int32_t start = 0; start < WITNESSES; start++) {
        const int32_t rank = count_rank(state, start);
        if (rank > most) {
            best = start;
            most = rank;
        }
    }
    return most >= 0 && count_rank(state, best) == most && leave_out_dependent(state);
}

/* The violation of exactly dependent rows is due to rounding alone; it is smaller if loops are as
 * small as a thousandth of their mechanism [rad, lengths]. */
static const double exact = 1e-12;

/* Whether the rows left out are violated, by no more than the rounding of lengths, after joints
 * move. */
static bool is_slightly_inconsistent(sim_state *state)
{
    for (int32_t start = FAR_START; start < FAR_START + WITNESSES; start++) {
        const worst open = {descend_from(state, start), -1};
        const double left = relaxed_violation(state);
        if (ludo_assembly_is_closed(open)) {
            return left > exact && left <= slack_around;
        }
    }
    return false;
}

void ludo_assembly_relax_rounded(sim_state *state)
{
    if (state->progress->looked_around) {
        return;
    }
    state->progress->looked_around = true;
    memcpy(state->saved, state->kept, state->kept_size);
    memset(state->kinematics->still, 0, (size_t)state->model->columns * sizeof(bool));
    ludo_kinematics_view(state, state->kinematics->given, false);
    ludo_kinematics_linearize(state);
    (void)ludo_kinematics_rank(state);
    const bool few = leave_out_dependent(state) && is_slightly_inconsistent(state);
    memcpy(state->kept, state->saved, state->kept_size);
    if (few) {
        (void)leave_out_dependent(state);
    }
}

bool ludo_assembly_relaxed_stay(sim_state *state)
{
    for (int32_t start = 0; start < WITNESSES; start++) {
        const double open = descend_from(state, start);
        if (open <= slack && relaxed_violation(state) > slack_around) {
            return false;
        }
    }
    return true;
}
