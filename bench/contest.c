/* SPDX-License-Identifier: Apache-2.0
 *
 * Contests of engines. */
#include "contest.h"

#include "timing.h"

#include <math.h>
#include <string.h>

enum { LEAST_REPETITIONS = 2 };

static const double sample_seconds = 0.02;

/* --- Ludo ------------------------------------------------------------------------------------ */

static bool ludo_steps(contender *c, int steps)
{
    for (int k = 0; k < steps; k++) {
        ludo_body_state state;
        if (ludo_step(c->sim, c->of->dt, NULL) != LUDO_OK ||
            (c->as->velocities && ludo_sim_body_state(c->sim, 0, &state) != LUDO_OK)) {
            return false;
        }
    }
    return true;
}

/* One run, counted. */
static bool count_steps(contender *c)
{
    for (int k = 0; k < c->of->steps; k++) {
        ludo_step_report report = {.struct_size = sizeof report};
        ludo_contact_quality quality = {.struct_size = sizeof quality};
        if (ludo_step(c->sim, c->of->dt, &report) != LUDO_OK ||
            ((c->of->contacts || c->of->limits) &&
             ludo_sim_contact_quality(c->sim, &quality) != LUDO_OK)) {
            return false;
        }
        c->iterations += (double)report.iterations / c->of->steps;
        c->points += (double)quality.points / c->of->steps;
        c->penetration = fmax(c->penetration, quality.penetration);
    }
    return true;
}

static bool create(contender *c)
{
    ludo_sim_options options = ludo_sim_options_default();
    options.contacts = c->of->contacts;
    options.limits = c->of->limits;
    options.rest = c->as->rests;
    return ludo_sim_create(c->model, &options, NULL, &c->sim, NULL) == LUDO_OK &&
           ludo_sim_create(c->model, &options, NULL, &c->origin, NULL) == LUDO_OK;
}

/* The same effort along all degrees of freedom of joints but the free ones. */
static bool push(contender *c)
{
    bool done = true;
    for (int32_t j = 0; j < ludo_model_joint_count(c->model) && c->of->effort != 0.0; j++) {
        ludo_joint_info info = {.struct_size = sizeof info};
        double effort[LUDO_MAX_DOF] = {0.0};
        done = done && ludo_model_joint(c->model, j, &info) == LUDO_OK;
        for (int32_t i = 0; i < info.velocity_count && info.velocity_count < LUDO_MAX_DOF; i++) {
            effort[i] = c->of->effort;
        }
        done = done && ludo_sim_set_joint_effort(c->sim, j, effort) == LUDO_OK;
    }
    return done;
}

static bool go_to_start(contender *c)
{
    const char *key = c->of->keyframe;
    return (key == NULL ||
            ludo_sim_reset(c->sim, ludo_model_keyframe_find(c->model, key)) == LUDO_OK) &&
           push(c) && ludo_steps(c, c->of->warm_up) && ludo_sim_copy(c->origin, c->sim) == LUDO_OK;
}

static bool compile(contender *c)
{
    ludo_spec *read = NULL;
    const ludo_spec *spec = c->of->spec;
    if (spec == NULL && ludo_load_file(c->of->path, NULL, NULL, &read, NULL) == LUDO_OK) {
        spec = read;
    }
    const bool done = spec != NULL && ludo_compile(spec, NULL, &c->model, NULL) == LUDO_OK;
    ludo_spec_destroy(read);
    return done;
}

/* Take the counts of another contender with the same motion. */
static void share_counts(contender *c, const contender *with)
{
    c->iterations = with->iterations;
    c->points = with->points;
    c->penetration = with->penetration;
}

/* Velocities that are read do not change the motion: a contender `like` it has its counts. */
static bool open_ludo(contender *c, const contender *like)
{
    if (!compile(c) || !create(c) || !go_to_start(c)) {
        return false;
    }
    if (like == NULL) {
        return count_steps(c);
    }
    share_counts(c, like);
    return !like->failed;
}

/* --- the peer -------------------------------------------------------------------------------- */

