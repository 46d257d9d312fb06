/* SPDX-License-Identifier: Apache-2.0
 *
 * MJCF settings: compiler, option, default classes. */
#include "formats/mjcf.h"

#include <string.h>

/* Whether an attribute, if it is there, is one of two words; true for the first. */
static bool word(mjcf *r, int32_t element, const char *name, const char *first, const char *second,
                 bool otherwise)
{
    const char *text = ludo_xml_attribute(r->doc, element, name);
    if (text == NULL) {
        return otherwise;
    }
    if (strcmp(text, first) != 0 && strcmp(text, second) != 0) {
        ludo_mjcf_fail(r, LUDO_PARSE, element, "attribute '%s' is neither %s nor %s: '%.40s'", name,
                       first, second, text);
    }
    return strcmp(text, first) == 0;
}

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

/* Settings that would change inertias, which are taken as they are given. */
static void refuse_inertia_settings(mjcf *r, int32_t element)
{
    static const char *const numbers[] = {"boundmass", "boundinertia"};
    bool automatic;
    for (int i = 0; i < 2; i++) {
        if (ludo_mjcf_number(r, element, numbers[i], 0.0) != 0.0) {
            ludo_mjcf_fail(r, LUDO_UNSUPPORTED, element, "%s is not supported yet", numbers[i]);
        }
    }
    if (ludo_mjcf_number(r, element, "settotalmass", -1.0) > 0.0) {
        ludo_mjcf_fail(r, LUDO_UNSUPPORTED, element, "settotalmass is not supported yet");
    }
    if (ludo_mjcf_flag(r, element, "balanceinertia", false, NULL)) {
        ludo_mjcf_fail(r, LUDO_UNSUPPORTED, element, "balanceinertia is not supported yet");
    }
    if (ludo_mjcf_flag(r, element, "inertiafromgeom", false, &automatic)) {
        ludo_mjcf_fail(r, LUDO_UNSUPPORTED, element, "mass from geometry is not supported yet");
    }
}

void ludo_mjcf_read_compiler(mjcf *r, int32_t element)
{
    r->radians = word(r, element, "angle", "radian", "degree", r->radians);
    r->autolimits = ludo_mjcf_flag(r, element, "autolimits", r->autolimits, NULL);
    if (!word(r, element, "coordinate", "local", "global", true)) {
        ludo_mjcf_fail(r, LUDO_UNSUPPORTED, element, "global coordinates are not supported");
    }
    read_eulerseq(r, element);
    refuse_inertia_settings(r, element);
    ludo_mjcf_ignore(r, element,
                     "alignfree assetdir convexhull discardvisual exactmeshinertia fitaabb "
                     "fusestatic inertiagrouprange meshdir saveinertial strippath texturedir "
                     "usethread");
    ludo_mjcf_finish(r, element);
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
    /* what moves through a medium is slowed down by it */
    if (ludo_mjcf_number(r, element, "density", 0.0) != 0.0 ||
        ludo_mjcf_number(r, element, "viscosity", 0.0) != 0.0) {
        ludo_mjcf_unsupported(r, element, "a medium with density or viscosity is not simulated");
    }
    ludo_mjcf_ignore(r, element,
                     "actuatorgroupdisable apirate ccd_iterations ccd_tolerance collision cone "
                     "impratio integrator iterations jacobian ls_iterations ls_tolerance magnetic "
                     "mpr_iterations mpr_tolerance noslip_iterations noslip_tolerance o_friction "
                     "o_margin o_solimp o_solref sdf_initpoints sdf_iterations sleep_tolerance "
                     "solver tolerance wind");
    ludo_mjcf_finish(r, element);
}

/* Of all flags only that of gravity says something about the mechanism itself. */
void ludo_mjcf_read_flag(mjcf *r, int32_t element)
{
    static const double none[3] = {0.0, 0.0, 0.0};
    if (!word(r, element, "gravity", "enable", "disable", true)) {
        ludo_mjcf_check(r, element, ludo_spec_set_option(r->spec, "gravity", none, 3));
    }
}

/* A class inherits from the class around it. Outermost default elements are one class: the later
 * ones inherit from the earlier. */
void ludo_mjcf_read_default(mjcf *r, int32_t element)
{
    const int32_t parent = xml_at(r->doc, element)->parent;
    const bool outermost = parent == 0;
    mjcf_scope *s = &r->scope[element];
    if (!outermost && ludo_xml_attribute(r->doc, element, "class") == NULL) {
        ludo_mjcf_fail(r, LUDO_PARSE, element, "a default class inside another needs a name");
        return;
    }
    s->class = outermost ? r->root_class : parent;
    s->earlier_default = r->last_default;
    r->last_default = element;
    r->root_class = outermost ? element : r->root_class;
    (void)ludo_xml_attribute(r->doc, element, "class");
    ludo_mjcf_finish(r, element);
}
