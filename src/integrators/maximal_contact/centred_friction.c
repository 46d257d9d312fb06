/* SPDX-License-Identifier: Apache-2.0
 *
 * Friction of order 2 at contacts that last [contact.md 2.1]: slip is that where the surfaces touch
 * in the middle of the interval, and a part of the friction at t_k, past / (past + h), opposes the
 * slip of the interval before. With its direction d that part is - share mu gamma d, so that it
 * belongs to the normal row: F_0 = N^T - share mu sum of d_r F_r; the cone of the other part has
 * the coefficient (1 - share) mu. */
#include "integrators/maximal_contact/contact.h"
#include "integrators/maximal_cones/contact_row.h"
#include "integrators/maximal_cones/warm_start.h"

#include <math.h>
#include <string.h>

/* ---- at t_k ---- */

/* The pose of a body after an interval h with the velocities of the one before. */
static pose predicted(const maximal_contacts *c, const pose *z, int32_t slot, double h)
{
    if (slot < 0) {
        return z[slot];
    }
    const twist V = twist_of(c->before, slot);
    const ludo_vec3 half = v3_scale(0.5 * h, V.w);
    const double n = 1.0 / sqrt(1.0 + v3_dot(half, half));
    const ludo_quat turn = {n, n * half.x, n * half.y, n * half.z};
    return pose_make(v3_axpy(z[slot].x, h, V.v), q_mul(turn, z[slot].q));
}

/* The predicted poses of the bodies of the last contact: others of the same bodies mostly follow.
 */
typedef struct predicted_pair {
    int32_t slot_a, slot_b;
    pose a, b;
} predicted_pair;

static void predict_pair(const maximal_contacts *c, const pose *z, double h, const cone_rows *k,
                         predicted_pair *p)
{
    if (p->slot_a != k->slot_a || p->slot_b != k->slot_b) {
        p->slot_a = k->slot_a, p->slot_b = k->slot_b;
        p->a = predicted(c, z, k->slot_a, h);
        p->b = predicted(c, z, k->slot_b, h);
    }
}

/* How far the points of contact move through their bodies until the middle of the interval, where
 * the contact is closed. */
static void read_shift(const feature *f, const pose *z, const predicted_pair *p, cone_rows *k)
{
    const ludo_vec3 next = feature_at(f, &p->a, &p->b).point;
    const ludo_vec3 arm_b = v3_sub(k->at.point, z[k->slot_b].x);
    const ludo_vec3 arm_a = v3_sub(k->at.point, z[k->slot_a].x);
    k->shift[SIDE_B] = v3_scale(0.5, v3_sub(v3_sub(next, p->b.x), arm_b));
    k->shift[SIDE_A] = v3_scale(0.5, v3_sub(v3_sub(next, p->a.x), arm_a));
}

/* The slip of the interval before a contact that is closed, if that ended closed, and if it was
 * longer than the gap of a closed contact. */
static void read_past(const maximal *x, int32_t i, double h, int64_t *near)
{
    cone_rows *k = &x->contacts->rows[i];
    const double before = x->contacts->interval[body_of_cone(k)];
    const cone_history *past = ludo_warm_start_past(x, i, near);
    if (past == NULL || !(before > 0.0)) {
        return;
    }
    const ludo_vec3 slip = v3_at(past->slip), turn = v3_at(past->turn);
    double s[CONE_ROWS] = {0.0}, square = 0.0;
    for (int r = 1; r < k->width; r++) {
        s[r] = v3_dot(r < SLIDING_ROWS ? slip : turn, friction_axis(k, r));
        square += s[r] * s[r];
    }
    const double speed = sqrt(square);
    if (speed * h > x->contacts->closed) {
        k->share = before / (before + h);
        for (int r = 1; r < k->width; r++) {
            k->past[r] = s[r] / speed;
        }
    }
}

/* T = F. */
static void copy_rows(cone_rows *k)
{
    for (int side = 0; side < SIDES_OF_CONTACT; side++) {
        if (slot_on(k, side) >= 0) {
            memcpy(k->T[side], k->F[side], (size_t)k->width * sizeof *k->T[side]);
        }
    }
}

void ludo_maximal_contact_read_slips(const maximal *x, const pose *z, double h, int32_t first,
                                     int32_t end)
{
    const maximal_contacts *c = x->contacts;
    int64_t near = 0;
    predicted_pair bodies;
    bodies.slot_a = bodies.slot_b = -2; /* no body */
    for (int32_t i = first; i < end; i++) {
        cone_rows *k = &c->rows[i];
        copy_rows(k);
        if (k->at.gap <= c->closed) {
            predict_pair(c, z, h, k, &bodies);
            read_shift(&c->search.found[k->index].feature, z, &bodies, k);
            read_past(x, i, h, &near);
        }
    }
}

/* ---- in the equations ---- */

/* F_0 += part sum of d_r F_r. */
static void tilt(cone_rows *k, double part)
{
    for (int side = 0; side < SIDES_OF_CONTACT && part != 0.0; side++) {
        for (int r = 1; r < k->width && slot_on(k, side) >= 0; r++) {
            for (int q = 0; q < 6; q++) {
                k->F[side][0][q] += part * k->past[r] * k->F[side][r][q];
            }
        }
    }
}

/* Pyramids have edges that a direction between them would leave. */
static bool is_exact(const cone_kind *kind)
{
    return kind == &ludo_cone_exact || kind == &ludo_cone_exact_4 || kind == &ludo_cone_exact_6;
}

void ludo_maximal_contact_centre(cone_rows *k, cone *c)
{
    static const double sign[SIDES_OF_CONTACT] = {[SIDE_B] = 1.0, [SIDE_A] = -1.0};
    k->centred = true;
    for (int side = 0; side < SIDES_OF_CONTACT; side++) {
        for (int r = 1; r < SLIDING_ROWS && slot_on(k, side) >= 0; r++) {
            const ludo_vec3 more =
                v3_scale(sign[side], v3_cross(k->shift[side], k->tangent[r - 1]));
            k->T[side][r][3] += more.x, k->T[side][r][4] += more.y, k->T[side][r][5] += more.z;
        }
    }
    k->carried = is_exact(c->kind) ? k->share * c->mu : 0.0;
    c->mu -= k->carried;
    tilt(k, -k->carried);
}

void ludo_maximal_contact_uncentre(cone_rows *k)
{
    if (k->centred) {
        tilt(k, k->carried);
        copy_rows(k);
        k->carried = 0.0;
        k->centred = false;
    }
}

double ludo_maximal_contact_gap_rate(const cone_rows *k, const double *u)
{
    const int32_t rows = k->carried != 0.0 ? k->width : 1; /* those that F_0 is made of */
    double rate = 0.0;
    for (int r = 0; r < rows; r++) {
        const double part = r == 0 ? 1.0 : k->carried * k->past[r];
        rate += k->slot_b >= 0 ? part * rate6(k->F[SIDE_B][r], u + 6 * k->slot_b) : 0.0;
        rate += k->slot_a >= 0 ? part * rate6(k->F[SIDE_A][r], u + 6 * k->slot_a) : 0.0;
    }
    return rate;
}
