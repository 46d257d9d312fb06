/* SPDX-License-Identifier: Apache-2.0
 *
 * The interface of an integrator to the rest of the library. Keep it this narrow. */
#ifndef LUDO_INTEGRATORS_INTEGRATOR_H
#define LUDO_INTEGRATORS_INTEGRATOR_H

#include "ludo/integrators.h"
#include "state/packing.h"
#include "state/state.h"

/* The effect of contacts, limits and dry friction in the last step. */
typedef struct contact_report {
    const ludo_contact *contact; /* NULL: none are simulated */
    int32_t count;
    const double *stop; /* per column: force of limits and dry friction over the last interval; of
                           a quaternion about the world's axes */
    ludo_contact_quality quality; /* of the last interval */
    int32_t *order;               /* scratch: room for two numbers per contact */
} contact_report;

/* Steps of LANES simulations of one model and its settings side by side, one per lane. Each lane
 * has the bits of step() on its simulation alone. `which` and results of solve() have one bit per
 * lane. */
typedef struct integrator_lanes {
    /* Whether model and settings allow it. */
    bool (*fit)(const sim_state *state);

    /* Take the memory of the lanes from an arena; called twice, returns NULL while measuring. It
     * refers to the integrator's workspace of `state`. */
    void *(*layout)(const sim_state *state, arena *a);

    /* Whether a simulation can enter, for steps of length h. */
    bool (*ready)(const sim_state *state, double h);

    /* A lane becomes a simulation; a state as it entered becomes that of the lane's knot, so many
     * steps later, >= 1. */
    void (*enter)(void *lanes, int lane, const sim_state *state, double h);
    void (*leave)(void *lanes, int lane, sim_state *state, int64_t steps);

    /* Solve a step of length h from the knots of some lanes, which stay. Returns the lanes that are
     * solved: the others need step(). `reports`: report() may follow. */
    unsigned (*solve)(void *lanes, unsigned which, double h, bool reports);

    /* The solutions become the knots; lanes that were not solved must be entered again. */
    void (*accept)(void *lanes, double h);

    /* The report of a lane that was solved. */
    void (*report)(const void *lanes, int lane, ludo_step_report *report);
} integrator_lanes;

/* Room for the struct of any integrator, in units of max_align_t. */
enum { WORKSPACE_ROOM = 64 };

/* One integrator. Its own struct, at most WORKSPACE_ROOM, lives in state->workspace. */
typedef struct integrator {
    ludo_integrator_info info; /* capabilities follow from the members below: capabilities.h */

    /* Accept model and settings and complete the settings (stages), or refuse; *why has the reason.
     */
    ludo_status (*accept)(const ludo_model *model, sim_settings *settings, ludo_diagnostic *why);

    /* Take the memory that a step changes (kept) and scratch from arenas; called twice. */
    void (*layout)(sim_state *state, arena *kept, arena *scratch);

    /* Pass its parts of the kept memory that matter at a knot, and the poses or what they follow
     * from. NULL: all of it passes. */
    void (*pack)(sim_state *state, packing *p);

    /* Steps of several simulations side by side; NULL: there are none. */
    const integrator_lanes *lanes;

    /* Create and release further objects; both may be NULL. */
    ludo_status (*open)(sim_state *state);
    void (*close)(sim_state *state);

    /* Take the knot over from the state: project the twists onto the joints; reports the change. */
    ludo_status (*start)(sim_state *state, ludo_start_report *report);

    /* Advance the poses by h as stage `stage` of a step; time is unchanged. Adds to the counts of
     * the report. */
    ludo_status (*step)(sim_state *state, double h, int32_t stage, ludo_step_report *report);

    /* Compute the twists of the knot. */
    ludo_status (*twists)(sim_state *state);

    /* Write the coordinates of all joints at the knot, slot by slot, with the bits of
     * ludo_state_read_position(); requires a start. NULL: from poses. */
    void (*positions)(sim_state *state, double *position);

    /* Compute the energy that impulses at the knot take, which is pending, into
     * progress->contact_knot. NULL: it never is. */
    void (*settle)(sim_state *state);

    /* Compute the wrenches that joints transmit at the knot, and accelerations, from an interval of
     * length h that is solved but not accepted. */
    ludo_status (*reactions)(sim_state *state, double h);

    /* Fill-in blocks of its elimination beyond the constraint graph; NULL: not applicable. */
    int32_t (*fill)(const sim_state *state);

    /* Contacts, limits and dry friction in the last step; NULL: not supported. */
    contact_report (*contacts)(const sim_state *state);

    /* Write the pairs of geoms that overlap at the knot, the deepest `room` of them in order of
     * depth; returns the number of all. NULL: not supported. */
    int32_t (*overlaps)(sim_state *state, ludo_overlap *out, int32_t room);

    /* Why no body can come to rest or fall asleep, static; NULL as result: bodies can. NULL: none
     * ever does. */
    const char *(*sleepless)(const sim_state *state);

    /* Whether the integers in its kept memory are values that it could have written. NULL: it keeps
     * none. */
    bool (*plausible)(const sim_state *state);

    /* Whether the equations of a step of length h from the knot are known in advance to have
     * exactly one solution in reach [solvability.md 1]. For single bodies this is proved, and
     * convergence of Newton's method measured; for trees both are as certain as sampled constants.
     * NULL: not supported. */
    bool (*certify)(sim_state *state, double h);
    bool sampled;     /* certify() uses sampled constants of a trapezoidal step */
    bool trapezoidal; /* the bounds of solvability.md apply to its steps of order 2 */

    bool symmetric; /* its steps of order p >= 2 are symmetric in time: they keep the energy up to
                       h^p times a function of the state [step-density.md 1] */

    /* It simulates bodies with added mass; loops; its steps have derivatives (src/derivatives). */
    bool fluid, loops, derivatives;
    bool tethers; /* it simulates forces on bodies by pose and velocity: springs and dampers of free
                     joints, drag */
} integrator;

/* Bring the twists of the knot up to date; requires that the integrator has started. */
static inline ludo_status integrator_update_twists(const integrator *by, sim_state *state)
{
    ludo_status status = LUDO_OK;
    if (!state->progress->twists_known) {
        status = by->twists(state);
        state->progress->twists_known = status == LUDO_OK;
    }
    return status;
}

/* Bring the energy that the impulses of the knot's twists take up to date, if these are known. */
static inline void integrator_settle_knot(const integrator *by, sim_state *state)
{
    sim_progress *p = state->progress;
    if (p->twists_known && p->contact_pending != KNOT_ENERGY_KNOWN && by->settle != NULL) {
        by->settle(state);
    }
    p->contact_pending = KNOT_ENERGY_KNOWN;
}

#endif
