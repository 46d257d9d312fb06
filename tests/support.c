/* SPDX-License-Identifier: Apache-2.0
 *
 * Definitions of support.h. */
#include "support.h"

#include <stdlib.h>

/* One to one: each bit of the result depends on all bits. */
static uint64_t mix(uint64_t z)
{
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

/* Consecutive seeds start far apart: no stream is a shifted copy of another. */
random_stream random_from(uint64_t seed)
{
    return (random_stream){mix(seed)};
}

/* splitmix64 */
uint64_t random_bits(random_stream *r)
{
    return mix(r->state += 0x9E3779B97F4A7C15u);
}

double random_uniform(random_stream *r, double low, double high)
{
    return low + (high - low) * ((double)(random_bits(r) >> 11) * 0x1p-53);
}

int32_t random_below(random_stream *r, int32_t bound)
{
    return (int32_t)(random_bits(r) % (uint64_t)bound);
}

ludo_vec3 random_vec3(random_stream *r, double scale)
{
    const double x = random_uniform(r, -scale, scale), y = random_uniform(r, -scale, scale);
    return v3(x, y, random_uniform(r, -scale, scale));
}

ludo_quat random_quat(random_stream *r)
{
    ludo_quat q;
    do {
        const double w = random_uniform(r, -1.0, 1.0);
        q = q_make(w, random_vec3(r, 1.0));
    } while (q_dot(q, q) > 1.0 || q_dot(q, q) < 0.01);
    return q_normalized(q);
}

static void *failing_allocate(size_t size, void *user)
{
    failing_allocator *a = user;
    a->made++;
    if (a->made == a->fail_at) {
        a->failed = true;
        return NULL;
    }
    void *memory = malloc(size);
    assert_non_null(memory);
    a->live++;
    return memory;
}

static void failing_release(void *memory, void *user)
{
    failing_allocator *a = user;
    a->live--;
    free(memory);
}

void failing_init(failing_allocator *a, long fail_at)
{
    *a = (failing_allocator){{failing_allocate, failing_release, a}, fail_at, 0, 0, false};
}

bool dense_solve(int n, double *A, double *b)
{
    for (int k = 0; k < n; k++) {
        int best = k;
        for (int i = k + 1; i < n; i++) {
            best = fabs(A[i * n + k]) > fabs(A[best * n + k]) ? i : best;
        }
        if (!(fabs(A[best * n + k]) > 0.0)) {
            return false;
        }
        for (int j = 0; j < n && best != k; j++) {
            const double t = A[k * n + j];
            A[k * n + j] = A[best * n + j];
            A[best * n + j] = t;
        }
        const double t = b[k];
        b[k] = b[best];
        b[best] = t;
        for (int i = k + 1; i < n; i++) {
            const double l = A[i * n + k] / A[k * n + k];
            for (int j = k; j < n; j++) {
                A[i * n + j] -= l * A[k * n + j];
            }
            b[i] -= l * b[k];
        }
    }
    for (int i = n - 1; i >= 0; i--) {
        for (int j = i + 1; j < n; j++) {
            b[i] -= A[i * n + j] * b[j];
        }
        b[i] /= A[i * n + i];
    }
    return true;
}

void check_near(double a, double b, double tolerance, const char *what, const char *file, int line)
{
    if (!(fabs(a - b) <= tolerance)) {
        print_error("%s = %.17g, expected %.17g, off by %.3g (tolerance %.3g)\n", what, a, b, a - b,
                    tolerance);
        _fail(file, line);
    }
}
