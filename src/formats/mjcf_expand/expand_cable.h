/* SPDX-License-Identifier: Apache-2.0
 *
 * Cables: the content of a <composite>, and the chain of bodies in the making. */
#ifndef LUDO_FORMATS_MJCF_EXPAND_EXPAND_CABLE_H
#define LUDO_FORMATS_MJCF_EXPAND_EXPAND_CABLE_H

#include "formats/mjcf_expand/expand.h"

enum { CABLE_FIXED, CABLE_FREE, CABLE_BALL };
enum { CABLE_MAX_VERTICES = 2000 };

/* A cable in the making; its vertices, and the frame that moves along them. */
typedef struct cable {
    const char *prefix;
    int32_t initial;           /* joint of the first body: CABLE_... */
    int32_t geom, joint, site; /* elements, -1: none */
    bool box;
    double *vertex;
    int32_t vertices;
    ludo_vec3 offset;
    ludo_vec3 tangent, normal; /* of the last body; no normal: the cable began straight */
    ludo_quat orientation;
    double length;
} cable;

/* Read and check the composite x->where into an empty cable. The caller frees c->vertex, also after
 * a failure. */
void ludo_mjcf_read_cable(expansion *x, cable *c);

#endif
