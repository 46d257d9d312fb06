/* SPDX-License-Identifier: Apache-2.0
 *
 * Contacts of free bodies condensed to blocks between bodies. */
#include "integrators/maximal_cones/condensation.h"

#include "core/sets.h"
#include "integrators/maximal_cones/body_pairs.h"
#include "integrators/maximal_cones/contacts.h"

#include <math.h>
#include <string.h>

/* ---- memory ---- */

/* Find the bodies that nothing but contacts couples to others. */
static void find_free(condensation *k, const constraints *t, const ludo_model *m)
{
    for (int32_t s = 0; s < m->slots; s++) {
        k->free[s] = m->parent[s] < 0 && joint_is_free(&m->joint[s]);
    }
    for (int32_t s = 0; s < m->slots; s++) {
        if (m->parent[s] >= 0) {
            k->free[m->parent[s]] = false;
        }
    }
    for (int32_t e = 0; t->count > 0 && e < t->first[t->count]; e++) {
        k->free[t->end[e].node] = false;
    }
    for (int32_t s = 0; s < m->slots; s++) {
        k->any_free = k->any_free || k->free[s];
    }
}

void ludo_condensation_layout(maximal_contacts *c, const sim_state *state, arena *scratch)
{
    condensation *k = &c->condensation;
    const int32_t room = ludo_body_pairs_room(state);
    k->idle = TAKE(scratch, state->model->slots, bool);
    k->free = TAKE(scratch, state->model->slots, bool);
    k->root = TAKE(scratch, state->model->slots, int32_t);
    k->gain = TAKE(scratch, state->model->slots, int32_t);
    k->system.nodes = state->model->slots;
    k->system.room = room;
    if (room > 0) {
        ludo_condensed_layout(&k->system, scratch);
    }
}

void ludo_condensation_open(maximal *x, const sim_state *state)
{
    condensation *k = &x->contacts->condensation;
    find_free(k, &x->loops.constraints, state->model);
}

/* ---- sets of bodies ---- */

/* Sets with at least BODIES bodies per CONSTRAINTS constraints of six rows take as long by rows
 * (measured): heaps of spheres, which touch at single points, and boxes that hardly touch. */
enum { BODIES = 2, CONSTRAINTS = 3, BARRED = INT32_MIN / 2 };

/* The largest change of a velocity, in units of the speed scale, that is solved for without
 * refinement: balances then lack 1e-8 of it, in units of typical ones. */
static const double small_change = 1e-5;

/* The set of a contact's bodies. */
static int32_t set_of(const condensation *k, const cone_rows *of)
{
    return k->root[body_of_cone(of)];
}

static void unite_bodies(condensation *k, const maximal_contacts *c)
{
    for (int32_t b = 0; b < k->system.nodes; b++) {
        k->root[b] = b;
    }
    for (int32_t i = 0; i < c->between.count; i++) {
        sets_unite(k->root, c->between.pair[i].a, c->between.pair[i].b);
    }
    for (int32_t b = 0; b < k->system.nodes; b++) {
        k->root[b] = sets_root(k->root, b);
    }
}

/* A set with a body of a larger tree is left to the tree's pass. */
static void weigh_sets(condensation *k, const body_pairs *t)
{
    memset(k->gain, 0, (size_t)k->system.nodes * sizeof *k->gain);
    for (int32_t b = 0; b < k->system.nodes; b++) {
        k->gain[k->root[b]] -= CONSTRAINTS;
    }
    for (int32_t i = 0; i < t->count; i++) {
        k->gain[k->root[t->pair[i].b]] += BODIES;
    }
    for (int32_t b = 0; b < k->system.nodes; b++) {
        if (!k->free[b]) {
            k->gain[k->root[b]] = BARRED;
        }
    }
}

/* ---- laws ---- */

/* Whether a cone is a contact of a set that may be condensed. */
static bool has_law(const condensation *k, const cone_rows *of)
{
    return of->source == CONE_CONTACT && k->gain[set_of(k, of)] >= 0;
}

/* Write the law of a contact; its numbers are those of the cone. */
static void write_law(condensed_law *l, const cone *c, const cone_rows *k)
{
    l->node[0] = k->slot_b, l->node[1] = k->slot_a;
    l->rows = c->kind->rows;
    l->F[0] = k->F[SIDE_B][0], l->F[1] = k->F[SIDE_A][0];
    l->R[0] = k->R[SIDE_B][0], l->R[1] = k->R[SIDE_A][0];
    l->way = k->mirrored && is_between_bodies(k) ? k->way : NULL;
    l->slope = c->slope;
    l->rhs = c->rhs;
}

static void list_laws(maximal_contacts *c)
{
    condensed *s = &c->condensation.system;
    s->count = 0;
    for (int32_t i = 0; i < c->count; i++) {
        if (has_law(&c->condensation, &c->rows[i])) {
            write_law(&s->law[s->count++], &c->cone[i], &c->rows[i]);
        }
    }
}

void ludo_condensation_begin(maximal *x)
{
    maximal_contacts *c = x->contacts;
    condensation *k = &c->condensation;
    k->active = k->planned = false;
    if (!k->any_free || c->between.count == 0) {
        return;
    }
    unite_bodies(k, c);
    weigh_sets(k, &c->between);
    list_laws(c);
    k->planned = k->system.count > 0 && ludo_condensed_plan(&k->system);
}

