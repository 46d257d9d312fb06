/* SPDX-License-Identifier: Apache-2.0
 *
 * The limits of a step: rules at a state, and trial steps on a copy [solvability.md 6]. */
#include "diagnostics/step_limit.h"

#include "core/diagnostic.h"
#include "core/sized.h"
#include "dynamics/configuration.h"

#include <math.h>
#include <stdio.h>

/* Trial steps go from the shortest to the longest, each `growth` times the one before. */
static const double shortest = 1e-6, growth = 1.15;

/* The longest step, however slow the motion [s]. */
static const double at_most = 0.1;

/* ---- a copy for trial steps ---- */

/* An option's value at creation; NULL: the integrator has no such option, stored as "". */
static const char *option_or_null(const char *word)
{
    return word != NULL && word[0] != '\0' ? word : NULL;
}

/* The options of a simulation's creation. */
static ludo_sim_options options_of(const ludo_sim *sim)
{
    const sim_settings *s = &sim->state.settings;
    return (ludo_sim_options){.struct_size = sizeof(ludo_sim_options),
                              .integrator = sim->integrator->info.name,
                              .order = s->order,
                              .scheme = option_or_null(s->scheme),
                              .rotation = option_or_null(s->rotation),
                              .solver = option_or_null(s->solver),
                              .damping = option_or_null(s->damping),
                              .cone = option_or_null(s->cone),
                              .tolerance = s->tolerance,
                              .accuracy = s->accuracy,
                              .max_iterations = s->max_iterations,
                              .max_substeps = s->max_substeps,
                              .contacts = s->contacts,
                              .limits = s->limits};
}

/* Create a copy that certifies if its integrator can; *why has the reason if not. Certificates are
 * scratch, so that the kept states of both have equal size. */
static ludo_status open_twin(ludo_sim *sim, ludo_sim **twin, bool *certifies, ludo_diagnostic *why)
{
    ludo_sim_options o = options_of(sim);
    o.certify = true;
    ludo_status status = ludo_sim_create(sim->state.model, &o, &sim->state.allocator, twin, why);
    *certifies = status == LUDO_OK;
    if (status == LUDO_REFUSED) {
        o.certify = false;
        status = ludo_sim_create(sim->state.model, &o, &sim->state.allocator, twin, NULL);
    }
    return status;
}

/* Return the copy to the state of `sim`, keeping its settings. */
static void go_back(ludo_sim *twin, const ludo_sim *sim)
{
    const sim_settings own = twin->state.settings;
    twin->state.settings = sim->state.settings;
    (void)ludo_sim_copy(twin, sim);
    twin->state.settings = own;
    twin->state.function = sim->state.function;
    twin->state.function_user = sim->state.function_user;
}

/* ---- trial steps ---- */

/* Whether a step of length h passes a test. */
typedef bool trial(ludo_sim *twin, const ludo_sim *sim, double h);

static bool trial_solves(ludo_sim *twin, const ludo_sim *sim, double h)
{
    go_back(twin, sim);
    twin->state.settings.max_substeps = 1;
    twin->state.settings.certify = false;
    twin->state.settings.accuracy = 0.0; /* parts solve where the step does not */
    return ludo_step(twin, h, NULL) == LUDO_OK;
}

static bool trial_certified(ludo_sim *twin, const ludo_sim *sim, double h)
{
    go_back(twin, sim);
    twin->state.interval_start = twin->state.progress->time;
    return twin->integrator->certify(&twin->state, h);
}

/* The longest step before the first failure; 0: the shortest step fails. */
static double longest_step(trial *passes, ludo_sim *twin, const ludo_sim *sim)
{
    double low = 0.0, high = shortest;
    while (high <= longest_asked && passes(twin, sim, high)) {
        low = high;
        high *= growth;
    }
    for (int i = 0; i < 6 && low > 0.0 && high <= longest_asked; i++) {
        const double middle = 0.5 * (low + high);
        *(passes(twin, sim, middle) ? &low : &high) = middle;
    }
    return low;
}

static void try_steps(ludo_sim *twin, bool certifies, const ludo_sim *sim, ludo_step_limits *out)
{
    if (certifies) {
        const bool sampled = sim->integrator->sampled;
        out->safety = sampled ? sample_safety : 0.0;
        const double dt = longest_step(trial_certified, twin, sim);
        add_limit(out, (ludo_limit){
                           "certified", "the next step passes the test of --certify", no_node(),
                           sampled ? LUDO_LIMIT_SAMPLED : LUDO_LIMIT_PROVED, dt,
                           sampled ? ludo_trapezoid_samples(ludo_model_dof(sim->state.model)) : 0});
    }
    out->solved = longest_step(trial_solves, twin, sim);
    add_limit(out, (ludo_limit){"solved", "half the longest trial step that was solved", no_node(),
                                LUDO_LIMIT_PRACTICAL, 0.5 * out->solved, 0});
}

