/* SPDX-License-Identifier: Apache-2.0
 *
 * The scalar quantities of a trajectory. A row of a table is one quantity of the mechanism or one
 * quantity of each body. */
#include "data/quantities.h"

#include "data/joint_words.h"
#include "data/quantities_list.h"
#include "reading.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- values ---- */

static double read_number(const quantity *q, const ludo_sample *knot)
{
    double value;
    memcpy(&value, (const char *)knot + q->field, sizeof value);
    return value;
}

static double read_count(const quantity *q, const ludo_sample *knot)
{
    int32_t value;
    memcpy(&value, (const char *)knot + q->field, sizeof value);
    return value;
}

static double read_stored(const quantity *q, const ludo_sample *knot)
{
    (void)q;
    return ludo_energy_stored(&knot->energy);
}

double ludo_quantities_read_listed(const quantity *q, const ludo_sample *knot)
{
    const double *list;
    memcpy(&list, (const char *)knot + q->field, sizeof list);
    return list[q->index];
}

/* A point on a body: p + v + 2 u x (u x v + w v), of the quaternion (w, u). */
static double read_point(const quantity *q, const ludo_sample *knot)
{
    static const double origin[7] = {0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0};
    const double *p = q->index != LUDO_WORLD ? knot->pose + 7 * (size_t)q->index : origin;
    const double w = p[3], *u = p + 4, v[3] = {q->point.x, q->point.y, q->point.z};
    double t[3];
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        t[i] = 2.0 * (u[j] * v[k] - u[k] * v[j]);
    }
    const int i = q->axis, j = (i + 1) % 3, k = (i + 2) % 3;
    return p[i] + v[i] + w * t[i] + (u[j] * t[k] - u[k] * t[j]);
}

double ludo_quantity_value(const quantity *q, const ludo_sample *knot)
{
    return q->read(q, knot);
}

/* ---- tables ---- */

#define NUMBER(member) .read = read_number, .field = offsetof(ludo_sample, member)
#define COUNT(member) .read = read_count, .field = offsetof(ludo_sample, member)

/* clang-format off */
static const quantity of_mechanism[] = {
    {"energy", "energy", "energy", "J", .read = read_stored},
    {"kinetic", "kinetic energy", "energy", "J", NUMBER(energy.kinetic)},
    {"potential", "potential energy", "energy", "J", NUMBER(energy.potential)},
    {"springs", "energy of springs", "energy", "J", NUMBER(energy.springs)},
    {"work", "work done", "energy", "J", NUMBER(energy.work)},
    {"dissipated", "energy dissipated", "energy", "J", NUMBER(energy.dissipated)},
    {"energy_error", "energy error", "error", "J", true, NUMBER(energy_error)},
    {"position_violation", "violation of positions", "violation", "m, rad", true,
     NUMBER(position_violation)},
    {"velocity_violation", "violation of velocities", "violation", "m/s, rad/s", true,
     NUMBER(velocity_violation)},
    {"momentum.x", "momentum x", "momentum", "kg m/s", NUMBER(momentum.linear.x)},
    {"momentum.y", "momentum y", "momentum", "kg m/s", NUMBER(momentum.linear.y)},
    {"momentum.z", "momentum z", "momentum", "kg m/s", NUMBER(momentum.linear.z)},
    {"angular_momentum.x", "angular momentum x", "momentum", "kg m²/s",
     NUMBER(momentum.angular.x)},
    {"angular_momentum.y", "angular momentum y", "momentum", "kg m²/s",
     NUMBER(momentum.angular.y)},
    {"angular_momentum.z", "angular momentum z", "momentum", "kg m²/s",
     NUMBER(momentum.angular.z)},
    {"iterations", "Newton iterations", "solver", "", COUNT(iterations)},
    {"substeps", "substeps", "solver", "", COUNT(substeps)},
    {"residual", "residual", "solver", "", true, NUMBER(residual)},
    {"contact_points", "contact points", "contact", "", COUNT(points)},
    {"contact_force", "largest normal force", "contact", "N", NUMBER(normal_force)},
    {"penetration", "penetration", "contact", "m", true, NUMBER(penetration)},
    {"signorini", "gap times normal force", "contact", "N m", true, NUMBER(signorini)},
    {"friction_excess", "force beyond the friction cone", "contact", "N", true,
     NUMBER(friction_excess)},
    {"dissipation_residual", "friction dissipation residual", "contact", "W", true,
     NUMBER(dissipation)},
    {"contact_retries", "contact solver restarts", "contact", "", COUNT(retries)},
    {"contact_energy", "energy taken by contacts", "contact", "J", NUMBER(energy.contact)},
};

