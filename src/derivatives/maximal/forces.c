/* SPDX-License-Identifier: Apache-2.0
 *
 * Forces other than gravity: impulses over an interval and their derivatives [maximal.md 8.3]. A
 * law along a scalar s that moves from s_0 to s_1 has impulses start and end; with the gradients
 * n_0, n_1 of s at both knots,
 *
 *     F_0 -= n_0 start,    F_1 += n_1 end */
#include "integrators/maximal_forces/joint_forces.h"
#include "derivatives/maximal/linearize.h"
#include "integrators/maximal_forces/midpoint_force.h"
#include "tendons/curve.h"
#include "integrators/maximal_forces/tethers.h"

/* A law over the interval. */
typedef struct linear_law {
    double start, end;  /* impulses */
    double by_start[2]; /* derivatives of start, end by s_0 */
    double by_end[2];   /* and by s_1 */
} linear_law;

/* An impulse at both ends proportional to the change s_1 - s_0. */
static void add_change(linear_law *law, double start, double end, double delta)
{
    law->start += start * delta, law->end += end * delta;
    law->by_start[0] -= start, law->by_start[1] -= end;
    law->by_end[0] += start, law->by_end[1] += end;
}

/* A mean force that depends on the midpoint and on the rate. */
static void add_force(linear_law *law, double F, double by_q, double by_rate, double h)
{
    const double impulse = 0.5 * h * F, middle = 0.25 * h * by_q, rate = 0.5 * by_rate;
    law->start += impulse, law->end += impulse;
    for (int end = 0; end < 2; end++) {
        law->by_start[end] += middle - rate;
        law->by_end[end] += middle + rate;
    }
}

static void add_damper(linear_law *law, double d, damping_split split, double delta)
{
    add_change(law, -d * split.start, -d * split.end, delta);
}

/* The parts of spring and damper that are not linear. */
static void add_curve(linear_law *law, const curve_data *c, damping_split split, double middle,
                      double delta, double h)
{
    const curve_force spring = curve_spring(c, middle), damper = curve_damper(c, delta / h);
    const double part[2] = {split.start, split.end};
    add_force(law, spring.F, spring.slope, 0.0, h);
    law->start += part[0] * h * damper.F, law->end += part[1] * h * damper.F;
    for (int end = 0; end < 2; end++) {
        law->by_start[end] -= part[end] * damper.slope;
        law->by_end[end] += part[end] * damper.slope;
    }
}

/* Armature, spring, damper and servo of a dof. */
static linear_law column_law(const sim_state *state, int32_t c, double h)
{
    const ludo_model *m = state->model;
    const maximal_forces *f = &maximal_in(state)->forces;
    const double delta = column_step(f, c).delta, middle = column_start(f, c) + 0.5 * delta;
    const servo_data *servo = &state->servo[c];
    linear_law law = {.start = 0.0};
    if (m->acts[c]) {
        const ludo_dof_def *d = &m->along[c];
        add_change(&law, -d->armature / h, d->armature / h, delta);
        add_force(&law, -d->stiffness * (middle - d->rest), -d->stiffness, 0.0, h);
        add_damper(&law, d->damping, f->damping, delta);
    }
    for (int32_t i = 0; i < m->curves; i++) {
        if (m->curve[i].column == c) {
            add_curve(&law, &m->curve[i], f->damping, middle, delta, h);
        }
    }
    if (state->progress->served != 0) {
        const double F = servo_force(servo, column_start(f, c), delta, h);
        add_force(&law, F, -servo->kp, -servo->kd, h);
    }
    return law;
}

/* Spring and damper of a tendon; one that is slack at the midpoint exerts no force. */
static linear_law tendon_law(const sim_state *state, int32_t line, double h)
{
    const tendon_data *d = &state->model->tendon[line];
    const maximal_forces *f = &maximal_in(state)->forces;
    const tendon_step *s = &f->tendon[line];
    const double stretch = spring_stretch(d->rest, tendon_middle(s));
    const bool acts = stretch != 0.0 || d->rest[0] == d->rest[1];
    linear_law law = {.start = 0.0};
    add_change(&law, -d->armature / h, d->armature / h, s->step.delta);
    add_force(&law, -d->stiffness * stretch, acts ? -d->stiffness : 0.0, 0.0, h);
    add_damper(&law, d->damping, f->damping, s->step.delta);
    return law;
}

/* Add an actuator; returns the derivative of its impulse at either end by its control. At a limit
 * of its force it is a constant effort. */
