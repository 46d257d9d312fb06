/* SPDX-License-Identifier: Apache-2.0
 *
 * Operations of tendons along a path of segments between sites: the parts of the tables of types
 * that join sites. */
#ifndef LUDO_TENDONS_PATH_H
#define LUDO_TENDONS_PATH_H

#include "model/tendon.h"

void ludo_tendon_path_view(const tendon_data *l, const pose *poses, const double *phi,
                           tendon_view *out);
void ludo_tendon_path_pull(const tendon_data *l, const tendon_view *v, double s, double *r,
                           double *e);
double ludo_tendon_path_rate(const tendon_data *l, const tendon_view *v, const double *u,
                             const double *w);

#endif
