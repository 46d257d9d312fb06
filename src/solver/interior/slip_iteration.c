/* SPDX-License-Identifier: Apache-2.0
 *
 * Coulomb's law by convex laws whose slip is held, each round at what the last one found
 * [contact.md 5]. */
#include "solver/interior/slip_iteration.h"

#include "solver/interior/complementarity.h"
#include "solver/interior/shifted.h"

#include <math.h>

/* Rounds, and those that may fail. What the system holds is taken from the iterate in the first
 * ones only: what pulls where it leads would in the end have no lever on what it stops. */
enum { MOST_ROUNDS = 60, MOST_FAILED = 8, HOLDING_ROUNDS = 3 };

/* Speeds of slip aren't held below a floor, in units of what rates may be lifted by: what is wedged
 * would else have no inside. It starts here, sinks to so much of itself with each round that is
 * solved, to its least, and rises where one isn't; so does, slowly, the one that counts, and the
 * least is kept above what failed if that is one that counts. */
static const double first_floor = 1e4, least_floor = 0.1, sinks = 0.3, rises = 10.0;
static const double gives_in = 2.0, spared = 3.0;

/* What is held goes to what was found, less far with each round that turns it back, farther again
 * while it keeps its direction; in a second sequence, if need be, up to so many times the way. */
static const double grows = 1.5, shrinks = 0.5, least_way = 0.05, most_way[] = {1.0, 32.0};
enum { SEQUENCES = sizeof most_way / sizeof *most_way };

/* What is wedged bears 1e5 times its weight, and rounding of as much: equations count as balanced
 * to so many times the tolerance. */
static const double bears = 10.0;

/* What is wedged bears so much that the product is more than is wanted although it is lifted by
 * next to nothing: Coulomb's own law is tried then, near what was found, and where that leads
 * nowhere so many more rounds go on over a floor, and to products, that are lower by as much,
 * though by no more than `eases` at a time; after every few of them it is tried again. */
enum { MOST_SHARPENED = 16, EVERY_FEW = 4, MOST_FAILED_SHARPER = 3 };
static const double near_found = 1e-3, eases = 0.2, left_by_floor = 0.5;
static const double left_by_round = 0.3;

/* Where a sequence stands. */
typedef struct sequence {
    cone *cones;
    int32_t count;
    interior_settings settings; /* of a round */
    double product;             /* that is wanted */
    double unit;                /* speed that slips may be off by where there are none */
    double floor;               /* of what was solved last */
    double least, counts;       /* the lowest floor; the highest one over which a solution is one */
    double way, most_way;       /* times the way to what was found */
    double sunk;                /* by how much the worst rate is too small, but for the floor */
    double wrong; /* power that the slips held are off by, over that of the largest impulse */
} sequence;

static bool is_held(const cone *c)
{
    return c->kind->twin != NULL && c->mu > 0.0;
}

static double slip_of(const cone *c)
{
    return sqrt(c->y[1] * c->y[1] + c->y[2] * c->y[2]);
}

/* Laws are taken for their twins. */
static void swap_laws(const sequence *q)
{
    for (int32_t i = 0; i < q->count; i++) {
        q->cones[i].kind = is_held(&q->cones[i]) ? q->cones[i].kind->twin : q->cones[i].kind;
    }
}

static void hold_slip(const sequence *q, cone *c, double speed)
{
    c->shift = speed >= q->floor ? speed : q->floor;
}

/* What is found and what is held: whether they go on as in the last round, and by how much they
 * differ where that is of consequence. */
static void compare(sequence *q)
{
    double along = 0.0, wrong = 0.0, sunk = 0.0, largest = q->settings.scale.p;
    for (int32_t i = 0; i < q->count; i++) {
        const cone *c = &q->cones[i];
        largest = fabs(c->p[0]) > largest ? fabs(c->p[0]) : largest;
        if (is_held(c)) {
            const double slip = slip_of(c), found = slip > q->floor ? slip : q->floor;
            const double off = fabs(c->mu * c->p[0] * (found - c->shift));
            along += (found - c->shift) * c->shifted;
            wrong = off <= wrong ? wrong : off;
            sunk = -c->y[0] - c->mu * q->floor <= sunk ? sunk : -c->y[0] - c->mu * q->floor;
        }
    }
    q->sunk = sunk;
    q->wrong = wrong / (largest * q->settings.scale.y);
    const double way = along > 0.0 ? grows * q->way : along < 0.0 ? shrinks * q->way : q->way;
    q->way = way < q->most_way ? (way > least_way ? way : least_way) : q->most_way;
}

/* Hold what was found, over a lower floor. */
static void follow(sequence *q)
{
    const double lower = sinks * q->floor;
    q->floor = lower > q->least ? lower : q->least;
    for (int32_t i = 0; i < q->count; i++) {
        cone *c = &q->cones[i];
        c->shifted = slip_of(c) - c->shift;
        hold_slip(q, c, c->shift + q->way * c->shifted);
    }
}

/* Hold what was held, over a higher floor. */
static void back_off(sequence *q)
{
    const double above = spared * q->floor;
    q->counts *= gives_in;
    q->least = above > q->least && above < q->counts ? above : q->least;
    q->floor *= rises;
    q->way = 1.0;
    for (int32_t i = 0; i < q->count; i++) {
        hold_slip(q, &q->cones[i], q->cones[i].shift);
    }
}

static void stay(void *self)
{
    (void)self;
}

/* One convex law, from where the last one ended. */
static ludo_status solve_round(const interior_system *system, const sequence *q,
                               interior_report *report)
{
    interior_report one;
    const ludo_status status = ludo_interior_solve(system, q->cones, q->count, &q->settings, &one);
    one.iterations += report->iterations;
    one.factorizations += report->factorizations;
    *report = one;
    return status;
}

