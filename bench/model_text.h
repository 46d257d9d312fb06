/* SPDX-License-Identifier: Apache-2.0
 *
 * Parts of model files that scenes write as MJCF. */
#ifndef LUDO_BENCH_MODEL_TEXT_H
#define LUDO_BENCH_MODEL_TEXT_H

#include "ludo/ludo.h"

#include <stdio.h>

/* The head of a file, with the friction of all geoms; then the world, with or without a floor. */
static inline void model_begin(FILE *file, double friction)
{
    fprintf(file,
            "<mujoco>\n<compiler angle='radian'/>\n<default><geom friction='%g'/></default>\n",
            friction);
}

static inline void model_begin_world(FILE *file, bool floor)
{
    fprintf(file, "<worldbody>\n%s", floor ? "<geom type='plane' size='50 50 1'/>\n" : "");
}

static inline void model_end(FILE *file)
{
    fprintf(file, "</worldbody>\n</mujoco>\n");
}

/* A free body with one geom. */
static inline void model_write_body(FILE *file, ludo_vec3 at, ludo_quat q, const char *geom)
{
    fprintf(file,
            "<body pos='%.17g %.17g %.17g' quat='%.17g %.17g %.17g %.17g'><freejoint/>"
            "<geom %s mass='1'/></body>\n",
            at.x, at.y, at.z, q.w, q.x, q.y, q.z, geom);
}

static const ludo_quat upright = {.w = 1.0};

#endif
