/* SPDX-License-Identifier: Apache-2.0
 *
 * Quantities of the whole simulation: one table, a row for each. */
#include "ludo/quantities.h"

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

static int32_t count_sensor_values(const ludo_model *m)
{
    return m->sensor_values;
}

/* ---- joints ---- */

/* Find the coordinates of all joints at the knot, by body index. */
static void find_positions(ludo_sim *sim)
{
    const ludo_model *m = sim->state.model;
    for (int32_t s = 0; s < m->slots; s++) {
        ludo_state_read_position(&sim->state, s, sim->state.position + m->position[s]);
    }
}

/* Find the rates of all joints at the knot, by body index. */
static void find_rates(ludo_sim *sim)
{
    const ludo_model *m = sim->state.model;
    for (int32_t s = 0; s < m->slots; s++) {
        ludo_state_joint_rate(&sim->state, s, sim->state.rate + m->column[s]);
    }
}

static ludo_status read_positions(ludo_sim *sim, double *out)
{
    const ludo_model *m = sim->state.model;
    const ludo_status status = ludo_sim_start(sim);
    if (status == LUDO_OK) {
        find_positions(sim);
        ludo_state_order_positions(m, sim->state.position, out);
    }
    return status;
}

static ludo_status read_velocities(ludo_sim *sim, double *out)
{
    const ludo_model *m = sim->state.model;
    const ludo_status status = ludo_sim_twists(sim);
    if (status == LUDO_OK) {
        find_rates(sim);
        ludo_state_order_rates(m, sim->state.rate, out);
    }
    return status;
}

static ludo_status read_accelerations(ludo_sim *sim, double *out)
{
    const int32_t columns = sim->state.model->columns;
    const ludo_status status = ludo_sim_reactions(sim);
    if (status == LUDO_OK) {
        memcpy(out, sim->state.acceleration, (size_t)columns * sizeof *out);
    }
    return status == LUDO_OK && !all_finite(out, columns) ? LUDO_SINGULAR : status;
}

static ludo_status read_joint_efforts(ludo_sim *sim, double *out)
{
    memcpy(out, sim->state.joint_effort, (size_t)sim->state.model->columns * sizeof *out);
    return LUDO_OK;
}

/* The effort of the servo along rate `dof` of a joint, at coordinates and rates that were found. */
static double servo_effort(const ludo_sim *sim, int32_t joint, int32_t dof)
{
    const int32_t c = ludo_state_scalar_column(sim->state.model, joint, dof);
    const servo_data none = {0.0, 0.0, 0.0}, *s = c >= 0 ? &sim->state.servo[c] : &none;
    if (s->kp == 0.0 && s->kd == 0.0) {
        return 0.0;
    }
    const double q = sim->state.position[sim->state.model->joints[joint].position + dof];
    return servo_law(s, q, sim->state.rate[c]);
}

static ludo_status read_servo_efforts(ludo_sim *sim, double *out)
{
    const ludo_model *m = sim->state.model;
    const ludo_status status = ludo_sim_twists(sim);
    if (status == LUDO_OK) {
        find_positions(sim);
        find_rates(sim);
        for (int32_t i = 0; i < m->joint_count; i++) {
            for (int32_t dof = 0; dof < m->joints[i].dof; dof++) {
                out[m->joints[i].velocity_first + dof] = servo_effort(sim, i, dof);
            }
        }
    }
    return status;
}

static ludo_status read_stop_forces(ludo_sim *sim, double *out)
{
    const ludo_model *m = sim->state.model;
    for (int32_t i = 0; i < m->joint_count; i++) {
        (void)ludo_sim_stop_force(sim, i, out + m->joints[i].velocity_first);
    }
    return LUDO_OK;
}

/* ---- actuators ---- */

static ludo_status read_controls(ludo_sim *sim, double *out)
{
    memcpy(out, sim->state.control, (size_t)sim->state.model->actuator_count * sizeof *out);
    return LUDO_OK;
}

static ludo_status read_activations(ludo_sim *sim, double *out)
{
    const size_t count = (size_t)sim->state.model->activation_count;
    memcpy(out, sim->state.activation, count * sizeof *out);
    return LUDO_OK;
}

static ludo_status read_actuator_forces(ludo_sim *sim, double *out)
{
    memcpy(out, sim->state.actuator_force, (size_t)sim->state.model->actuator_count * sizeof *out);
    return LUDO_OK;
}

/* ---- bodies ---- */

static void put_vector(double *out, ludo_vec3 v)
{
    out[0] = v.x, out[1] = v.y, out[2] = v.z;
}

