/* SPDX-License-Identifier: Apache-2.0
 *
 * The types of tendons: one line each. */
#ifndef LUDO_TENDONS_LIST_H
#define LUDO_TENDONS_LIST_H

#include "model/tendon.h"

#define LUDO_TENDON_LIST(X)                                                                        \
    X(distance)                                                                                    \
    X(fixed)                                                                                       \
    X(path)                                                                                        \
    X(wrench)                                                                                      \
    X(slider_crank)                                                                                \
    X(rates)                                                                                       \
    X(rates_in_parent)

#define X(name) extern const tendon_kind ludo_tendon_##name;
LUDO_TENDON_LIST(X)
#undef X

#endif
