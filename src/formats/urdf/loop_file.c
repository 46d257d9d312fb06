/* SPDX-License-Identifier: Apache-2.0
 *
 * Loop files in YAML, as CAD exporters write them beside robots:
 *
 *     closed_loop: [[frame, frame], ..]    frames that coincide
 *     type: [3d|6d, ..]                    per loop: their origins, or the whole frames
 *     name_mot: [joint, ..]                joints that assembly keeps in place
 *     joint_name: [joint, ..]              joints of other types than those of the model
 *     joint_type: [SPHERICAL, ..]          per joint: its type
 *
 * A frame is a link or a joint; a joint means its frame on its child. */
#include "formats/urdf/loop_file.h"

#include "core/diagnostic.h"
#include "formats/files/whole_file.h"
#include "formats/urdf/loop_file_items.h"

#include <stdio.h>
#include <string.h>

static const char *const key_names[KEYS] = {"closed_loop", "type", "name_mot", "joint_name",
                                            "joint_type"};

/* ---- keys ---- */

/* The key that an item is; KEYS if it is unknown. */
static int32_t find_key(const loop_file *s, int32_t item)
{
    const char *text = loop_file_text(s, item);
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
    const char *name = loop_file_text(s, first);
    if (count > 1) {
        (void)snprintf(more, sizeof more, " (%d times)", (int)count);
    }
    (void)snprintf(text, sizeof text, "%.64s: unknown key, ignored%s",
                   name != NULL ? name : "a list or map", more);
    ludo_one_line(text);
    ludo_loop_file_warn(s, first, text);
}

static void find_values(loop_file *s)
{
    int32_t unknown = -1, unknown_count = 0;
    if (yaml_at(&s->tree, 0)->kind != YAML_MAP) {
        ludo_loop_file_fail(s, LUDO_PARSE, 0, "the file must be a map with the key 'closed_loop'");
        return;
    }
    for (int32_t item = loop_file_first(s, 0); item >= 0;
         item = loop_file_after(s, loop_file_after(s, item))) {
        const int32_t key = find_key(s, item);
        if (key == KEYS) {
            unknown = unknown_count++ == 0 ? item : unknown;
        } else if (s->value[key] >= 0) {
            ludo_loop_file_fail(s, LUDO_PARSE, item, "the key '%s' is given twice: remove one",
                                key_names[key]);
        } else {
            s->value[key] = loop_file_after(s, item);
        }
    }
    if (unknown >= 0) {
        note_unknown(s, unknown, unknown_count);
    }
}

static void read_held(loop_file *s)
{
    const int32_t held = s->value[KEY_HELD];
    const bool any = ludo_loop_file_expect_list(s, held, "joints");
    for (int32_t i = any ? loop_file_first(s, held) : -1; i >= 0 && s->status == LUDO_OK;
         i = loop_file_after(s, i)) {
        const int32_t joint = ludo_loop_file_list_joint(s, FAMILY_HELD, i);
        if (joint >= 0) {
            ludo_loop_file_check(s, i, ludo_spec_hold_joint(s->spec, joint));
        }
    }
}

/* ---- file ---- */

static void read_tree(loop_file *s)
{
    find_values(s);
    if (s->status == LUDO_OK) {
        ludo_loop_file_learn_names(s);
    }
    if (s->status == LUDO_OK) {
        ludo_loop_file_read_joint_types(s);
        ludo_loop_file_read_loops(s);
        read_held(s);
    }
    ludo_name_table_release(&s->names, &s->tree.allocator);
}

ludo_status ludo_loop_file_parse(const char *text, size_t length, const char *file, ludo_spec *spec,
                                 ludo_diagnostic *why)
{
    ludo_allocator a;
    (void)ludo_spec_allocator(spec, &a);
    loop_file s = {.value = {-1, -1, -1, -1, -1}, .spec = spec, .why = why};
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
