// SPDX-License-Identifier: Apache-2.0
//
// Updates during playback: time cursors move with every frame, numbers change ten times a second.
// Hidden panels are not updated.

import { Signal } from '../core/signal';
import type { App } from './app';

/** Interval between two updates of numbers, for reading [ms]. */
const readable = 100;

/** Longest time step of the playback [s]: after a pause of the browser it doesn't jump. */
const longest = 0.25;

export class Live {
  readonly frame = new Signal<number>();
  readonly tick = new Signal<number>();
  private visible = true;

  /** Show or hide the listeners; shown ones are updated to the time. */
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

/** Run the playback: animation frames are requested during playback and after a change of the time,
 * otherwise none. */
export function keepMoving(app: App, live: Live): void {
  const { player } = app;
  let requested = false;
  let before = 0;
  let lastTick = -Infinity;

  const frame = (now: number): void => {
    requested = false;
    // a frame may have begun before its request
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
      request();
    }
  };
  const request = (): void => {
    if (!requested) {
      requested = true;
      requestAnimationFrame(frame);
    }
  };
  player.time.changed.on(request);
  player.playing.changed.on((playing) => {
    if (playing) {
      before = performance.now();
    }
    request();
  });
  request();
}
