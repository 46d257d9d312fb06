/* SPDX-License-Identifier: Apache-2.0
 *
 * Everything the rest of the library knows about an integrator. Keep it this narrow. */
#ifndef LUDO_INTEGRATORS_INTEGRATOR_H
#define LUDO_INTEGRATORS_INTEGRATOR_H

#include "core/memory.h"
#include "ludo/integrators.h"
#include "ludo/sim.h"

struct contacts_told;

/* Options as an integrator sees them: all set, strings understood by it alone. */
typedef struct sim_settings {
    int32_t order;
    const char *scheme, *rotation, *solver, *damping, *cone; /* accept() makes them static */
    bool contacts, limits; /* as options: what of the model's is to act */
    bool certify;
    double tolerance;
    int32_t max_iterations, max_substeps;
    int32_t stages; /* steps that a composition makes of one: 1, or 3 for order 4 */
    bool traceless; /* step() leaves the kept memory as it was where it fails */
} sim_settings;

/* What linearises a step; room is `self`, a struct of its own, and matrices from one arena. All
 * variations are in the order of rates, as ludo/linear.h says them; dof is that of the model.
 * Forces of the user's function are refused before it is asked. */
typedef struct linear_kind {
    /* Whether it takes a simulation, at its creation and before each step; *why, which may be NULL,
     * says why not. NULL: it takes all. */
    ludo_status (*accept)(const ludo_sim *sim, ludo_diagnostic *why);

    /* Memory of its own; run twice. Returns it (where the arena only measures: NULL). */
    void *(*layout)(const ludo_sim *sim, arena *a);

    /* Advance as step() does, with its bits, and put A (2 dof x 2 dof) and B (2 dof x actuators) of
     * that, row-major, all of them; `sim` is like the one of layout(), not always the same. The
     * state was saved: where it fails it may leave anything. */
    ludo_status (*step)(void *self, ludo_sim *sim, double h, int32_t stage, double *A, double *B,
                        ludo_step_report *report);

    /* Momenta at the knot, dof; the simulation has been started. */
    ludo_status (*momenta)(ludo_sim *sim, double *p);
} linear_kind;

/* One integrator. Its own struct, of SELF_ROOM at most, lives in sim->self. */
typedef struct integrator {
    ludo_integrator_info info;

    /* Whether it takes model and settings, which it may complete (stages); *why says why not. */
    ludo_status (*accept)(const ludo_model *model, sim_settings *settings, ludo_diagnostic *why);

    /* Take what a step changes (kept) and what it doesn't (scratch) from arenas; run twice. */
    void (*layout)(ludo_sim *sim, arena *kept, arena *scratch);

    /* Create and release objects of its own beyond that memory; both may be NULL. */
    ludo_status (*open)(ludo_sim *sim);
    void (*close)(ludo_sim *sim);

    /* Take the knot state over: project the twists onto the joints, telling by how much. */
    ludo_status (*start)(ludo_sim *sim, ludo_start_report *report);

    /* Advance the poses by h as stage `stage` of a step; leaves time alone. Adds to the counts of
     * the report. */
    ludo_status (*step)(ludo_sim *sim, double h, int32_t stage, ludo_step_report *report);

    /* Compute the twists of the knot. */
    ludo_status (*twists)(ludo_sim *sim);

    /* Compute the wrenches that joints transmit at the knot, from an interval of length h that is
     * solved for but not taken. */
    ludo_status (*reactions)(ludo_sim *sim, double h);

    /* Blocks that its elimination fills beyond those of the constraint graph; NULL: it has none. */
    int32_t (*fill)(const ludo_sim *sim);

    /* What contacts, limits and dry friction did over the last step; NULL: it has none. */
    struct contacts_told (*contacts)(const ludo_sim *sim);

    /* Whether the integers among what it keeps are such as it could have left there. NULL: it keeps
     * none. */
    bool (*plausible)(const ludo_sim *sim);

    /* Derivatives of its steps; NULL: it has none. */
    const linear_kind *linear;

    /* Whether it is known, before it is tried, that the equations of a step of length h from the
     * knot have a solution that is the only one in reach [solvability.md 1]: of single bodies that
     * is proved, and measured that Newton's method finds it; of trees both are as certain as
     * sampled constants. NULL: it can't tell. */
    bool (*certify)(ludo_sim *sim, double h);
    bool sampled;     /* whether constants of certify() are sampled ones, of a trapezoidal step */
    bool trapezoidal; /* its steps of order 2 are those that solvability.md has bounds of */

    /* Whether it takes bodies with added mass. */
    bool fluid;
} integrator;

#endif
