/* SPDX-License-Identifier: Apache-2.0
 *
 * Trajectories as files: a mechanism and its motion, knot by knot, in HDF5. docs/trajectory.md
 * documents the layout, for reading with other tools.
 *
 * The HDF5 library allocates by the C library; all other memory comes from the allocator. */
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

/** A sample, the record of a knot; arrays live until the next sample is read. Numbers of bodies,
 * joints and actuators are those of the description; values that can't be read (of a merged joint)
 * are NaN. */
typedef struct ludo_sample {
    size_t struct_size;
    double time;              /* [s] */
    const double *pose;       /* per body: origin of its frame [m], orientation w x y z; world */
    const double *velocity;   /* per body: of the centre of mass, world [m/s]; angular, body frame
                                 [rad/s] */
    const double *coordinate; /* of all joints in order, as in a keyframe */
    const double *rate;       /* of all joints in order, as in a keyframe */
    const double *control;    /* per actuator: in the step to this knot */
    const double *activation; /* per activation: at this knot */
    ludo_energy energy;       /* at the knot; `contact` is NaN in files of 0.1 */
    ludo_momentum momentum;   /* at the knot */
    int64_t contact_first;    /* number of the first of its contacts among all that were recorded */
    int32_t contact_count;    /* number of its contacts: ludo_trajectory_contacts() */

    /* of all steps since the knot recorded before, not only the last one: */
    int32_t steps;             /* number of steps; 0 at the start */
    double energy_error;       /* of largest magnitude: kinetic + potential + springs - work +
                                  dissipated + contact, less that of the start [J]; in files of
                                  0.1 without `contact` */
    double position_violation; /* largest, of joints and loops [m, rad] */
    double velocity_violation; /* largest, of joints and loops [m/s, rad/s] */
    double residual;           /* largest, as in ludo_step_report */
    int32_t iterations;        /* most in one solve */
    int32_t substeps;          /* most of one step; 1: none was subdivided */
    int32_t points;            /* most contacts with a force */
    double normal_force;       /* largest at one of them [N] */
    double penetration, signorini, friction_excess, dissipation; /* largest, as
                                                                    ludo_contact_quality has them */
    int32_t retries;                                             /* all together, likewise */

    /* recorded if ludo_recorder_options.record says so; else NULL: */
    const double *sensor;       /* numbers of all sensors in order */
    const double *site;         /* per site 6: position [m], velocity [m/s]; world */
    const double *acceleration; /* derivatives of all rates in order */
    const double *reaction;     /* per joint 6: force, torque, as in ludo_sim_reaction() */
    const double *torque;       /* along all rates in order, as ludo_sim_get_drive_efforts() */
} ludo_sample;

/** Quantities that a recorder writes besides those of every trajectory, as bits. Accelerations and
 * reactions, and sensors that read them, cost one more solve per knot. */
typedef enum ludo_record {
    LUDO_RECORD_SENSORS = 1,
    LUDO_RECORD_SITES = 2,
    LUDO_RECORD_ACCELERATIONS = 4,
    LUDO_RECORD_REACTIONS = 8,
    LUDO_RECORD_TORQUES = 16
} ludo_record;

/** Options of recording; begin with ludo_recorder_options_default(). Strings are copied. */
typedef struct ludo_recorder_options {
    size_t struct_size;
    int32_t every;          /* steps between two knots recorded; 0: 1 */
    const char *title;      /* NULL: the name of the mechanism */
    const char *integrator; /* NULL: "maximal" */
    double dt;              /* the step of the run, for readers; 0: the first step taken [s] */
    uint32_t record;        /* of ludo_record, added up; other bits are refused */
} ludo_recorder_options;

/** Results at the end of a run; begin with ludo_run_end_default(). Strings are copied. */
typedef struct ludo_run_end {
    size_t struct_size;
    double wall;         /* time spent in steps [s]; 0: unknown */
    const char *message; /* why the run stopped; NULL or "": it completed */
    const char *summary; /* JSON, as `ludo simulate --summary` prints it; NULL: none */
} ludo_run_end;

/** Information on a run; strings live as long as the trajectory and are never NULL. */
typedef struct ludo_run_facts {
    size_t struct_size;
    const char *title, *integrator; /* as in ludo_recorder_options */
    const char *scheme;             /* of the integrator; "" in files of older versions */
    const char *version;            /* of the library that recorded it */
    int32_t order;                  /* of the integrator */
    double dt;                      /* [s] */
    int32_t every;                  /* steps between two knots */
    bool complete;  /* the file was finished; else it ends with the data that reached the disk, and
                       the members below, except mobility, are unknown: 0 and "" */
    int64_t steps;  /* steps taken */
    int64_t solves; /* Newton solves of all steps */
    int64_t iterations, factorizations; /* of all solves */
    int64_t subdivided;                 /* steps that were subdivided */
    double wall;                        /* [s]; 0: unknown */
    ludo_mobility mobility;             /* at the start; all -1 where unknown */
    const char *message, *summary;      /* of ludo_run_end */
} ludo_run_facts;

