/* SPDX-License-Identifier: Apache-2.0
 *
 * Compiling fluids: the added mass and buoyancy of bodies, moved to the centres of mass of the
 * slots [dual-quaternions.md]. */
#include "core/diagnostic.h"
#include "model/compile/compile.h"

/* ---- bodies in a fluid ---- */

/* The problem of a body as one in a fluid, by what it is merged into; NULL: none. */
static const char *merging_problem(const compiler *w, int32_t body)
{
    const int32_t into = w->merging[body].merged_into;
    if (into == LUDO_WORLD) {
        return "has no effect: the body is fixed to the world; remove it";
    }
    return body_is_massless(w->merging, into) ? "needs a body with mass: give the body a mass"
                                              : NULL;
}

static label label_of(const compiler *w, int32_t body)
{
    return ludo_label("the fluid around body", w->body[body].name, body);
}

static ludo_status refuse_second(const compiler *w, int32_t first, int32_t second)
{
    const ludo_fluid_def *a = &w->fluid[first], *b = &w->fluid[second];
    if (a->place.file != NULL) {
        ludo_diagnose(w->why, b->place, "%s is given twice, first in %s:%d",
                      label_of(w, b->body).text, a->place.file, (int)a->place.line);
    } else {
        ludo_diagnose(w->why, b->place, "%s is given twice, as fluids %d and %d",
                      label_of(w, b->body).text, (int)first, (int)second);
    }
    return LUDO_BAD_MODEL;
}

ludo_status ludo_compile_fluid_list(compiler *w)
{
    for (int32_t b = 0; b < w->spec->bodies.count; b++) {
        w->fluid_of[b] = w->fluid_at[b] = -1;
    }
    for (int32_t i = 0; i < w->spec->fluids.count; i++) {
        const int32_t b = w->fluid[i].body;
        const char *problem = merging_problem(w, b);
        if (problem != NULL) {
            return ludo_check_report(w->why, w->fluid[i].place, label_of(w, b), problem);
        }
        if (w->fluid_of[b] >= 0) {
            return refuse_second(w, w->fluid_of[b], i);
        }
        w->fluid_of[b] = i;
        w->fluid_at[w->merging[b].slot] = 0;
    }
    for (int32_t s = 0; s < w->slots; s++) {
        w->fluid_at[s] = w->fluid_at[s] == 0 ? w->fluid_count++ : -1;
    }
    return LUDO_OK;
}

/* ---- change of frame ---- */

/* An added mass [J B; B^T M], exactly symmetric by construction. */
typedef struct added_mass {
    sym3 J;
    mat3 B;
    sym3 M;
} added_mass;

/* The symmetric part of a block on the diagonal. */
static sym3 diagonal_block(const double A[6][6], int k)
{
    const double *x = A[k] + k, *y = A[k + 1] + k, *z = A[k + 2] + k;
    return (sym3){x[0],
                  y[1],
                  z[2],
                  0.5 * x[1] + 0.5 * y[0],
                  0.5 * x[2] + 0.5 * z[0],
                  0.5 * y[2] + 0.5 * z[1]};
}

static added_mass added_from(const double A[6][6])
{
    added_mass a = {diagonal_block(A, 0), {{0.0}}, diagonal_block(A, 3)};
    for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 3; c++) {
            a.B.m[3 * r + c] = 0.5 * A[r][3 + c] + 0.5 * A[3 + c][r];
        }
    }
    return a;
}

/* The upper half of a matrix that is symmetric but for round-off. */
static sym3 upper(mat3 A)
{
    return (sym3){A.m[0], A.m[4], A.m[8], A.m[1], A.m[2], A.m[5]};
}

static sym3 sym3_sum(sym3 A, sym3 B)
{
    return (sym3){A.xx + B.xx, A.yy + B.yy, A.zz + B.zz, A.xy + B.xy, A.xz + B.xz, A.yz + B.yz};
}

/* The added mass `a`, given about the origin and along the axes of a frame, about the origin and
 * along the axes of the frame's parent. With the axes R, the origin r and S = r x, the velocity of
 * the frame's origin is v' = v + w x r and
 *
 *     J = R J' R^T + W + W^T - S M S     B = R B' R^T + S M     M = R M' R^T,   W = S (R B' R^T)^T
 */
static added_mass added_mass_moved(ludo_frame frame, added_mass a)
{
    const mat3 R = q_matrix(frame.orientation), S = m3_skew(frame.position);
    const mat3 B = m3_mul_t(m3_mul(R, a.B), R);
    const sym3 M = s3_turn(R, a.M);
    const mat3 SM = m3_mul(S, s3_matrix(M)), W = m3_mul_t(S, B);
    const mat3 arm = m3_sum(m3_sum(W, m3_transpose(&W)), m3_mul_t(SM, S));
    return (added_mass){sym3_sum(s3_turn(R, a.J), upper(arm)), m3_sum(B, SM), M};
}

static void add_to(double A[36], const added_mass *a)
{
    const mat3 J = s3_matrix(a->J), M = s3_matrix(a->M);
    for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 3; c++) {
            A[6 * r + c] += J.m[3 * r + c];
            A[6 * r + 3 + c] += a->B.m[3 * r + c];
            A[6 * (3 + c) + r] += a->B.m[3 * r + c];
            A[6 * (3 + r) + 3 + c] += M.m[3 * r + c];
        }
    }
}

/* The center of two displaced masses divides the segment between their centers. */
static void displace(fluid_data *f, double mass, ludo_vec3 center)
{
    const double sum = f->displaced + mass, share = sum > 0.0 ? mass / sum : 0.0;
    f->buoyancy = share == 1.0 ? center : v3_axpy(f->buoyancy, share, v3_sub(center, f->buoyancy));
    f->displaced = sum;
}

void ludo_compile_fluids(ludo_model *m, const compiler *w)
{
    for (int32_t s = 0; s < m->slots; s++) {
        if (w->fluid_at[s] >= 0) {
            m->fluid[w->fluid_at[s]] = (fluid_data){.slot = s};
        }
    }
    for (int32_t i = 0; i < w->spec->fluids.count; i++) {
        const ludo_fluid_def *d = &w->fluid[i];
        const ludo_frame frame = m->body[d->body].on.frame;
        fluid_data *f = &m->fluid[w->fluid_at[m->body[d->body].slot]];
        const added_mass a = added_mass_moved(frame, added_from(d->added_mass));
        add_to(f->A, &a);
        displace(f, d->displaced_mass,
                 v3_add(frame.position, q_rotate(frame.orientation, d->buoyancy)));
    }
}
