/* SPDX-License-Identifier: Apache-2.0
 *
 * Certificates of all pairs of the narrow phase (tests/certificate): per pair the largest error of
 * each check at random poses, in units of its tolerance.
 *
 *     certify_pairs [FILE.csv [POSES [SEED [PAIR [INDEX]]]]]
 *
 * A FILE.csv of the same POSES and SEED in which pairs are missing is continued: a run that was
 * stopped. A line per failed check has the pose: SEED, PAIR and INDEX repeat it alone, and describe
 * it. */
#include "certificate/certificate.h"
#include "certificate/describe.h"
#include "command.h"
#include "timing.h"

#include <stdlib.h>
#include <string.h>

enum { POSES = 100000, SEED = 1 };

typedef struct named_pair {
    const char *name;
    const narrow_phase_kind *kind;
} named_pair;

static const named_pair pairs[] = {
#define X(name) {#name, &ludo_narrow_phase_##name},
    LUDO_NARROW_PHASE_LIST(X)
#undef X
};

enum { PAIRS = sizeof pairs / sizeof *pairs, LINE = 512 };

/* The rows of a run that was stopped; empty strings for pairs without one. */
typedef struct earlier_rows {
    char row[PAIRS][LINE];
    int count;
} earlier_rows;

static earlier_rows read_rows(const char *path, long poses, uint64_t seed)
{
    static earlier_rows rows;
    char line[LINE], begin[LINE];
    FILE *file = path != NULL ? fopen(path, "r") : NULL;
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        for (size_t i = 0; i < PAIRS; i++) {
            const int length = snprintf(begin, sizeof begin, "%s,%ld,%llu,", pairs[i].name, poses,
                                        (unsigned long long)seed);
            if (strncmp(line, begin, (size_t)length) == 0 && strchr(line, '\n') != NULL) {
                rows.count += rows.row[i][0] == '\0';
                memcpy(rows.row[i], line, sizeof line);
            }
        }
    }
    if (file != NULL) {
        fclose(file);
    }
    return rows;
}

static void write_head(FILE *file)
{
    fprintf(file, "pair,poses,seed,open");
    for (int i = 0; i < CERTIFICATE_CHECKS; i++) {
        fprintf(file, ",%s", certificate_names[i]);
    }
    fprintf(file, ",failed_poses,us_per_pose\n");
}

/* Per check the largest error, and of checks that failed the number of poses. */
static void write_row(FILE *file, const named_pair *pair, const certificate *c, uint64_t seed,
                      double seconds)
{
    fprintf(file, "%s,%ld,%llu,%ld", pair->name, c->samples, (unsigned long long)seed, c->open);
    for (int i = 0; i < CERTIFICATE_CHECKS; i++) {
        fprintf(file, ",%.2g", c->check[i].worst);
    }
    const char *between = ",";
    for (int i = 0; i < CERTIFICATE_CHECKS; i++) {
        if (c->check[i].failures > 0) {
            fprintf(file, "%s%s %ld", between, certificate_names[i], c->check[i].failures);
            between = "; ";
        }
    }
    fprintf(file, "%s,%.1f\n", between[0] == ',' ? "," : "", 1e6 * seconds / (double)c->samples);
    fflush(file);
}

/* A line per check that failed. */
static void write_failures(const named_pair *pair, const certificate *c, uint64_t seed)
{
    for (int i = 0; i < CERTIFICATE_CHECKS; i++) {
        const certificate_check *k = &c->check[i];
        if (k->failures > 0) {
            printf("# %s: %ld poses fail '%s' (%s);\n#   the first is seed %llu index %ld, the "
                   "worst index %ld: error %.3g, %.3g times the tolerance\n",
                   pair->name, k->failures, certificate_names[i], certificate_claims[i],
                   (unsigned long long)seed, k->first, k->worst_index, k->worst_size, k->worst);
        }
    }
}

/* Check one pose, and describe it if it is the only one. */
static bool check(certificate *c, const named_pair *pair, uint64_t seed, long index, bool describe)
{
    static pair_sample sample;
    const bool made = pair_sample_make(&sample, pair->kind, seed, index);
    if (made) {
        certificate_add(c, &sample, index);
    } else {
        fprintf(stderr,
                "certify_pairs: no pose of %s; a type of shape needs a support function in "
                "tests/certificate/solid.c, a mesh needs memory\n",
                pair->name);
    }
    if (made && describe) {
        pair_sample_describe(stdout, &sample);
    }
    pair_sample_release(&sample);
    return made;
}

/* @return true if no check failed */
static bool certify(FILE *csv, const named_pair *pair, uint64_t seed, long first, long poses)
{
    certificate c = {0};
    const clock_t start = clock();
    for (long i = first; i < first + poses; i++) {
        if (!check(&c, pair, seed, i, poses == 1)) {
            return false;
        }
    }
    const double seconds = seconds_since(start);
    write_row(csv, pair, &c, seed, seconds);
    write_row(stdout, pair, &c, seed, seconds);
    write_failures(pair, &c, seed);
    return certificate_failures(&c) == 0;
}

static const ludo_bench_about about = {
    .measures =
        "largest errors of the narrow phase of all pairs of shapes at random poses, in units\n"
        "of their tolerances; poses that fail a check, by check",
    .operands = "[POSES [SEED [PAIR [INDEX]]]]",
};

static int usage(const char *problem, const char *value)
{
    fprintf(stderr, "certify_pairs: %s %s\n", problem, value);
    return 2;
}

int main(int argc, char **argv)
{
    ludo_bench_check(&about, argc, argv);
    const long first = argc > 5 ? atol(argv[5]) : 0;
    const long poses = argc > 5 ? 1 : argc > 2 ? atol(argv[2]) : POSES;
    const uint64_t seed = argc > 3 ? strtoull(argv[3], NULL, 10) : SEED;
    bool known = false, good = true;
    if (poses < 1) {
        return usage("POSES must be a whole number from 1; it is", argv[2]);
    }
    const bool all = argc <= 4;
    const earlier_rows rows =
        all ? read_rows(argc > 1 ? argv[1] : NULL, poses, seed) : (earlier_rows){.count = 0};
    FILE *csv = ludo_bench_open(&about, argc, argv);
    write_head(csv);
    write_head(stdout);
    for (size_t i = 0; i < PAIRS; i++) {
        const bool has = rows.count < PAIRS && rows.row[i][0] != '\0';
        known = known || all;
        if (has) {
            fputs(rows.row[i], csv);
            fputs(rows.row[i], stdout);
        } else if (all || strcmp(argv[4], pairs[i].name) == 0) {
            known = true;
            good = certify(csv, &pairs[i], seed, first, poses) && good;
        }
    }
    const bool written = fclose(csv) == 0;
    if (!known) {
        return usage("no pair is named", argv[4]);
    }
    return written && good ? 0 : 1;
}
