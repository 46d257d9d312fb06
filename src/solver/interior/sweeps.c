/* SPDX-License-Identifier: Apache-2.0
 *
 * Projected Gauss-Seidel sweeps [contact.md 5.12]. Sums run term by term, in vector code along rows
 * or columns: bits do not depend on its width. */
#include "solver/interior/sweeps.h"

#include "math/dense.h"

#include <math.h>
#include <string.h>

/* Sweeps end after so many, or when impulses change by less than this part of themselves, both as
 * roots of sums of squares. */
enum { MOST_SWEEPS = 240 };
static const double least_change = 3e-4;

void ludo_sweeps_layout(sweeps *s, arena *a)
{
    s->law = TAKE(a, s->room, sweep_law);
    s->inverse = TAKE(a, s->node_room * SWEEP_NODE * SWEEP_NODE, double);
    s->u = TAKE(a, s->node_room * LANES, double);
    s->last = TAKE(a, s->node_room * LANES, double);
    s->way = TAKE(a, s->node_room * LANES, double);
}

/* ---- before sweeps ---- */

bool ludo_sweeps_invert(sweeps *s, int32_t node)
{
    double *A = s->inverse + (size_t)(SWEEP_NODE * SWEEP_NODE) * (size_t)node;
    double *b = s->u + LANES * (size_t)node, own[SWEEP_NODE], *inverse;
    double factors[SWEEP_NODE * SWEEP_NODE];
    memcpy(factors, A, sizeof factors);
    memset(A, 0, sizeof factors);
    for (int i = 0; i < SWEEP_NODE; i++) {
        A[SWEEP_NODE * i + i] = 1.0;
    }
    inverse = A;
    const bool regular = ludo_dense_solve(SWEEP_NODE, SWEEP_NODE, factors, inverse);
    memcpy(own, b, sizeof own);
    for (int i = 0; i < SWEEP_NODE; i++) {
        double sum = 0.0;
        for (int j = 0; j < SWEEP_NODE; j++) {
            sum += inverse[SWEEP_NODE * i + j] * own[j];
        }
        b[i] = sum;
    }
    return regular;
}

/* R by columns, A^-1 F^T, and what they add to the response of the cone's rates. */
static void take_end(const sweeps *s, sweep_law *l, int e)
{
    const int n = l->cone->kind->rows;
    const double *inverse = s->inverse + (size_t)(SWEEP_NODE * SWEEP_NODE) * (size_t)l->node[e];
    for (int r = 0; r < n; r++) {
        for (int q = 0; q < SWEEP_NODE; q++) {
            double sum = 0.0;
            for (int k = 0; k < SWEEP_NODE; k++) {
                sum += inverse[SWEEP_NODE * q + k] * l->F[e][SWEEP_NODE * r + k];
            }
            l->response[e][r][q] = sum;
            l->rate[e][q][r] = l->R[e][SWEEP_NODE * r + q];
        }
    }
    for (int r = 0; r < n; r++) {
        for (int c = 0; c < n; c++) {
            for (int q = 0; q < SWEEP_NODE; q++) {
                l->own[r][c] += l->R[e][SWEEP_NODE * r + q] * l->response[e][c][q];
            }
        }
    }
}

/* The inverse of the response of its own, of as many rows as the cone has. */
static void invert_own(sweep_law *l)
{
    const int n = l->cone->kind->rows;
    double A[SWEEP_ROWS * SWEEP_ROWS] = {0.0}, B[SWEEP_ROWS * SWEEP_ROWS] = {0.0};
    for (int r = 0; r < SWEEP_ROWS; r++) {
        for (int c = 0; c < SWEEP_ROWS; c++) {
            A[SWEEP_ROWS * r + c] = r < n && c < n ? l->own[r][c] : r == c ? 1.0 : 0.0;
        }
        B[SWEEP_ROWS * r + r] = r < n ? 1.0 : 0.0;
    }
    (void)ludo_dense_solve(SWEEP_ROWS, SWEEP_ROWS, A, B); /* redundant rows: not finite */
    memcpy(l->inverse, B, sizeof l->inverse);
    const double friction = l->own[1][1] + l->own[2][2];
    l->normal = 1.0 / l->own[0][0];
    l->friction = friction > 0.0 ? 2.0 / friction : 0.0;
}

/* du of the ends of a law += response to impulses. */
LUDO_KERNEL_PART void respond(const sweep_law *l, double *restrict u, const double *p)
{
    for (int e = 0; e < SWEEP_ENDS; e++) {
        if (l->node[e] >= 0) {
            double *own = u + LANES * (size_t)l->node[e];
            FOR_LANES(q)
            {
                own[q] += p[0] * l->response[e][0][q] + p[1] * l->response[e][1][q] +
                          p[2] * l->response[e][2][q];
            }
        }
    }
}

void ludo_sweeps_begin(sweeps *s)
{
    for (int32_t i = 0; i < s->count; i++) {
        sweep_law *l = &s->law[i];
        memset(l->rate, 0, sizeof l->rate);
        memset(l->response, 0, sizeof l->response);
        memset(l->own, 0, sizeof l->own);
        for (int e = 0; e < SWEEP_ENDS; e++) {
            if (l->node[e] >= 0) {
                take_end(s, l, e);
            }
        }
        invert_own(l);
        respond(l, s->u, l->cone->p);
    }
}

/* ---- a sweep ---- */

