// SPDX-License-Identifier: Apache-2.0
//
// What all parts of the page share: the runs, the clock, what is selected. A part is handed the
// app, shows some of it, and listens to what it shows.

import { decimalsOf } from '../core/format';
import { Signal, Value } from '../core/signal';
import type { LoadedRun, Report } from '../data/decode';
import type { Site } from '../data/page';
import type { Stage, Theme } from '../scene/stage';
import { Player } from './player';

/** So many sites leave trails at first: more would hide the mechanism. */
const trailing = 6;

export class App {
  readonly player: Player;
  /** The picture, where there is one. */
  stage: Stage | null = null;
  /** Bodies of the run that is solid in the picture; null: none. */
  readonly selected = new Value<number | null>(null);
  readonly followed = new Value<number | null>(null);
  /** The run whose numbers are shown, where not all are. */
  readonly run = new Value(0);
  /** Which panel is open, by its id. */
  readonly tab = new Value('');
  readonly panels = new Value(true);
  /** Layers or groups of the picture were turned on or off. */
  readonly layers = new Signal<void>();
  /** Sites that leave trails, by number. */
  readonly trails = new Value<readonly number[]>([]);
  /** Names of what was asked to be plotted. */
  readonly picked = new Value<readonly string[]>([]);
  /** Someone asked for the list of keys. */
  readonly help = new Signal<void>();
  /** Decimals of an instant. */
  readonly decimals: number;

  constructor(readonly report: Report, readonly theme: Value<Theme>) {
    this.player = new Player(timeline(report));
    const steps = report.runs.map((run) => run.facts?.dt ?? 0.001);
    this.decimals = decimalsOf(Math.min(...steps));
    this.trails.set(trailed(this.solidRun?.model?.sites ?? []));
  }

  /** The run that the picture shows solid, whose bodies can be selected; null: there is none. */
  get solidRun(): LoadedRun | null {
    return this.report.runs.find((run) => run.model !== null && run.motion !== null) ?? null;
  }

  /** The run whose numbers are shown. */
  get current(): LoadedRun {
    return this.report.runs[this.run.get()];
  }

  /** An instant, as it is written everywhere. */
  clock(time: number): string {
    return time.toFixed(this.decimals);
  }

  /** Plot something too, by its name. */
  pick(name: string): void {
    if (!this.picked.get().includes(name)) {
      this.picked.set([...this.picked.get(), name]);
    }
  }

  drop(names: readonly string[]): void {
    this.picked.set(this.picked.get().filter((name) => !names.includes(name)));
  }
}

/** Sites that leave trails at first: those that may move. */
function trailed(sites: readonly Site[]): number[] {
  return sites.flatMap(({ body }, site) => (body >= 0 ? [site] : [])).slice(0, trailing);
}

/** Instants that the playback steps through: the frames of the run that lasts longest. */
export function timeline(report: Report): ArrayLike<number> {
  let longest: ArrayLike<number> = [0];
  for (const run of report.runs) {
    const times = instants(run);
    if (longest.length === 1 || times[times.length - 1] > longest[longest.length - 1]) {
      longest = times;
    }
  }
  return longest;
}

function instants(run: LoadedRun): ArrayLike<number> {
  for (const times of [() => run.motion?.time, () => run.curves[0]?.time]) {
    try {
      const found = times();
      if (found !== undefined && found.length > 0) {
        return found;
      }
    } catch {
      // damaged: who shows it says so
    }
  }
  return [0];
}
