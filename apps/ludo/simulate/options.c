/* SPDX-License-Identifier: Apache-2.0
 *
 * The options of `ludo simulate`. */
#include "simulate/simulate.h"

#include "data/writable.h"

#include <stdlib.h>
#include <string.h>

/* ---- setters of its own ---- */

static const char *integrator_name(const void *of, int32_t number)
{
    (void)of;
    return ludo_integrator_get(number).name;
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

/* It ends at the last '='. */
outcome ludo_simulate_add_assignment(const option *o, char *value, void *settings)
{
    simulate_settings *s = settings;
    char *equals = strrchr(value, '=');
    if (equals == NULL) {
        return ludo_options_refuse_value(o, "a name and its numbers", value);
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

/* ---- the table ---- */

#define FIELD(name) offsetof(simulate_settings, name)

const option ludo_simulate_options[] = {
    MODEL_OPTIONS(simulate_settings, model),
    {"--duration", "S", "simulated time [s] (10)", ludo_options_set_not_negative, FIELD(duration)},
    {"--dt", "S", "time step [s] (the model's, else 0.01)", ludo_options_set_positive, FIELD(dt)},
    {"--integrator", "NAME", "see ludo integrators (maximal)", ludo_simulate_set_integrator,
     FIELD(sim.integrator)},
    {"--order", "N", "order of the integrator (its first)", ludo_options_set_count,
     FIELD(sim.order)},
    {"--scheme", "NAME", "scheme of the integrator (its first)", ludo_options_set_text,
     FIELD(sim.scheme)},
    {"--rotation", "exponential|quaternion",
     "rotation update of maximal (exponential; order 1: quaternion)", ludo_options_set_choice,
     FIELD(sim.rotation)},
    {"--solver", "recursion|ldu|newton|riqn|riqn-broyden",
     "how a step's equations are solved (maximal: recursion; galerkin: newton)",
     ludo_options_set_choice, FIELD(sim.solver)},
    {"--damping", "symmetric|implicit",
     "how dampers act in maximal: order 2, or never ringing (symmetric)", ludo_options_set_choice,
     FIELD(sim.damping)},
    {"--tolerance", "T", "of Newton [rad, or m over joint length] (1e-10)",
     ludo_options_set_positive, FIELD(sim.tolerance)},
    {"--max-substeps", "N", "most parts of a step that doesn't solve (32; 1: never cut)",
     ludo_options_set_count, FIELD(sim.max_substeps)},
    {"--certify", NULL,
     "prove ahead of each step that it has one solution near, and count (galerkin of order 2, "
     "lie-group, rigid-body, dual-quaternion)",
     ludo_options_set_flag, FIELD(sim.certify)},
    {"--cone", "exact|linear4|linear8",
     "friction of contacts: the cone, or a pyramid in it of so many facets (exact)",
     ludo_options_set_choice, FIELD(sim.cone)},
    {"--ground", "HEIGHT", "add a ground: all below this height [m] (none)",
     ludo_options_set_number, FIELD(ground.height)},
    {"--ground-friction", "MU", "friction with that ground (1)", ludo_options_set_not_negative,
     FIELD(ground.friction)},
    {"--no-contact", NULL, "let everything pass through everything", ludo_options_clear_flag,
     FIELD(sim.contacts)},
    {"--no-limits", NULL, "let joints go beyond their ranges", ludo_options_clear_flag,
     FIELD(sim.limits)},
    {"--keyframe", "NAME", "start at a keyframe of the model", ludo_options_set_text,
     FIELD(keyframe)},
    {"--qpos", "JOINT=v[,v..]", "start with a joint here [rad, m] (repeatable)",
     ludo_simulate_add_assignment, ASSIGN_POSITION},
    {"--qvel", "JOINT=v[,v..]", "start with a joint at this rate (repeatable)",
     ludo_simulate_add_assignment, ASSIGN_VELOCITY},
    {"--control", "ACTUATOR=v", "constant control of an actuator (repeatable)",
     ludo_simulate_add_assignment, ASSIGN_CONTROL},
    {"--control-file", "FILE.csv", "controls over time: columns time, ACTUATOR, ...",
     ludo_options_set_file, FIELD(control_file)},
    {"--servo", "JOINT=target,kp,kd", "pull a joint to a target (repeatable)",
     ludo_simulate_add_assignment, ASSIGN_SERVO},
    {"--force", "BODY=fx,fy,fz", "constant force at the centre of mass [N] (repeatable)",
     ludo_simulate_add_assignment, ASSIGN_FORCE},
    {"--load-state", "FILE", "start where the run that saved it ended", ludo_options_set_file,
     FIELD(load_state)},
    {"--save-state", "FILE", "keep the state at the end", ludo_options_set_file, FIELD(save_state)},
    {"-o, --output", "FILE.csv|FILE.h5", "write the trajectory: as CSV, or everything as HDF5",
     ludo_options_set_file, FIELD(output)},
    {"--every", "N", "write each N-th knot, and the last (1)", ludo_options_set_count,
     FIELD(every)},
    {"--coordinates", "joint|body", "what a trajectory in CSV holds (joint)",
     ludo_options_set_choice, FIELD(coordinates)},
    {"--report", "FILE.html", "write a page that shows the motion, for a browser",
     ludo_options_set_file, FIELD(report)},
    {"--summary", "FILE|-", "write the summary as JSON; -: nothing else on stdout",
     ludo_options_set_file, FIELD(summary)},
    {"--quiet", NULL, "print no table, no progress", ludo_options_set_flag, FIELD(quiet)},
    {NULL, NULL, NULL, NULL, 0},
};

simulate_settings ludo_simulate_defaults(void)
{
    return (simulate_settings){.ground = ludo_ground_none(),
                               .sim = ludo_sim_options_default(),
                               .duration = 10.0,
                               .every = 1};
}

/* Each file that is written is one of its own. */
static outcome check_apart(const simulate_settings *s)
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
            if (a != NULL && b != NULL && ludo_writable_clash(a, b)) {
                return ludo_error(OUTCOME_USAGE, "%s: %s and %s need a file each", a,
                                  files[k].option, files[i].option);
            }
        }
    }
    return OUTCOME_DONE;
}

outcome ludo_simulate_check(const simulate_settings *s)
{
    if (s->keyframe != NULL && s->load_state != NULL) {
        return ludo_error(OUTCOME_USAGE, "--keyframe or --load-state: a run has one start");
    }
    if (s->coordinates != NULL && s->output != NULL && !ludo_output_kind(s->output)->chooses) {
        return ludo_error(OUTCOME_USAGE, "--coordinates %s: %s holds joints and bodies anyway",
                          s->coordinates, s->output);
    }
    return check_apart(s);
}
