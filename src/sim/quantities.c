/* SPDX-License-Identifier: Apache-2.0
 *
 * Quantities of the whole simulation: one table, a row for each. */
#include "ludo/quantities.h"

#include "sim/read_quantities.h"
#include "sim/sensing.h"

#include <string.h>

/* ---- lengths ---- */

static int32_t count_actuators(const ludo_model *m)
{
    return m->actuator_count;
}

static int32_t count_poses(const ludo_model *m)
{
    return 7 * m->body_count;
}

static int32_t count_velocities(const ludo_model *m)
{
    return 6 * m->body_count;
}

static int32_t count_site_poses(const ludo_model *m)
{
    return 7 * m->site_count;
}

static int32_t count_site_velocities(const ludo_model *m)
{
    return 6 * m->site_count;
}

/* Members of ludo_energy. */
static int32_t count_energies(const ludo_model *m)
{
    (void)m;
    return 6;
}

static int32_t count_sensor_values(const ludo_model *m)
{
    return m->sensor_values;
}

/* ---- the table ---- */

typedef struct quantity_row {
    int32_t (*count)(const ludo_model *m);
    ludo_status (*read)(ludo_sim *sim, double *out);
    ludo_status (*set)(ludo_sim *sim, const double *in, int32_t count); /* NULL: read only */
} quantity_row;

static const quantity_row rows[LUDO_QUANTITY_COUNT] = {
    [LUDO_POSITIONS] = {.count = ludo_model_position_count,
                        .read = ludo_sim_read_positions,
                        .set = ludo_sim_set_positions},
    [LUDO_VELOCITIES] = {.count = ludo_model_dof,
                         .read = ludo_sim_read_velocities,
                         .set = ludo_sim_set_velocities},
    [LUDO_ACCELERATIONS] = {.count = ludo_model_dof, .read = ludo_sim_read_accelerations},
    [LUDO_CONTROLS] = {.count = count_actuators,
                       .read = ludo_sim_read_controls,
                       .set = ludo_sim_set_controls},
    [LUDO_ACTUATOR_FORCES] = {.count = count_actuators, .read = ludo_sim_read_actuator_forces},
    [LUDO_JOINT_EFFORTS] = {.count = ludo_model_dof,
                            .read = ludo_sim_read_joint_efforts,
                            .set = ludo_sim_set_joint_efforts},
    [LUDO_STOP_FORCES] = {.count = ludo_model_dof, .read = ludo_sim_read_stop_forces},
    [LUDO_BODY_POSES] = {.count = count_poses, .read = ludo_sim_read_body_poses},
    [LUDO_BODY_VELOCITIES] = {.count = count_velocities, .read = ludo_sim_read_body_velocities},
    [LUDO_CONTACT_FORCES] = {.count = count_velocities, .read = ludo_sim_read_contact_forces},
    [LUDO_SERVO_EFFORTS] = {.count = ludo_model_dof, .read = ludo_sim_read_servo_efforts},
    [LUDO_SENSORS] = {.count = count_sensor_values, .read = ludo_sensors_read},
    [LUDO_ACTIVATIONS] = {.count = ludo_model_activation_count,
                          .read = ludo_sim_read_activations,
                          .set = ludo_sim_set_activations},
    [LUDO_DRIVE_EFFORTS] = {.count = ludo_model_dof, .read = ludo_sim_read_drive_efforts},
    [LUDO_SITE_POSES] = {.count = count_site_poses, .read = ludo_sim_read_site_poses},
    [LUDO_SITE_VELOCITIES] = {.count = count_site_velocities,
                              .read = ludo_sim_read_site_velocities},
    [LUDO_ENERGIES] = {.count = count_energies, .read = ludo_sim_read_energies},
};

/* The row of a quantity; NULL: unknown. */
static const quantity_row *row_of(ludo_quantity quantity)
{
    return (int)quantity >= 0 && (int)quantity < LUDO_QUANTITY_COUNT ? &rows[quantity] : NULL;
}

int32_t ludo_model_quantity_count(const ludo_model *model, ludo_quantity quantity)
{
    const quantity_row *row = row_of(quantity);
    return model != NULL && row != NULL ? row->count(model) : 0;
}

