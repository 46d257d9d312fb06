/* SPDX-License-Identifier: Apache-2.0
 *
 * Scenes of the price of contact. */
#define _POSIX_C_SOURCE 200809L
#include "price_scenes.h"

#include "price_files.h"
#include "price_robots.h"

#include <stdlib.h>
#include <unistd.h>

#define HUMANOID .robot = "mujoco/humanoid.xml", .dt = 0.005
#define A1 .robot = "unitree_a1/a1.urdf"
#define HEAP .dt = 0.005, .warm_up = 60, .steps = 120, .heap = true
#define BRICKS .dt = 0.005, .warm_up = 20

/* Efforts cost time in a step without limits as in one with them; large ones would make free joints
 * spin. */
#define NO_EFFORT 1e-6

static const price_scene scenes[] = {
    {"humanoid falling", HUMANOID, .steps = 400},
    {"humanoid lying", HUMANOID, .warm_up = 1000, .steps = 400},
    {"A1 standing", A1, .keyframe = "stand", .dt = 0.005, .warm_up = 400, .steps = 400},
    {"ANYmal standing", .robot = "anymal_b/anymal.urdf", .keyframe = "stand", .dt = 0.005,
     .warm_up = 400, .steps = 400},
    {"robot of meshes standing", .write = ludo_price_hulls, .dt = 0.005, .warm_up = 400,
     .steps = 400},
    {"stack of 10 boxes", .example = "stack.xml", .dt = 0.005, .steps = 200},
    {"stack of 20 boxes", .write = ludo_price_stack, .count = 20, .dt = 0.005, .steps = 100},
    {"boxes tumbling", .example = "tumbling_boxes.xml", .dt = 0.005, .steps = 300},
    {"dominoes standing", .example = "dominoes.xml", .dt = 0.002, .steps = 300},
    {"dominoes falling", .example = "dominoes.xml", .keyframe = "pushed", .dt = 0.002,
     .steps = 300},
    {"six rings of capsules", .write = ludo_price_rings, .count = 6, .dt = 0.005, .warm_up = 100,
     .steps = 200},
    {"chain of 10 spheres", .write = ludo_price_chain, .count = 10, .dt = 0.01, .steps = 200},
    {"chain of 50 spheres", .write = ludo_price_chain, .count = 50, .dt = 0.01, .steps = 200},
    {"pyramid of 15 boxes", .write = ludo_price_pyramid, .count = 5, .series = "pyramids", BRICKS,
     .steps = 100},
    {"pyramid of 55 boxes", .write = ludo_price_pyramid, .count = 10, .series = "pyramids", BRICKS,
     .steps = 50},
    {"pyramid of 120 boxes", .write = ludo_price_pyramid, .count = 15, .series = "pyramids", BRICKS,
     .steps = 30},
    {"wall of 24 bricks", .write = ludo_price_wall, .count = 3, .series = "walls", BRICKS,
     .steps = 100},
    {"wall of 80 bricks", .write = ludo_price_wall, .count = 10, .series = "walls", BRICKS,
     .steps = 50},
    {"wall of 200 bricks", .write = ludo_price_wall, .count = 25, .series = "walls", BRICKS,
     .steps = 30},
    {"heap of 50 spheres", .write = ludo_price_spheres, .count = 50, HEAP},
    {"heap of 100 spheres", .write = ludo_price_spheres, .count = 100, HEAP},
    {"heap of 50 boxes", .write = ludo_price_boxes, .count = 50, HEAP},
    {"heap of 100 boxes", .write = ludo_price_boxes, .count = 100, HEAP},
    {"heap of 50 capsules", .write = ludo_price_capsules, .count = 50, HEAP},
    {"heap of 100 capsules", .write = ludo_price_capsules, .count = 100, HEAP},
    {"A1 without limits", A1, .dt = 0.001, .warm_up = 1000, .steps = 400, .joints = true,
     .unlimited = true},
    {"A1 on knee limits", A1, .dt = 0.001, .warm_up = 1000, .steps = 400, .joints = true,
     .free = "A1 without limits"},
    {"humanoid without limits", HUMANOID, .warm_up = 1000, .steps = 400, .joints = true,
     .effort = NO_EFFORT, .unlimited = true},
    {"humanoid on its limits", HUMANOID, .warm_up = 1000, .steps = 400, .joints = true,
     .effort = 60.0, .free = "humanoid without limits"},
};

const price_scene *ludo_price_scenes(int *count)
{
    *count = (int)(sizeof scenes / sizeof scenes[0]);
    return scenes;
}

/* Make an empty file in the folder of temporary files. */
static bool make_file(char path[LUDO_PRICE_PATH])
{
    const char *folder = getenv("TMPDIR");
    (void)snprintf(path, LUDO_PRICE_PATH, "%s/ludo_price_XXXXXX", folder != NULL ? folder : "/tmp");
    const int file = mkstemp(path);
    return file >= 0 && close(file) == 0;
}

static bool stands(const price_scene *scene)
{
    return scene->robot != NULL && scene->keyframe != NULL;
}

/* Write the file of a scene. */
static bool write_file(const price_scene *scene, const char *robot, char path[LUDO_PRICE_PATH])
{
    if (!make_file(path)) {
        return false;
    }
    if (stands(scene)) {
        return ludo_price_stand(robot, path);
    }
    FILE *file = fopen(path, "w");
    if (file == NULL) {
        return false;
    }
    scene->write(file, scene->count);
    return fclose(file) == 0;
}

bool ludo_price_prepare(const price_scene *scene, const price_folders *folders,
                        char path[LUDO_PRICE_PATH], contest_scene *out)
{
    char there[LUDO_PRICE_PATH];
    const bool robot = scene->robot != NULL;
    (void)snprintf(there, sizeof there, "%s/%s", robot ? folders->robots : folders->examples,
                   robot                    ? scene->robot
                   : scene->example != NULL ? scene->example
                                            : "");
    const bool written = scene->write != NULL || stands(scene);
    if (!written) {
        (void)snprintf(path, LUDO_PRICE_PATH, "%s", there);
    }
    *out = (contest_scene){.name = scene->name,
                           .path = path,
                           .keyframe = scene->keyframe,
                           .dt = scene->dt,
                           .warm_up = scene->warm_up,
                           .steps = scene->steps,
                           .contacts = !scene->joints,
                           .limits = !scene->unlimited,
                           .effort = scene->effort,
                           .each = scene->heap};
    return !written || write_file(scene, there, path);
}

void ludo_price_clear(const price_scene *scene, const char *path)
{
    if (scene->write != NULL || stands(scene)) {
        (void)remove(path);
    }
}
