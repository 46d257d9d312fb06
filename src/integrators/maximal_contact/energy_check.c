/* SPDX-License-Identifier: Apache-2.0
 *
 * The work of reactions [contact.md 6.1]: impulses of contacts, limits, dry friction, joints and
 * loops at a knot. In exact motion it is never positive. Impulses act along directions of t_k while
 * bodies rotate to t_{k+1}: their work has an error of either sign, of the order of that rotation
 * times the impulse, which matters for impacts only. A worse error is a spurious branch: the gap at
 * z_{k+1} is that after the rotation, and a body that rotates far in a step has a second solution,
 * in which the contact point passes through the other body and out again. */
#include "integrators/maximal_contact/contact.h"
#include "integrators/maximal_contact/energy.h"

#include "integrators/maximal_forces/joint_forces.h"
#include "integrators/maximal/loops.h"
#include "integrators/maximal/step.h"

#include <math.h>
#include <string.h>

/* The energies of a body's island. */
static island_energy *energy_of(const maximal *x, int32_t s)
{
    const islands *of = &x->contacts->islands;
    return &of->island[of->of_body[s]].energy;
}

static ludo_vec3 spin_of(const maximal *x, int32_t s)
{
    return s >= 0 ? get3(&x->body[s / LANES].V.w, s % LANES) : (ludo_vec3){0.0, 0.0, 0.0};
}

/* The rates of a quaternion, about the axes of the world: the last columns of a joint. */
static void find_turn(const maximal *x, const ludo_model *m, int32_t s, double *rate)
{
    const ludo_vec3 w = spin_of(x, s), by = spin_of(x, m->parent[s]);
    double *turn = rate + m->column[s] + joint_scalars(&m->joint[s]);
    turn[0] = w.x - by.x, turn[1] = w.y - by.y, turn[2] = w.z - by.z;
}

/* Rates of the interval per dof of joints with forces. */
static void find_rates(const maximal *x, const ludo_model *m, double h, double *rate)
{
    if (!x->forces.acting) {
        memset(rate, 0, (size_t)m->columns * sizeof *rate);
        return;
    }
    for (int32_t c = 0; c < m->columns; c++) {
        rate[c] = column_step(&x->forces, c).delta / h;
    }
    for (int32_t s = 0; s < m->slots; s++) {
        const int32_t end = m->column[s + 1];
        if (end > m->column[s] && m->column_kind[end - 1] == COLUMN_BALL) {
            find_turn(x, m, s, rate);
        }
    }
}

/* The kinetic energy of a body with these momenta. */
static double body_energy(const maximal *x, int32_t s, ludo_vec3 p, ludo_vec3 L)
{
    const body_lanes *b = &x->body[s / LANES];
    return 0.5 * (v3_dot(p, p) / b->mass.at[s % LANES] + v3_dot(L, body_spin(b, s % LANES, L)));
}

/* The kinetic energy that the residual of the balances gives to the roots of floating trees: zero
 * but for the rounding of large loads. */
static void add_residual_energy(maximal *x, const sim_state *state)
{
    const ludo_model *m = state->model;
    const ludo_vec3 zero = {0.0, 0.0, 0.0};
    twist sum = {zero, zero};
    for (int32_t s = 0, root = 0; s < m->slots; s++) {
        root = m->parent[s] < 0 ? s : root;
        if (!joint_is_free(&m->joint[root])) {
            continue;
        }
        const twist left = ludo_maximal_step_residual(x, state, s, root);
        sum = s == root ? left : (twist){v3_add(sum.v, left.v), v3_add(sum.w, left.w)};
        if (s + 1 == m->slots || m->parent[s + 1] < 0) {
            energy_of(x, s)->residual += body_energy(x, root, sum.v, sum.w);
        }
    }
}

/* Impulses of tendons at the knot for the next interval: wrenches per body; `effort` is scratch. */
static void find_tendon_impulses(const maximal *x, const ludo_model *m, double *wrench,
                                 double *effort)
{
    memset(wrench, 0, 6 * (size_t)m->slots * sizeof *wrench);
    for (int32_t i = 0; i < m->spring_count && x->forces.acting; i++) {
        const tendon_step *s = &x->forces.tendon[i];
        m->tendon[i].kind->pull(&m->tendon[i], &s->view[0], s->step.start, wrench, effort);
    }
}

bool ludo_maximal_contact_removes_overlap(const maximal_contacts *c, const island *k)
{
    for (int32_t i = k->first; i < k->end; i++) {
        if (c->rows[i].source == CONE_CONTACT && c->rows[i].offset > c->closed) {
            return true;
        }
    }
    return false;
}

