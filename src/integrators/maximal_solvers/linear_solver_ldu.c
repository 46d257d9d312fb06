/* SPDX-License-Identifier: Apache-2.0
 *
 * The Newton direction by the papers' block LDU on the graph of bodies and joints, with multipliers
 * [maximal.md 3]. One node per body, one per joint with a wrench lambda on its child and rates w:
 *
 *     body:   D_b u_b - lambda_b + sum over the joints to its children of B^T lambda = r_b
 *     joint:  u_b - X u_a - S w = y,    T^T lambda + C w = e
 *
 * with S, X at the iterate of z_{k+1} and T, B at z_k. lambda enters linearly, so each solve
 * computes its full value. A free joint has no node: its wrench is zero, its rates are the body's.
 *
 * A loop constraint has a node too, with its multipliers l [recursion.md 1.5]:
 *
 *     r_b and e get + F l,    sum over its ends ( R u , or R w ) + D l = b
 *
 * Its rows may be redundant up to a small D. It is therefore eliminated after all nodes between its
 * ends, just before their lowest common ancestor; each loop then costs as much as it would
 * alone. */
#include "integrators/maximal_solvers/constraint_graph.h"
#include "integrators/maximal/maximal.h"

#include <math.h>
#include <string.h>

/* The blocks of a body in the storage of the factorisation; a free joint has none. */
typedef struct slot_blocks {
    double *body;                    /* (b, b) 6 x 6 */
    double *joint;                   /* (j, j) rows x rows */
    double *force_b, *force_a;       /* (b, j), (a, j) 6 x rows */
    double *velocity_b, *velocity_a; /* (j, b), (j, a) rows x 6 */
    int32_t body_row, joint_row, rows;
} slot_blocks;

/* The blocks of an end of a constraint with a body or a joint. */
typedef struct end_blocks {
    double *force;    /* (node, constraint) size x rows */
    double *velocity; /* (constraint, node) rows x size */
    int32_t size;     /* of the node */
    int32_t at;       /* index of the end's first number in the node */
    int32_t count;    /* how many numbers the end has */
} end_blocks;

/* The diagonal block of a constraint. */
typedef struct diagonal_block {
    double *own; /* rows x rows */
    int32_t row;
} diagonal_block;

/* The memory of this solver. */
typedef struct graph_solver {
    ludo_ldu *ldu;
    double *vector; /* right-hand side, then solution */
    double *sought; /* copy of the right-hand side, for the refinement */
    slot_blocks *blocks;
    diagonal_block *constraints;
    end_blocks *ends; /* of all constraints */
    double pivot;
    int32_t node; /* body index of the weakest pivot */
} graph_solver;

/* Find the blocks of all bodies. */
static void find_blocks(graph_solver *g, const ludo_model *m, const constraint_graph *of)
{
    for (int32_t s = 0; s < m->slots; s++) {
        const int32_t j = of->joint_node[s], a = m->parent[s];
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
            .rows = ludo_constraint_graph_joint_rows(&m->joint[s]),
        };
    }
}

/* Find the blocks of all constraints. */
static void find_constraint_blocks(graph_solver *g, const ludo_model *m, const constraints *t,
                                   const constraint_graph *of)
{
    for (int32_t constraint = 0; constraint < t->count; constraint++) {
        const int32_t own = of->constraint_node[constraint];
        g->constraints[constraint] =
            (diagonal_block){ludo_ldu_block(g->ldu, own, own), ludo_ldu_first_row(g->ldu, own)};
        for (int32_t e = t->first[constraint]; e < t->first[constraint + 1]; e++) {
            const constraint_end *end = &t->end[e];
            const int32_t node = ludo_constraint_graph_end_node(of, end);
            g->ends[e] = (end_blocks){
                .force = ludo_ldu_block(g->ldu, node, own),
                .velocity = ludo_ldu_block(g->ldu, own, node),
                .size = of->pattern.dim[node],
                .at = node != end->node ? 6 : 0,
                .count = end->columns ? m->joint[end->node].dof : 6,
            };
        }
    }
}

/* The graph of the model. */
static ludo_status create_graph(sim_state *state, graph_solver *g)
{
    const maximal *x = maximal_of(state);
    const constraints *t = &x->loops.constraints;
    constraint_graph of;
    ludo_status status =
        ludo_constraint_graph_build(state->model, &x->tree, t, &state->allocator, &of);
    if (status != LUDO_OK) {
        return status;
    }
    status = ludo_ldu_create(&of.pattern, &state->allocator, &g->ldu, NULL);
    if (status == LUDO_OK) {
        find_blocks(g, state->model, &of);
        find_constraint_blocks(g, state->model, t, &of);
    }
    ludo_constraint_graph_release(&of, &state->allocator);
    return status;
}

static void ldu_destroy(sim_state *state)
{
    graph_solver *g = maximal_of(state)->graph;
    if (g != NULL) {
        ludo_ldu_destroy(g->ldu);
        memory_give(&state->allocator, g);
    }
}

/* The memory of the solver in one block. Runs twice: to measure, where it returns NULL, and to
 * place. */
static graph_solver *solver_layout(const ludo_model *m, const constraints *t, arena *a)
{
    const size_t count = (size_t)t->count, ends = count > 0 ? (size_t)t->first[count] : 0;
    const size_t rows =
        12 * (size_t)m->slots + (size_t)m->columns + CONSTRAINT_ROWS * count; /* at most */
    graph_solver *own = TAKE(a, 1, graph_solver), measured, *g = own != NULL ? own : &measured;
    g->vector = TAKE(a, rows, double);
    g->sought = TAKE(a, rows, double);
    g->blocks = TAKE(a, m->slots, slot_blocks);
    g->constraints = TAKE(a, count, diagonal_block);
    g->ends = TAKE(a, ends, end_blocks);
    return own;
}

