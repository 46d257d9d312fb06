/* SPDX-License-Identifier: Apache-2.0
 *
 * Trajectories as files: a mechanism and its motion, knot by knot, in HDF5. docs/trajectory.md
 * documents what stands where, for who reads them with other tools.
 *
 * Recorders and trajectories may be used by several threads, each by one at a time. The HDF5
 * library takes its memory from the C library; all else comes from the allocator. */
#ifndef LUDO_TRAJECTORY_H
#define LUDO_TRAJECTORY_H

#include "ludo/sim.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A trajectory that is being written. */
typedef struct ludo_recorder ludo_recorder;

/** A trajectory that is being read. */
typedef struct ludo_trajectory ludo_trajectory;

/** What is recorded of a knot; arrays live until the next knot is read. Numbers of bodies, joints
 * and actuators are those of the description; what can't be read (a merged joint) is not a number.
 */
typedef struct ludo_knot {
    double time;              /* [s] */
    const double *pose;       /* per body: origin of its frame [m], orientation w x y z; world */
    const double *velocity;   /* per body: of the centre of mass, world [m/s]; angular, body frame
                                 [rad/s] */
    const double *coordinate; /* of all joints in order, as in a keyframe */
    const double *rate;       /* likewise */
    const double *control;    /* per actuator: what it had in the step to this knot */
    ludo_energy energy;
    ludo_momentum momentum;
    int64_t contact_first; /* number of the first of its contacts among all that were recorded */
    int32_t contact_count; /* how many it has: ludo_trajectory_contacts() */

    /* of all steps since the knot recorded before, not only the last one: */
    int32_t steps;             /* how many; 0 at the start */
    double energy_error;       /* of largest magnitude: kinetic + potential + springs - work +
                                  dissipated, less that of the start [J]: what contacts,
                                  limits and dry friction took is in it */
    double position_violation; /* largest, of joints and loops [m, rad] */
    double velocity_violation; /* likewise [m/s, rad/s] */
    double residual;           /* largest tested number of Newton */
    int32_t iterations;        /* most in one solve */
    int32_t substeps;          /* most parts of a step; 1: none was cut */
    int32_t points;            /* most places that touch */
    double normal_force;       /* largest at one of them [N] */
    double penetration, signorini, friction_excess, dissipation; /* largest, as
                                                                    ludo_contact_quality has them */
    int32_t retries;                                             /* all together, likewise */
} ludo_knot;

/** How to record; begin with all zero. Strings are copied. */
typedef struct ludo_recorder_options {
    int32_t every;          /* steps between two knots recorded; 0: 1 */
    const char *title;      /* NULL: the name of the mechanism */
    const char *integrator; /* NULL: "maximal" */
    double dt;              /* the step that is meant, for who reads it; 0: that of the model [s] */
} ludo_recorder_options;

/** What is known at the end of a run; all zero: nothing. Strings are copied. */
typedef struct ludo_run_end {
    double wall;         /* time spent in steps [s]; 0: unknown */
    const char *message; /* why it stopped; NULL or "": it went to its end */
    const char *summary; /* JSON, as `ludo simulate --summary` prints it; NULL: none */
} ludo_run_end;

/** What is known of a run; strings live as long as the trajectory and are never NULL. */
typedef struct ludo_run_facts {
    const char *title, *integrator;
    const char *scheme;  /* of the integrator; "" in files of before it was kept */
    const char *version; /* of the library that recorded it */
    int32_t order;
    double dt;      /* [s] */
    int32_t every;  /* steps between two knots */
    bool complete;  /* whether it was finished; else it ends with what had reached the disk, and
                       what follows but mobility is unknown: 0 and "" */
    int64_t steps;  /* taken */
    int64_t solves; /* Newton solves of all steps */
    int64_t iterations, factorizations; /* of all solves */
    int64_t subdivided;                 /* steps that were cut */
    double wall;                        /* [s]; 0: unknown */
    ludo_mobility mobility;             /* at the start; all -1 where unknown */
    const char *message, *summary;      /* of ludo_run_end */
} ludo_run_facts;

