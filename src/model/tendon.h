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

/* A scalar joint coordinate, by its column, times a weight. */
typedef struct tendon_term {
    int32_t column;
    double weight;
} tendon_term;

/* A compiled tendon with its spring and damper. */
typedef struct tendon_data {
    const tendon_kind *kind;
    tendon_end end[2];       /* of type distance */
    const tendon_term *term; /* of joint coordinates: term_count of them */
    int32_t term_count;
    double stiffness, damping;
    double rest[2];     /* slack from rest[0] to rest[1] */
    ludo_quat axes[2];  /* of frames at both ends, in their bodies */
    bool has_reference; /* a wrench: it is relative to the first end */
    double gear[6];     /* a wrench: its components, force first */
    double rod;         /* a slider-crank: the length of its rod */
} tendon_data;

/* A tendon at one configuration: its length and the part of its gradient that changes. */
typedef struct tendon_view {
    double length;
    double gradient[2][6]; /* dL by the twists of the bodies of both ends; zero for joint terms */
} tendon_view;

/* A type of tendon. */
struct tendon_kind {
    const char *name;
    bool joins_sites; /* has two ends; else terms */
    bool is_opaque;   /* the derivatives of its gradient are not known: steps have no derivative */

    /* Length and gradient with bodies at poses (index -1: the world) and scalar joint coordinates
     * phi (per column). */
    tendon_view (*view)(const tendon_data *l, const pose *poses, const double *phi);

    /* The change of L between poses, where L is no function of poses: the work of a unit force.
     * NULL: the difference of the lengths. */
    double (*change)(const tendon_data *l, const pose *from, const pose *to);

    /* Apply an impulse s along the tendon: wrenches r (per slot 6) += s times the gradient by
     * twists, efforts e (per column) += s times the gradient by coordinates. */
    void (*pull)(const tendon_data *l, const tendon_view *v, double s, double *r, double *e);

    /* dL/dt with twists u of bodies (per slot 6) and rates w of joint coordinates (per column). */
    double (*rate)(const tendon_data *l, const tendon_view *v, const double *u, const double *w);
};

/* The type of tendon of a name or NULL, from the list of the room tendons. */
const tendon_kind *ludo_tendon_kind_find(const char *name);

#endif
