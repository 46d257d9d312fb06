/* SPDX-License-Identifier: Apache-2.0
 *
 * The difference of two motions at an instant: the largest distance between the origins and angle
 * between the orientations of the bodies that all runs have; if there are none, the largest
 * difference of the joint coordinates that all runs have. The difference of two quaternions is the
 * angle between them. */
#ifndef LUDO_APP_COMPARE_MEASURE_H
#define LUDO_APP_COMPARE_MEASURE_H

#include "data/columns.h"

/* Largest number of columns of a part. */
enum { PART_COLUMNS = 4 };

/* A compared part: a point, a coordinate or an orientation. */
typedef struct measure_part {
    bool is_rotation; /* a quaternion */
    int32_t first;    /* its first column */
    int32_t count;
} measure_part;

/* The compared quantities; all zero: none. */
typedef struct measure {
    bool bodies; /* compares bodies, else joint coordinates */
    measure_part *part;
    int32_t part_count;
    const char **column; /* names of all columns, part by part; owned by the files */
    int32_t column_count;
    int32_t things;       /* number of compared bodies or joint coordinates */
    int32_t left_out;     /* bodies or coordinates of the first run that not all runs have */
    bool lengths, angles; /* kinds of differences among the parts */
} measure;

/* Choose the quantities to compare of open files. Prints an error if there are none. Call
 * ludo_measure_release() in any case. */
outcome ludo_measure_choose(measure *m, const columns *const *files, int32_t count);

void ludo_measure_release(measure *m);

/* The difference of two sets of values, each of all columns; NaN if a value is NaN. */
double ludo_measure_difference(const measure *m, const double *a, const double *b);

/* The unit of the difference: "m", "rad" or "m, rad". */
const char *ludo_measure_unit(const measure *m);

/* A description of the measure. */
typedef struct measure_words {
    char text[128];
} measure_words;

measure_words ludo_measure_describe(const measure *m);

#endif
