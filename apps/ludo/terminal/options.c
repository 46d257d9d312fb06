/* SPDX-License-Identifier: Apache-2.0
 *
 * Reading options by their table. */
#include "terminal/options.h"

#include "terminal/values.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- setters ---- */

static void *field_of(const option *o, void *settings)
{
    return (char *)settings + o->field;
}

outcome ludo_options_refuse_value(const option *o, const char *what, const char *value)
{
    return ludo_error(OUTCOME_USAGE, "%s %s takes %s, not '%s'", o->name, o->argument, what, value);
}

outcome ludo_options_set_flag(const option *o, char *value, void *settings)
{
    (void)value;
    *(bool *)field_of(o, settings) = true;
    return OUTCOME_DONE;
}

outcome ludo_options_clear_flag(const option *o, char *value, void *settings)
{
    (void)value;
    *(bool *)field_of(o, settings) = false;
    return OUTCOME_DONE;
}

outcome ludo_options_set_text(const option *o, char *value, void *settings)
{
    *(const char **)field_of(o, settings) = value;
    return OUTCOME_DONE;
}

outcome ludo_options_set_file(const option *o, char *value, void *settings)
{
    return *value != '\0' ? ludo_options_set_text(o, value, settings)
                          : ludo_options_refuse_value(o, "the name of a file", value);
}

outcome ludo_options_set_choice(const option *o, char *value, void *settings)
{
    const size_t length = strlen(value);
    for (const char *word = o->argument; word != NULL; word = strchr(word, '|')) {
        word += *word == '|';
        if (strcspn(word, "|") == length && strncmp(word, value, length) == 0) {
            return ludo_options_set_text(o, value, settings);
        }
    }
    return ludo_options_refuse_value(o, "one of these", value);
}

outcome ludo_options_add_text(const option *o, char *value, void *settings)
{
    text_list *list = field_of(o, settings);
    const char **longer = realloc(list->texts, ((size_t)list->count + 1) * sizeof *longer);
    if (longer == NULL) {
        return ludo_error_memory();
    }
    longer[list->count++] = value;
    list->texts = longer;
    return OUTCOME_DONE;
}

void ludo_options_release_texts(text_list *list)
{
    free(list->texts);
    *list = (text_list){NULL, 0};
}

outcome ludo_options_set_number(const option *o, char *value, void *settings)
{
    return ludo_values_number(value, field_of(o, settings))
               ? OUTCOME_DONE
               : ludo_options_refuse_value(o, "a number", value);
}

outcome ludo_options_set_positive(const option *o, char *value, void *settings)
{
    double number;
    if (!ludo_values_number(value, &number) || !(number > 0.0)) {
        return ludo_options_refuse_value(o, "a number above 0", value);
    }
    *(double *)field_of(o, settings) = number;
    return OUTCOME_DONE;
}

outcome ludo_options_set_not_negative(const option *o, char *value, void *settings)
{
    double number;
    if (!ludo_values_number(value, &number) || !(number >= 0.0)) {
        return ludo_options_refuse_value(o, "a number not below 0", value);
    }
    *(double *)field_of(o, settings) = number;
    return OUTCOME_DONE;
}

outcome ludo_options_set_count(const option *o, char *value, void *settings)
{
    if (!ludo_values_count(value, field_of(o, settings))) {
        return ludo_options_refuse_value(o, "a whole number above 0", value);
    }
    return OUTCOME_DONE;
}

/* ---- help ---- */

/* What is too long for its column has its help below. */
static void print_option(const char *name, const char *argument, const char *help)
{
    enum { COLUMN = 37 };
    int width = printf("  %s%s%s", name, *argument != '\0' ? " " : "", argument);
    if (width >= COLUMN) {
        putchar('\n');
        width = 0;
    }
    printf("%*s%s\n", COLUMN - width, "", help);
}

/* Print the options that are built, or those that are not. */
static void print_options(const command *c, bool built, const char *heading)
{
    int count = 0;
    for (const option *o = c->options; o->name != NULL; o++) {
        if ((o->set != NULL) == built) {
            fputs(count++ == 0 ? heading : "", stdout);
            print_option(o->name, o->argument != NULL ? o->argument : "", o->help);
        }
    }
}

static void print_help(const command *c)
{
    printf("usage: ludo %s", c->name);
    for (int i = 0; c->operands[i] != NULL; i++) {
        printf(" %s", c->operands[i]);
    }
    printf("%s%s [OPTION ...]\n\n%s\n\n", c->more != NULL ? " " : "",
           c->more != NULL ? c->more : "", c->summary);
    print_options(c, true, "");
    print_option("--help", "", "show this");
    puts("\nIn parentheses: what is taken otherwise.");
    print_options(c, false, "\nnot yet:\n");
}

