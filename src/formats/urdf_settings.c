/* SPDX-License-Identifier: Apache-2.0
 *
 * URDF: settings for MuJoCo that stand in the file, as far as they say something here. */
#include "formats/urdf.h"

static bool read_flag(urdf *u, int32_t element, const char *name, bool otherwise)
{
    const char *text = ludo_xml_attribute(u->r.doc, element, name);
    const int32_t choice = text != NULL ? ludo_word_find("false true", text) : otherwise;
    if (choice < 0) {
        ludo_reader_fail(&u->r, LUDO_PARSE, element, "attribute '%s' is none of false true", name);
    }
    return choice == 1;
}

/* A mesh folder means that meshes are looked for there by their names alone, unless it is said
 * otherwise. */
void ludo_urdf_read_compiler(urdf *u, int32_t element)
{
    const char *assets = ludo_xml_attribute(u->r.doc, element, "assetdir");
    const char *meshes = ludo_xml_attribute(u->r.doc, element, "meshdir");
    const char *folder = meshes != NULL ? meshes : assets;
    u->mesh_folder = folder != NULL ? folder : "";
    u->strip_path = read_flag(u, element, "strippath", folder != NULL);
    u->discard_visual = read_flag(u, element, "discardvisual", false);
}

void ludo_urdf_read_option(urdf *u, int32_t element)
{
    ludo_reader_option(&u->r, element);
}
