/* SPDX-License-Identifier: Apache-2.0
 *
 * Names of joint coordinates. A joint type is a word with one letter per coordinate. */
#include "data/joint_words.h"

#include <string.h>

/* The meaning of a letter: a coordinate and its rate. A quaternion has four coordinates and three
 * rates: its w has no rate. */
typedef struct letter_words {
    char letter;
    number_words coordinate, rate;
} letter_words;

/* clang-format off */
static const letter_words letters[] = {
    {'\0', {"coordinate", ""}, {"rate", ""}}, /* of an unknown type */
    {'a', {"angle", "rad"}, {"rate", "rad/s"}},
    {'b', {"first angle", "rad"}, {"first rate", "rad/s"}},
    {'c', {"second angle", "rad"}, {"second rate", "rad/s"}},
    {'l', {"length", "m"}, {"speed", "m/s"}},
    {'u', {"first length", "m"}, {"first speed", "m/s"}},
    {'v', {"second length", "m"}, {"second speed", "m/s"}},
    {'x', {"x", "m"}, {"velocity x", "m/s"}},
    {'y', {"y", "m"}, {"velocity y", "m/s"}},
    {'z', {"z", "m"}, {"velocity z", "m/s"}},
    {'W', {"quaternion w", ""}, {NULL, NULL}},
    {'X', {"quaternion x", ""}, {"angular velocity x", "rad/s"}},
    {'Y', {"quaternion y", ""}, {"angular velocity y", "rad/s"}},
    {'Z', {"quaternion z", ""}, {"angular velocity z", "rad/s"}},
};

static const struct {
    const char *type, *word;
} types[] = {
    {"hinge", "a"},
    {"slide", "l"},
    {"cylindrical", "la"},
    {"universal", "bc"},
    {"planar", "uva"},
    {"ball", "WXYZ"},
    {"point-on-line", "lWXYZ"},
    {"free-planar", "uvWXYZ"},
    {"orientation-only", "xyz"},
    {"free", "xyzWXYZ"},
};
/* clang-format on */

static const char *word_of(const char *type)
{
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        if (strcmp(types[i].type, type) == 0) {
            return types[i].word;
        }
    }
    return "";
}

static const letter_words *words_of(char letter)
{
    for (size_t i = 1; i < sizeof letters / sizeof *letters; i++) {
        if (letters[i].letter == letter) {
            return &letters[i];
        }
    }
    return &letters[0];
}

number_words ludo_joint_words_coordinate(const ludo_joint_info *joint, int32_t number)
{
    const char *word = word_of(joint->type);
    return words_of((size_t)number < strlen(word) ? word[number] : '\0')->coordinate;
}

number_words ludo_joint_words_rate(const ludo_joint_info *joint, int32_t number)
{
    const char *letter = word_of(joint->type);
    for (; *letter != '\0'; letter++) {
        const letter_words *words = words_of(*letter);
        if (words->rate.name != NULL && number-- == 0) {
            return words->rate;
        }
    }
    return letters[0].rate;
}