/** Create the file, an existing one is replaced; write the mechanism and the knot of the start.
 *
 * @param spec       what the simulation's model was compiled from; read only here
 * @param sim        at the start; must outlive the recorder
 * @param options    may be NULL
 * @param allocator  may be NULL
 * @param out        the recorder; NULL unless LUDO_OK is returned
 * @param why        what is wrong, with the file; may be NULL
 * @return LUDO_OK, LUDO_BAD_ARGUMENT (also: `spec` is not of this model), LUDO_NO_MEMORY, LUDO_IO,
 *         or what the projection of the start returned */
LUDO_API ludo_status ludo_recorder_create(const char *path, const ludo_spec *spec, ludo_sim *sim,
                                          const ludo_recorder_options *options,
                                          const ludo_allocator *allocator, ludo_recorder **out,
                                          ludo_diagnostic *why);

/** Record the step that was just taken: call it after every ludo_step() that returned LUDO_OK. A
 * knot is written every so many steps. Changes no bit of the motion.
 * @param report  of that step, whose time is the knot's; NULL: its iterations are not known, and
 *                the time is that of the simulation
 * @return LUDO_OK, LUDO_BAD_ARGUMENT (finished already; time goes back: such a step isn't
 *         recorded), LUDO_IO, LUDO_NO_MEMORY, or what the projection returned; after LUDO_IO the
 *         recorder writes nothing more */
LUDO_API ludo_status ludo_recorder_step(ludo_recorder *recorder, const ludo_step_report *report,
                                        ludo_diagnostic *why);

/** Record the last knot where it is not yet and can be read, write what is known of the run, close
 * the file.
 * @param end  may be NULL
 * @return LUDO_OK, LUDO_IO, LUDO_NO_MEMORY, LUDO_BAD_ARGUMENT (finished already) */
LUDO_API ludo_status ludo_recorder_finish(ludo_recorder *recorder, const ludo_run_end *end,
                                          ludo_diagnostic *why);

/** Release a recorder; NULL is allowed. A file that was not finished stays as far as it goes. */
LUDO_API void ludo_recorder_destroy(ludo_recorder *recorder);

/** Open a trajectory and read its mechanism.
 * @param why  what is wrong, with the file; may be NULL
 * @return LUDO_OK, LUDO_BAD_ARGUMENT, LUDO_NO_MEMORY, LUDO_IO (missing, unreadable),
 *         LUDO_PARSE (no trajectory of Ludo, damaged, or of a later version of the layout) */
LUDO_API ludo_status ludo_trajectory_open(const char *path, const ludo_allocator *allocator,
                                          ludo_trajectory **out, ludo_diagnostic *why);

/** Release a trajectory; NULL is allowed. */
LUDO_API void ludo_trajectory_close(ludo_trajectory *trajectory);

/** The mechanism, as it was described: compiling it gives the model that moved. */
LUDO_API const ludo_spec *ludo_trajectory_spec(const ludo_trajectory *trajectory);

/** What is known of the run. */
LUDO_API ludo_run_facts ludo_trajectory_facts(const ludo_trajectory *trajectory);

/** Number of knots recorded, at least 1. */
LUDO_API int64_t ludo_trajectory_knot_count(const ludo_trajectory *trajectory);

/** Read a knot; those around it are read along, so that reading all in order is quick.
 * @return LUDO_OK, LUDO_BAD_ARGUMENT (out of range), LUDO_NO_MEMORY, LUDO_IO, LUDO_PARSE */
LUDO_API ludo_status ludo_trajectory_knot(ludo_trajectory *trajectory, int64_t number,
                                          ludo_knot *out, ludo_diagnostic *why);

/** Read the contacts of a knot: the places where a force acted in the step to it, as
 * ludo_sim_contacts() told of them.
 * @param knot  as ludo_trajectory_knot() returned it
 * @param out   room for knot->contact_count of them
 * @return as ludo_trajectory_knot() */
LUDO_API ludo_status ludo_trajectory_contacts(ludo_trajectory *trajectory, const ludo_knot *knot,
                                              ludo_contact *out, ludo_diagnostic *why);

#ifdef __cplusplus
}
#endif
#endif
