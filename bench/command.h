/* SPDX-License-Identifier: Apache-2.0
 *
 * The command line of a benchmark, `PROGRAM [FILE.csv [OPERAND ...]]`, and the head of its results.
 */
#ifndef LUDO_BENCH_COMMAND_H
#define LUDO_BENCH_COMMAND_H

#include <stdbool.h>
#include <stdio.h>

typedef struct ludo_bench_about {
    const char *measures; /* what is measured, in lines of at most 92 characters */
    const char *operands; /* what may follow FILE.csv, as in "[FOLDER [EXAMPLES]]"; NULL: nothing */
    bool peer;            /* whether the peer is measured, too */
} ludo_bench_about;

/* Check the command line. `--help` and `-h` print the usage and end the program with status 0;
 * any other option, and an operand too many, end it with status 2. */
void ludo_bench_check(const ludo_bench_about *about, int argc, char **argv);

/* Check the command line and open FILE.csv, with a head of comment lines on what is measured,
 * where and when. Without FILE.csv results are printed only: the file returned is temporary. A file
 * that can't be written ends the program with status 1. */
FILE *ludo_bench_open(const ludo_bench_about *about, int argc, char **argv);

#endif
