/* SPDX-License-Identifier: Apache-2.0
 *
 * URDF: sensors in settings for Gazebo, in those of a link or of a joint. */
#include "formats/gazebo_sensors.h"
#include "formats/text/rpy.h"
#include "formats/text/tokens.h"
#include "formats/urdf/read.h"

#include <string.h>

/* The pose of a sensor: x y z roll pitch yaw; the identity, with a warning, of another text. */
static ludo_frame read_pose(urdf *u, int32_t sensor)
{
    const int32_t pose = ludo_urdf_next(u, sensor, -1, "pose");
    const char *text = pose >= 0 ? xml_at(u->r.doc, pose)->text : "0 0 0 0 0 0";
    tokenizer t = tokenizer_of(text, strlen(text));
    double n[6];
    bool good = true;
    for (int i = 0; i < 6 && good; i++) {
        good = ludo_token_number(ludo_token_next(&t), &n[i]);
    }
    if (!good || ludo_token_next(&t).length > 0) {
        ludo_urdf_warn(u, pose, "ignored: it is not six numbers, x y z roll pitch yaw");
        return frame_identity();
    }
    return (ludo_frame){v3_at(n), ludo_rpy_quat(n + 3)};
}

static gazebo_place place_in_link(urdf *u, int32_t sensor, int32_t link)
{
    return (gazebo_place){.body = u->scope[link].number, .pose = read_pose(u, sensor)};
}

/* The frame of a joint is that of its child. */
static gazebo_place place_in_joint(urdf *u, int32_t sensor, int32_t joint)
{
    const urdf_scope *j = &u->scope[joint];
    const char *type = ludo_xml_attribute(u->r.doc, joint, "type");
    return (gazebo_place){.body = u->scope[j->child].number,
                          .pose = read_pose(u, sensor),
                          .in_joint = true,
                          .carries = true,
                          .fixed = type != NULL && strcmp(type, "fixed") == 0,
                          .joint = frame_identity(),
                          .parent = frame_inverse(j->frame)};
}

static void add_sensor(urdf *u, int32_t sensor, int32_t link, int32_t joint)
{
    const char *type = ludo_xml_attribute(u->r.doc, sensor, "type");
    const bool of_joint = type != NULL && strcmp(type, "force_torque") == 0;
    const bool in_joint = joint != 0 && (link == 0 || of_joint); /* of the same name, if both */
    const gazebo_place place =
        in_joint ? place_in_joint(u, sensor, joint) : place_in_link(u, sensor, link);
    const char *name = ludo_xml_attribute(u->r.doc, sensor, "name");
    ludo_gazebo_sensor_add(&u->r, sensor, name, &place);
}

void ludo_urdf_add_sensors(urdf *u, int32_t gazebo)
{
    const char *name = ludo_xml_attribute(u->r.doc, gazebo, "reference");
    const int32_t link = ludo_name_table_find(&u->r.names, FAMILY_LINK, "", name);
    const int32_t joint = ludo_name_table_find(&u->r.names, FAMILY_JOINT, "", name);
    if (link == 0 && joint == 0) {
        return; /* a warning was given */
    }
    for (int32_t e = ludo_urdf_next(u, gazebo, -1, "sensor"); e >= 0;
         e = ludo_urdf_next(u, gazebo, e, "sensor")) {
        add_sensor(u, e, link, joint);
    }
}
