/* SPDX-License-Identifier: Apache-2.0
 *
 * The set of coordinates that limits and dry friction hold in an interval [contact.md 5.11]. At a
 * limit friction that slips until then has its whole impulse, other friction none: readers see the
 * sum of both. */
#include "integrators/maximal_limits/limits_set.h"

#include "math/worst.h"

#include <math.h>

/* The largest product of a solution, in units of kappa. */
static const double reached = 30.0;

/* The lever of a coordinate times the sign of its limit; of friction, the lever. */
static double lever(const maximal_contacts *c, int32_t i)
{
    return c->rows[i].joint.F[0][0];
}

/* Hold a coordinate at its limit, from impulse and rate at the iterate: to the rate of the path
 * with that impulse, of a limit that hasn't pressed with a typical one. */
static void hold_at_limit(const coordinate_laws *of, coordinate_hold *k)
{
    const maximal_contacts *c = of->contacts;
    const cone *limit = &c->cone[k->limit];
    const cone_scale at = c->islands.island[c->rows[k->limit].island].scale;
    const double p = limit->p[0] > least_push * at.p ? limit->p[0] : at.p;
    k->by = HELD_BY_LIMIT;
    k->rate = (of->kappa * at.p * at.y / p - limit->y[0]) / c->rows[k->limit].joint.R[0][0];
}

static void hold_by_friction(const maximal_contacts *c, coordinate_hold *k)
{
    k->by = HELD_BY_FRICTION;
    k->rate = -c->cone[k->friction].y[0] / c->rows[k->friction].joint.R[0][0];
}

/* Let it go; friction that slips has an impulse in the sense of `along`. */
static void release(const maximal_contacts *c, coordinate_hold *k, double along)
{
    k->by = HELD_BY_NONE;
    k->slip = 0.0;
    if (k->friction >= 0) {
        const double bound = c->cone[k->friction].mu * lever(c, k->friction);
        k->slip = along > 0.0 ? bound : -bound;
    }
}

bool ludo_maximal_limits_set_list(const maximal_contacts *c, const island *k)
{
    bool all = true;
    for (int32_t i = k->first; i < k->end; i++) {
        hold_at(c, i)->limit = hold_at(c, i)->friction = -1;
    }
    for (int32_t i = k->first; i < k->end && all; i++) {
        coordinate_hold *of = hold_at(c, i);
        int32_t *list = c->rows[i].source == CONE_LIMIT ? &of->limit : &of->friction;
        all = is_scalar(&c->rows[i]) && *list < 0;
        *list = i;
    }
    return all;
}

void ludo_maximal_limits_set_choose(const coordinate_laws *of, const island *own)
{
    const maximal_contacts *c = of->contacts;
    for (int32_t i = own->first; i < own->end; i++) {
        coordinate_hold *k = hold_at(c, i);
        const cone *limit = k->limit >= 0 ? &c->cone[k->limit] : NULL;
        const cone *friction = k->friction >= 0 ? &c->cone[k->friction] : NULL;
        if (limit != NULL && limit->p[0] > least_push * own->scale.p) {
            hold_at_limit(of, k);
        } else if (friction != NULL && fabs(friction->p[0]) < most_stick * friction->mu) {
            hold_by_friction(c, k);
        } else if (limit != NULL && limit->y[0] < 0.0) {
            hold_at_limit(of, k);
        } else {
            release(c, k, friction != NULL ? friction->p[0] : 0.0);
        }
    }
}

/* The rate of a cone after the direction. */
static double rate_after(const cone *c)
{
    return c->y[0] + c->dy[0];
}

/* Change what holds a coordinate held. @return whether it misses a law */
static bool change_held(const coordinate_laws *of, coordinate_hold *k, double rate)
{
    const maximal_contacts *c = of->contacts;
    const double most = k->friction >= 0 ? c->cone[k->friction].mu * lever(c, k->friction) : 0.0;
    const double push = k->limit >= 0 ? (k->slip - k->share) * lever(c, k->limit) : 0.0;
    const bool at_limit = k->by == HELD_BY_LIMIT;
    if (at_limit ? push >= 0.0 : fabs(k->slip) <= most) {
        return false;
    }
    if (at_limit && k->share == 0.0 && fabs(k->slip) <= most) {
        hold_by_friction(c, k);
    } else if (!at_limit && push > 0.0 && rate_after(&c->cone[k->limit]) <= least_push * rate) {
        hold_at_limit(of, k);
    } else {
        release(c, k, k->share != 0.0 ? k->share : k->slip);
    }
    return true;
}

/* The same of a free one. */
static bool change_free(const coordinate_laws *of, coordinate_hold *k, double rate)
{
    const maximal_contacts *c = of->contacts;
    if (k->limit >= 0 && rate_after(&c->cone[k->limit]) < -of->slack * rate) {
        hold_at_limit(of, k);
        return true;
    }
    if (k->friction >= 0 && k->slip * rate_after(&c->cone[k->friction]) > 0.0) {
        hold_by_friction(c, k);
        return true;
    }
    return false;
}

bool ludo_maximal_limits_set_change(const coordinate_laws *of, const island *own)
{
    const maximal_contacts *c = of->contacts;
    bool any = false;
    for (int32_t i = own->first; i < own->end; i++) {
        coordinate_hold *k = hold_at(c, i);
        if (is_first_of_coordinate(c, i)) {
            const bool changes = k->by != HELD_BY_NONE ? change_held(of, k, own->scale.y)
                                                       : change_free(of, k, own->scale.y);
            any = any || changes;
        }
    }
    return any;
}

/* The largest impulse of an island, at least a typical one. */
static double largest_impulse(const maximal_contacts *c, const island *k)
{
    double most = k->scale.p;
    for (int32_t i = k->first; i < k->end; i++) {
        most = worst_of(most, fabs(c->cone[i].p[0]));
    }
    return most;
}

bool ludo_maximal_limits_set_is_lawful(const coordinate_laws *of, const island *k)
{
    const maximal_contacts *c = of->contacts;
    const double most = reached * of->kappa * largest_impulse(c, k) * k->scale.y;
    bool all = true;
    for (int32_t i = k->first; i < k->end && all; i++) {
        const double product = c->cone[i].p[0] * c->cone[i].y[0];
        const bool limit = i == hold_at(c, i)->limit;
        const bool held = hold_at(c, i)->by == (limit ? HELD_BY_LIMIT : HELD_BY_FRICTION);
        all = (held ? fabs(product) : product) <= most &&
              (!limit || c->cone[i].y[0] >= -of->slack * k->scale.y);
    }
    return all;
}

void ludo_maximal_limits_set_aim(const coordinate_laws *of, const island *own)
{
    const maximal_contacts *c = of->contacts;
    for (int32_t i = own->first; i < own->end; i++) {
        coordinate_hold *k = hold_at(c, i);
        if (k->by == HELD_BY_LIMIT) {
            hold_at_limit(of, k);
        } else if (k->by == HELD_BY_FRICTION) {
            hold_by_friction(c, k);
        }
    }
}
