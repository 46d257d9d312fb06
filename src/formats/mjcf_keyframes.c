/* SPDX-License-Identifier: Apache-2.0
 *
 * MJCF keyframes. */
#include "formats/mjcf.h"

void ludo_mjcf_read_key(mjcf *r, int32_t element)
{
    double *position, *velocity;
    ludo_keyframe_def key = {.name = ludo_xml_attribute(r->doc, element, "name"),
                             .time = ludo_mjcf_number(r, element, "time", 0.0),
                             .place = xml_place(r->doc, element)};
    ludo_mjcf_all_numbers(r, element, "qpos", &position, &key.position_count);
    ludo_mjcf_all_numbers(r, element, "qvel", &velocity, &key.velocity_count);
    key.position = position;
    key.velocity = velocity;
    if (ludo_mjcf_source(r, element, "ctrl act") >= 0) {
        ludo_mjcf_warn_once(r, ONCE_CONTROL, element, "controls of keyframes are not used yet");
    }
    if (r->status == LUDO_OK) {
        ludo_mjcf_check(r, element, ludo_spec_add_keyframe(r->spec, &key, NULL));
    }
    memory_give(&r->doc->allocator, position);
    memory_give(&r->doc->allocator, velocity);
}
