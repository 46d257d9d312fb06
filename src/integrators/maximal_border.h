/* SPDX-License-Identifier: Apache-2.0
 *
 * Stiff lines in Newton's equations: they couple bodies that no joint does, so that they stand
 * beside the tree. With K the tree's equations, A_i the pull of line i at t_k, B_i its rate at the
 * iterate and c_i its slope,
 *
 *     K u + sum of A_i c_i (B_i u) = r
 *     beta_i = c_i B_i u:    (1 + c B K^-1 A) beta = c B K^-1 r,    u = K^-1 r - K^-1 A beta
 *
 * One direction more per stiff line and factorisation, and a dense system of as many rows. */
#ifndef LUDO_INTEGRATORS_MAXIMAL_BORDER_H
#define LUDO_INTEGRATORS_MAXIMAL_BORDER_H

#include "integrators/maximal.h"

/* Take memory; run twice. */
void ludo_maximal_border_layout(maximal *x, const ludo_sim *sim, arena *scratch);

/* The direction u, w with lines: from r, y, e of the tree, factorising anew or not. */
direction ludo_maximal_direction(ludo_sim *sim, bool factorize);

#endif
