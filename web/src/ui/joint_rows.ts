// SPDX-License-Identifier: Apache-2.0
//
// Which recorded quantities belong together in a row: coordinates and rates of a joint, the value
// of a control.

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

/** What is behind the name of a joint, in names of its quantities. */
const endings: Partial<Record<Quantity['group'], RegExp>> = {
  joint: /\.\d+$/, rate: /\.rate(\.\d+)?$/, control: /\.control$/,
};

/** The name of the joint or actuator that a quantity is of.
 * @param names  of all joints: what stands there has no ending, whatever it looks like */
function ownerOf({ name, group }: Quantity, names: ReadonlySet<string>): string {
  const ending = endings[group];
  return names.has(name) || ending === undefined ? name : name.replace(ending, '');
}

/** A row per joint, then a row per actuator, as they were recorded. */
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
