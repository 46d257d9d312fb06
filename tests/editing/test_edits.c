/* SPDX-License-Identifier: Apache-2.0
 *
 * Random edits of a description give, to the bit, the description that is built that way from
 * scratch, and the same motion. */
#include "checkpoint.h"
#include "edited_append.h"
#include "same_spec.h"

/* ---- random things ---- */

static int32_t random_id(const edited *e, random_stream *r, element of)
{
    const int32_t count = count_of(e, of);
    return count > 0 ? numbered(e, of, random_below(r, count))->id : NOBODY;
}

/* A hinge or slide; NOBODY: there is none. */
static int32_t random_scalar_joint(const edited *e, random_stream *r)
{
    const int32_t count = count_of(e, ELEMENT_JOINT), from = random_below(r, count + 1);
    for (int32_t i = 0; i < count; i++) {
        const thing *t = numbered(e, ELEMENT_JOINT, (from + i) % count);
        if (t->type <= SLIDE) {
            return t->id;
        }
    }
    return NOBODY;
}

/* A body before another one, or the world. */
static int32_t random_parent(const edited *e, random_stream *r, int32_t child)
{
    const int32_t number = random_below(r, number_of(e, child) + 1);
    return number > 0 ? numbered(e, ELEMENT_BODY, number - 1)->id : NOBODY;
}

static ludo_frame random_frame(random_stream *r)
{
    const ludo_vec3 position = random_vec3(r, 1.0);
    return (ludo_frame){position, random_quat(r)};
}

/* The kinds to which the two references of a kind lead; ELEMENTS: none. */
static const element leads_to[ELEMENT_NOTE][2] = {
    [ELEMENT_BODY] = {ELEMENTS, ELEMENTS},
    [ELEMENT_MESH] = {ELEMENTS, ELEMENTS},
    [ELEMENT_JOINT] = {ELEMENTS, ELEMENT_BODY},
    [ELEMENT_CLOSURE] = {ELEMENTS, ELEMENT_BODY},
    [ELEMENT_COUPLING] = {ELEMENT_JOINT, ELEMENTS},
    [ELEMENT_SITE] = {ELEMENT_BODY, ELEMENTS},
    [ELEMENT_GEOM] = {ELEMENT_BODY, ELEMENT_MESH},
    [ELEMENT_PAIR] = {ELEMENT_GEOM, ELEMENT_GEOM},
    [ELEMENT_EXCLUDE] = {ELEMENT_BODY, ELEMENT_BODY},
    [ELEMENT_FLUID] = {ELEMENT_BODY, ELEMENTS},
    [ELEMENT_SPRING] = {ELEMENT_SITE, ELEMENT_SITE},
    [ELEMENT_ACTUATOR] = {ELEMENT_JOINT, ELEMENTS},
    [ELEMENT_SENSOR] = {ELEMENT_SITE, ELEMENT_GEOM},
    [ELEMENT_KEYFRAME] = {ELEMENTS, ELEMENTS},
    [ELEMENT_HELD] = {ELEMENT_JOINT, ELEMENTS},
};

static const int32_t types[ELEMENT_NOTE] = {
    [ELEMENT_MESH] = MESHES, [ELEMENT_JOINT] = JOINT_TYPES, [ELEMENT_CLOSURE] = FREE,
    [ELEMENT_GEOM] = 2,      [ELEMENT_SPRING] = 2,          [ELEMENT_ACTUATOR] = 2,
};

/* The kinds of references of a thing of some type. */
static element target(const thing *t, int i)
{
    const bool other = t->type == 1;
    if (t->of == ELEMENT_SPRING && other) {
        return ELEMENT_JOINT;
    }
    if (t->of == ELEMENT_ACTUATOR && other && i == 0) {
        return ELEMENT_SPRING;
    }
    if (t->of == ELEMENT_GEOM && !other && i == 1) {
        return ELEMENTS;
    }
    return leads_to[t->of][i];
}

/* Mostly a body without a joint. */
static int32_t random_child(const edited *e, random_stream *r)
{
    const int32_t count = count_of(e, ELEMENT_BODY), from = random_below(r, count + 1);
    for (int32_t i = 0; i < count; i++) {
        const thing *t = numbered(e, ELEMENT_BODY, (from + i) % count);
        if (floats(e, t) || random_below(r, 50) == 0) {
            return t->id;
        }
    }
    return NOBODY;
}

