/* SPDX-License-Identifier: Apache-2.0
 *
 * ludo_model: a compiled mechanism, constant for ever; threads may share it (ludo.h).
 *
 * Bodies, joints, sites, geoms, springs, actuators and keyframes keep the numbers of the spec;
 * for a floating body without a joint a free joint is appended, <body>.joint0. */
#ifndef LUDO_MODEL_H
#define LUDO_MODEL_H

#include "ludo/spec.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A compiled mechanism. */
typedef struct ludo_model ludo_model;

/** Information on a body; pointers live as long as the model.
 *
 * A merged body is a frame on another body. The mass, centre of mass and inertia of that body are
 * those of all bodies merged into it together. A body without mass that is not merged is
 * an intermediate link, a frame inside the joint of the body that it carries. */
typedef struct ludo_body_info {
    size_t struct_size;
    const char *name;
    int32_t parent;      /* parent of the joint that carries it and all it is merged with: a body or
                            LUDO_WORLD */
    double mass;         /* [kg]; of a merged body its own */
    ludo_vec3 com;       /* centre of mass in the body frame [m] */
    double inertia[6];   /* about the centre of mass, in body axes: xx yy zz xy xz yz [kg m^2] */
    int32_t merged_into; /* a body, or itself */
    ludo_frame frame_in_merged; /* its frame in that of the body it is merged into */
} ludo_body_info;

/** Information on a joint; pointers live as long as the model. */
typedef struct ludo_joint_info {
    size_t struct_size;
    const char *name, *type;
    int32_t parent, child; /* bodies; parent may be LUDO_WORLD */
    ludo_vec3 axis;        /* in the child's body frame, unit length; zero where there is none */
    ludo_vec3 anchor;      /* in the child's body frame [m] */
    int32_t dof;           /* degrees of freedom = count of rates */
    int32_t rows;          /* constraint rows */
    int32_t position_count,
        position_first; /* coordinates, and the index of the first in a keyframe */
    int32_t velocity_count, velocity_first; /* rates, and the index of the first in a keyframe */
    bool continues; /* part of a composite joint, not the first; the first part has all its rows */
    const ludo_dof_def *along; /* per rate: forces, inertia and limits along it */
    bool merged;  /* its bodies are merged into one: it has neither rows nor a reaction */
    int32_t loop; /* number of the loop that the joint closes, which has its rows; else -1 */
} ludo_joint_info;

/** Information on a loop constraint; pointers live as long as the model. */
typedef struct ludo_loop_info {
    size_t struct_size;
    const char *name, *type; /* type: of a joint, or "coupling" */
    int32_t rows;            /* constraint rows */
    int32_t translations;  /* number of rows on lengths, the first ones; the others are on angles */
    int32_t parent, child; /* bodies, or LUDO_WORLD; of a coupling the bodies of the joint of its
                              coordinate; of a coupling of lengths those of the first and last site,
                              or of the first joint, of the length */
    int32_t joint;         /* the joint that closes the loop, or whose coordinate is coupled; else
                              -1 */
    int32_t from;          /* of a coupling: the joint that the polynomial depends on; else -1 */
    ludo_place place;      /* in the file of the description */
    int32_t spring, from_spring; /* of a coupling of lengths, as in ludo_coupling_def; else -1 */
} ludo_loop_info;

/** Information on a geom, as in ludo_geom_def; pointers live as long as the model. */
typedef struct ludo_geom_info {
    size_t struct_size;
    const char *name, *type;
    int32_t body;
    ludo_frame frame;
    double size[3];
    const char *mesh; /* its name; NULL for other types */
} ludo_geom_info;

/** Information on a site; the pointer lives as long as the model. */
typedef struct ludo_site_info {
    size_t struct_size;
    const char *name;
    int32_t body;     /* or LUDO_WORLD */
    ludo_frame frame; /* in the body frame */
} ludo_site_info;

/** Information on the fluid around a moving body and the bodies merged into it. */
typedef struct ludo_fluid_info {
    size_t struct_size;
    int32_t body;
    double added_mass[6][6]; /* about the common centre of mass of the body and those merged into
                                it, body axes, angular part first; exactly symmetric */
    double displaced_mass;   /* [kg] */
    ludo_vec3 buoyancy;      /* centre of the displaced fluid, body frame [m] */
} ludo_fluid_info;

