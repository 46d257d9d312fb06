/* SPDX-License-Identifier: Apache-2.0
 *
 * Assembly of a model in the pose of its file. */
#include "info/assembly_check.h"

/* Close the loops, then compute the mobility. */
static ludo_status assemble(assembly_check *t, const ludo_model *model)
{
    t->mobility = (ludo_mobility){-1, -1, -1, -1};
    t->fill = -1;
    ludo_status status = ludo_sim_create(model, NULL, NULL, &t->sim, &t->why);
    if (status == LUDO_OK) {
        t->fill = ludo_sim_fill(t->sim);
        status = ludo_sim_project(t->sim, &t->start);
    }
    return status == LUDO_OK ? ludo_sim_mobility(t->sim, &t->mobility) : status;
}

bool ludo_assembly_check_begin(assembly_check *t, const ludo_model *model)
{
    const int32_t rows = ludo_model_rows(model);
    *t = (assembly_check){.start = {.struct_size = sizeof t->start, .loop = -1},
                          .mobility = {rows, rows, 0, ludo_model_dof(model)}};
    if (ludo_model_loop_count(model) > 0) {
        t->status = assemble(t, model);
    }
    return t->status != LUDO_NO_MEMORY;
}

void ludo_assembly_check_end(assembly_check *t)
{
    ludo_sim_destroy(t->sim);
    t->sim = NULL;
}

uint32_t ludo_assembly_check_dependent(const assembly_check *t, int32_t loop)
{
    ludo_loop_state state = {.struct_size = sizeof state, .dependent = 0};
    if (t->status == LUDO_OK) {
        (void)ludo_sim_loop(t->sim, loop, &state);
    }
    return state.dependent;
}
