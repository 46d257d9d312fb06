// SPDX-License-Identifier: Apache-2.0
//
// A button with an icon. Its label is the tooltip and the text for screen readers.

import { h, icon, type Icon } from './h';

export function tool(drawing: Icon | Node, label: string, click: () => void, kind = 'tool'):
  HTMLButtonElement {
  return h('button', { type: 'button', class: kind, 'aria-label': label, title: label, click },
    typeof drawing === 'string' ? icon(drawing) : drawing);
}
