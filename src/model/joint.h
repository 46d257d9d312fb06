/* SPDX-License-Identifier: Apache-2.0
 *
 * A compiled joint, and the table of operations of a joint type.
 *
 * Twists and wrenches are 6-vectors in the world frame at the centre of mass of the body: first
 * the linear part, then the angular one. A joint depends on the relative pose of its bodies only,
 * so that its equations are those of the child ([maximal.md 2.1], [recursion.md 1.2]):
 *
 *     G_b u_b + G_a u_a = 0,    G_a = -G_b X,    X = [ 1 , -(x_b - x_a)x ; 0 , 1 ]
 *     u_b = X u_a + S qdot + y,    G_b S = 0,    G_b y = -g / h   (to first order in g) */
#ifndef LUDO_MODEL_JOINT_H
#define LUDO_MODEL_JOINT_H

#include "ludo/spec.h"
#include "math/lanes.h"

/* The most degrees of freedom, constraint rows and coordinates that a joint has. */
enum { JOINT_MAX_DOF = LUDO_MAX_DOF, JOINT_MAX_ROWS = 6, JOINT_MAX_POSITION = 7 };

/* The pose of a body at one instant. */
typedef struct pose {
    ludo_vec3 x; /* centre of mass, world */
    ludo_quat q; /* body to world */
    mat3 R;      /* R(q) */
} pose;

/* The twist of a body at one instant, world frame. */
typedef struct twist {
    ludo_vec3 v; /* of the centre of mass */
    ludo_vec3 w; /* angular velocity */
} twist;

/* The held directions of the joint frame: A_T or A_R of [maximal.md 2.1]. The value is their
 * number. */
typedef enum joint_span {
    SPAN_NONE = 0,
    SPAN_AXIS = 1,  /* n */
    SPAN_PLANE = 2, /* two rows orthogonal to n */
    SPAN_ALL = 3
} joint_span;

/* The coordinate of a column of S, and with it the meaning of its two trace numbers. A joint's
 * scalar coordinate c belongs to its column c; a quaternion comes last and has three BALL columns.
 */
typedef enum joint_column {
    COLUMN_BALL,         /* one of three rotations about x, y, z of the world; no trace */
    COLUMN_LENGTH,       /* trace: the length, 0 */
    COLUMN_HALF_ANGLE,   /* trace: cosine, sine of half the angle; they repeat after 4 pi */
    COLUMN_ANGLE,        /* trace: cosine, sine of the angle */
    COLUMN_STORED_ANGLE, /* trace: the coordinate itself, which is part of the state, 0 */
    COLUMN_STORED_LENGTH
} joint_column;

/* Two numbers that determine a scalar coordinate up to whole turns and reference, continuous. */
typedef struct joint_trace {
    double cos, sin;
} joint_trace;

typedef struct joint_kind joint_kind;

/* A hinge or slide of a composite joint; vectors are in the parent's body frame, from the parent's
 * anchor, at the pose where all coordinates are at their references. */
typedef struct joint_part {
    bool slides;
    ludo_vec3 axis, center; /* unit; a point of a hinge's axis */
    double reference;
} joint_part;

/* A compiled joint; body-fixed points are relative to the centre of mass. */
typedef struct joint_data {
    const joint_kind *kind;
    int32_t dof;                /* columns of S */
    int32_t position_count;     /* coordinates; rates are as many as dof */
    const joint_column *column; /* dof of them */
    const joint_part *part;     /* dof of them if its type has parts, else NULL */
    int32_t parent;             /* slot of the parent, -1: world */
    ludo_vec3 p_a;              /* anchor in the parent's body frame */
    ludo_vec3 p_b;              /* anchor in the child's body frame */
    ludo_quat q_a_off;          /* joint frame in the parent's body frame */
    ludo_quat q_b_off;          /* joint frame in the child's body frame */
    ludo_quat q_off;  /* q_a_off q_b_off^+ : relative orientation where the frames coincide */
    ludo_vec3 n;      /* axis in the parent's body frame; the joint frame's z without an axis */
    ludo_vec3 P[2];   /* orthonormal to n, P[0] x P[1] = n: e1, e2 of ludo_joint_def */
    ludo_vec3 m;      /* axis2 in the child's body frame, orthogonal to n where frames coincide;
                         zero without a second axis */
    ludo_vec3 origin; /* of the child's body frame from its centre of mass, child's frame */
    double reference; /* coordinate where the frames coincide */
    double length;    /* reference length of position errors [m] */
} joint_data;

/* The wrench of a constraint with multipliers on the child, world; the opposite acts on the parent.
 * When both bodies move, the point moves with the child, force and torque rotate with the parent,
 * and the torque changes by twist times the rotation of the child relative to the parent. */
