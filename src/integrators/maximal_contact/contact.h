/* SPDX-License-Identifier: Apache-2.0
 *
 * Contacts, limits and dry friction in the equations of an interval and of a knot [contact.md 2].
 *
 *     (A)  ... = known + G(z_k)^T lambda + sum over cones of F p,
 *          p complementary to y: y_0 = gap(z_{k+1}) / h, slip = T_k V
 *     (B)  M V = P + G^T mu + sum over closed cones of F p',   p' complementary to N V, T V
 *
 * A cone between a body and the world, or along a degree of freedom, is a leaf: its law goes into
 * the block M of the body, or the joint block C, before the tree is factorised. A cone between two
 * bodies becomes constraint rows of the tree (maximal_cones/body_pairs.h). */
#ifndef LUDO_INTEGRATORS_MAXIMAL_CONTACT_CONTACT_H
#define LUDO_INTEGRATORS_MAXIMAL_CONTACT_CONTACT_H

#include "integrators/maximal_cones/contacts.h"

/* Without gravity the least speed scale is that of a motion by this part of the length scale in a
 * step. */
static const double least_move = 1e-3;

/* Whether any pair of geoms of a model has restitution; false with contacts switched off. */
bool ludo_maximal_contact_restitute(const ludo_model *m, const sim_settings *s);

/* Take memory; run twice. */
void ludo_maximal_contact_layout(maximal *x, const sim_state *state, arena *kept, arena *scratch);

/* Compute the constants of the model; and release memory. @return LUDO_OK, LUDO_NO_MEMORY */
ludo_status ludo_maximal_contact_open(maximal *x, sim_state *state);
void ludo_maximal_contact_close(maximal *x, const sim_state *state);

/* Solve the interval after Newton's method without contacts, whose status is `without` and whose
 * iterate is at hand. Without a violated cone, or, where Newton's method failed, without any cone
 * near, the status stays. Else solve with all cones that are near.
 * @return LUDO_OK, LUDO_CONTACT (report->node names the bodies), LUDO_TOO_MANY_CONTACTS, as
 * Newton's method */
ludo_status ludo_maximal_contact_solve(sim_state *state, double h, int32_t stage,
                                       ludo_status without, ludo_step_report *report);

/* Solve the interval from the iterate extrapolated from the last one, in which cones were active:
 * with all cones that are near if any is closed at either end (*met). If none is, the solution
 * without contacts decides. @return as ludo_maximal_contact_solve() */
ludo_status ludo_maximal_contact_predict(sim_state *state, double h, int32_t stage,
                                         ludo_step_report *report, bool *met);

/* Save the iterate, extrapolated by the stage's history, as the start of solves with cones. */
void ludo_maximal_contact_save_start(maximal *x, const sim_state *state);

/* The source of the cone that is farthest from its law, without cones as any_node();
 * the first geom that may touch, else joint with a limit, else with dry friction. */
ludo_node ludo_maximal_contact_worst_node(const sim_state *state);
ludo_node ludo_maximal_contact_any_node(const sim_state *state);

/* Add the impulses of all cones at z_k to the tree's r and e. */
void ludo_maximal_contact_apply_impulses(maximal *x);

/* Report the cones of an island that comes to rest, in an interval h, as the last ones of those at
 * rest. */
void ludo_maximal_contact_report_island(maximal *x, const sim_state *state, const island *k,
                                        double h);

/* The interval was accepted: write its forces for the readers. */
void ludo_maximal_contact_report_step(maximal *x, const sim_state *state, double h);

/* Bounces after the accepted interval: the tree's u and w become the velocities of the knot after
 * them; *bounced: whether there are any. @return as ludo_maximal_contact_solve() */
ludo_status ludo_maximal_contact_bounce(sim_state *state, double h, bool *bounced);

/* Solve (B) with the cones that are closed at the knot; the tree's u and w come as the solution
 * without them. @return as ludo_maximal_contact_solve(), state->failed names the cone */
ludo_status ludo_maximal_contact_solve_velocities(sim_state *state);

/* Solve (B) for a reader: without a solution u and w are those without cones, and the quality of
 * the step counts the knot in `relaxed`. The energy that the impulses take is pending. */
void ludo_maximal_contact_find_velocities(sim_state *state);

/* The pair of geoms with the largest overlap at the knot, for the report of a start. */
void ludo_maximal_contact_measure_overlap(sim_state *state, ludo_start_report *report);

/* The pairs of geoms that overlap at the knot, as integrator.overlaps. Overwrites the search. */
int32_t ludo_maximal_contact_overlaps(sim_state *state, ludo_overlap *out, int32_t room);

/* Forces and quality of the last step. */
contact_report ludo_maximal_contact_report(const sim_state *state);

/* ---- the knot (velocity_problem.c) ---- */

/* Gather the cones of gap <= margin at the knot; solve (B) with them, from the tree's u and w.
 * @return as ludo_maximal_contact_solve_velocities() */
ludo_status ludo_maximal_contact_gather_closed(sim_state *state, double margin);