/* The quantities of each body. */
static const struct {
    const char *name, *label, *unit;
    size_t field; int32_t stride, index; /* in the list: numbers per body; index of this one */
} of_body[] = {
    {".x", "x", "m", offsetof(ludo_sample, pose), 7, 0},
    {".y", "y", "m", offsetof(ludo_sample, pose), 7, 1},
    {".z", "z", "m", offsetof(ludo_sample, pose), 7, 2},
    {".qw", "quaternion w", "", offsetof(ludo_sample, pose), 7, 3},
    {".qx", "quaternion x", "", offsetof(ludo_sample, pose), 7, 4},
    {".qy", "quaternion y", "", offsetof(ludo_sample, pose), 7, 5},
    {".qz", "quaternion z", "", offsetof(ludo_sample, pose), 7, 6},
    {".vx", "velocity x", "m/s", offsetof(ludo_sample, velocity), 6, 0},
    {".vy", "velocity y", "m/s", offsetof(ludo_sample, velocity), 6, 1},
    {".vz", "velocity z", "m/s", offsetof(ludo_sample, velocity), 6, 2},
    {".wx", "angular velocity x", "rad/s", offsetof(ludo_sample, velocity), 6, 3},
    {".wy", "angular velocity y", "rad/s", offsetof(ludo_sample, velocity), 6, 4},
    {".wz", "angular velocity z", "rad/s", offsetof(ludo_sample, velocity), 6, 5},
};
/* clang-format on */

enum {
    OF_MECHANISM = sizeof of_mechanism / sizeof *of_mechanism,
    OF_BODY = sizeof of_body / sizeof *of_body,
    OF_SITE = 3 /* a site has the first three of a body */
};

/* ---- names ---- */

static const char *name_of(const void *of, int32_t number)
{
    const quantities *q = of;
    return q->all[number].name;
}

static name_list names_of(const quantities *q)
{
    return (name_list){q->count, name_of, q};
}

int32_t ludo_quantities_find(const quantities *q, split_name name)
{
    const name_list names = names_of(q);
    return ludo_name_index_find(&q->index, &names, name);
}

/* ---- building the list ---- */

/* Write the name with `kinds` times the owner's kind as a prefix. */
static void write_name(char *text, size_t room, const owner *of, int32_t kinds)
{
    size_t length = 0;
    for (int32_t i = 0; i < kinds; i++) {
        length += (size_t)snprintf(text + length, room - length, "%s:", of->kind);
    }
    length += (size_t)snprintf(text + length, room - length, "%s%s", of->name, of->suffix);
    if (of->number >= 0) {
        (void)snprintf(text + length, room - length, ".%d", (int)of->number);
    }
}

/* Set name and label in one block of memory, with a unique name; false without memory. */
static bool set_names(const quantities *all, quantity *q, const owner *of)
{
    const size_t label = strlen(of->name) + strlen(q->label) + sizeof " ";
    bool given = false;
    for (int32_t kinds = of->kinds; !given; kinds++) {
        const size_t room = strlen(of->name) + strlen(of->suffix) + sizeof ".2147483647" +
                            (size_t)kinds * (strlen(of->kind) + sizeof ":");
        char *texts = malloc(room + label);
        if (texts == NULL) {
            return false;
        }
        write_name(texts, room, of, kinds);
        given = ludo_quantities_find(all, ludo_name_index_whole(texts)) < 0;
        if (given) {
            (void)snprintf(texts + room, label, *of->name != '\0' ? "%s %s" : "%s%s", of->name,
                           q->label);
            q->name = q->texts = texts;
            q->label = texts + room;
        } else {
            free(texts);
        }
    }
    return true;
}

bool ludo_quantities_add(quantities *all, quantity q, const owner *of)
{
    if (!set_names(all, &q, of)) {
        return false;
    }
    all->all[all->count++] = q;
    const name_list names = names_of(all);
    return ludo_name_index_add(&all->index, &names);
}

static bool add_of_mechanism(quantities *q)
{
    bool added = true;
    for (int32_t i = 0; i < OF_MECHANISM && added; i++) {
        added =
            ludo_quantities_add(q, of_mechanism[i], &(owner){"", "", of_mechanism[i].name, -1, 0});
    }
    return added;
}

/* Add the coordinates or the rates of a joint. */
static bool add_of_joint(quantities *q, const ludo_joint_info *joint, bool rates)
{
    const int32_t first = rates ? joint->velocity_first : joint->position_first;
    const int32_t count = rates ? joint->velocity_count : joint->position_count;
    bool added = true;
    for (int32_t i = 0; i < count && added; i++) {
        const number_words words =
            rates ? ludo_joint_words_rate(joint, i) : ludo_joint_words_coordinate(joint, i);
        const quantity one = {.label = words.name,
                              .group = rates ? "rate" : "joint",
                              .unit = words.unit,
                              .read = ludo_quantities_read_listed,
                              .field = rates ? offsetof(ludo_sample, rate)
                                             : offsetof(ludo_sample, coordinate),
                              .index = first + i};
        const owner of = {"joint", joint->name, rates ? ".rate" : "", count > 1 ? i : -1, 0};
        added = ludo_quantities_add(q, one, &of);
    }
    return added;
}

