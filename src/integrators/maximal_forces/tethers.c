/* SPDX-License-Identifier: Apache-2.0
 *
 * Springs and dampers of free joints. Impulses along the dofs of a free joint would count as the
 * residual of Newton's method, which is added to the momentum of the root; so they act on bodies.
 */
#include "integrators/maximal_forces/tethers.h"

tether_step ludo_maximal_tether_step(const tether_data *t, const pose *z_0, const pose *z_1,
                                     damping_split split, double h)
{
    tether_step s = {.arm = {m3_apply(&z_0->R, t->point), m3_apply(&z_1->R, t->point)}};
    s.p[0] = v3_add(z_0->x, s.arm[0]);
    s.p[1] = v3_add(z_1->x, s.arm[1]);
    const ludo_vec3 way = v3_sub(s.p[1], s.p[0]);
    const ludo_vec3 stretch = v3_sub(v3_axpy(s.p[0], 0.5, way), t->rest);
    const ludo_vec3 spring = v3_scale(-0.5 * h * t->stiffness, stretch);
    s.start = v3_axpy(spring, -split.start * t->damping, way);
    s.end = v3_axpy(spring, -split.end * t->damping, way);
    return s;
}

static tether_step step_of(const maximal *x, const sim_state *state, const tether_data *t, double h)
{
    const int64_t now = state->progress->now;
    return ludo_maximal_tether_step(t, &state->poses[now][t->slot], &state->poses[1 - now][t->slot],
                                    x->forces.damping, h);
}

/* The ball spring i, if it is that of a free joint; else NULL. */
static const ball_spring_data *free_turn(const ludo_model *m, int32_t i)
{
    const ball_spring_data *t = &m->ball_spring[i];
    return joint_is_free(&m->joint[t->slot]) ? t : NULL;
}

void ludo_maximal_tethers_evaluate(maximal *x, const sim_state *state, double h)
{
    const ludo_vec3 none = {0.0, 0.0, 0.0};
    for (int32_t i = 0; i < state->model->ball_springs && state->model->tethers > 0; i++) {
        const ball_spring_data *t = free_turn(state->model, i);
        if (t != NULL) {
            wrench_add(x->tree.r, t->slot, none, x->forces.ball[i].step.start);
        }
    }
    for (int32_t i = 0; i < state->model->tethers; i++) {
        const tether_data *t = &state->model->tether[i];
        const tether_step s = step_of(x, state, t, h);
        wrench_add(x->tree.r, t->slot, s.start, v3_cross(s.arm[0], s.start));
    }
}

/* Rotations are those of the world, the parent. */
static void linearize_turns(maximal *x, const ludo_model *m)
{
    for (int32_t i = 0; i < m->ball_springs && m->tethers > 0; i++) {
        const ball_spring_data *t = free_turn(m, i);
        for (int k = 0; k < 9 && t != NULL; k++) {
            x->tree.M[BLOCK * t->slot + ROW * (3 + k / 3) + 3 + k % 3] +=
                x->forces.ball[i].step.slope.m[k];
        }
    }
}

/* With a correction (u_v, u_w) of the motion, dp_1 = h ( u_v - arm_1 x u_w ) and
 *
 *     -d start = slope dp_1,    its moment arm_0 x start */
void ludo_maximal_tethers_linearize(maximal *x, const sim_state *state, double h)
{
    linearize_turns(x, state->model);
    for (int32_t i = 0; i < state->model->tethers; i++) {
        const tether_data *t = &state->model->tether[i];
        const tether_step s = step_of(x, state, t, h);
        const double c = h * tether_slope(t, x->forces.damping.start, h);
        const mat3 from = m3_skew(s.arm[0]), to = m3_skew(s.arm[1]), both = m3_mul(from, to);
        double *M = x->tree.M + BLOCK * t->slot;
        for (int r = 0; r < 3; r++) {
            M[(ROW + 1) * r] += c;
            for (int k = 0; k < 3; k++) {
                M[ROW * r + 3 + k] -= c * to.m[3 * r + k];
                M[ROW * (3 + r) + k] += c * from.m[3 * r + k];
                M[ROW * (3 + r) + 3 + k] -= c * both.m[3 * r + k];
            }
        }
    }
}

static void accept_turns(maximal *x, const ludo_model *m)
{
    for (int32_t i = 0; i < m->ball_springs && m->tethers > 0; i++) {
        const ball_spring_data *t = free_turn(m, i);
        if (t != NULL) {
            lanes3 *L = &x->knot[t->slot / LANES].P.w;
            const int l = t->slot % LANES;
            put3(L, l, v3_add(get3(L, l), x->forces.ball[i].step.end));
        }
    }
}

void ludo_maximal_tethers_accept(maximal *x, sim_state *state, double h)
{
    accept_turns(x, state->model);
    const damping_split split = x->forces.damping;
    for (int32_t i = 0; i < state->model->tethers; i++) {
        const tether_data *t = &state->model->tether[i];
        const tether_step s = step_of(x, state, t, h);
        const ludo_vec3 way = v3_sub(s.p[1], s.p[0]);
        twist_lanes *P = &x->knot[t->slot / LANES].P;
        const int l = t->slot % LANES;
        put3(&P->v, l, v3_add(get3(&P->v, l), s.end));
        put3(&P->w, l, v3_add(get3(&P->w, l), v3_cross(s.arm[1], s.end)));
        state->progress->dissipated +=
            t->damping * (split.start + split.end) * v3_dot(way, way) / h;
    }
}
