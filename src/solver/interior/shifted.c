/* SPDX-License-Identifier: Apache-2.0
 *
 * Shifted complementarity: a jammed system, whose cones have no interior, has one where rates are
 * shifted a little [contact.md 5.7]. */
#include "solver/interior/shifted.h"

#include "solver/interior/complementarity.h"

#include <string.h>

/* The shift times the largest impulse, in units of the wanted product. */
static const double shift_part = 0.5;

enum { MOST_ITERATIONS = 50 };

/* A system that adds `shift` to the rates of unilateral cones. */
typedef struct shifted {
    const interior_system *of;
    cone *cones;
    int32_t count;
    double shift;
} shifted;

static void shifted_restart(void *self) /* from the iterate */
{
    (void)self;
}

static ludo_status shifted_evaluate(void *self)
{
    const shifted *l = self;
    const ludo_status status = l->of->evaluate(l->of->self);
    for (int32_t i = 0; i < l->count; i++) {
        l->cones[i].y[0] += l->cones[i].kind->unilateral ? l->shift : 0.0;
    }
    return status;
}

static void shifted_soften(void *self, bool soft)
{
    const shifted *l = self;
    if (l->of->soften != NULL) {
        l->of->soften(l->of->self, soft);
    }
}

static double shifted_direction(void *self, bool factorize)
{
    const shifted *l = self;
    return l->of->direction(l->of->self, factorize);
}

static void shifted_advance(void *self, double alpha)
{
    const shifted *l = self;
    l->of->advance(l->of->self, alpha);
}

static double shifted_residual(const void *self)
{
    const shifted *l = self;
    return l->of->residual(l->of->self);
}

static interior_settings polish_settings(const interior_settings *settings, double largest,
                                         double error)
{
    interior_settings s = *settings;
    const double kappa = shifted_kappa(s.polish_product, largest, s.scale);
    s.polish_product *= 1.0 - shift_part;
    s.kappa = kappa < s.kappa ? kappa : s.kappa;
    s.max_iterations = MOST_ITERATIONS;
    s.warm_start_error = (cone_scale){error * largest, error * s.scale.y};
    return s;
}

ludo_status ludo_shifted_solve(const interior_system *system, cone *cones, int32_t count,
                               const interior_settings *settings, double error,
                               interior_report *report)
{
    const double largest = ludo_cones_largest(cones, count, settings->scale.p);
    const interior_settings s = polish_settings(settings, largest, error);
    shifted self = {system, cones, count, shift_part * settings->polish_product / largest};
    const interior_system with_shift = {.self = &self,
                                        .restart = shifted_restart,
                                        .evaluate = shifted_evaluate,
                                        .soften = shifted_soften,
                                        .direction = shifted_direction,
                                        .advance = shifted_advance,
                                        .residual = shifted_residual};
    interior_report r;
    for (int32_t i = 0; i < count; i++) {
        memset(cones[i].dy, 0, sizeof cones[i].dy);
    }
    const ludo_status status = ludo_interior_polish(&with_shift, cones, count, &s, &r);
    r.iterations += report->iterations;
    r.factorizations += report->factorizations;
    r.attempts = report->attempts;
    *report = r;
    const ludo_status here = system->evaluate(system->self); /* rates without the shift */
    return status == LUDO_OK ? here : status;
}
