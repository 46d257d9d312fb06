/* SPDX-License-Identifier: Apache-2.0
 *
 * The order of constraints by cliques: lists of constraints that are all coupled with each other.
 * The constraints that pass one node form a clique. Eliminating a constraint merges its cliques
 * into one. */
#include "solver/tree/constraint_order.h"

#include "solver/ldu/least_fill.h"

#include <stdlib.h>
#include <string.h>

/* Limits on the number of couples, and of products of blocks in a factorisation: some 10 GB, some
 * ten seconds. Only malicious files exceed them: a thousand loops of the same two bodies need 5e5
 * and 2e8. */
static const int64_t most_couples = 1 << 24, most_products = 1 << 28;

/* A clique: its members start at `first` in the pool. */
typedef struct clique {
    int32_t first, count;
    bool joined; /* merged into a later one */
} clique;

/* An entry of a constraint's list of cliques. */
typedef struct membership {
    int32_t clique, next;
} membership;

typedef struct elimination {
    const recursion *tree;
    const constraints *t;
    const constraint_paths *paths;
    const ludo_allocator *allocator;
    constraint_order *out;
    growing pool;           /* int32_t: members of cliques */
    growing cliques;        /* clique */
    growing memberships;    /* membership */
    growing edges;          /* int32_t: of a group */
    int32_t *newest;        /* per constraint: its membership that was added last */
    int32_t *stamp, stamps; /* per constraint: stamp of the last list that contains it */
    int32_t *group;         /* constraints by their lowest common ancestor */
    int32_t *group_first;   /* per node + 2: the world's is the first */
    int32_t *in_group;      /* per constraint: its index in the current group, or NOWHERE */
    int32_t *edges_first;   /* per constraint of a group + 1 */
    int32_t *group_order;   /* per constraint of a group */
    int32_t *list;          /* per step: the clique of its later constraints */
    int32_t steps;
    int64_t couples, products; /* of these steps; products at nodes too */
} elimination;

static void order_layout(constraint_order *o, const constraints *t, arena *a)
{
    o->order = TAKE(a, t->count, int32_t);
    o->step = TAKE(a, t->count, int32_t);
    o->first = TAKE(a, t->count + 1, int32_t);
}

static void elimination_layout(elimination *x, arena *a)
{
    const size_t count = (size_t)x->t->count;
    x->newest = TAKE(a, count, int32_t);
    x->stamp = TAKE(a, count, int32_t);
    x->group = TAKE(a, count, int32_t);
    x->group_first = TAKE(a, x->tree->nodes + 2, int32_t);
    x->in_group = TAKE(a, count, int32_t);
    x->edges_first = TAKE(a, count + 1, int32_t);
    x->group_order = TAKE(a, count, int32_t);
    x->list = TAKE(a, count, int32_t);
}

static bool append(const elimination *x, growing *g, int32_t value)
{
    int32_t *item = ludo_growing_add(g, sizeof *item, x->allocator);
    if (item != NULL) {
        *item = value;
    }
    return item != NULL;
}

static const int32_t *members(const elimination *x, const clique *c)
{
    return (const int32_t *)x->pool.items + c->first;
}

static clique *clique_at(const elimination *x, int32_t i)
{
    return (clique *)x->cliques.items + i;
}

static const membership *membership_at(const elimination *x, int32_t i)
{
    return (const membership *)x->memberships.items + i;
}

/* --- cliques ---------------------------------------------------------------------------------- */

/* Make a clique of the items of the pool from `first` on, and add it to the lists of its members. A
 * single member is coupled with nothing and gets no entry. */
static bool close_clique(elimination *x, int32_t first)
{
    const clique made = {first, x->pool.count - first, false};
    clique *c = ludo_growing_add(&x->cliques, sizeof *c, x->allocator);
    if (c == NULL) {
        return false;
    }
    *c = made;
    for (int32_t k = 0; k < made.count && made.count > 1; k++) {
        const int32_t constraint = members(x, &made)[k];
        membership *m = ludo_growing_add(&x->memberships, sizeof *m, x->allocator);
        if (m == NULL) {
            return false;
        }
        *m = (membership){x->cliques.count - 1, x->newest[constraint]};
        x->newest[constraint] = x->memberships.count - 1;
    }
    return true;
}

/* Whether the last clique consists of the constraints that pass node i, as along a path of the
 * tree. */
static bool is_last_clique(const elimination *x, int32_t i)
{
    const int32_t first = x->paths->first[i + 1], count = x->paths->first[i] - first;
    if (x->cliques.count == 0 || clique_at(x, x->cliques.count - 1)->count != count) {
        return false;
    }
    const int32_t *last = members(x, clique_at(x, x->cliques.count - 1));
    for (int32_t k = 0; k < count; k++) {
        if (last[k] != constraint_passes(x->paths)[first + k].constraint) {
            return false;
        }
    }
    return true;
}

