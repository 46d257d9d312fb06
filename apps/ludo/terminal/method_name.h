/* SPDX-License-Identifier: Apache-2.0
 *
 * How a run was computed, in words. */
#ifndef LUDO_APP_TERMINAL_METHOD_NAME_H
#define LUDO_APP_TERMINAL_METHOD_NAME_H

/* "galerkin", "rigid-body tln": an integrator with its scheme, where that isn't its first. */
typedef struct method_name {
    char text[64];
} method_name;

/* A scheme that isn't known is "". Names of others may be of any length: the beginning is told. */
method_name ludo_method_name(const char *integrator, const char *scheme);

#endif
