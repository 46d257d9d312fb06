/* SPDX-License-Identifier: Apache-2.0
 *
 * The options of ludo simulate. */
#include "simulate/simulate.h"

#include "data/writable.h"
#include "reading.h"
#include "simulate/run_options.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- setters ---- */

static const char *integrator_name(const void *of, int32_t number)
{
    (void)of;
    return integrator_info_of(number).name;
}

outcome ludo_simulate_set_integrator(const option *o, char *value, void *settings)
{
    for (int32_t i = 0; i < ludo_integrator_count(); i++) {
        if (strcmp(value, integrator_name(NULL, i)) == 0) {
            return ludo_options_set_text(o, value, settings);
        }
    }
    return ludo_error_unknown("integrator", value,
                              &(name_list){ludo_integrator_count(), integrator_name, NULL});
}

/* The name ends at the last '=': names may contain '='. */
outcome ludo_simulate_add_assignment(const option *o, char *value, void *settings)
{
    simulate_settings *s = settings;
    char *equals = strrchr(value, '=');
    if (equals == NULL) {
        return ludo_options_refuse_value(o, "a name and numbers", value);
    }
    assignment *longer = realloc(s->assigned, ((size_t)s->assigned_count + 1) * sizeof *longer);
    if (longer == NULL) {
        return ludo_error_memory();
    }
    *equals = '\0';
    s->assigned = longer;
    s->assigned[s->assigned_count++] =
        (assignment){(assignment_kind)o->field, o->name, value, equals + 1};
    return OUTCOME_DONE;
}

static const char *const records[] = {"sensors", "sites", "accelerations", "reactions", "torques"};
enum { RECORDS = sizeof records / sizeof *records };

static const char *record_name(const void *of, int32_t number)
{
    (void)of;
    return records[number];
}

/* Add the quantities of a list of words: bit i is that of word i. */
static outcome add_records(const option *o, char *value, void *settings)
{
    simulate_settings *s = settings;
    (void)o;
    for (char *word = strtok(value, ","); word != NULL; word = strtok(NULL, ",")) {
        int32_t i = 0;
        while (i < RECORDS && strcmp(word, records[i]) != 0) {
            i++;
        }
        if (i == RECORDS) {
            return ludo_error_unknown("quantity to record", word,
                                      &(name_list){RECORDS, record_name, NULL});
        }
        s->record |= 1u << i;
    }
    return OUTCOME_DONE;
}

/* ---- the table ---- */

#define FIELD(name) offsetof(simulate_settings, name)

const option ludo_simulate_options[] = {
    MODEL_OPTIONS(simulate_settings, model),
    RUN_OPTIONS,
    {"--load-state", "FILE", "initial state: the file of --save-state", ludo_options_set_file,
     FIELD(load_state)},
    {"--save-state", "FILE", "write the final state", ludo_options_set_output, FIELD(save_state)},
    {"-o, --output", "FILE.csv|FILE.h5|-",
     "write the trajectory as CSV (-: to stdout), or as HDF5 with all quantities",
     ludo_options_set_file, FIELD(output)},
    {"--every", "N", "write every N-th knot and the last one (1)", ludo_options_set_count,
     FIELD(every)},
    {"--coordinates", "joint|body",
     "columns of a CSV trajectory: joint coordinates or body poses (joint)",
     ludo_options_set_choice, FIELD(coordinates)},
    {"--record", "QUANTITIES",
     "write further quantities to --output: sensors, sites, accelerations, reactions, torques (of "
     "servos and actuators); a list with commas (repeatable)",
     add_records, 0},
    {"--report", "FILE.html", "write a page for browsers: animation, figures and plots",
     ludo_options_set_output, FIELD(report)},
    {"--summary", "FILE|-", "write the summary as JSON (-: to stdout, without the table)",
     ludo_options_set_file, FIELD(summary)},
    {"--quiet", NULL, "print no table, no progress and no warnings; errors are printed",
     ludo_options_set_flag, FIELD(quiet)},
    {NULL, NULL, NULL, NULL, 0},
};

simulate_settings ludo_simulate_defaults(void)
{
    return (simulate_settings){.ground = ludo_ground_none(),
                               .sim = ludo_sim_options_default(),
                               .sleep_time = (double)NAN,
                               .duration = 10.0,
                               .every = 1};
}

void ludo_simulate_release(simulate_settings *s)
{
    free(s->assigned);
    ludo_model_settings_release(&s->model);
}

/* Refuse two outputs to one file. */
static outcome check_outputs_differ(const simulate_settings *s)
{
    const struct {
        const char *option, *path;
    } files[] = {{"--output", s->output},
                 {"--report", s->report},
                 {"--save-state", s->save_state},
                 {"--summary", s->summary}};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        for (size_t k = 0; k < i; k++) {
            const char *a = files[k].path, *b = files[i].path;
            if (a != NULL && b != NULL && ludo_writable_is_same(a, b)) {
                return ludo_error(OUTCOME_USAGE, "%s and %s need a file each; both name %s",
                                  files[k].option, files[i].option, a);
            }
        }
    }
    return OUTCOME_DONE;
}

outcome ludo_simulate_check(const simulate_settings *s)
{
    if (s->keyframe != NULL && s->load_state != NULL) {
        return ludo_error(
            OUTCOME_USAGE,
            "--keyframe and --load-state both set the initial state; give one of them");
    }
    const outcome how = check_outputs_differ(s);
    if (how != OUTCOME_DONE) {
        return how;
    }
    if (!isnan(s->sleep_time) && s->sim.sleep_speed == 0.0) {
        return ludo_error(OUTCOME_USAGE,
                          "--sleep-time is that of --sleep: give a speed with --sleep, too");
    }
    if (s->record != 0 && s->output == NULL) {
        return ludo_error(OUTCOME_USAGE, "--record adds to a trajectory: name it with --output");
    }
    if (s->output != NULL && ludo_output_kind(s->output) == NULL) {
        return ludo_error(OUTCOME_USAGE,
                          "--output %s: unknown suffix; use .csv, or .h5 for all quantities",
                          s->output);
    }
    if (s->coordinates != NULL && s->output != NULL && !ludo_output_kind(s->output)->chooses) {
        return ludo_error(OUTCOME_USAGE,
                          "--coordinates %s applies to CSV only; %s holds both joints and bodies",
                          s->coordinates, s->output);
    }
    return OUTCOME_DONE;
}
