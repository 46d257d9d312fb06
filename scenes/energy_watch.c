/* SPDX-License-Identifier: Apache-2.0
 *
 * What is promised of the energy of passive scenes [contact.md 6], knot by knot. */
#include "scenes.h"

#include <math.h>

/* The part of what moves by which energies may rise, beyond what their integrator swings by. */
static const double energy_limit = 0.01;

static double largest(const double *of)
{
    return fmax(of[0], fmax(of[1], of[2]));
}

/* The fastest that a body spins [rad/s]. */
static double fastest_spin(ludo_sim *sim)
{
    double most = 0.0;
    for (int32_t b = 0; b < ludo_model_body_count(ludo_sim_model(sim)); b++) {
        ludo_body_state s;
        if (ludo_sim_body_state(sim, b, &s) == LUDO_OK) {
            const ludo_vec3 w = s.angular_velocity;
            most = fmax(most, sqrt(w.x * w.x + w.y * w.y + w.z * w.z));
        }
    }
    return most;
}

/* What energies of knots may miss: part of what moves; those of an integrator of order 2 swing by
 * (h w)^2 of it; what leaves a contact takes along the half step of weight, m (h g)^2 / 2, that the
 * contact held. */
static double allowance(const energy_watch *w, ludo_sim *sim, double h, const ludo_energy *e)
{
    const double turn = h * fastest_spin(sim), drop = h * 9.81;
    const double moves = fmax(e->kinetic, largest(w->kinetic));
    const double mass = ludo_model_mass(ludo_sim_model(sim));
    return (energy_limit + turn * turn) * moves + mass * drop * drop;
}

ludo_status ludo_scene_watch_energy(energy_watch *w, ludo_sim *sim)
{
    ludo_energy e;
    const ludo_status status = ludo_sim_energy(sim, &e);
    if (status == LUDO_OK) {
        w->start = ludo_energy_stored(&e);
        w->number = 0;
        for (int i = 0; i < ENERGY_KNOTS; i++) {
            w->energy[i] = w->start;
            w->kinetic[i] = e.kinetic;
        }
    }
    return status;
}

ludo_status ludo_scene_weigh_energy(energy_watch *w, ludo_sim *sim, double h, double *rise,
                                    double *gain)
{
    ludo_energy e;
    const ludo_status status = ludo_sim_energy(sim, &e);
    if (status == LUDO_OK) {
        const double now = ludo_energy_stored(&e), may = allowance(w, sim, h, &e);
        *rise = (now - largest(w->energy)) / may;
        *gain = (now - w->start) / may;
        w->energy[w->number % ENERGY_KNOTS] = now;
        w->kinetic[w->number % ENERGY_KNOTS] = e.kinetic;
        w->number++;
    }
    return status;
}
