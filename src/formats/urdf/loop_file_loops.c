/* SPDX-License-Identifier: Apache-2.0
 *
 * Loops of a loop file: pairs of frames, and a type per pair. */
#include "formats/urdf/loop_file_items.h"

#include "core/diagnostic.h"
#include "math/quat.h"
#include "spec/items.h"

#include <stdio.h>
#include <string.h>

enum { NAME_SIZE = 256 }; /* of a loop */

/* Types of loops, and of the joints that close them. */
static const struct loop_type {
    const char *word, *type;
} types[] = {{"3d", "ball"}, {"6d", "fixed"}};

/* A frame on a body. */
typedef struct end {
    int32_t body;
    ludo_frame frame;
} end;

static end find_end(loop_file *s, int32_t item)
{
    const end world = {LUDO_WORLD, frame_identity()};
    if (!ludo_loop_file_expect_text(s, item, "the name of a frame")) {
        return world;
    }
    const int32_t body = ludo_loop_file_find(s, FAMILY_BODY, item);
    const int32_t joint = ludo_loop_file_find(s, FAMILY_JOINT, item);
    if (body >= 0) {
        return (end){body, frame_identity()};
    }
    if (joint >= 0) {
        const ludo_joint_def *j = ludo_spec_joint_at(s->spec, joint);
        return (end){j->child, frame_clean(j->in_child)};
    }
    if (strcmp(loop_file_text(s, item), "world") != 0) {
        ludo_loop_file_fail_unknown(s, item, "link or joint", false);
    }
    return world;
}

/* The joint type of a loop type. */
static const char *find_type(loop_file *s, int32_t item)
{
    if (!ludo_loop_file_expect_text(s, item, "a type")) {
        return "";
    }
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        if (ludo_loop_file_is_word(s, item, types[i].word)) {
            return types[i].type;
        }
    }
    ludo_loop_file_fail(s, LUDO_PARSE, item, "unknown type '%.40s': use 3d or 6d",
                        loop_file_text(s, item));
    return "";
}

/* A loop is named after its frames. */
static void name_loop(const loop_file *s, int32_t first, char name[NAME_SIZE])
{
    (void)snprintf(name, NAME_SIZE, "%.120s-%.120s", loop_file_text(s, first),
                   loop_file_text(s, loop_file_after(s, first)));
    ludo_one_line(name);
}

static void add_closure(loop_file *s, int32_t loop, int32_t type, end parent, end child)
{
    char name[NAME_SIZE];
    name_loop(s, loop_file_first(s, loop), name);
    const ludo_joint_def def = {.struct_size = sizeof def,
                                .name = name,
                                .type = find_type(s, type),
                                .parent = parent.body,
                                .child = child.body,
                                .in_parent = parent.frame,
                                .in_child = child.frame,
                                .place = yaml_place(&s->tree, loop)};
    if (s->status == LUDO_OK) {
        ludo_loop_file_check(s, loop, ludo_spec_add_closure(s->spec, &def, NULL));
    }
}

static void add_loop(loop_file *s, int32_t loop, int32_t type)
{
    if (!ludo_loop_file_expect_list(s, loop, "two frames")) {
        return;
    }
    const int32_t frames = ludo_loop_file_count(s, loop);
    if (frames != 2) {
        ludo_loop_file_fail(s, LUDO_PARSE, loop, "a loop needs 2 frames, not %d", (int)frames);
        return;
    }
    const int32_t first = loop_file_first(s, loop);
    const end a = find_end(s, first), b = find_end(s, loop_file_after(s, first));
    const bool turned = b.body == LUDO_WORLD; /* the world must be the parent */
    if (a.body == b.body) {
        ludo_loop_file_fail(s, LUDO_BAD_MODEL, loop, "a loop connects a link with itself");
    }
    if (s->status == LUDO_OK) {
        add_closure(s, loop, type, turned ? b : a, turned ? a : b);
    }
}

void ludo_loop_file_read_loops(loop_file *s)
{
    static const loop_file_pairs loops = {KEY_LOOPS, KEY_TYPES, "loop", "loops"};
    ludo_loop_file_read_pairs(s, &loops, add_loop);
}
