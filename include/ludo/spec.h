/* SPDX-License-Identifier: Apache-2.0
 *
 * ludo_spec: the editable description of a mechanism. Built from C or by an importer; nothing is
 * computed here. ludo_compile() (model.h) turns it into a model.
 *
 * All names and arrays handed in are copied. Bodies, joints, sites and keyframes are numbered from
 * 0 in the order in which they were added; LUDO_WORLD stands for the world as a body. */
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

/** A joint between two bodies.
 *
 * The joint has a frame on the parent and a frame on the child; where all its coordinates are zero
 * (or equal to `reference`) the two coincide. A body that is the child of no joint floats. */
typedef struct ludo_joint_def {
    const char *name; /* NULL or "": <child>.joint<k> */
    const char *type; /* "fixed", "hinge", "slide", "ball", "free" */
    int32_t parent;   /* body or LUDO_WORLD; a free joint's parent is LUDO_WORLD */
    int32_t child;    /* body */
    ludo_frame
        in_parent;       /* the joint frame in the parent's body frame; a zero quaternion means 1 */
    ludo_frame in_child; /* the joint frame in the child's body frame; a zero quaternion means 1 */
    ludo_vec3 axis;      /* of hinge and slide, in the joint frame; any length > 0 */
    double reference;    /* coordinate of hinge [rad] or slide [m] where the frames coincide */
    ludo_place place;
} ludo_joint_def;

/** A named frame on a body. */
typedef struct ludo_site_def {
    const char *name; /* NULL or "": site<i> */
    int32_t body;     /* body or LUDO_WORLD */
    ludo_frame frame; /* in the body frame; a zero quaternion means 1 */
    ludo_place place;
} ludo_site_def;

/** A named state: joint coordinates and rates of all joints in order (model.h says how many each
 * has). NULL with a count of 0 leaves positions at the reference pose, velocities at zero. */
typedef struct ludo_keyframe_def {
    const char *name; /* NULL or "": keyframe<i> */
    double time;      /* [s] */
    const double *position;
    int32_t position_count;
    const double *velocity;
    int32_t velocity_count;
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
