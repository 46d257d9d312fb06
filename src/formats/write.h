/* SPDX-License-Identifier: Apache-2.0
 *
 * Shared by the writers of all XML formats: elements and attributes, numbers that keep their bits,
 * unique names, and remarks about information that the format cannot express. */
#ifndef LUDO_FORMATS_WRITE_H
#define LUDO_FORMATS_WRITE_H

#include "formats/text/number.h"
#include "formats/text/name_table.h"
#include "ludo/save.h"

/* Named things of a file. */
typedef enum thing {
    THING_BODY,
    THING_SITE,
    THING_MESH,
    THING_GEOM,
    THING_PAIR,
    THING_EXCLUDE,
    THING_SPRING,
    THING_ACTUATOR,
    THING_SENSOR,
    THING_KEYFRAME,
    THING_CLOSURE,
    THING_COUPLING,
    THINGS
} thing;

/* A file under construction. The first problem stops the writer: functions do nothing, and return a
 * harmless value, once status is set. */
typedef struct writer {
    const ludo_spec *spec;
    ludo_allocator allocator;
    const char *path; /* path of the file to be written */
    ludo_status status;
    ludo_diagnostic *why;
    char *text; /* of the file so far */
    size_t length, capacity;
    int32_t depth;             /* number of open elements */
    bool in_tag;               /* the open element may get attributes */
    growing made;              /* void *: blocks that live as long as the writer */
    growing remarks;           /* remark (write_names.c) */
    name_table names;          /* names in use */
    const char **name[THINGS]; /* per kind and number, after ludo_write_names() */
} writer;

/* Initialize a writer whose spec, path and why are set. Release it in any case. */
void ludo_write_begin(writer *w);

void ludo_write_release(writer *w);

/* Zeroed memory that lives as long as the writer; NULL, and a failure, without memory. */
void *ludo_write_take(writer *w, size_t count, size_t size);

/* Stop with LUDO_NO_MEMORY. */
void ludo_write_run_out(writer *w);

/* Stop with a status and a message. */
#if defined(__GNUC__)
__attribute__((format(printf, 4, 5)))
#endif
void ludo_write_fail(writer *w, ludo_status status, ludo_place place, const char *format, ...);

/* ---- XML ---- */

void ludo_write_open(writer *w, const char *element);
void ludo_write_close(writer *w, const char *element);

/* An element with a text that needs no escapes, and nothing else. */
void ludo_write_content(writer *w, const char *element, const char *text);

/* An attribute of the element opened last. A NULL text is omitted; a text that XML cannot represent
 * and a number that is not finite are failures. */
void ludo_write_text(writer *w, const char *attribute, const char *value);
void ludo_write_numbers(writer *w, const char *attribute, const double *numbers, int32_t count);
void ludo_write_number(writer *w, const char *attribute, double number);
void ludo_write_vector(writer *w, const char *attribute, ludo_vec3 v);
void ludo_write_integers(writer *w, const char *attribute, const int32_t *numbers, int32_t count);

/* The same attributes, but omitted if they equal the reader's default. */
void ludo_write_number_unless(writer *w, const char *attribute, double number, double usual);
void ludo_write_vector_unless_zero(writer *w, const char *attribute, ludo_vec3 v);

/* The scale of a mesh; an unset scale is (0, 0, 0). */
void ludo_write_scale(writer *w, ludo_vec3 scale);

/* The element `option`: gravity, time step and, if the format has one, the medium. */
void ludo_write_option(writer *w, bool with_medium);

/* ---- files ---- */

/* The path by which the file refers to another file. */
typedef struct write_reference {
    const char *text;
    bool below; /* whether that file is below the folder of the written file */
} write_reference;

write_reference ludo_write_reference(writer *w, const char *file);

/* ---- names ---- */

/* Format a text that lives as long as the writer. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
const char *
ludo_write_say(writer *w, const char *format, ...);

/* Reserve a name; false if it is in use. Names of one family (a number of the format's choice)
 * differ. */
bool ludo_write_claim(writer *w, int32_t family, const char *name);

/* The name itself or, if it is in use, a variant. */
const char *ludo_write_variant(writer *w, int32_t family, const char *name);

/* Name all things of one kind by their own names, nameless ones by kind and number, such as body3.
 * A name used twice by one kind is a failure; a name in use by another kind of the family is
 * changed with a remark. */
void ludo_write_names(writer *w, int32_t family, thing kind);

/* ---- masses ---- */

/* Whether mass and inertia of a body can be omitted. A body without mass may have moments, which
 * count if it is merged with others. */
static inline bool body_is_weightless(const ludo_body_def *b)
{
    const double *J = b->inertia;
    return b->mass == 0.0 && J[0] == 0.0 && J[1] == 0.0 && J[2] == 0.0 && J[3] == 0.0 &&
           J[4] == 0.0 && J[5] == 0.0;
}

/* ---- remarks ---- */

/* Record information that the format cannot express: reported once per message, with the first
 * place and `name` and the number of further ones. The message must be static. */
#if defined(__GNUC__)
__attribute__((format(printf, 4, 5)))
#endif
void ludo_write_remark(writer *w, const char *message, ludo_place place, const char *name, ...);

/* Report all remarks. */
void ludo_write_report(const writer *w, ludo_warning_function *report, void *user);

/* ---- formats: one line each, name and writer ---- */

#define LUDO_WRITER_LIST(X)                                                                        \
    X("mjcf", ludo_mjcf_write)                                                                     \
    X("urdf", ludo_urdf_write)

/* Writes the spec as text; problems are in the writer. */
#define X(name, write) void write(writer *w);
LUDO_WRITER_LIST(X)
#undef X

#endif
