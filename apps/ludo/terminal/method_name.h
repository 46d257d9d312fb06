/* SPDX-License-Identifier: Apache-2.0
 *
 * The name of the integrator and scheme of a run. */
#ifndef LUDO_APP_TERMINAL_METHOD_NAME_H
#define LUDO_APP_TERMINAL_METHOD_NAME_H

/* "galerkin", "rigid-body tln": the integrator, and its scheme unless that is the default. */
typedef struct method_name {
    char text[64];
} method_name;

/* `scheme`: "" if unknown. A longer name is truncated. */
method_name ludo_method_name(const char *integrator, const char *scheme);

#endif
