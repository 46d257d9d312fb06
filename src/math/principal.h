/* SPDX-License-Identifier: Apache-2.0
 *
 * Principal axes of symmetric 3 x 3 matrices. */
#ifndef LUDO_MATH_PRINCIPAL_H
#define LUDO_MATH_PRINCIPAL_H

#include "math/quat.h"
#include "math/symmetric.h"

/* The eigenvalues of J, the largest first, and the rotation R with J = R diag(value) R^T. Accurate
 * to round-off of the largest; finite numbers only. With equal values R is not unique. */
ludo_quat ludo_principal_axes(sym3 J, double value[3]);

#endif
