/* SPDX-License-Identifier: Apache-2.0
 *
 * The energy that contacts, limits and dry friction take [contact.md 6.5]: minus the work of their
 * impulses, p at t_k over an interval and p' at the knot. V^- is the velocity over the interval
 * before, V^+ after, V that of (B) with cones, V^0 without.
 *
 *                             interval                         knot
 *     if nothing strikes      p . F^T (V^- + V^+) / 2          (V - V^0) . M (V^- + V) / 2
 *     if anything strikes     all reactions, (E), with X_c     (V - V^0) . M (V^0 + V) / 2
 *
 * An impulse p' changes the velocities that joints allow by V - V^0, so (V - V^0) . M u is its work
 * on the part of u that joints allow. The rows of joints at t_k hold for V and V^0, but not for V^-
 * and V^+: these are off by h w of themselves, on which a jam's impulses would work without bound.
 */
#include "integrators/maximal_contact/contact.h"
#include "integrators/maximal_contact/energy.h"

#include "integrators/maximal_cones/contact_row.h"
#include "integrators/maximal_limits/limits_tendon.h"

#include <math.h>
#include <string.h>

/* ---- velocities of bodies ---- */

static void put_twist(double *u, twist V)
{
    u[0] = V.v.x, u[1] = V.v.y, u[2] = V.v.z;
    u[3] = V.w.x, u[4] = V.w.y, u[5] = V.w.z;
}

/* c->mean: the mean of V^- and V^+. */
static void find_mean(const maximal *x, const ludo_model *m)
{
    const maximal_contacts *c = x->contacts;
    ludo_maximal_contact_read_velocities(x, m, c->mean);
    for (int32_t i = 0; i < 6 * m->slots; i++) {
        c->mean[i] = 0.5 * (c->before[i] + c->mean[i]);
    }
}

/* ---- contacts ---- */

/* p . F^T u of one side. */
static double side_work(const cone *c, const double F[CONE_ROWS][6], const double *u)
{
    double sum = 0.0;
    for (int i = 0; i < c->kind->rows; i++) {
        sum += c->p[i] * rate6(F[i], u);
    }
    return sum;
}

static double contact_work(const cone *c, const cone_rows *k, const double *u)
{
    const double b = k->slot_b >= 0 ? side_work(c, k->F[SIDE_B], u + 6 * k->slot_b) : 0.0;
    return b + (k->slot_a >= 0 ? side_work(c, k->F[SIDE_A], u + 6 * k->slot_a) : 0.0);
}

/* ---- limits and dry friction ---- */

/* Rates per dof of the joint in a slot; of quaternions about the axes of the world. */
static void read_joint_rates(const sim_state *state, int32_t s, const double *u, double *rate)
{
    const joint_data *j = &state->model->joint[s];
    const pose *z = state_poses(state);
    const twist va = twist_of(u, j->parent), vb = twist_of(u, s);
    const joint_pair at = {j,  &z[j->parent], &z[s], state->memory + state->model->column[s], &va,
                           &vb};
    j->kind->rate(&at, rate);
    if (joint_scalars(j) < j->dof) {
        const ludo_vec3 w = v3_sub(vb.w, va.w);
        double *turn = rate + joint_scalars(j);
        turn[0] = w.x, turn[1] = w.y, turn[2] = w.z;
    }
}

void ludo_maximal_contact_joint_rates(const sim_state *state, const double *u, double *rate)
{
    for (int32_t s = 0; s < state->model->slots; s++) {
        read_joint_rates(state, s, u, rate + state->model->column[s]);
    }
}

/* The rate of a cone along a tendon. */
static double tendon_rate(const sim_state *state, const cone_rows *k, const double *u)
{
    double *w = maximal_in(state)->contacts->term_rate, rate[JOINT_MAX_DOF];
    for (int32_t i = 0; i < k->tendon->term_count; i++) {
        const tendon_term *t = &k->tendon->term[i];
        read_joint_rates(state, t->slot, u, rate);
        w[t->column] = rate[t->column - state->model->column[t->slot]];
    }
    return ludo_maximal_limits_tendon_rate(k, u, w);
}

/* The velocities of bodies, 6 each, on which cones work, the mean of two lists of rates of joints
 * per degree of freedom, where forces act in joints; and the rates of the last joint asked for:
 * cones along its degrees of freedom mostly follow one another. */
