/* SPDX-License-Identifier: Apache-2.0
 *
 * Names that come near one that doesn't exist, by edit distance. */
#include "near_names.h"

#include "say.h"

#include <ctype.h>
#include <string.h>

enum {
    LONGEST = 48, /* characters that are compared */
    MOST_NEAR = 5,
    MOST_LISTED = 10
};

/* A name by its number, and how far it is. */
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

/* Insertions, deletions, replacements and swaps of neighbours that make b of a, case ignored. */
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
            const int x = tolower((unsigned char)a[i - 1]), y = tolower((unsigned char)b[j - 1]);
            d[i][j] = smaller(d[i - 1][j - 1] + (x != y), smaller(d[i - 1][j], d[i][j - 1]) + 1);
            if (i > 1 && j > 1 && x == tolower((unsigned char)b[j - 2]) &&
                y == tolower((unsigned char)a[i - 2])) {
                d[i][j] = smaller(d[i][j], d[i - 2][j - 2] + 1);
            }
        }
    }
    return d[m][n];
}

/* A third of the letters may be wrong; what only begins with the wanted is just near enough. */
static int distance_of(const char *wanted, const char *name, int limit)
{
    const size_t length = strlen(wanted);
    const int distance = edit_distance(wanted, name);
    return length > 0 && strncmp(wanted, name, length) == 0 ? smaller(distance, limit) : distance;
}

/* Keep the nearest, nearest first; returns how many there are. */
static int find_near(const char *wanted, const name_list *names, candidate near[MOST_NEAR])
{
    const int limit = (int)(compared_length(wanted) + 2) / 3;
    int count = 0;
    for (int32_t i = 0; i < names->count; i++) {
        const char *name = names->name(names->of, i);
        const candidate c = {i, name != NULL ? distance_of(wanted, name, limit) : limit + 1};
        if (c.distance > limit) {
            continue;
        }
        int place = count < MOST_NEAR ? count++ : MOST_NEAR;
        for (; place > 0 && c.distance < near[place - 1].distance; place--) {
            if (place < MOST_NEAR) {
                near[place] = near[place - 1];
            }
        }
        if (place < MOST_NEAR) {
            near[place] = c;
        }
    }
    return count;
}

/* Print the first names, and how many more there are. */
static void print_first(FILE *file, const name_list *names)
{
    int32_t count = 0;
    for (int32_t i = 0; i < names->count; i++) {
        const char *name = names->name(names->of, i);
        if (name != NULL && count++ < MOST_LISTED) {
            ludo_say(file, "%s%s", count == 1 ? "there are " : ", ", name);
        }
    }
    if (count > MOST_LISTED) {
        fprintf(file, " and %d more", (int)count - MOST_LISTED);
    }
    fputs(count == 0 ? "there are none" : "", file);
}

void ludo_near_names_print(FILE *file, const char *wanted, const name_list *names)
{
    candidate near[MOST_NEAR];
    const int count = find_near(wanted, names, near);
    for (int i = 0; i < count; i++) {
        ludo_say(file, "%s%s", i == 0 ? "did you mean " : ", ",
                 names->name(names->of, near[i].number));
    }
    if (count > 0) {
        fputc('?', file);
    } else {
        print_first(file, names);
    }
}
