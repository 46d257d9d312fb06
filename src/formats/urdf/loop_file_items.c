/* SPDX-License-Identifier: Apache-2.0
 *
 * Items of a loop file: texts, lists, names, and problems at their places. */
#include "formats/urdf/loop_file_items.h"

#include "core/diagnostic.h"
#include "ludo/names.h"
#include "spec/items.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- problems ---- */

void ludo_loop_file_fail(loop_file *s, ludo_status status, int32_t item, const char *format, ...)
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

void ludo_loop_file_check(loop_file *s, int32_t item, ludo_status status)
{
    if (status != LUDO_OK) {
        ludo_loop_file_fail(s, status, item, "%s", ludo_status_text(status));
    }
}

void ludo_loop_file_warn(loop_file *s, int32_t item, const char *text)
{
    ludo_loop_file_check(
        s, item, ludo_spec_add_note(s->spec, LUDO_NOTE_WARNING, yaml_place(&s->tree, item), text));
}

/* ---- items ---- */

int32_t ludo_loop_file_count(const loop_file *s, int32_t list)
{
    int32_t count = 0;
    for (int32_t i = loop_file_first(s, list); i >= 0; i = loop_file_after(s, i)) {
        count++;
    }
    return count;
}

bool ludo_loop_file_expect_list(loop_file *s, int32_t item, const char *of)
{
    if (item >= 0 && yaml_at(&s->tree, item)->kind != YAML_LIST) {
        ludo_loop_file_fail(s, LUDO_PARSE, item, "expected a list of %s", of);
    }
    return item >= 0 && s->status == LUDO_OK;
}

bool ludo_loop_file_expect_text(loop_file *s, int32_t item, const char *what)
{
    if (yaml_at(&s->tree, item)->kind != YAML_TEXT) {
        ludo_loop_file_fail(s, LUDO_PARSE, item, "expected %s", what);
    }
    return s->status == LUDO_OK;
}

static char upper(char c)
{
    return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
}

bool ludo_loop_file_is_word(const loop_file *s, int32_t item, const char *word)
{
    const char *text = loop_file_text(s, item);
    while (*text != '\0' && upper(*text) == upper(*word)) {
        text++, word++;
    }
    return *text == '\0' && *word == '\0';
}

void ludo_loop_file_read_pairs(loop_file *s, const loop_file_pairs *of,
                               void (*add)(loop_file *s, int32_t thing, int32_t type))
{
    const int32_t things = s->value[of->things], types = s->value[of->types];
    const bool any = ludo_loop_file_expect_list(s, things, of->many);
    const bool typed = ludo_loop_file_expect_list(s, types, "types");
    const int32_t count = any ? ludo_loop_file_count(s, things) : 0;
    const int32_t type_count = typed ? ludo_loop_file_count(s, types) : 0;
    if (count != type_count) {
        ludo_loop_file_fail(s, LUDO_PARSE, typed ? types : things,
                            "the file has %d %s, but %d types: give one type per %s", (int)count,
                            of->many, (int)type_count, of->thing);
        return;
    }
    int32_t type = typed ? loop_file_first(s, types) : -1;
    for (int32_t i = any ? loop_file_first(s, things) : -1; i >= 0 && s->status == LUDO_OK;
         i = loop_file_after(s, i)) {
        add(s, i, type);
        type = loop_file_after(s, type);
    }
}

/* ---- names ---- */

/* The names of joints, then those of bodies. */
static const char *name_at(const void *of, int32_t number)
{
    const ludo_spec *spec = of;
    const int32_t joints = ludo_spec_joint_count(spec);
    return number < joints ? ludo_spec_joint_at(spec, number)->name
                           : ludo_spec_body_at(spec, number - joints)->name;
}

void ludo_loop_file_fail_unknown(loop_file *s, int32_t item, const char *kind, bool joints_only)
{
    const int32_t joints = ludo_spec_joint_count(s->spec);
    const int32_t bodies = joints_only ? 0 : ludo_spec_body_count(s->spec);
    const ludo_name_list names = {joints + bodies, name_at, s->spec};
    const char *wanted = loop_file_text(s, item);
    char question[256];
    const bool any = ludo_names_suggest(wanted, &names, question, sizeof question);
    ludo_loop_file_fail(s, LUDO_BAD_MODEL, item, "unknown %s '%.64s'%s%s", kind, wanted,
                        any ? "; " : "", question);
}

void ludo_loop_file_learn_names(loop_file *s)
{
    const int32_t bodies = ludo_spec_body_count(s->spec), joints = ludo_spec_joint_count(s->spec);
    /* a joint has its name, and an entry per list that may contain it */
    if (!ludo_name_table_create(&s->names, bodies + 3 * joints, &s->tree.allocator)) {
        ludo_loop_file_check(s, 0, LUDO_NO_MEMORY);
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

int32_t ludo_loop_file_find(const loop_file *s, int32_t family, int32_t item)
{
    const char *name = loop_file_text(s, item);
    return *name != '\0' ? ludo_name_table_find(&s->names, family, "", name) - 1 : -1;
}

int32_t ludo_loop_file_list_joint(loop_file *s, int32_t family, int32_t item)
{
    if (!ludo_loop_file_expect_text(s, item, "the name of a joint")) {
        return -1;
    }
    const int32_t joint = ludo_loop_file_find(s, FAMILY_JOINT, item);
    const char *name = loop_file_text(s, item);
    if (joint < 0) {
        ludo_loop_file_fail_unknown(s, item, "joint", true);
    } else if (ludo_name_table_add(&s->names, family, "", name, joint + 1) != 0) {
        ludo_loop_file_fail(s, LUDO_PARSE, item, "joint '%.64s' is listed twice", name);
    }
    return s->status == LUDO_OK ? joint : -1;
}
