/* SPDX-License-Identifier: Apache-2.0
 *
 * Reading of variations, and the elements that they concern. */
#include "sweep/variation.h"

#include "reading.h"
#include "terminal/values.h"

#include <stdlib.h>
#include <string.h>

static const char form[] = "WHAT:NAME=LOW..HIGH[:log], as mass:trunk=0.9..1.1";

static outcome refuse(const variation *v, const char *what)
{
    return ludo_error(OUTCOME_USAGE, "--vary %s: %s; it takes %s", v->given, what, form);
}

/* ---- the range ---- */

/* Read a number that ends where a text of `length` bytes does. */
static bool scan(const char *text, size_t length, double *out)
{
    char copy[64];
    if (length >= sizeof copy) {
        return false;
    }
    memcpy(copy, text, length);
    copy[length] = '\0';
    return ludo_values_number(copy, out);
}

static outcome read_range(variation *v, const char *text)
{
    static const char logarithmic[] = ":log";
    const size_t length = strlen(text), suffix = sizeof logarithmic - 1;
    const char *dots = strstr(text, "..");
    v->range.logarithmic = length >= suffix && strcmp(text + length - suffix, logarithmic) == 0;
    const char *end = text + length - (v->range.logarithmic ? suffix : 0);
    if (dots == NULL || dots + 2 > end || !scan(text, (size_t)(dots - text), &v->range.low) ||
        !scan(dots + 2, (size_t)(end - dots - 2), &v->range.high)) {
        return refuse(v, "no range of two numbers");
    }
    if (v->range.low > v->range.high) {
        return refuse(v, "the range is reversed");
    }
    return v->range.logarithmic && !(v->range.low > 0.0)
               ? refuse(v, "a logarithmic range begins above 0")
               : OUTCOME_DONE;
}

/* ---- the kind ---- */

static const char *parameter_word(const void *of, int32_t number)
{
    (void)of;
    return ludo_parameters[number].word;
}

static const parameter *find_kind(const char *word)
{
    for (int32_t i = 0; i < ludo_parameter_count; i++) {
        if (strcmp(ludo_parameters[i].word, word) == 0) {
            return &ludo_parameters[i];
        }
    }
    return NULL;
}

/* Read WHAT or WHAT:NAME, the title. */
static outcome read_title(variation *v)
{
    char *colon = strchr(v->title, ':');
    if (colon != NULL) {
        *colon = '\0';
    }
    v->kind = find_kind(v->title);
    if (v->kind == NULL) {
        return ludo_error_unknown("parameter to vary", v->title,
                                  &(name_list){ludo_parameter_count, parameter_word, NULL});
    }
    if (colon != NULL) {
        *colon = ':';
    }
    v->pattern = colon != NULL ? colon + 1 : "";
    if (v->kind->noun == NULL && colon != NULL) {
        return refuse(v, "this parameter has no name");
    }
    return v->kind->noun != NULL && *v->pattern == '\0' ? refuse(v, "a name is missing")
                                                        : OUTCOME_DONE;
}

/* The name ends at the last '=': names may contain '='. */
static outcome read_text(variation *v)
{
    const char *equals = strrchr(v->given, '=');
    if (equals == NULL) {
        return refuse(v, "a '=' is missing");
    }
    const size_t length = (size_t)(equals - v->given);
    v->title = calloc(length + 1, 1);
    if (v->title == NULL) {
        return ludo_error_memory();
    }
    memcpy(v->title, v->given, length);
    const outcome how = read_title(v);
    return how == OUTCOME_DONE ? read_range(v, equals + 1) : how;
}

/* ---- the elements ---- */

/* Whether a pattern fits a name. After a mismatch the last `*` takes one more character. */
static bool fits(const char *pattern, const char *name)
{
    const char *star = NULL, *from = NULL;
    while (*name != '\0') {
        if (*pattern == '*') {
            star = pattern++;
            from = name;
        } else if (*pattern == *name) {
            pattern++;
            name++;
        } else if (star != NULL) {
            pattern = star + 1;
            name = ++from;
        } else {
            return false;
        }
    }
    return pattern[strspn(pattern, "*")] == '\0';
}

/* All elements of a kind, or those of a variation. */
typedef struct element_list {
    varied_element *list;
    int32_t count;
} element_list;

static void release_elements(element_list *l)
{
    for (int32_t i = 0; i < l->count; i++) {
        free(l->list[i].name);
    }
    free(l->list);
}

