/* SPDX-License-Identifier: Apache-2.0
 *
 * The solve of an interval with contacts: its contact set, the fallbacks of its islands, and the
 * rounds and energy checks of all of them [contact.md 4]. */
#ifndef LUDO_INTEGRATORS_MAXIMAL_CONTACT_SOLVE_H
#define LUDO_INTEGRATORS_MAXIMAL_CONTACT_SOLVE_H

#include "integrators/maximal_contact/contact.h"

/* ---- the interval (interval_problem.c, interval_system.c) ---- */

/* Solve (A) in all islands that aren't solved, each from its start with its mode and the friction
 * of its cones; each gets its status, as of Newton's method. `evaluated`: the iterate is the start,
 * and was evaluated. @return LUDO_OK, LUDO_TOO_MANY_CONTACTS; as ludo_maximal_newton_evaluate(),
 * where a start can't be evaluated */
ludo_status ludo_maximal_contact_solve_islands(const contact_interval *i, bool evaluated);

/* Save the iterate as the start of the solves of an island; put its bodies there, with the
 * coordinates that poses do not determine. */
void ludo_maximal_contact_save_island_start(maximal *x, const sim_state *state, const island *k);
void ludo_maximal_contact_load_start(maximal *x, const sim_state *state, const island *k);

/* Evaluate the iterate and its balances again. @return as ludo_maximal_newton_evaluate() */
ludo_status ludo_maximal_contact_refresh(const contact_interval *i);

/* Put the iterate where a solve starts, and evaluate it. @return as ludo_maximal_newton_evaluate()
 */
ludo_status ludo_maximal_contact_restart(const contact_interval *i);

/* ---- contact set (contact_set.c) ---- */

/* Gather the contacts between the knot and the iterate, in islands that aren't solved. `solved`:
 * the iterate is a solution. @return LUDO_OK, LUDO_TOO_MANY_CONTACTS */
ludo_status ludo_maximal_contact_find(const contact_interval *i, bool solved);

/* The contacts at another solution; islands keep their levels, and are to be solved again. */
ludo_status ludo_maximal_contact_find_again(const contact_interval *i);

/* Add the cones that the solution violates and that were unknown: *added of them, whose islands are
 * to be solved again. *excess: the pair of shapes with the largest overlap beyond that at t_k.
 * @return LUDO_OK, LUDO_TOO_MANY_CONTACTS; LUDO_CONTACT: a body overlaps one that is held */
ludo_status ludo_maximal_contact_add_violated(const contact_interval *i, int32_t *added,
                                              search_result *excess);

/* Test a solution without contacts. @return LUDO_OK; LUDO_CONTACT: a body overlaps one that is held
 */
ludo_status ludo_maximal_contact_meet(const contact_interval *i);

/* ---- islands without contacts at first (free_islands.c) ---- */

/* At an iterate extrapolated from the last interval: choose the islands that are solved without
 * cones first, those that touch nothing, and those that had no cone in the last interval.
 * `single`: the history has one interval alone; then those that touch nothing. @return whether
 * others are left */
bool ludo_maximal_contact_choose_free(const contact_interval *i, bool single);

/* Solve them by Newton's method. Those that then violate no cone are solved, the others at their
 * start. @return as ludo_maximal_newton_evaluate() */
ludo_status ludo_maximal_contact_solve_free(const contact_interval *i);

/* ---- fallbacks (fallbacks.c) ---- */

/* Give islands that aren't solved the equations of their level, the first one if they have none;
 * and all islands their units. */
void ludo_maximal_contact_prepare(const contact_interval *i);

/* The next level of an island after a failure; without one the island is given up, or the step
 * fails, by one of its cones. @return LUDO_OK, LUDO_CONTACT, or the failure's own status */
ludo_status ludo_maximal_contact_fall_back(const contact_interval *i, island *k,
                                           ludo_status status);

/* ---- all islands (solve.c) ---- */

/* Whether reactions add no more energy in an island than a solution may; after
 * ludo_maximal_contact_measure_energy(). */
bool ludo_maximal_contact_is_passive(const contact_interval *i, const island *k);

/* At a solution: impacts inside of the interval. In a whole step their bodies are held, *any: some
 * are; in parts the interval fails. @return LUDO_OK, LUDO_CONTACT */
ludo_status ludo_maximal_contact_meet_impacts(const contact_interval *i, bool *any);

/* Solve all islands that aren't solved, whose cones are gathered. `evaluated`: the iterate is where
 * iterations start, and was evaluated. @return as ludo_maximal_contact_solve() */
ludo_status ludo_maximal_contact_solve_all(const contact_interval *i, bool evaluated);

#endif
