/* SPDX-License-Identifier: Apache-2.0
 *
 * The common part of integrators in joint coordinates [minimal.md 6.1]. */
#include "integrators/joint_space/joint_space.h"

#include "core/diagnostic.h"

/* ---- options ---- */

/* The value of options that an integrator does not have. */
static const char none[] = "";

static ludo_status refuse(ludo_diagnostic *why, const char *name, const char *option,
                          const char *value)
{
    ludo_diagnose(why, (ludo_place){0}, "integrator %s has no %s '%s'", name, option, value);
    return LUDO_REFUSED;
}

/* The static name of the requested solver; NULL: unknown. */
static const char *find_solver(const char *const *solvers, const char *asked)
{
    if (asked == NULL) {
        return solvers[0] != NULL ? solvers[0] : none;
    }
    for (; *solvers != NULL; solvers++) {
        if (strcmp(*solvers, asked) == 0) {
            return *solvers;
        }
    }
    return NULL;
}

const char *ludo_joint_space_without(const ludo_model *model)
{
    return model->fluids > 0 ? ", without the fluid" : "";
}

bool ludo_joint_space_is_ball(const joint_data *j)
{
    const joint_links links = j->kind->links(j);
    return links.count == 1 && links.link[0].motion == LINK_BALL;
}

ludo_status ludo_joint_space_accept(sim_settings *s, const char *name, const char *const *solvers,
                                    ludo_diagnostic *why)
{
    if (s->rotation != NULL) {
        return refuse(why, name, "rotation update", s->rotation);
    }
    if (s->damping != NULL) {
        return refuse(why, name, "damping", s->damping);
    }
    if (s->cone != NULL) {
        return refuse(why, name, "cone", s->cone);
    }
    const char *solver = find_solver(solvers, s->solver);
    if (solver == NULL) {
        return refuse(why, name, "solver", s->solver);
    }
    s->rotation = s->damping = s->cone = none;
    s->solver = solver;
    s->traceless = true;
    return LUDO_OK;
}

/* ---- memory ---- */

void ludo_joint_space_layout(joint_space *x, const sim_state *state, arena *kept, arena *scratch)
{
    tree *t = &x->tree;
    ludo_tree_layout(t, state->model, scratch);
    x->q = TAKE(kept, t->positions, double);
    x->origin = TAKE(scratch, t->nodes, ludo_vec3);
    ludo_tree_instant_layout(&x->knot, t, scratch);
    ludo_tree_factors_layout(&x->factors, t, scratch);
    ludo_forces_layout(&x->forces, state, t, scratch);
    ludo_acting_layout(&x->acting, state, t, scratch);
    x->zero = TAKE(scratch, t->columns, double);
    x->rate = TAKE(scratch, t->columns, double);
    x->acceleration = TAKE(scratch, t->columns, double);
    x->e = TAKE(scratch, t->columns, double);
    x->bias = TAKE(scratch, t->nodes, force);
    x->total = TAKE(scratch, t->nodes, force);
    x->drift = TAKE(scratch, t->nodes, motion);
    x->a = TAKE(scratch, t->nodes, motion);
    x->given = TAKE(scratch, state->model->slots, twist);
    ludo_keyframe_layout(&x->order, t, scratch);
    x->position = TAKE(scratch, t->positions, double);
    x->velocity = TAKE(scratch, t->columns, double);
    x->chart = TAKE(scratch, t->positions, double);
}

void ludo_joint_space_open(joint_space *x, const sim_state *state)
{
    x->forces.tree = &x->tree; /* *x was copied after its layout */
    x->knot.origin = x->origin;
    ludo_tree_open(&x->tree);
    x->order.tree = &x->tree;
    ludo_keyframe_open(&x->order);
    ludo_forces_open(&x->forces, state);
}

/* ---- the knot ---- */

ludo_node ludo_joint_space_joint(const joint_space *x, int32_t node)
{
    const bool known = node >= 0 && node < x->tree.nodes;
    return known ? node_of(LUDO_NODE_JOINT, x->tree.node[node].joint) : no_node();
}

ludo_node ludo_joint_space_body(const joint_space *x, int32_t node)
{
    return node_of_body(x->tree.model, x->tree.node[node].slot);
}

void ludo_joint_space_view_knot(joint_space *x)
{
    ludo_tree_place_origins(&x->tree, x->q, x->origin);
    ludo_tree_down(&x->tree, x->q, x->zero, x->rate, &x->knot);
}

/* Factorise at the last evaluated instant. */
static ludo_status factorize(joint_space *x, sim_state *state)
{
    ludo_tree_factorize(&x->tree, &x->knot, x->forces.armature, &x->factors);
    const bool regular = tree_is_regular(&x->factors);
    state->failed = regular ? no_node() : ludo_joint_space_joint(x, x->factors.weakest);
    return regular ? LUDO_OK : LUDO_SINGULAR;
}

ludo_status ludo_joint_space_rates(joint_space *x, sim_state *state, const double *p)
{
    ludo_joint_space_view_knot(x);
    const ludo_status status = factorize(x, state);
    if (status == LUDO_OK) {
        ludo_tree_solve(&x->tree, &x->knot, &x->factors, p, (tree_terms){NULL, NULL}, x->rate);
    }
    return status;
}

void ludo_joint_space_momenta(joint_space *x, const double *rate, double *p)
{
    const tree *t = &x->tree;
    const tree_loads loads = {x->a, x->total, p};
    ludo_tree_inverse(t, &x->knot, rate, (tree_terms){NULL, NULL}, &loads);
    for (int32_t c = 0; c < t->columns; c++) {
        p[c] += x->forces.armature[c] * rate[c];
    }
}

