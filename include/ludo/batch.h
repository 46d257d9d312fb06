/* SPDX-License-Identifier: Apache-2.0
 *
 * A batch: many simulations of one model, stepped by several threads.
 *
 * Each simulation has a row in arrays that the caller reads and writes in place: coordinates,
 * rates, controls, and whatever else is asked for. A step takes over what the caller wrote, and
 * writes the new state back. Every simulation has the bits of ludo_step() alone, for any number of
 * simulations and threads.
 *
 *     ludo_batch_create(model, NULL, 1024, 0, NULL, &batch, NULL);
 *     ludo_batch_rows(batch, LUDO_VELOCITIES, &v);      1024 x nv
 *     v[5 * nv] = 1.0;                                  the first rate of simulation 5
 *     ludo_batch_step(batch, 0.002, 10);
 *
 * A simulation that fails stops at the state before the failed step; the others go on. Its status
 * says why, and it is left out until it is reset or its status is set to LUDO_OK.
 *
 * Rows that the caller has written act when their simulation steps next; until then other functions
 * and rows know the state before. ludo_batch_step(batch, h, 0) takes them over without a step. A
 * batch is used by one thread of the caller at a time, and not in a process that was forked after
 * its creation: the threads that step it do not follow.
 *
 * A batch keeps the state of each simulation and one workspace per thread.
 *
 * With the integrator maximal of order 2, trees without loops, limits and contacts step eight side
 * by side in vector registers: in calls of many steps two to four times as fast, in calls of one
 * step little faster (docs/simulation.md has the conditions). */
#ifndef LUDO_BATCH_H
#define LUDO_BATCH_H

#include "ludo/quantities.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Many simulations of one model. */
typedef struct ludo_batch ludo_batch;

/** Create a batch of simulations at the reference pose, at rest, t = 0.
 *
 * @param model      must outlive the batch
 * @param options    of all simulations; NULL: the defaults
 * @param count      number of simulations, > 0
 * @param threads    number of threads that step them, the caller's included; 0: as many as
 *                   processors that are online
 * @param allocator  may be NULL; must be safe to use from several threads
 * @param out        the batch; NULL unless LUDO_OK is returned
 * @param why        the reason of a refusal; may be NULL
 * @return as ludo_sim_create(); LUDO_BAD_ARGUMENT also for a count or a number of threads out of
 *         range, LUDO_NO_MEMORY also if the system has no more threads */
LUDO_API ludo_status ludo_batch_create(const ludo_model *model, const ludo_sim_options *options,
                                       int32_t count, int32_t threads,
                                       const ludo_allocator *allocator, ludo_batch **out,
                                       ludo_diagnostic *why);

/** Release a batch and its arrays; NULL is allowed. */
LUDO_API void ludo_batch_destroy(ludo_batch *batch);

/** The number of simulations; 0 for NULL. */
LUDO_API int32_t ludo_batch_count(const ludo_batch *batch);

/** The number of threads; 0 for NULL. */
LUDO_API int32_t ludo_batch_threads(const ludo_batch *batch);

/** The array of a quantity: one row per simulation, ludo_model_quantity_count() numbers each.
 *
 * The first call for a quantity allocates the array and fills it; from then on ludo_batch_step()
 * and ludo_batch_reset() do. The address is the same during the life of the batch. Quantities that
 * no caller asks for are not computed.
 *
 * The caller may write LUDO_POSITIONS, LUDO_VELOCITIES, LUDO_CONTROLS, LUDO_ACTIVATIONS and
 * LUDO_JOINT_EFFORTS. The next step compares each row, bit by bit, with what the batch wrote there,
 * and sets the quantity of a simulation only if its row differs, as ludo_sim_set() does. Writing to
 * rows of other quantities has no effect.
 *
 * Contact forces, stop forces and sensors that read contacts are those of the last step; they are
 * zero until the first one after the call.
 * @param rows  the address; NULL if the quantity is empty
 * @return LUDO_OK, LUDO_BAD_ARGUMENT (a NULL, an unknown quantity), LUDO_NO_MEMORY */
LUDO_API ludo_status ludo_batch_rows(ludo_batch *batch, ludo_quantity quantity, double **rows);

/** The status of each simulation (ludo_status): LUDO_OK, or why it stopped. The caller may set one
 * to LUDO_OK: the simulation tries again from the state that it stopped at; or to another status,
 * which leaves the simulation out of steps. NULL for NULL. */
LUDO_API int32_t *ludo_batch_status(ludo_batch *batch);

/** The time of each simulation [s]; to read only. NULL for NULL. */
LUDO_API const double *ludo_batch_time(const ludo_batch *batch);

/** Advance all simulations whose status is LUDO_OK by `steps` steps of length h [s].
 *
 * A simulation whose row has a number that is not finite is not advanced; its status is
 * LUDO_BAD_ARGUMENT.
 * @return LUDO_OK, LUDO_BAD_ARGUMENT (NULL, steps < 0, h = 0 or not finite), or the status of the
 *         first simulation that is not LUDO_OK: the others were advanced */