/* Impulses of stiff springs and servos differ before and after the knot. Where an impact changes
 * the rates, the mean of both is not the work F delta of each interval; the difference is X_c. Its
 * sum for the joint in a slot. */
static double joint_excess(const maximal *x, const ludo_model *m, int32_t s, const double *e,
                           const double *after)
{
    const double *a = x->contacts->armature, *before = x->contacts->rate;
    double excess = 0.0;
    for (int32_t c = m->column[s]; c < m->column[s + 1]; c++) {
        const double more = e[c] - 2.0 * x->P_q[c] + a[c] * (before[c] + after[c]);
        excess += 0.5 * more * (after[c] - before[c]);
    }
    return excess;
}

/* ---- bodies, side by side ---- */

/* Energies of the bodies of a block. */
typedef struct body_energies {
    lanes1 work;    /* of the impulses -r on momenta P */
    lanes1 support; /* kinetic, of the impulses of the next interval: the largest work of reactions
                       that support bodies at rest while forces grow or the time step changes */
    lanes1 kinetic; /* of P */
} body_energies;

static const twist_lanes no_wrenches = {{{0.0}, {0.0}, {0.0}}, {{0.0}, {0.0}, {0.0}}};

/* The wrenches of the bodies of a block; zero beyond the last body. */
static void read_wrenches(const double *wrench, const ludo_model *m, int32_t block, twist_lanes *to)
{
    const int32_t left = m->slots - LANES * block, count = left < LANES ? left : LANES;
    if (count < LANES) {
        *to = no_wrenches;
    }
    for (int32_t l = 0; l < count; l++) {
        const double *w = wrench + 6 * (size_t)(LANES * block + l);
        put3(&to->v, l, v3_at(w));
        put3(&to->w, l, v3_at(w + 3));
    }
}

/* The kinetic energy of a body with these momenta, twice. */
LUDO_KERNEL_PART double twice_kinetic(double mass, sym3 inverse, ludo_vec3 p, ludo_vec3 L)
{
    return v3_dot(p, p) / mass + v3_dot(L, s3_apply(inverse, L));
}

/* The change of the kinetic energy of a body with momenta p, L by the impulses -r, -t. */
LUDO_KERNEL_PART double body_work(double mass, sym3 inverse, ludo_vec3 p, ludo_vec3 L, ludo_vec3 r,
                                  ludo_vec3 t)
{
    const ludo_vec3 j = v3_scale(-1.0, r), J = v3_scale(-1.0, t);
    const ludo_vec3 middle = v3_axpy(p, 0.5, j), turning = v3_axpy(L, 0.5, J);
    return v3_dot(j, middle) / mass + v3_dot(J, s3_apply(inverse, turning));
}

/* The impulses of the next interval are those of gravity, applied forces and, `given`, of tendons.
 */
LUDO_KERNEL static void find_body_energies(const body_lanes *b, const twist_lanes *P,
                                           const twist_lanes *r, const twist_lanes *given,
                                           body_energies *out)
{
    FOR_LANES(l)
    {
        const sym3 inverse = s3_inverse(knot_inertia(b, l));
        const ludo_vec3 p = get3(&P->v, l), L = get3(&P->w, l);
        const ludo_vec3 next = v3_add(v3_sub(get3(&b->known.v, l), p), get3(&given->v, l));
        const ludo_vec3 turn = v3_add(v3_sub(get3(&b->known.w, l), L), get3(&given->w, l));
        const double mass = b->mass.at[l];
        out->work.at[l] = body_work(mass, inverse, p, L, get3(&r->v, l), get3(&r->w, l));
        out->support.at[l] = 0.5 * twice_kinetic(mass, inverse, next, turn);
        out->kinetic.at[l] = 0.5 * twice_kinetic(mass, inverse, p, L);
    }
}

/* The energies of the bodies, per island. */
static void add_body_energies(maximal *x, const ludo_model *m, const double *r)
{
    body_energies e;
    twist_lanes by, given = no_wrenches;
    const bool pulled = m->spring_count > 0;
    if (pulled) {
        find_tendon_impulses(x, m, x->contacts->u, x->tree.w);
    }
    for (int32_t b = 0; b < x->blocks; b++) {
        read_wrenches(r, m, b, &by);
        if (pulled) {
            read_wrenches(x->contacts->u, m, b, &given);
        }
        find_body_energies(&x->body[b], &x->knot[b].P, &by, &given, &e);
        for (int32_t l = 0; l < LANES && LANES * b + l < m->slots; l++) {
            island_energy *to = energy_of(x, LANES * b + l);
            to->work += e.work.at[l];
            to->support += e.support.at[l];
            to->kinetic += e.kinetic.at[l];
        }
    }
}