/* Whether a thing is of use: compiling would refuse others, or they would do nothing. */
static bool is_sensible(const edited *e, const thing *t)
{
    bool sensible =
        (t->of != ELEMENT_PAIR && t->of != ELEMENT_SPRING && t->of != ELEMENT_EXCLUDE) ||
        t->ref[0] != t->ref[1];
    for (int32_t i = 0; i < e->count && t->of == ELEMENT_FLUID; i++) {
        const thing *other = &e->list[i];
        sensible = sensible && (other->of != t->of || other->ref[0] != t->ref[0]);
    }
    return sensible;
}

/* New values for a thing of a kind; false if there is nothing to refer to. */
static bool randomize(const edited *e, random_stream *r, thing *t)
{
    t->type = types[t->of] > 0 ? random_below(r, types[t->of]) : 0;
    t->type = t->of == ELEMENT_JOINT && t->type == FREE && random_below(r, 3) > 0 ? HINGE : t->type;
    t->value = random_uniform(r, 0.1, 0.5);
    t->frame = random_frame(r);
    for (int i = 0; i < 2; i++) {
        const element of = target(t, i);
        t->ref[i] = of == ELEMENTS        ? NOBODY
                    : of == ELEMENT_JOINT ? random_scalar_joint(e, r)
                                          : random_id(e, r, of);
        if (of != ELEMENTS && t->ref[i] == NOBODY) {
            return false;
        }
    }
    if (t->of == ELEMENT_SITE || t->of == ELEMENT_GEOM) {
        t->ref[0] = random_below(r, 3) == 0 ? NOBODY : t->ref[0];
    }
    if (t->of == ELEMENT_JOINT || t->of == ELEMENT_CLOSURE) {
        const int32_t child = t->of == ELEMENT_JOINT ? random_child(e, r) : NOBODY;
        const bool grounded = t->type == FREE;
        t->ref[1] = child != NOBODY ? child : t->ref[1];
        t->ref[0] = grounded ? NOBODY : random_parent(e, r, t->ref[1]);
    }
    for (int l = 0; l < 3; l++) {
        t->has[l] = random_below(r, 3) > 0;
    }
    return is_sensible(e, t);
}

static void random_numbers(edited *e, random_stream *r, const thing *key)
{
    for (int32_t i = 0; i < e->count; i++) {
        thing *t = &e->list[i];
        for (int c = 0; c < 7; c++) {
            t->at[key->key][c] = random_uniform(r, -1.0, 1.0);
        }
        for (int c = 0; c < 6; c++) {
            t->rate[key->key][c] = random_uniform(r, -1.0, 1.0);
        }
    }
}

/* ---- edits of both ---- */

/* A description, its model and the definition that goes to both. */
typedef struct editor {
    edited e;
    ludo_spec *spec;
    drafted *d;
    random_stream r;
} editor;

static void set_in_spec(editor *x, const thing *t)
{
    drafts[t->of](&x->e, t, x->d);
    assert_int_equal(call[t->of].set(x->spec, number_of(&x->e, t->id), &x->d->def), LUDO_OK);
}

/* Keyframes have new lengths after an addition: give them all their numbers again. */
static void set_keyframes(editor *x)
{
    settle(&x->e);
    for (int32_t i = 0; i < x->e.count; i++) {
        if (x->e.list[i].of == ELEMENT_KEYFRAME) {
            random_numbers(&x->e, &x->r, &x->e.list[i]);
        }
    }
    for (int32_t i = 0; i < x->e.count; i++) {
        if (x->e.list[i].of == ELEMENT_KEYFRAME) {
            set_in_spec(x, &x->e.list[i]);
        }
    }
}

/* Keyframes of several descriptions have equal names. */
static void name_keyframe(editor *x, thing *t)
{
    (void)snprintf(t->name, sizeof t->name, "home%d", (int)random_below(&x->r, 3));
    for (int32_t i = 0; i < x->e.count; i++) {
        if (strcmp(x->e.list[i].name, t->name) == 0) {
            t->name[0] = '\0';
            return;
        }
    }
}

static void name_thing(editor *x, thing *t)
{
    if (t->of == ELEMENT_KEYFRAME) {
        name_keyframe(x, t);
    } else if (random_below(&x->r, 3) > 0 || t->of == ELEMENT_JOINT) {
        (void)snprintf(t->name, sizeof t->name, "t%d", (int)t->id);
    }
}

static int32_t count_group(const edited *e, int32_t group)
{
    int32_t count = 0;
    for (int32_t i = 0; i < e->count; i++) {
        count += e->list[i].of == ELEMENT_JOINT && e->list[i].group == group;
    }
    return count;
}

