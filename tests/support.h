/* SPDX-License-Identifier: Apache-2.0
 *
 * Shared by all tests: seeds, random numbers, an allocator that fails on demand, a dense solver. */
#ifndef LUDO_TESTS_SUPPORT_H
#define LUDO_TESTS_SUPPORT_H

#include "ludo/ludo.h"
#include "math/quat.h"
#include "reading.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* Factor by which long runs are shortened where asserts and sanitizers slow them down. */
#ifdef NDEBUG
enum { SHORTER = 1 };
#else
enum { SHORTER = 4 };
#endif

#define FOR_SEEDS(seed, count) for (uint64_t seed = 1; seed <= (uint64_t)(count); seed++)

/* A stream of random numbers: it depends on its seed alone, on every machine. */
typedef struct random_stream {
    uint64_t state;
} random_stream;

random_stream random_from(uint64_t seed);
uint64_t random_bits(random_stream *r);
double random_uniform(random_stream *r, double low, double high);
int32_t random_below(random_stream *r, int32_t bound); /* 0 .. bound - 1 */
ludo_vec3 random_vec3(random_stream *r, double scale); /* in [-scale, scale]^3 */
ludo_quat random_quat(random_stream *r);               /* unit */

/* An allocator that counts, and fails at the k-th allocation (k = 1, 2, ...; 0: never). */
typedef struct failing_allocator {
    ludo_allocator hook; /* pass &a.hook; hook.user points at this struct */
    long fail_at, made, live;
    bool failed;
} failing_allocator;

void failing_init(failing_allocator *a, long fail_at);

/* Run the body with the 1st, 2nd, ... allocation failing, until no allocation fails. The body may
 * test `alloc.failed`; it releases all memory before its end, and a leak fails the test. */
#define FOR_FAILING_ALLOCATION(alloc)                                                              \
    for (long alloc##_k = 1, alloc##_go = 1; alloc##_go; alloc##_k++)                              \
        for (failing_allocator alloc = {.live = -1};                                               \
             alloc.live == -1                                                                      \
                 ? (failing_init(&alloc, alloc##_k), true)                                         \
                 : (assert_int_equal(alloc.live, 0), alloc##_go = alloc.failed, false);)

/* Solve the dense n x n system A x = b (row-major, overwritten) with row pivoting. */
bool dense_solve(int n, double *A, double *b);

/* |a - b| <= tolerance; a failure prints both values. */
#define CHECK_NEAR(a, b, tolerance) check_near((a), (b), (tolerance), #a, __FILE__, __LINE__)
void check_near(double a, double b, double tolerance, const char *what, const char *file, int line);

#endif