/* Whether an array of this length can be the quantity of the simulation. */
static bool fits(const ludo_sim *sim, ludo_quantity quantity, const double *array, int32_t count)
{
    return sim != NULL && row_of(quantity) != NULL && (array != NULL || count == 0) &&
           count == ludo_model_quantity_count(sim->state.model, quantity);
}

/* ---- reading ---- */

ludo_status ludo_sim_get(ludo_sim *sim, ludo_quantity quantity, double *out, int32_t count)
{
    if (!fits(sim, quantity, out, count)) {
        return LUDO_BAD_ARGUMENT;
    }
    return count > 0 ? rows[quantity].read(sim, out) : LUDO_OK;
}

ludo_status ludo_sim_set(ludo_sim *sim, ludo_quantity quantity, const double *in, int32_t count)
{
    if (!fits(sim, quantity, in, count)) {
        return LUDO_BAD_ARGUMENT;
    }
    return rows[quantity].set != NULL ? rows[quantity].set(sim, in, count) : LUDO_REFUSED;
}

bool ludo_quantity_settable(ludo_quantity quantity)
{
    const quantity_row *row = row_of(quantity);
    return row != NULL && row->set != NULL;
}

ludo_status ludo_sim_get_positions(ludo_sim *sim, double *q, int32_t count)
{
    return ludo_sim_get(sim, LUDO_POSITIONS, q, count);
}

ludo_status ludo_sim_get_velocities(ludo_sim *sim, double *v, int32_t count)
{
    return ludo_sim_get(sim, LUDO_VELOCITIES, v, count);
}

ludo_status ludo_sim_get_accelerations(ludo_sim *sim, double *a, int32_t count)
{
    return ludo_sim_get(sim, LUDO_ACCELERATIONS, a, count);
}

ludo_status ludo_sim_get_controls(ludo_sim *sim, double *u, int32_t count)
{
    return ludo_sim_get(sim, LUDO_CONTROLS, u, count);
}

ludo_status ludo_sim_get_activations(ludo_sim *sim, double *activation, int32_t count)
{
    return ludo_sim_get(sim, LUDO_ACTIVATIONS, activation, count);
}

ludo_status ludo_sim_get_actuator_forces(ludo_sim *sim, double *force, int32_t count)
{
    return ludo_sim_get(sim, LUDO_ACTUATOR_FORCES, force, count);
}

ludo_status ludo_sim_get_joint_efforts(ludo_sim *sim, double *effort, int32_t count)
{
    return ludo_sim_get(sim, LUDO_JOINT_EFFORTS, effort, count);
}

ludo_status ludo_sim_get_stop_forces(ludo_sim *sim, double *force, int32_t count)
{
    return ludo_sim_get(sim, LUDO_STOP_FORCES, force, count);
}

ludo_status ludo_sim_get_body_poses(ludo_sim *sim, double *poses, int32_t count)
{
    return ludo_sim_get(sim, LUDO_BODY_POSES, poses, count);
}

ludo_status ludo_sim_get_body_velocities(ludo_sim *sim, double *velocity, int32_t count)
{
    return ludo_sim_get(sim, LUDO_BODY_VELOCITIES, velocity, count);
}

ludo_status ludo_sim_get_contact_forces(ludo_sim *sim, double *wrench, int32_t count)
{
    return ludo_sim_get(sim, LUDO_CONTACT_FORCES, wrench, count);
}

ludo_status ludo_sim_get_servo_efforts(ludo_sim *sim, double *effort, int32_t count)
{
    return ludo_sim_get(sim, LUDO_SERVO_EFFORTS, effort, count);
}

ludo_status ludo_sim_get_sensors(ludo_sim *sim, double *values, int32_t count)
{
    return ludo_sim_get(sim, LUDO_SENSORS, values, count);
}

ludo_status ludo_sim_get_drive_efforts(ludo_sim *sim, double *effort, int32_t count)
{
    return ludo_sim_get(sim, LUDO_DRIVE_EFFORTS, effort, count);
}

ludo_status ludo_sim_get_site_poses(ludo_sim *sim, double *poses, int32_t count)
{
    return ludo_sim_get(sim, LUDO_SITE_POSES, poses, count);
}

ludo_status ludo_sim_get_site_velocities(ludo_sim *sim, double *velocities, int32_t count)
{
    return ludo_sim_get(sim, LUDO_SITE_VELOCITIES, velocities, count);
}

