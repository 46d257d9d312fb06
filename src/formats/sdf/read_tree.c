/* SPDX-License-Identifier: Apache-2.0
 *
 * SDF: which joint carries which link. Of several joints with the same child the first one carries
 * it; a joint that would close a cycle carries nothing. The others close loops. */
#include "formats/sdf/read.h"

#include <string.h>

/* The link that an end of a joint is attached to; 0: the world. */
static int32_t find_end(sdf *s, int32_t joint, const char *end)
{
    const int32_t e = ludo_reader_needed(&s->r, joint, end);
    const int32_t frame =
        e >= 0 ? ludo_sdf_frame_named(s, e, e, xml_at(s->r.doc, e)->text) : SDF_NONE;
    return frame >= 0 ? ludo_sdf_link_of(s, frame) : SDF_NONE;
}

static bool is_in_static_model(const sdf *s, int32_t link)
{
    return link == 0 || s->scope[ludo_sdf_space(s, link)].still;
}

void ludo_sdf_find_ends(sdf *s, int32_t joint)
{
    reader *r = &s->r;
    sdf_scope *j = &s->scope[joint];
    const char *type = ludo_reader_text(r, joint, "type");
    j->parent = find_end(s, joint, "parent");
    j->child = find_end(s, joint, "child");
    if (r->status != LUDO_OK) {
        return;
    }
    if (strcmp(xml_at(r->doc, ludo_reader_child(r, joint, "child"))->text, "world") == 0) {
        ludo_reader_fail(r, LUDO_BAD_MODEL, joint, "the world can't be the child of a joint");
    }
    if (j->parent == j->child && j->child > 0) {
        ludo_reader_fail(r, LUDO_BAD_MODEL, joint, "connects link '%.64s' to itself",
                         s->scope[j->child].name);
    }
    if (strcmp(type, "gearbox") != 0 && s->scope[j->child].carrier < 0 &&
        !is_in_static_model(s, j->child)) {
        s->scope[j->child].carrier = joint;
    }
}

/* Walk from a link to the world, to a link that floats, or to a link of an earlier walk. The cycle
 * that is found so floats. */
void ludo_sdf_cut_cycle(sdf *s, int32_t link)
{
    int32_t e = link;
    if (is_in_static_model(s, link)) {
        s->scope[link].carrier = SDF_STATIC;
    }
    while (e > 0 && s->scope[e].above != -2) {
        s->scope[e].above = -2;
        s->scope[e].visit = link;
        e = s->scope[e].carrier >= 0 ? s->scope[s->scope[e].carrier].parent : 0;
    }
    if (e > 0 && s->scope[e].visit == link) {
        s->scope[e].carrier = SDF_NONE;
    }
}

bool ludo_sdf_closes(const sdf *s, int32_t joint)
{
    return s->scope[s->scope[joint].child].carrier != joint;
}
