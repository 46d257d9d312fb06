/* SPDX-License-Identifier: Apache-2.0
 *
 * Files that a run writes its motion to while it runs. The ending of a file's name says of which
 * kind it is; each kind has a source file of its own and a line in the list of output.c. */
#ifndef LUDO_APP_DATA_OUTPUT_H
#define LUDO_APP_DATA_OUTPUT_H

#include "terminal/errors.h"

/* What outputs are told about a run. */
typedef struct output_setup {
    const ludo_spec *spec; /* of the model that moves */
    const char *title, *integrator;
    double dt;   /* [s] */
    bool bodies; /* whether states of bodies are wanted where a kind chooses, else joints */
} output_setup;

/* A knot of a run. */
typedef struct output_knot {
    ludo_sim *sim;                  /* at the knot, which can be read */
    const ludo_step_report *report; /* of the step to it; NULL: it is the start */
    double time;                    /* as the run counts it [s] */
    double energy;                  /* that is stored [J] */
} output_knot;

/* A file that is being written. */
typedef struct output output;

/* What there is to know about a kind of files. Functions say what goes wrong. */
typedef struct output_kind {
    const char *suffix; /* of its files' names; NULL: all others */
    bool chooses;       /* whether it holds joints or bodies as is wanted; else it holds both */
    outcome (*begin)(output *o, const output_setup *setup, const output_knot *start);
    outcome (*step)(output *o, const output_knot *knot);
    outcome (*finish)(output *o, const ludo_run_end *end);
    void (*release)(output *o); /* also of one that never began or was finished */
} output_kind;

struct output {
    const output_kind *kind;
    const char *path;
    int32_t every; /* steps between two knots that are written */
    void *self;    /* what the kind keeps; NULL at first */
};

/* The outputs of a run; all zero: none. */
typedef struct output_list {
    output_setup setup;
    output list[2];
    int32_t count;
    bool begun; /* the start is written */
} output_list;

/* The kind of a file. */
const output_kind *ludo_output_kind(const char *path);

/* One more output; nothing is written yet, and the path is not copied. */
void ludo_outputs_add(output_list *outputs, const char *path, const output_kind *kind,
                      int32_t every);

/* Create all files and write the start. */
outcome ludo_outputs_begin(output_list *outputs, const output_knot *start);

/* Tell of a step that was taken: all must be told, though not each is written. */
outcome ludo_outputs_step(output_list *outputs, const output_knot *knot);

/* Write the last knot where it is not yet, and what is known of the run; close all files. Does
 * nothing where they never began. */
outcome ludo_outputs_finish(output_list *outputs, const ludo_run_end *end);

/* Close what is still open and release everything. */
void ludo_outputs_release(output_list *outputs);

extern const output_kind ludo_output_csv;
extern const output_kind ludo_output_h5;

#endif