static void add(editor *x, element of)
{
    edited *e = &x->e;
    thing t = {.of = of, .id = e->next_id};
    if (e->count == THINGS || (of == ELEMENT_KEYFRAME && e->next_key == KEYS) ||
        !randomize(e, &x->r, &t)) {
        return;
    }
    t.group = t.id;
    t.key = of == ELEMENT_KEYFRAME ? e->next_key++ : 0;
    const thing *last = numbered(e, ELEMENT_JOINT, count_of(e, ELEMENT_JOINT) - 1);
    const bool can = of == ELEMENT_JOINT && last != NULL && last->type <= SLIDE;
    if (can && count_group(e, last->group) < LUDO_MAX_DOF && random_below(&x->r, 3) == 0) {
        t.group = last->group, t.type = random_below(&x->r, 2);
        t.ref[0] = last->ref[0], t.ref[1] = last->ref[1], t.frame = last->frame;
    }
    name_thing(x, &t);
    e->next_id++;
    e->list[e->count++] = t;
    if (of == ELEMENT_KEYFRAME) {
        settle(e);
        random_numbers(e, &x->r, &t);
    }
    drafts[of](e, &e->list[e->count - 1], x->d);
    assert_int_equal(call[of].add(x->spec, &x->d->def), LUDO_OK);
    set_keyframes(x);
}

static void set(editor *x, element of)
{
    const int32_t id = random_id(&x->e, &x->r, of);
    thing *t = find_id(&x->e, id);
    if (t == NULL || call[of].set == NULL) {
        return;
    }
    thing next = *t;
    const bool grouped = of == ELEMENT_JOINT && (t->group != t->id || t->type <= SLIDE);
    if (!randomize(&x->e, &x->r, &next)) {
        return;
    }
    if (grouped) { /* it may be a part of a composite joint: only the type changes */
        next.type = random_below(&x->r, 2);
        next.ref[0] = t->ref[0], next.ref[1] = t->ref[1], next.frame = t->frame;
    }
    const bool anew = of == ELEMENT_JOINT && next.type != t->type;
    *t = next;
    t->counted = anew ? -1 : t->counted;
    if (of == ELEMENT_KEYFRAME) {
        settle(&x->e);
        random_numbers(&x->e, &x->r, t);
    }
    set_in_spec(x, find_id(&x->e, id));
    settle(&x->e);
}

/* Remove the things with a mark (an identity of -2) and all that refer to them. */
static void remove_marked(edited *e, const bool *marked)
{
    bool gone[THINGS];
    memcpy(gone, marked, sizeof gone);
    for (bool more = true; more;) {
        more = false;
        for (int32_t i = 0; i < e->count; i++) {
            for (int k = 0; k < 2 && !gone[i]; k++) {
                const thing *to = find_id(e, e->list[i].ref[k]);
                gone[i] = to != NULL && gone[to - e->list];
                more = more || gone[i];
            }
        }
    }
    int32_t left = 0;
    for (int32_t i = 0; i < e->count; i++) {
        if (!gone[i]) {
            e->list[left++] = e->list[i];
        }
    }
    e->count = left;
    settle(e);
}

static void remove_one(editor *x, element of)
{
    bool marked[THINGS] = {false};
    const thing *t = find_id(&x->e, random_id(&x->e, &x->r, of));
    if (t == NULL || call[of].remove == NULL) {
        return;
    }
    assert_int_equal(call[of].remove(x->spec, number_of(&x->e, t->id)), LUDO_OK);
    marked[t - x->e.list] = true;
    remove_marked(&x->e, marked);
}

/* The first joint of a body; NULL: it floats. */
static const thing *parent_joint(const edited *e, const thing *body)
{
    for (int32_t i = 0; i < e->count; i++) {
        if (e->list[i].of == ELEMENT_JOINT && e->list[i].ref[1] == body->id) {
            return &e->list[i];
        }
    }
    return NULL;
}

static void remove_subtree(editor *x)
{
    bool marked[THINGS] = {false};
    edited *e = &x->e;
    const thing *root = find_id(e, random_id(e, &x->r, ELEMENT_BODY));
    if (root == NULL) {
        return;
    }
    assert_int_equal(ludo_spec_remove_subtree(x->spec, number_of(e, root->id)), LUDO_OK);
    marked[root - e->list] = true;
    for (int32_t i = 0; i < e->count; i++) { /* parents come before their children */
        const thing *j = e->list[i].of == ELEMENT_BODY ? parent_joint(e, &e->list[i]) : NULL;
        const thing *parent = j != NULL ? find_id(e, j->ref[0]) : NULL;
        marked[i] = marked[i] || (parent != NULL && marked[parent - e->list]);
    }
    remove_marked(e, marked);
}

