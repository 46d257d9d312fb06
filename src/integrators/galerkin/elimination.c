/* SPDX-License-Identifier: Apache-2.0
 *
 * Newton's direction on a tree, O(s^3 n): a backward pass that eliminates node after node, and a
 * forward pass that computes the correction [minimal.md 4.3].
 *
 * A node has a vector of 12 s numbers in each pass:
 *
 *     z   = ( dv^0 .. dv^s , eta^1 .. eta^{s-1} )      forward: change of its motion
 *     lam = ( dmu^0 .. dmu^s , dW^1 .. dW^{s-1} )      backward: change of its subtree's load
 *
 * Sizes depend on the degree s and on the node's number d of columns; the code is instantiated for
 * each s, and for d = 1, 3. */
#include "core/assert.h"
#include "integrators/galerkin/root.h"
#include "integrators/galerkin/elimination_joint.h"

struct galerkin_elimination {
    double *rows;  /* per column 4 s rows of 12 s: of a node s d rows of X, U^T, E, B^T each */
    double *Lam;   /* per column 3 s^2: of a node the factors of Lambda */
    uint8_t *swap; /* per column s */
    double *P;     /* a pool of 12 s x 12 s blocks, one per leaf body: the most in use at once */
    int32_t *block_of; /* per node: its block of the pool, -1: none yet */
    double *c, *z;     /* per node 12 s */
    int32_t free;      /* the first free block of the pool */
};

/* The number of bodies without children (subtrees are contiguous). */
static int32_t ends_of(const ludo_model *model)
{
    int32_t ends = 0;
    for (int32_t b = 0; b < model->slots; b++) {
        ends += b + 1 == model->slots || model->parent[b + 1] != b;
    }
    return ends;
}

void ludo_galerkin_elimination_layout(galerkin *g, arena *scratch)
{
    const tree *t = &g->base.tree;
    const size_t s = (size_t)g->s, width = 12 * s;
    galerkin_elimination work = {0};
    g->elimination = TAKE(scratch, 1, galerkin_elimination);
    work.rows = TAKE(scratch, (size_t)t->columns * 4 * s * width, double);
    work.Lam = TAKE(scratch, (size_t)t->columns * 3 * s * s, double);
    work.swap = TAKE(scratch, (size_t)t->columns * s, uint8_t);
    work.P = TAKE(scratch, (size_t)ends_of(t->model) * width * width, double);
    work.block_of = TAKE(scratch, t->nodes, int32_t);
    work.c = TAKE(scratch, (size_t)t->nodes * width, double);
    work.z = TAKE(scratch, (size_t)t->nodes * width, double);
    if (g->elimination != NULL) {
        *g->elimination = work;
    }
}

LUDO_KERNEL_PART pass_node node_at(const galerkin *g, double h, int32_t i, int s, int d)
{
    const galerkin_elimination *work = g->elimination;
    const size_t column = (size_t)g->base.tree.node[i].column, block = (size_t)(12 * s * s);
    double *rows = work->rows + column * 4 * block;
    return (pass_node){.g = g,
                       .h = h,
                       .i = i,
                       .X = rows,
                       .U = rows + block * (size_t)d,
                       .E = rows + block * (size_t)(2 * d),
                       .B = rows + block * (size_t)(3 * d),
                       .Lam = work->Lam + column * (size_t)(3 * s * s),
                       .swap = work->swap + column * (size_t)s};
}

/* ---- factorisation, a backward pass: P, X, U, Lambda ---- */

/* Lambda += Y B; returns the largest sum of |terms| of an entry, the scale of pivots. */
LUDO_KERNEL_PART double add_response(const pass_node *n, const double *Y, int rows, int width)
{
    double largest = 0.0;
    for (int r = 0; r < rows; r++) {
        for (int q = 0; q < rows; q++) {
            double *entry = n->Lam + r * rows + q;
            const double *y = Y + r * width, *b = n->B + q * width;
            const double size = fabs(*entry) + row_dot_size(y, b, width);
            largest = size > largest ? size : largest;
            *entry += row_dot(y, b, width);
        }
    }
    return largest;
}

/* Eliminate the s d unknowns of a node with complete P; returns its relative pivot. The parent gets
 * P + U X. */
