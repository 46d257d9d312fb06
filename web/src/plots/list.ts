// SPDX-License-Identifier: Apache-2.0
//
// The standard plots. To add a plot, add an entry.

import type { LoadedRun } from '../data/decode';
import { outsideInfluence } from '../data/momentum';
import type { Quantity } from '../data/series';

export interface PlotKind {
  id: string;
  title: string;
  log: boolean;
  holds(quantity: Quantity): boolean;
  /** A sentence under the title; null: none. */
  note?(run: LoadedRun): string | null;
  /** Omit the plot if all its quantities are zero. */
  rare?: boolean;
}

type Group = Quantity['group'];

const of = (group: Group) => (quantity: Quantity): boolean => quantity.group === group;

const named = (group: Group, ...names: string[]) => (quantity: Quantity): boolean =>
  quantity.group === group && names.some((name) => quantity.name.startsWith(name));

/** Why momentum changes; null: nothing outside acts. */
function notConserved(run: LoadedRun): string | null {
  const influence = outsideInfluence(run);
  return influence === null ? null : `Not conserved: ${influence}.`;
}

export const plotKinds: readonly PlotKind[] = [
  { id: 'error', title: 'Energy error', log: false, holds: of('error') },
  {
    id: 'contact-energy', title: 'Energy taken by contacts', log: false,
    holds: named('contact', 'contact_energy'),
    note: (run) => (run.curve('energy_error') === undefined
      ? 'By contacts, joint limits and dry friction; includes the energy error of the '
        + 'integrator, which is not recorded apart.'
      : 'By contacts, joint limits and dry friction.'),
  },
  { id: 'energy', title: 'Energy', log: false, holds: of('energy') },
  { id: 'violation', title: 'Constraint violation', log: true, holds: of('violation') },
  {
    id: 'momentum', title: 'Momentum', log: false, holds: named('momentum', 'momentum'),
    note: notConserved,
  },
  {
    id: 'angular', title: 'Angular momentum', log: false, holds: named('momentum', 'angular'),
    note: notConserved,
  },
  {
    id: 'iterations', title: 'Newton iterations', log: false,
    holds: named('solver', 'iterations', 'substeps'),
  },
  {
    id: 'contact-points', title: 'Contact points', log: false, rare: true,
    holds: named('contact', 'contact_points', 'contact_retries'),
  },
  {
    id: 'contact-force', title: 'Largest normal force', log: false, rare: true,
    holds: named('contact', 'contact_force'),
  },
  {
    id: 'contact-laws', title: 'Contact law residuals', log: true, rare: true,
    holds: named('contact', 'penetration', 'signorini', 'friction_excess', 'dissipation_residual'),
  },
  { id: 'sensors', title: 'Sensors', log: false, rare: true, holds: of('sensor') },
  { id: 'residual', title: 'Newton residual', log: true, holds: named('solver', 'residual') },
];

/** The quantities that a plot shows: those that are not zero throughout, else the first. */
export function shownBy(kind: PlotKind, quantities: readonly Quantity[]): Quantity[] {
  const held = quantities.filter((quantity) => kind.holds(quantity));
  const moving = held.filter((quantity) => quantity.value.some((value) => value !== 0));
  return moving.length > 0 || kind.rare ? moving : held.slice(0, 1);
}
