/* SPDX-License-Identifier: Apache-2.0
 *
 * SDF: known elements and their attributes. */
#include "formats/sdf/read.h"

const char ludo_sdf_skipped[] = "skipped";
const char ludo_sdf_ignored[] = "ignored";

static const sdf_rule rules[] = {
    {"file include", "sdf", "version"},
    {"sdf", "world", "name"},
    {"sdf", "light actor", ludo_sdf_ignored},
    {"sdf world model", "model", "name canonical_link placement_frame namespace"},
    {"world model", "include", "merge"},
    {"include", "uri name static placement_frame", ""},
    {"include", "namespace", ludo_sdf_skipped},
    {"include model link world", "plugin", ludo_sdf_ignored},

    {"world", "gravity", ""},
    {"world", "physics", "name default type"},
    {"physics", "max_step_size", ""},
    {"physics", "real_time_factor real_time_update_rate max_contacts ode bullet simbody dart",
     ludo_sdf_skipped},
    {"world", "wind", ""},
    {"wind", "linear_velocity", ""},
    {"world", "scene gui audio magnetic_field atmosphere spherical_coordinates", ludo_sdf_skipped},
    {"world", "light actor road", ludo_sdf_ignored},

    {"model", "static self_collide enable_wind", ""},
    {"model", "allow_auto_disable", ludo_sdf_skipped},
    {"model", "gripper", ludo_sdf_ignored},
    {"world model", "frame", "name attached_to"},
    {"include model link inertial collision visual joint frame", "pose",
     "relative_to degrees rotation_format"},

    {"model", "link", "name"},
    {"link", "gravity self_collide enable_wind kinematic", ""},
    {"link", "must_be_base_link", ludo_sdf_skipped},
    {"link", "velocity_decay", ""},
    {"velocity_decay", "linear angular", ""},
    {"link joint", "sensor", "name type"},
    {"link", "light projector audio_source audio_sink particle_emitter battery", ludo_sdf_ignored},
    {"link", "inertial", "auto"},
    {"inertial", "mass density", ""},
    {"inertial collision", "auto_inertia_params", ludo_sdf_ignored},
    {"inertial", "inertia", ""},
    {"inertia", "ixx iyy izz ixy ixz iyz", ""},
    {"inertial", "fluid_added_mass", ""},
    {"fluid_added_mass", "xx xy xz xp xq xr yy yz yp yq yr zz zp zq zr pp pq pr qq qr rr", ""},

    {"link", "visual collision", "name"},
    {"collision", "density", ""},
    {"collision", "max_contacts laser_retro", ludo_sdf_skipped},
    {"visual", "cast_shadows laser_retro meta visibility_flags", ludo_sdf_skipped},
    {"visual", "plugin", ludo_sdf_ignored},
    {"visual", "transparency material", ""},
    {"material", "diffuse", ""},
    {"material",
     "ambient specular emissive lighting shader script pbr render_order shininess "
     "double_sided",
     ludo_sdf_skipped},
    {"visual collision", "geometry", ""},
    {"geometry", "box plane sphere cylinder capsule ellipsoid mesh", "optimization"},
    {"geometry", "empty", ludo_sdf_skipped},
    {"geometry", "heightmap polyline cone image", ludo_sdf_skipped}, /* warned as shapes */
    {"box plane", "size", ""},
    {"plane", "normal", ""},
    {"sphere cylinder capsule", "radius", ""},
    {"cylinder capsule", "length", ""},
    {"ellipsoid", "radii", ""},
    {"mesh", "uri scale submesh", ""},
    {"submesh", "name center", ""},
    {"mesh", "convex_decomposition", ludo_sdf_ignored},

    {"collision", "surface", ""},
    {"surface", "bounce friction contact", ""},
    {"surface", "soft_contact", ludo_sdf_skipped},
    {"bounce", "restitution_coefficient threshold", ""},
    {"friction", "ode torsional", ""},
    {"friction", "bullet", ludo_sdf_skipped},
    {"ode", "mu mu2 fdir1 slip1 slip2", ""},
    {"torsional", "coefficient use_patch_radius patch_radius", ""},
    {"torsional", "surface_radius ode", ludo_sdf_skipped},
    {"contact", "collide_bitmask category_bitmask collide_without_contact", ""},
    {"contact", "collide_without_contact_bitmask poissons_ratio elastic_modulus ode bullet",
     ludo_sdf_skipped},

    {"world model", "joint", "name type"},
    {"joint", "parent child gearbox_ratio gearbox_reference_body thread_pitch screw_thread_pitch",
     ""},
    {"joint", "physics", ludo_sdf_skipped},
    {"joint", "axis axis2", ""},
    {"axis axis2", "xyz", "expressed_in"},
    {"axis axis2", "use_parent_model_frame", ""},
    {"axis axis2", "initial_position", ludo_sdf_ignored},
    {"axis axis2", "dynamics limit", ""},
    {"dynamics", "damping friction spring_reference spring_stiffness", ""},
    {"limit", "lower upper effort velocity", ""},
    {"limit", "stiffness dissipation", ludo_sdf_skipped},
    {"axis axis2", "mimic", "joint axis"},
    {"mimic", "multiplier offset reference", ""},
};

/* Elements that are not read but would change the motion, with advice. */
static const struct unread {
    const char *parents, *names; /* words */
    const char *advice;
} unread[] = {
    {"world", "state", "states of a world are not read: set the start by --qpos and --qvel"},
    {"world", "population", "populations are not read: write their models one by one"},
};

/* The name of an element's parent; "file" for the root. */
static const char *around(const xml_document *doc, int32_t element)
{
    const int32_t parent = xml_at(doc, element)->parent;
    return parent >= 0 ? xml_at(doc, parent)->name : "file";
}

bool ludo_sdf_is_in(const xml_document *doc, int32_t element, const char *parents,
                    const char *names)
{
    return ludo_reader_find_word(names, xml_at(doc, element)->name) >= 0 &&
           ludo_reader_find_word(parents, around(doc, element)) >= 0;
}

const sdf_rule *ludo_sdf_find_rule(const xml_document *doc, int32_t element, const char **advice)
{
    *advice = NULL;
    for (size_t i = 0; i < sizeof unread / sizeof *unread; i++) {
        if (ludo_sdf_is_in(doc, element, unread[i].parents, unread[i].names)) {
            *advice = unread[i].advice;
        }
    }
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        if (ludo_sdf_is_in(doc, element, rules[i].parents, rules[i].names)) {
            return &rules[i];
        }
    }
    return NULL;
}
