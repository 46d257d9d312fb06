/* SPDX-License-Identifier: Apache-2.0
 *
 * One interval of the maximal integrator: chord Newton on (A), from an extrapolated start. */
#include "integrators/maximal_newton.h"

#include "integrators/maximal_bodies.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* Factorise anew where an iteration gains less than one digit, or after so many without. */
static const double poor_contraction = 0.1;
enum { MAX_CHORDS = 3 };

/* Corrections that shrink by less than this while they are still larger than `far` [rad, lengths]
 * break the Newton-Kantorovich condition for a solution that is the only one near: what such an
 * iteration finds may belong to another motion, with another energy. It counts as not converged;
 * a shorter step has its solution near the start. */
static const double unsafe_contraction = 0.25, far = 1e-6;

/* ---- the equations ---- */

/* What the interval starts with: p_k + (h/2) f_k, l_k. Where order 1 takes the given velocity for
 * that of the interval before, both its halves of the force are still to come. */
static void begin(maximal *x, const ludo_sim *sim, double h)
{
    const ludo_model *m = sim->model;
    const bool published = sim->settings.order == 1 && x->state->last < 0;
    const double half = published ? h : 0.5 * h;
    ludo_maximal_turn_inertia(x, sim);
    for (int32_t s = 0; s < m->slots; s++) {
        x->known[s].v = v3_axpy(x->p[s], half * m->inertia[s].mass, m->gravity);
        x->known[s].w = x->l[s];
        if (published) {
            const ludo_vec3 phi = v3_scale(h, sim->twists[s].w);
            const rotation_terms t = quaternion_terms(v3_dot(phi, phi));
            x->known[s].w = rotation_apply_t(&t, phi, x->l[s]); /* R pi^+ of that velocity */
        }
    }
}

/* Weights of the newest, second newest, ... of `count` equidistant values that a polynomial of
 * degree count - 1 continues: binomial coefficients with alternating signs. */
static const double continuation[MAXIMAL_PAST][MAXIMAL_PAST] = {
    {1.0},
    {2.0, -1.0},
    {3.0, -3.0, 1.0},
    {4.0, -6.0, 4.0, -1.0},
    {5.0, -10.0, 10.0, -5.0, 1.0},
    {6.0, -15.0, 20.0, -15.0, 6.0, -1.0},
};

/* The interval velocities of a stage, `age` intervals ago. */
static const twist *past_twists(const maximal *x, const ludo_sim *sim, int32_t stage, int32_t age)
{
    const int32_t place = (x->state->past[stage].newest + age) % MAXIMAL_PAST;
    return x->past[stage] + (size_t)place * (size_t)sim->model->slots;
}

/* The number of past intervals of a stage that were as long as h. */
static int32_t past_count(const maximal *x, double h, int32_t stage)
{
    const stage_past *past = &x->state->past[stage];
    return x->state->last >= 0 && past->h == h ? past->count : 0;
}

/* Guess V: continue the stage's past; without one, the last interval or the start. */
static void predict(maximal *x, const ludo_sim *sim, double h, int32_t stage)
{
    const int32_t count = past_count(x, h, stage), last = x->state->last;
    if (count == 0) {
        const twist *from = last < 0 ? sim->twists : past_twists(x, sim, last, 0);
        memcpy(x->V, from, (size_t)sim->model->slots * sizeof *x->V);
        return;
    }
    memset(x->V, 0, (size_t)sim->model->slots * sizeof *x->V);
    for (int32_t age = 0; age < count; age++) {
        const double c = continuation[count - 1][age];
        const twist *V = past_twists(x, sim, stage, age);
        for (int32_t s = 0; s < sim->model->slots; s++) {
            x->V[s].v = v3_axpy(x->V[s].v, c, V[s].v);
            x->V[s].w = v3_axpy(x->V[s].w, c, V[s].w);
        }
    }
}

