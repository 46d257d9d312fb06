/* SPDX-License-Identifier: Apache-2.0
 *
 * The common part of integrators of a single body [groups.md 2]. */
#include "integrators/joint_space/single_body.h"

#include "core/diagnostic.h"
#include "dynamics/node.h"

/* ---- acceptable models ---- */

/* Whether any joint between the world and the body at index s lets it move. */
static bool moves(const ludo_model *m, int32_t s)
{
    while (s >= 0 && m->joint[s].dof == 0) {
        s = m->parent[s];
    }
    return s >= 0;
}

/* The first body index from s on whose body moves; the number of bodies if none does. */
static int32_t next_moving(const ludo_model *m, int32_t s)
{
    while (s < m->slots && !moves(m, s)) {
        s++;
    }
    return s;
}

static ludo_status refuse_none(const char *name, ludo_diagnostic *why)
{
    ludo_diagnose(why, (ludo_place){0}, "integrator %s needs one body that moves: none does", name);
    return LUDO_REFUSED;
}

static ludo_status refuse_second(const ludo_model *m, int32_t first, int32_t second,
                                 const char *name, ludo_diagnostic *why)
{
    ludo_diagnose(
        why, (ludo_place){0},
        "integrator %s simulates one moving body: '%s' moves beside '%s'; use galerkin, or"
        " lie-group where they float or hang on a ball%s",
        name, m->body[m->body_of[second]].name, m->body[m->body_of[first]].name,
        ludo_joint_space_without(m));
    return LUDO_REFUSED;
}

static ludo_status accept_joint(const ludo_model *m, int32_t s, const char *name, bool hangs,
                                ludo_diagnostic *why)
{
    const joint_data *j = &m->joint[s];
    if (joint_is_free(j) || (hangs && ludo_joint_space_is_ball(j))) {
        return LUDO_OK;
    }
    const model_joint *named = &m->joints[m->joint_of[s]];
    ludo_diagnose(why, (ludo_place){0},
                  "integrator %s needs a body that floats%s: '%s' is on joint '%s' (%s); use %s%s",
                  name, hangs ? " or hangs on a ball" : "", m->body[m->body_of[s]].name,
                  named->name, named->type,
                  ludo_joint_space_is_ball(j) ? "rigid-body or galerkin" : "galerkin",
                  ludo_joint_space_without(m));
    return LUDO_REFUSED;
}

ludo_status ludo_single_body_accept(const ludo_model *model, sim_settings *s, const char *name,
                                    bool hangs, ludo_diagnostic *why)
{
    static const char *const solvers[] = {NULL};
    const ludo_status status = ludo_joint_space_accept(s, name, solvers, why);
    const int32_t first = next_moving(model, 0), second = next_moving(model, first + 1);
    return status != LUDO_OK       ? status
           : first >= model->slots ? refuse_none(name, why)
           : second < model->slots ? refuse_second(model, first, second, name, why)
                                   : accept_joint(model, first, name, hangs, why);
}

/* ---- memory ---- */

void ludo_single_body_layout(single_body *b, const sim_state *state, arena *kept, arena *scratch)
{
    ludo_joint_space_layout(&b->base, state, kept, scratch);
    const tree *t = &b->base.tree;
    b->end = TAKE(scratch, t->positions, double);
    ludo_acting_layout(&b->acting[0], state, t, scratch);
    ludo_acting_layout(&b->acting[1], state, t, scratch);
}

void ludo_single_body_open(single_body *b, const sim_state *state)
{
    ludo_joint_space_open(&b->base, state);
    b->node = b->base.tree.node_of[next_moving(state->model, 0)];
    const tree_node *n = &b->base.tree.node[b->node];
    const inertia M = inertia_at(n->mass, n->com, n->J);
    const double armature = b->base.forces.armature[n->column];
    b->floats = n->column > 0;
    b->mass = n->mass;
    b->J = s3_from(M.I);
    b->J.xx += armature, b->J.yy += armature, b->J.zz += armature;
}

/* ---- coordinates and rates ---- */

