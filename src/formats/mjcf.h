/* SPDX-License-Identifier: Apache-2.0
 *
 * What the parts of the MJCF reader share. */
#ifndef LUDO_FORMATS_MJCF_H
#define LUDO_FORMATS_MJCF_H

#include "formats/xml.h"
#include "math/quat.h"

/* Lists of words are texts with one blank between words. */

typedef struct mjcf mjcf;

/* Settings, then what stands where; bodies and joints are added; then what refers to them. */
typedef enum mjcf_pass { PASS_SETTINGS, PASS_BODIES, PASS_REST } mjcf_pass;

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
    /* of a body */
    int32_t number;                /* in the spec; of element 0: LUDO_WORLD */
    int32_t inertial, joint, geom; /* what makes it up; the last of its geoms */
} mjcf_scope;

/* The reader. The first problem stops everything: functions do nothing once status is set. */
struct mjcf {
    const xml_document *doc;
    ludo_spec *spec;
    ludo_diagnostic *why;
    ludo_status status;
    mjcf_scope *scope;    /* per element; the class of element 0 is that of the outermost default */
    int32_t last_default; /* the default element read last, -1: none */
    int32_t defaults;     /* how many there are */
    bool radians;         /* angles of the file */
    bool autolimits;
    char euler[4]; /* sequence of axes: lower case moving, upper case fixed */
    unsigned told; /* notes given once: bits */
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
    ONCE_CONTROL = 16
} mjcf_once;

void ludo_mjcf_warn_once(mjcf *r, mjcf_once what, int32_t element, const char *message);

/* The model can be looked at but not simulated, because of this element. */
void ludo_mjcf_unsupported(mjcf *r, int32_t element, const char *message);

/* ---- values (mjcf_values.c) ---- */

/* The place of a word in a list, -1 where it isn't there. */
int32_t ludo_word_find(const char *words, const char *word);

/* The element of a default class by name; -1 where there is none. */
int32_t ludo_mjcf_class(const mjcf *r, const char *name);

/* Which element says one of some attributes first: itself, one of the same name in its default
 * class, in the class which that one inherits, ...; -1 where nobody does. */
int32_t ludo_mjcf_source(const mjcf *r, int32_t element, const char *attributes);

/* The value of an attribute, from the element or its default classes; NULL where nobody says. */
const char *ludo_mjcf_text(const mjcf *r, int32_t element, const char *name);

/* Exactly `count` <= 6 numbers of an attribute; false (out untouched) where nobody gives it. */
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

/* The place of an attribute's word in a list; `otherwise` where nobody gives it. */
int32_t ludo_mjcf_choice(mjcf *r, int32_t element, const char *name, const char *words,
                         int32_t otherwise);

/* false or true. */
bool ludo_mjcf_flag(mjcf *r, int32_t element, const char *name, bool otherwise);

/* An angle of the file in radians. */
double ludo_mjcf_angle(const mjcf *r, double angle);

/* ---- frames (mjcf_frames.c) ---- */

/* The attributes that give an orientation. */
extern const char ludo_mjcf_orientations[];

/* Position and orientation of an element, in any of the forms. */
ludo_frame ludo_mjcf_frame(mjcf *r, int32_t element);

/* ---- elements: settings, bodies, joints, keyframes (mjcf_<those>.c) ---- */

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
void ludo_mjcf_read_key(mjcf *r, int32_t element);

/* Add a body that was read, and the joint that carries it, to the spec. */
void ludo_mjcf_add_body(mjcf *r, int32_t element);

/* Add the joint that carries a body, which stands at `stand` in its parent. */
void ludo_mjcf_add_joint(mjcf *r, int32_t body, int32_t parent, ludo_frame stand);

#endif
