// SPDX-License-Identifier: Apache-2.0
//
// The place of a number in an ascending list.

/** Index of the last element <= `value`; 0 if there is none. */
export function lastNotAbove(list: ArrayLike<number>, value: number): number {
  let low = 0;
  let high = list.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (list[middle] <= value) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return low;
}

/** Two indices of a list with the weight of the second; `part` 0 is the first. */
export interface Between {
  before: number;
  after: number;
  part: number;
}

/** The indices of the times around a time; a time outside of the list is moved to its end. */
export function between(times: ArrayLike<number>, time: number): Between {
  const before = lastNotAbove(times, time);
  const after = Math.min(before + 1, Math.max(times.length - 1, 0));
  const interval = times[after] - times[before];
  const part = interval > 0 ? Math.min(Math.max((time - times[before]) / interval, 0), 1) : 0;
  return { before, after, part };
}
