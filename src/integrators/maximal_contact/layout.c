/* SPDX-License-Identifier: Apache-2.0
 *
 * Contacts of the maximal integrator: memory, scales, and names for reports. */
#include "integrators/maximal_contact/contact.h"

#include "integrators/substeps.h"
#include "integrators/maximal_cones/body_pairs.h"
#include "integrators/maximal_cones/condensation.h"
#include "integrators/maximal_limits/limits.h"
#include "integrators/maximal_contact/rest.h"
#include "integrators/maximal_limits/limits_motion.h"

#include <math.h>
#include <string.h>

/* ---- memory ---- */

bool ludo_maximal_contact_restitute(const ludo_model *m, const sim_settings *s)
{
    const model_contacts *c = &m->contacts;
    bool any = false;
    for (int32_t i = 0; i < c->collider_count && s->contacts; i++) {
        any = any || c->collider[i].restitution > 0.0;
    }
    for (int32_t i = 0; i < c->pair_count && s->contacts; i++) {
        any = any || c->pair[i].law.restitution > 0.0;
    }
    return any;
}

/* Poses per body index, the world at [-1]. */
static pose *take_poses(const ludo_model *m, bool wanted, arena *scratch)
{
    pose *z = TAKE(scratch, wanted ? m->slots + 1 : 0, pose);
    return z != NULL ? z + 1 : NULL;
}

/* Arrays per cone, per body and per degree of freedom. */
static void cones_layout(maximal_contacts *c, const ludo_model *m, arena *scratch)
{
    const size_t n = 6 * (size_t)m->slots, columns = (size_t)m->columns;
    c->cone = TAKE(scratch, c->room, cone);
    c->rows = TAKE(scratch, c->room, cone_rows);
    c->bounce = TAKE(scratch, c->restituting ? c->room : 0, bounce);
    ludo_impacts_layout(&c->impacts, c->restituting ? c->room : 0, scratch);
    c->r = TAKE(scratch, n, double);
    c->e = TAKE(scratch, columns, double);
    c->C = TAKE(scratch, m->joint_block[m->slots], double);
    c->start = TAKE(scratch, lanes_blocks(m->slots), twist_lanes);
    c->start_cos = TAKE(scratch, columns, double);
    c->u = TAKE(scratch, n, double);
    c->w = TAKE(scratch, columns, double);
    c->z_free = take_poses(m, c->restituting, scratch);
    c->u_knot = TAKE(scratch, c->restituting ? n : 0, double);
    c->w_knot = TAKE(scratch, c->restituting ? columns : 0, double);
    c->mean = TAKE(scratch, n, double);
    c->free = TAKE(scratch, n, double);
    c->free_rate = TAKE(scratch, columns, double);
    c->armature = TAKE(scratch, columns, double);
    c->hold = TAKE(scratch, columns, coordinate_hold);
    c->motion.from = TAKE(scratch, lanes_blocks(m->columns), lanes1);
    c->motion.advance = TAKE(scratch, lanes_blocks(m->columns), lanes1);
    c->term_rate = TAKE(scratch, m->spring_count > 0 ? columns : 0, double);
    c->reported = TAKE(scratch, c->room, ludo_contact);
    c->order = TAKE(scratch, 2 * (size_t)c->room, int32_t);
    c->aside = TAKE(scratch, c->room, cone_history);
    c->stop = TAKE(scratch, columns, double);
    ludo_islands_layout(&c->islands, m, c->room, scratch);
}

void ludo_maximal_contact_layout(maximal *x, const sim_state *state, arena *kept, arena *scratch)
{
    const ludo_model *m = state->model;
    maximal_contacts *own = TAKE(scratch, 1, maximal_contacts), measured = {.any = false};
    maximal_contacts *c = own != NULL ? own : &measured;
    x->contacts = own;
    const int32_t limits = ludo_maximal_limits_room(state);
    c->touching = state->settings.contacts && m->contacts.touched_by != NULL && m->slots > 0;
    c->any = m->slots > 0 && (c->touching || limits > 0);
    c->restituting = c->touching && ludo_maximal_contact_restitute(m, &state->settings);
    if (!c->any) {
        return;
    }
    c->room = limits;
    if (c->touching) {
        c->room += ludo_search_room(m);
        ludo_search_layout(&c->search, m, scratch);
    }
    c->past = TAKE(kept, c->room, cone_history);
    c->rate = TAKE(kept, m->columns, double);
    c->before = TAKE(kept, 6 * (size_t)m->slots, double);
    c->interval = TAKE(kept, m->slots, double);
    c->steady = TAKE(kept, m->slots, double);
    ludo_rest_layout(c, state, kept, scratch);
    cones_layout(c, m, scratch);
    ludo_body_pairs_layout(x, c, state, scratch);
    ludo_condensation_layout(c, state, scratch);
    c->sweeps.node_room = state->model->slots;
    c->sweeps.room = c->room;
    if (c->room > 0) {
        ludo_sweeps_layout(&c->sweeps, scratch);
        c->sweep_node = TAKE(scratch, state->model->slots, int32_t);
    }
}

