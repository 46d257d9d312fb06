/* SPDX-License-Identifier: Apache-2.0
 *
 * MJCF: known elements and their attributes. */
#include "formats/mjcf/read.h"

#include <string.h>

static void unsupported_actuator(mjcf *r, int32_t element)
{
    r->actuators_left_out = true;
    ludo_mjcf_unsupported(
        r, element,
        strcmp(xml_at(r->base.doc, element)->name, "adhesion") == 0
            ? "adhesion is not simulated; a constant pull between two bodies is a "
              "motor on a spatial tendon between their sites"
            : "actuators of this kind are not simulated yet");
}

/* A deformable body in the world acts on others by contact alone; one in a moving body is a part
 * of it. */
static void leave_soft_body(mjcf *r, int32_t element)
{
    if (r->scope[element].body == 0) {
        ludo_mjcf_warn(r, LUDO_NOTE_WARNING, element, xml_at(r->base.doc, element)->name,
                       "left out: only rigid bodies are simulated");
    } else {
        ludo_mjcf_unsupported(r, element, "only rigid bodies are simulated");
    }
}

/* Skins have no effect. */
static void leave_deformable(mjcf *r, int32_t element)
{
    for (int32_t e = xml_at(r->base.doc, element)->first_child; e >= 0;
         e = xml_at(r->base.doc, e)->next_sibling) {
        if (strcmp(xml_at(r->base.doc, e)->name, "skin") != 0) {
            ludo_mjcf_unsupported(r, element, "only rigid bodies are simulated");
            return;
        }
    }
    ludo_mjcf_warn(r, LUDO_NOTE_WARNING, element, "skin", "ignored");
}

/* Elements without effect on the mechanism. */
static void ignore(mjcf *r, int32_t element)
{
    ludo_mjcf_warn(r, LUDO_NOTE_WARNING, element, xml_at(r->base.doc, element)->name, "ignored");
}

/* All allowed attributes; those that are never read do not affect the motion. */

#define ORIENTATION "axisangle euler quat xyaxes zaxis "

static const char compiler_attributes[] =
    "alignfree angle assetdir autolimits balanceinertia boundinertia boundmass conflict "
    "convexhull coordinate discardvisual eulerseq exactmeshinertia fitaabb fusestatic "
    "inertiafromgeom inertiagrouprange meshdir passthrough savecanonical savecompiled "
    "saveinertial settotalmass strippath texturedir usethread";

static const char option_attributes[] =
    "actuatorgroupdisable apirate ccd_iterations ccd_tolerance collision cone density gravity "
    "impratio integrator iterations jacobian ls_iterations ls_tolerance magnetic mpr_iterations "
    "mpr_tolerance noslip_iterations noslip_tolerance o_friction o_margin o_solimp o_solref "
    "sdf_initpoints sdf_iterations sleep_tolerance solver timestep tolerance viscosity wind";

static const char flag_attributes[] =
    "actuation autoreset clampctrl constraint contact damper diagexact energy equality eulerdamp "
    "filterparent frictionloss fwdinv gravity invdiscrete ipc island limit midphase multiccd "
    "nativeccd override passive refsafe sensor sleep speculative spring warmstart";

static const char body_attributes[] =
    ORIENTATION "childclass fuse gravcomp mocap name pos simple sleep user";

static const char inertial_attributes[] = ORIENTATION "diaginertia fullinertia mass pos";

static const char joint_attributes[] =
    "actuatorfrclimited actuatorfrcrange actuatorgravcomp armature axis class damping "
    "frictionloss group limited margin name pos range ref solimpfriction solimplimit "
    "solreffriction solreflimit springdamper springref springyield stiffness type user";

static const char geom_attributes[] = ORIENTATION
    "adhesion castshadow class conaffinity condim contype density fitscale fluidcoef "
    "fluidshape friction fromto gap group hfield margin mass material mesh name pos priority rgba "
    "shellinertia size solimp solmix solref surfacevel type user";

static const char site_attributes[] =
    ORIENTATION "class fromto group material mesh name pos rgba size type user";

#define TENDON                                                                                     \
    "actuatorfrclimited actuatorfrcrange armature class damping frictionloss group limited "       \
    "margin name range solimpfriction solimplimit solreffriction solreflimit springlength "        \
    "springyield stiffness user "

static const char fixed_attributes[] = TENDON;

