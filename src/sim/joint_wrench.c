/* SPDX-License-Identifier: Apache-2.0
 *
 * Wrenches that joints and loops transmit at the knot, given at the child's joint frame. */
#include "sim/sim.h"
#include "joints/constraint.h"
#include "model/loop.h"

ludo_status ludo_sim_reactions(ludo_sim *sim)
{
    ludo_status status = ludo_sim_start(sim);
    if (status == LUDO_OK && !sim->reactions_known) {
        const double last = sim->state.progress->interval;
        sim->state.interval_start = sim->state.progress->time;
        sim->state.contacts_spent = false; /* limits and sums of a step of its own */
        sim->state.steps_begun++;
        sim->state.attempts_begun++;
        status = sim->integrator->reactions(&sim->state,
                                            last != 0.0 ? last : sim->state.model->timestep);
        sim->reactions_status = status;
        sim->reactions_known = true;
    }
    return status == LUDO_OK ? sim->reactions_status : status;
}

/* A wrench w at the centre of mass of a child at pose z, converted to the child's joint frame, its
 * torque in the given axes. */
static ludo_wrench wrench_at_joint(const joint_data *j, const pose *z, const double w[6],
                                   ludo_quat axes)
{
    const ludo_vec3 force = v3(w[0], w[1], w[2]), arm = m3_apply(&z->R, j->p_b);
    const ludo_vec3 moment = v3_sub(v3(w[3], w[4], w[5]), v3_cross(arm, force));
    return (ludo_wrench){force, q_rotate(q_conj(axes), moment)};
}

/* The wrench of a closure's multipliers, from its rows by the twist of the child's body. */
static ludo_wrench closure_wrench(const ludo_sim *sim, int32_t loop)
{
    const loop_data *l = &sim->state.model->loop[loop];
    const int32_t child = sim->state.model->loop_info[loop].child;
    const double *force = sim->state.loop_force + JOINT_MAX_ROWS * loop;
    const placement at = state_placement(&sim->state);
    const pose a = ludo_attached_frame_link(&at, &l->on[0]),
               b = ludo_attached_frame_link(&at, &l->on[1]);
    double g[JOINT_MAX_ROWS], G[6 * JOINT_MAX_ROWS], w[6] = {0.0};
    (void)ludo_joint_constraint(&l->joint, &a, &b, NULL, g, G);
    for (int32_t j = 0; j < l->rows; j++) {
        for (int k = 0; k < 6; k++) {
            w[k] += force[j] * G[6 * j + k];
        }
    }
    const ludo_quat axes = child == LUDO_WORLD
                               ? q_identity()
                               : ludo_attached_frame_pose(&at, &sim->state.model->body[child].on).q;
    return wrench_at_joint(&l->joint, &b, w, axes);
}

ludo_status ludo_sim_loop_reaction(ludo_sim *sim, int32_t loop, ludo_wrench *out)
{
    if (sim == NULL || out == NULL || loop < 0 || loop >= sim->state.model->loop_count) {
        return LUDO_BAD_ARGUMENT;
    }
    const ludo_status status = ludo_sim_reactions(sim);
    if (status == LUDO_OK) {
        const ludo_vec3 along = v3(sim->state.loop_force[JOINT_MAX_ROWS * loop], 0.0, 0.0);
        *out = sim->state.model->loop[loop].kind->joins_bodies
                   ? closure_wrench(sim, loop)
                   : (ludo_wrench){along, v3(0.0, 0.0, 0.0)};
    }
    return status;
}

ludo_status ludo_sim_reaction(ludo_sim *sim, int32_t joint, ludo_wrench *out)
{
    if (sim == NULL || out == NULL || joint < 0 || joint >= sim->state.model->joint_count) {
        return LUDO_BAD_ARGUMENT;
    }
    const model_joint *j = &sim->state.model->joints[joint];
    if (j->loop >= 0) {
        return ludo_sim_loop_reaction(sim, j->loop, out);
    }
    const ludo_status status = j->slot >= 0 ? ludo_sim_reactions(sim) : LUDO_REFUSED;
    if (status == LUDO_OK) {
        const pose *z = &state_poses(&sim->state)[j->slot];
        *out = wrench_at_joint(&sim->state.model->joint[j->slot], z,
                               sim->state.reaction + 6 * j->slot, z->q);
    }
    return status;
}
