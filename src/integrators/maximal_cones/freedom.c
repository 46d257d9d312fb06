/* SPDX-License-Identifier: Apache-2.0
 *
 * Contacts whose bodies have no motion apart [contact.md 4.1].
 *
 * The row N_k of a contact at ancestor j of a body, whose motion carries the contact point along,
 * is (n, (point - x_j) x n): the rate of the gap by column c of S_j is their product. Where all of
 * these are zero, no impulse along n changes the motion, and 0 is taken. So it is where loops hold
 * the gap: where the gradient of the gap in joint coordinates is a combination of the rows of
 * loops. */
#include "integrators/maximal_cones/freedom.h"

#include "assembly/kinematics.h"

#include <math.h>
#include <string.h>

/* Rates of a gap below this part of the speed of the contact point are rounding errors. */
static const double no_rate = 1e-10;

/* Loops hold a gap if they leave less than this part of the square of its gradient: an angle of
 * 3e-5 rad from a combination of their rows, as for their rank. */
static const double no_part = 1e-9;

/* The way from a contact's bodies to their common ancestor. */
typedef enum freedom { HELD, IN_LOOPS, FREE } freedom;

/* The rate of a gap per unit of dof c of body s, on which the point is; 0 if it is rounding. */
static double rate_by(const double *S, ludo_vec3 arm, ludo_vec3 n)
{
    const ludo_vec3 v = v3_at(S), w = v3_at(S + 3);
    const double rate = v3_dot(n, v) + v3_dot(v3_cross(arm, n), w);
    return fabs(rate) <= no_rate * (v3_norm(v) + v3_norm(arm) * v3_norm(w)) ? 0.0 : rate;
}

/* Whether degrees of freedom of body s move a point fixed to the body along n. */
static freedom freedom_of(const maximal *x, const sim_state *state, int32_t s,
                          const feature_view *at)
{
    const ludo_model *m = state->model;
    const kinematics *k = state->kinematics;
    const freedom moving = k != NULL && k->inside[s] ? IN_LOOPS : FREE;
    const ludo_vec3 arm = v3_sub(at->point, state_poses(state)[s].x);
    if (joint_is_free(&m->joint[s])) {
        return moving;
    }
    for (int32_t c = m->column[s]; c < m->column[s + 1]; c++) {
        const double *S = x->S[state->progress->now] + 6 * (size_t)c;
        if (rate_by(S, arm, at->normal) != 0.0) {
            return moving;
        }
    }
    return HELD;
}

/* The freedom that the joints on the way between the bodies of a contact have, loops apart. */
static freedom freedom_of_path(const maximal *x, const sim_state *state, const contact *c,
                               const feature_view *at)
{
    freedom most = HELD;
    int32_t a = c->slot_a, b = c->slot_b;
    while (a != b && most != FREE) { /* parents have the lower numbers */
        int32_t *last = a > b ? &a : &b;
        const freedom of = freedom_of(x, state, *last, at);
        most = of > most ? of : most;
        *last = state->model->parent[*last];
    }
    return most;
}

/* The gradient of a gap in the metric of joint coordinates, by the joints on the way between the
 * bodies. */
static void find_gradient(const sim_state *state, const contact *c, const feature_view *at)
{
    const ludo_model *m = state->model;
    const kinematics *k = state->kinematics;
    memset(k->way, 0, (size_t)m->columns * sizeof *k->way);
    int32_t a = c->slot_a, b = c->slot_b;
    while (a != b) {
        const double sign = a > b ? -1.0 : 1.0;
        int32_t *last = a > b ? &a : &b;
        const ludo_vec3 arm = v3_sub(at->point, state_poses(state)[*last].x);
        for (int32_t i = m->column[*last]; i < m->column[*last + 1]; i++) {
            const double square = m->column_scale[i] * m->column_scale[i];
            k->way[i] = sign * rate_by(k->S + 6 * (size_t)i, arm, at->normal) / square;
        }
        *last = m->parent[*last];
    }
}

/* Whether loops hold the gap, to first order. */
static bool loops_hold(const sim_state *state, const contact *c, const feature_view *at)
{
    ludo_kinematics_linearize_knot(state);
    find_gradient(state, c, at);
    return ludo_kinematics_allowed_part(state) <= no_part;
}

/* A gap that is open needs no impulse: whether loops hold it does not matter. */
static bool can_part(const maximal *x, const sim_state *state, const contact *c,
                     const feature_view *at)
{
    const freedom joints = freedom_of_path(x, state, c, at);
    const bool closed = at->gap <= x->contacts->closed;
    return joints != HELD && (joints == FREE || !closed || !loops_hold(state, c, at));
}

/* A contact at the knot. */
static feature_view view_of(const contact *c, const pose *z)
{
    return feature_at(&c->feature, &z[c->slot_a], &z[c->slot_b]);
}

bool ludo_freedom_can_part(const maximal *x, const sim_state *state, const contact *c)
{
    const feature_view at = view_of(c, state_poses(state));
    return can_part(x, state, c, &at);
}

/* Whether a contact gets deeper from t_k to the poses `next` than it is, or than shapes may be. */
static bool deepens(const contact *c, const pose *z, const pose *next, double depth)
{
    const double from = feature_gap(&c->feature, &z[c->slot_a], &z[c->slot_b]);
    const double to = feature_gap(&c->feature, &next[c->slot_a], &next[c->slot_b]);
    return !(to >= (from < 0.0 ? from : 0.0) - depth);
}

/* Whether rows are those of a contact of the knot with this view. */
static bool has_view(const cone_rows *k, const contact *of, const feature_view *at)
{
    return k->source == CONE_CONTACT && k->slot_a == of->slot_a && k->slot_b == of->slot_b &&
           memcmp(&k->at, at, sizeof *at) == 0;
}

double ludo_freedom_leave_out(maximal *x, const sim_state *state, const pose *next, double depth)
{
    contact_search *s = &x->contacts->search;
    const pose *z = state_poses(state);
    const int32_t known = next != z && s->known.valid ? x->contacts->kept : 0;
    int32_t kept = 0;
    double deepest = 0.0;
    for (int32_t i = 0; i < s->count; i++) {
        const contact *c = &s->found[i];
        const feature_view at = view_of(c, z);
        cone_rows *k = &x->contacts->rows[kept];
        const bool written = kept < known && has_view(k, c, &at); /* which could part */
        if (written || can_part(x, state, c, &at) || deepens(c, z, next, depth)) {
            k->written = written;
            k->at = at;
            if (kept != i) {
                s->found[kept] = *c;
            }
            kept++;
        } else {
            deepest = c->overlap > deepest ? c->overlap : deepest;
        }
    }
    s->count = x->contacts->viewed = kept;
    return deepest;
}
