/* SPDX-License-Identifier: Apache-2.0
 *
 * The integrator lie-group: what it takes, memory. */
#include "integrators/lie_group.h"

#include "core/diagnostic.h"
#include "integrators/list.h"

/* Every root has to turn as it likes. */
static ludo_status refuse_roots(const ludo_model *model, ludo_diagnostic *why)
{
    for (int32_t s = 0; s < model->slots; s++) {
        const joint_data *j = &model->joint[s];
        if (model->parent[s] < 0 && !joint_is_free(j) && !ludo_minimal_is_ball(j)) {
            ludo_diagnose(why, (ludo_place){0},
                          "integrator lie-group takes trees that float or hang on a ball: joint "
                          "'%s' of body '%s' is a %s; use galerkin",
                          model->joints[model->joint_of[s]].name,
                          model->body[model->body_of[s]].name, j->kind->name);
            return LUDO_REFUSED;
        }
    }
    return LUDO_OK;
}

static ludo_status accept(const ludo_model *model, sim_settings *s, ludo_diagnostic *why)
{
    const char *const solvers[] = {ludo_galerkin_newton.name, NULL};
    const ludo_status status = ludo_minimal_accept(model, s, "lie-group", solvers, why);
    return status == LUDO_OK ? refuse_roots(model, why) : status;
}

static int32_t count_roots(const ludo_model *model)
{
    int32_t roots = 0;
    for (int32_t s = 0; s < model->slots; s++) {
        roots += model->parent[s] < 0;
    }
    return roots;
}

static void layout(ludo_sim *sim, arena *kept, arena *scratch)
{
    galerkin *g = galerkin_of(sim);
    g->s = 1;
    g->solver = &ludo_galerkin_newton;
    g->roots = count_roots(sim->model);
    ludo_galerkin_layout(g, sim, kept, scratch);
    ludo_galerkin_roots_layout(g, scratch);
}

static const int32_t orders[] = {2, 0};
static const char *const schemes[] = {"so3", "se3", NULL};

/* How bodies that float move, scheme by scheme; those on a ball turn alike. */
static const galerkin_root_kind *const floating[] = {&ludo_lie_group_floating,
                                                     &ludo_lie_group_twisting};

static ludo_status open_lie_group(ludo_sim *sim)
{
    galerkin *g = galerkin_of(sim);
    int scheme = 0;
    while (strcmp(schemes[scheme], sim->settings.scheme) != 0) {
        scheme++;
    }
    ludo_galerkin_open(g, sim);
    ludo_galerkin_roots_open(g, floating[scheme], &ludo_lie_group_hanging);
    return LUDO_OK;
}

const integrator ludo_integrator_lie_group = {
    .info = {.name = "lie-group",
             .source = "Kobilarov: Solvability of Geometric Integrators for Multi-body Systems, "
                       "2014",
             .accepts = "trees that float or hang on the world by a ball",
             .orders = orders,
             .schemes = schemes},
    .accept = accept,
    .layout = layout,
    .open = open_lie_group,
    .start = ludo_galerkin_start,
    .step = ludo_galerkin_step,
    .twists = ludo_galerkin_twists,
    .reactions = ludo_galerkin_reactions,
    .plausible = ludo_galerkin_plausible,
};
