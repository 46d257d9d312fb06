/* SPDX-License-Identifier: Apache-2.0
 *
 * One iteration: Mehrotra's predictor to kappa = 0 chooses the target, and its second-order term
 * corrects the direction; both have one factorisation [contact.md 2.3]. */
#include "solver/interior/attempt.h"

#include <math.h>

/* With q the part of the products that the predictor leaves, a step leaves part_left q of the way
 * to the boundary and centres by centering_left q: near the solution q is small, and iterations
 * converge as Newton's do. */
static const double part_left = 0.1, centering_left = 0.3;

/* A load that several contacts can share approaches its central distribution by 1 - sigma per
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

/* The largest impulse is the unit where it exceeds a typical one: an impact with a thousand times
 * the impulse of weight can't, and needn't, reach the same absolute product. */
double ludo_attempt_unit(const attempt *a)
{
    double p = a->scale.p;
    for (int32_t i = 0; i < a->count; i++) {
        for (int32_t r = 0; r < a->cones[i].kind->rows; r++) {
            p = fabs(a->cones[i].p[r]) > p ? fabs(a->cones[i].p[r]) : p;
        }
    }
    return p * a->scale.y;
}

/* Linearise for products of kappa. */
static void linearize(attempt *a, double kappa, bool corrects)
{
    for (int32_t i = 0; i < a->count; i++) {
        a->cones[i].kind->linearize(&a->cones[i], kappa, corrects);
    }
}

/* The direction of the cones from that of the equations. @return whether there is one */
static bool read_direction(const attempt *a)
{
    for (int32_t i = 0; i < a->count; i++) {
        a->cones[i].kind->direction(&a->cones[i]);
    }
    return isfinite(a->size);
}

/* The longest step in which all cones go at most that part of the way to the boundary. */
static double longest_step(const attempt *a, double part)
{
    double alpha = 1.0;
    for (int32_t i = 0; i < a->count; i++) {
        const double most = a->cones[i].kind->longest_step(&a->cones[i], part);
        alpha = is_worse(alpha, most) ? most : alpha;
    }
    return alpha;
}

/* The part of the products of a cone that its slacks leave out. */
static double product_of_errors(const cone *c)
{
    double sum = 0.0;
    for (int32_t r = 0; r < c->kind->rows; r++) {
        sum += fabs(c->p[r] * (c->x.s[r] - c->y[r]));
    }
    return sum;
}

worst ludo_attempt_excess(const attempt *a, double kappa)
{
    worst w = {0.0, -1};
    for (int32_t i = 0; i < a->count; i++) {
        const cone *c = &a->cones[i];
        const double more = a->on_path ? product_of_errors(c) : 0.0;
        worst_take(&w, (c->kind->excess(c, kappa) + more) / kappa, i);
    }
    return w;
}

/* sigma, the factor by which the mean product is to shrink: the cube of the part that the predictor
 * left, but no less than the step rule and the spread of the products want. */
static double sigma_of(const attempt *a, double left, double mean)
{
    const double spread = centering * ludo_attempt_excess(a, mean).value;
    const double most =
        centering_left * left < most_centering ? centering_left * left : most_centering;
    const double wanted = spread < most ? spread : most;
    const double least = wanted > a->rule->least_sigma ? wanted : a->rule->least_sigma;
    const double cubed = left * left * left;
    return cubed > least ? (cubed < 1.0 ? cubed : 1.0) : least;
}

/* The part of the way to the boundary to go where the predictor left this part of the products. */
static double part_to_go(const step_rule *s, double left)
{
    const double part = 1.0 - part_left * left;
    return part > s->least_part ? (part < s->most_part ? part : s->most_part) : s->least_part;
}

static void set_compliance(const attempt *a, double mean)
{
    const double compliance = mean / (a->soft_impulse * a->soft_impulse);
    for (int32_t i = 0; i < a->count; i++) {
        a->cones[i].compliance = compliance;
    }
}

/* Slopes grow with the square of impulses over products. */
static bool is_soft(const attempt *a)
{
    const double p = ludo_attempt_unit(a) / a->scale.y, typical = a->at.p;
    return a->mean * typical >= path_kappa_units * p * p * a->at.y;
}

void ludo_attempt_predict(attempt *a)
{
    a->report->factorizations++;
    a->soft = a->on_path && !a->stiff;
    if (a->on_path) {
        ludo_attempt_path_linearize(a);
        return;
    }
    const int32_t products = number_of_products(a);
    a->now = sum_of_products(a, 0.0);
    a->mean = products > 0 ? a->now / products : 0.0;
    a->soft = is_soft(a);
    set_compliance(a, a->mean);
    linearize(a, 0.0, false);
}

double ludo_attempt_target(const attempt *a)
{
    const double wanted = a->settings->kappa * a->unit;
    return wanted < a->polish_target ? wanted : a->polish_target;
}

bool ludo_attempt_correct(attempt *a)
{
    if (a->on_path) {
        if (a->centres && !a->closes) {
            ludo_attempt_measure_move(a);
        }
        return ludo_attempt_path_close(a);
    }
    if (!read_direction(a)) {
        return false;
    }
    const double after = sum_of_products(a, longest_step(a, a->rule->most_part));
    a->left = a->count > 0 ? after / a->now : 0.0;
    const double target = sigma_of(a, a->left, a->mean) * a->mean;
    const double least = ludo_attempt_target(a);
    linearize(a, target > least ? target : least, true);
    return true;
}

double ludo_attempt_step(attempt *a)
{
    if (a->on_path) {
        return ludo_attempt_path_arrive(a);
    }
    if (!read_direction(a)) {
        return 0.0;
    }
    const double alpha = longest_step(a, part_to_go(a->rule, a->left));
    if (!(alpha > a->rule->least_step)) {
        return 0.0;
    }
    for (int32_t i = 0; i < a->count; i++) {
        a->cones[i].kind->advance(&a->cones[i], alpha);
    }
    a->remainder = (1.0 - alpha + a->size) * a->size; /* of second order after a whole step */
    return alpha;
}
