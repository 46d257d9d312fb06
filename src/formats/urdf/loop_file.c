/* SPDX-License-Identifier: Apache-2.0
 *
 * Loop files in YAML, as CAD exporters write them beside robots:
 *
 *     closed_loop: [[frame, frame], ..]    frames that coincide
 *     type: [3d|6d, ..]                    per loop: their origins, or the whole frames
 *     name_mot: [joint, ..]                joints that assembly keeps in place
 *
 * A frame is a link or a joint; a joint means its frame on its child. */
#include "formats/urdf/loop_file.h"

#include "core/diagnostic.h"
#include "formats/files/whole_file.h"
#include "formats/text/name_table.h"
#include "formats/text/yaml_tree.h"
#include "ludo/names.h"
#include "math/quat.h"
#include "spec/items.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { FAMILY_BODY, FAMILY_JOINT, FAMILY_KEPT };

enum { NAME_SIZE = 256 }; /* of a loop */

/* The known keys. */
typedef enum loop_file_key { KEY_LOOPS, KEY_TYPES, KEY_KEPT, KEYS } loop_file_key;

static const char *const key_names[KEYS] = {"closed_loop", "type", "name_mot"};

/* Types of loops, and of the joints that close them. */
static const struct loop_type {
    const char *word, *type;
} types[] = {{"3d", "ball"}, {"6d", "fixed"}};

/* The first problem stops the reader: functions do nothing once status is set. */
typedef struct loop_file {
    yaml_tree tree;
    int32_t value[KEYS]; /* items, -1: none */
    ludo_spec *spec;
    name_table names; /* bodies, joints and kept joints, numbered from 1 */
    ludo_status status;
    ludo_diagnostic *why;
} loop_file;

/* ---- problems ---- */

#if defined(__GNUC__)
__attribute__((format(printf, 4, 5)))
#endif
static void
fail(loop_file *s, ludo_status status, int32_t item, const char *format, ...)
{
    char message[400];
    va_list arguments;
    if (s->status != LUDO_OK) {
        return;
    }
    va_start(arguments, format);
    (void)vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    s->status = status;
    ludo_diagnose(s->why, yaml_place(&s->tree, item), "%s", message);
}

static void check(loop_file *s, int32_t item, ludo_status status)
{
    if (status != LUDO_OK) {
        fail(s, status, item, "%s", ludo_status_text(status));
    }
}

/* The names of joints, then those of bodies. */
static const char *name_at(const void *of, int32_t number)
{
    const ludo_spec *spec = of;
    const int32_t joints = ludo_spec_joint_count(spec);
    return number < joints ? ludo_spec_joint_at(spec, number)->name
                           : ludo_spec_body_at(spec, number - joints)->name;
}

/* Report an unknown name, with similar ones. */
static void fail_unknown(loop_file *s, int32_t item, const char *kind, bool joints_only)
{
    const int32_t joints = ludo_spec_joint_count(s->spec);
    const int32_t bodies = joints_only ? 0 : ludo_spec_body_count(s->spec);
    const ludo_name_list names = {joints + bodies, name_at, s->spec};
    const char *wanted = yaml_at(&s->tree, item)->text;
    char question[256];
    const bool any = ludo_names_suggest(wanted, &names, question, sizeof question);
    fail(s, LUDO_BAD_MODEL, item, "unknown %s '%.64s'%s%s", kind, wanted, any ? "; " : "",
         question);
}

/* ---- the file ---- */

static int32_t first_of(const loop_file *s, int32_t item)
{
    return yaml_at(&s->tree, item)->first_child;
}

static int32_t after(const loop_file *s, int32_t item)
{
    return yaml_at(&s->tree, item)->next_sibling;
}

static int32_t count_of(const loop_file *s, int32_t list)
{
    int32_t count = 0;
    for (int32_t i = first_of(s, list); i >= 0; i = after(s, i)) {
        count++;
    }
    return count;
}

/* Whether an item is a list; a missing item is an empty one. */
static bool expect_list(loop_file *s, int32_t item, const char *of)
{
    if (item >= 0 && yaml_at(&s->tree, item)->kind != YAML_LIST) {
        fail(s, LUDO_PARSE, item, "expected a list of %s", of);
    }
    return item >= 0 && s->status == LUDO_OK;
}

static bool expect_text(loop_file *s, int32_t item, const char *what)
{
    if (yaml_at(&s->tree, item)->kind != YAML_TEXT) {
        fail(s, LUDO_PARSE, item, "expected %s", what);
    }
    return s->status == LUDO_OK;
}