/* Whether what was solved counts. */
static bool is_done(const sequence *q)
{
    return q->floor <= q->counts && q->sunk <= q->unit && q->wrong <= q->settings.relaxed;
}

/* ---- sharper solutions ---- */

/* The best of those that were solved: its product, its sequence; cones keep what they held. */
typedef struct best_round {
    double product;
    sequence at;
} best_round;

static best_round keep(const sequence *q)
{
    for (int32_t i = 0; i < q->count; i++) {
        q->cones[i].kept = q->cones[i].shift;
    }
    return (best_round){ludo_cones_product(q->cones, q->count), *q};
}

static ludo_status go_back(const interior_system *system, sequence *q, const best_round *best,
                           interior_report *report)
{
    *q = best->at;
    for (int32_t i = 0; i < q->count; i++) {
        q->cones[i].shift = q->cones[i].kept;
    }
    return solve_round(system, q, report);
}

/* Aim at what is wanted where the best product so far is that large. */
static void aim(sequence *q, double product)
{
    const double largest = ludo_cones_largest(q->cones, q->count, q->settings.scale.p);
    const double kappa = lifted_kappa(q->product, largest, q->settings.scale);
    const double part = left_by_floor * q->product / product;
    if (is_done(q) && q->floor <= q->least) {
        q->least *= part > eases ? part : eases;
    }
    q->settings.kappa = kappa < q->settings.kappa ? kappa : q->settings.kappa;
    q->settings.product = left_by_round * q->product;
    follow(q);
}

/* The law itself. */
static bool finishes(const interior_system *system, const sequence *q, interior_report *report)
{
    interior_settings s = q->settings;
    s.product = q->product;
    s.careful = false;
    swap_laws(q);
    const ludo_status status =
        ludo_shifted_solve(system, q->cones, q->count, &s, near_found, report);
    swap_laws(q);
    return status == LUDO_OK && ludo_cones_product(q->cones, q->count) <= q->product;
}

/* Hold what was held, over a floor above that which failed. */
static void ease(sequence *q)
{
    const double above = spared * q->floor;
    q->least = above > q->least ? above : q->least;
    q->floor = q->least;
    q->way = 1.0;
    for (int32_t i = 0; i < q->count; i++) {
        hold_slip(q, &q->cones[i], q->cones[i].shift);
    }
}

/* From a solution to one whose product is what is wanted, or to the best that is found. */
static ludo_status sharpen(const interior_system *system, sequence *q, interior_report *report)
{
    interior_system held = *system;
    best_round best = keep(q);
    ludo_status status = LUDO_OK;
    int failed = 0;
    held.restart = stay;
    for (int k = 0; k < MOST_SHARPENED && best.product > q->product; k++) {
        if (status == LUDO_OK) {
            aim(q, best.product);
        }
        if (k % EVERY_FEW == 0 && finishes(&held, q, report)) {
            return LUDO_OK;
        }
        status = solve_round(&held, q, report);
        if (status != LUDO_OK && ++failed == MOST_FAILED_SHARPER) {
            break;
        }
        if (status != LUDO_OK) {
            ease(q);
            system->restart(system->self);
            continue;
        }
        compare(q);
        if (is_done(q) && ludo_cones_product(q->cones, q->count) < best.product) {
            best = keep(q);
        }
    }
    return best.product > q->product ? go_back(&held, q, &best, report) : LUDO_OK;
}

static ludo_status run(const interior_system *system, void (*hold)(void *self), sequence *q,
                       interior_report *report)
{
    interior_system held = *system;
    ludo_status status = LUDO_NOT_CONVERGED;
    int failed = 0;
    for (int k = 0; k < MOST_ROUNDS && failed < MOST_FAILED; k++) {
        held.restart = k < HOLDING_ROUNDS && hold != NULL ? hold : stay;
        status = solve_round(&held, q, report);
        if (status == LUDO_OK) {
            compare(q);
            if (is_done(q)) {
                status = q->product > 0.0 ? sharpen(system, q, report) : LUDO_OK;
                report->loosened = report->loosened || q->floor > q->unit;
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

/* From where the system starts, slips held as they are there. */
static ludo_status begin(const interior_system *system, sequence *q,
                         const interior_settings *settings)
{
    q->settings = *settings;
    q->floor = first_floor * q->unit;
    q->counts = q->unit;
    q->least = least_floor * q->unit;
    q->way = 1.0;
    system->restart(system->self);
    const ludo_status status = system->evaluate(system->self);
    for (int32_t i = 0; i < q->count; i++) {
        q->cones[i].shifted = 0.0;
        hold_slip(q, &q->cones[i], slip_of(&q->cones[i]));
    }
    return status;
}

ludo_status ludo_slip_iteration_solve(const interior_system *system, void (*hold)(void *self),
                                      cone *cones, int32_t count, const interior_settings *settings,
                                      interior_report *report)
{
    interior_settings once = *settings;
    once.tolerance *= bears;
    once.rungs = 1;
    once.careful = true;
    once.resumes = false;
    once.product = 0.0;
    sequence q = {cones, count, .settings = once, .product = settings->product,
                  .unit = settings->lifted * settings->scale.y};
    ludo_status status = LUDO_NOT_CONVERGED;
    *report = (interior_report){.worst = -1};
    swap_laws(&q);
    for (int i = 0; i < SEQUENCES && status != LUDO_OK; i++) {
        q.most_way = most_way[i];
        status = begin(system, &q, &once);
        status = status == LUDO_OK ? run(system, hold, &q, report) : status;
        report->attempts = i + 1;
    }
    swap_laws(&q);
    return status;
}
