/* SPDX-License-Identifier: Apache-2.0
 *
 * Everything the rest of the library knows about an integrator. Keep it this narrow. */
#ifndef LUDO_INTEGRATORS_INTEGRATOR_H
#define LUDO_INTEGRATORS_INTEGRATOR_H

#include "ludo/integrators.h"
#include "state/state.h"

/* What the last step's contacts, limits and dry friction did. */
typedef struct contact_report {
    const ludo_contact *contact;
    int32_t count;
    const double *stop; /* per column: impulse of limits and dry friction over the last interval; of
                           a quaternion about the world's axes */
    ludo_contact_quality quality; /* of the last interval */
} contact_report;

/* Room for the struct of any integrator, in units of max_align_t. */
enum { WORKSPACE_ROOM = 64 };

/* One integrator. Its own struct, of WORKSPACE_ROOM at most, lives in state->workspace. */
typedef struct integrator {
    ludo_integrator_info info;

    /* Whether it takes model and settings, which it may complete (stages); *why says why not. */
    ludo_status (*accept)(const ludo_model *model, sim_settings *settings, ludo_diagnostic *why);

    /* Take what a step changes (kept) and what it doesn't (scratch) from arenas; run twice. */
    void (*layout)(sim_state *state, arena *kept, arena *scratch);

    /* Create and release objects of its own beyond that memory; both may be NULL. */
    ludo_status (*open)(sim_state *state);
    void (*close)(sim_state *state);

    /* Take the knot state over: project the twists onto the joints, telling by how much. */
    ludo_status (*start)(sim_state *state, ludo_start_report *report);

    /* Advance the poses by h as stage `stage` of a step; leaves time alone. Adds to the counts of
     * the report. */
    ludo_status (*step)(sim_state *state, double h, int32_t stage, ludo_step_report *report);

    /* Compute the twists of the knot. */
    ludo_status (*twists)(sim_state *state);

    /* Compute the wrenches that joints transmit at the knot, from an interval of length h that is
     * solved for but not taken. */
    ludo_status (*reactions)(sim_state *state, double h);

    /* Blocks that its elimination fills beyond those of the constraint graph; NULL: it has none. */
    int32_t (*fill)(const sim_state *state);

    /* What contacts, limits and dry friction did over the last step; NULL: it has none. */
    contact_report (*contacts)(const sim_state *state);

    /* Whether the integers among what it keeps are such as it could have left there. NULL: it keeps
     * none. */
    bool (*plausible)(const sim_state *state);

    /* Whether it is known, before it is tried, that the equations of a step of length h from the
     * knot have a solution that is the only one in reach [solvability.md 1]: of single bodies that
     * is proved, and measured that Newton's method finds it; of trees both are as certain as
     * sampled constants. NULL: it can't tell. */
    bool (*certify)(sim_state *state, double h);
    bool sampled;     /* whether constants of certify() are sampled ones, of a trapezoidal step */
    bool trapezoidal; /* its steps of order 2 are those that solvability.md has bounds of */

    /* Whether it takes bodies with added mass. */
    bool fluid;
} integrator;

/* Bring the twists of the knot up to date; the integrator has taken the state over. */
static inline ludo_status integrator_update_twists(const integrator *by, sim_state *state)
{
    ludo_status status = LUDO_OK;
    if (!state->progress->twists_known) {
        status = by->twists(state);
        state->progress->twists_known = status == LUDO_OK;
    }
    return status;
}

#endif
