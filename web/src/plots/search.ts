// SPDX-License-Identifier: Apache-2.0
//
// Finding quantities by some words of their names.

import type { Quantity } from '../data/series';

/** Words by which people look for a group, besides the names in it. */
const words: Record<Quantity['group'], string> = {
  energy: 'energy',
  error: 'energy error drift',
  violation: 'violation constraint closure gap',
  momentum: 'momentum',
  solver: 'solver newton',
  contact: 'contact touch force friction',
  joint: 'joint position coordinate angle',
  rate: 'joint rate velocity speed',
  control: 'control actuator',
  body: 'position path',
  other: '',
};

function textOf({ name, label, group }: Quantity): string {
  return `${name} ${label} ${words[group]}`.toLowerCase();
}

/** How badly a word fits: whole words before beginnings before what stands inside; null: not. */
function misfit(word: string, text: string): number | null {
  const at = text.indexOf(word);
  if (at < 0) {
    return null;
  }
  const parts = text.split(/[^\p{L}\p{N}_]+/u);
  return parts.includes(word) ? 0 : parts.some((part) => part.startsWith(word)) ? 1 : 2;
}

/** Things whose texts hold every word of a query, the best first, else in their order. */
export function found<T>(query: string, things: readonly T[], text: (thing: T) => string): T[] {
  const asked = query.toLowerCase().split(/\s+/).filter((word) => word !== '');
  const fitting: { thing: T; score: number }[] = [];
  for (const thing of things) {
    const misfits = asked.map((word) => misfit(word, text(thing)));
    if (!misfits.includes(null)) {
      fitting.push({ thing, score: misfits.reduce<number>((sum, fit) => sum + (fit ?? 0), 0) });
    }
  }
  return fitting.sort((a, b) => a.score - b.score).map(({ thing }) => thing);
}

export function findQuantities(query: string, quantities: readonly Quantity[]): Quantity[] {
  return found(query, quantities, textOf);
}
