/* SPDX-License-Identifier: Apache-2.0
 *
 * Decimal numbers in text: correctly rounded, in any locale and on any machine. */
#ifndef LUDO_FORMATS_TEXT_NUMBER_H
#define LUDO_FORMATS_TEXT_NUMBER_H

/* Read a decimal number ([+-] digits [. digits] [e [+-] digits]) from the start of `text`: the
 * nearest double, ties to even; infinite beyond the largest double. Returns the end of the number,
 * NULL if there is none. O(length). */
const char *ludo_number_read(const char *text, double *number);

/* Room for the text of any number. */
enum { NUMBER_ROOM = 32 };

/* Write a finite number with `digits` digits (1 to 17), or with as few as keep its bits (but not
 * the sign of zero), in any locale. Returns the length. */
int ludo_number_round(char out[NUMBER_ROOM], double number, int digits);
int ludo_number_write(char out[NUMBER_ROOM], double number);

/* The number of fewest digits near `guess` that, added to `carried`, gives `sum` to the bit; if
 * there is none, the shortest text of the guess. */
double ludo_number_addend(double guess, double carried, double sum);

#endif
