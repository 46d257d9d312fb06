/* SPDX-License-Identifier: Apache-2.0
 *
 * What the parts of the MJCF reader share. */
#ifndef LUDO_FORMATS_MJCF_H
#define LUDO_FORMATS_MJCF_H

#include "formats/reader.h"
#include "formats/sources.h"
#include "formats/xml.h"
#include "math/quat.h"

typedef struct mjcf mjcf;

/* Settings, then what stands where; bodies and joints are added; then what refers to what was read
 * before. */
typedef enum mjcf_pass {
    PASS_SETTINGS,
    PASS_BODIES,
    PASS_SITES,
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
    const mjcf_rule *rule;   /* NULL: left alone, with all that is in it */
    int32_t body;            /* the element of the body that things are attached to; 0: the world */
    int32_t class;           /* default class; of a default: the one it inherits */
    int32_t earlier_default; /* of a default: the one read before */
    ludo_frame frame;        /* of things in the body: what <frame> elements add up to */
    int32_t number;          /* of a body, joint, site, tendon: in the spec; else LUDO_WORLD */
    /* of a body */
    int32_t inertial, geom;    /* what makes it up; the last of its geoms */
    int32_t joint, last_joint; /* the first and the last of its joints */
    ludo_frame at_rest;        /* in the world, where the springs of all joints are at rest */
    /* of a joint */
    int32_t next_joint; /* the next one of the body */
    double rest;        /* of a hinge or slide: where its spring is at rest */
    /* of a joint or tendon: whether an actuator drives it, and what they all exert is clamped */
    bool driven, clamped;
} mjcf_scope;

/* The reader. The first problem stops everything: functions do nothing once status is set. */
struct mjcf {
    const xml_document *doc;
    sources *files;
    ludo_spec *spec;
    ludo_diagnostic *why;
    ludo_status status;
    mjcf_scope *scope;    /* per element; the class of element 0 is that of the outermost default */
    int32_t last_default; /* the default element read last, -1: none */
    int32_t defaults;     /* how many there are */
    bool radians;         /* angles of the file */
    bool autolimits;
    bool no_springs, no_dampers, no_actuation, no_control_limits; /* flags of the option element */
    char euler[4];           /* sequence of axes: lower case moving, upper case fixed */
    unsigned told;           /* notes given once: bits */
    int32_t *names;          /* hash table of named elements (mjcf_names.c), 0: a free place */
    uint32_t name_places;    /* its size, a power of two */
    bool any_clamped;        /* whether any joint is */
    bool actuators_left_out; /* as unsupported: the controls of keyframes don't fit the others */
};

/* ---- problems and notes (mjcf_notes.c) ---- */

/* Stop with a status; the message begins with the element. */
#if defined(__GNUC__)
__attribute__((format(printf, 4, 5)))
#endif
void ludo_mjcf_fail(mjcf *r, ludo_status status, int32_t element, const char *format, ...);

/* Stop where the spec did not take something. */
void ludo_mjcf_check(mjcf *r, int32_t element, ludo_status status);

/* Things that are told once. */
typedef enum mjcf_once {
    ONCE_CONTACTS = 1,
    ONCE_LIMITS = 2,
    ONCE_FRICTION_LOSS = 4,
    ONCE_SENSORS = 8,
    ONCE_TENDON_LIMITS = 16,
    ONCE_TENDON_FRICTION_LOSS = 32
} mjcf_once;

void ludo_mjcf_warn_once(mjcf *r, mjcf_once what, int32_t element, const char *message);

/* The model can be looked at but not simulated, because of this element. */
void ludo_mjcf_unsupported(mjcf *r, int32_t element, const char *message);

/* ---- values (mjcf_values.c) ---- */

/* The element of a default class by name; -1 where there is none. */
int32_t ludo_mjcf_class(const mjcf *r, const char *name);

/* Whether an element in a default class speaks for another: they are of one name, both tendons or
 * both actuators. */
bool ludo_mjcf_speaks_for(const mjcf *r, int32_t in_default, int32_t element);

/* Which element says one of some attributes first: itself, one that speaks for it in its default
 * class, in the class which that one inherits, ...; -1 where nobody does. */
int32_t ludo_mjcf_source(const mjcf *r, int32_t element, const char *attributes);

/* The value of an attribute, from the element or its default classes; NULL where nobody says. */
const char *ludo_mjcf_text(const mjcf *r, int32_t element, const char *name);

/* Between `least` and `most` <= 10 numbers of an attribute of the element itself: how many; 0 (out
 * untouched) where it doesn't give it, or on failure. */
int32_t ludo_mjcf_own_some(mjcf *r, int32_t element, const char *name, int32_t least, int32_t most,
                           double *out);

/* As above, from the element or its default classes. */
int32_t ludo_mjcf_some(mjcf *r, int32_t element, const char *name, int32_t least, int32_t most,
                       double *out);

/* Exactly `count` <= 10 numbers of an attribute; false (out untouched) where nobody gives it. */
bool ludo_mjcf_numbers(mjcf *r, int32_t element, const char *name, int32_t count, double *out);

/* As above, of the element itself. */
bool ludo_mjcf_own_numbers(mjcf *r, int32_t element, const char *name, int32_t count, double *out);

/* One number; `otherwise` where nobody gives it. */
double ludo_mjcf_number(mjcf *r, int32_t element, const char *name, double otherwise);

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
typedef enum mjcf_family { FAMILY_JOINT, FAMILY_SITE, FAMILY_TENDON } mjcf_family;

/* Make an element known by its name, if it has one. */
void ludo_mjcf_register(mjcf *r, mjcf_family family, int32_t element);

/* The element that attribute `name` of another one names; -1, and a failure, where it doesn't say
 * any or there is none. */
int32_t ludo_mjcf_named(mjcf *r, mjcf_family family, int32_t element, const char *name);

/* ---- frames (mjcf_frames.c) ---- */

/* The attributes that give an orientation. */
extern const char ludo_mjcf_orientations[];

/* The rotation by `angle` [rad] about a unit axis. */
ludo_quat ludo_mjcf_turn(ludo_vec3 axis, double angle);

/* Position and orientation of an element, in any of the forms. */
ludo_frame ludo_mjcf_frame(mjcf *r, int32_t element);

/* ---- elements: settings, bodies, joints, tendons, actuators, keyframes (mjcf_<those>.c) ---- */

void ludo_mjcf_read_compiler(mjcf *r, int32_t element);
void ludo_mjcf_read_option(mjcf *r, int32_t element);
void ludo_mjcf_read_flag(mjcf *r, int32_t element);
void ludo_mjcf_read_default(mjcf *r, int32_t element);
void ludo_mjcf_read_body(mjcf *r, int32_t element);
void ludo_mjcf_read_frame(mjcf *r, int32_t element);
void ludo_mjcf_read_inertial(mjcf *r, int32_t element);
void ludo_mjcf_read_joint(mjcf *r, int32_t element);
void ludo_mjcf_read_geom(mjcf *r, int32_t element);
void ludo_mjcf_read_site(mjcf *r, int32_t element);
void ludo_mjcf_read_tendon(mjcf *r, int32_t element);
void ludo_mjcf_read_actuator(mjcf *r, int32_t element);
void ludo_mjcf_read_key(mjcf *r, int32_t element);

/* Add a body that was read, and the joints that carry it, to the spec. */
void ludo_mjcf_add_body(mjcf *r, int32_t element);

/* Add the joints that carry a body, which stands at `stand` in the body of element `parent`. */
void ludo_mjcf_add_joints(mjcf *r, int32_t body, int32_t parent, ludo_frame stand);

#endif