static double add_actuator(linear_law *law, const sim_state *state, int32_t actuator, double h)
{
    const actuator_data *a = &state->model->actuator[actuator];
    const actuator_step *s = &maximal_in(state)->forces.actuator[actuator];
    const double u = state->control[actuator], square = a->gear * a->gear;
    const bool free = s->wanted == s->force;
    const bool steers = free && u >= a->control_range[0] && u <= a->control_range[1];
    add_force(law, a->gear * s->force, free ? square * s->by_length : 0.0,
              free ? square * s->by_rate : 0.0, h);
    return steers ? 0.5 * h * a->gear * s->by_input : 0.0;
}

/* ---- gradients of laws ---- */

/* D += s a b^T */
static void add_outer(int32_t n, double s, const double *a, const double *b, double *D)
{
    for (int32_t j = 0; j < n; j++) {
        for (int32_t i = 0; i < n && a[j] != 0.0; i++) {
            D[(size_t)n * (size_t)j + (size_t)i] += s * a[j] * b[i];
        }
    }
}

/* A law along a scalar with the gradients n[0], n[1]. */
static void add_law(maximal_linear *l, const linear_law *law, double *const n[2])
{
    add_outer(l->n, -law->by_start[0], n[0], n[0], l->F[0][0]);
    add_outer(l->n, -law->by_end[0], n[0], n[1], l->F[0][1]);
    add_outer(l->n, law->by_start[1], n[1], n[0], l->F[1][0]);
    add_outer(l->n, law->by_end[1], n[1], n[1], l->F[1][1]);
    for (int32_t c = 0; c < l->n; c++) {
        l->f[0][c] -= law->start * n[0][c];
        l->f[1][c] += law->end * n[1][c];
    }
}

/* A control whose impulse at either end is along these gradients. */
static void add_control(maximal_linear *l, int32_t actuator, double impulse, double *const n[2])
{
    for (int32_t c = 0; c < l->n; c++) {
        const size_t at = (size_t)l->controls * (size_t)c + (size_t)actuator;
        l->F_u[0][at] -= impulse * n[0][c];
        l->F_u[1][at] += impulse * n[1][c];
    }
}

/* Whether servo and actuators along a dof are beyond its effort limit. */
static bool is_saturated(const sim_state *state, int32_t c)
{
    const actuator_step *drive = &maximal_in(state)->forces.drive[c];
    return column_effort(state->model, c) > 0.0 && drive->force != drive->wanted;
}

/* The effort limit takes away what the drive exerts beyond it, and all of its derivatives. */
static void add_saturation(linear_law *law, const sim_state *state, int32_t c, double h)
{
    const actuator_step *drive = &maximal_in(state)->forces.drive[c];
    if (is_saturated(state, c)) {
        add_force(law, drive->force - drive->wanted, -drive->by_length, -drive->by_rate, h);
    }
}

static void add_columns(maximal_linear *l, const sim_state *state, double h)
{
    const ludo_model *m = state->model;
    for (int32_t c = 0; c < l->n; c++) {
        linear_law law = column_law(state, c, h);
        l->gradient[0][c] = l->gradient[1][c] = 1.0;
        for (int32_t i = 0; i < m->actuator_count; i++) {
            if (m->actuator[i].column == c) {
                const double steering = add_actuator(&law, state, i, h);
                add_control(l, i, is_saturated(state, c) ? 0.0 : steering, l->gradient);
            }
        }
        add_saturation(&law, state, c, h);
        add_law(l, &law, l->gradient);
        l->gradient[0][c] = l->gradient[1][c] = 0.0;
    }
}

/* ---- tendons ---- */

/* The direction of a straight span, from a to b, and its derivative. */
typedef struct distance {
    ludo_vec3 x[2], n;
    double length;
    int end; /* the end that moves */
} distance;

/* For a motion of `end`: dn = (1 - n n^T) dx / L, the force acts at b. */
static force distance_by_motion(const void *of, motion xi)
{
    const distance *d = of;
    const ludo_vec3 dx = v3_scale(d->end == 1 ? 1.0 : -1.0, motion_at(xi, d->x[d->end]));
    const ludo_vec3 across = v3_axpy(dx, -v3_dot(d->n, dx), d->n);
    const ludo_vec3 dn = v3_scale(1.0 / d->length, across);
    const ludo_vec3 moved = d->end == 1 ? v3_cross(dx, d->n) : v3(0.0, 0.0, 0.0);
    return (force){v3_add(moved, v3_cross(d->x[1], dn)), dn};
}