static bool open_peer(contender *c)
{
    const contest_scene *of = c->of;
    if (of->spec != NULL) {
        return false;
    }
    c->peer = ludo_peer_load(&(ludo_peer_file){.path = of->path,
                                               .dt = of->dt,
                                               .integrator = c->as->method,
                                               .contacts = of->contacts,
                                               .limits = of->limits,
                                               .sleeps = c->as->rests,
                                               .keyframe = of->keyframe,
                                               .effort = of->effort,
                                               .warm_up = of->warm_up});
    for (int k = 0; k < of->steps && c->peer != NULL; k++) {
        if (!ludo_peer_steps(c->peer, 1)) {
            return false;
        }
        c->points += (double)ludo_peer_contacts(c->peer) / of->steps;
        c->iterations += (double)ludo_peer_iterations(c->peer) / of->steps;
    }
    return c->peer != NULL;
}

/* --- contests -------------------------------------------------------------------------------- */

/* An array for the times of steps. */
static bool make_steps(contender *c)
{
    c->step = c->of->each ? malloc(sizeof(double) * (size_t)c->of->steps) : NULL;
    for (int k = 0; k < c->of->steps && c->step != NULL; k++) {
        c->step[k] = HUGE_VAL;
    }
    return c->step != NULL || !c->of->each;
}

/* The first contender if both are by Ludo and one integrator. */
static const contender *like_first(const contender *first, const contender *c)
{
    return c != first && strcmp(c->as->engine, first->as->engine) == 0 &&
                   strcmp(c->as->method, first->as->method) == 0
               ? first
               : NULL;
}

void ludo_contest_open(contender *contenders, const contest_entrant *entrants, int count,
                       const contest_scene *scene)
{
    for (int i = 0; i < count; i++) {
        contender *c = &contenders[i];
        *c = (contender){.as = &entrants[i], .of = scene};
        const bool by_peer = strcmp(c->as->engine, "mujoco") == 0;
        c->failed =
            !make_steps(c) || !(by_peer ? open_peer(c) : open_ludo(c, like_first(contenders, c)));
    }
}

void ludo_contest_close(contender *contenders, int count)
{
    for (int i = 0; i < count; i++) {
        ludo_sim_destroy(contenders[i].sim);
        ludo_sim_destroy(contenders[i].origin);
        ludo_model_destroy(contenders[i].model);
        ludo_peer_destroy(contenders[i].peer);
        free(contenders[i].step);
    }
}

static void take_steps(contender *c, int steps)
{
    if (c->peer != NULL) {
        ludo_peer_steps(c->peer, steps);
    } else {
        ludo_steps(c, steps);
    }
}

void ludo_contest_run(contender *c)
{
    if (c->peer != NULL) {
        ludo_peer_restart(c->peer);
    } else {
        ludo_sim_copy(c->sim, c->origin);
    }
    if (c->step == NULL) {
        take_steps(c, c->of->steps);
        return;
    }
    for (int k = 0; k < c->of->steps; k++) {
        const clock_t start = clock();
        take_steps(c, 1);
        c->step[k] = fmin(c->step[k], 1e6 * seconds_since(start));
    }
}

static void run_again(void *subject)
{
    ludo_contest_run(subject);
}

/* Best and median of the samples, and the worst step. */
static void weigh(contender *c)
{
    sort_samples(c->sample, (size_t)c->repetitions);
    c->best = c->sample[0];
    c->median = c->sample[c->repetitions / 2];
    if (c->step != NULL) {
        sort_samples(c->step, (size_t)c->of->steps);
        c->worst = c->step[c->of->steps - 1] / c->step[c->of->steps / 2];
    }
}

void ludo_contest_measure(contender *contenders, int count, double patience)
{
    const clock_t start = clock();
    for (int r = 0; r < LUDO_CONTEST_REPETITIONS; r++) {
        if (r >= LEAST_REPETITIONS && seconds_since(start) > patience) {
            break;
        }
        for (int i = 0; i < count; i++) {
            contender *c = &contenders[i];
            if (!c->failed) {
                const double seconds = seconds_per_run(run_again, c, sample_seconds);
                c->sample[c->repetitions++] = 1e6 * seconds / c->of->steps;
            }
        }
    }
    for (int i = 0; i < count; i++) {
        if (!contenders[i].failed) {
            weigh(&contenders[i]);
        }
    }
}
