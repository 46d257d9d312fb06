/* SPDX-License-Identifier: Apache-2.0
 *
 * The list of integrators. */
#ifndef LUDO_INTEGRATORS_H
#define LUDO_INTEGRATORS_H

#include "ludo/model.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Information on an integrator; everything is static. */
typedef struct ludo_integrator_info {
    size_t struct_size;
    const char *name;           /* as written in options and on the command line */
    const char *source;         /* source of its equations */
    const char *accepts;        /* the models that it can simulate, in words */
    const int32_t *orders;      /* ended by 0; the first is the default */
    const char *const *schemes; /* ended by NULL; the first is the default */
} ludo_integrator_info;

/** Number of integrators. */
LUDO_API int32_t ludo_integrator_count(void);

/** Read information on an integrator. @return LUDO_OK, LUDO_BAD_ARGUMENT */
LUDO_API ludo_status ludo_integrator_get(int32_t integrator, ludo_integrator_info *out);

#ifdef __cplusplus
}
#endif
#endif
