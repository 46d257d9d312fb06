/* SPDX-License-Identifier: Apache-2.0
 *
 * The kinds of elements of a description in one table: where the list of a kind is, which parts of
 * a definition are texts and arrays, to which other elements it refers.
 *
 * Adding, copying, removing, appending and searching are written once, over this table. */
#ifndef LUDO_SPEC_ELEMENT_H
#define LUDO_SPEC_ELEMENT_H

#include "spec/spec.h"

/* The kinds; a kind refers only to kinds before it. */
typedef enum element {
    ELEMENT_BODY,
    ELEMENT_MESH,
    ELEMENT_JOINT,
    ELEMENT_CLOSURE,
    ELEMENT_SITE,
    ELEMENT_GEOM,
    ELEMENT_PAIR,
    ELEMENT_EXCLUDE,
    ELEMENT_FLUID,
    ELEMENT_SPRING,
    ELEMENT_COUPLING,
    ELEMENT_ACTUATOR,
    ELEMENT_SENSOR,
    ELEMENT_KEYFRAME,
    ELEMENT_HELD,
    ELEMENT_NOTE,
    ELEMENTS
} element;

/* Room for a definition of any kind. */
typedef union element_def {
    ludo_body_def body;
    ludo_mesh_def mesh;
    ludo_joint_def joint;
    ludo_coupling_def coupling;
    ludo_site_def site;
    ludo_geom_def geom;
    ludo_pair_def pair;
    ludo_exclude_def exclude;
    ludo_fluid_def fluid;
    ludo_spring_def spring;
    ludo_actuator_def actuator;
    ludo_sensor_def sensor;
    ludo_keyframe_def keyframe;
    int32_t held;
    spec_note note;
} element_def;

/* Visits the number of an element to which a definition refers; the number may be changed. */
typedef void reference_visit(int32_t *number, element of, void *user);

/* An array of a definition: offsets of the pointer and of its count; `size` bytes per count. */
typedef struct element_array {
    size_t at, count, size;
    int32_t most; /* the largest count */
} element_array;

enum { NO_MEMBER = -1 };

/* A kind of element. Offsets are those of members of the definition. */
typedef struct element_kind {
    const char *stem;       /* the kind in messages; also begins generated names */
    size_t list, size;      /* the list in ludo_spec; the size of a definition */
    size_t text[4];         /* texts, the name first if `named` */
    int32_t texts;          /* their number */
    bool sized;             /* begins with struct_size */
    bool named;             /* has a name */
    bool needs_text;        /* its last text, a type or message, must not be NULL */
    int32_t place;          /* the place in a file, or NO_MEMBER */
    element_array array[4]; /* `arrays` of them */
    int32_t arrays;
    void (*visit_references)(void *def, reference_visit *visit, void *user); /* NULL: none */
    ludo_frame *(*frame_on_world)(void *def); /* the frame that is given on the world; NULL: none,
                                                 or a function that returns NULL */
} element_kind;

const element_kind *ludo_element_kind(element of);

/* The references of a spring: visit_references of its kind (spring_references.c). */
void ludo_element_visit_spring(void *def, reference_visit *visit, void *user);

/* The list of a kind. */
growing *ludo_element_list(ludo_spec *spec, element of);
int32_t ludo_element_count(const ludo_spec *spec, element of);

/* A definition; NULL where the number is out of range. */
void *ludo_element_at(ludo_spec *spec, element of, int32_t number);
const void *ludo_element_read(const ludo_spec *spec, element of, int32_t number);

/* The name of a definition of a named kind. */
const char *ludo_element_name(const element_kind *kind, const void *def);

/* Give a definition of a named kind another name, which is not copied. */
void ludo_element_rename(const element_kind *kind, void *def, const char *name);

/* The place of a definition. */
ludo_place ludo_element_place(const element_kind *kind, const void *def);

/* Copy `size` bytes to memory that lives as long as the spec; NULL without memory. Bytes NULL: the
 * memory is not initialised. */
void *ludo_element_keep(ludo_spec *spec, const void *bytes, size_t size);

/* Copy a text; that of NULL is "". NULL without memory. */
const char *ludo_element_keep_text(ludo_spec *spec, const char *text);

/* Copy a definition and all of its texts and arrays, which then belong to the spec.
 * @return LUDO_OK, LUDO_BAD_ARGUMENT, LUDO_NO_MEMORY */
ludo_status ludo_element_own(ludo_spec *spec, element of, const void *def, element_def *out);

/* Append a definition whose texts and arrays belong to the spec. @return LUDO_OK, LUDO_NO_MEMORY */
ludo_status ludo_element_push(ludo_spec *spec, element of, const element_def *owned,
                              int32_t *number);

/* Append a definition; *number is its number unless that is NULL. The spec or the definition may be
 * NULL. @return as ludo_element_own() */
ludo_status ludo_element_add(ludo_spec *spec, element of, const void *def, int32_t *number);

/* Forget the masses and lists that are derived from elements; they are computed again on demand. */
void ludo_element_forget_caches(ludo_spec *spec);

#endif
