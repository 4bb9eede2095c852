import type { Language } from '@sheaf/contract/languages'
import { blocks } from '../call/markdown.ts'
import { type Coverage, percentOf } from '../tables/coverage.ts'
import { type Diagram, mermaidOf, type TableName } from '../tables/diagram.ts'
import type { TableView } from '../tables/dictionary.ts'
import { linkTo } from '../tables/markdown.ts'
import type { TableTexts } from '../tables/texts.ts'
import type { Ours } from '../tables/words.ts'
import { At } from './at.ts'
import { blocksOf, fenceOf, type Html, headingOf, html, lineOf, nothing } from './html.ts'
import type { Place } from './place.ts'

/** Values of an enumeration that are shown without opening a list. */
const VALUES_OPEN = 12
const VALUE_CHARS_MAX = 2000

export interface TablePlace {
  place: Place
  language: Language
  t: TableTexts
}

const cut = (text: string) => (text.length > VALUE_CHARS_MAX ? `${text.slice(0, VALUE_CHARS_MAX)}…` : text)
export const code = (text: string): Html => html`<code>${cut(text)}</code>`

/** Text of the database as it is, with its line breaks. */
const plain = (text: string): Html =>
  html`<p>${text
    .trim()
    .split(/\r\n?|\n/)
    .map((line, at) => (at === 0 ? html`${line}` : html`<br>${line}`))}</p>`

export function heading({ place }: TablePlace, anchor: string, text: string, more: Html = nothing): Html {
  return headingOf({ id: place.anchor(anchor), text, level: 2 }, place.t.anchor, more)
}

export const link = (table: TableName): Html =>
  table.address === '' || table.address === '#' ? html`<bdi>${table.name}</bdi>` : html`<bdi>${lineOf(linkTo(table))}</bdi>`

/** The comment of the database, and below or instead of it the words of people. */
export function wordsOf(comment: string, ours: Ours | undefined): Html {
  const said = comment.trim() === '' || ours?.replaces ? nothing : html`<div class="words">${plain(comment)}</div>`
  return html`${said}${ours ? html`<div class="words ours">${blocksOf(blocks(ours.words))}</div>` : nothing}`
}

interface Row {
  anchor: string
  /** Its path in words of people; '' for a place that they cannot write about. */
  path: string
  name: Html
  type: Html
  comment: string
  ours: Ours | undefined
  quiet: Html[]
  /** Its name is a link to this table; otherwise to the row itself. */
  to?: TableName
  /** The invitation to describe it. */
  invite?: string
}

/** A row of a list: a column, a key, an index. */
export function rowOf({ place }: TablePlace, { anchor, path, name, type, comment, ours, quiet, to, invite }: Row): Html {
  const id = place.anchor(anchor)
  const words = place.words(new At(anchor, path), id)
  const asks = invite ? html` data-invite="${invite}"` : nothing
  const title = to ? html`<span class="pname">${link(to)}</span>` : html`<a class="pname" href="#${id}">${name}</a>`
  return html`<div class="param" role="listitem" id="${id}"${words}${asks}>
<div class="phead">${title} <span class="ptype">${type}</span>${path !== '' && place.mark(new At(anchor, path), '')}</div>
${wordsOf(comment, ours)}${quiet.length > 0 && html`<div class="quiet">${quiet.map((one) => html`<span>${one}</span>`)}</div>`}</div>`
}

const rows = (all: Html[]): Html => (all.length > 0 ? html`<div class="params cols" role="list">${all}</div>` : nothing)

/** As many rows as the page has room for, and how many are left out. */
export function bounded<Item>({ place, t }: TablePlace, items: readonly Item[], write: (item: Item) => Html): Html {
  const shown: Html[] = []
  for (const item of items) {
    if (!place.takeField()) break
    shown.push(write(item))
  }
  const left = items.length - shown.length
  return html`${rows(shown)}${left > 0 && html`<p class="quiet">${t.more(left)}</p>`}`
}

export const sign = (short: string, long: string): Html => html` <abbr class="sign" title="${long}">${short}</abbr>`

export function valuesOf({ place }: TablePlace, values: string[]): Html {
  const all = values.map((value) => html`<span>${code(value)}</span>`)
  if (values.length <= VALUES_OPEN) return html`<div class="quiet">${all}</div>`
  return html`<details class="values"><summary>${place.t.values(values.length)}</summary><div class="quiet">${all}</div></details>`
}

/** Puts more into the end of a row. */
export function closing(row: Html, more: Html): Html {
  const last = row.at(-1)
  if (last?.kind !== 'html') return html`${more}`
  return html`${[{ kind: 'html' as const, html: last.html.replace(/<\/div>$/, '') }]}${more}</div>`
}

/** A bar with what the database and people describe, and the same in words. */
export function meter(coverage: Coverage, text: string): Html {
  if (coverage.total === 0) return nothing
  const { source, here } = percentOf(coverage)
  const bar = html`<svg class="bar" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true"><rect class="source" width="${source}" height="1"/><rect class="here" x="${source}" width="${here}" height="1"/></svg>`
  return html`<p class="coverage">${bar}<span>${text}</span></p>`
}

export function diagramOf({ t }: TablePlace, diagram: Diagram): Html {
  const text = mermaidOf(diagram)
  if (text === '') return nothing
  const { links, left } = diagram
  const note = [links.some(({ isGuess }) => isGuess) ? t.drawn : '', left > 0 ? t.notDrawn(left) : ''].filter(Boolean).join(' ')
  return html`${fenceOf('mermaid', text)}${note && html`<p class="quiet">${note}</p>`}`
}

export function enumsHtml(at: TablePlace, all: TableView['enums']): Html {
  if (all.length === 0) return nothing
  const list = bounded(at, all, ({ name, values, comment }) =>
    closing(
      rowOf(at, { anchor: `enum-${name}`, path: '', name: html`<bdi>${name}</bdi>`, type: nothing, comment, ours: undefined, quiet: [] }),
      valuesOf(at, values),
    ),
  )
  return html`${heading(at, 'enumerations', at.t.enums)}${list}`
}
