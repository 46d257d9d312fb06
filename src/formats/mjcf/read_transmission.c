/* SPDX-License-Identifier: Apache-2.0
 *
 * MJCF actuators on sites and slider-cranks: their transmissions are springs without stiffness. */
#include "formats/mjcf/read_law.h"
#include "formats/mjcf/read_values.h"

#include <string.h>

/* Whether a body is another one or is below it; the element 0 is the world. */
static bool carries(const mjcf *r, int32_t below, int32_t body)
{
    while (below > 0 && below != body) {
        below = r->scope[xml_at(r->base.doc, below)->parent].body;
    }
    return below == body;
}

/* The site of an attribute, as an element; -1, and a failure, if there is none. */
static int32_t site_of(mjcf *r, int32_t element, const char *name)
{
    return ludo_mjcf_named(r, FAMILY_SITE, element, name);
}

/* A wrench at a site, in its axes or in those of refsite. In MuJoCo the opposite wrench acts at
 * refsite, but not on the joints that both sites have in common: on a body that carries the site
 * that is the wrench of Ludo, which acts at the site. Torques alone do no work on these joints in
 * any case. */
static bool read_wrench(mjcf *r, int32_t element, ludo_spring_def *spring)
{
    const int32_t site = site_of(r, element, "site");
    const bool relative = ludo_xml_attribute(r->base.doc, element, "refsite") != NULL;
    const int32_t reference = relative ? site_of(r, element, "refsite") : -1;
    spring->type = "wrench";
    spring->gear[0] = 1.0;
    if (ludo_mjcf_some(r, element, "gear", 1, 6, spring->gear) == 0) {
        spring->gear[0] = 1.0;
    }
    if (site < 0 || (relative && reference < 0)) {
        return false;
    }
    spring->site_b = r->scope[site].number;
    spring->site_a = relative ? r->scope[reference].number : LUDO_WORLD;
    const bool turns = spring->gear[0] == 0.0 && spring->gear[1] == 0.0 && spring->gear[2] == 0.0;
    return !relative || ((turns || carries(r, r->scope[site].body, r->scope[reference].body)) &&
                         r->scope[site].body != r->scope[reference].body);
}

static bool read_crank(mjcf *r, int32_t element, ludo_spring_def *spring)
{
    const int32_t slider = site_of(r, element, "slidersite");
    const int32_t crank = site_of(r, element, "cranksite");
    spring->type = "slider_crank";
    spring->rod = ludo_mjcf_number(r, element, "cranklength", 0.0);
    if (slider < 0 || crank < 0) {
        return false;
    }
    if (!(spring->rod > 0.0)) {
        ludo_reader_fail(&r->base, LUDO_BAD_MODEL, element, "'cranklength' must be positive");
    }
    spring->site_a = r->scope[slider].number;
    spring->site_b = r->scope[crank].number;
    return spring->site_a != spring->site_b;
}

void ludo_mjcf_read_transmission(mjcf *r, int32_t element, ludo_actuator_def *def)
{
    ludo_spring_def spring = ludo_spring_default();
    bool known = false;
    spring.place = xml_place(r->base.doc, element);
    def->on_spring = true;
    if (ludo_xml_attribute(r->base.doc, element, "site") != NULL) {
        known = read_wrench(r, element, &spring);
        def->gear = 1.0;
    } else if (ludo_mjcf_find_template(r, element, "cranksite slidersite") >= 0) {
        known = read_crank(r, element, &spring);
    }
    if (known && r->base.status == LUDO_OK) {
        ludo_reader_check(&r->base, element,
                          ludo_spec_add_spring(r->base.spec, &spring, &def->target));
    }
}
