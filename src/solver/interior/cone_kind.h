/* SPDX-License-Identifier: Apache-2.0
 *
 * Tables of kinds of cones that differ by one number only. */
#ifndef LUDO_SOLVER_INTERIOR_CONE_KIND_H
#define LUDO_SOLVER_INTERIOR_CONE_KIND_H

#include "solver/interior/cone.h"

/* cone_ID_put_on_path(), for kinds that have it: the argument `on_path` of CONE_KIND. */
#define CONE_ON_PATH(id, family, n)                                                                \
    static void cone_##id##_put_on_path(cone *c, const double *p, const double *y, cone_scale s,   \
                                        double kappa)                                              \
    {                                                                                              \
        family##_put_on_path(c, p, y, s, kappa, n);                                                \
    }

/* ludo_cone_ID by the operations FAMILY_start() etc. with their last argument fixed to n, so that
 * the compiler unrolls their loops. */
#define CONE_KIND(id, family, n, row_count, product_count, is_unilateral, twin_kind, bounded_kind, \
                  on_path)                                                                         \
    static void cone_##id##_start(cone *c, cone_scale s)                                           \
    {                                                                                              \
        family##_start(c, s, n);                                                                   \
    }                                                                                              \
    static void cone_##id##_warm_start(cone *c, cone_scale s, double kappa)                        \
    {                                                                                              \
        family##_warm_start(c, s, kappa, n);                                                       \
    }                                                                                              \
    static void cone_##id##_linearize(cone *c, double kappa, bool corrects)                        \
    {                                                                                              \
        family##_linearize(c, kappa, corrects, n);                                                 \
    }                                                                                              \
    static void cone_##id##_direction(cone *c)                                                     \
    {                                                                                              \
        family##_direction(c, n);                                                                  \
    }                                                                                              \
    static double cone_##id##_longest_step(const cone *c, double part)                             \
    {                                                                                              \
        return family##_longest_step(c, part, n);                                                  \
    }                                                                                              \
    static void cone_##id##_advance(cone *c, double alpha)                                         \
    {                                                                                              \
        family##_advance(c, alpha, n);                                                             \
    }                                                                                              \
    static double cone_##id##_product(const cone *c, double alpha)                                 \
    {                                                                                              \
        return family##_product(c, alpha, n);                                                      \
    }                                                                                              \
    static double cone_##id##_excess(const cone *c, double kappa)                                  \
    {                                                                                              \
        return family##_excess(c, kappa, n);                                                       \
    }                                                                                              \
    static double cone_##id##_rate_error(const cone *c)                                            \
    {                                                                                              \
        return family##_rate_error(c, n);                                                          \
    }                                                                                              \
    const cone_kind ludo_cone_##id = {.name = #id,                                                 \
                                      .rows = (row_count),                                         \
                                      .degree = (product_count),                                   \
                                      .unilateral = (is_unilateral),                               \
                                      .start = cone_##id##_start,                                  \
                                      .warm_start = cone_##id##_warm_start,                        \
                                      .put_on_path = (on_path),                                    \
                                      .linearize = cone_##id##_linearize,                          \
                                      .direction = cone_##id##_direction,                          \
                                      .longest_step = cone_##id##_longest_step,                    \
                                      .advance = cone_##id##_advance,                              \
                                      .product = cone_##id##_product,                              \
                                      .excess = cone_##id##_excess,                                \
                                      .rate_error = cone_##id##_rate_error,                        \
                                      .twin = (twin_kind),                                         \
                                      .bounded = (bounded_kind)}

#endif
