/* SPDX-License-Identifier: Apache-2.0
 *
 * ludo_model: a compiled mechanism. Constant for ever, may be shared between threads.
 *
 * Bodies, joints, sites, geoms, springs, actuators and keyframes keep the numbers of the spec;
 * where a floating body had no joint a free joint is appended, named after the body. */
#ifndef LUDO_MODEL_H
#define LUDO_MODEL_H

#include "ludo/spec.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A compiled mechanism. */
typedef struct ludo_model ludo_model;

/** What is known of a body; pointers live as long as the model.
 *
 * A body that is merged with another, its host, is a frame on that one; its mass is counted with
 * the host's, whose mass, centre of mass and inertia are those of all together. A body without mass
 * that is not merged is a frame inside the joint of the body below it. */
typedef struct ludo_body_info {
    const char *name;
    int32_t parent;     /* the other body of the joint that carries its host, or LUDO_WORLD */
    double mass;        /* [kg]; of a merged body its own */
    ludo_vec3 com;      /* centre of mass in the body frame [m] */
    double inertia[6];  /* about the centre of mass, in body axes: xx yy zz xy xz yz [kg m^2] */
    int32_t host;       /* the body that it moves with: itself, or what it is merged with */
    ludo_frame in_host; /* its frame in the host's */
} ludo_body_info;

/** What is known of a joint; pointers live as long as the model. */
typedef struct ludo_joint_info {
    const char *name, *type;
    int32_t parent, child; /* bodies; parent may be LUDO_WORLD */
    ludo_vec3 axis;        /* in the child's body frame, unit length; zero where there is none */
    ludo_vec3 anchor;      /* in the child's body frame [m] */
    int32_t dof;           /* degrees of freedom = count of rates */
    int32_t rows;          /* constraint rows */
    int32_t position_count, position_first; /* coordinates, and where in a keyframe they start */
    int32_t velocity_count, velocity_first; /* rates, likewise */
    bool continues; /* follows another one, as a part of the same composite joint: of that all rows
                       are counted with the first part */
    const ludo_dof_def *along; /* per rate: what acts along it */
    bool merged;  /* its bodies were merged into one: it has neither rows nor a reaction */
    int32_t loop; /* where it closes one: the number of that loop, which has its rows; else -1 */
} ludo_joint_info;

/** What closes a loop; the pointers live as long as the model. */
typedef struct ludo_loop_info {
    const char *name, *type; /* type: of a joint, or "coupling" */
    int32_t rows;            /* constraint rows */
    int32_t translations;    /* how many of them, the first ones, hold lengths; others angles */
    int32_t parent, child;   /* of a closure or joint: bodies, LUDO_WORLD too; of a coupling those
                                that the coordinate's joint joins */
    int32_t joint;           /* the joint that closes the loop, or whose coordinate is coupled; else
                                -1 */
    int32_t from;            /* of a coupling: the joint followed; else, and without one, -1 */
    ludo_place place;        /* where the description says it */
} ludo_loop_info;

/** What is known of a geom, as ludo_geom_def; pointers live as long as the model. */
typedef struct ludo_geom_info {
    const char *name, *type;
    int32_t body;
    ludo_frame frame;
    double size[3];
    const char *mesh; /* its name; NULL for other types */
} ludo_geom_info;

/** What is known of a site; the pointer lives as long as the model. */
typedef struct ludo_site_info {
    const char *name;
    int32_t body;     /* or LUDO_WORLD */
    ludo_frame frame; /* in the body frame */
} ludo_site_info;

/** What is known of a fluid around a body that moves, with what is merged with it. */
typedef struct ludo_fluid_info {
    int32_t body;
    double added_mass[6][6]; /* about the centre of mass of the body and all that is merged with it,
                                body axes, angular part first; exactly symmetric */
    double displaced_mass;   /* [kg] */
    ludo_vec3 buoyancy;      /* the center of that, body frame [m] */
} ludo_fluid_info;

/** What is known of a spring; pointers live as long as the model. */
typedef struct ludo_spring_info {
    const char *name, *type;
    int32_t site_a, site_b;       /* of a distance; else -1 */
    const ludo_tendon_term *term; /* of a tendon: term_count of them */
    int32_t term_count;
    double stiffness, damping, rest[2];
} ludo_spring_info;

/** What is known of an actuator, as ludo_actuator_def; pointers live as long as the model. */
typedef struct ludo_actuator_info {
    const char *name;
    bool on_spring;
    int32_t target, dof;
    double gear, gain, bias[3];
    bool control_limited, force_limited;
    double control_range[2], force_range[2];
} ludo_actuator_info;

/** Compile a description. Checks it, orders the elimination, lays out one block of memory.
 *
 * @param spec       read only; may be destroyed afterwards
 * @param allocator  may be NULL
 * @param out        the model; NULL unless LUDO_OK is returned
 * @param why        what is wrong, with name and place; may be NULL
 * @return LUDO_OK, LUDO_BAD_ARGUMENT, LUDO_NO_MEMORY,
 *         LUDO_BAD_MODEL (mass or inertia impossible, a body that moves without mass, a name used
 *         twice, a joint, closure, coupling or geom that names what doesn't exist, an unknown type,
 *         a force on what can't take it, a keyframe of the wrong size, a number that is not
 *         finite, a closure that is open between bodies merged into one, an added mass that can't
 *         be or is on what can't have one),
 *         LUDO_UNSUPPORTED (a free joint or several between the same bodies that close a loop,
 *         something that acts along a joint that does, a spring to a body without mass)
 * Time: O(n log n) in bodies + joints. */
