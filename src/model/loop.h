/* SPDX-License-Identifier: Apache-2.0
 *
 * What closes a loop, compiled, and the table of operations that a kind of it is: rows g = 0 that
 * hold bodies or joint coordinates together beyond the tree.
 *
 * Rows depend on what their ends tell: the twist of a slot (world frame, at the centre of mass,
 * linear part first), or the rates of the columns of a slot's joint. */
#ifndef LUDO_MODEL_LOOP_H
#define LUDO_MODEL_LOOP_H

#include "model/attached_frame.h"

enum { LOOP_MAX_ENDS = 4 };

typedef struct loop_kind loop_kind;

/* Where a loop ends: at the twist of a slot, or at the rates of its columns. */
typedef struct loop_end {
    int32_t slot;
    bool columns;
} loop_end;

/* A compiled loop. Ends are different; the world is none. */
typedef struct loop_data {
    const loop_kind *kind;
    int32_t rows;         /* 1 to JOINT_MAX_ROWS */
    int32_t translations; /* how many of them, the first ones, are lengths [m]; the others angles */
    double length;        /* what lengths are compared with */
    int32_t ends;
    loop_end end[LOOP_MAX_ENDS];

    /* of a closure: a joint between two frames, given from what bears them */
    joint_data joint;
    attached_frame on[2];   /* the parent's, the child's bearer; their frames are 1 */
    int32_t parent_ends[2]; /* which ends the parent has: its twist, its stub's columns; -1: none */
    int32_t child_ends[2];

    /* of a coupling: coordinate = reference[0] + polynomial of (followed - reference[1]) */
    int32_t column[2]; /* of the coordinate and of the followed one, -1: none; of a closure both */
    double reference[2], coefficient[5];
} loop_data;

/* What the gap of a row is compared with: a length [m], or 1 [rad]. */
static inline double loop_unit(const loop_data *l, int32_t row)
{
    return row < l->translations ? l->length : 1.0;
}

/* A loop at one configuration. */
typedef struct loop_view {
    double g[JOINT_MAX_ROWS]; /* how far open: translations [m], then rotations [rad] */
    /* per end: the derivative of row j by number k of the end is G[end][6 j + k] */
    double G[LOOP_MAX_ENDS][JOINT_MAX_ROWS * JOINT_MAX_DOF];
} loop_view;

/* How far a loop is open at a view, whatever the axes: by which way [m], by which angle [rad]. */
typedef struct loop_opening {
    double gap, tilt;
} loop_opening;

static inline loop_opening loop_opening_of(const loop_data *l, const loop_view *view)
{
    double way = 0.0, angle = 0.0;
    for (int32_t j = 0; j < l->rows; j++) {
        *(j < l->translations ? &way : &angle) += view->g[j] * view->g[j];
    }
    return (loop_opening){sqrt(way), sqrt(angle)};
}

/* A kind of loop. */
struct loop_kind {
    const char *name;
    bool joins_bodies; /* by `joint` between what is `on`; else couples `column` */

    /* Rows at a configuration: poses per slot and carried coordinates per column (`at`), scalar
     * coordinates of all columns (`phi`). */
    void (*view)(const loop_data *l, const placement *at, const double *phi, loop_view *out);

    /* The same where rotations are told by their logarithm, which pulls from any distance. */
    void (*far)(const loop_data *l, const placement *at, const double *phi, loop_view *out);
};

/* The kind of a name or NULL, from the list of the loops floor, which implements these: "closure"
 * and "coupling". */
const loop_kind *ludo_loop_kind_find(const char *name);

#endif
