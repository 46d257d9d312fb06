/* SPDX-License-Identifier: Apache-2.0
 *
 * Outline of a spec as file formats need it: bodies nested in one another, each carried by a
 * sequence of simple joints. */
#ifndef LUDO_FORMATS_WRITE_OUTLINE_H
#define LUDO_FORMATS_WRITE_OUTLINE_H

#include "formats/text/normal_form.h"
#include "formats/write.h"
#include "math/quat.h"

/* Joint types that file formats have. */
typedef enum part_type {
    PART_HINGE,
    PART_SLIDE,
    PART_BALL,
    PART_PLANAR,
    PART_FREE,
    PART_TYPES
} part_type;

/* The parts of a joint type in a format, from the parent to the child, one letter each:
 *
 *     s h    slide, hinge along its axis
 *     k      hinge about its second axis
 *     p q    slides along the two directions orthogonal to its axis
 *     x y z  slides along the axes of its frame
 *     i j l  hinges about the axes of its frame, in place of a ball
 *     b e f  ball, planar, free
 *
 * A list ends with an entry whose type is NULL. */
typedef struct joint_form {
    const char *type, *parts;
} joint_form;

/* A simple joint: a joint of the spec or a part of one. */
typedef struct outline_part {
    int32_t joint;          /* of the spec; -1: the free joint of a floating body */
    int32_t index;          /* index of the part in that joint */
    int32_t rate, position; /* its first dof and coordinate among those of the joint; -1: it has
                               none of them */
    part_type type;
    ludo_vec3 at;   /* the joint's place in the frame of the body that it carries */
    ludo_vec3 axis; /* in that frame */
    ludo_quat turn; /* of the joint frame in that frame */
    double reference;
    const char *name;
} outline_part;

typedef struct outline_body {
    int32_t parent; /* or LUDO_WORLD */
    int32_t joint;  /* its first part, -1: the body floats */
    int32_t part, parts;
    ludo_frame in_parent; /* its frame in the parent's, all coordinates at their references */
    ludo_vec3 anchor;     /* the place of its first joint in the parent's frame */
    int32_t depth;        /* after folding; 0: on the world */
    int32_t site, geom;   /* the first on it, -1: none */
    int32_t first_child, next_sibling;
    bool folded; /* massless: its joints were moved to its child */
    bool fixed;  /* carried by a fixed joint */
    bool closed; /* an end of a closed loop */
} outline_body;

/* A loop: a closure, or a joint whose child is carried by another joint. */
typedef struct outline_loop {
    const ludo_joint_def *def;
    const char *name;
    bool is_joint;  /* a joint of the spec; else a closure */
    int32_t number; /* of the closure; or of the joint among those of its child */
} outline_loop;

typedef struct outline {
    const joint_form *forms;
    outline_body *body; /* per body */
    int32_t *order;     /* depth first: each body after its parent */
    outline_part *part; /* parts in that order */
    int32_t part_count;
    int32_t *joint_part; /* per joint of the spec: its first part, -1: none */
    outline_loop *loop;  /* closures, then joints */
    int32_t loop_count;
    int32_t *next_site, *next_geom; /* the next one on the same body */
    int32_t world_site, world_geom; /* the first on the world */
} outline;

/* Make the outline, with joints split as the forms say. `fold`: massless bodies that only connect
 * hinges and slides are removed, and their joints moved to their child. */
void ludo_outline_make(writer *w, outline *o, const joint_form *forms, bool fold);

/* The form of a joint type; NULL: the type is unknown. */
const char *ludo_outline_form(const outline *o, const char *type);

/* Find the carrying joint and the parent of each body, and the loops. */
void ludo_outline_find_carriers(writer *w, outline *o);

/* Name all parts once bodies are named: the first part by its joint's name; further ones, and parts
 * of nameless joints, as joint.<k> or body.joint<i>. A name used twice is a failure. */
void ludo_outline_name_joints(writer *w, outline *o, int32_t family);

/* Name the loops once bodies are named: closures as ludo_write_names() does, joints by their
 * names. */
void ludo_outline_name_loops(writer *w, outline *o, int32_t family);

/* The part that a scalar dof of a joint became; NULL, and a failure, if there is none. */
const outline_part *ludo_outline_scalar(writer *w, const outline *o, int32_t joint, int32_t rate,
                                        ludo_place place);

static inline bool part_is_scalar(const outline_part *p)
{
    return p->type == PART_HINGE || p->type == PART_SLIDE;
}

/* The numbers of coordinates and of degrees of freedom of a part. */
static inline int32_t part_positions(const outline_part *p)
{
    static const int32_t counts[PART_TYPES] = {1, 1, 4, 3, 7};
    return p->position >= 0 ? counts[p->type] : 0;
}

static inline int32_t part_rates(const outline_part *p)
{
    static const int32_t counts[PART_TYPES] = {1, 1, 3, 3, 6};
    return p->rate >= 0 ? counts[p->type] : 0;
}

#endif
