/* SPDX-License-Identifier: Apache-2.0
 *
 * How far apart two motions are at an instant: the largest distance between the origins, and angle
 * between the orientations, of bodies that all runs know; where there are none the largest
 * difference between joint coordinates that all know. Quaternions differ by the angle between them.
 */
#ifndef LUDO_APP_COMPARE_MEASURE_H
#define LUDO_APP_COMPARE_MEASURE_H

#include "data/columns.h"

/* The most columns of a part. */
enum { PART_COLUMNS = 4 };

/* Something that two runs have in different places: a point, a coordinate, an orientation. */
typedef struct measure_part {
    bool turns;    /* whether it is a quaternion */
    int32_t first; /* of its columns */
    int32_t count;
} measure_part;

/* What is measured; all zero: nothing. */
typedef struct measure {
    bool bodies; /* whether it is of bodies */
    measure_part *part;
    int32_t part_count;
    const char **column; /* the names of all columns, part after part; of the files */
    int32_t column_count;
    int32_t things;       /* bodies or joint coordinates measured */
    int32_t left_out;     /* of the first run that knows more: those that not all runs have */
    bool lengths, angles; /* what is among them */
} measure;

/* Find out what can be measured between files that are open. Says where it is nothing. To be
 * released in any case. */
outcome ludo_measure_choose(measure *m, const columns *const *files, int32_t count);

void ludo_measure_release(measure *m);

/* How far apart two sets of values are, each of all columns; not a number where one isn't. */
double ludo_measure_apart(const measure *m, const double *a, const double *b);

/* Its unit: "m", "rad" or "m, rad". */
const char *ludo_measure_unit(const measure *m);

/* What it is, in words. */
typedef struct measure_words {
    char text[128];
} measure_words;

measure_words ludo_measure_describe(const measure *m);

#endif
