/* SPDX-License-Identifier: Apache-2.0
 *
 * The nodes of Lobatto's rule are 0, 1 and the zeros of the derivative of Legendre's polynomial of
 * degree s; the weights are 1 / (s (s + 1) P_s^2) there [minimal.md 4.1]. */
#include "integrators/galerkin/lobatto.h"

#include <stddef.h>

/* The square root of 5. */
#define R5 2.236067977499789696409

static const lobatto rules[] = {
    {.s = 1, .c = {0.0, 1.0}, .w = {0.5, 0.5}, .b = {{-1.0, 1.0}, {-1.0, 1.0}}},
    {.s = 2,
     .c = {0.0, 0.5, 1.0},
     .w = {1.0 / 6.0, 2.0 / 3.0, 1.0 / 6.0},
     .b = {{-3.0, 4.0, -1.0}, {-1.0, 0.0, 1.0}, {1.0, -4.0, 3.0}}},
    {.s = 3,
     .c = {0.0, 0.5 - 0.1 * R5, 0.5 + 0.1 * R5, 1.0},
     .w = {1.0 / 12.0, 5.0 / 12.0, 5.0 / 12.0, 1.0 / 12.0},
     .b = {{-6.0, 2.5 * (R5 + 1.0), -2.5 * (R5 - 1.0), 1.0},
           {-0.5 * (R5 + 1.0), 0.0, R5, -0.5 * (R5 - 1.0)},
           {0.5 * (R5 - 1.0), -R5, 0.0, 0.5 * (R5 + 1.0)},
           {-1.0, 2.5 * (R5 - 1.0), -2.5 * (R5 + 1.0), 6.0}}},
};

const lobatto *ludo_lobatto(int32_t s)
{
    return s >= 1 && s <= 3 ? &rules[s - 1] : NULL;
}
