/* SPDX-License-Identifier: Apache-2.0
 *
 * The plan of constraints: the operations at each node, and their memory. */
#include "solver/tree/constraint_plan.h"

#include "solver/tree/constraint_pass.h"

#include <stdbool.h>

/* Number of pairs of k items. */
static size_t pairs_of(int32_t k)
{
    return (size_t)k * (size_t)(k > 0 ? k - 1 : 0) / 2;
}

/* Lengths of the lists of a plan. */
typedef struct sizes {
    size_t rows, pairs;
} sizes;

static int32_t columns_of(const recursion *tree, int32_t i)
{
    return tree->column[i + 1] - tree->column[i];
}

static sizes measure(const constraint_plan *plan, const recursion *tree)
{
    sizes n = {0, 0};
    for (int32_t i = 0; i < tree->nodes; i++) {
        const int32_t passes = plan->paths.first[i] - plan->paths.first[i + 1];
        n.rows += (size_t)passes * (size_t)columns_of(tree, i);
        n.pairs += columns_of(tree, i) > 0 ? pairs_of(passes) : 0;
    }
    return n;
}

static void plan_layout(constraint_plan *plan, const recursion *tree, sizes n, arena *a)
{
    const size_t nodes = (size_t)tree->nodes, count = (size_t)plan->t->count;
    const size_t couples = (size_t)plan->order.later.count;
    plan->complete = TAKE(a, nodes + 1, int32_t);
    plan->row = TAKE(a, plan->paths.passes.count, int32_t);
    plan->pair_first = TAKE(a, nodes, size_t);
    plan->pair = TAKE(a, n.pairs, int32_t);
    plan->beside = TAKE(a, couples, int32_t);
    plan->at = TAKE(a, count, int32_t);
    plan->place = TAKE(a, plan->paths.places, constraint_place);
    plan->block = TAKE(a, count, constraint_block);
    plan->couple = TAKE(a, couples, constraint_couple);
    plan->h = TAKE(a, ROW * n.rows, double);
    plan->p = TAKE(a, ROW * n.rows, double);
}

/* --- operations at each node ------------------------------------------------------------------ */

static void plan_completions(constraint_plan *plan, const recursion *tree)
{
    int32_t s = 0;
    plan->complete[tree->nodes] = 0;
    for (int32_t i = tree->nodes; i-- > 0;) {
        while (s < plan->t->count && plan->paths.lca[plan->order.order[s]].node == i) {
            s++;
        }
        plan->complete[i] = s;
    }
}

/* Sort the passes of a node by the elimination order of their constraints. The number of exchanges
 * is at most the number of pairs, which the plan lists anyway. */
static void sort_passes(constraint_plan *plan, int32_t i)
{
    constraint_pass *pass = constraint_passes(&plan->paths);
    const int32_t *step = plan->order.step, first = plan->paths.first[i + 1];
    for (int32_t q = first + 1; q < plan->paths.first[i]; q++) {
        const constraint_pass moved = pass[q];
        int32_t to = q;
        for (; to > first && step[pass[to - 1].constraint] > step[moved.constraint]; to--) {
            pass[to] = pass[to - 1];
        }
        pass[to] = moved;
    }
}

static void plan_passes(constraint_plan *plan, const recursion *tree)
{
    const int32_t *step = plan->order.step;
    int32_t row = 0;
    size_t pair = 0;
    for (int32_t i = tree->nodes; i-- > 0;) {
        const int32_t first = plan->paths.first[i + 1], end = plan->paths.first[i];
        sort_passes(plan, i);
        plan->pair_first[i] = pair;
        for (int32_t a = first; a < end; a++) {
            plan->row[a] = row;
            row += columns_of(tree, i);
            for (int32_t b = a + 1; b < end && columns_of(tree, i) > 0; b++) {
                const constraint_pass *pass = constraint_passes(&plan->paths);
                plan->pair[pair++] = ludo_constraint_order_couple(
                    &plan->order, step[pass[a].constraint], step[pass[b].constraint]);
            }
        }
    }
}

