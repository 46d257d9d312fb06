/* SPDX-License-Identifier: Apache-2.0
 *
 * The knot state of a simulation: setting and reading it. */
#include "sim/sim.h"
#include "assembly/assembly.h"
#include "sim/density.h"

#include <string.h>

static bool is_body(const ludo_sim *sim, int32_t body)
{
    return sim != NULL && body >= 0 && body < sim->state.model->body_count;
}

static bool is_joint(const ludo_sim *sim, int32_t joint)
{
    return sim != NULL && joint >= 0 && joint < sim->state.model->joint_count;
}

/* ---- setting the whole state ---- */

void ludo_sim_invalidate_start(ludo_sim *sim)
{
    sim->state.progress->started = false;
    sim->state.progress->twists_known = true;
    sim->start_status = LUDO_OK;
    sim->reactions_known = sim->state.rank_known = sim->contacts_known = false;
}

ludo_status ludo_sim_current_twists(ludo_sim *sim)
{
    const ludo_status status = sim->state.progress->started ? ludo_sim_twists(sim) : LUDO_OK;
    integrator_settle_knot(sim->integrator, &sim->state);
    return status;
}

/* The coordinates of a public joint in the array of all, ordered by body index. */
static double *joint_position(const ludo_sim *sim, const model_joint *j)
{
    return sim->state.position + j->position;
}

/* The rates of a public joint in the array of all. */
static double *joint_rate(const ludo_sim *sim, const model_joint *j)
{
    return sim->state.rate + j->column;
}

/* Coordinates of a keyframe (default: the reference pose) and its rates, by body index. */
static void read_keyframe(const ludo_sim *sim, const model_keyframe *k)
{
    const ludo_model *m = sim->state.model;
    for (int32_t s = 0; s < m->slots; s++) {
        m->joint[s].kind->rest(&m->joint[s], sim->state.position + m->position[s]);
    }
    memset(sim->state.rate, 0, (size_t)m->columns * sizeof *sim->state.rate);
    for (int32_t i = 0; i < m->joint_count && k != NULL; i++) {
        const model_joint *j = &m->joints[i];
        if (k->position != NULL) {
            memcpy(joint_position(sim, j), k->position + j->position_first,
                   (size_t)j->position_count * sizeof *k->position);
        }
        if (k->velocity != NULL) {
            memcpy(joint_rate(sim, j), k->velocity + j->velocity_first,
                   (size_t)j->dof * sizeof *k->velocity);
        }
    }
}

/* The activations of a keyframe, default zero. */
static void read_activations(ludo_sim *sim, const model_keyframe *k)
{
    for (int32_t i = 0; i < sim->state.model->activation_count; i++) {
        sim->state.activation[i] = k != NULL && k->activation != NULL ? k->activation[i] : 0.0;
    }
}

/* The controls of a keyframe, default zero. */
static void read_controls(ludo_sim *sim, const model_keyframe *k)
{
    for (int32_t i = 0; i < sim->state.model->actuator_count; i++) {
        sim->state.control[i] = k != NULL && k->control != NULL ? k->control[i] : 0.0;
        sim->state.actuator_force[i] = 0.0;
    }
    for (int32_t i = 0; i < sim->state.model->spring_count; i++) {
        sim->state.spring_force[i] = 0.0;
    }
}

ludo_status ludo_sim_reset(ludo_sim *sim, int32_t keyframe)
{
    if (sim == NULL || keyframe < -1 || keyframe >= sim->state.model->keyframe_count) {
        return LUDO_BAD_ARGUMENT;
    }
    const model_keyframe *k = keyframe >= 0 ? &sim->state.model->keyframe[keyframe] : NULL;
    *sim->state.progress = (sim_progress){.loop = -1, .overlap_a = -1, .overlap_b = -1};
    if (sim->density != NULL) {
        *sim->density = (step_density){.begun = 0};
    }
    (void)ludo_assembly_restore_rows(&sim->state);
    ludo_state_release_forces(&sim->state);
    (void)ludo_sim_set_time(sim, k != NULL ? k->time : 0.0);
    read_keyframe(sim, k);
    read_controls(sim, k);
    read_activations(sim, k);
    ludo_state_place(&sim->state, sim->state.position);
    ludo_state_move(&sim->state, sim->state.rate);
    ludo_sim_invalidate_start(sim);
    return LUDO_OK;
}

/* ---- bodies ---- */

