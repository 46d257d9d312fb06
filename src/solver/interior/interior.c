/* SPDX-License-Identifier: Apache-2.0
 *
 * Primal-dual path following on equations with cones [contact.md 4.2, 4.4]: all parts iterate side
 * by side, each from its own starts. */
#include "solver/interior/interior_parts.h"

/* ---- starts ---- */

static int32_t last_start(const interior_part *p)
{
    const int32_t most = p->settings.restarts < ATTEMPT_COLD ? p->settings.restarts : ATTEMPT_COLD;
    return p->polishes ? ATTEMPT_WARM : p->settings.predicts_only ? ATTEMPT_PATH : most - 1;
}

static void end(interior_part *p, ludo_status status)
{
    p->running = p->entering = false;
    p->status = status;
}

/* Cones up to which a warm start always follows a failed prediction: it costs little. */
enum { FEW_CONES = 16 };

/* Whether the warm start after a prediction is left out: an impact moves impulses too far, and so
 * does what has no iterate. */
static bool skips_warm(const interior_part *p)
{
    return p->start == ATTEMPT_PATH && p->attempt.on_path && last_start(p) > ATTEMPT_WARM &&
           !p->settings.estimates && p->count > FEW_CONES &&
           (p->attempt.steps == 0 || !ludo_attempt_is_gentle(&p->attempt));
}

/* The next start of a part, after an attempt with a status; the part ends where there is none. A
 * centring that failed has lost the solution that it began with. */
static void start_next(const interior_parts *system, interior_part *parts, int32_t at,
                       ludo_status status)
{
    interior_part *p = &parts[at];
    if (p->centring == CENTRING) {
        p->centring = NOT_CENTRED;
        p->start--;
    }
    if (p->start >= last_start(p)) {
        end(p, status);
        return;
    }
    p->start += skips_warm(p) ? 2 : 1;
    p->report.attempts = 1 + (p->start > 0 ? p->start : 0);
    p->entering = true;
    system->restart(system->self, at);
}

/* A part before its first start. */
static void open(const interior_parts *system, interior_part *parts, int32_t at)
{
    interior_part *p = &parts[at];
    const bool warm = p->settings.warm_start || p->polishes;
    p->report = (interior_report){.attempts = 1, .worst = -1};
    p->attempt = (attempt){.cones = p->cones,
                           .count = p->count,
                           .settings = &p->settings,
                           .report = &p->report,
                           .polishes = p->polishes};
    p->running = true;
    p->centring = UNCENTRED;
    const bool on_path = p->settings.predicts && warm && !p->polishes &&
                         ludo_attempt_path_is_near(p->cones, p->count, &p->settings);
    p->start = on_path ? ATTEMPT_PATH - 1 : warm ? ATTEMPT_PATH : ATTEMPT_WARM;
    start_next(system, parts, at, LUDO_NOT_CONVERGED);
}

static bool any_enters(const interior_part *parts, int32_t count)
{
    bool any = false;
    for (int32_t i = 0; i < count; i++) {
        any = any || parts[i].entering;
    }
    return any;
}

/* The number of cones above which an impact is not predicted: it changes too many of them. */
enum { MANY_CONES = 32 };

/* Whether a prediction that has just started is hopeless. */
static bool is_hopeless(const interior_part *p)
{
    return p->attempt.on_path && p->count > MANY_CONES && !p->settings.predicts_only &&
           !ludo_attempt_is_gentle(&p->attempt);
}

/* Whether a start follows an estimate of impulses. */
static bool is_estimated(const interior_part *p)
{
    return p->entering && p->start == ATTEMPT_WARM && p->settings.estimates;
}

static bool any_steps(const interior_part *parts, int32_t count)
{
    bool any = false;
    for (int32_t i = 0; i < count; i++) {
        any = any || parts[i].alpha > 0.0;
    }
    return any;
}

/* Evaluate after a step. A part that can't be evaluated returns to a start; alpha becomes zero. */
static ludo_status evaluate(const interior_parts *system, interior_part *parts, int32_t count)
{
    int32_t failed = -1;
    if (!any_steps(parts, count)) {
        return LUDO_OK;
    }
    ludo_status status = system->evaluate(system->self, parts, &failed);
    while (status != LUDO_OK && failed >= 0 && parts[failed].alpha > 0.0) {
        parts[failed].alpha = 0.0;
        start_next(system, parts, failed, status);
        if (!parts[failed].running) {
            system->restart(system->self, failed);
        }
        status = system->evaluate(system->self, parts, &failed);
    }
    return status;
}

