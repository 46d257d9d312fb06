/* SPDX-License-Identifier: Apache-2.0
 *
 * The simulation: the owner of a state, and of the integrator that advances it.
 *
 * Two blocks. The first is the struct and views; it stays during the life of the simulation. The
 * second is the state: the integrator's workspace, everything that a step changes, room for two
 * copies of it, scratch. Another model brings another state (change_model.c).
 */
#ifndef LUDO_SIM_SIM_H
#define LUDO_SIM_SIM_H

#include "integrators/integrator.h"
#include "ludo/quantities.h"

struct ludo_sim {
    sim_state state;
    const integrator *integrator;
    char *block;                      /* the memory of the state, */
    size_t block_size;                /* its size */
    struct step_density *density;     /* of the option accuracy, kept; without it NULL, as are */
    char *step_start, *section_start; /* room for further copies of the kept memory */
    struct sensing *sensing;          /* scratch for sensors; NULL: none needs it */

    double *view[LUDO_QUANTITY_COUNT]; /* the copies that users read */

    ludo_status start_status;     /* of a failed start, until something is set */
    ludo_status reactions_status; /* if reactions_known: the status of computing them */
    bool reactions_known;
    bool contacts_known; /* state.quality and the integrator's contacts belong to the step that led
                            to this state */
};

/* Close the joints and start the integrator, unless it has started. */
ludo_status ludo_sim_start(ludo_sim *sim);

/* Bring the twists of the knot up to date. @return also LUDO_BAD_ARGUMENT if sim is NULL */
ludo_status ludo_sim_twists(ludo_sim *sim);

/* Mark the state as set: the next reader or step projects it first. */
void ludo_sim_invalidate_start(ludo_sim *sim);

/* Twists for a setter to change: those of the knot, or those of earlier setters. */
ludo_status ludo_sim_current_twists(ludo_sim *sim);

/* Compute wrenches of joints and loops, and accelerations, at the knot unless they are known. */
ludo_status ludo_sim_reactions(ludo_sim *sim);

/* Refuse with a reason: two texts, one after the other. @return the status */
ludo_status ludo_sim_refuse(ludo_status status, ludo_diagnostic *why, const char *what,
                            const char *value);

/* Check options and model; choose integrator and settings. @return as ludo_sim_create() */
ludo_status ludo_sim_choose_settings(ludo_sim *sim, const ludo_model *model,
                                     const ludo_sim_options *options, ludo_diagnostic *why);

/* Create a simulation that has only an allocator and views. @return LUDO_OK, LUDO_NO_MEMORY */
ludo_status ludo_sim_create_stateless(const ludo_model *model, const ludo_allocator *a,
                                      ludo_sim **out, ludo_diagnostic *why);

/* Create a simulation at the knot of `from` with another model of the same structure: a copy of
 * `from` after ludo_sim_set_model(). @return as that; unless LUDO_OK, *out is NULL */
ludo_status ludo_sim_create_changed(ludo_sim *from, const ludo_model *model, ludo_sim **out,
                                    ludo_diagnostic *why);

/* Choose the settings of a simulation that has only an allocator, allocate its state and create the
 * parts outside it; the state is that of zeros. Unless LUDO_OK nothing is left allocated. */
ludo_status ludo_sim_build(ludo_sim *sim, const ludo_model *model, const ludo_sim_options *options,
                           ludo_diagnostic *why);

/* Release what ludo_sim_build() made. */
void ludo_sim_release(ludo_sim *sim);

/* Whether a simulation has this model, integrator and settings, and so gives equal results. */
bool ludo_sim_is_of(const ludo_sim *sim, const ludo_model *model, const integrator *by,
                    const sim_settings *settings);

/* The kept memory has been replaced: what was computed from the one before is forgotten. */
void ludo_sim_note_replaced(ludo_sim *sim);

/* ---- packed states (packing.c) ---- */

/* Room for the packed state of a simulation, or of another one of its model and options [bytes]. */
size_t ludo_sim_pack_room(const ludo_sim *sim);

/* Write the state to a row of bytes; returns how many. */
size_t ludo_sim_pack(ludo_sim *sim, char *row);

/* Read a state that a simulation of this model and these options wrote. */
void ludo_sim_unpack(ludo_sim *sim, char *row);

/* ---- a step of any integrator (step.c) ---- */

/* The function that advances a stage of a step: the integrator's, or the linearizer's. */
typedef struct step_taker {
    /* Called at the start of each attempt, with the state before the step; NULL: not needed. */
    void (*begin)(void *self);
    /* Advance by h as stage `stage`, with the bits of integrator->step(). */
    ludo_status (*advance)(void *self, ludo_sim *sim, double h, int32_t stage,
                           ludo_step_report *report);
    void *self;
} step_taker;

/* One step as ludo_step(), with its stages advanced by `by`. A stage is part of the step if all
 * later stages of the attempt succeed; unless LUDO_OK is returned the state is unchanged. */
ludo_status ludo_sim_step_by(ludo_sim *sim, const step_taker *by, double h,
                             ludo_step_report *report);

/* t += h, with compensated summation. */
void ludo_sim_advance_time(sim_progress *p, double h);

/* A step, subdivided where it fails; time is unchanged, on failure the whole state. */
ludo_status ludo_sim_subdivide(ludo_sim *sim, const step_taker *by, double h,
                               ludo_step_report *report);

/* ---- contacts of the last step (contact_report.c) ---- */

/* After a part of the step in progress: add its contact quality to that of the step. */
void ludo_sim_judge_contacts(ludo_sim *sim);

/* The integrator's contacts in the last step; empty if no step led to this state. */
contact_report ludo_sim_last_contacts(const ludo_sim *sim);

/* ---- forces and quantities (controls.c, quantities.c) ---- */

/* Efforts of joints were written. */
void ludo_sim_note_efforts(ludo_sim *sim);

/* Take the memory of views; sim NULL: only measure. */
void ludo_sim_views_layout(ludo_sim *sim, const ludo_model *model, arena *a);

#endif
