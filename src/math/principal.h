/* SPDX-License-Identifier: Apache-2.0
 *
 * Principal axes of symmetric 3 x 3 matrices. */
#ifndef LUDO_MATH_PRINCIPAL_H
#define LUDO_MATH_PRINCIPAL_H

#include "math/quat.h"
#include "math/symmetric.h"

/* The eigenvalues of J, the largest first, and the rotation R that has J = R diag(value) R^T. To
 * round-off of the largest; of finite numbers. Where values coincide, R is one of many. */
ludo_quat ludo_principal_axes(sym3 J, double value[3]);

#endif
