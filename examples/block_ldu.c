/* SPDX-License-Identifier: Apache-2.0
 *
 * The block solver alone: a ring of masses, each in a plane with weakly coupled springs along x and
 * y, with a force on one mass. Solves K x = f and prints the residual. */
#include <ludo/ludo.h>

#include <stdio.h>

enum { NODES = 6, DIM = 2 };

/* Stiffness: springs connect each mass to the ground and to both neighbours. */
static void fill(ludo_ldu *ldu)
{
    const double own[DIM * DIM] = {4.0, 0.5, 0.5, 3.0};
    for (int32_t i = 0; i < NODES; i++) {
        const int32_t next = (i + 1) % NODES;
        double *here = ludo_ldu_block(ldu, i, i);
        double *to = ludo_ldu_block(ldu, i, next), *from = ludo_ldu_block(ldu, next, i);
        for (int32_t k = 0; k < DIM * DIM; k++) {
            here[k] = own[k];
            to[k] = from[k] = k % (DIM + 1) == 0 ? -1.0 : 0.0;
        }
    }
}

int main(void)
{
    int32_t dim[NODES], edge[2 * NODES];
    for (int32_t i = 0; i < NODES; i++) {
        dim[i] = DIM;
        edge[2 * i] = i;
        edge[2 * i + 1] = (i + 1) % NODES;
    }
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
