/* SPDX-License-Identifier: Apache-2.0
 *
 * What the parts of the URDF reader share. */
#ifndef LUDO_FORMATS_URDF_URDF_H
#define LUDO_FORMATS_URDF_URDF_H

#include "formats/masses.h"
#include "formats/reader.h"
#include "math/quat.h"

/* What is known: an element by its own name and that of the element around it. */
typedef struct urdf_rule {
    const char *parents, *names; /* words */
    const char *attributes;      /* words, all that it may have; NULL: it is ignored as a whole */
} urdf_rule;

/* What holds for an element. Elements are named by their numbers, -1: none. */
typedef struct urdf_scope {
    const urdf_rule *rule; /* NULL: left alone, with all that is in it */
    int32_t number;        /* of a link or joint: in the spec; else LUDO_WORLD */
    int32_t parent, child; /* of a joint: links */
    ludo_frame frame;      /* of a joint: of its child in its parent; of a link: in the world */
    int32_t carrier;       /* of a link: the joint whose child it is */
    int32_t visit;         /* of a link: the walk that came by */
    enum { STAND_UNKNOWN, STAND_STILL, STAND_MOVES } stand; /* of a link, in the world */
    int32_t above;     /* of a link: the next one on the way up that is looked at */
    int32_t namesakes; /* of a mesh: how many are called by its name and a number */
} urdf_scope;

/* What elements are found as. */
typedef enum urdf_family {
    FAMILY_LINK,
    FAMILY_JOINT,
    FAMILY_MATERIAL,
    FAMILY_GEOM,
    FAMILY_MESH, /* by file and scale */
    FAMILY_MESH_NAME
} urdf_family;

/* The reader. */
typedef struct urdf {
    reader r;
    urdf_scope *scope; /* per element */
    int32_t root;      /* the link that stands on nothing, -1: not known yet */
    /* of the compiler element */
    const char *mesh_folder;
    bool strip_path, discard_visual;
    mass_settings masses;
    growing solids; /* the shapes that touch (urdf_apart.c) */
} urdf;

/* Warn of something about a kind of element in what is around it, once. */
void ludo_urdf_warn(urdf *u, int32_t element, const char *detail);

/* Make an element known by its name, which it needs and which is used once. */
void ludo_urdf_register(urdf *u, urdf_family family, int32_t element);

/* The element that an attribute names; -1, and a failure, where there is none. */
int32_t ludo_urdf_named(urdf *u, urdf_family family, int32_t element, const char *attribute);

/* The frame that an element's xyz and rpy give: turned about the fixed axes x, then y, then z. */
ludo_frame ludo_urdf_frame(urdf *u, int32_t element);

/* The frame of the origin in an element; the identity where there is none. */
ludo_frame ludo_urdf_origin(urdf *u, int32_t element);

/* What is done with elements, stage by stage (urdf.c): urdf_settings.c, urdf_tree.c, urdf_links.c,
 * urdf_joints.c, urdf_geoms.c, urdf_meshes.c, urdf_apart.c. */

void ludo_urdf_read_compiler(urdf *u, int32_t element);

void ludo_urdf_name_material(urdf *u, int32_t material);

void ludo_urdf_connect(urdf *u, int32_t joint);
void ludo_urdf_find_root(urdf *u, int32_t link);
void ludo_urdf_check_way_down(urdf *u, int32_t link);
void ludo_urdf_check_root(urdf *u, int32_t robot);

void ludo_urdf_add_link(urdf *u, int32_t link);
void ludo_urdf_add_root(urdf *u, int32_t robot);
void ludo_urdf_add_joint(urdf *u, int32_t joint);
void ludo_urdf_add_geom(urdf *u, int32_t element);
void ludo_urdf_add_mimic(urdf *u, int32_t mimic);
void ludo_urdf_add_loop(urdf *u, int32_t loop);

/* Whether a link is the world itself: the root, with the world's name. */
bool ludo_urdf_is_world(const urdf *u, int32_t link);

/* Whether a link stands still in the world, and where. All joints are connected. */
bool ludo_urdf_stands_still(urdf *u, int32_t link, ludo_frame *frame);

/* Take note of a geom of a link that touches. All joints are connected. */
void ludo_urdf_add_solid(urdf *u, int32_t link, int32_t geom);

/* Leave out contacts of links that overlap by design, once all shapes are noted. */
void ludo_urdf_keep_apart(urdf *u, int32_t robot);

/* The mesh that an element names, read or not: its number in the spec. */
int32_t ludo_urdf_mesh(urdf *u, int32_t element);

#endif
