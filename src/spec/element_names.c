/* SPDX-License-Identifier: Apache-2.0
 *
 * Names of elements, without memory of their own: names are compared piece by piece.
 *
 * The rules are those of compiling (model/compile/compile_names.c). An element without a name gets
 * stem and number, a joint the name of its child, ".joint" and its number among the joints of that
 * child. Of several elements with one name, the first that was given it keeps it, else the first.
 * Each other gets the name with the lowest number _1, _2, ... that makes a name that no element
 * has. */
#include "spec/element_names.h"

#include <stdio.h>
#include <string.h>

enum { TAIL = 48 };

/* A name in two pieces. */
typedef struct piecewise {
    const char *head;
    size_t head_length;
    char tail[TAIL];
} piecewise;

static char character_of(const piecewise *p, size_t i)
{
    return i < p->head_length ? p->head[i] : p->tail[i - p->head_length];
}

static size_t length_of(const piecewise *p)
{
    return p->head_length + strlen(p->tail);
}

static bool are_same(const piecewise *a, const piecewise *b)
{
    const size_t length = length_of(a);
    bool same = length == length_of(b);
    for (size_t i = 0; i < length && same; i++) {
        same = character_of(a, i) == character_of(b, i);
    }
    return same;
}

static piecewise whole(const char *name)
{
    return (piecewise){name, strlen(name), ""};
}

/* ---- name spaces: kinds that share their names ---- */

/* The elements of a name space in the order of compiling: the first kind, then the second. */
typedef struct name_space {
    const ludo_spec *spec;
    element first, second;
    int32_t first_count, count;
} name_space;

static name_space space_of(const ludo_spec *spec, element of)
{
    const bool loops = of == ELEMENT_CLOSURE || of == ELEMENT_COUPLING;
    const element first = loops ? ELEMENT_CLOSURE : of, second = loops ? ELEMENT_COUPLING : of;
    const int32_t count = ludo_element_count(spec, first);
    const int32_t more = loops ? ludo_element_count(spec, second) : 0;
    return (name_space){spec, first, second, count, count + more};
}

/* The kind of the element at a position in a name space, and its number in that kind. */
static element kind_at(const name_space *s, int32_t at)
{
    return at < s->first_count ? s->first : s->second;
}

static int32_t number_at(const name_space *s, int32_t at)
{
    return at < s->first_count ? at : at - s->first_count;
}

static const char *given_at(const name_space *s, int32_t at)
{
    const element of = kind_at(s, at);
    return ludo_element_name(ludo_element_kind(of),
                             ludo_element_read(s->spec, of, number_at(s, at)));
}

/* ---- names of joints ---- */

/* The other body of the first joint of a body; LUDO_WORLD without one. */
static int32_t parent_of(const ludo_spec *spec, int32_t body)
{
    const ludo_joint_def *joint = spec->joints.items;
    for (int32_t j = 0; j < spec->joints.count; j++) {
        if (joint[j].child == body) {
            return joint[j].parent;
        }
    }
    return LUDO_WORLD;
}

/* Whether a body floats because it has the lowest number in a cycle of joints: it then has a free
 * joint before its own ones. */
static bool is_cut(const ludo_spec *spec, int32_t body)
{
    int32_t b = parent_of(spec, body);
    for (int32_t i = 0; i < spec->bodies.count && b > body; i++) {
        b = parent_of(spec, b);
    }
    return b == body;
}

/* The number of a joint among those of its child. */
static int32_t joint_ordinal(const ludo_spec *spec, int32_t number)
{
    const ludo_joint_def *joint = spec->joints.items;
    const int32_t child = joint[number].child;
    int32_t before = is_cut(spec, child) ? 1 : 0;
    for (int32_t j = 0; j < number; j++) {
        before += joint[j].child == child;
    }
    return before;
}

/* The name of a joint without a name, up to its number among the joints of its child. */
static piecewise joint_stem(const ludo_spec *spec, int32_t number)
{
    const int32_t child = ((const ludo_joint_def *)spec->joints.items)[number].child;
    const ludo_body_def *body = ludo_element_read(spec, ELEMENT_BODY, child);
    piecewise p = whole(body != NULL ? body->name : "");
    (void)(p.head_length > 0 ? snprintf(p.tail, TAIL, ".joint")
                             : snprintf(p.tail, TAIL, "body%d.joint", (int)child));
    return p;
}

/* Whether a name begins with another. */
static bool begins_with(const piecewise *name, const piecewise *start)
{
    const size_t length = length_of(start);
    bool same = length <= length_of(name);
    for (size_t i = 0; i < length && same; i++) {
        same = character_of(name, i) == character_of(start, i);
    }
    return same;
}

/* ---- names before they are made unique ---- */

/* The name of an element, before names are made unique; with `wanted` it may be cut short where it
 * already differs from the wanted name. */
