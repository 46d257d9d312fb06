/* SPDX-License-Identifier: Apache-2.0
 *
 * ludo_spec: the editable description of a mechanism. Built from C or by an importer; nothing is
 * computed here. ludo_compile() (model.h) turns it into a model.
 *
 * All names and arrays handed in are copied. Bodies, joints, sites, springs, actuators and
 * keyframes are numbered from 0 in the order in which they were added; LUDO_WORLD stands for the
 * world as a body. */
#ifndef LUDO_SPEC_H
#define LUDO_SPEC_H

#include "ludo/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The world, where a body is asked for. */
#define LUDO_WORLD (-1)

/** An editable description of a mechanism. */
typedef struct ludo_spec ludo_spec;

/** Where in a file something was said; all zero for what was built from C. `file` may be NULL. */
typedef struct ludo_place {
    const char *file;
    int32_t line, column;
} ludo_place;

/** A rigid body. Its frame is free to choose; the centre of mass may lie anywhere in it. */
typedef struct ludo_body_def {
    const char *name;  /* NULL or "": body<i> */
    double mass;       /* [kg], > 0 */
    ludo_vec3 com;     /* centre of mass in the body frame [m] */
    double inertia[6]; /* about the centre of mass, in body axes: xx yy zz xy xz yz [kg m^2] */
    ludo_place place;
} ludo_body_def;

/** The most degrees of freedom that a joint has. */
#define LUDO_MAX_DOF 6

/** What acts along one degree of freedom of a joint; all zero: nothing does. Units are those of an
 * angle's torque or of a length's force. Three rates that turn a body like a ball share the entry
 * of the first: an isotropic spring towards the orientation where the joint frames coincide, an
 * isotropic damper, an isotropic armature. That spring pulls along the shorter way and so turns
 * round at half a turn, where its force jumps. A free joint takes none. */
typedef struct ludo_dof_def {
    double stiffness; /* of a spring, >= 0 [N m/rad, N/m] */
    double rest;      /* coordinate where the spring is at rest [rad, m]; of a ball 0 */
    double damping;   /* >= 0 [N m s/rad, N s/m] */
    double armature;  /* inertia that moves with the coordinate alone, >= 0 [kg m^2, kg] */
    bool limited;     /* whether `range` holds; told, not simulated yet */
    double range[2];  /* lowest and highest coordinate [rad, m]; of a ball the largest angle is
                         range[1] */
} ludo_dof_def;

/** A joint between two bodies.
 *
 * The joint has a frame on the parent and a frame on the child; where all its coordinates are zero
 * (or equal to `reference`) the two coincide. A body that is the child of no joint floats. Its
 * coordinates, lengths before angles, by type (a quaternion is the child's joint frame in the
 * parent's; rates that belong to it are the relative angular velocity in the child's joint frame):
 *
 *     fixed             none
 *     hinge             angle about axis
 *     slide             length along axis
 *     cylindrical       length along axis, angle about it
 *     universal         angle about axis (fixed in the parent), then angle about axis2 (fixed in
 * the child): a Cardan joint planar            two lengths orthogonal to axis, angle about axis
 *     ball              quaternion
 *     point-on-line     length along axis, quaternion
 *     free-planar       two lengths orthogonal to axis, quaternion
 *     orientation-only  three lengths along the parent's joint frame; the child can't turn
 *     free              position of the body frame in the world, quaternion of the body
 *
 * The two lengths orthogonal to an axis are along the joint frame's next axes: of x, y, z take the
 * one nearest to `axis` (the first of several); the one after it, x after z, made orthogonal to
 * `axis`, is the first, and axis x first the second. For the axis z they are x and y.
 *
 * Several hinges and slides between the same two bodies, each after the first marked `continues`,
 * form a composite joint: from the parent each moves all that follow. Each keeps its number, name,
 * coordinate and dof entry. All their frames are given at the pose where every coordinate is at its
 * reference. At most LUDO_MAX_DOF of them. */
typedef struct ludo_joint_def {
    const char *name; /* NULL or "": <child>.joint<k> */
    const char *type; /* of the list above */
    int32_t parent;   /* body or LUDO_WORLD; a free joint's parent is LUDO_WORLD */
    int32_t child;    /* body */
    bool continues;   /* acts after the joint that was added last, between the same bodies */
    ludo_frame
        in_parent;       /* the joint frame in the parent's body frame; a zero quaternion means 1 */
    ludo_frame in_child; /* the joint frame in the child's body frame; a zero quaternion means 1 */
    ludo_vec3 axis;      /* in the joint frame; any length > 0 */
    ludo_vec3 axis2;     /* of universal, in the joint frame, orthogonal to axis; any length > 0 */
    double reference;    /* coordinate of hinge [rad] or slide [m] where the frames coincide */
    ludo_dof_def along[LUDO_MAX_DOF]; /* per rate */
    ludo_place place;
} ludo_joint_def;

/** A named frame on a body. */
typedef struct ludo_site_def {
    const char *name; /* NULL or "": site<i> */
    int32_t body;     /* body or LUDO_WORLD */
    ludo_frame frame; /* in the body frame; a zero quaternion means 1 */
    ludo_place place;
} ludo_site_def;

/** A joint's scalar coordinate times a weight, as a part of a tendon. */
typedef struct ludo_tendon_term {
    int32_t joint;
    int32_t dof;   /* which rate of the joint; not one of a quaternion */
    double weight; /* [m/rad, 1] */
} ludo_tendon_term;

/** A length of the mechanism, with a spring and a damper along it. Without either it is a length
 * to read and for actuators to act along. Types:
 *
 *     distance  between two sites. Where they coincide there is no direction and no force.
 *     tendon    the sum of joint coordinates times weights */
