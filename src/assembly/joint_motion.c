/* SPDX-License-Identifier: Apache-2.0
 *
 * Finite motions of joint coordinates. */
#include "assembly/joint_motion.h"

#include "math/rotation_vector.h"

#include <string.h>

/* Whether the coordinates of a joint are one number per dof. */
static bool all_scalar(const joint_data *j)
{
    return joint_scalars(j) == j->dof;
}

/* The pose of the child, rotated about its anchor by the angular part of u = S w and translated
 * with the anchor by the remaining linear part. */
static pose moved_child(const joint_data *j, const pose *b, const double u[6])
{
    const ludo_vec3 turn = v3(u[3], u[4], u[5]), arm = m3_apply(&b->R, j->p_b);
    const ludo_vec3 shift = v3_add(v3(u[0], u[1], u[2]), v3_cross(turn, arm));
    const ludo_quat q = q_normalized(q_mul(q_turn(turn), b->q));
    const ludo_vec3 anchor = v3_add(v3_add(b->x, arm), shift);
    return pose_make(v3_sub(anchor, q_rotate(q, j->p_b)), q);
}

/* The coordinates of a joint with a ball, computed from the moved pose of its child. */
static void move_ball(const sim_state *state, int32_t s, double by, const double *w, double *q)
{
    const joint_data *j = &state->model->joint[s];
    const pose *a = &state_poses(state)[j->parent], *b = &state_poses(state)[s];
    const double *memory = state->memory + state->model->column[s];
    joint_trace trace[JOINT_MAX_DOF];
    double S[6 * JOINT_MAX_DOF], close[6], u[6] = {0.0};
    (void)j->kind->motion(j, a, b, trace, S, close);
    for (int32_t i = 0; i < 6 * j->dof; i++) {
        u[i % 6] += by * w[i / 6] * S[i];
    }
    const pose moved = moved_child(j, b, u);
    j->kind->position(j, a, &moved, memory, q);
}

static bool all_zero(const double *w, int32_t count)
{
    for (int32_t i = 0; i < count; i++) {
        if (w[i] != 0.0) {
            return false;
        }
    }
    return true;
}

void ludo_assembly_advance(const sim_state *state, double by, const double *w, double *position)
{
    const ludo_model *m = state->model;
    for (int32_t s = 0; s < m->slots; s++) {
        const joint_data *j = &m->joint[s];
        const double *rate = w + m->column[s];
        double *q = position + m->position[s];
        if (all_zero(rate, j->dof)) {
            continue;
        }
        if (!all_scalar(j)) {
            move_ball(state, s, by, rate, q);
            continue;
        }
        for (int32_t c = 0; c < j->dof; c++) {
            q[c] += by * rate[c];
        }
    }
}

/* The rotation vector, and for a free joint the shift of the centre of mass, from the child's pose
 * to its pose at coordinates q relative to its parent. */
static void difference_of_ball(const sim_state *state, int32_t s, const double *q, double *w)
{
    const joint_data *j = &state->model->joint[s];
    const pose *b = &state_poses(state)[s];
    double memory[JOINT_MAX_DOF];
    pose there;
    j->kind->place(j, &state_poses(state)[j->parent], q, &there, memory);
    const ludo_vec3 turn = q_rotation_vector(q_mul(there.q, q_conj(b->q)));
    const ludo_vec3 shift = v3_sub(there.x, b->x);
    double *of_turn = w + j->dof - 3;
    of_turn[0] = turn.x, of_turn[1] = turn.y, of_turn[2] = turn.z;
    if (joint_is_free(j)) {
        w[0] = shift.x, w[1] = shift.y, w[2] = shift.z;
    }
}

void ludo_assembly_difference(const sim_state *state, const double *from, const double *to,
                              double *w)
{
    const ludo_model *m = state->model;
    for (int32_t s = 0; s < m->slots; s++) {
        const joint_data *j = &m->joint[s];
        const int32_t q = m->position[s], c = m->column[s];
        for (int32_t i = 0; i < joint_scalars(j); i++) {
            w[c + i] = to[q + i] - from[q + i];
        }
        if (!all_scalar(j)) {
            const bool same = memcmp(from + q, to + q, (size_t)j->position_count * sizeof *to) == 0;
            memset(w + c, 0, same ? (size_t)j->dof * sizeof *w : 0);
            if (!same) {
                difference_of_ball(state, s, to + q, w + c);
            }
        }
    }
}

void ludo_assembly_set_zero(const joint_data *j, double *position)
{
    memset(position, 0, (size_t)j->position_count * sizeof *position);
    if (j->position_count > j->dof) {
        position[j->position_count - 4] = 1.0; /* w of the quaternion, which comes last */
    }
}

void ludo_assembly_distance(const ludo_model *m, const double *from, const double *to,
                            double *moved)
{
    for (int32_t s = 0; s < m->slots; s++) {
        const joint_data *j = &m->joint[s];
        const double *a = from + m->position[s], *b = to + m->position[s];
        double *by = moved + m->column[s];
        const int32_t numbers = j->position_count > j->dof ? j->dof - 3 : j->dof;
        memset(by, 0, (size_t)j->dof * sizeof *by);
        for (int32_t i = 0; i < numbers; i++) {
            by[i] = fabs(b[i] - a[i]);
        }
        if (numbers < j->dof) {
            const ludo_quat q = {a[numbers], a[numbers + 1], a[numbers + 2], a[numbers + 3]};
            const ludo_quat r = {b[numbers], b[numbers + 1], b[numbers + 2], b[numbers + 3]};
            by[numbers] = v3_norm(q_rotation_vector(q_mul(q_conj(q), r)));
        }
    }
}

double ludo_assembly_square(const ludo_model *m, const double *w)
{
    double sum = 0.0;
    for (int32_t c = 0; c < m->columns; c++) {
        sum += (w[c] * m->column_scale[c]) * (w[c] * m->column_scale[c]);
    }
    return sum;
}

double ludo_assembly_largest(const ludo_model *m, const double *w)
{
    double most = 0.0;
    for (int32_t c = 0; c < m->columns; c++) {
        const double size = fabs(w[c]) * m->column_scale[c];
        most = size > most ? size : most;
    }
    return most;
}
