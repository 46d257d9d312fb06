/* SPDX-License-Identifier: Apache-2.0
 *
 * Dense matrices: products, L U, Q R. */
#include "math/dense.h"

#include <math.h>
#include <string.h>

void ludo_dense_multiply(int32_t n, int32_t k, int32_t m, const double *A, const double *B,
                         double *C)
{
    for (int32_t i = 0; i < n; i++) {
        double *row = C + (size_t)m * (size_t)i;
        for (int32_t l = 0; l < k; l++) {
            const double a = A[(size_t)k * (size_t)i + (size_t)l];
            const double *b = B + (size_t)m * (size_t)l;
            for (int32_t j = 0; j < m; j++) {
                row[j] += a * b[j];
            }
        }
    }
}

void ludo_dense_multiply_t(int32_t n, int32_t k, int32_t m, const double *A, const double *B,
                           double *C)
{
    for (int32_t l = 0; l < k; l++) {
        const double *b = B + (size_t)m * (size_t)l;
        for (int32_t i = 0; i < n; i++) {
            const double a = A[(size_t)n * (size_t)l + (size_t)i];
            double *row = C + (size_t)m * (size_t)i;
            for (int32_t j = 0; j < m; j++) {
                row[j] += a * b[j];
            }
        }
    }
}

/* ---- L U ---- */

static void swap_rows(int32_t m, double *a, double *b)
{
    for (int32_t j = 0; j < m && a != b; j++) {
        const double t = a[j];
        a[j] = b[j];
        b[j] = t;
    }
}

/* The row, k or below, with the largest entry in column k. */
static int32_t pivot_row(int32_t n, int32_t k, const double *A)
{
    int32_t best = k;
    for (int32_t i = k + 1; i < n; i++) {
        if (fabs(A[(size_t)n * (size_t)i + (size_t)k]) >
            fabs(A[(size_t)n * (size_t)best + (size_t)k])) {
            best = i;
        }
    }
    return best;
}

/* to -= s from */
static void take_row(int32_t m, double s, const double *from, double *to)
{
    for (int32_t j = 0; j < m; j++) {
        to[j] -= s * from[j];
    }
}

bool ludo_dense_solve(int32_t n, int32_t m, double *A, double *B)
{
    const size_t w = (size_t)n, v = (size_t)m;
    for (int32_t k = 0; k < n; k++) {
        double *row = A + w * (size_t)k, *right = B + v * (size_t)k;
        const size_t p = (size_t)pivot_row(n, k, A);
        swap_rows(n, row, A + w * p);
        swap_rows(m, right, B + v * p);
        if (!(fabs(row[k]) > 0.0)) {
            return false;
        }
        for (int32_t i = k + 1; i < n; i++) {
            double *below = A + w * (size_t)i;
            const double s = below[k] / row[k];
            take_row(n - k, s, row + k, below + k);
            take_row(m, s, right, B + v * (size_t)i);
        }
    }
    for (int32_t k = n; k-- > 0;) {
        const double *row = A + w * (size_t)k;
        double *right = B + v * (size_t)k;
        for (int32_t i = k + 1; i < n; i++) {
            take_row(m, row[i], B + v * (size_t)i, right);
        }
        for (int32_t j = 0; j < m; j++) {
            right[j] /= row[k];
        }
    }
    return true;
}

/* ---- Q R ---- */

static double *entry(const dense_span *s, int32_t i, int32_t j)
{
    return s->A + (size_t)s->m * (size_t)i + j;
}

/* The squared norm of column j below its first k entries. */
static double left_of(const dense_span *s, int32_t k, int32_t j)
{
    double sum = 0.0;
    for (int32_t i = k; i < s->n; i++) {
        sum += *entry(s, i, j) * *entry(s, i, j);
    }
    return sum;
}

static void swap_columns(dense_span *s, int32_t a, int32_t b)
{
    for (int32_t i = 0; i < s->n; i++) {
        const double t = *entry(s, i, a);
        *entry(s, i, a) = *entry(s, i, b);
        *entry(s, i, b) = t;
    }
    const int32_t t = s->order[a];
    s->order[a] = s->order[b];
    s->order[b] = t;
}

/* x <- (1 - beta v v^T) x of reflection k, for numbers `stride` apart. */
static void reflect(const dense_span *s, int32_t k, double *x, int32_t stride)
{
    double along = 0.0;
    for (int32_t i = k; i < s->n; i++) {
        along += *entry(s, i, k) * x[(size_t)stride * (size_t)i];
    }
    for (int32_t i = k; i < s->n; i++) {
        x[(size_t)stride * (size_t)i] -= s->beta[k] * along * *entry(s, i, k);
    }
}

/* Move the column, k or later, with the largest remainder to place k; false if it is too small. */
static bool choose_column(dense_span *s, int32_t k, double least)
{
    int32_t best = k;
    double most = 0.0;
    for (int32_t j = k; j < s->m; j++) {
        const double left = left_of(s, k, j);
        if (left > most) {
            most = left;
            best = j;
        }
    }
    swap_columns(s, k, best);
    return most > least * least;
}

void ludo_dense_span(dense_span *s, double least)
{
    s->rank = 0;
    for (int32_t j = 0; j < s->m; j++) {
        s->order[j] = j;
    }
    for (int32_t k = 0; k < s->m && k < s->n && choose_column(s, k, least); k++) {
        /* the reflection that maps the column to axis k, to the more distant side */
        double *head = entry(s, k, k);
        const double square = left_of(s, k, k), end = -copysign(sqrt(square), *head);
        s->beta[k] = 1.0 / (square - end * *head); /* 2 / v.v */
        s->end[k] = end;
        *head -= end;
        s->rank++;
        for (int32_t j = k + 1; j < s->m; j++) {
            reflect(s, k, s->A + j, s->m);
        }
    }
}

void ludo_dense_span_apply(const dense_span *s, double *x)
{
    for (int32_t k = s->rank; k-- > 0;) {
        reflect(s, k, x, 1);
    }
}

void ludo_dense_span_apply_t(const dense_span *s, double *x)
{
    for (int32_t k = 0; k < s->rank; k++) {
        reflect(s, k, x, 1);
    }
}

void ludo_dense_span_nearest(const dense_span *s, double *b, double *x)
{
    memset(x, 0, (size_t)s->m * sizeof *x);
    ludo_dense_span_apply_t(s, b);
    for (int32_t k = s->rank; k-- > 0;) {
        const double found = b[k] / s->end[k];
        x[s->order[k]] = found;
        for (int32_t i = 0; i < k; i++) {
            b[i] -= *entry(s, i, k) * found;
        }
    }
}

void ludo_dense_span_smallest(const dense_span *s, const double *b, double *x)
{
    memset(x, 0, (size_t)s->n * sizeof *x);
    for (int32_t k = 0; k < s->rank; k++) {
        double rest = b[s->order[k]];
        for (int32_t i = 0; i < k; i++) {
            rest -= *entry(s, i, k) * x[i];
        }
        x[k] = rest / s->end[k];
    }
    ludo_dense_span_apply(s, x);
}
