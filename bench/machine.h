/* SPDX-License-Identifier: Apache-2.0
 *
 * Where and when a benchmark ran: the first lines of every result file. */
#ifndef LUDO_BENCH_MACHINE_H
#define LUDO_BENCH_MACHINE_H

#include <stdio.h>

/* Write lines "# what: ..." on processor, compiler, flags, date and version. */
void ludo_bench_describe(FILE *file);

#endif