static bool add_of_joints(quantities *q, const ludo_model *model, bool rates)
{
    bool added = true;
    for (int32_t i = 0; i < ludo_model_joint_count(model) && added; i++) {
        const ludo_joint_info joint = joint_info_of(model, i);
        added = add_of_joint(q, &joint, rates);
    }
    return added;
}

/* The activation of an actuator, if it has one. */
static bool add_activation(quantities *q, const ludo_model *model, int32_t i)
{
    const ludo_actuator_info actuator = actuator_info_of(model, i);
    const quantity one = {.label = "activation",
                          .group = "control",
                          .unit = "",
                          .read = ludo_quantities_read_listed,
                          .field = offsetof(ludo_sample, activation),
                          .index = actuator.activation};
    return actuator.activation < 0 ||
           ludo_quantities_add(q, one, &(owner){"actuator", actuator.name, ".activation", -1, 0});
}

static bool add_of_actuators(quantities *q, const ludo_model *model)
{
    bool added = true;
    for (int32_t i = 0; i < ludo_model_actuator_count(model) && added; i++) {
        const quantity one = {.label = "control",
                              .group = "control",
                              .unit = "",
                              .read = ludo_quantities_read_listed,
                              .field = offsetof(ludo_sample, control),
                              .index = i};
        added = ludo_quantities_add(
                    q, one,
                    &(owner){"actuator", ludo_model_actuator_name(model, i), ".control", -1, 0}) &&
                add_activation(q, model, i);
    }
    return added;
}

static bool add_of_bodies(quantities *q, const ludo_model *model)
{
    bool added = true;
    for (int32_t i = 0; i < OF_BODY * ludo_model_body_count(model) && added; i++) {
        const int32_t body = i / OF_BODY, k = i % OF_BODY;
        const quantity one = {.label = of_body[k].label,
                              .group = "body",
                              .unit = of_body[k].unit,
                              .read = ludo_quantities_read_listed,
                              .field = of_body[k].field,
                              .index = of_body[k].stride * body + of_body[k].index};
        added = ludo_quantities_add(
            q, one, &(owner){"body", ludo_model_body_name(model, body), of_body[k].name, -1, 0});
    }
    return added;
}

static bool add_of_sites(quantities *q, const ludo_model *model)
{
    bool added = true;
    for (int32_t i = 0; i < OF_SITE * ludo_model_site_count(model) && added; i++) {
        const int32_t axis = i % OF_SITE;
        const ludo_site_info site = site_info_of(model, i / OF_SITE);
        const quantity one = {.label = of_body[axis].label,
                              .group = "other",
                              .unit = "m",
                              .read = read_point,
                              .index = site.body,
                              .axis = axis,
                              .point = site.frame.position};
        added = ludo_quantities_add(q, one, &(owner){"site", site.name, of_body[axis].name, -1, 0});
    }
    return added;
}

/* ---- the list ---- */

static int32_t count_all(const ludo_model *model)
{
    int32_t count = OF_MECHANISM + ludo_model_actuator_count(model) +
                    ludo_model_activation_count(model) + OF_BODY * ludo_model_body_count(model) +
                    (OF_SITE + 3) * ludo_model_site_count(model) +
                    6 * ludo_model_joint_count(model) + 2 * ludo_model_dof(model) +
                    ludo_model_quantity_count(model, LUDO_SENSORS);
    for (int32_t i = 0; i < ludo_model_joint_count(model); i++) {
        const ludo_joint_info joint = joint_info_of(model, i);
        count += joint.position_count + joint.velocity_count;
    }
    return count;
}

outcome ludo_quantities_list(quantities *q, const ludo_model *model, const ludo_sample *knot)
{
    *q = (quantities){.all = calloc((size_t)count_all(model), sizeof *q->all)};
    bool made = q->all != NULL && add_of_mechanism(q) && add_of_joints(q, model, false) &&
                add_of_joints(q, model, true) && add_of_actuators(q, model);
    made = made && ludo_quantities_add_sensors(q, model, knot);
    q->paged = q->count;
    made = made && add_of_bodies(q, model) && add_of_sites(q, model) &&
           ludo_quantities_add_on_demand(q, model, knot);
    if (!made) {
        ludo_quantities_release(q);
        return ludo_error_memory();
    }
    return OUTCOME_DONE;
}

void ludo_quantities_release(quantities *q)
{
    for (int32_t i = 0; i < q->count; i++) {
        free(q->all[i].texts);
    }
    free(q->all);
    ludo_name_index_release(&q->index);
    *q = (quantities){.count = 0};
}