/* Estimate impulses where a start wants them, and evaluate there. */
static ludo_status estimate(const interior_parts *system, interior_part *parts, int32_t count)
{
    for (int32_t i = 0; i < count; i++) {
        parts[i].alpha = is_estimated(&parts[i]) ? 1.0 : 0.0;
        if (is_estimated(&parts[i])) {
            ludo_attempt_end_path(&parts[i].attempt);
        }
    }
    if (any_steps(parts, count)) {
        system->estimate(system->self, parts);
        system->advance(system->self, parts);
    }
    return evaluate(system, parts, count);
}

/* Evaluate the starts and choose the interior points there. */
static ludo_status enter(const interior_parts *system, interior_part *parts, int32_t count)
{
    ludo_status status = LUDO_OK;
    while (status == LUDO_OK && any_enters(parts, count)) {
        int32_t failed = -1;
        status = system->evaluate(system->self, parts, &failed);
        status = status == LUDO_OK ? estimate(system, parts, count) : status;
        for (int32_t i = 0; i < count && status == LUDO_OK; i++) {
            if (!parts[i].entering) {
                continue;
            }
            parts[i].entering = false;
            ludo_attempt_start(&parts[i].attempt, parts[i].start);
            if (is_hopeless(&parts[i])) {
                start_next(system, parts, i, LUDO_NOT_CONVERGED);
            }
        }
    }
    return status;
}

/* ---- ends ---- */

/* Whether the solution of an interior point is moved to the centre: from a cold start, without an
 * impact. Where a prediction has failed a centring mostly fails, too; one cone has nothing to
 * share. */
static bool is_to_centre(const interior_part *p)
{
    const interior_settings *s = &p->settings;
    return s->predicts && !s->warm_start && p->count > 1 && !p->polishes && !p->attempt.on_path &&
           p->centring == UNCENTRED && ludo_attempt_path_is_near(p->cones, p->count, s) &&
           ludo_attempt_is_gentle(&p->attempt);
}

/* A solution: the end, or where its centring starts. */
static void end_solved(interior_part *p, bool relaxed)
{
    if (is_to_centre(p)) {
        p->centring = CENTRING;
        ludo_attempt_centre(&p->attempt);
        return;
    }
    p->report.relaxed = relaxed;
    end(p, LUDO_OK);
}

/* A slope p / y leaves that part of p to rounding, which for impulses far above typical ones is no
 * small part of the momenta at hand, and goes into those of the next interval. A larger imbalance
 * is that of a relaxed solution, or that of none. Most solutions have less than 1e-9. */
static const double relaxed_imbalance = 1e-4, most_imbalance = 1e-2;

/* A solution whose balances hold ends its part. */
static void end_balanced(const interior_parts *system, interior_part *parts, int32_t at,
                         bool relaxed)
{
    interior_part *p = &parts[at];
    const bool tests = system->imbalance != NULL && ludo_attempt_tests_balances(&p->attempt);
    const double imbalance = tests ? system->imbalance(system->self, at) : 0.0;
    if (imbalance > most_imbalance) {
        start_next(system, parts, at, LUDO_NOT_CONVERGED);
    } else {
        end_solved(p, relaxed || imbalance > relaxed_imbalance);
    }
}

/* The attempt has no further iteration. An acceptable iterate is taken; but for a relaxed one of a
 * prediction, a warm start or a centring, after which a cold start does better. */
static void end_attempt(const interior_parts *system, interior_part *parts, int32_t at)
{
    interior_part *p = &parts[at];
    const bool relaxed = ludo_attempt_relaxed(&p->attempt);
    const bool is_cold = p->start > ATTEMPT_WARM && p->centring != CENTRING;
    if (p->attempt.acceptable && (is_cold || !relaxed)) {
        end_balanced(system, parts, at, relaxed);
    } else {
        start_next(system, parts, at, LUDO_NOT_CONVERGED);
    }
}

/* Test a part after an iteration. */
static void test(const interior_parts *system, interior_part *parts, int32_t at)
{
    interior_part *p = &parts[at];
    p->report.iterations += p->attempt.closes ? 0 : 1;
    p->attempt.steps++;
    p->attempt.residual =
        ludo_attempt_is_exact(&p->attempt) ? 0.0 : system->residual(system->self, at);
    if (ludo_attempt_finished(&p->attempt)) {
        end_balanced(system, parts, at, false);
    } else if (ludo_attempt_over(&p->attempt)) {
        end_attempt(system, parts, at);
    }
}

/* ---- iterations ---- */

/* The directions of the parts that take a step: alpha is not zero. */
static void find_direction(const interior_parts *system, interior_part *parts, int32_t count,
                           bool factorize)
{
    system->direction(system->self, parts, factorize);
    for (int32_t i = 0; i < count; i++) {
        if (parts[i].alpha > 0.0) {
            parts[i].attempt.size = system->size(system->self, i);
        }
    }
}