static ludo_status read_body_poses(ludo_sim *sim, double *out)
{
    const ludo_status status = ludo_sim_start(sim);
    const placement at = state_placement(&sim->state);
    for (int32_t i = 0; i < sim->state.model->body_count && status == LUDO_OK; i++, out += 7) {
        const pose z = ludo_attached_frame_pose(&at, &sim->state.model->body[i].on);
        put_vector(out, z.x);
        out[3] = z.q.w;
        put_vector(out + 4, q_vector(z.q));
    }
    return status;
}

static ludo_status read_body_velocities(ludo_sim *sim, double *out)
{
    ludo_status status = ludo_sim_twists(sim);
    for (int32_t i = 0; i < sim->state.model->body_count && status == LUDO_OK; i++, out += 6) {
        ludo_body_state body;
        status = ludo_sim_body_state(sim, i, &body);
        put_vector(out, body.linear_velocity);
        put_vector(out + 3, body.angular_velocity);
    }
    return status;
}

/* Add a force at a point to the wrench of a body, its torque in the world frame. */
static void add_contact_force(const ludo_sim *sim, int32_t body, ludo_vec3 point, ludo_vec3 force,
                              double *out)
{
    if (body == LUDO_WORLD) {
        return;
    }
    const placement at = state_placement(&sim->state);
    const model_body *b = &sim->state.model->body[body];
    const ludo_vec3 arm = v3_sub(point, ludo_attached_frame_point(&at, &b->on, b->com));
    wrench_add(out, body, force, v3_cross(arm, force));
}

static ludo_status read_contact_forces(ludo_sim *sim, double *out)
{
    const int32_t bodies = sim->state.model->body_count;
    memset(out, 0, 6 * (size_t)bodies * sizeof *out);
    const contact_report last = ludo_sim_last_contacts(sim);
    for (int32_t i = 0; i < last.count; i++) {
        const ludo_contact *c = &last.contact[i];
        const ludo_vec3 normal = v3_scale(c->normal_force, c->normal);
        const ludo_vec3 force = v3_axpy(v3_axpy(normal, c->tangent_force[0], c->tangent[0]),
                                        c->tangent_force[1], c->tangent[1]);
        add_contact_force(sim, c->body_b, c->point, force, out);
        add_contact_force(sim, c->body_a, c->point, v3_scale(-1.0, force), out);
    }
    const placement at = state_placement(&sim->state);
    for (int32_t i = 0; i < bodies; i++) {
        const mat3 R = ludo_attached_frame_pose(&at, &sim->state.model->body[i].on).R;
        double *torque = out + 6 * i + 3;
        put_vector(torque, m3_apply_t(&R, v3(torque[0], torque[1], torque[2])));
    }
    return LUDO_OK;
}

/* ---- the table ---- */

typedef struct quantity_row {
    int32_t (*count)(const ludo_model *m);
    ludo_status (*read)(ludo_sim *sim, double *out);
    ludo_status (*set)(ludo_sim *sim, const double *in, int32_t count); /* NULL: read only */
} quantity_row;

static const quantity_row rows[LUDO_QUANTITY_COUNT] = {
    [LUDO_POSITIONS] = {.count = ludo_model_position_count,
                        .read = read_positions,
                        .set = ludo_sim_set_positions},
    [LUDO_VELOCITIES] = {.count = ludo_model_dof,
                         .read = read_velocities,
                         .set = ludo_sim_set_velocities},
    [LUDO_ACCELERATIONS] = {.count = ludo_model_dof, .read = read_accelerations},
    [LUDO_CONTROLS] = {.count = count_actuators,
                       .read = read_controls,
                       .set = ludo_sim_set_controls},
    [LUDO_ACTUATOR_FORCES] = {.count = count_actuators, .read = read_actuator_forces},
    [LUDO_JOINT_EFFORTS] = {.count = ludo_model_dof,
                            .read = read_joint_efforts,
                            .set = ludo_sim_set_joint_efforts},
    [LUDO_STOP_FORCES] = {.count = ludo_model_dof, .read = read_stop_forces},
    [LUDO_BODY_POSES] = {.count = count_poses, .read = read_body_poses},
    [LUDO_BODY_VELOCITIES] = {.count = count_velocities, .read = read_body_velocities},
    [LUDO_CONTACT_FORCES] = {.count = count_velocities, .read = read_contact_forces},
    [LUDO_SERVO_EFFORTS] = {.count = ludo_model_dof, .read = read_servo_efforts},
    [LUDO_SENSORS] = {.count = count_sensor_values, .read = ludo_sensors_read},
    [LUDO_ACTIVATIONS] = {.count = ludo_model_activation_count,
                          .read = read_activations,
                          .set = ludo_sim_set_activations},
    [LUDO_DRIVE_EFFORTS] = {.count = ludo_model_dof, .read = ludo_sim_read_drive_efforts},
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
