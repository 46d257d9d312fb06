/* SPDX-License-Identifier: Apache-2.0
 *
 * The rods of chains. */
#ifndef LUDO_SCENES_CHAIN_H
#define LUDO_SCENES_CHAIN_H

#include "build.h"

/* Add the rod b<k> of ludo_scene_chain(). @return its number */
int32_t ludo_scene_add_rod(scene *s, int32_t k);

#endif
