/* SPDX-License-Identifier: Apache-2.0
 *
 * Contacts between two bodies as constraints of the tree. */
#include "integrators/maximal_cones/body_pairs.h"

#include "integrators/maximal_forces/tendons.h"
#include "integrators/maximal_cones/contact_row.h"
#include "integrators/maximal_cones/contacts.h"

#include <string.h>

/* A slope = L D U; D first. */
typedef struct constraint_row_law {
    double D[CONE_ROWS], L[CONE_ROWS][CONE_ROWS], U[CONE_ROWS][CONE_ROWS];
} constraint_row_law;

/* ---- memory ---- */

bool ludo_body_pairs_may_touch(const ludo_model *m, const sim_settings *s)
{
    const model_contacts *c = &m->contacts;
    contact_law law;
    for (int32_t i = 0; i < c->collider_count && s->contacts; i++) {
        for (int32_t j = i + 1; j < c->collider_count && c->collider[i].slot >= 0; j++) {
            const int32_t a = c->collider[i].slot, b = c->collider[j].slot;
            if (b >= 0 && a != b && ludo_model_may_touch(c, i, j, &law)) {
                return true;
            }
        }
    }
    return false;
}

int32_t ludo_body_pairs_room(const sim_state *state)
{
    return ludo_body_pairs_may_touch(state->model, &state->settings)
               ? ludo_search_room(state->model)
               : 0;
}

/* Memory for the plan per constraint [bytes]; its lists grow by doubling, with the bodies on the
 * path of a constraint and the constraints on the same path. Piles take 5 to 7 KB per constraint,
 * of far fewer than there is room for; in trees paths are longer, but seldom reach the root. */
enum { PLAN_ROOM = 1 << 13, PASSED_BODIES = 4, MOST_PASSES = 4 };

/* The depth of the deepest tree. */
static size_t depth_of(const ludo_model *m)
{
    size_t deepest = 1;
    for (int32_t s = 0; s < m->slots; s++) {
        size_t depth = 1;
        for (int32_t p = m->parent[s]; p >= 0; p = m->parent[p]) {
            depth++;
        }
        deepest = depth > deepest ? depth : deepest;
    }
    return deepest;
}

void ludo_body_pairs_layout(maximal *x, maximal_contacts *c, const sim_state *state, arena *scratch)
{
    const constraints *own = &x->loops.constraints;
    const int32_t spare = ludo_body_pairs_room(state);
    body_pairs *t = &c->between;
    t->room = spare;
    t->bodies = state->model->slots;
    if (spare == 0) {
        return;
    }
    t->constraints = *own;
    t->rows = TAKE(scratch, own->count + spare, int32_t);
    t->first = TAKE(scratch, own->count + spare + 1, int32_t);
    t->grounded = TAKE(scratch, own->count + spare, bool);
    t->end = TAKE(scratch, own->ends, constraint_end);
    t->pair = TAKE(scratch, spare, slot_couple);
    t->planned = TAKE(scratch, spare, slot_couple);
    t->used = TAKE(scratch, spare, int32_t);
    t->head = TAKE(scratch, state->model->slots, int32_t);
    t->next = TAKE(scratch, spare, int32_t);
    t->law = TAKE(scratch, spare, constraint_row_law);
    const size_t passes = 1 + depth_of(state->model) / PASSED_BODIES;
    t->size = PLAN_ROOM * ((size_t)spare + (size_t)state->model->slots) *
              (passes < MOST_PASSES ? passes : MOST_PASSES);
    t->memory = TAKE(scratch, t->size, char);
}

/* ---- allocator of the plan: from its start on, released as a whole ---- */

static void *take(size_t size, void *user)
{
    body_pairs *t = user;
    const size_t from = (t->taken + 63) / 64 * 64;
    if (size > t->size || from > t->size - size) {
        return NULL;
    }
    t->taken = from + size;
    return t->memory + from;
}

static void give_back(void *memory, void *user)
{
    (void)memory;
    (void)user;
}

/* ---- plan ---- */

