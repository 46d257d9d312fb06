/* SPDX-License-Identifier: Apache-2.0
 *
 * What a simulation is made of.
 *
 * One block: the struct, then everything that a step changes and a failed step must leave as it
 * was (in one piece, so that it is saved, restored and copied at once), then scratch. */
#ifndef LUDO_INTEGRATORS_SIM_H
#define LUDO_INTEGRATORS_SIM_H

#include "integrators/integrator.h"
#include "ludo/sim.h"
#include "model/model.h"

/* Room for the struct of any integrator, in units of max_align_t. */
enum { SELF_ROOM = 64 };

/* The numbers of a simulation beside its arrays. */
typedef struct sim_progress {
    double time, time_error; /* t_k and what its sum lost */
    int32_t now;             /* which of the two pose arrays is that of t_k */
    bool loose;              /* body poses were set: joints may be open */
    bool started;            /* the integrator has taken the state over */
    bool twists_known;       /* twists are those of t_k */
    ludo_start_report start; /* of the last projection */
} sim_progress;

struct ludo_sim {
    const ludo_model *model;
    const integrator *integrator;
    ludo_allocator allocator;
    sim_settings settings;
    max_align_t self[SELF_ROOM]; /* the integrator's own struct */

    char *kept; /* all that a step changes: kept_size bytes */
    size_t kept_size;
    char *saved; /* room for a copy of it */

    sim_progress *progress;
    pose *poses[2];   /* per slot, and at -1 the world: t_k (progress->now) and scratch */
    twist *twists;    /* per slot, and at -1 the world: t_k */
    int32_t *winding; /* per slot: t_k */

    double *position, *rate; /* scratch: all joint coordinates and rates */
};

/* The poses of the knot; index -1 is the world. */
static inline pose *sim_poses(const ludo_sim *sim)
{
    return sim->poses[sim->progress->now];
}

/* Shut the joints and let the integrator take the state over, unless it has. */
ludo_status ludo_sim_start(ludo_sim *sim);

/* Bring the twists of the knot up to date. @return also LUDO_BAD_ARGUMENT where sim is NULL */
ludo_status ludo_sim_twists(ludo_sim *sim);

/* Root to leaf: put every body where given coordinates or rates of all joints (slot by slot, in
 * slot order) want it; read them. */
void ludo_sim_gather(const ludo_sim *sim, double *position, double *rate);
void ludo_sim_place(ludo_sim *sim, const double *position);
void ludo_sim_move(ludo_sim *sim, const double *rate);

#endif
