/* SPDX-License-Identifier: Apache-2.0
 *
 * The polytope of a box or a mesh. */
#ifndef LUDO_COLLISION_CONVEX_POLYTOPE_OF_H
#define LUDO_COLLISION_CONVEX_POLYTOPE_OF_H

#include "geometry/polytope.h"
#include "model/contact.h"

/* That of a mesh is part of the model, that of a box is made in *room. */
static inline polytope polytope_of(const collider *c, polytope_box *room)
{
    return c->hull != NULL ? *c->hull : ludo_polytope_box(v3_at(c->size), room);
}

#endif
