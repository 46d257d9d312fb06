/* SPDX-License-Identifier: Apache-2.0
 *
 * The SDF reader, shared by its files. Frames are elements: a world's frame is element 0, the root
 * of the document; those of models, links, joints and frames are these elements. */
#ifndef LUDO_FORMATS_SDF_READ_H
#define LUDO_FORMATS_SDF_READ_H

#include "formats/reader.h"
#include "math/quat.h"

/* A known element, by its own name and that of its parent. */
typedef struct sdf_rule {
    const char *parents, *names; /* list of words */
    const char *attributes;      /* list of all allowed words; sdf_skipped, sdf_ignored */
} sdf_rule;

extern const char ludo_sdf_skipped[]; /* without effect on the motion, with all its content */
extern const char ludo_sdf_ignored[]; /* as skipped, with a warning */

/* The rule of an element; NULL: unknown. `advice` says why the motion would be another one with
 * this element; NULL: it would not. */
const sdf_rule *ludo_sdf_find_rule(const xml_document *doc, int32_t element, const char **advice);

/* Whether an element has one of these names and its parent one of those. */
bool ludo_sdf_is_in(const xml_document *doc, int32_t element, const char *parents,
                    const char *names);

enum { SDF_NONE = -1, SDF_STATIC = -2 };

/* State of an element. Elements are referred to by their numbers, SDF_NONE: none. */
typedef struct sdf_scope {
    const sdf_rule *rule; /* NULL: ignored with all its content */
    const char *name;     /* of a model: prefix of the names in it; else the whole name */
    int32_t number;       /* index in the spec; else LUDO_WORLD */
    /* of a frame */
    int32_t relative;     /* frame that its pose is relative to; SDF_NONE of the world */
    ludo_frame local;     /* pose in that frame */
    int32_t depth;        /* number of frames between it and the world */
    int32_t visit, above; /* the walk that visited it; next frame up the path to be counted */
    /* of a link: the joint that carries it, SDF_NONE, SDF_STATIC: fixed to the world */
    int32_t carrier;
    bool solid;            /* of a link: it has collision geoms */
    bool still;            /* of a model: it, or one around it, is static */
    int32_t parent, child; /* of a joint: links, 0: the world */
    int32_t dof[2];        /* of a joint: rates along axis and axis2, -1: none, and */
    int32_t joint[2];      /* the joints of the spec that have them */
} sdf_scope;

/* Kinds of names. */
typedef enum sdf_family {
    FAMILY_LINK,
    FAMILY_MODEL,
    FAMILY_FRAME,
    FAMILY_JOINT,
    FAMILY_GEOM,
    FAMILY_MESH, /* by file and scale */
    FAMILY_MESH_NAME
} sdf_family;

/* Contact parameters of a collision. */
typedef struct sdf_surface {
    double friction, restitution, spin;
} sdf_surface;

/* A link with collision geoms. */
typedef struct sdf_solid {
    int32_t link, model; /* the model that is in no other one */
    bool collides;       /* with links of its own model */
} sdf_solid;

/* The reader. */
typedef struct sdf {
    reader r;
    sdf_scope *scope; /* per element */
    int32_t top;      /* the world or the model that is read */
    growing texts;    /* char *: names that were put together */
    growing surfaces; /* sdf_surface: all different ones, the smallest friction first */
    growing solids;   /* sdf_solid: those of a model in sequence */
    bool masks;       /* whether any collision has a mask */
} sdf;

/* ---- values (read_values.c) ---- */

/* The text of the only child of that name; NULL if there is none. */
const char *ludo_sdf_text(sdf *s, int32_t element, const char *child);

/* Read between `least` and `most` numbers of an element's own text. Returns how many; 0 (out
 * untouched) on failure. */
int32_t ludo_sdf_numbers(sdf *s, int32_t element, int32_t least, int32_t most, double *out);

/* Read exactly `count` numbers of a child; false (out untouched) if there is none. */
bool ludo_sdf_vector(sdf *s, int32_t element, const char *child, int32_t count, double *out);

/* Read a number of a child; `otherwise` if there is none. */
double ludo_sdf_number(sdf *s, int32_t element, const char *child, double otherwise);

/* As ludo_sdf_number(), of a limit, which may be inf: a huge number then. */
double ludo_sdf_bound(sdf *s, int32_t element, const char *child, double otherwise);

/* Magnitude from which on a limit is none. */
#define SDF_UNBOUNDED 1e16

/* Read a number >= 0 of a child; `otherwise` if there is none. */
double ludo_sdf_positive(sdf *s, int32_t element, const char *child, double otherwise);

/* Read false, true, 0 or 1 of a child. */
bool ludo_sdf_flag(sdf *s, int32_t element, const char *child, bool otherwise);

/* The minor version of the file of an element: 7 in 1.7. */
int32_t ludo_sdf_version(sdf *s, int32_t element);

