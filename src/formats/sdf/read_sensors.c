/* SPDX-License-Identifier: Apache-2.0
 *
 * SDF sensors, in links and joints. Names have the name of the link or joint in front. */
#include "formats/gazebo_sensors.h"
#include "formats/sdf/read.h"

#include <string.h>

static gazebo_place place_in_link(sdf *s, int32_t sensor, int32_t link)
{
    return (gazebo_place){.body = s->scope[link].number, .pose = ludo_sdf_pose_in(s, sensor, link)};
}

static gazebo_place place_in_joint(sdf *s, int32_t sensor, int32_t joint)
{
    const sdf_scope *j = &s->scope[joint];
    const char *type = ludo_xml_attribute(s->r.doc, joint, "type");
    const ludo_frame frame = ludo_sdf_between(s, j->child, joint);
    return (gazebo_place){.body = j->child > 0 ? s->scope[j->child].number : LUDO_WORLD,
                          .pose = frame_mul(frame, ludo_sdf_pose_in(s, sensor, joint)),
                          .in_joint = true,
                          .carries = s->scope[j->child].carrier == joint,
                          .fixed = type != NULL && strcmp(type, "fixed") == 0,
                          .joint = frame,
                          .parent = ludo_sdf_between(s, j->child, j->parent)};
}

void ludo_sdf_add_sensor(sdf *s, int32_t sensor)
{
    const int32_t around = xml_at(s->r.doc, sensor)->parent;
    const bool in_joint = strcmp(xml_at(s->r.doc, around)->name, "joint") == 0;
    const char *name = ludo_reader_text(&s->r, sensor, "name");
    const char *whole = ludo_sdf_join(s, s->scope[around].name, name);
    (void)ludo_reader_text(&s->r, sensor, "type");
    if (s->r.status != LUDO_OK) {
        return;
    }
    const gazebo_place place =
        in_joint ? place_in_joint(s, sensor, around) : place_in_link(s, sensor, around);
    ludo_gazebo_sensor_add(&s->r, sensor, whole, &place);
}
