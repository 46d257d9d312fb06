/* SPDX-License-Identifier: Apache-2.0
 *
 * The pairs of condensed laws and the LDU of their nodes, in memory taken in advance. */
#include "solver/ldu/condensed.h"

#include "core/sets.h"
#include "solver/ldu/least_fill.h"

/* Memory of the LDU [bytes]: per node with its diagonal block and scratch of the plan, and per law
 * of the room. A pair takes some 1.5 kB with its factors, as much again per pair that is filled;
 * two nodes that touch have several laws, and a room far more than laws. */
enum { NODE_MEMORY = 1 << 12, LAW_MEMORY = 1 << 10 };

void ludo_condensed_layout(condensed *c, arena *a)
{
    const size_t nodes = (size_t)c->nodes, room = (size_t)c->room;
    c->law = TAKE(a, room, condensed_law);
    c->M = TAKE(a, NODE_BLOCK * nodes, double);
    c->unit = TAKE(a, NODE_ROWS * nodes, double);
    c->active = TAKE(a, nodes, bool);
    c->small = TAKE(a, nodes, double);
    c->paired = TAKE(a, nodes, bool);
    c->pair = TAKE(a, room, condensed_pair);
    c->planned = TAKE(a, room, condensed_pair);
    c->head = TAKE(a, nodes, int32_t);
    c->next = TAKE(a, room, int32_t);
    c->root = TAKE(a, nodes, int32_t);
    c->member = TAKE(a, nodes, int32_t);
    c->number = TAKE(a, nodes, int32_t);
    c->dim = TAKE(a, nodes, int32_t);
    c->changes = TAKE(a, nodes, bool);
    c->diagonal = TAKE(a, nodes, double *);
    c->blocks = TAKE(a, room, condensed_blocks);
    c->b = TAKE(a, NODE_ROWS * nodes, double);
    c->x = TAKE(a, NODE_ROWS * nodes, double);
    c->size = NODE_MEMORY * nodes + LAW_MEMORY * room;
    c->memory = TAKE(a, c->size, char);
    c->planned_pairs = -1;
}

/* ---- allocator of the plan: from its start on, released as a whole ---- */

static void *take(size_t size, void *user)
{
    condensed *c = user;
    const size_t from = (c->taken + 63) / 64 * 64;
    if (size > c->size || from > c->size - size) {
        return NULL;
    }
    c->taken = from + size;
    return c->memory + from;
}

static void give_back(void *memory, void *user)
{
    (void)memory;
    (void)user;
}

/* ---- pairs ---- */

/* The pair of two nodes a < b, a new one if there is none. */
static int32_t pair_of(condensed *c, int32_t a, int32_t b)
{
    int32_t p = c->head[a];
    while (p >= 0 && c->pair[p].b != b) {
        p = c->next[p];
    }
    if (p < 0) {
        p = c->pairs++;
        c->pair[p] = (condensed_pair){a, b};
        c->next[p] = c->head[a];
        c->head[a] = p;
        c->paired[a] = c->paired[b] = true;
    }
    return p;
}

static void find_pairs(condensed *c)
{
    for (int32_t i = 0; i < c->nodes; i++) {
        c->head[i] = -1;
        c->paired[i] = false;
    }
    c->pairs = 0;
    for (int32_t i = 0; i < c->count; i++) {
        condensed_law *l = &c->law[i];
        if (i > 0 && l->node[0] == l[-1].node[0] && l->node[1] == l[-1].node[1]) {
            l->pair = l[-1].pair; /* laws of the same nodes mostly follow one another */
            continue;
        }
        const int32_t a = l->node[0] < l->node[1] ? l->node[0] : l->node[1];
        const int32_t b = l->node[0] < l->node[1] ? l->node[1] : l->node[0];
        l->pair = a >= 0 ? pair_of(c, a, b) : -1;
    }
}

/* ---- the order of elimination ----
 *
 * Nodes that pairs connect are a component. Its members are numbered one after another and ordered
 * by themselves: they have the same order whatever other components there are. */

/* The graph of the members. */
typedef struct graph {
    int32_t *first, *neighbours; /* per member and one more; members */
    int32_t *edge;               /* per pair: its members */
    int32_t *order;              /* of elimination */
} graph;

static graph graph_layout(arena *a, size_t members, size_t pairs)
{
    graph g;
    g.first = TAKE(a, members + 2, int32_t);
    g.neighbours = TAKE(a, 2 * pairs, int32_t);
    g.edge = TAKE(a, 2 * pairs, int32_t);
    g.order = TAKE(a, members, int32_t);
    return g;
}

static void unite_pairs(condensed *c)
{
    int32_t *root = c->root;
    for (int32_t i = 0; i < c->nodes; i++) {
        root[i] = i;
    }
    for (int32_t p = 0; p < c->pairs; p++) {
        sets_unite(root, c->pair[p].a, c->pair[p].b);
    }
    for (int32_t i = 0; i < c->nodes; i++) {
        root[i] = sets_root(root, i);
    }
}