linear_pair ludo_maximal_linear_view_span(const maximal_linear *l, const linear_knot *k,
                                          const tendon_span *span)
{
    linear_pair couple = {.a = -1, .b = -1};
    distance s;
    for (int e = 0; e < 2; e++) {
        s.x[e] = v3_sub(v3_add(k->poses[span->slot[e]].x, span->arm[e]), l->origin);
    }
    const ludo_vec3 between = v3_sub(s.x[1], s.x[0]);
    s.length = v3_norm(between);
    if (!(s.length > 0.0) || span->slot[0] == span->slot[1]) {
        return couple;
    }
    s.n = v3_scale(1.0 / s.length, between);
    couple.a = span->slot[0] >= 0 ? l->seat[span->slot[0]] : -1;
    couple.b = span->slot[1] >= 0 ? l->seat[span->slot[1]] : -1;
    couple.at_b = force_at(s.x[1], v3_scale(span->share, s.n), v3(0.0, 0.0, 0.0));
    for (s.end = 0; s.end < 2; s.end++) {
        stiff_add(&couple.by[s.end], span->share, distance_by_motion, &s);
    }
    return couple;
}

/* The gradients of a tendon, and its curvature times the impulses of the law. */
static void view_tendon(maximal_linear *l, const tendon_data *d, const tendon_step *step,
                        const linear_law *law)
{
    const double impulse[2] = {-law->start, law->end};
    for (int i = 0; i < 2; i++) {
        memset(l->gradient[i], 0, (size_t)l->n * sizeof *l->gradient[i]);
        for (int32_t t = 0; t < d->term_count; t++) {
            l->gradient[i][d->term[t].column] += d->term[t].weight;
        }
        for (int32_t s = 0; s < step->view[i].spans; s++) {
            linear_knot *k = &l->knot[i];
            const linear_pair couple = ludo_maximal_linear_view_span(l, k, &step->view[i].span[s]);
            ludo_maximal_linear_pair_row(l, k->S, &couple, l->gradient[i]);
            ludo_maximal_linear_add_pair(l, k, &couple, impulse[i], l->F[i][i]);
        }
    }
}

static void add_lines(maximal_linear *l, const sim_state *state, double h)
{
    const ludo_model *m = state->model;
    for (int32_t line = 0; line < m->spring_count; line++) {
        linear_law law = tendon_law(state, line, h);
        for (int32_t i = 0; i < m->actuator_count; i++) {
            l->steering[i] = m->actuator[i].tendon == line ? add_actuator(&law, state, i, h) : 0.0;
        }
        view_tendon(l, &m->tendon[line], &maximal_in(state)->forces.tendon[line], &law);
        for (int32_t i = 0; i < m->actuator_count; i++) {
            if (m->actuator[i].tendon == line) {
                add_control(l, i, l->steering[i], l->gradient);
            }
        }
        if (m->tendon[line].kind->joins_sites) {
            law.start = law.end = 0.0; /* mu contains them */
        }
        add_law(l, &law, l->gradient);
    }
}

/* ---- translations of free joints ---- */

/* The derivative of axis k of a tether's point p by the coordinates, at a knot. */
static void tether_gradient(const maximal_linear *l, const ludo_model *m, int32_t slot, int knot,
                            ludo_vec3 p, int k)
{
    double *gradient = l->gradient[knot];
    memset(gradient, 0, (size_t)l->n * sizeof *gradient);
    for (int32_t c = m->column[slot]; c < m->column[slot + 1]; c++) {
        const ludo_vec3 way = motion_at(l->knot[knot].S[c], p);
        gradient[c] = k == 0 ? way.x : k == 1 ? way.y : way.z;
    }
}

/* An impulse f of fixed direction at a point of the body. */
typedef struct fixed_pull {
    ludo_vec3 p, f;
} fixed_pull;

static force pull_by_motion(const void *of, motion xi)
{
    const fixed_pull *p = of;
    return (force){v3_cross(motion_at(xi, p->p), p->f), v3(0.0, 0.0, 0.0)};
}

static void add_tether(maximal_linear *l, const sim_state *state, const tether_data *t, double h)
{
    const ludo_model *m = state->model;
    const damping_split split = maximal_in(state)->forces.damping;
    const tether_step s = ludo_maximal_tether_step(t, &l->knot[0].poses[t->slot],
                                                   &l->knot[1].poses[t->slot], split, h);
    const ludo_vec3 f[2] = {v3_scale(-1.0, s.start), s.end};
    const double to_start = tether_slope(t, split.start, h), to_end = tether_slope(t, split.end, h);
    const double spring = 0.5 * h * t->stiffness;
    const linear_law law = {.by_start = {to_start - spring, to_end - spring},
                            .by_end = {-to_start, -to_end}};
    const int32_t seat = l->seat[t->slot];
    for (int i = 0; i < 2; i++) {
        const fixed_pull pull = {v3_sub(s.p[i], l->origin), f[i]};
        l->knot[i].mu[seat] =
            force_add(l->knot[i].mu[seat], force_at(pull.p, pull.f, v3(0.0, 0.0, 0.0)));
        stiff_add(&l->knot[i].B[seat], 1.0, pull_by_motion, &pull);
    }
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < 2; i++) {
            tether_gradient(l, m, t->slot, i, v3_sub(s.p[i], l->origin), k);
        }
        add_law(l, &law, l->gradient);
    }
}

