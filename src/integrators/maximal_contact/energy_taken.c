/* SPDX-License-Identifier: Apache-2.0
 *
 * The energy that contacts, limits and dry friction take [contact.md 6.5]: minus the work p . F^T u
 * of their impulses p at t_k. V^- is the velocity over the interval before, V^+ after, V that of
 * (B) with cones, V^0 without. The velocity u on which an impulse works is
 *
 *                          interval              knot
 *     if nothing strikes   (V^- + V^+) / 2       (V^- + V) / 2        acts over both half intervals
 *     a cone that strikes  M^-1 (P + J / 2)      (V^0 + V) / 2        acts at t_k
 *     the other cones      M^-1 (P + J / 2)      (M^-1 P + V) / 2
 *
 * with J the impulse of all reactions on a body. Between intervals of one length the two of an
 * interval are equal up to changes of applied forces. If anything strikes, forces inside joints
 * work X_c more at the rates before and after than at the mean (energy_check.c), and the cones that
 * much less. */
#include "integrators/maximal_contact/contact.h"

#include <math.h>
#include <string.h>

static const twist still = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};

/* ---- velocities of bodies ---- */

/* u = M^-1 (p, L), J^-1 at the knot. */
static void put_velocity(double *u, double mass, const sym3 *inverse, ludo_vec3 p, ludo_vec3 L)
{
    const ludo_vec3 v = v3_scale(1.0 / mass, p), w = s3_apply(*inverse, L);
    u[0] = v.x, u[1] = v.y, u[2] = v.z;
    u[3] = w.x, u[4] = w.y, u[5] = w.z;
}

static twist momenta_before(const maximal *x, int32_t s)
{
    const double *P = x->contacts->before + 6 * s;
    return (twist){v3_at(P), v3_at(P + 3)};
}

static ludo_vec3 middle(ludo_vec3 a, ludo_vec3 b)
{
    return v3_scale(0.5, v3_add(a, b));
}

/* c->u = V^-; c->mean, c->kick of the interval that was solved. */
static void find_interval_velocities(const maximal *x, const ludo_model *m)
{
    const maximal_contacts *c = x->contacts;
    for (int32_t s = 0; s < m->slots; s++) {
        const body_lanes *b = &x->body[s / LANES];
        const twist_lanes *P = &x->knot[s / LANES].P;
        const int l = s % LANES;
        const double mass = b->mass.at[l], *r = c->r + 6 * s;
        const sym3 inverse = body_inverse(b, l);
        const twist before = momenta_before(x, s);
        const ludo_vec3 p = v3_scale(mass, get3(&b->V.v, l)), L = get3(&b->L, l);
        put_velocity(c->u + 6 * s, mass, &inverse, before.v, before.w);
        put_velocity(c->mean + 6 * s, mass, &inverse, middle(before.v, p), middle(before.w, L));
        put_velocity(c->kick + 6 * s, mass, &inverse, v3_axpy(get3(&P->v, l), -0.5, v3_at(r)),
                     v3_axpy(get3(&P->w, l), -0.5, v3_at(r + 3)));
    }
}

/* c->u = V^-; c->mean, c->kick, c->strike of the knot; c->strike has V^0, the tree's u V. */
static void find_knot_velocities(const maximal *x, const ludo_model *m)
{
    const maximal_contacts *c = x->contacts;
    for (int32_t s = 0; s < m->slots; s++) {
        const body_lanes *b = &x->body[s / LANES];
        const twist_lanes *P = &x->knot[s / LANES].P;
        const int l = s % LANES;
        const sym3 inverse = body_inverse(b, l);
        const twist before = momenta_before(x, s);
        put_velocity(c->u + 6 * s, b->mass.at[l], &inverse, before.v, before.w);
        put_velocity(c->kick + 6 * s, b->mass.at[l], &inverse, get3(&P->v, l), get3(&P->w, l));
    }
    for (int32_t i = 0; i < 6 * m->slots; i++) {
        c->mean[i] = 0.5 * (c->u[i] + x->tree.u[i]);
        c->kick[i] = 0.5 * (c->kick[i] + x->tree.u[i]);
        c->strike[i] = 0.5 * (c->strike[i] + x->tree.u[i]);
    }
}

/* ---- rates of cones ---- */

/* F^T u of a contact. */
static void read_contact(const cone *c, const cone_rows *k, const double *u, double *rate)
{
    for (int i = 0; i < c->kind->rows; i++) {
        rate[i] = k->slot_b >= 0 ? rate6(k->F[SIDE_B][i], u + 6 * k->slot_b) : 0.0;
        rate[i] += k->slot_a >= 0 ? rate6(k->F[SIDE_A][i], u + 6 * k->slot_a) : 0.0;
    }
}

