/* SPDX-License-Identifier: Apache-2.0
 *
 * Colliders and laws of contact of a compiled model. */
#ifndef LUDO_MODEL_CONTACT_H
#define LUDO_MODEL_CONTACT_H

#include "model/joint.h"

struct facets;
struct height_field;
struct polytope;
struct shape_kind;

/* A shape that touches others. Its frame and vertices are fixed to the body of a slot; slot -1 is
 * the world, which never moves. */
typedef struct collider {
    const struct shape_kind *kind;
    int32_t geom;     /* its public number */
    int32_t body;     /* public number of the geom's body, or LUDO_WORLD */
    int32_t slot;     /* -1: the world */
    int32_t welded;   /* the slot that it is fixed to through joints that are not merged, or its own
                       */
    int32_t above;    /* the same of the parent of `welded`; -1: none or the world */
    bool paired;      /* true if it is one of a collider_pair */
    bool held;        /* true if it is one of a held_pair */
    ludo_frame frame; /* of the shape, from the centre of mass of the slot's body, along its axes */
    double size[3];
    const struct polytope *hull;      /* of a mesh, in the shape's frame; NULL: it is no mesh */
    const struct height_field *field; /* in the shape's frame; NULL: it is no height field */
    const struct facets *facets;      /* in the shape's frame; NULL: it is no concave mesh */
    double radius; /* of the bounding sphere about the shape's origin; infinite for a plane */
    double reach;  /* the largest distance of a point from the body's centre of mass */
    ludo_vec3
        sides; /* half sides of the bounding box about the shape's origin; infinite for a plane */
    double thickness; /* least width of the shape [m], of a mesh along the normals of its faces;
                         infinite for a plane, a height field and a concave mesh */
    uint32_t type, affinity; /* contype, conaffinity */
    int32_t condim, priority;
    double friction[3], restitution; /* of sliding, spinning [m], rolling [m] */
} collider;

static inline double collider_lesser_thickness(const collider *a, const collider *b)
{
    return a->thickness < b->thickness ? a->thickness : b->thickness;
}

/* Compute radius, reach, sides and thickness from the size or the surface. */
void ludo_collider_bound(collider *c);

/* The contact law of two colliders. */
typedef struct contact_law {
    bool frictionless;
    double friction;    /* coefficient of sliding friction, >= 0 */
    double spin, roll;  /* of spinning and rolling friction [m], >= 0 */
    double restitution; /* 0 to 1 */
} contact_law;

/* Two colliders that touch by their own law, independent of the filters; a < b. */
typedef struct collider_pair {
    int32_t a, b;
    contact_law law;
} collider_pair;

/* Two public bodies (or LUDO_WORLD) whose colliders do not touch each other; a < b. */
typedef struct body_pair {
    int32_t a, b;
} body_pair;

/* Two colliders without contacts: they overlap in every position of the joints between them; a < b.
 */
typedef struct held_pair {
    int32_t a, b;
} held_pair;

/* The contacts of a model. */
typedef struct model_contacts {
    collider *collider;
    int32_t collider_count;
    collider_pair *pair; /* sorted by a, b */
    int32_t pair_count;
    body_pair *apart; /* excluded pairs, sorted by a, b */
    int32_t apart_count;
    held_pair *held; /* sorted by a, b */
    int32_t held_count;
    int32_t not_simulated; /* pairs of colliders that may touch, but have no narrow phase */
    int32_t not_simulated_a, not_simulated_b; /* the first of these pairs */
    struct polytope *hull;                    /* per mesh; empty if it can touch nothing */
    int32_t hull_count;
    char *hull_memory; /* the arrays of all hulls */
    size_t hull_size;
    struct height_field *field; /* per mesh; empty unless it is that of one that can touch */
    int32_t field_count;
    char *field_memory; /* the arrays of all fields */
    size_t field_size;
    struct facets *facets; /* per mesh; empty unless a concave geom of it can touch */
    int32_t facets_count;
    char *facets_memory; /* the arrays of all facets */
    size_t facets_size;
    const char *touched_by; /* a geom that may touch another, as "geom 'foot'"; NULL: none may */
    int32_t touching_geom;  /* its number */
} model_contacts;

/* A law; condim 1 is frictionless, 3 has sliding friction, 4 spinning friction too, 6 all three. */
contact_law ludo_contact_law_make(int32_t condim, const double friction[3], double restitution);

/* The given law of a pair of colliders, a < b, or NULL; whether colliders i and j have one. */
const contact_law *ludo_contact_law_find(const model_contacts *c, int32_t a, int32_t b);
bool ludo_contact_law_is_given(const model_contacts *c, int32_t i, int32_t j);

/* The index of a pair of colliders among the sorted pairs, or of two excluded bodies among those,
 * a < b; where there is none, the index at which it would be inserted. */
int32_t ludo_contact_law_pair_place(const model_contacts *c, int32_t a, int32_t b);
int32_t ludo_contact_law_apart_place(const model_contacts *c, int32_t a, int32_t b);

/* True if colliders i and j may touch; *law is theirs. Symmetric in i and j. */
bool ludo_model_may_touch(const model_contacts *c, int32_t i, int32_t j, contact_law *law);

/* The law of two that may. */
contact_law ludo_model_touching_law(const model_contacts *c, int32_t i, int32_t j);

/* True if the narrow phase has a function for two types of shape (implemented in the room
 * collision). */
bool ludo_narrow_phase_may_touch(const struct shape_kind *a, const struct shape_kind *b);

/* The gap of two colliders on bodies at z_a and z_b; infinite without a narrow phase of their types
 * (implemented in the room collision). */
double ludo_narrow_phase_gap(const collider *a, const collider *b, const pose *z_a,
                             const pose *z_b);

#endif
