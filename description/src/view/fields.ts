import { codeSpans } from '@sheaf/markdown/code-spans'
import type { ApiField } from '../call/call.ts'
import { blocks } from '../call/markdown.ts'
import { noteLine } from '../call/note.ts'
import type { At } from './at.ts'
import { choiceOf } from './choice.ts'
import { blocksOf, type Html, html, lineOf, nothing } from './html.ts'
import type { Place } from './place.ts'

const LEVELS_MAX = 6
/** Values that are shown without opening a list, and values in the HTML. */
const VALUES_OPEN = 12
const VALUES_MAX = 300
const VALUE_CHARS_MAX = 2000

const code = (text: string): Html => html`<code>${text.length > VALUE_CHARS_MAX ? `${text.slice(0, VALUE_CHARS_MAX)}…` : text}</code>`

/** A value as code; one that would not be seen, such as an empty text, has quotation marks. */
const valueCode = (text: string): Html => code(/^\s|\s$|^$/.test(text) ? JSON.stringify(text) : text)

/** A code span has one blank on each side when its text begins or ends with a backtick. */
const withoutPadding = (text: string) => (/^ .* $/s.test(text) && text.trim() !== '' ? text.slice(1, -1) : text)

/** Plain text with code spans and line breaks. */
function plainLine(line: string): Html {
  const all: Html[] = []
  let from = 0
  for (const [start, end] of codeSpans(line, 0, line.length)) {
    const ticks = /^`+/.exec(line.slice(start, end))![0].length
    all.push(html`${line.slice(from, start)}`, code(withoutPadding(line.slice(start + ticks, end - ticks))))
    from = end
  }
  return html`${[...all, html`${line.slice(from)}`]}`
}

const plainText = (text: string): Html =>
  html`<p>${text
    .trim()
    .split(/<br\s*\/?>|\r?\n/i)
    .map((line, at) => (at === 0 ? plainLine(line.trim()) : html`<br>${plainLine(line.trim())}`))}</p>`

/** Text that needs no parser: letters, digits and signs without a meaning in Markdown. */
const PLAIN = /^[\p{L}\p{N}][\p{L}\p{N} ,;()'’“”、，。；：（）？?!/%=-]*\.?$/u

/** Markdown as blocks; most texts are one plain sentence. */
const words = (markdown: string): Html =>
  PLAIN.test(markdown.trim()) && !/^\d+\)/.test(markdown.trim()) ? html`<p>${markdown.trim()}</p>` : blocksOf(blocks(markdown))

const line = (markdown: string): Html => (PLAIN.test(markdown) ? html`${markdown}` : lineOf(markdown))

function valuesOf({ t }: Place, values: string[]): Html {
  const shown = values.slice(0, VALUES_MAX).map((value) => html`<span>${valueCode(value)}</span>`)
  const more = values.length > VALUES_MAX ? html`<span>${t.moreValues(values.length - VALUES_MAX)}</span>` : nothing
  if (values.length <= VALUES_OPEN) return html`<div class="quiet">${shown}</div>`
  return html`<details class="values"><summary>${t.values(values.length)}</summary><div class="quiet">${shown}${more}</div></details>`
}

/** Default, example and constraints of a field. */
function notesOf({ t, language }: Place, field: ApiField): Html {
  const notes = [
    ...(field.deprecated ? [html`${t.deprecated}`] : []),
    ...(typeof field.required === 'string' && field.required.trim() ? [html`${field.required.trim()}`] : []),
    ...(field.default === undefined ? [] : [html`${t.preset} ${valueCode(field.default)}`]),
    ...(field.example?.trim() ? [html`${t.example} ${code(field.example.trim())}`] : []),
    ...(field.notes ?? []).map((note) => line(noteLine(note, language))),
  ]
  return notes.length > 0 ? html`<div class="quiet">${notes.map((note) => html`<span>${note}</span>`)}</div>` : nothing
}

const CLOSED = '<details class="within"><summary'

/** A button that opens all fields of a section; for scripts, which show it. Nothing if no field is closed. */
export const openAll = ({ t }: Place, section: Html): Html =>
  section.some((part) => part.kind === 'html' && part.html.includes(CLOSED))
    ? html` <button type="button" class="open-all" data-act="open" hidden>${t.openAll}</button>`
    : nothing

/** The fields that every alternative has, and those of each alternative. */
function alternatives(fields: ApiField[]): { common: ApiField[]; forms: Map<string, ApiField[]> } {
  const forms = new Map<string, ApiField[]>()
  const common = fields.filter((field) => field.only === undefined)
  for (const field of fields) {
    if (field.only === undefined) continue
    const known = forms.get(field.only)
    if (known) known.push(field)
    else forms.set(field.only, [field])
  }
  return { common, forms }
}

function fieldOf(place: Place, field: ApiField, above: At, level: number): Html {
  const name = field.name.trim()
  const at = above.field(name, field.lists)
  const id = place.anchor(at.anchor)
  const hasMore = field.fields !== undefined && field.fields.length > 0
  const children = hasMore
    ? fieldList(place, field.fields ?? [], at.of(field.type.trim()), level + 1, place.schemaIn(field.type.trim()))
    : nothing
  const label = place.t.fieldsOf(name)
  return html`<div class="param" role="listitem" id="${id}"${place.words(at, id)}${place.shared(at, field.wordsOf)}>
<div class="phead">${name && html`<a class="pname" href="#${id}"><bdi>${field.deprecated ? html`<s>${name}</s>` : name}</bdi></a>`}${field.type.trim() && html` <bdi class="ptype">${place.type(field.type.trim())}</bdi>`}${field.required === true && html` <span class="req">${place.t.required}</span>`}${place.mark(at, name)}</div>
${field.remark?.trim() ? html`<div class="words">${plainText(field.remark)}</div>` : field.description?.trim() ? html`<div class="words">${words(field.description)}</div>` : nothing}
${notesOf(place, field)}${field.enum && field.enum.length > 0 && valuesOf(place, field.enum)}
${hasMore && (level === 0 ? html`<details class="within" open><summary aria-label="${label}"></summary>${children}</details>` : html`<details class="within"><summary aria-label="${label}"></summary>${children}</details>`)}</div>`
}

/**
 * Fields as a list; the fields in them open in place. `above` is the place that has them: `body`, `200.header`. What a page has no room
 * for is in the view of the schema with these fields, if there is one.
 */
export function fieldList(place: Place, fields: ApiField[], above: At, level = 0, schema?: string): Html {
  if (fields.length === 0) return nothing
  const left = (count: number) =>
    html`<p class="quiet">${place.t.moreFields(count)}${schema && html` <a class="pschema" href="${schema}">${place.t.seeSchema}</a>`}</p>`
  if (level >= LEVELS_MAX) return left(fields.length)
  const { common, forms } = alternatives(fields)
  const shown: Html[] = []
  for (const field of common) {
    if (!place.takeField()) break
    shown.push(fieldOf(place, field, above, level))
  }
  const rest = common.length - shown.length
  const choices = [...forms].map(([name, own]) => ({
    label: html`<bdi>${name}</bdi>`,
    content: fieldList(
      place,
      own.map(({ only: _only, ...field }) => field),
      above.inForm(name),
      level,
      schema,
    ),
  }))
  const [single] = choices
  return html`${shown.length > 0 && html`<div class="params" role="list">${shown}</div>`}${rest > 0 && left(rest)}${
    choices.length === 1 && single
      ? html`<p class="quiet">${single.label}</p>${single.content}`
      : choiceOf(place, place.t.alternatives, choices)
  }`
}
