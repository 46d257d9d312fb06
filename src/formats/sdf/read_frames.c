/* SPDX-License-Identifier: Apache-2.0
 *
 * SDF: poses, which are relative to frames in a graph without cycles, whose root is the world. The
 * pose of one frame in another one is the product of the poses on the path between them: numbers
 * of the file keep their bits where the path is short. */
#include "formats/sdf/read.h"
#include "formats/text/rpy.h"

#include <stdio.h>
#include <string.h>

/* ---- numbers of a pose ---- */

static ludo_quat read_quat(sdf *s, int32_t pose, const double n[4])
{
    const ludo_quat q = {n[3], n[0], n[1], n[2]};
    if (!q_has_rotation(q)) {
        ludo_reader_fail(&s->r, LUDO_BAD_MODEL, pose, "the quaternion is zero");
        return q_identity();
    }
    return q_normalized(q);
}

static ludo_quat read_angles(sdf *s, int32_t pose, const double n[3])
{
    static const double degree = 0x1.1df46a2529d39p-6; /* pi / 180 */
    const double unit = ludo_reader_flag(&s->r, pose, "degrees", false) ? degree : 1.0;
    const double rpy[3] = {unit * n[0], unit * n[1], unit * n[2]};
    return ludo_rpy_quat(rpy);
}

ludo_frame ludo_sdf_pose(sdf *s, int32_t element)
{
    reader *r = &s->r;
    const int32_t pose = ludo_reader_child(r, element, "pose");
    double n[7] = {0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0};
    if (pose < 0 || xml_at(r->doc, pose)->text[0] == '\0') {
        return frame_identity();
    }
    const bool quat = ludo_reader_choice(r, pose, "rotation_format", "euler_rpy quat_xyzw", 0) == 1;
    const int32_t count = quat ? 7 : 6;
    if (ludo_sdf_numbers(s, pose, count, count, n) == 0) {
        return frame_identity();
    }
    return (ludo_frame){v3_at(n), quat ? read_quat(s, pose, n + 3) : read_angles(s, pose, n + 3)};
}

/* The frame that the pose in an element names; `otherwise` if it names none. */
static int32_t relative_to(sdf *s, int32_t element, int32_t otherwise)
{
    const int32_t pose = ludo_reader_child(&s->r, element, "pose");
    const char *name = pose >= 0 ? ludo_xml_attribute(s->r.doc, pose, "relative_to") : NULL;
    return name != NULL && *name != '\0' ? ludo_sdf_frame_named(s, element, pose, name) : otherwise;
}

ludo_frame ludo_sdf_pose_in(sdf *s, int32_t element, int32_t frame)
{
    const ludo_frame pose = ludo_sdf_pose(s, element);
    const int32_t base = relative_to(s, element, frame);
    return base < 0 || base == frame ? pose : frame_mul(ludo_sdf_between(s, frame, base), pose);
}

/* ---- the graph ---- */

/* The element with the pose of a model: the include, if it has one. */
static int32_t posed_by(sdf *s, int32_t frame)
{
    const int32_t include = ludo_sdf_include_of(s, frame);
    return include >= 0 && ludo_reader_child(&s->r, include, "pose") >= 0 ? include : frame;
}

/* The frame that a pose is relative to if it names none. */
static int32_t default_base(sdf *s, int32_t frame)
{
    reader *r = &s->r;
    const char *kind = xml_at(r->doc, frame)->name, *name = NULL;
    if (strcmp(kind, "joint") == 0) {
        const int32_t child = ludo_reader_needed(r, frame, "child");
        name = child >= 0 ? xml_at(r->doc, child)->text : "";
        return r->status == LUDO_OK ? ludo_sdf_frame_named(s, frame, child, name) : SDF_NONE;
    }
    if (strcmp(kind, "frame") == 0) {
        name = ludo_xml_attribute(r->doc, frame, "attached_to");
    }
    return name != NULL && *name != '\0' ? ludo_sdf_frame_named(s, frame, frame, name)
                                         : ludo_sdf_space(s, frame);
}

