/* SPDX-License-Identifier: Apache-2.0
 *
 * What the parts of the MJCF reader share. */
#ifndef LUDO_FORMATS_MJCF_H
#define LUDO_FORMATS_MJCF_H

#include "formats/xml.h"
#include "math/quat.h"

typedef struct mjcf mjcf;

/* What becomes of an element: found by its own name and that of the element around it. */
typedef struct mjcf_rule {
    const char *parent;                     /* "body" stands for worldbody, body and frame */
    const char *name;                       /* NULL: any */
    int32_t pass;                           /* of mjcf_pass in which it is read */
    void (*read)(mjcf *r, int32_t element); /* NULL: left alone, with all that is in it */
} mjcf_rule;

enum { PASS_SETTINGS, PASS_BODIES, PASS_REST, PASSES };

/* What holds inside an element. */
typedef struct mjcf_scope {
    const mjcf_rule *rule; /* NULL: left alone */
    int32_t body;          /* body that things are attached to, or LUDO_WORLD */
    int32_t class; /* default class, its element; of a default: the one it inherits; or -1 */
    int32_t earlier_default; /* of a default: the one read before, -1: none */
    ludo_frame frame;        /* of things in the body: what <frame> elements add up to */
} mjcf_scope;

/* The reader. The first problem stops everything: functions do nothing once status is set. */
struct mjcf {
    const xml_document *doc;
    ludo_spec *spec;
    ludo_diagnostic *why;
    ludo_status status;
    mjcf_scope *scope;    /* per element */
    int32_t root_class;   /* the outermost default element read last, -1: none */
    int32_t last_default; /* the default element read last, -1: none */
    bool radians;         /* angles of the file */
    bool autolimits;
    char euler[4]; /* sequence of axes: lower case moving, upper case fixed */
    unsigned told; /* notes given once: bits */
};

/* ---- problems and notes (mjcf_values.c) ---- */

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

/* The element of a default class by name; -1 and a failure where there is none. */
int32_t ludo_mjcf_find_class(mjcf *r, int32_t element, const char *name);

/* The value of an attribute, from the element or its default classes; NULL where nobody says. */
const char *ludo_mjcf_text(mjcf *r, int32_t element, const char *name);

/* Exactly `count` numbers of an attribute; false (out untouched) where nobody gives it. */
bool ludo_mjcf_numbers(mjcf *r, int32_t element, const char *name, int32_t count, double *out);

/* One number; `otherwise` where nobody gives it. */
double ludo_mjcf_number(mjcf *r, int32_t element, const char *name, double otherwise);

/* One of the words true, false, or (only where `automatic` is not NULL) auto. */
bool ludo_mjcf_flag(mjcf *r, int32_t element, const char *name, bool otherwise, bool *automatic);

/* All numbers of an attribute, as many as there are. *out is the caller's to release with the
 * document's allocator; NULL and a count of 0 where nobody gives any. */
void ludo_mjcf_all_numbers(mjcf *r, int32_t element, const char *name, double **out,
                           int32_t *count);

/* An angle of the file in radians. */
double ludo_mjcf_angle(const mjcf *r, double angle);

/* Attributes, separated by blanks, that are known and have no effect on the motion. */
void ludo_mjcf_ignore(mjcf *r, int32_t element, const char *names);

/* Stop where an attribute was not asked for: it is not known. */
void ludo_mjcf_finish(mjcf *r, int32_t element);

/* ---- frames (mjcf_frames.c) ---- */

/* Position and orientation of an element, in any of the forms. */
ludo_frame ludo_mjcf_frame(mjcf *r, int32_t element);

/* ---- elements (mjcf_settings.c, mjcf_bodies.c) ---- */

void ludo_mjcf_read_compiler(mjcf *r, int32_t element);
void ludo_mjcf_read_option(mjcf *r, int32_t element);
void ludo_mjcf_read_flag(mjcf *r, int32_t element);
void ludo_mjcf_read_default(mjcf *r, int32_t element);
void ludo_mjcf_read_body(mjcf *r, int32_t element);
void ludo_mjcf_read_frame(mjcf *r, int32_t element);
void ludo_mjcf_read_site(mjcf *r, int32_t element);
void ludo_mjcf_read_geom(mjcf *r, int32_t element);
void ludo_mjcf_read_key(mjcf *r, int32_t element);

#endif
