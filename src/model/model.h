/* SPDX-License-Identifier: Apache-2.0
 *
 * What a compiled model is made of.
 *
 * Bodies stand in slots: parents before children, a subtree in one piece, so that elimination
 * runs from the last slot to the first through contiguous memory. Slot s holds one body and the
 * tree joint that carries it. Public numbers are those of the spec. */
#ifndef LUDO_MODEL_MODEL_H
#define LUDO_MODEL_MODEL_H

#include "core/memory.h"
#include "ludo/model.h"
#include "model/joint.h"

/* The inertia of a body, from its centre of mass, body axes. */
typedef struct body_inertia {
    double mass;
    double J[6]; /* xx yy zz xy xz yz */
} body_inertia;

/* What belongs to a public number. */
typedef struct model_body {
    const char *name;
    int32_t slot, parent; /* parent: public number or LUDO_WORLD */
    ludo_vec3 com;
} model_body;

typedef struct model_joint {
    const char *name;
    int32_t slot, parent, child;
    ludo_vec3 axis, anchor; /* in the child's body frame, from its origin */
    int32_t position_first, velocity_first;
} model_joint;

typedef struct model_keyframe {
    const char *name;
    double time;
    const double *position; /* position_count numbers or NULL */
    const double *velocity; /* dof numbers or NULL */
} model_keyframe;

/* A name and the number it belongs to, sorted for searching. */
typedef struct name_entry {
    const char *name;
    int32_t number;
} name_entry;

struct ludo_model {
    ludo_allocator allocator;
    const char *name;
    ludo_vec3 gravity;
    double timestep;

    int32_t slots;                /* bodies = tree joints */
    int32_t columns;              /* degrees of freedom of all joints */
    int32_t position_count, rows; /* coordinates and constraint rows, likewise */
    body_inertia *inertia;        /* per slot */
    joint_data *joint;            /* per slot */
    int32_t *parent;              /* per slot; -1: world */
    int32_t *column;              /* per slot + 1: first column of its joint */
    double *column_scale;         /* per column: 1 [rad] or 1/length [m] */
    int32_t *body_of, *joint_of;  /* per slot: public numbers */
    joint_batch *batch;           /* the joints again, by type, in lanes */
    int32_t batches;
    int32_t *order; /* public body numbers, first eliminated first */

    int32_t body_count, joint_count, site_count, keyframe_count, note_count;
    model_body *body;
    model_joint *joints;
    ludo_site_info *site;
    model_keyframe *keyframe;
    ludo_note_info *note;
    name_entry *body_names, *joint_names, *site_names, *keyframe_names;
    char *text;      /* all strings */
    double *numbers; /* all keyframe numbers */
};

/* The pose of the world as a parent. */
static inline pose pose_world(void)
{
    return pose_make(v3(0.0, 0.0, 0.0), q_identity());
}

#endif
