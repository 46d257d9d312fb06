/* SPDX-License-Identifier: Apache-2.0
 *
 * Solves A x = b for a block matrix by its LDU factors: a node of two rows, one of one row, joined
 * by an edge. */
#include "check.h"

#include <math.h>
#include <string.h>

int main(void)
{
    static const int32_t dim[] = {2, 1}, edge[] = {0, 1};
    static const double corner[] = {4.0, 1.0, 1.0, 3.0}, side[] = {0.5, 0.25};
    ludo_ldu_pattern pattern = ludo_ldu_pattern_default();
    ludo_diagnostic why = {.message = ""};
    ludo_ldu *ldu = NULL;
    pattern.nodes = 2, pattern.dim = dim, pattern.edges = 1, pattern.edge = edge;
    check(ludo_ldu_create(&pattern, NULL, &ldu, &why), &why);

    ludo_ldu_clear(ldu);
    memcpy(ludo_ldu_block(ldu, 0, 0), corner, sizeof corner);
    memcpy(ludo_ldu_block(ldu, 0, 1), side, sizeof side);
    memcpy(ludo_ldu_block(ldu, 1, 0), side, sizeof side);
    *ludo_ldu_block(ldu, 1, 1) = 2.0;
    double pivot = 0.0, x[3];
    const double b[3] = {1.0, 2.0, 3.0};
    int32_t node = -1;
    check(ludo_ldu_factor(ldu, &pivot, &node), NULL);
    ludo_ldu_solve(ldu, b, x);
    expect(ludo_ldu_refine(ldu, b, x) < 1e-14, "A x = b to round-off");
    printf("%d rows, fill-in %d, node %d first, smallest pivot %g, x = %g %g %g\n",
           ludo_ldu_rows(ldu), ludo_ldu_fill(ldu), ludo_ldu_order(ldu)[0], pivot, x[0], x[1],
           x[ludo_ldu_first_row(ldu, 1)]);
    ludo_ldu_destroy(ldu);
    return fabs(x[0]) < 1.0 ? 0 : 1;
}
