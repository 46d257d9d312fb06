/* SPDX-License-Identifier: Apache-2.0
 *
 * MJCF actuators on balls and free joints: their gears are weights of the rates of the joint. */
#include "formats/mjcf/read_law.h"
#include "formats/mjcf/read_values.h"
#include "spec/items.h"

#include <string.h>

/* Weights of three rates of a ball, or six of a free joint, those of zero left out; the others of
 * `gear` have no effect. Returns their number, at least one. */
static int32_t write_terms(mjcf *r, int32_t element, int32_t joint, int32_t rates,
                           ludo_tendon_term term[6])
{
    double gear[6] = {1.0};
    int32_t count = 0;
    (void)ludo_mjcf_some(r, element, "gear", 1, 6, gear);
    for (int32_t i = 0; i < rates; i++) {
        if (gear[i] != 0.0 || (i == rates - 1 && count == 0)) {
            term[count++] = (ludo_tendon_term){joint, i, gear[i]};
        }
    }
    return count;
}

void ludo_mjcf_read_rates(mjcf *r, int32_t element, int32_t joint, ludo_actuator_def *def)
{
    ludo_spring_def spring = ludo_spring_default();
    ludo_tendon_term term[6];
    spring.term = term;
    const int32_t rates = ludo_mjcf_joint_type(r, joint) == JOINT_FREE ? 6 : 3;
    spring.term_count = write_terms(r, element, def->target, rates, term);
    spring.type =
        ludo_xml_attribute(r->base.doc, element, "joint") != NULL ? "rates" : "rates_in_parent";
    spring.place = xml_place(r->base.doc, element);
    ludo_reader_check(&r->base, element, ludo_spec_add_spring(r->base.spec, &spring, &def->target));
    def->on_spring = true;
    def->gear = 1.0;
}

bool ludo_mjcf_is_of_rates(const mjcf *r, const ludo_actuator_def *def)
{
    return def->on_spring && def->target >= 0 &&
           strncmp(ludo_spec_spring_at(r->base.spec, def->target)->type, "rates", 5) == 0;
}
