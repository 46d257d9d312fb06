// SPDX-License-Identifier: Apache-2.0
//
// Marks on a mechanism: axes of joints, what closes loops, sites, centres of mass.

import {
  BufferGeometry, CircleGeometry, Color, ConeGeometry, CylinderGeometry, IcosahedronGeometry,
  OctahedronGeometry, TorusGeometry,
} from 'three';
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js';
import type { Joint, Vec3 } from '../data/page';
import { pointing } from './bones';
import { MARKS } from './colours';
import { part, type Cast, type Form, type Part } from './part';

const across = (g: BufferGeometry): BufferGeometry => g.rotateX(Math.PI / 2); // y to z

function merged(...pieces: BufferGeometry[]): BufferGeometry {
  const whole = mergeGeometries(pieces.map((p) => p.toNonIndexed()));
  pieces.forEach((p) => p.dispose());
  return whole;
}

/** A line along z from -1 to 1 with a head at its end. */
const shaft = () => across(new CylinderGeometry(0.028, 0.028, 1.8, 12)).translate(0, 0, -0.1);
const head = (at: number) => across(new ConeGeometry(0.095, 0.3, 20)).translate(0, 0, at);
const tail = () => head(0).rotateX(Math.PI).translate(0, 0, -0.9);

const TURNING: Form = { // the arc says: it turns
  key: 'turning',
  make: () => merged(shaft(), head(0.9), new TorusGeometry(0.3, 0.026, 10, 40, 1.6 * Math.PI)),
};
const SLIDING: Form = { key: 'sliding', make: () => merged(shaft(), head(0.9), tail()) };
const BALL: Form = {
  key: 'turning every way',
  make: () => merged(...[0, 1, 2].map((k) => {
    const ring = new TorusGeometry(0.42, 0.026, 10, 48);
    return k === 0 ? ring : k === 1 ? ring.rotateX(Math.PI / 2) : ring.rotateY(Math.PI / 2);
  })),
};
const BOTH: Form = {
  key: 'turning and sliding',
  make: () => merged(shaft(), head(0.9), tail(), new TorusGeometry(0.3, 0.026, 10, 40)),
};
const FLAT: Form = {
  key: 'in a plane',
  make: () => merged(shaft(), head(0.9), new CircleGeometry(0.5, 40)),
};

/** How the axis of a joint is drawn, by its type; of others nothing is. */
const AXES: Record<string, { form: Form; colour: number }> = {
  hinge: { form: TURNING, colour: MARKS.hinge },
  universal: { form: BALL, colour: MARKS.hinge },
  slide: { form: SLIDING, colour: MARKS.slide },
  cylindrical: { form: BOTH, colour: MARKS.slide },
  planar: { form: FLAT, colour: MARKS.slide },
  ball: { form: BALL, colour: MARKS.ball },
};

const AXIS = 0.22; // half its length by the size of the mechanism

function axis({ type, child, anchor, axis: d }: Joint, size: number): Part[] {
  const drawn = AXES[type];
  if (!drawn) {
    return [];
  }
  const scale = (drawn.form === BALL ? 0.5 : 1) * AXIS * size;
  const turned = pointing([0, 0, 0], d);
  const frame: Part['frame'] = [...anchor, turned[3], turned[4], turned[5], turned[6]];
  const colour = new Color(drawn.colour);
  return [part('axes', child, drawn.form, [scale, scale, scale], colour, { frame })];
}

export function axes({ model, extent }: Cast): Part[] {
  return model.joints.filter((j) => !j.merged).flatMap((j) => axis(j, extent.detail));
}

const RING: Form = { key: 'ring', make: () => new TorusGeometry(1, 0.16, 14, 48) };

/** A ring where a loop closes, about the axis of the joint that closes it where there is one. */
export function loops({ model, extent }: Cast): Part[] {
  const scale = 0.038 * extent.detail;
  return model.loops.flatMap(({ name, child, anchor }) => {
    if (!anchor) {
      return [];
    }
    const joint = model.joints.find((j) => j.loop && j.name === name);
    const [, , , w, x, y, z] = pointing([0, 0, 0], joint?.axis ?? [0, 0, 0]);
    return [part('loops', child, RING, [scale, scale, scale], new Color(MARKS.loop),
      { frame: [...anchor, w, x, y, z], onTop: true })];
  });
}

const STONE: Form = { key: 'site', make: () => new OctahedronGeometry(1, 0) };
const DROP: Form = { key: 'mass', make: () => new IcosahedronGeometry(1, 3) };

export function sites({ model, extent }: Cast): Part[] {
  const r = 0.026 * extent.detail, scale: Vec3 = [r, r, r];
  return model.sites.map(({ body, frame }) =>
    part('sites', body, STONE, scale, new Color(MARKS.site), { frame }));
}

/** Centres of mass; balls whose volumes are as the masses, within what can be seen. */
export function masses({ model, extent }: Cast): Part[] {
  const most = Math.max(...model.bodies.map(({ mass }) => mass));
  return model.bodies.flatMap(({ mass, com }, body) => {
    if (!(mass > 0)) {
      return [];
    }
    const r = Math.max(Math.cbrt(mass / most), 0.3) * 0.06 * extent.detail;
    return [part('masses', body, DROP, [r, r, r], new Color(MARKS.mass),
      { frame: [...com, 1, 0, 0, 0], alpha: 0.85, onTop: true })];
  });
}