void ludo_maximal_view_joints(maximal *x, const ludo_sim *sim, int32_t which)
{
    const ludo_model *m = sim->model;
    const pose *poses = sim->poses[which];
    x->worst_gap = 0.0;
    x->widest = -1;
    for (int32_t s = 0; s < m->slots; s++) {
        const joint_data *j = &m->joint[s];
        const pose *a = &poses[j->parent], *b = &poses[s];
        const joint_view view =
            j->kind->motion(j, a, b, x->S[which] + 6 * m->column[s], x->tree.y + 6 * s);
        const ludo_vec3 d = v3_sub(b->x, a->x);
        double *lever = x->lever[which] + 3 * s;
        lever[0] = d.x, lever[1] = d.y, lever[2] = d.z;
        x->half[which][2 * s] = view.half_cos;
        x->half[which][2 * s + 1] = view.half_sin;

        /* a gap counts from where positions are rounded */
        const double floor = 4.0 * DBL_EPSILON * (v3_max(b->x) + v3_max(d));
        const double gap = view.gap <= floor ? 0.0 : view.gap / j->length;
        const double open = gap >= view.tilt ? gap : view.tilt + 0.0 * gap; /* NaN of either */
        const bool wider = !(open <= x->worst_gap) && x->worst_gap == x->worst_gap;
        x->worst_gap = wider ? open : x->worst_gap;
        x->widest = wider ? s : x->widest;
    }
}

/* Everything at the iterate V: bodies, then joints. */
static interval_turn evaluate(maximal *x, const ludo_sim *sim, double h)
{
    const interval_turn turn = x->rotation->evaluate(x, sim, h);
    ludo_maximal_view_joints(x, sim, 1 - sim->progress->now);
    return turn;
}

/* V += correction: dv = u_x, dw = A^T u_phi. */
static void correct(maximal *x, const ludo_sim *sim, double h)
{
    for (int32_t s = 0; s < sim->model->slots; s++) {
        const double *u = x->tree.u + 6 * s;
        const ludo_vec3 phi = v3_scale(h, x->V[s].w);
        const ludo_vec3 dw = rotation_apply_t(&x->terms[s], phi, v3(u[3], u[4], u[5]));
        x->V[s].v = v3_add(x->V[s].v, v3(u[0], u[1], u[2]));
        x->V[s].w = v3_add(x->V[s].w, dw);
    }
}

/* ---- Newton ---- */

static const char *joint_name(const ludo_sim *sim, int32_t slot)
{
    return slot >= 0 ? sim->model->joints[sim->model->joint_of[slot]].name : NULL;
}

static const char *body_name(const ludo_sim *sim, int32_t slot)
{
    return slot >= 0 ? sim->model->body[sim->model->body_of[slot]].name : NULL;
}

/* Where an iteration stands. */
typedef struct iteration {
    int32_t count, chords;
    bool factorize;
    double tested; /* the number that convergence was last tested on */
} iteration;

/* The rate of y is its displacement over h. */
static void scale_closing(maximal *x, const ludo_sim *sim, double h)
{
    const double rate = 1.0 / h;
    for (int32_t i = 0; i < 6 * sim->model->slots; i++) {
        x->tree.y[i] *= rate;
    }
}

/* One iteration at an evaluated iterate: direction, test, correction, evaluation. */
static ludo_status iterate(ludo_sim *sim, double h, iteration *it, ludo_step_report *report)
{
    maximal *x = maximal_of(sim);
    if (it->factorize) {
        x->rotation->blocks(x, sim, h);
        report->factorizations++;
    }
    scale_closing(x, sim, h);
    const direction d = x->direction->solve(sim, h, it->factorize);
    it->chords = it->factorize ? 0 : it->chords + 1;
    it->count++;
    report->iterations++;
    report->smallest_pivot = d.pivot < report->smallest_pivot ? d.pivot : report->smallest_pivot;

    const bool gap_leads = x->worst_gap > d.move;
    const double tested = gap_leads ? x->worst_gap : d.move;
    report->residual = tested;
    report->node = joint_name(sim, gap_leads ? x->widest : d.slot);
    if (!isfinite(tested)) {
        report->node = joint_name(sim, d.node >= 0 ? d.node : d.slot);
        return d.pivot > DBL_EPSILON ? LUDO_NOT_CONVERGED : LUDO_SINGULAR;
    }
    const double contraction = tested / it->tested;
    if (contraction > unsafe_contraction && tested > far) {
        return LUDO_NOT_CONVERGED;
    }
    it->factorize = contraction > poor_contraction || it->chords >= MAX_CHORDS;
    it->tested = tested;
    correct(x, sim, h);
    return LUDO_OK;
}

