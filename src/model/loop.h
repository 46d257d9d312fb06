/* SPDX-License-Identifier: Apache-2.0
 *
 * A compiled loop, and the table of operations of a kind of loop: rows g = 0 that constrain bodies
 * or joint coordinates beyond the tree.
 *
 * Rows depend on the numbers of their ends: the twist of a slot (world frame, at the centre of
 * mass, linear part first), or the rates of the columns of a slot's joint. */
#ifndef LUDO_MODEL_LOOP_H
#define LUDO_MODEL_LOOP_H

#include "model/attached_frame.h"

/* Most ends of a loop, and of a closure, which alone has more than one row; the numbers of a
 * gradient, at most 6 for each row and end. */
enum {
    LOOP_MAX_ENDS = 24,
    CLOSURE_MAX_ENDS = 4,
    LOOP_NUMBERS = CLOSURE_MAX_ENDS * JOINT_MAX_ROWS * JOINT_MAX_DOF
};
_Static_assert(LOOP_MAX_ENDS *JOINT_MAX_DOF <= LOOP_NUMBERS, "one row at the most ends fits");

typedef struct loop_kind loop_kind;

/* An end of a loop: the twist of a slot, or the rates of its columns. */
typedef struct loop_end {
    int32_t slot;
    bool columns;
} loop_end;

/* A compiled loop. Its ends differ from each other; the world is none. */
typedef struct loop_data {
    const loop_kind *kind;
    int32_t rows;         /* 1 to JOINT_MAX_ROWS */
    int32_t translations; /* the first rows are translations [m], the others angles */
    double length;        /* reference length of position errors [m] */
    double angle;         /* reference of angle errors [rad]: 1 but for lengths of tendons */
    int32_t ends;
    loop_end end[LOOP_MAX_ENDS];

    /* of a closure: a joint between two frames, relative to the links that they are attached to */
    joint_data joint;
    attached_frame on[2];   /* the links of the parent and of the child; `frame` is the identity */
    int32_t parent_ends[2]; /* ends of the parent: its twist, the columns of its intermediate link;
                               -1: none */
    int32_t child_ends[2];

    /* of a coupling: coordinate = reference[0] + polynomial of (followed - reference[1]) */
    int32_t
        column[2]; /* the coordinate and the one that it follows, -1: none; of a closure both -1 */
    double reference[2], coefficient[5];

    /* of a coupling of lengths, with the same polynomial */
    int32_t tendon[2]; /* the one and the one that it follows; -1: none */
    bool grounded;     /* its lengths depend on points of the world, or of bodies fixed to it */
} loop_data;

/* The unit of the violation of a row: a length [m], or an angle [rad]. */
static inline double loop_unit(const loop_data *l, int32_t row)
{
    return row < l->translations ? l->length : l->angle;
}

/* A loop at one configuration. */
typedef struct loop_view {
    double g[JOINT_MAX_ROWS]; /* violation: translations [m], then rotations [rad] */
    double G[LOOP_NUMBERS];   /* derivatives, at loop_row() */
} loop_view;

/* The place in G of the derivatives of a row by the numbers of an end, at most 6. */
static inline size_t loop_row(const loop_data *l, int32_t end, int32_t row)
{
    return 6 * (size_t)(l->rows * end + row);
}

/* The violation of a loop independent of the choice of axes: length [m] and angle [rad]. */
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

/* A motion that a loop follows. */
typedef struct loop_motion {
    moving_link link[2];      /* of a closure: the links of its frames, parent and child */
    const double *phi, *rate; /* per column: scalar coordinates and rates */
    /* the motion of the body of a slot; the world rests */
    moving_link (*body)(const void *of, int32_t slot);
    const void *of;
} loop_motion;

/* A kind of loop. */
struct loop_kind {
    const char *name;
    bool joins_bodies;  /* true: `joint` constrains the two frames of `on`; false: a polynomial of
                           the two of `column` or of `tendon` */
    bool joins_tendons; /* the two of `tendon` */

    /* Rows at a configuration: poses per slot and stored coordinates per column (`at`), scalar
     * coordinates of all columns (`phi`). */
    void (*view)(const loop_data *l, const placement *at, const double *phi, loop_view *out);

    /* The second derivative of the rows g of view() along a motion with constant rates. */
    void (*rate)(const loop_data *l, const placement *at, const loop_motion *moves, double *g_dd);

    /* view() with rotations as logarithms, whose gradient does not vanish at any distance. */
    void (*far)(const loop_data *l, const placement *at, const double *phi, loop_view *out);
};

/* The kind of a name ("closure", "coupling", "tendon_coupling") or NULL (implemented in the room
 * loops). */
const loop_kind *ludo_loop_kind_find(const char *name);

#endif
