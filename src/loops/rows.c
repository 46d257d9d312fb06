/* SPDX-License-Identifier: Apache-2.0
 *
 * Loops of a model as constraints of its tree. */
#include "loops/rows.h"

#include "math/symmetric.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* ---- the pattern ---- */

/* A pattern under construction. */
typedef struct pattern {
    int32_t *rows, *first;
    bool *grounded;
    constraint_end *end;
    int32_t constraints, ends;
} pattern;

static void begin_constraint(pattern *p, int32_t rows)
{
    p->rows[p->constraints] = rows;
    p->grounded[p->constraints] = false;
    p->first[p->constraints++] = p->ends;
}

/* Add an end to the last constraint, unless the constraint has this end. */
static void add_end(pattern *p, int32_t slot, bool columns)
{
    for (int32_t e = p->first[p->constraints - 1]; e < p->ends; e++) {
        if (p->end[e].node == slot && p->end[e].columns == columns) {
            return;
        }
    }
    p->end[p->ends++] = (constraint_end){slot, columns};
}

/* The body index of a dof. */
static int32_t slot_of(const ludo_model *m, int32_t column)
{
    int32_t low = 0, high = m->slots - 1;
    while (low < high) {
        const int32_t middle = low + (high - low + 1) / 2;
        if (m->column[middle] <= column) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    return low;
}

static void add_loop(pattern *p, const loop_data *l)
{
    begin_constraint(p, l->rows);
    p->grounded[p->constraints - 1] = l->grounded;
    for (int32_t e = 0; e < l->ends; e++) {
        add_end(p, l->end[e].slot, l->end[e].columns);
    }
}

static void add_tendon(pattern *p, const ludo_model *m, const tendon_data *l)
{
    begin_constraint(p, 1);
    for (int32_t i = 0; i < l->segment_count; i++) {
        const tendon_segment *g = &l->segment[i];
        const int32_t slot[] = {g->end[0].slot, g->end[1].slot, g->wrap.center.slot};
        for (int k = 0; k < (g->wraps ? 3 : 2); k++) {
            if (slot[k] >= 0) {
                add_end(p, slot[k], false);
            }
        }
    }
    for (int32_t k = 0; k < l->term_count; k++) {
        add_end(p, slot_of(m, l->term[k].column), true);
    }
}

int32_t ludo_loops_count_ends(const ludo_model *m)
{
    int32_t ends = 0;
    for (int32_t i = 0; i < m->loop_count; i++) {
        ends += m->loop[i].ends;
    }
    return ends;
}

/* The largest number of ends of the constraints of tendons. */
static int32_t count_tendon_ends(const ludo_model *m)
{
    int32_t ends = 0;
    for (int32_t i = 0; i < m->spring_count; i++) {
        ends += m->tendon[i].segment_count + m->tendon[i].span_count + m->tendon[i].term_count;
    }
    return ends;
}

void ludo_loops_layout(constraints *t, const ludo_model *m, bool tendons, int32_t spare, arena *a)
{
    t->count = m->loop_count + (tendons ? m->spring_count : 0);
    t->ends = ludo_loops_count_ends(m) + (tendons ? count_tendon_ends(m) : 0);
    pattern p = {.constraints = 0};
    p.rows = TAKE(a, t->count, int32_t);
    p.first = TAKE(a, t->count + 1, int32_t);
    p.grounded = TAKE(a, t->count, bool);
    p.end = TAKE(a, t->ends, constraint_end);
    t->ends += 2 * spare;
    t->count += spare;
    ludo_constraints_layout(t, a);
    t->count -= spare;
    if (p.first == NULL) {
        return;
    }
    for (int32_t i = 0; i < m->loop_count; i++) {
        add_loop(&p, &m->loop[i]);
    }
    for (int32_t i = 0; i < m->spring_count && tendons; i++) {
        add_tendon(&p, m, &m->tendon[i]);
    }
    p.first[p.constraints] = p.ends;
    t->rows = p.rows, t->first = p.first, t->grounded = p.grounded, t->end = p.end;
}

/* ---- the values ---- */

/* Zero the rows that are left out. */
static void clear_rows(const loop_data *l, int64_t rows, loop_view *view)
{
    for (int32_t j = 0; j < l->rows && rows != 0; j++) {
        if ((rows >> j & 1) == 0) {
            continue;
        }
        view->g[j] = 0.0;
        for (int32_t e = 0; e < l->ends; e++) {
            memset(view->G + loop_row(l, e, j), 0, 6 * sizeof *view->G);
        }
    }
}

void ludo_loops_view(const sim_state *state, const placement *at, const double *phi, bool far,
                     loop_view *view)
{
    for (int32_t i = 0; i < state->model->loop_count; i++) {
        const loop_data *l = &state->model->loop[i];
        (far ? l->kind->far : l->kind->view)(l, at, phi, &view[i]);
        clear_rows(l, state->left_out[i], &view[i]);
    }
}

double ludo_loops_relaxed_violation(const sim_state *state, const placement *at, const double *phi)
{
    double most = 0.0;
    for (int32_t i = 0; i < state->model->loop_count; i++) {
        const loop_data *l = &state->model->loop[i];
        if (state->left_out[i] == 0) {
            continue;
        }
        loop_view view;
        l->kind->far(l, at, phi, &view);
        for (int32_t j = 0; j < l->rows; j++) {
            const bool left = (state->left_out[i] >> j & 1) != 0;
            most = left ? fmax(most, fabs(view.g[j]) / loop_unit(l, j)) : most;
        }
    }
    return most;
}

/* The number of entries of an end. */
static int32_t end_size(const ludo_model *m, int32_t slot, bool columns)
{
    return columns ? m->column[slot + 1] - m->column[slot] : 6;
}

void ludo_loops_write(const ludo_model *m, const loop_view *view, double *blocks)
{
    for (int32_t i = 0; i < m->loop_count; i++) {
        const loop_data *l = &m->loop[i];
        for (int32_t e = 0; e < l->ends; e++) {
            const double *G = view[i].G + loop_row(l, e, 0);
            const int32_t size = end_size(m, l->end[e].slot, l->end[e].columns);
            for (int32_t k = 0; k < size; k++) {
                for (int32_t j = 0; j < l->rows; j++) {
                    blocks[ROW * k + j] = G[6 * j + k];
                }
            }
            blocks += BLOCK;
        }
    }
}

/* ---- scales of rows ---- */

/* The inertia that a dof moves: its armature, or without one the approximate inertia of the joint's
 * body. */
static double column_inertia(const ludo_model *m, int32_t slot, int32_t column)
{
    if (m->acts[column] && m->along[column].armature > 0.0) {
        return m->along[column].armature;
    }
    const body_inertia *b = &m->inertia[slot];
    const ludo_vec3 arm = m->joint[slot].p_b;
    return column_is_length(m->column_kind[column])
               ? b->mass
               : (b->J[0] + b->J[1] + b->J[2]) / 2.0 + b->mass * v3_dot(arm, arm);
}

/* G D^-1 G^T of the rows of a block at a twist. */
static void add_twist_mobility(const ludo_model *m, const pose *poses, const constraint_end *e,
                               int32_t rows, const double *block, double *sum)
{
    const body_inertia *b = &m->inertia[e->node];
    const sym3 inverse = s3_inverse(s3_from(b->J));
    for (int32_t j = 0; j < rows; j++) {
        const double *g = block + j;
        const ludo_vec3 v = v3(g[0], g[ROW], g[2 * ROW]);
        const ludo_vec3 w = m3_apply_t(&poses[e->node].R, v3(g[3 * ROW], g[4 * ROW], g[5 * ROW]));
        sum[j] += v3_dot(v, v) / b->mass + v3_dot(w, s3_apply(inverse, w));
    }
}

/* The same at dofs. */
static void add_column_mobility(const ludo_model *m, const constraint_end *e, int32_t rows,
                                const double *block, double *sum)
{
    for (int32_t c = m->column[e->node]; c < m->column[e->node + 1]; c++, block += ROW) {
        const double inertia = column_inertia(m, e->node, c);
        for (int32_t j = 0; j < rows; j++) {
            sum[j] += block[j] * block[j] / inertia;
        }
    }
}

void ludo_loops_scale(const ludo_model *m, const constraints *t, const pose *poses,
                      const double *blocks, double *scale)
{
    for (int32_t i = 0; i < t->count; i++) {
        double *sum = scale + ROW * (size_t)i;
        memset(sum, 0, ROW * sizeof *sum);
        for (int32_t e = t->first[i]; e < t->first[i + 1]; e++) {
            const constraint_end *end = &t->end[e];
            const double *block = blocks + BLOCK * (size_t)e;
            if (end->columns) {
                add_column_mobility(m, end, t->rows[i], block, sum);
            } else {
                add_twist_mobility(m, poses, end, t->rows[i], block, sum);
            }
        }
    }
}

/* The rounding error of a loop's position error: from positions, and from distances between its
 * ends. */
static double rounding_of(const loop_data *l, const pose *poses)
{
    double far = 0.0, way = 0.0;
    for (int32_t e = 0; e < l->ends; e++) {
        const ludo_vec3 x = poses[l->end[e].slot].x;
        const double distance = v3_max(v3_sub(x, poses[l->end[0].slot].x));
        far = v3_max(x) > far ? v3_max(x) : far;
        way = distance > way ? distance : way;
    }
    return 4.0 * DBL_EPSILON * (far + way);
}

worst ludo_loops_violation(const ludo_model *m, const pose *poses, const loop_view *view)
{
    worst open = {0.0, -1};
    for (int32_t i = 0; i < m->loop_count; i++) {
        const loop_data *l = &m->loop[i];
        const double rounding = rounding_of(l, poses);
        for (int32_t j = 0; j < l->rows; j++) {
            const double g = fabs(view[i].g[j]);
            const bool length = j < l->translations;
            worst_take(&open, length && g <= rounding ? 0.0 : g / loop_unit(l, j), i);
        }
    }
    return open;
}
