/* SPDX-License-Identifier: Apache-2.0
 *
 * Limits and dry friction of balls. A small rotation delta of the child, on the left in the frame
 * of the parent, changes theta by K delta, and K^T theta = theta. */
#include "integrators/maximal_limits_ball.h"

#include "forces/turn.h"

/* ---- where a ball is ---- */

static const mat3 *parent_axes(const ludo_sim *sim, int32_t slot, int64_t which)
{
    return &sim->poses[which][sim->model->joint[slot].parent].R;
}

static ludo_quat relative_at(const ludo_sim *sim, int32_t slot, int64_t which)
{
    const joint_data *j = &sim->model->joint[slot];
    const pose *z = sim->poses[which];
    return joint_relative(j, &z[j->parent], &z[slot]);
}

static ludo_vec3 theta_now(const ludo_sim *sim, int32_t slot)
{
    return ludo_turn_angle(relative_at(sim, slot, sim->progress->now), q_identity()).theta;
}

/* At the iterate it goes on from where it was. */
static turn_angle turn_next(const ludo_sim *sim, int32_t slot)
{
    const int64_t now = sim->progress->now;
    const ludo_quat r_0 = relative_at(sim, slot, now), r_1 = relative_at(sim, slot, 1 - now);
    return ludo_turn_angle(r_0, q_mul(q_conj(r_0), r_1));
}

double ludo_ball_angle_now(const ludo_sim *sim, int32_t slot)
{
    return v3_norm(theta_now(sim, slot));
}

double ludo_ball_angle_next(const ludo_sim *sim, int32_t slot)
{
    return v3_norm(turn_next(sim, slot).theta);
}

/* ---- rows ---- */

/* s a */
static void write_row(double *row, double s, ludo_vec3 a)
{
    row[0] = s * a.x, row[1] = s * a.y, row[2] = s * a.z;
}

/* s A */
static void write_rows(double rows[CONE_ROWS][6], double s, const mat3 *A)
{
    for (int r = 0; r < 3; r++) {
        write_row(rows[r], s, v3_at(A->m + 3 * r));
    }
}

void ludo_ball_limit_knot(const ludo_sim *sim, double arm, cone_rows *rows)
{
    const int32_t slot = rows->slot_b;
    const mat3 *R_0 = parent_axes(sim, slot, sim->progress->now);
    const ludo_vec3 theta = theta_now(sim, slot);
    const double angle = v3_norm(theta);
    write_row(rows->F[0][0], angle > 0.0 ? -arm / angle : 0.0, m3_apply(R_0, theta));
}

void ludo_ball_limit_view(const ludo_sim *sim, const limit_data *l, double arm, double h, cone *c,
                          cone_rows *rows)
{
    const int64_t now = sim->progress->now;
    const mat3 *R_0 = parent_axes(sim, l->slot, now), *R_1 = parent_axes(sim, l->slot, 1 - now);
    const double range = l->range[1] + rows->give / arm, per = arm / range;
    const turn_angle turn = turn_next(sim, l->slot);
    const mat3 K = m3_mul_t(m3_mul(*R_0, turn.K), *R_1);
    c->y[0] = 0.5 * (arm * range - per * v3_dot(turn.theta, turn.theta)) / h;
    write_row(rows->F[0][0], -per, m3_apply(R_0, turn.theta));
    write_row(rows->R[0][0], -per, m3_apply(R_1, turn.theta));
    write_rows(rows->F[1], h * per, &K);
}

/* A ball's turn over the interval, and how it changes with rates about the world's axes. */
void ludo_ball_loss_view(const ludo_sim *sim, double arm, double h, cone *c, cone_rows *rows)
{
    const int32_t slot = rows->slot_b;
    const int64_t now = sim->progress->now;
    const mat3 *R_0 = parent_axes(sim, slot, now), *R_1 = parent_axes(sim, slot, 1 - now);
    const ludo_quat r_0 = relative_at(sim, slot, now), r_1 = relative_at(sim, slot, 1 - now);
    const turn_angle turn = ludo_turn_angle(q_mul(r_1, q_conj(r_0)), q_identity());
    const ludo_vec3 eta = m3_apply(R_0, turn.theta);
    const mat3 K = m3_mul_t(m3_mul(*R_0, turn.K), *R_1);
    c->y[0] = arm * eta.x / h, c->y[1] = arm * eta.y / h, c->y[2] = arm * eta.z / h;
    write_rows(rows->R[0], arm, &K);
}
