/* SPDX-License-Identifier: Apache-2.0
 *
 * The MJCF reader, shared by its files.
 *
 * read.c makes the passes over the document; read_rules.c says which function reads which element,
 * and in which pass; each other read_*.c has the elements of its name. Values of attributes with
 * their default classes are in read_values.h. */
#ifndef LUDO_FORMATS_MJCF_READ_H
#define LUDO_FORMATS_MJCF_READ_H

#include "formats/text/name_table.h"
#include "formats/masses.h"
#include "formats/mjcf_expand/expand.h"
#include "formats/reader.h"
#include "formats/dof_inertia.h"
#include "formats/files/resolver.h"
#include "formats/text/xml.h"
#include "math/quat.h"

typedef struct mjcf mjcf;

/* Order of reading: each pass may use the results of all passes before it. */
typedef enum mjcf_pass {
    PASS_SETTINGS,
    PASS_ASSETS,
    PASS_BODIES,   /* then bodies are added */
    PASS_ATTACHED, /* geoms and sites; then masses are known and joints are added */
    PASS_CONTACTS,
    PASS_TENDONS,
    PASS_ACTUATORS,
    PASS_REST, /* equalities, keyframes and other references */
    PASSES
} mjcf_pass;

/* Handling of an element, by its own name and that of its parent. */
typedef struct mjcf_rule {
    const char *parent;                     /* "body": worldbody, body or frame */
    const char *names;                      /* list of words; NULL: any */
    const char *attributes;                 /* list of all allowed words; NULL: not checked */
    mjcf_pass pass;                         /* when the element is read */
    void (*read)(mjcf *r, int32_t element); /* NULL: nothing to read */
} mjcf_rule;

/* State of an element. Elements are referred to by their numbers, -1: none. */
typedef struct mjcf_scope {
    const mjcf_rule *rule; /* NULL: ignored with all its content */
    int32_t body;          /* element of the body that contains it; 0: the world */
    int32_t class;         /* default class; of a default: the inherited one */
    ludo_frame frame;      /* product of the <frame> elements around it, in the body */
    int32_t number;        /* index in the spec of a body, joint, mesh, geom, site, tendon or
                              actuator; else
                              LUDO_WORLD */
    /* of a body: */
    int32_t inertial;            /* inertial element, -1: none */
    int32_t weighable;           /* number of geoms that may count for its mass; */
    int32_t heavy, heavy_geom;   /* number of these with a mass; the last one, -1: none */
    int32_t unweighable;         /* the first of these whose mass is unknown, -1: none */
    int32_t joint, last_joint;   /* its first and last joint */
    bool moves;                  /* it or a body above it has joints */
    bool carries;                /* other bodies are in it */
    bool is_aligned;             /* its frame is not that of the file, */
    ludo_frame aligned;          /* but this one in it */
    ludo_frame in_world;         /* pose in the world, all joints at their references */
    ludo_frame in_world_at_rest; /* pose in the world, joint springs at rest */
    /* of a joint: */
    int32_t next_joint; /* next joint of the body */
    double rest;        /* rest position of the spring of a hinge or slide */
    /* of a joint or tendon: */
    int32_t actuators;        /* number of actuators on it */
    bool force_limited;       /* the sum of their forces is limited */
    double armature, damping; /* that its actuators add, gears included */
} mjcf_scope;

/* Sources of masses, and compiler settings for masses. */
enum { FROM_INERTIAL, FROM_GEOMS, FROM_EITHER };

typedef struct mjcf_masses {
    int32_t from;     /* FROM_... */
    int32_t group[2]; /* range of geom groups that have mass */
    mass_settings settings;
} mjcf_masses;

/* A model file: the document's own, or one that was attached; with its compiler settings. Elements
 * have the number of their part. */
