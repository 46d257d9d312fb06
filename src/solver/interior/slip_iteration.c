/* SPDX-License-Identifier: Apache-2.0
 *
 * Fixed-point iteration on the slip speed s in De Saxce's form of Coulomb's law (Acary, Brogliato)
 *
 *     (mu p0, p1 ..)  o  (y0 / mu + s, y1 ..) = 0,   both vectors in their second-order cones
 *
 * [acary2008; acary2011; contact.md 5.6; acary2011.6]: convex for each fixed s, Coulomb's law where
 * s = |(y1 ..)|. Each round solves it with the slips held (the twin kinds of cones); then the
 * slips held go towards those found. */
#include "solver/interior/slip_iteration.h"

#include "solver/interior/bounded.h"
#include "solver/interior/complementarity.h"
#include "solver/interior/shifted.h"

#include <math.h>

/* Slips held never fall below a bound: a jammed system would have no interior without one. The
 * bounds are in units of rate_shift scale.y, the speed that counts as zero. */
static const struct slip_constants {
    int32_t rounds;            /* most rounds of a sequence */
    int32_t failures;          /* most rounds that fail */
    int32_t least_rounds;      /* of a sequence that ends because its iterations are spent */
    int32_t freezing_rounds;   /* the first ones, before which gradients are frozen: later gradients
                                  would turn with the motion that they stop, and lose their lever */
    double first_bound;        /* of the slip held, in the first round */
    double least_bound;        /* at which it stops to fall */
    double bound_decrease;     /* its factor after a round that is solved */
    double bound_increase;     /* its factor after one that fails */
    double accepted_increase;  /* factor of the largest accepted bound after a failure */
    double failure_distance;   /* multiple of a bound that failed which the least bound keeps, if
                                  that is accepted */
    double growth;             /* of the relaxation while slips keep their direction */
    double shrink;             /* of the relaxation where they reverse */
    double least_relaxation;   /* of held += relaxation (found - held) */
    double most_relaxation[2]; /* per sequence: a second one overrelaxes where the first creeps */
    double tolerance_factor;   /* of balances: jammed bodies carry 1e5 times their weight, and the
                                  rounding of that */
} constants = {
    .rounds = 60,
    .failures = 8,
    .least_rounds = 4,
    .freezing_rounds = 3,
    .first_bound = 1e4,
    .least_bound = 0.1,
    .bound_decrease = 0.3,
    .bound_increase = 10.0,
    .accepted_increase = 2.0,
    .failure_distance = 3.0,
    .growth = 1.5,
    .shrink = 0.5,
    .least_relaxation = 0.05,
    .most_relaxation = {1.0, 32.0},
    .tolerance_factor = 10.0,
};
enum { SEQUENCES = 2 };

/* Rounds with bounded friction at the end of the rounds of a sequence, and from the solution
 * before, with cones that were added: the first gives these their impulses. */
enum { BOUNDED_ROUNDS = 3, BOUNDED_AGAIN = 2 };

/* Polish: a jammed system carries so much load that its product exceeds the wanted one although
 * rates are off by next to nothing. Coulomb's own law is then solved near the solution; where that
 * fails more rounds follow with a lower bound and lower products. */
static const struct polish_constants {
    int32_t rounds;       /* most rounds */
    int32_t failures;     /* most rounds that fail */
    int32_t law_interval; /* rounds between tries of Coulomb's own law */
    double law_error;     /* part of the largest impulse and of the scale by which it may be off */
    double bound_part;    /* of the wanted product, that the bound may leave */
    double round_part;    /* of the wanted product, target of a round */
    double least_factor;  /* of the bound per round */
} polish_constants = {
    .rounds = 16,
    .failures = 3,
    .law_interval = 4,
    .law_error = 1e-3,
    .bound_part = 0.5,
    .round_part = 0.3,
    .least_factor = 0.2,
};

/* The state of a sequence of rounds. */
typedef struct sequence {
    cone *cones;
    int32_t count;
    interior_settings settings; /* of a round */
    double product;             /* the wanted one; 0: any */
    double unit;                /* the speed that counts as zero */
    double bound;               /* of the slips held in the last round that was solved */
    double least, accepted;     /* the least bound; the largest one of an accepted solution */
    double relaxation, most_relaxation;
    double deficit;    /* speed by which the worst rate is too small, less that of the bound */
    double slip_error; /* error of the slips held, as power over that of the largest impulse */
} sequence;

static bool is_held(const cone *c)
{
    return c->kind->twin != NULL && c->mu > 0.0;
}

static double slip_of(const cone *c)
{
    double sum = 0.0;
    for (int32_t r = 1; r < c->kind->rows; r++) {
        sum += c->y[r] * c->y[r];
    }
    return sqrt(sum);
}

/* Exchange Coulomb's law and its twin with the slip held. */
static void swap_laws(const sequence *q)
{
    for (int32_t i = 0; i < q->count; i++) {
        q->cones[i].kind = is_held(&q->cones[i]) ? q->cones[i].kind->twin : q->cones[i].kind;
    }
}

