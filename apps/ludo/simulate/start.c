/* SPDX-License-Identifier: Apache-2.0
 *
 * The initial state of the command line: a keyframe or a saved state, then the values given for
 * single joints, actuators and bodies. */
#include "simulate/simulate.h"

#include "data/state_file.h"
#include "reading.h"
#include "terminal/values.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- receivers of numbers ---- */

enum { CONTROL_NUMBERS = 1, SERVO_NUMBERS = 3, FORCE_NUMBERS = 3 };

static int32_t position_numbers(const ludo_model *model, int32_t joint)
{
    return joint_info_of(model, joint).position_count;
}

static int32_t velocity_numbers(const ludo_model *model, int32_t joint)
{
    return joint_info_of(model, joint).velocity_count;
}

static int32_t control_numbers(const ludo_model *model, int32_t actuator)
{
    (void)model, (void)actuator;
    return CONTROL_NUMBERS;
}

static int32_t servo_numbers(const ludo_model *model, int32_t joint)
{
    const ludo_joint_info j = joint_info_of(model, joint);
    return j.position_count == 1 && j.velocity_count == 1 ? SERVO_NUMBERS : 0;
}

static int32_t force_numbers(const ludo_model *model, int32_t body)
{
    (void)model, (void)body;
    return FORCE_NUMBERS;
}

/* A given position is held when the loops are closed, if they can be closed so. */
static ludo_status set_position(ludo_sim *sim, int32_t joint, const double *q)
{
    const ludo_status status = ludo_sim_set_joint_position(sim, joint, q);
    return status == LUDO_OK ? ludo_sim_hold_joint(sim, joint) : status;
}

/* Given rates are held when the velocities are made compatible with the loops. */
static ludo_status set_velocity(ludo_sim *sim, int32_t joint, const double *rate)
{
    const ludo_status status = ludo_sim_set_joint_velocity(sim, joint, rate);
    return status == LUDO_OK ? ludo_sim_hold_rates(sim, joint) : status;
}

static ludo_status set_control(ludo_sim *sim, int32_t actuator, const double *v)
{
    return ludo_sim_set_control(sim, actuator, v[0]);
}

static ludo_status set_servo(ludo_sim *sim, int32_t joint, const double *v)
{
    return ludo_sim_set_servo(sim, joint, 0, v[0], v[1], v[2]);
}

static ludo_status set_force(ludo_sim *sim, int32_t body, const double *v)
{
    return ludo_sim_set_body_force(sim, body, &(ludo_wrench){.force = {v[0], v[1], v[2]}});
}

/* The receiver of a kind of assignment; things of the model are given by their number. */
typedef struct receiver {
    const char *noun;
    int32_t (*count)(const ludo_model *model);
    const char *(*name)(const ludo_model *model, int32_t number);
    int32_t (*find)(const ludo_model *model, const char *name);
    int32_t (*find_loop)(const ludo_model *model, const char *name); /* NULL: not applicable */
    int32_t (*numbers)(const ludo_model *model, int32_t number);     /* of values; 0: none */
    ludo_status (*set)(ludo_sim *sim, int32_t number, const double *values);
    const char *form; /* of its values, for errors; "": by the joint */
} receiver;

#define JOINT                                                                                      \
    "joint", ludo_model_joint_count, ludo_model_joint_name, ludo_model_joint_find,                 \
        ludo_model_loop_find
#define ACTUATOR                                                                                   \
    "actuator", ludo_model_actuator_count, ludo_model_actuator_name, ludo_model_actuator_find, NULL
#define BODY "body", ludo_model_body_count, ludo_model_body_name, ludo_model_body_find, NULL

static const receiver receivers[] = {
    [ASSIGN_POSITION] = {JOINT, position_numbers, set_position, ""},
    [ASSIGN_VELOCITY] = {JOINT, velocity_numbers, set_velocity, ""},
    [ASSIGN_CONTROL] = {ACTUATOR, control_numbers, set_control, ""},
    [ASSIGN_SERVO] = {JOINT, servo_numbers, set_servo, " (target,kp,kd)"},
    [ASSIGN_FORCE] = {BODY, force_numbers, set_force, " (fx,fy,fz)"},
};

/* ---- assigning ---- */

/* The names that a receiver accepts in a model. */
typedef struct known_names {
    const receiver *to;
    const ludo_model *model;
} known_names;

static const char *known_name(const void *of, int32_t number)
{
    const known_names *known = of;
    const bool takes = known->to->numbers(known->model, number) > 0;
    return takes ? known->to->name(known->model, number) : NULL;
}

/* Read exactly `count` numbers separated by commas. */
static bool read_values(const char *text, double *values, int32_t count)
{
    for (int32_t i = 0; i < count; i++) {
        const char *end = ludo_values_scan(text, &values[i]);
        if (end == NULL || (*end == ',') != (i + 1 < count)) {
            return false;
        }
        text = end + 1;
    }
    return true;
}