LUDO_API ludo_status ludo_compile(const ludo_spec *spec, const ludo_allocator *allocator,
                                  ludo_model **out, ludo_diagnostic *why);

/** Release a model; NULL is allowed. No simulation of it may be in use any more. */
LUDO_API void ludo_model_destroy(ludo_model *model);

/** The name of the mechanism, "" where it has none. */
LUDO_API const char *ludo_model_name(const ludo_model *model);

/** Gravity in the world frame [m/s^2]. */
LUDO_API ludo_vec3 ludo_model_gravity(const ludo_model *model);

/** The time step that the description asks for [s]. */
LUDO_API double ludo_model_timestep(const ludo_model *model);

/** The sum of all masses, also of what is merged with the world [kg]. */
LUDO_API double ludo_model_mass(const ludo_model *model);

/** Degrees of freedom of all joints = length of all rates together. Loops leave fewer: what they
 * leave is ludo_mobility.freedom (sim.h). */
LUDO_API int32_t ludo_model_dof(const ludo_model *model);

/** Length of all joint coordinates together, as in a keyframe. */
LUDO_API int32_t ludo_model_position_count(const ludo_model *model);

/** Count of constraint rows of all joints and loops. */
LUDO_API int32_t ludo_model_rows(const ludo_model *model);

/** The order in which bodies are eliminated: body_count numbers, leaves first. What has no place of
 * its own, being merged or without mass, goes with the others. */
LUDO_API const int32_t *ludo_model_order(const ludo_model *model);

/** Number of bodies. */
LUDO_API int32_t ludo_model_body_count(const ludo_model *model);
/** Number of joints. */
LUDO_API int32_t ludo_model_joint_count(const ludo_model *model);
/** Number of sites. */
LUDO_API int32_t ludo_model_site_count(const ludo_model *model);
/** Number of geoms. */
LUDO_API int32_t ludo_model_geom_count(const ludo_model *model);
/** Number of what closes loops: closures, then couplings, then joints that do. */
LUDO_API int32_t ludo_model_loop_count(const ludo_model *model);
/** Number of bodies in a fluid; those that are merged count once. */
LUDO_API int32_t ludo_model_fluid_count(const ludo_model *model);
/** Number of springs. */
LUDO_API int32_t ludo_model_spring_count(const ludo_model *model);
/** Number of actuators. */
LUDO_API int32_t ludo_model_actuator_count(const ludo_model *model);
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
/** Name of what closes a loop; NULL where the number is out of range. */
LUDO_API const char *ludo_model_loop_name(const ludo_model *model, int32_t loop);
/** Name of a spring; NULL where the number is out of range. */
LUDO_API const char *ludo_model_spring_name(const ludo_model *model, int32_t spring);
/** Name of an actuator; NULL where the number is out of range. */
LUDO_API const char *ludo_model_actuator_name(const ludo_model *model, int32_t actuator);
/** Name of a keyframe; NULL where the number is out of range. */
LUDO_API const char *ludo_model_keyframe_name(const ludo_model *model, int32_t keyframe);

/** Number of the body of that name, or -1. O(log n). */
LUDO_API int32_t ludo_model_body_find(const ludo_model *model, const char *name);
/** Number of the joint of that name, or -1. O(log n). */
LUDO_API int32_t ludo_model_joint_find(const ludo_model *model, const char *name);
/** Number of the site of that name, or -1. O(log n). */
LUDO_API int32_t ludo_model_site_find(const ludo_model *model, const char *name);
/** Number of the geom of that name, or -1. O(log n). */
LUDO_API int32_t ludo_model_geom_find(const ludo_model *model, const char *name);
/** Number of what closes a loop by that name, or -1. O(log n). */
LUDO_API int32_t ludo_model_loop_find(const ludo_model *model, const char *name);
/** Number of the spring of that name, or -1. O(log n). */
LUDO_API int32_t ludo_model_spring_find(const ludo_model *model, const char *name);
/** Number of the actuator of that name, or -1. O(log n). */
LUDO_API int32_t ludo_model_actuator_find(const ludo_model *model, const char *name);
/** Number of the keyframe of that name, or -1. O(log n). */
LUDO_API int32_t ludo_model_keyframe_find(const ludo_model *model, const char *name);

/** Everything known of a body; all zero where the number is out of range. */
LUDO_API ludo_body_info ludo_model_body(const ludo_model *model, int32_t body);
/** Everything known of a joint; all zero where the number is out of range. */
LUDO_API ludo_joint_info ludo_model_joint(const ludo_model *model, int32_t joint);
/** Everything known of a site; all zero where the number is out of range. */
LUDO_API ludo_site_info ludo_model_site(const ludo_model *model, int32_t site);
/** Everything known of a geom; all zero where the number is out of range. */
LUDO_API ludo_geom_info ludo_model_geom(const ludo_model *model, int32_t geom);
/** Everything known of what closes a loop; all zero where the number is out of range. */
LUDO_API ludo_loop_info ludo_model_loop(const ludo_model *model, int32_t loop);
/** Everything known of a fluid around a body, parents before children; all zero where the number is
 * out of range. */
LUDO_API ludo_fluid_info ludo_model_fluid(const ludo_model *model, int32_t fluid);
/** Everything known of a spring; all zero where the number is out of range. */
LUDO_API ludo_spring_info ludo_model_spring(const ludo_model *model, int32_t spring);
/** Everything known of an actuator; all zero where the number is out of range. */
LUDO_API ludo_actuator_info ludo_model_actuator(const ludo_model *model, int32_t actuator);
/** A note; all zero where the number is out of range. */
LUDO_API ludo_note_info ludo_model_note(const ludo_model *model, int32_t note);

#ifdef __cplusplus
}
#endif
#endif
