/* SPDX-License-Identifier: Apache-2.0
 *
 * Contact forces over an interval, and the errors of the contact laws. */
#include "integrators/maximal_contact/contact.h"

#include "integrators/maximal_cones/contact_row.h"
#include "integrators/maximal_limits/limits.h"
#include "integrators/maximal_contact/rest.h"
#include "integrators/maximal_cones/warm_start.h"
#include "math/worst.h"

#include <math.h>
#include <string.h>

static void write_contact(const maximal_contacts *c, const ludo_model *m, int32_t i, double h,
                          ludo_contact *out)
{
    const cone_rows *k = &c->rows[i];
    const contact *of = &c->search.found[k->index];
    const cone *by = &c->cone[i];
    const int32_t a = m->contacts.collider[of->a].geom, b = m->contacts.collider[of->b].geom;
    *out = (ludo_contact){
        .geom_a = a,
        .geom_b = b,
        .body_a = m->geom[a].body,
        .body_b = m->geom[b].body,
        .point = k->at.point,
        .normal = k->at.normal,
        .tangent = {k->tangent[0], k->tangent[1]},
        .gap = k->next.gap,
        .normal_force = by->p[0] / h,
        .friction = of->law.frictionless ? 0.0 : of->law.friction,
        .restitution = of->law.restitution,
    };
    for (int j = 0; j < 2 && by->kind->rows >= SLIDING_ROWS; j++) {
        out->tangent_force[j] = friction_impulse(k, by->p, 1 + j) / h;
        out->slip[j] = by->y[1 + j];
    }
}

/* Sums over the rows of friction: forces, slip, and the power of both. */
typedef struct friction_sums {
    double force, speed, power;
} friction_sums;

static friction_sums sum_friction(const cone *by, double h)
{
    friction_sums s = {0.0, 0.0, 0.0};
    for (int32_t r = 1; r < by->kind->rows; r++) {
        const double force = by->p[r] / h;
        s.force += force * force;
        s.speed += by->y[r] * by->y[r];
        s.power += force * by->y[r];
    }
    return (friction_sums){sqrt(s.force), sqrt(s.speed), s.power};
}

/* The errors of the laws at one contact; the worst of all so far are kept. `offset` makes a start
 * that overlaps count as closed. */
static void judge_contact(ludo_contact_quality *q, const ludo_contact *k, friction_sums friction,
                          double most, double offset)
{
    q->signorini = worst_of(q->signorini, fabs(k->gap + offset) * k->normal_force);
    q->friction_excess = worst_of(q->friction_excess, friction.force - most);
    q->dissipation = worst_of(q->dissipation, most * friction.speed + friction.power);
}

static void report_contact(maximal_contacts *c, const ludo_model *m, int32_t i, double h)
{
    ludo_contact *out = &c->reported[c->reported_count++];
    write_contact(c, m, i, h, out);
    const contact_law *law = &c->search.found[c->rows[i].index].law;
    const double most = (contact_coefficient(law) - c->rows[i].carried) * out->normal_force;
    judge_contact(&c->quality, out, sum_friction(&c->cone[i], h), most, c->rows[i].offset);
    c->quality.points += c->rows[i].next.gap <= c->closed ? 1 : 0;
}

/* A limit, or dry friction. */
static void report_limit(maximal_contacts *c, int32_t i)
{
    const double product = fabs(c->cone[i].p[0] * c->cone[i].y[0]);
    ludo_maximal_limits_report(&c->cone[i], &c->rows[i], c->stop);
    if (!source_is_friction(c->rows[i].source)) {
        c->quality.signorini = worst_of(c->quality.signorini, product);
    }
}

/* The force of a limit or of dry friction along a tendon is a part of its tension. */
static void report_tension(const maximal_contacts *c, const sim_state *state, int32_t i, double h)
{
    if (source_is_tendon(c->rows[i].source)) {
        state->spring_force[c->rows[i].index] -= c->rows[i].joint.F[0][0] * c->cone[i].p[0] / h;
    }
}

/* Forces of limits and losses, but for those of bodies held. */
static void clear_stops(const maximal *x, const ludo_model *m)
{
    double *stop = x->contacts->stop;
    if (!x->holding) {
        memset(stop, 0, (size_t)m->columns * sizeof *stop);
        return;
    }
    for (int32_t s = 0; s < m->slots; s++) {
        const int32_t first = m->column[s], count = m->column[s + 1] - first;
        memset(stop + first, 0, maximal_holds(x, s) ? 0 : (size_t)count * sizeof *stop);
    }
}

/* The impulses that they have over an interval become forces. Bodies held had another interval. */
static void divide_stops(const maximal *x, const ludo_model *m, double h)
{
    double *stop = x->contacts->stop;
    for (int32_t c = 0; c < m->columns && !x->holding; c++) {
        stop[c] /= h;
    }
    for (int32_t s = 0; s < m->slots && x->holding; s++) {
        for (int32_t c = m->column[s]; c < m->column[s + 1] && !maximal_holds(x, s); c++) {
            stop[c] /= h;
        }
    }
}

/* Report a cone as the next one. */
static void report_cone(maximal_contacts *c, const sim_state *state, int32_t i, double h)
{
    if (c->rows[i].source != CONE_CONTACT) {
        report_limit(c, i);
        report_tension(c, state, i, h);
    } else if (c->reported_count < c->room) {
        report_contact(c, state->model, i, h);
    }
}

void ludo_maximal_contact_report_island(maximal *x, const sim_state *state, const island *k,
                                        double h)
{
    maximal_contacts *c = x->contacts;
    const ludo_contact_quality others = c->quality;
    c->quality = c->rest.quality;
    c->reported_count = c->rest.reports;
    clear_stops(x, state->model);
    for (int32_t g = 0; g < c->count; g++) {
        const int32_t i = c->islands.place[g];
        if (c->rows[i].island == k - c->islands.island) {
            report_cone(c, state, i, h);
        }
    }
    divide_stops(x, state->model, h);
    c->rest.quality = c->quality;
    c->quality = others;
}

void ludo_maximal_contact_report_step(maximal *x, const sim_state *state, double h)
{
    maximal_contacts *c = x->contacts;
    ludo_warm_start_save(x, h);
    clear_stops(x, state->model);
    c->reported_count = c->reported_first;
    c->quality.energy_gain = c->gain;
    for (int32_t g = 0; g < c->count; g++) {
        report_cone(c, state, c->islands.place[g], h);
    }
    divide_stops(x, state->model, h);
    if (!c->in_parts) {
        ludo_rest_add_quality(c);
    }
}
