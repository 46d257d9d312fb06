/* SPDX-License-Identifier: Apache-2.0
 *
 * Islands, found by union of groups of bodies. */
#include "integrators/maximal_cones/islands.h"

#include "core/sets.h"
#include "integrators/maximal_cones/contacts.h"

#include <string.h>

/* ---- groups ---- */

void ludo_islands_layout(islands *of, const ludo_model *m, int32_t cones, arena *scratch)
{
    const int32_t most = m->slots + 2;
    of->bodies = m->slots;
    of->group = TAKE(scratch, m->slots, int32_t);
    of->group_loops = TAKE(scratch, m->slots, bool);
    of->history = TAKE(scratch, most, island_history);
    of->island = TAKE(scratch, most, island);
    of->of_body = TAKE(scratch, m->slots, int32_t);
    of->root = TAKE(scratch, m->slots, int32_t);
    of->body = TAKE(scratch, m->slots, int32_t);
    of->alpha = TAKE(scratch, most, double);
    of->number = TAKE(scratch, m->slots, int32_t);
    of->running = TAKE(scratch, most, bool);
    of->soft = TAKE(scratch, most, bool);
    of->goes_on = TAKE(scratch, most, double);
    of->imbalance = TAKE(scratch, most, double);
    of->idle = TAKE(scratch, m->slots, bool);
    of->still = TAKE(scratch, lanes_blocks(m->slots), bool);
    of->target = TAKE(scratch, cones, int32_t);
    of->source = TAKE(scratch, cones, int32_t);
    of->place = TAKE(scratch, cones, int32_t);
    of->part = TAKE(scratch, most, interior_part);
    of->island_of_part = TAKE(scratch, most, int32_t);
}

/* Unite the bodies at the ends of loops and tendons. */
static void unite_constraints(int32_t *root, const constraints *t)
{
    for (int32_t i = 0; i < t->count; i++) {
        for (int32_t e = t->first[i]; e + 1 < t->first[i + 1]; e++) {
            sets_unite(root, t->end[e].node, t->end[e + 1].node);
        }
    }
}

/* Number the sets of bodies in `root` by their lowest body. */
static void number_groups(islands *of)
{
    of->groups = 0;
    for (int32_t s = 0; s < of->bodies; s++) {
        const int32_t r = sets_root(of->root, s);
        of->group[s] = r == s ? of->groups++ : of->group[r];
    }
}

void ludo_islands_open(islands *of, const maximal *x, const sim_state *state)
{
    const ludo_model *m = state->model;
    const constraints *t = &x->loops.constraints;
    for (int32_t s = 0; s < m->slots; s++) {
        of->root[s] = s;
    }
    for (int32_t s = 0; s < m->slots; s++) {
        sets_unite(of->root, s, m->parent[s] >= 0 ? m->parent[s] : s);
    }
    unite_constraints(of->root, t);
    number_groups(of);
    memset(of->group_loops, 0, (size_t)of->groups * sizeof *of->group_loops);
    for (int32_t i = 0; i < m->loop_count; i++) {
        of->group_loops[of->group[t->end[t->first[i]].node]] = true;
    }
    of->step = of->attempt = -1;
}

/* ---- histories ---- */

void ludo_islands_begin(islands *of, const sim_state *state)
{
    for (int32_t g = 0; g <= of->groups + 1; g++) {
        island_history *h = &of->history[g];
        h->cost = of->step == state->steps_begun ? h->cost : 0;
        h->gain = of->attempt == state->attempts_begun ? h->gain : 0.0;
        h->energy = of->attempt == state->attempts_begun ? h->energy : 0.0;
        h->level = -1;
        h->situation = 0;
        h->iterations = h->rounds = 0;
        h->solved = h->bounded = h->without_cones = false;
    }
    of->step = state->steps_begun;
    of->attempt = state->attempts_begun;
    of->count = 0;
}

/* A history that changes none by merging, but for its cost. */
static island_history neutral_of(int64_t cost)
{
    return (island_history){
        .cost = cost, .level = -1, .solved = true, .bounded = true, .without_cones = true};
}

/* The history of two islands that merge. */
static island_history merge(const island_history *a, const island_history *b)
{
    island_history h = *a;
    h.cost = b->cost > h.cost ? b->cost : h.cost;
    h.gain += b->gain;
    h.energy += b->energy;
    h.level = b->level > h.level ? b->level : h.level;
    h.situation = h.situation != 0 ? h.situation : b->situation;
    h.iterations = b->iterations > h.iterations ? b->iterations : h.iterations;
    h.rounds = b->rounds > h.rounds ? b->rounds : h.rounds;
    h.solved = h.solved && b->solved;
    h.bounded = h.bounded && b->bounded;
    h.without_cones = h.without_cones && b->without_cones;
    return h;
}