typedef struct ludo_spring_def {
    const char *name; /* NULL or "": spring<i> */
    const char *type;
    int32_t site_a, site_b;       /* distance: sites */
    const ludo_tendon_term *term; /* tendon: term_count of them */
    int32_t term_count;
    double stiffness; /* >= 0 [N/m] */
    double damping;   /* >= 0 [N s/m] */
    double rest[2];   /* the spring is slack from rest[0] to rest[1] [m]; equal: a plain spring */
    ludo_place place;
} ludo_spring_def;

/** An actuator: along a joint's scalar coordinate or along a spring's length it exerts the force
 *
 *     gear * clamp(gain u + bias[0] + bias[1] L + bias[2] dL/dt, force_range)
 *
 * with L = gear times that coordinate or length, and u its control, clamped to control_range. The
 * force is mean over a step and taken at the middle of its motion, so that stiff servos are stable.
 */
typedef struct ludo_actuator_def {
    const char *name; /* NULL or "": actuator<i> */
    bool on_spring;   /* whether `target` is a spring; else it is a joint */
    int32_t target;
    int32_t dof; /* of a joint: which rate; not one of a quaternion */
    double gear;
    double gain, bias[3];
    bool control_limited, force_limited;
    double control_range[2], force_range[2];
    ludo_place place;
} ludo_actuator_def;

/** A named state: joint coordinates and rates of all joints in order (model.h says how many each
 * has). NULL with a count of 0 leaves positions at the reference pose, velocities at zero. */
typedef struct ludo_keyframe_def {
    const char *name; /* NULL or "": keyframe<i> */
    double time;      /* [s] */
    const double *position;
    int32_t position_count;
    const double *velocity;
    int32_t velocity_count;
    const double *control; /* of all actuators; a count of 0 leaves them at zero */
    int32_t control_count;
    ludo_place place;
} ludo_keyframe_def;

/** What an importer has to say about something that it read. */
typedef enum ludo_note_kind {
    LUDO_NOTE_WARNING,    /* read, or ignored, without an effect on the motion that is computed */
    LUDO_NOTE_UNSUPPORTED /* would change the motion: the model can be looked at, not simulated */
} ludo_note_kind;

/** Create an empty description. `allocator` may be NULL.
 * @return LUDO_OK, LUDO_BAD_ARGUMENT, LUDO_NO_MEMORY (then *out is NULL) */
LUDO_API ludo_status ludo_spec_create(const ludo_allocator *allocator, ludo_spec **out);

/** Release a description; NULL is allowed. */
LUDO_API void ludo_spec_destroy(ludo_spec *spec);

/** Name the mechanism (default ""). @return LUDO_OK, LUDO_BAD_ARGUMENT, LUDO_NO_MEMORY */
LUDO_API ludo_status ludo_spec_set_name(ludo_spec *spec, const char *name);

/** Set an option: "gravity" (3 numbers, world frame [m/s^2], default 0 0 -9.81) or "timestep"
 * (1 number > 0 [s], default 0.01).
 * @return LUDO_OK, LUDO_BAD_ARGUMENT (unknown name, wrong count, value out of range) */
LUDO_API ludo_status ludo_spec_set_option(ludo_spec *spec, const char *name, const double *values,
                                          int32_t count);

/** Add a body; its number goes to *body unless that is NULL.
 * Values are checked by ludo_compile(), which names the body and its place.
 * @return LUDO_OK, LUDO_BAD_ARGUMENT, LUDO_NO_MEMORY (the spec is unchanged) */
LUDO_API ludo_status ludo_spec_add_body(ludo_spec *spec, const ludo_body_def *def, int32_t *body);

/** Add a joint; its number goes to *joint unless that is NULL. As ludo_spec_add_body(). */
LUDO_API ludo_status ludo_spec_add_joint(ludo_spec *spec, const ludo_joint_def *def,
                                         int32_t *joint);

/** Add a site; its number goes to *site unless that is NULL. As ludo_spec_add_body(). */
LUDO_API ludo_status ludo_spec_add_site(ludo_spec *spec, const ludo_site_def *def, int32_t *site);

/** Add a spring; its number goes to *spring unless that is NULL. As ludo_spec_add_body(). */
LUDO_API ludo_status ludo_spec_add_spring(ludo_spec *spec, const ludo_spring_def *def,
                                          int32_t *spring);

/** An actuator whose force is its control: gain 1, gear 1, on joint 0. Set its target. */
LUDO_API ludo_actuator_def ludo_actuator_motor(void);

/** An actuator that pulls to the position u: force kp (u - L) - kv dL/dt. Set its target. */
LUDO_API ludo_actuator_def ludo_actuator_position(double kp, double kv);

/** An actuator that pulls to the velocity u: force kv (u - dL/dt). Set its target. */
LUDO_API ludo_actuator_def ludo_actuator_velocity(double kv);

/** Add an actuator; its number goes to *actuator unless that is NULL. As ludo_spec_add_body(). */
LUDO_API ludo_status ludo_spec_add_actuator(ludo_spec *spec, const ludo_actuator_def *def,
                                            int32_t *actuator);

/** Add a keyframe; its number goes to *keyframe unless that is NULL. As ludo_spec_add_body(). */
LUDO_API ludo_status ludo_spec_add_keyframe(ludo_spec *spec, const ludo_keyframe_def *def,
                                            int32_t *keyframe);

/** Note a warning or something unsupported; the model keeps it. As ludo_spec_add_body(). */
LUDO_API ludo_status ludo_spec_add_note(ludo_spec *spec, ludo_note_kind kind, ludo_place place,
                                        const char *message);

#ifdef __cplusplus
}
#endif
#endif
