/* SPDX-License-Identifier: Apache-2.0
 *
 * Sensors of Gazebo, as elements <sensor> in SDF and URDF have them. */
#ifndef LUDO_FORMATS_GAZEBO_SENSORS_H
#define LUDO_FORMATS_GAZEBO_SENSORS_H

#include "formats/reader.h"

/* Where a sensor is: in a link, or in a joint. */
typedef struct gazebo_place {
    int32_t body;    /* of the link, or of the joint's child; LUDO_WORLD: of no body */
    ludo_frame pose; /* of the sensor, in the frame of that body */
    bool in_joint;
    /* of a joint: */
    bool carries;      /* it carries its child: it closes no loop */
    bool fixed;        /* it allows no motion */
    ludo_frame joint;  /* its frame, in that of the child */
    ludo_frame parent; /* the frame of its parent, in that of the child, if it is fixed */
} gazebo_place;

/* Add the sensors of a <sensor> to the spec, and a site for them, named `name` (NULL: without
 * names). A sensor that cannot be simulated is left out with a warning: it has no effect on the
 * motion. All bodies, joints and geoms must be in the spec. */
void ludo_gazebo_sensor_add(reader *r, int32_t element, const char *name,
                            const gazebo_place *place);

#endif