static ludo_status ldu_create(sim_state *state)
{
    arena measure = {NULL, 0, false};
    (void)solver_layout(state->model, &maximal_of(state)->loops.constraints, &measure);
    arena place = {measure.overflow ? NULL : memory_take(&state->allocator, measure.used), 0,
                   false};
    if (place.base == NULL) {
        return LUDO_NO_MEMORY;
    }
    graph_solver *g = solver_layout(state->model, &maximal_of(state)->loops.constraints, &place);
    maximal_of(state)->graph = g;
    const ludo_status status = create_graph(state, g);
    if (status != LUDO_OK) {
        ldu_destroy(state);
        maximal_of(state)->graph = NULL;
    }
    return status;
}

/* Entry of the last three of column c of X, or of row c of B^T, for a body at distance d: -d x, d
 * x. */
static double lever_entry(const double *d, int r, int c)
{
    const double skew[9] = {0.0, -d[2], d[1], d[2], 0.0, -d[0], -d[1], d[0], 0.0};
    return skew[3 * r + c];
}

/* The coefficients of lambda in the body balances: -1 for the child, B^T for the parent. */
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

/* An end of a constraint: F in the balance of the body or joint, R on its rates. */
static void write_end(const end_blocks *k, const double *F, const double *R, int32_t rows)
{
    for (int32_t i = 0; i < k->count; i++) {
        for (int32_t j = 0; j < rows; j++) {
            k->force[rows * (k->at + i) + j] -= F[ROW * i + j];
            k->velocity[k->size * j + k->at + i] += R[ROW * i + j];
        }
    }
}

/* All constraints. Two ends of one constraint may share blocks. */
static void write_constraints(const graph_solver *g, const constraints *t)
{
    for (int32_t constraint = 0; constraint < t->count; constraint++) {
        const int32_t rows = t->rows[constraint], first = t->first[constraint],
                      end = t->first[constraint + 1];
        for (int32_t j = 0; j < rows; j++) {
            g->constraints[constraint].own[(rows + 1) * j] = t->D[ROW * constraint + j];
        }
        for (int32_t e = first; e < end; e++) {
            const size_t size = (size_t)(rows * g->ends[e].size) * sizeof(double);
            memset(g->ends[e].force, 0, size);
            memset(g->ends[e].velocity, 0, size);
        }
        for (int32_t e = first; e < end; e++) {
            write_end(&g->ends[e], t->F + BLOCK * e, t->R + BLOCK * e, rows);
        }
    }
}

/* Assemble and factorise at the iterate. */
static void factorize_graph(sim_state *state, graph_solver *g)
{
    maximal *x = maximal_of(state);
    const ludo_model *m = state->model;
    const int64_t impulse = maximal_impulse_knot(x, state), next = 1 - state->progress->now;
    for (int32_t s = 0; s < m->slots; s++) {
        const slot_blocks *k = &g->blocks[s];
        const int32_t c = m->column[s];
        for (int32_t i = 0; i < 6; i++) {
            memcpy(k->body + 6 * i, x->tree.M + BLOCK * s + ROW * i, 6 * sizeof *k->body);
        }
        if (k->rows > 0) {
            write_forces(k, x->lever[impulse] + 3 * s);
            write_velocities(k, x->lever[next] + 3 * s);
            write_joint(k, x->S[next] + 6 * c, x->S[impulse] + 6 * c,
                        x->tree.C + m->joint_block[s]);
        }
    }
    write_constraints(g, &x->loops.constraints);
    int32_t node;
    (void)ludo_ldu_factor(g->ldu, &g->pivot, &node);
    g->node = node < m->slots ? node : -1;
}

/* Right-hand side: residuals of the balances, the joints and the constraints. */
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
    const constraints *t = &x->loops.constraints;
    for (int32_t i = 0; i < t->count; i++) {
        memcpy(g->sought + g->constraints[i].row, t->b + ROW * i,
               (size_t)t->rows[i] * sizeof *t->b);
    }
}

/* Copy rates and the constraints' multipliers from the solution. */
static void read_solution(maximal *x, const ludo_model *m, const graph_solver *g)
{
    for (int32_t s = 0; s < m->slots; s++) {
        const slot_blocks *k = &g->blocks[s];
        const double *u = g->vector + k->body_row;
        const double *w = k->rows > 0 ? g->vector + k->joint_row + 6 : u;
        memcpy(x->tree.u + 6 * s, u, 6 * sizeof *u);
        memcpy(x->tree.w + m->column[s], w, (size_t)m->joint[s].dof * sizeof *w);
    }
    const constraints *t = &x->loops.constraints;
    for (int32_t i = 0; i < t->count; i++) {
        memcpy(t->l + ROW * i, g->vector + g->constraints[i].row,
               (size_t)t->rows[i] * sizeof *t->l);
    }
}

static direction ldu_solve(sim_state *state, bool factorize)
{
    maximal *x = maximal_of(state);
    graph_solver *g = x->graph;
    if (factorize) {
        factorize_graph(state, g);
    }
    write_residual(x, state->model, g);
    ludo_ldu_solve(g->ldu, g->sought, g->vector);
    (void)ludo_ldu_refine(g->ldu, g->sought, g->vector);
    read_solution(x, state->model, g);
    return (direction){g->pivot, g->node};
}

static int32_t ldu_fill(const sim_state *state)
{
    return ludo_ldu_fill(maximal_in(state)->graph->ldu);
}

const linear_solver_kind ludo_linear_solver_ldu = {.name = "ldu",
                                                   .create = ldu_create,
                                                   .destroy = ldu_destroy,
                                                   .solve = ldu_solve,
                                                   .fill = ldu_fill};