/* ---- the choice ---- */

bool ludo_condensation_takes_all(const maximal_contacts *c)
{
    const condensation *k = &c->condensation;
    bool all = k->planned;
    for (int32_t i = 0; i < c->between.count && all; i++) {
        all = k->gain[k->root[c->between.pair[i].b]] >= 0;
    }
    return all;
}

bool ludo_condensation_has(const maximal_contacts *c, const cone_rows *k)
{
    return c->condensation.active && c->condensation.system.active[body_of_cone(k)];
}

/* Whether a contact between two bodies stays rows. */
static bool any_rows(const maximal_contacts *c)
{
    FOR_RUNNING_CONES(i, &c->islands)
    {
        const cone_rows *k = &c->rows[i];
        if (is_between_bodies(k) && !ludo_condensation_has(c, k)) {
            return true;
        }
    }
    return false;
}

/* The kinds of cones change between solves of one set of contacts. */
static void count_rows(maximal_contacts *c)
{
    condensed_law *l = c->condensation.system.law;
    for (int32_t i = 0; i < c->count; i++) {
        if (has_law(&c->condensation, &c->rows[i])) {
            (l++)->rows = c->cone[i].kind->rows;
        }
    }
}

void ludo_condensation_separate(maximal_contacts *c)
{
    condensed *s = &c->condensation.system;
    for (int32_t i = 0; i < s->count; i++) {
        s->law[i].way = NULL;
    }
}

void ludo_condensation_choose(maximal *x, const bool *soft, const int32_t *island_of)
{
    maximal_contacts *c = x->contacts;
    condensation *k = &c->condensation;
    if (!k->planned) {
        return;
    }
    k->active = false;
    for (int32_t s = 0; s < k->system.nodes; s++) {
        k->system.active[s] = k->system.paired[s] && soft[island_of != NULL ? island_of[s] : 0];
        k->active = k->active || k->system.active[s];
        k->system.small[s] = -1.0;
    }
    count_rows(c);
    ludo_body_pairs_use(x, any_rows(c));
}

void ludo_condensation_go_on(maximal *x, const double *speed)
{
    const maximal_contacts *c = x->contacts;
    const condensation *k = &c->condensation;
    for (int32_t s = 0; s < k->system.nodes && k->active; s++) {
        k->system.small[s] = small_change * speed[c->islands.of_body[s]];
    }
}

/* ---- directions ---- */

const bool *ludo_condensation_idle(const maximal *x, const bool *idle)
{
    const condensation *k = &x->contacts->condensation;
    if (!k->active) {
        return idle;
    }
    for (int32_t s = 0; s < k->system.nodes; s++) {
        k->idle[s] = k->system.active[s] || (idle != NULL && idle[s]);
    }
    return k->idle;
}

/* Blocks M + C of the condensed bodies: S = T = 1, y = 0 of a free joint. */
static void load_blocks(const maximal *x, const ludo_model *m)
{
    const condensed *s = &x->contacts->condensation.system;
    for (int32_t b = 0; b < s->nodes; b++) {
        double *to = s->M + NODE_BLOCK * (size_t)b;
        for (int i = 0; i < NODE_ROWS && s->active[b]; i++) {
            const double *M = x->tree.M + BLOCK * (size_t)b + ROW * i;
            const double *C = x->tree.C + m->joint_block[b] + NODE_ROWS * i;
            for (int q = 0; q < NODE_ROWS; q++) {
                to[NODE_ROWS * i + q] = M[q] + C[q];
            }
        }
    }
}

/* Units of u: those of rotations by the radius of gyration. */
static void choose_units(const condensed *s)
{
    for (int32_t b = 0; b < s->nodes; b++) {
        const double *M = s->M + NODE_BLOCK * (size_t)b;
        double *unit = s->unit + NODE_ROWS * (size_t)b;
        for (int k = 0; k < 3 && s->active[b]; k++) {
            unit[k] = 1.0;
            unit[3 + k] = sqrt((M[0] + M[7] + M[14]) / (M[21] + M[28] + M[35]));
        }
    }
}

/* Balances r + e. */
static void join_efforts(maximal *x, const ludo_model *m)
{
    const condensed *s = &x->contacts->condensation.system;
    for (int32_t b = 0; b < s->nodes; b++) {
        for (int q = 0; q < NODE_ROWS && s->active[b]; q++) {
            x->tree.r[NODE_ROWS * b + q] += x->tree.e[m->column[b] + q];
        }
    }
}

void ludo_condensation_solve(maximal *x, const ludo_model *m, bool factorize)
{
    condensation *k = &x->contacts->condensation;
    condensed *s = &k->system;
    if (!k->active) {
        return;
    }
    join_efforts(x, m);
    if (factorize) {
        load_blocks(x, m);
        choose_units(s);
        (void)ludo_condensed_factor(s); /* solutions are NaN where it fails */
        ludo_condensed_solve(s, x->tree.r, x->tree.u);
    } else {
        ludo_condensed_solve_again(s, x->tree.r, x->tree.u);
    }
    for (int32_t b = 0; b < s->nodes; b++) {
        if (s->active[b]) {
            memcpy(x->tree.w + m->column[b], x->tree.u + NODE_ROWS * (size_t)b,
                   NODE_ROWS * sizeof *x->tree.w);
        }
    }
}
