/* SPDX-License-Identifier: Apache-2.0
 *
 * Bodies at rest. Their extrapolated velocities and the impulses of the last interval satisfy (B)
 * to the tolerances of its solutions, which costs one evaluation to find out. Rates that move are
 * seen in the first cone that presses. */
#include "integrators/maximal_contact/knot_rest.h"

#include "math/worst.h"
#include "solver/interior/cone.h"

#include <math.h>

/* The largest product of a solution, in units of kappa. */
static const double reached = 100.0;

/* Whether a cone is that of a contact with Coulomb's friction or of a limit: gamma >= 0, and the
 * norm of friction at most mu gamma. */
static bool is_coulomb(const cone_kind *k)
{
    return k == &ludo_cone_exact || k == &ludo_cone_ray || k == &ludo_cone_exact_4 ||
           k == &ludo_cone_exact_6;
}

/* Whether impulses and rates of a cone satisfy its laws, with products up to `most` in units of a
 * typical rate and of its own impulse or a typical one. A cone that sticks needs no direction of
 * friction, one that slips or opens has next to no impulse. */
static bool is_lawful(const cone *c, cone_scale at, double slack, double most)
{
    const double unit = at.y * worst_of(at.p, c->p[0]);
    double squares = 0.0, rates = fabs(c->y[0]);
    for (int32_t r = 1; r < c->kind->rows; r++) {
        squares += c->p[r] * c->p[r];
        rates += c->mu * fabs(c->y[r]);
    }
    return c->p[0] >= 0.0 && c->p[0] * rates <= most * unit && c->y[0] >= -slack * at.y &&
           sqrt(squares) <= c->mu * c->p[0] + slack * at.p;
}

static bool are_lawful(const maximal_contacts *c, const island *k, const interior_settings *s)
{
    bool all = true;
    for (int32_t i = k->first; i < k->end && all; i++) {
        all = is_coulomb(c->cone[i].kind) &&
              is_lawful(&c->cone[i], k->scale, s->slack_tolerance, reached * s->kappa);
    }
    return all;
}

bool ludo_knot_find_resting(const knot_problem *k, const interior_settings *s)
{
    const maximal_contacts *c = maximal_in(k->state)->contacts;
    bool any = false;
    for (int32_t p = 0; p < k->parts.count; p++) {
        island *own = &c->islands.island[k->parts.island[p]];
        if (are_lawful(c, own, s)) {
            if (!any) {
                ludo_knot_begin_balances(k->state);
            }
            own->known = ludo_knot_parts.residual(k, p) <= s->tolerance;
            any = true;
        }
    }
    return any;
}