/* ---- assignment ---- */

/* Unite the groups of the bodies of all cones; all groups where a force function of the user acts,
 * which may connect any. Groups with cones, and the lowest ones they are united with, get a number.
 */
static void unite_cones(const maximal_contacts *c, islands *of, bool function)
{
    for (int32_t g = 0; g < of->groups; g++) {
        of->root[g] = function ? 0 : g;
        of->number[g] = -1;
    }
    for (int32_t i = 0; i < c->count; i++) {
        const cone_rows *k = &c->rows[i];
        const int32_t g = of->group[body_of_cone(k)];
        if (has_bodies_of_last(c->rows, i)) {
            continue;
        }
        of->number[g] = 0;
        if (k->slot_a >= 0) {
            sets_unite(of->root, of->group[k->slot_a], g);
        }
    }
    for (int32_t g = 0; g < of->groups; g++) {
        if (of->number[g] >= 0) {
            of->number[sets_root(of->root, g)] = 0;
        }
    }
}

/* An island without bodies, cones and report. */
static island island_with(island_history *history)
{
    return (island){.history = history, .report = {.worst = -1}};
}

/* Number the islands with cones by their lowest groups, and all groups by their islands; the bodies
 * without cones are the last one. */
static void number_islands(islands *of)
{
    of->count = 0;
    for (int32_t g = 0; g < of->groups; g++) {
        if (of->root[g] == g && of->number[g] >= 0) {
            of->number[g] = of->count++;
        }
    }
    for (int32_t g = 0; g < of->groups; g++) {
        const int32_t r = sets_root(of->root, g), n = of->number[g] = of->number[r];
        if (r == g && n >= 0) {
            of->island[n] = island_with(NULL);
        }
    }
}

/* Histories of groups merge at the lowest one of their island, which has them. */
static void merge_histories(islands *of)
{
    for (int32_t g = 0; g < of->groups; g++) {
        const int32_t r = sets_root(of->root, g);
        if (r != g) {
            of->history[r] = merge(&of->history[r], &of->history[g]);
            of->history[g] = neutral_of(of->history[g].cost);
        } else if (of->number[g] >= 0) {
            of->island[of->number[g]].history = &of->history[g];
        }
    }
}

/* The islands of the other bodies, those without cones and those held, if there are any. Returns
 * the number of the first. */
static int32_t add_others(islands *of, const maximal *x)
{
    const int32_t first = of->count;
    bool free = false, held = false;
    for (int32_t s = 0; s < of->bodies; s++) {
        const bool own = maximal_holds(x, s);
        held = held || own;
        free = free || (!own && of->number[of->group[s]] < 0);
    }
    if (free) {
        of->island[of->count++] = island_with(&of->history[of->groups]);
    }
    if (held) {
        of->history[of->groups + 1].solved = true;
        of->island[of->count] = island_with(&of->history[of->groups + 1]);
        of->island[of->count++].held = true;
    }
    return first;
}

/* The bodies of the islands, sorted by them. */
static void list_bodies(islands *of)
{
    for (int32_t n = 0, end = 0; n < of->count; n++) {
        const int32_t count = of->island[n].end_body;
        of->island[n].first_body = of->island[n].end_body = end;
        end += count;
    }
    for (int32_t s = 0; s < of->bodies; s++) {
        of->body[of->island[of->of_body[s]].end_body++] = s;
    }
}

/* Bodies, masses and loops of the islands: of bodies without cones and of bodies held. */
static void assign_bodies(islands *of, const ludo_model *m, int32_t others, const bool *held)
{
    for (int32_t s = 0; s < m->slots; s++) {
        const int32_t g = of->group[s], n = of->number[g];
        const bool stays = held != NULL && held[s];
        island *k = &of->island[of->of_body[s] = stays ? of->count - 1 : n >= 0 ? n : others];
        k->end_body++;
        k->mass += m->inertia[s].mass;
        k->loops = k->loops || of->group_loops[g];
    }
    list_bodies(of);
}

static void move_cone(maximal_contacts *c, int32_t from, int32_t to)
{
    c->cone[to] = c->cone[from];
    copy_cone_rows(&c->rows[from], &c->rows[to]);
}

/* Move the cones of one cycle of sources, from the one at `first` on. */
static void turn_cycle(maximal_contacts *c, int32_t *source, int32_t first)
{
    const cone one = c->cone[first];
    const cone_rows rows = c->rows[first];
    int32_t to = first;
    while (source[to] != first) {
        const int32_t from = source[to];
        move_cone(c, from, to);
        source[to] = to;
        to = from;
    }
    c->cone[to] = one;
    c->rows[to] = rows;
    source[to] = to;
}

