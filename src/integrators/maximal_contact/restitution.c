/* SPDX-License-Identifier: Apache-2.0
 *
 * The contacts that bounce at the knot after an interval [contact.md 2.5]. */
#include "integrators/maximal_contact/contact.h"

#include "integrators/maximal/bodies.h"
#include "integrators/maximal/loops.h"

#include <math.h>
#include <string.h>

ludo_status ludo_maximal_contact_measure_approach(sim_state *state)
{
    maximal *x = maximal_of(state);
    maximal_contacts *c = x->contacts;
    memcpy(c->z_free - 1, state->poses[1 - state->progress->now] - 1,
           ((size_t)state->model->slots + 1) * sizeof *c->z_free);
    ludo_maximal_loops_solve_velocities(x, state);
    const ludo_status status = ludo_maximal_contact_solve_velocities(state);
    memcpy(c->u_knot, x->tree.u, 6 * (size_t)state->model->slots * sizeof *c->u_knot);
    return status;
}

/* The rebound speed of a contact that closed in the interval, open at t_k: the restitution times
 * the speed at which the surfaces met; 0: no bounce. */
static double bounce_speed(const maximal_contacts *c, const cone_rows *k, const contact *of,
                           double h)
{
    const bool closed = k->at.gap > c->closed && k->next.gap <= c->closed;
    const double before = ludo_maximal_contact_gap_rate(k, c->u_knot);
    if (!closed || !(of->law.restitution > 0.0) || !(before < 0.0)) {
        return 0.0;
    }
    /* the gap at the end of the interval without contacts gives its acceleration */
    const feature *f = &of->feature;
    const double after = f->kind->view(f, &c->z_free[of->slot_a], &c->z_free[of->slot_b]).gap;
    const double twice_a = 4.0 * (k->at.gap + h * before - after) / (h * h);
    const double square = before * before + twice_a * k->at.gap;
    return square > 0.0 ? of->law.restitution * sqrt(square) : 0.0;
}

/* Contacts that stopped at the end of the interval, with cones, and bounce there. */
static void list_stopped(maximal_contacts *c, double h)
{
    for (int32_t g = 0; g < c->count; g++) {
        const cone_rows *k = &c->rows[c->islands.place[g]];
        if (k->source == CONE_CONTACT) {
            const contact *of = &c->search.found[k->index];
            const double speed = bounce_speed(c, k, of, h);
            if (speed > 0.0) {
                c->bounce[c->bounces++] = (bounce){of->a, of->b, of->feature.id, speed};
            }
        }
    }
}

/* Contacts without cones that close at the knot, if the interval ends with an impact. Returns the
 * gap up to which contacts are simultaneous with it; 0: there is no impact. */
static double list_hits(maximal_contacts *c, const pose *z)
{
    double reach = 0.0;
    for (int32_t n = 0; n < c->impacts.count; n++) {
        const contact *of = &c->impacts.open[n];
        if (ludo_impacts_is_hit(c, z, of, &reach)) {
            c->bounce[c->bounces++] = (bounce){of->a, of->b, of->feature.id, 0.0};
        }
    }
    c->bounces = reach > 0.0 ? c->bounces : 0;
    return reach;
}

ludo_status ludo_maximal_contact_bounce(sim_state *state, double h, bool *bounced)
{
    maximal *x = maximal_of(state);
    maximal_contacts *c = x->contacts;
    double margin = c->closed;
    c->bounces = 0;
    if (c->impacts.mode == IMPACTS_AT_KNOT) {
        list_stopped(c, h);
        c->quality.impacts_at_knots += c->bounces;
    } else if (c->impacts.mode == IMPACTS_LOCATED) {
        const double reach = list_hits(c, state_poses(state));
        margin = reach > margin ? reach : margin;
        ludo_impacts_pass(&c->impacts);
        c->quality.impacts += c->bounces;
    }
    *bounced = c->bounces > 0;
    return *bounced ? ludo_maximal_contact_reflect(state, margin, bounced) : LUDO_OK;
}