ludo_status ludo_body_pairs_open(maximal *x, sim_state *state)
{
    body_pairs *t = &x->contacts->between;
    (void)state;
    t->own = x->tree.plan;
    if (t->room == 0) {
        return LUDO_OK;
    }
    const constraints *loops = &x->loops.constraints;
    memcpy(t->rows, loops->rows, (size_t)loops->count * sizeof *t->rows);
    memcpy(t->grounded, loops->grounded, (size_t)loops->count * sizeof *t->grounded);
    memcpy(t->first, loops->first, ((size_t)loops->count + 1) * sizeof *t->first);
    memcpy(t->end, loops->end, (size_t)loops->first[loops->count] * sizeof *t->end);
    t->constraints.rows = t->rows, t->constraints.first = t->first, t->constraints.end = t->end;
    t->constraints.grounded = t->grounded;
    return LUDO_OK;
}

/* The first constraint of a pair of bodies with so many free rows, or a new one; among those of the
 * second body, from the last one on. */
static int32_t constraint_of(body_pairs *t, slot_couple between, int32_t rows)
{
    int32_t first = -1;
    for (int32_t i = t->head[between.b]; i >= 0; i = t->next[i]) {
        const bool fits = t->pair[i].a == between.a && t->used[i] + rows <= CONSTRAINT_ROWS;
        first = fits ? i : first;
    }
    if (first >= 0) {
        return first;
    }
    t->pair[t->count] = between;
    t->used[t->count] = 0;
    t->next[t->count] = t->head[between.b];
    t->head[between.b] = t->count;
    return t->count++;
}

/* Every contact between bodies gets rows of a constraint, three without friction. */
static void assign(maximal *x)
{
    maximal_contacts *c = x->contacts;
    body_pairs *t = &c->between;
    t->count = 0;
    for (int32_t b = 0; b < t->bodies; b++) {
        t->head[b] = -1;
    }
    for (int32_t i = 0; i < c->count; i++) {
        cone_rows *k = &c->rows[i];
        if (is_between_bodies(k)) {
            k->constraint = constraint_of(t, (slot_couple){k->slot_a, k->slot_b}, k->width);
            k->row = t->used[k->constraint];
            t->used[k->constraint] += k->width;
        }
    }
}

static bool is_planned(const body_pairs *t)
{
    return t->plan != NULL && t->planned_count == t->count &&
           memcmp(t->planned, t->pair, (size_t)t->count * sizeof *t->pair) == 0;
}

/* The pattern of the constraints, then the plan. */
static ludo_status plan(maximal *x)
{
    body_pairs *t = &x->contacts->between;
    const int32_t own = x->loops.constraints.count;
    const ludo_allocator bump = {take, give_back, t};
    for (int32_t i = 0; i < t->count; i++) {
        constraint_end *end = t->end + t->first[own + i];
        end[0] = (constraint_end){t->pair[i].b, false};
        end[1] = (constraint_end){t->pair[i].a, false};
        t->rows[own + i] = CONSTRAINT_ROWS;
        t->grounded[own + i] = false;
        t->first[own + i + 1] = t->first[own + i] + 2;
    }
    t->constraints.count = own + t->count;
    t->taken = 0;
    t->planned_count = t->count;
    memcpy(t->planned, t->pair, (size_t)t->count * sizeof *t->pair);
    return ludo_constraint_plan_create(&x->tree, &t->constraints, &bump, &t->plan);
}

ludo_status ludo_body_pairs_begin(maximal *x)
{
    body_pairs *t = &x->contacts->between;
    t->failed = false;
    if (t->room == 0) {
        return LUDO_OK;
    }
    assign(x);
    ludo_condensation_begin(x);
    ludo_body_pairs_use(x, !ludo_condensation_takes_all(x->contacts));
    return t->failed ? LUDO_TOO_MANY_CONTACTS : LUDO_OK;
}

void ludo_body_pairs_use(maximal *x, bool rows)
{
    body_pairs *t = &x->contacts->between;
    x->tree.plan = t->own;
    if (!rows || t->count == 0) {
        return;
    }
    if (!t->failed && !is_planned(t) && plan(x) != LUDO_OK) {
        t->plan = NULL;
        t->failed = true;
    }
    x->tree.plan = t->failed ? t->own : t->plan;
}

ludo_status ludo_body_pairs_end(maximal *x)
{
    x->tree.plan = x->contacts->between.own;
    ludo_maximal_tendons_clear_rhs(x);
    return x->contacts->between.failed ? LUDO_TOO_MANY_CONTACTS : LUDO_OK;
}

/* ---- laws ---- */

