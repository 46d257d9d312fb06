/* SPDX-License-Identifier: Apache-2.0
 *
 * Finding the elements of a description by name. */
#include "ludo/edit.h"
#include "spec/element_names.h"

/* find of one kind of element */
#define FIND(thing, of)                                                                            \
    int32_t ludo_spec_##thing##_find(const ludo_spec *spec, const char *name)                      \
    {                                                                                              \
        return ludo_element_find(spec, of, name);                                                  \
    }

FIND(body, ELEMENT_BODY)
FIND(joint, ELEMENT_JOINT)
FIND(closure, ELEMENT_CLOSURE)
FIND(coupling, ELEMENT_COUPLING)
FIND(site, ELEMENT_SITE)
FIND(mesh, ELEMENT_MESH)
FIND(geom, ELEMENT_GEOM)
FIND(pair, ELEMENT_PAIR)
FIND(exclude, ELEMENT_EXCLUDE)
FIND(spring, ELEMENT_SPRING)
FIND(actuator, ELEMENT_ACTUATOR)
FIND(sensor, ELEMENT_SENSOR)
FIND(keyframe, ELEMENT_KEYFRAME)
