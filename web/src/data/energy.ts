// SPDX-License-Identifier: Apache-2.0
//
// The energy balance of a run. The program records
//
//     e = E - E_0 - work + dissipated + contact                               [J]
//
// at each knot, where E is kinetic, gravitational and spring energy, and `contact` the energy that
// contacts, joint limits and dry friction took: e is the energy error of the integrator. Recordings
// of version 0.1 have no `contact`, and their e lacks it. Where contacts acted in them, -e is the
// energy that they took, up to the unknown energy error.

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

/** Whether contacts, joint limits or dry friction acted at any time of a run of version 0.1. Its
 * summary has a null energy error then; a recording without a summary shows contacts only. */
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

/** Energy that contacts, joint limits and dry friction took since the start [J], of a run of
 * version 0.1. */
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

/** The quantities of a run. The energy that contacts took is one of them where it is recorded and
 * not zero, or where it follows from the balance of version 0.1, in place of the energy error. */
export function balanced(run: Run, recorded: readonly Quantity[]): Quantity[] {
  const taken = recorded.find(({ name, group }) =>
    name === 'contact_energy' && group === 'contact');
  const others = recorded.filter((curve) => curve !== taken);
  if (taken !== undefined && !taken.value.some(Number.isNaN)) {
    return taken.value.some((value) => value !== 0) ? [...recorded] : others;
  }
  return !contactsActed(run, others) ? others : others.map((curve) =>
    (curve.name === 'energy_error' && curve.group === 'error' ? new EnergyTaken(curve) : curve));
}
