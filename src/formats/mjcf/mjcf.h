/* SPDX-License-Identifier: Apache-2.0
 *
 * What the parts of the MJCF reader share. */
#ifndef LUDO_FORMATS_MJCF_MJCF_H
#define LUDO_FORMATS_MJCF_MJCF_H

#include "formats/text/name_table.h"
#include "formats/masses.h"
#include "formats/reader.h"
#include "formats/dof_inertia.h"
#include "formats/files/resolver.h"
#include "formats/text/xml.h"
#include "math/quat.h"

typedef struct mjcf mjcf;

/* Settings and assets, then what stands where; bodies and joints are added; what is attached to
 * bodies is read, which are weighed then, and what touches; last what refers to all that. */
typedef enum mjcf_pass {
    PASS_SETTINGS,
    PASS_ASSETS,
    PASS_BODIES,
    PASS_ATTACHED,
    PASS_CONTACTS,
    PASS_TENDONS,
    PASS_ACTUATORS,
    PASS_REST,
    PASSES
} mjcf_pass;

/* What becomes of an element: found by its own name and that of the element around it. */
typedef struct mjcf_rule {
    const char *parent;                     /* "body" stands for worldbody, body and frame */
    const char *names;                      /* words; NULL: any */
    const char *attributes;                 /* words, all that it may have; NULL: not looked at */
    mjcf_pass pass;                         /* in which it is read */
    void (*read)(mjcf *r, int32_t element); /* NULL: nothing to do */
} mjcf_rule;

/* What holds inside an element. Elements are named by their numbers, -1: none. */
typedef struct mjcf_scope {
    const mjcf_rule *rule; /* NULL: left alone, with all that is in it */
    int32_t body;          /* the element of the body that things are attached to; 0: the world */
    int32_t class;         /* default class; of a default: the one it inherits */
    ludo_frame frame;      /* of things in the body: what <frame> elements add up to */
    int32_t number; /* of a body, joint, mesh, geom, site, tendon: in the spec; else LUDO_WORLD */
    /* of a body */
    int32_t inertial;          /* its element, -1: none */
    int32_t weighable;         /* how many of its geoms may say what it weighs, */
    int32_t unweighable;       /* and the first of them of which that isn't known, -1: none */
    int32_t joint, last_joint; /* the first and the last of its joints */
    bool moves;                /* whether it or a body that carries it has joints */
    ludo_frame stand;          /* in the world, where all joints are at their references */
    ludo_frame at_rest;        /* likewise, where their springs are at rest */
    /* of a joint */
    int32_t next_joint; /* the next one of the body */
    double rest;        /* of a hinge or slide: where its spring is at rest */
    /* of a joint or tendon */
    int32_t drives; /* how many actuators act on it */
    bool clamped;   /* whether what they all exert is clamped */
} mjcf_scope;

/* Where the masses of bodies come from, and what is made of them. */
enum { FROM_INERTIAL, FROM_GEOMS, FROM_EITHER };

typedef struct mjcf_masses {
    int32_t from;     /* one of the above */
    int32_t group[2]; /* of geoms that have mass */
    mass_settings settings;
} mjcf_masses;

/* Actuators that are known and left out; also where defaults speak of actuators. */
#define MJCF_OTHER_ACTUATORS                                                                       \
    "intvelocity orientation pid damper cylinder muscle adhesion dcmotor plugin "

/* The reader. The first problem stops everything: functions do nothing once status is set. */
struct mjcf {
    reader base;
    mjcf_scope *scope; /* per element; the class of element 0 is that of the outermost default */
    int32_t defaults;  /* how many there are */
    mjcf_masses masses;
    const char *mesh_folder;
    bool strip_path;   /* whether only the last part of a mesh's file name counts */
    bool exact_meshes; /* whether meshes are weighed by their enclosed volume */
    bool fit_boxes;    /* whether shapes are fitted to what bounds a mesh, not to its inertia */
    bool radians;      /* angles of the file */
    bool autolimits;
    /* flags of the option element: what is turned off */
    bool no_springs, no_dampers, no_actuation, no_control_limits;
    bool no_equality, no_limits, no_friction, no_contact;
    char euler[4];           /* sequence of axes: lower case moving, upper case fixed */
    bool relative_springs;   /* whether a joint's spring is relative to the inertia there */
    growing moments;         /* per mesh, for fitting (mjcf_geoms.c) */
    response *response;      /* of the joints; NULL until somebody asks */
    int64_t visits;          /* of bodies, for that */
    bool path_driven;        /* whether an actuator pulls along a path of sites */
    bool actuators_left_out; /* as unsupported: the controls of keyframes don't fit the others */
};

/* ---- problems and notes (mjcf_notes.c) ---- */

/* Warn of something: once, at the first element, however often it is there. `what`, which stays
 * where it is, tells warnings apart; `detail` goes on from it. */
void ludo_mjcf_warn(mjcf *r, ludo_note_kind kind, int32_t element, const char *what,
                    const char *detail);

