/* SPDX-License-Identifier: Apache-2.0
 *
 * Coordinates and rates as keyframes have them, against those of a tree [minimal.md 3.3]. Where the
 * rates v of a joint are not those of its nodes, u, a linear map T leads from one to the other:
 *
 *     u = T v,    du/dt = T dv/dt + drift,    effort = T^T e,    M = T^T M_u T */
#ifndef LUDO_DYNAMICS_KEYFRAME_H
#define LUDO_DYNAMICS_KEYFRAME_H

#include "dynamics/tree.h"

/* Where the numbers of keyframes are in a tree's order, and the map at one instant. */
typedef struct keyframe_order {
    const tree *tree;
    int32_t *coordinate; /* per coordinate of the model, slot after slot: its place in q */
    int32_t *rate;       /* per column: its place in v */
    pose *poses;         /* per slot, and at -1 the world */
    double *memory;      /* per column: what poses can't tell of joints */
    double *T;           /* per slot dof x dof, at the model's corner; of joints that have one */
    double *drift;       /* per column */
    double *position;    /* scratch: coordinates slot after slot */
    double *u;           /* scratch: per column */
} keyframe_order;

void ludo_keyframe_layout(keyframe_order *k, const tree *t, arena *a);
void ludo_keyframe_open(keyframe_order *k);

/* Whether all numbers are finite and quaternions have a length. */
bool ludo_keyframe_usable(const keyframe_order *k, const double *q);

/* Go to coordinates q and rates v (NULL: at rest): poses, memory, T, drift; and the tree's
 * coordinates. */
void ludo_keyframe_place(keyframe_order *k, const double *q, const double *v, double *q_tree);

/* u := T v, v := T^-1 u, effort := T^T e, e := T^-T effort. Of those that divide by T whether they
 * could: not in gimbal lock. */
void ludo_keyframe_to_tree(keyframe_order *k, const double *v, double *u);
bool ludo_keyframe_from_tree(keyframe_order *k, const double *u, double *v);
void ludo_keyframe_from_efforts(keyframe_order *k, const double *e, double *effort);
bool ludo_keyframe_to_efforts(keyframe_order *k, const double *effort, double *e);

#endif
