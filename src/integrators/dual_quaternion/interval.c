/* SPDX-License-Identifier: Apache-2.0 */
#include "integrators/dual_quaternion/interval.h"

#include <math.h>

bool ludo_dual_motion(const double x[6], dual_quat *f)
{
    const ludo_vec3 Phi = v3_at(x), Psi = v3_at(x + 3);
    const double s2 = 1.0 - v3_dot(Phi, Phi);
    if (!(s2 > 0.0)) {
        return false;
    }
    const double s = sqrt(s2);
    *f = (dual_quat){q_make(s, Phi), q_make(-v3_dot(Psi, Phi) / s, Psi)};
    return true;
}

/* zeta = M8 f */
static dual_quat weigh(const dual_inertia *M, dual_quat f)
{
    const double x[6] = {f.a.x, f.a.y, f.a.z, f.b.x, f.b.y, f.b.z};
    double y[6];
    for (int i = 0; i < 6; i++) {
        y[i] = 0.0;
        for (int j = 0; j < 6; j++) {
            y[i] += M->M[6 * i + j] * x[j];
        }
    }
    return (dual_quat){q_make(0.0, v3_at(y)), q_make(M->m_s * f.b.w, v3_at(y + 3))};
}

/* swap(zeta) f^-1: zeta acting on variations of the interval's start. */
static dual_quat carry(dual_quat zeta, dual_quat f)
{
    return dq_mul(dq_swap(zeta), dq_conj(f));
}

/* The vectors of the dual part (moment) and of the real part (force). */
static void put(dual_quat r, double x[6])
{
    x[0] = r.b.x, x[1] = r.b.y, x[2] = r.b.z;
    x[3] = r.a.x, x[4] = r.a.y, x[5] = r.a.z;
}

void ludo_dual_momentum(const dual_inertia *M, dual_quat f, double AB[6])
{
    put(carry(weigh(M, f), f), AB);
}

/* Derivative of f along x, by s^2 + |Phi|^2 = 1 and s t + Phi.Psi = 0. */
static dual_quat vary(dual_quat f, ludo_vec3 dPhi, ludo_vec3 dPsi)
{
    const ludo_vec3 Phi = q_vector(f.a), Psi = q_vector(f.b);
    const double s = f.a.w, t = f.b.w;
    const double ds = -v3_dot(Phi, dPhi) / s;
    const double dt = -(v3_dot(dPhi, Psi) + v3_dot(Phi, dPsi) + t * ds) / s;
    return (dual_quat){q_make(ds, dPhi), q_make(dt, dPsi)};
}

void ludo_dual_slope(const dual_inertia *M, dual_quat f, double J[36])
{
    const dual_quat zeta = weigh(M, f);
    for (int j = 0; j < 6; j++) {
        double e[6] = {0.0}, column[6];
        e[j] = 1.0;
        const dual_quat df = vary(f, v3_at(e), v3_at(e + 3));
        put(dq_add(carry(weigh(M, df), f), carry(zeta, df)), column);
        for (int i = 0; i < 6; i++) {
            J[6 * i + j] = column[i];
        }
    }
}
