/* SPDX-License-Identifier: Apache-2.0
 *
 * Version, statuses, an allocator of one's own that counts, and names near a misspelt one. */
#include "check.h"

#include <string.h>

/* Blocks that are allocated and not yet released. */
static void *counted_allocate(size_t size, void *user)
{
    *(int *)user += 1;
    return malloc(size);
}

static void counted_release(void *memory, void *user)
{
    *(int *)user -= 1;
    free(memory);
}

static const char *fruit(const void *of, int32_t number)
{
    return ((const char *const *)of)[number];
}

int main(void)
{
    int blocks = 0;
    const ludo_allocator counting = {counted_allocate, counted_release, &blocks};
    ludo_spec *spec = NULL;
    printf("library %s, headers %d.%d.%d\n", ludo_version(), LUDO_VERSION_MAJOR, LUDO_VERSION_MINOR,
           LUDO_VERSION_PATCH);

    /* every object has an allocator; its memory goes back to it */
    check(ludo_spec_create(&counting, &spec), NULL);
    expect(blocks > 0, "the description allocates");
    const ludo_status status = ludo_spec_set_option(spec, "gravitation", NULL, 0);
    printf("an unknown option: %s\n", ludo_status_text(status));
    ludo_spec_destroy(spec);
    expect(blocks == 0, "nothing is lost");

    static const char *const fruits[] = {"apple", "pear", "plum"};
    const ludo_name_list names = {3, fruit, fruits};
    int32_t near[LUDO_MAX_NEAR];
    char advice[64];
    expect(ludo_names_near("peer", &names, near) > 0 && near[0] == 1, "pear is near");
    if (ludo_names_suggest("peer", &names, advice, sizeof advice)) {
        printf("there is no peer: %s\n", advice);
    }
    return strlen(advice) > 0 ? 0 : 1;
}
