/* SPDX-License-Identifier: Apache-2.0
 *
 * Files to which a run writes its trajectory. The suffix of the file name determines the kind; each
 * kind has its own source file and a line in the list of output.c. */
#ifndef LUDO_APP_DATA_OUTPUT_H
#define LUDO_APP_DATA_OUTPUT_H

#include "terminal/errors.h"

/* The properties of a run. */
typedef struct output_setup {
    const ludo_spec *spec; /* of the model */
    const char *title, *integrator;
    double dt;       /* [s] */
    bool bodies;     /* CSV holds body states, else joint coordinates */
    uint32_t record; /* LUDO_RECORD_...: quantities besides */
} output_setup;

/* A knot of a run. */
typedef struct output_knot {
    ludo_sim *sim;                  /* at the knot */
    const ludo_step_report *report; /* of the step to the knot; NULL: the first knot */
    double time;                    /* of the run [s] */
    double energy;                  /* stored energy [J] */
} output_knot;

/* A file being written. */
typedef struct output output;

/* A kind of file. Functions print errors. */
typedef struct output_kind {
    const char *suffix; /* of file names */
    bool chooses;       /* holds either joints or bodies; else both */
    outcome (*begin)(output *o, const output_setup *setup, const output_knot *start);
    outcome (*step)(output *o, const output_knot *knot);
    outcome (*finish)(output *o, const ludo_run_end *end);
    void (*release)(output *o); /* in any state: before begin and after finish, too */
} output_kind;

struct output {
    const output_kind *kind;
    const char *path;
    int32_t every; /* steps between two written knots */
    void *self;    /* state of the kind; NULL before begin */
};

/* The outputs of a run; all zero: none. */
typedef struct output_list {
    output_setup setup;
    output list[2];
    int32_t count;
    bool started; /* the first knot is written */
} output_list;

/* The kind of a file by its suffix, or CSV for "-" (stdout), devices and pipes; NULL: unknown
 * suffix. */
const output_kind *ludo_output_kind(const char *path);

/* True for the path "-", which is stdout; false for NULL. */
bool ludo_output_is_stdout(const char *path);

/* Append an output; nothing is written yet. The path is not copied. */
void ludo_outputs_add(output_list *outputs, const char *path, const output_kind *kind,
                      int32_t every);

/* Create all files and write the first knot. */
outcome ludo_outputs_begin(output_list *outputs, const output_knot *start);

/* Pass the knot of a step; call for each step, also for knots that are not written. */
outcome ludo_outputs_step(output_list *outputs, const output_knot *knot);

/* Write the last knot if it is missing, and the facts of the run; close all files. Does nothing if
 * the outputs did not begin. */
outcome ludo_outputs_finish(output_list *outputs, const ludo_run_end *end);

/* Close open files and release everything. */
void ludo_outputs_release(output_list *outputs);

extern const output_kind ludo_output_csv;
extern const output_kind ludo_output_h5;

#endif