/* Append an element, named NAME or, as one of several parts, NAME.PART. */
static bool append(element_list *l, int32_t number, const char *name, int32_t part, bool several)
{
    varied_element *longer = realloc(l->list, ((size_t)l->count + 1) * sizeof *longer);
    const size_t room = strlen(name) + 16;
    l->list = longer != NULL ? longer : l->list;
    char *own = longer != NULL ? malloc(room) : NULL;
    if (own == NULL) {
        return false;
    }
    if (several) {
        (void)snprintf(own, room, "%s.%d", name, (int)part);
    } else {
        memcpy(own, name, strlen(name) + 1);
    }
    l->list[l->count++] = (varied_element){number, part, own};
    return true;
}

/* The number of numbers that a part is one of. */
static int32_t parts_with(const parameter *kind, const ludo_model *model, int32_t number)
{
    const ludo_joint_info j = joint_info_of(model, number);
    return kind->parts(model, number) < j.velocity_count ? j.position_count : j.velocity_count;
}

/* List all elements of a kind. */
static bool list_elements(element_list *l, const parameter *kind, const ludo_model *model)
{
    bool good = true;
    for (int32_t i = 0; i < kind->count(model) && good; i++) {
        const char *name = kind->name(model, i);
        const int32_t parts = kind->parts != NULL ? kind->parts(model, i) : 1;
        const bool several = kind->parts != NULL && parts_with(kind, model, i) > 1;
        for (int32_t k = 0; k < parts && good; k++) {
            good = append(l, i, name, k, several);
        }
    }
    return good;
}

static const char *element_name(const void *of, int32_t number)
{
    return ((const element_list *)of)->list[number].name;
}

/* ---- trying ---- */

static ludo_status apply_one(const parameter *kind, const varied *to, const varied_element *e,
                             double value)
{
    const size_t part = kind->parts != NULL ? (size_t)e->part : kind->field;
    return kind->apply(to, e->number, part, value);
}

ludo_status ludo_variation_copy_model(changed_model *copy, const mechanism *of)
{
    const int32_t geoms = ludo_model_geom_count(of->model);
    *copy = (changed_model){.surface = calloc((size_t)geoms + 1, sizeof *copy->surface)};
    for (int32_t i = 0; i < geoms && copy->surface != NULL; i++) {
        const ludo_geom_def g = geom_def_of(of->spec, i);
        copy->surface[i] = (surface){g.friction[0], g.restitution};
    }
    return copy->surface != NULL ? ludo_model_copy(of->model, NULL, &copy->model) : LUDO_NO_MEMORY;
}

void ludo_variation_release_model(changed_model *copy)
{
    ludo_model_destroy(copy->model);
    free(copy->surface);
    *copy = (changed_model){NULL, NULL};
}

/* The copies of the model, and the simulation, on which elements are tried. */
typedef struct trial {
    const mechanism *of;
    ludo_sim *sim;
    double *numbers;      /* room for the coordinates of a joint */
    changed_model end[2]; /* for both ends of the range */
} trial;

static void release_trial(trial *t)
{
    for (int i = 0; i < 2; i++) {
        ludo_variation_release_model(&t->end[i]);
    }
    free(t->numbers);
}

/* Call release_trial() in any case. */
static outcome begin_trial(trial *t, const mechanism *of, ludo_sim *sim)
{
    const size_t room = (size_t)ludo_model_position_count(of->model) + 1;
    *t = (trial){.of = of, .sim = sim, .numbers = calloc(room, sizeof(double))};
    ludo_status status = t->numbers != NULL ? LUDO_OK : LUDO_NO_MEMORY;
    for (int i = 0; i < 2 && status == LUDO_OK; i++) {
        status = ludo_variation_copy_model(&t->end[i], of);
    }
    return status == LUDO_OK ? OUTCOME_DONE : ludo_error_memory();
}

/* Whether an element takes both ends of the range. */
static ludo_status try_range(const variation *v, const trial *t, const varied_element *e)
{
    const double value[2] = {v->range.low, v->range.high};
    ludo_status status = LUDO_OK;
    for (int i = 0; i < 2 && status == LUDO_OK; i++) {
        const varied to = {t->end[i].model, t->end[i].surface, t->sim, t->numbers};
        status = apply_one(v->kind, &to, e, value[i]);
    }
    return status;
}

