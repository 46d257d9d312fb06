/* SPDX-License-Identifier: Apache-2.0
 *
 * The start of a simulation as the command line wants it: a keyframe, then joints one by one. */
#include "simulate.h"

#include "values.h"

#include <math.h>
#include <stdlib.h>

static const char *keyframe_name(const void *of, int32_t number)
{
    return ludo_model_keyframe_name(of, number);
}

static const char *joint_name(const void *of, int32_t number)
{
    return ludo_model_joint_name(of, number);
}

static outcome reset(ludo_sim *sim, const char *keyframe)
{
    const ludo_model *model = ludo_sim_model(sim);
    const int32_t number = keyframe != NULL ? ludo_model_keyframe_find(model, keyframe) : -1;
    if (keyframe != NULL && number < 0) {
        const name_list names = {ludo_model_keyframe_count(model), keyframe_name, model};
        return ludo_complain_unknown("keyframe", keyframe, &names);
    }
    (void)ludo_sim_reset(sim, number);
    return OUTCOME_DONE;
}

/* Read exactly `count` numbers with commas between. */
static bool read_values(const char *text, double *values, int32_t count)
{
    for (int32_t i = 0; i < count; i++) {
        const char *end = ludo_value_scan(text, &values[i]);
        if (end == NULL || (*end == ',') != (i + 1 < count)) {
            return false;
        }
        text = end + 1;
    }
    return count > 0;
}

static outcome refuse_values(const start_value *v, const ludo_joint_info *joint, int32_t count)
{
    return ludo_complain(OUTCOME_USAGE, "%s of joint '%s' (%s): %d number%s, not '%s'",
                         v->is_rate ? "--qvel" : "--qpos", joint->name, joint->type, (int)count,
                         count == 1 ? "" : "s with commas between", v->values);
}

/* Give one joint its coordinates or rates; `values` has room for them. */
static outcome set_joint(const start_value *v, ludo_sim *sim, double *values)
{
    const ludo_model *model = ludo_sim_model(sim);
    const int32_t number = ludo_model_joint_find(model, v->joint);
    if (number < 0) {
        const name_list names = {ludo_model_joint_count(model), joint_name, model};
        return ludo_complain_unknown("joint", v->joint, &names);
    }
    const ludo_joint_info joint = ludo_model_joint(model, number);
    const int32_t count = v->is_rate ? joint.velocity_count : joint.position_count;
    if (!read_values(v->values, values, count)) {
        return refuse_values(v, &joint, count);
    }
    const ludo_status status = v->is_rate ? ludo_sim_set_joint_velocity(sim, number, values)
                                          : ludo_sim_set_joint_position(sim, number, values);
    return status == LUDO_OK ? OUTCOME_DONE
                             : ludo_complain(OUTCOME_USAGE, "joint '%s' (%s) can't be put at '%s'",
                                             joint.name, joint.type, v->values);
}

outcome ludo_simulate_start(const simulate_settings *s, ludo_sim *sim)
{
    const size_t room = (size_t)ludo_model_position_count(ludo_sim_model(sim));
    double *values = calloc(room + 1, sizeof *values);
    if (values == NULL) {
        return ludo_complain_memory();
    }
    outcome how = reset(sim, s->keyframe);
    for (int32_t i = 0; i < s->start_count && how == OUTCOME_DONE; i++) {
        how = set_joint(&s->start[i], sim, values);
    }
    free(values);
    return how;
}

void ludo_simulate_moved(const simulate_settings *s, ludo_sim *sim, double *moved)
{
    for (int32_t i = 0; i < s->start_count; i++) {
        const int32_t number = ludo_model_joint_find(ludo_sim_model(sim), s->start[i].joint);
        double wanted, found;
        if (!s->start[i].is_rate && ludo_value_number(s->start[i].values, &wanted) &&
            ludo_sim_joint_position(sim, number, &found) == LUDO_OK) {
            moved[number] = found - wanted;
        }
    }
}
