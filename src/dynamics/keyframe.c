/* SPDX-License-Identifier: Apache-2.0
 *
 * Keyframes against the tree: the same numbers in another order, except for the few joints whose
 * rates differ from those of their nodes. */
#include "dynamics/keyframe.h"

#include "math/dense.h"
#include "math/rotation_vector.h"

#include <float.h>

enum { CORNER = JOINT_MAX_DOF * JOINT_MAX_DOF };

void ludo_keyframe_layout(keyframe_order *k, const tree *t, arena *a)
{
    const ludo_model *m = t->model;
    k->tree = t;
    k->coordinate = TAKE(a, m->position_count, int32_t);
    k->rate = TAKE(a, m->columns, int32_t);
    k->poses = TAKE(a, m->slots + 1, pose);
    k->memory = TAKE(a, m->columns, double);
    k->T = TAKE(a, m->slots > 0 ? m->joint_block[m->slots] : 0, double);
    k->drift = TAKE(a, m->columns, double);
    k->position = TAKE(a, m->position_count, double);
    k->u = TAKE(a, m->columns, double);
}

void ludo_keyframe_open(keyframe_order *k)
{
    const ludo_model *m = k->tree->model;
    *k->poses++ = pose_world();
    for (int32_t i = 0; i < m->joint_count; i++) {
        const model_joint *j = &m->joints[i];
        for (int32_t n = 0; n < j->position_count; n++) {
            k->coordinate[j->position + n] = j->position_first + n;
        }
        for (int32_t n = 0; n < j->dof; n++) {
            k->rate[j->column + n] = j->velocity_first + n;
        }
    }
}

bool ludo_keyframe_usable(const keyframe_order *k, const double *q)
{
    const ludo_model *m = k->tree->model;
    bool usable = all_finite(q, m->position_count);
    for (int32_t i = 0; i < m->joint_count && usable; i++) {
        const model_joint *j = &m->joints[i];
        usable = j->slot < 0 || j->part > 0 ||
                 joint_coordinates_usable(&m->joint[j->slot], q + j->position_first);
    }
    return usable;
}

void ludo_keyframe_move(const keyframe_order *k, const double *from, const double *v, double *to)
{
    const ludo_model *m = k->tree->model;
    for (int32_t i = 0; i < m->joint_count; i++) {
        const model_joint *j = &m->joints[i];
        const double *q = from + j->position_first, *dq = v + j->velocity_first;
        double *out = to + j->position_first;
        const int32_t scalars = j->position_count > j->dof ? j->dof - 3 : j->dof;
        for (int32_t n = 0; n < scalars; n++) {
            out[n] = q[n] + dq[n];
        }
        if (j->position_count > j->dof) {
            const double *r = q + scalars;
            const ludo_quat next = q_normalized(
                q_mul((ludo_quat){r[0], r[1], r[2], r[3]}, q_turn(v3_at(dq + scalars))));
            out[scalars] = next.w, out[scalars + 1] = next.x;
            out[scalars + 2] = next.y, out[scalars + 3] = next.z;
        }
    }
}

/* ---- poses and the map at an instant ---- */

static void place_bodies(keyframe_order *k, const double *q)
{
    const ludo_model *m = k->tree->model;
    for (int32_t i = 0; i < m->position_count; i++) {
        k->position[i] = q[k->coordinate[i]];
    }
    for (int32_t s = 0; s < m->slots; s++) {
        const joint_data *j = &m->joint[s];
        j->kind->place(j, &k->poses[j->parent], k->position + m->position[s], &k->poses[s],
                       k->memory + m->column[s]);
    }
}

/* T and drift of the joint at body index s, if it has them. */
static void find_map(keyframe_order *k, int32_t s, const double *v)
{
    const ludo_model *m = k->tree->model;
    const joint_data *j = &m->joint[s];
    const int32_t first = m->column[s];
    double rate[JOINT_MAX_DOF] = {0.0};
    for (int32_t c = 0; c < j->dof && v != NULL; c++) {
        rate[c] = v[k->rate[first + c]];
    }
    if (j->kind->link_rates != NULL) {
        const joint_pair joint = {j,   &k->poses[j->parent], &k->poses[s], k->memory + first, NULL,
                                  NULL};
        j->kind->link_rates(&joint, rate, k->T + m->joint_block[s], k->drift + first);
    }
}