/* Whether a part takes a step by its first direction, before the second one. */
static bool refines(const interior_part *p)
{
    return p->attempt.on_path && p->settings.refines && !p->attempt.settled;
}

/* Parts that refine take the step of their first direction, and are evaluated at its end. alpha is
 * zero of those that have no direction or can't be evaluated, and of all others. */
static ludo_status land(const interior_parts *system, interior_part *parts, int32_t count)
{
    for (int32_t i = 0; i < count; i++) {
        attempt *a = &parts[i].attempt;
        const bool lands = parts[i].stepping && refines(&parts[i]) && ludo_attempt_path_land(a);
        parts[i].alpha = lands ? 1.0 : 0.0;
    }
    if (!any_steps(parts, count)) {
        return LUDO_OK;
    }
    system->advance(system->self, parts);
    return evaluate(system, parts, count);
}

/* The first direction of a step, with a new factorisation. */
static ludo_status predict(const interior_parts *system, interior_part *parts, int32_t count)
{
    for (int32_t i = 0; i < count; i++) {
        parts[i].alpha = parts[i].stepping ? 1.0 : 0.0;
        if (parts[i].stepping) {
            ludo_attempt_predict(&parts[i].attempt);
        }
    }
    find_direction(system, parts, count, true);
    for (int32_t i = 0; i < count; i++) {
        if (parts[i].stepping) {
            ludo_attempt_path_settle(&parts[i].attempt);
        }
    }
    return land(system, parts, count);
}

/* Whether any part needs a second direction. */
static bool any_corrects(const interior_part *parts, int32_t count)
{
    bool any = false;
    for (int32_t i = 0; i < count; i++) {
        any = any || (parts[i].alpha > 0.0 && !parts[i].attempt.settled);
    }
    return any;
}

/* The second one, with the same factors, and the step. alpha is zero of parts that take none. */
static void correct(const interior_parts *system, interior_part *parts, int32_t count, bool closes)
{
    for (int32_t i = 0; i < count; i++) {
        attempt *a = &parts[i].attempt;
        const bool landed = closes || !refines(&parts[i]) || parts[i].alpha > 0.0;
        const bool goes = parts[i].stepping && !parts[i].entering && landed;
        const bool found = a->settled || (goes && ludo_attempt_correct(a));
        parts[i].alpha = goes && found ? 1.0 : 0.0;
    }
    if (any_corrects(parts, count)) {
        find_direction(system, parts, count, false);
    }
    for (int32_t i = 0; i < count; i++) {
        parts[i].alpha = parts[i].alpha > 0.0 ? ludo_attempt_step(&parts[i].attempt) : 0.0;
    }
    system->advance(system->self, parts);
}

/* Choose the parts that take the next step: those that close again with the factors they have,
 * before others factorise; without one all that run. @return whether they close */
static bool choose_stepping(interior_part *parts, int32_t count)
{
    bool any = false;
    for (int32_t i = 0; i < count; i++) {
        any = any || (parts[i].running && parts[i].attempt.closes);
    }
    for (int32_t i = 0; i < count; i++) {
        parts[i].stepping = parts[i].running && parts[i].attempt.closes == any;
    }
    return any;
}

/* One iteration of the parts that take a step. */
static ludo_status iterate(const interior_parts *system, interior_part *parts, int32_t count)
{
    const bool closes = choose_stepping(parts, count);
    ludo_status status = closes ? LUDO_OK : predict(system, parts, count);
    correct(system, parts, count, closes);
    for (int32_t i = 0; i < count; i++) {
        if (parts[i].stepping && parts[i].running && !parts[i].entering &&
            !(parts[i].alpha > 0.0)) {
            end_attempt(system, parts, i);
        }
    }
    status = status == LUDO_OK ? evaluate(system, parts, count) : status;
    for (int32_t i = 0; i < count && status == LUDO_OK; i++) {
        if (parts[i].running && parts[i].alpha > 0.0) {
            test(system, parts, i);
        }
    }
    return status == LUDO_OK ? enter(system, parts, count) : status;
}

static bool any_runs(const interior_part *parts, int32_t count)
{
    bool any = false;
    for (int32_t i = 0; i < count; i++) {
        any = any || parts[i].running;
    }
    return any;
}

ludo_status ludo_interior_solve_parts(const interior_parts *system, interior_part *parts,
                                      int32_t count)
{
    for (int32_t i = 0; i < count; i++) {
        open(system, parts, i);
    }
    ludo_status status = enter(system, parts, count);
    while (status == LUDO_OK && any_runs(parts, count)) {
        status = iterate(system, parts, count);
    }
    return status;
}
