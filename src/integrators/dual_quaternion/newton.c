/* SPDX-License-Identifier: Apache-2.0
 *
 * The equations of an interval and their solution [dual-quaternions.md 2, 4]:
 *
 *     (A, B)(x) = (h/2) ( P_k + (h/2) tau_k ),    x = (Phi, Psi) */
#include "integrators/dual_quaternion/dual_quaternion.h"

#include "solver/ldu/block.h"

#include <string.h>

/* A correction that rotates by more than `leap` [rad] leads to another motion or diverges; so does
 * one that exceeds most_growth times the smallest so far. */
static const double leap = 1.0, most_growth = 10.0;

/* Iterations per iteration of Newton's method if forces depend on the motion: J, without their
 * derivative, is that of the start, and Broyden's updates correct it. */
enum { PATIENCE = 4 };

/* Row length of the factors: whole SIMD lanes. */
enum { WIDTH = 8 };

/* ---- forces ---- */

/* Buoyancy: the weight of the displaced fluid, upwards at the center of buoyancy. */
static void add_buoyancy(const dual_quaternion *d, const sim_state *state, const mat3 *R,
                         body_effort *out)
{
    const ludo_vec3 f = v3_scale(-d->fluid->displaced, state->model->gravity);
    out->f = v3_add(out->f, f);
    out->u = v3_add(out->u, v3_cross(d->fluid->buoyancy, m3_apply_t(R, f)));
}

ludo_status ludo_dual_quaternion_act(dual_quaternion *d, sim_state *state, int end, double time,
                                     body_effort *out)
{
    single_body *b = &d->body;
    const ludo_status status = ludo_single_body_act(b, state, end, d->mean, time, out);
    if (status == LUDO_OK && d->fluid != NULL) {
        const mat3 R = q_matrix(ludo_single_body_rotation(b, end == 0 ? b->base.q : b->end));
        add_buoyancy(d, state, &R, out);
    }
    return status;
}

/* ---- the mean motion ---- */

/* The displacement of the centre of mass by a rotation about the point of reference: f_a c - c. */
static ludo_vec3 displacement_by_rotation(const dual_quaternion *d, ludo_quat turn)
{
    const ludo_vec3 Phi = q_vector(turn), t = v3_scale(2.0, v3_cross(Phi, d->c));
    return v3_axpy(v3_cross(Phi, t), turn.w, t);
}

ludo_vec3 ludo_dual_quaternion_way(const dual_quaternion *d)
{
    return m3_apply(&d->R, v3_add(dq_translation(d->f), displacement_by_rotation(d, d->f.a)));
}

/* f and the mean motion of x. False if x is not a motion. */
static bool evaluate_motion(dual_quaternion *d, double h)
{
    if (!ludo_dual_motion(d->x, &d->f)) {
        return false;
    }
    d->mean.w = v3_scale(2.0 / h, q_vector(d->f.a));
    d->mean.V = d->relative ? v3_scale(1.0 / d->body.mass, dual_quaternion_push(d, h))
                            : v3_scale(1.0 / h, ludo_dual_quaternion_way(d));
    return true;
}

/* ---- equations ---- */

/* A force and a moment about the centre of mass, body axes, referred to the point of reference. */
static void refer(const dual_quaternion *d, ludo_vec3 n, ludo_vec3 f, double *out)
{
    const ludo_vec3 about = v3_add(n, v3_cross(d->c, f));
    out[0] = about.x, out[1] = about.y, out[2] = about.z;
    out[3] = f.x, out[4] = f.y, out[5] = f.z;
}

/* P_k + (h/2) tau_k */
static void impulse(const dual_quaternion *d, double h, double mu[6])
{
    const ludo_vec3 n = v3_axpy(m3_apply_t(&d->R, d->state->P.n), 0.5 * h, d->kick.u);
    const ludo_vec3 f = m3_apply_t(&d->R, dual_quaternion_push(d, h)), none = {0.0, 0.0, 0.0};
    refer(d, n, d->relative ? none : f, mu);
}

/* r = (A, B) - (h/2) ( P_k + (h/2) tau_k ) */
static void residual(const dual_quaternion *d, double h, double r[6])
{
    double mu[6];
    impulse(d, h, mu);
    ludo_dual_momentum(d->M, d->f, r);
    for (int i = 0; i < 6; i++) {
        r[i] -= 0.5 * h * mu[i];
    }
}

bool ludo_dual_quaternion_resists(const ludo_model *m)
{
    bool any = m->damped_by != NULL;
    for (int32_t i = 0; i < m->actuator_count; i++) {
        any = any || actuator_feels_rate(&m->actuator[i]);
    }
    return any;
}

/* ---- the iteration ---- */

typedef struct iteration {
    double h;
    int32_t count;
    bool resists;            /* forces depend on the motion; J leaves this out */
    double tested, smallest; /* the last correction, the smallest [rad, lengths] */
    double factors[6 * WIDTH];
    uint8_t swap[6];
} iteration;

/* x of a rotation by 2 Phi and a displacement of the centre of mass, axes of t_k. False: too far.
 */
static bool put_motion(dual_quaternion *d, ludo_vec3 Phi, ludo_vec3 way)
{
    const double s2 = 1.0 - v3_dot(Phi, Phi);
    if (!(s2 > 0.0)) {
        return false;
    }
    const ludo_quat turn = q_make(sqrt(s2), Phi);
    const ludo_vec3 Psi = q_vector(dq_from(turn, v3_sub(way, displacement_by_rotation(d, turn))).b);
    memcpy(d->x, (double[6]){Phi.x, Phi.y, Phi.z, Psi.x, Psi.y, Psi.z}, sizeof d->x);
    return true;
}