static const char spatial_attributes[] = TENDON "material rgba width";

#define ACTUATOR                                                                                   \
    "armature class cranklength cranksite ctrllimited ctrlrange damping delay forcelimited "       \
    "forcerange gear group interp joint jointinparent lengthrange name nsample refsite site "      \
    "slidersite tendon user "

static const char motor_attributes[] = ACTUATOR;

static const char velocity_attributes[] = ACTUATOR "kv";

static const char position_attributes[] = ACTUATOR "dampratio inheritrange kp kv timeconst";

static const char general_attributes[] =
    ACTUATOR "actdim actearly actlimited actrange biasprm biastype body dynprm dyntype ffrange "
             "gainprm gaintype inheritrange input velrange";

static const char intvelocity_attributes[] =
    ACTUATOR "actlimited actrange dampratio inheritrange kp kv";

static const char damper_attributes[] = ACTUATOR "kv";

static const char cylinder_attributes[] = ACTUATOR "area bias diameter timeconst";

static const char muscle_attributes[] =
    ACTUATOR "force fpmax fvmax lmax lmin range scale tausmooth timeconst vmax";

static const char pid_attributes[] =
    ACTUATOR "dampratio ffrange imax inheritrange input ki kp kv posrange slewmax velrange";

static const char dcmotor_attributes[] =
    "armature class cogging controller cranklength cranksite ctrllimited ctrlrange damping delay "
    "gear group inductance input interp joint jointinparent lengthrange lugre motorconst name "
    "nominal nsample refsite resistance saturation site slidersite tendon thermal user";

static const char other_actuators[] = MJCF_OTHER_ACTUATORS;

static const char other_defaults[] = MJCF_OTHER_ACTUATORS "texture camera light";

static const char mesh_attributes[] =
    "builtin class content_type face file inertia material maxhullvert name normal "
    "octree_maxdepth params refpos refquat scale smoothnormal texcoord vertex";

static const char hfield_attributes[] = "content_type elevation file name ncol nrow size";

static const char material_attributes[] =
    "class emission metallic name reflectance rgba roughness shininess specular texrepeat texture "
    "texuniform";

#define PAIR "adhesion class condim friction gap margin solimp solref solreffriction "

static const char pair_attributes[] = PAIR "geom1 geom2 name";

#define EQUALITY "active class name solimp solref "

static const char connect_attributes[] = EQUALITY "anchor body1 body2 site1 site2";

static const char weld_attributes[] = EQUALITY "anchor body1 body2 relpose site1 site2 torquescale";

static const char coupling_attributes[] = EQUALITY "joint1 joint2 polycoef";

#define SENSOR "cutoff delay interp interval name noise nsample user "

static const char site_sensors[] = "accelerometer gyro velocimeter force torque touch";

static const char joint_sensors[] = "jointpos jointvel jointactuatorfrc ballquat ballangvel";

static const char frame_sensors[] =
    "framepos framequat framexaxis frameyaxis framezaxis framelinvel frameangvel";

static const char other_sensors[] =
    "magnetometer camprojection jointlimitpos jointlimitvel jointlimitfrc tendonlimitpos "
    "tendonlimitvel tendonlimitfrc insidesite distance normal fromto contact tactile plugin user";