/* ---- appending ---- */

static void append(editor *x, const edited *o, const ludo_spec *other)
{
    static int32_t appended = 0;
    char prefix[16];
    if (x->e.next_key + count_of(o, ELEMENT_KEYFRAME) > KEYS ||
        x->e.count + 2 * o->count > THINGS || x->e.notes + o->notes > NOTES ||
        longest_name(o) > 24) {
        return;
    }
    (void)snprintf(prefix, sizeof prefix, "p%d/", (int)appended++);
    joining j = {.e = &x->e, .o = o, .first_id = x->e.next_id, .parent = NOBODY, .prefix = prefix};
    j.parent = random_below(&x->r, 2) == 0 ? random_id(&x->e, &x->r, ELEMENT_BODY) : NOBODY;
    j.moves = random_below(&x->r, 3) > 0;
    ludo_attachment at = ludo_attachment_default();
    at.prefix = prefix;
    at.parent = number_of(&x->e, j.parent);
    at.frame = j.moves ? random_frame(&x->r) : at.frame;
    j.frame = frame_clean(at.frame);
    const bool refused = j.parent != NOBODY && any_floats(o);
    ludo_diagnostic why = {.message = ""};
    const ludo_status status = ludo_spec_append(x->spec, other, &at, &why);
    if (status != (refused ? LUDO_BAD_MODEL : LUDO_OK)) {
        fail_msg("%s", why.message);
    }
    if (!refused) {
        append_things(&j);
    }
}

/* ---- all edits ---- */

static editor editor_new(uint64_t seed, drafted *d)
{
    editor x = {.e = edited_new(), .d = d, .r = random_from(seed)};
    assert_int_equal(ludo_spec_create(NULL, &x.spec), LUDO_OK);
    return x;
}

static void editor_destroy(editor *x)
{
    test_free(x->e.list);
    ludo_spec_destroy(x->spec);
}

/* ---- options and notes ---- */

static void note_something(editor *x)
{
    if (x->e.notes < NOTES) {
        const int32_t number = random_below(&x->r, 1000);
        x->e.note[x->e.notes++] = number;
        add_note(x->spec, number);
    }
}

static void remove_note(editor *x)
{
    if (x->e.notes > 0) {
        const int32_t number = random_below(&x->r, x->e.notes);
        int32_t *from = x->e.note + number;
        assert_int_equal(ludo_spec_remove_note(x->spec, number), LUDO_OK);
        memmove(from, from + 1, (size_t)(--x->e.notes - number) * sizeof *from);
    }
}

static void change_setting(editor *x)
{
    const int32_t kind = random_below(&x->r, 3);
    if (kind == 0) {
        x->e.merge = !x->e.merge;
        set_merge(x->spec, x->e.merge);
    } else if (kind == 1) {
        note_something(x);
    } else {
        remove_note(x);
    }
}

static void append_another(editor *x, uint64_t seed)
{
    editor y = editor_new(seed, x->d);
    note_something(&y);
    for (int i = 0; i < 25; i++) {
        add(&y, (element)random_below(&y.r, ELEMENT_NOTE));
    }
    append(x, &y.e, y.spec);
    editor_destroy(&y);
}

static void append_itself(editor *x)
{
    edited o = edited_new();
    memcpy(o.list, x->e.list, THINGS * sizeof *o.list);
    o.count = x->e.count, o.next_id = x->e.next_id, o.next_key = x->e.next_key;
    o.notes = x->e.notes;
    memcpy(o.note, x->e.note, sizeof o.note);
    if (o.count < 80) {
        append(x, &o, x->spec);
    }
    test_free(o.list);
}

/* Number the columns of keyframes anew, in their order: removed ones leave no gap. */
static void renumber_keys(edited *e)
{
    int32_t used = 0;
    for (int32_t k = 0; k < e->next_key; k++) {
        thing *key = NULL;
        for (int32_t i = 0; i < e->count; i++) {
            key = e->list[i].of == ELEMENT_KEYFRAME && e->list[i].key == k ? &e->list[i] : key;
        }
        for (int32_t i = 0; i < e->count && key != NULL; i++) {
            memmove(e->list[i].at[used], e->list[i].at[k], sizeof e->list[i].at[k]);
            memmove(e->list[i].rate[used], e->list[i].rate[k], sizeof e->list[i].rate[k]);
        }
        if (key != NULL) {
            key->key = used++;
        }
    }
    for (int32_t i = 0; i < e->count; i++) { /* columns that are free have reference values */
        for (int32_t k = used; k < KEYS; k++) {
            reset(&e->list[i], k, false);
            reset(&e->list[i], k, true);
        }
    }
    e->next_key = used;
}