static inline void decompose(const double *slope, int n, constraint_row_law *k)
{
    double A[CONE_ROWS][CONE_ROWS];
    for (int i = 0; i < n; i++) {
        memcpy(A[i], slope + CONE_ROWS * i, (size_t)n * sizeof **A);
    }
    for (int j = 0; j < n; j++) {
        k->D[j] = A[j][j];
        k->L[j][j] = k->U[j][j] = 1.0;
        for (int i = j + 1; i < n; i++) {
            k->L[i][j] = k->D[j] != 0.0 ? A[i][j] / k->D[j] : 0.0;
            k->U[j][i] = k->D[j] != 0.0 ? A[j][i] / k->D[j] : 0.0;
            k->L[j][i] = k->U[i][j] = 0.0;
        }
        for (int i = j + 1; i < n; i++) {
            for (int q = j + 1; q < n; q++) {
                A[i][q] -= k->L[i][j] * A[j][q];
            }
        }
    }
}

/* F L and D U R of one end. */
static inline void write_end(const body_pairs *t, int32_t end, const constraint_row_law *l,
                             const cone_rows *k, int n, int side)
{
    double *F = t->constraints.F + BLOCK * (size_t)end + k->row;
    double *R = t->constraints.R + BLOCK * (size_t)end + k->row;
    for (int q = 0; q < 6; q++) {
        for (int j = 0; j < n; j++) {
            double f = 0.0, r = 0.0;
            for (int i = 0; i < n; i++) {
                f += k->F[side][i][q] * l->L[i][j];
                r += l->U[j][i] * k->R[side][i][q];
            }
            F[ROW * q + j] = f;
            R[ROW * q + j] = l->D[j] * r;
        }
    }
}

void ludo_body_pairs_clear(maximal *x)
{
    const body_pairs *t = &x->contacts->between;
    if (t->count > 0 && t->plan != NULL && x->tree.plan == t->plan) {
        const int32_t own = x->loops.constraints.count;
        memset(t->constraints.slack + own, true, (size_t)t->count * sizeof *t->constraints.slack);
    }
    ludo_body_pairs_rhs(x);
}

/* The first law of a constraint clears its rows, which are those of one before. */
static void open_constraint(const body_pairs *t, int32_t at)
{
    if (t->constraints.slack[at]) {
        const size_t first = BLOCK * (size_t)t->first[at], size = BLOCK * SIDES_OF_CONTACT;
        memset(t->constraints.F + first, 0, size * sizeof *t->constraints.F);
        memset(t->constraints.R + first, 0, size * sizeof *t->constraints.R);
        t->constraints.slack[at] = false;
    }
}

void ludo_body_pairs_rhs(maximal *x)
{
    const body_pairs *t = &x->contacts->between;
    if (t->count > 0) {
        double *b = t->constraints.b + ROW * (size_t)x->loops.constraints.count;
        memset(b, 0, ROW * (size_t)t->count * sizeof *b);
    }
}

static inline void write_law(const body_pairs *t, int32_t end, const cone *c, const cone_rows *k,
                             int n)
{
    constraint_row_law *l = &t->law[k->index];
    decompose(c->slope, n, l);
    write_end(t, end, l, k, n, 0);
    write_end(t, end + 1, l, k, n, 1);
}

/* Loops over three rows, those of most contacts, are unrolled. */
void ludo_body_pairs_add_stiffness(maximal *x, const cone *c, const cone_rows *k)
{
    const body_pairs *t = &x->contacts->between;
    const int32_t at = x->loops.constraints.count + k->constraint, end = t->first[at];
    open_constraint(t, at);
    if (c->kind->rows == SLIDING_ROWS) {
        write_law(t, end, c, k, SLIDING_ROWS);
    } else {
        write_law(t, end, c, k, c->kind->rows);
    }
}

void ludo_body_pairs_add_rhs(maximal *x, const cone *c, const cone_rows *k)
{
    const body_pairs *t = &x->contacts->between;
    double *b =
        t->constraints.b + ROW * (size_t)(x->loops.constraints.count + k->constraint) + k->row;
    const constraint_row_law *l = &t->law[k->index];
    for (int j = 0; j < c->kind->rows; j++) {
        b[j] = c->rhs[j] - c->p[j];
        for (int i = 0; i < j; i++) {
            b[j] -= l->L[j][i] * b[i];
        }
    }
}

void ludo_body_pairs_close(maximal *x, const sim_state *state)
{
    (void)state;
    if (x->contacts->any) {
        (void)ludo_body_pairs_end(x);
    }
}
