/* SPDX-License-Identifier: Apache-2.0
 *
 * The kinds of loops: one line each. */
#ifndef LUDO_LOOPS_LIST_H
#define LUDO_LOOPS_LIST_H

#include "model/loop.h"

#define LUDO_LOOP_LIST(X)                                                                          \
    X(closure)                                                                                     \
    X(coupling)                                                                                    \
    X(tendon_coupling)

#define X(name) extern const loop_kind ludo_loop_##name;
LUDO_LOOP_LIST(X)
#undef X

#endif
