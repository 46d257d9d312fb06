// SPDX-License-Identifier: Apache-2.0
//
// The plots that every run has, where it recorded what they show. A plot more is a line more.

import type { Quantity } from '../data/series';

export interface PlotKind {
  id: string;
  title: string;
  log: boolean;
  holds(quantity: Quantity): boolean;
  /** Whether it is left out where all that it shows is zero. */
  rare?: boolean;
}

type Group = Quantity['group'];

const of = (group: Group) => (quantity: Quantity): boolean => quantity.group === group;

const named = (group: Group, ...names: string[]) => (quantity: Quantity): boolean =>
  quantity.group === group && names.some((name) => quantity.name.startsWith(name));

export const plotKinds: readonly PlotKind[] = [
  { id: 'error', title: 'Energy error', log: false, holds: of('error') },
  { id: 'energy', title: 'Energy', log: false, holds: of('energy') },
  { id: 'violation', title: 'Violation', log: true, holds: of('violation') },
  { id: 'momentum', title: 'Momentum', log: false, holds: named('momentum', 'momentum') },
  { id: 'angular', title: 'Angular momentum', log: false, holds: named('momentum', 'angular') },
  {
    id: 'iterations', title: 'Iterations', log: false,
    holds: named('solver', 'iterations', 'substeps'),
  },
  {
    id: 'contact-points', title: 'Contact points', log: false, rare: true,
    holds: named('contact', 'contact_points', 'contact_retries'),
  },
  {
    id: 'contact-force', title: 'Largest contact force', log: false, rare: true,
    holds: named('contact', 'contact_force'),
  },
  {
    id: 'contact-laws', title: 'Laws of contact', log: true, rare: true,
    holds: named('contact', 'penetration', 'signorini', 'friction_excess', 'dissipation_residual'),
  },
  { id: 'residual', title: 'Residual', log: true, holds: named('solver', 'residual') },
];

/** What a kind of plot shows of a run: its quantities, without those that are zero all along. */
export function shownBy(kind: PlotKind, quantities: readonly Quantity[]): Quantity[] {
  const held = quantities.filter((quantity) => kind.holds(quantity));
  const moving = held.filter((quantity) => quantity.value.some((value) => value !== 0));
  return moving.length > 0 || kind.rare ? moving : held.slice(0, 1);
}
