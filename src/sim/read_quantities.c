/* SPDX-License-Identifier: Apache-2.0
 *
 * Reading quantities of the whole simulation. */
#include "sim/read_quantities.h"

#include <string.h>

/* ---- joints ---- */

/* Find the coordinates of all joints at the knot, by body index. */
static void find_positions(ludo_sim *sim)
{
    const ludo_model *m = sim->state.model;
    if (sim->integrator->positions != NULL) {
        sim->integrator->positions(&sim->state, sim->state.position);
        return;
    }
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

ludo_status ludo_sim_read_positions(ludo_sim *sim, double *out)
{
    const ludo_model *m = sim->state.model;
    const ludo_status status = ludo_sim_start(sim);
    if (status == LUDO_OK) {
        find_positions(sim);
        ludo_state_order_positions(m, sim->state.position, out);
    }
    return status;
}

ludo_status ludo_sim_read_velocities(ludo_sim *sim, double *out)
{
    const ludo_model *m = sim->state.model;
    const ludo_status status = ludo_sim_twists(sim);
    if (status == LUDO_OK) {
        find_rates(sim);
        ludo_state_order_rates(m, sim->state.rate, out);
    }
    return status;
}

ludo_status ludo_sim_read_accelerations(ludo_sim *sim, double *out)
{
    const int32_t columns = sim->state.model->columns;
    const ludo_status status = ludo_sim_reactions(sim);
    if (status == LUDO_OK) {
        memcpy(out, sim->state.acceleration, (size_t)columns * sizeof *out);
    }
    return status == LUDO_OK && !all_finite(out, columns) ? LUDO_SINGULAR : status;
}

ludo_status ludo_sim_read_joint_efforts(ludo_sim *sim, double *out)
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

ludo_status ludo_sim_read_servo_efforts(ludo_sim *sim, double *out)
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

ludo_status ludo_sim_read_stop_forces(ludo_sim *sim, double *out)
{
    const ludo_model *m = sim->state.model;
    for (int32_t i = 0; i < m->joint_count; i++) {
        (void)ludo_sim_stop_force(sim, i, out + m->joints[i].velocity_first);
    }
    return LUDO_OK;
}

/* ---- actuators ---- */

ludo_status ludo_sim_read_controls(ludo_sim *sim, double *out)
{
    memcpy(out, sim->state.control, (size_t)sim->state.model->actuator_count * sizeof *out);
    return LUDO_OK;
}

ludo_status ludo_sim_read_activations(ludo_sim *sim, double *out)
{
    const size_t count = (size_t)sim->state.model->activation_count;
    memcpy(out, sim->state.activation, count * sizeof *out);
    return LUDO_OK;
}

ludo_status ludo_sim_read_actuator_forces(ludo_sim *sim, double *out)
{
    memcpy(out, sim->state.actuator_force, (size_t)sim->state.model->actuator_count * sizeof *out);
    return LUDO_OK;
}

/* ---- bodies ---- */

static void put_vector(double *out, ludo_vec3 v)
{
    out[0] = v.x, out[1] = v.y, out[2] = v.z;
}

static void put_pose(double *out, pose z)
{
    put_vector(out, z.x);
    out[3] = z.q.w;
    put_vector(out + 4, q_vector(z.q));
}

ludo_status ludo_sim_read_body_poses(ludo_sim *sim, double *out)
{
    const ludo_status status = ludo_sim_start(sim);
    const placement at = state_placement(&sim->state);
    for (int32_t i = 0; i < sim->state.model->body_count && status == LUDO_OK; i++) {
        put_pose(out + 7 * i, ludo_attached_frame_pose(&at, &sim->state.model->body[i].on));
    }
    return status;
}

ludo_status ludo_sim_read_body_velocities(ludo_sim *sim, double *out)
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

ludo_status ludo_sim_read_contact_forces(ludo_sim *sim, double *out)
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

/* ---- sites ---- */

ludo_status ludo_sim_read_site_poses(ludo_sim *sim, double *out)
{
    const ludo_model *m = sim->state.model;
    const ludo_status status = ludo_sim_start(sim);
    const placement at = state_placement(&sim->state);
    for (int32_t i = 0; i < m->site_count && status == LUDO_OK; i++) {
        put_pose(out + 7 * i, ludo_attached_frame_pose(&at, &m->site_on[i]));
    }
    return status;
}

ludo_status ludo_sim_read_site_velocities(ludo_sim *sim, double *out)
{
    const ludo_model *m = sim->state.model;
    const ludo_status status = ludo_sim_twists(sim);
    const placement at = state_placement(&sim->state);
    for (int32_t i = 0; i < m->site_count && status == LUDO_OK; i++, out += 6) {
        const attached_frame *on = &m->site_on[i];
        const mat3 R = ludo_attached_frame_pose(&at, on).R;
        const twist t = ludo_attached_frame_twist(&at, on, v3(0.0, 0.0, 0.0), sim->state.twists,
                                                  sim->state.stored_rate);
        put_vector(out, t.v);
        put_vector(out + 3, m3_apply_t(&R, t.w));
    }
    return status;
}

/* ---- energies ---- */

ludo_status ludo_sim_read_energies(ludo_sim *sim, double *out)
{
    ludo_energy e;
    const ludo_status status = ludo_sim_energy(sim, &e);
    if (status == LUDO_OK) {
        out[0] = e.kinetic, out[1] = e.potential, out[2] = e.springs;
        out[3] = e.work, out[4] = e.dissipated, out[5] = e.contact;
    }
    return status;
}
