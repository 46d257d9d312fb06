/* SPDX-License-Identifier: Apache-2.0
 *
 * Limits and dry friction of balls. The gap along an axis: with r = (w, v), u = v . e and
 * b = v - u e, a turn by phi about e is followed by one by psi about an axis across it,
 *
 *     w = cos(psi/2) cos(phi/2),   u = cos(psi/2) sin(phi/2),   |b| = sin(psi/2)
 *
 * and turns about e come to |theta| = range, w = cos(range/2), at
 *
 *     phi_max = 2 atan2( (sin(range/2)^2 - b^2)^(1/2), cos(range/2) )         [contact.md 1]
 *
 * A small rotation delta changes w by - v . delta / 2 and u by (w e + v x e) . delta / 2. */
#include "integrators/maximal_limits_ball.h"

#include "forces/turn.h"
#include "math/elementary.h"

#include <math.h>
#include <string.h>

/* How far aside, in the sine of half the range: turns about the axis meet the bound at 30 degrees
 * from straight on. */
static const double far_aside = 0.5;

/* ---- gaps ---- */

ball_gap ludo_ball_gap_along(ludo_quat r, ludo_vec3 e, double range)
{
    double s, c;
    ludo_sincos(0.5 * range, &s, &c);
    const ludo_vec3 v = q_vector(r);
    const double u = v3_dot(v, e), cos2 = r.w * r.w + u * u;
    const ludo_vec3 b = v3_axpy(v, -u, e), turned = v3_axpy(v3_cross(v, e), r.w, e);
    const double room2 = s * s - v3_dot(b, b), phi = 2.0 * ludo_atan2(u, r.w);
    const ludo_vec3 dphi = v3_scale(1.0 / cos2, v3_axpy(v3_scale(r.w, turned), u, v));
    if (!(room2 > 0.0)) {
        return (ball_gap){-phi, v3_scale(-1.0, dphi)};
    }
    const double room = sqrt(room2);
    const ludo_vec3 dcos2 = v3_axpy(v3_scale(u, turned), -r.w, v);
    return (ball_gap){2.0 * ludo_atan2(room, c) - phi,
                      v3_axpy(v3_scale(c / (cos2 * room), dcos2), -1.0, dphi)};
}

ball_gap ludo_ball_gap_around(ludo_vec3 theta, double range)
{
    return (ball_gap){0.5 * (range - v3_dot(theta, theta) / range), v3_scale(-1.0 / range, theta)};
}

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

/* The same as a quaternion: that of the sign which went on. */
static ludo_quat relative_next(const ludo_sim *sim, int32_t slot)
{
    const int64_t now = sim->progress->now;
    const double sign = relative_at(sim, slot, now).w < 0.0 ? -1.0 : 1.0;
    const ludo_quat r = relative_at(sim, slot, 1 - now);
    return (ludo_quat){sign * r.w, sign * r.x, sign * r.y, sign * r.z};
}

double ludo_ball_angle_now(const ludo_sim *sim, int32_t slot)
{
    return v3_norm(theta_now(sim, slot));
}

double ludo_ball_angle_next(const ludo_sim *sim, int32_t slot)
{
    return v3_norm(turn_next(sim, slot).theta);
}

/* ---- limits ---- */

static void write_row(double *row, ludo_vec3 a)
{
    row[0] = a.x, row[1] = a.y, row[2] = a.z;
}

/* Three rows += s A, A per row and column. */
static void write_rows(double rows[CONE_ROWS][6], double s, const mat3 *A)
{
    for (int r = 0; r < 3; r++) {
        write_row(rows[r], v3_scale(s, v3_at(A->m + 3 * r)));
    }
}

/* The axis of theta_k; none of no turn. */
static ludo_vec3 axis_now(const ludo_sim *sim, int32_t slot)
{
    const ludo_vec3 theta = theta_now(sim, slot);
    const double angle = v3_norm(theta);
    return angle > 0.0 ? v3_scale(1.0 / angle, theta) : theta;
}

void ludo_ball_limit_lean(const ludo_sim *sim, double arm, cone_rows *rows)
{
    const mat3 *R_0 = parent_axes(sim, rows->slot_b, sim->progress->now);
    write_row(rows->F[0][0], v3_scale(-arm, m3_apply(R_0, axis_now(sim, rows->slot_b))));
}

static bool is_aside(ludo_quat r, ludo_vec3 e, double range)
{
    double s, c;
    ludo_sincos(0.5 * range, &s, &c);
    const ludo_vec3 v = q_vector(r);
    return !(v3_norm(v3_axpy(v, -v3_dot(v, e), e)) <= far_aside * s);
}

void ludo_ball_limit_aim(const ludo_sim *sim, const limit_data *l, double arm, bool closed,
                         cone_rows *rows)
{
    const ludo_quat r = relative_next(sim, l->slot);
    rows->around = !closed || is_aside(r, axis_now(sim, l->slot), l->range[1]);
    if (!rows->around) {
        ludo_ball_limit_lean(sim, arm, rows);
    }
}

bool ludo_ball_limit_sees(const ludo_sim *sim, const cone_rows *rows)
{
    const mat3 *R_0 = parent_axes(sim, rows->slot_b, sim->progress->now);
    const ludo_vec3 v = q_vector(relative_next(sim, rows->slot_b));
    return rows->around || v3_dot(m3_apply(R_0, v), v3_at(rows->F[0][0])) < 0.0;
}

/* F turns with the iterate: F[1] says how much it falls by. */
static ball_gap view_around(const ludo_sim *sim, double range, double arm, double h,
                            cone_rows *rows)
{
    const int32_t slot = rows->slot_b;
    const int64_t now = sim->progress->now;
    const mat3 *R_0 = parent_axes(sim, slot, now), *R_1 = parent_axes(sim, slot, 1 - now);
    const turn_angle turn = turn_next(sim, slot);
    const ball_gap gap = ludo_ball_gap_around(turn.theta, range);
    const mat3 K = m3_mul_t(m3_mul(*R_0, turn.K), *R_1);
    write_row(rows->F[0][0], v3_scale(arm, m3_apply(R_0, gap.slope)));
    write_rows(rows->F[1], arm * h / range, &K);
    return gap;
}

static ball_gap view_along(const ludo_sim *sim, double range, double arm, const cone_rows *rows)
{
    const mat3 *R_0 = parent_axes(sim, rows->slot_b, sim->progress->now);
    const ludo_vec3 e = v3_scale(-1.0 / arm, m3_apply_t(R_0, v3_at(rows->F[0][0])));
    return ludo_ball_gap_along(relative_next(sim, rows->slot_b), e, range);
}

void ludo_ball_limit_view(const ludo_sim *sim, const limit_data *l, double arm, double h, cone *c,
                          cone_rows *rows)
{
    const mat3 *R_1 = parent_axes(sim, l->slot, 1 - sim->progress->now);
    const double range = l->range[1] + rows->give / arm;
    const ball_gap gap =
        rows->around ? view_around(sim, range, arm, h, rows) : view_along(sim, range, arm, rows);
    c->y[0] = arm * gap.value / h;
    write_row(rows->R[0][0], v3_scale(arm, m3_apply(R_1, gap.slope)));
}

/* ---- dry friction ---- */

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
