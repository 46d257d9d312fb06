/* SPDX-License-Identifier: Apache-2.0
 *
 * Names in written files, and remarks on information that the format cannot express. */
#include "formats/write.h"
#include "spec/items.h"

#include "core/diagnostic.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- texts ---- */

const char *ludo_write_say(writer *w, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    char *text = ludo_write_take(w, (size_t)(length > 0 ? length : 0) + 1, 1);
    if (text == NULL) {
        return "";
    }
    va_start(arguments, format);
    (void)vsnprintf(text, (size_t)length + 1, format, arguments);
    va_end(arguments);
    return text;
}

/* ---- unique names ---- */

bool ludo_write_claim(writer *w, int32_t family, const char *name)
{
    return w->status == LUDO_OK && ludo_name_table_add(&w->names, family, "", name, 1) == 0;
}

const char *ludo_write_variant(writer *w, int32_t family, const char *name)
{
    const char *variant = name;
    for (int32_t i = 1; !ludo_write_claim(w, family, variant) && w->status == LUDO_OK; i++) {
        variant = ludo_write_say(w, "%s_%d", name, (int)i);
    }
    return variant;
}

/* ---- names of all things of one kind ---- */

#define DEFINITION(thing)                                                                          \
    static const char *thing##_name(const ludo_spec *spec, int32_t i)                              \
    {                                                                                              \
        return ludo_spec_##thing##_at(spec, i)->name;                                              \
    }                                                                                              \
    static ludo_place thing##_place(const ludo_spec *spec, int32_t i)                              \
    {                                                                                              \
        return ludo_spec_##thing##_at(spec, i)->place;                                             \
    }

DEFINITION(body)
DEFINITION(site)
DEFINITION(mesh)
DEFINITION(geom)
DEFINITION(pair)
DEFINITION(exclude)
DEFINITION(spring)
DEFINITION(actuator)
DEFINITION(sensor)
DEFINITION(keyframe)
DEFINITION(closure)
DEFINITION(coupling)

#define KIND(thing)                                                                                \
    {                                                                                              \
#thing, ludo_spec_##thing##_count, thing##_name, thing##_place                             \
    }

static const struct {
    const char *stem; /* stem of the names of nameless things */
    int32_t (*count)(const ludo_spec *spec);
    const char *(*name)(const ludo_spec *spec, int32_t i);
    ludo_place (*place)(const ludo_spec *spec, int32_t i);
} kinds[THINGS] = {
    [THING_BODY] = KIND(body),       [THING_SITE] = KIND(site),
    [THING_MESH] = KIND(mesh),       [THING_GEOM] = KIND(geom),
    [THING_PAIR] = KIND(pair),       [THING_EXCLUDE] = KIND(exclude),
    [THING_SPRING] = KIND(spring),   [THING_ACTUATOR] = KIND(actuator),
    [THING_SENSOR] = KIND(sensor),   [THING_KEYFRAME] = KIND(keyframe),
    [THING_CLOSURE] = KIND(closure), [THING_COUPLING] = KIND(coupling),
};

/* The name of a thing: its own or, if the family has it already, a variant. */
static const char *take_given(writer *w, int32_t family, thing kind, int32_t i)
{
    const char *name = kinds[kind].name(w->spec, i);
    const ludo_place place = kinds[kind].place(w->spec, i);
    if (ludo_name_table_add(&w->names, -1 - (int32_t)kind, "", name, 1) != 0) {
        ludo_write_fail(w, LUDO_BAD_MODEL, place,
                        "the name '%.200s' of a %s is used twice: rename one", name,
                        kinds[kind].stem);
    }
    const char *taken = ludo_write_variant(w, family, name);
    if (w->status == LUDO_OK && strcmp(taken, name) != 0) {
        ludo_write_remark(w, "the name is in use in this format: a variant of it is written", place,
                          "%s '%s'", kinds[kind].stem, name);
    }
    return taken;
}

void ludo_write_names(writer *w, int32_t family, thing kind)
{
    const int32_t count = kinds[kind].count(w->spec);
    const char **name = ludo_write_take(w, (size_t)count, sizeof *name);
    w->name[kind] = name;

    /* given names first: generated names avoid them */
    for (int32_t i = 0; i < count && w->status == LUDO_OK; i++) {
        if (*kinds[kind].name(w->spec, i) != '\0') {
            name[i] = take_given(w, family, kind, i);
        }
    }
    for (int32_t i = 0; i < count && w->status == LUDO_OK; i++) {
        if (name[i] == NULL) {
            const char *known = ludo_write_say(w, "%s%d", kinds[kind].stem, (int)i);
            name[i] = ludo_write_variant(w, family, known);
        }
    }
}

/* ---- remarks ---- */

typedef struct remark {
    const char *message;
    ludo_place place; /* of the first one */
    char name[128];
    int32_t count;
} remark;

static remark *find_remark(const writer *w, const char *message)
{
    remark *r = w->remarks.items;
    for (int32_t i = 0; i < w->remarks.count; i++) {
        if (strcmp(r[i].message, message) == 0) {
            return &r[i];
        }
    }
    return NULL;
}

void ludo_write_remark(writer *w, const char *message, ludo_place place, const char *name, ...)
{
    if (w->status != LUDO_OK) {
        return;
    }
    remark *r = find_remark(w, message);
    if (r != NULL) {
        r->count++;
        return;
    }
    r = ludo_growing_add(&w->remarks, sizeof *r, &w->allocator);
    if (r == NULL) {
        ludo_write_run_out(w);
        return;
    }
    *r = (remark){.message = message, .place = place, .count = 1};
    va_list arguments;
    va_start(arguments, name);
    (void)vsnprintf(r->name, sizeof r->name, name, arguments);
    va_end(arguments);
}

void ludo_write_report(const writer *w, ludo_warning_function *report, void *user)
{
    const remark *r = w->remarks.items;
    for (int32_t i = 0; i < w->remarks.count && report != NULL; i++) {
        char message[512], more[32] = "";
        if (r[i].count > 1) {
            (void)snprintf(more, sizeof more, " and %d more", (int)r[i].count - 1);
        }
        (void)snprintf(message, sizeof message, "%s%s: %s", r[i].name, more, r[i].message);
        ludo_one_line(message);
        report(user, r[i].place, message);
    }
}

/* ---- name table ---- */

/* Upper bound of names. A joint may become one joint per degree of freedom, with links between; a
 * site may need a joint, a closure two sites; everything else needs one name per kind and
 * family. */
static int64_t count_names(const ludo_spec *spec)
{
    int64_t count = 16 + 2 * LUDO_MAX_DOF * (int64_t)ludo_spec_joint_count(spec);
    count += ludo_spec_body_count(spec) + (int64_t)ludo_spec_site_count(spec);
    count += 2 * (int64_t)ludo_spec_closure_count(spec);
    for (int kind = 0; kind < THINGS; kind++) {
        count += 2 * (int64_t)kinds[kind].count(spec);
    }
    return count;
}

void ludo_write_begin(writer *w)
{
    const int64_t most = count_names(w->spec);
    (void)ludo_spec_allocator(w->spec, &w->allocator);
    if (most > INT32_MAX / 2 || !ludo_name_table_create(&w->names, (int32_t)most, &w->allocator)) {
        ludo_write_run_out(w);
    }
}
