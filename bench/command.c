/* SPDX-License-Identifier: Apache-2.0
 *
 * The command line of a benchmark. */
#include "command.h"

#include "machine.h"
#include "peer.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char *name_of(const char *program)
{
    const char *slash = strrchr(program, '/');
    return slash != NULL ? slash + 1 : program;
}

static void print_usage(FILE *file, const ludo_bench_about *about, const char *program)
{
    const char *space = about->operands != NULL ? " " : "";
    fprintf(file, "usage: %s [FILE.csv%s%s]\n", name_of(program), space,
            about->operands != NULL ? about->operands : "");
}

/* The number of operands, FILE.csv included: each has one bracket in the usage. */
static int operands_most(const ludo_bench_about *about)
{
    int count = 1;
    for (const char *at = about->operands; at != NULL && *at != '\0'; at++) {
        count += *at == '[';
    }
    return count;
}

static void refuse(const ludo_bench_about *about, const char *program, const char *what,
                   const char *argument)
{
    fprintf(stderr, "%s: %s %s\n", name_of(program), what, argument);
    print_usage(stderr, about, program);
    exit(2);
}

void ludo_bench_check(const ludo_bench_about *about, int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            print_usage(stdout, about, argv[0]);
            printf("\n%s\n\nFILE.csv gets the results; without it they are printed only.\n",
                   about->measures);
            exit(0);
        }
        if (argv[i][0] == '-') {
            refuse(about, argv[0], "unknown option", argv[i]);
        }
        if (i > operands_most(about)) {
            refuse(about, argv[0], "unexpected operand", argv[i]);
        }
    }
}

static void write_head(FILE *file, const ludo_bench_about *about)
{
    fprintf(file, "# measures: ");
    for (const char *at = about->measures; *at != '\0'; at++) {
        fprintf(file, *at == '\n' ? "\n#   " : "%c", *at);
    }
    fprintf(file, "\n");
    ludo_bench_describe(file);
    if (about->peer) {
        const char *version = ludo_peer_version();
        fprintf(file, "# mujoco: %s\n", version[0] != '\0' ? version : "not installed");
    }
}

FILE *ludo_bench_open(const ludo_bench_about *about, int argc, char **argv)
{
    ludo_bench_check(about, argc, argv);
    FILE *csv = argc > 1 ? fopen(argv[1], "w") : tmpfile();
    if (csv == NULL) {
        fprintf(stderr, "%s: %s: can't be written: %s\n", name_of(argv[0]),
                argc > 1 ? argv[1] : "temporary file", strerror(errno));
        exit(1);
    }
    write_head(csv, about);
    write_head(stdout, about);
    return csv;
}