/* ---- names (read_names.c) ---- */

/* Add a warning, reported once per kind of element and of its parent. */
void ludo_sdf_warn(sdf *s, int32_t element, const char *detail);

/* The model or world (then element 0) whose names an element is among. */
int32_t ludo_sdf_space(const sdf *s, int32_t element);

/* The include that brings a model; SDF_NONE. */
int32_t ludo_sdf_include_of(const sdf *s, int32_t model);

/* Register a model, link, joint or frame by its name, which is required and unique. */
void ludo_sdf_register(sdf *s, int32_t element);

/* Two names joined by "::"; "" on failure. */
const char *ludo_sdf_join(sdf *s, const char *prefix, const char *name);

/* The frame of a name that an element uses; SDF_NONE, and a failure of the element `where`, if
 * there is none. */
int32_t ludo_sdf_frame_named(sdf *s, int32_t element, int32_t where, const char *name);

/* The joint of a name that an element uses; SDF_NONE, and a failure, if there is none. */
int32_t ludo_sdf_joint_named(sdf *s, int32_t element, const char *name);

/* The link that a frame is attached to; 0: the world; SDF_NONE, and a failure: none. */
int32_t ludo_sdf_link_of(sdf *s, int32_t frame);

/* ---- frames (read_frames.c) ---- */

/* The numbers of the pose in an element; the identity if there is none. */
ludo_frame ludo_sdf_pose(sdf *s, int32_t element);

/* The pose in an element, in the axes of a frame that it is relative to by default. */
ludo_frame ludo_sdf_pose_in(sdf *s, int32_t element, int32_t frame);

/* The pose of a frame in another one. */
ludo_frame ludo_sdf_between(const sdf *s, int32_t outer, int32_t inner);

/* ---- actions for elements, stage by stage (table in read.c) ---- */

void ludo_sdf_find_static(sdf *s, int32_t model);
void ludo_sdf_connect(sdf *s, int32_t frame);
void ludo_sdf_count_depth(sdf *s, int32_t frame);
void ludo_sdf_place_model(sdf *s, int32_t model);
void ludo_sdf_add_frame(sdf *s, int32_t frame);

void ludo_sdf_find_ends(sdf *s, int32_t joint);
void ludo_sdf_cut_cycle(sdf *s, int32_t link);
void ludo_sdf_add_link(sdf *s, int32_t link);
void ludo_sdf_add_root(sdf *s, int32_t link);
void ludo_sdf_set_mass(sdf *s, int32_t link);
void ludo_sdf_add_fluid(sdf *s, int32_t link);

void ludo_sdf_add_joint(sdf *s, int32_t joint);
void ludo_sdf_add_mimic(sdf *s, int32_t mimic);
void ludo_sdf_add_gearbox(sdf *s, int32_t joint);

/* Whether a link can move: it is not fixed to the world by fixed joints. */
bool ludo_sdf_moves(const sdf *s, int32_t link);

/* Whether a joint carries no link, but closes a loop. */
bool ludo_sdf_closes(const sdf *s, int32_t joint);

/* Sensors, once all links, joints and collisions are in the spec (read_sensors.c). */
void ludo_sdf_add_sensor(sdf *s, int32_t sensor);

/* ---- axes of joints (read_axes.c) ---- */

/* The unit vector of an axis element, in the joint's frame. */
ludo_vec3 ludo_sdf_axis(sdf *s, int32_t joint, int32_t axis);

/* Read limits and dynamics along an axis element; lock gets whether its range is one value. */
void ludo_sdf_read_along(sdf *s, int32_t axis, ludo_dof_def *along, bool *lock);

/* ---- geometry ---- */

void ludo_sdf_collect_surface(sdf *s, int32_t collision);
void ludo_sdf_sort_surfaces(sdf *s, int32_t root);
void ludo_sdf_set_surface(sdf *s, int32_t collision, ludo_geom_def *geom);
void ludo_sdf_add_geom(sdf *s, int32_t element);

/* Density of a collision whose link is weighed by its geometry; else 0. */
double ludo_sdf_density(sdf *s, int32_t collision);

/* The mesh that an element names, usable or not: its index in the spec. */
int32_t ludo_sdf_mesh(sdf *s, int32_t element);

/* Record that a link has a collision geom. */
void ludo_sdf_add_solid(sdf *s, int32_t link);

/* Exclude contacts of links that may not touch, once all geoms are read. */
void ludo_sdf_filter_self_collision(sdf *s, int32_t root);

/* ---- included files (read_include.c) ---- */

/* Put the model of the file that an <include> names into each <include> of a model or world, as
 * <sdf><model>. As ludo_include_expand(). */
ludo_status ludo_sdf_expand(xml_document *doc, resolver *files, ludo_diagnostic *why);

#endif
