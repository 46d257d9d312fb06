/* SPDX-License-Identifier: Apache-2.0
 *
 * Contacts whose bodies have no motion apart [contact.md 4.1].
 *
 * The row N_k of a contact at ancestor j of a body, whose motion carries the contact point along,
 * is (n, (point - x_j) x n): the rate of the gap by column c of S_j is their product. Where all of
 * these are zero, no impulse along n changes the motion, and 0 is taken. */
#include "integrators/maximal_contact/contact.h"

#include <math.h>

/* Rates of a gap below this part of the speed of the contact point are rounding errors. */
static const double no_rate = 1e-10;

/* Whether a degree of freedom of body s moves a point fixed to the body along n. */
static bool moves_along(const maximal *x, const sim_state *state, int32_t s, const feature_view *at)
{
    const ludo_model *m = state->model;
    const ludo_vec3 arm = v3_sub(at->point, state_poses(state)[s].x);
    const ludo_vec3 moment = v3_cross(arm, at->normal);
    if (joint_is_free(&m->joint[s])) {
        return true;
    }
    for (int32_t c = m->column[s]; c < m->column[s + 1]; c++) {
        const double *S = x->S[state->progress->now] + 6 * (size_t)c;
        const ludo_vec3 v = v3_at(S), w = v3_at(S + 3);
        const double rate = v3_dot(at->normal, v) + v3_dot(moment, w);
        if (!(fabs(rate) <= no_rate * (v3_norm(v) + v3_norm(arm) * v3_norm(w)))) {
            return true;
        }
    }
    return false;
}

bool ludo_maximal_contact_can_part(const maximal *x, const sim_state *state, const contact *c)
{
    const pose *z = state_poses(state);
    const feature_view at = c->feature.kind->view(&c->feature, &z[c->slot_a], &z[c->slot_b]);
    int32_t a = c->slot_a, b = c->slot_b;
    while (a != b) { /* to the ancestor that both share: parents have the lower numbers */
        int32_t *last = a > b ? &a : &b;
        if (moves_along(x, state, *last, &at)) {
            return true;
        }
        *last = state->model->parent[*last];
    }
    return false;
}

/* Whether a contact gets deeper from t_k to the poses `next` than it is, or than shapes may be. */
static bool deepens(const contact *c, const pose *z, const pose *next, double depth)
{
    const double from = feature_gap(&c->feature, &z[c->slot_a], &z[c->slot_b]);
    const double to = feature_gap(&c->feature, &next[c->slot_a], &next[c->slot_b]);
    return !(to >= (from < 0.0 ? from : 0.0) - depth);
}

double ludo_maximal_contact_leave_out(maximal *x, const sim_state *state, const pose *next,
                                      double depth)
{
    contact_search *s = &x->contacts->search;
    const pose *z = state_poses(state);
    int32_t kept = 0;
    double deepest = 0.0;
    for (int32_t i = 0; i < s->count; i++) {
        const contact *c = &s->found[i];
        if (ludo_maximal_contact_can_part(x, state, c) || deepens(c, z, next, depth)) {
            s->found[kept++] = *c;
        } else {
            deepest = c->overlap > deepest ? c->overlap : deepest;
        }
    }
    s->count = kept;
    return deepest;
}
