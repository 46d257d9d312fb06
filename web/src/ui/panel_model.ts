// SPDX-License-Identifier: Apache-2.0
//
// The model in lists. A click on a body selects it in the picture.

import { count, exact, measure } from '../core/format';
import type { Body, Joint, Loop, Model } from '../data/page';
import { found } from '../plots/search';
import type { App } from './app';
import { h, refill } from './h';
import type { Panel } from './panels';

const facts: readonly { title: string; text(model: Model): string }[] = [
  { title: 'mass', text: ({ mass }) => measure(mass, 'kg') },
  { title: 'bodies', text: ({ bodies }) => count(bodies.length) },
  { title: 'joints', text: ({ joints }) => count(joints.length) },
  { title: 'loops', text: ({ loops }) => count(loops.length) },
  { title: 'degrees of freedom of the joints', text: ({ dof }) => count(dof) },
  { title: 'degrees of freedom with loops closed', text: ({ freedom }) => count(freedom) },
  { title: 'constraint rows of joints and loops', text: ({ rows }) => count(rows) },
  { title: 'redundant constraint rows', text: ({ redundant }) => count(redundant) },
  { title: 'springs', text: ({ springs }) => count(springs.length) },
  { title: 'actuators', text: ({ actuators }) => count(actuators.length) },
  {
    title: 'gravity',
    text: ({ gravity }) => `${gravity.map((part) => Number(part.toPrecision(5))).join(' ')} m/s²`,
  },
];

function nameOf({ bodies }: Model, body: number): string {
  return bodies[body]?.name ?? 'world';
}

function ends(model: Model, { parent, child }: Joint | Loop): string {
  return `${nameOf(model, parent)} → ${nameOf(model, child)}`;
}

function folded(title: string, size: number, ...children: HTMLElement[]): HTMLElement | false {
  return size > 0 && h('details', { class: 'fold', open: true },
    h('summary', {}, title, h('span', { class: 'faint' }, ` ${count(size)}`)), ...children);
}

function bodyButton(app: App, body: Body, k: number, model: Model): HTMLElement {
  const { name, merged_into: into, mass, com } = body;
  const merged = into !== k ? `, fixed to ${nameOf(model, into)}` : '';
  const button = h('button', {
    type: 'button', class: 'entry', 'data-body': name,
    title: `centre of mass ${com.map((part) => exact(part)).join(' ')} m${merged}`,
    click: () => app.selected.set(app.selected.get() === k ? null : k),
    dblclick: () => app.followed.set(k),
  }, h('span', { class: 'label' }, name), h('span', { class: 'faint' }, measure(mass, 'kg')));
  return button;
}

function bodyList(app: App, model: Model): HTMLElement {
  const buttons = model.bodies.map((body, k) => bodyButton(app, body, k, model));
  const list = h('div', { class: 'list' }, ...buttons);
  app.selected.watch((selected) => buttons.forEach((button, k) =>
    button.setAttribute('aria-pressed', String(k === selected))));
  const field = h('input', {
    type: 'search', class: 'field', placeholder: 'Filter bodies', 'aria-label': 'Filter bodies',
  });
  field.addEventListener('input', () =>
    refill(list, ...found(field.value, model.bodies.map((_, k) => k), (k) =>
      model.bodies[k].name.toLowerCase()).map((k) => buttons[k])));
  return h('div', {}, model.bodies.length > 8 && field, list);
}

/** The list of sites; a click shows or hides the trail. */
function siteList(app: App, model: Model): HTMLElement {
  const toggle = (site: number): void => {
    const now = app.trails.get();
    app.trails.set(now.includes(site) ? now.filter((other) => other !== site) : [...now, site]);
  };
  const buttons = model.sites.map(({ name, body }, site) => h('button', {
    type: 'button', class: 'entry', title: 'Show or hide the trail', click: () => toggle(site),
  }, h('span', { class: 'label' }, name), h('span', { class: 'faint' }, nameOf(model, body))));
  app.trails.watch((trails) => buttons.forEach((button, site) =>
    button.setAttribute('aria-pressed', String(trails.includes(site)))));
  return h('div', { class: 'list' }, ...buttons);
}

function listed(things: readonly { name: string; type: string; where: string }[]): HTMLElement {
  return h('table', {}, h('tbody', {}, ...things.map(({ name, type, where }) =>
    h('tr', {}, h('th', { scope: 'row' }, name), h('td', {}, type),
      h('td', { class: 'faint' }, where)))));
}

function build(app: App): HTMLElement {
  const model = (app.solidRun ?? app.current).model;
  if (!model) {
    return h('p', {}, 'These runs have no model.');
  }
  const connections = (all: readonly (Joint | Loop)[]): HTMLElement => listed(all.map((one) =>
    ({ name: one.name, type: one.type, where: ends(model, one) })));
  return h('div', {},
    h('h3', {}, model.name),
    h('table', { class: 'summary' }, h('tbody', {}, ...facts.map(({ title, text }) =>
      h('tr', {}, h('th', { scope: 'row' }, title), h('td', {}, text(model)))))),
    folded('Warnings', model.warnings.length, h('ul', { class: 'warnings' },
      ...model.warnings.map((warning) => h('li', {}, warning)))),
    folded('Bodies', model.bodies.length, bodyList(app, model)),
    folded('Sites and trails', model.sites.length, siteList(app, model)),
    folded('Joints', model.joints.length, connections(model.joints)),
    folded('Loops', model.loops.length, connections(model.loops)));
}

export const modelPanel: Panel = {
  id: 'model',
  title: 'Model',
  applies: ({ runs }) => runs.some((run) => run.model !== null),
  build,
};
