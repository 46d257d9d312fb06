/* SPDX-License-Identifier: Apache-2.0
 *
 * MJCF keyframes. */
#include "formats/mjcf/read.h"
#include "formats/mjcf/read_values.h"

void ludo_mjcf_read_key(mjcf *r, int32_t element)
{
    double *position, *velocity, *control, *activation;
    ludo_keyframe_def key = {.struct_size = sizeof key,
                             .name = ludo_xml_attribute(r->base.doc, element, "name"),
                             .time = ludo_mjcf_number(r, element, "time", 0.0),
                             .place = xml_place(r->base.doc, element)};
    ludo_mjcf_all_numbers(r, element, "qpos", &position, &key.position_count);
    ludo_mjcf_all_numbers(r, element, "qvel", &velocity, &key.velocity_count);
    ludo_mjcf_all_numbers(r, element, "ctrl", &control, &key.control_count);
    ludo_mjcf_all_numbers(r, element, "act", &activation, &key.activation_count);
    if (ludo_mjcf_find_template(r, element, "mpos mquat") >= 0) {
        ludo_mjcf_warn(r, LUDO_NOTE_WARNING, element, "mpos and mquat of keyframes", "ignored");
    }
    key.position = position;
    key.velocity = velocity;
    key.control = control;
    key.activation = activation;
    key.control_count = r->actuators_left_out ? 0 : key.control_count;
    key.activation_count = r->actuators_left_out ? 0 : key.activation_count;
    if (r->base.status == LUDO_OK) {
        ludo_reader_check(&r->base, element, ludo_spec_add_keyframe(r->base.spec, &key, NULL));
    }
    memory_give(&r->base.doc->allocator, position);
    memory_give(&r->base.doc->allocator, velocity);
    memory_give(&r->base.doc->allocator, control);
    memory_give(&r->base.doc->allocator, activation);
}
