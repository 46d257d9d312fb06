/* SPDX-License-Identifier: Apache-2.0
 *
 * A compiled tendon: a scalar length L(q) of the mechanism, along which a spring, a damper and
 * actuators act; and the table of operations of a type of tendon.
 *
 * A force F along a tendon does the work F dL, so that it acts by the gradient of L: as wrenches on
 * bodies, or as efforts on joint coordinates. Wrenches are 6-vectors in the world frame at the
 * centre of mass of the body, linear part first. */
#ifndef LUDO_MODEL_TENDON_H
#define LUDO_MODEL_TENDON_H

#include "model/joint.h"

typedef struct tendon_kind tendon_kind;

/* A point of a body, from its centre of mass, body frame; slot -1: the world. */
typedef struct tendon_end {
    int32_t slot;
    ludo_vec3 point;
} tendon_end;

/* A sphere or cylinder that a segment wraps around. */
typedef struct tendon_wrap {
    tendon_end center;
    mat3 axes; /* of the geom in the body frame of the center; a cylinder's axis is its third */
    double radius;
    bool cylinder;
    bool sided; /* `side` says on which side of the geom, or within it, the path passes */
    tendon_end side;
} tendon_wrap;

/* A part of a path between two consecutive sites. */
typedef struct tendon_segment {
    tendon_end end[2];
    double share; /* of its length in L: 1 over the divisor of the pulley before it */
    bool wraps;
    tendon_wrap wrap; /* if it wraps */
} tendon_segment;

/* A scalar joint coordinate, by its column, times a weight. */
typedef struct tendon_term {
    int32_t column;
    double weight;
    int32_t slot; /* of the joint */
} tendon_term;

/* A compiled tendon with its spring and damper. */
typedef struct tendon_data {
    const tendon_kind *kind;
    const tendon_segment *segment; /* of a type that joins sites: segment_count of them */
    int32_t segment_count;
    int32_t first_span, span_count; /* its place in memory for the spans of all tendons, and most
                                       spans */
    const tendon_term *term;        /* of joint coordinates: term_count of them */
    int32_t term_count;
    double stiffness, damping;
    double rest[2]; /* slack from rest[0] to rest[1] */
    bool limited;
    double range[2]; /* least and largest length; infinite on a side without a limit */
    double friction_loss, armature;
    ludo_quat axes[2];  /* of frames at both ends of its only segment, in their bodies */
    bool has_reference; /* a wrench, of rates: it is relative to the first end */
    double gear[6];     /* a wrench, of rates: its components, force first */
    double rod;         /* a slider-crank: the length of its rod */
} tendon_data;

/* Whether a tendon wraps around geoms. */
static inline bool tendon_wraps(const tendon_data *l)
{
    return l->span_count > l->segment_count;
}

/* The parts of a tendon whose lengths add up: its segments, or all terms as one. A part has at most
 * TENDON_PART_SPANS spans, so that viewing it takes no memory for a whole path. */
enum { TENDON_PART_SPANS = 2 };

static inline int32_t tendon_parts(const tendon_data *l)
{
    return l->segment_count > 0 ? l->segment_count : 1;
}

static inline tendon_data tendon_part(const tendon_data *l, int32_t i)
{
    tendon_data part = *l;
    if (l->segment_count > 0) {
        part.segment = l->segment + i;
        part.segment_count = 1;
    }
    return part;
}

/* A straight part of a tendon at one configuration, between points of two bodies or of the world.
 * Where a segment wraps around a geom, its two straight parts end at points of the geom's body. */
typedef struct tendon_span {
    int32_t slot[2];
    double gradient[2][6]; /* dL by the twists of both bodies */
    ludo_vec3 arm[2];      /* of its ends, from the centre of mass, world frame */
    ludo_vec3 n;           /* unit vector from the first end to the second; zero: undefined */
    double length, share;
} tendon_span;

/* A tendon at one configuration: its length and the part of its gradient that changes. */
typedef struct tendon_view {
    double length;
    int32_t spans;     /* at most span_count of the tendon; 0 for joint terms */
    tendon_span *span; /* memory of the caller: span_count of them */
} tendon_view;

/* A type of tendon. */
struct tendon_kind {
    const char *name;
    bool joins_sites; /* has segments; else terms */
    bool of_rates;    /* its terms are rates of one ball or free joint, whose frames its only
                         segment joins */
    bool is_opaque;   /* the derivatives of its gradient are not known: steps have no derivative */

    /* Length and gradient with bodies at poses (index -1: the world) and scalar joint coordinates
     * phi (per column); out->span is set. */
    void (*view)(const tendon_data *l, const pose *poses, const double *phi, tendon_view *out);

    /* The change of L between poses, where L is no function of poses: the work of a unit force.
     * NULL: the difference of the lengths. */
    double (*change)(const tendon_data *l, const pose *from, const pose *to);

    /* Apply an impulse s along the tendon: wrenches r (per slot 6) += s times the gradient by
     * twists, efforts e (per column) += s times the gradient by coordinates. */
    void (*pull)(const tendon_data *l, const tendon_view *v, double s, double *r, double *e);

    /* dL/dt with twists u of bodies (per slot 6) and rates w of joint coordinates (per column). */
    double (*rate)(const tendon_data *l, const tendon_view *v, const double *u, const double *w);
};

/* Whether the derivatives of the gradient of a tendon are not known. */
static inline bool tendon_is_opaque(const tendon_data *l)
{
    return l->kind->is_opaque || tendon_wraps(l);
}

/* The type of tendon of a name or NULL, from the list of the room tendons. */
const tendon_kind *ludo_tendon_kind_find(const char *name);

#endif