typedef struct work_velocities {
    const double *u;
    const double *before, *after;
    int32_t slot; /* -1: none yet */
    double rate[JOINT_MAX_DOF];
} work_velocities;

/* V^-, whose rates are those of the last interval. */
static work_velocities velocities_before(const maximal_contacts *c)
{
    return (work_velocities){.u = c->before, .before = c->rate, .after = c->rate, .slot = -1};
}

/* The mean of V^- and V^+, whose rates the energy check has found. */
static work_velocities mean_velocities(const maximal_contacts *c)
{
    return (work_velocities){.u = c->mean, .before = c->rate, .after = c->w, .slot = -1};
}

static const double *rates_at(const sim_state *state, int32_t slot, work_velocities *at)
{
    const int32_t first = state->model->column[slot], end = state->model->column[slot + 1];
    if (at->slot == slot) {
        return at->rate;
    }
    at->slot = slot;
    if (!state->model->forced) {
        read_joint_rates(state, slot, at->u, at->rate);
    }
    for (int32_t c = first; c < end && state->model->forced; c++) {
        at->rate[c - first] = 0.5 * (at->before[c] + at->after[c]);
    }
    return at->rate;
}

/* Sum of p F^T w over the first rows, w the rates of the joint. */
static double joint_work(const sim_state *state, const cone_rows *k, int rows, const double *p,
                         work_velocities *at)
{
    double sum = 0.0;
    if (source_is_tendon(k->source)) {
        return p[0] * tendon_rate(state, k, at->u);
    }
    const double *w =
        rates_at(state, k->slot_b, at) + (k->column - state->model->column[k->slot_b]);
    for (int i = 0; i < rows; i++) {
        for (int32_t q = 0; q < k->columns; q++) {
            sum += p[i] * k->joint.F[i][q] * w[q];
        }
    }
    return sum;
}

/* ---- work ---- */

/* The work of a cone on the velocities of bodies. */
static double work_on(const sim_state *state, int32_t i, work_velocities *at)
{
    const maximal_contacts *all = maximal_in(state)->contacts;
    const cone *c = &all->cone[i];
    const cone_rows *k = &all->rows[i];
    return k->source == CONE_CONTACT ? contact_work(c, k, at->u)
                                     : joint_work(state, k, c->kind->rows, c->p, at);
}

/* Whether the surfaces, or the coordinate and its limit, approach each other with V^- by more than
 * the gap of a closed contact in an interval h. */
static bool strikes(const sim_state *state, int32_t i, double h, work_velocities *at)
{
    static const double one = 1.0;
    const maximal_contacts *c = maximal_in(state)->contacts;
    const cone_rows *k = &c->rows[i];
    if (source_is_friction(k->source) || k->source == CONE_SPEED) {
        return false;
    }
    const double rate = k->source == CONE_CONTACT ? ludo_maximal_contact_gap_rate(k, at->u)
                                                  : joint_work(state, k, 1, &one, at);
    return -rate * fabs(h) > c->closed;
}

/* Whether one of the cones from `first` to `end` strikes. */
static bool any_strikes(const sim_state *state, int32_t first, int32_t end, double h)
{
    work_velocities at = velocities_before(maximal_in(state)->contacts);
    bool any = false;
    for (int32_t i = first; i < end && !any; i++) {
        any = strikes(state, i, h, &at);
    }
    return any;
}

/* Minus the work of the cones from `first` to `end`, with c->mean. */
static double sum_taken(const sim_state *state, int32_t first, int32_t end)
{
    work_velocities at = mean_velocities(maximal_in(state)->contacts);
    double sum = 0.0;
    for (int32_t i = first; i < end; i++) {
        sum -= work_on(state, i, &at);
    }
    return sum;
}

/* The energy that the cones of an island take, with c->mean. */
static double island_taken(const sim_state *state, const island *k, double h)
{
    const maximal_contacts *c = maximal_in(state)->contacts;
    if (k->history->without_cones) {
        return 0.0;
    }
    return ludo_maximal_contact_removes_overlap(c, k) || any_strikes(state, k->first, k->end, h)
               ? k->energy.sum - k->energy.work
               : sum_taken(state, k->first, k->end);
}

double ludo_maximal_contact_taken(sim_state *state, double h)
{
    const maximal *x = maximal_in(state);
    const maximal_contacts *c = x->contacts;
    double sum = 0.0;
    find_mean(x, state->model);
    for (int32_t n = 0; n < c->islands.count; n++) {
        sum += island_taken(state, &c->islands.island[n], h);
    }
    return sum;
}

