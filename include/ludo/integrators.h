/* SPDX-License-Identifier: Apache-2.0
 *
 * The list of integrators. */
#ifndef LUDO_INTEGRATORS_H
#define LUDO_INTEGRATORS_H

#include "ludo/model.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Capabilities of an integrator of its default order. A model that needs one that an integrator
 * lacks is refused by ludo_sim_create(); order 4 of maximal lacks contacts, limits, dry friction
 * and dampers. */
typedef enum ludo_capability {
    LUDO_CAN_LOOPS = 1 << 0,       /* closed loops */
    LUDO_CAN_CONTACTS = 1 << 1,    /* contacts of geoms */
    LUDO_CAN_LIMITS = 1 << 2,      /* limits of joints */
    LUDO_CAN_FRICTION = 1 << 3,    /* dry friction of joints */
    LUDO_CAN_DAMPERS = 1 << 4,     /* dampers of joints and springs */
    LUDO_CAN_FLUID = 1 << 5,       /* bodies in a fluid */
    LUDO_CAN_DERIVATIVES = 1 << 6, /* derivatives of steps (linear.h) */
    LUDO_CAN_CERTIFY = 1 << 7,     /* the option `certify` */
    LUDO_CAN_ACCURACY = 1 << 8     /* the option `accuracy` */
} ludo_capability;

/** Information on an integrator; everything is static. */
typedef struct ludo_integrator_info {
    size_t struct_size;
    const char *name;           /* as written in options and on the command line */
    const char *source;         /* source of its equations */
    const char *accepts;        /* the models that it can simulate, in words */
    const int32_t *orders;      /* ended by 0; the first is the default */
    const char *const *schemes; /* ended by NULL; the first is the default */
    uint32_t capabilities;      /* bits of ludo_capability */
} ludo_integrator_info;

/** Number of integrators. */
LUDO_API int32_t ludo_integrator_count(void);

/** Read information on an integrator. @return LUDO_OK, LUDO_BAD_ARGUMENT */
LUDO_API ludo_status ludo_integrator_get(int32_t integrator, ludo_integrator_info *out);

#ifdef __cplusplus
}
#endif
#endif
