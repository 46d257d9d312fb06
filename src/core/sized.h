/* SPDX-License-Identifier: Apache-2.0
 *
 * Structs of the public interface that begin with their size, `struct_size`.
 *
 * The size is that of the struct in the program that calls. Today it has to be the library's own.
 * If a struct gets more members, a program that knows only the first of them gives a smaller size:
 * then sized_is() accepts that size, too, and the two copies move the bytes that both sides know.
 */
#ifndef LUDO_CORE_SIZED_H
#define LUDO_CORE_SIZED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Whether the library takes a struct of `given` bytes for its own of `own` bytes. */
static inline bool sized_is(size_t given, size_t own)
{
    return given == own;
}

/* The size that a struct begins with. */
static inline size_t sized_of(const void *sized)
{
    size_t size;
    memcpy(&size, sized, sizeof size);
    return size;
}

/* Whether `sized` is a struct that the library takes for its own of `own` bytes. */
static inline bool sized_known(const void *sized, size_t own)
{
    return sized != NULL && sized_is(sized_of(sized), own);
}

/* Copy a struct of the library, `own` bytes, into one of the caller, which keeps its size. */
static inline void sized_write(void *out, const void *value, size_t own)
{
    const size_t given = sized_of(out);
    memcpy(out, value, given < own ? given : own);
    memcpy(out, &given, sizeof given);
}

/* Copy a struct of the caller into one of the library, `own` bytes; members that the caller does
 * not know are zero. */
static inline void sized_read(void *value, const void *given, size_t own)
{
    const size_t size = sized_of(given);
    memset(value, 0, own);
    memcpy(value, given, size < own ? size : own);
    memcpy(value, &own, sizeof own);
}

/* Element i of a caller's array, whose elements are as long as the first one says. */
static inline const void *sized_element(const void *first, int32_t i)
{
    return (const char *)first + (size_t)i * sized_of(first);
}

/* Of a variable of the caller's struct type. */
#define SIZED_KNOWN(pointer) sized_known((pointer), sizeof *(pointer))
#define SIZED_WRITE(out, value) sized_write((out), (value), sizeof *(out))
#define SIZED_READ(value, given) sized_read((value), (given), sizeof *(value))

#endif