/* The energies of the joints, per island. */
static void add_joint_energies(maximal *x, const ludo_model *m, const double *e)
{
    const double *before = x->contacts->rate, *after = x->contacts->w;
    for (int32_t s = 0; s < m->slots; s++) {
        island_energy *to = energy_of(x, s);
        for (int32_t c = m->column[s]; c < m->column[s + 1]; c++) {
            to->work -= 0.5 * e[c] * (before[c] + after[c]);
            to->exchange += 0.5 * fabs(e[c]) * (fabs(before[c]) + fabs(after[c]));
        }
        const double excess = x->forces.acting ? joint_excess(x, m, s, e, after) : 0.0;
        to->excess += worst_of(excess, 0.0);
        to->sum += excess;
    }
}

void ludo_maximal_contact_measure_energy(sim_state *state, double h, const double *r,
                                         const double *e)
{
    maximal *x = maximal_of(state);
    maximal_contacts *c = x->contacts;
    for (int32_t n = 0; n < c->islands.count; n++) {
        c->islands.island[n].energy = (island_energy){.work = 0.0};
    }
    find_rates(x, state->model, h, c->w);
    add_body_energies(x, state->model, r);
    add_joint_energies(x, state->model, e);
}

void ludo_maximal_contact_measure_residual(sim_state *state)
{
    maximal *x = maximal_of(state);
    ludo_maximal_loops_apply_outer(x, state->model);
    ludo_maximal_contact_apply_impulses(x);
    add_residual_energy(x, state);
    x->contacts->measured = true;
}

double ludo_maximal_contact_work(const island *k)
{
    return k->energy.work - k->energy.excess + k->energy.residual;
}

double ludo_maximal_contact_gain(const maximal_contacts *c, const island *k)
{
    return ludo_maximal_contact_removes_overlap(c, k)
               ? 0.0
               : worst_of(ludo_maximal_contact_work(k) - k->energy.support, 0.0);
}

/* The bodies at the speed scale have the energy of a fall by the length scale. Reactions that carry
 * forces inside joints err by a part of their work. */
double ludo_maximal_contact_energy(const island *k)
{
    const double typical = 0.5 * k->mass * k->scale.y * k->scale.y;
    return k->energy.kinetic + typical + k->energy.exchange;
}

/* Most iterations of a solve that kept the active cones of the interval before, or nearly so. After
 * more, velocities have jumped. */
enum { FEW_ITERATIONS = 2 };

/* Most intervals from which bodies in contact are extrapolated. */
enum { FEW_INTERVALS = 3 };

/* Count an interval of a body. */
static void count_steady(maximal_contacts *c, int32_t s)
{
    const island *k = &c->islands.island[c->islands.of_body[s]];
    const bool touched = k->first < k->end && !k->history->without_cones;
    const double most = touched ? FEW_INTERVALS : EXTRAPOLATION_POINTS, more = c->steady[s] + 1.0;
    const bool jumped = touched && k->history->iterations > FEW_ITERATIONS;
    c->steady[s] = jumped ? 1.0 : more < most ? more : most;
}

void ludo_maximal_contact_pass(maximal *x, const sim_state *state, double h)
{
    maximal_contacts *c = x->contacts;
    if (c->measured) {
        memcpy(c->rate, c->w, (size_t)state->model->columns * sizeof *c->rate);
    } else {
        find_rates(x, state->model, h, c->rate);
    }
    ludo_maximal_contact_read_velocities(x, state->model, c->before);
    for (int32_t s = 0; s < state->model->slots; s++) {
        c->interval[s] = h;
        count_steady(c, s);
    }
}

void ludo_maximal_contact_clear_intervals(maximal *x, const ludo_model *m)
{
    for (int32_t s = 0; s < m->slots && x->contacts->any; s++) {
        x->contacts->interval[s] = x->contacts->steady[s] = 0.0;
    }
}

void ludo_maximal_contact_begin_rates(maximal *x, const sim_state *state)
{
    memcpy(x->contacts->rate, x->tree.w, (size_t)state->model->columns * sizeof *x->contacts->rate);
    ludo_maximal_contact_begin_velocities(x, state);
}
