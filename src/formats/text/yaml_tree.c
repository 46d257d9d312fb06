/* SPDX-License-Identifier: Apache-2.0
 *
 * YAML by libyaml into a tree of items. libyaml delivers a file event by event, so the depth can be
 * limited; its own memory, a small part of the file's size, comes from the C library. Aliases are
 * refused, because they would require a copy of the repeated items. */
#include "formats/text/yaml_tree.h"

#include "core/diagnostic.h"

#include <string.h>
#include <yaml.h>

/* A parse in progress. The first problem stops the parser. */
typedef struct parsing {
    yaml_tree *tree;
    int32_t open; /* the innermost open list or map, -1: none */
    int32_t depth;
    int32_t documents;
    ludo_status status;
    ludo_diagnostic *why;
} parsing;

static ludo_place place_of(const parsing *p, const yaml_mark_t *mark)
{
    return (ludo_place){p->tree->file, (int32_t)mark->line + 1, (int32_t)mark->column + 1};
}

static void refuse(parsing *p, const yaml_mark_t *mark, const char *problem)
{
    p->status = LUDO_PARSE;
    ludo_diagnose(p->why, place_of(p, mark), "%s", problem);
}

/* ---- items ---- */

/* Start a text, list or map. */
static yaml_item *add_item(parsing *p, const yaml_event_t *e, yaml_kind kind)
{
    yaml_item *item = ludo_growing_add(&p->tree->items, sizeof *item, &p->tree->allocator);
    if (item == NULL) {
        p->status = LUDO_NO_MEMORY;
        return NULL;
    }
    const ludo_place place = place_of(p, &e->start_mark);
    *item = (yaml_item){.kind = kind,
                        .line = place.line,
                        .column = place.column,
                        .parent = p->open,
                        .first_child = -1,
                        .next_sibling = -1};
    return item;
}

static void add_text(parsing *p, const yaml_event_t *e)
{
    const size_t length = e->data.scalar.length;
    if (memchr(e->data.scalar.value, '\0', length) != NULL) {
        refuse(p, &e->start_mark, "a text contains a zero byte");
        return;
    }
    yaml_item *item = add_item(p, e, YAML_TEXT);
    if (item != NULL) {
        item->text = memory_text(&p->tree->allocator, (const char *)e->data.scalar.value, length);
        p->status = item->text != NULL ? LUDO_OK : LUDO_NO_MEMORY;
    }
}

static void open_item(parsing *p, const yaml_event_t *e, yaml_kind kind)
{
    if (p->depth == YAML_MAX_DEPTH) {
        refuse(p, &e->start_mark, "nested too deeply");
    } else if (add_item(p, e, kind) != NULL) {
        p->open = p->tree->items.count - 1;
        p->depth++;
    }
}

static void close_item(parsing *p)
{
    p->open = yaml_at(p->tree, p->open)->parent;
    p->depth--;
}

/* ---- events ---- */

static void open_document(parsing *p, const yaml_event_t *e)
{
    if (p->documents++ > 0) {
        refuse(p, &e->start_mark, "the file has more than one document");
    }
}

static void take_event(parsing *p, const yaml_event_t *e)
{
    switch (e->type) {
    case YAML_DOCUMENT_START_EVENT:
        open_document(p, e);
        break;
    case YAML_SCALAR_EVENT:
        add_text(p, e);
        break;
    case YAML_SEQUENCE_START_EVENT:
        open_item(p, e, YAML_LIST);
        break;
    case YAML_MAPPING_START_EVENT:
        open_item(p, e, YAML_MAP);
        break;
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT:
        close_item(p);
        break;
    case YAML_ALIAS_EVENT:
        refuse(p, &e->start_mark, "aliases are not supported: write the value itself");
        break;
    default: /* ends of documents, start and end of the stream */
        break;
    }
}

/* The message of libyaml, which has no line for invalid characters. */
static void tell_problem(parsing *p, const yaml_parser_t *parser)
{
    const yaml_mark_t *mark =
        parser->error == YAML_READER_ERROR ? &parser->mark : &parser->problem_mark;
    if (parser->error == YAML_MEMORY_ERROR) {
        p->status = LUDO_NO_MEMORY;
    } else {
        refuse(p, mark, parser->problem != NULL ? parser->problem : "the file is not YAML");
    }
}

static void take_events(parsing *p, yaml_parser_t *parser)
{
    bool more = true;
    while (more && p->status == LUDO_OK) {
        yaml_event_t event;
        if (yaml_parser_parse(parser, &event) == 0) {
            tell_problem(p, parser);
            return;
        }
        take_event(p, &event);
        more = event.type != YAML_STREAM_END_EVENT;
        yaml_event_delete(&event);
    }
}

/* ---- trees ---- */

/* Set first_child and next_sibling from the parents: the last child is linked first, so lists are
 * in order. */
static void link_items(yaml_tree *tree)
{
    yaml_item *items = tree->items.items;
    for (int32_t i = tree->items.count; i-- > 1;) {
        yaml_item *parent = &items[items[i].parent];
        items[i].next_sibling = parent->first_child;
        parent->first_child = i;
    }
}

ludo_status ludo_yaml_parse(yaml_tree *tree, const char *text, size_t length, const char *file,
                            const ludo_allocator *allocator, ludo_diagnostic *why)
{
    parsing p = {.tree = tree, .open = -1, .why = why};
    yaml_parser_t parser;
    *tree = (yaml_tree){.allocator = *allocator, .file = file};
    if (length > YAML_MAX_BYTES) {
        ludo_diagnose(why, (ludo_place){file, 0, 0}, "the file has more than %d bytes",
                      YAML_MAX_BYTES);
        return LUDO_PARSE;
    }
    if (yaml_parser_initialize(&parser) == 0) {
        return LUDO_NO_MEMORY;
    }
    yaml_parser_set_input_string(&parser, (const unsigned char *)text, length);
    take_events(&p, &parser);
    yaml_parser_delete(&parser);
    if (p.status == LUDO_OK && tree->items.count == 0) {
        refuse(&p, &(yaml_mark_t){0, 0, 0}, "the file is empty");
    }
    if (p.status == LUDO_OK) {
        link_items(tree);
    }
    return p.status;
}

void ludo_yaml_release(yaml_tree *tree)
{
    yaml_item *items = tree->items.items;
    for (int32_t i = 0; i < tree->items.count; i++) {
        memory_give(&tree->allocator, items[i].text);
    }
    memory_give(&tree->allocator, items);
}