/** Information on a spring; pointers live as long as the model. */
typedef struct ludo_spring_info {
    size_t struct_size;
    const char *name, *type;
    int32_t site_a, site_b;       /* of types between sites; else -1 */
    const ludo_tendon_term *term; /* of a tendon: term_count of them */
    int32_t term_count;
    double stiffness, damping, rest[2];
    double gear[6], rod;         /* of a wrench, of a slider_crank */
    const ludo_path_point *path; /* of a path: path_count of them */
    int32_t path_count;
    bool limited;
    double range[2];
    double friction_loss, armature;
} ludo_spring_info;

/** Information on an actuator, as in ludo_actuator_def; pointers live as long as the model. */
typedef struct ludo_actuator_info {
    size_t struct_size;
    const char *name;
    bool on_spring;
    int32_t target, dof;
    double gear, gain, bias[3];
    bool control_limited, force_limited;
    double control_range[2], force_range[2];
    const char *gain_type, *bias_type, *dynamics_type; /* "fixed", "affine", "none" by default */
    double gain_slope[2], length_range[2], muscle[8], time_constant[3];
    int32_t activation; /* its number among the activations of all actuators; -1: it has none */
    bool activation_limited;
    double activation_range[2];
    double slew_rate, resistance, back_emf, cogging[3];
} ludo_actuator_info;

/** Information on a sensor, as in ludo_sensor_def; pointers live as long as the model. */
typedef struct ludo_sensor_info {
    size_t struct_size;
    const char *name, *type;
    ludo_object of, reference_of;
    int32_t object, dof, reference;
    double cutoff, noise;
    int32_t first, count; /* its numbers among those of all sensors (ludo_sim_get_sensors()) */
} ludo_sensor_info;

/** Information on a keyframe; pointers live as long as the model. Each array is complete or NULL.
 */
typedef struct ludo_keyframe_info {
    size_t struct_size;
    const char *name;
    double time;            /* [s] */
    const double *position; /* ludo_model_position_count() numbers; NULL: the reference pose */
    const double *velocity; /* ludo_model_dof() numbers; NULL: at rest */
    const double *control;  /* ludo_model_actuator_count() numbers; NULL: zero */
    int32_t position_count, velocity_count, control_count; /* 0 where the array is NULL */
    const double *activation; /* ludo_model_activation_count() numbers; NULL: zero */
    int32_t activation_count;
} ludo_keyframe_info;

/** The kind of a node. */
typedef enum ludo_node_kind {
    LUDO_NODE_NONE, /* no node; index and other are 0 */
    LUDO_NODE_BODY,
    LUDO_NODE_JOINT,
    LUDO_NODE_LOOP,
    LUDO_NODE_GEOM,         /* that may touch another one */
    LUDO_NODE_CONTACT,      /* of two geoms */
    LUDO_NODE_LIMIT,        /* of a joint */
    LUDO_NODE_DRY_FRICTION, /* of a joint */
    LUDO_NODE_SPRING        /* its limit or dry friction */
} ludo_node_kind;

/** An element of a model that a report is about. */
typedef struct ludo_node {
    ludo_node_kind kind;
    int32_t index; /* number of the body, joint, loop, geom or spring */
    int32_t other; /* of a contact: number of the second geom; else 0 */
} ludo_node;

/** Compile a description: check it, order the elimination, lay out one block of memory.
 *
 * @param spec       read only; may be destroyed afterwards
 * @param allocator  may be NULL
 * @param out        the model; NULL unless LUDO_OK is returned
 * @param why        the error, with name and place; may be NULL
 * @return LUDO_OK, LUDO_BAD_ARGUMENT, LUDO_NO_MEMORY,
 *         LUDO_BAD_MODEL (an impossible mass or inertia, a moving body without mass, a name used
 *         twice, a joint, closure, coupling or geom that refers to something absent, an unknown
 *         type, a force on a coordinate that takes none, a keyframe of the wrong size, a number
 *         that is not finite, a violated closure between bodies merged into one, an added mass
 *         that is impossible or on a body that cannot have one),
 *         LUDO_UNSUPPORTED (a loop closed by a free joint or by several joints between the same
 *         bodies, a force along a joint that closes a loop, a spring to a body without mass)
 * Time: O(n log n) in bodies + joints. */
LUDO_API ludo_status ludo_compile(const ludo_spec *spec, const ludo_allocator *allocator,
                                  ludo_model **out, ludo_diagnostic *why);

/** Release a model; NULL is allowed. No simulation, linearizer or ludo_dynamics of it may be in use
 * any more. */
