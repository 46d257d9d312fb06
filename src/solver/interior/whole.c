/* SPDX-License-Identifier: Apache-2.0
 *
 * Equations that are solved as a whole: a system of one part [contact.md 2.3]. */
#include "solver/interior/interior_parts.h"

/* A system of one part. */
typedef struct whole {
    const interior_system *system;
    double size; /* of its last direction */
} whole;

static void whole_restart(void *self, int32_t part)
{
    const interior_system *s = ((const whole *)self)->system;
    (void)part;
    s->restart(s->self);
}

static ludo_status whole_evaluate(void *self, const interior_part *parts, int32_t *failed)
{
    const interior_system *s = ((const whole *)self)->system;
    (void)parts;
    *failed = 0;
    return s->evaluate(s->self);
}

static void whole_direction(void *self, const interior_part *parts, bool factorize)
{
    whole *w = self;
    if (factorize && w->system->soften != NULL) {
        w->system->soften(w->system->self, parts->attempt.soft);
    }
    w->size = w->system->direction(w->system->self, factorize);
}

static void whole_advance(void *self, const interior_part *parts)
{
    const interior_system *s = ((const whole *)self)->system;
    if (parts->alpha > 0.0) {
        s->advance(s->self, parts->alpha);
    }
}

static double whole_size(const void *self, int32_t part)
{
    (void)part;
    return ((const whole *)self)->size;
}

static double whole_residual(const void *self, int32_t part)
{
    const interior_system *s = ((const whole *)self)->system;
    (void)part;
    return s->residual(s->self);
}

static ludo_status solve_whole(const interior_system *system, interior_part *p,
                               interior_report *report)
{
    whole self = {system, 0.0};
    const interior_parts parts = {.self = &self,
                                  .restart = whole_restart,
                                  .evaluate = whole_evaluate,
                                  .direction = whole_direction,
                                  .advance = whole_advance,
                                  .size = whole_size,
                                  .residual = whole_residual};
    const ludo_status status = ludo_interior_solve_parts(&parts, p, 1);
    *report = p->report;
    return status == LUDO_OK ? p->status : status;
}

ludo_status ludo_interior_solve(const interior_system *system, cone *cones, int32_t count,
                                const interior_settings *settings, interior_report *report)
{
    interior_part p = {.cones = cones, .count = count, .settings = *settings};
    return solve_whole(system, &p, report);
}

ludo_status ludo_interior_solve_next(const interior_system *system, cone *cones, int32_t count,
                                     const interior_settings *settings, interior_report *report)
{
    interior_report one;
    const ludo_status status = ludo_interior_solve(system, cones, count, settings, &one);
    one.iterations += report->iterations;
    one.factorizations += report->factorizations;
    *report = one;
    return status;
}

void ludo_interior_stay(void *self)
{
    (void)self;
}

ludo_status ludo_interior_polish(const interior_system *system, cone *cones, int32_t count,
                                 const interior_settings *settings, interior_report *report)
{
    interior_part p = {.cones = cones, .count = count, .settings = *settings, .polishes = true};
    return solve_whole(system, &p, report);
}
