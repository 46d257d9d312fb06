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
