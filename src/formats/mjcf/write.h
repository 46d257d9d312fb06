/* SPDX-License-Identifier: Apache-2.0
 *
 * What the parts of the MJCF writer share. */
#ifndef LUDO_FORMATS_MJCF_WRITE_H
#define LUDO_FORMATS_MJCF_WRITE_H

#include "formats/write_outline.h"

/* Names differ within a family. */
enum mjcf_write_family {
    MJCF_BODIES,
    MJCF_JOINTS,
    MJCF_SITES,
    MJCF_GEOMS, /* and pairs: what is said of the restitution of one is said by its name */
    MJCF_EXCLUDES,
    MJCF_MESHES,
    MJCF_TENDONS,
    MJCF_ACTUATORS,
    MJCF_KEYS,
    MJCF_EQUALITIES
};

/* Sections are opened before their first element, and not without one. */
void ludo_mjcf_open_section(writer *w, const char *section, int32_t i);
void ludo_mjcf_close_section(writer *w, const char *section, int32_t count);

/* A range, and whether it holds where it is not what is given that says so. */
void ludo_mjcf_write_range(writer *w, const char *attribute, const char *limited, bool holds,
                           const double range[2]);

/* Position and orientation, where they are something. */
void ludo_mjcf_write_frame(writer *w, ludo_frame f);

/* Sections of the file (mjcf_write_<that>.c). */

void ludo_mjcf_write_meshes(writer *w);
void ludo_mjcf_write_geom(writer *w, int32_t geom);

/* Whether a geom is left out: it has a mesh of which nothing is known. */
bool ludo_mjcf_loses_geom(const writer *w, int32_t geom);

/* Names of pairs and excludes; geoms without a name stay so unless something refers to them. */
void ludo_mjcf_name_contacts(writer *w);

/* Pairs and excludes, and how much touches give back. */
void ludo_mjcf_write_contacts(writer *w, const outline *o);

/* Bodies in a fluid. */
void ludo_mjcf_write_fluids(writer *w, const outline *o);

/* The joints of a body. */
void ludo_mjcf_write_joints(writer *w, const outline *o, int32_t body);

void ludo_mjcf_write_tendons(writer *w, const outline *o);
void ludo_mjcf_write_actuators(writer *w, const outline *o);
void ludo_mjcf_write_keyframes(writer *w, const outline *o);

/* A point of a body that what closes a loop connects. */
typedef struct closure_end {
    const char *site; /* that says where it is; NULL: none is needed */
    bool made;        /* whether the site is one of the file alone */
    ludo_vec3 at;     /* on its body */
    int32_t next;     /* of those made on the same body, -1: none */
} closure_end;

/* A ball connects one point, a hinge two of its axis. */
enum { MOST_POINTS = 2 };

typedef struct closure_ends {
    closure_end *end; /* per loop and point: on the parent, on the child */
    int32_t *first;   /* that is made on each body, after the first on the world; -1: none */
} closure_ends;

/* What closures connect, and the sites that they need. */
closure_ends ludo_mjcf_find_ends(writer *w, const outline *o);

/* Those on a body, or the world, that were made. */
void ludo_mjcf_write_ends(writer *w, const closure_ends *ends, int32_t body);

/* What closes loops. */
void ludo_mjcf_write_equalities(writer *w, const outline *o, const closure_ends *ends);

#endif