ludo_status ludo_sim_get_energies(ludo_sim *sim, double *energies, int32_t count)
{
    return ludo_sim_get(sim, LUDO_ENERGIES, energies, count);
}

/* ---- views ---- */

void ludo_sim_views_layout(ludo_sim *sim, const ludo_model *model, arena *a)
{
    for (int i = 0; i < LUDO_QUANTITY_COUNT; i++) {
        double *view = TAKE(a, rows[i].count(model), double);
        if (sim != NULL) {
            sim->view[i] = view;
        }
    }
}

ludo_status ludo_sim_view(ludo_sim *sim, ludo_quantity quantity, const double **data,
                          int32_t *count)
{
    if (sim == NULL || row_of(quantity) == NULL) {
        return LUDO_BAD_ARGUMENT;
    }
    const int32_t length = rows[quantity].count(sim->state.model);
    if (data != NULL) {
        *data = length > 0 ? sim->view[quantity] : NULL;
    }
    if (count != NULL) {
        *count = length;
    }
    return ludo_sim_get(sim, quantity, sim->view[quantity], length);
}

/* ---- setting ---- */

/* Whether these can be coordinates of all joints. */
static bool positions_usable(const ludo_model *m, const double *q)
{
    bool usable = all_finite(q, m->position_count);
    for (int32_t i = 0; i < m->joint_count && usable; i++) {
        const model_joint *j = &m->joints[i];
        usable = j->slot < 0 || j->part > 0 ||
                 joint_coordinates_usable(&m->joint[j->slot], q + j->position_first);
    }
    return usable;
}

ludo_status ludo_sim_set_positions(ludo_sim *sim, const double *q, int32_t count)
{
    if (!fits(sim, LUDO_POSITIONS, q, count) || !positions_usable(sim->state.model, q)) {
        return LUDO_BAD_ARGUMENT;
    }
    const ludo_status status = ludo_sim_current_twists(sim);
    if (status == LUDO_OK) {
        ludo_state_gather(&sim->state, sim->state.position, sim->state.rate);
        ludo_state_unorder_positions(sim->state.model, q, sim->state.position);
        ludo_state_place(&sim->state, sim->state.position);
        ludo_state_move(&sim->state, sim->state.rate);
        sim->state.progress->loose = false;
        ludo_sim_invalidate_start(sim);
    }
    return status;
}

ludo_status ludo_sim_set_velocities(ludo_sim *sim, const double *v, int32_t count)
{
    if (!fits(sim, LUDO_VELOCITIES, v, count) || !all_finite(v, count)) {
        return LUDO_BAD_ARGUMENT;
    }
    integrator_settle_knot(sim->integrator, &sim->state);
    ludo_state_unorder_rates(sim->state.model, v, sim->state.rate);
    ludo_state_move(&sim->state, sim->state.rate);
    ludo_sim_invalidate_start(sim);
    return LUDO_OK;
}

ludo_status ludo_sim_set_controls(ludo_sim *sim, const double *u, int32_t count)
{
    if (!fits(sim, LUDO_CONTROLS, u, count) || !all_finite(u, count)) {
        return LUDO_BAD_ARGUMENT;
    }
    for (int32_t i = 0; i < count; i++) {
        sim->state.control[i] = u[i];
    }
    sim->reactions_known = false;
    return LUDO_OK;
}

ludo_status ludo_sim_set_activations(ludo_sim *sim, const double *activation, int32_t count)
{
    if (!fits(sim, LUDO_ACTIVATIONS, activation, count) || !all_finite(activation, count)) {
        return LUDO_BAD_ARGUMENT;
    }
    for (int32_t i = 0; i < count; i++) {
        sim->state.activation[i] = activation[i];
    }
    sim->reactions_known = false;
    return LUDO_OK;
}

ludo_status ludo_sim_set_joint_efforts(ludo_sim *sim, const double *effort, int32_t count)
{
    if (!fits(sim, LUDO_JOINT_EFFORTS, effort, count) || !all_finite(effort, count)) {
        return LUDO_BAD_ARGUMENT;
    }
    for (int32_t i = 0; i < count; i++) {
        sim->state.joint_effort[i] = effort[i];
    }
    ludo_sim_note_efforts(sim);
    return LUDO_OK;
}
