// SPDX-License-Identifier: Apache-2.0
//
// Quantities for tests that need no page.

import { Quantity } from '../../src/data/series';

export class Made extends Quantity {
  override readonly time: Float64Array;
  override readonly value: Float64Array;

  constructor(name: string, group: Quantity['group'], values: readonly number[] = [0],
    times: readonly number[] = values.map((_, k) => k), unit = '') {
    super({ name, label: name.replaceAll('.', ' '), group, unit });
    this.time = Float64Array.from(times);
    this.value = Float64Array.from(values);
  }
}