/* Rates at du. */
LUDO_KERNEL_PART void find_rates(const sweep_law *l, const double *restrict u, double *restrict y)
{
    for (int r = 0; r < SWEEP_WIDTH; r++) {
        y[r] = l->cone->y[r];
    }
    for (int e = 0; e < SWEEP_ENDS; e++) {
        if (l->node[e] < 0) {
            continue;
        }
        const double *own = u + LANES * (size_t)l->node[e];
        for (int q = 0; q < SWEEP_NODE; q++) {
            for (int r = 0; r < SWEEP_WIDTH; r++) {
                y[r] += l->rate[e][q][r] * own[q];
            }
        }
    }
}

/* The impulses at which the cone neither approaches nor slips, from p and rates y there. */
LUDO_KERNEL_PART void stick(const sweep_law *l, const double *p, const double *y, double *to)
{
    for (int r = 0; r < SWEEP_ROWS; r++) {
        to[r] =
            p[r] - (l->inverse[r][0] * y[0] + l->inverse[r][1] * y[1] + l->inverse[r][2] * y[2]);
    }
}

/* Rates after a change of the impulses from p. */
LUDO_KERNEL_PART double rate_after(const sweep_law *l, int r, const double *p, const double *y,
                                   const double *to)
{
    return y[r] + l->own[r][0] * (to[0] - p[0]) + l->own[r][1] * (to[1] - p[1]) +
           l->own[r][2] * (to[2] - p[2]);
}

/* Impulses of a cone that slips or opens: the normal one, then friction, which the other one
 * bounds. */
LUDO_KERNEL_PART void slide(const sweep_law *l, const double *p, const double *y, double *to)
{
    const double mu = l->cone->mu;
    to[0] = p[0], to[1] = p[1], to[2] = p[2];
    const double normal = p[0] - y[0] * l->normal;
    to[0] = normal > 0.0 ? normal : 0.0;
    const double a = p[1] - rate_after(l, 1, p, y, to) * l->friction;
    const double b = p[2] - rate_after(l, 2, p, y, to) * l->friction;
    const double square = a * a + b * b, most = mu * to[0];
    const double part = square > most * most ? most / sqrt(square) : 1.0;
    to[1] = part * a;
    to[2] = part * b;
}

/* Solve the law of one cone. */
LUDO_KERNEL_PART void visit(const sweep_law *l, double *restrict u)
{
    cone *c = l->cone;
    const double p[SWEEP_ROWS] = {c->p[0], c->p[1], c->p[2]};
    double y[SWEEP_WIDTH], to[SWEEP_ROWS], change[SWEEP_ROWS];
    find_rates(l, u, y);
    if (p[0] == 0.0 && p[1] == 0.0 && p[2] == 0.0 && y[0] >= 0.0) {
        return;
    }
    stick(l, p, y, to);
    const double most = c->mu * to[0];
    if (!(to[0] >= 0.0 && to[1] * to[1] + to[2] * to[2] <= most * most)) {
        slide(l, p, y, to);
    }
    for (int r = 0; r < SWEEP_ROWS; r++) {
        change[r] = to[r] - p[r];
        c->p[r] = to[r];
    }
    respond(l, u, change);
}

/* Forward and backward in turn. */
LUDO_KERNEL static void sweep(const sweep_law *law, int32_t count, double *restrict u,
                              bool backward)
{
    for (int32_t i = 0; i < count; i++) {
        visit(&law[backward ? count - 1 - i : i], u);
    }
}

/* ---- conjugate directions ----
 *
 * The change by a sweep takes the place of the gradient of Fletcher and Reeves's method: sweeps go
 * on along earlier changes, which the next projections correct, and start again where changes grow
 * [silcowitz2010]. */

static void keep(sweeps *s)
{
    for (int32_t i = 0; i < s->count; i++) {
        memcpy(s->law[i].last, s->law[i].cone->p, sizeof s->law[i].last);
    }
    memcpy(s->last, s->u, (size_t)s->nodes * LANES * sizeof *s->u);
}

/* The squares of the impulses, and of their changes by a sweep. */
typedef struct sweep_squares {
    double all, change;
} sweep_squares;

static sweep_squares find_squares(const sweeps *s)
{
    sweep_squares sum = {0.0, 0.0};
    for (int32_t i = 0; i < s->count; i++) {
        const sweep_law *l = &s->law[i];
        for (int r = 0; r < SWEEP_ROWS; r++) {
            const double p = l->cone->p[r], change = p - l->last[r];
            sum.all += p * p;
            sum.change += change * change;
        }
    }
    return sum;
}

/* x += part way, and the way there; < 0: the way begins with the change of x. */
static void go_on(double *restrict x, double *restrict way, const double *restrict last, int32_t n,
                  double part)
{
    for (int32_t i = 0; i < n; i++) {
        const double change = x[i] - last[i], more = part > 0.0 ? part * way[i] : 0.0;
        x[i] += more;
        way[i] = change + more;
    }
}

void ludo_sweeps_run(sweeps *s)
{
    double before = 0.0;
    for (int32_t k = 0; k < MOST_SWEEPS; k++) {
        keep(s);
        sweep(s->law, s->count, s->u, k % 2 == 1);
        const sweep_squares square = find_squares(s);
        if (k + 1 == MOST_SWEEPS || !(square.change > least_change * least_change * square.all)) {
            return; /* inside of the cones */
        }
        const double part = square.change <= before ? square.change / before : 0.0;
        for (int32_t i = 0; i < s->count; i++) {
            sweep_law *l = &s->law[i];
            go_on(l->cone->p, l->way, l->last, SWEEP_ROWS, part);
        }
        go_on(s->u, s->way, s->last, s->nodes * LANES, part);
        before = square.change;
    }
}
