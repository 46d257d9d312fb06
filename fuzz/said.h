/* SPDX-License-Identifier: Apache-2.0
 *
 * Invariants for every input: a fuzz target stops if one is violated. */
#ifndef LUDO_FUZZ_SAID_H
#define LUDO_FUZZ_SAID_H

#include "ludo/status.h"

#include <stdlib.h>
#include <string.h>

static inline void check(bool holds)
{
    if (!holds) {
        abort();
    }
}

/* A status, whether an object was created, and the message: a refusal creates no object and has a
 * terminated message. */
static inline void check_said(ludo_status status, bool made, const ludo_diagnostic *why)
{
    check(made == (status == LUDO_OK));
    check(memchr(why->file, '\0', sizeof why->file) != NULL);
    check(memchr(why->message, '\0', sizeof why->message) != NULL);
    check(status == LUDO_OK || why->message[0] != '\0');
}

#endif