LUDO_KERNEL_PART double eliminate(const galerkin *g, double h, int32_t i, const double *P, int s,
                                  int d)
{
    const int width = 12 * s, rows = s * d;
    mat3 chart_term[GALERKIN_MAX_POINTS];
    pass_node n = node_at(g, h, i, s, d);
    if (d > 1) {
        LUDO_ASSERT(node_has_chart_term(&g->base.tree.node[i]));
        ludo_galerkin_chart_term(g, &g->base.tree.node[i], h, chart_term);
        n.chart_term = chart_term;
    }

    /* Y = E P: the joint's rows by motion of the parent; U = P B: load by the joint's unknowns */
    double *Y = n.X;
    put_columns(&n, s, d);
    rows_product(Y, n.E, P, rows, width);
    rows_image(n.U, P, n.B, rows, width);
    put_transport(&n, Y, s, d);

    /* Lambda = Q + Y B */
    put_law(&n, s, d);
    if (d > 1) {
        add_chart_term_slope(&n, s);
    }
    const double largest = add_response(&n, Y, rows, width);
    const double pivot = lu_factor(n.Lam, n.swap, rows);

    /* X = -Lambda^-1 Y */
    lu_solve(n.Lam, n.swap, n.X, rows, width);
    row_scale(n.X, -1.0, rows * width);
    return pivot / largest;
}

/* P of a node: the sum of its children's, plus its own body. */
LUDO_KERNEL_PART double *complete(const galerkin *g, int32_t i, int s)
{
    galerkin_elimination *work = g->elimination;
    const size_t size = (size_t)(144 * s * s);
    if (work->block_of[i] < 0) {
        work->block_of[i] = work->free++;
        memset(work->P + (size_t)work->block_of[i] * size, 0, size * sizeof(double));
    }
    double *P = work->P + (size_t)work->block_of[i] * size;
    if (g->base.tree.node[i].has_body) {
        add_body(g, i, P, s);
    }
    return P;
}

/* Pass P on to the parent: the first child's block becomes the parent's, others are added to it. */
LUDO_KERNEL_PART void pass_on(const galerkin *g, int32_t i, const double *P, int s)
{
    galerkin_elimination *work = g->elimination;
    const int32_t parent = g->base.tree.node[i].parent;
    if (parent >= 0 && work->block_of[parent] < 0) {
        work->block_of[parent] = work->block_of[i];
        return;
    }
    LUDO_ASSERT(work->block_of[i] == work->free - 1);
    work->free--;
    if (parent >= 0) {
        const size_t size = (size_t)(144 * s * s);
        row_add(work->P + (size_t)work->block_of[parent] * size, 1.0, P, 144 * s * s);
    }
}

LUDO_KERNEL_PART double visit(const galerkin *g, double h, int32_t i, int s)
{
    const tree_node *node = &g->base.tree.node[i];
    const int width = 12 * s;
    double *P = complete(g, i, s), pivot = DBL_MAX;
    const pass_node n = node_at(g, h, i, s, node->kind->dof);
    if (node_is_rooted(g, i)) {
        pivot = node->has_body ? ludo_galerkin_root_eliminate(g, root_of(g, i), h, P) : DBL_MAX;
    } else if (node->kind->dof == 1) {
        pivot = eliminate(g, h, i, P, s, 1);
        rows_update(P, n.U, n.X, s, width);
    } else if (node->kind->dof == 3) {
        pivot = eliminate(g, h, i, P, s, 3);
        rows_update(P, n.U, n.X, 3 * s, width);
    }
    pass_on(g, i, P, s);
    return pivot;
}

/* Factorise all nodes, leaves first; returns the smallest pivot and its node. */
LUDO_KERNEL_PART double factorize(const galerkin *g, double h, int32_t *node, int s)
{
    const int32_t nodes = g->base.tree.nodes;
    double smallest = DBL_MAX;
    *node = 0;
    g->elimination->free = 0;
    memset(g->elimination->block_of, -1, (size_t)nodes * sizeof *g->elimination->block_of);
    for (int32_t i = nodes - 1; i >= 0; i--) {
        const double pivot = visit(g, h, i, s);
        if (!(pivot >= smallest)) { /* also NaN */
            smallest = pivot;
            *node = i;
        }
        if (!(pivot > 0.0)) {
            return pivot;
        }
    }
    return smallest;
}

/* ---- the passes of a solve ---- */

/* y = -Lambda^-1 (r + E c), stored in x; adds its part to the parent's c. Of its seven parameters s
 * and d are constants at compile time. */
LUDO_KERNEL_PART void backward_node(const pass_node *n, const double *c, const double *r, double *x,
                                    double *left, int s, int d)
{
    const int width = 12 * s, rows = s * d;
    const int32_t columns = n->g->base.tree.columns, column = n->g->base.tree.node[n->i].column;
    double y[GALERKIN_MAX_S * NODE_MAX_DOF];
    for (int q = 0; q < rows; q++) {
        y[q] = -(r[q / d * columns + column + q % d] + row_dot(n->E + q * width, c, width));
    }
    lu_solve(n->Lam, n->swap, y, rows, 1);
    for (int q = 0; q < rows; q++) {
        x[q / d * columns + column + q % d] = y[q];
        row_add(left, y[q], n->U + q * width, width);
    }
}

