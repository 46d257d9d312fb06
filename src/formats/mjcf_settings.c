/* SPDX-License-Identifier: Apache-2.0
 *
 * MJCF settings: compiler, option, default classes. */
#include "formats/mjcf.h"

#include <string.h>

/* More make looking for one slow. */
enum { MOST_DEFAULTS = 4096 };

static void read_eulerseq(mjcf *r, int32_t element)
{
    const char *text = ludo_xml_attribute(r->doc, element, "eulerseq");
    if (text == NULL) {
        return;
    }
    if (strlen(text) != 3 || strspn(text, "xyzXYZ") != 3) {
        ludo_mjcf_fail(r, LUDO_PARSE, element,
                       "attribute 'eulerseq' is not three of x y z X Y Z: '%.40s'", text);
        return;
    }
    memcpy(r->euler, text, sizeof r->euler);
}

static void refuse_where(mjcf *r, int32_t element, bool asked, const char *what)
{
    if (asked) {
        ludo_mjcf_fail(r, LUDO_UNSUPPORTED, element, "%s is not supported yet", what);
    }
}

/* Settings that would change inertias or frames, which are taken as they are given. */
static void refuse_changes(mjcf *r, int32_t element)
{
    refuse_where(r, element, ludo_mjcf_nonzero(r, element, "boundmass"), "boundmass");
    refuse_where(r, element, ludo_mjcf_nonzero(r, element, "boundinertia"), "boundinertia");
    refuse_where(r, element, ludo_mjcf_number(r, element, "settotalmass", -1.0) > 0.0,
                 "settotalmass");
    refuse_where(r, element, ludo_mjcf_flag(r, element, "balanceinertia", false), "balanceinertia");
    refuse_where(r, element,
                 ludo_mjcf_choice(r, element, "inertiafromgeom", "false true auto", 2) == 1,
                 "mass from geometry");
    refuse_where(r, element, ludo_mjcf_flag(r, element, "alignfree", false), "alignfree");
    refuse_where(r, element, ludo_mjcf_choice(r, element, "coordinate", "local global", 0) == 1,
                 "global coordinates");
}

void ludo_mjcf_read_compiler(mjcf *r, int32_t element)
{
    r->radians = ludo_mjcf_choice(r, element, "angle", "degree radian", r->radians) == 1;
    r->autolimits = ludo_mjcf_flag(r, element, "autolimits", r->autolimits);
    read_eulerseq(r, element);
    refuse_changes(r, element);
}

void ludo_mjcf_read_option(mjcf *r, int32_t element)
{
    double n[3];
    if (ludo_mjcf_numbers(r, element, "gravity", 3, n)) {
        ludo_mjcf_check(r, element, ludo_spec_set_option(r->spec, "gravity", n, 3));
    }
    if (ludo_mjcf_numbers(r, element, "timestep", 1, n)) {
        if (n[0] > 0.0) {
            ludo_mjcf_check(r, element, ludo_spec_set_option(r->spec, "timestep", n, 1));
        } else {
            ludo_mjcf_fail(r, LUDO_BAD_MODEL, element, "timestep is not positive");
        }
    }
    if (ludo_mjcf_nonzero(r, element, "actuatorgroupdisable")) {
        ludo_mjcf_unsupported(r, element, "groups of actuators can't be disabled yet");
    }
    /* what moves through a medium is slowed down by it */
    if (ludo_mjcf_nonzero(r, element, "density") || ludo_mjcf_nonzero(r, element, "viscosity")) {
        ludo_mjcf_unsupported(r, element, "a medium with density or viscosity is not simulated");
    }
}

static bool is_off(mjcf *r, int32_t element, const char *flag)
{
    return ludo_mjcf_choice(r, element, flag, "disable enable", 1) == 0;
}

/* The flags that say something about the mechanism itself. */
void ludo_mjcf_read_flag(mjcf *r, int32_t element)
{
    static const double none[3] = {0.0, 0.0, 0.0};
    const bool passive = is_off(r, element, "passive");
    r->no_springs = r->no_springs || passive || is_off(r, element, "spring");
    r->no_dampers = r->no_dampers || passive || is_off(r, element, "damper");
    r->no_actuation = r->no_actuation || is_off(r, element, "actuation");
    r->no_control_limits = r->no_control_limits || is_off(r, element, "clampctrl");
    if (is_off(r, element, "gravity")) {
        ludo_mjcf_check(r, element, ludo_spec_set_option(r->spec, "gravity", none, 3));
    }
}

/* What is wrong with the name of a default class; NULL where nothing is. */
static const char *bad_class(const mjcf *r, const char *name, bool outermost)
{
    const bool named = name != NULL && *name != '\0';
    if (outermost) {
        return named && strcmp(name, "main") != 0 ? "the outermost default class is called main"
                                                  : NULL;
    }
    if (!named) {
        return "a default class inside another needs a name";
    }
    return ludo_mjcf_class(r, name) >= 0 ? "there is a default class of that name already" : NULL;
}

/* A class inherits from the class around it. Outermost default elements are one class: the later
 * ones inherit from the earlier. */
void ludo_mjcf_read_default(mjcf *r, int32_t element)
{
    const int32_t parent = xml_at(r->doc, element)->parent;
    const bool outermost = parent == 0;
    const char *name = ludo_xml_attribute(r->doc, element, "class");
    const char *problem = ++r->defaults > MOST_DEFAULTS ? "there are too many default classes"
                                                        : bad_class(r, name, outermost);
    if (problem != NULL) {
        ludo_mjcf_fail(r, LUDO_PARSE, element, "%s", problem);
        return;
    }
    mjcf_scope *s = &r->scope[element];
    s->class = outermost ? r->scope[0].class : parent;
    s->earlier_default = r->last_default;
    r->last_default = element;
    r->scope[0].class = outermost ? element : r->scope[0].class;
}