/* ---- the knot ---- */

void ludo_maximal_contact_begin_knot(maximal *x, const ludo_model *m)
{
    maximal_contacts *c = x->contacts;
    memcpy(c->free, x->tree.u, 6 * (size_t)m->slots * sizeof *c->free);
    memcpy(c->free_rate, x->tree.w, (size_t)m->columns * sizeof *c->free_rate);
}

/* (V - V^0) . M (u + V) / 2 of a body. */
static double body_change(const maximal *x, int32_t s, const double *u)
{
    const body_lanes *b = &x->body[s / LANES];
    const twist V = twist_of(x->tree.u, s), free = twist_of(x->contacts->free, s),
                before = twist_of(u, s);
    const ludo_vec3 v = v3_sub(V.v, free.v), w = v3_sub(V.w, free.w);
    return 0.5 * (b->mass.at[s % LANES] * v3_dot(v, v3_add(before.v, V.v)) +
                  v3_dot(body_moment(b, s % LANES, w), v3_add(before.w, V.w)));
}

/* The same of the armatures of a joint; w are rates per degree of freedom. */
static double armature_change(const maximal *x, const ludo_model *m, int32_t s, const double *w)
{
    const maximal_contacts *c = x->contacts;
    double sum = 0.0;
    for (int32_t i = m->column[s]; i < m->column[s + 1]; i++) {
        sum += 0.5 * c->armature[i] * (x->tree.w[i] - c->free_rate[i]) * (w[i] + x->tree.w[i]);
    }
    return sum;
}

bool ludo_maximal_contact_knot_strikes(const sim_state *state)
{
    return any_strikes(state, 0, maximal_in(state)->contacts->count, state->progress->interval);
}

/* Minus the work of the impulses; something strikes at an `impact`. */
static double knot_taken(const sim_state *state, bool impact)
{
    const maximal *x = maximal_in(state);
    const maximal_contacts *c = x->contacts;
    const double *u = impact ? c->free : c->before, *w = impact ? c->free_rate : c->rate;
    double sum = 0.0;
    for (int32_t s = 0; s < state->model->slots; s++) {
        if (!maximal_holds(x, s)) {
            sum -= body_change(x, s, u);
            sum -= state->model->forced ? armature_change(x, state->model, s, w) : 0.0;
        }
    }
    return sum;
}

double ludo_maximal_contact_knot_taken(sim_state *state, bool bounced)
{
    return knot_taken(state, bounced || ludo_maximal_contact_knot_strikes(state));
}

void ludo_maximal_contact_settle_knot(sim_state *state)
{
    maximal *x = maximal_of(state);
    sim_progress *p = state->progress;
    ludo_maximal_contact_begin_knot(x, state->model);
    for (int32_t s = 0; s < state->model->slots; s++) {
        put_twist(x->tree.u + 6 * s, state->twists[s]);
    }
    if (state->model->forced) {
        ludo_maximal_contact_joint_rates(state, x->tree.u, x->tree.w);
    }
    p->contact_knot = knot_taken(state, p->contact_pending == KNOT_ENERGY_STRUCK);
}

double ludo_maximal_contact_knot_exchange(sim_state *state)
{
    const maximal *x = maximal_in(state);
    maximal_contacts *c = x->contacts;
    double sum = 0.0;
    for (int32_t i = 0; i < 6 * state->model->slots; i++) {
        c->mean[i] = -c->free[i];
    }
    for (int32_t s = 0; s < state->model->slots; s++) {
        sum += maximal_holds(x, s) ? 0.0 : body_change(x, s, c->mean);
    }
    return sum;
}

/* ---- velocities before t_k ---- */

void ludo_maximal_contact_read_velocities(const maximal *x, const ludo_model *m, double *u)
{
    for (int32_t s = 0; s < m->slots; s++) {
        const twist_lanes *V = &x->body[s / LANES].V;
        put_twist(u + 6 * s, (twist){get3(&V->v, s % LANES), get3(&V->w, s % LANES)});
    }
}

void ludo_maximal_contact_begin_velocities(maximal *x, const sim_state *state)
{
    for (int32_t s = 0; s < state->model->slots; s++) {
        put_twist(x->contacts->before + 6 * s, state->twists[s]);
    }
}
