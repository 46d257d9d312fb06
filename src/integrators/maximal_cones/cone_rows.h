/* SPDX-License-Identifier: Apache-2.0
 *
 * The rows of a cone [contact.md 2]: F, along which its impulses act, and R, by which rates follow
 * from velocities. */
#ifndef LUDO_INTEGRATORS_MAXIMAL_CONES_CONE_ROWS_H
#define LUDO_INTEGRATORS_MAXIMAL_CONES_CONE_ROWS_H

#include "collision/search.h"
#include "model/model.h"
#include "solver/interior/interior.h"
#include "model/tendon.h"

#include <stddef.h>
#include <string.h>

typedef enum cone_source {
    CONE_CONTACT,
    CONE_LIMIT,
    CONE_DRY_FRICTION,
    CONE_SPEED,
    CONE_TENDON_LIMIT,
    CONE_TENDON_FRICTION
} cone_source;

/* Whether cones of a source act at any length or coordinate. */
static inline bool source_is_friction(cone_source source)
{
    return source == CONE_DRY_FRICTION || source == CONE_TENDON_FRICTION;
}

/* Whether they act along a tendon. */
static inline bool source_is_tendon(cone_source source)
{
    return source == CONE_TENDON_LIMIT || source == CONE_TENDON_FRICTION;
}

/* Rows of a contact at its two bodies. */
enum { SIDE_B, SIDE_A, SIDES_OF_CONTACT };

/* Most rows, and degrees of freedom, of a cone of a limit or of dry friction. */
enum { JOINT_ROWS = 3 };

/* The rows of a cone: F, along which impulses act, and R, by which rates follow from the tree's
 * velocities, at the iterate. */
typedef struct cone_rows {
    cone_source source;
    int32_t island;
    bool added;    /* since islands were assigned last */
    bool fresh;    /* of a contact: its cone is as it was gathered, with friction of order 1 */
    int32_t index; /* of the search's contact, of limit_data, of dry_friction_data, speed_data, of a
                      tendon */
    int32_t slot_a, slot_b; /* bodies of a contact; -1: the world. Of limits and dry friction b is
                               the child, a is -1 */
    int32_t column,
        columns; /* of limits and dry friction: degrees of freedom, 1 or 3 from column on */
    const tendon_data *tendon;        /* of cones along a tendon; its views at t_k and at the */
    const tendon_view *pulls, *rates; /* iterate, or both at the knot; joint.F[0][0] is the sign */
    double offset;  /* added to the gap: overlap of the start, less the part that this step removes;
                       >= 0 */
    double from;    /* of limits: the coordinate at t_k */
    double rebound; /* at a knot: least rate of the gap; >= 0, while cones are chosen < 0: none */
    int32_t width;  /* of contacts: rows with friction (contact_row.h) */
    int32_t constraint, row; /* of contacts between two bodies: their constraint and first row */
    feature_view next;       /* of contacts: at the iterate */
    ludo_vec3 shift[SIDES_OF_CONTACT]; /* how far the point of contact moves through the bodies
                                          until the middle of the interval */
    double share;           /* of friction that opposes the slip of the interval before */
    double carried;         /* that part of the friction coefficient, where it is in use */
    bool centred;           /* whether T, and F with `carried`, are those of friction of order 2 */
    double past[CONE_ROWS]; /* the direction of that slip, per row of friction; 0: there was none */
    bool written;    /* whether the contact is one of the knot, and the following are those of it */
    feature_view at; /* of contacts: at z_k */
    ludo_vec3 tangent[2];
    double way[3]; /* of contacts: from the centre of mass of body a to that of b at z_k */
    bool mirrored; /* of contacts: whether F at body a has the opposite forces of that at body b,
                      through the same points */
    union {
        struct { /* of contacts: 6 numbers per row and side, signed for the impulse on that body */
            double F[SIDES_OF_CONTACT][CONE_ROWS][6]; /* at z_k */
            double R[SIDES_OF_CONTACT][CONE_ROWS][6];
            double T[SIDES_OF_CONTACT][CONE_ROWS]
                    [6]; /* rows of slip, for the interval's velocity:
                            points of contact are those in its middle */
        };
        struct { /* of limits and dry friction: `columns` numbers per row */
            double F[JOINT_ROWS][JOINT_ROWS];
            double dF[JOINT_ROWS][JOINT_ROWS]; /* ball limit: - dF/du, F rotates with the iterate */
            double R[JOINT_ROWS][JOINT_ROWS];
            double axes[JOINT_ROWS][JOINT_ROWS]; /* ball limit: R_a(z_k) Q (limits_ball.h) */
        } joint;
    };
} cone_rows;

/* The body on a side of a contact; -1: the world, whose rows are not in use. */
static inline int32_t slot_on(const cone_rows *k, int side)
{
    return side == SIDE_B ? k->slot_b : k->slot_a;
}

/* Whether a cone is a contact between two bodies. */
static inline bool is_between_bodies(const cone_rows *k)
{
    return k->source == CONE_CONTACT && k->slot_a >= 0 && k->slot_b >= 0;
}

/* Whether a cone has the bodies of the one before, as the points of a pair of shapes do. */
static inline bool has_bodies_of_last(const cone_rows *rows, int32_t i)
{
    return i > 0 && rows[i].slot_a == rows[i - 1].slot_a && rows[i].slot_b == rows[i - 1].slot_b;
}

/* A body of a cone; those of contacts with the world have one. */
static inline int32_t body_of_cone(const cone_rows *k)
{
    return k->slot_b >= 0 ? k->slot_b : k->slot_a;
}

/* Copy the rows of a cone: of a contact those that it has, which are a third of the memory. */
static inline void copy_cone_rows(const cone_rows *from, cone_rows *to)
{
    if (from->source != CONE_CONTACT) {
        *to = *from;
        return;
    }
    const int32_t rows = from->width > 3 ? from->width : 3; /* kernels read three */
    memcpy(to, from, offsetof(cone_rows, F));
    for (int side = 0; side < SIDES_OF_CONTACT; side++) {
        if (slot_on(from, side) >= 0) {
            memcpy(to->F[side], from->F[side], (size_t)rows * sizeof *to->F[side]);
            memcpy(to->R[side], from->R[side], (size_t)rows * sizeof *to->R[side]);
            memcpy(to->T[side], from->T[side], (size_t)rows * sizeof *to->T[side]);
        }
    }
}

/* The axis of row r of friction: sliding along the tangents, spinning about the normal, rolling
 * about the tangents. */
static inline ludo_vec3 friction_axis(const cone_rows *k, int32_t r)
{
    return r == 3 ? k->at.normal : k->tangent[(r - 1) % 3];
}

/* The friction impulse of row r: that of the cone and that against the slip before. */
static inline double friction_impulse(const cone_rows *k, const double *p, int32_t r)
{
    return p[r] - k->carried * k->past[r] * p[0];
}

/* The product of a row with the velocity of a body. */
static inline double rate6(const double R[6], const double *u)
{
    return (R[0] * u[0] + R[1] * u[1] + R[2] * u[2]) + (R[3] * u[3] + R[4] * u[4] + R[5] * u[5]);
}

#endif
