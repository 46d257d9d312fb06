/* SPDX-License-Identifier: Apache-2.0
 *
 * Checks of fluids. Moments, masses and the terms that couple them have different units: an entry
 * A_ij is compared with sqrt(A_ii A_jj). */
#include "model/check/check.h"

/* The relative difference that computing a matrix leaves between its two halves. */
static const double round_off = 1e-12;

/* sqrt(A_ii A_jj), the bound of |A_ij| in a positive semidefinite matrix. */
static double bound_of(const double A[6][6], int i, int j)
{
    return sqrt(A[i][i]) * sqrt(A[j][j]);
}

static bool is_symmetric(const double A[6][6])
{
    for (int i = 0; i < 6; i++) {
        for (int j = 0; j < i; j++) {
            if (!(fabs(A[i][j] - A[j][i]) <= round_off * bound_of(A, i, j))) {
                return false;
            }
        }
    }
    return true;
}

/* A with its diagonal scaled to 1; false if an entry couples a rate without energy (A_ii = 0). */
static bool scale(const double A[6][6], double C[6][6])
{
    for (int i = 0; i < 6; i++) {
        for (int j = 0; j < 6; j++) {
            const double bound = bound_of(A, i, j);
            C[i][j] = bound > 0.0 ? A[i][j] / bound : A[i][j];
            if (!(bound > 0.0) && A[i][j] != 0.0) {
                return false;
            }
        }
    }
    return true;
}

/* The largest remaining pivot; -1: none remains. */
static int largest(double C[6][6], const bool done[6])
{
    int best = -1;
    for (int i = 0; i < 6; i++) {
        best = !done[i] && (best < 0 || C[i][i] > C[best][best]) ? i : best;
    }
    return best;
}

static void eliminate(double C[6][6], int p, const bool done[6])
{
    for (int i = 0; i < 6; i++) {
        for (int j = 0; j < 6; j++) {
            C[i][j] -= !done[i] && !done[j] ? C[i][p] * C[p][j] / C[p][p] : 0.0;
        }
    }
}

/* Elimination with the largest pivots first: the remainder after the last positive pivot is zero.
 */
static bool is_semidefinite(const double A[6][6])
{
    double C[6][6];
    bool done[6] = {false};
    if (!scale(A, C)) {
        return false;
    }
    int p = largest(C, done);
    for (; p >= 0 && C[p][p] > ludo_check_digits; p = largest(C, done)) {
        done[p] = true;
        eliminate(C, p, done);
    }
    bool nothing = true;
    for (int i = 0; i < 6; i++) {
        for (int j = 0; j < 6; j++) {
            nothing = nothing && (done[i] || done[j] || fabs(C[i][j]) <= ludo_check_digits);
        }
    }
    return nothing;
}

static const char *added_mass_problem(const double A[6][6])
{
    static const char indefinite[] = "has an added mass that is not positive semidefinite";
    for (int i = 0; i < 6; i++) {
        if (!(A[i][i] >= 0.0)) {
            return indefinite;
        }
    }
    if (!is_symmetric(A)) {
        return "has an added mass that is not symmetric";
    }
    return is_semidefinite(A) ? NULL : indefinite;
}

static const char *fluid_problem(const ludo_fluid_def *f)
{
    if (!all_finite(&f->added_mass[0][0], 36) || !isfinite(f->displaced_mass) ||
        !v3_finite(f->buoyancy)) {
        return "has a number that is not finite";
    }
    if (f->displaced_mass < 0.0) {
        return "displaces a negative mass";
    }
    return added_mass_problem(f->added_mass);
}

ludo_status ludo_check_fluids(const ludo_spec *spec, ludo_diagnostic *why)
{
    const ludo_body_def *body = spec->bodies.items;
    const ludo_fluid_def *fluid = spec->fluids.items;
    ludo_status status = LUDO_OK;
    for (int32_t i = 0; i < spec->fluids.count && status == LUDO_OK; i++) {
        const int32_t b = fluid[i].body;
        const bool there = b >= 0 && b < spec->bodies.count;
        status = there ? ludo_check_report(why, fluid[i].place,
                                           ludo_label("the fluid around body", body[b].name, b),
                                           fluid_problem(&fluid[i]))
                       : ludo_check_report(why, fluid[i].place, ludo_label("fluid", "", i),
                                           "is around a body that does not exist");
    }
    return status;
}
