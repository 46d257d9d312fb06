/* SPDX-License-Identifier: Apache-2.0
 *
 * Suggestions for a misspelled name, by edit distance. */
#include "ludo/names.h"

#include <stdio.h>
#include <string.h>

enum { LONGEST = 48 }; /* characters that are compared */

/* The number of a name, and its distance. */
typedef struct candidate {
    int32_t number;
    int distance;
} candidate;

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

static size_t compared_length(const char *text)
{
    const size_t length = strlen(text);
    return length < LONGEST ? length : LONGEST;
}

/* A character in small letters, whatever the locale. */
static int small_of(char c)
{
    return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
}

/* Number of insertions, deletions, replacements and swaps of neighbours between a and b. */
static int edit_distance(const char *a, const char *b)
{
    const size_t m = compared_length(a), n = compared_length(b);
    int d[LONGEST + 1][LONGEST + 1];
    for (size_t i = 0; i <= m; i++) {
        for (size_t j = 0; j <= n; j++) {
            if (i == 0 || j == 0) {
                d[i][j] = (int)(i + j);
                continue;
            }
            const int x = small_of(a[i - 1]), y = small_of(b[j - 1]);
            d[i][j] = smaller(d[i - 1][j - 1] + (x != y), smaller(d[i - 1][j], d[i][j - 1]) + 1);
            if (i > 1 && j > 1 && x == small_of(b[j - 2]) && y == small_of(a[i - 2])) {
                d[i][j] = smaller(d[i][j], d[i - 2][j - 2] + 1);
            }
        }
    }
    return d[m][n];
}

/* A name that begins with the wanted text has the largest distance that is accepted. */
static int distance_of(const char *wanted, const char *name, int limit)
{
    const size_t length = strlen(wanted);
    const int distance = edit_distance(wanted, name);
    return length > 0 && strncmp(wanted, name, length) == 0 ? smaller(distance, limit) : distance;
}

/* Insert a candidate in order of distance, after equal ones; returns the new count. */
static int32_t keep(candidate kept[LUDO_MAX_NEAR], int32_t count, candidate c)
{
    int32_t place = count < LUDO_MAX_NEAR ? count++ : LUDO_MAX_NEAR;
    for (; place > 0 && c.distance < kept[place - 1].distance; place--) {
        if (place < LUDO_MAX_NEAR) {
            kept[place] = kept[place - 1];
        }
    }
    if (place < LUDO_MAX_NEAR) {
        kept[place] = c;
    }
    return count;
}

int32_t ludo_names_near(const char *wanted, const ludo_name_list *names,
                        int32_t near[LUDO_MAX_NEAR])
{
    if (wanted == NULL || names == NULL || names->name == NULL || near == NULL) {
        return 0;
    }
    const int limit = (int)(compared_length(wanted) + 2) / 3;
    candidate kept[LUDO_MAX_NEAR];
    int32_t count = 0;
    for (int32_t i = 0; i < names->count; i++) {
        const char *name = names->name(names->of, i);
        const candidate c = {i, name != NULL ? distance_of(wanted, name, limit) : limit + 1};
        if (c.distance <= limit) {
            count = keep(kept, count, c);
        }
    }
    for (int32_t i = 0; i < count; i++) {
        near[i] = kept[i].number;
    }
    return count;
}

bool ludo_names_suggest(const char *wanted, const ludo_name_list *names, char *text, size_t size)
{
    if (text == NULL || size == 0) {
        return false;
    }
    int32_t near[LUDO_MAX_NEAR];
    const int32_t count = ludo_names_near(wanted, names, near);
    text[0] = '\0';
    for (int32_t i = 0; i < count; i++) {
        const size_t used = strlen(text);
        (void)snprintf(text + used, size - used, "%s%s%s", i == 0 ? "did you mean " : ", ",
                       names->name(names->of, near[i]), i + 1 < count ? "" : "?");
    }
    return count > 0;
}
