/* SPDX-License-Identifier: Apache-2.0
 *
 * One scene of bench_price by Ludo, for a profiler: tools/profile_price.
 *
 *     run_price SCENE SECONDS [FOLDER [EXAMPLES]]
 *
 * Repeats the measured steps with velocities read at every knot for so many seconds, and prints the
 * microseconds per step. All of these steps are below ludo_contest_run() in the stack. */
#include "price_scenes.h"
#include "timing.h"

#include <stdio.h>
#include <string.h>

static void run_again(void *subject)
{
    ludo_contest_run(subject);
}

static const price_scene *find(const char *name)
{
    int count = 0;
    const price_scene *scene = ludo_price_scenes(&count);
    for (int i = 0; i < count; i++) {
        if (strcmp(scene[i].name, name) == 0) {
            return &scene[i];
        }
    }
    return NULL;
}

static int run(const price_scene *scene, double seconds, const price_folders *folders)
{
    static const contest_entrant read = {"ludo", "maximal", true};
    char path[LUDO_PRICE_PATH];
    contest_scene description;
    contender c;
    const bool there = ludo_price_prepare(scene, folders, path, &description);
    description.each = false;
    ludo_contest_open(&c, &read, 1, &description);
    if (there && !c.failed) {
        printf("%.3f\n", 1e6 * seconds_per_run(run_again, &c, seconds) / description.steps);
    }
    ludo_contest_close(&c, 1);
    ludo_price_clear(scene, path);
    return there && !c.failed ? 0 : 1;
}

int main(int argc, char **argv)
{
    const price_folders folders = {argc > 3 ? argv[3] : LUDO_BENCH_ROBOTS,
                                   argc > 4 ? argv[4] : LUDO_BENCH_EXAMPLES};
    const price_scene *scene = argc > 2 ? find(argv[1]) : NULL;
    if (scene == NULL) {
        fprintf(stderr, "usage: run_price SCENE SECONDS [FOLDER [EXAMPLES]]\n");
        return 2;
    }
    return run(scene, atof(argv[2]), &folders);
}
