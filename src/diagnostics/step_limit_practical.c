/* SPDX-License-Identifier: Apache-2.0
 *
 * Steps that resolve a motion [solvability.md 6]: a quarter of a radian of every rotation and of
 * every oscillation by springs, actuators and gravity, in the linearisation about the state.
 *
 *     K x = omega^2 M x    h omega <= 1/4        C x = lambda M x    h lambda <= 2 */
#include "diagnostics/step_limit.h"

#include <float.h>
#include <math.h>

/* Phase angle of an oscillation per step [rad]: rules of order 2 have a phase error of its square
 * / 24 = 0.3 %, and the energy oscillates by its square / 8 = 0.8 %. */
static const double phase = 0.25;

/* Displacement by an acceleration in a step [rad, lengths]: that of the above phase of an
 * oscillation with amplitude 1. */
static const double leap = 0.5 * 0.25 * 0.25;

/* Largest h times decay rate of a damper without ringing. */
static const double decay = 2.0;

/* dF + ad_eta^T F = ( p x (f x w), f x w ) of the force f at p. */
static void put_stiffness(ludo_vec3 p, ludo_vec3 f, double *stiffness)
{
    const mat3 F = m3_skew(f), P = m3_mul(m3_skew(p), F);
    memset(stiffness, 0, 36 * sizeof *stiffness);
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) {
            stiffness[6 * i + k] = P.m[3 * i + k];
            stiffness[6 * (i + 3) + k] = F.m[3 * i + k];
        }
    }
}

/* K of gravity along an axis of the world; all rates are zero. */
static void pull_along(limit_view *x, ludo_vec3 gravity)
{
    joint_space *m = &x->at;
    const tree *t = &m->tree;
    for (int32_t i = 0; i < t->nodes; i++) {
        const tree_node *n = &t->node[i];
        const node_place *at = &m->knot.at[i];
        const ludo_vec3 p = v3_add(at->x, m3_apply(&at->R, n->com));
        const ludo_vec3 f = v3_scale(n->has_body ? n->weight : 0.0, gravity);
        x->wrench[i] = (force){v3_cross(p, f), f};
        put_stiffness(p, f, x->stiffness + 36 * i);
    }
    ludo_tree_move(t, m->zero, m->zero, &m->knot);
    ludo_tree_up(t, m->knot.mu);
    const hessian_point here = {&m->knot, m->zero, m->zero, x->wrench, x->stiffness};
    ludo_tree_hessian(t, &here, &x->hessian);
}

/* ---- the rules ---- */

static void limit_turns(ludo_sim *sim, ludo_step_limits *out)
{
    const ludo_model *m = sim->state.model;
    double most = 0.0;
    ludo_node body = no_node();
    for (int32_t s = 0; s < m->slots; s++) {
        const double w = v3_norm(sim->state.twists[s].w);
        body = w > most ? node_of_body(m, s) : body;
        most = w > most ? w : most;
    }
    /* a rate may overflow to infinity, its step must not be zero */
    const double dt = most > 0.0 ? fmax(phase / most, DBL_MIN) : HUGE_VAL;
    add_limit(out, (ludo_limit){"turn", "a body rotates by a quarter of a radian", body,
                                LUDO_LIMIT_PRACTICAL, dt, 0});
}

static void limit_forces(limit_view *x, ludo_step_limits *out)
{
    const fastest spring = ludo_limit_view_fastest(x, x->K),
                  damper = ludo_limit_view_fastest(x, x->C);
    if (spring.value > 0.0) {
        add_limit(out,
                  (ludo_limit){"oscillation",
                               "a quarter of a radian of the fastest oscillation by springs and "
                               "actuators",
                               spring.joint, LUDO_LIMIT_PRACTICAL, phase / sqrt(spring.value), 0});
    }
    if (damper.value > 0.0) {
        add_limit(out, (ludo_limit){"damping", "the fastest decay by dampers does not ring",
                                    damper.joint, LUDO_LIMIT_PRACTICAL, decay / damper.value, 0});
    }
}

static void limit_gravity(limit_view *x, ludo_sim *sim, ludo_step_limits *out)
{
    const double g = v3_norm(sim->state.model->gravity);
    fastest swing = {0.0, 0.0, no_node()};
    for (int axis = 0; axis < 3; axis++) {
        pull_along(x, v3(axis == 0 ? g : 0.0, axis == 1 ? g : 0.0, axis == 2 ? g : 0.0));
        const fastest along = ludo_limit_view_fastest(x, x->hessian.K);
        swing = along.value > swing.value ? along : swing;
    }
    if (swing.value > 0.0) {
        add_limit(out,
                  (ludo_limit){"pendulum",
                               "a quarter of a radian of the fastest oscillation by gravity, along "
                               "any axis",
                               swing.joint, LUDO_LIMIT_PRACTICAL, phase / sqrt(swing.value), 0});
    }
}

/* Free fall is left out, since steps follow it exactly, and loops, which reduce accelerations. */
static void limit_acceleration(limit_view *x, const ludo_sim *sim, ludo_step_limits *out)
{
    const tree *t = &x->at.tree;
    double most = 0.0;
    ludo_node joint = no_node();
    for (int32_t c = 0; c < t->columns && sim->state.model->loop_count == 0; c++) {
        const tree_node *n = &t->node[t->node_at[c]];
        const double move = fabs(x->at.acceleration[c]) * t->scale[c];
        const bool falls =
            n->kind == &ludo_node_slide && joint_is_free(&sim->state.model->joint[n->slot]);
        if (!falls && move > most) {
            joint = ludo_joint_space_joint(&x->at, t->node_at[c]);
            most = move;
        }
    }
    if (most > 0.0) {
        add_limit(out,
                  (ludo_limit){"acceleration", "a joint is displaced by 1/32 of a radian or length",
                               joint, LUDO_LIMIT_PRACTICAL, sqrt(2.0 * leap / most), 0});
    }
}

void ludo_step_limit_practical(limit_view *x, ludo_sim *sim, ludo_step_limits *out)
{
    limit_turns(sim, out);
    if (x->at.tree.columns > 0) {
        limit_acceleration(x, sim, out);
        limit_forces(x, out);
        limit_gravity(x, sim, out);
    }
}
