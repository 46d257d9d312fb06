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
#include "serving.h"

#include <stdlib.h>

/* A state and its dynamics. */
typedef struct server {
    ludo_dynamics *dynamics;
    int32_t positions, dof, last; /* last: the number of the last body */
    double *q, *v, *a, *zero, *M, *out, *wide;
} server;

static void print_head(const ludo_model *model)
{
    print_joints(model);
    printf("end %s\n", ludo_model_body_name(model, ludo_model_body_count(model) - 1));
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
    print_head(model);
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
    ludo_model *model = served_model(argc, argv);
    const bool ok = model != NULL && serve(model);
    ludo_model_destroy(model);
    return ok ? 0 : 1;
}
