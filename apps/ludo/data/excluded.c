/* SPDX-License-Identifier: Apache-2.0
 *
 * Pairs of bodies that the command line excludes from contact: "A,B". Names may contain commas. */
#include "data/excluded.h"
#include "reading.h"

#include <stdlib.h>
#include <string.h>

static const char world_name[] = "world";

/* The number of a body, LUDO_WORLD, or LUDO_NOT_FOUND. */
static int32_t find_body(const ludo_spec *spec, const char *name)
{
    const int32_t body = ludo_spec_body_find(spec, name);
    return body == LUDO_NOT_FOUND && strcmp(name, world_name) == 0 ? LUDO_WORLD : body;
}

/* The names that an option accepts: those of bodies, then the world's. */
static const char *known_name(const void *of, int32_t number)
{
    const ludo_spec *spec = of;
    if (number == ludo_spec_body_count(spec)) {
        return world_name;
    }
    const char *name = body_def_of(spec, number).name;
    return *name != '\0' ? name : NULL;
}

static outcome refuse_body(const ludo_spec *spec, const char *name)
{
    return ludo_error_unknown("body", name,
                              &(name_list){ludo_spec_body_count(spec) + 1, known_name, spec});
}

static outcome refuse_pair(const char *pair)
{
    return ludo_error(OUTCOME_USAGE,
                      "--exclude A,B takes the names of two bodies, separated by a comma, not '%s'",
                      pair);
}

/* Split a pair at the first comma between two names of bodies, else at the first comma. `pair` is
 * cut there. Returns the second name; NULL: there is no comma. */
static char *split(const ludo_spec *spec, char *pair)
{
    for (char *comma = strchr(pair, ','); comma != NULL; comma = strchr(comma + 1, ',')) {
        *comma = '\0';
        if (find_body(spec, pair) != LUDO_NOT_FOUND &&
            find_body(spec, comma + 1) != LUDO_NOT_FOUND) {
            return comma + 1;
        }
        *comma = ',';
    }
    char *first = strchr(pair, ',');
    if (first == NULL) {
        return NULL;
    }
    *first = '\0';
    return first + 1;
}

static outcome exclude(ludo_spec *spec, const char *a, const char *b)
{
    ludo_exclude_def def = ludo_exclude_default();
    def.body_a = find_body(spec, a);
    def.body_b = find_body(spec, b);
    if (def.body_a == LUDO_NOT_FOUND || def.body_b == LUDO_NOT_FOUND) {
        return refuse_body(spec, def.body_a == LUDO_NOT_FOUND ? a : b);
    }
    if (def.body_a == def.body_b) {
        return ludo_error(OUTCOME_USAGE, "--exclude %s,%s names one body twice; name two bodies", a,
                          b);
    }
    return ludo_spec_add_exclude(spec, &def, NULL) == LUDO_OK ? OUTCOME_DONE : ludo_error_memory();
}

static outcome add_pair(ludo_spec *spec, const char *pair)
{
    const size_t size = strlen(pair) + 1;
    char *a = malloc(size);
    if (a == NULL) {
        return ludo_error_memory();
    }
    memcpy(a, pair, size);
    const char *b = split(spec, a);
    const outcome how = b != NULL ? exclude(spec, a, b) : refuse_pair(pair);
    free(a);
    return how;
}

outcome ludo_excluded_add(const text_list *pairs, ludo_spec *spec)
{
    outcome how = OUTCOME_DONE;
    for (int32_t i = 0; i < pairs->count && how == OUTCOME_DONE; i++) {
        how = add_pair(spec, pairs->texts[i]);
    }
    return how;
}