static void hold_slip(const sequence *q, cone *c, double speed)
{
    c->slip_held = speed >= q->bound ? speed : q->bound;
}

/* Compare the slips found with those held: the error, and the relaxation, larger where they go on
 * as in the last round. */
static void compare(sequence *q)
{
    double along = 0.0, error = 0.0, deficit = 0.0, largest = q->settings.scale.p;
    for (int32_t i = 0; i < q->count; i++) {
        const cone *c = &q->cones[i];
        largest = fabs(c->p[0]) > largest ? fabs(c->p[0]) : largest;
        if (is_held(c)) {
            const double slip = slip_of(c), found = slip > q->bound ? slip : q->bound;
            const double off = fabs(c->mu * c->p[0] * (found - c->slip_held));
            const double below = -c->y[0] - c->mu * q->bound;
            along += (found - c->slip_held) * c->slip_change;
            error = off <= error ? error : off;
            deficit = below <= deficit ? deficit : below;
        }
    }
    q->deficit = deficit;
    q->slip_error = error / (largest * q->settings.scale.y);
    const double factor = along > 0.0 ? constants.growth : along < 0.0 ? constants.shrink : 1.0;
    const double next = factor * q->relaxation, least = constants.least_relaxation;
    q->relaxation = next < q->most_relaxation ? (next > least ? next : least) : q->most_relaxation;
}

/* After a round that was solved: hold the slips found, relaxed, with a lower bound. */
static void follow(sequence *q)
{
    const double lower = constants.bound_decrease * q->bound;
    q->bound = lower > q->least ? lower : q->least;
    for (int32_t i = 0; i < q->count; i++) {
        cone *c = &q->cones[i];
        c->slip_change = slip_of(c) - c->slip_held;
        hold_slip(q, c, c->slip_held + q->relaxation * c->slip_change);
    }
}

/* Hold the same slips with another bound. */
static void hold_again(sequence *q, double bound)
{
    q->bound = bound;
    q->relaxation = 1.0;
    for (int32_t i = 0; i < q->count; i++) {
        hold_slip(q, &q->cones[i], q->cones[i].slip_held);
    }
}

/* After a round that failed: the same slips with a higher bound. */
static void back_off(sequence *q)
{
    const double above = constants.failure_distance * q->bound;
    q->accepted *= constants.accepted_increase;
    q->least = above > q->least && above < q->accepted ? above : q->least;
    hold_again(q, constants.bound_increase * q->bound);
}

/* The convex problem of one round, from where the last one ended. */
static ludo_status solve_round(const interior_system *system, const sequence *q,
                               interior_report *report)
{
    return ludo_interior_solve_next(system, q->cones, q->count, &q->settings, report);
}

/* Whether the round that was solved is a solution of Coulomb's law. */
static bool is_done(const sequence *q)
{
    return q->bound <= q->accepted && q->deficit <= q->unit &&
           q->slip_error <= q->settings.relaxed_kappa;
}

/* ---- polish ---- */

/* The best solution so far; its slips held are in cone.slip_best. */
typedef struct best_round {
    double product;
    sequence at;
} best_round;

static best_round save_best(const sequence *q)
{
    for (int32_t i = 0; i < q->count; i++) {
        q->cones[i].slip_best = q->cones[i].slip_held;
    }
    return (best_round){ludo_cones_product(q->cones, q->count), *q};
}

static ludo_status restore_best(const interior_system *system, sequence *q, const best_round *best,
                                interior_report *report)
{
    *q = best->at;
    for (int32_t i = 0; i < q->count; i++) {
        q->cones[i].slip_held = q->cones[i].slip_best;
    }
    return solve_round(system, q, report);
}

/* Lower the bound, kappa and the product of the next round where the best product is `product`. */
static void lower_targets(sequence *q, double product)
{
    const double largest = ludo_cones_largest(q->cones, q->count, q->settings.scale.p);
    const double kappa = shifted_kappa(q->product, largest, q->settings.scale);
    const double factor = polish_constants.bound_part * q->product / product;
    if (is_done(q) && q->bound <= q->least) {
        q->least *= factor > polish_constants.least_factor ? factor : polish_constants.least_factor;
    }
    q->settings.kappa = kappa < q->settings.kappa ? kappa : q->settings.kappa;
    q->settings.polish_product = polish_constants.round_part * q->product;
    follow(q);
}

/* Coulomb's own law, shifted, near the last round. */
static bool solve_law(const interior_system *system, const sequence *q, interior_report *report)
{
    interior_settings s = q->settings;
    s.polish_product = q->product;
    s.cautious = false;
    swap_laws(q);
    const ludo_status status =
        ludo_shifted_solve(system, q->cones, q->count, &s, polish_constants.law_error, report);
    swap_laws(q);
    return status == LUDO_OK && ludo_cones_product(q->cones, q->count) <= q->product;
}

/* After a polishing round that failed: the same slips with a bound above it. */
static void raise_bound(sequence *q)
{
    const double above = constants.failure_distance * q->bound;
    q->least = above > q->least ? above : q->least;
    hold_again(q, q->least);
}

