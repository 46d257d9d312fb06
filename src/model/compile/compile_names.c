/* SPDX-License-Identifier: Apache-2.0
 *
 * Compiling names: unique within their kind, and sorted for searching. */
#include "core/diagnostic.h"
#include "model/compile/compile.h"
#include "model/names.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- texts ---- */

const char *ludo_compile_text(ludo_model *m, compiler *w, const char *format, ...)
{
    char *text = m->text + w->text_used;
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(text, w->text_size - w->text_used, format, arguments);
    va_end(arguments);
    w->text_used += (size_t)length + 1;
    return text;
}

size_t ludo_compile_place_size(ludo_place place)
{
    return place.file != NULL ? strlen(place.file) + 1 : 0;
}

ludo_place ludo_compile_place(ludo_model *m, compiler *w, ludo_place place)
{
    place.file = place.file != NULL ? ludo_compile_text(m, w, "%s", place.file) : NULL;
    return place;
}

const char *ludo_compile_name(ludo_model *m, compiler *w, const char *name, const char *stem,
                              const char *suffix, int32_t number)
{
    return *name != '\0' ? ludo_compile_text(m, w, "%s", name)
                         : ludo_compile_text(m, w, "%s%s%d", stem, suffix, (int)number);
}

/* Measure the name of one item three times: the name, which may be generated from another one, a
 * copy, and the name that replaces it in a conflict. */
static void take_room(compiler *w, const char *name, const char *stem)
{
    const size_t length = strlen(name) + strlen(stem) + NAME_ROOM;
    w->text_size += 3 * length;
    w->longest = length > w->longest ? length : w->longest;
}

/* Measure the names of definitions that have no other text. */
#define TAKE_ROOM(list, definitions)                                                               \
    for (int32_t i = 0; i < (list).count; i++) {                                                   \
        take_room(w, (definitions)[i].name, "");                                                   \
    }

