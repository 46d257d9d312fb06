/* SPDX-License-Identifier: Apache-2.0
 *
 * The parts of a compiled model.
 *
 * Bodies with mass are numbered by slots: parents before children, each subtree contiguous, so that
 * elimination runs from the last slot to the first through contiguous memory. Slot s holds one body
 * (with all that are merged into it) and its tree joint. Public numbers are those of the spec. */
#ifndef LUDO_MODEL_MODEL_H
#define LUDO_MODEL_MODEL_H

#include "core/memory.h"
#include "ludo/model.h"
#include "model/contact.h"
#include "model/joint.h"
#include "model/limits.h"
#include "model/tendon.h"

/* The inertia of a body, from its centre of mass, body axes. */
typedef struct body_inertia {
    double mass;
    double J[6]; /* xx yy zz xy xz yz */
} body_inertia;

/* A frame that moves with a slot: on its body, or on an intermediate link, a body without mass
 * between the parts of its joint. */
typedef struct attached_frame {
    int32_t slot;         /* -1: the world */
    int32_t intermediate; /* -1: on the body itself */
    ludo_frame frame; /* from the centre of mass of the slot's body, or from the link's origin */
} attached_frame;

/* The fluid of a slot, at most one, as the sum over all merged bodies [dual-quaternions.md]. */
typedef struct fluid_data {
    int32_t slot;
    double A[36];       /* added mass about the slot's centre of mass, body axes, row-major, angular
                           part first */
    double displaced;   /* mass of the displaced fluid */
    ludo_vec3 buoyancy; /* center of the displaced mass, from the centre of mass, body axes */
} fluid_data;

/* The data of a public body. A merged body has no slot of its own. */
typedef struct model_body {
    const char *name;
    int32_t slot, parent; /* slot: of the body that it moves with, -1: the world; parent: public
                             number or LUDO_WORLD */
    int32_t merged_into;  /* the body that it is merged into; else itself */
    ludo_frame frame_in_merged; /* its frame there */
    attached_frame on;          /* its frame */
    body_inertia inertia;       /* of a merged body its own */
    ludo_vec3 com;
} model_body;

/* The data of a public joint. The parts of a composite joint are public joints that share a slot; a
 * merged joint has no slot, columns or coordinates. */
typedef struct model_joint {
    const char *name, *type;
    int32_t slot, parent, child;       /* slot: -1 if it is merged */
    int32_t part;                      /* its index among the parts of a composite joint; else 0 */
    int32_t column, position;          /* the first ones, in slot order */
    int32_t dof, rows, position_count; /* its own; the first part has all rows */
    ludo_vec3 axis, anchor;            /* in the child's body frame, from its origin */
    int32_t position_first, velocity_first; /* indices in keyframes */
    int32_t loop; /* the loop that it closes; it then has no slot and no columns; -1: none */
} model_joint;

/* The public data of a spring, beside its tendon. */
typedef struct model_spring {
    const char *name;
    int32_t site_a, site_b;
    const ludo_tendon_term *term;
    const ludo_path_point *path;
    int32_t path_count;
    double range[2]; /* as given */
} model_spring;

/* An actuator; a range without limits is infinite. */
typedef struct actuator_data {
    int32_t tendon, column; /* the tendon or the column that it acts along; the other is -1 */
    double gear, gain, bias[3];
    double control_range[2], force_range[2];
} actuator_data;

/* The relative rotation of a ball with a spring, damper or armature. */
typedef struct ball_spring_data {
    int32_t slot, column; /* the first of its three columns */
    double stiffness, damping, armature;
} ball_spring_data;

typedef struct model_keyframe {
    const char *name;
    double time;
    const double *position; /* position_count numbers or NULL */
    const double *velocity; /* dof numbers or NULL */
    const double *control;  /* actuator_count numbers or NULL */
} model_keyframe;

/* A name and the number it belongs to, sorted for searching. */
typedef struct name_entry {
    const char *name;
    int32_t number;
} name_entry;

struct ludo_model {
    ludo_allocator allocator;
    size_t size; /* of its block */
    const char *name;
    ludo_vec3 gravity;
    double timestep;

    int32_t slots;                /* bodies = tree joints */
    int32_t columns;              /* degrees of freedom of all joints */
    int32_t position_count, rows; /* coordinates and constraint rows of all joints */
    body_inertia *inertia;        /* per slot */
    joint_data *joint;            /* per slot */
    int32_t *parent;              /* per slot; -1: world */
    int32_t *column;              /* per slot + 1: first column of its joint */
    int32_t *joint_block;         /* per slot + 1: first of dof^2 numbers of its joint */
    int32_t *position;            /* per slot + 1: first coordinate, in slot order */
    double *column_scale;         /* per column: 1 [rad] or 1/length [m] */
    joint_column *column_kind;    /* per column */
    ludo_dof_def *along; /* per column: stiffness, damping, limits, ... of the definition */
    bool *acts;          /* per column: true if a force depends on its scalar coordinate */
    joint_part *part;    /* per column: of composite joints */
    int32_t *body_of,
        *joint_of;      /* per slot: public numbers; of a composite joint that of its first part */
    joint_batch *batch; /* the joints by type, in lanes */
    part_lanes *part_lanes; /* the parts of the composite joints in the batches */
    int32_t part_lane_count;
    int32_t batches;
    joint_data *intermediate; /* intermediate links: composite joints cut short, each with a body
                         without mass as its child */
    int32_t intermediates, unwrapped; /* number of intermediate links; number of joints that unwrap
                                         their coordinates */
    int32_t *order;                   /* public body numbers in the order of elimination */
    double world_mass;                /* mass of the bodies that are merged into the world */

    tendon_data *tendon;     /* per spring */
    tendon_segment *segment; /* of all tendons */
    int32_t span_count;      /* of all tendons: most straight spans */
    tendon_term *term;       /* of all tendons */
    actuator_data *actuator; /* per actuator */
    ball_spring_data *ball_spring;
    int32_t ball_springs;
    bool forced;           /* true if a spring, damper or actuator exerts a force */
    const char *damped_by; /* the name of an element with damping; NULL: none */

    model_contacts contacts;
    model_limits limits;
    fluid_data *fluid; /* fluids, in order of slots */
    int32_t fluids;

    int32_t body_count, joint_count, site_count, geom_count, loop_count;
    int32_t spring_count, actuator_count, keyframe_count, note_count;
    model_body *body;
    model_joint *joints;
    ludo_site_info *site;
    attached_frame *site_on; /* per site */
    ludo_geom_info *geom;
    ludo_loop_info *loop_info;
    struct loop_data *loop;    /* per loop */
    int32_t *held, held_count; /* public joints that assembly holds in place */
    int32_t held_room;
    /* lengths of segment, term, path_point, numbers, text */
    size_t segment_count, term_count, path_count, number_count, text_size;
    model_spring *spring;
    ludo_actuator_info *actuator_info;
    model_keyframe *keyframe;
    ludo_note_info *note;
    name_entry *body_names, *joint_names, *site_names, *geom_names, *loop_names;
    name_entry *spring_names, *actuator_names, *keyframe_names;
    ludo_tendon_term *tendon_term; /* of all tendons, as they were given */
    ludo_path_point *path_point;
    char *text;      /* all strings */
    double *numbers; /* all keyframe numbers */
};

/* The pose of the world as a parent. */
static inline pose pose_world(void)
{
    return pose_make(v3(0.0, 0.0, 0.0), q_identity());
}

#endif
