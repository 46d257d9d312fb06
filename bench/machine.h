/* SPDX-License-Identifier: Apache-2.0
 *
 * The machine and date of a benchmark: the first lines of every result file. */
#ifndef LUDO_BENCH_MACHINE_H
#define LUDO_BENCH_MACHINE_H

#include <stdio.h>

/* Write lines "# what: ..." with processor, compiler, flags, date and version. */
void ludo_bench_describe(FILE *file);

#endif