/* Where the frame that a model is placed by has its name. */
static const char *placement_frame(sdf *s, int32_t model)
{
    const int32_t include = ludo_sdf_include_of(s, model);
    const char *name = include >= 0 ? ludo_sdf_text(s, include, "placement_frame") : NULL;
    if (name != NULL && *name != '\0' && posed_by(s, model) != include) {
        ludo_reader_fail(&s->r, LUDO_BAD_MODEL, include,
                         "placement_frame needs a pose: add <pose/> for the identity");
    }
    return name != NULL ? name : ludo_xml_attribute(s->r.doc, model, "placement_frame");
}

void ludo_sdf_connect(sdf *s, int32_t frame)
{
    const int32_t by = posed_by(s, frame);
    s->scope[frame].relative = relative_to(s, by, default_base(s, frame));
    s->scope[frame].local = ludo_sdf_pose(s, by);
}

/* Report a cycle of frames, naming as many as fit. */
static void refuse_cycle(sdf *s, int32_t frame)
{
    char names[192] = "";
    int32_t e = frame;
    do {
        const size_t used = strlen(names);
        (void)snprintf(names + used, sizeof names - used, " '%.32s'", s->scope[e].name);
        e = s->scope[e].relative;
    } while (e != frame);
    ludo_reader_fail(&s->r, LUDO_BAD_MODEL, frame,
                     "closes a cycle of frames, each posed relative to the next:%s", names);
}

void ludo_sdf_count_depth(sdf *s, int32_t frame)
{
    int32_t lowest = SDF_NONE, e = frame;
    /* down to a frame whose depth is known, and back up the same way */
    for (; s->scope[e].depth < 0 && s->scope[e].visit != frame; e = s->scope[e].relative) {
        s->scope[e].visit = frame;
        s->scope[e].above = lowest;
        lowest = e;
    }
    if (s->scope[e].depth < 0) {
        refuse_cycle(s, e);
        return;
    }
    for (e = lowest; e >= 0; e = s->scope[e].above) {
        s->scope[e].depth = s->scope[s->scope[e].relative].depth + 1;
    }
}

ludo_frame ludo_sdf_between(const sdf *s, int32_t outer, int32_t inner)
{
    ludo_frame from_outer = frame_identity(), from_inner = frame_identity();
    bool up = false, down = false;
    int32_t a = outer, b = inner;
    while (a != b) {
        if (s->scope[b].depth >= s->scope[a].depth) {
            from_inner = down ? frame_mul(s->scope[b].local, from_inner) : s->scope[b].local;
            down = true;
            b = s->scope[b].relative;
        } else {
            from_outer = up ? frame_mul(s->scope[a].local, from_outer) : s->scope[a].local;
            up = true;
            a = s->scope[a].relative;
        }
    }
    if (!up) {
        return from_inner;
    }
    return down ? frame_mul(frame_inverse(from_outer), from_inner) : frame_inverse(from_outer);
}

/* The pose of a model is that of its placement frame. Models in it are placed. */
void ludo_sdf_place_model(sdf *s, int32_t model)
{
    const char *name = placement_frame(s, model);
    if (name == NULL || *name == '\0' || s->r.status != LUDO_OK) {
        return;
    }
    const char *whole = ludo_sdf_join(s, s->scope[model].name, name);
    int32_t frame = 0;
    for (int32_t family = FAMILY_LINK; family <= FAMILY_JOINT && frame == 0; family++) {
        frame = ludo_name_table_find(&s->r.names, family, "", whole);
    }
    if (frame == 0) {
        ludo_reader_fail(&s->r, LUDO_BAD_MODEL, model, "unknown placement frame '%.64s'", name);
        return;
    }
    const ludo_frame in_model = ludo_sdf_between(s, model, frame);
    s->scope[model].local = frame_mul(s->scope[model].local, frame_inverse(in_model));
}

/* ---- frames of users ---- */

void ludo_sdf_add_frame(sdf *s, int32_t frame)
{
    const int32_t link = ludo_sdf_link_of(s, frame);
    if (link < 0) {
        return;
    }
    const ludo_site_def site = {.struct_size = sizeof site,
                                .name = s->scope[frame].name,
                                .body = link > 0 ? s->scope[link].number : LUDO_WORLD,
                                .frame = ludo_sdf_between(s, link, frame),
                                .place = xml_place(s->r.doc, frame)};
    ludo_reader_check(&s->r, frame, ludo_spec_add_site(s->r.spec, &site, NULL));
}
