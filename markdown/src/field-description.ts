import type { StateCore, Token } from 'markdown-it'
import { type FieldColumns, requiredWord } from './field-heads.ts'
import { ownHtml } from './own-html.ts'
import type { Cell } from './table-cells.ts'
import type { PageEnv } from './types.ts'
import { words } from './words.ts'

/** The description of a field: whether it is required, its text, then every column the table has beyond the usual ones. */
export function fieldDescription(state: StateCore, columns: FieldColumns, head: Cell[], row: Cell[]): Token[] {
  const children: Token[] = []
  const required = row[columns.required]
  const says = required ? requiredWord(required.text) : 'no'
  const word = words((state.env as PageEnv).language).required
  if (says === 'yes') children.push(ownHtml(state, `<span class="req">${word}</span>`))
  for (const child of row[columns.description]?.inline.children ?? []) children.push(child)
  const rest = says === 'other' ? [columns.required, ...columns.rest] : columns.rest
  for (const column of rest) {
    const cell = row[column]
    if (!cell?.inline.content.trim()) continue
    const label = state.md.utils.escapeHtml(head[column]?.text ?? '')
    children.push(ownHtml(state, ` <span class="fx"><i>${label}</i> `), ...(cell.inline.children ?? []), ownHtml(state, '</span>'))
  }
  return children
}
