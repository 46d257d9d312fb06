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
#include "model/actuator.h"
#include "model/contact.h"
#include "model/drag.h"
#include "model/joint.h"
#include "model/limits.h"
#include "model/tendon.h"

/* The inertia of a body, from its centre of mass, body axes. */
typedef struct body_inertia {
    double mass;
    double J[6]; /* xx yy zz xy xz yz */
} body_inertia;

/* The weight of a body: that of `mass` at its centre of mass, and a couple, which gravity
 * compensation of merged bodies and armatures of free joints cause. In gravity g it is
 *
 *     force  mass g,    moment  (R moment) x g */
typedef struct body_weight {
    double mass;
    ludo_vec3 moment; /* first moment about the centre of mass, body axes [kg m] */
} body_weight;

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
    ludo_vec3 center; /* the centre of mass that its slot moves about: com, but for the armature of
                         a free joint */
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
    int32_t term_count;
    const char *name;
    int32_t site_a, site_b;
    const ludo_tendon_term *term;
    const ludo_path_point *path;
    int32_t path_count;
    double range[2]; /* as given */
} model_spring;

/* The relative rotation of a ball with a spring, damper or armature. */
typedef struct ball_spring_data {
    int32_t slot, column;                /* the first of its three columns */
    double stiffness, damping, armature; /* armature of a free joint: 0, part of its inertia */
    ludo_quat rest; /* the coordinates where the spring exerts no force: of a ball 1 */
} ball_spring_data;

/* The parts of a spring and a damper along a scalar coordinate that are not linear. */
typedef struct curve_data {
    int32_t column;
    double rest, stiffness[2], damping[2]; /* as in ludo_joint_def */
} curve_data;

/* The spring and damper of a free joint's translations, from the origin of the body frame to its
 * place at the reference. */
typedef struct tether_data {
    int32_t slot, joint; /* joint: public number */
    ludo_vec3 point;     /* the origin from the centre of mass, body axes */
    ludo_vec3 rest;      /* world */
    double stiffness, damping;
} tether_data;

struct sensor_data; /* model/sensor.h */
struct ray_target;

typedef struct model_keyframe {
    const char *name;
    double time;
    const double *position;   /* position_count numbers or NULL */
    const double *velocity;   /* dof numbers or NULL */
    const double *control;    /* actuator_count numbers or NULL */
    const double *activation; /* activation_count numbers or NULL */
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
    body_inertia *inertia;        /* per slot, with the armature of a free joint */
    body_weight *weight;          /* per slot */
    bool weighs_off;              /* some weight has a moment */
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
    tether_data *tether; /* of free joints with a spring or damper, of rotations too */
    int32_t tethers;
    curve_data *curve; /* of coordinates whose spring or damper is not linear */
    int32_t curves;
    bool forced;           /* true if a spring, damper or actuator exerts a force */
    bool followed;         /* true if an activation follows the motion of its actuator */
    bool effort_limited;   /* true if a degree of freedom has an effort limit */
    const char *damped_by; /* the name of an element with damping; NULL: none */

    model_contacts contacts;
    model_limits limits;
    fluid_data *fluid; /* fluids, in order of slots */
    int32_t fluids;
    ludo_medium medium;
    drag_data *drag; /* boxes of bodies, then ellipsoids of geoms */
    int32_t drags;

    int32_t body_count, joint_count, site_count, geom_count, loop_count;
    int32_t spring_count, actuator_count, keyframe_count, note_count;
    int32_t sensor_count, sensor_values; /* sensor_values: numbers of all sensors */
    int32_t activation_count;            /* number of actuators with activation dynamics */
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
    ludo_sensor_info *sensor_info;
    struct sensor_data *sensor;    /* per sensor */
    uint32_t sensor_needs;         /* of all of them: SENSOR_NEEDS_... */
    struct ray_target *ray_target; /* per geom that rays can hit */
    int32_t ray_target_count;
    double *ray_vertex; /* of the meshes of these geoms */
    int32_t *ray_face;
    size_t ray_vertex_count, ray_face_count; /* lengths of these arrays */
    model_keyframe *keyframe;
    ludo_note_info *note;
    name_entry *body_names, *joint_names, *site_names, *geom_names, *loop_names;
    name_entry *spring_names, *actuator_names, *sensor_names, *keyframe_names;
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

/* The slot of a degree of freedom. */
static inline int32_t column_slot(const ludo_model *m, int32_t column)
{
    int32_t s = 0;
    while (m->column[s + 1] <= column) {
        s++;
    }
    return s;
}

/* Write the joint of a slot into lanes `from`, `from` + 1, ... of a batch, which has memory for the
 * parts of a composite joint. */
void ludo_compile_joint_lanes(joint_batch *b, const ludo_model *m, int32_t slot, int32_t from);

/* The effort limit of a scalar coordinate; 0: none. */
static inline double column_effort(const ludo_model *m, int32_t column)
{
    return m->column_kind[column] == COLUMN_BALL ? 0.0 : m->along[column].effort;
}

#endif