/* The key that an item is; KEYS if it is unknown. */
static int32_t find_key(const loop_file *s, int32_t item)
{
    const char *text = yaml_at(&s->tree, item)->text;
    int32_t key = 0;
    while (key < KEYS && (text == NULL || strcmp(text, key_names[key]) != 0)) {
        key++;
    }
    return key;
}

/* Warn of unknown keys: once, at the first. */
static void note_unknown(loop_file *s, int32_t first, int32_t count)
{
    char text[128], more[32] = "";
    const char *name = yaml_at(&s->tree, first)->text;
    if (count > 1) {
        (void)snprintf(more, sizeof more, " (%d times)", (int)count);
    }
    (void)snprintf(text, sizeof text, "%.64s: unknown key, ignored%s",
                   name != NULL ? name : "a list or map", more);
    ludo_one_line(text);
    check(s, first,
          ludo_spec_add_note(s->spec, LUDO_NOTE_WARNING, yaml_place(&s->tree, first), text));
}

static void find_values(loop_file *s)
{
    int32_t unknown = -1, unknown_count = 0;
    if (yaml_at(&s->tree, 0)->kind != YAML_MAP) {
        fail(s, LUDO_PARSE, 0, "the file must be a map with the key 'closed_loop'");
        return;
    }
    for (int32_t item = first_of(s, 0); item >= 0; item = after(s, after(s, item))) {
        const int32_t key = find_key(s, item);
        if (key == KEYS) {
            unknown = unknown_count++ == 0 ? item : unknown;
        } else if (s->value[key] >= 0) {
            fail(s, LUDO_PARSE, item, "the key '%s' is given twice: remove one", key_names[key]);
        } else {
            s->value[key] = after(s, item);
        }
    }
    if (unknown >= 0) {
        note_unknown(s, unknown, unknown_count);
    }
}

/* ---- names ---- */

static void learn_names(loop_file *s)
{
    const int32_t bodies = ludo_spec_body_count(s->spec), joints = ludo_spec_joint_count(s->spec);
    if (!ludo_name_table_create(&s->names, bodies + 2 * joints, &s->tree.allocator)) {
        check(s, 0, LUDO_NO_MEMORY);
        return;
    }
    for (int32_t i = 0; i < bodies; i++) {
        const char *name = ludo_spec_body_at(s->spec, i)->name;
        (void)ludo_name_table_add(&s->names, FAMILY_BODY, "", name, i + 1);
    }
    for (int32_t i = 0; i < joints; i++) {
        const char *name = ludo_spec_joint_at(s->spec, i)->name;
        (void)ludo_name_table_add(&s->names, FAMILY_JOINT, "", name, i + 1);
    }
}

/* The number of the thing that an item names; -1: unknown. */
static int32_t find_named(const loop_file *s, int32_t family, int32_t item)
{
    const char *name = yaml_at(&s->tree, item)->text;
    return *name != '\0' ? ludo_name_table_find(&s->names, family, "", name) - 1 : -1;
}

/* ---- loops ---- */

/* A frame on a body. */
typedef struct end {
    int32_t body;
    ludo_frame frame;
} end;

static end find_end(loop_file *s, int32_t item)
{
    const end world = {LUDO_WORLD, frame_identity()};
    if (!expect_text(s, item, "the name of a frame")) {
        return world;
    }
    const int32_t body = find_named(s, FAMILY_BODY, item);
    const int32_t joint = find_named(s, FAMILY_JOINT, item);
    if (body >= 0) {
        return (end){body, frame_identity()};
    }
    if (joint >= 0) {
        const ludo_joint_def *j = ludo_spec_joint_at(s->spec, joint);
        return (end){j->child, frame_clean(j->in_child)};
    }
    if (strcmp(yaml_at(&s->tree, item)->text, "world") != 0) {
        fail_unknown(s, item, "link or joint", false);
    }
    return world;
}

/* The joint type of a loop type. */
static const char *find_type(loop_file *s, int32_t item)
{
    if (!expect_text(s, item, "a type")) {
        return "";
    }
    const char *word = yaml_at(&s->tree, item)->text;
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        if (strcmp(types[i].word, word) == 0) {
            return types[i].type;
        }
    }
    fail(s, LUDO_PARSE, item, "unknown type '%.40s': use 3d or 6d", word);
    return "";
}

/* A loop is named after its frames. */
static void name_loop(const loop_file *s, int32_t first, char name[NAME_SIZE])
{
    (void)snprintf(name, NAME_SIZE, "%.120s-%.120s", yaml_at(&s->tree, first)->text,
                   yaml_at(&s->tree, after(s, first))->text);
    ludo_one_line(name);
}

