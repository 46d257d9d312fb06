/* SPDX-License-Identifier: Apache-2.0
 *
 * The Newton direction by the papers' block LDU on the graph of bodies and joints, with multipliers
 * [maximal.md 3]. One node per body, one per joint with a wrench lambda on its child and rates w:
 *
 *     body:   D_b u_b - lambda_b + sum over the joints to its children of B^T lambda = r_b
 *     joint:  u_b - X u_a - S w = y,    T^T lambda + C w = e
 *
 * with S, X at the iterate of z_{k+1} and T, B at z_k. lambda enters linearly, so each solve yields
 * it whole. A free joint has no node: its wrench is zero, its rates are the body's. */
#include "integrators/maximal.h"

#include "ludo/ldu.h"

#include <math.h>
#include <string.h>

/* The blocks of a slot, where the factorisation keeps them; a free joint has none. */
typedef struct slot_blocks {
    double *body;                    /* (b, b) 6 x 6 */
    double *joint;                   /* (j, j) rows x rows */
    double *force_b, *force_a;       /* (b, j), (a, j) 6 x rows */
    double *velocity_b, *velocity_a; /* (j, b), (j, a) rows x 6 */
    int32_t body_row, joint_row, rows;
} slot_blocks;

/* What this solver keeps. */
typedef struct graph_solver {
    ludo_ldu *ldu;
    double *vector; /* right-hand side, then solution */
    double *sought; /* the right-hand side again, for the refinement */
    slot_blocks *blocks;
    double pivot;
    int32_t node; /* slot of the weakest pivot */
} graph_solver;

/* Rows of the node of a slot's joint: lambda and w; 0 without a node. */
static int32_t joint_rows(const joint_data *j)
{
    return joint_is_free(j) ? 0 : 6 + j->dof;
}

/* Number the nodes: body s is s, its joint comes after all bodies. Eliminated are, leaves first,
 * a body and then its joint, which is regular from then on. */
static int32_t number_nodes(const ludo_model *m, int32_t *dim, int32_t *order, int32_t *edge,
                            int32_t *joint_node, int32_t *edges)
{
    int32_t nodes = m->slots, placed = 0;
    *edges = 0;
    for (int32_t s = m->slots; s-- > 0;) {
        dim[s] = 6;
        order[placed++] = s;
        joint_node[s] = -1;
        if (joint_rows(&m->joint[s]) == 0) {
            continue;
        }
        joint_node[s] = nodes;
        dim[nodes] = joint_rows(&m->joint[s]);
        order[placed++] = nodes;
        edge[2 * *edges] = s, edge[2 * *edges + 1] = nodes;
        ++*edges;
        if (m->parent[s] >= 0) {
            edge[2 * *edges] = m->parent[s], edge[2 * *edges + 1] = nodes;
            ++*edges;
        }
        nodes++;
    }
    return nodes;
}

/* Where every block of every slot is. */
static void find_blocks(graph_solver *g, const ludo_model *m, const int32_t *joint_node)
{
    for (int32_t s = 0; s < m->slots; s++) {
        const int32_t j = joint_node[s], a = m->parent[s];
        const bool joined = j >= 0, inner = joined && a >= 0;
        g->blocks[s] = (slot_blocks){
            .body = ludo_ldu_block(g->ldu, s, s),
            .joint = joined ? ludo_ldu_block(g->ldu, j, j) : NULL,
            .force_b = joined ? ludo_ldu_block(g->ldu, s, j) : NULL,
            .force_a = inner ? ludo_ldu_block(g->ldu, a, j) : NULL,
            .velocity_b = joined ? ludo_ldu_block(g->ldu, j, s) : NULL,
            .velocity_a = inner ? ludo_ldu_block(g->ldu, j, a) : NULL,
            .body_row = ludo_ldu_first_row(g->ldu, s),
            .joint_row = joined ? ludo_ldu_first_row(g->ldu, j) : -1,
            .rows = joint_rows(&m->joint[s]),
        };
    }
}

/* The graph of the model. */
static ludo_status create_graph(ludo_sim *sim, graph_solver *g)
{
    const ludo_model *m = sim->model;
    const size_t n = (size_t)m->slots;
    int32_t *numbers = memory_take(&sim->allocator, n * 9 * sizeof *numbers);
    if (numbers == NULL) {
        return LUDO_NO_MEMORY;
    }
    int32_t *dim = numbers, *order = numbers + 2 * n, *edge = numbers + 4 * n;
    int32_t *joint_node = numbers + 8 * n;
    ludo_ldu_pattern pattern = {.dim = dim, .edge = edge, .order = order};
    pattern.nodes = number_nodes(m, dim, order, edge, joint_node, &pattern.edges);
    const ludo_status status = ludo_ldu_create(&pattern, &sim->allocator, &g->ldu, NULL);
    if (status == LUDO_OK) {
        find_blocks(g, m, joint_node);
    }
    memory_give(&sim->allocator, numbers);
    return status;
}

static void close_graph(ludo_sim *sim)
{
    graph_solver *g = maximal_of(sim)->graph;
    if (g != NULL) {
        ludo_ldu_destroy(g->ldu);
        memory_give(&sim->allocator, g);
    }
}

/* What the solver keeps in one block. Runs twice: to measure, where it returns NULL, and to place.
 */
static graph_solver *graph_layout(const ludo_model *m, arena *a)
{
    const size_t rows = 12 * (size_t)m->slots + (size_t)m->columns; /* at most */
    graph_solver *g = TAKE(a, 1, graph_solver);
    double *vector = TAKE(a, rows, double), *sought = TAKE(a, rows, double);
    slot_blocks *blocks = TAKE(a, m->slots, slot_blocks);
    if (g != NULL) {
        *g = (graph_solver){.vector = vector, .sought = sought, .blocks = blocks};
    }
    return g;
}