LUDO_API ludo_status ludo_batch_step(ludo_batch *batch, double h, int64_t steps);

/** Advance the simulations k with where[k] true, as ludo_batch_step(). The others stay as they are:
 * state, time, status, report and rows. Rows of theirs that the caller has written are taken over
 * when they step next.
 * @param where  one per simulation; NULL: all
 * @return as ludo_batch_step(), of the simulations that `where` names */
LUDO_API ludo_status ludo_batch_step_some(ludo_batch *batch, double h, int64_t steps,
                                          const bool *where);

/** Called before the steps of a group of simulations, by the thread that steps them; not for groups
 * of which none is in `where`. It may read and write the rows `first` to `first + count - 1`, of
 * all arrays; no other function of the batch may be called, nor rows be asked for.
 * Rows of simulations that do not step now, because they have stopped or are not in `where`, act
 * when they step next. A table of controls is copied to the rows afterwards.
 * @param begun  number of steps made in this run
 * @return true; false ends the run: no group begins further steps, so that some may have made more
 *         than others (ludo_batch_time()) */
typedef bool ludo_batch_callback(void *user, ludo_batch *batch, int32_t first, int32_t count,
                                 int64_t begun);

/** A run of many steps with changing controls. */
typedef struct ludo_batch_run {
    size_t struct_size;
    double h;                    /* length of a step [s] */
    int64_t steps;               /* number of steps */
    int64_t every;               /* number of steps between changes of controls; 0: all steps */
    const double *controls;      /* for each simulation, in each for each change, its nu controls:
                                    count x changes x nu numbers; NULL: those of the rows stay. The
                                    number of changes is steps / every, rounded up */
    ludo_batch_callback *before; /* called before each change; NULL: not needed */
    void *user;                  /* handed to it */
    const bool *where;           /* per simulation: whether it steps (ludo_batch_step_some()); NULL:
                                    all do */
} ludo_batch_run;

/** One step of 1 ms of all simulations, without controls and callback. */
static inline ludo_batch_run ludo_batch_run_default(void)
{
    ludo_batch_run run = LUDO_ZERO;
    run.struct_size = sizeof run;
    run.h = 1e-3;
    run.steps = 1;
    return run;
}

/** Advance simulations whose status is LUDO_OK, with controls of a table or by a function.
 * @return as ludo_batch_step(); LUDO_BAD_ARGUMENT also for every < 0 and another struct_size */
LUDO_API ludo_status ludo_batch_advance(ludo_batch *batch, const ludo_batch_run *run);

/** The report of the last step of a simulation, or of the one that failed.
 * @return LUDO_OK, LUDO_BAD_ARGUMENT (also: no such simulation) */
LUDO_API ludo_status ludo_batch_report(const ludo_batch *batch, int32_t which,
                                       ludo_step_report *out);

/** Reset simulations to a keyframe, or with -1 to the reference pose, as ludo_sim_reset().
 * @param which   their numbers, each once; NULL: all simulations
 * @param number  length of `which`
 * @return LUDO_OK, LUDO_BAD_ARGUMENT (also: no such simulation or keyframe; nothing changes) */
LUDO_API ludo_status ludo_batch_reset(ludo_batch *batch, const int32_t *which, int32_t number,
                                      int32_t keyframe);

/** Copy the state of simulation `which` to a simulation of the same model and options.
 * @return LUDO_OK, LUDO_BAD_ARGUMENT */
LUDO_API ludo_status ludo_batch_get_sim(ludo_batch *batch, int32_t which, ludo_sim *to);

/** Copy the state of a simulation of the same model and options to simulation `which`.
 * @return LUDO_OK, LUDO_BAD_ARGUMENT */
LUDO_API ludo_status ludo_batch_set_sim(ludo_batch *batch, int32_t which, const ludo_sim *from);

/** Continue simulation `which` with another model of the same structure, as ludo_sim_set_model():
 * other masses, friction, springs or gains. It then has a workspace of its own.
 * @param model  must outlive the batch or the next model of this simulation
 * @param why    the reason of a refusal; may be NULL
 * @return as ludo_sim_set_model() */
LUDO_API ludo_status ludo_batch_set_model(ludo_batch *batch, int32_t which, const ludo_model *model,
                                          ludo_diagnostic *why);

/** The memory of a batch [bytes]. */
typedef struct ludo_batch_memory {
    size_t struct_size;
    size_t state;     /* largest state of a simulation now */
    size_t room;      /* address space reserved for each state; pages that no state has used hold no
                         memory on systems that give pages when they are written */
    size_t rows;      /* of all arrays, per simulation */
    size_t workspace; /* per thread, and per simulation with a model of its own */
    size_t lanes;     /* per thread, for simulations side by side; 0 where there are none */
} ludo_batch_memory;

/** Read the memory of a batch. @return LUDO_OK, LUDO_BAD_ARGUMENT */
LUDO_API ludo_status ludo_batch_get_memory(const ludo_batch *batch, ludo_batch_memory *out);

#ifdef __cplusplus
}
#endif
#endif
