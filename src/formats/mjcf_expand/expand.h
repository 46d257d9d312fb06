/* SPDX-License-Identifier: Apache-2.0
 *
 * MJCF elements that stand for others: <attach> for a part of another model, <replicate> for copies
 * of its content, <composite type="cable"> for a chain of bodies. They become <frame> elements with
 * what they stand for, and elements outside of bodies that refer to copied ones are copied, too, as
 * in MuJoCo.
 *
 * Expanded elements have attributes that no file can have, because their names begin with '#':
 *
 *     #plain   of a frame: default classes do not apply in it
 *     #power   of a frame: its pose is applied that many times
 *     #part    of a keyframe of an attached model: "ID nq nv nu", the sizes of its lists
 *     #part    of a joint of that model: "ID position rate", the places of its numbers there
 *     #part    of an actuator of that model: "ID number", the place of its control there */
#ifndef LUDO_FORMATS_MJCF_EXPAND_EXPAND_H
#define LUDO_FORMATS_MJCF_EXPAND_EXPAND_H

#include "formats/reader.h"

/* Limits of all copies of a model: elements, bytes of names, visits of elements. */
enum {
    EXPAND_MAX_ELEMENTS = 200000,
    EXPAND_MAX_BYTES = 1 << 28,
    EXPAND_MAX_VISITS = 200000000,
    EXPAND_MAX_DEPTH = 32, /* of models that attach others */
    EXPAND_MAX_PARTS = 10000
};

/* A model file: number 0 is the document's own; each attachment of another one has its own
 * number. */
typedef struct expand_part {
    const char *model; /* its path */
    const char *key;   /* "", "1", "2", ... */
} expand_part;

/* Totals over all files of a model. */
typedef struct expand_totals {
    growing parts; /* expand_part */
    int32_t elements;
    size_t bytes;
    int64_t visits;
} expand_totals;

/* A model that was read to be attached. */
typedef struct attached_model {
    int32_t asset;       /* its element */
    int32_t part, parts; /* numbers of its parts: the first, how many */
    xml_document doc;
} attached_model;

/* The expansion of one document. The first problem stops it: functions do nothing once the status
 * of the reader is set. */
typedef struct expansion {
    reader base; /* messages and values */
    xml_document *doc;
    const char *model; /* path of its file */
    int32_t part;
    expand_totals *totals;
    const struct expansion *outer; /* the expansion that attaches this document; NULL: none */
    growing models;                /* attached_model */
    int32_t attachments;           /* so far */
    int32_t where;                 /* the element that is expanded */
    int32_t last;                  /* last child of the root */
} expansion;

/* How names change in copies. */
typedef struct renaming {
    const char *prefix, *suffix;
    const name_table *names; /* references to its elements are renamed; NULL: all references are,
                              * except to the world */
    const char *mark;        /* is put before the ID of each #part: "" or "NUMBER/"; NULL: copies
                              * have no #part */
    int32_t shift;           /* is added to the number of each element's part */
} renaming;

/* Replace all <attach> and <replicate> elements of a document whose includes are resolved. The
 * caller frees totals->parts, also after a failure. */
ludo_status ludo_mjcf_expand(xml_document *doc, resolver *files, ludo_spec *spec,
                             expand_totals *totals, ludo_diagnostic *why);

/* ---- shared by the files of the expansion ---- */

/* Expand a document in place. */
void ludo_mjcf_expand_document(expansion *x);

/* Turn the <attach> element x->where into a frame. */
void ludo_mjcf_expand_attach(expansion *x);

/* Whether an element is a cable; turn the cable x->where into a frame. */
bool ludo_mjcf_is_cable(const xml_document *doc, int32_t element);
void ludo_mjcf_expand_cable(expansion *x);

/* The model of a <model> asset, read and expanded; NULL: failure. */
attached_model *ludo_mjcf_expand_model(expansion *x, const char *name);

/* Free attached models; their texts go to the document. */
void ludo_mjcf_expand_release(expansion *x);

/* Mark joints, actuators and keyframes of a document with #part. */
void ludo_mjcf_expand_mark_keys(expansion *x);

static inline xml_element *expand_at(const expansion *x, int32_t element)
{
    return (xml_element *)x->doc->elements.items + element;
}

/* Count visits of elements; stops if there are too many. */
void ludo_mjcf_expand_visit(expansion *x, int32_t count);

/* Add a part; its number, -1: failure. */
int32_t ludo_mjcf_expand_add_part(expansion *x, const char *model);

/* Add an element without attributes and links, at the place of x->where; -1: failure. */
int32_t ludo_mjcf_expand_add(expansion *x, const char *name);

/* Add an attribute; the name is static, the text is copied. */
void ludo_mjcf_expand_attribute(expansion *x, int32_t element, const char *name, const char *text);

/* Link `child` as the last one of `parent`, after *last (-1: it is the first), which it becomes. */
void ludo_mjcf_expand_link(expansion *x, int32_t parent, int32_t *last, int32_t child);

/* Copy an element with its content from a document, which may be that of `x`; -1: failure. */
int32_t ludo_mjcf_expand_copy(expansion *x, const xml_document *from, int32_t element,
                              const renaming *names);

/* A text between prefix and suffix. */
const char *ludo_mjcf_expand_rename(expansion *x, const renaming *names, const char *text);

/* ---- names and references ---- */

/* Add the names of an element and its content to a table. */
void ludo_mjcf_collect_names(const xml_document *doc, int32_t element, name_table *names);

/* How an element and its content refer to the named elements of a table. References to assets do
 * not count. */
typedef struct references {
    int32_t inside, outside; /* number of references to elements of the table, to others */
} references;
references ludo_mjcf_count_references(const xml_document *doc, int32_t element,
                                      const name_table *names);

/* The kind of element that an attribute refers to; NULL: it is no reference. */
const char *ludo_mjcf_reference_kind(const xml_document *doc, int32_t element,
                                     const xml_attribute *a);

/* The subject of a setting of Ludo, ludo.SETTING.SUBJECT; NULL: the element is none. */
const char *ludo_mjcf_setting_subject(const xml_document *doc, int32_t element);

/* Whether a table has a name under any kind. */
bool ludo_mjcf_has_subject(const name_table *names, const char *subject);

/* Number of elements in an element, itself included. */
int32_t ludo_mjcf_count_inside(const xml_document *doc, int32_t element);

/* ---- elements outside of bodies ---- */

/* The renaming of one copy, 0 .. count - 1. */
typedef renaming (*renaming_maker)(expansion *x, int32_t copy, void *user);

/* How the elements outside of bodies are copied. */
typedef struct outside_copies {
    name_table *names; /* elements that refer to elements of this table are copied */
    int32_t count;     /* number of copies of each element */
    bool keep;         /* the original element stays; false: it is removed */
    renaming_maker rename;
    void *user; /* argument of `rename` */
} outside_copies;

/* Copy the elements outside of bodies that refer to an element of the table. An equality that also
 * refers to an element outside of the table is not copied. The names of copied elements are added
 * to the table: an actuator is copied with its tendon. */
void ludo_mjcf_copy_outside(expansion *x, const outside_copies *c);

#endif
