/* SPDX-License-Identifier: Apache-2.0
 *
 * What is wedged has an inside again where its rates are lifted a little [contact.md 5]. */
#include "solver/interior/shifted.h"

#include "solver/interior/complementarity.h"

#include <string.h>

/* What the lift leaves of the product that is wanted. */
static const double left_by_lift = 0.5;

enum { MOST_ITERATIONS = 50 };

/* A system whose rates that must not become negative are told as larger by so much. */
typedef struct lifted {
    const interior_system *of;
    cone *cones;
    int32_t count;
    double by;
} lifted;

static void stay(void *self)
{
    (void)self;
}

static ludo_status evaluate(void *self)
{
    const lifted *l = self;
    const ludo_status status = l->of->evaluate(l->of->self);
    for (int32_t i = 0; i < l->count; i++) {
        l->cones[i].y[0] += l->cones[i].kind->bears ? l->by : 0.0;
    }
    return status;
}

static double direct(void *self, bool factorize)
{
    const lifted *l = self;
    return l->of->direct(l->of->self, factorize);
}

static void advance(void *self, double alpha)
{
    const lifted *l = self;
    l->of->advance(l->of->self, alpha);
}

static double open(const void *self)
{
    const lifted *l = self;
    return l->of->open(l->of->self);
}

/* One attempt, from the impulses and rates at hand. */
static interior_settings once(const interior_settings *settings, double largest, double near)
{
    interior_settings s = *settings;
    const double kappa = lifted_kappa(s.product, largest, s.scale);
    s.product *= 1.0 - left_by_lift;
    s.kappa = kappa < s.kappa ? kappa : s.kappa;
    s.max_iterations = MOST_ITERATIONS;
    s.rungs = 0;
    s.resumes = true;
    s.near = (cone_scale){near * largest, near * s.scale.y};
    return s;
}

ludo_status ludo_shifted_solve(const interior_system *system, cone *cones, int32_t count,
                               const interior_settings *settings, double near,
                               interior_report *report)
{
    const double largest = ludo_cones_largest(cones, count, settings->scale.p);
    const interior_settings s = once(settings, largest, near);
    lifted self = {system, cones, count, left_by_lift * settings->product / largest};
    const interior_system higher = {&self, stay, evaluate, direct, advance, open};
    interior_report r;
    for (int32_t i = 0; i < count; i++) {
        memset(cones[i].dy, 0, sizeof cones[i].dy);
    }
    const ludo_status status = ludo_interior_solve(&higher, cones, count, &s, &r);
    r.iterations += report->iterations;
    r.factorizations += report->factorizations;
    r.attempts = report->attempts;
    *report = r;
    const ludo_status here = system->evaluate(system->self); /* rates as they are */
    return status == LUDO_OK ? here : status;
}
