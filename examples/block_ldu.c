/* SPDX-License-Identifier: Apache-2.0
 *
 * The block solver alone: a ring of masses, each in a plane with weakly coupled springs along x and
 * y, with a force on one mass. Solves K x = f and prints the residual. */
#include <ludo/ludo.h>

#include <stdio.h>
#include <string.h>

enum { NODES = 6, DIM = 2 };

static const int32_t dim[NODES] = {DIM, DIM, DIM, DIM, DIM, DIM};
static const int32_t edge[2 * NODES] = {0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 0};

/* Stiffness: springs connect each mass to the ground and to both neighbours. */
static void fill(ludo_ldu *ldu)
{
    const double own[] = {4.0, 0.5, 0.5, 3.0}, coupling[] = {-1.0, 0.0, 0.0, -1.0};
    for (int32_t i = 0; i < NODES; i++) {
        const int32_t a = edge[2 * i], b = edge[2 * i + 1];
        memcpy(ludo_ldu_block(ldu, i, i), own, sizeof own);
        memcpy(ludo_ldu_block(ldu, a, b), coupling, sizeof coupling);
        memcpy(ludo_ldu_block(ldu, b, a), coupling, sizeof coupling);
    }
}

int main(void)
{
    const ludo_ldu_pattern ring = {
        .struct_size = sizeof ring, .nodes = NODES, .dim = dim, .edges = NODES, .edge = edge};
    ludo_ldu *ldu = NULL;
    ludo_diagnostic why;
    if (ludo_ldu_create(&ring, NULL, &ldu, &why) != LUDO_OK) {
        fprintf(stderr, "%s\n", why.message);
        return 1;
    }
    fill(ldu);
    double f[NODES * DIM] = {0.0}, x[NODES * DIM], pivot = 0.0;
    f[ludo_ldu_first_row(ldu, 2)] = 1.0;
    const ludo_status status = ludo_ldu_factor(ldu, &pivot, NULL);
    ludo_ldu_solve(ldu, f, x);
    printf("%d rows, %d filled blocks, smallest pivot %.2f of its block\n", ludo_ldu_rows(ldu),
           ludo_ldu_fill(ldu), pivot);
    for (int32_t i = 0; i < NODES; i++) {
        printf("node %d moves %9.6f %9.6f\n", i, x[DIM * i], x[DIM * i + 1]);
    }
    printf("largest |f - K x| is %.1e\n", ludo_ldu_refine(ldu, f, x));
    ludo_ldu_destroy(ldu);
    return status == LUDO_OK ? 0 : 1;
}