/* ---- result ---- */

static bool is_bound(const ludo_limit *l)
{
    return l->kind == LUDO_LIMIT_PROVED || l->kind == LUDO_LIMIT_SAMPLED;
}

/* The largest bound, the smallest practical step, and the step that satisfies both. */
static void conclude(ludo_step_limits *out)
{
    const ludo_limit nothing = {"nothing", "no moving part needs a shorter step",
                                no_node(), LUDO_LIMIT_PRACTICAL,
                                at_most,   0};
    const ludo_limit *bound = NULL, *practical = NULL;
    add_limit(out, nothing);
    for (int32_t i = 0; i < out->count; i++) {
        const ludo_limit *l = &out->limit[i];
        bound = is_bound(l) && (bound == NULL || l->dt > bound->dt) ? l : bound;
        practical = l->kind == LUDO_LIMIT_PRACTICAL && (practical == NULL || l->dt < practical->dt)
                        ? l
                        : practical;
    }
    const ludo_limit *decides = bound != NULL && bound->dt < practical->dt ? bound : practical;
    out->dt = decides->dt;
    out->limited_by = decides->name;
    out->limited_at = decides->at;
    out->practical = practical->dt;
    out->bound = bound != NULL ? bound->dt : (double)NAN;
    out->bounded_by = bound != NULL ? bound->name : NULL;
    out->kind = bound != NULL ? bound->kind : LUDO_LIMIT_PRACTICAL;
    out->samples = bound != NULL ? bound->samples : 0;
    /* a bound beyond the trial steps has no measured counterpart */
    const bool compared = bound != NULL && bound->dt * growth <= longest_asked;
    out->pessimism = compared ? out->solved / bound->dt : (double)NAN;
}

/* The reason for a missing bound: why certificates were refused, or that none was given. */
static void explain_missing_bound(const char *refusal, ludo_step_limits *out)
{
    if (out->bounded_by == NULL && refusal[0] == '\0') {
        (void)snprintf(out->unbounded, sizeof out->unbounded,
                       "no step down to %g s can be certified at this state", shortest);
    } else if (out->bounded_by == NULL) {
        (void)snprintf(out->unbounded, sizeof out->unbounded, "%s", refusal);
    }
}

/* Limits by rules at the state. */
static ludo_status apply_rules(ludo_sim *sim, bool bounded, ludo_step_limits *out)
{
    limit_view x = {.bounded = bounded};
    arena measure = {NULL, 0, false};
    ludo_limit_view_layout(&x, &sim->state, &measure);
    char *block = measure.overflow ? NULL : memory_take(&sim->state.allocator, measure.used);
    if (block == NULL) {
        return LUDO_NO_MEMORY;
    }
    arena place = {block, 0, false};
    ludo_limit_view_layout(&x, &sim->state, &place);
    const ludo_status status = ludo_limit_view_linearize(&x, &sim->state);
    if (status == LUDO_OK) {
        ludo_step_limit_practical(&x, sim, out);
    }
    if (status == LUDO_OK && bounded) {
        ludo_step_limit_bounds(&x, out);
    }
    memory_give(&sim->state.allocator, block);
    return status;
}

ludo_status ludo_step_limit(ludo_sim *sim, ludo_step_limits *out, ludo_diagnostic *why)
{
    if (sim == NULL || out == NULL) {
        ludo_diagnose(why, (ludo_place){0}, "the simulation or the output is NULL");
        return LUDO_BAD_ARGUMENT;
    }
    if (!SIZED_KNOWN(out)) {
        ludo_diagnose_size(why, (ludo_place){0}, out->struct_size, "sizeof (ludo_step_limits)");
        return LUDO_BAD_ARGUMENT;
    }
    ludo_step_limits limits = {.integrator = sim->integrator->info.name,
                               .kind = LUDO_LIMIT_PRACTICAL};
    ludo_status status = ludo_sim_twists(sim);
    ludo_sim *twin = NULL;
    ludo_diagnostic refusal = {.message = ""};
    bool certifies = false;
    status = status == LUDO_OK ? open_twin(sim, &twin, &certifies, &refusal) : status;
    status = status == LUDO_OK
                 ? apply_rules(sim, certifies && sim->integrator->trapezoidal, &limits)
                 : status;
    if (status == LUDO_OK) {
        try_steps(twin, certifies, sim, &limits);
        conclude(&limits);
        explain_missing_bound(refusal.message, &limits);
        SIZED_WRITE(out, &limits);
    } else {
        char at[160] = "";
        (void)ludo_node_format(sim->state.model, &sim->state.failed, at, sizeof at);
        ludo_diagnose(why, (ludo_place){0}, "%s%s%s", ludo_status_text(status),
                      at[0] != '\0' ? " at " : "", at);
    }
    ludo_sim_destroy(twin);
    return status;
}