static twist twist_of(const double *u, int32_t s)
{
    return s >= 0 ? (twist){v3_at(u + 6 * s), v3_at(u + 6 * s + 3)} : still;
}

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

/* F^T w of a limit or of dry friction. */
static void read_joint(const sim_state *state, const cone *c, const cone_rows *k, const double *u,
                       double *rate)
{
    double w[JOINT_MAX_DOF];
    read_joint_rates(state, k->slot_b, u, w);
    const double *along = w + (k->column - state->model->column[k->slot_b]);
    for (int i = 0; i < c->kind->rows; i++) {
        rate[i] = 0.0;
        for (int32_t q = 0; q < k->columns; q++) {
            rate[i] += k->joint.F[i][q] * along[q];
        }
    }
}

static void read_rates(const sim_state *state, int32_t i, const double *u, double *rate)
{
    const maximal_contacts *c = maximal_in(state)->contacts;
    if (c->rows[i].source == CONE_CONTACT) {
        read_contact(&c->cone[i], &c->rows[i], u, rate);
    } else {
        read_joint(state, &c->cone[i], &c->rows[i], u, rate);
    }
}

/* ---- work ---- */

/* Whether the surfaces, or the coordinate and its limit, approach each other with V^- by more than
 * the gap of a closed contact in an interval h. */
static bool strikes(const sim_state *state, int32_t i, double h)
{
    const maximal_contacts *c = maximal_in(state)->contacts;
    double rate[CONE_ROWS];
    if (c->rows[i].source == CONE_DRY_FRICTION) {
        return false;
    }
    read_rates(state, i, c->u, rate);
    return -rate[0] * fabs(h) > c->closed;
}

static bool any_strikes(const sim_state *state, double h)
{
    const maximal_contacts *c = maximal_in(state)->contacts;
    bool any = false;
    for (int32_t i = 0; i < c->count && !any; i++) {
        any = strikes(state, i, h);
    }
    return any;
}

/* The work of a cone where bodies have velocities u. */
static double work_on(const sim_state *state, int32_t i, const double *u)
{
    const cone *c = &maximal_in(state)->contacts->cone[i];
    double rate[CONE_ROWS], sum = 0.0;
    read_rates(state, i, u, rate);
    for (int r = 0; r < c->kind->rows; r++) {
        sum += c->p[r] * rate[r];
    }
    return sum;
}

double ludo_maximal_contact_taken(sim_state *state, double h)
{
    const maximal_contacts *c = maximal_in(state)->contacts;
    double sum = 0.0;
    find_interval_velocities(maximal_in(state), state->model);
    const bool struck = ludo_maximal_contact_removes_overlap(c) || any_strikes(state, h);
    for (int32_t i = 0; i < c->count; i++) {
        sum -= work_on(state, i, struck ? c->kick : c->mean);
    }
    return sum + (struck ? ludo_maximal_contact_excess(maximal_in(state), state->model) : 0.0);
}

void ludo_maximal_contact_begin_knot(maximal *x, const ludo_model *m)
{
    memcpy(x->contacts->strike, x->tree.u, 6 * (size_t)m->slots * sizeof *x->contacts->strike);
}

double ludo_maximal_contact_knot_taken(sim_state *state, bool bounced)
{
    const maximal_contacts *c = maximal_in(state)->contacts;
    const double h = state->progress->interval;
    double sum = 0.0;
    find_knot_velocities(maximal_in(state), state->model);
    const double *others = bounced || any_strikes(state, h) ? c->kick : c->mean;
    for (int32_t i = 0; i < c->count; i++) {
        sum -= work_on(state, i, strikes(state, i, h) ? c->strike : others);
    }
    return sum;
}

/* ---- momenta before t_k ---- */

void ludo_maximal_contact_pass_momenta(maximal *x, const ludo_model *m)
{
    for (int32_t s = 0; s < m->slots; s++) {
        const body_lanes *b = &x->body[s / LANES];
        const int l = s % LANES;
        const ludo_vec3 p = v3_scale(b->mass.at[l], get3(&b->V.v, l)), L = get3(&b->L, l);
        double *before = x->contacts->before + 6 * s;
        before[0] = p.x, before[1] = p.y, before[2] = p.z;
        before[3] = L.x, before[4] = L.y, before[5] = L.z;
    }
}

void ludo_maximal_contact_begin_momenta(maximal *x, const ludo_model *m)
{
    for (int32_t s = 0; s < m->slots; s++) {
        const twist_lanes *P = &x->knot[s / LANES].P;
        const ludo_vec3 p = get3(&P->v, s % LANES), L = get3(&P->w, s % LANES);
        double *before = x->contacts->before + 6 * s;
        before[0] = p.x, before[1] = p.y, before[2] = p.z;
        before[3] = L.x, before[4] = L.y, before[5] = L.z;
    }
}
