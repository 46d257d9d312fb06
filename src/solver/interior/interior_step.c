/* SPDX-License-Identifier: Apache-2.0
 *
 * An iteration: two directions with one factorisation, and how far along [contact.md 5]. */
#include "solver/interior/interior_step.h"

#include <math.h>

/* How much of what the direction to kappa = 0 leaves of the products a step may leave of the way to
 * the boundary, and centering of the mean: where a direction leads to the solution, near the end,
 * iterations converge as Newton's do. */
static const double part_left = 0.1, centering_left = 0.3;

/* What shares a load that several contacts can bear gets nearer to its middle with 1 - sigma per
 * iteration only: where products differ from their mean, the mean shrinks less. */
static const double centering = 0.1, most_centering = 0.2;

static double sum_of_products(const attempt *a, double alpha)
{
    double sum = 0.0;
    for (int32_t i = 0; i < a->count; i++) {
        sum += a->cones[i].kind->product(&a->cones[i], alpha);
    }
    return sum;
}

static int32_t number_of_products(const attempt *a)
{
    int32_t sum = 0;
    for (int32_t i = 0; i < a->count; i++) {
        sum += a->cones[i].kind->degree;
    }
    return sum;
}

/* Products are measured against the largest impulse where that is more than a typical one: a blow
 * that is a thousand times what weight does needn't, and can't, be as sharp as that. */
double ludo_interior_unit(const attempt *a)
{
    double p = a->scale.p;
    for (int32_t i = 0; i < a->count; i++) {
        for (int32_t r = 0; r < a->cones[i].kind->rows; r++) {
            p = fabs(a->cones[i].p[r]) > p ? fabs(a->cones[i].p[r]) : p;
        }
    }
    return p * a->scale.y;
}

/* The direction to products of kappa. @return whether it has one */
static bool direct(attempt *a, double kappa, bool corrects)
{
    for (int32_t i = 0; i < a->count; i++) {
        a->cones[i].kind->linearize(&a->cones[i], kappa, corrects);
    }
    a->move = a->system->direct(a->system->self, !corrects);
    for (int32_t i = 0; i < a->count; i++) {
        a->cones[i].kind->direct(&a->cones[i]);
    }
    a->report->factorizations += corrects ? 0 : 1;
    return isfinite(a->move);
}

/* How far along the direction all cones stay inside, going that part of the way to the boundary. */
static double longest(const attempt *a, double part)
{
    double alpha = 1.0;
    for (int32_t i = 0; i < a->count; i++) {
        const double most = a->cones[i].kind->longest(&a->cones[i], part);
        alpha = is_worse(alpha, most) ? most : alpha;
    }
    return alpha;
}

worst ludo_interior_excess(const attempt *a, double kappa)
{
    worst w = {0.0, -1};
    for (int32_t i = 0; i < a->count; i++) {
        worst_take(&w, a->cones[i].kind->excess(&a->cones[i], kappa) / kappa, i);
    }
    return w;
}

static void advance(const attempt *a, double alpha)
{
    a->system->advance(a->system->self, alpha);
    for (int32_t i = 0; i < a->count; i++) {
        a->cones[i].kind->advance(&a->cones[i], alpha);
    }
}

/* What the mean product is to shrink to: what the direction to kappa = 0 left of it, cubed, within
 * what the pace and the spread of the products allow. */
static double shrink_to(const attempt *a, double left, double mean)
{
    const double spread = centering * ludo_interior_excess(a, mean).value;
    const double most =
        centering_left * left < most_centering ? centering_left * left : most_centering;
    const double wanted = spread < most ? spread : most;
    const double least = wanted > a->pace->least_sigma ? wanted : a->pace->least_sigma;
    const double cubed = left * left * left;
    return cubed > least ? (cubed < 1.0 ? cubed : 1.0) : least;
}

/* How far to go to the boundary where the direction to kappa = 0 left so much of the products. */
static double part_to_go(const pace *p, double left)
{
    const double part = 1.0 - part_left * left;
    return part > p->part ? (part < p->most ? part : p->most) : p->part;
}

static void soften(const attempt *a, double mean)
{
    const double soft = mean / (a->bears * a->bears);
    for (int32_t i = 0; i < a->count; i++) {
        a->cones[i].soft = soft;
    }
}

bool ludo_interior_step(attempt *a)
{
    const double now = sum_of_products(a, 0.0), mean = now / number_of_products(a);
    soften(a, mean);
    if (!direct(a, 0.0, false)) {
        return false;
    }
    const double left = sum_of_products(a, longest(a, a->pace->most)) / now;
    const double aim = shrink_to(a, left, mean) * mean;
    const double wanted = a->settings->kappa * a->unit;
    const double least = wanted < a->least ? wanted : a->least;
    if (!direct(a, aim > least ? aim : least, true)) {
        return false;
    }
    const double alpha = longest(a, part_to_go(a->pace, left));
    if (!(alpha > a->pace->least_step)) {
        return false;
    }
    advance(a, alpha);
    a->left = (1.0 - alpha + a->move) * a->move; /* a whole step's is of second order */
    return true;
}