static bool add_nodes(elimination *x)
{
    for (int32_t i = x->tree->nodes; i-- > 0;) {
        const int32_t first = x->paths->first[i + 1], end = x->paths->first[i];
        const bool couples = end - first > 1 && x->tree->column[i + 1] > x->tree->column[i];
        if (!couples || is_last_clique(x, i)) {
            continue;
        }
        const int32_t start = x->pool.count;
        for (int32_t q = first; q < end; q++) {
            if (!append(x, &x->pool, constraint_passes(x->paths)[q].constraint)) {
                return false;
            }
        }
        if (!close_clique(x, start)) {
            return false;
        }
    }
    return true;
}

/* --- elimination ------------------------------------------------------------------------------ */

static int64_t pairs_of(int64_t k)
{
    return k * (k - 1) / 2;
}

static bool is_too_much(const elimination *x)
{
    return x->couples > most_couples || x->products > most_products;
}

/* The reason why a list could not be made. */
static ludo_status failure(const elimination *x)
{
    return is_too_much(x) ? LUDO_REFUSED : LUDO_NO_MEMORY;
}

/* Whether k constraints that pass a node can be eliminated within the limits; counted before they
 * are listed. */
static bool node_affordable(elimination *x, int64_t k)
{
    const int64_t pairs = pairs_of(k);
    x->products += pairs;
    return !is_too_much(x) && pairs <= most_couples && pairs * (k - 2) / 3 <= most_products;
}

/* Nodes with degrees of freedom couple all constraints that pass them. */
static bool nodes_affordable(elimination *x)
{
    bool affordable = true;
    for (int32_t i = x->tree->nodes; i-- > 0 && affordable;) {
        const bool couples = x->tree->column[i + 1] > x->tree->column[i];
        const int32_t passes = x->paths->first[i] - x->paths->first[i + 1];
        affordable = !couples || node_affordable(x, passes);
    }
    return affordable;
}

/* Eliminate a constraint in the next step; the clique of the constraints it is coupled with
 * replaces its cliques. */
static bool eliminate(elimination *x, int32_t constraint)
{
    const int32_t first = x->pool.count;
    x->stamp[constraint] = ++x->stamps;
    for (int32_t m = x->newest[constraint]; m != NOWHERE; m = membership_at(x, m)->next) {
        clique *c = clique_at(x, membership_at(x, m)->clique);
        for (int32_t k = 0; k < c->count && !c->joined; k++) {
            const int32_t other = members(x, c)[k];
            if (x->stamp[other] != x->stamps) {
                x->stamp[other] = x->stamps;
                if (!append(x, &x->pool, other)) {
                    return false;
                }
            }
        }
        c->joined = true;
    }
    x->out->order[x->steps] = constraint;
    x->out->step[constraint] = x->steps;
    x->list[x->steps++] = x->cliques.count;
    x->couples += x->pool.count - first;
    x->products += pairs_of(x->pool.count - first);
    return !is_too_much(x) && close_clique(x, first);
}

/* List the constraints of the group that are coupled with one of its members. */
static bool list_edges(elimination *x, int32_t constraint)
{
    x->stamp[constraint] = ++x->stamps;
    for (int32_t m = x->newest[constraint]; m != NOWHERE; m = membership_at(x, m)->next) {
        const clique *c = clique_at(x, membership_at(x, m)->clique);
        for (int32_t k = 0; k < c->count && !c->joined; k++) {
            const int32_t other = members(x, c)[k];
            const bool counts = x->in_group[other] != NOWHERE && x->stamp[other] != x->stamps;
            x->stamp[other] = x->stamps;
            if (counts && !append(x, &x->edges, x->in_group[other])) {
                return false;
            }
        }
    }
    return true;
}

/* An order of little fill for the constraints of one lowest common ancestor. */
static ludo_status order_group(elimination *x, const int32_t *group, int32_t count)
{
    x->edges.count = 0;
    for (int32_t k = 0; k < count; k++) {
        x->in_group[group[k]] = k;
    }
    for (int32_t k = 0; k < count; k++) {
        if (!list_edges(x, group[k])) {
            return LUDO_NO_MEMORY;
        }
        if (x->edges.count / 2 > most_couples) {
            return LUDO_REFUSED;
        }
        x->edges_first[k + 1] = x->edges.count;
    }
    for (int32_t k = 0; k < count; k++) {
        x->in_group[group[k]] = NOWHERE;
    }
    for (int32_t k = 0; k < count; k++) {
        x->group_order[k] = k;
    }
    return x->edges.count == 0 ? LUDO_OK
                               : ludo_ordering_least_fill(count, x->edges_first, x->edges.items,
                                                          x->allocator, x->group_order);
}