/* The mass of all bodies, and the mean radius of the colliders that move: of equal ones their
 * radius to the last bit, however many there are. */
static void measure(maximal_contacts *c, const ludo_model *m)
{
    double first = 0.0, more = 0.0;
    int32_t count = 0;
    for (int32_t s = 0; s < m->slots; s++) {
        c->mass += m->inertia[s].mass;
        c->length += m->joint[s].length / m->slots;
    }
    for (int32_t i = 0; i < m->contacts.collider_count; i++) {
        const collider *k = &m->contacts.collider[i];
        const bool moves = k->slot >= 0 && isfinite(k->radius);
        first = moves && count == 0 ? k->radius : first;
        more += moves ? k->radius - first : 0.0;
        count += moves ? 1 : 0;
    }
    c->length = count > 0 ? first + more / count : c->length;
    c->closed = contact_constants.closed_gap * c->length;
}

/* Armatures per degree of freedom, those of balls and free joints too. */
static void gather_armatures(maximal_contacts *c, const ludo_model *m)
{
    for (int32_t i = 0; i < m->columns; i++) {
        c->armature[i] = m->acts[i] ? m->along[i].armature : 0.0;
    }
    for (int32_t i = 0; i < m->ball_springs; i++) {
        const ball_spring_data *t = &m->ball_spring[i];
        for (int32_t k = t->column; k < t->column + 3; k++) {
            c->armature[k] = t->armature;
        }
    }
}

ludo_status ludo_maximal_contact_open(maximal *x, sim_state *state)
{
    maximal_contacts *c = x->contacts;
    if (!c->any) {
        return LUDO_OK;
    }
    measure(c, state->model);
    ludo_maximal_limits_motion_open(x, state);
    c->sliding = ludo_maximal_contact_find_cone(&state->settings);
    gather_armatures(c, state->model);
    ludo_islands_open(&c->islands, x, state);
    if (c->touching) {
        ludo_search_open(&c->search);
    }
    ludo_rest_open(x, state);
    ludo_condensation_open(x, state);
    return ludo_body_pairs_open(x, state);
}

void ludo_maximal_contact_close(maximal *x, const sim_state *state)
{
    ludo_body_pairs_close(x, state);
}

contact_report ludo_maximal_contact_report(const sim_state *state)
{
    const maximal_contacts *c = maximal_in(state)->contacts;
    return c->any ? (contact_report){c->reported, c->reported_count, c->stop, c->quality, c->order}
                  : (contact_report){.count = 0};
}

/* ---- scales ---- */

/* The larger of a speed and that of a body at the iterate, its rotation at the length scale. */
static double faster(const maximal *x, int32_t s, double speed)
{
    const twist_lanes *V = &x->body[s / LANES].V;
    const double v = v3_norm(get3(&V->v, s % LANES));
    const double w = x->contacts->length * v3_norm(get3(&V->w, s % LANES));
    const double own = v > w ? v : w;
    return own > speed ? own : speed;
}

/* Whether the scale depends on the speeds of bodies. */
static bool depends_on_speeds(const ludo_model *m)
{
    return !(v3_dot(m->gravity, m->gravity) > 0.0);
}

/* Impulses: the weight of all bodies over a step; rates: the speed after a fall by the length
 * scale. Without gravity: the present speeds, at least least_move in the step, of which h may be a
 * part. */
static cone_scale scale_of(const maximal *x, const ludo_model *m, double fastest, double mass,
                           int32_t cones, double h)
{
    const double g = v3_norm(m->gravity), length = x->contacts->length;
    const double step = x->contacts->impacts.step, longer = fabs(h) > step ? fabs(h) : step;
    const double least = least_move * length / longer;
    const bool own = depends_on_speeds(m);
    const double speed = !own ? sqrt(g * length) : fastest > least ? fastest : least;
    const double momentum = !own ? mass * g * fabs(h) : mass * speed;
    return (cone_scale){momentum / (cones > 0 ? cones : 1), speed};
}

