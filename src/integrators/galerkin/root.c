/* SPDX-License-Identifier: Apache-2.0
 *
 * Roots with laws of their own: the part that all kinds share [groups.md 3, 4]. */
#include "integrators/galerkin/root.h"

#include "dynamics/node.h"
#include "integrators/galerkin/rows.h"
#include "math/cayley.h"

/* ---- memory ---- */

void ludo_galerkin_roots_layout(galerkin *g, arena *scratch)
{
    const size_t nodes = (size_t)g->base.tree.nodes;
    g->root = TAKE(scratch, g->roots, galerkin_root);
    g->rooted = TAKE(scratch, nodes, int32_t);
    g->ending = TAKE(scratch, nodes, ludo_vec3);
    g->unknown[1] = TAKE(scratch, g->base.tree.columns, double);
}

static galerkin_root find_root(const tree *t, int32_t first)
{
    const tree_root of = ludo_tree_root(t, first);
    return (galerkin_root){.first = first, .ball = of.ball, .end = of.end, .mass = of.mass};
}

void ludo_galerkin_roots_open(galerkin *g, const galerkin_root_kind *floating,
                              const galerkin_root_kind *hanging)
{
    const tree *t = &g->base.tree;
    int32_t first = 0;
    for (int32_t k = 0; k < g->roots; k++) {
        galerkin_root *root = &g->root[k];
        *root = find_root(t, first);
        root->kind = root->ball > first ? floating : hanging;
        for (int32_t i = first; i < root->end; i++) {
            g->rooted[i] = i <= root->ball ? k : -1;
        }
        first = root->end;
    }
    g->at[1].origin = g->ending;
}

/* ---- an iterate ---- */

/* The unknown rotates the ball by cay(h w), whose rotation vector is along w. The chart rate is w,
 * since J(y) w = w where y is along w. */
static void rotate_root(galerkin *g, const galerkin_root *root)
{
    const int32_t c = g->base.tree.node[root->ball].column;
    v3_put(cayley_vector(v3_at(g->unknown[1] + c)), g->y[1] + c);
}

/* Slides are at rest until the forward pass has evaluated the rest of the tree. */
static void halt_slides(galerkin *g, galerkin_root *root)
{
    const int32_t c = root_column(g, root);
    root->V = v3_at(g->dy[0] + c);
    v3_put(v3(0.0, 0.0, 0.0), g->y[1] + c);
    for (int32_t a = 0; a <= g->s; a++) {
        v3_put(v3(0.0, 0.0, 0.0), g->dy[a] + c);
    }
}

void ludo_galerkin_roots_place(galerkin *g)
{
    const tree *t = &g->base.tree;
    if (g->roots > 0) {
        memcpy(g->y[1], g->unknown[1], (size_t)t->columns * sizeof *g->y[1]);
        memcpy(g->ending, g->base.origin, (size_t)t->nodes * sizeof *g->ending);
    }
    for (int32_t k = 0; k < g->roots; k++) {
        rotate_root(g, &g->root[k]);
        if (g->root[k].kind->motion != NULL) {
            halt_slides(g, &g->root[k]);
        }
    }
}

/* Add the root's velocity to the whole tree: velocities, momenta, rates of columns. */
static void carry_along(const galerkin *g, const galerkin_root *root, int32_t a)
{
    const tree *t = &g->base.tree;
    const tree_instant *at = &g->at[a];
    const ludo_vec3 u = root->moves[a].velocity;
    const motion along = {v3(0.0, 0.0, 0.0), u};
    for (int32_t i = root->first; i < root->end; i++) {
        const tree_node *n = &t->node[i];
        at->v[i].v = v3_add(at->v[i].v, v3_add(u, root->moves[a].drift));
        at->mu[i] = force_add(at->mu[i], inertia_apply(&at->M[i], along));
        for (int32_t c = n->column; c < n->column + n->kind->dof; c++) {
            at->Sd[c].v = v3_add(at->Sd[c].v, v3_cross(u, at->S[c].w));
        }
    }
}