void ludo_joint_space_put_twists(joint_space *x, sim_state *state)
{
    ludo_tree_write_twists(&x->tree, x->q, state_poses(state), x->rate, state->twists,
                           state->stored_rate);
}

void ludo_joint_space_advance(joint_space *x, sim_state *state, const double *y, double h)
{
    ludo_tree_advance(&x->tree, y, x->q);
    ludo_tree_write_poses(&x->tree, x->q, state_poses(state), state->memory);
    state->progress->interval = h;
    state->progress->twists_known = 0;
}

/* ---- starting ---- */

/* The twist of the body at index s as a motion about the origin of its tree. */
static motion slot_motion(const joint_space *x, const sim_state *state, int32_t s, twist V)
{
    const ludo_vec3 c = v3_sub(state_poses(state)[s].x, x->origin[x->tree.node_of[s]]);
    return (motion){V.w, v3_sub(V.v, v3_cross(V.w, c))};
}

/* Correct the rates by the momenta of the difference between the given twists and those of the
 * rates. The resulting motion is the closest one in the metric of M, as in the maximal
 * integrator. */
static ludo_status project(joint_space *x, sim_state *state)
{
    const tree *t = &x->tree;
    memset(x->bias, 0, (size_t)t->nodes * sizeof *x->bias);
    for (int32_t s = 0; s < state->model->slots; s++) {
        const int32_t i = t->node_of[s];
        const motion open = motion_axpy(x->knot.v[i], -1.0, slot_motion(x, state, s, x->given[s]));
        x->bias[i] = inertia_apply(&x->knot.M[i], open);
    }
    const ludo_status status = factorize(x, state);
    if (status == LUDO_OK) {
        ludo_tree_solve(t, &x->knot, &x->factors, x->zero, (tree_terms){x->bias, NULL}, x->e);
        for (int32_t c = 0; c < t->columns; c++) {
            x->rate[c] += x->e[c];
        }
    }
    return status;
}

ludo_status ludo_joint_space_start(joint_space *x, sim_state *state, ludo_start_report *report)
{
    const tree *t = &x->tree;
    const size_t slots = (size_t)state->model->slots;
    memcpy(x->given, state->twists, slots * sizeof *x->given);
    ludo_tree_read_positions(t, state_poses(state), state->memory, x->q);
    ludo_tree_read_rates(t, state_poses(state), state->memory, state->twists, state->stored_rate,
                         x->rate);
    ludo_joint_space_view_knot(x);
    const ludo_status status = project(x, state);
    if (status != LUDO_OK) {
        return status;
    }
    ludo_joint_space_view_knot(x);
    ludo_tree_write_poses(t, x->q, state_poses(state), state->memory);
    ludo_joint_space_put_twists(x, state);
    report_correction(report, state, x->given);
    state->progress->interval = 0.0;
    return LUDO_OK;
}

/* ---- forward dynamics ---- */

ludo_status ludo_joint_space_accelerate(joint_space *x, sim_state *state, joint_space_instant at)
{
    state->failed = no_node();
    ludo_tree_down(&x->tree, at.q, x->zero, at.rate, &x->knot);
    const forces_instant now = {state, &x->knot, at.q, x->zero, at.rate, at.time};
    ludo_status status = ludo_forces_evaluate(&x->forces, &now, at.acting);
    if (status == LUDO_OK) {
        status = factorize(x, state);
    }
    if (status == LUDO_OK) {
        ludo_tree_bias(&x->tree, &x->knot, at.rate, at.acting->wrench, x->bias, x->drift);
        ludo_tree_solve(&x->tree, &x->knot, &x->factors, at.acting->e,
                        (tree_terms){x->bias, x->drift}, at.acceleration);
    }
    return status;
}

/* Convert the accelerations of tree columns to derivatives of the rates of keyframes; NaN in gimbal
 * lock of three hinges that are solved as a ball. */
static void order_accelerations(joint_space *x, sim_state *state)
{
    const ludo_model *m = state->model;
    keyframe_order *k = &x->order;
    for (int32_t s = 0; s < m->slots; s++) {
        ludo_state_read_position(state, s, state->position + m->position[s]);
    }
    ludo_state_order_positions(m, state->position, x->position);
    ludo_keyframe_place(k, x->position, NULL, x->chart);
    bool found = ludo_keyframe_from_tree(k, x->rate, x->velocity);
    ludo_keyframe_place(k, x->position, x->velocity, x->chart);
    for (int32_t c = 0; c < x->tree.columns; c++) {
        x->e[c] = x->acceleration[c] - k->drift[c];
    }
    found = ludo_keyframe_from_tree(k, x->e, state->acceleration) && found;
    for (int32_t c = 0; c < x->tree.columns && !found; c++) {
        state->acceleration[c] = (double)NAN;
    }
}

ludo_status ludo_joint_space_reactions(joint_space *x, sim_state *state)
{
    const tree *t = &x->tree;
    ludo_tree_place_origins(t, x->q, x->origin);
    const ludo_status status = ludo_joint_space_accelerate(
        x, state,
        (joint_space_instant){state->progress->time, x->q, x->rate, &x->acting, x->acceleration});
    if (status != LUDO_OK) {
        return status;
    }
    const tree_loads loads = {x->a, x->total, x->e};
    ludo_tree_inverse(t, &x->knot, x->acceleration, (tree_terms){x->bias, x->drift}, &loads);
    for (int32_t s = 0; s < state->model->slots; s++) {
        const int32_t i = t->node_of[s];
        const ludo_vec3 n =
            force_moment(x->total[i], v3_sub(state_poses(state)[s].x, x->origin[i]));
        double *w = state->reaction + 6 * s;
        memset(w, 0, 6 * sizeof *w);
        wrench_add(state->reaction, s, x->total[i].f, n);
    }
    order_accelerations(x, state);
    return LUDO_OK;
}
