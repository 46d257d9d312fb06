/* SPDX-License-Identifier: Apache-2.0
 *
 * Energies and momenta at the knot: sums over bodies. */
#include "integrators/sim.h"
#include "math/symmetric.h"

/* J w of the body in slot s, body frame. */
static ludo_vec3 spin(const ludo_sim *sim, int32_t s, ludo_vec3 w)
{
    return s3_apply(s3_from(sim->model->inertia[s].J), w);
}

ludo_status ludo_sim_energy(ludo_sim *sim, ludo_energy *out)
{
    const ludo_status status = out != NULL ? ludo_sim_twists(sim) : LUDO_BAD_ARGUMENT;
    if (status != LUDO_OK) {
        return status;
    }
    const ludo_model *m = sim->model;
    const pose *z = sim_poses(sim);
    *out = (ludo_energy){0};
    for (int32_t s = 0; s < m->slots; s++) {
        const double mass = m->inertia[s].mass;
        const ludo_vec3 v = sim->twists[s].v, w = m3_apply_t(&z[s].R, sim->twists[s].w);
        out->kinetic += 0.5 * (mass * v3_dot(v, v) + v3_dot(w, spin(sim, s, w)));
        out->potential -= mass * v3_dot(m->gravity, z[s].x);
    }
    return LUDO_OK;
}

ludo_status ludo_sim_momentum(ludo_sim *sim, ludo_momentum *out)
{
    const ludo_status status = out != NULL ? ludo_sim_twists(sim) : LUDO_BAD_ARGUMENT;
    if (status != LUDO_OK) {
        return status;
    }
    const ludo_model *m = sim->model;
    const pose *z = sim_poses(sim);
    *out = (ludo_momentum){{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
    for (int32_t s = 0; s < m->slots; s++) {
        const ludo_vec3 p = v3_scale(m->inertia[s].mass, sim->twists[s].v);
        const ludo_vec3 w = m3_apply_t(&z[s].R, sim->twists[s].w);
        const ludo_vec3 own = m3_apply(&z[s].R, spin(sim, s, w));
        out->linear = v3_add(out->linear, p);
        out->angular = v3_add(out->angular, v3_add(v3_cross(z[s].x, p), own));
    }
    return LUDO_OK;
}
