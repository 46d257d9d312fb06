/* SPDX-License-Identifier: Apache-2.0
 *
 * ludo step-limit: the largest sensible time step at a state. */
#include "commands.h"
#include "text/json.h"
#include "simulate/assembly_report.h"
#include "simulate/simulate.h"
#include "terminal/method_name.h"
#include "terminal/printable.h"

#include <math.h>
#include <stdlib.h>

typedef struct limit_settings {
    simulate_settings run; /* first: its setters are used */
    bool as_json;
} limit_settings;

/* ---- the integrator ---- */

/* Without --integrator: the first of these that accepts the model, if need be without contacts and
 * joint limits. Integrators with a proved bound come first. */
static const struct {
    const char *name;
    int32_t order;
    bool has_contacts;
} candidates[] = {{"rigid-body", 0, false},
                  {"galerkin", 2, false},
                  {"dual-quaternion", 0, false},
                  {"maximal", 0, true}};

static ludo_status create_first(const simulate_settings *s, const ludo_model *model, ludo_sim **sim,
                                ludo_diagnostic *why)
{
    ludo_status status = LUDO_REFUSED;
    for (size_t i = 0; i < sizeof candidates / sizeof *candidates && status == LUDO_REFUSED; i++) {
        ludo_sim_options o = s->sim;
        o.integrator = candidates[i].name;
        o.order = s->sim.order > 0 ? s->sim.order : candidates[i].order;
        status = ludo_sim_create(model, &o, NULL, sim, why);
        if (status == LUDO_REFUSED && !candidates[i].has_contacts) {
            o.contacts = o.limits = false;
            status = ludo_sim_create(model, &o, NULL, sim, why);
        }
    }
    return status;
}

static ludo_status create(const simulate_settings *s, const ludo_model *model, ludo_sim **sim,
                          ludo_diagnostic *why)
{
    return s->sim.integrator != NULL ? ludo_sim_create(model, &s->sim, NULL, sim, why)
                                     : create_first(s, model, sim, why);
}

/* ---- output ---- */

static const char *const kinds[] = {[LUDO_LIMIT_PROVED] = "a-priori",
                                    [LUDO_LIMIT_SAMPLED] = "sampled",
                                    [LUDO_LIMIT_PRACTICAL] = "practical",
                                    [LUDO_LIMIT_INFORMATIVE] = "informative"};

static const char *const bound_of[] = {
    [LUDO_LIMIT_PROVED] = "a-priori bound", [LUDO_LIMIT_SAMPLED] = "sampled bound"};

/* A node as text, "" where there is none. */
typedef struct node_text {
    char text[192];
} node_text;

static node_text text_of(const ludo_sim *sim, const ludo_node *node)
{
    node_text text = {.text = ""};
    (void)ludo_node_format(ludo_sim_model(sim), node, text.text, sizeof text.text);
    return text;
}

static void write_node(json *j, const char *key, const ludo_sim *sim, const ludo_node *node)
{
    const node_text text = text_of(sim, node);
    ludo_json_text(j, key, text.text[0] != '\0' ? text.text : NULL);
}

static void write_limits(json *j, const ludo_sim *sim, const ludo_step_limits *of)
{
    ludo_json_open_array(j, "limits");
    for (int32_t i = 0; i < of->count; i++) {
        ludo_json_open_named(j, of->limit[i].name);
        ludo_json_number(j, "dt", of->limit[i].dt);
        ludo_json_text(j, "kind", kinds[of->limit[i].kind]);
        write_node(j, "at", sim, &of->limit[i].at);
        ludo_json_text(j, "about", of->limit[i].about);
        ludo_json_close_object(j);
    }
    ludo_json_close_array(j);
}

static void write_json(const ludo_step_limits *of, const ludo_sim *sim, const char *title)
{
    json j = {.file = stdout};
    ludo_json_open_object(&j, NULL);
    ludo_json_text(&j, "model", title);
    ludo_json_text(&j, "integrator", of->integrator);
    ludo_json_text(&j, "scheme", ludo_sim_scheme(sim));
    ludo_json_integer(&j, "order", ludo_sim_order(sim));
    ludo_json_number(&j, "dt", of->dt);
    ludo_json_text(&j, "limited_by", of->limited_by);
    write_node(&j, "limited_at", sim, &of->limited_at);
    ludo_json_number(&j, "bound", of->bound);
    ludo_json_text(&j, "bounded_by", of->bounded_by);
    ludo_json_text(&j, "kind", of->bounded_by != NULL ? kinds[of->kind] : NULL);
    ludo_json_text(&j, "unbounded", of->unbounded[0] != '\0' ? of->unbounded : NULL);
    ludo_json_number(&j, "dt_practical", of->practical);
    ludo_json_number(&j, "dt_solved", of->solved);
    ludo_json_number(&j, "pessimism", of->pessimism);
    ludo_json_integer(&j, "samples", of->samples);
    ludo_json_number(&j, "safety", of->safety);
    write_limits(&j, sim, of);
    ludo_json_close_object(&j);
}

static void print_bound(const ludo_step_limits *of)
{
    if (of->bounded_by == NULL) {
        ludo_printable_print(stdout, "  no bound is known: %s\n", of->unbounded);
    } else if (isinf(of->bound)) {
        printf("  %-16s  any step, by %s\n", bound_of[of->kind], of->bounded_by);
    } else {
        printf("  %-16s  %.4g s, by %s\n", bound_of[of->kind], of->bound, of->bounded_by);
    }
    printf("  solvable here     up to %.4g s", of->solved);
    if (isfinite(of->pessimism)) {
        printf(", %.3g times the bound", of->pessimism);
    }
    printf("\n");
}

