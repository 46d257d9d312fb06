/* SPDX-License-Identifier: Apache-2.0
 *
 * The Newton direction by the papers' block LDU on the constraint graph, with multipliers
 * [maximal.md 3]. One node per body, one per joint with rows:
 *
 *     body:   D_b u_b - sum over its joints of G(z_k)^T lambda = r_b
 *     joint:  G_b u_b - G_b X u_a = -g / h                          at the iterate of z_{k+1}
 *
 * lambda enters linearly, so each solve yields it whole. */
#include "integrators/maximal.h"

#include "joints/constraint.h"
#include "ludo/ldu.h"

#include <math.h>
#include <string.h>

/* The blocks of a slot, where the factorisation keeps them; joints without rows have none. */
typedef struct slot_blocks {
    double *body;                    /* (b, b) 6 x 6 */
    double *force_b, *force_a;       /* (b, j), (a, j) 6 x rows: -G(z_k)^T */
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

/* Number the nodes: body s is s, the joint of slot s comes after all bodies if it has rows. */
static int32_t number_nodes(const ludo_model *m, int32_t *dim, bool *dependent, int32_t *edge,
                            int32_t *joint_node, int32_t *edges)
{
    int32_t nodes = m->slots;
    *edges = 0;
    for (int32_t s = 0; s < m->slots; s++) {
        dim[s] = 6;
        dependent[s] = false;
        joint_node[s] = -1;
    }
    for (int32_t s = 0; s < m->slots; s++) {
        if (constraint_rows(&m->joint[s]) == 0) {
            continue;
        }
        joint_node[s] = nodes;
        dim[nodes] = constraint_rows(&m->joint[s]);
        dependent[nodes] = true;
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
            .force_b = joined ? ludo_ldu_block(g->ldu, s, j) : NULL,
            .force_a = inner ? ludo_ldu_block(g->ldu, a, j) : NULL,
            .velocity_b = joined ? ludo_ldu_block(g->ldu, j, s) : NULL,
            .velocity_a = inner ? ludo_ldu_block(g->ldu, j, a) : NULL,
            .body_row = ludo_ldu_first_row(g->ldu, s),
            .joint_row = joined ? ludo_ldu_first_row(g->ldu, j) : -1,
            .rows = constraint_rows(&m->joint[s]),
        };
    }
}

