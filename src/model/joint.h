/* SPDX-License-Identifier: Apache-2.0
 *
 * A compiled joint and the table of operations that a joint type is.
 *
 * Twists and wrenches are 6-vectors in the world frame at the centre of mass of the body: first
 * the linear part, then the angular one. A joint depends on the relative pose of its bodies only,
 * so that everything about it can be said on the child's side ([maximal.md 2], [recursion.md 1.2]):
 *
 *     G_b u_b + G_a u_a = 0,    G_a = -G_b X,    X = [ 1 , -(x_b - x_a)x ; 0 , 1 ]
 *     u_b = X u_a + S qdot + y,    G_b S = 0,    G_b y = -g / h   (to first order in g) */
#ifndef LUDO_MODEL_JOINT_H
#define LUDO_MODEL_JOINT_H

#include "math/lanes.h"

/* The most degrees of freedom, constraint rows and coordinates that a joint has. */
enum { JOINT_MAX_DOF = 6, JOINT_MAX_ROWS = 6, JOINT_MAX_POSITION = 7 };

/* Where a body is at one instant. */
typedef struct pose {
    ludo_vec3 x; /* centre of mass, world */
    ludo_quat q; /* body to world */
    mat3 R;      /* R(q) */
} pose;

/* How a body moves at one instant, world frame. */
typedef struct twist {
    ludo_vec3 v; /* of the centre of mass */
    ludo_vec3 w; /* angular velocity */
} twist;

/* Which directions of the joint frame a generic constraint holds: A_T or A_R of [maximal.md 2]. */
typedef enum joint_span {
    SPAN_NONE,
    SPAN_AXIS,  /* n */
    SPAN_PLANE, /* two rows orthogonal to n */
    SPAN_ALL
} joint_span;

typedef struct joint_kind joint_kind;

/* A compiled joint; body-fixed points are given from the centre of mass. */
typedef struct joint_data {
    const joint_kind *kind;
    int32_t parent;    /* slot of the parent, -1: world */
    ludo_vec3 p_a;     /* anchor in the parent's body frame */
    ludo_vec3 p_b;     /* anchor in the child's body frame */
    ludo_quat q_a_off; /* joint frame in the parent's body frame */
    ludo_quat q_b_off; /* joint frame in the child's body frame */
    ludo_quat q_off;   /* q_a_off q_b_off^+ : relative orientation where the frames coincide */
    ludo_vec3 n;       /* axis in the parent's body frame; zero where the joint has none */
    ludo_vec3 P[2];    /* orthonormal to n, P[0] x P[1] = n */
    ludo_vec3 origin;  /* of the child's body frame from its centre of mass, child's frame */
    double reference;  /* coordinate where the frames coincide */
    double length;     /* what a gap [m] is compared with */
} joint_data;

/* The part of a joint that its motion depends on. */
typedef struct joint_geometry {
    ludo_vec3 p_a, p_b, n;
    ludo_quat q_off;
} joint_geometry;

/* What a joint looks like at one pair of poses. */
typedef struct joint_view {
    double gap;                /* largest entry of the open translation [m] */
    double tilt;               /* largest entry of the open rotation [rad] */
    double half_cos, half_sin; /* of half its angle, continuous in time; 1, 0 where it has none */
} joint_view;

/* Up to LANES joints of one type, side by side; lanes beyond the last repeat the first. */
typedef struct joint_batch {
    const joint_kind *kind;
    int32_t count;
    int32_t slot[LANES], parent[LANES];
    lanes3 p_a, p_b, n;
    lanes4 q_off;
    lanes1 inverse_length;
} joint_batch;

/* Poses side by side. */
typedef struct pose_lanes {
    lanes3 x;
    lanes4 q;
} pose_lanes;

/* What motion() says, side by side. */
typedef struct motion_lanes {
    lanes6 S[JOINT_MAX_DOF];
    lanes6 close;
    lanes1 gap, tilt, half_cos, half_sin;
} motion_lanes;

/* A joint type. Its operations are functions of joint, poses and twists alone. */
struct joint_kind {
    const char *name;
    bool has_axis;
    joint_span translation, rotation; /* the constraint that it is */
    int32_t dof;                      /* columns of S */
    int32_t position_count;           /* coordinates; rates are as many as dof */
    const double *column_is_length;   /* dof numbers: 1 where a column of S is [m], 0 [rad] */

    /* S (dof x 6, one row a column of S) and the displacement close = h y that shuts the joint to
     * first order, all of the child at pose b; how far it is open. */
    joint_view (*motion)(const joint_data *j, const pose *a, const pose *b, double *S,
                         double close[6]);

    /* The same for joints side by side, with the same bits. */
    void (*motion_lanes)(const joint_batch *j, const pose_lanes *a, const pose_lanes *b,
                         motion_lanes *out);

    /* Coordinates where the joint's frames coincide. */
    void (*rest)(const joint_data *j, double *q);

    /* Coordinates at the poses. Angles within one turn of the quaternions' double cover,
     * (-2 pi, 2 pi], plus 4 pi times `winding`. */
    void (*position)(const joint_data *j, const pose *a, const pose *b, int32_t winding, double *q);

    /* Rates at poses and twists. */
    void (*rate)(const joint_data *j, const pose *a, const pose *b, const twist *va,
                 const twist *vb, double *rate);

    /* The child's pose at coordinates q (quaternions normalised here); returns the winding. */
    int32_t (*place)(const joint_data *j, const pose *a, const double *q, pose *b);

    /* The child's twist at given rates. */
    twist (*move)(const joint_data *j, const pose *a, const pose *b, const twist *va,
                  const double *rate);
};

/* The joint types, from the list of the joints floor, which implements these: how many, the one of
 * a number, the one of a name or NULL. */
int32_t ludo_joint_kind_count(void);
const joint_kind *ludo_joint_kind_at(int32_t number);
const joint_kind *ludo_joint_kind_find(const char *name);

/* Whether coordinates that end in a quaternion (all of more than three numbers) give it a length
 * to be divided by. */
static inline bool joint_coordinates_usable(const joint_kind *kind, const double *q)
{
    if (kind->position_count < 4) {
        return true;
    }
    const double *r = q + kind->position_count - 4;
    const double square = r[0] * r[0] + r[1] * r[1] + r[2] * r[2] + r[3] * r[3];
    return square > 0.0 && isfinite(square);
}

/* r = q_a^+ q_b q_off^+ : the relative orientation seen from the parent, 1 where frames coincide.
 */
static inline ludo_quat relative_orientation(ludo_quat q_a, ludo_quat q_b, ludo_quat q_off)
{
    return q_mul(q_mul(q_conj(q_a), q_b), q_conj(q_off));
}

static inline ludo_quat joint_relative(const joint_data *j, const pose *a, const pose *b)
{
    return relative_orientation(a->q, b->q, j->q_off);
}

/* A pose whose matrix belongs to its quaternion. */
static inline pose pose_make(ludo_vec3 x, ludo_quat q)
{
    return (pose){x, q, q_matrix(q)};
}

#endif
