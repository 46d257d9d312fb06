/* SPDX-License-Identifier: Apache-2.0
 *
 * References of springs, by their types: to two sites, the points of a path, joints. */
#include "spec/element.h"

#include <string.h>

static bool joins_two_sites(const char *type)
{
    return strcmp(type, "distance") == 0 || strcmp(type, "wrench") == 0 ||
           strcmp(type, "slider_crank") == 0;
}

static bool has_terms(const char *type)
{
    return strcmp(type, "tendon") == 0 || strcmp(type, "rates") == 0 ||
           strcmp(type, "rates_in_parent") == 0;
}

void ludo_element_visit_spring(void *def, reference_visit *visit, void *user)
{
    ludo_spring_def *d = def;
    if (joins_two_sites(d->type)) {
        visit(&d->site_a, ELEMENT_SITE, user);
        visit(&d->site_b, ELEMENT_SITE, user);
    }
    ludo_path_point *point = (ludo_path_point *)d->path;
    for (int32_t k = 0; k < d->path_count; k++) {
        visit(&point[k].site, ELEMENT_SITE, user);
        visit(&point[k].geom, ELEMENT_GEOM, user);
        visit(&point[k].side, ELEMENT_SITE, user);
    }
    ludo_tendon_term *term = (ludo_tendon_term *)d->term;
    for (int32_t k = 0; k < d->term_count && has_terms(d->type); k++) {
        visit(&term[k].joint, ELEMENT_JOINT, user);
    }
}