void ludo_keyframe_place(keyframe_order *k, const double *q, const double *v, double *q_tree)
{
    place_bodies(k, q);
    ludo_tree_read_positions(k->tree, k->poses, k->memory, q_tree);
    for (int32_t s = 0; s < k->tree->model->slots; s++) {
        find_map(k, s, v);
    }
}

/* ---- the map ---- */

/* One of T x, T^-1 x, T^T x, T^-T x; false: T is singular. */
typedef bool map_of(const double *T, int32_t n, const double *x, double *y);

static bool map_multiply(const double *T, int32_t n, const double *x, double *y)
{
    memset(y, 0, (size_t)n * sizeof *y);
    ludo_dense_multiply(n, n, 1, T, x, y);
    return true;
}

static bool map_multiply_transposed(const double *T, int32_t n, const double *x, double *y)
{
    memset(y, 0, (size_t)n * sizeof *y);
    ludo_dense_multiply_t(n, n, 1, T, x, y);
    return true;
}

/* A T whose columns are linearly dependent up to the round-off of its entries has no inverse. */
static bool divide(const double *T, int32_t n, const double *x, double *y, bool transposed)
{
    double A[CORNER], end[JOINT_MAX_DOF], beta[JOINT_MAX_DOF], b[JOINT_MAX_DOF];
    int32_t order[JOINT_MAX_DOF];
    dense_span span = {.n = n, .m = n, .A = A, .end = end, .beta = beta, .order = order};
    memcpy(A, T, (size_t)(n * n) * sizeof *A);
    memcpy(b, x, (size_t)n * sizeof *b);
    ludo_dense_span(&span, 16.0 * DBL_EPSILON);
    if (transposed) {
        ludo_dense_span_smallest(&span, b, y);
    } else {
        ludo_dense_span_nearest(&span, b, y);
    }
    return span.rank == n;
}

static bool map_divide(const double *T, int32_t n, const double *x, double *y)
{
    return divide(T, n, x, y, false);
}

static bool map_divide_transposed(const double *T, int32_t n, const double *x, double *y)
{
    return divide(T, n, x, y, true);
}

/* k->u := map applied to x joint by joint, both per column; joints without a map copy x. */
static bool apply(keyframe_order *k, map_of *map, const double *x)
{
    const ludo_model *m = k->tree->model;
    bool done = true;
    for (int32_t s = 0; s < m->slots; s++) {
        const int32_t c = m->column[s], n = m->joint[s].dof;
        if (m->joint[s].kind->link_rates == NULL) {
            memcpy(k->u + c, x + c, (size_t)n * sizeof *x);
        } else {
            done = map(k->T + m->joint_block[s], n, x + c, k->u + c) && done;
        }
    }
    return done;
}

/* From the order of keyframes to the tree, through the map. */
static bool gather(keyframe_order *k, map_of *map, const double *v, double *u)
{
    const int32_t n = k->tree->columns;
    for (int32_t c = 0; c < n; c++) {
        u[c] = v[k->rate[c]];
    }
    const bool done = apply(k, map, u);
    memcpy(u, k->u, (size_t)n * sizeof *u);
    return done;
}

/* From the tree to the order of keyframes, through the map. */
static bool scatter(keyframe_order *k, map_of *map, const double *u, double *v)
{
    const bool done = apply(k, map, u);
    for (int32_t c = 0; c < k->tree->columns; c++) {
        v[k->rate[c]] = k->u[c];
    }
    return done;
}

void ludo_keyframe_to_tree(keyframe_order *k, const double *v, double *u)
{
    (void)gather(k, map_multiply, v, u);
}

bool ludo_keyframe_from_tree(keyframe_order *k, const double *u, double *v)
{
    return scatter(k, map_divide, u, v);
}

void ludo_keyframe_from_efforts(keyframe_order *k, const double *e, double *effort)
{
    (void)scatter(k, map_multiply_transposed, e, effort);
}

bool ludo_keyframe_to_efforts(keyframe_order *k, const double *effort, double *e)
{
    return gather(k, map_divide_transposed, effort, e);
}