static ludo_status open_graph(ludo_sim *sim)
{
    arena measure = {NULL, 0, false};
    (void)graph_layout(sim->model, &measure);
    arena place = {measure.overflow ? NULL : memory_take(&sim->allocator, measure.used), 0, false};
    if (place.base == NULL) {
        return LUDO_NO_MEMORY;
    }
    graph_solver *g = graph_layout(sim->model, &place);
    maximal_of(sim)->graph = g;
    const ludo_status status = create_graph(sim, g);
    if (status != LUDO_OK) {
        close_graph(sim);
        maximal_of(sim)->graph = NULL;
    }
    return status;
}

/* The last three entries of column c of X, or of row c of B^T, for a body d away: -d x, d x. */
static double lever_entry(const double *d, int r, int c)
{
    const double skew[9] = {0.0, -d[2], d[1], d[2], 0.0, -d[0], -d[1], d[0], 0.0};
    return skew[3 * r + c];
}

/* lambda on the bodies: -1 on the child, B^T on the parent. */
static void write_forces(const slot_blocks *k, const double *d)
{
    const int32_t n = k->rows;
    for (int r = 0; r < 6; r++) {
        k->force_b[n * r + r] = -1.0;
        for (int c = 0; c < 6 && k->force_a != NULL; c++) {
            const bool moment = r >= 3 && c < 3;
            k->force_a[n * r + c] = moment ? lever_entry(d, r - 3, c) : (r == c ? 1.0 : 0.0);
        }
    }
}

/* u_b - X u_a. */
static void write_velocities(const slot_blocks *k, const double *d)
{
    for (int r = 0; r < 6; r++) {
        k->velocity_b[6 * r + r] = 1.0;
        for (int c = 0; c < 6 && k->velocity_a != NULL; c++) {
            const bool swing = r < 3 && c >= 3;
            k->velocity_a[6 * r + c] = swing ? lever_entry(d, r, c - 3) : (r == c ? -1.0 : 0.0);
        }
    }
}

/* [ 0 , -S ; T^T , C ] */
static void write_joint(const slot_blocks *k, const double *S, const double *T, const double *C)
{
    const int32_t n = k->rows, dof = n - 6;
    for (int32_t c = 0; c < dof; c++) {
        for (int32_t r = 0; r < 6; r++) {
            k->joint[n * r + 6 + c] = -S[6 * c + r];
            k->joint[n * (6 + c) + r] = T[6 * c + r];
        }
        memcpy(k->joint + n * (6 + c) + 6, C + dof * c, (size_t)dof * sizeof *C);
    }
}

/* Assemble and factorise at the iterate. */
static void factorize_graph(ludo_sim *sim, graph_solver *g)
{
    maximal *x = maximal_of(sim);
    const ludo_model *m = sim->model;
    const int64_t now = sim->progress->now, next = 1 - now;
    for (int32_t s = 0; s < m->slots; s++) {
        const slot_blocks *k = &g->blocks[s];
        const int32_t c = m->column[s];
        for (int32_t i = 0; i < 6; i++) {
            memcpy(k->body + 6 * i, x->tree.M + BLOCK * s + ROW * i, 6 * sizeof *k->body);
        }
        if (k->rows > 0) {
            write_forces(k, x->lever[now] + 3 * s);
            write_velocities(k, x->lever[next] + 3 * s);
            write_joint(k, x->S[next] + 6 * c, x->S[now] + 6 * c, x->tree.C + m->corner[s]);
        }
    }
    int32_t node;
    (void)ludo_ldu_factor(g->ldu, &g->pivot, &node);
    g->node = node < m->slots ? node : -1;
}

/* Right-hand side: what the balances and the joints still lack. */
static void write_residual(const maximal *x, const ludo_model *m, const graph_solver *g)
{
    for (int32_t s = 0; s < m->slots; s++) {
        const slot_blocks *k = &g->blocks[s];
        memcpy(g->sought + k->body_row, x->tree.r + 6 * s, 6 * sizeof *g->sought);
        if (k->rows > 0) {
            double *to = g->sought + k->joint_row;
            memcpy(to, x->tree.y + 6 * s, 6 * sizeof *to);
            memcpy(to + 6, x->tree.e + m->column[s], (size_t)(k->rows - 6) * sizeof *to);
        }
    }
}

/* Rates out of the solution. */
static void read_rates(maximal *x, const ludo_model *m, const graph_solver *g)
{
    for (int32_t s = 0; s < m->slots; s++) {
        const slot_blocks *k = &g->blocks[s];
        const double *u = g->vector + k->body_row;
        const double *w = k->rows > 0 ? g->vector + k->joint_row + 6 : u;
        memcpy(x->tree.u + 6 * s, u, 6 * sizeof *u);
        memcpy(x->tree.w + m->column[s], w, (size_t)m->joint[s].dof * sizeof *w);
    }
}

static direction solve(ludo_sim *sim, bool factorize)
{
    maximal *x = maximal_of(sim);
    graph_solver *g = x->graph;
    if (factorize) {
        factorize_graph(sim, g);
    }
    write_residual(x, sim->model, g);
    ludo_ldu_solve(g->ldu, g->sought, g->vector);
    (void)ludo_ldu_refine(g->ldu, g->sought, g->vector);
    read_rates(x, sim->model, g);
    return (direction){g->pivot, g->node};
}

const direction_kind ludo_direction_ldu = {
    .name = "ldu", .open = open_graph, .close = close_graph, .solve = solve};
