// SPDX-License-Identifier: Apache-2.0
//
// Marks on a mechanism: joint axes, loop closures, sites, centres of mass.

import {
  BufferGeometry, CircleGeometry, Color, ConeGeometry, CylinderGeometry, OctahedronGeometry,
  TorusGeometry,
} from 'three';
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js';
import type { Joint, Vec3 } from '../data/page';
import { pointing } from './bones';
import { MARKS } from './colours';
import { part, type Mechanism, type Form, type Part } from './part';
import { BALL, thin } from './round';

const across = (g: BufferGeometry): BufferGeometry => g.rotateX(Math.PI / 2); // y to z

function merged(...pieces: BufferGeometry[]): BufferGeometry {
  const whole = mergeGeometries(pieces.map((p) => p.toNonIndexed()));
  pieces.forEach((p) => p.dispose());
  return whole;
}

/** A line along z from -1 to 1 with a head at its end. */
const shaft = (n: number) =>
  across(new CylinderGeometry(0.028, 0.028, 1.8, thin(n))).translate(0, 0, -0.1);
const head = (n: number) => across(new ConeGeometry(0.095, 0.3, n / 2)).translate(0, 0, 0.9);
const tail = (n: number) => head(n).rotateX(Math.PI);
const wire = (radius: number, n: number, arc = 2 * Math.PI) =>
  new TorusGeometry(radius, 0.026, thin(n), n, arc);

const TURNING: Form = { // an arc about the axis
  key: 'turning', round: true,
  make: (n) => merged(shaft(n), head(n), wire(0.3, n, 1.6 * Math.PI)),
};
const SLIDING: Form = {
  key: 'sliding', round: true, make: (n) => merged(shaft(n), head(n), tail(n)),
};
const EVERY_WAY: Form = {
  key: 'turning every way', round: true,
  make: (n) => merged(...[0, 1, 2].map((k) => {
    const ring = wire(0.42, n);
    return k === 0 ? ring : k === 1 ? ring.rotateX(Math.PI / 2) : ring.rotateY(Math.PI / 2);
  })),
};
const BOTH: Form = {
  key: 'turning and sliding', round: true,
  make: (n) => merged(shaft(n), head(n), tail(n), wire(0.3, n)),
};
const FLAT: Form = {
  key: 'in a plane', round: true,
  make: (n) => merged(shaft(n), head(n), new CircleGeometry(0.5, n)),
};

/** Mark of a joint axis by the type of joint; other types have none. */
const AXES: Record<string, { form: Form; colour: number }> = {
  hinge: { form: TURNING, colour: MARKS.hinge },
  universal: { form: EVERY_WAY, colour: MARKS.hinge },
  slide: { form: SLIDING, colour: MARKS.slide },
  cylindrical: { form: BOTH, colour: MARKS.slide },
  planar: { form: FLAT, colour: MARKS.slide },
  ball: { form: EVERY_WAY, colour: MARKS.ball },
};

const AXIS = 0.22; // half length of an axis / detail size

function axis({ type, child, anchor, axis: d }: Joint, size: number): Part[] {
  const drawn = AXES[type];
  if (!drawn) {
    return [];
  }
  const scale = (drawn.form === EVERY_WAY ? 0.5 : 1) * AXIS * size;
  const turned = pointing([0, 0, 0], d);
  const frame: Part['frame'] = [...anchor, turned[3], turned[4], turned[5], turned[6]];
  const colour = new Color(drawn.colour);
  return [part('axes', child, drawn.form, [scale, scale, scale], colour, { frame, onTop: true })];
}

export function axes({ model, extent }: Mechanism): Part[] {
  return model.joints.filter((j) => !j.merged).flatMap((j) => axis(j, extent.detail));
}

const RING: Form = {
  key: 'ring', round: true, make: (n) => new TorusGeometry(1, 0.16, thin(n), n),
};

/** A ring around the anchor of each loop. */
export function loops({ model, extent }: Mechanism): Part[] {
  const scale = 0.038 * extent.detail;
  return model.loops.flatMap(({ child, anchor }) => (anchor === null ? []
    : [part('loops', child, RING, [scale, scale, scale], new Color(MARKS.loop),
      { frame: [...anchor, 1, 0, 0, 0], onTop: true, facing: true })]));
}

const STONE: Form = { key: 'site', round: false, make: () => new OctahedronGeometry(1, 0) };

export function sites({ model, extent }: Mechanism): Part[] {
  const r = 0.026 * extent.detail, scale: Vec3 = [r, r, r];
  return model.sites.map(({ body, frame }) =>
    part('sites', body, STONE, scale, new Color(MARKS.site), { frame }));
}

/** Centres of mass: balls of volume proportional to mass, with a least radius. */
export function masses({ model, extent }: Mechanism): Part[] {
  const most = Math.max(...model.bodies.map(({ mass }) => mass));
  return model.bodies.flatMap(({ mass, com }, body) => {
    if (!(mass > 0)) {
      return [];
    }
    const r = Math.max(Math.cbrt(mass / most), 0.3) * 0.06 * extent.detail;
    return [part('masses', body, BALL, [r, r, r], new Color(MARKS.mass),
      { frame: [...com, 1, 0, 0, 0], alpha: 0.85, onTop: true })];
  });
}