/* Number the members by components, which ascend by their lowest nodes; in each by nodes. */
static void number_members(condensed *c)
{
    int32_t *next = c->head; /* per lowest node: the size, then the next number of its component */
    memset(next, 0, (size_t)c->nodes * sizeof *next);
    for (int32_t i = 0; i < c->nodes; i++) {
        next[c->root[i]] += c->paired[i] ? 1 : 0;
    }
    c->members = 0;
    for (int32_t i = 0; i < c->nodes; i++) {
        const int32_t size = next[i];
        next[i] = c->members;
        c->members += size;
    }
    for (int32_t i = 0; i < c->nodes; i++) {
        if (c->paired[i]) {
            c->number[i] = next[c->root[i]]++;
            c->member[c->number[i]] = i;
        }
    }
}

/* The neighbours of each member, from the pairs. */
static void list_neighbours(const condensed *c, const graph *g)
{
    int32_t *end = g->first + 1; /* counted two places ahead, then the end of each list so far */
    for (int32_t p = 0; p < c->pairs; p++) {
        g->edge[2 * p] = c->number[c->pair[p].a];
        g->edge[2 * p + 1] = c->number[c->pair[p].b];
    }
    for (int32_t e = 0; e < 2 * c->pairs; e++) {
        g->first[g->edge[e] + 2]++;
    }
    for (int32_t i = 0; i < c->members; i++) {
        g->first[i + 2] += g->first[i + 1];
    }
    for (int32_t e = 0; e < 2 * c->pairs; e++) {
        g->neighbours[end[g->edge[e]]++] = g->edge[e ^ 1];
    }
}

/* Order the members from `from` to `to`, a component: its lists start at zero while it does. */
static ludo_status order_component(const graph *g, int32_t from, int32_t to,
                                   const ludo_allocator *allocator)
{
    const int32_t listed = g->first[from];
    for (int32_t i = from; i <= to; i++) {
        g->first[i] -= listed;
    }
    for (int32_t e = listed; e < listed + g->first[to]; e++) {
        g->neighbours[e] -= from;
    }
    const ludo_status status = ludo_ordering_least_fill(
        to - from, g->first + from, g->neighbours + listed, allocator, g->order + from);
    for (int32_t i = from; i < to; i++) {
        g->order[i] += from;
    }
    for (int32_t i = from; i <= to; i++) {
        g->first[i] += listed;
    }
    return status;
}

static ludo_status order_members(condensed *c, const graph *g, const ludo_allocator *allocator)
{
    ludo_status status = LUDO_OK;
    list_neighbours(c, g);
    for (int32_t from = 0, to = 0; from < c->members && status == LUDO_OK; from = to) {
        const int32_t root = c->root[c->member[from]];
        while (to < c->members && c->root[c->member[to]] == root) {
            to++;
        }
        status = order_component(g, from, to, allocator);
    }
    return status;
}

/* ---- the plan ---- */

static ludo_status create(condensed *c, const graph *g, const ludo_allocator *allocator)
{
    ludo_ldu_pattern pattern = ludo_ldu_pattern_default();
    for (int32_t i = 0; i < c->members; i++) {
        c->dim[i] = NODE_ROWS;
    }
    pattern.nodes = c->members, pattern.dim = c->dim;
    pattern.edges = c->pairs, pattern.edge = g->edge;
    pattern.order = g->order;
    return ludo_ldu_create(&pattern, allocator, &c->ldu, NULL);
}

/* The addresses of the blocks. */
static void find_blocks(condensed *c)
{
    for (int32_t i = 0; i < c->members; i++) {
        c->diagonal[i] = ludo_ldu_block(c->ldu, i, i);
    }
    for (int32_t p = 0; p < c->pairs; p++) {
        const int32_t a = c->number[c->pair[p].a], b = c->number[c->pair[p].b];
        c->blocks[p] =
            (condensed_blocks){ludo_ldu_block(c->ldu, a, b), ludo_ldu_block(c->ldu, b, a)};
    }
}

static ludo_status plan(condensed *c)
{
    const ludo_allocator bump = {take, give_back, c};
    arena a = {0};
    c->ldu = NULL;
    c->taken = 0;
    unite_pairs(c);
    number_members(c);
    (void)graph_layout(&a, (size_t)c->members, (size_t)c->pairs);
    char *memory = memory_take(&bump, a.used);
    if (memory == NULL) {
        return LUDO_NO_MEMORY;
    }
    a = (arena){.base = memory};
    const graph g = graph_layout(&a, (size_t)c->members, (size_t)c->pairs);
    ludo_status status = order_members(c, &g, &bump);
    status = status == LUDO_OK ? create(c, &g, &bump) : status;
    if (status == LUDO_OK) {
        find_blocks(c);
    }
    return status;
}

static bool is_planned(const condensed *c)
{
    return c->planned_pairs == c->pairs &&
           memcmp(c->planned, c->pair, (size_t)c->pairs * sizeof *c->pair) == 0;
}

bool ludo_condensed_plan(condensed *c)
{
    find_pairs(c);
    if (c->pairs == 0) {
        return true;
    }
    if (!is_planned(c)) {
        const ludo_status status = plan(c);
        memcpy(c->planned, c->pair, (size_t)c->pairs * sizeof *c->pair);
        c->planned_pairs = status == LUDO_OK ? c->pairs : -1;
    }
    return c->planned_pairs >= 0;
}
