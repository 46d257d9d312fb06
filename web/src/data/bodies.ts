// SPDX-License-Identifier: Apache-2.0
//
// What belongs to the bodies of a model, found by name or by body.

import type { Geom, Joint, Model, Site } from './page';

/** Indices over a model, made once. */
export class Bodies {
  /** Number of the body that a body moves with: itself, or the one it is merged with. */
  readonly host: number[];
  /** Per body: its geoms, the sites on it, the joints that carry others from it (`below`) and
   * those that hold it (`above`); loops' joints among them. */
  readonly geoms: Geom[][];
  readonly sites: Site[][];
  readonly above: Joint[][];
  readonly below: Joint[][];

  constructor(readonly model: Model) {
    const { bodies } = model;
    this.host = bodies.map((body) => body.host);
    this.geoms = this.gathered(model.geoms, (geom) => geom.body);
    this.sites = this.gathered(model.sites, (site) => site.body);
    this.above = this.gathered(model.joints, (joint) => joint.child);
    this.below = this.gathered(model.joints, (joint) => joint.parent);
  }

  /** Number of the body of a name; -1: there is none. */
  find(name: string): number {
    return this.model.bodies.findIndex((body) => body.name === name);
  }

  /** The name of a body, "world" for -1. */
  name(body: number): string {
    return this.model.bodies[body]?.name ?? 'world';
  }

  private gathered<Thing>(things: readonly Thing[], bodyOf: (thing: Thing) => number): Thing[][] {
    const lists: Thing[][] = this.model.bodies.map(() => []);
    for (const thing of things) {
      lists[bodyOf(thing)]?.push(thing);
    }
    return lists;
  }
}