static outcome refuse_value(const variation *v, const varied_element *e, ludo_status status)
{
    if (status == LUDO_NO_MEMORY) {
        return ludo_error_memory();
    }
    if (v->kind->noun == NULL) {
        return ludo_error(OUTCOME_USAGE, "--vary %s: %s takes %s", v->given, v->kind->word,
                          v->kind->takes);
    }
    return ludo_error(OUTCOME_USAGE, "--vary %s: %s of %s '%s' takes %s", v->given, v->kind->word,
                      v->kind->noun, e->name, v->kind->takes);
}

/* Take over the elements that fit the pattern and have the parameter. */
static outcome take_fitting(variation *v, const trial *t, const element_list *all)
{
    element_list taken = {NULL, 0};
    outcome how = OUTCOME_DONE;
    for (int32_t i = 0; i < all->count && how == OUTCOME_DONE; i++) {
        const varied_element *e = &all->list[i];
        if (!fits(v->pattern, e->name)) {
            continue;
        }
        const ludo_status status = try_range(v, t, e);
        if (status == LUDO_OK) {
            how = append(&taken, e->number, e->name, e->part, false) ? how : ludo_error_memory();
        } else if (status != LUDO_REFUSED) {
            how = refuse_value(v, e, status);
        }
    }
    v->element = taken.list;
    v->count = taken.count;
    return how;
}

/* Report that no element was taken; `model` has all of them. */
static outcome refuse_name(const variation *v, const element_list *all, const ludo_model *model)
{
    const parameter *kind = v->kind;
    const varied_element *found = NULL;
    for (int32_t i = 0; i < all->count; i++) {
        found = fits(v->pattern, all->list[i].name) ? &all->list[i] : found;
    }
    if (found == NULL) {
        return ludo_error_unknown(kind->noun, v->pattern,
                                  &(name_list){all->count, element_name, all});
    }
    const int32_t instead = kind->instead != NULL ? kind->instead(model, found->number) : -1;
    if (instead >= 0 && strcmp(found->name, v->pattern) == 0) {
        return ludo_error(OUTCOME_USAGE,
                          "--vary %s: %s '%s' is merged with '%s': vary the %s of '%s', which "
                          "includes both",
                          v->given, kind->noun, found->name, kind->name(model, instead), kind->word,
                          kind->name(model, instead));
    }
    return ludo_error(OUTCOME_USAGE, "--vary %s: the %s can't be varied; name %s", v->given,
                      kind->word, kind->needs);
}

static outcome find_elements(variation *v, const trial *t)
{
    element_list all = {NULL, 0};
    outcome how =
        list_elements(&all, v->kind, t->of->model) ? take_fitting(v, t, &all) : ludo_error_memory();
    if (how == OUTCOME_DONE && v->count == 0) {
        how = refuse_name(v, &all, t->of->model);
    }
    release_elements(&all);
    return how;
}

/* ---- the variation ---- */

outcome ludo_variation_read(variation *v, const char *given, const mechanism *of, ludo_sim *start)
{
    trial t = {.of = of};
    *v = (variation){.given = given};
    outcome how = read_text(v);
    if (how == OUTCOME_DONE) {
        how = begin_trial(&t, of, start);
    }
    if (how == OUTCOME_DONE) {
        how = find_elements(v, &t);
    }
    release_trial(&t);
    return how;
}

void ludo_variation_release(variation *v)
{
    element_list own = {v->element, v->count};
    release_elements(&own);
    free(v->title);
}

/* An element whose parameter another variation made zero has no factor: it stays zero. */
ludo_status ludo_variation_apply(const variation *v, const varied *to, double value)
{
    ludo_status status = LUDO_OK;
    for (int32_t i = 0; i < v->count && status == LUDO_OK; i++) {
        status = apply_one(v->kind, to, &v->element[i], value);
        status = status == LUDO_REFUSED ? LUDO_OK : status;
    }
    return status;
}

const char *ludo_variation_unit(const variation *v, const ludo_model *model)
{
    const char *unit = NULL;
    for (int32_t i = 0; i < v->count && v->kind->unit != NULL; i++) {
        const char *of = v->kind->unit(model, v->element[i].number, v->element[i].part);
        if (unit != NULL && strcmp(unit, of) != 0) {
            return "";
        }
        unit = of;
    }
    return unit != NULL ? unit : "";
}