typedef struct mjcf_part {
    const char *model; /* path of the file; */
    const char *key;   /* unique among the parts: "" of the document's own */
    mjcf_masses masses;
    const char *mesh_folder;
    bool strip_path;   /* use only the last part of a mesh's file name */
    bool exact_meshes; /* compute masses of meshes from their enclosed volume */
    bool fit_boxes;    /* fit shapes to the bounding box of a mesh, not to its inertia */
    bool radians;      /* unit of angles in the file */
    bool autolimits;
    bool align_free;  /* free bodies without child bodies are aligned */
    char euler[4];    /* sequence of axes: lower case moving, upper case fixed */
    int32_t class;    /* the outermost default class, -1: none */
    int32_t defaults; /* number of default classes */
} mjcf_part;

/* Actuators that are recognized but not simulated; also the names of defaults for actuators. */
#define MJCF_OTHER_ACTUATORS "orientation adhesion plugin "

/* The reader. The first problem stops it: functions do nothing once status is set. */
struct mjcf {
    reader base;
    mjcf_scope *scope; /* per element */
    mjcf_part *parts;  /* part 0 is the document's own */
    /* disable flags of the option element */
    bool no_springs, no_dampers, no_actuation, no_control_limits;
    ludo_medium medium;
    bool no_equality, no_limits, no_friction, no_contact;
    bool relative_springs;    /* a joint has a springdamper */
    growing moments;          /* per mesh, for fitting (read_geoms.c) */
    dof_inertia *dof_inertia; /* inertia that joints see; NULL: not needed */
    int64_t visits;           /* of bodies, to limit the time for that */
    uint32_t disabled_groups; /* of actuators: one bit each */
    int32_t keys;             /* number of keyframes, at least */
    bool path_driven;         /* an actuator acts on a path of sites */
    bool actuators_left_out;  /* not simulated: the controls of keyframes do not match */
};

/* Places of the numbers of joints in keyframes: per element, -1: none; and how many there are. */
typedef struct mjcf_layout {
    int32_t *position, *rate;
    int32_t positions, rates;
} mjcf_layout;

/* Find the layout of an expanded document; the caller frees both arrays, also after a failure. */
ludo_status ludo_mjcf_find_layout(const reader *base, const expand_totals *totals,
                                  mjcf_layout *layout);

/* The layout of a document whose bodies are read. */
void ludo_mjcf_read_layout(mjcf *r, mjcf_layout *layout);

/* The part of an element. */
static inline mjcf_part *mjcf_part_of(const mjcf *r, int32_t element)
{
    return &r->parts[xml_at(r->base.doc, element)->part];
}

/* ---- problems and notes ---- */

/* Add a warning, reported once at its first element. `what`, which must outlive the reader,
 * identifies the warning; `detail` completes the message. */
void ludo_mjcf_warn(mjcf *r, ludo_note_kind kind, int32_t element, const char *what,
                    const char *detail);

/* Note that this element prevents simulation; the model can still be viewed. */
void ludo_mjcf_unsupported(mjcf *r, int32_t element, const char *message);

/* ---- rules ---- */

/* The rule of an element in its parent. NULL: the content of the parent is ignored; *unknown: the
 * parent is known, but not this element in it. */
const mjcf_rule *ludo_mjcf_rule(const char *around, const char *name, bool *unknown);

/* ---- names ---- */

/* Kinds of names. */
typedef enum mjcf_family {
    FAMILY_BODY,
    FAMILY_JOINT,
    FAMILY_SITE,
    FAMILY_GEOM,
    FAMILY_PAIR,
    FAMILY_EXCLUDE,
    FAMILY_TENDON,
    FAMILY_ACTUATOR,
    FAMILY_SENSOR,
    FAMILY_MESH,
    FAMILY_FIELD,
    FAMILY_MATERIAL,
    FAMILY_RESTITUTION, /* of a custom numeric, by its subject; "": all geoms */
    FAMILY_CONCAVE,     /* of a custom numeric, by the geom */
    FAMILY_ADDED_MASS,  /* by the body */
    FAMILY_DISPLACED_MASS,
    FAMILY_CLASS /* default classes, except the outermost */
} mjcf_family;

/* Register an element by its name, if it has one. */
void ludo_mjcf_register(mjcf *r, mjcf_family family, int32_t element);

/* Register an element by a name that outlives the reader. */
void ludo_mjcf_register_as(mjcf *r, mjcf_family family, int32_t element, const char *name);