/* ---- reading ---- */

/* The last of an option's names, which is the longer one. */
static const char *long_name(const option *o)
{
    const char *blank = strrchr(o->name, ' ');
    return blank != NULL ? blank + 1 : o->name;
}

static const char *option_name(const void *of, int32_t number)
{
    const option *o = &((const command *)of)->options[number];
    return o->name != NULL ? long_name(o) : "--help";
}

/* Whether an option has a name, of so many letters. */
static bool is_called(const option *o, const char *name, size_t length)
{
    const size_t first = strcspn(o->name, ",");
    const char *last = long_name(o);
    return (first == length && strncmp(o->name, name, length) == 0) ||
           (strlen(last) == length && strncmp(last, name, length) == 0);
}

/* The option that an argument names, alone or before a '='. */
static const option *find_option(const command *c, const char *argument)
{
    const size_t length = strcspn(argument, "=");
    for (const option *o = c->options; o->name != NULL; o++) {
        if (is_called(o, argument, length)) {
            return o;
        }
    }
    return NULL;
}

static outcome refuse_option(const command *c, const char *argument)
{
    char name[64];
    (void)snprintf(name, sizeof name, "%.*s", (int)strcspn(argument, "="), argument);
    int32_t count = 1; /* with --help in the place of the last */
    for (const option *o = c->options; o->name != NULL; o++) {
        count++;
    }
    const name_list names = {count, option_name, c};
    return ludo_error_unknown("option", name, &names);
}

/* Read one option, of argv[*at] and where it takes a value from the next. */
static outcome read_option(const command *c, int argc, char **argv, int *at, void *settings)
{
    const option *o = find_option(c, argv[*at]);
    if (o == NULL) {
        return refuse_option(c, argv[*at]);
    }
    if (o->set == NULL) {
        return ludo_error(OUTCOME_USAGE, "%s is not yet built", o->name);
    }
    char *value = strchr(argv[*at], '=');
    if (o->argument == NULL) {
        return value == NULL ? o->set(o, NULL, settings)
                             : ludo_error(OUTCOME_USAGE, "%s takes no value", o->name);
    }
    if (value != NULL) {
        return o->set(o, value + 1, settings);
    }
    if (*at + 1 >= argc) {
        return ludo_error(OUTCOME_USAGE, "%s needs a value: %s", o->name, o->argument);
    }
    return o->set(o, argv[++*at], settings);
}

/* ---- operands ---- */

static int needed_operands(const command *c)
{
    int count = 0;
    while (c->operands[count] != NULL) {
        count++;
    }
    return count;
}

/* Put an argument that is no option behind the operands before it. */
static outcome take_operand(const command *c, char *argument, int *count, char **operands)
{
    const int needed = needed_operands(c);
    if (needed == 0) {
        return ludo_error(OUTCOME_USAGE, "%s takes no '%s'", c->name, argument);
    }
    if (*count >= needed && c->more == NULL) {
        return ludo_error(OUTCOME_USAGE, "one %s at a time: '%s' or '%s'?", c->operands[needed - 1],
                          operands[*count - 1], argument);
    }
    operands[(*count)++] = argument;
    return OUTCOME_DONE;
}

/* Whether there are all that are needed. */
static outcome check_operands(const command *c, int count)
{
    if (count >= needed_operands(c)) {
        return OUTCOME_DONE;
    }
    const char *what = c->operands[count];
    return ludo_error(OUTCOME_USAGE, "%s needs %s %s; see ludo %s --help", c->name,
                      strchr("AEIOU", *what) != NULL ? "an" : "a", what, c->name);
}

bool ludo_options_read(const command *c, int *argc, char **argv, void *settings, outcome *how)
{
    int count = 0;
    bool options = true; /* whether there may be some: up to "--" */
    *how = OUTCOME_DONE;
    for (int i = 0; i < *argc && *how == OUTCOME_DONE; i++) {
        if (!options || argv[i][0] != '-') {
            *how = take_operand(c, argv[i], &count, argv);
        } else if (strcmp(argv[i], "--") == 0) {
            options = false;
        } else if (strcmp(argv[i], "--help") == 0) {
            print_help(c);
            return false;
        } else {
            *how = read_option(c, *argc, argv, &i, settings);
        }
    }
    *how = *how == OUTCOME_DONE ? check_operands(c, count) : *how;
    *argc = count;
    return *how == OUTCOME_DONE;
}
