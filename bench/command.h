/* SPDX-License-Identifier: Apache-2.0
 *
 * The command line of a benchmark, `PROGRAM [FILE.csv [OPERAND ...]]`, and the head of its results.
 */
#ifndef LUDO_BENCH_COMMAND_H
#define LUDO_BENCH_COMMAND_H

#include <stdbool.h>
#include <stdio.h>

typedef struct ludo_bench_about {
    const char *measures; /* the measured quantity, in lines of at most 92 characters */
    const char *operands; /* operands after FILE.csv, as in "[FOLDER [EXAMPLES]]"; NULL: none */
    bool peer;            /* the peer is measured too */
} ludo_bench_about;

/* Check the command line. `--help` and `-h` print the usage and end the program with status 0; any
 * other option or an operand too many ends it with status 2. */
void ludo_bench_check(const ludo_bench_about *about, int argc, char **argv);

/* Check the command line and open FILE.csv. Its first lines are comments: the measured quantity,
 * the machine and the date. Without FILE.csv results are printed only: the returned file is
 * temporary. If FILE.csv cannot be written, the program ends with status 1. */
FILE *ludo_bench_open(const ludo_bench_about *about, int argc, char **argv);

#endif