/* Register an element by a name that is unique among those with equal `around`; both texts outlive
 * the reader. */
void ludo_mjcf_register_in(mjcf *r, mjcf_family family, int32_t element, const char *around,
                           const char *name);

/* The element that attribute `name` refers to; -1, and a failure, if the attribute is missing or
 * there is no such element. */
int32_t ludo_mjcf_named(mjcf *r, mjcf_family family, int32_t element, const char *name);

/* ---- frames ---- */

/* The attributes that give an orientation. */
extern const char ludo_mjcf_orientations[];

/* Read a rotation of four numbers; false (out untouched) if the element itself does not give it, or
 * on failure. */
bool ludo_mjcf_quat(mjcf *r, int32_t element, const char *name, ludo_quat *out);

/* Position and orientation of an element, in any of the forms. */
ludo_frame ludo_mjcf_frame(mjcf *r, int32_t element);

/* ---- reading one element, as the rules say (read_rules.c) ---- */

/* Settings and assets. */
void ludo_mjcf_read_compiler(mjcf *r, int32_t element);
void ludo_mjcf_read_option(mjcf *r, int32_t element);

/* Give the spec the medium of all option elements. */
void ludo_mjcf_set_medium(mjcf *r);

/* Whether flags disable all passive forces: springs and dampers both. */
static inline bool ludo_mjcf_is_passive(const mjcf *r)
{
    return r->no_springs && r->no_dampers;
}

static inline bool ludo_mjcf_has_medium(const mjcf *r)
{
    return !ludo_mjcf_is_passive(r) && (r->medium.density > 0.0 || r->medium.viscosity > 0.0);
}

void ludo_mjcf_read_flag(mjcf *r, int32_t element);
void ludo_mjcf_read_default(mjcf *r, int32_t element);
void ludo_mjcf_read_numeric(mjcf *r, int32_t element);
void ludo_mjcf_read_mesh(mjcf *r, int32_t element);
void ludo_mjcf_read_hfield(mjcf *r, int32_t element);
void ludo_mjcf_read_material(mjcf *r, int32_t element);

/* Bodies and their content. */
void ludo_mjcf_read_body(mjcf *r, int32_t element);
void ludo_mjcf_read_frame(mjcf *r, int32_t element);
void ludo_mjcf_read_inertial(mjcf *r, int32_t element);
void ludo_mjcf_read_joint(mjcf *r, int32_t element);
void ludo_mjcf_read_geom(mjcf *r, int32_t element);
void ludo_mjcf_read_site(mjcf *r, int32_t element);

/* Contacts, and properties that custom numerics give. */
void ludo_mjcf_read_pair(mjcf *r, int32_t element);
void ludo_mjcf_read_exclude(mjcf *r, int32_t element);
void ludo_mjcf_read_custom(mjcf *r, int32_t element);

/* Tendons and actuators. */
void ludo_mjcf_read_tendon(mjcf *r, int32_t element);

/* Read the path of a spatial tendon into a list of ludo_path_point and the spring's type and sites
 * (read_paths.c); its length with joint springs at rest. */
void ludo_mjcf_read_path(mjcf *r, int32_t element, growing *list, ludo_spring_def *spring,
                         double *length);
void ludo_mjcf_read_actuator(mjcf *r, int32_t element);

/* Sensors. */
void ludo_mjcf_read_sensor(mjcf *r, int32_t element);
void ludo_mjcf_read_other_sensor(mjcf *r, int32_t element);

/* Loops and couplings. */
void ludo_mjcf_read_closure(mjcf *r, int32_t element);
void ludo_mjcf_read_coupling(mjcf *r, int32_t element);
void ludo_mjcf_read_tendon_coupling(mjcf *r, int32_t element);
void ludo_mjcf_read_soft_equality(mjcf *r, int32_t element);

/* Keyframes. */
void ludo_mjcf_read_key(mjcf *r, int32_t element);
void ludo_mjcf_read_size(mjcf *r, int32_t element);

/* ---- after a pass: all bodies are known ---- */

/* Add a body to the spec. */
void ludo_mjcf_add_body(mjcf *r, int32_t element);

