/* SPDX-License-Identifier: Apache-2.0
 *
 * The derivative of a step of the Galerkin integrator: from slopes at control points to the map
 * from knot to knot [minimal.md 7.3]. */
#include "derivatives/galerkin/linearize.h"

#include "dynamics/chart.h"
#include "math/dense.h"

static void *galerkin_linear_layout(const sim_state *state, arena *a)
{
    const galerkin *g = galerkin_in(state);
    const tree *t = &g->base.tree;
    galerkin_linear of = {.n = t->columns, .s = g->s, .controls = state->model->actuator_count};
    galerkin_linear *x = TAKE(a, 1, galerkin_linear);
    const size_t n = (size_t)of.n, rows = (size_t)(of.s + 1) * n, width = linear_width(&of);
    ludo_galerkin_linear_point_layout(&of, t, a);
    ludo_acting_layout(&of.acting, state, t, a);
    ludo_acting_layout_stiffness(&of.acting, t, a);
    of.q = TAKE(a, t->positions, double);
    of.p = TAKE(a, n, double);
    of.by_y = TAKE(a, rows * (size_t)of.s * n, double);
    of.by_knot = TAKE(a, rows * width, double);
    of.map = TAKE(a, 2 * n * width, double);
    of.column = TAKE(a, n, int32_t);
    if (x != NULL) {
        *x = of;
    }
    return x;
}

/* ---- the differentials of r^a and C ---- */

/* A block of n x columns, `width` numbers from row to row, += s M. */
static void add_scaled(double *block, size_t width, size_t n, size_t columns, double s,
                       const double *M)
{
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < columns; j++) {
            block[width * i + j] += s * M[columns * i + j];
        }
    }
}

/* Control point b of a step of length h. */
typedef struct control_point {
    const lobatto *rule;
    int32_t b;
    double h;
} control_point;

/* Rows `block` += scale times numbers at a control point. */
static void add_slopes(galerkin_linear *x, control_point at, int32_t block, double scale,
                       const linear_slopes *of)
{
    const size_t n = (size_t)x->n, s = (size_t)x->s, width = linear_width(x);
    double *by_y = x->by_y + s * n * n * (size_t)block;
    double *by_knot = x->by_knot + width * n * (size_t)block;
    for (int32_t k = 1; k <= x->s; k++) {
        double *to = by_y + n * (size_t)(k - 1);
        add_scaled(to, s * n, n, n, scale * at.rule->b[at.b][k] / at.h, of->dy);
        if (k == at.b) {
            add_scaled(to, s * n, n, n, scale, of->y);
        }
    }
    add_scaled(by_knot, width, n, n, scale, of->c);
    if (of->u != NULL) {
        add_scaled(by_knot + 2 * n, width, n, (size_t)x->controls, scale, of->u);
    }
}

/* Rows 1 .. s: r^a; rows 0: -C. */
static ludo_status sum_points(galerkin_linear *x, sim_state *state, double h)
{
    const lobatto *rule = galerkin_in(state)->rule;
    const size_t rows = (size_t)(x->s + 1) * (size_t)x->n;
    memset(x->by_y, 0, rows * (size_t)x->s * (size_t)x->n * sizeof *x->by_y);
    memset(x->by_knot, 0, rows * linear_width(x) * sizeof *x->by_knot);
    for (int32_t b = 0; b <= x->s; b++) {
        const double weight = rule->w[b] * h;
        const control_point at = {rule, b, h};
        const ludo_status status = ludo_galerkin_linear_point(x, state, b, h);
        if (status != LUDO_OK) {
            return status;
        }
        add_slopes(x, at, 0, -weight, &x->g);
        for (int32_t a = 1; a <= x->s; a++) {
            add_slopes(x, at, a, lobatto_a(rule, a, b), &x->pi);
            if (a == b) {
                add_slopes(x, at, a, weight, &x->f);
            }
        }
    }
    return LUDO_OK;
}

/* ---- the momenta at both ends ---- */

/* A ball over a step: its control point y^s, and p_{k+1} in axes of t_{k+1}. */
typedef struct ball_step {
    int32_t first;
    mat3 turn, J, back; /* exp(y); J(-y), by which dy turns axes of t_{k+1}; J(-y)^-T */
    ludo_vec3 y, p;
} ball_step;

static ball_step view_ball(const galerkin *g, int32_t first)
{
    const ludo_vec3 y = v3_at(g->y[g->s] + first), less = v3_scale(-1.0, y);
    const mat3 inverse = ludo_chart_inverse(less);
    ball_step b = {.first = first,
                   .turn = q_matrix(ludo_chart_rotation(y)),
                   .J = ludo_chart_jacobian(less),
                   .back = m3_transpose(&inverse),
                   .y = y};
    b.p = m3_apply(&b.back, v3_at(g->r[g->s] + first));
    return b;
}

/* Rows s: p_{k+1}, from r^s. */
static void end_ball(galerkin_linear *x, const ball_step *b)
{
    const size_t sn = (size_t)x->s * (size_t)x->n;
    const int32_t row = x->s * x->n + b->first, own = row - x->n;
    const mat3 bend = ludo_chart_dJ(v3_scale(-1.0, b->y), b->p), bent = m3_transpose(&bend);
    ludo_galerkin_linear_add_block(x->by_y, sn, row, own, 1.0, bent);
    ludo_galerkin_linear_turn_rows(x->by_y, row, &b->back, sn);
    ludo_galerkin_linear_turn_rows(x->by_knot, row, &b->back, linear_width(x));
}

