/* SPDX-License-Identifier: Apache-2.0
 *
 * The integrator lie-group: acceptance of models, memory. */
#include "integrators/lie_group/lie_group.h"

#include "core/diagnostic.h"
#include "integrators/galerkin/certify.h"
#include "integrators/list.h"

/* Every root must rotate freely. */
static ludo_status refuse_roots(const ludo_model *model, ludo_diagnostic *why)
{
    for (int32_t b = 0; b < model->slots; b++) {
        const joint_data *j = &model->joint[b];
        if (model->parent[b] < 0 && !joint_is_free(j) && !ludo_joint_space_is_ball(j)) {
            ludo_diagnose(why, (ludo_place){0},
                          "integrator lie-group simulates trees that float or hang on a ball: "
                          "joint '%s' of body '%s' is of type %s; use galerkin",
                          model->joints[model->joint_of[b]].name,
                          model->body[model->body_of[b]].name, j->kind->name);
            return LUDO_REFUSED;
        }
    }
    return LUDO_OK;
}

/* A certificate of se3 would depend on the velocity of the whole tree. */
static ludo_status accept_certificate(const ludo_model *model, const sim_settings *s,
                                      ludo_diagnostic *why)
{
    if (s->certify && strcmp(s->scheme, "se3") == 0) {
        ludo_diagnose(why, (ludo_place){0},
                      "--certify works with integrator lie-group in scheme so3 only: in se3 the "
                      "rotation update depends on the translation");
        return LUDO_REFUSED;
    }
    return ludo_galerkin_certify_accept(model, s, "lie-group", why);
}

static ludo_status lie_group_accept(const ludo_model *model, sim_settings *s, ludo_diagnostic *why)
{
    const char *const solvers[] = {ludo_galerkin_newton.name, NULL};
    ludo_status status = ludo_joint_space_accept(s, "lie-group", solvers, why);
    status = status == LUDO_OK ? refuse_roots(model, why) : status;
    return status == LUDO_OK ? accept_certificate(model, s, why) : status;
}

static int32_t count_roots(const ludo_model *model)
{
    int32_t roots = 0;
    for (int32_t b = 0; b < model->slots; b++) {
        roots += model->parent[b] < 0;
    }
    return roots;
}

static void lie_group_layout(sim_state *state, arena *kept, arena *scratch)
{
    galerkin *g = galerkin_of(state);
    g->s = 1;
    g->solver = &ludo_galerkin_newton;
    g->roots = count_roots(state->model);
    ludo_galerkin_layout(g, state, kept, scratch);
    ludo_galerkin_roots_layout(g, scratch);
    ludo_galerkin_certify_layout(g, state, scratch);
}

static const int32_t orders[] = {2, 0};
static const char *const schemes[] = {"so3", "se3", NULL};

/* Kinds of floating roots, scheme by scheme; roots on a ball are the same in all schemes. */
static const galerkin_root_kind *const floating[] = {&ludo_lie_group_floating,
                                                     &ludo_lie_group_twisting};

static ludo_status lie_group_open(sim_state *state)
{
    galerkin *g = galerkin_of(state);
    int scheme = 0;
    while (strcmp(schemes[scheme], state->settings.scheme) != 0) {
        scheme++;
    }
    ludo_galerkin_open(g, state);
    ludo_galerkin_roots_open(g, floating[scheme], &ludo_lie_group_hanging);
    ludo_galerkin_certify_open(g, state);
    return LUDO_OK;
}

const integrator ludo_integrator_lie_group = {
    .info = {.name = "lie-group",
             .source = "Kobilarov: Solvability of Geometric Integrators for Multi-body Systems, "
                       "2014",
             .accepts = "trees that float or hang on the world by a ball",
             .orders = orders,
             .schemes = schemes},
    .accept = lie_group_accept,
    .layout = lie_group_layout,
    .open = lie_group_open,
    .start = ludo_galerkin_start,
    .step = ludo_galerkin_step,
    .twists = ludo_galerkin_twists,
    .reactions = ludo_galerkin_reactions,
    .plausible = ludo_galerkin_plausible,
    .certify = ludo_galerkin_certify,
    .sampled = true,
};