/* x = y + X z with z of the parent; the node's own z is the parent's plus B x. */
LUDO_KERNEL_PART void forward_node(const pass_node *n, const double *above, double *x, double *z,
                                   int s, int d)
{
    const int width = 12 * s, rows = s * d;
    const int32_t columns = n->g->base.tree.columns, column = n->g->base.tree.node[n->i].column;
    for (int q = 0; q < rows; q++) {
        double *of = x + q / d * columns + column + q % d;
        *of += row_dot(n->X + q * width, above, width);
        row_add(z, *of, n->B + q * width, width);
    }
}

/* A node's vector in an array of them; the world's is separate. */
LUDO_KERNEL_PART double *vector_of(double *array, int32_t i, double *world, int width)
{
    return i < 0 ? world : array + (size_t)i * (size_t)width;
}

LUDO_KERNEL_PART void backward_pass(const galerkin *g, const double *r, double *x, int s)
{
    const tree *t = &g->base.tree;
    const int width = 12 * s;
    double world[12 * GALERKIN_MAX_S] = {0.0};
    memset(g->elimination->c, 0, (size_t)t->nodes * (size_t)width * sizeof(double));
    for (int32_t i = t->nodes - 1; i >= 0; i--) {
        const tree_node *node = &t->node[i];
        const pass_node n = node_at(g, 0.0, i, s, node->kind->dof);
        const double *c = vector_of(g->elimination->c, i, world, width);
        double *left = vector_of(g->elimination->c, node->parent, world, width);
        row_add(left, 1.0, c, width);
        if (node_is_rooted(g, i)) {
            ludo_galerkin_root_backward(g, i, c, r, x);
        } else if (node->kind->dof == 1) {
            backward_node(&n, c, r, x, left, s, 1);
        } else if (node->kind->dof == 3) {
            backward_node(&n, c, r, x, left, s, 3);
        }
    }
}

LUDO_KERNEL_PART void forward_pass(const galerkin *g, double *x, int s)
{
    const tree *t = &g->base.tree;
    const int width = 12 * s;
    double world[12 * GALERKIN_MAX_S] = {0.0};
    for (int32_t i = 0; i < t->nodes; i++) {
        const tree_node *node = &t->node[i];
        const pass_node n = node_at(g, 0.0, i, s, node->kind->dof);
        const double *above = vector_of(g->elimination->z, node->parent, world, width);
        double *z = vector_of(g->elimination->z, i, world, width);
        memcpy(z, above, (size_t)width * sizeof(double));
        if (node_is_rooted(g, i)) {
            ludo_galerkin_root_forward(g, i, z);
        } else if (node->kind->dof == 1) {
            forward_node(&n, above, x, z, s, 1);
        } else if (node->kind->dof == 3) {
            forward_node(&n, above, x, z, s, 3);
        }
    }
}

/* ---- an instance for each s ---- */

typedef struct elimination_form {
    double (*factorize)(const galerkin *g, double h, int32_t *node);
    void (*solve)(const galerkin *g, const double *r, double *x);
} elimination_form;

#define ELIMINATION_INSTANCE(s)                                                                    \
    LUDO_KERNEL static double elimination_factorize_##s(const galerkin *g, double h,               \
                                                        int32_t *node)                             \
    {                                                                                              \
        return factorize(g, h, node, s);                                                           \
    }                                                                                              \
    LUDO_KERNEL static void elimination_solve_##s(const galerkin *g, const double *r, double *x)   \
    {                                                                                              \
        backward_pass(g, r, x, s);                                                                 \
        forward_pass(g, x, s);                                                                     \
    }

ELIMINATION_INSTANCE(1)
ELIMINATION_INSTANCE(2)
ELIMINATION_INSTANCE(3)

static const elimination_form forms[] = {{elimination_factorize_1, elimination_solve_1},
                                         {elimination_factorize_2, elimination_solve_2},
                                         {elimination_factorize_3, elimination_solve_3}};

double ludo_galerkin_elimination_factorize(galerkin *g, double h, int32_t *node)
{
    return forms[g->s - 1].factorize(g, h, node);
}

void ludo_galerkin_elimination_solve(galerkin *g, double h, const double *r, double *x)
{
    (void)h;
    forms[g->s - 1].solve(g, r, x);
}
