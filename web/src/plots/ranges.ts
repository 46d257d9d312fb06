// SPDX-License-Identifier: Apache-2.0
//
// How far an axis goes.

/** What is flatter than this part of its size is shown flat: rounding would fill the plot else, and
 * no label could tell its digits. */
const flat = 1e-4;

/** The ends of an axis that shows what lies between two values as flat as it is. */
export function widened(low: number, high: number): [number, number] {
  const least = flat * Math.max(Math.abs(low), Math.abs(high));
  const missing = Math.max(0, least - (high - low)) / 2;
  return [low - missing, high + missing];
}
