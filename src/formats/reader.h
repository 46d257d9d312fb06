/* SPDX-License-Identifier: Apache-2.0
 *
 * What readers of elements share, whatever the format: problems, notes, numbers. */
#ifndef LUDO_FORMATS_READER_H
#define LUDO_FORMATS_READER_H

#include "formats/text/name_table.h"
#include "formats/files/resolver.h"
#include "formats/text/xml.h"

/* From a document to a spec. The first problem stops everything: functions do nothing once status
 * is set. */
typedef struct reader {
    const xml_document *doc;
    sources *files;
    ludo_spec *spec;
    ludo_diagnostic *why;
    ludo_status status;
    element_index names; /* of families that are each reader's own, from 0 */
    growing warnings;    /* reader_warning (reader_warnings.c) */
} reader;

/* Begin to read. Close the reader in any case: warnings then go into the spec. */
void ludo_reader_open(reader *r);
void ludo_reader_close(reader *r);

/* ---- problems and notes; messages begin with the element ---- */

/* Stop with a status. */
#if defined(__GNUC__)
__attribute__((format(printf, 4, 5)))
#endif
void ludo_reader_fail(reader *r, ludo_status status, int32_t element, const char *format, ...);

/* Stop where something else did not go well and did not say why. */
void ludo_reader_check(reader *r, int32_t element, ludo_status status);

/* Note something, at once. */
#if defined(__GNUC__)
__attribute__((format(printf, 4, 5)))
#endif
void ludo_reader_note(reader *r, ludo_note_kind kind, int32_t element, const char *format, ...);

/* Warn of something: once, at the first element, however often it is there. `what`, and where that
 * doesn't suffice `around` (else ""), tell warnings apart and stay where they are; `detail` goes on
 * from them. */
void ludo_reader_warn(reader *r, ludo_note_kind kind, int32_t element, const char *around,
                      const char *what, const char *detail);

/* Note that the model can be looked at but not simulated, because of an element: once for all
 * elements of its name and the same message, which stays where it is. */
void ludo_reader_unsupported(reader *r, int32_t element, const char *message);

/* ---- values ---- */

/* The place of a word in a list, a text with one blank between words; -1 where it isn't there. */
int32_t ludo_word_find(const char *words, const char *word);

/* The text of an attribute that has to be there; "", and a failure, where it is not. */
const char *ludo_reader_text(reader *r, int32_t element, const char *name);

/* Between `least` and `most` <= READER_MOST_NUMBERS numbers of an attribute: how many; 0 (out
 * untouched) where it isn't given, or on failure. */
enum { READER_MOST_NUMBERS = 10 };
int32_t ludo_reader_some(reader *r, int32_t element, const char *name, int32_t least, int32_t most,
                         double *out);

/* Exactly `count` numbers; false (out untouched) where the attribute isn't given, or on failure. */
bool ludo_reader_numbers(reader *r, int32_t element, const char *name, int32_t count, double *out);

/* All numbers of an attribute, as many as there are. *out is the caller's to give back with the
 * document's allocator; NULL and a count of 0 where it isn't given. */
void ludo_reader_all(reader *r, int32_t element, const char *name, double **out, int32_t *count);

/* One number; `otherwise` where the attribute isn't given. */
double ludo_reader_number(reader *r, int32_t element, const char *name, double otherwise);

/* The place in a list of words (see ludo_word_find()) of the word that an attribute is; `otherwise`
 * where it isn't given, or on failure. */
int32_t ludo_reader_choice(reader *r, int32_t element, const char *name, const char *words,
                           int32_t otherwise);

/* false or true; `otherwise` where the attribute isn't given. */
bool ludo_reader_flag(reader *r, int32_t element, const char *name, bool otherwise);

/* The only child of that name; -1 where there is none. Two are a failure. */
int32_t ludo_reader_child(reader *r, int32_t element, const char *name);

/* As above; -1 is a failure too. */
int32_t ludo_reader_needed(reader *r, int32_t element, const char *name);

/* Gravity and time step, where an option element gives them. */
void ludo_reader_option(reader *r, int32_t element);

#endif