typedef struct joint_pull {
    ludo_vec3 point, force, torque;
    mat3 twist;
} joint_pull;

/* A joint with the poses and twists of its parent and child, and its memory (see joint_kind).
 * link_rates() reads no twists: they may be NULL. */
typedef struct joint_pair {
    const joint_data *j;
    const pose *a, *b;
    const double *memory;
    const twist *va, *vb;
} joint_pair;

/* The geometry that the motion of a joint depends on. */
typedef struct joint_geometry {
    ludo_vec3 p_a, p_b, n, P0, m;
    ludo_quat q_off;
} joint_geometry;

/* A link at one instant: the twist of its centre of mass or origin, and the derivative of the
 * twist. */
typedef struct moving_link {
    twist velocity, acceleration;
} moving_link;

/* The violation of a joint at one pair of poses. */
typedef struct joint_view {
    double gap;  /* largest entry of the position error [m] */
    double tilt; /* largest entry of the angle error [rad] */
} joint_view;

/* A part of each composite joint of a batch, side by side: `arm` is the vector to its center from
 * that of the previous hinge, for the first one from the parent's anchor. */
typedef struct part_lanes {
    lanes3 axis, arm;
    lanes1 reference;
} part_lanes;

/* Up to LANES joints of one type, composite ones of the same sequence of parts, side by side; lanes
 * beyond the last repeat it. */
typedef struct joint_batch {
    const joint_kind *kind;
    const joint_data *joint[LANES];
    part_lanes *part; /* of a composite joint dof + 1 of them: the last arm ends at the anchor */
    int32_t count, dof;
    int32_t traces; /* leading columns whose traces motion_lanes() writes */
    int32_t slot[LANES], parent[LANES];
    int32_t column[LANES]; /* first column of each */
    lanes3 p_a, p_b, n, P0, m;
    lanes4 q_off;
    lanes1 inverse_length;
} joint_batch;

/* Poses side by side. */
typedef struct pose_lanes {
    lanes3 x;
    lanes4 q;
    lanes1 rest; /* not used: the next number of a record */
} pose_lanes;

/* Traces of coordinates side by side. */
typedef struct trace_lanes {
    lanes1 cos, sin;
} trace_lanes;

/* Columns of S side by side, with the traces of their coordinates: eight numbers per joint. */
typedef struct motion_column_lanes {
    lanes6 S;
    trace_lanes trace;
} motion_column_lanes;

/* Displacements that close joints, side by side, and the violations: eight numbers per joint. */
typedef struct closing_lanes {
    lanes6 close;
    lanes1 gap, tilt;
} closing_lanes;

/* Where the results of motion() go, side by side. */
typedef struct motion_lanes {
    motion_column_lanes *column; /* per dof */
    closing_lanes *closing;
} motion_lanes;

typedef enum link_motion { LINK_RIGID, LINK_REVOLUTE, LINK_SLIDE, LINK_BALL } link_motion;

/* One node of the sequence that represents a joint in joint coordinates [minimal.md 2.1]. */
typedef struct joint_link {
    link_motion motion;
    ludo_quat turn;   /* orientation of its frame in that of the previous link (of the first one in
                         the parent's body frame) at coordinate zero */
    ludo_vec3 arm;    /* to its center from that of the previous link (for the first one from the
                         parent's centre of mass), in the frame of the previous link */
    ludo_vec3 axis;   /* of a hinge or slide, in its own frame */
    double reference; /* joint coordinate at which the link's coordinate is zero */
    int32_t column;   /* the joint's column or, of a ball, the first of three */
} joint_link;

/* The links of a joint in the order of its columns; the last one carries the child. A ball comes
 * last, after slides alone. */
typedef struct joint_links {
    int32_t count;
    joint_link link[JOINT_MAX_DOF];
    ludo_quat turn; /* orientation of the child's body frame in the last link's */
    ludo_vec3 com;  /* the child's centre of mass in the last link's frame */
} joint_links;

/* A joint type. Its operations are functions of joint, poses, twists and memory.
 *
 * `memory` has the part of coordinates that poses do not determine, one number per column: the
 * whole turns of an angle (in periods of its trace), a stored or unwrapped coordinate itself, else
 * nothing. S maps rates to twists: column c of S moves coordinate c alone. `close` changes no
 * scalar coordinate (to first order). */
struct joint_kind {
    const char *name;
    bool has_axis, has_second_axis;
    bool stores_coordinates;  /* stores its coordinates in the state: motion() reads traces and
                                 writes none */
    bool unwraps_coordinates; /* unwraps its coordinates: of those that fit the poses it takes the
                    nearest to the last ones, its memory; none is scalar: no force acts along a
                    column */
    joint_span translation, rotation; /* its held directions, if `constraint` is NULL */
    int32_t dof, position_count;      /* 0: depends on the joint, composite */
    const joint_column *column;       /* dof of them */