void ludo_maximal_contact_choose_scale(maximal *x, const ludo_model *m, double h)
{
    maximal_contacts *c = x->contacts;
    double fastest = 0.0;
    for (int32_t s = 0; s < m->slots && depends_on_speeds(m); s++) {
        fastest = faster(x, s, fastest);
    }
    c->scale = scale_of(x, m, fastest, c->mass, c->count, h);
}

cone_scale ludo_maximal_contact_scale_of(const maximal *x, const ludo_model *m, const island *k,
                                         double h)
{
    double fastest = 0.0;
    for (int32_t b = k->first_body; b < k->end_body && depends_on_speeds(m); b++) {
        fastest = faster(x, x->contacts->islands.body[b], fastest);
    }
    return scale_of(x, m, fastest, k->mass, k->end - k->first, h);
}

/* The target kappa, and the largest one accepted where an iteration stalls; the largest error of
 * slacks; the speed by which a rate may be too small in the slip iteration: all in units of the
 * scale [contact.md 5.1]. */
static const double wanted = 1e-12, relaxed = 1e-8, slack = 1e-9, rate_shift = 1e-8;

/* Cold starts; iterations of each, in units of those that Newton's method may take. */
enum { RESTARTS = 4, ITERATIONS = 3 };

interior_settings ludo_maximal_contact_settings(const sim_state *state, int64_t cost, int32_t count)
{
    const int32_t unit = state->settings.max_iterations;
    const int32_t most = unit < INT32_MAX / ITERATIONS ? ITERATIONS * unit : INT32_MAX;
    const int32_t left = ludo_substeps_iterations_left(state, cost, count);
    const int32_t starts = left / most > 1 ? left / most : 1;
    return (interior_settings){
        .scale = maximal_in(state)->contacts->scale,
        .tolerance = state->settings.tolerance,
        .kappa = wanted,
        .relaxed_kappa = relaxed,
        .slack_tolerance = slack,
        .rate_shift = rate_shift,
        .max_iterations = most,
        .slip_iterations = left > 1 ? left : 1,
        .restarts = starts < RESTARTS ? starts : RESTARTS,
        .warm_start_error = maximal_in(state)->contacts->scale,
    };
}

/* ---- nodes of reports ---- */

/* The cone with the worst complementarity or, without a solve, the most violated one. */
static int32_t find_worst(const maximal_contacts *c)
{
    if (c->worst >= 0 && c->worst < c->count) {
        return c->worst;
    }
    int32_t lowest = 0;
    for (int32_t i = 1; i < c->count; i++) {
        lowest = c->cone[i].y[0] < c->cone[lowest].y[0] ? i : lowest;
    }
    return lowest;
}

ludo_node ludo_maximal_contact_any_node(const sim_state *state)
{
    const model_limits *of = &state->model->limits;
    if (maximal_in(state)->contacts->touching) {
        return node_of(LUDO_NODE_GEOM, state->model->contacts.touching_geom);
    }
    if (state->settings.limits && of->limited_by != NULL) {
        return of->limited_joint >= 0 ? node_of(LUDO_NODE_LIMIT, of->limited_joint)
                                      : node_of(LUDO_NODE_SPRING, of->limited_spring);
    }
    if (of->rubbed_by != NULL && of->rubbed_joint < 0) {
        return node_of(LUDO_NODE_SPRING, of->rubbed_spring);
    }
    if (state->settings.limits && of->paced_by != NULL) {
        return node_of(LUDO_NODE_LIMIT, of->paced_joint);
    }
    return of->rubbed_by != NULL ? node_of(LUDO_NODE_DRY_FRICTION, of->rubbed_joint) : no_node();
}

ludo_node ludo_maximal_contact_worst_node(const sim_state *state)
{
    const maximal_contacts *c = maximal_in(state)->contacts;
    const ludo_model *m = state->model;
    if (c->count == 0) {
        return ludo_maximal_contact_any_node(state);
    }
    const cone_rows *k = &c->rows[find_worst(c)];
    if (k->source == CONE_CONTACT) {
        const contact *of = &c->search.found[k->index];
        return pair_node(m, of->a, of->b);
    }
    if (source_is_tendon(k->source)) {
        return node_of(LUDO_NODE_SPRING, k->index);
    }
    return node_of_joint(m, k->slot_b);
}

bool ludo_maximal_contact_violated(const maximal_contacts *c, int32_t first, int32_t end)
{
    for (int32_t i = first; i < end; i++) {
        if (source_is_friction(c->rows[i].source) || !(c->cone[i].y[0] >= 0.0)) {
            return true;
        }
    }
    return false;
}
