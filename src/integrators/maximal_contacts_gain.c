/* SPDX-License-Identifier: Apache-2.0
 *
 * Solutions that no blow leads to [contact.md 4].
 *
 * The gap at z_{k+1} is that of where a body has turned to. One that turns far in a step has a
 * second solution, which lets the place swing through the other body and out again: all laws hold,
 * and energy comes from nowhere. What contacts do, from the velocities without them to those with
 * them, is work that they can only take away but for what turns within the step; so a step whose
 * contacts add a good part of the energy is none. As impulses push rates their own way, work at the
 * velocities found is more than that, p F V > p F (V_free + V) / 2: where it is little already no
 * others need be known. */
#include "integrators/maximal_contacts.h"

/* The part of the kinetic energy that contacts may add: bodies that roll or spin on a place add up
 * to a square of half of what they turn in the step. */
static const double most_gain = 0.1;

/* What a row tells of a slot's velocity. */
static double rate(const twist_lanes *V, const double *row, int32_t s)
{
    const ludo_vec3 v = get3(&V[s / LANES].v, s % LANES), w = get3(&V[s / LANES].w, s % LANES);
    return v3_dot(v3_at(row), v) + v3_dot(v3_at(row + 3), w);
}

/* At the velocity found; at the mean of both. */
static double found_rate(const maximal *x, const double *row, int32_t s)
{
    return rate(&x->body[s / LANES].V, row, s % LANES);
}

static double mean_rate(const maximal *x, const double *row, int32_t s)
{
    return 0.5 * (found_rate(x, row, s) + rate(x->contacts->V_free, row, s));
}

/* The work of all contacts at such rates; false: one is let apart from more than can be told from
 * touching, which may add to it. */
static bool find_work(const maximal *x, double (*rate_of)(const maximal *, const double *, int32_t),
                      double *work)
{
    const maximal_contacts *c = x->contacts;
    *work = 0.0;
    for (int32_t i = 0; i < c->count; i++) {
        const cone_rows *k = &c->rows[i];
        const int32_t slot[2] = {k->slot_b, k->slot_a};
        if (k->source != CONE_CONTACT) {
            continue;
        }
        if (k->give > c->closed) {
            return false;
        }
        for (int32_t r = 0; r < c->cone[i].kind->rows; r++) {
            for (int end = 0; end < 2; end++) {
                const double p = c->cone[i].p[r];
                *work += slot[end] >= 0 ? p * rate_of(x, k->F[end][r], slot[end]) : 0.0;
            }
        }
    }
    return true;
}

/* The kinetic energy of the interval without contacts. */
static double free_energy(const maximal *x, const ludo_model *m)
{
    double sum = 0.0;
    for (int32_t s = 0; s < m->slots; s++) {
        const twist_lanes *free = &x->contacts->V_free[s / LANES];
        const body_lanes *b = &x->body[s / LANES];
        const int l = s % LANES;
        const ludo_vec3 v = get3(&free->v, l), w = get3(&free->w, l);
        const sym3 J = {b->J.at[0][l], b->J.at[1][l], b->J.at[2][l],
                        b->J.at[3][l], b->J.at[4][l], b->J.at[5][l]};
        sum += 0.5 * (b->mass.at[l] * v3_dot(v, v) + v3_dot(w, s3_apply(J, w)));
    }
    return sum;
}

void ludo_contacts_keep_free(maximal *x)
{
    for (int32_t k = 0; k < x->blocks; k++) {
        x->contacts->V_free[k] = x->body[k].V;
    }
}

/* That of all that moves as fast as what falls gets over its size. */
static double typical_energy(const maximal_contacts *c)
{
    return 0.5 * c->mass * c->scale.y * c->scale.y;
}

bool ludo_contacts_gain(const maximal *x, const ludo_model *m)
{
    double work;
    return find_work(x, mean_rate, &work) &&
           work > most_gain * (free_energy(x, m) + typical_energy(x->contacts));
}

bool ludo_contacts_may_gain(const maximal *x)
{
    double work;
    return find_work(x, found_rate, &work) && work > most_gain * typical_energy(x->contacts);
}