/* The constraint graph of the model. */
static ludo_status create_graph(ludo_sim *sim, graph_solver *g)
{
    const ludo_model *m = sim->model;
    const size_t n = (size_t)m->slots;
    int32_t *numbers = memory_take(&sim->allocator, n * 7 * sizeof *numbers);
    bool *dependent = memory_take(&sim->allocator, n * 2 * sizeof *dependent);
    ludo_status status = LUDO_NO_MEMORY;
    if (numbers != NULL && dependent != NULL) {
        int32_t *dim = numbers, *edge = numbers + 2 * n, *joint_node = numbers + 6 * n;
        ludo_ldu_pattern pattern = {.dim = dim, .edge = edge, .dependent = dependent};
        pattern.nodes = number_nodes(m, dim, dependent, edge, joint_node, &pattern.edges);
        status = ludo_ldu_create(&pattern, &sim->allocator, &g->ldu, NULL);
        if (status == LUDO_OK) {
            find_blocks(g, m, joint_node);
        }
    }
    memory_give(&sim->allocator, numbers);
    memory_give(&sim->allocator, dependent);
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
    const size_t rows = 6 * (size_t)m->slots + (size_t)m->rows;
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

/* A row of G_b X: what a row (f, moment) of the child is for the parent, d away. */
static void carry_row(const double *row, const double *d, double out[6])
{
    const ludo_vec3 f = v3(row[0], row[1], row[2]);
    const ludo_vec3 moment = v3_add(v3(row[3], row[4], row[5]), v3_cross(v3(d[0], d[1], d[2]), f));
    out[0] = f.x, out[1] = f.y, out[2] = f.z;
    out[3] = moment.x, out[4] = moment.y, out[5] = moment.z;
}

/* -G^T of the child's side, 6 x rows, and of the parent's: G_a = -G_b X, so -G_a^T = X^T G_b^T. */
static void write_forces(const slot_blocks *k, const double *G, const double *d)
{
    const int32_t m = k->rows;
    for (int32_t c = 0; c < m; c++) {
        double carried[6];
        carry_row(G + 6 * c, d, carried);
        for (int32_t i = 0; i < 6; i++) {
            k->force_b[m * i + c] = -G[6 * c + i];
            if (k->force_a != NULL) {
                k->force_a[m * i + c] = carried[i];
            }
        }
    }
}

/* G_b and -G_b X, rows x 6. */
static void write_velocities(const slot_blocks *k, const double *G, const double *d)
{
    memcpy(k->velocity_b, G, 6 * (size_t)k->rows * sizeof *G);
    for (int32_t c = 0; c < k->rows && k->velocity_a != NULL; c++) {
        double carried[6];
        carry_row(G + 6 * c, d, carried);
        for (int32_t i = 0; i < 6; i++) {
            k->velocity_a[6 * c + i] = -carried[i];
        }
    }
}

/* Assemble and factorise at the iterate. */
static void factorize_graph(ludo_sim *sim, graph_solver *g)
{
    maximal *x = maximal_of(sim);
    const ludo_model *m = sim->model;
    const int32_t now = sim->progress->now;
    double gap[JOINT_MAX_ROWS], G[6 * JOINT_MAX_ROWS];
    for (int32_t s = 0; s < m->slots; s++) {
        const slot_blocks *k = &g->blocks[s];
        const joint_data *j = &m->joint[s];
        for (int32_t i = 0; i < 6; i++) {
            memcpy(k->body + 6 * i, x->tree.M + BLOCK * s + ROW * i, 6 * sizeof *k->body);
        }
        if (k->rows > 0) {
            const pose *z0 = sim->poses[now], *z1 = sim->poses[1 - now];
            (void)ludo_joint_constraint(j, &z0[j->parent], &z0[s], gap, G);
            write_forces(k, G, x->lever[now] + 3 * s);
            (void)ludo_joint_constraint(j, &z1[j->parent], &z1[s], gap, G);
            write_velocities(k, G, x->lever[1 - now] + 3 * s);
        }
    }
    int32_t node;
    (void)ludo_ldu_factor(g->ldu, &g->pivot, &node);
    g->node = node < m->slots ? node : -1;
}

/* Right-hand side: what the balances and the joints still lack. */
static void write_residual(ludo_sim *sim, graph_solver *g, double h)
{
    maximal *x = maximal_of(sim);
    const ludo_model *m = sim->model;
    const pose *z1 = sim->poses[1 - sim->progress->now];
    double gap[JOINT_MAX_ROWS], G[6 * JOINT_MAX_ROWS];
    for (int32_t s = 0; s < m->slots; s++) {
        const slot_blocks *k = &g->blocks[s];
        const joint_data *j = &m->joint[s];
        memcpy(g->sought + k->body_row, x->tree.r + 6 * s, 6 * sizeof *g->sought);
        if (k->rows > 0) {
            (void)ludo_joint_constraint(j, &z1[j->parent], &z1[s], gap, G);
            for (int32_t i = 0; i < k->rows; i++) {
                g->sought[k->joint_row + i] = -gap[i] / h;
            }
        }
    }
}

/* How far the joint of slot s moves over the step, closing not counted. */
static double joint_move(const maximal *x, const ludo_model *m, int32_t s, double h)
{
    static const double nothing[6] = {0.0};
    const double *b = x->tree.u + 6 * s, *y = x->tree.y + 6 * s;
    const double *a = m->parent[s] >= 0 ? x->tree.u + 6 * m->parent[s] : nothing;
    const double *d = x->lever[0] == x->tree.d_S ? x->lever[0] + 3 * s : x->lever[1] + 3 * s;
    const ludo_vec3 turn_a = v3(a[3], a[4], a[5]);
    const ludo_vec3 carried = v3_add(v3(a[0], a[1], a[2]), v3_cross(turn_a, v3(d[0], d[1], d[2])));
    const ludo_vec3 slip = v3_sub(v3(b[0] - y[0], b[1] - y[1], b[2] - y[2]), carried);
    const ludo_vec3 turn = v3_sub(v3(b[3] - y[3], b[4] - y[4], b[5] - y[5]), turn_a);
    const double way = fabs(h) * v3_max(slip) / m->joint[s].length;
    const double angle = fabs(h) * v3_max(turn);
    return way >= angle ? way : angle + 0.0 * way;
}

static direction solve(ludo_sim *sim, double h, bool factorize)
{
    maximal *x = maximal_of(sim);
    graph_solver *g = x->graph;
    const ludo_model *m = sim->model;
    x->tree.d_S = x->lever[1 - sim->progress->now];
    if (factorize) {
        factorize_graph(sim, g);
    }
    write_residual(sim, g, h);
    ludo_ldu_solve(g->ldu, g->sought, g->vector);
    (void)ludo_ldu_refine(g->ldu, g->sought, g->vector);

    direction d = {.move = {0.0, -1}, .pivot = g->pivot, .node = g->node};
    for (int32_t s = 0; s < m->slots; s++) {
        memcpy(x->tree.u + 6 * s, g->vector + g->blocks[s].body_row, 6 * sizeof *g->vector);
        worst_take(&d.move, joint_move(x, m, s, h), s);
    }
    return d;
}

const direction_kind ludo_direction_ldu = {
    .name = "ldu", .open = open_graph, .close = close_graph, .solve = solve};
