/* SPDX-License-Identifier: Apache-2.0
 *
 * Writing model files, whatever their format: elements and attributes of XML, numbers that keep
 * their bits, names that are used once, and what there is to say about what a format can't express.
 */
#ifndef LUDO_FORMATS_WRITE_H
#define LUDO_FORMATS_WRITE_H

#include "formats/text/name_table.h"
#include "ludo/save.h"

/* Things that have names in a file. */
typedef enum thing {
    THING_BODY,
    THING_SITE,
    THING_MESH,
    THING_GEOM,
    THING_PAIR,
    THING_EXCLUDE,
    THING_SPRING,
    THING_ACTUATOR,
    THING_KEYFRAME,
    THING_CLOSURE,
    THING_COUPLING,
    THINGS
} thing;

/* A file under construction. The first problem stops everything: functions do nothing, and return
 * something harmless, once status is set. */
typedef struct writer {
    const ludo_spec *spec;
    ludo_allocator allocator;
    const char *path; /* where the file will be */
    ludo_status status;
    ludo_diagnostic *why;
    char *text; /* of the file so far */
    size_t length, capacity;
    int32_t depth;             /* of the element that is open */
    bool in_tag;               /* attributes may follow */
    growing made;              /* void *: memory that lives as long as the writer */
    growing remarks;           /* remark */
    element_index names;       /* that were taken */
    const char **name[THINGS]; /* per thing and number, once ludo_write_names() took them */
} writer;

/* Begin with what is given: description, path, why. Release it in any case. */
void ludo_write_begin(writer *w);

void ludo_write_release(writer *w);

/* Memory that lives as long as the writer, zeroed; NULL, and a failure, where there is none. */
void *ludo_write_take(writer *w, size_t count, size_t size);

/* Stop for lack of memory. */
void ludo_write_run_out(writer *w);

/* Stop with a status and its reason. */
#if defined(__GNUC__)
__attribute__((format(printf, 4, 5)))
#endif
void ludo_write_fail(writer *w, ludo_status status, ludo_place place, const char *format, ...);

/* ---- XML ---- */

void ludo_write_open(writer *w, const char *element);
void ludo_write_close(writer *w, const char *element);

/* An attribute of the element opened last. Texts: NULL is left out; one that XML can't hold is a
 * failure, as is a number that is not finite. */
void ludo_write_text(writer *w, const char *attribute, const char *value);
void ludo_write_numbers(writer *w, const char *attribute, const double *numbers, int32_t count);
void ludo_write_number(writer *w, const char *attribute, double number);
void ludo_write_vector(writer *w, const char *attribute, ludo_vec3 v);
void ludo_write_integers(writer *w, const char *attribute, const int32_t *numbers, int32_t count);

/* As above, but left out where it is what readers take anyway. */
void ludo_write_unless(writer *w, const char *attribute, double number, double usual);
void ludo_write_vector_unless_zero(writer *w, const char *attribute, ludo_vec3 v);

/* The scale of a mesh; zero stands for none. */
void ludo_write_scale(writer *w, ludo_vec3 scale);

/* The element `option`: gravity and time step. */
void ludo_write_option(writer *w);

/* Room for any number. */
enum { NUMBER_ROOM = 32 };

/* A finite number with so many digits (1 to 17), or with as few as keep its bits (but not the sign
 * of zero), whatever the locale. Returns the length. */
int ludo_number_round(char out[NUMBER_ROOM], double number, int digits);
int ludo_number_write(char out[NUMBER_ROOM], double number);

/* The number of fewest digits near `guess` that added to `carried` gives `sum` to the bit; where
 * there is none, what the guess gives. */
double ludo_number_addend(double guess, double carried, double sum);

/* ---- files ---- */

/* How the file refers to another one. */
typedef struct write_reference {
    const char *text;
    bool below; /* whether that one is below the folder of the file that is written */
} write_reference;

write_reference ludo_write_reference(writer *w, const char *file);

/* ---- names ---- */

/* A text that lives as long as the writer. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
const char *
ludo_write_say(writer *w, const char *format, ...);

/* Names of one family differ; families are the format's own. Take a name; false where it was taken
 * before. */
bool ludo_write_claim(writer *w, int32_t family, const char *name);

/* The name itself, or where it was taken before one like it. */
const char *ludo_write_variant(writer *w, int32_t family, const char *name);

/* Name all things of one kind: with the name that they have, else with the one by which they are
 * known, such as body3. A name used twice is a failure; one that the family has already is told. */
void ludo_write_names(writer *w, int32_t family, thing kind);

/* ---- masses ---- */

/* Whether a body has nothing to say of its mass: one without mass may have moments, which count
 * where it is merged with others. */
static inline bool body_is_weightless(const ludo_body_def *b)
{
    const double *J = b->inertia;
    return b->mass == 0.0 && J[0] == 0.0 && J[1] == 0.0 && J[2] == 0.0 && J[3] == 0.0 &&
           J[4] == 0.0 && J[5] == 0.0;
}

/* ---- remarks ---- */

/* Remember that a format can't express something: told once per message, with the first place and
 * `name` and with how many more there are. The message is static. */
#if defined(__GNUC__)
__attribute__((format(printf, 4, 5)))
#endif
void ludo_write_remark(writer *w, const char *message, ludo_place place, const char *name, ...);

/* Tell all remarks. */
void ludo_write_tell(const writer *w, ludo_tell *tell, void *user);

/* ---- formats: one line each, name and writer ---- */

#define LUDO_WRITER_LIST(X)                                                                        \
    X("mjcf", ludo_mjcf_write)                                                                     \
    X("urdf", ludo_urdf_write)

/* From a spec to the text of a file; problems are in the writer. */
#define X(name, write) void write(writer *w);
LUDO_WRITER_LIST(X)
#undef X

#endif
