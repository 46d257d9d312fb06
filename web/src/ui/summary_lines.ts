// SPDX-License-Identifier: Apache-2.0
//
// The lines of the summary. To add a line, add an entry.

import { count, duration, exact, measure, short } from '../core/format';
import type { LoadedRun } from '../data/decode';
import { numberAt } from '../data/energy';
import { outsideInfluence } from '../data/momentum';

/** A value of the summary: rounded, in full, and the time at which it occurred. */
export interface Reading {
  text: string;
  full: string;
  at?: number;
}

export interface SummaryLine {
  title: string;
  read(run: LoadedRun): Reading | null;
}

function reading(value: number | null | undefined, unit: string): Reading | null {
  return value === null || value === undefined || !Number.isFinite(value) ? null
    : { text: measure(value, unit), full: exact(value, unit) };
}

function counted(value: number | null | undefined): Reading | null {
  return value === null || value === undefined ? null
    : { text: count(value), full: String(value) };
}

/** A recorded quantity at the start (`end` = 0) or the end of a run. */
function atEnd(run: LoadedRun, name: string, end: 0 | 1): Reading | null {
  const curve = run.curve(name);
  return curve === undefined ? null
    : reading(curve.value[end === 0 ? 0 : curve.value.length - 1], curve.unit);
}

/** The largest magnitude of a recorded quantity and its time. */
function peak(run: LoadedRun, name: string): Reading | null {
  const curve = run.curve(name);
  const k = curve?.largest() ?? null;
  if (curve === undefined || k === null) {
    return null;
  }
  const value = reading(Math.abs(curve.value[k]), curve.unit);
  return value && { ...value, at: curve.time[k] };
}

/** The largest magnitude of a quantity of contacts; null: a run without contacts. */
function peakOfContacts(run: LoadedRun, name: string): Reading | null {
  const touched = run.curve('contact_points')?.value.some((points) => points > 0);
  return touched === true ? peak(run, name) : null;
}

/** The largest penetration; unknown if geoms pass through each other. */
function penetration(run: LoadedRun): Reading | null {
  const pairs = numberAt(run.facts?.summary, 'contacts', 'pairs_not_simulated') ?? 0;
  return pairs === 0 ? peakOfContacts(run, 'penetration')
    : { text: 'unknown', full: `pairs of geoms that are not simulated: ${pairs}` };
}

/** The largest change of a vector of three quantities since the start, and its time. */
export function drift(run: LoadedRun, name: string): Reading | null {
  const parts = ['x', 'y', 'z'].map((axis) => run.curve(`${name}.${axis}`));
  let most = { size: -1, at: 0 };
  for (const part of parts) {
    for (const at of part?.time ?? []) {
      const size = Math.hypot(...parts.map((curve) =>
        curve === undefined ? 0 : curve.at(at) - curve.value[0]));
      most = size > most.size ? { size, at } : most;
    }
  }
  const unit = parts.find((curve) => curve !== undefined)?.unit ?? '';
  const value = most.size < 0 ? null : reading(most.size, unit);
  return value && { ...value, at: most.at };
}

/** The change of a momentum that should be conserved; null: forces from outside change it. */
function conserved(run: LoadedRun, name: string): Reading | null {
  return outsideInfluence(run) === null ? drift(run, name) : null;
}

function iterations({ facts, curve }: LoadedRun): Reading | null {
  if (facts === null || facts.solves === 0) {
    return null;
  }
  const most = curve('iterations');
  const k = most?.largest() ?? null;
  const mean = facts.iterations / facts.solves;
  const worst = k === null || most === undefined ? '' : `, largest ${most.value[k]}`;
  return { text: `mean ${short(mean, 3)}${worst}`, full: `${mean}${worst}` };
}

function factor(value: number): Reading {
  return { text: `${short(value, 3)}×`, full: exact(value) };
}

function realtime({ facts, motion }: LoadedRun): Reading | null {
  const simulated = motion === null ? null : motion.end - motion.start;
  return facts?.wall && simulated !== null ? factor(simulated / facts.wall) : null;
}

export const summaryLines: readonly SummaryLine[] = [
  {
    title: 'integrator',
    read: ({ facts }) => facts
      && { text: `${facts.integrator}, order ${facts.order}`, full: facts.integrator },
  },
  { title: 'time step', read: ({ facts }) => reading(facts?.dt, 's') },
  { title: 'steps', read: ({ facts }) => counted(facts?.steps) },
  {
    title: 'subdivided steps',
    read: ({ facts }) => (facts && facts.subdivided > 0 ? counted(facts.subdivided) : null),
  },
  {
    title: 'simulated time',
    read: ({ motion }) => motion && reading(motion.end - motion.start, 's'),
  },
  {
    title: 'wall time',
    read: ({ facts }) => (facts?.wall
      ? { text: duration(facts.wall), full: exact(facts.wall, 's') } : null),
  },
  { title: 'speed relative to real time', read: realtime },
  { title: 'Newton iterations', read: iterations },
  { title: 'initial energy', read: (run) => atEnd(run, 'energy', 0) },
  { title: 'final energy', read: (run) => atEnd(run, 'energy', 1) },
  { title: 'work of controls and forces', read: (run) => atEnd(run, 'work', 1) },
  { title: 'dissipated by dampers', read: (run) => atEnd(run, 'dissipated', 1) },
  { title: 'taken by contacts, limits, friction', read: (run) => atEnd(run, 'contact_energy', 1) },
  { title: 'largest energy error', read: (run) => peak(run, 'energy_error') },
  {
    title: 'largest rise of energy, less work, in a step',
    read: (run) => reading(numberAt(run.facts?.summary, 'energy', 'max_rise'), 'J'),
  },
  { title: 'largest position violation', read: (run) => peak(run, 'position_violation') },
  { title: 'largest velocity violation', read: (run) => peak(run, 'velocity_violation') },
  { title: 'most contact points', read: (run) => peakOfContacts(run, 'contact_points') },
  { title: 'largest normal force', read: (run) => peakOfContacts(run, 'contact_force') },
  { title: 'largest penetration', read: penetration },
  {
    title: 'largest excess over the friction cone',
    read: (run) => peakOfContacts(run, 'friction_excess'),
  },
  { title: 'change of momentum', read: (run) => conserved(run, 'momentum') },
  {
    title: 'change of angular momentum', read: (run) => conserved(run, 'angular_momentum'),
  },
  { title: 'largest Newton residual', read: (run) => peak(run, 'residual') },
  {
    title: 'correction of the initial positions',
    read: ({ facts }) =>
      reading(numberAt(facts?.summary, 'initial', 'position_correction'), 'm, rad'),
  },
  { title: 'file', read: ({ file }) => ({ text: file, full: file }) },
  {
    title: 'recorded by',
    read: ({ facts }) => facts && { text: `ludo ${facts.version}`, full: facts.version },
  },
];