static ludo_status solve(ludo_sim *sim, double h, ludo_step_report *report)
{
    maximal *x = maximal_of(sim);
    iteration it = {.factorize = true, .tested = INFINITY};
    ludo_status status = LUDO_OK;
    for (;;) {
        const interval_turn turn = evaluate(x, sim, h);
        if (!(turn.largest <= x->rotation->limit)) {
            report->node = body_name(sim, turn.slot);
            status = turn.largest == turn.largest ? LUDO_STEP_TOO_LARGE : LUDO_NOT_CONVERGED;
            break;
        }
        if (it.tested <= sim->settings.tolerance) {
            break;
        }
        if (it.count == sim->settings.max_iterations) {
            status = LUDO_NOT_CONVERGED;
            break;
        }
        status = iterate(sim, h, &it, report);
        if (status != LUDO_OK) {
            break;
        }
    }
    report->solves++;
    report->iterations_max =
        it.count > report->iterations_max ? it.count : report->iterations_max;
    return status;
}

/* ---- accepting ---- */

/* Give what Newton left of the balance of a floating tree, forces at t_k, to the momentum of its
 * root, which is at t_{k+1}: so the total momentum is kept to round-off, whatever the tolerance. */
static void carry_balance(maximal *x, const ludo_sim *sim)
{
    const ludo_model *m = sim->model;
    const pose *z = sim_poses(sim), *next = sim->poses[1 - sim->progress->now];
    int32_t root = 0;
    for (int32_t s = 0; s < m->slots; s++) {
        root = m->parent[s] < 0 ? s : root;
        if (m->joint[root].kind->dof == 6) {
            const double *r = x->tree.r + 6 * s;
            const ludo_vec3 e = v3(r[0], r[1], r[2]), arm = v3_sub(z[s].x, next[root].x);
            x->p[root] = v3_add(x->p[root], e);
            x->l[root] = v3_add(x->l[root], v3_add(v3(r[3], r[4], r[5]), v3_cross(arm, e)));
        }
    }
}

/* The winding of half angles: they jump by 2 pi across the negative axis. */
static void wind(const maximal *x, const ludo_sim *sim)
{
    const double *before = x->half[sim->progress->now], *after = x->half[1 - sim->progress->now];
    for (int32_t s = 0; s < sim->model->slots; s++) {
        const bool behind = before[2 * s] + after[2 * s] < 0.0;
        const bool up = before[2 * s + 1] >= 0.0, still_up = after[2 * s + 1] >= 0.0;
        sim->winding[s] += (behind && up != still_up) ? (up ? 1 : -1) : 0;
    }
}

static void remember(maximal *x, const ludo_sim *sim, double h, int32_t stage)
{
    const size_t n = (size_t)sim->model->slots;
    stage_past *past = &x->state->past[stage];
    past->count = past_count(x, h, stage);
    past->count += past->count < MAXIMAL_PAST;
    past->newest = (past->newest + MAXIMAL_PAST - 1) % MAXIMAL_PAST;
    past->h = h;
    x->state->last = stage;
    memcpy(x->past[stage] + (size_t)past->newest * n, x->V, n * sizeof *x->V);
}

/* The iterate becomes the knot. */
static void accept(ludo_sim *sim, double h, int32_t stage)
{
    maximal *x = maximal_of(sim);
    const ludo_model *m = sim->model;
    for (int32_t s = 0; s < m->slots; s++) {
        const ludo_vec3 impulse = v3_scale(0.5 * h * m->inertia[s].mass, m->gravity);
        x->p[s] = v3_axpy(impulse, m->inertia[s].mass, x->V[s].v);
        x->l[s] = x->L[s];
    }
    carry_balance(x, sim);
    wind(x, sim);
    remember(x, sim, h, stage);
    sim->progress->now = 1 - sim->progress->now;
    sim->progress->twists_known = false;
}

ludo_status ludo_maximal_step(ludo_sim *sim, double h, int32_t stage, ludo_step_report *report)
{
    maximal *x = maximal_of(sim);
    begin(x, sim, h);
    predict(x, sim, h, stage);
    const ludo_status status = solve(sim, h, report);
    if (status == LUDO_OK) {
        accept(sim, h, stage);
    }
    return status;
}
