/* SPDX-License-Identifier: Apache-2.0
 *
 * The URDF writer, shared by its files. In URDF the frame of a link is that of the joint that
 * carries it: content of a body is written relative to it. */
#ifndef LUDO_FORMATS_URDF_WRITE_H
#define LUDO_FORMATS_URDF_WRITE_H

#include "formats/write_outline.h"

/* Families of names. */
enum urdf_write_family {
    URDF_LINKS,
    URDF_JOINTS,
    URDF_LOOPS,
    URDF_GEOMS,
    URDF_PAIRS,
    URDF_EXCLUDES,
    URDF_SPRINGS,
    URDF_ACTUATORS,
    URDF_SENSORS,
    URDF_KEYFRAMES
};

typedef struct urdf_out {
    writer *w;
    outline o;
    ludo_frame *to_link;  /* per body: its frame in its link */
    const char **between; /* per part but the last of a body: the name of the link after it */
    const char *world;    /* the link of the world, NULL: none is needed */
    int32_t *follows;     /* per part: the coupling that drives it, -1: none */
} urdf_out;

/* The pose in its link of a frame on a body or the world. */
ludo_frame ludo_urdf_in_link(const urdf_out *u, int32_t body, ludo_frame in_body);

/* The name of a body's link. */
const char *ludo_urdf_link_name(const urdf_out *u, int32_t body);

/* An origin element, unless it is the identity. */
void ludo_urdf_write_origin(writer *w, ludo_frame f);

/* The attributes xyz and rpy, unless they are zero. */
void ludo_urdf_write_place(writer *w, ludo_frame f);

/* The axis of a part, in the frame of its link. */
void ludo_urdf_write_axis(writer *w, const char *element, ludo_vec3 axis);

/* An element with one attribute. */
void ludo_urdf_write_value(writer *w, const char *element, const char *attribute,
                           const char *value);

/* Elements of the file (write_*.c). */

void ludo_urdf_write_geoms(const urdf_out *u, int32_t first);

/* The joints that carry a body, with intermediate links. */
void ludo_urdf_write_joints(const urdf_out *u, int32_t body);

/* A fixed joint from a body or the world to a link; `name` may be NULL. */
void ludo_urdf_write_fixed(const urdf_out *u, const char *name, int32_t parent,
                           ludo_frame in_parent, const char *child);

/* Find mimic joints, with remarks on couplings that cannot be expressed. */
void ludo_urdf_find_followers(urdf_out *u);

void ludo_urdf_write_loops(const urdf_out *u);

/* Motors of joints as transmissions, with remarks on other actuators. */
void ludo_urdf_write_motors(const urdf_out *u);

/* The sliding friction of all colliding geoms from `first` on; the usual one if they differ. */
double ludo_urdf_link_friction(const urdf_out *u, int32_t first);

/* Settings for Gazebo, unless they are the usual ones: the friction of a link, the spring of a
 * joint. */
void ludo_urdf_write_friction(const urdf_out *u, const char *link, int32_t first);
void ludo_urdf_write_spring(writer *w, const char *joint, const ludo_dof_def *d);

/* Add remarks on everything that URDF does not have. */
void ludo_urdf_remark_rest(const urdf_out *u);

#endif
