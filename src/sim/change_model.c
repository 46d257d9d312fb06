/* SPDX-License-Identifier: Apache-2.0
 *
 * Another model for a running simulation: a state for it is built beside the old one, takes the
 * knot over, and replaces it. Nothing changes unless all of this succeeds. */
#include "ludo/parameters.h"

#include "sim/sim.h"

#include "core/diagnostic.h"
#include "model/change/structure.h"

#include <string.h>

/* An option as its user wrote it: the integrator's settings have "" for options it lacks. */
static const char *option_of(const char *setting)
{
    return setting != NULL && setting[0] != '\0' ? setting : NULL;
}

/* The options that a simulation was created with. */
static ludo_sim_options options_of(const ludo_sim *sim)
{
    const sim_settings *s = &sim->state.settings;
    ludo_sim_options o = ludo_sim_options_default();
    o.integrator = sim->integrator->info.name;
    o.order = s->order;
    o.scheme = option_of(s->scheme);
    o.rotation = option_of(s->rotation);
    o.solver = option_of(s->solver);
    o.damping = option_of(s->damping);
    o.cone = option_of(s->cone);
    o.tolerance = s->tolerance;
    o.max_iterations = s->max_iterations;
    o.max_substeps = s->max_substeps;
    o.contacts = s->contacts;
    o.limits = s->limits;
    o.certify = s->certify;
    o.rest = s->rest;
    o.sleep_speed = s->sleep_speed;
    o.sleep_time = s->sleep_time;
    o.accuracy = s->accuracy;
    return o;
}

/* Copy what users set and what was summed up since the reset; both models have one structure. */
static void take_settings(sim_state *to, const sim_state *from)
{
    const ludo_model *m = to->model;
    *to->progress = *from->progress;
    to->progress->now = 0;
    to->progress->loose = false;
    to->progress->looked_around = false;
    const size_t columns = (size_t)m->columns, actuators = (size_t)m->actuator_count;
    memcpy(to->control, from->control, actuators * sizeof *to->control);
    memcpy(to->activation, from->activation, (size_t)m->activation_count * sizeof(double));
    memcpy(to->actuator_force, from->actuator_force, actuators * sizeof *to->actuator_force);
    memcpy(to->spring_force, from->spring_force, (size_t)m->spring_count * sizeof(double));
    memcpy(to->servo, from->servo, columns * sizeof *to->servo);
    memcpy(to->joint_effort, from->joint_effort, columns * sizeof *to->joint_effort);
    memcpy(to->push, from->push, (size_t)m->body_count * sizeof *to->push);
    const size_t joints = m->loop_count > 0 ? (size_t)m->joint_count : 0;
    memcpy(to->stays, from->stays, joints * sizeof *to->stays);
    memcpy(to->rate_stays, from->rate_stays, joints * sizeof *to->rate_stays);
    to->function = from->function;
    to->function_user = from->function_user;
}

/* Place the bodies of the other model at the coordinates and rates of the knot. */
static void take_knot(sim_state *to, sim_state *from)
{
    ludo_state_gather(from, from->position, from->rate);
    memcpy(to->position, from->position, (size_t)to->model->position_count * sizeof(double));
    memcpy(to->rate, from->rate, (size_t)to->model->columns * sizeof(double));
    ludo_state_place(to, to->position);
    ludo_state_move(to, to->rate);
}

/* Build a state for another model into `fresh`, which has an allocator and views, at the knot of
 * `sim`. @return as ludo_sim_set_model() */
static ludo_status build_at_knot(ludo_sim *sim, const ludo_model *model, ludo_sim *fresh,
                                 ludo_diagnostic *why)
{
    if (!ludo_model_same_structure(sim->state.model, model, why)) {
        return LUDO_REFUSED;
    }
    ludo_status status = ludo_sim_current_twists(sim);
    if (status != LUDO_OK) {
        ludo_diagnose(why, (ludo_place){0}, "the state cannot be read: %s",
                      ludo_status_text(status));
        return status;
    }
    const ludo_sim_options options = options_of(sim);
    status = ludo_sim_build(fresh, model, &options, why);
    if (status == LUDO_OK) {
        take_settings(&fresh->state, &sim->state);
        take_knot(&fresh->state, &sim->state);
        ludo_sim_invalidate_start(fresh);
    }
    return status;
}

ludo_status ludo_sim_set_model(ludo_sim *sim, const ludo_model *model, ludo_diagnostic *why)
{
    if (sim == NULL || model == NULL) {
        ludo_diagnose(why, (ludo_place){0}, "the simulation or the model is NULL");
        return LUDO_BAD_ARGUMENT;
    }
    ludo_sim fresh = *sim;
    const ludo_status status = build_at_knot(sim, model, &fresh, why);
    if (status == LUDO_OK) {
        ludo_sim_release(sim);
        *sim = fresh;
    }
    return status;
}

ludo_status ludo_sim_create_changed(ludo_sim *from, const ludo_model *model, ludo_sim **out,
                                    ludo_diagnostic *why)
{
    const ludo_allocator a = from->state.allocator;
    ludo_sim *sim = NULL;
    *out = NULL;
    ludo_status status = ludo_sim_create_stateless(model, &a, &sim, why);
    if (status == LUDO_OK) {
        status = build_at_knot(from, model, sim, why);
        if (status != LUDO_OK) {
            memory_give(&a, sim);
            return status;
        }
    }
    *out = sim;
    return status;
}