    /* S (dof x 6, each row a column of S) and the displacement close = h y that closes the joint to
     * first order, all of the child at pose b; traces (dof); returns the violation. */
    joint_view (*motion)(const joint_data *j, const pose *a, const pose *b, joint_trace *trace,
                         double *S, double close[6]);

    /* motion() of joints side by side, with the same bits. `stored`: per dof, the coordinates of a
     * kind that stores them; other kinds do not read it. */
    void (*motion_lanes)(const joint_batch *j, const pose_lanes *a, const pose_lanes *b,
                         const lanes1 *stored, const motion_lanes *out);

    /* g (6 - dof rows) and G_b (rows x 6, row-major) at the poses: the derivative of g by the twist
     * of the child; the derivative by the twist of the parent is -G_b X. The first rows are
     * translations [m], the others rotations; returns the number of translations. NULL: from the
     * held directions. */
    int32_t (*constraint)(const joint_data *j, const pose *a, const pose *b, const double *memory,
                          double *g, double *G_b);

    /* The second derivative of the rows g while bodies move along a and b. NULL: from the held
     * directions. */
    void (*constraint_rate)(const joint_data *j, const pose *a, const pose *b,
                            const moving_link *a_moves, const moving_link *b_moves, double *g_dd);

    /* G_b^T lambda for multipliers of these rows. NULL: from the held directions. */
    joint_pull (*pull)(const joint_data *j, const pose *a, const pose *b, const double *lambda);

    /* Coordinates at which the joint's frames coincide. */
    void (*rest)(const joint_data *j, double *q);

    /* Coordinates at the poses. */
    void (*position)(const joint_data *j, const pose *a, const pose *b, const double *memory,
                     double *q);

    /* Rates at poses and twists. */
    void (*rate)(const joint_pair *p, double *rate);

    /* The child's pose at coordinates q (quaternions are normalised); writes the memory. */
    void (*place)(const joint_data *j, const pose *a, const double *q, pose *b, double *memory);

    /* The child's twist at given rates. */
    twist (*move)(const joint_data *j, const pose *a, const pose *b, const double *memory,
                  const twist *va, const double *rate);

    /* The torque of efforts along unwrapped coordinates on the child, world; the opposite acts on
     * the parent. NULL: it unwraps none. */
    ludo_vec3 (*torque)(const joint_data *j, const pose *a, const pose *b, const double *memory,
                        const double *effort);

    /* The joint as a sequence of links. */
    joint_links (*links)(const joint_data *j);

    /* The rates of its links as functions of its own: T rate, T dof x dof, row-major; and their
     * time derivative at constant own rates: `drift`, dof numbers. NULL: both rates are equal. */
    void (*link_rates)(const joint_pair *p, const double *rate, double *T, double *drift);
};

/* True if the kind holds all directions: it is fixed. */
static inline bool kind_is_fixed(const joint_kind *kind)
{
    return kind->translation == SPAN_ALL && kind->rotation == SPAN_ALL;
}

/* True if the kind has one degree of freedom, a translation. */
static inline bool kind_slides(const joint_kind *kind)
{
    return kind->dof == 1 && kind->rotation == SPAN_ALL;
}

/* True for composite kinds, made of hinges and slides, which only the compiler creates. */
static inline bool kind_has_parts(const joint_kind *kind)
{
    return kind->stores_coordinates || kind->unwraps_coordinates;
}

/* The list of joint types, implemented in the room joints: its length, the type of a number, the
 * type of a name or NULL. */
int32_t ludo_joint_kind_count(void);
const joint_kind *ludo_joint_kind_at(int32_t number);
const joint_kind *ludo_joint_kind_find(const char *name);

/* The number of scalar coordinates of a joint, its columns 0, 1, ...; a quaternion may follow. */
static inline int32_t joint_scalars(const joint_data *j)
{
    return j->kind->unwraps_coordinates ? 0 : j->position_count > j->dof ? j->dof - 3 : j->dof;
}

static inline bool column_is_length(joint_column c)
{
    return c == COLUMN_LENGTH || c == COLUMN_STORED_LENGTH;
}

/* Whether a quaternion at the end of coordinates can be normalised. */
static inline bool joint_coordinates_usable(const joint_data *j, const double *q)
{
    if (j->position_count <= j->dof) {
        return true;
    }
    const double *r = q + j->position_count - 4;
    return q_has_rotation((ludo_quat){r[0], r[1], r[2], r[3]});
}

/* Whether the joint is free: the body floats; no force acts along the joint. */
static inline bool joint_is_free(const joint_data *j)
{
    return j->kind->dof == JOINT_MAX_DOF;
}

/* r = q_a^+ q_b q_off^+ : the relative orientation in the parent, 1 where frames coincide. */
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