/* Expect another interval of length h: features found at the knot are kept for it as far as it
 * needs them of pairs at rest. */
void ludo_maximal_contact_expect_step(maximal_contacts *c, const ludo_model *m, double h);
ludo_status ludo_maximal_contact_solve_knot(sim_state *state);

/* ---- bounces (restitution.c) ---- */

/* Before an interval is solved with contacts: save the velocities of the knot and the poses of the
 * iterate, which is the solution without contacts. Overwrites the search and the cones.
 * @return as ludo_maximal_contact_solve_velocities() */
ludo_status ludo_maximal_contact_measure_approach(sim_state *state);

/* ---- reflections (reflection.c) ---- */

/* The velocities of the knot after the impacts in c->bounce, as the tree's u and w, and as momenta;
 * contacts of gap <= margin are closed. Without a solution *bounced may become false.
 * @return as ludo_maximal_contact_solve() */
ludo_status ludo_maximal_contact_reflect(sim_state *state, double margin, bool *bounced);

/* ---- cones (gather.c) ---- */

/* Gather contacts of the search, limits and losses as cones: laws, F at z_k. */
void ludo_maximal_contact_gather(maximal *x, const sim_state *state, double h);
/* Gather contacts that were added to the search or replaced there, and limits that the iterate
 * violates. Returns their number. */
int32_t ludo_maximal_contact_gather_more(maximal *x, const sim_state *state, double h);
/* Give the contacts of an island the friction and the overlaps of its mode. */
void ludo_maximal_contact_apply_mode(maximal *x, const island *k, double h);

/* The kind of cones of sliding friction in the settings. */
const cone_kind *ludo_maximal_contact_find_cone(const sim_settings *s);
/* Gather the cones of a knot; R is F. Losses act over half of the interval of their body. */
void ludo_maximal_contact_gather_knot(maximal *x, const sim_state *state, double duration);

/* ---- friction of order 2 (centred_friction.c) ---- */

/* Read what it needs for the contacts from first to end - 1 of an interval h from z_k. */
void ludo_maximal_contact_read_slips(const maximal *x, const pose *z, double h, int32_t first,
                                     int32_t end);
/* Write it into the rows and the coefficient of a contact; and friction of order 1 again, where the
 * coefficient is chosen anew. */
void ludo_maximal_contact_centre(cone_rows *k, cone *c);
void ludo_maximal_contact_uncentre(cone_rows *k);
/* The rate of the gap of a contact at z_k where bodies have velocities u. */
double ludo_maximal_contact_gap_rate(const cone_rows *k, const double *u);

/* ---- rows (rows.c) ---- */

/* Rates expected at the warm start of (B) are those of the last interval: dy is their difference,
 * of contacts of running islands with a saved force. */
void ludo_maximal_contact_expect_rates(maximal *x, const ludo_model *m);

/* Rates y of the cones of running islands at the iterate; and, for a factorisation there, the rows
 * R of their contacts. */
void ludo_maximal_contact_evaluate(maximal *x, const sim_state *state, double h);
void ludo_maximal_contact_linearize(maximal *x, const sim_state *state, double h);
/* From here on normal impulses of running islands act along the gradients of the gaps by the
 * interval's velocities at the iterate, which was evaluated last [contact.md 5.6]. */
void ludo_maximal_contact_freeze_gradients(maximal *x, const sim_state *state, double h);
/* Rates of the cones of running islands at a knot where the tree's u and w are velocities. */
void ludo_maximal_contact_evaluate_knot(maximal *x, const sim_state *state);

/* dy of a contact along a direction. */
void ludo_maximal_contact_read_row_rates(const maximal *x, cone *c, const cone_rows *k);

/* ---- laws in the tree (tree_laws.c) ---- */

/* Add the laws of the cones of running islands to the tree: slopes to M, C and constraints;
 * right-hand sides to r, e and constraints. */
void ludo_maximal_contact_add_stiffness(maximal *x, const sim_state *state);
void ludo_maximal_contact_add_rhs(maximal *x);

/* dy of the same cones, the change of the rates along the direction, the tree's u and w. */
void ludo_maximal_contact_read_rates(maximal *x);

/* ---- scale ---- */

/* Choose the units of impulses and rates of an interval, for all bodies; those of an island. */
void ludo_maximal_contact_choose_scale(maximal *x, const ludo_model *m, double h);
cone_scale ludo_maximal_contact_scale_of(const maximal *x, const ludo_model *m, const island *k,
                                         double h);

/* Settings of the interior point for `count` cones, in the scale chosen last, of which so
 * many iterations times cones were taken in the step: those that are left limit the slip iteration
 * and the cold starts before it. */
interior_settings ludo_maximal_contact_settings(const sim_state *state, int64_t cost,
                                                int32_t count);

/* Whether the iterate violates one of the cones from `first` to `end`: a rate y[0] is negative, or
 * a joint has dry friction. */
bool ludo_maximal_contact_violated(const maximal_contacts *c, int32_t first, int32_t end);

#endif
