/* SPDX-License-Identifier: Apache-2.0
 *
 * LUDO_ASSERT states an invariant of our own code: never a condition on user input, never a
 * numerical condition that depends on data. With NDEBUG, as in the release build, it costs nothing
 * and evaluates nothing. */
#ifndef LUDO_CORE_ASSERT_H
#define LUDO_CORE_ASSERT_H

#include <assert.h>

#ifdef NDEBUG
#define LUDO_ASSERT(condition) ((void)sizeof((condition) ? 1 : 0))
#else
#define LUDO_ASSERT(condition) assert(condition)
#endif

#endif
