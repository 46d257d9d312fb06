/* SPDX-License-Identifier: Apache-2.0
 *
 * Data of a knot: a snapshot of the simulation, and a summary of the steps since the previous knot.
 */
#include "trajectory/snapshot.h"

#include "ludo/quantities.h"

#include "math/worst.h"

#include <math.h>

static const double unknown = (double)NAN;

void ludo_snapshot_layout(snapshot *s, arena *a, knot_counts counts)
{
    s->pose = TAKE(a, 7 * (size_t)counts.bodies, double);
    s->velocity = TAKE(a, 6 * (size_t)counts.bodies, double);
    s->coordinate = TAKE(a, counts.coordinates, double);
    s->rate = TAKE(a, counts.rates, double);
    s->control = TAKE(a, counts.actuators, double);
    s->activation = TAKE(a, counts.activations, double);
    s->sensor = TAKE(a, counts.sensors, double);
    s->site = TAKE(a, 6 * (size_t)counts.sites, double);
    s->acceleration = TAKE(a, counts.accelerations, double);
    s->reaction = TAKE(a, 6 * (size_t)counts.joints, double);
    s->torque = TAKE(a, counts.torques, double);
    s->counts = counts;
}

static void put_vec3(double *to, ludo_vec3 v)
{
    to[0] = v.x, to[1] = v.y, to[2] = v.z;
}

static void take_body(snapshot *s, ludo_sim *sim, int32_t i)
{
    const ludo_vec3 nowhere = {unknown, unknown, unknown};
    ludo_body_state b = {nowhere, {unknown, unknown, unknown, unknown}, nowhere, nowhere, nowhere};
    (void)ludo_sim_body_state(sim, i, &b);
    double *pose = s->pose + 7 * (ptrdiff_t)i, *velocity = s->velocity + 6 * (ptrdiff_t)i;
    put_vec3(pose, b.position);
    pose[3] = b.orientation.w, pose[4] = b.orientation.x;
    pose[5] = b.orientation.y, pose[6] = b.orientation.z;
    put_vec3(velocity, b.linear_velocity);
    put_vec3(velocity + 3, b.angular_velocity);
}

static void make_unknown(double *numbers, int32_t count)
{
    for (int32_t i = 0; i < count; i++) {
        numbers[i] = unknown;
    }
}

static void take_joint(snapshot *s, ludo_sim *sim, int32_t i)
{
    ludo_joint_info j = {.struct_size = sizeof j};
    (void)ludo_model_joint(ludo_sim_model(sim), i, &j);
    double *q = s->coordinate + j.position_first, *rate = s->rate + j.velocity_first;
    if (j.position_count > 0 && ludo_sim_joint_position(sim, i, q) != LUDO_OK) {
        make_unknown(q, j.position_count);
    }
    if (j.velocity_count > 0 && ludo_sim_joint_velocity(sim, i, rate) != LUDO_OK) {
        make_unknown(rate, j.velocity_count);
    }
}

/* ---- on demand ---- */

static void take_quantity(ludo_sim *sim, ludo_quantity quantity, double *out, int32_t count)
{
    if (count > 0 && ludo_sim_get(sim, quantity, out, count) != LUDO_OK) {
        make_unknown(out, count);
    }
}

/* Sensors one by one: one that cannot be read hides no other. */
static void take_sensors(snapshot *s, ludo_sim *sim)
{
    const ludo_model *model = ludo_sim_model(sim);
    for (int32_t i = 0; i < ludo_model_sensor_count(model) && s->counts.sensors > 0; i++) {
        ludo_sensor_info info = {.struct_size = sizeof info};
        (void)ludo_model_sensor(model, i, &info);
        if (ludo_sim_sensor(sim, i, s->sensor + info.first) != LUDO_OK) {
            make_unknown(s->sensor + info.first, info.count);
        }
    }
}

static void take_site(snapshot *s, ludo_sim *sim, int32_t i)
{
    const ludo_vec3 nowhere = {unknown, unknown, unknown};
    ludo_point_state p = {nowhere, nowhere};
    (void)ludo_sim_site(sim, i, &p);
    put_vec3(s->site + 6 * (ptrdiff_t)i, p.position);
    put_vec3(s->site + 6 * (ptrdiff_t)i + 3, p.velocity);
}