static const mjcf_rule rules[] = {
    {"mujoco", "compiler", compiler_attributes, PASS_SETTINGS, ludo_mjcf_read_compiler},
    {"compiler", "lengthrange", NULL, PASS_SETTINGS, NULL},
    {"mujoco", "option", option_attributes, PASS_SETTINGS, ludo_mjcf_read_option},
    {"option", "flag", flag_attributes, PASS_SETTINGS, ludo_mjcf_read_flag},
    {"mujoco", "default", "class", PASS_SETTINGS, ludo_mjcf_read_default},
    {"default", "default", "class", PASS_SETTINGS, ludo_mjcf_read_default},
    {"default", "mesh", mesh_attributes, PASS_SETTINGS, NULL},
    {"default", "material", material_attributes, PASS_SETTINGS, NULL},
    {"default", "joint", joint_attributes, PASS_SETTINGS, NULL},
    {"default", "geom", geom_attributes, PASS_SETTINGS, NULL},
    {"default", "site", site_attributes, PASS_SETTINGS, NULL},
    {"default", "pair", PAIR, PASS_SETTINGS, NULL},
    {"default", "equality", EQUALITY, PASS_SETTINGS, NULL},
    {"default", "tendon", spatial_attributes, PASS_SETTINGS, NULL},
    {"default", "motor", motor_attributes, PASS_SETTINGS, NULL},
    {"default", "position", position_attributes, PASS_SETTINGS, NULL},
    {"default", "velocity", velocity_attributes, PASS_SETTINGS, NULL},
    {"default", "general", general_attributes, PASS_SETTINGS, NULL},
    {"default", "intvelocity", intvelocity_attributes, PASS_SETTINGS, NULL},
    {"default", "damper", damper_attributes, PASS_SETTINGS, NULL},
    {"default", "cylinder", cylinder_attributes, PASS_SETTINGS, NULL},
    {"default", "muscle", muscle_attributes, PASS_SETTINGS, NULL},
    {"default", "pid", pid_attributes, PASS_SETTINGS, NULL},
    {"default", "dcmotor", dcmotor_attributes, PASS_SETTINGS, NULL},
    {"default", other_defaults, NULL, PASS_SETTINGS, NULL},
    {"mujoco", "size", NULL, PASS_SETTINGS, ludo_mjcf_read_size},
    {"mujoco", "statistic visual", NULL, PASS_SETTINGS, NULL},
    {"mujoco", "extension", NULL, PASS_REST, ignore},
    {"mujoco", "custom", "", PASS_REST, ludo_mjcf_read_custom},
    {"custom", "numeric", "data name size", PASS_ASSETS, ludo_mjcf_read_numeric},
    {"custom", "text tuple", NULL, PASS_REST, ignore},
    {"mujoco", "asset", "", PASS_ASSETS, NULL},
    {"asset", "mesh", mesh_attributes, PASS_ASSETS, ludo_mjcf_read_mesh},
    {"mesh", "plugin", NULL, PASS_REST, ignore},
    {"asset", "material", material_attributes, PASS_ASSETS, ludo_mjcf_read_material},
    {"material", "layer", NULL, PASS_REST, NULL},
    {"asset", "hfield", hfield_attributes, PASS_ASSETS, ludo_mjcf_read_hfield},
    {"asset", "model", "content_type file name", PASS_REST, NULL},
    {"asset", "texture skin", NULL, PASS_REST, ignore},
    {"mujoco", "worldbody", "", PASS_BODIES, NULL},
    {"body", "body", body_attributes, PASS_BODIES, ludo_mjcf_read_body},
    {"body", "frame", ORIENTATION "childclass class name pos", PASS_BODIES, ludo_mjcf_read_frame},
    {"body", "inertial", inertial_attributes, PASS_BODIES, ludo_mjcf_read_inertial},
    {"body", "joint", joint_attributes, PASS_BODIES, ludo_mjcf_read_joint},
    {"body", "freejoint", "align group name", PASS_BODIES, ludo_mjcf_read_joint},
    {"body", "geom", geom_attributes, PASS_ATTACHED, ludo_mjcf_read_geom},
    {"geom", "plugin", NULL, PASS_REST, ignore},
    {"body", "site", site_attributes, PASS_ATTACHED, ludo_mjcf_read_site},
    {"body", "camera light plugin", NULL, PASS_REST, ignore},
    {"body", "composite flexcomp", NULL, PASS_BODIES, leave_soft_body},
    {"mujoco", "deformable", NULL, PASS_REST, leave_deformable},
    {"mujoco", "contact", "", PASS_CONTACTS, NULL},
    {"contact", "pair", pair_attributes, PASS_CONTACTS, ludo_mjcf_read_pair},
    {"contact", "exclude", "body1 body2 name", PASS_CONTACTS, ludo_mjcf_read_exclude},
    {"mujoco", "equality", "", PASS_REST, NULL},
    {"equality", "connect", connect_attributes, PASS_REST, ludo_mjcf_read_closure},
    {"equality", "weld", weld_attributes, PASS_REST, ludo_mjcf_read_closure},
    {"equality", "joint", coupling_attributes, PASS_REST, ludo_mjcf_read_coupling},
    {"equality", "tendon", EQUALITY "polycoef tendon1 tendon2", PASS_REST,
     ludo_mjcf_read_tendon_coupling},
    {"equality", "flex flexvert flexstrain", NULL, PASS_REST, ludo_mjcf_read_soft_equality},
    {"mujoco", "tendon", NULL, PASS_TENDONS, NULL},
    {"tendon", "fixed", fixed_attributes, PASS_TENDONS, ludo_mjcf_read_tendon},
    {"tendon", "spatial", spatial_attributes, PASS_TENDONS, ludo_mjcf_read_tendon},
    {"fixed", "joint", "coef joint", PASS_TENDONS, NULL},
    {"spatial", "site", "site", PASS_TENDONS, NULL},
    {"spatial", "geom", "geom sidesite", PASS_TENDONS, NULL},
    {"spatial", "pulley", "divisor", PASS_TENDONS, NULL},
    {"mujoco", "actuator", NULL, PASS_ACTUATORS, NULL},
    {"actuator", "motor", motor_attributes, PASS_ACTUATORS, ludo_mjcf_read_actuator},
    {"actuator", "position", position_attributes, PASS_ACTUATORS, ludo_mjcf_read_actuator},
    {"actuator", "velocity", velocity_attributes, PASS_ACTUATORS, ludo_mjcf_read_actuator},
    {"actuator", "general", general_attributes, PASS_ACTUATORS, ludo_mjcf_read_actuator},
    {"actuator", "intvelocity", intvelocity_attributes, PASS_ACTUATORS, ludo_mjcf_read_actuator},
    {"actuator", "damper", damper_attributes, PASS_ACTUATORS, ludo_mjcf_read_actuator},
    {"actuator", "cylinder", cylinder_attributes, PASS_ACTUATORS, ludo_mjcf_read_actuator},
    {"actuator", "muscle", muscle_attributes, PASS_ACTUATORS, ludo_mjcf_read_actuator},
    {"actuator", "pid", pid_attributes, PASS_ACTUATORS, ludo_mjcf_read_actuator},
    {"actuator", "dcmotor", dcmotor_attributes, PASS_ACTUATORS, ludo_mjcf_read_actuator},
    {"actuator", other_actuators, NULL, PASS_ACTUATORS, unsupported_actuator},
    {"mujoco", "sensor", "", PASS_REST, NULL},
    {"sensor", site_sensors, SENSOR "site", PASS_REST, ludo_mjcf_read_sensor},
    {"sensor", "rangefinder", SENSOR "camera data site", PASS_REST, ludo_mjcf_read_sensor},
    {"sensor", joint_sensors, SENSOR "joint", PASS_REST, ludo_mjcf_read_sensor},
    {"sensor", "tendonpos tendonvel tendonactuatorfrc", SENSOR "tendon", PASS_REST,
     ludo_mjcf_read_sensor},
    {"sensor", "actuatorpos actuatorvel actuatorfrc", SENSOR "actuator", PASS_REST,
     ludo_mjcf_read_sensor},
    {"sensor", frame_sensors, SENSOR "objname objtype refname reftype", PASS_REST,
     ludo_mjcf_read_sensor},
    {"sensor", "framelinacc frameangacc", SENSOR "objname objtype", PASS_REST,
     ludo_mjcf_read_sensor},
    {"sensor", "subtreecom subtreelinvel subtreeangmom", SENSOR "body", PASS_REST,
     ludo_mjcf_read_sensor},
    {"sensor", "clock e_potential e_kinetic", SENSOR, PASS_REST, ludo_mjcf_read_sensor},
    {"sensor", other_sensors, NULL, PASS_REST, ludo_mjcf_read_other_sensor},
    {"mujoco", "keyframe", "", PASS_REST, NULL},
    {"keyframe", "key", "act ctrl mpos mquat name plastic qpos qvel time", PASS_REST,
     ludo_mjcf_read_key},
};

/* The name of a parent in the rules. */
static const char *group_of(const char *name)
{
    return strcmp(name, "worldbody") == 0 || strcmp(name, "frame") == 0 ? "body" : name;
}

const mjcf_rule *ludo_mjcf_rule(const char *around, const char *name, bool *unknown)
{
    const char *parent = group_of(around);
    *unknown = false;
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        if (strcmp(rules[i].parent, parent) == 0) {
            *unknown = rules[i].names != NULL && ludo_reader_find_word(rules[i].names, name) < 0;
            if (!*unknown) {
                return &rules[i];
            }
        }
    }
    return NULL;
}
