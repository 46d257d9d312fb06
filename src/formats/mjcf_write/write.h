/* SPDX-License-Identifier: Apache-2.0
 *
 * The MJCF writer, shared by its files. */
#ifndef LUDO_FORMATS_MJCF_WRITE_WRITE_H
#define LUDO_FORMATS_MJCF_WRITE_WRITE_H

#include "formats/write_outline.h"

/* Families of names. */
enum mjcf_write_family {
    MJCF_BODIES,
    MJCF_JOINTS,
    MJCF_SITES,
    MJCF_GEOMS, /* geoms and pairs share one: restitution refers to either by name */
    MJCF_EXCLUDES,
    MJCF_MESHES,
    MJCF_TENDONS,
    MJCF_ACTUATORS,
    MJCF_SENSORS,
    MJCF_KEYS,
    MJCF_EQUALITIES
};

/* A section is opened before its first element, and omitted if it has none. */
void ludo_mjcf_open_section(writer *w, const char *section, int32_t i);
void ludo_mjcf_close_section(writer *w, const char *section, int32_t count);

/* A range, and attribute `limited` if it differs from the default. */
void ludo_mjcf_write_range(writer *w, const char *attribute, const char *limited, bool holds,
                           const double range[2]);

/* Position and orientation, unless they are the identity. */
void ludo_mjcf_write_frame(writer *w, ludo_frame f);

/* Sections of the file (write_*.c). */

void ludo_mjcf_write_meshes(writer *w);
void ludo_mjcf_write_geom(writer *w, int32_t geom);

/* Whether a geom is a height field, and whether a mesh has only these. */
bool ludo_mjcf_is_field(const ludo_geom_def *g);
bool ludo_mjcf_is_only_field(const writer *w, int32_t mesh);

/* The frame of a height field as the format places it. */
ludo_frame ludo_mjcf_field_frame(const writer *w, const ludo_geom_def *g);

/* Write the assets of height fields; returns the number of assets, those written before included.
 */
int32_t ludo_mjcf_write_fields(writer *w, int32_t written);

/* Whether a geom is left out: its mesh is unusable. */
bool ludo_mjcf_loses_geom(const writer *w, int32_t geom);

/* Name pairs and excludes; a geom without a name gets one only if another element refers to it. */
void ludo_mjcf_name_contacts(writer *w);

/* Mark the geoms that sensors refer to. */
void ludo_mjcf_name_sensed(const writer *w, bool *named);

/* Pairs, excludes, restitution and concave meshes. */
void ludo_mjcf_write_contacts(writer *w, const outline *o);

/* Fluids around bodies. */
void ludo_mjcf_write_fluids(writer *w, const outline *o);

/* Joints of a body. */
void ludo_mjcf_write_joints(writer *w, const outline *o, int32_t body);

/* Whether a spring is written with the actuators on it: a wrench or a slider-crank. */
bool ludo_mjcf_is_transmission(const ludo_spring_def *s);

void ludo_mjcf_write_tendons(writer *w, const outline *o);
void ludo_mjcf_write_actuators(writer *w, const outline *o);
void ludo_mjcf_write_sensors(writer *w, const outline *o);
void ludo_mjcf_write_keyframes(writer *w, const outline *o);

/* A point of a body that a loop connects. */
typedef struct closure_end {
    const char *site; /* site at the point; NULL: none is needed */
    bool made;        /* the site is not one of the spec */
    ludo_vec3 at;     /* in the frame of its body */
    int32_t next;     /* next point with a generated site on the same body, -1: none */
} closure_end;

/* A ball connects one point, a hinge two points of its axis. */
enum { MOST_POINTS = 2 };

typedef struct closure_ends {
    closure_end *end; /* per loop and point: on the parent, on the child */
    int32_t *first;   /* first generated site per body, the world first; -1: none */
} closure_ends;

/* Find the points that closures connect and the sites that they need. */
closure_ends ludo_mjcf_find_ends(writer *w, const outline *o);

/* Write the generated sites of a body or the world. */
void ludo_mjcf_write_ends(writer *w, const closure_ends *ends, int32_t body);

/* Write closures and couplings. */
void ludo_mjcf_write_equalities(writer *w, const outline *o, const closure_ends *ends);

/* The kind of an actuator that is a pid or a dcmotor by its dynamics or bias; NULL: it is another.
 */
const char *ludo_mjcf_controller_of(const ludo_actuator_def *a);

/* Write the law and ranges of such an actuator (write_controllers.c). */
void ludo_mjcf_write_controller(writer *w, const ludo_actuator_def *a);

#endif