/* The model can be looked at but not simulated, because of this element. */
void ludo_mjcf_unsupported(mjcf *r, int32_t element, const char *message);

/* ---- rules (mjcf_rules.c) ---- */

/* The rule of an element in what is around it. NULL: nothing is known of what is in there, so it
 * is left alone; *unknown: something is, but not this. */
const mjcf_rule *ludo_mjcf_rule(const char *around, const char *name, bool *unknown);

/* ---- values (mjcf_values.c) ---- */

/* The element of a default class by name; -1 where there is none. */
int32_t ludo_mjcf_class(const mjcf *r, const char *name);

/* Whether an element in a default class speaks for another: they are of one name, both tendons,
 * both actuators or both equalities. */
bool ludo_mjcf_speaks_for(const mjcf *r, int32_t in_default, int32_t element);

/* Which element says one of some attributes first: itself, one that speaks for it in its default
 * class, in the class which that one inherits, ...; -1 where nobody does. */
int32_t ludo_mjcf_source(const mjcf *r, int32_t element, const char *attributes);

/* The value of an attribute, from the element or its default classes; NULL where nobody says. */
const char *ludo_mjcf_text(const mjcf *r, int32_t element, const char *name);

/* Between `least` and `most` <= READER_MOST_NUMBERS numbers of an attribute, from the element or
 * its default classes: how many; 0 (out untouched) where nobody gives it, or on failure. */
int32_t ludo_mjcf_some(mjcf *r, int32_t element, const char *name, int32_t least, int32_t most,
                       double *out);

/* As above, each number from the first of the element and its default classes that gives as many:
 * an element with one number takes the others from its class. Numbers of nobody are untouched. */
int32_t ludo_mjcf_layered(mjcf *r, int32_t element, const char *name, int32_t least, int32_t most,
                          double *out);

/* Exactly `count` <= 10 numbers of an attribute; false (out untouched) where nobody gives it. */
bool ludo_mjcf_numbers(mjcf *r, int32_t element, const char *name, int32_t count, double *out);

/* One number; `otherwise` where nobody gives it. */
double ludo_mjcf_number(mjcf *r, int32_t element, const char *name, double otherwise);

/* Exactly `count` whole numbers; false (out untouched) where nobody gives them. */
bool ludo_mjcf_integers(mjcf *r, int32_t element, const char *name, int32_t count, int32_t *out);

/* One whole number; `otherwise` where nobody gives it. */
int32_t ludo_mjcf_integer(mjcf *r, int32_t element, const char *name, int32_t otherwise);

/* All numbers of an attribute, as many as there are. *out is the caller's to release with the
 * document's allocator; NULL and a count of 0 where nobody gives any. */
void ludo_mjcf_all_numbers(mjcf *r, int32_t element, const char *name, double **out,
                           int32_t *count);

/* Whether an attribute has a number other than zero. */
bool ludo_mjcf_nonzero(mjcf *r, int32_t element, const char *name);

/* The constant coefficient of a law of force, 0 where nobody gives it. Of a law that isn't linear,
 * which more numbers say, a note is made. */
double ludo_mjcf_coefficient(mjcf *r, int32_t element, const char *name);

/* Whether a range holds: attribute `limited` says so or, where it is left to the range, one that
 * isn't empty is given. The range is zero where nobody gives it. */
bool ludo_mjcf_limited(mjcf *r, int32_t element, const char *name, const char *limited,
                       double range[2]);

/* The place of an attribute's word in a list; `otherwise` where nobody gives it. */
int32_t ludo_mjcf_choice(mjcf *r, int32_t element, const char *name, const char *words,
                         int32_t otherwise);

/* false or true. */
bool ludo_mjcf_flag(mjcf *r, int32_t element, const char *name, bool otherwise);

/* An angle of the file in radians. */
double ludo_mjcf_angle(const mjcf *r, double angle);

/* ---- names (mjcf_names.c) ---- */

/* What elements can be looked up as. */
typedef enum mjcf_family {
    FAMILY_BODY,
    FAMILY_JOINT,
    FAMILY_SITE,
    FAMILY_GEOM,
    FAMILY_PAIR,
    FAMILY_EXCLUDE,
    FAMILY_TENDON,
    FAMILY_MESH,
    FAMILY_MATERIAL,
    FAMILY_RESTITUTION, /* what says it, by what it says it of; "": of all geoms */
    FAMILY_ADDED_MASS,  /* likewise, by the body */
    FAMILY_DISPLACED_MASS,
    FAMILY_CLASS /* of defaults, but the outermost */
} mjcf_family;

/* Make an element known by its name, if it has one. */
void ludo_mjcf_register(mjcf *r, mjcf_family family, int32_t element);

/* Make an element known by a name, which stays where it is. */
void ludo_mjcf_register_as(mjcf *r, mjcf_family family, int32_t element, const char *name);

/* The element that attribute `name` of another one, or of its default classes, names; -1, and a
 * failure, where it doesn't say any or there is none. */