static void take_reaction(snapshot *s, ludo_sim *sim, int32_t i)
{
    const ludo_vec3 none = {unknown, unknown, unknown};
    ludo_wrench w = {none, none};
    if (ludo_sim_reaction(sim, i, &w) != LUDO_OK) {
        w = (ludo_wrench){none, none};
    }
    put_vec3(s->reaction + 6 * (ptrdiff_t)i, w.force);
    put_vec3(s->reaction + 6 * (ptrdiff_t)i + 3, w.torque);
}

static void take_on_demand(snapshot *s, ludo_sim *sim, ludo_sample *out)
{
    const knot_counts c = s->counts;
    take_sensors(s, sim);
    take_quantity(sim, LUDO_ACCELERATIONS, s->acceleration, c.accelerations);
    take_quantity(sim, LUDO_DRIVE_EFFORTS, s->torque, c.torques);
    for (int32_t i = 0; i < c.sites; i++) {
        take_site(s, sim, i);
    }
    for (int32_t i = 0; i < c.joints; i++) {
        take_reaction(s, sim, i);
    }
    out->sensor = c.sensors > 0 ? s->sensor : NULL;
    out->site = c.sites > 0 ? s->site : NULL;
    out->acceleration = c.accelerations > 0 ? s->acceleration : NULL;
    out->reaction = c.joints > 0 ? s->reaction : NULL;
    out->torque = c.torques > 0 ? s->torque : NULL;
}

ludo_status ludo_snapshot_take(snapshot *s, ludo_sim *sim, ludo_sample *out)
{
    const ludo_model *model = ludo_sim_model(sim);
    ludo_status status = ludo_sim_energy(sim, &out->energy);
    status = status == LUDO_OK ? ludo_sim_momentum(sim, &out->momentum) : status;
    if (status != LUDO_OK) {
        return status;
    }
    for (int32_t i = 0; i < ludo_model_body_count(model); i++) {
        take_body(s, sim, i);
    }
    for (int32_t i = 0; i < ludo_model_joint_count(model); i++) {
        take_joint(s, sim, i);
    }
    for (int32_t i = 0; i < ludo_model_actuator_count(model); i++) {
        (void)ludo_sim_control(sim, i, &s->control[i]);
    }
    (void)ludo_sim_get_activations(sim, s->activation, ludo_model_activation_count(model));
    out->pose = s->pose, out->velocity = s->velocity;
    out->coordinate = s->coordinate, out->rate = s->rate, out->control = s->control;
    out->activation = s->activation;
    take_on_demand(s, sim, out);
    return LUDO_OK;
}

/* ---- summary of steps ---- */

ludo_sample ludo_snapshot_begin_summary(double time)
{
    return (ludo_sample){.time = time, .substeps = 1};
}

void ludo_snapshot_add_step(ludo_sample *k, const ludo_step_report *report)
{
    k->steps++;
    if (report == NULL) {
        return;
    }
    k->residual = worst_of(k->residual, report->residual);
    k->iterations = report->iterations_max > k->iterations ? report->iterations_max : k->iterations;
    k->substeps = report->substeps > k->substeps ? report->substeps : k->substeps;
}

ludo_status ludo_snapshot_add_violation(ludo_sample *k, ludo_sim *sim, const ludo_energy *start)
{
    ludo_energy energy;
    ludo_violation violation;
    ludo_status status = ludo_sim_energy(sim, &energy);
    status = status == LUDO_OK ? ludo_sim_violation(sim, &violation) : status;
    if (status != LUDO_OK) {
        return status;
    }
    const double error = ludo_energy_error(start, &energy);
    if (is_worse(fabs(error), fabs(k->energy_error))) {
        k->energy_error = error;
    }
    k->position_violation = worst_of(k->position_violation, violation.position);
    k->velocity_violation = worst_of(k->velocity_violation, violation.velocity);
    return LUDO_OK;
}
