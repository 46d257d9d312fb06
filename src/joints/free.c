/* SPDX-License-Identifier: Apache-2.0
 *
 * Free joint: the body floats. S = 1, y = 0.
 *
 * Coordinates are the origin of the body frame in the world and the body's quaternion, rates the
 * velocity of that ORIGIN in the world and the angular velocity in the body frame. */
#include "joints/anchor.h"
#include "joints/list.h"

#include <string.h>

static joint_view free_motion(const joint_data *j, const pose *a, const pose *b, double *S,
                              double close[6])
{
    (void)j, (void)a, (void)b;
    memset(S, 0, 36 * sizeof *S);
    memset(close, 0, 6 * sizeof *close);
    for (int i = 0; i < 6; i++) {
        S[7 * i] = 1.0;
    }
    return (joint_view){0.0, 0.0, 1.0, 0.0};
}

static void free_motion_lanes(const joint_batch *j, const pose_lanes *a, const pose_lanes *b,
                              motion_lanes *out)
{
    (void)j, (void)a, (void)b;
    memset(out, 0, sizeof *out);
    for (int l = 0; l < LANES; l++) {
        for (int i = 0; i < 6; i++) {
            out->S[i].at[i][l] = 1.0;
        }
        out->half_cos.at[l] = 1.0;
    }
}

static void write_origin(ludo_vec3 x, ludo_quat q, double *out)
{
    out[0] = x.x, out[1] = x.y, out[2] = x.z;
    out[3] = q.w, out[4] = q.x, out[5] = q.y, out[6] = q.z;
}

static void free_rest(const joint_data *j, double *q)
{
    const ludo_quat orientation = q_normalized(j->q_off);
    const ludo_vec3 to_origin = v3_sub(j->origin, j->p_b);
    write_origin(v3_add(j->p_a, q_rotate(orientation, to_origin)), orientation, q);
}

static void free_position(const joint_data *j, const pose *a, const pose *b, int32_t winding,
                          double *q)
{
    (void)a, (void)winding;
    write_origin(v3_add(b->x, m3_apply(&b->R, j->origin)), b->q, q);
}

static void free_rate(const joint_data *j, const pose *a, const pose *b, const twist *va,
                      const twist *vb, double *rate)
{
    (void)a, (void)va;
    const ludo_vec3 v = v3_add(vb->v, v3_cross(vb->w, m3_apply(&b->R, j->origin)));
    const ludo_vec3 w = m3_apply_t(&b->R, vb->w);
    rate[0] = v.x, rate[1] = v.y, rate[2] = v.z;
    rate[3] = w.x, rate[4] = w.y, rate[5] = w.z;
}

static int32_t free_place(const joint_data *j, const pose *a, const double *q, pose *b)
{
    (void)a;
    const ludo_quat orientation = q_normalized((ludo_quat){q[3], q[4], q[5], q[6]});
    const ludo_vec3 origin = q_rotate(orientation, j->origin);
    *b = pose_make(v3_sub(v3(q[0], q[1], q[2]), origin), orientation);
    return 0;
}

static twist free_move(const joint_data *j, const pose *a, const pose *b, const twist *va,
                       const double *rate)
{
    (void)a, (void)va;
    const ludo_vec3 w = m3_apply(&b->R, v3(rate[3], rate[4], rate[5]));
    const ludo_vec3 origin = m3_apply(&b->R, j->origin);
    return (twist){v3_sub(v3(rate[0], rate[1], rate[2]), v3_cross(w, origin)), w};
}

static const double free_lengths[] = {1.0, 1.0, 1.0, 0.0, 0.0, 0.0};

const joint_kind ludo_joint_free = {
    .name = "free",
    .translation = SPAN_NONE,
    .rotation = SPAN_NONE,
    .dof = 6,
    .position_count = 7,
    .column_is_length = free_lengths,
    .motion = free_motion,
    .motion_lanes = free_motion_lanes,
    .rest = free_rest,
    .position = free_position,
    .rate = free_rate,
    .place = free_place,
    .move = free_move,
};
