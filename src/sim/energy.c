/* SPDX-License-Identifier: Apache-2.0
 *
 * Energies and momenta at the knot: sums over bodies, joints and springs. */
#include "joints/ball_spring.h"
#include "tendons/curve.h"
#include "tendons/laws.h"
#include "sim/sim.h"
#include "math/symmetric.h"

#include <math.h>

/* J w of the body at index s, body frame. */
static ludo_vec3 spin(const ludo_sim *sim, int32_t s, ludo_vec3 w)
{
    return s3_apply(s3_from(sim->state.model->inertia[s].J), w);
}

/* (L, p) = A (w, v) of a body in a fluid: the impulse of the fluid that moves with it, body frame,
 * about the centre of mass. */
static void fluid_impulse(const fluid_data *f, ludo_vec3 w, ludo_vec3 v, ludo_vec3 *L, ludo_vec3 *p)
{
    const double chi[6] = {w.x, w.y, w.z, v.x, v.y, v.z};
    double impulse[6] = {0.0};
    for (int r = 0; r < 6; r++) {
        for (int c = 0; c < 6; c++) {
            impulse[r] += f->A[6 * r + c] * chi[c];
        }
    }
    *L = v3_at(impulse);
    *p = v3_at(impulse + 3);
}

/* ½ k stretch^2 */
static double spring_energy(double k, const double rest[2], double q)
{
    const double stretch = spring_stretch(rest, q);
    return 0.5 * k * stretch * stretch;
}

static void add_bodies(const ludo_sim *sim, ludo_energy *e)
{
    const ludo_model *m = sim->state.model;
    const pose *z = state_poses(&sim->state);
    for (int32_t s = 0; s < m->slots; s++) {
        const double mass = m->inertia[s].mass;
        const ludo_vec3 v = sim->state.twists[s].v, w = m3_apply_t(&z[s].R, sim->state.twists[s].w);
        e->kinetic += 0.5 * (mass * v3_dot(v, v) + v3_dot(w, spin(sim, s, w)));
        e->potential -= m->weight[s].mass * v3_dot(m->gravity, z[s].x);
        if (m->weighs_off) {
            e->potential -= v3_dot(m->gravity, m3_apply(&z[s].R, m->weight[s].moment));
        }
    }
}

/* Kinetic energy of the fluids, and the potential energy of buoyancy. */
static void add_fluids(const ludo_sim *sim, ludo_energy *e)
{
    const ludo_model *m = sim->state.model;
    for (int32_t i = 0; i < m->fluids; i++) {
        const fluid_data *f = &m->fluid[i];
        const pose *z = &state_poses(&sim->state)[f->slot];
        const twist *t = &sim->state.twists[f->slot];
        const ludo_vec3 w = m3_apply_t(&z->R, t->w), v = m3_apply_t(&z->R, t->v);
        const ludo_vec3 center = v3_add(z->x, m3_apply(&z->R, f->buoyancy));
        ludo_vec3 L, p;
        fluid_impulse(f, w, v, &L, &p);
        e->kinetic += 0.5 * (v3_dot(w, L) + v3_dot(v, p));
        e->potential += f->displaced * v3_dot(m->gravity, center);
    }
}

/* Armatures and springs of joints; phi and rate have all columns. */
static void add_joints(const ludo_sim *sim, const double *phi, const double *rate, ludo_energy *e)
{
    const ludo_model *m = sim->state.model;
    const pose *z = state_poses(&sim->state);
    for (int32_t c = 0; c < m->columns; c++) {
        if (m->acts[c]) {
            const double rest[2] = {m->along[c].rest, m->along[c].rest};
            e->kinetic += 0.5 * m->along[c].armature * rate[c] * rate[c];
            e->springs += spring_energy(m->along[c].stiffness, rest, phi[c]);
        }
    }
    for (int32_t i = 0; i < m->curves; i++) {
        e->springs += curve_energy(&m->curve[i], phi[m->curve[i].column]);
    }
    for (int32_t i = 0; i < m->ball_springs; i++) {
        const ball_spring_data *t = &m->ball_spring[i];
        const joint_data *j = &m->joint[t->slot];
        const double *w = rate + t->column;
        e->kinetic += 0.5 * t->armature * (w[0] * w[0] + w[1] * w[1] + w[2] * w[2]);
        e->springs +=
            ludo_ball_spring_energy(t->stiffness, joint_relative(j, &z[j->parent], &z[t->slot]));
    }
}

