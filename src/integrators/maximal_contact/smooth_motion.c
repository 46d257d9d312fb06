/* SPDX-License-Identifier: Apache-2.0
 *
 * The start of an interval in contact: the velocities of the last two intervals extrapolated, for
 * bodies of which no cone opened, closed or began to slip. Each body has its own, so that no island
 * depends on another. */
#include "integrators/maximal_contact/contact.h"

#include "integrators/maximal/history.h"

#include <string.h>

/* Rounds of a solve in which no feature was added. */
enum { FIRST_ROUND = 1 };

/* Whether the force of a cone follows the start: the axis of a ball's limit does, and with the
 * extrapolated one it adds energy in place of losing some. */
static bool follows_start(const cone_rows *k)
{
    return k->source == CONE_LIMIT && k->columns > 1;
}

/* Whether a prediction solved an island, if it has cones. */
static bool is_smooth(const maximal_contacts *c, const island *k)
{
    bool all = k->first == k->end || (k->history->predicted && k->history->rounds <= FIRST_ROUND);
    for (int32_t i = k->first; i < k->end && all; i++) {
        all = !follows_start(&c->rows[i]);
    }
    return all;
}

/* Bodies that have made an interval of that length before. */
static void mark_smooth(maximal_contacts *c, const ludo_model *m, double h)
{
    const islands *of = &c->islands;
    for (int32_t s = 0; s < m->slots; s++) {
        c->smooth[s] = c->interval[s] == h ? h : 0.0;
    }
    for (int32_t n = 0; n < of->count && c->count > 0; n++) {
        const island *k = &of->island[n];
        const bool smooth = is_smooth(c, k);
        for (int32_t b = k->first_body; b < k->end_body && !smooth; b++) {
            c->smooth[of->body[b]] = 0.0;
        }
    }
}

void ludo_maximal_contact_save_older(maximal *x, const ludo_model *m, double h, int32_t stage)
{
    maximal_contacts *c = x->contacts;
    mark_smooth(c, m, h);
    memcpy(c->older, c->before, 6 * (size_t)m->slots * sizeof *c->older);
    memcpy(c->older_rate, ludo_maximal_history_rates(x, stage, 1),
           (size_t)x->stored_count * sizeof *c->older_rate);
}

void ludo_maximal_contact_extrapolate(maximal *x, const sim_state *state, double h)
{
    const maximal_contacts *c = x->contacts;
    const ludo_model *m = state->model;
    joint_trace *next = x->trace[1 - state->progress->now];
    for (int32_t s = 0; s < m->slots; s++) {
        if (c->smooth[s] == h) {
            const double *V = c->before + 6 * s, *older = c->older + 6 * s;
            twist_lanes *to = &x->body[s / LANES].V;
            const ludo_vec3 v = v3_at(V), w = v3_at(V + 3);
            put3(&to->v, s % LANES, v3_add(v, v3_sub(v, v3_at(older))));
            put3(&to->w, s % LANES, v3_add(w, v3_sub(w, v3_at(older + 3))));
        }
    }
    for (int32_t i = 0; i < x->stored_count; i++) {
        if (c->smooth[x->stored_slot[i]] == h) {
            const double rate = ludo_maximal_history_rates(x, x->state->last, 0)[i];
            next[x->stored[i]].cos += h * (rate - c->older_rate[i]);
        }
    }
}
