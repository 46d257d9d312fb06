/* SPDX-License-Identifier: Apache-2.0
 *
 * Scenes of the price of contact. Some are model files, the others are written as MJCF files: both
 * engines read one file. */
#ifndef LUDO_BENCH_PRICE_SCENES_H
#define LUDO_BENCH_PRICE_SCENES_H

#include "contest.h"

#include <stdio.h>

enum { LUDO_PRICE_PATH = 4096 };

typedef struct price_scene {
    const char *name;
    /* the file: below the folder of robots, of examples/, or written; a written robot is set on a
     * floor and held by servos */
    const char *robot, *example;
    void (*write)(FILE *file, int count);
    int count; /* for `write` */
    const char *keyframe;
    double dt; /* [s] */
    int warm_up, steps;
    const char *series; /* of growing size, for a regression; NULL: none */
    const char *free;   /* the scene, before this one, that lacks the limits; NULL: none */
    bool heap;          /* steps are timed one by one */
    bool joints;        /* no contacts, but limits unless `unlimited` */
    bool unlimited;
    double effort; /* along all degrees of freedom of joints but free ones [N m] */
} price_scene;

/* All scenes; the number goes to *count. */
const price_scene *ludo_price_scenes(int *count);

typedef struct price_folders {
    const char *robots, *examples;
} price_folders;

/* Describe the contest of a scene; its path goes to `path`, a file that is written lies in the
 * folder of temporary files. False: the file can't be written. */
bool ludo_price_prepare(const price_scene *scene, const price_folders *folders,
                        char path[LUDO_PRICE_PATH], contest_scene *out);

/* Remove a file that was written. */
void ludo_price_clear(const price_scene *scene, const char *path);

#endif
