/* SPDX-License-Identifier: Apache-2.0
 *
 * Random coordinates of a tree; random numbers by splitmix64. */
#include "dynamics/configuration.h"

#include "math/elementary.h"

#include <math.h>

double ludo_random(uint64_t *state, double low, double high)
{
    uint64_t z = (*state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    z ^= z >> 31;
    return low + (high - low) * ((double)(z >> 11) / 9007199254740992.0);
}

void ludo_random_way(uint64_t *state, int32_t n, double length, double *z)
{
    double square = 0.0;
    while (!(square > 0.0) && n > 0) {
        square = 0.0;
        for (int32_t i = 0; i < n; i++) {
            z[i] = ludo_random(state, -1.0, 1.0);
            square += z[i] * z[i];
        }
    }
    for (int32_t i = 0; i < n; i++) {
        z[i] *= length / sqrt(square);
    }
}

/* The range of a scalar coordinate in the description; NULL: it has none. */
static const double *range_of(const tree *t, const tree_node *n)
{
    const ludo_dof_def *along = &t->model->along[t->column_of[n->column]];
    return along->limited && along->range[0] < along->range[1] ? along->range : NULL;
}

static void put_ball(uint64_t *state, double *q)
{
    ludo_random_way(state, 4, 1.0, q);
}

static void put_scalar(uint64_t *state, const tree *t, const tree_node *n, const double *knot,
                       double *q)
{
    const double *range = range_of(t, n);
    const double half = n->kind->angle != NULL ? PI : n->length;
    const double middle = n->kind->angle != NULL ? n->reference : knot[n->position];
    q[n->position] = range != NULL ? ludo_random(state, range[0], range[1])
                                   : ludo_random(state, middle - half, middle + half);
}

void ludo_random_configuration(uint64_t *state, const tree *t, const double *knot, double *q)
{
    for (int32_t i = 0; i < t->nodes; i++) {
        const tree_node *n = &t->node[i];
        if (n->kind->dof == 3) {
            put_ball(state, q + n->position);
        } else if (n->kind->dof == 1) {
            put_scalar(state, t, n, knot, q);
        }
    }
}

/* ---- corners ---- */

/* Whether the angle is varied: angles of roots do not change the mass matrix. */
static bool has_corners(const tree_node *n)
{
    return n->kind->angle != NULL && n->parent >= 0;
}

static double within(const double *range, double q)
{
    return range == NULL ? q : q < range[0] ? range[0] : q > range[1] ? range[1] : q;
}

bool ludo_corner_configuration(int32_t corner, int32_t most, const tree *t, const double *knot,
                               double *q)
{
    int32_t corners = 1, bit = 1;
    for (int32_t i = 0; i < t->nodes && corners <= most; i++) {
        corners *= has_corners(&t->node[i]) ? 2 : 1;
    }
    if (corner >= corners || corners > most) {
        return false;
    }
    memcpy(q, knot, (size_t)t->positions * sizeof *q);
    for (int32_t i = 0; i < t->nodes; i++) {
        const tree_node *n = &t->node[i];
        if (has_corners(n)) {
            const double turned = (corner & bit) != 0 ? PI : 0.0;
            q[n->position] = within(range_of(t, n), n->reference + turned);
            bit *= 2;
        }
    }
    return true;
}