/* Give a body its mass, from its inertial or its geoms, as the settings say. */
void ludo_mjcf_set_mass(mjcf *r, int32_t body);

/* Move the frames of aligned bodies to their principal axes, once masses are known. */
void ludo_mjcf_align_bodies(mjcf *r);

/* Add keyframes of the reference pose until there are as many as the size element says. */
void ludo_mjcf_add_keys(mjcf *r);

/* Count the actuators of each joint and tendon, before the joints are added. */
void ludo_mjcf_count_actuators(mjcf *r);

/* Add the joints that carry a body. */
void ludo_mjcf_add_joints(mjcf *r, int32_t body);

/* ---- queries between files: bodies and joints ---- */

/* Frame of a body in its parent body, whose element is *parent (0: the world). */
ludo_frame ludo_mjcf_frame_in_parent(mjcf *r, int32_t body, int32_t *parent);

/* Read the mass, centre of mass and inertia of an inertial element. */
void ludo_mjcf_read_mass(mjcf *r, int32_t inertial, ludo_body_def *body);

/* The type of a joint. */
typedef enum mjcf_joint { JOINT_HINGE, JOINT_SLIDE, JOINT_BALL, JOINT_FREE } mjcf_joint;
mjcf_joint ludo_mjcf_joint_type(mjcf *r, int32_t joint);

/* Whether a joint is a hinge or a slide. */
bool ludo_mjcf_is_scalar(mjcf *r, int32_t joint);

/* Whether the actuator force of a joint or tendon is limited and comes from one actuator, whose own
 * force range can express the limit. */
bool ludo_mjcf_has_single_clamp(const mjcf *r, int32_t target);

/* ludo_dof_inertia_inverse() of the added forces, within a limit of time for the whole model. */
double ludo_mjcf_inverse_inertia(mjcf *r, int32_t element);

/* The norm of the accelerations of all degrees of freedom by a unit force of an actuator on joints;
 * 0 on failure. */
double ludo_mjcf_unit_acceleration(mjcf *r, int32_t element, const ludo_actuator_def *def);

/* Whether the group of an actuator is disabled. */
bool ludo_mjcf_is_disabled(mjcf *r, int32_t element);

/* ---- queries between files: geoms, meshes, contacts ---- */

/* The shape of a site, of which touch sensors read the contacts. */
void ludo_mjcf_read_site_shape(mjcf *r, int32_t element, ludo_site_def *site);

/* Why a mesh, or a shape fitted to it, is unusable.
 * @return LUDO_BAD_MODEL or LUDO_NO_MEMORY */
ludo_status ludo_mjcf_mesh_problem(mjcf *r, int32_t mesh, ludo_diagnostic *why);

/* The depth of the solid of a height field below z = 0. */
double ludo_mjcf_field_base(mjcf *r, int32_t element);

/* The restitution of a geom or pair by its name (may be NULL); `otherwise` if none is given. */
double ludo_mjcf_restitution(mjcf *r, const char *name, double otherwise);

/* The restitution of all geoms in the part of an element; `otherwise` if none is given. */
double ludo_mjcf_common_restitution(mjcf *r, int32_t element, double otherwise);

/* Whether a geom (its name may be NULL) is a concave mesh. */
bool ludo_mjcf_concave(mjcf *r, const char *name);

/* Refuse an invalid `condim`. */
void ludo_mjcf_check_condim(mjcf *r, int32_t element, int32_t condim);

/* Warn about parameters of soft contacts. */
void ludo_mjcf_warn_of_softness(mjcf *r, int32_t element);

/* Note adhesion and surfacevel of a geom or pair, where they are not zero. */
void ludo_mjcf_note_surface(mjcf *r, int32_t element);

/* Apply a custom numeric, once its subjects exist: `subject` is the rest of its name. */
void ludo_mjcf_check_restitution(mjcf *r, int32_t numeric, const char *subject);
void ludo_mjcf_check_concave(mjcf *r, int32_t numeric, const char *subject);
void ludo_mjcf_read_added_mass(mjcf *r, int32_t numeric, const char *subject);
void ludo_mjcf_read_displaced_mass(mjcf *r, int32_t numeric, const char *subject);

#endif
