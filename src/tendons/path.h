/* SPDX-License-Identifier: Apache-2.0
 *
 * Operations of tendons along a path of segments between sites: the parts of the tables of types
 * that join sites. */
#ifndef LUDO_TENDONS_PATH_H
#define LUDO_TENDONS_PATH_H

#include "model/tendon.h"

/* A wrench of a force at an arm from the centre of mass and a torque. */
static inline void wrench_write(double to[6], ludo_vec3 arm, ludo_vec3 force, ludo_vec3 torque)
{
    const ludo_vec3 moment = v3_add(v3_cross(arm, force), torque);
    to[0] = force.x, to[1] = force.y, to[2] = force.z;
    to[3] = moment.x, to[4] = moment.y, to[5] = moment.z;
}

/* The one span of a tendon that is no path, between the ends of its segment, with zero gradient. */
static inline tendon_span *tendon_only_span(const tendon_data *l, tendon_view *v)
{
    const tendon_end *end = l->segment->end;
    v->spans = 1;
    v->span[0] = (tendon_span){.slot = {end[0].slot, end[1].slot}, .share = 1.0};
    return &v->span[0];
}

void ludo_tendon_path_view(const tendon_data *l, const pose *poses, const double *phi,
                           tendon_view *out);
void ludo_tendon_path_pull(const tendon_data *l, const tendon_view *v, double s, double *r,
                           double *e);
double ludo_tendon_path_rate(const tendon_data *l, const tendon_view *v, const double *u,
                             const double *w);

#endif