/* From a solution to one with the wanted product, or to the best one found. */
static ludo_status polish(const interior_system *system, sequence *q, interior_report *report)
{
    interior_system held = *system;
    best_round best = save_best(q);
    ludo_status status = LUDO_OK;
    int failed = 0;
    held.restart = ludo_interior_stay;
    for (int k = 0; k < polish_constants.rounds && best.product > q->product; k++) {
        if (status == LUDO_OK) {
            lower_targets(q, best.product);
        }
        if (k % polish_constants.law_interval == 0 && solve_law(&held, q, report)) {
            return LUDO_OK;
        }
        status = solve_round(&held, q, report);
        if (status != LUDO_OK && ++failed == polish_constants.failures) {
            break;
        }
        if (status != LUDO_OK) {
            raise_bound(q);
            system->restart(system->self);
            continue;
        }
        compare(q);
        if (is_done(q) && ludo_cones_product(q->cones, q->count) < best.product) {
            best = save_best(q);
        }
    }
    return best.product > q->product ? restore_best(&held, q, &best, report) : LUDO_OK;
}

/* Whether the iterations of all sequences are spent. */
static bool is_spent(const sequence *q, const interior_report *report)
{
    return q->settings.slip_iterations > 0 && report->iterations >= q->settings.slip_iterations;
}

/* Friction bounded by the impulses of the last round, with the wanted product. */
static ludo_status bound_friction(const interior_system *system, const sequence *q,
                                  interior_report *report)
{
    interior_settings s = q->settings;
    s.polish_product = q->product;
    return ludo_bounded_solve(system, q->cones, q->count, &s, BOUNDED_ROUNDS, report);
}

/* The rounds of a sequence. */
static ludo_status run(const interior_system *system, void (*freeze)(void *self), sequence *q,
                       interior_report *report)
{
    interior_system held = *system;
    ludo_status status = LUDO_NOT_CONVERGED;
    int failed = 0;
    for (int k = 0; k < constants.rounds && failed < constants.failures; k++) {
        if (k >= constants.least_rounds && is_spent(q, report)) {
            return status == LUDO_OK ? bound_friction(system, q, report) : status;
        }
        held.restart =
            k < constants.freezing_rounds && freeze != NULL ? freeze : ludo_interior_stay;
        status = solve_round(&held, q, report);
        if (status == LUDO_OK) {
            compare(q);
            if (is_done(q)) {
                status = q->product > 0.0 ? polish(system, q, report) : LUDO_OK;
                report->relaxed = report->relaxed || q->bound > q->unit;
                return status;
            }
            follow(q);
        } else {
            failed++;
            back_off(q);
            system->restart(system->self);
        }
    }
    return status == LUDO_OK ? LUDO_NOT_CONVERGED : status;
}

/* The start of a sequence: the system's start, and its slips held. */
static ludo_status begin(const interior_system *system, sequence *q,
                         const interior_settings *settings)
{
    q->settings = *settings;
    q->bound = constants.first_bound * q->unit;
    q->accepted = q->unit;
    q->least = constants.least_bound * q->unit;
    q->relaxation = 1.0;
    system->restart(system->self);
    const ludo_status status = system->evaluate(system->self);
    for (int32_t i = 0; i < q->count; i++) {
        q->cones[i].slip_change = 0.0;
        hold_slip(q, &q->cones[i], slip_of(&q->cones[i]));
    }
    return status;
}

static interior_settings settings_of_round(const interior_settings *settings)
{
    interior_settings round = *settings;
    round.tolerance *= constants.tolerance_factor;
    round.restarts = 1;
    round.cautious = true;
    round.warm_start = false;
    round.polish_product = 0.0;
    return round;
}

ludo_status ludo_slip_iteration_solve(const interior_system *system, void (*freeze)(void *self),
                                      cone *cones, int32_t count, const interior_settings *settings,
                                      interior_report *report)
{
    const interior_settings round = settings_of_round(settings);
    sequence q = {cones, count, .settings = round, .product = settings->polish_product,
                  .unit = settings->rate_shift * settings->scale.y};
    ludo_status status = LUDO_NOT_CONVERGED;
    *report = (interior_report){.worst = -1};
    swap_laws(&q);
    for (int i = 0; i < SEQUENCES && status != LUDO_OK && !is_spent(&q, report); i++) {
        q.most_relaxation = constants.most_relaxation[i];
        status = begin(system, &q, &round);
        status = status == LUDO_OK ? run(system, freeze, &q, report) : status;
        report->attempts = i + 1;
    }
    swap_laws(&q);
    return status;
}

ludo_status ludo_slip_iteration_end(const interior_system *system, cone *cones, int32_t count,
                                    const interior_settings *settings, interior_report *report)
{
    interior_settings round = settings_of_round(settings);
    round.polish_product = settings->polish_product;
    *report = (interior_report){.attempts = 1, .worst = -1};
    return ludo_bounded_solve(system, cones, count, &round, BOUNDED_AGAIN, report);
}
