// SPDX-License-Identifier: Apache-2.0
//
// Search of quantities by words.

import type { Quantity } from '../data/series';

/** Search words of each group, besides names and labels. */
const words: Record<Quantity['group'], string> = {
  energy: 'energy',
  error: 'energy error drift',
  violation: 'violation constraint closure gap',
  momentum: 'momentum',
  solver: 'solver newton',
  contact: 'contact touch force friction',
  joint: 'joint position coordinate angle',
  rate: 'joint rate velocity speed',
  control: 'control actuator activation torque',
  sensor: 'sensor measurement acceleration reaction',
  body: 'position path',
  other: '',
};

function textOf({ name, label, group }: Quantity): string {
  return `${name} ${label} ${words[group]}`.toLowerCase();
}

/** Rank of a match: 0 a whole word, 1 the start of a word, 2 inside of a word; null: no match. */
function rankOf(word: string, text: string): number | null {
  const at = text.indexOf(word);
  if (at < 0) {
    return null;
  }
  const parts = text.split(/[^\p{L}\p{N}_]+/u);
  return parts.includes(word) ? 0 : parts.some((part) => part.startsWith(word)) ? 1 : 2;
}

/** Things whose texts contain every word of a query, sorted by rank. */
export function found<T>(query: string, things: readonly T[], text: (thing: T) => string): T[] {
  const asked = query.toLowerCase().split(/\s+/).filter((word) => word !== '');
  const fitting: { thing: T; score: number }[] = [];
  for (const thing of things) {
    const ranks = asked.map((word) => rankOf(word, text(thing)));
    if (!ranks.includes(null)) {
      fitting.push({ thing, score: ranks.reduce<number>((sum, rank) => sum + (rank ?? 0), 0) });
    }
  }
  return fitting.sort((a, b) => a.score - b.score).map(({ thing }) => thing);
}

export function findQuantities(query: string, quantities: readonly Quantity[]): Quantity[] {
  return found(query, quantities, textOf);
}
