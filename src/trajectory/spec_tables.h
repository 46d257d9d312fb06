/* SPDX-License-Identifier: Apache-2.0
 *
 * Tables of a spec: one per kind of thing. A new kind is one line in the list of spec_tables.c, a
 * new field one line in its table. */
#ifndef LUDO_TRAJECTORY_SPEC_TABLES_H
#define LUDO_TRAJECTORY_SPEC_TABLES_H

#include "ludo/spec.h"
#include "trajectory/field.h"

/* Versions of the set of tables: each era has all tables and fields of those before. What was added
 * after them is in a file or not, whatever its era. */
typedef enum spec_era {
    ERA_MOTION,
    ERA_CONTACTS,
    ERA_FLUIDS,
    ERA_ROLLING,
    ERA_CONCAVE,
    ERA_ANY
} spec_era;

/* A variable-length list of a thing: an array and its length. */
typedef struct spec_list {
    field item;      /* record of an item; offset of the pointer to the first */
    size_t count_at; /* offset of the length, an int32_t */
    bool late;       /* earlier files lack the list */
} spec_list;

enum { SPEC_LISTS = 3 }; /* maximum number of lists of a kind */

/* Last fields of a table that files before an era lack, with ERA_ANY files without the first of
 * them; if they lack all, they lack the table. */
typedef struct spec_growth {
    size_t fields;
    spec_era since;
} spec_growth;

enum { SPEC_GROWTHS = 2 }; /* maximum number of them in a table */

/* A kind of thing. */
typedef struct spec_table {
    const char *name;
    record row; /* of its definition struct, or a substitute */
    const spec_list *list;
    size_t list_count;
    int32_t (*count)(const ludo_spec *spec);
    void (*get)(const ludo_spec *spec, int32_t number, void *def);
    ludo_status (*add)(ludo_spec *spec, const void *def);
    spec_growth later[SPEC_GROWTHS];
} spec_table;

/* A joint that assembly keeps in place. */
typedef struct held_joint {
    int32_t joint;
} held_joint;

/* Memory for a definition of any kind. */
typedef union any_def {
    ludo_body_def body;
    ludo_joint_def joint;
    ludo_coupling_def coupling;
    ludo_site_def site;
    ludo_mesh_def mesh;
    ludo_geom_def geom;
    ludo_pair_def pair;
    ludo_exclude_def exclude;
    ludo_fluid_def fluid;
    ludo_spring_def spring;
    ludo_actuator_def actuator;
    ludo_keyframe_def keyframe;
    ludo_note_info note;
    held_joint held;
} any_def;

/* All kinds, in an order in which they can be added; SPEC_TABLES of them. */
enum { SPEC_TABLES = 15 };
extern const spec_table ludo_spec_tables[SPEC_TABLES];

#endif