/* ---- relative rotations ---- */

/* A 3 x 3 block of both knots. */
static void add_block(maximal_linear *l, int i, int j, int32_t column, double s, mat3 A)
{
    double *to = l->F[i][j] + (size_t)(l->n + 1) * (size_t)column;
    for (int k = 0; k < 9; k++) {
        to[l->n * (k / 3) + k % 3] += s * A.m[k];
    }
}

/* The axes of the child's joint frame in the parent, in which the law's numbers are given. */
static mat3 child_in_parent(const joint_data *j, const linear_knot *k, int32_t slot)
{
    const mat3 R_a = k->poses[j->parent].R;
    const mat3 own = joint_is_free(j) ? m3_identity(1.0) : q_matrix(j->q_b_off);
    return m3_mul(m3_mul(m3_transpose(&R_a), k->poses[slot].R), own);
}

/* Impulses in the child's joint frames, in which dofs rotate; d_i S_j is half of their product. */
static void add_ball_spring(maximal_linear *l, const sim_state *state, const ball_spring_data *t,
                            double h)
{
    const joint_data *j = &state->model->joint[t->slot];
    const damping_split split = maximal_in(state)->forces.damping;
    const ball_spring_law law = {t->stiffness, split.start * t->damping, split.end * t->damping,
                                 t->armature};
    ludo_quat r[2];
    mat3 Q[2];
    for (int i = 0; i < 2; i++) {
        const pose *z = l->knot[i].poses;
        r[i] = joint_relative(j, &z[j->parent], &z[t->slot]);
        Q[i] = child_in_parent(j, &l->knot[i], t->slot);
    }
    const ball_spring_interval step = ludo_ball_spring_interval(&law, r[0], r[1], h);
    const ball_spring_slopes slopes = ludo_ball_spring_slopes(&law, r[0], r[1], h);
    const ludo_vec3 start = m3_apply_t(&Q[0], step.start), end = m3_apply_t(&Q[1], step.end);
    for (int i = 0; i < 2; i++) {
        const mat3 by_start = m3_mul(slopes.start[i], Q[i]), by_end = m3_mul(slopes.end[i], Q[i]);
        add_block(l, 0, i, t->column, -1.0, m3_mul(m3_transpose(&Q[0]), by_start));
        add_block(l, 1, i, t->column, 1.0, m3_mul(m3_transpose(&Q[1]), by_end));
    }
    add_block(l, 0, 0, t->column, -0.5, m3_skew(start));
    add_block(l, 1, 1, t->column, 0.5, m3_skew(end));
    const double f[2][3] = {{-start.x, -start.y, -start.z}, {end.x, end.y, end.z}};
    for (int k = 0; k < 3; k++) {
        l->f[0][t->column + k] += f[0][k];
        l->f[1][t->column + k] += f[1][k];
    }
}

void ludo_maximal_linear_forces_layout(maximal_linear *l, const ludo_model *m, arena *a)
{
    for (int i = 0; i < 2; i++) {
        l->gradient[i] = TAKE(a, m->columns, double);
        l->f[i] = TAKE(a, m->columns, double);
    }
    l->steering = TAKE(a, m->actuator_count, double);
}

void ludo_maximal_linear_add_forces(maximal_linear *l, const sim_state *state, double h)
{
    for (int i = 0; i < 2; i++) {
        memset(l->gradient[i], 0, (size_t)l->n * sizeof *l->gradient[i]);
        memset(l->f[i], 0, (size_t)l->n * sizeof *l->f[i]);
    }
    if (!maximal_in(state)->forces.acting) {
        return;
    }
    add_columns(l, state, h);
    add_lines(l, state, h);
    for (int32_t i = 0; i < state->model->ball_springs; i++) {
        add_ball_spring(l, state, &state->model->ball_spring[i], h);
    }
    for (int32_t i = 0; i < state->model->tethers; i++) {
        add_tether(l, state, &state->model->tether[i], h);
    }
}
