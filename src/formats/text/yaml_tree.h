/* SPDX-License-Identifier: Apache-2.0
 *
 * A YAML file as a read-only tree of texts, lists and maps, each with its place in the file. */
#ifndef LUDO_FORMATS_TEXT_YAML_TREE_H
#define LUDO_FORMATS_TEXT_YAML_TREE_H

#include "core/memory.h"
#include "ludo/spec.h"

/* Limits of a file. */
enum { YAML_MAX_DEPTH = 16, YAML_MAX_BYTES = 1 << 20 };

typedef enum yaml_kind { YAML_TEXT, YAML_LIST, YAML_MAP } yaml_kind;

/* Items are referred to by their numbers in document order, -1: none. The children of a map are
 * keys, each followed by its value. */
typedef struct yaml_item {
    yaml_kind kind;
    char *text; /* of a text, terminated; NULL otherwise */
    int32_t line, column;
    int32_t parent, first_child, next_sibling;
} yaml_item;

typedef struct yaml_tree {
    ludo_allocator allocator;
    const char *file;
    growing items; /* yaml_item: item 0 is the root */
} yaml_tree;

/* Parse `length` bytes into an empty tree: one document without aliases. The caller keeps `file`
 * alive. On failure the tree is incomplete; release it in any case.
 * @return LUDO_OK, LUDO_NO_MEMORY, LUDO_PARSE with the place in `why` */
ludo_status ludo_yaml_parse(yaml_tree *tree, const char *text, size_t length, const char *file,
                            const ludo_allocator *allocator, ludo_diagnostic *why);

/* Free a tree. */
void ludo_yaml_release(yaml_tree *tree);

static inline const yaml_item *yaml_at(const yaml_tree *tree, int32_t item)
{
    return (const yaml_item *)tree->items.items + item;
}

static inline ludo_place yaml_place(const yaml_tree *tree, int32_t item)
{
    const yaml_item *i = yaml_at(tree, item);
    return (ludo_place){tree->file, i->line, i->column};
}

#endif