/* The first iterate: the motion of the momentum after half of the initial force's impulse, with the
 * forces at the knot's motion. */
static ludo_status start(dual_quaternion *d, sim_state *state, double h)
{
    if (!ludo_dual_quaternion_motion(d, &d->R, d->state->P, &d->mean)) {
        return LUDO_SINGULAR;
    }
    const ludo_status status =
        ludo_dual_quaternion_act(d, state, 0, state->interval_start, &d->kick);
    if (status != LUDO_OK) {
        return status;
    }
    const force kick = {m3_apply(&d->R, d->kick.u), d->kick.f};
    const force half = force_axpy(d->state->P, 0.5 * h, kick);
    if (!ludo_dual_quaternion_motion(d, &d->R, half, &d->mean)) {
        return LUDO_SINGULAR;
    }
    const ludo_vec3 way = v3_scale(d->relative ? 0.0 : h, m3_apply_t(&d->R, d->mean.V));
    return put_motion(d, v3_scale(0.5 * h, d->mean.w), way) ? LUDO_OK : LUDO_STEP_TOO_LARGE;
}

/* J at the iterate, in rad and lengths, factorised. False if singular. */
static bool factorize(const dual_quaternion *d, iteration *it, ludo_step_report *report)
{
    double J[36], weakest = 1.0;
    ludo_dual_slope(d->M, d->f, J);
    memset(it->factors, 0, sizeof it->factors);
    for (int i = 0; i < 6; i++) {
        for (int j = 0; j < 6; j++) {
            const double unit = unit_of(d, i) * unit_of(d, j);
            it->factors[WIDTH * i + j] = J[6 * i + j] * unit;
        }
    }
    weakest = blk_factor(it->factors, 6, WIDTH, it->swap, &weakest) ? weakest : 0.0;
    report->factorizations++;
    report_pivot(report, weakest);
    return weakest > DBL_EPSILON;
}

/* dx at an evaluated iterate, in rad and lengths. */
static void find_direction(dual_quaternion *d, iteration *it, double dx[6])
{
    residual(d, it->h, dx);
    for (int i = 0; i < 6; i++) {
        dx[i] *= -unit_of(d, i);
    }
    blk_solve_vector(it->factors, 6, WIDTH, it->swap, dx);
    if (it->resists) {
        ludo_broyden_step(&d->broyden, dx);
    }
}

/* |Phi + part dPhi|^2 */
static double rotation_size(const dual_quaternion *d, const double dx[6], double part)
{
    const ludo_vec3 Phi = v3_axpy(v3_at(d->x), part, v3_at(dx));
    return v3_dot(Phi, Phi);
}

/* x += dx, shortened as needed to a rotation by less than half a circle. */
static void correct(dual_quaternion *d, const double dx[6])
{
    double part = 1.0;
    while (!(rotation_size(d, dx, part) < 1.0) && part > DBL_EPSILON) {
        part *= 0.5;
    }
    for (int i = 0; i < 6; i++) {
        d->x[i] += part * dx[i] * unit_of(d, i);
    }
}

/* The largest of three numbers that are half a rotation or half a displacement. */
static double largest(const double dx[3])
{
    return 2.0 * v3_max(v3_at(dx));
}

/* Record the correction; refuse one that diverges or leads to another motion. */
static ludo_status record_correction(iteration *it, const double dx[6], ludo_step_report *report)
{
    const double turn = largest(dx), way = largest(dx + 3);
    const double move = turn > way ? turn : way;
    it->count++;
    it->tested = move;
    report->iterations++;
    report->residual = move;
    if (!(turn <= leap && move <= most_growth * it->smallest)) {
        return LUDO_NOT_CONVERGED;
    }
    it->smallest = move < it->smallest ? move : it->smallest;
    return LUDO_OK;
}

/* One iteration at an evaluated iterate: direction, test, correction. */
static ludo_status iterate(dual_quaternion *d, iteration *it, ludo_step_report *report)
{
    double dx[6];
    if ((it->count == 0 || !it->resists) && !factorize(d, it, report)) {
        return LUDO_SINGULAR;
    }
    find_direction(d, it, dx);
    const ludo_status status = record_correction(it, dx, report);
    if (status == LUDO_OK) {
        correct(d, dx);
    }
    return status;
}

/* f, the mean motion and its forces. If nothing acts but weight, the forces are those of the start:
 * weight does not depend on the motion and does no bookkept work. */
static ludo_status evaluate(dual_quaternion *d, sim_state *state, const iteration *it)
{
    if (!evaluate_motion(d, it->h)) {
        return LUDO_STEP_TOO_LARGE;
    }
    const bool forced = d->body.base.forces.coupled || state->progress->pushed;
    return forced ? ludo_dual_quaternion_act(d, state, 0, state->interval_start, &d->kick)
                  : LUDO_OK;
}

ludo_status ludo_dual_quaternion_solve(dual_quaternion *d, sim_state *state, double h,
                                       ludo_step_report *report)
{
    iteration it = {.h = h,
                    .resists = ludo_dual_quaternion_resists(state->model),
                    .tested = HUGE_VAL,
                    .smallest = HUGE_VAL};
    d->relative = d->decoupled && !it.resists;
    ludo_status status = start(d, state, h);
    const int64_t most = (int64_t)(it.resists ? PATIENCE : 1) * state->settings.max_iterations;
    ludo_broyden_reset(&d->broyden);
    while (status == LUDO_OK) {
        status = evaluate(d, state, &it);
        if (status != LUDO_OK || it.tested <= state->settings.tolerance) {
            break;
        }
        status = it.count < most ? iterate(d, &it, report) : LUDO_NOT_CONVERGED;
    }
    report->solves++;
    report->iterations_max = it.count > report->iterations_max ? it.count : report->iterations_max;
    return status;
}
