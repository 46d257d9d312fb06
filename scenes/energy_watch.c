/* SPDX-License-Identifier: Apache-2.0
 *
 * The bound on the energy of passive scenes [contact.md 6], knot by knot. */
#include "scenes.h"

#include <math.h>

/* The part of the kinetic energy by which energies may rise, beyond the integrator's
 * oscillation. */
static const double energy_limit = 0.01;

static double largest(const double *of)
{
    return fmax(of[0], fmax(of[1], of[2]));
}

/* The largest angular velocity of a body [rad/s]. */
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

/* The allowed rise of the energy at a knot: a part of the kinetic energy; the oscillation of an
 * integrator of order 2, (h w)^2 of the kinetic energy; and m (h g)^2, because a body that leaves a
 * contact keeps the energy m (h g)^2 / 2 of the half step of weight that the contact balanced. */
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
