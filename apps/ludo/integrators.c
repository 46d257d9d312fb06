/* SPDX-License-Identifier: Apache-2.0
 *
 * ludo integrators: lists the integrators. */
#include "commands.h"
#include "text/json.h"
#include "reading.h"

#include <stdio.h>

static const struct {
    uint32_t bit;
    const char *name;
} capabilities[] = {
    {LUDO_CAN_LOOPS, "loops"},
    {LUDO_CAN_CONTACTS, "contacts"},
    {LUDO_CAN_LIMITS, "limits"},
    {LUDO_CAN_FRICTION, "dry friction"},
    {LUDO_CAN_DAMPERS, "dampers"},
    {LUDO_CAN_FLUID, "fluid"},
    {LUDO_CAN_DERIVATIVES, "derivatives"},
    {LUDO_CAN_CERTIFY, "certify"},
    {LUDO_CAN_ACCURACY, "accuracy"},
};
enum { CAPABILITIES = sizeof capabilities / sizeof *capabilities };

static void write_integrator(json *j, const ludo_integrator_info *info)
{
    ludo_json_open_named(j, info->name);
    ludo_json_open_list(j, "orders");
    for (const int32_t *order = info->orders; *order != 0; order++) {
        ludo_json_integer(j, NULL, *order);
    }
    ludo_json_close_array(j);
    ludo_json_open_list(j, "schemes");
    for (const char *const *scheme = info->schemes; *scheme != NULL; scheme++) {
        ludo_json_text(j, NULL, *scheme);
    }
    ludo_json_close_array(j);
    ludo_json_text(j, "accepts", info->accepts);
    ludo_json_open_list(j, "capabilities");
    for (int i = 0; i < CAPABILITIES; i++) {
        if ((info->capabilities & capabilities[i].bit) != 0) {
            ludo_json_text(j, NULL, capabilities[i].name);
        }
    }
    ludo_json_close_array(j);
    ludo_json_close_object(j);
}

static void write_integrators(FILE *file)
{
    json j = {.file = file};
    ludo_json_open_array(&j, NULL);
    for (int32_t i = 0; i < ludo_integrator_count(); i++) {
        const ludo_integrator_info info = integrator_info_of(i);
        write_integrator(&j, &info);
    }
    ludo_json_close_array(&j);
}

static void print_integrator(const ludo_integrator_info *info)
{
    printf("%s\n  orders   ", info->name);
    for (const int32_t *order = info->orders; *order != 0; order++) {
        printf("%s%d", order == info->orders ? "" : ", ", (int)*order);
    }
    printf("\n  schemes  ");
    for (const char *const *scheme = info->schemes; *scheme != NULL; scheme++) {
        printf("%s%s", scheme == info->schemes ? "" : ", ", *scheme);
    }
    printf("\n  accepts  %s\n  with     ", info->accepts);
    const char *comma = "";
    for (int i = 0; i < CAPABILITIES; i++) {
        if ((info->capabilities & capabilities[i].bit) != 0) {
            printf("%s%s", comma, capabilities[i].name);
            comma = ", ";
        }
    }
    printf("\n  source   %s\n", info->source);
}

static outcome run(void *settings, int count, char **operands)
{
    (void)count, (void)operands;
    const bool *as_json = settings;
    if (*as_json) {
        write_integrators(stdout);
        return OUTCOME_DONE;
    }
    puts("Orders and schemes: the first is the default.\n");
    for (int32_t i = 0; i < ludo_integrator_count(); i++) {
        const ludo_integrator_info info = integrator_info_of(i);
        print_integrator(&info);
    }
    return OUTCOME_DONE;
}

static const option options[] = {
    {"--json", NULL, "print JSON", ludo_options_set_flag, 0},
    {NULL, NULL, NULL, NULL, 0},
};

const command ludo_command_integrators = {
    .name = "integrators",
    .summary = "List the integrators.",
    .run = run,
    .settings_size = sizeof(bool),
    .options = options,
};