ludo_status ludo_sim_body_state(ludo_sim *sim, int32_t body, ludo_body_state *out)
{
    if (!is_body(sim, body) || out == NULL) {
        return LUDO_BAD_ARGUMENT;
    }
    const ludo_status status = ludo_sim_twists(sim);
    if (status != LUDO_OK) {
        return status;
    }
    const model_body *b = &sim->state.model->body[body];
    const placement at = state_placement(&sim->state);
    const pose z = ludo_attached_frame_pose(&at, &b->on);
    const twist V =
        ludo_attached_frame_twist(&at, &b->on, b->com, sim->state.twists, sim->state.stored_rate);
    *out = (ludo_body_state){
        .position = z.x,
        .orientation = z.q,
        .com = ludo_attached_frame_point(&at, &b->on, b->com),
        .linear_velocity = V.v,
        .angular_velocity = m3_apply_t(&z.R, V.w),
    };
    return LUDO_OK;
}

/* After the twist of a body was set: update the stored rates of its joint. */
static void store_joint_rates(ludo_sim *sim, int32_t slot)
{
    const ludo_model *m = sim->state.model;
    for (int32_t s = 0; s < m->slots; s++) {
        if (m->joint[s].kind->stores_coordinates && (s == slot || m->parent[s] == slot)) {
            ludo_state_read_rate(&sim->state, s, sim->state.stored_rate + m->column[s]);
        }
    }
}

ludo_status ludo_sim_set_body_state(ludo_sim *sim, int32_t body, const ludo_body_state *state)
{
    if (!is_body(sim, body) || state == NULL || !v3_finite(state->position) ||
        !q_has_rotation(state->orientation) || !v3_finite(state->linear_velocity) ||
        !v3_finite(state->angular_velocity)) {
        return LUDO_BAD_ARGUMENT;
    }
    const model_body *b = &sim->state.model->body[body];
    if (b->slot < 0 || b->on.intermediate >= 0) {
        return LUDO_REFUSED;
    }
    const ludo_status status = ludo_sim_current_twists(sim);
    if (status != LUDO_OK) {
        return status;
    }
    pose *z = &state_poses(&sim->state)[b->slot];
    twist *V = &sim->state.twists[b->slot];
    const ludo_frame frame = b->on.frame;

    /* of the two quaternions of a rotation use the one nearer to the current one */
    ludo_quat q = q_mul(q_normalized(state->orientation), q_conj(frame.orientation));
    q = q_dot(q, z->q) < 0.0 ? (ludo_quat){-q.w, -q.x, -q.y, -q.z} : q;
    *z = pose_make(v3_sub(state->position, q_rotate(q, frame.position)), q);

    /* the velocity given is that of the body's own centre of mass */
    const ludo_vec3 com = v3_add(frame.position, q_rotate(frame.orientation, b->com));
    V->w = m3_apply(&z->R, q_rotate(frame.orientation, state->angular_velocity));
    V->v = v3_sub(state->linear_velocity, v3_cross(V->w, m3_apply(&z->R, com)));
    store_joint_rates(sim, b->slot);
    sim->state.progress->loose = true;
    ludo_sim_invalidate_start(sim);
    return LUDO_OK;
}

ludo_status ludo_sim_site(ludo_sim *sim, int32_t site, ludo_point_state *out)
{
    if (sim == NULL || out == NULL || site < 0 || site >= sim->state.model->site_count) {
        return LUDO_BAD_ARGUMENT;
    }
    const ludo_status status = ludo_sim_twists(sim);
    if (status != LUDO_OK) {
        return status;
    }
    const placement at = state_placement(&sim->state);
    const attached_frame *on = &sim->state.model->site_on[site];
    out->position = ludo_attached_frame_point(&at, on, v3(0.0, 0.0, 0.0));
    out->velocity = ludo_attached_frame_twist(&at, on, v3(0.0, 0.0, 0.0), sim->state.twists,
                                              sim->state.stored_rate)
                        .v;
    return LUDO_OK;
}

/* ---- joints ---- */

/* Append a joint to a list, unless it is listed. */
static ludo_status keep(ludo_sim *sim, int32_t joint, int64_t *list, int64_t *count)
{
    bool listed = sim->state.kinematics == NULL; /* no loops: no projection moves joints */
    for (int64_t i = 0; i < *count; i++) {
        listed = listed || list[i] == joint;
    }
    if (!listed) {
        list[(*count)++] = joint;
        sim->start_status = LUDO_OK;
    }
    return LUDO_OK;
}

