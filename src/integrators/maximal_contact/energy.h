/* SPDX-License-Identifier: Apache-2.0
 *
 * The work of reactions and the energy that cones take [contact.md 6]. */
#ifndef LUDO_INTEGRATORS_MAXIMAL_CONTACT_ENERGY_H
#define LUDO_INTEGRATORS_MAXIMAL_CONTACT_ENERGY_H

#include "integrators/maximal_contact/contact.h"

/* ---- work (energy_check.c) ---- */

/* The energies of all islands but `residual`, in the interval that was solved; r and e are its
 * balances without reactions. Overwrites c->u and c->w. */
void ludo_maximal_contact_measure_energy(sim_state *state, double h, const double *r,
                                         const double *e);

/* Their residual energies, where the tree's r and e are those balances, which get the reactions. */
void ludo_maximal_contact_measure_residual(sim_state *state);

/* The work of an island's reactions; its part above the limit of passive reactions, 0 where an
 * overlap is being removed; and the energy at hand: of the bodies at the speed scale, of the knot
 * and of forces inside joints. After both of the above [J]. */
double ludo_maximal_contact_work(const island *k);
double ludo_maximal_contact_gain(const maximal_contacts *c, const island *k);
double ludo_maximal_contact_energy(const island *k);

/* Whether an overlap of the start is being removed. */
bool ludo_maximal_contact_removes_overlap(const maximal_contacts *c, const island *k);

/* Save rates, velocities and the length of an accepted interval; rates and velocities of the knot,
 * the tree's w and the twists, for the next. */
void ludo_maximal_contact_pass(maximal *x, const sim_state *state, double h);
void ludo_maximal_contact_begin_rates(maximal *x, const sim_state *state);

/* At a start: no body has an interval. */
void ludo_maximal_contact_clear_intervals(maximal *x, const ludo_model *m);

/* ---- energy taken (energy_taken.c) ---- */

/* The energy that the impulses p of all cones take at t_k, in the interval that was solved; its
 * balances are in c->r and e; after ludo_maximal_contact_measure_energy(). Overwrites c->mean [J].
 */
double ludo_maximal_contact_taken(sim_state *state, double h);

/* Before (B) is solved with cones: save its solution without them, the tree's u. */
void ludo_maximal_contact_begin_knot(maximal *x, const ludo_model *m);

/* The energy that the impulses p' of all cones take at the knot where they lead to the velocities
 * in the tree's u; `bounced`: by a bounce [J]. */
double ludo_maximal_contact_knot_taken(sim_state *state, bool bounced);

/* The same of velocities that were found for a reader, the twists of the state; the tree's u and w
 * are those without cones. Overwrites these. */
void ludo_maximal_contact_settle_knot(sim_state *state);

/* Whether any of the cones of the knot strikes. */
bool ludo_maximal_contact_knot_strikes(const sim_state *state);

/* Rates of all joints per degree of freedom, those of quaternions about the axes of the world, of
 * bodies with velocities u. */
void ludo_maximal_contact_joint_rates(const sim_state *state, const double *u, double *rate);

/* The energy of the change of velocities by these impulses, >= 0 [J]. Overwrites c->mean. */
double ludo_maximal_contact_knot_exchange(sim_state *state);

/* The velocities of the interval, at the iterate, per body 6; and those of the knot's twists as the
 * ones before the next interval. */
void ludo_maximal_contact_read_velocities(const maximal *x, const ludo_model *m, double *u);
void ludo_maximal_contact_begin_velocities(maximal *x, const sim_state *state);

#endif