/* Sort cones by islands, whose ends are their starts before; in each their order stays. */
static void sort_cones(maximal_contacts *c, islands *of)
{
    for (int32_t i = 0; i < c->count; i++) {
        of->target[i] = of->island[c->rows[i].island].end++;
        of->source[of->target[i]] = i;
    }
    for (int32_t i = 0; i < c->count; i++) {
        of->place[i] = of->target[of->place[i]];
    }
    for (int32_t i = 0; i < c->count; i++) {
        if (of->source[i] != i) {
            turn_cycle(c, of->source, i);
        }
    }
}

/* Cones of the islands. */
static void assign_cones(maximal_contacts *c, islands *of)
{
    bool sorted = true;
    for (int32_t i = 0, last = 0; i < c->count; i++) {
        cone_rows *k = &c->rows[i];
        island *to = &of->island[k->island = of->of_body[body_of_cone(k)]];
        to->contacts = to->contacts || k->source == CONE_CONTACT;
        to->end++;
        sorted = sorted && k->island >= last;
        last = k->island;
    }
    for (int32_t n = 0, end = 0; n < of->count; n++) {
        const int32_t count = of->island[n].end;
        of->island[n].first = end;
        of->island[n].end = sorted ? end + count : end;
        end += count;
    }
    if (!sorted) {
        sort_cones(c, of);
    }
}

/* Islands with new cones are to be solved again. */
static void count_rounds(maximal_contacts *c, islands *of)
{
    for (int32_t n = 0; n < of->count; n++) {
        island_history *h = of->island[n].history;
        bool more = false;
        for (int32_t i = of->island[n].first; i < of->island[n].end; i++) {
            more = more || c->rows[i].added;
            c->rows[i].added = false;
        }
        h->rounds += more ? 1 : 0;
        h->solved = h->solved && !more;
        h->without_cones = h->without_cones && !more;
    }
}

void ludo_islands_run_all(islands *of)
{
    for (int32_t n = 0; n < of->count; n++) {
        of->running[n] = true;
    }
}

void ludo_islands_assign(maximal *x, const sim_state *state)
{
    maximal_contacts *c = x->contacts;
    islands *of = &c->islands;
    unite_cones(c, of, state->function != NULL);
    number_islands(of);
    merge_histories(of);
    const int32_t others = add_others(of, x);
    assign_bodies(of, state->model, others, x->holding ? x->held : NULL);
    assign_cones(c, of);
    count_rounds(c, of);
    ludo_islands_run_all(of);
}

void ludo_islands_remove(maximal_contacts *c)
{
    islands *of = &c->islands;
    int32_t kept = 0, places = 0;
    for (int32_t i = 0; i < c->count; i++) {
        const bool removed = island_is_left(&of->island[c->rows[i].island]);
        of->target[i] = removed ? -1 : kept;
        if (!removed) {
            c->cone[kept] = c->cone[i];
            c->rows[kept++] = c->rows[i];
        }
    }
    for (int32_t i = 0; i < c->count; i++) {
        const int32_t to = of->target[of->place[i]];
        of->place[places] = to;
        places += to >= 0 ? 1 : 0;
    }
    c->count = kept;
}

void ludo_islands_single(maximal *x)
{
    maximal_contacts *c = x->contacts;
    islands *of = &c->islands;
    of->running[0] = true;
    of->count = 1;
    of->island[0].first = 0;
    of->island[0].end = c->count;
    for (int32_t i = 0; i < c->count; i++) {
        c->rows[i].island = 0;
        of->place[i] = i;
    }
}

void ludo_islands_assign_knot(maximal *x, const ludo_model *m)
{
    maximal_contacts *c = x->contacts;
    islands *of = &c->islands;
    bool others = false;
    unite_cones(c, of, false);
    number_islands(of);
    for (int32_t g = 0; g < of->groups; g++) {
        others = others || of->number[g] < 0;
    }
    const int32_t cones = of->count;
    if (others) {
        of->island[of->count++] = island_with(NULL);
    }
    assign_bodies(of, m, cones, NULL);
    assign_cones(c, of);
    ludo_islands_run_all(of);
}

void ludo_islands_spend(islands *of, const island *k, int64_t cost)
{
    const int64_t sum = k->history->cost + cost;
    for (int32_t b = k->first_body; b < k->end_body; b++) {
        of->history[of->group[of->body[b]]].cost = sum;
    }
    k->history->cost = sum;
}