ludo_status ludo_sim_hold_joint(ludo_sim *sim, int32_t joint)
{
    return is_joint(sim, joint) ? keep(sim, joint, sim->state.stays, &sim->state.progress->stays)
                                : LUDO_BAD_ARGUMENT;
}

ludo_status ludo_sim_hold_rates(ludo_sim *sim, int32_t joint)
{
    return is_joint(sim, joint)
               ? keep(sim, joint, sim->state.rate_stays, &sim->state.progress->rate_stays)
               : LUDO_BAD_ARGUMENT;
}

ludo_status ludo_sim_joint_moved(const ludo_sim *sim, int32_t joint, double *out)
{
    if (!is_joint(sim, joint) || out == NULL) {
        return LUDO_BAD_ARGUMENT;
    }
    const model_joint *j = &sim->state.model->joints[joint];
    const int32_t moves = sim->state.kinematics != NULL ? j->dof : 0; /* only loops move joints */
    double most = 0.0;
    for (int32_t c = j->column; c < j->column + moves; c++) {
        most = sim->state.moved[c] > most ? sim->state.moved[c] : most;
    }
    *out = most;
    return LUDO_OK;
}

ludo_status ludo_sim_joint_position(ludo_sim *sim, int32_t joint, double *out)
{
    if (!is_joint(sim, joint) || out == NULL) {
        return LUDO_BAD_ARGUMENT;
    }
    const ludo_status status = ludo_sim_start(sim);
    if (status == LUDO_OK) {
        const model_joint *j = &sim->state.model->joints[joint];
        double q[JOINT_MAX_POSITION] = {0.0};
        if (j->position_count > 0) {
            ludo_state_read_position(&sim->state, j->slot, q);
        }
        memcpy(out, q + j->part, (size_t)j->position_count * sizeof *q);
    }
    return status;
}

ludo_status ludo_sim_joint_velocity(ludo_sim *sim, int32_t joint, double *out)
{
    if (!is_joint(sim, joint) || out == NULL) {
        return LUDO_BAD_ARGUMENT;
    }
    const ludo_status status = ludo_sim_twists(sim);
    if (status == LUDO_OK) {
        const model_joint *named = &sim->state.model->joints[joint];
        double rate[JOINT_MAX_DOF] = {0.0};
        if (named->dof > 0) {
            ludo_state_joint_rate(&sim->state, named->slot, rate);
        }
        memcpy(out, rate + named->part, (size_t)named->dof * sizeof *rate);
    }
    return status;
}

/* Replace coordinates or rates (the other is NULL) of one joint and move all bodies accordingly. */
static ludo_status set_joint(ludo_sim *sim, const model_joint *j, const double *q,
                             const double *rate)
{
    const ludo_status status = j->loop >= 0 ? LUDO_REFUSED : ludo_sim_current_twists(sim);
    if (status != LUDO_OK) {
        return status;
    }
    ludo_state_gather(&sim->state, sim->state.position, sim->state.rate);
    if (q != NULL) {
        memcpy(joint_position(sim, j), q, (size_t)j->position_count * sizeof *q);
        ludo_state_place(&sim->state, sim->state.position);
    }
    if (rate != NULL) {
        memcpy(joint_rate(sim, j), rate, (size_t)j->dof * sizeof *rate);
    }
    ludo_state_move(&sim->state, sim->state.rate);
    ludo_sim_invalidate_start(sim);
    return LUDO_OK;
}

ludo_status ludo_sim_set_joint_position(ludo_sim *sim, int32_t joint, const double *q)
{
    if (!is_joint(sim, joint) || q == NULL) {
        return LUDO_BAD_ARGUMENT;
    }
    const model_joint *j = &sim->state.model->joints[joint];
    if (!all_finite(q, j->position_count) ||
        (j->slot >= 0 && !joint_coordinates_usable(&sim->state.model->joint[j->slot], q))) {
        return LUDO_BAD_ARGUMENT;
    }
    return set_joint(sim, j, q, NULL);
}

ludo_status ludo_sim_set_joint_velocity(ludo_sim *sim, int32_t joint, const double *rate)
{
    if (!is_joint(sim, joint) || rate == NULL ||
        !all_finite(rate, sim->state.model->joints[joint].dof)) {
        return LUDO_BAD_ARGUMENT;
    }
    return set_joint(sim, &sim->state.model->joints[joint], NULL, rate);
}