void ludo_compile_measure_names(compiler *w)
{
    const ludo_spec *spec = w->spec;
    w->text_size += strlen(spec->name) + 1;
    for (int32_t i = 0; i < spec->bodies.count; i++) {
        take_room(w, w->body[i].name, w->body[i].name); /* its own name and that of a free joint */
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
    for (int32_t i = 0; i < w->loop_count; i++) {
        const loop_def *d = &w->loop[i];
        take_room(w, d->name, d->type);
        if (d->joint >= 0) {
            take_room(w, d->closure->name, w->body[d->closure->child].name);
        }
        w->text_size += ludo_compile_place_size(d->place);
    }
    TAKE_ROOM(spec->sites, w->site)
    TAKE_ROOM(spec->springs, w->spring)
    TAKE_ROOM(spec->actuators, w->actuator)
    for (int32_t i = 0; i < spec->sensors.count; i++) {
        take_room(w, w->sensor[i].name, w->sensor[i].type);
    }
    TAKE_ROOM(spec->keyframes, w->keyframe)
    w->longest += NAME_ROOM; /* of a name that replaces another */
    /* touched_by, limited_by, paced_by, rubbed_by */
    w->text_size += 4 * (w->longest + NAME_ROOM);
}

/* ---- names ---- */

/* The items of one kind: their names in the model, their definitions in the description. */
typedef struct named {
    const char *kind;
    void *name; /* of the first of count items */
    size_t size;
    int32_t count;
    name_entry *names;
    const char *const *given; /* name of the first definition, or NULL */
    const ludo_place *place;  /* place of the first definition */
    size_t stride;
    int32_t definitions;
} named;

static const char **name_of(const named *n, int32_t i)
{
    return (void *)((char *)n->name + n->size * (size_t)i);
}

static bool is_given(const named *n, int32_t i)
{
    return i < n->definitions &&
           **(const char *const *)(const void *)((const char *)n->given + n->stride * (size_t)i) !=
               '\0';
}

/* Items of the compiler, for example free joints of floating bodies, have no place. */
static ludo_place place_of(const named *n, int32_t i)
{
    const void *place = (const char *)n->place + n->stride * (size_t)i;
    return *(const ludo_place *)place;
}

static void sort_names(const named *n)
{
    for (int32_t i = 0; i < n->count; i++) {
        n->names[i] = (name_entry){*name_of(n, i), i};
    }
    ludo_names_sort(n->names, n->count);
}

/* The number of equal names from `first` on. */
static int32_t count_same(const named *n, int32_t first)
{
    int32_t end = first + 1;
    while (end < n->count && strcmp(n->names[end].name, n->names[first].name) == 0) {
        end++;
    }
    return end - first;
}

/* The number of the item that keeps a name shared by `same` items: the first to which the name is
 * given, else the first. */
static int32_t find_owner(const named *n, int32_t first, int32_t same)
{
    for (int32_t i = first; i < first + same; i++) {
        if (is_given(n, n->names[i].number)) {
            return n->names[i].number;
        }
    }
    return n->names[first].number;
}

/* An unused name derived from a generated one; *tried counts the attempts. */
static const char *free_name(ludo_model *m, compiler *w, const named *n, const char *name,
                             int32_t *tried)
{
    const size_t used = w->text_used;
    const char *other;
    do {
        w->text_used = used;
        other = ludo_compile_text(m, w, "%s_%d", name, (int)++*tried);
    } while (ludo_names_find(n->names, n->count, other) >= 0);
    return other;
}

/* Give another name to each item whose generated name is already in use. A given name that is used
 * twice is an error at the place of the second item. */
static ludo_status make_names_unique(ludo_model *m, compiler *w, const named *n)
{
    bool moved = false;
    sort_names(n);
    for (int32_t first = 0, same; first < n->count; first += same) {
        same = count_same(n, first);
        const int32_t owner = same > 1 ? find_owner(n, first, same) : n->names[first].number;
        for (int32_t i = first, tried = 0; i < first + same; i++) {
            const name_entry *e = &n->names[i];
            if (e->number == owner) {
                continue;
            }
            if (is_given(n, e->number)) {
                ludo_diagnose(w->why, place_of(n, e->number), "the %s name '%s' is used twice",
                              n->kind, e->name);
                return LUDO_BAD_MODEL;
            }
            *name_of(n, e->number) = free_name(m, w, n, e->name, &tried);
            moved = true;
        }
    }
    if (moved) {
        sort_names(n);
    }
    return LUDO_OK;
}

/* A member of the first definition of a list; NULL if the list is empty. */
#define FIRST(list, member) ((list) != NULL ? &(list)->member : NULL)

#define NAMED(of, things, list, defined)                                                           \
    {                                                                                              \
#of, FIRST(things, name), sizeof *(things), m->of##_count, m->of##_names,                  \
            FIRST(list, name), FIRST(list, place), sizeof *(list), (defined)                       \
    }

/* Give a loop the final name of the joint that closes it, before names of loops are made unique. */
static void name_loops(ludo_model *m)
{
    for (int32_t i = 0; i < m->joint_count; i++) {
        if (m->joints[i].loop >= 0) {
            m->loop_info[m->joints[i].loop].name = m->joints[i].name;
        }
    }
}

ludo_status ludo_compile_names(ludo_model *m, compiler *w)
{
    const named all[] = {
        NAMED(joint, m->joints, w->joint, w->spec->joints.count),
        NAMED(body, m->body, w->body, w->spec->bodies.count),
        NAMED(site, m->site, w->site, w->spec->sites.count),
        NAMED(geom, m->geom, w->geom, w->spec->geoms.count),
        NAMED(loop, m->loop_info, w->loop, m->loop_count),
        NAMED(spring, m->spring, w->spring, w->spec->springs.count),
        NAMED(actuator, m->actuator_info, w->actuator, w->spec->actuators.count),
        NAMED(sensor, m->sensor_info, w->sensor, w->spec->sensors.count),
        NAMED(keyframe, m->keyframe, w->keyframe, w->spec->keyframes.count),
    };
    ludo_status status = LUDO_OK;
    for (size_t i = 0; i < sizeof all / sizeof *all && status == LUDO_OK; i++) {
        status = make_names_unique(m, w, &all[i]);
        if (all[i].names == m->joint_names) {
            name_loops(m);
        }
    }
    return status;
}