int32_t ludo_mjcf_named(mjcf *r, mjcf_family family, int32_t element, const char *name);

/* ---- frames (mjcf_frames.c) ---- */

/* The attributes that give an orientation. */
extern const char ludo_mjcf_orientations[];

/* The rotation of an attribute of four numbers; false (out untouched) where the element itself
 * doesn't give it, or on failure. */
bool ludo_mjcf_quat(mjcf *r, int32_t element, const char *name, ludo_quat *out);

/* Position and orientation of an element, in any of the forms. */
ludo_frame ludo_mjcf_frame(mjcf *r, int32_t element);

/* ---- elements: settings, meshes, bodies, joints, geoms, contacts, tendons, equality, actuators,
 * keyframes, numbers of the user (mjcf_<those>.c, mjcf_custom.c) ---- */

void ludo_mjcf_read_compiler(mjcf *r, int32_t element);
void ludo_mjcf_read_option(mjcf *r, int32_t element);
void ludo_mjcf_read_flag(mjcf *r, int32_t element);
void ludo_mjcf_read_default(mjcf *r, int32_t element);
void ludo_mjcf_read_mesh(mjcf *r, int32_t element);
void ludo_mjcf_read_material(mjcf *r, int32_t element);
void ludo_mjcf_read_body(mjcf *r, int32_t element);
void ludo_mjcf_read_frame(mjcf *r, int32_t element);
void ludo_mjcf_read_inertial(mjcf *r, int32_t element);
void ludo_mjcf_read_joint(mjcf *r, int32_t element);
void ludo_mjcf_read_geom(mjcf *r, int32_t element);
void ludo_mjcf_read_site(mjcf *r, int32_t element);
void ludo_mjcf_read_numeric(mjcf *r, int32_t element);
void ludo_mjcf_read_pair(mjcf *r, int32_t element);
void ludo_mjcf_read_exclude(mjcf *r, int32_t element);
void ludo_mjcf_read_custom(mjcf *r, int32_t element);
void ludo_mjcf_read_tendon(mjcf *r, int32_t element);
void ludo_mjcf_read_actuator(mjcf *r, int32_t element);
void ludo_mjcf_read_closure(mjcf *r, int32_t element);
void ludo_mjcf_read_coupling(mjcf *r, int32_t element);
void ludo_mjcf_read_tendon_coupling(mjcf *r, int32_t element);
void ludo_mjcf_read_soft_equality(mjcf *r, int32_t element);
void ludo_mjcf_read_key(mjcf *r, int32_t element);

/* What is said of the restitution of a geom or pair by its name, which may be NULL, or of all geoms
 * (""); `otherwise` where nothing is. */
double ludo_mjcf_restitution(mjcf *r, const char *name, double otherwise);

/* What a number of the user says (mjcf_custom.c), when all that it may say it of is known:
 * `subject` is the rest of its name. */
void ludo_mjcf_check_restitution(mjcf *r, int32_t numeric, const char *subject);
void ludo_mjcf_read_added_mass(mjcf *r, int32_t numeric, const char *subject);
void ludo_mjcf_read_displaced_mass(mjcf *r, int32_t numeric, const char *subject);

/* Refuse a number of directions of contact that there isn't. */
void ludo_mjcf_check_condim(mjcf *r, int32_t element, int32_t condim);

/* Warn of what says how soft contacts are. */
void ludo_mjcf_warn_of_softness(mjcf *r, int32_t element);

/* Add a body that was read to the spec. */
void ludo_mjcf_add_body(mjcf *r, int32_t element);

/* Where a body stands in the one that carries it, whose element is *carrier. */
ludo_frame ludo_mjcf_stand(mjcf *r, int32_t body, int32_t *carrier);

/* Count which actuators act on which joints and tendons, before these are read. */
void ludo_mjcf_count_drives(mjcf *r);

/* Whether what a joint or tendon takes from its actuators is clamped, and there is only one, whose
 * force can be clamped instead. */
bool ludo_mjcf_clamps_one(const mjcf *r, int32_t target);

/* Add the joints that carry a body. */
void ludo_mjcf_add_joints(mjcf *r, int32_t body);

/* Whether a joint has one coordinate: it is a hinge or a slide. */
bool ludo_mjcf_is_scalar(mjcf *r, int32_t joint);

/* Why nothing is known of a mesh that was read, or of what is fitted to it.
 * @return LUDO_BAD_MODEL or LUDO_NO_MEMORY */
ludo_status ludo_mjcf_mesh_problem(mjcf *r, int32_t mesh, ludo_diagnostic *why);

/* The mass, centre of mass and inertia that an inertial element gives. */
void ludo_mjcf_read_mass(mjcf *r, int32_t inertial, ludo_body_def *body);

/* How what was pushed gives way, as ludo_response_yield(). */
double ludo_mjcf_yield(mjcf *r, int32_t element);

/* Give a body, whose geoms were added, the mass that the settings ask for. */
void ludo_mjcf_weigh(mjcf *r, int32_t body);

#endif
