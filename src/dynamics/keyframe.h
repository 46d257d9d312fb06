/* SPDX-License-Identifier: Apache-2.0
 *
 * Coordinates and rates of keyframes against those of a tree [minimal.md 3.3]. Where the rates v of
 * a joint differ from the rates u of its nodes, a linear map T converts them:
 *
 *     u = T v,    du/dt = T dv/dt + drift,    effort = T^T e,    M = T^T M_u T */
#ifndef LUDO_DYNAMICS_KEYFRAME_H
#define LUDO_DYNAMICS_KEYFRAME_H

#include "dynamics/tree.h"

/* Positions of keyframe numbers in the tree's order, and the map at one instant. */
typedef struct keyframe_order {
    const tree *tree;
    int32_t *coordinate; /* per coordinate of the model, by body index: its place in q */
    int32_t *rate;       /* per column: its place in v */
    pose *poses;         /* per body index, and at -1 the world */
    double *memory;      /* per column: the part of coordinates that poses do not determine */
    double *T;           /* per joint dof x dof, at the model's joint block; of joints with a map */
    double *drift;       /* per column */
    double *position;    /* scratch: coordinates by body index */
    double *u;           /* scratch: per column */
} keyframe_order;

void ludo_keyframe_layout(keyframe_order *k, const tree *t, arena *a);
void ludo_keyframe_open(keyframe_order *k);

/* Whether all numbers are finite and no quaternion is zero. */
bool ludo_keyframe_usable(const keyframe_order *k, const double *q);

/* Evaluate poses, memory, T, drift and the tree's coordinates at coordinates q and rates v (NULL:
 * at rest). */
void ludo_keyframe_place(keyframe_order *k, const double *q, const double *v, double *q_tree);

/* to := from, moved by v: scalars by their numbers, quaternions by a rotation vector in the child's
 * joint frame. */
void ludo_keyframe_move(const keyframe_order *k, const double *from, const double *v, double *to);

/* u := T v, v := T^-1 u, effort := T^T e, e := T^-T effort. Those that divide by T return false in
 * gimbal lock. */
void ludo_keyframe_to_tree(keyframe_order *k, const double *v, double *u);
bool ludo_keyframe_from_tree(keyframe_order *k, const double *u, double *v);
void ludo_keyframe_from_efforts(keyframe_order *k, const double *e, double *effort);
bool ludo_keyframe_to_efforts(keyframe_order *k, const double *effort, double *e);

#endif
