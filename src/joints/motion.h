/* SPDX-License-Identifier: Apache-2.0
 *
 * From the formula of a joint type, written once and by value, to its operations motion() and
 * motion_lanes(). */
#ifndef LUDO_JOINTS_MOTION_H
#define LUDO_JOINTS_MOTION_H

#include "joints/anchor.h"

enum { FORMULA_MAX_SCALARS = 3 };

/* The result of a formula: columns of S and traces of the scalar coordinates, the closing
 * displacement, the violation. */
typedef struct joint_motion {
    twist S[FORMULA_MAX_SCALARS];
    joint_trace trace[FORMULA_MAX_SCALARS];
    twist close;
    joint_view view;
} joint_motion;

/* The child rotates about its anchor by s and its anchor moves by e, world. */
static inline twist anchor_motion(ludo_vec3 r_b, ludo_vec3 e, ludo_vec3 s)
{
    return (twist){v3_add(e, v3_cross(r_b, s)), s};
}

/* The child rotates about its anchor by s. */
static inline twist anchor_rotation(ludo_vec3 r_b, ludo_vec3 s)
{
    return anchor_motion(r_b, v3(0.0, 0.0, 0.0), s);
}

/* The child translates by e. */
static inline twist anchor_translation(ludo_vec3 e)
{
    return (twist){e, v3(0.0, 0.0, 0.0)};
}

/* The motion of a joint whose anchor has the error e and whose rotation is closed by s. */
static inline joint_motion motion_closed_by(ludo_vec3 r_b, ludo_vec3 e, ludo_vec3 s)
{
    return (joint_motion){.close = anchor_motion(r_b, v3_scale(-1.0, e), s),
                          .view = {v3_max(e), v3_max(s)}};
}

/* The motion of a joint with free rotation whose anchor has the error e. */
static inline joint_motion motion_of_anchor(ludo_vec3 e)
{
    return (joint_motion){.close = anchor_translation(v3_scale(-1.0, e)), .view = {v3_max(e), 0.0}};
}

static inline joint_geometry geometry_of(const joint_data *j)
{
    return (joint_geometry){j->p_a, j->p_b, j->n, j->P[0], j->m, j->q_off};
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

static inline void put_scalar(const motion_lanes *to, int c, int l, twist S, joint_trace trace)
{
    put_twist(&to->column[c].S, l, S);
    to->column[c].trace.cos.at[l] = trace.cos;
    to->column[c].trace.sin.at[l] = trace.sin;
}

/* Write the columns of S and the traces of the scalar coordinates. */
static inline void write_scalars(const joint_motion *m, int scalars, joint_trace *trace, double *S)
{
    for (int c = 0; c < scalars; c++) {
        write_twist(S + 6 * c, m->S[c]);
        trace[c] = m->trace[c];
    }
}

/* Write the three columns of a ball. */
static inline void write_ball(const joint_data *j, const pose *b, double *S)
{
    const ludo_vec3 r_b = anchor_arm(j->p_b, *b);
    write_twist(S, anchor_rotation(r_b, v3(1.0, 0.0, 0.0)));
    write_twist(S + 6, anchor_rotation(r_b, v3(0.0, 1.0, 0.0)));
    write_twist(S + 12, anchor_rotation(r_b, v3(0.0, 0.0, 1.0)));
}

/* The arguments of a formula. */
typedef struct motion_input {
    joint_geometry j;
    pose a, b;
} motion_input;

LUDO_KERNEL_PART motion_input input_of_lane(const joint_batch *j, const pose_lanes *a,
                                            const pose_lanes *b, int l)
{
    return (motion_input){{get3(&j->p_a, l), get3(&j->p_b, l), get3(&j->n, l), get3(&j->P0, l),
                           get3(&j->m, l), get4(&j->q_off, l)},
                          pose_make(get3(&a->x, l), get4(&a->q, l)),
                          pose_make(get3(&b->x, l), get4(&b->q, l))};
}

LUDO_KERNEL_PART void put_scalars(const motion_lanes *out, int l, int scalars, joint_motion m)
{
    if (scalars > 0) {
        put_scalar(out, 0, l, m.S[0], m.trace[0]);
    }
    if (scalars > 1) {
        put_scalar(out, 1, l, m.S[1], m.trace[1]);
    }
    if (scalars > 2) {
        put_scalar(out, 2, l, m.S[2], m.trace[2]);
    }
}

LUDO_KERNEL_PART void put_ball(motion_column_lanes *to, int l, ludo_vec3 r_b)
{
    put_twist(&to[0].S, l, anchor_rotation(r_b, v3(1.0, 0.0, 0.0)));
    put_twist(&to[1].S, l, anchor_rotation(r_b, v3(0.0, 1.0, 0.0)));
    put_twist(&to[2].S, l, anchor_rotation(r_b, v3(0.0, 0.0, 1.0)));
}

LUDO_KERNEL_PART void put_closing(const motion_lanes *out, int l, joint_motion m)
{
    put_twist(&out->closing->close, l, m.close);
    out->closing->gap.at[l] = m.view.gap;
    out->closing->tilt.at[l] = m.view.tilt;
}

/* Operations `<name>_motion` and `<name>_motion_lanes` from the formula `<name>_formula`: the
 * number of its scalar columns, and whether the three rotations of a ball follow. */
#define JOINT_MOTION(name, scalars, is_ball)                                                       \
    static joint_view name##_motion(const joint_data *j, const pose *a, const pose *b,             \
                                    joint_trace *trace, double *S, double close[6])                \
    {                                                                                              \
        const joint_motion m = name##_formula(geometry_of(j), *a, *b);                             \
        write_scalars(&m, scalars, trace, S);                                                      \
        if (is_ball) {                                                                             \
            write_ball(j, b, S + 6 * scalars);                                                     \
        }                                                                                          \
        write_twist(close, m.close);                                                               \
        return m.view;                                                                             \
    }                                                                                              \
    LUDO_KERNEL static void name##_motion_lanes(const joint_batch *j, const pose_lanes *a,         \
                                                const pose_lanes *b, const lanes1 *stored,         \
                                                const motion_lanes *out)                           \
    {                                                                                              \
        (void)stored;                                                                              \
        FOR_LANES(l)                                                                               \
        {                                                                                          \
            const motion_input z = input_of_lane(j, a, b, l);                                      \
            const joint_motion m = name##_formula(z.j, z.a, z.b);                                  \
            put_scalars(out, l, scalars, m);                                                       \
            if (is_ball) {                                                                         \
                put_ball(out->column + scalars, l, anchor_arm(z.j.p_b, z.b));                      \
            }                                                                                      \
            put_closing(out, l, m);                                                                \
        }                                                                                          \
    }

#endif