static ludo_status eliminate_group(elimination *x, const int32_t *group, int32_t count)
{
    x->group_order[0] = 0;
    ludo_status status = count > 1 ? order_group(x, group, count) : LUDO_OK;
    for (int32_t k = 0; k < count && status == LUDO_OK; k++) {
        status = eliminate(x, group[x->group_order[k]]) ? LUDO_OK : failure(x);
    }
    return status;
}

/* Sort constraints by their lowest common ancestor, then by their index; those of node i start at
 * group_first[i + 1], the world's at group_first[0]. */
static void sort_groups(elimination *x)
{
    int32_t *next = x->group_first;
    for (int32_t constraint = 0; constraint < x->t->count; constraint++) {
        next[x->paths->lca[constraint].node + 1]++;
    }
    for (int32_t i = 0, sum = 0; i <= x->tree->nodes + 1; i++) {
        const int32_t count = next[i];
        next[i] = sum;
        sum += count;
    }
    for (int32_t constraint = 0; constraint < x->t->count; constraint++) {
        x->group[next[x->paths->lca[constraint].node + 1]++] = constraint;
    }
    /* each entry is now at the start of the next group */
    memmove(next + 1, next, ((size_t)x->tree->nodes + 1) * sizeof *next);
    next[0] = 0;
}

static ludo_status eliminate_all(elimination *x)
{
    for (int32_t constraint = 0; constraint < x->t->count; constraint++) {
        x->newest[constraint] = x->in_group[constraint] = NOWHERE;
    }
    if (!nodes_affordable(x)) {
        return LUDO_REFUSED;
    }
    ludo_status status = add_nodes(x) ? LUDO_OK : LUDO_NO_MEMORY;
    sort_groups(x);
    for (int32_t i = x->tree->nodes; i >= 0 && status == LUDO_OK; i--) {
        const int32_t first = x->group_first[i], count = x->group_first[i + 1] - first;
        status = count > 0 ? eliminate_group(x, x->group + first, count) : LUDO_OK;
    }
    return status;
}

/* --- couples ---------------------------------------------------------------------------------- */

static int compare_steps(const void *a, const void *b)
{
    const int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
    return (x > y) - (x < y);
}

/* The cliques that elimination made, as lists of later steps. */
static bool list_couples(elimination *x)
{
    constraint_order *o = x->out;
    for (int32_t s = 0; s < x->t->count; s++) {
        const clique *c = clique_at(x, x->list[s]);
        for (int32_t k = 0; k < c->count; k++) {
            if (!append(x, &o->later, o->step[members(x, c)[k]])) {
                return false;
            }
        }
        o->first[s + 1] = o->later.count;
        if (c->count > 1) {
            qsort((int32_t *)o->later.items + o->first[s], (size_t)c->count, sizeof(int32_t),
                  compare_steps);
        }
    }
    return true;
}

int32_t ludo_constraint_order_couple(const constraint_order *o, int32_t step, int32_t later)
{
    int32_t low = o->first[step], high = o->first[step + 1] - 1;
    while (low < high) {
        const int32_t middle = low + (high - low) / 2;
        if (constraint_later(o)[middle] < later) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

static void release_scratch(elimination *x, void *memory)
{
    memory_give(x->allocator, memory);
    memory_give(x->allocator, x->pool.items);
    memory_give(x->allocator, x->cliques.items);
    memory_give(x->allocator, x->memberships.items);
    memory_give(x->allocator, x->edges.items);
}

ludo_status ludo_constraint_order_find(const recursion *tree, const constraints *t,
                                       const constraint_paths *paths,
                                       const ludo_allocator *allocator, constraint_order *out)
{
    elimination x = {.tree = tree, .t = t, .paths = paths, .allocator = allocator, .out = out};
    arena own = {NULL, 0, false}, scratch = {NULL, 0, false};
    *out = (constraint_order){.order = NULL};
    order_layout(out, t, &own);
    elimination_layout(&x, &scratch);
    out->memory = own.overflow ? NULL : memory_take(allocator, own.used);
    void *memory = scratch.overflow ? NULL : memory_take(allocator, scratch.used);
    ludo_status status = LUDO_NO_MEMORY;
    if (out->memory != NULL && memory != NULL) {
        order_layout(out, t, &(arena){out->memory, 0, false});
        elimination_layout(&x, &(arena){memory, 0, false});
        status = eliminate_all(&x);
    }
    if (status == LUDO_OK && !list_couples(&x)) {
        status = LUDO_NO_MEMORY;
    }
    out->products = x.products;
    release_scratch(&x, memory);
    if (status != LUDO_OK) {
        ludo_constraint_order_release(out, allocator);
    }
    return status;
}

void ludo_constraint_order_release(constraint_order *o, const ludo_allocator *allocator)
{
    memory_give(allocator, o->later.items);
    memory_give(allocator, o->memory);
    *o = (constraint_order){.order = NULL};
}