static void print_text(const ludo_step_limits *of, const ludo_sim *sim, const char *title)
{
    ludo_printable_print(stdout, "%s: %s, order %d, at t = %.9g s\n\n", title,
                         ludo_method_name(of->integrator, ludo_sim_scheme(sim)).text,
                         (int)ludo_sim_order(sim), ludo_sim_time(sim));
    ludo_printable_print(stdout, "  largest sensible  %.4g s, by %s%s%s\n", of->dt, of->limited_by,
                         of->limited_at.kind != LUDO_NODE_NONE ? " at " : "",
                         text_of(sim, &of->limited_at).text);
    printf("  practical         %.4g s\n", of->practical);
    print_bound(of);
    if (of->samples > 0) {
        printf("  constants         from %d samples, safety factor %.3g\n", (int)of->samples,
               of->safety);
    }
    printf("\n  %-13s %10s  %-10s %s\n", "limit", "step [s]", "kind", "meaning");
    for (int32_t i = 0; i < of->count; i++) {
        const ludo_limit *l = &of->limit[i];
        ludo_printable_print(stdout, "  %-13s %10.4g  %-10s %s%s%s\n", l->name, l->dt,
                             kinds[l->kind], l->about, l->at.kind != LUDO_NODE_NONE ? ": " : "",
                             text_of(sim, &l->at).text);
    }
}

/* ---- the command ---- */

static outcome report_limits(const limit_settings *s, ludo_sim *sim, const mechanism *of)
{
    ludo_step_limits limits = {.struct_size = sizeof limits};
    ludo_diagnostic why = {.message = ""};
    outcome how = ludo_simulate_start(&s->run, sim);
    how = how == OUTCOME_DONE ? ludo_assembly_report_assemble(sim, of->path, true) : how;
    if (how != OUTCOME_DONE) {
        return how;
    }
    const ludo_status status = ludo_step_limit(sim, &limits, &why);
    if (status != LUDO_OK) {
        return ludo_error_status(status, of->path, &why);
    }
    const char *title = ludo_model_file_title(of->model, of->path);
    (s->as_json ? write_json : print_text)(&limits, sim, title);
    return OUTCOME_DONE;
}

static outcome find_limits(const limit_settings *s, const char *path)
{
    mechanism of = {.path = path};
    ludo_diagnostic why = {.message = ""};
    ludo_sim *sim = NULL;
    outcome how = ludo_model_file_read(&s->run.model, path, &of.spec);
    if (how == OUTCOME_DONE) {
        how = ludo_model_file_compile(of.spec, path, &of.model);
    }
    if (how == OUTCOME_DONE) {
        const ludo_status status = create(&s->run, of.model, &sim, &why);
        how =
            status == LUDO_OK ? report_limits(s, sim, &of) : ludo_error_status(status, path, &why);
    }
    ludo_sim_destroy(sim);
    ludo_model_destroy(of.model);
    ludo_spec_destroy(of.spec);
    return how;
}

static void init(void *settings)
{
    limit_settings *s = settings;
    s->run = ludo_simulate_defaults();
    s->run.sim.integrator = NULL;
}

static outcome run(void *settings, int count, char **operands)
{
    (void)count;
    return find_limits(settings, operands[0]);
}

static void release(void *settings)
{
    ludo_simulate_release(&((limit_settings *)settings)->run);
}

#define FIELD(name) offsetof(limit_settings, run.name)

static const option options[] = {
    {"--json", NULL, "print JSON", ludo_options_set_flag, offsetof(limit_settings, as_json)},
    MODEL_OPTIONS(limit_settings, run.model),
    {"--integrator", "NAME",
     "integrator that takes the step (the first of rigid-body, galerkin, dual-quaternion, maximal "
     "that accepts the model)",
     ludo_simulate_set_integrator, FIELD(sim.integrator)},
    {"--order", "N", "order of the integrator (its default)", ludo_options_set_count,
     FIELD(sim.order)},
    {"--scheme", "NAME", "scheme of the integrator (its default)", ludo_options_set_text,
     FIELD(sim.scheme)},
    {"--tolerance", "T", "Newton tolerance [rad, or m over joint length] (1e-10)",
     ludo_options_set_positive, FIELD(sim.tolerance)},
    {"--no-contact", NULL, "ignore contacts", ludo_options_clear_flag, FIELD(sim.contacts)},
    {"--no-limits", NULL, "ignore joint limits", ludo_options_clear_flag, FIELD(sim.limits)},
    {"--keyframe", "NAME", "state: a keyframe of the model", ludo_options_set_text,
     FIELD(keyframe)},
    {"--qpos", "JOINT=v[,v..]", "state: position of a joint [rad, m] (repeatable)",
     ludo_simulate_add_assignment, ASSIGN_POSITION},
    {"--qvel", "JOINT=v[,v..]", "state: velocity of a joint [rad/s, m/s] (repeatable)",
     ludo_simulate_add_assignment, ASSIGN_VELOCITY},
    {"--control", "ACTUATOR=v", "control of an actuator (repeatable)", ludo_simulate_add_assignment,
     ASSIGN_CONTROL},
    {"--load-state", "FILE", "state: the file of simulate --save-state", ludo_options_set_file,
     FIELD(load_state)},
    {NULL, NULL, NULL, NULL, 0},
};

const command ludo_command_step_limit = {
    .name = "step-limit",
    .summary = "Print the largest sensible time step and its limits.",
    .run = run,
    .settings_size = sizeof(limit_settings),
    .init = init,
    .release = release,
    .operands = {"MODEL"},
    .options = options,
};
