// SPDX-License-Identifier: Apache-2.0
//
// Limits of axes.

/** A curve whose range is below this part of its magnitude is shown flat. Otherwise rounding would
 * fill the plot, and labels would have too few digits. */
const flat = 1e-4;

/** Limits of an axis for values from `low` to `high`, widened for a flat curve. */
export function widened(low: number, high: number): [number, number] {
  const least = flat * Math.max(Math.abs(low), Math.abs(high));
  const missing = Math.max(0, least - (high - low)) / 2;
  return [low - missing, high + missing];
}
