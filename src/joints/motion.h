/* SPDX-License-Identifier: Apache-2.0
 *
 * From the formula of a joint type, written once and by value, to its operations motion() and
 * motion_lanes(). */
#ifndef LUDO_JOINTS_MOTION_H
#define LUDO_JOINTS_MOTION_H

#include "joints/anchor.h"

enum { FORMULA_MAX_COLUMNS = 3 };

/* What a formula yields: columns of S, the closing displacement, how the joint looks. */
typedef struct joint_motion {
    twist S[FORMULA_MAX_COLUMNS], close;
    joint_view view;
} joint_motion;

typedef joint_motion motion_formula(joint_geometry j, pose a, pose b);

/* The child turns about its anchor by s and its anchor shifts by e, world. */
static inline twist anchor_motion(ludo_vec3 r_b, ludo_vec3 e, ludo_vec3 s)
{
    return (twist){v3_add(e, v3_cross(r_b, s)), s};
}

static inline void write_twist(double *to, twist t)
{
    to[0] = t.v.x, to[1] = t.v.y, to[2] = t.v.z;
    to[3] = t.w.x, to[4] = t.w.y, to[5] = t.w.z;
}

static inline void put_twist(lanes6 *to, int l, twist t)
{
    to->at[0][l] = t.v.x, to->at[1][l] = t.v.y, to->at[2][l] = t.v.z;
    to->at[3][l] = t.w.x, to->at[4][l] = t.w.y, to->at[5][l] = t.w.z;
}

static inline joint_view motion_of_one(const joint_data *j, const pose *a, const pose *b, double *S,
                                       double close[6], int columns, motion_formula *formula)
{
    const joint_motion m = formula((joint_geometry){j->p_a, j->p_b, j->n, j->q_off}, *a, *b);
    for (int c = 0; c < columns; c++) {
        write_twist(S + 6 * c, m.S[c]);
    }
    write_twist(close, m.close);
    return m.view;
}

LUDO_KERNEL_PART void motion_of_lanes(const joint_batch *j, const pose_lanes *a,
                                      const pose_lanes *b, motion_lanes *out, int columns,
                                      motion_formula *formula)
{
    FOR_LANES(l)
    {
        const joint_geometry g = {get3(&j->p_a, l), get3(&j->p_b, l), get3(&j->n, l),
                                  get4(&j->q_off, l)};
        const joint_motion m = formula(g, pose_make(get3(&a->x, l), get4(&a->q, l)),
                                       pose_make(get3(&b->x, l), get4(&b->q, l)));
        if (columns > 0) {
            put_twist(&out->S[0], l, m.S[0]);
        }
        if (columns > 1) {
            put_twist(&out->S[1], l, m.S[1]);
            put_twist(&out->S[2], l, m.S[2]);
        }
        put_twist(&out->close, l, m.close);
        out->gap.at[l] = m.view.gap;
        out->tilt.at[l] = m.view.tilt;
        out->half_cos.at[l] = m.view.half_cos;
        out->half_sin.at[l] = m.view.half_sin;
    }
}

/* Operations `<name>_motion` and `<name>_motion_lanes` from the formula `<name>_formula`. */
#define JOINT_MOTION(name, columns)                                                                \
    static joint_view name##_motion(const joint_data *j, const pose *a, const pose *b, double *S,  \
                                    double close[6])                                               \
    {                                                                                              \
        return motion_of_one(j, a, b, S, close, columns, name##_formula);                          \
    }                                                                                              \
    LUDO_KERNEL static void name##_motion_lanes(const joint_batch *j, const pose_lanes *a,         \
                                                const pose_lanes *b, motion_lanes *out)            \
    {                                                                                              \
        motion_of_lanes(j, a, b, out, columns, name##_formula);                                    \
    }

#endif
