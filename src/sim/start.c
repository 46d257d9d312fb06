/* SPDX-License-Identifier: Apache-2.0
 *
 * The start of a simulation: a state that was set is closed before it is read or advanced. */
#include "sim/sim.h"
#include "core/sized.h"
#include "assembly/assembly.h"

#include <string.h>

/* The distance of two poses: the larger of the displacement [m] and the angle [rad]. */
static double pose_distance(const pose *a, const pose *b)
{
    const double way = v3_norm(v3_sub(a->x, b->x));
    const double turn = 2.0 * v3_norm(q_vector(q_mul(q_conj(a->q), b->q)));
    return way >= turn ? way : turn;
}

/* Close open joints: read their coordinates and place the bodies accordingly. */
static void close_joints(ludo_sim *sim)
{
    ludo_state_gather(&sim->state, sim->state.position, sim->state.rate);
    ludo_state_place(&sim->state, sim->state.position);
    sim->state.progress->loose = false;
}

/* Close joints and loops; on failure the state is unchanged. */
static ludo_status correct_positions(ludo_sim *sim, ludo_start_report *report)
{
    const ludo_model *m = sim->state.model;
    pose *poses = state_poses(&sim->state), *given = sim->state.poses[1 - sim->state.progress->now];
    memcpy(given, poses, (size_t)m->slots * sizeof *given);
    if (sim->state.kinematics != NULL) {
        memcpy(sim->state.saved, sim->state.kept, sim->state.kept_size);
    }
    if (sim->state.progress->loose) {
        close_joints(sim);
    }
    const ludo_status status = ludo_assembly_close_within_limits(&sim->state, report);
    if (status != LUDO_OK) {
        memcpy(sim->state.kept, sim->state.saved, sim->state.kept_size);
        return status;
    }
    ludo_assembly_fit_rates(&sim->state, report);
    for (int32_t s = 0; s < m->slots; s++) {
        const double moved = pose_distance(&given[s], &poses[s]);
        const double most = report->position_correction;
        report->position_correction = moved > most ? moved : most;
    }
    return LUDO_OK;
}

ludo_status ludo_sim_start(ludo_sim *sim)
{
    sim_progress *p = sim->state.progress;
    if (p->started || sim->start_status != LUDO_OK) {
        return sim->start_status;
    }
    ludo_start_report report = {.loop = -1, .overlap_a = -1, .overlap_b = -1};
    ludo_status status = LUDO_OK;
    const bool limited = sim->state.settings.limits && sim->state.model->limits.limit_count > 0;
    if (p->loose || sim->state.kinematics != NULL || limited) {
        status = correct_positions(sim, &report);
    }
    if (status == LUDO_OK) {
        status = sim->integrator->start(&sim->state, &report);
    }
    if (status == LUDO_OK) {
        p->position_correction = report.position_correction;
        p->velocity_correction = report.velocity_correction;
        p->started = true;
        p->twists_known = true;
    }
    p->released = report.released;
    p->limited = report.limited;
    p->overlap = report.overlap;
    p->overlap_a = report.overlap_a;
    p->overlap_b = report.overlap_b;
    p->overlap_held = report.overlap_held;
    p->loop = report.loop;
    p->gap = report.gap;
    p->tilt = report.tilt;
    sim->start_status = status;
    return status;
}

ludo_status ludo_sim_twists(ludo_sim *sim)
{
    const ludo_status status = sim != NULL ? ludo_sim_start(sim) : LUDO_BAD_ARGUMENT;
    return status == LUDO_OK ? integrator_update_twists(sim->integrator, &sim->state) : status;
}

/* Why no body can fall asleep, though bodies are to. */
static const char *sleepless(const ludo_sim *sim)
{
    const bool asked = sim->state.settings.sleep_speed > 0.0;
    return asked && sim->integrator->sleepless != NULL ? sim->integrator->sleepless(&sim->state)
                                                       : NULL;
}

ludo_status ludo_sim_project(ludo_sim *sim, ludo_start_report *report)
{
    if (sim == NULL || (report != NULL && !SIZED_KNOWN(report))) {
        return LUDO_BAD_ARGUMENT;
    }
    const ludo_status status = ludo_sim_start(sim);
    if (report != NULL) {
        const sim_progress *p = sim->state.progress;
        const ludo_start_report last = {
            .position_correction = status == LUDO_OK ? p->position_correction : 0.0,
            .velocity_correction = status == LUDO_OK ? p->velocity_correction : 0.0,
            .released = (int32_t)p->released,
            .limited = status == LUDO_OK ? (int32_t)p->limited : 0,
            .loop = (int32_t)p->loop,
            .gap = p->gap,
            .tilt = p->tilt,
            .left_out = status == LUDO_OK ? ludo_assembly_relaxed_count(&sim->state) : 0,
            .overlap = p->overlap,
            .overlap_a = (int32_t)p->overlap_a,
            .overlap_b = (int32_t)p->overlap_b,
            .overlap_held = p->overlap_held != 0,
            .outside = status == LUDO_OK ? ludo_assembly_count_outside(&sim->state) : 0,
            .sleepless = sleepless(sim),
        };
        SIZED_WRITE(report, &last);
    }
    return status;
}