static void edit(editor *x)
{
    renumber_keys(&x->e);
    if (random_below(&x->r, 20) == 0) {
        change_setting(x);
    }
    const element of = (element)random_below(&x->r, ELEMENT_NOTE);
    const int32_t kind = random_below(&x->r, x->e.count < 40 ? 60 : x->e.count < 80 ? 45 : 24);
    if (kind < 6) {
        remove_one(x, of);
    } else if (kind < 14) {
        set(x, of);
    } else if (kind < 15) {
        remove_subtree(x);
    } else if (kind < 16) {
        append_another(x, random_bits(&x->r));
    } else if (kind == 16 && random_below(&x->r, 3) == 0) {
        append_itself(x);
    } else if (kind < 18) {
        remove_one(x, ELEMENT_BODY);
    } else {
        add(x, kind % 3 == 0 ? (element)random_below(&x->r, ELEMENT_CLOSURE) : of);
    }
}

/* ---- comparing ---- */

/* A simulation after a few steps; NULL: it stopped or could not start. */
static ludo_sim *moved_sim(const ludo_model *model)
{
    ludo_sim *sim = NULL;
    ludo_diagnostic why;
    ludo_status status = ludo_sim_create(model, NULL, NULL, &sim, &why);
    for (int i = 0; i < 3 && status == LUDO_OK; i++) {
        status = ludo_step(sim, 1e-4, NULL);
    }
    if (status != LUDO_OK) {
        ludo_sim_destroy(sim);
        return NULL;
    }
    return sim;
}

/* Whether both models move; then they do so in the same way. */
static bool compare_motions(const ludo_model *m, const ludo_model *n)
{
    ludo_sim *a = moved_sim(m), *b = moved_sim(n);
    assert_int_equal(a != NULL, b != NULL);
    const bool moved = a != NULL;
    if (moved) {
        checkpoint after = checkpoint_of(a);
        assert_true(is_at(b, &after));
        checkpoint_free(&after);
    }
    ludo_sim_destroy(a);
    ludo_sim_destroy(b);
    return moved;
}

/* Whether both descriptions compile and move; then they do so in the same way. */
static bool compare_models(const ludo_spec *a, const ludo_spec *b)
{
    ludo_model *m = NULL, *n = NULL;
    ludo_diagnostic why = {.message = ""}, other = {.message = ""};
    const ludo_status status = ludo_compile(a, NULL, &m, &why);
    assert_int_equal(status, ludo_compile(b, NULL, &n, &other));
    assert_string_equal(why.message, other.message);
    const bool moved = status == LUDO_OK && compare_motions(m, n);
    ludo_model_destroy(m);
    ludo_model_destroy(n);
    return moved;
}

/* Remove what keeps most descriptions from moving: loops, and bodies in a fluid. */
static void loosen(editor *x)
{
    static const element of[] = {ELEMENT_CLOSURE, ELEMENT_COUPLING, ELEMENT_FLUID};
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        while (count_of(&x->e, of[i]) > 0) {
            remove_one(x, of[i]);
        }
    }
}

/* Edit a new description so many times, compare it each time; how often it moved. */
static int32_t edit_and_compare(uint64_t seed, int edits)
{
    int32_t moved = 0;
    drafted *d = test_malloc(sizeof *d);
    editor x = editor_new(seed, d);
    for (int i = 0; i < edits; i++) {
        if (i < 12) {
            add(&x, i % 2 == 0 ? ELEMENT_BODY : ELEMENT_JOINT);
        } else if (i % 20 == 0) {
            loosen(&x);
        } else {
            edit(&x);
        }
        ludo_spec *scratch = built(&x.e);
        same_spec(x.spec, scratch);
        moved += i % 2 == 0 && compare_models(x.spec, scratch);
        ludo_spec_destroy(scratch);
    }
    editor_destroy(&x);
    test_free(d);
    return moved;
}

/* Most descriptions that do not move have loops that cannot close at the start. */
static void random_edits_equal_building_that_way(void **state)
{
    (void)state;
    enum { SEEDS = 40, EDITS = 60 };
    int32_t moved = 0;
    FOR_SEEDS(seed, SEEDS)
    {
        moved += edit_and_compare(seed, EDITS);
    }
    assert_true(moved > 200);
}

static void a_thousand_edits_equal_building_that_way(void **state)
{
    (void)state;
    assert_true(edit_and_compare(1, 1000) > 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_edits_equal_building_that_way),
        cmocka_unit_test(a_thousand_edits_equal_building_that_way),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
