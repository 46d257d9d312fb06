/* SPDX-License-Identifier: Apache-2.0
 *
 * Models that the command line puts beside the first one:
 *
 *     FILE[,at=X,Y,Z][,quat=W,X,Y,Z | ,rpy=R,P,Y][,prefix=P][,base=free|fixed]
 *
 * File names and prefixes may contain commas: a key ends them. */
#include "data/added.h"

#include "terminal/values.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A model to be added. Its texts belong to `text`. */
typedef struct added {
    const char *given; /* as given, for messages */
    char *text;
    const char *path, *prefix;
    ludo_frame frame;
    bool turned, is_free;
} added;

static const char form[] =
    "FILE[,at=X,Y,Z][,quat=W,X,Y,Z | ,rpy=R,P,Y][,prefix=P][,base=free|fixed]";

static outcome refuse(const added *a, const char *what)
{
    return ludo_error(OUTCOME_USAGE, "--add %s: %s; it takes %s", a->given, what, form);
}

/* ---- keys ---- */

/* Exactly `count` numbers, separated by commas. */
static bool scan(const char *text, int count, double *out)
{
    for (int i = 0; i < count && text != NULL; i++) {
        text = ludo_values_scan(text, &out[i]);
        const bool more = text != NULL && *text == ',';
        if (more != (i + 1 < count)) {
            return false;
        }
        text = more ? text + 1 : text;
    }
    return text != NULL;
}

static outcome set_at(added *a, const char *value)
{
    double n[3];
    if (!scan(value, 3, n)) {
        return refuse(a, "at= needs three numbers");
    }
    a->frame.position = (ludo_vec3){n[0], n[1], n[2]};
    return OUTCOME_DONE;
}

static outcome turn(added *a, ludo_quat q)
{
    if (a->turned) {
        return refuse(a, "the orientation is given twice");
    }
    a->turned = true;
    a->frame.orientation = q;
    return OUTCOME_DONE;
}

static outcome set_quat(added *a, const char *value)
{
    double n[4];
    const bool is = scan(value, 4, n);
    const double size = is ? sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2] + n[3] * n[3]) : 0.0;
    if (!(size > 0.0 && size < HUGE_VAL)) {
        return refuse(a, "quat= needs four numbers, not all zero");
    }
    return turn(a, (ludo_quat){n[0] / size, n[1] / size, n[2] / size, n[3] / size});
}

/* Rotations about the fixed axes x, y and z in turn, as in URDF [rad]. */
static outcome set_rpy(added *a, const char *value)
{
    double n[3];
    if (!scan(value, 3, n)) {
        return refuse(a, "rpy= needs three angles");
    }
    const double cr = cos(0.5 * n[0]), sr = sin(0.5 * n[0]), cp = cos(0.5 * n[1]);
    const double sp = sin(0.5 * n[1]), cy = cos(0.5 * n[2]), sy = sin(0.5 * n[2]);
    return turn(a, (ludo_quat){cr * cp * cy + sr * sp * sy, sr * cp * cy - cr * sp * sy,
                               cr * sp * cy + sr * cp * sy, cr * cp * sy - sr * sp * cy});
}

static outcome set_prefix(added *a, const char *value)
{
    a->prefix = value;
    return OUTCOME_DONE;
}

static outcome set_base(added *a, const char *value)
{
    a->is_free = strcmp(value, "free") == 0;
    return a->is_free || strcmp(value, "fixed") == 0 ? OUTCOME_DONE
                                                     : refuse(a, "base= is free or fixed");
}

static const struct key {
    const char *name;
    outcome (*set)(added *a, const char *value);
} keys[] = {{"at", set_at},
            {"quat", set_quat},
            {"rpy", set_rpy},
            {"prefix", set_prefix},
            {"base", set_base}};

/* ---- text ---- */

/* The next key of a text, from its comma; NULL: none. *length: that of its name. */
static char *find_key(char *text, int *length)
{
    for (char *at = strchr(text, ','); at != NULL; at = strchr(at + 1, ',')) {
        const size_t letters = strspn(at + 1, "abcdefghijklmnopqrstuvwxyz");
        if (letters > 0 && at[1 + letters] == '=') {
            *length = (int)letters;
            return at;
        }
    }
    return NULL;
}

static outcome set_key(added *a, const char *name, int length, const char *value)
{
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        if (strlen(keys[i].name) == (size_t)length &&
            strncmp(keys[i].name, name, (size_t)length) == 0) {
            return keys[i].set(a, value);
        }
    }
    return ludo_error(OUTCOME_USAGE, "--add %s: there is no key '%.*s'; it takes %s", a->given,
                      length, name, form);
}

/* Cut the text at its keys and read their values. */
static outcome parse(added *a)
{
    int length = 0;
    outcome how = OUTCOME_DONE;
    char *at = find_key(a->text, &length);
    a->path = a->text;
    while (at != NULL && how == OUTCOME_DONE) {
        int next_length = 0;
        char *value = at + 1 + length + 1, *next = find_key(value, &next_length);
        *at = '\0';
        if (next != NULL) {
            *next = '\0';
        }
        how = set_key(a, at + 1, length, value);
        at = next;
        length = next_length;
    }
    return how == OUTCOME_DONE && *a->path == '\0' ? refuse(a, "the file is missing") : how;
}

/* ---- models ---- */

static outcome append(const added *a, ludo_load_options options, ludo_spec *spec)
{
    ludo_attachment at = ludo_attachment_default();
    ludo_diagnostic why = {.message = ""};
    at.prefix = a->prefix;
    at.frame = a->frame;
    options.base = a->is_free ? LUDO_BASE_FREE : LUDO_BASE_FIXED;
    const ludo_status status = ludo_load_append(spec, a->path, &options, &at, NULL, &why);
    return status == LUDO_OK ? OUTCOME_DONE : ludo_error_status(status, a->path, &why);
}

static outcome add_model(const char *given, const ludo_load_options *options, ludo_spec *spec)
{
    const size_t size = strlen(given) + 1;
    added a = {.given = given, .text = malloc(size), .frame = {.orientation = {.w = 1.0}}};
    if (a.text == NULL) {
        return ludo_error_memory();
    }
    memcpy(a.text, given, size);
    outcome how = parse(&a);
    how = how == OUTCOME_DONE ? append(&a, *options, spec) : how;
    free(a.text);
    return how;
}

outcome ludo_added_append(const text_list *models, const ludo_load_options *options,
                          ludo_spec *spec)
{
    outcome how = OUTCOME_DONE;
    for (int32_t i = 0; i < models->count && how == OUTCOME_DONE; i++) {
        ludo_load_options own = *options;
        own.loops = i + 1 == models->count ? options->loops : NULL;
        how = add_model(models->texts[i], &own, spec);
    }
    return how;
}