/* Find the places of the constraints that are coupled with those eliminated at node i. */
static void plan_places(constraint_plan *plan, int32_t i)
{
    const constraint_order *o = &plan->order;
    for (int32_t q = plan->paths.first[i + 1]; q < plan->paths.first[i]; q++) {
        plan->at[constraint_passes(&plan->paths)[q].constraint] =
            constraint_passes(&plan->paths)[q].place;
    }
    for (int32_t s = plan->complete[i + 1]; s < plan->complete[i]; s++) {
        plan->at[o->order[s]] = plan->paths.lca[o->order[s]].place;
    }
    for (int32_t s = plan->complete[i + 1]; s < plan->complete[i]; s++) {
        for (int32_t e = o->first[s]; e < o->first[s + 1]; e++) {
            plan->beside[e] = plan->at[o->order[constraint_later(o)[e]]];
        }
    }
}

static void plan_all(constraint_plan *plan, const recursion *tree)
{
    const constraint_order *o = &plan->order;
    plan_completions(plan, tree);
    plan_passes(plan, tree);
    for (int32_t i = 0; i < tree->nodes; i++) {
        plan_places(plan, i);
    }
    for (int32_t e = o->first[plan->complete[0]]; e < o->later.count; e++) {
        plan->beside[e] = NOWHERE; /* no motion at the world */
    }
}

/* --- the object ------------------------------------------------------------------------------- */

static ludo_status fill_plan(constraint_plan *plan, const recursion *tree)
{
    const ludo_allocator *allocator = &plan->allocator;
    ludo_status status = ludo_constraint_paths_find(tree, plan->t, allocator, &plan->paths);
    if (status == LUDO_OK) {
        status = ludo_constraint_order_find(tree, plan->t, &plan->paths, allocator, &plan->order);
    }
    if (status != LUDO_OK) {
        return status;
    }
    const sizes n = measure(plan, tree);
    arena whole = {NULL, 0, false};
    plan_layout(plan, tree, n, &whole);
    plan->memory = whole.overflow || n.rows > INT32_MAX ? NULL : memory_take(allocator, whole.used);
    if (plan->memory == NULL) {
        return LUDO_NO_MEMORY;
    }
    plan_layout(plan, tree, n, &(arena){plan->memory, 0, false});
    plan_all(plan, tree);
    return LUDO_OK;
}

ludo_status ludo_constraint_plan_create(const recursion *tree, constraints *t,
                                        const ludo_allocator *allocator, constraint_plan **out)
{
    const ludo_allocator a = ludo_allocator_or_default(allocator);
    *out = memory_take(&a, sizeof **out);
    if (*out == NULL) {
        return LUDO_NO_MEMORY;
    }
    **out = (constraint_plan){.t = t, .allocator = a};
    const ludo_status status = fill_plan(*out, tree);
    if (status != LUDO_OK) {
        ludo_constraint_plan_destroy(*out);
        *out = NULL;
    }
    return status;
}

void ludo_constraint_plan_destroy(constraint_plan *plan)
{
    if (plan == NULL) {
        return;
    }
    const ludo_allocator a = plan->allocator;
    ludo_constraint_paths_release(&plan->paths, &a);
    ludo_constraint_order_release(&plan->order, &a);
    memory_give(&a, plan->memory);
    memory_give(&a, plan);
}

int32_t ludo_constraint_plan_fill(const constraint_plan *plan)
{
    int32_t fill = plan->order.later.count;
    for (int32_t q = 0; q < plan->paths.passes.count; q++) {
        const constraint_pass *pass = &constraint_passes(&plan->paths)[q];
        fill += pass->end == NOWHERE && pass->columns == NOWHERE ? 1 : 0;
    }
    for (int32_t c = 0; c < plan->t->count; c++) {
        const constraint_lca *lca = &plan->paths.lca[c];
        fill += lca->node != NOWHERE && lca->end == NOWHERE ? 1 : 0;
    }
    return fill;
}

int64_t ludo_constraint_plan_products(const constraint_plan *plan)
{
    return plan->order.products;
}

const int32_t *ludo_constraint_plan_order(const constraint_plan *plan)
{
    return plan->order.order;
}

int32_t ludo_constraint_plan_rank(constraint_plan *plan, recursion *tree, const double *scale,
                                  double least, bool *redundant)
{
    recursion own = *tree;
    own.plan = plan;
    plan->drop = (constraint_drop){.scale = scale, .least = least, .redundant = redundant};
    ludo_recursion_factor(&own);
    const int32_t rank = plan->drop.rank;
    plan->drop = (constraint_drop){.redundant = NULL};
    return rank;
}
