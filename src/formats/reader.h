/* SPDX-License-Identifier: Apache-2.0
 *
 * Shared by the readers of all XML formats: problems, notes and warnings, attribute values. */
#ifndef LUDO_FORMATS_READER_H
#define LUDO_FORMATS_READER_H

#include "formats/text/name_table.h"
#include "formats/files/resolver.h"
#include "formats/text/xml.h"

/* A document on its way into a spec. The first problem stops the reader: functions do nothing once
 * status is set. */
typedef struct reader {
    const xml_document *doc;
    resolver *files;
    ludo_spec *spec;
    ludo_diagnostic *why;
    ludo_status status;
    name_table names; /* one family number per reader and kind of name, from 0 */
    growing warnings; /* reader_warning (reader.c) */
} reader;

/* Open a reader. Close it in any case: closing adds the collected warnings to the spec. */
void ludo_reader_open(reader *r);
void ludo_reader_close(reader *r);

/* ---- problems and notes; messages begin with the element ---- */

/* Stop with a status and a message. */
#if defined(__GNUC__)
__attribute__((format(printf, 4, 5)))
#endif
void ludo_reader_fail(reader *r, ludo_status status, int32_t element, const char *format, ...);

/* Stop if `status` is a failure that has no message of its own. */
void ludo_reader_check(reader *r, int32_t element, ludo_status status);

/* Add a note to the spec at once. */
#if defined(__GNUC__)
__attribute__((format(printf, 4, 5)))
#endif
void ludo_reader_note(reader *r, ludo_note_kind kind, int32_t element, const char *format, ...);

/* Add a warning, reported once at its first element with the number of its occurrences. Warnings
 * with equal `what` and `around` ("" if `what` suffices) are the same one; both strings must
 * outlive the reader. `detail` completes the message. */
void ludo_reader_warn(reader *r, ludo_note_kind kind, int32_t element, const char *around,
                      const char *what, const char *detail);

/* Note that an element prevents simulation, though the model can be viewed: reported once per
 * element name and message, which must outlive the reader. */
void ludo_reader_unsupported(reader *r, int32_t element, const char *message);

/* ---- values ---- */

/* The index of a word in a list of words, which one blank separates; -1 if it is not in the
 * list. */
int32_t ludo_reader_find_word(const char *words, const char *word);

/* The text of a required attribute; "", and a failure, if it is missing. */
const char *ludo_reader_text(reader *r, int32_t element, const char *name);

/* Read between `least` and `most` <= READER_MOST_NUMBERS numbers of an attribute. Returns how many;
 * 0 (out untouched) if the attribute is missing or on failure. */
enum { READER_MOST_NUMBERS = 10 };
int32_t ludo_reader_some(reader *r, int32_t element, const char *name, int32_t least, int32_t most,
                         double *out);

/* Read exactly `count` numbers; false (out untouched) if the attribute is missing or on failure. */
bool ludo_reader_numbers(reader *r, int32_t element, const char *name, int32_t count, double *out);

/* Read all numbers of an attribute. The caller frees *out with the document's allocator; *out is
 * NULL and *count 0 if the attribute is missing. */
void ludo_reader_all(reader *r, int32_t element, const char *name, double **out, int32_t *count);

/* Read one number; `otherwise` if the attribute is missing. */
double ludo_reader_number(reader *r, int32_t element, const char *name, double otherwise);

/* Read an attribute as its index in a list of words (see ludo_reader_find_word()); `otherwise` if
 * the attribute is missing or on failure. */
int32_t ludo_reader_choice(reader *r, int32_t element, const char *name, const char *words,
                           int32_t otherwise);

/* Read false or true; `otherwise` if the attribute is missing. */
bool ludo_reader_flag(reader *r, int32_t element, const char *name, bool otherwise);

/* The only child of that name; -1 if there is none. A second one is a failure. */
int32_t ludo_reader_child(reader *r, int32_t element, const char *name);

/* As ludo_reader_child(), but a missing child is a failure too. */
int32_t ludo_reader_needed(reader *r, int32_t element, const char *name);

/* Read gravity and time step of an option element. */
void ludo_reader_option(reader *r, int32_t element);

#endif
