/* SPDX-License-Identifier: Apache-2.0
 *
 * The URDF reader, shared by its files. */
#ifndef LUDO_FORMATS_URDF_READ_H
#define LUDO_FORMATS_URDF_READ_H

#include "formats/masses.h"
#include "formats/reader.h"
#include "math/quat.h"

/* A known element, by its own name and that of its parent. */
typedef struct urdf_rule {
    const char *parents, *names; /* list of words */
    const char *attributes; /* list of all allowed words; NULL: the element is ignored as a whole */
} urdf_rule;

/* State of an element. Elements are referred to by their numbers, -1: none. */
typedef struct urdf_scope {
    const urdf_rule *rule; /* NULL: ignored with all its content */
    int32_t number;        /* index in the spec of a link or joint; else LUDO_WORLD */
    int32_t parent, child; /* links of a joint */
    ludo_frame frame;      /* of a joint: the child in the parent; of a link: in the world */
    ludo_frame in_range;   /* of a link: in the world, joints at the values of their ranges that are
                              nearest to zero */
    int32_t carrier;       /* of a link: the joint that carries it */
    int32_t visit;         /* of a link: the walk that visited it */
    enum { MOBILITY_UNKNOWN, MOBILITY_FIXED, MOBILITY_MOVES } mobility; /* of a link in the world */
    int32_t above;     /* of a link: next link up the path to be placed */
    int32_t namesakes; /* of a mesh: how many meshes have its name with a number */
    double friction;   /* of a link: that of its geoms, < 0: the usual one */
    /* of a joint: its motor, a spring and the inertia of a rotor */
    int32_t driver; /* the element that makes the motor, 0: none */
    const char *motor;
    double reduction, armature, stiffness, rest;
} urdf_scope;

/* Kinds of names. */
typedef enum urdf_family {
    FAMILY_LINK,
    FAMILY_JOINT,
    FAMILY_MATERIAL,
    FAMILY_GEOM,
    FAMILY_MESH, /* by file and scale */
    FAMILY_MESH_NAME,
    FAMILY_ACTUATOR
} urdf_family;

/* The reader. */
typedef struct urdf {
    reader r;
    urdf_scope *scope; /* per element */
    int32_t root;      /* the link without a parent joint, 0: a world that no link declares, -1: not
                          known yet */
    bool floats;       /* a free joint carries the root */
    bool leaves_zero;  /* the range of a joint excludes zero; known of joints below placed links */
    /* of the compiler element */
    const char *mesh_folder;
    bool strip_path, discard_visual;
    mass_settings masses;
    growing solids; /* collision solids (read_self_collision.c) */
} urdf;

/* Properties of a joint type. */
typedef struct urdf_joint_type {
    const char *word, *type; /* in URDF; in the spec */
    int32_t axes;
    int32_t rates; /* number of dofs with damping and friction; those of a ball share one value; 0:
                      ignored */
    bool limited;  /* limit gives a range */
    bool carries;  /* allowed for joints; otherwise for closures only */
} urdf_joint_type;

/* The type of a joint or closure; a failure if it is unknown. */
const urdf_joint_type *ludo_urdf_joint_type(urdf *u, int32_t element, bool closes);

/* The unit vector of a child's xyz; `otherwise` if it is missing. */
ludo_vec3 ludo_urdf_axis(urdf *u, int32_t element, const char *name, ludo_vec3 otherwise);

/* Add a closure, after checks of its ends and of what would act along it. */
void ludo_urdf_add_closure(urdf *u, int32_t element, const ludo_joint_def *def);

/* Add a warning, reported once per kind of element and of its parent. */
void ludo_urdf_warn(urdf *u, int32_t element, const char *detail);

/* Register an element by its name, which is required and unique. */
void ludo_urdf_register(urdf *u, urdf_family family, int32_t element);

/* The element that an attribute names; -1, and a failure, if there is none. */
int32_t ludo_urdf_named(urdf *u, urdf_family family, int32_t element, const char *attribute);

/* The frame of an element's xyz and rpy: rotations about the fixed axes x, then y, then z. */
ludo_frame ludo_urdf_frame(urdf *u, int32_t element);

/* The frame of the origin in an element; the identity if it is missing. */
ludo_frame ludo_urdf_origin(urdf *u, int32_t element);

/* Actions for elements, stage by stage (table in read.c). */

void ludo_urdf_read_compiler(urdf *u, int32_t element);

void ludo_urdf_name_material(urdf *u, int32_t material);

void ludo_urdf_connect(urdf *u, int32_t joint);
void ludo_urdf_find_root(urdf *u, int32_t link);
void ludo_urdf_check_path_to_root(urdf *u, int32_t link);
void ludo_urdf_check_root(urdf *u, int32_t robot);
void ludo_urdf_check_floating(urdf *u, int32_t joint);
void ludo_urdf_check_world(urdf *u, int32_t robot);

void ludo_urdf_add_link(urdf *u, int32_t link);
void ludo_urdf_add_root(urdf *u, int32_t robot);
void ludo_urdf_add_joint(urdf *u, int32_t joint);
void ludo_urdf_add_geom(urdf *u, int32_t element);
void ludo_urdf_add_mimic(urdf *u, int32_t mimic);
void ludo_urdf_add_loop(urdf *u, int32_t loop);
void ludo_urdf_add_constraint(urdf *u, int32_t constraint);
void ludo_urdf_read_gazebo(urdf *u, int32_t gazebo);
void ludo_urdf_add_sensors(urdf *u, int32_t gazebo);
void ludo_urdf_read_transmission(urdf *u, int32_t transmission);
void ludo_urdf_read_commands(urdf *u, int32_t control);
void ludo_urdf_add_motor(urdf *u, int32_t joint);

/* Whether a joint has one coordinate, an angle or a length, by its type. */
bool ludo_urdf_is_scalar(const urdf *u, int32_t joint);

/* The next child after `before` (-1: the first) that has one of the names; -1: none. */
int32_t ludo_urdf_next(const urdf *u, int32_t element, int32_t before, const char *names);

/* The attribute `value` of an element, or else its text. */
const char *ludo_urdf_value(const urdf *u, int32_t element);

/* The number in the first child of one of the names; `otherwise` if there is none, or, with a
 * warning, if it is no number. */
double ludo_urdf_number(urdf *u, int32_t element, const char *names, double otherwise);

/* Whether a link is the world itself: the root, named as the world. */
bool ludo_urdf_is_world(const urdf *u, int32_t link);

/* Whether a link is fixed in the world, and its pose. The tree must be built. */
bool ludo_urdf_is_fixed(urdf *u, int32_t link, ludo_frame *frame);

/* Record a collision geom of a link. The tree must be built. */
void ludo_urdf_add_solid(urdf *u, int32_t link, int32_t geom);

/* Exclude contacts of overlapping links, once all geoms are recorded. */
void ludo_urdf_filter_self_collision(urdf *u, int32_t robot);

/* The mesh that an element names, usable or not: its index in the spec. */
int32_t ludo_urdf_mesh(urdf *u, int32_t element);

#endif