/* Springs of the translations of free joints. */
static void add_tethers(const ludo_sim *sim, ludo_energy *e)
{
    const ludo_model *m = sim->state.model;
    for (int32_t i = 0; i < m->tethers; i++) {
        const tether_data *t = &m->tether[i];
        const pose *z = &state_poses(&sim->state)[t->slot];
        const ludo_vec3 stretch = v3_sub(v3_add(z->x, m3_apply(&z->R, t->point)), t->rest);
        e->springs += 0.5 * t->stiffness * v3_dot(stretch, stretch);
    }
}

ludo_status ludo_sim_energy(ludo_sim *sim, ludo_energy *out)
{
    const ludo_status status = out != NULL ? ludo_sim_twists(sim) : LUDO_BAD_ARGUMENT;
    if (status != LUDO_OK) {
        return status;
    }
    integrator_settle_knot(sim->integrator, &sim->state);
    const ludo_model *m = sim->state.model;
    const sim_progress *p = sim->state.progress;
    *out = (ludo_energy){
        .work = p->work, .dissipated = p->dissipated, .contact = p->contact + p->contact_knot};
    add_bodies(sim, out);
    add_fluids(sim, out);
    if (!m->forced) {
        return LUDO_OK; /* the rest needs the coordinates of all joints */
    }
    ludo_state_gather_scalars(&sim->state, sim->state.efforts, sim->state.rate);
    add_joints(sim, sim->state.efforts, sim->state.rate, out);
    add_tethers(sim, out);
    for (int32_t i = 0; i < m->spring_count; i++) {
        const tendon_data *l = &m->tendon[i];
        tendon_view view = {.span = sim->state.span};
        l->kind->view(l, state_poses(&sim->state), sim->state.efforts, &view);
        const double dL = l->kind->rate(l, &view, &sim->state.twists->v.x, sim->state.rate);
        out->springs += spring_energy(l->stiffness, l->rest, view.length);
        out->kinetic += 0.5 * l->armature * dL * dL;
    }
    return LUDO_OK;
}

double ludo_energy_stored(const ludo_energy *energy)
{
    return energy != NULL ? energy->kinetic + energy->potential + energy->springs : (double)NAN;
}

double ludo_energy_error(const ludo_energy *from, const ludo_energy *to)
{
    if (from == NULL || to == NULL) {
        return (double)NAN;
    }
    const double stored = ludo_energy_stored(to) - ludo_energy_stored(from);
    const double lost = (to->dissipated - from->dissipated) + (to->contact - from->contact);
    return stored - (to->work - from->work) + lost;
}

/* Add a body at pose z: linear momentum, and angular momentum about its centre of mass. */
static void add_momentum(ludo_momentum *sum, const pose *z, ludo_vec3 linear, ludo_vec3 own)
{
    sum->linear = v3_add(sum->linear, linear);
    sum->angular = v3_add(sum->angular, v3_add(v3_cross(z->x, linear), own));
}

ludo_status ludo_sim_momentum(ludo_sim *sim, ludo_momentum *out)
{
    const ludo_status status = out != NULL ? ludo_sim_twists(sim) : LUDO_BAD_ARGUMENT;
    if (status != LUDO_OK) {
        return status;
    }
    const ludo_model *m = sim->state.model;
    const pose *z = state_poses(&sim->state);
    *out = (ludo_momentum){{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
    for (int32_t s = 0; s < m->slots; s++) {
        const ludo_vec3 p = v3_scale(m->inertia[s].mass, sim->state.twists[s].v);
        const ludo_vec3 w = m3_apply_t(&z[s].R, sim->state.twists[s].w);
        const ludo_vec3 own = m3_apply(&z[s].R, spin(sim, s, w));
        add_momentum(out, &z[s], p, own);
    }
    for (int32_t i = 0; i < m->fluids; i++) {
        const int32_t s = m->fluid[i].slot;
        ludo_vec3 L, p;
        fluid_impulse(&m->fluid[i], m3_apply_t(&z[s].R, sim->state.twists[s].w),
                      m3_apply_t(&z[s].R, sim->state.twists[s].v), &L, &p);
        add_momentum(out, &z[s], m3_apply(&z[s].R, p), m3_apply(&z[s].R, L));
    }
    return LUDO_OK;
}
