// SPDX-License-Identifier: Apache-2.0
//
// State shared by all parts of the page: runs, playback, selection. Each part reads the state that
// it shows and listens to its changes.

import { decimalsOf } from '../core/format';
import { Signal, Value } from '../core/signal';
import type { LoadedRun, Report } from '../data/decode';
import type { Site } from '../data/page';
import type { Stage, Theme } from '../scene/stage';
import { Player } from './player';

/** Number of sites with trails at first: more trails would hide the mechanism. */
const trailing = 6;

export class App {
  readonly player: Player;
  /** The picture; null: no film or no WebGL. */
  stage: Stage | null = null;
  /** The selected and the followed body of `solidRun`; null: none. */
  readonly selected = new Value<number | null>(null);
  readonly followed = new Value<number | null>(null);
  /** Index of the run that the panels show. */
  readonly run = new Value(0);
  /** Id of the open panel. */
  readonly tab = new Value('');
  /** Whether the panels are shown. */
  readonly panels = new Value(true);
  /** Sent when layers or groups of the picture are shown or hidden. */
  readonly layers = new Signal<void>();
  /** Indices of the sites with trails. */
  readonly trails = new Value<readonly number[]>([]);
  /** Names of the quantities that the reader chose to plot. */
  readonly picked = new Value<readonly string[]>([]);
  /** Sent when the reader asks for the list of keys. */
  readonly help = new Signal<void>();
  /** Number of decimals of a time. */
  readonly decimals: number;

  constructor(readonly report: Report, readonly theme: Value<Theme>) {
    this.player = new Player(timeline(report));
    const steps = report.runs.map((run) => run.facts?.dt ?? 0.001);
    this.decimals = decimalsOf(Math.min(...steps));
    this.trails.set(trailed(this.solidRun?.model?.sites ?? []));
  }

  /** The opaque run of the picture, whose bodies can be selected; null: no run has a film. */
  get solidRun(): LoadedRun | null {
    return this.report.runs.find((run) => run.model !== null && run.motion !== null) ?? null;
  }

  /** The run that the panels show. */
  get current(): LoadedRun {
    return this.report.runs[this.run.get()];
  }

  /** A time as text. */
  clock(time: number): string {
    return time.toFixed(this.decimals);
  }

  /** Add a quantity to the chosen plots. */
  pick(name: string): void {
    if (!this.picked.get().includes(name)) {
      this.picked.set([...this.picked.get(), name]);
    }
  }

  /** Remove quantities from the chosen plots. */
  drop(names: readonly string[]): void {
    this.picked.set(this.picked.get().filter((name) => !names.includes(name)));
  }
}

/** Sites with trails at first: those of moving bodies. */
function trailed(sites: readonly Site[]): number[] {
  return sites.flatMap(({ body }, site) => (body >= 0 ? [site] : [])).slice(0, trailing);
}

/** Times that the playback steps through: the frames of the longest run. */
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
      // damaged data: the part that shows them reports the error
    }
  }
  return [0];
}