/* Move the slides; at the end of the step move the origin too, so that places are unchanged. */
static void slide_along(galerkin *g, const galerkin_root *root, int32_t a)
{
    const int32_t c = root_column(g, root);
    const motion *S = g->at[a].S + c;
    const root_motion *m = &root->moves[a];
    slides_put(S, v3_add(m->velocity, m->drift), g->dy[a] + c);
    slides_put(S, m->way, g->y[a] + c);
    for (int32_t i = root->first; a > 0 && i < root->end; i++) {
        g->ending[i] = v3_add(g->ending[i], m->way);
    }
}

void ludo_galerkin_roots_move(galerkin *g, int32_t a)
{
    for (int32_t k = 0; k < g->roots; k++) {
        galerkin_root *root = &g->root[k];
        if (root->kind->motion != NULL) {
            root->moves[a] = root->kind->motion(g, root, a);
            carry_along(g, root, a);
            slide_along(g, root, a);
        }
    }
}

/* Remove the drift, which only the evaluation of forces uses. */
static void remove_drift(const galerkin *g, const galerkin_root *root, int32_t a)
{
    motion *v = g->at[a].v;
    for (int32_t i = root->first; i < root->end; i++) {
        v[i].v = v3_sub(v[i].v, root->moves[a].drift);
    }
}

void ludo_galerkin_roots_act(galerkin *g, int32_t a)
{
    for (int32_t k = 0; k < g->roots; k++) {
        galerkin_root *root = &g->root[k];
        if (root->kind->splits) {
            remove_drift(g, root, a);
        }
        if (root->kind->act != NULL) {
            root->kind->act(g, root, a);
        }
    }
}

void ludo_galerkin_roots_convert_gradient(galerkin *g, double *gradient)
{
    for (int32_t k = 0; k < g->roots; k++) {
        if (g->root[k].kind->convert_gradient != NULL) {
            g->root[k].kind->convert_gradient(g, &g->root[k], gradient);
        }
    }
}

/* ---- the knot ---- */

/* The orientation of a root's body at the knot. */
static mat3 knot_turn(const galerkin *g, const galerkin_root *root, const sim_state *state)
{
    const tree_node *n = &g->base.tree.node[root->ball];
    return q_matrix(q_compose(state_poses(state)[n->slot].q, q_conj(n->q_body)));
}

void ludo_galerkin_roots_load(galerkin *g, const sim_state *state, double *p)
{
    for (int32_t k = 0; k < g->roots; k++) {
        galerkin_root *root = &g->root[k];
        const mat3 R = knot_turn(g, root, state);
        double *slides = p + root_column(g, root), *ball = p + g->base.tree.node[root->ball].column;
        v3_put(m3_apply_t(&R, v3_at(ball)), ball);
        if (root->kind->splits) {
            root->V = v3_scale(1.0 / root->mass, v3_at(slides));
            v3_put(v3(0.0, 0.0, 0.0), slides);
        }
    }
}

/* The velocity of a tree's centre of mass at the evaluated knot, along its slides. */
static ludo_vec3 velocity_of_all(const galerkin *g, const galerkin_root *root)
{
    const tree_instant *knot = &g->base.knot;
    ludo_vec3 f = v3(0.0, 0.0, 0.0);
    double V[3];
    for (int32_t i = root->first; i < root->end; i++) {
        f = v3_add(f, knot->mu[i].f);
    }
    slides_put(knot->S + root_column(g, root), v3_scale(1.0 / root->mass, f), V);
    return v3_at(V);
}

void ludo_galerkin_roots_weigh(galerkin *g)
{
    for (int32_t k = 0; k < g->roots; k++) {
        galerkin_root *root = &g->root[k];
        if (root->kind->splits) {
            root->V = velocity_of_all(g, root);
        }
    }
}

void ludo_galerkin_roots_drift(const galerkin *g, double *rate, double sign)
{
    for (int32_t k = 0; k < g->roots; k++) {
        const galerkin_root *root = &g->root[k];
        double *slides = rate + root_column(g, root);
        if (root->kind->splits) {
            v3_put(v3_axpy(v3_at(slides), sign, root->V), slides);
        }
    }
}

