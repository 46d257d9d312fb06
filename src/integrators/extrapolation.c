/* SPDX-License-Identifier: Apache-2.0
 *
 * Weights of the extrapolation. */
#include "integrators/extrapolation.h"

const double ludo_extrapolate[EXTRAPOLATION_POINTS][EXTRAPOLATION_POINTS] = {
    {1.0},
    {2.0, -1.0},
    {3.0, -3.0, 1.0},
    {4.0, -6.0, 4.0, -1.0},
    {5.0, -10.0, 10.0, -5.0, 1.0},
    {6.0, -15.0, 20.0, -15.0, 6.0, -1.0},
};
