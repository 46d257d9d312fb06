/* SPDX-License-Identifier: Apache-2.0
 *
 * dynamics_server MODEL fixed|free: prints the dynamics of a model file, for callers that cannot
 * link the library.
 *
 * First one line per movable joint, "joint POSITION_FIRST POSITION_COUNT VELOCITY_FIRST
 * VELOCITY_COUNT NAME", then "end". Then for each state on the standard input (the numbers q, v, a)
 * four lines: the mass matrix, the bias, the effort for a, the acceleration due to this effort. */
#include "ludo/ludo.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A state and its dynamics. */
typedef struct telling {
    ludo_dynamics *dynamics;
    int32_t positions, dof;
    double *q, *v, *a, *zero, *M, *out;
} telling;

static ludo_model *read_model(const char *path, bool floats)
{
    ludo_spec *spec = NULL;
    ludo_model *model = NULL;
    const ludo_load_options options = {.base = floats ? LUDO_BASE_FREE : LUDO_BASE_FIXED};
    if (ludo_load_file(path, &options, NULL, &spec, NULL) == LUDO_OK) {
        (void)ludo_compile(spec, NULL, &model, NULL);
    }
    ludo_spec_destroy(spec);
    return model;
}

static void tell_joints(const ludo_model *model)
{
    for (int32_t i = 0; i < ludo_model_joint_count(model); i++) {
        const ludo_joint_info j = ludo_model_joint(model, i);
        if (j.dof > 0) {
            printf("joint %d %d %d %d %s\n", (int)j.position_first, (int)j.position_count,
                   (int)j.velocity_first, (int)j.velocity_count, j.name);
        }
    }
    puts("end");
}

static bool read_numbers(double *x, int32_t count)
{
    bool read = true;
    for (int32_t i = 0; i < count && read; i++) {
        read = scanf("%lf", &x[i]) == 1;
    }
    return read;
}

static void tell_numbers(const double *x, int32_t count)
{
    for (int32_t i = 0; i < count; i++) {
        printf("%.17g ", x[i]);
    }
    putchar('\n');
}

static bool tell_state(telling *t)
{
    ludo_dynamics *d = t->dynamics;
    ludo_status status = ludo_dynamics_mass_matrix(d, t->q, t->M);
    tell_numbers(t->M, t->dof * t->dof);
    status = status == LUDO_OK ? ludo_dynamics_inverse(d, t->q, t->v, t->zero, t->out) : status;
    tell_numbers(t->out, t->dof);
    status = status == LUDO_OK ? ludo_dynamics_inverse(d, t->q, t->v, t->a, t->out) : status;
    tell_numbers(t->out, t->dof);
    status = status == LUDO_OK ? ludo_dynamics_forward(d, t->q, t->v, t->out, t->a) : status;
    tell_numbers(t->a, t->dof);
    return status == LUDO_OK;
}

/* One block of memory for all numbers. */
static double *make_room(telling *t, const ludo_model *model)
{
    t->positions = ludo_model_position_count(model);
    t->dof = ludo_model_dof(model);
    const size_t q = (size_t)t->positions, v = (size_t)t->dof;
    double *block = calloc(q + v * (v + 4) + 1, sizeof *block);
    t->q = block;
    t->v = t->q + q;
    t->a = t->v + v;
    t->zero = t->a + v;
    t->out = t->zero + v;
    t->M = t->out + v;
    return block;
}

static bool tell_model(const ludo_model *model)
{
    telling t = {0};
    double *block = make_room(&t, model);
    bool told = block != NULL && ludo_dynamics_create(model, NULL, &t.dynamics) == LUDO_OK;
    tell_joints(model);
    while (told && t.dof > 0 && read_numbers(t.q, t.positions) && read_numbers(t.v, t.dof) &&
           read_numbers(t.a, t.dof)) {
        told = tell_state(&t);
    }
    ludo_dynamics_destroy(t.dynamics);
    free(block);
    return told;
}

int main(int argc, char **argv)
{
    ludo_model *model = argc == 3 ? read_model(argv[1], strcmp(argv[2], "free") == 0) : NULL;
    const bool told = model != NULL && tell_model(model);
    ludo_model_destroy(model);
    return told ? 0 : 1;
}
