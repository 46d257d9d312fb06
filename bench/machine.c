/* SPDX-License-Identifier: Apache-2.0
 *
 * The machine and date of a benchmark. */
#include "machine.h"

#include "ludo/ludo.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifndef LUDO_BENCH_FLAGS
#define LUDO_BENCH_FLAGS "unknown"
#endif

/* The processor's name from Linux; "unknown" elsewhere. */
static void write_processor(FILE *file)
{
    char line[256] = "";
    FILE *info = fopen("/proc/cpuinfo", "r");
    while (info != NULL && strncmp(line, "model name", 10) != 0 &&
           fgets(line, sizeof line, info) != NULL) {
    }
    if (info != NULL) {
        fclose(info);
    }
    line[strcspn(line, "\n")] = '\0';
    const char *name = strchr(line, ':');
    fprintf(file, "# processor:%s\n", name != NULL ? name + 1 : " unknown");
}

/* The load of the machine: the mean number of running programs over the last minute, from Linux. */
static void write_load(FILE *file)
{
    double load = 0.0;
    FILE *average = fopen("/proc/loadavg", "r");
    if (average != NULL && fscanf(average, "%lf", &load) == 1) {
        fprintf(file, "# load: %.1f before it began\n", load);
    }
    if (average != NULL) {
        fclose(average);
    }
}

/* The commit, from the environment: the Makefile sets it. */
static void write_commit(FILE *file)
{
    const char *commit = getenv("LUDO_COMMIT");
    if (commit != NULL && commit[0] != '\0') {
        fprintf(file, "# commit: %s\n", commit);
    }
}

void ludo_bench_describe(FILE *file)
{
    const time_t now = time(NULL);
    const struct tm *utc = gmtime(&now);
    char date[32] = "unknown";
    if (utc != NULL) {
        strftime(date, sizeof date, "%Y-%m-%d", utc);
    }
    write_processor(file);
    write_load(file);
#ifdef __clang__
    fprintf(file, "# compiler: %s\n", __VERSION__);
#elif defined(__GNUC__)
    fprintf(file, "# compiler: gcc %s\n", __VERSION__);
#endif
    fprintf(file, "# flags: %s\n# date: %s\n# ludo: %s\n", LUDO_BENCH_FLAGS, date, ludo_version());
    write_commit(file);
}
