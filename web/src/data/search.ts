// SPDX-License-Identifier: Apache-2.0
//
// Where a number stands in a rising list.

/** Place of the last element that isn't above `value`; 0 where all are. */
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

/** Two places of a list, and how much of the second: `part` 0 is all of the first. */
export interface Between {
  before: number;
  after: number;
  part: number;
}

/** Between which times of a list a time is; beyond the ends it is at them. */
export function between(times: ArrayLike<number>, time: number): Between {
  const before = lastNotAbove(times, time);
  const after = Math.min(before + 1, Math.max(times.length - 1, 0));
  const span = times[after] - times[before];
  const part = span > 0 ? Math.min(Math.max((time - times[before]) / span, 0), 1) : 0;
  return { before, after, part };
}
