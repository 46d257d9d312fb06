/* SPDX-License-Identifier: Apache-2.0
 *
 * Comparison of a spec with a model: the spec is compiled and the models are compared. */
#include "trajectory/spec_match.h"

#include <string.h>

/* Compares names and counts. */
static bool describes(const ludo_model *of, const ludo_model *model)
{
    bool same = ludo_model_body_count(of) == ludo_model_body_count(model) &&
                ludo_model_joint_count(of) == ludo_model_joint_count(model) &&
                ludo_model_loop_count(of) == ludo_model_loop_count(model) &&
                ludo_model_site_count(of) == ludo_model_site_count(model) &&
                ludo_model_geom_count(of) == ludo_model_geom_count(model) &&
                ludo_model_fluid_count(of) == ludo_model_fluid_count(model) &&
                ludo_model_spring_count(of) == ludo_model_spring_count(model) &&
                ludo_model_actuator_count(of) == ludo_model_actuator_count(model) &&
                ludo_model_position_count(of) == ludo_model_position_count(model) &&
                ludo_model_dof(of) == ludo_model_dof(model) &&
                ludo_model_rows(of) == ludo_model_rows(model) &&
                ludo_model_mass(of) == ludo_model_mass(model);
    for (int32_t i = 0; same && i < ludo_model_body_count(of); i++) {
        same = strcmp(ludo_model_body_name(of, i), ludo_model_body_name(model, i)) == 0;
    }
    for (int32_t i = 0; same && i < ludo_model_joint_count(of); i++) {
        same = strcmp(ludo_model_joint_name(of, i), ludo_model_joint_name(model, i)) == 0;
    }
    return same;
}

ludo_status ludo_spec_match(const h5_file *f, const ludo_spec *spec, const ludo_model *model)
{
    ludo_model *of = NULL;
    const ludo_status status = ludo_compile(spec, &f->allocator, &of, f->why);
    if (status == LUDO_NO_MEMORY) {
        return status;
    }
    const bool same = status == LUDO_OK && describes(of, model);
    ludo_model_destroy(of);
    return same
               ? LUDO_OK
               : ludo_h5_say(f, LUDO_BAD_ARGUMENT,
                             "the spec is not the one from which the simulated model was compiled");
}
