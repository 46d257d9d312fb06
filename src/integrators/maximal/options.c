/* SPDX-License-Identifier: Apache-2.0
 *
 * The options of the maximal integrator. */
#include "integrators/maximal/options.h"

#include "core/diagnostic.h"
#include "integrators/capabilities.h"
#include "integrators/maximal_contact/contact.h"

#include <string.h>

/* ---- values by name ---- */

static const rotation_update *const rotations[] = {&ludo_rotation_exponential,
                                                   &ludo_rotation_quaternion};
static const linear_solver_kind *const directions[] = {
#define X(name) &ludo_linear_solver_##name,
    LUDO_DIRECTION_LIST(X)
#undef X
};

const rotation_update *ludo_maximal_options_rotation(const sim_settings *s)
{
    const char *name = s->rotation != NULL ? s->rotation
                       : s->order == 1     ? "quaternion"
                                           : "exponential";
    for (size_t i = 0; i < sizeof rotations / sizeof *rotations; i++) {
        if (strcmp(rotations[i]->name, name) == 0) {
            return rotations[i];
        }
    }
    return NULL;
}

const linear_solver_kind *ludo_maximal_options_direction(const sim_settings *s)
{
    for (size_t i = 0; i < sizeof directions / sizeof *directions; i++) {
        if (s == NULL || s->solver == NULL || strcmp(directions[i]->name, s->solver) == 0) {
            return directions[i];
        }
    }
    return NULL;
}

/* The distributions of a damper's impulse; the first is the default. */
typedef struct damping_kind {
    const char *name; /* as written in options */
    damping_split split;
} damping_kind;

static const damping_kind dampings[] = {{"symmetric", {0.5, 0.5}}, {"implicit", {1.0, 0.0}}};

static const damping_kind *find_damping(const sim_settings *s)
{
    for (size_t i = 0; i < sizeof dampings / sizeof *dampings; i++) {
        if (s->damping == NULL || strcmp(dampings[i].name, s->damping) == 0) {
            return &dampings[i];
        }
    }
    return NULL;
}

damping_split ludo_maximal_options_damping(const sim_settings *s)
{
    return find_damping(s)->split;
}

/* The cones of friction; the first is the default. */
static const char *const cones[] = {"exact", "linear4", "linear8"};

static const char *find_cone(const sim_settings *s)
{
    for (size_t i = 0; i < sizeof cones / sizeof *cones; i++) {
        if (s->cone == NULL || strcmp(cones[i], s->cone) == 0) {
            return cones[i];
        }
    }
    return NULL;
}

/* ---- combinations ---- */

/* The first joint that stores its coordinates, or NULL. */
static const char *find_carrying(const ludo_model *m)
{
    for (int32_t s = 0; s < m->slots; s++) {
        if (m->joint[s].kind->stores_coordinates) {
            return m->joints[m->joint_of[s]].name;
        }
    }
    return NULL;
}

/* Whether the order supports the model. */
static ludo_status accept_order(const ludo_model *model, const sim_settings *s,
                                ludo_diagnostic *why)
{
    const ludo_place nowhere = {0};
    if (s->order == 4 && model->damped_by != NULL) {
        ludo_diagnose(why, nowhere,
                      "order 4 steps backward in time, where dampers add energy, and '%s' has"
                      " damping: use order 2",
                      model->damped_by);
        return LUDO_REFUSED;
    }
    if (s->order == 1 && ludo_maximal_options_rotation(s) != &ludo_rotation_quaternion) {
        ludo_diagnose(why, nowhere,
                      "order 1 (the published scheme) supports the quaternion rotation update only:"
                      " use rotation quaternion, or order 2");
        return LUDO_REFUSED;
    }
    if (s->order == 1 && find_carrying(model) != NULL) {
        ludo_diagnose(why, nowhere,
                      "order 1 (the published scheme) does not support composite joints such as"
                      " '%s': use order 2",
                      find_carrying(model));
        return LUDO_REFUSED;
    }
    if (s->order != 4 && s->order != 1) {
        return LUDO_OK;
    }
    const char *who = s->order == 4 ? "order 4" : "order 1";
    return ludo_capabilities_refuse_contacts(model, s, who, LUDO_USE_MAXIMAL, why);
}

/* Whether the dampers are symmetric where the accuracy needs it. */
static ludo_status accept_damping(const sim_settings *s, ludo_diagnostic *why)
{
    const damping_split split = find_damping(s)->split;
    if (s->accuracy > 0.0 && split.start != split.end) {
        ludo_diagnose(why, (ludo_place){0},
                      "damping %s does not support accuracy, because its steps are not symmetric: "
                      "use damping symmetric, or choose the step",
                      s->damping);
        return LUDO_REFUSED;
    }
    return LUDO_OK;
}

/* Whether the solver supports the contacts of the model. */
static ludo_status accept_contacts(const ludo_model *model, const sim_settings *s,
                                   ludo_diagnostic *why)
{
    if (ludo_maximal_options_direction(s) != directions[0] && ludo_body_pairs_may_touch(model, s)) {
        ludo_diagnose(why, (ludo_place){0},
                      "solver %s does not support contacts between bodies, and %s may touch another"
                      " geom: use solver %s, or switch contacts off",
                      s->solver, model->contacts.touched_by, directions[0]->name);
        return LUDO_REFUSED;
    }
    return LUDO_OK;
}

ludo_status ludo_maximal_options_accept(const ludo_model *model, sim_settings *s,
                                        ludo_diagnostic *why)
{
    const ludo_place nowhere = {0};
    if (ludo_maximal_options_rotation(s) == NULL) {
        ludo_diagnose(
            why, nowhere,
            "integrator maximal has no rotation update '%s': use exponential or quaternion",
            s->rotation);
        return LUDO_REFUSED;
    }
    if (ludo_maximal_options_direction(s) == NULL) {
        ludo_diagnose(why, nowhere, "integrator maximal has no solver '%s': use recursion or ldu",
                      s->solver);
        return LUDO_REFUSED;
    }
    if (find_damping(s) == NULL) {
        ludo_diagnose(why, nowhere,
                      "integrator maximal has no damping '%s': use symmetric or implicit",
                      s->damping);
        return LUDO_REFUSED;
    }
    if (find_cone(s) == NULL) {
        ludo_diagnose(why, nowhere,
                      "integrator maximal has no cone '%s': use exact, linear4 or linear8",
                      s->cone);
        return LUDO_REFUSED;
    }
    ludo_status status = accept_order(model, s, why);
    status = status == LUDO_OK ? accept_damping(s, why) : status;
    status = status == LUDO_OK ? accept_contacts(model, s, why) : status;
    if (status != LUDO_OK) {
        return status;
    }
    s->rotation = ludo_maximal_options_rotation(s)->name;
    s->solver = ludo_maximal_options_direction(s)->name;
    s->damping = find_damping(s)->name;
    s->cone = find_cone(s);
    s->stages = s->order == 4 ? MAXIMAL_STAGES : 1;
    s->traceless = s->order == 2 && !ludo_maximal_contact_restitute(model, s);
    return LUDO_OK;
}
