// SPDX-License-Identifier: Apache-2.0
//
// Groups the recorded quantities into rows: coordinates and rates of a joint, or the value of a
// control.

import type { Quantity } from '../data/series';

export interface Row {
  name: string;
  of: 'joint' | 'control';
  coordinates: Quantity[];
  rates: Quantity[];
}

type Column = 'coordinates' | 'rates';

const columns: Partial<Record<Quantity['group'], Column>> = {
  joint: 'coordinates', rate: 'rates', control: 'coordinates',
};

/** Suffixes after the name of a joint or actuator in the names of its quantities. */
const endings: Partial<Record<Quantity['group'], RegExp>> = {
  joint: /\.\d+$/, rate: /\.rate(\.\d+)?$/, control: /\.control$/,
};

/** The name of the joint or actuator of a quantity.
 * @param names  of all joints; a quantity with one of them has no suffix */
function ownerOf({ name, group }: Quantity, names: ReadonlySet<string>): string {
  const ending = endings[group];
  return names.has(name) || ending === undefined ? name : name.replace(ending, '');
}

/** A row per joint and per actuator, in recorded order. */
export function jointRows(quantities: readonly Quantity[], names: readonly string[]): Row[] {
  const known = new Set(names);
  const rows = new Map<string, Row>();
  for (const quantity of quantities) {
    const column = columns[quantity.group];
    if (column === undefined) {
      continue;
    }
    const owner = ownerOf(quantity, known);
    const of = quantity.group === 'control' ? 'control' : 'joint';
    const key = `${of} ${owner}`;
    const row = rows.get(key) ?? { name: owner, of, coordinates: [], rates: [] };
    rows.set(key, row);
    row[column].push(quantity);
  }
  return [...rows.values()];
}