static const tree_node *ball_of(const single_body *b)
{
    return &b->base.tree.node[b->node];
}

body_motion ludo_single_body_motion(const single_body *b)
{
    const double *rate = b->base.rate;
    return (body_motion){b->floats ? v3_at(rate) : v3(0.0, 0.0, 0.0),
                         v3_at(rate + ball_of(b)->column)};
}

void ludo_single_body_put_motion(single_body *b, body_motion by)
{
    const double V[] = {by.V.x, by.V.y, by.V.z};
    const double w[] = {by.w.x, by.w.y, by.w.z};
    memcpy(b->base.rate, V, sizeof V);
    memcpy(b->base.rate + ball_of(b)->column, w, sizeof w);
}

ludo_quat ludo_single_body_rotation(const single_body *b, const double *q)
{
    const double *r = q + ball_of(b)->position;
    return (ludo_quat){r[0], r[1], r[2], r[3]};
}

/* ---- an interval ---- */

void ludo_single_body_begin(single_body *b)
{
    ludo_tree_place_origins(&b->base.tree, b->base.q, b->base.origin);
}

void ludo_single_body_move(single_body *b, ludo_vec3 dx, ludo_quat turn)
{
    const double *q = b->base.q;
    if (b->floats) {
        b->end[0] = q[0] + dx.x, b->end[1] = q[1] + dx.y, b->end[2] = q[2] + dx.z;
    }
    const ludo_quat to = q_normalized(q_mul(ludo_single_body_rotation(b, q), turn));
    double *r = b->end + ball_of(b)->position;
    r[0] = to.w, r[1] = to.x, r[2] = to.y, r[3] = to.z;
}

/* The generalized force of column c. */
static double along(const single_body *b, const acting *acts, int32_t c)
{
    return pair_of(acts->wrench[b->node], b->base.knot.S[c]) + acts->e[c];
}

/* The generalized forces of three columns. */
static ludo_vec3 along_three(const single_body *b, const acting *acts, int32_t c)
{
    return v3(along(b, acts, c), along(b, acts, c + 1), along(b, acts, c + 2));
}

ludo_status ludo_single_body_act(single_body *b, sim_state *state, int end, body_motion by,
                                 double time, body_effort *out)
{
    joint_space *x = &b->base;
    acting *acts = &b->acting[end];
    const double *q = end == 0 ? x->q : b->end;
    ludo_single_body_put_motion(b, by);
    ludo_tree_down(&x->tree, q, x->zero, x->rate, &x->knot);
    const forces_instant now = {state, &x->knot, q, x->zero, x->rate, time};
    const ludo_status status = ludo_forces_evaluate(&x->forces, &now, acts);
    out->f = b->floats ? along_three(b, acts, 0) : v3(0.0, 0.0, 0.0);
    out->u = along_three(b, acts, ball_of(b)->column);
    const bool numbers = v3_finite(out->f) && v3_finite(out->u);
    return status == LUDO_OK && !numbers ? LUDO_NOT_CONVERGED : status;
}

mat3 ludo_single_body_damping(const single_body *b, int end)
{
    mat3 by_w;
    memcpy(by_w.m, b->acting[end].e_dy + 3 * ball_of(b)->column, sizeof by_w.m);
    return by_w;
}

void ludo_single_body_accept_step(single_body *b, sim_state *state, double h,
                                  const double weight[2])
{
    joint_space *x = &b->base;
    ludo_forces_begin_work(state);
    for (int end = 0; end < 2; end++) {
        if (weight[end] > 0.0) {
            ludo_forces_add_work(state, &b->acting[end], weight[end] * h, h);
        }
    }
    memcpy(x->q, b->end, (size_t)x->tree.positions * sizeof *x->q);
    ludo_tree_write_poses(&x->tree, x->q, state_poses(state), state->memory);
    state->progress->interval = h;
    state->progress->twists_known = 0;
}

ludo_node ludo_single_body_node(const single_body *b)
{
    return ludo_joint_space_body(&b->base, b->node);
}
