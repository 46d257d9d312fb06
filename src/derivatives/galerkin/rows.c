/* SPDX-License-Identifier: Apache-2.0
 *
 * Rows, columns and blocks of size three (of balls) in large matrices. */
#include "derivatives/galerkin/linearize.h"

void ludo_galerkin_linear_add_rows(double *A, int32_t to, const mat3 *M, const double *B,
                                   int32_t from, size_t width)
{
    const double *b = B + width * (size_t)from;
    double *a = A + width * (size_t)to;
    for (size_t j = 0; j < width; j++) {
        const ludo_vec3 sum = m3_apply(M, v3(b[j], b[width + j], b[2 * width + j]));
        a[j] += sum.x, a[width + j] += sum.y, a[2 * width + j] += sum.z;
    }
}

void ludo_galerkin_linear_add_columns(three_columns to, three_columns from, const mat3 *M,
                                      size_t rows, size_t width)
{
    for (size_t i = 0; i < rows; i++) {
        const ludo_vec3 sum = m3_apply_t(M, v3_at(from.A + width * i + from.at));
        double *a = to.A + width * i + to.at;
        a[0] += sum.x, a[1] += sum.y, a[2] += sum.z;
    }
}

void ludo_galerkin_linear_turn_rows(double *A, int32_t at, const mat3 *M, size_t width)
{
    double *a = A + width * (size_t)at;
    for (size_t j = 0; j < width; j++) {
        const ludo_vec3 turned = m3_apply(M, v3(a[j], a[width + j], a[2 * width + j]));
        a[j] = turned.x, a[width + j] = turned.y, a[2 * width + j] = turned.z;
    }
}

void ludo_galerkin_linear_turn_columns(double *A, int32_t at, const mat3 *M, size_t rows,
                                       size_t width)
{
    for (size_t i = 0; i < rows; i++) {
        double *a = A + width * i + at;
        const ludo_vec3 turned = m3_apply_t(M, v3_at(a));
        a[0] = turned.x, a[1] = turned.y, a[2] = turned.z;
    }
}

void ludo_galerkin_linear_add_block(double *A, size_t width, int32_t i, int32_t j, double s, mat3 M)
{
    for (size_t r = 0; r < 3; r++) {
        double *a = A + width * ((size_t)i + r) + j;
        a[0] += s * M.m[3 * r], a[1] += s * M.m[3 * r + 1], a[2] += s * M.m[3 * r + 2];
    }
}