void ludo_galerkin_roots_store(galerkin *g)
{
    for (int32_t k = 0; k < g->roots; k++) {
        const galerkin_root *root = &g->root[k];
        double *ball = g->p + g->base.tree.node[root->ball].column;
        v3_put(m3_apply(&g->base.knot.at[root->ball].R, v3_at(ball)), ball);
        if (root->kind->splits) {
            v3_put(v3_scale(root->mass, root->V), g->p + root_column(g, root));
        }
    }
}

void ludo_galerkin_roots_coast(galerkin *g, double h)
{
    for (int32_t k = 0; k < g->roots; k++) {
        if (g->root[k].kind->coast != NULL) {
            g->root[k].kind->coast(g, &g->root[k], h);
        }
    }
}

/* ---- the direction ---- */

/* Lam += E P B; returns the largest sum of |terms| of an entry, the scale of pivots. */
static double add_response(galerkin_root *root, const double *P)
{
    const int32_t n = root->kind->unknowns;
    double Y[ROOT_MOST * ROOT_WIDTH], largest = 0.0;
    for (int32_t q = 0; q < n; q++) {
        rows_product(Y + q * ROOT_WIDTH, root->E + q * ROOT_WIDTH, P, 1, ROOT_WIDTH);
        for (int32_t c = 0; c < n; c++) {
            double *entry = root->Lam + n * q + c;
            const double *y = Y + q * ROOT_WIDTH, *b = root->B + c * ROOT_WIDTH;
            const double size = fabs(*entry) + row_dot_size(y, b, ROOT_WIDTH);
            largest = size > largest ? size : largest;
            *entry += row_dot(y, b, ROOT_WIDTH);
        }
    }
    return largest;
}

double ludo_galerkin_root_eliminate(const galerkin *g, galerkin_root *root, double h,
                                    const double *P)
{
    memset(root->E, 0, sizeof root->E);
    memset(root->B, 0, sizeof root->B);
    memset(root->Lam, 0, sizeof root->Lam);
    root->response = h / root->mass;
    root->kind->direct(g, root, h);
    const double largest = add_response(root, P);
    return lu_factor(root->Lam, root->swap, root->kind->unknowns) / largest;
}

/* The column of an unknown of a direction; -1: none. */
static int32_t column_of_unknown(const galerkin *g, const galerkin_root *root, int32_t q)
{
    const int32_t ball = g->base.tree.node[root->ball].column;
    return q < 3 ? ball + q : q < root->kind->columns ? ball - 6 + q : -1;
}

void ludo_galerkin_root_backward(const galerkin *g, int32_t i, const double *c, const double *r,
                                 double *x)
{
    galerkin_root *root = root_of(g, i);
    const int32_t n = root->kind->unknowns;
    if (i != root->ball) {
        return;
    }
    for (int32_t q = 0; q < n; q++) {
        const int32_t column = column_of_unknown(g, root, q);
        const double own = column < 0 ? 0.0 : r[column];
        root->x[q] = -(own + row_dot(root->E + q * ROOT_WIDTH, c, ROOT_WIDTH));
    }
    lu_solve(root->Lam, root->swap, root->x, n, 1);
    for (int32_t q = 0; q < root->kind->columns; q++) {
        x[column_of_unknown(g, root, q)] = root->x[q];
    }
    for (int32_t k = root_column(g, root); root->kind->splits && k < root_column(g, root) + 3;
         k++) {
        x[k] = root->response * r[k];
    }
}

void ludo_galerkin_root_forward(const galerkin *g, int32_t i, double *z)
{
    const galerkin_root *root = root_of(g, i);
    for (int32_t q = 0; i == root->ball && q < root->kind->unknowns; q++) {
        row_add(z, root->x[q], root->B + q * ROOT_WIDTH, ROOT_WIDTH);
    }
}
