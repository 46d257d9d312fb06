/* SPDX-License-Identifier: Apache-2.0
 *
 * The types of lines along which forces act: one line each. */
#ifndef LUDO_TENDONS_LIST_H
#define LUDO_TENDONS_LIST_H

#include "model/line.h"

#define LUDO_LINE_LIST(X)                                                                          \
    X(distance)                                                                                    \
    X(tendon)

#define X(name) extern const line_kind ludo_line_##name;
LUDO_LINE_LIST(X)
#undef X

#endif
