/* SPDX-License-Identifier: Apache-2.0
 *
 * A tendon between two points of bodies or of the world: L is their distance, a path of one
 * straight segment. */
#include "tendons/list.h"
#include "tendons/path.h"

const tendon_kind ludo_tendon_distance = {
    .name = "distance",
    .joins_sites = true,
    .view = ludo_tendon_path_view,
    .pull = ludo_tendon_path_pull,
    .rate = ludo_tendon_path_rate,
};