/** The default options: every knot, the title of the mechanism, integrator maximal. */
static inline ludo_recorder_options ludo_recorder_options_default(void)
{
    ludo_recorder_options options = LUDO_ZERO;
    options.struct_size = sizeof options;
    return options;
}

/** Results of a run that completed, with nothing else known of it. */
static inline ludo_run_end ludo_run_end_default(void)
{
    ludo_run_end end = LUDO_ZERO;
    end.struct_size = sizeof end;
    return end;
}

/** Create the file, replacing an existing one; write the mechanism and the knot of the start.
 *
 * @param spec       the description of the simulation's model; read by this function only. It is
 *                   written as it is: parameters of the model that were changed (parameters.h) are
 *                   not in the file unless the description has them, too
 * @param sim        at the start; must outlive the recorder
 * @param options    NULL: the defaults
 * @param allocator  may be NULL
 * @param out        the recorder; NULL unless LUDO_OK is returned
 * @param why        the error, with the file; may be NULL
 * @return LUDO_OK, LUDO_BAD_ARGUMENT (also: `spec` is not of this model), LUDO_NO_MEMORY, LUDO_IO,
 *         or the status of the projection of the start */
LUDO_API ludo_status ludo_recorder_create(const char *path, const ludo_spec *spec, ludo_sim *sim,
                                          const ludo_recorder_options *options,
                                          const ludo_allocator *allocator, ludo_recorder **out,
                                          ludo_diagnostic *why);

/** Record the step that was just taken: call it after every ludo_step() that returned LUDO_OK. A
 * knot is written every so many steps. Changes no bit of the motion.
 * @param report  of that step, whose time is the knot's; NULL: iterations are unknown, and the time
 *                is that of the simulation
 * @return LUDO_OK, LUDO_BAD_ARGUMENT (finished already; time runs backwards: such a step
 *         isn't recorded), LUDO_IO, LUDO_NO_MEMORY, or the status of the projection; after LUDO_IO
 * the recorder writes nothing more */
LUDO_API ludo_status ludo_recorder_step(ludo_recorder *recorder, const ludo_step_report *report,
                                        ludo_diagnostic *why);

/** Record the last knot unless it is recorded or can't be read, write the results of the run, close
 * the file.
 * @param end  NULL: the default
 * @return LUDO_OK, LUDO_IO, LUDO_NO_MEMORY, LUDO_BAD_ARGUMENT (finished already) */
LUDO_API ludo_status ludo_recorder_finish(ludo_recorder *recorder, const ludo_run_end *end,
                                          ludo_diagnostic *why);

/** Release a recorder; NULL is allowed. An unfinished file keeps the knots written so far. */
LUDO_API void ludo_recorder_destroy(ludo_recorder *recorder);

/** Open a trajectory and read its mechanism.
 * @param why  the error, with the file; may be NULL
 * @return LUDO_OK, LUDO_BAD_ARGUMENT, LUDO_NO_MEMORY, LUDO_IO (missing, unreadable),
 *         LUDO_PARSE (no trajectory of Ludo, damaged, or of a later version of the layout) */
LUDO_API ludo_status ludo_trajectory_open(const char *path, const ludo_allocator *allocator,
                                          ludo_trajectory **out, ludo_diagnostic *why);

/** Release a trajectory; NULL is allowed. */
LUDO_API void ludo_trajectory_close(ludo_trajectory *trajectory);

/** The description of the mechanism: compiling it gives the model of the run. */
LUDO_API const ludo_spec *ludo_trajectory_spec(const ludo_trajectory *trajectory);

/** Read information on the run. @return LUDO_OK, LUDO_BAD_ARGUMENT */
LUDO_API ludo_status ludo_trajectory_facts(const ludo_trajectory *trajectory, ludo_run_facts *out);

/** Number of samples, at least 1. */
LUDO_API int64_t ludo_trajectory_sample_count(const ludo_trajectory *trajectory);

/** Read a sample. Its neighbours are read with it, so that reading all in order is fast.
 * @return LUDO_OK, LUDO_BAD_ARGUMENT (out of range), LUDO_NO_MEMORY, LUDO_IO, LUDO_PARSE */
LUDO_API ludo_status ludo_trajectory_sample(ludo_trajectory *trajectory, int64_t number,
                                            ludo_sample *out, ludo_diagnostic *why);

/** Read the contacts of a sample: those with a force in the step to it, as ludo_sim_contacts()
 * returned them.
 * @param sample  as ludo_trajectory_sample() returned it
 * @param out     room for sample->contact_count of them
 * @return as ludo_trajectory_sample() */
LUDO_API ludo_status ludo_trajectory_contacts(ludo_trajectory *trajectory,
                                              const ludo_sample *sample, ludo_contact *out,
                                              ludo_diagnostic *why);

#ifdef __cplusplus
}
#endif
#endif