/* Rows 0: p_k = exp(y) p_{k+1} - C of a ball. */
static void begin_ball(galerkin_linear *x, const ball_step *b)
{
    const size_t sn = (size_t)x->s * (size_t)x->n;
    const int32_t end = x->s * x->n + b->first, own = end - x->n;
    const mat3 turning = m3_mul(b->turn, m3_mul(m3_skew(b->p), b->J));
    ludo_galerkin_linear_add_rows(x->by_y, b->first, &b->turn, x->by_y, end, sn);
    ludo_galerkin_linear_add_rows(x->by_knot, b->first, &b->turn, x->by_knot, end, linear_width(x));
    ludo_galerkin_linear_add_block(x->by_y, sn, b->first, own, -1.0, turning);
}

/* Row 0 of a scalar coordinate. */
static void begin_scalar(galerkin_linear *x, int32_t c)
{
    const size_t n = (size_t)x->n, sn = (size_t)x->s * n, width = linear_width(x);
    add_scaled(x->by_y + sn * (size_t)c, sn, 1, sn, 1.0, x->by_y + sn * (sn + (size_t)c));
    add_scaled(x->by_knot + width * (size_t)c, width, 1, width, 1.0,
               x->by_knot + width * (sn + (size_t)c));
}

/* Rows 0: p_k from C; rows s: p_{k+1} from r^s; and p_k itself to the other side. */
static void close_rows(galerkin_linear *x, const galerkin *g)
{
    const tree *t = &g->base.tree;
    for (int32_t c = 0; c < x->n; c++) {
        const tree_node *n = &t->node[t->node_at[c]];
        if (!node_has_chart_term(n)) {
            begin_scalar(x, c);
        } else if (n->column == c) {
            const ball_step b = view_ball(g, c);
            end_ball(x, &b);
            begin_ball(x, &b);
        }
        x->by_knot[linear_width(x) * (size_t)c + (size_t)(x->n + c)] -= 1.0;
    }
}

/* ---- the map ---- */

/* Control points from the given variations: y = -(rows 0 .. s - 1)^-1 ( .. ). */
static bool solve_points(galerkin_linear *x)
{
    const int32_t width = 2 * x->n + x->controls, sn = x->s * x->n;
    const bool solved = ludo_dense_solve(sn, width, x->by_y, x->by_knot);
    for (size_t i = 0; i < (size_t)sn * (size_t)width; i++) {
        x->by_knot[i] = -x->by_knot[i];
    }
    return solved;
}

/* Motions of the knot t_{k+1}: those of t_k, and dy^s. */
static void move_knot(galerkin_linear *x, const galerkin *g)
{
    const tree *t = &g->base.tree;
    const size_t width = linear_width(x);
    const int32_t last = (x->s - 1) * x->n;
    for (int32_t c = 0; c < x->n; c++) {
        const tree_node *n = &t->node[t->node_at[c]];
        if (!node_has_chart_term(n)) {
            memcpy(x->map + width * (size_t)c, x->by_knot + width * (size_t)(last + c),
                   width * sizeof *x->map);
            x->map[width * (size_t)c + (size_t)c] += 1.0;
        } else if (n->column == c) {
            const ball_step b = view_ball(g, c);
            ludo_galerkin_linear_add_rows(x->map, c, &b.J, x->by_knot, last + c, width);
            ludo_galerkin_linear_add_block(x->map, width, c, c, 1.0, m3_transpose(&b.turn));
        }
    }
}

static bool find_map(galerkin_linear *x, const galerkin *g)
{
    const size_t n = (size_t)x->n, width = linear_width(x), sn = (size_t)x->s * n;
    if (!solve_points(x)) {
        return false;
    }
    memset(x->map, 0, n * width * sizeof *x->map);
    move_knot(x, g);
    memcpy(x->map + n * width, x->by_knot + sn * width, n * width * sizeof *x->map);
    ludo_dense_multiply(x->n, x->s * x->n, (int32_t)width, x->by_y + sn * sn, x->by_knot,
                        x->map + n * width);
    return true;
}

/* ---- a step ---- */

static ludo_status galerkin_linear_step(void *self, sim_state *state, double h, int32_t stage,
                                        stage_map out, ludo_step_report *report)
{
    galerkin_linear *x = self;
    galerkin *g = galerkin_of(state);
    memcpy(x->q, g->base.q, (size_t)g->base.tree.positions * sizeof *x->q);
    memcpy(x->p, g->p, (size_t)x->n * sizeof *x->p);
    ludo_status status = ludo_galerkin_step(state, h, stage, report);
    if (status == LUDO_OK) {
        status = sum_points(x, state, h);
    }
    if (status != LUDO_OK) {
        return status;
    }
    close_rows(x, g);
    if (!find_map(x, g)) {
        return LUDO_SINGULAR;
    }
    ludo_galerkin_linear_exchange(x, g, state);
    ludo_galerkin_linear_order(x, g, out.A, out.B);
    return LUDO_OK;
}

const linear_kind ludo_galerkin_linear = {
    .layout = galerkin_linear_layout,
    .step = galerkin_linear_step,
    .momenta = ludo_galerkin_linear_momenta,
};