static outcome refuse(const assignment *a, const char *what)
{
    return ludo_error(OUTCOME_USAGE, "%s: %s '%s' takes %s, not '%s'", a->option,
                      receivers[a->kind].noun, a->name, what, a->values);
}

static outcome refuse_count(const assignment *a, int32_t count)
{
    char what[64];
    if (count == 0) {
        return ludo_error(OUTCOME_USAGE, "%s: %s '%s' takes no value; %s", a->option,
                          receivers[a->kind].noun, a->name,
                          a->kind == ASSIGN_SERVO ? "name a joint with one coordinate"
                                                  : "name a joint with coordinates");
    }
    (void)snprintf(what, sizeof what, "%d number%s%s", (int)count,
                   count == 1 ? "" : "s separated by commas", receivers[a->kind].form);
    return refuse(a, what);
}

static outcome refuse_status(const assignment *a, ludo_status status, const ludo_sim *sim)
{
    return status == LUDO_REFUSED
               ? ludo_error(
                     OUTCOME_USAGE,
                     "%s: the damping of %s '%s' is not supported by order %d; use --order 2",
                     a->option, receivers[a->kind].noun, a->name, (int)ludo_sim_order(sim))
               : refuse(a, a->kind == ASSIGN_SERVO
                               ? "a target and gains kp, kd of 0 or more"
                               : "finite numbers, and quaternions other than 0");
}

/* Report a name that the model does not have, or that of a loop constraint. */
static outcome refuse_name(const assignment *a, const ludo_model *model)
{
    const receiver *to = &receivers[a->kind];
    if (to->find_loop != NULL && to->find_loop(model, a->name) >= 0) {
        return ludo_error(OUTCOME_USAGE,
                          "%s: '%s' closes a loop and has no coordinate; name another joint of "
                          "that loop, or let another one close it",
                          a->option, a->name);
    }
    const known_names known = {to, model};
    return ludo_error_unknown(to->noun, a->name,
                              &(name_list){to->count(model), known_name, &known});
}

/* Apply an assignment; `values`: a buffer for its numbers. */
static outcome assign(const assignment *a, ludo_sim *sim, double *values)
{
    const ludo_model *model = ludo_sim_model(sim);
    const receiver *to = &receivers[a->kind];
    const int32_t number = to->find(model, a->name);
    if (number < 0) {
        return refuse_name(a, model);
    }
    const int32_t count = to->numbers(model, number);
    if (count == 0 || !read_values(a->values, values, count)) {
        return refuse_count(a, count);
    }
    const ludo_status status = to->set(sim, number, values);
    return status == LUDO_OK ? OUTCOME_DONE : refuse_status(a, status, sim);
}

/* ---- the initial state ---- */

static const char *keyframe_name(const void *of, int32_t number)
{
    return ludo_model_keyframe_name(of, number);
}

static outcome reset(ludo_sim *sim, const char *keyframe)
{
    const ludo_model *model = ludo_sim_model(sim);
    const int32_t number = keyframe != NULL ? ludo_model_keyframe_find(model, keyframe) : -1;
    if (number == LUDO_NOT_FOUND) {
        const name_list names = {ludo_model_keyframe_count(model), keyframe_name, model};
        return ludo_error_unknown("keyframe", keyframe, &names);
    }
    (void)ludo_sim_reset(sim, number);
    return OUTCOME_DONE;
}

outcome ludo_simulate_start(const simulate_settings *s, ludo_sim *sim)
{
    const size_t room = (size_t)ludo_model_position_count(ludo_sim_model(sim));
    double *values = calloc(room + SERVO_NUMBERS + FORCE_NUMBERS, sizeof *values);
    if (values == NULL) {
        return ludo_error_memory();
    }
    outcome how =
        s->load_state != NULL ? ludo_state_file_load(sim, s->load_state) : reset(sim, s->keyframe);
    for (int32_t i = 0; i < s->assigned_count && how == OUTCOME_DONE; i++) {
        how = assign(&s->assigned[i], sim, values);
    }
    free(values);
    return how;
}

void ludo_simulate_mark_kept(const simulate_settings *s, const ludo_spec *spec,
                             const ludo_model *model, bool *kept)
{
    for (int32_t i = 0; i < ludo_spec_held_count(spec); i++) {
        kept[ludo_spec_held(spec, i)] = true;
    }
    for (int32_t i = 0; i < s->assigned_count; i++) {
        const assignment *a = &s->assigned[i];
        if (a->kind == ASSIGN_POSITION) {
            kept[ludo_model_joint_find(model, a->name)] = true;
        }
    }
}
