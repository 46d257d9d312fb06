/* SPDX-License-Identifier: Apache-2.0
 *
 * URDF: MuJoCo settings in the file, as far as they apply. */
#include "formats/urdf/read.h"

#include <string.h>

void ludo_urdf_read_compiler(urdf *u, int32_t element)
{
    const char *assets = ludo_xml_attribute(u->r.doc, element, "assetdir");
    const char *meshes = ludo_xml_attribute(u->r.doc, element, "meshdir");
    const char *folder = meshes != NULL ? meshes : assets;
    u->mesh_folder = folder != NULL ? folder : "";
    u->strip_path = ludo_reader_flag(&u->r, element, "strippath", false);
    u->discard_visual = ludo_reader_flag(&u->r, element, "discardvisual", false);
    ludo_masses_read(&u->masses, &u->r, element);
    const char *from_geoms = ludo_xml_attribute(u->r.doc, element, "inertiafromgeom");
    if (from_geoms != NULL && strcmp(from_geoms, "true") == 0) {
        ludo_reader_unsupported(
            &u->r, element, "inertiafromgeom is ignored: masses of links come from their inertial");
    }
}