static piecewise name_at(const name_space *s, int32_t at, const piecewise *wanted)
{
    piecewise p = whole(given_at(s, at));
    const element of = kind_at(s, at);
    if (p.head_length > 0) {
        return p;
    }
    if (of != ELEMENT_JOINT) {
        (void)snprintf(p.tail, TAIL, "%s%d", ludo_element_kind(of)->stem, (int)number_at(s, at));
        return p;
    }
    p = joint_stem(s->spec, at);
    if (wanted == NULL || begins_with(wanted, &p)) {
        const size_t length = strlen(p.tail);
        (void)snprintf(p.tail + length, TAIL - length, "%d", (int)joint_ordinal(s->spec, at));
    }
    return p;
}

static bool has_name(const name_space *s, int32_t at, const piecewise *name)
{
    const piecewise own = name_at(s, at, name);
    return are_same(&own, name);
}

/* The first element with a name, among those from `at` on, given or generated; -1: none. */
static int32_t find_next(const name_space *s, int32_t at, const piecewise *name)
{
    while (at < s->count && !has_name(s, at, name)) {
        at++;
    }
    return at < s->count ? at : -1;
}

/* The first element that was given a name; -1: none. */
static int32_t find_given(const name_space *s, const piecewise *name)
{
    for (int32_t i = 0; i < s->count; i++) {
        const piecewise given = whole(given_at(s, i));
        if (given.head_length > 0 && are_same(&given, name)) {
            return i;
        }
    }
    return -1;
}

/* The element that keeps a name; -1: none has it. */
static int32_t find_owner(const name_space *s, const piecewise *name)
{
    const int32_t given = find_given(s, name);
    return given >= 0 ? given : find_next(s, 0, name);
}

/* ---- names that replace others ---- */

/* The lowest number above `tried` that makes a name which no element has. */
static int32_t next_free(const name_space *s, const piecewise *name, int32_t tried)
{
    piecewise other = *name;
    const size_t length = strlen(name->tail);
    do {
        (void)snprintf(other.tail + length, TAIL - length, "_%d", (int)++tried);
    } while (find_next(s, 0, &other) >= 0);
    return tried;
}

/* Whether an element does not keep its generated name. */
static bool gives_way(const name_space *s, int32_t at, int32_t owner)
{
    return at != owner && *given_at(s, at) == '\0';
}

/* The number that the element at a position gets after its name; -1: it keeps the name. */
static int32_t replacing_number(const name_space *s, int32_t at)
{
    const piecewise name = name_at(s, at, NULL);
    const int32_t owner = find_owner(s, &name);
    int32_t tried = 0;
    if (!gives_way(s, at, owner)) {
        return -1;
    }
    for (int32_t i = find_next(s, 0, &name); i >= 0 && i <= at; i = find_next(s, i + 1, &name)) {
        tried = gives_way(s, i, owner) ? next_free(s, &name, tried) : tried;
    }
    return tried;
}

/* Split name_12 into name and 12; false: the name has no such end. */
static bool split(const char *text, piecewise *name, int32_t *number)
{
    const size_t length = strlen(text);
    size_t start = length;
    while (start > 0 && text[start - 1] >= '0' && text[start - 1] <= '9') {
        start--;
    }
    if (start < 2 || length - start > 9 || text[start] == '0' || start == length ||
        text[start - 1] != '_') {
        return false;
    }
    *name = (piecewise){text, start - 1, ""};
    *number = 0;
    for (size_t i = start; i < length; i++) {
        *number = 10 * *number + (text[i] - '0');
    }
    return true;
}

/* The element whose name gave way to another one and became `text`; -1: none. */
static int32_t find_replaced(const name_space *s, const char *text)
{
    piecewise name;
    int32_t number;
    if (!split(text, &name, &number)) {
        return -1;
    }
    for (int32_t i = find_next(s, 0, &name); i >= 0; i = find_next(s, i + 1, &name)) {
        if (replacing_number(s, i) == number) {
            return i;
        }
    }
    return -1;
}

/* ---- interface ---- */

int32_t ludo_element_find(const ludo_spec *spec, element of, const char *name)
{
    if (spec == NULL || name == NULL) {
        return LUDO_NOT_FOUND;
    }
    const name_space s = space_of(spec, of);
    const piecewise wanted = whole(name);
    int32_t at = find_owner(&s, &wanted);
    at = at >= 0 ? at : find_replaced(&s, name);
    return at >= 0 && kind_at(&s, at) == of ? number_at(&s, at) : LUDO_NOT_FOUND;
}

bool ludo_element_is_given(const ludo_spec *spec, element of, const char *name)
{
    const name_space s = space_of(spec, of);
    const piecewise wanted = whole(name);
    return find_given(&s, &wanted) >= 0;
}

size_t ludo_element_write_name(const ludo_spec *spec, element of, int32_t number, char *text,
                               size_t size)
{
    const name_space s = space_of(spec, of);
    const int32_t at = of == s.first ? number : s.first_count + number;
    const piecewise name = name_at(&s, at, NULL);
    const int32_t replacing = replacing_number(&s, at);
    const int length =
        replacing < 0 ? snprintf(text, size, "%.*s%s", (int)name.head_length, name.head, name.tail)
                      : snprintf(text, size, "%.*s%s_%d", (int)name.head_length, name.head,
                                 name.tail, (int)replacing);
    return length > 0 ? (size_t)length : 0;
}
