/* SPDX-License-Identifier: Apache-2.0
 *
 * Symmetric matrices: Cholesky's factor, and eigenvalues by Jacobi rotations, which zero one
 * off-diagonal entry after the other. */
#include "math/spectrum.h"

#include <math.h>
#include <stddef.h>

/* Eight sweeps are enough for any matrix of a few hundred rows; more cost nothing, since a sweep
 * without a rotation is the last. */
enum { SWEEPS = 30 };

bool ludo_cholesky(int32_t n, double *A)
{
    const size_t w = (size_t)n;
    for (size_t j = 0; j < w; j++) {
        for (size_t i = j; i < w; i++) {
            double sum = A[w * i + j];
            for (size_t k = 0; k < j; k++) {
                sum -= A[w * i + k] * A[w * j + k];
            }
            if (i == j && !(sum > 0.0)) {
                return false;
            }
            A[w * i + j] = i == j ? sqrt(sum) : sum / A[w * j + j];
        }
        for (size_t i = 0; i < j; i++) {
            A[w * i + j] = 0.0;
        }
    }
    return true;
}

void ludo_cholesky_solve(int32_t n, int32_t m, const double *L, double *B)
{
    const size_t w = (size_t)n, width = (size_t)m;
    for (size_t i = 0; i < w; i++) {
        for (size_t c = 0; c < width; c++) {
            double sum = B[width * i + c];
            for (size_t k = 0; k < i; k++) {
                sum -= L[w * i + k] * B[width * k + c];
            }
            B[width * i + c] = sum / L[w * i + i];
        }
    }
}

void ludo_cholesky_solve_t(int32_t n, int32_t m, const double *L, double *B)
{
    const size_t w = (size_t)n, width = (size_t)m;
    for (size_t i = w; i-- > 0;) {
        for (size_t c = 0; c < width; c++) {
            double sum = B[width * i + c];
            for (size_t k = i + 1; k < w; k++) {
                sum -= L[w * k + i] * B[width * k + c];
            }
            B[width * i + c] = sum / L[w * i + i];
        }
    }
}

/* ---- eigenvalues ---- */

/* A rotation in a plane. */
typedef struct plane_rotation {
    double cosine, sine;
} plane_rotation;

/* The smaller rotation that zeroes the entry b between the diagonal entries a and c. */
static plane_rotation zeroing_rotation(double a, double b, double c)
{
    const double theta = 0.5 * (c - a) / b;
    const double t = (theta < 0.0 ? -1.0 : 1.0) / (fabs(theta) + sqrt(1.0 + theta * theta));
    const double cosine = 1.0 / sqrt(1.0 + t * t);
    return (plane_rotation){cosine, t * cosine};
}

/* Rotate rows (stride 1 apart, `step` within) or columns p and q. */
static void rotate(double *x, double *y, size_t count, size_t step, plane_rotation by)
{
    for (size_t k = 0; k < count; k++) {
        const double a = x[step * k], b = y[step * k];
        x[step * k] = by.cosine * a - by.sine * b;
        y[step * k] = by.sine * a + by.cosine * b;
    }
}

/* Rotate all planes once; whether any rotation was needed. */
static bool sweep(size_t n, double *A, double *V)
{
    bool turned = false;
    for (size_t p = 0; p < n; p++) {
        for (size_t q = p + 1; q < n; q++) {
            const double b = A[n * p + q], a = A[n * p + p], c = A[n * q + q];
            if (!(fabs(b) > 1e-18 * (fabs(a) + fabs(c)))) {
                continue;
            }
            const plane_rotation by = zeroing_rotation(a, b, c);
            rotate(A + p, A + q, n, n, by);
            rotate(A + n * p, A + n * q, n, 1, by);
            if (V != NULL) {
                rotate(V + p, V + q, n, n, by);
            }
            turned = true;
        }
    }
    return turned;
}

static void swap_columns(size_t n, double *V, size_t i, size_t j)
{
    for (size_t k = 0; V != NULL && k < n; k++) {
        const double v = V[n * k + i];
        V[n * k + i] = V[n * k + j];
        V[n * k + j] = v;
    }
}

static void sort(size_t n, double *value, double *V)
{
    for (size_t i = 0; i < n; i++) {
        size_t least = i;
        for (size_t k = i + 1; k < n; k++) {
            least = value[k] < value[least] ? k : least;
        }
        const double v = value[i];
        value[i] = value[least];
        value[least] = v;
        swap_columns(n, V, i, least);
    }
}

void ludo_symmetric_eigen(int32_t n, double *A, double *value, double *V)
{
    const size_t w = (size_t)n;
    for (size_t i = 0; V != NULL && i < w * w; i++) {
        V[i] = i % (w + 1) == 0 ? 1.0 : 0.0;
    }
    for (int i = 0; i < SWEEPS && sweep(w, A, V); i++) {
    }
    for (size_t i = 0; i < w; i++) {
        value[i] = A[w * i + i];
    }
    sort(w, value, V);
}

double ludo_norm_bound(int32_t n, const double *A)
{
    double rows = 0.0, columns = 0.0;
    for (int32_t i = 0; i < n; i++) {
        double row = 0.0, column = 0.0;
        for (int32_t k = 0; k < n; k++) {
            row += fabs(A[(size_t)n * (size_t)i + (size_t)k]);
            column += fabs(A[(size_t)n * (size_t)k + (size_t)i]);
        }
        rows = row > rows || row != row ? row : rows; /* NaN stays */
        columns = column > columns || column != column ? column : columns;
    }
    return sqrt(rows * columns);
}

double ludo_length(int32_t n, const double *x)
{
    double square = 0.0;
    for (int32_t i = 0; i < n; i++) {
        square += x[i] * x[i];
    }
    return sqrt(square);
}

double ludo_make_unit(int32_t n, double *x)
{
    const double length = ludo_length(n, x);
    for (int32_t i = 0; i < n && length > 0.0; i++) {
        x[i] /= length;
    }
    return length;
}
