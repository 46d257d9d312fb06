/* SPDX-License-Identifier: Apache-2.0
 *
 * What of a compiled model can touch, and what holds coordinates within limits. */
#ifndef LUDO_MODEL_CONTACT_H
#define LUDO_MODEL_CONTACT_H

#include "model/joint.h"

struct shape_kind;

/* A shape that touches others. Its frame and all that is said in it are rigid with a slot's body;
 * that of the world has slot -1 and moves never. */
typedef struct collider {
    const struct shape_kind *kind;
    int32_t geom;     /* its public number */
    int32_t body;     /* of the geom: its public number or LUDO_WORLD */
    int32_t slot;     /* -1: the world */
    int32_t above;    /* the slot that carries this one; -1: none or the world */
    bool paired;      /* whether it is one of a collider_pair */
    ludo_frame frame; /* of the shape, from the centre of mass of the slot's body, its axes */
    double size[3];
    const ludo_vec3 *vertex; /* of a mesh: those of its hull, in the shape's frame */
    int32_t vertex_count;
    double radius;   /* of the sphere about the shape's origin that holds it; of a plane infinite */
    ludo_vec3 sides; /* half sides of the box about that, along its axes; likewise */
    double thickness;        /* least width of the shape [m], of a mesh that of its box; likewise */
    uint32_t type, affinity; /* contype, conaffinity */
    int32_t condim, priority;
    double friction, restitution;
} collider;

/* The law of contact between two colliders. */
typedef struct contact_law {
    bool frictionless;
    double friction;    /* of sliding, >= 0 */
    double restitution; /* 0 to 1 */
} contact_law;

/* Two colliders that touch by the law given with them, whatever filters say; a < b. */
typedef struct collider_pair {
    int32_t a, b;
    contact_law law;
} collider_pair;

/* Two public bodies (or LUDO_WORLD) whose colliders don't touch each other; a < b. */
typedef struct body_pair {
    int32_t a, b;
} body_pair;

/* A limit of a scalar coordinate, or of the angle of a ball. */
typedef struct limit_data {
    int32_t slot, column; /* of a ball the first of its three columns */
    bool turn;            /* whether it is the angle of a ball: at most range[1] */
    double range[2];      /* [rad, m]; infinite where there is none on that side */
} limit_data;

/* Dry friction along a scalar coordinate, or against the turning of a ball in all directions. */
typedef struct loss_data {
    int32_t slot, column;
    bool turn;
    double force; /* > 0 [N m, N] */
} loss_data;

/* What of a model touches. */
typedef struct model_contacts {
    collider *collider;
    int32_t collider_count;
    collider_pair *pair; /* sorted by a, b */
    int32_t pair_count;
    body_pair *apart; /* sorted by a, b: those that were excluded */
    int32_t apart_count;
    ludo_vec3 *vertex; /* of all hulls */
    int32_t vertex_count;
    const char *touched_by; /* a geom that may touch another, as "geom 'foot'"; NULL: nothing may */

    limit_data *limit;
    int32_t limit_count;
    const char *limited_by; /* as "joint 'elbow'"; NULL: none */
    loss_data *loss;
    int32_t loss_count;
    const char *lossy_by; /* likewise */
} model_contacts;

/* Whether colliders i and j may touch, and by which law; symmetric in i and j. */
bool ludo_model_may_touch(const model_contacts *c, int32_t i, int32_t j, contact_law *law);

/* Whether there is a way for two types of shape to touch, from the list of the contacts floor,
 * which implements it. */
bool ludo_narrow_phase_may_touch(const struct shape_kind *a, const struct shape_kind *b);

#endif
