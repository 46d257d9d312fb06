/* SPDX-License-Identifier: Apache-2.0
 *
 * Loop files: the parts of the reader, over the items of a YAML tree. */
#ifndef LUDO_FORMATS_URDF_LOOP_FILE_ITEMS_H
#define LUDO_FORMATS_URDF_LOOP_FILE_ITEMS_H

#include "formats/text/name_table.h"
#include "formats/text/yaml_tree.h"

/* Families of names: bodies and joints of the spec; joints that a list of the file has. */
enum { FAMILY_BODY, FAMILY_JOINT, FAMILY_HELD, FAMILY_RETYPED };

/* The known keys. */
typedef enum loop_file_key {
    KEY_LOOPS,
    KEY_TYPES,
    KEY_HELD,
    KEY_RETYPED,
    KEY_JOINT_TYPES,
    KEYS
} loop_file_key;

/* The first problem stops the reader: functions do nothing once status is set. */
typedef struct loop_file {
    yaml_tree tree;
    int32_t value[KEYS]; /* items, -1: none */
    ludo_spec *spec;
    name_table names; /* elements numbered from 1 */
    ludo_status status;
    ludo_diagnostic *why;
} loop_file;

/* ---- problems ---- */

#if defined(__GNUC__)
__attribute__((format(printf, 4, 5)))
#endif
void ludo_loop_file_fail(loop_file *s, ludo_status status, int32_t item, const char *format, ...);

/* Fail with the text of a status unless it is LUDO_OK. */
void ludo_loop_file_check(loop_file *s, int32_t item, ludo_status status);

/* Add a warning about an item. */
void ludo_loop_file_warn(loop_file *s, int32_t item, const char *text);

/* ---- items ---- */

static inline int32_t loop_file_first(const loop_file *s, int32_t item)
{
    return yaml_at(&s->tree, item)->first_child;
}

static inline int32_t loop_file_after(const loop_file *s, int32_t item)
{
    return yaml_at(&s->tree, item)->next_sibling;
}

static inline const char *loop_file_text(const loop_file *s, int32_t item)
{
    return yaml_at(&s->tree, item)->text;
}

int32_t ludo_loop_file_count(const loop_file *s, int32_t list);

/* Whether an item is a list; a missing item is an empty one. */
bool ludo_loop_file_expect_list(loop_file *s, int32_t item, const char *of);

bool ludo_loop_file_expect_text(loop_file *s, int32_t item, const char *what);

/* Whether a text is a word, in upper or lower case. */
bool ludo_loop_file_is_word(const loop_file *s, int32_t item, const char *word);

/* The lists of two keys, whose items belong together one by one. */
typedef struct loop_file_pairs {
    loop_file_key things, types;
    const char *thing, *many; /* names of the items of the first list: of one, of several */
} loop_file_pairs;

/* Read two lists: `add` gets each item of the first one, and its type. */
void ludo_loop_file_read_pairs(loop_file *s, const loop_file_pairs *of,
                               void (*add)(loop_file *s, int32_t thing, int32_t type));

/* ---- names ---- */

/* Fill the table of names; the caller releases it in any case. */
void ludo_loop_file_learn_names(loop_file *s);

/* The number of the body or joint that a text names; -1: unknown. */
int32_t ludo_loop_file_find(const loop_file *s, int32_t family, int32_t item);

/* Report an unknown name, with similar ones. */
void ludo_loop_file_fail_unknown(loop_file *s, int32_t item, const char *kind, bool joints_only);

/* The joint that an item of a list names, once in the list's family; -1 after a failure. */
int32_t ludo_loop_file_list_joint(loop_file *s, int32_t family, int32_t item);

/* ---- keys ---- */

void ludo_loop_file_read_loops(loop_file *s);
void ludo_loop_file_read_joint_types(loop_file *s);

#endif
