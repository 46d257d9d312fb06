// SPDX-License-Identifier: Apache-2.0
//
// What changes while the run is played: lines move with every picture, numbers some times a second.
// Who isn't seen hears nothing.

import { Signal } from '../core/signal';
import type { App } from './app';

/** Numbers change no faster than they can be read [ms]. */
const readable = 100;

/** The longest that one picture may take to pass as playing [s]; a page that slept doesn't leap. */
const longest = 0.25;

export class Live {
  readonly frame = new Signal<number>();
  readonly tick = new Signal<number>();
  private visible = true;

  /** Those who listen are seen from now on, and lastTick the time, or aren't. */
  show(visible: boolean, time: number): void {
    this.visible = visible;
    this.sendFrame(time);
    this.sendTick(time);
  }

  sendFrame(time: number): void {
    if (this.visible) {
      this.frame.send(time);
    }
  }

  sendTick(time: number): void {
    if (this.visible) {
      this.tick.send(time);
    }
  }
}

/** Keep the page moving: pictures are asked for while it plays and after anything moved the time;
 * else nothing runs. */
export function keepMoving(app: App, live: Live): void {
  const { player } = app;
  let asked = false;
  let before = 0;
  let lastTick = -Infinity;

  const picture = (now: number): void => {
    asked = false;
    // a frame may have begun before it was asked for
    player.tick(Math.min(Math.max(now - before, 0) / 1000, longest));
    before = now;
    const time = player.time.get();
    app.stage?.draw(time);
    live.sendFrame(time);
    if (now - lastTick >= readable || !player.playing.get()) {
      lastTick = now;
      live.sendTick(time);
    }
    if (player.playing.get()) {
      ask();
    }
  };
  const ask = (): void => {
    if (!asked) {
      asked = true;
      requestAnimationFrame(picture);
    }
  };
  player.time.changed.on(ask);
  player.playing.changed.on((playing) => {
    if (playing) {
      before = performance.now();
    }
    ask();
  });
  ask();
}
