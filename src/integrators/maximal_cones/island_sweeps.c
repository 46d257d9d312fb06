/* SPDX-License-Identifier: Apache-2.0
 *
 * Sweeps over the contacts of free bodies: their laws and blocks. */
#include "integrators/maximal_cones/island_sweeps.h"

#include <string.h>

/* Where pairs of bodies touch at several points these share loads, and jams have impulses that
 * sweeps don't find: in islands of many contacts as many points per PAIRS pairs as the caller
 * allows, in those of few contacts a number of contacts per body (measured). */
enum { FEW_CONES = 16, PAIRS = 10, CONTACTS = 5, BODIES = 2 };

static bool has_few_points(const maximal_contacts *c, const island *k, int32_t most)
{
    const int32_t count = k->end - k->first;
    int32_t pairs = 1;
    if (count <= FEW_CONES) {
        return BODIES * count <= CONTACTS * (k->end_body - k->first_body);
    }
    for (int32_t i = k->first + 1; i < k->end; i++) {
        pairs += has_bodies_of_last(c->rows, i) ? 0 : 1;
    }
    return PAIRS * count <= most * pairs;
}

/* Whether a cone is a contact with sliding friction at most. */
static bool is_simple(const maximal_contacts *c, int32_t i)
{
    const cone_kind *kind = c->cone[i].kind;
    return c->rows[i].source == CONE_CONTACT &&
           (kind == &ludo_cone_exact || kind == &ludo_cone_ray);
}

bool ludo_island_parts_have_sweeps(const maximal_contacts *c, const island *k, int32_t most)
{
    bool all = c->condensation.any_free && k->end > k->first && has_few_points(c, k, most);
    for (int32_t b = k->first_body; b < k->end_body && all; b++) {
        all = c->condensation.free[c->islands.body[b]];
    }
    for (int32_t i = k->first; i < k->end && all; i++) {
        all = is_simple(c, i);
    }
    return all;
}

/* The block M + C of a free body, whose joint's S and T are 1, and its balances r + e, as those of
 * a node. */
static void load_body(maximal *x, const ludo_model *m, int32_t b, int32_t node)
{
    sweeps *s = &x->contacts->sweeps;
    double *A = s->inverse + NODE_BLOCK * (size_t)node, *u = s->u + LANES * (size_t)node;
    for (int p = 0; p < NODE_ROWS; p++) {
        const double *M = x->tree.M + BLOCK * (size_t)b + ROW * p;
        const double *C = x->tree.C + m->joint_block[b] + NODE_ROWS * p;
        for (int q = 0; q < NODE_ROWS; q++) {
            A[NODE_ROWS * p + q] = M[q] + C[q];
        }
        u[p] = x->tree.r[NODE_ROWS * b + p] + x->tree.e[m->column[b] + p];
    }
    x->contacts->sweep_node[b] = node;
    (void)ludo_sweeps_invert(s, node); /* where it fails no start can be evaluated */
}

static void load_law(sweep_law *l, cone *c, const cone_rows *k, const int32_t *node)
{
    l->cone = c;
    l->node[0] = k->slot_b >= 0 ? node[k->slot_b] : -1;
    l->node[1] = k->slot_a >= 0 ? node[k->slot_a] : -1;
    l->F[0] = k->F[SIDE_B][0], l->F[1] = k->F[SIDE_A][0];
    l->R[0] = k->R[SIDE_B][0], l->R[1] = k->R[SIDE_A][0];
}

/* u and w of a body. */
static void store_body(maximal *x, const ludo_model *m, int32_t b)
{
    const maximal_contacts *c = x->contacts;
    const double *u = c->sweeps.u + LANES * (size_t)c->sweep_node[b];
    memcpy(x->tree.u + NODE_ROWS * (size_t)b, u, NODE_ROWS * sizeof *u);
    memcpy(x->tree.w + m->column[b], u, NODE_ROWS * sizeof *u);
}

/* The sweeps of one island. */
static void sweep_island(maximal *x, const ludo_model *m, const island *k)
{
    maximal_contacts *c = x->contacts;
    sweeps *s = &c->sweeps;
    for (int32_t b = k->first_body; b < k->end_body; b++) {
        load_body(x, m, c->islands.body[b], b - k->first_body);
    }
    s->nodes = k->end_body - k->first_body;
    s->count = k->end - k->first;
    for (int32_t n = 0; n < s->count; n++) {
        load_law(&s->law[n], &c->cone[k->first + n], &c->rows[k->first + n], c->sweep_node);
    }
    ludo_sweeps_begin(s);
    ludo_sweeps_run(s);
    for (int32_t b = k->first_body; b < k->end_body; b++) {
        store_body(x, m, c->islands.body[b]);
    }
}

void ludo_island_parts_sweep(const island_parts *of, const ludo_model *m,
                             const interior_part *parts)
{
    for (int32_t k = 0; k < of->count; k++) {
        if (parts[k].alpha > 0.0) {
            sweep_island(of->x, m, ludo_island_parts_at(of, k));
        }
    }
}
