/* SPDX-License-Identifier: Apache-2.0
 *
 * Compiling names: each is used once, and can be searched for. */
#include "core/diagnostic.h"
#include "model/compile.h"
#include "model/names.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- texts ---- */

const char *ludo_compile_text(ludo_model *m, workshop *w, const char *format, ...)
{
    char *text = m->text + w->text_used;
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(text, w->text_size - w->text_used, format, arguments);
    va_end(arguments);
    w->text_used += (size_t)length + 1;
    return text;
}

const char *ludo_compile_name(ludo_model *m, workshop *w, const char *name, const char *stem,
                              const char *suffix, int32_t number)
{
    return *name != '\0' ? ludo_compile_text(m, w, "%s", name)
                         : ludo_compile_text(m, w, "%s%s%d", stem, suffix, (int)number);
}

/* Room for the name of one thing, which may be made of another one, and for naming it once more. */
static void take_room(workshop *w, const char *name, const char *stem)
{
    w->text_size += 2 * (strlen(name) + strlen(stem) + NAME_ROOM);
}

/* Room for the names of a list of definitions that have no other text. */
#define TAKE_ROOM(list, definitions)                                                               \
    for (int32_t i = 0; i < (list).count; i++) {                                                   \
        take_room(w, (definitions)[i].name, "");                                                   \
    }

void ludo_compile_measure_names(workshop *w)
{
    const ludo_spec *spec = w->spec;
    w->text_size += strlen(spec->name) + 1;
    for (int32_t i = 0; i < spec->bodies.count; i++) {
        take_room(w, w->body[i].name, w->body[i].name); /* its own and a free joint's */
    }
    for (int32_t i = 0; i < spec->joints.count; i++) {
        take_room(w, w->joint[i].name, w->body[w->joint[i].child].name);
    }
    for (int32_t i = 0; i < spec->geoms.count; i++) {
        const ludo_geom_def *g = &w->geom[i];
        take_room(w, g->name, g->type);
        if (g->mesh >= 0 && g->mesh < spec->meshes.count) {
            take_room(w, w->mesh[g->mesh].name, "");
        }
    }
    for (int32_t i = 0; i < spec->closures.count + spec->couplings.count; i++) {
        take_room(w, w->loop[i].name, w->loop[i].type);
    }
    TAKE_ROOM(spec->sites, w->site)
    TAKE_ROOM(spec->springs, w->spring)
    TAKE_ROOM(spec->actuators, w->actuator)
    TAKE_ROOM(spec->keyframes, w->keyframe)
}

/* ---- names ---- */

/* The things of one kind: their names in the model, their definitions in the description. */
typedef struct named {
    const char *kind;
    const void *thing; /* count of them, each beginning with its name */
    size_t size;
    int32_t count;
    name_entry *names;
    const ludo_place *place; /* of the first definition, or NULL */
    size_t stride;
    int32_t places;
} named;

/* Sort one kind of names; a name used twice is an error at the place of the second. */
static ludo_status sort_names(const named *n, ludo_diagnostic *why)
{
    for (int32_t i = 0; i < n->count; i++) {
        const char *const *name = (const void *)((const char *)n->thing + n->size * (size_t)i);
        n->names[i] = (name_entry){*name, i};
    }
    ludo_names_sort(n->names, n->count);
    const int32_t twice = ludo_names_duplicate(n->names, n->count);
    if (twice < 0) {
        return LUDO_OK;
    }
    const char *const *name = (const void *)((const char *)n->thing + n->size * (size_t)twice);
    const void *place = (const char *)n->place + n->stride * (size_t)twice;
    ludo_diagnose(why, twice < n->places ? *(const ludo_place *)place : (ludo_place){0},
                  "the %s name '%s' is used twice", n->kind, *name);
    return LUDO_BAD_MODEL;
}

/* The first place of a list of definitions; NULL where the list is empty. */
#define PLACES(list) ((list) != NULL ? &(list)->place : NULL)

#define NAMED(of, things, definitions, defined)                                                    \
    {                                                                                              \
#of, (things), sizeof *(things), m->of##_count, m->of##_names, PLACES(definitions),        \
            sizeof *(definitions), (defined)                                                       \
    }

ludo_status ludo_compile_names(ludo_model *m, const workshop *w)
{
    const named all[] = {
        NAMED(body, m->body, w->body, w->spec->bodies.count),
        NAMED(joint, m->joints, w->joint, w->spec->joints.count),
        NAMED(site, m->site, w->site, w->spec->sites.count),
        NAMED(geom, m->geom, w->geom, w->spec->geoms.count),
        NAMED(loop, m->loop, w->loop, m->loop_count),
        NAMED(spring, m->spring, w->spring, w->spec->springs.count),
        NAMED(actuator, m->actuator, w->actuator, w->spec->actuators.count),
        NAMED(keyframe, m->keyframe, w->keyframe, w->spec->keyframes.count),
    };
    ludo_status status = LUDO_OK;
    for (size_t i = 0; i < sizeof all / sizeof *all && status == LUDO_OK; i++) {
        status = sort_names(&all[i], w->why);
    }
    return status;
}
