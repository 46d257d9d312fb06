// SPDX-License-Identifier: Apache-2.0
//
// The energy balance of a run. The program records
//
//     e = E - E_0 - work + dissipated                                         [J]
//
// at each knot, where E is kinetic, gravitational and spring energy. Without contacts, e is the
// energy error of the integrator. Contacts, joint limits and dry friction take energy that neither
// work nor dissipated counts. With them, -e is the energy that they took, up to the unknown energy
// error.

import type { Run } from './page';
import { Quantity } from './series';

/** The number at a path of a JSON object; null: there is none. */
export function numberAt(json: unknown, ...path: string[]): number | null {
  let here: unknown = json;
  for (const key of path) {
    here = typeof here === 'object' && here !== null ? (here as Record<string, unknown>)[key]
      : null;
  }
  return typeof here === 'number' ? here : null;
}

/** Whether contacts, joint limits or dry friction acted at any time of a run. The summary of the
 * program has a null energy error then; a recording without a summary shows contacts only. */
export function contactsActed({ facts, touches }: Run, curves: readonly Quantity[]): boolean {
  if (touches) {
    return true;
  }
  if (!facts?.summary) {
    const points = curves.find(({ name }) => name === 'contact_points');
    return points?.value.some((count) => count > 0) ?? false;
  }
  const known = (key: string): boolean => numberAt(facts.summary, 'energy', key) !== null;
  return (numberAt(facts.summary, 'contacts', 'points_max') ?? 0) > 0
    || (known('final') && !known('max_abs_error'));
}

/** Energy that contacts, joint limits and dry friction took since the start [J]. */
export class EnergyTaken extends Quantity {
  private values?: Float64Array;

  constructor(private readonly balance: Quantity) {
    super({
      name: 'contact_energy', label: 'energy taken by contacts', group: 'contact', unit: 'J',
    });
  }

  override get time(): Float64Array {
    return this.balance.time;
  }

  override get value(): Float64Array {
    return (this.values ??= this.balance.value.map((e) => 0 - e)); // no negative zero
  }

  override get knots(): number {
    return this.balance.knots;
  }
}
