/* SPDX-License-Identifier: Apache-2.0
 *
 * dynamics_server MODEL fixed|free: prints the dynamics of a model file, for callers that cannot
 * link the library.
 *
 * First one line per movable joint, "joint POSITION_FIRST POSITION_COUNT VELOCITY_FIRST
 * VELOCITY_COUNT NAME", then "end BODY", the name of the last body. Then for each state on the
 * standard input (the numbers q, v, a) nine lines: the mass matrix, the bias, the effort for a, the
 * acceleration due to this effort; the Jacobian of the last body, its bias acceleration; the
 * Jacobian of the centre of mass; the momentum matrix about it, the rate of momentum at a = 0. */
#include "ludo/ludo.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A state and its dynamics. */
typedef struct server {
    ludo_dynamics *dynamics;
    int32_t positions, dof, last; /* last: the number of the last body */
    double *q, *v, *a, *zero, *M, *out, *wide;
} server;

static ludo_model *read_model(const char *path, bool floats)
{
    ludo_spec *spec = NULL;
    ludo_model *model = NULL;
    const ludo_load_options options = {.struct_size = sizeof options,
                                       .base = floats ? LUDO_BASE_FREE : LUDO_BASE_FIXED};
    if (ludo_load_file(path, &options, NULL, &spec, NULL) == LUDO_OK) {
        (void)ludo_compile(spec, NULL, &model, NULL);
    }
    ludo_spec_destroy(spec);
    return model;
}

static void print_joints(const ludo_model *model)
{
    for (int32_t i = 0; i < ludo_model_joint_count(model); i++) {
        ludo_joint_info j = {.struct_size = sizeof j};
        (void)ludo_model_joint(model, i, &j);
        if (j.dof > 0) {
            printf("joint %d %d %d %d %s\n", (int)j.position_first, (int)j.position_count,
                   (int)j.velocity_first, (int)j.velocity_count, j.name);
        }
    }
    printf("end %s\n", ludo_model_body_name(model, ludo_model_body_count(model) - 1));
}

static bool read_numbers(double *x, int32_t count)
{
    bool read = true;
    for (int32_t i = 0; i < count && read; i++) {
        read = scanf("%lf", &x[i]) == 1;
    }
    return read;
}

static void print_numbers(const double *x, int32_t count)
{
    for (int32_t i = 0; i < count; i++) {
        printf("%.17g ", x[i]);
    }
    putchar('\n');
}

/* Jacobians and momentum of a state. */
static bool print_motion(server *s)
{
    ludo_dynamics *d = s->dynamics;
    double bias[6], rate[6];
    bool ok = ludo_dynamics_body(d, s->q, s->last, NULL, s->wide) == LUDO_OK &&
              ludo_dynamics_body_bias(d, s->q, s->v, s->last, bias) == LUDO_OK;
    print_numbers(s->wide, 6 * s->dof);
    print_numbers(bias, 6);
    ok = ok && ludo_dynamics_center(d, s->q, LUDO_WORLD, NULL, s->wide) == LUDO_OK;
    print_numbers(s->wide, 3 * s->dof);
    ok = ok && ludo_dynamics_momentum(d, s->q, NULL, s->wide) == LUDO_OK &&
         ludo_dynamics_momentum_bias(d, s->q, s->v, NULL, rate) == LUDO_OK;
    print_numbers(s->wide, 6 * s->dof);
    print_numbers(rate, 6);
    return ok;
}

static bool print_state(server *s)
{
    ludo_dynamics *d = s->dynamics;
    ludo_status status = ludo_dynamics_mass_matrix(d, s->q, s->M);
    print_numbers(s->M, s->dof * s->dof);
    status = status == LUDO_OK ? ludo_dynamics_inverse(d, s->q, s->v, s->zero, s->out) : status;
    print_numbers(s->out, s->dof);
    status = status == LUDO_OK ? ludo_dynamics_inverse(d, s->q, s->v, s->a, s->out) : status;
    print_numbers(s->out, s->dof);
    status = status == LUDO_OK ? ludo_dynamics_forward(d, s->q, s->v, s->out, s->a) : status;
    print_numbers(s->a, s->dof);
    return status == LUDO_OK && print_motion(s);
}

/* One block of memory for all numbers. */
static double *allocate(server *s, const ludo_model *model)
{
    s->positions = ludo_model_position_count(model);
    s->dof = ludo_model_dof(model);
    const size_t q = (size_t)s->positions, v = (size_t)s->dof;
    double *block = calloc(q + v * (v + 10) + 1, sizeof *block);
    s->q = block;
    s->v = s->q + q;
    s->a = s->v + v;
    s->zero = s->a + v;
    s->out = s->zero + v;
    s->wide = s->out + v;
    s->M = s->wide + 6 * v;
    s->last = ludo_model_body_count(model) - 1;
    return block;
}

static bool serve(const ludo_model *model)
{
    server s = {0};
    double *block = allocate(&s, model);
    bool ok = block != NULL && ludo_dynamics_create(model, NULL, &s.dynamics) == LUDO_OK;
    print_joints(model);
    while (ok && s.dof > 0 && read_numbers(s.q, s.positions) && read_numbers(s.v, s.dof) &&
           read_numbers(s.a, s.dof)) {
        ok = print_state(&s);
    }
    ludo_dynamics_destroy(s.dynamics);
    free(block);
    return ok;
}

int main(int argc, char **argv)
{
    ludo_model *model = argc == 3 ? read_model(argv[1], strcmp(argv[2], "free") == 0) : NULL;
    const bool ok = model != NULL && serve(model);
    ludo_model_destroy(model);
    return ok ? 0 : 1;
}
