import { differenceText } from '../changes/tables/instances/sentence.ts'
import { isTableRule } from '../changes/tables/rules.ts'
import type { DriftNote, InstanceDrift } from '../tables/words.ts'
import { type Html, html, nothing } from './html.ts'
import { code, heading, type TablePlace } from './table-rows.ts'

/** Text in which names are between backquotes. */
const marked = (text: string): Html => html`${text.split('`').map((part, at) => (at % 2 === 1 ? code(part) : html`${part}`))}`

/** How other instances differ: a sentence each, with the day since when. */
export function driftHtml({ language, t }: TablePlace, notes: DriftNote[], hasLabels: boolean): Html {
  if (notes.length === 0) return nothing
  const rows = notes.map(({ rule, ...note }) => {
    const text = isTableRule(rule) ? differenceText({ ...note, rule }, language) : ''
    const label = hasLabels && note.label !== '' ? html`<bdi>${note.label}</bdi>${t.colon}` : nothing
    return html`<li>${label}${marked(text)} <span class="muted">${t.since(note.since)}</span></li>`
  })
  return html`<ul class="drift">${rows}</ul>`
}

/** All instances of a database on its overview. */
export function instancesHtml(at: TablePlace, instances: InstanceDrift[]): Html {
  const { t } = at
  const all = instances.map(
    ({ name, checked, total, notes }) =>
      html`<div class="instance"><p><strong><bdi>${name}</bdi></strong> <span class="muted">${total === 0 ? t.noDrift : t.differs(total)}${t.comma}${t.compared(checked)}</span></p>${driftHtml(at, notes, true)}${total > notes.length && html`<p class="quiet">${t.more(total - notes.length)}</p>`}</div>`,
  )
  return html`${heading(at, 'instances', t.instances, html` <small>${instances.length}</small>`)}${all}`
}
