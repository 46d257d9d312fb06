/* SPDX-License-Identifier: Apache-2.0
 *
 * Checks of closures and couplings. */
#include "core/diagnostic.h"
#include "model/check.h"

static ludo_status check_closure(const ludo_spec *spec, int32_t i, ludo_diagnostic *why)
{
    const ludo_joint_def *j = (const ludo_joint_def *)spec->closures.items + i;
    const label thing = ludo_label("closure", j->name, i);
    const joint_kind *kind = ludo_joint_kind_find(j->type);
    if (kind == NULL || kind_has_parts(kind)) {
        ludo_diagnose(why, j->place, "%s has the unknown type '%s'", thing.text, j->type);
        return LUDO_BAD_MODEL;
    }
    const char *problem = ludo_check_joint_place(spec, j, kind);
    if (problem == NULL && kind->dof == JOINT_MAX_DOF) {
        problem = "is free and constrains nothing: remove it or use another type";
    }
    if (problem == NULL && j->continues) {
        problem = "continues another closure, but only joints can be composite";
    }
    return ludo_check_report(why, j->place, thing, problem);
}

static ludo_status check_coupling(const ludo_spec *spec, int32_t i, ludo_diagnostic *why)
{
    const ludo_coupling_def *c = (const ludo_coupling_def *)spec->couplings.items + i;
    const char *problem = ludo_check_coordinate(spec, c->joint, c->dof);
    if (problem == NULL && c->from != -1) {
        problem = ludo_check_coordinate(spec, c->from, c->from_dof);
    }
    if (problem == NULL && !all_finite(c->coefficient, 5)) {
        problem = "has a number that is not finite";
    }
    if (problem == NULL && c->from == c->joint && c->from_dof == c->dof) {
        problem = "couples a coordinate to itself";
    }
    return ludo_check_report(why, c->place, ludo_label("coupling", c->name, i), problem);
}

ludo_status ludo_check_loops(const ludo_spec *spec, ludo_diagnostic *why)
{
    ludo_status status = LUDO_OK;
    for (int32_t i = 0; i < spec->closures.count && status == LUDO_OK; i++) {
        status = check_closure(spec, i, why);
    }
    for (int32_t i = 0; i < spec->couplings.count && status == LUDO_OK; i++) {
        status = check_coupling(spec, i, why);
    }
    return status;
}
