/* SPDX-License-Identifier: Apache-2.0
 *
 * One part of equations as a system by itself: the reverse of whole.c. */
#include "solver/interior/interior_parts.h"

static void alone_restart(void *self)
{
    const interior_parts *of = ((const interior_alone *)self)->parts;
    of->restart(of->self, 0);
}

static ludo_status alone_evaluate(void *self)
{
    const interior_parts *of = ((const interior_alone *)self)->parts;
    const interior_part part = {.running = true};
    int32_t failed;
    return of->evaluate(of->self, &part, &failed);
}

static void alone_soften(void *self, bool soft)
{
    ((interior_alone *)self)->soft = soft;
}

static double alone_direction(void *self, bool factorize)
{
    const interior_alone *a = self;
    const interior_part part = {.running = true, .attempt.soft = a->soft};
    a->parts->direction(a->parts->self, &part, factorize);
    return a->parts->size(a->parts->self, 0);
}

static void alone_advance(void *self, double alpha)
{
    const interior_parts *of = ((const interior_alone *)self)->parts;
    const interior_part part = {.running = true, .alpha = alpha};
    of->advance(of->self, &part);
}

static double alone_residual(const void *self)
{
    const interior_parts *of = ((const interior_alone *)self)->parts;
    return of->residual(of->self, 0);
}

interior_system ludo_interior_alone(interior_alone *alone)
{
    return (interior_system){.self = alone,
                             .restart = alone_restart,
                             .evaluate = alone_evaluate,
                             .soften = alone_soften,
                             .direction = alone_direction,
                             .advance = alone_advance,
                             .residual = alone_residual};
}