static void add_closure(loop_file *s, int32_t loop, int32_t type, end parent, end child)
{
    char name[NAME_SIZE];
    name_loop(s, first_of(s, loop), name);
    const ludo_joint_def def = {.struct_size = sizeof def,
                                .name = name,
                                .type = find_type(s, type),
                                .parent = parent.body,
                                .child = child.body,
                                .in_parent = parent.frame,
                                .in_child = child.frame,
                                .place = yaml_place(&s->tree, loop)};
    if (s->status == LUDO_OK) {
        check(s, loop, ludo_spec_add_closure(s->spec, &def, NULL));
    }
}

static void add_loop(loop_file *s, int32_t loop, int32_t type)
{
    if (!expect_list(s, loop, "two frames")) {
        return;
    }
    if (count_of(s, loop) != 2) {
        fail(s, LUDO_PARSE, loop, "a loop needs 2 frames, not %d", (int)count_of(s, loop));
        return;
    }
    const int32_t first = first_of(s, loop);
    const end a = find_end(s, first), b = find_end(s, after(s, first));
    const bool turned = b.body == LUDO_WORLD; /* the world must be the parent */
    if (a.body == b.body) {
        fail(s, LUDO_BAD_MODEL, loop, "a loop connects a link with itself");
    }
    if (s->status == LUDO_OK) {
        add_closure(s, loop, type, turned ? b : a, turned ? a : b);
    }
}

static void read_loops(loop_file *s)
{
    const int32_t loops = s->value[KEY_LOOPS], kinds = s->value[KEY_TYPES];
    const bool any = expect_list(s, loops, "loops"), typed = expect_list(s, kinds, "types");
    const int32_t loop_count = any ? count_of(s, loops) : 0;
    const int32_t type_count = typed ? count_of(s, kinds) : 0;
    if (loop_count != type_count) {
        fail(s, LUDO_PARSE, typed ? kinds : loops,
             "the file has %d loops, but %d types: give one type per loop", (int)loop_count,
             (int)type_count);
        return;
    }
    int32_t type = typed ? first_of(s, kinds) : -1;
    for (int32_t i = any ? first_of(s, loops) : -1; i >= 0 && s->status == LUDO_OK;
         i = after(s, i)) {
        add_loop(s, i, type);
        type = after(s, type);
    }
}

/* ---- kept joints ---- */

static void keep_joint(loop_file *s, int32_t item)
{
    if (!expect_text(s, item, "the name of a joint")) {
        return;
    }
    const int32_t joint = find_named(s, FAMILY_JOINT, item);
    const char *name = yaml_at(&s->tree, item)->text;
    if (joint < 0) {
        fail_unknown(s, item, "joint", true);
    } else if (ludo_name_table_add(&s->names, FAMILY_KEPT, "", name, joint + 1) != 0) {
        fail(s, LUDO_PARSE, item, "joint '%.64s' is listed twice", name);
    } else {
        check(s, item, ludo_spec_hold_joint(s->spec, joint));
    }
}

static void read_kept(loop_file *s)
{
    const int32_t kept = s->value[KEY_KEPT];
    const bool any = expect_list(s, kept, "joints");
    for (int32_t i = any ? first_of(s, kept) : -1; i >= 0 && s->status == LUDO_OK;
         i = after(s, i)) {
        keep_joint(s, i);
    }
}

/* ---- file ---- */

static void read_tree(loop_file *s)
{
    find_values(s);
    if (s->status == LUDO_OK) {
        learn_names(s);
    }
    if (s->status == LUDO_OK) {
        read_loops(s);
        read_kept(s);
    }
    ludo_name_table_release(&s->names, &s->tree.allocator);
}

ludo_status ludo_loop_file_parse(const char *text, size_t length, const char *file, ludo_spec *spec,
                                 ludo_diagnostic *why)
{
    ludo_allocator a;
    (void)ludo_spec_allocator(spec, &a);
    loop_file s = {.value = {-1, -1, -1}, .spec = spec, .why = why};
    s.status = ludo_yaml_parse(&s.tree, text, length, file, &a, why);
    if (s.status == LUDO_OK) {
        read_tree(&s);
    }
    ludo_yaml_release(&s.tree);
    return s.status;
}

ludo_status ludo_loop_file_read(const char *path, ludo_spec *spec, ludo_diagnostic *why)
{
    ludo_allocator a;
    (void)ludo_spec_allocator(spec, &a);
    whole_file c;
    ludo_status status = ludo_whole_file_read(&c, path, YAML_MAX_BYTES, &a, why);
    if (status == LUDO_OK) {
        status = ludo_loop_file_parse(c.bytes, c.length, path, spec, why);
    }
    memory_give(&a, c.bytes);
    return status;
}
