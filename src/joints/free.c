/* SPDX-License-Identifier: Apache-2.0
 *
 * Free joint: the body floats. S = 1, y = 0.
 *
 * Coordinates are the origin of the body frame in the world and the body's quaternion; rates are
 * the velocity of that ORIGIN in the world and the angular velocity in the body frame. The columns
 * of S belong to the centre of mass instead: no force acts along them. */
#include "joints/anchor.h"
#include "joints/list.h"
#include "joints/orientation.h"

#include <string.h>

static joint_view free_motion(const joint_data *j, const pose *a, const pose *b, joint_trace *trace,
                              double *S, double close[6])
{
    (void)j, (void)a, (void)b;
    memset(trace, 0, 6 * sizeof *trace);
    memset(S, 0, 36 * sizeof *S);
    memset(close, 0, 6 * sizeof *close);
    for (int i = 0; i < 6; i++) {
        S[7 * i] = 1.0;
    }
    return (joint_view){0.0, 0.0};
}

static void free_motion_lanes(const joint_batch *j, const pose_lanes *a, const pose_lanes *b,
                              const lanes1 *stored, const motion_lanes *out)
{
    (void)j, (void)a, (void)b, (void)stored;
    memset(out->column, 0, 6 * sizeof *out->column);
    memset(out->closing, 0, sizeof *out->closing);
    for (int l = 0; l < LANES; l++) {
        for (int i = 0; i < 6; i++) {
            out->column[i].S.at[i][l] = 1.0;
        }
    }
}

static void write_origin(ludo_vec3 x, ludo_quat q, double *out)
{
    out[0] = x.x, out[1] = x.y, out[2] = x.z;
    write_quat(out + 3, q);
}

static void free_rest(const joint_data *j, double *q)
{
    const ludo_quat orientation = q_normalized(j->q_off);
    const ludo_vec3 to_origin = v3_sub(j->origin, j->p_b);
    write_origin(v3_add(j->p_a, q_rotate(orientation, to_origin)), orientation, q);
}

static void free_position(const joint_data *j, const pose *a, const pose *b, const double *memory,
                          double *q)
{
    (void)a, (void)memory;
    write_origin(v3_add(b->x, m3_apply(&b->R, j->origin)), b->q, q);
}

static void free_rate(const joint_pair *p, double *rate)
{
    const pose *b = p->b;
    const twist *vb = p->vb;
    const ludo_vec3 v = v3_add(vb->v, v3_cross(vb->w, m3_apply(&b->R, p->j->origin)));
    const ludo_vec3 w = m3_apply_t(&b->R, vb->w);
    rate[0] = v.x, rate[1] = v.y, rate[2] = v.z;
    rate[3] = w.x, rate[4] = w.y, rate[5] = w.z;
}

static void free_place(const joint_data *j, const pose *a, const double *q, pose *b, double *memory)
{
    (void)a;
    const ludo_quat orientation = read_unit_quat(q + 3);
    const ludo_vec3 origin = q_rotate(orientation, j->origin);
    *b = pose_make(v3_sub(v3(q[0], q[1], q[2]), origin), orientation);
    memset(memory, 0, 6 * sizeof *memory);
}

static twist free_move(const joint_data *j, const pose *a, const pose *b, const double *memory,
                       const twist *va, const double *rate)
{
    (void)a, (void)memory, (void)va;
    const ludo_vec3 w = m3_apply(&b->R, v3(rate[3], rate[4], rate[5]));
    const ludo_vec3 origin = m3_apply(&b->R, j->origin);
    return (twist){v3_sub(v3(rate[0], rate[1], rate[2]), v3_cross(w, origin)), w};
}

/* Three translations of the centre of mass, then a ball: in these coordinates free flight is a
 * parabola. */
static joint_links free_links(const joint_data *j)
{
    (void)j;
    const ludo_vec3 axis[] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}, {0.0, 0.0, 0.0}};
    joint_links l = {.count = 4, .turn = q_identity()};
    for (int32_t i = 0; i < l.count; i++) {
        l.link[i] = (joint_link){.motion = i < 3 ? LINK_SLIDE : LINK_BALL,
                                 .turn = q_identity(),
                                 .axis = axis[i],
                                 .column = i};
    }
    return l;
}

/* With o from the centre of mass to the origin, v_com = v + o x w; its derivative at constant rates
 * is -w x (w x o). */
static void free_link_rates(const joint_pair *p, const double *rate, double *T, double *drift)
{
    const pose *b = p->b;
    const ludo_vec3 o = m3_apply(&b->R, p->j->origin);
    const ludo_vec3 w = m3_apply(&b->R, v3(rate[3], rate[4], rate[5]));
    const ludo_vec3 to_center = v3_scale(-1.0, v3_cross(w, v3_cross(w, o)));
    const mat3 across = m3_mul(m3_skew(o), b->R);
    memset(T, 0, 36 * sizeof *T);
    memset(drift, 0, 6 * sizeof *drift);
    drift[0] = to_center.x, drift[1] = to_center.y, drift[2] = to_center.z;
    for (int r = 0; r < 3; r++) {
        T[7 * r] = T[7 * (r + 3)] = 1.0;
        memcpy(T + 6 * r + 3, across.m + 3 * r, 3 * sizeof *T);
    }
}

static const joint_column free_columns[] = {COLUMN_LENGTH, COLUMN_LENGTH, COLUMN_LENGTH,
                                            COLUMN_BALL,   COLUMN_BALL,   COLUMN_BALL};

const joint_kind ludo_joint_free = {
    .name = "free",
    .translation = SPAN_NONE,
    .rotation = SPAN_NONE,
    .dof = 6,
    .position_count = 7,
    .column = free_columns,
    .motion = free_motion,
    .motion_lanes = free_motion_lanes,
    .rest = free_rest,
    .position = free_position,
    .rate = free_rate,
    .place = free_place,
    .move = free_move,
    .links = free_links,
    .link_rates = free_link_rates,
};
