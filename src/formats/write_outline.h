/* SPDX-License-Identifier: Apache-2.0
 *
 * A description as files see it: bodies nested in one another, each carried by a sequence of simple
 * joints. */
#ifndef LUDO_FORMATS_WRITE_OUTLINE_H
#define LUDO_FORMATS_WRITE_OUTLINE_H

#include "formats/text/normal_form.h"
#include "formats/write.h"
#include "math/quat.h"

/* What formats have. */
typedef enum part_type {
    PART_HINGE,
    PART_SLIDE,
    PART_BALL,
    PART_PLANAR,
    PART_FREE,
    PART_TYPES
} part_type;

/* What a joint type is made of in a format, from the parent to the child: a letter for each part.
 *
 *     s h    slide, hinge along its axis
 *     k      hinge about its second axis
 *     p q    slides along the two directions orthogonal to its axis
 *     x y z  slides along the axes of its frame
 *     i j l  hinges about the axes of its frame, which stand for a ball
 *     b e f  ball, planar, free
 *
 * A list ends with one without a type. */
typedef struct joint_form {
    const char *type, *parts;
} joint_form;

/* A simple joint: one of the spec, or what comes of one that is made of several. */
typedef struct outline_part {
    int32_t joint;          /* of the spec; -1: the free joint that a floating body gets */
    int32_t index;          /* its number among the parts of that joint */
    int32_t rate, position; /* its first rate and coordinate among those of the joint, -1: none of
                               them is its own */
    part_type type;
    ludo_vec3 at;   /* where the joint is, in the frame of the body that it carries */
    ludo_vec3 axis; /* in that frame */
    ludo_quat turn; /* of the joint frame in that frame */
    double reference;
    const char *name;
} outline_part;

typedef struct outline_body {
    int32_t parent; /* or LUDO_WORLD */
    int32_t joint;  /* the first that carries it, -1: it floats */
    int32_t part, parts;
    ludo_frame stand;   /* its frame in the parent's, all coordinates at their references */
    ludo_vec3 anchor;   /* where its first joint is in the parent's frame */
    int32_t depth;      /* once folded; 0: on the world */
    int32_t site, geom; /* the first on it, -1: none */
    int32_t first_child, next_sibling;
    bool folded; /* without mass, its joints are its child's */
    bool fixed;  /* by a fixed joint */
    bool closed; /* what closes a loop holds it */
} outline_body;

/* What closes a loop: a closure, or a joint whose child another one carries. */
typedef struct outline_loop {
    const ludo_joint_def *def;
    const char *name;
    bool is_joint;  /* of the spec; else a closure */
    int32_t number; /* of the closure; of the joint among those of its child */
} outline_loop;

typedef struct outline {
    const joint_form *forms;
    outline_body *body; /* per body */
    int32_t *order;     /* bodies, each after what it stands on, depth first */
    outline_part *part; /* in that order */
    int32_t part_count;
    int32_t *joint_part; /* per joint of the spec: its first part, if it has any */
    outline_loop *loop;  /* closures, then joints */
    int32_t loop_count;
    int32_t *next_site, *next_geom; /* the next one on the same body */
    int32_t world_site, world_geom; /* the first on the world */
} outline;

/* Make it out, joints in their forms. `fold`: bodies without mass between hinges and slides, which
 * carry nothing else, give their joints to the body that they carry. */
void ludo_outline_make(writer *w, outline *o, const joint_form *forms, bool fold);

/* The letters of a type of joint; NULL: there is no such type. */
const char *ludo_outline_form(const outline *o, const char *type);

/* Find which joint carries each body, which is its parent, and what closes loops. */
void ludo_outline_find_carriers(writer *w, outline *o);

/* Name all parts, once bodies have their names: the first of a joint by the joint's name; the
 * others, and those of joints without one, as joint.<k> or body.joint<i>. A name used twice is a
 * failure. */
void ludo_outline_name_joints(writer *w, outline *o, int32_t family);

/* Name what closes loops: closures as ludo_write_names() does, once they and bodies are named
 * there; joints by their names. */
void ludo_outline_name_loops(writer *w, outline *o, int32_t family);

/* The part that a scalar rate of a joint became; NULL, and a failure, where there is none. */
const outline_part *ludo_outline_scalar(writer *w, const outline *o, int32_t joint, int32_t rate,
                                        ludo_place place);

static inline bool part_is_scalar(const outline_part *p)
{
    return p->type == PART_HINGE || p->type == PART_SLIDE;
}

/* The numbers of coordinates and rates of a part. */
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