LUDO_API void ludo_model_destroy(ludo_model *model);

/** The name of the mechanism, "" where it has none. */
LUDO_API const char *ludo_model_name(const ludo_model *model);

/** Read gravity in the world frame [m/s^2]. @return LUDO_OK, LUDO_BAD_ARGUMENT */
LUDO_API ludo_status ludo_model_gravity(const ludo_model *model, ludo_vec3 *out);

/** Read the medium around the bodies. @return LUDO_OK, LUDO_BAD_ARGUMENT */
LUDO_API ludo_status ludo_model_medium(const ludo_model *model, ludo_medium *out);

/** The time step of the description [s]; NaN for NULL. */
LUDO_API double ludo_model_timestep(const ludo_model *model);

/** The sum of all masses, those merged with the world included [kg]; NaN for NULL. */
LUDO_API double ludo_model_mass(const ludo_model *model);

/** Degrees of freedom of all joints = length of all rates together. With loops the mechanism has
 * fewer: ludo_mobility.freedom (sim.h). */
LUDO_API int32_t ludo_model_dof(const ludo_model *model);

/** Length of all joint coordinates together, as in a keyframe. */
LUDO_API int32_t ludo_model_position_count(const ludo_model *model);

/** Count of constraint rows of all joints and loops. */
LUDO_API int32_t ludo_model_rows(const ludo_model *model);

/** The order in which bodies are eliminated: body_count numbers, leaves first. Bodies that are
 * merged or without mass follow the body that they belong to. */
LUDO_API const int32_t *ludo_model_order(const ludo_model *model);

/** Number of bodies. */
LUDO_API int32_t ludo_model_body_count(const ludo_model *model);
/** Number of joints. */
LUDO_API int32_t ludo_model_joint_count(const ludo_model *model);
/** Number of sites. */
LUDO_API int32_t ludo_model_site_count(const ludo_model *model);
/** Number of geoms. */
LUDO_API int32_t ludo_model_geom_count(const ludo_model *model);
/** Number of loop constraints: closures, then couplings, then joints that close loops. */
LUDO_API int32_t ludo_model_loop_count(const ludo_model *model);
/** Number of bodies in a fluid; merged bodies count once. */
LUDO_API int32_t ludo_model_fluid_count(const ludo_model *model);
/** Number of springs. */
LUDO_API int32_t ludo_model_spring_count(const ludo_model *model);
/** Number of actuators. */
LUDO_API int32_t ludo_model_actuator_count(const ludo_model *model);
/** Number of activations: of actuators with activation dynamics. */
LUDO_API int32_t ludo_model_activation_count(const ludo_model *model);
/** Number of sensors. */
LUDO_API int32_t ludo_model_sensor_count(const ludo_model *model);
/** Number of keyframes. */
LUDO_API int32_t ludo_model_keyframe_count(const ludo_model *model);
/** Number of notes. */
LUDO_API int32_t ludo_model_note_count(const ludo_model *model);

/** Name of a body; NULL where the number is out of range. */
LUDO_API const char *ludo_model_body_name(const ludo_model *model, int32_t body);
/** Name of a joint; NULL where the number is out of range. */
LUDO_API const char *ludo_model_joint_name(const ludo_model *model, int32_t joint);
/** Name of a site; NULL where the number is out of range. */
LUDO_API const char *ludo_model_site_name(const ludo_model *model, int32_t site);
/** Name of a geom; NULL where the number is out of range. */
LUDO_API const char *ludo_model_geom_name(const ludo_model *model, int32_t geom);
/** Name of a loop constraint; NULL where the number is out of range. */
LUDO_API const char *ludo_model_loop_name(const ludo_model *model, int32_t loop);
/** Name of a spring; NULL where the number is out of range. */
LUDO_API const char *ludo_model_spring_name(const ludo_model *model, int32_t spring);
/** Name of an actuator; NULL where the number is out of range. */
LUDO_API const char *ludo_model_actuator_name(const ludo_model *model, int32_t actuator);
/** Name of a sensor; NULL where the number is out of range. */
LUDO_API const char *ludo_model_sensor_name(const ludo_model *model, int32_t sensor);
/** Name of a keyframe; NULL where the number is out of range. */
LUDO_API const char *ludo_model_keyframe_name(const ludo_model *model, int32_t keyframe);

