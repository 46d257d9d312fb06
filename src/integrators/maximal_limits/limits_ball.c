/* SPDX-License-Identifier: Apache-2.0
 *
 * Limits and dry friction of balls. A small rotation delta of the child, applied on the left in the
 * frame of the parent, changes theta by K delta, and K^T theta = theta. */
#include "integrators/maximal_limits/limits_ball.h"

#include "joints/ball_spring.h"

/* Below this motion along its bound [sine of the rotation of the axis] a ball on the bound is held
 * along the axis of t_k. */
static const double largest_slide = 0.1;

/* ---- the rotation of a ball ---- */

static const mat3 *parent_axes(const sim_state *state, int32_t slot, int64_t which)
{
    return &state->poses[which][state->model->joint[slot].parent].R;
}

static ludo_quat relative_at(const sim_state *state, int32_t slot, int64_t which)
{
    const joint_data *j = &state->model->joint[slot];
    const pose *z = state->poses[which];
    return joint_relative(j, &z[j->parent], &z[slot]);
}

static ludo_vec3 theta_now(const sim_state *state, int32_t slot)
{
    return ludo_ball_spring_angle(relative_at(state, slot, state->progress->now), q_identity())
        .theta;
}

/* At the iterate: continuous from that of t_k, beyond pi too. */
static ball_spring_angle turn_next(const sim_state *state, int32_t slot)
{
    const int64_t now = state->progress->now;
    const ludo_quat r_0 = relative_at(state, slot, now), r_1 = relative_at(state, slot, 1 - now);
    return ludo_ball_spring_angle(r_0, q_mul(q_conj(r_0), r_1));
}

double ludo_maximal_limits_ball_angle_now(const sim_state *state, int32_t slot)
{
    return v3_norm(theta_now(state, slot));
}

double ludo_maximal_limits_ball_angle_next(const sim_state *state, int32_t slot)
{
    return v3_norm(turn_next(state, slot).theta);
}

/* ---- rows ---- */

/* s a */
static void write_row(double *row, double s, ludo_vec3 a)
{
    row[0] = s * a.x, row[1] = s * a.y, row[2] = s * a.z;
}

/* s A */
static void write_rows(double rows[JOINT_ROWS][JOINT_ROWS], double s, const mat3 *A)
{
    for (int r = 0; r < JOINT_ROWS; r++) {
        write_row(rows[r], s, v3_at(A->m + 3 * r));
    }
}

/* The axis of a rotation vector; zero for zero. */
static ludo_vec3 axis_of(ludo_vec3 theta)
{
    const double angle = v3_norm(theta);
    return angle > 0.0 ? v3_scale(1.0 / angle, theta) : theta;
}

void ludo_maximal_limits_ball_knot(const sim_state *state, double arm, cone_rows *rows)
{
    const int32_t slot = rows->slot_b;
    const mat3 *R_0 = parent_axes(state, slot, state->progress->now);
    write_row(rows->joint.F[0], -arm, m3_apply(R_0, axis_of(theta_now(state, slot))));
}

/* The least rotation that takes one axis to another, less than pi away. */
static mat3 least_rotation(ludo_vec3 from, ludo_vec3 to)
{
    return q_matrix(q_normalized(q_make(1.0 + v3_dot(from, to), v3_cross(from, to))));
}

void ludo_maximal_limits_ball_aim(const sim_state *state, bool lies, cone_rows *rows)
{
    const int32_t slot = rows->slot_b;
    const mat3 *R_0 = parent_axes(state, slot, state->progress->now);
    const ludo_vec3 e_0 = axis_of(theta_now(state, slot)),
                    e_1 = axis_of(turn_next(state, slot).theta);
    const bool near = v3_dot(e_0, e_1) > 0.0 && v3_norm(v3_cross(e_0, e_1)) <= largest_slide;
    const mat3 B = lies && near ? m3_mul(*R_0, least_rotation(e_1, e_0)) : *R_0;
    write_rows(rows->joint.axes, 1.0, &B);
}

static mat3 axes_of_force(const cone_rows *rows)
{
    const double *a = rows->joint.axes[0], *b = rows->joint.axes[1], *c = rows->joint.axes[2];
    return (mat3){{a[0], a[1], a[2], b[0], b[1], b[2], c[0], c[1], c[2]}};
}

void ludo_maximal_limits_ball_evaluate(const sim_state *state, const limit_data *l, double arm,
                                       double h, cone *c, cone_rows *rows)
{
    const mat3 *R_1 = parent_axes(state, l->slot, 1 - state->progress->now),
               B = axes_of_force(rows);
    const double range = l->range[1] + rows->offset / arm, per = arm / range;
    const ball_spring_angle turn = turn_next(state, l->slot);
    const mat3 K = m3_mul_t(m3_mul(B, turn.K), *R_1);
    c->y[0] = 0.5 * (arm * range - per * v3_dot(turn.theta, turn.theta)) / h;
    write_row(rows->joint.F[0], -per, m3_apply(&B, turn.theta));
    write_row(rows->joint.R[0], -per, m3_apply(R_1, turn.theta));
    write_rows(rows->joint.dF, h * per, &K);
}

/* eta, the rotation vector over the interval, and its derivative by rates about the world's axes.
 */
void ludo_maximal_limits_ball_friction_evaluate(const sim_state *state, double arm, double h,
                                                cone *c, cone_rows *rows)
{
    const int32_t slot = rows->slot_b;
    const int64_t now = state->progress->now;
    const mat3 *R_0 = parent_axes(state, slot, now), *R_1 = parent_axes(state, slot, 1 - now);
    const ludo_quat r_0 = relative_at(state, slot, now), r_1 = relative_at(state, slot, 1 - now);
    const ball_spring_angle turn = ludo_ball_spring_angle(q_mul(r_1, q_conj(r_0)), q_identity());
    const ludo_vec3 eta = m3_apply(R_0, turn.theta);
    const mat3 K = m3_mul_t(m3_mul(*R_0, turn.K), *R_1);
    c->y[0] = arm * eta.x / h, c->y[1] = arm * eta.y / h, c->y[2] = arm * eta.z / h;
    write_rows(rows->joint.R, arm, &K);
}
