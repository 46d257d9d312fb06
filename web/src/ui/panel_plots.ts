// SPDX-License-Identifier: Apache-2.0
//
// The standard plots, and above them plots of quantities chosen by name. A plot of one quantity
// shows all runs, a plot of several quantities the chosen run.

import { Value } from '../core/signal';
import type { Quantity } from '../data/series';
import type { TimeRange } from '../plots/chart';
import { lineColour, runColour } from '../plots/colours';
import { plotKinds, shownBy } from '../plots/list';
import type { Line } from '../plots/peak';
import { quantitiesOf } from '../plots/traces';
import type { App } from './app';
import { Figure, type FigureKind } from './figure';
import { h } from './h';
import type { Live } from './live';
import type { Panel } from './panels';
import { picker } from './picker';
import { runChoice } from './runs';

/** One quantity of all runs that have it. */
function ofAllRuns(app: App, name: string): Line[] {
  return app.report.runs.flatMap((run, k) => {
    const quantity = quantitiesOf(run).find((candidate) => candidate.name === name);
    return quantity === undefined ? []
      : [{ label: run.title, colour: runColour(k), quantity }];
  });
}

function linesOf(app: App, quantities: readonly Quantity[]): Line[] {
  if (app.report.runs.length > 1 && quantities.length === 1) {
    return ofAllRuns(app, quantities[0].name);
  }
  return quantities.map((quantity, k) =>
    ({ label: quantity.label, colour: lineColour(k), quantity }));
}

function standard(app: App): FigureKind[] {
  return plotKinds.flatMap((kind) => {
    const quantities = shownBy(kind, app.current.curves);
    return quantities.length === 0 ? []
      : [{
        ...kind, note: kind.note?.(app.current) ?? null, lines: linesOf(app, quantities),
      }];
  });
}

/** Plots of the chosen quantities, one per unit. */
function picked(app: App): FigureKind[] {
  const byUnit = new Map<string, Quantity[]>();
  const all = new Map(quantitiesOf(app.current).map((quantity) => [quantity.name, quantity]));
  for (const name of app.picked.get()) {
    const quantity = all.get(name);
    if (quantity !== undefined) {
      byUnit.set(quantity.unit, [...(byUnit.get(quantity.unit) ?? []), quantity]);
    }
  }
  return [...byUnit].map(([unit, quantities]) => ({
    id: `picked-${unit}`,
    title: quantities.length === 1 ? quantities[0].label
      : `Chosen quantities${unit && ` [${unit}]`}`,
    log: false,
    lines: linesOf(app, quantities),
    remove: () => app.drop(quantities.map(({ name }) => name)),
  }));
}

/** A list of figures, made again when their contents change. */
class FigureList {
  readonly element = h('div', { class: 'figures' });
  private figures: Figure[] = [];

  constructor(private readonly app: App, private readonly live: Live,
    private readonly timeRange: TimeRange, private readonly kinds: (app: App) => FigureKind[]) {}

  fill(): void {
    this.figures.forEach((figure) => figure.destroy());
    this.figures = this.kinds(this.app).map((kind) =>
      new Figure(this.app, this.live, this.timeRange, kind));
    this.element.append(...this.figures.map(({ element }) => element));
  }
}

function build(app: App, live: Live): HTMLElement {
  const timeRange: TimeRange = new Value<readonly [number, number] | null>(null);
  const chosen = new FigureList(app, live, timeRange, picked);
  const always = new FigureList(app, live, timeRange, standard);
  app.picked.changed.on(() => chosen.fill());
  app.run.watch(() => {
    chosen.fill();
    always.fill();
  });
  return h('div', {}, runChoice(app), picker(app), chosen.element, always.element);
}

export const plotsPanel: Panel = {
  id: 'plots',
  title: 'Plots',
  applies: ({ runs }) => runs.some((run) => run.curves.length > 0),
  build,
};