/** Number of the body of that name, or LUDO_NOT_FOUND. O(log n). */
LUDO_API int32_t ludo_model_body_find(const ludo_model *model, const char *name);
/** Number of the joint of that name, or LUDO_NOT_FOUND. O(log n). */
LUDO_API int32_t ludo_model_joint_find(const ludo_model *model, const char *name);
/** Number of the site of that name, or LUDO_NOT_FOUND. O(log n). */
LUDO_API int32_t ludo_model_site_find(const ludo_model *model, const char *name);
/** Number of the geom of that name, or LUDO_NOT_FOUND. O(log n). */
LUDO_API int32_t ludo_model_geom_find(const ludo_model *model, const char *name);
/** Number of the loop constraint of that name, or LUDO_NOT_FOUND. O(log n). */
LUDO_API int32_t ludo_model_loop_find(const ludo_model *model, const char *name);
/** Number of the spring of that name, or LUDO_NOT_FOUND. O(log n). */
LUDO_API int32_t ludo_model_spring_find(const ludo_model *model, const char *name);
/** Number of the actuator of that name, or LUDO_NOT_FOUND. O(log n). */
LUDO_API int32_t ludo_model_actuator_find(const ludo_model *model, const char *name);
/** Number of the sensor of that name, or LUDO_NOT_FOUND. O(log n). */
LUDO_API int32_t ludo_model_sensor_find(const ludo_model *model, const char *name);
/** Number of the keyframe of that name, or LUDO_NOT_FOUND. O(log n). */
LUDO_API int32_t ludo_model_keyframe_find(const ludo_model *model, const char *name);

/** Read information on a body. @return LUDO_OK, LUDO_BAD_ARGUMENT */
LUDO_API ludo_status ludo_model_body(const ludo_model *model, int32_t body, ludo_body_info *out);
/** Read information on a joint. @return LUDO_OK, LUDO_BAD_ARGUMENT */
LUDO_API ludo_status ludo_model_joint(const ludo_model *model, int32_t joint, ludo_joint_info *out);
/** Read information on a site. @return LUDO_OK, LUDO_BAD_ARGUMENT */
LUDO_API ludo_status ludo_model_site(const ludo_model *model, int32_t site, ludo_site_info *out);
/** Read information on a geom. @return LUDO_OK, LUDO_BAD_ARGUMENT */
LUDO_API ludo_status ludo_model_geom(const ludo_model *model, int32_t geom, ludo_geom_info *out);
/** Read information on a loop constraint. @return LUDO_OK, LUDO_BAD_ARGUMENT */
LUDO_API ludo_status ludo_model_loop(const ludo_model *model, int32_t loop, ludo_loop_info *out);
/** Read information on the fluid around a body, parents before children. @return LUDO_OK,
 * LUDO_BAD_ARGUMENT */
LUDO_API ludo_status ludo_model_fluid(const ludo_model *model, int32_t fluid, ludo_fluid_info *out);
/** Read information on a spring. @return LUDO_OK, LUDO_BAD_ARGUMENT */
LUDO_API ludo_status ludo_model_spring(const ludo_model *model, int32_t spring,
                                       ludo_spring_info *out);
/** Read information on an actuator. @return LUDO_OK, LUDO_BAD_ARGUMENT */
LUDO_API ludo_status ludo_model_actuator(const ludo_model *model, int32_t actuator,
                                         ludo_actuator_info *out);
/** Read information on a sensor. @return LUDO_OK, LUDO_BAD_ARGUMENT */
LUDO_API ludo_status ludo_model_sensor(const ludo_model *model, int32_t sensor,
                                       ludo_sensor_info *out);
/** Read information on a keyframe. @return LUDO_OK, LUDO_BAD_ARGUMENT */
LUDO_API ludo_status ludo_model_keyframe(const ludo_model *model, int32_t keyframe,
                                         ludo_keyframe_info *out);
/** Read a note. @return LUDO_OK, LUDO_BAD_ARGUMENT */
LUDO_API ludo_status ludo_model_note(const ludo_model *model, int32_t note, ludo_note_info *out);

/** Write a node as text, cut to `size` > 0 characters: the name of a body, joint or loop,
 * "geom 'foot'", "geom 'foot' and geom 'floor'", "joint 'knee'" of a limit or dry friction, "" of
 * no node. @return LUDO_OK, LUDO_BAD_ARGUMENT (also: a number out of range) */
LUDO_API ludo_status ludo_node_format(const ludo_model *model, const ludo_node *node, char *text,
                                      size_t size);

#ifdef __cplusplus
}
#endif
#endif
