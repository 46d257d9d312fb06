/* SPDX-License-Identifier: Apache-2.0
 *
 * Parts of programs that print numbers of a model file for scripts, which cannot link the library.
 */
#ifndef LUDO_TESTS_SERVING_H
#define LUDO_TESTS_SERVING_H

#include "ludo/ludo.h"

#include <stdio.h>
#include <string.h>

/* The model of the first arguments, MODEL fixed|free; NULL after a message. */
static inline ludo_model *served_model(int argc, char **argv)
{
    ludo_load_options options = ludo_load_options_default();
    ludo_model *model = NULL;
    ludo_diagnostic why = {.message = ""};
    if (argc < 3) {
        fprintf(stderr, "usage: %s MODEL fixed|free\n", argv[0]);
        return NULL;
    }
    options.base = strcmp(argv[2], "free") == 0 ? LUDO_BASE_FREE : LUDO_BASE_FIXED;
    if (ludo_load_model(argv[1], &options, NULL, &model, &why) != LUDO_OK) {
        fprintf(stderr, "%s:%d: %s\n", why.file, (int)why.line, why.message);
    }
    return model;
}

/* One line per movable joint: "joint POSITION_FIRST POSITION_COUNT VELOCITY_FIRST VELOCITY_COUNT
 * NAME". */
static inline void print_joints(const ludo_model *model)
{
    for (int32_t i = 0; i < ludo_model_joint_count(model); i++) {
        ludo_joint_info j = {.struct_size = sizeof j};
        (void)ludo_model_joint(model, i, &j);
        if (j.dof > 0) {
            printf("joint %d %d %d %d %s\n", (int)j.position_first, (int)j.position_count,
                   (int)j.velocity_first, (int)j.velocity_count, j.name);
        }
    }
}

/* Read numbers from the standard input; false: there are fewer. */
static inline bool read_numbers(double *x, int32_t count)
{
    bool read = true;
    for (int32_t i = 0; i < count && read; i++) {
        read = scanf("%lf", &x[i]) == 1;
    }
    return read;
}

/* One line of numbers. */
static inline void print_numbers(const double *x, int32_t count)
{
    for (int32_t i = 0; i < count; i++) {
        printf("%.17g ", x[i]);
    }
    putchar('\n');
}

#endif
